//! `bouton duel`: strategies against each other.

use std::collections::BTreeMap;

use bouton_lab::duel::{duel as fight, start_with, strategies};
use bouton_lab::duels::StrategyName;
use bouton_lab::render::AsText;
use bouton_lab::rules::{Game, Refusal};
use bouton_lab::{ask, place, read_game};
use clap::Args;

use crate::Failure;
#[cfg(feature = "papers")]
use crate::args::between;
use crate::args::{LimitArgs, read_count, read_seed, whole};
use crate::output;

/// Let strategies play each other, and show how often each wins, with an interval.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton duel nimrod --first model --second random --pile 1000,10000,100000 --alternate
  bouton duel nimrod --first perfect --second sector-random --pile 1e6 --games 500
  bouton duel nimrod --first model:-1.5708,3.1416,1,0 --second sector-careful --pile 1000 --exact
  bouton duel nim/misere --first leave-sum:1 --second perfect --position 1,2,3
  bouton duel --list

The same seed gives the same games, on any number of threads.")]
pub(crate) struct DuelArgs {
    /// The game, such as nimrod.
    #[arg(required_unless_present = "list")]
    game: Option<String>,
    /// The first strategy, such as model; it plays Left [default: random]
    #[arg(long, value_name = "STRATEGY", allow_hyphen_values = true)]
    first: Option<String>,
    /// The second strategy, such as sector-random [default: random]
    #[arg(long, value_name = "STRATEGY", allow_hyphen_values = true)]
    second: Option<String>,
    /// Where to start: a pile (at the rate 1, where there is one), or several with commas.
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = read_count, allow_hyphen_values = true)]
    pile: Vec<u64>,
    /// Where to start, in any game [default: the game's example]
    #[arg(long, value_name = "POSITION", conflicts_with = "pile", allow_hyphen_values = true)]
    position: Option<String>,
    /// How many games are played from each start.
    #[arg(long, value_name = "N", default_value = "2000", value_parser = read_count)]
    games: u64,
    /// The seed of the random numbers.
    #[arg(long, default_value = "1", value_parser = read_seed, allow_hyphen_values = true)]
    seed: u64,
    /// The second strategy moves first in every other game.
    #[arg(long)]
    alternate: bool,
    /// Work out the exact chance, too, by going through all positions.
    #[arg(long)]
    exact: bool,
    /// How many threads play [default: one for each processor]
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true, value_parser = whole::<usize>)]
    threads: usize,
    /// Search for the parameters of model, and say how well they do in the core; --pile is the largest pile
    /// used for fitting. Example: bouton duel nimrod --fit
    #[cfg(feature = "papers")]
    #[arg(long, conflicts_with_all = ["first", "second", "position", "alternate", "exact"])]
    fit: bool,
    /// With --fit: try the parameters on piles below 10^(N+1).
    #[cfg(feature = "papers")]
    #[arg(long, value_name = "N", default_value = "3", requires = "fit", value_parser = between::<1, 7, u32>)]
    decades: u32,
    /// List the strategies.
    #[arg(long)]
    list: bool,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    means: LimitArgs,
}

/// `bouton duel GAME --first NAME --second NAME`
pub(crate) fn duel(args: &DuelArgs) -> Result<(), Failure> {
    if args.list {
        let all: BTreeMap<String, &str> = StrategyName::all().collect();
        output::show(args.json, &all, strategies);
        return Ok(());
    }
    let game = read_game(args.game.as_deref().unwrap_or_default())?;
    #[cfg(feature = "papers")]
    if args.fit {
        return fit(args, &game);
    }
    let strategy = |name: &Option<String>| name.clone().unwrap_or_else(|| "random".to_owned());
    let asked = ask::Duel {
        game: String::new(),
        first: strategy(&args.first),
        second: strategy(&args.second),
        positions: starts(args, &game)?,
        games: args.games,
        seed: args.seed,
        alternate: args.alternate,
        exact: args.exact,
    };
    let view = fight(&asked, &game, args.threads, &args.means.limits())?;
    output::show(args.json, &view, || view.text(false));
    Ok(())
}

/// The position, or the piles; nothing stands for the game's example.
fn starts(args: &DuelArgs, game: &Game) -> Result<Vec<ask::Position>, Refusal> {
    match &args.position {
        Some(text) => Ok(vec![text.as_str().into()]),
        None => args.pile.iter().map(|pile| Ok(place(&start_with(game, *pile)?))).collect(),
    }
}

#[cfg(feature = "papers")]
fn fit(args: &DuelArgs, game: &Game) -> Result<(), Failure> {
    use bouton_lab::ask::LearntFrom;
    use bouton_papers::nimrod::{fit_model, fit_text};
    let plays_it = StrategyName::parse("model").is_ok_and(|name| name.plays(game));
    if !plays_it {
        return Err(Refusal::bad(
            format!("the model is one of Nimrod, not of {}", game.text()),
            "write bouton duel nimrod --fit",
        )
        .into());
    }
    let usual = LearntFrom::default();
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
    let settings = LearntFrom { pile, seed: args.seed, ..usual };
    let view = fit_model(&settings, args.decades, &args.means.limits())?;
    output::show(args.json, &view, || fit_text(&view));
    Ok(())
}
