use std::collections::BTreeMap;

use bouton_lab::duel::duels::{FitSettings, Settings, StrategyName};
use bouton_lab::duel::{DuelQuestion, duel as fight, fit_model, start_with, usual_start};
use bouton_lab::rules::{Game, Position, Refusal};
use bouton_lab::{read_game, render};

use crate::Failure;
use crate::args::DuelArgs;
use crate::output;

/// `bouton duel GAME --first NAME --second NAME`
pub(crate) fn duel(args: &DuelArgs) -> Result<(), Failure> {
    if args.list {
        let strategies: BTreeMap<String, &str> = StrategyName::all().collect();
        output::show(args.json, &strategies, render::duel::strategies);
        return Ok(());
    }
    let game = read_game(args.game.as_deref().unwrap_or_default())?;
    if args.fit {
        return fit(args, &game);
    }
    let strategy = |name: &Option<String>| StrategyName::parse(name.as_deref().unwrap_or("random"));
    let question = DuelQuestion {
        players: [strategy(&args.first)?, strategy(&args.second)?],
        starts: starts(args, &game)?,
        games: args.games,
        settings: Settings { seed: args.seed, alternate: args.alternate },
        threads: args.threads,
        exact: args.exact,
        limits: args.means.limits(),
        game,
    };
    let fought = fight(&question)?;
    let view = render::duel::view(&question, &fought);
    output::show(args.json, &view, || render::duel::text(&question, &fought));
    Ok(())
}

/// The piles, the position, or the game's example.
fn starts(args: &DuelArgs, game: &Game) -> Result<Vec<Position>, Refusal> {
    if let Some(text) = &args.position {
        return Ok(vec![game.position(text)?]);
    }
    match &args.pile[..] {
        [] => Ok(vec![usual_start(game)?]),
        piles => piles.iter().map(|pile| start_with(game, *pile)).collect(),
    }
}

fn fit(args: &DuelArgs, game: &Game) -> Result<(), Failure> {
    let plays_it = StrategyName::parse("model").is_ok_and(|name| name.plays(game));
    if !plays_it {
        return Err(Refusal::bad(
            format!("the model is one of Nimrod, not of {}", game.text()),
            "write bouton duel nimrod --fit",
        )
        .into());
    }
    let usual = FitSettings::default();
    let pile = match args.pile[..] {
        [] => usual.pile,
        [pile] => pile,
        _ => {
            return Err(Refusal::bad(
                "parameters are fitted to one pile at a time",
                "write --fit --pile 100",
            )
            .into());
        }
    };
    let settings = FitSettings { pile, seed: args.seed, ..usual };
    let answer = fit_model(&settings, args.decades, &args.means.limits())?;
    let view = render::duel::fit_view(&answer);
    output::show(args.json, &view, || render::duel::fit_text(&answer));
    Ok(())
}
