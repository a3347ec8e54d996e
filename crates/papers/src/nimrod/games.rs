//! E13 to E17: games between the strategies Model, Proposition and Random.

use bouton_lab::ask::{self, Belt, Decade, LearntFrom, OneDuel};
use bouton_lab::duel::duel;
use bouton_lab::duels::{
    Model, Outcomes, Proposition, State, Strategy, StrategyName, Turn, core_begins,
};
use bouton_lab::engines::sector;
use bouton_lab::rules::Game;
use bouton_lab::values::Player;

use super::fit::{belts, fit, percent, powers, shares};
use super::game_plot;
use crate::finding::{
    Counterexample, Exhibit, Finding, Known, Statement, cells, said_table, table,
};
use crate::frame::{Frame, Result, Tried};
use crate::judge::{listed, listed_or};
use crate::words::{Values, looked, words};

/// E13. Decided outside the core by counting the squares on which G > 0 and the mover loses, or G < 0 and the mover wins,
/// beside the better of the two constant guesses. The parameters are searched for, as they are not printed.
pub(super) fn resembles(model: &Model, frame: &Frame) -> Result {
    let (pile, rate) = frame.pick((1_000, 60), (20_000, 300));
    let outcomes = Outcomes::of_window(pile, rate, &frame.limits)?;
    let [(outside, on_outside), (inside, on_inside)] = likeness(model, pile, rate, &outcomes);
    let is_better = on_outside[0] > on_outside[1] + 5.0;
    let [[agreeing, constant], [agreeing_inside, constant_inside]] =
        [on_outside, on_inside].map(|shares| shares.map(|share| format!("{share:.1}")));
    let better = words("E13.outside", &[&agreeing, &constant]);
    let mut tried = frame.facts([(is_better, better)])?;
    tried.cases = (outside + inside).into();
    let known = Known::up_to(format!("outside the core, piles to {pile} at rates to {rate}"));
    let values: Values<'_> = &[&agreeing, &constant, &agreeing_inside, &constant_inside];
    let finding = tried.finding("E13", &[&pile, &rate, model], known);
    with_fit(finding.note(words("E13.parameters", values)), frame)
}

/// How many squares there are outside and inside the core; on how many of them, in per cent, G has the right sign, and
/// the better of "always lost" and "always won" is right.
fn likeness(model: &Model, pile: u64, rate: u64, outcomes: &Outcomes) -> [(u64, [f64; 2]); 2] {
    let states = (1..=rate).flat_map(|rate| (0..=pile).map(move |pile| State { pile, rate }));
    let mut counts = [[0u64; 3]; 2];
    for state in states {
        let in_core = core_begins(state.rate) <= state.pile.into();
        let is_lost = outcomes.is_lost(state);
        let is_right = (model.shade(state) > 0.0) == is_lost;
        let [squares, right, lost] = &mut counts[usize::from(in_core)];
        *squares += 1;
        *right += u64::from(is_right);
        *lost += u64::from(is_lost);
    }
    counts.map(|[squares, right, lost]| {
        let share = |part: u64| 100.0 * part as f64 / squares as f64;
        (squares, [share(right), share(lost.max(squares - lost))])
    })
}

/// The search for parameters, and what it finds.
fn with_fit(finding: Finding, frame: &Frame) -> Result {
    let mut texts = Vec::new();
    for seed in 1..=frame.pick(2, 6) {
        let settings = LearntFrom { seed, ..LearntFrom::default() };
        let (Model { a, b, c, d }, found) = fit(&settings, &frame.limits)?;
        let [a, b, d] = [a, b, d].map(|parameter| format!("{parameter:.4}"));
        let [share, chance] = shares(&found);
        let values: Values<'_> =
            &[&seed, &a, &b, &c, &d, &found.right, &found.choices, &share, &chance];
        texts.push(words("E13.found", values));
    }
    let settings = LearntFrom::default();
    Ok(finding
        .say("E13.fitted", &[&settings.pile, &settings.draws, &settings.climbs, &texts.join("; ")])
        .exhibit(game_plot("The game plot: outside the core G has its stripes")))
}

/// The piles of the paper.
pub(super) const PILES: [u64; 4] = [1_000, 10_000, 100_000, 1_000_000];

/// Model with the fitted parameters.
pub(super) const MODEL: StrategyName = StrategyName::Model(Model::FITTED);

const SEED: u64 = 1;
/// As many as in the paper.
const GAMES: u64 = 2_000;

/// What came of the games from a pile.
type PileDuel = (u64, OneDuel);

/// Plays the games, 2000 from each pile; who starts alternates.
fn fight(players: [StrategyName; 2], piles: &[u64], frame: &Frame) -> Result<Vec<PileDuel>> {
    let game = Game::parse("nimrod")?;
    let [first, second] = players.map(|name| name.to_string());
    let fight = |pile: &u64| {
        let asked = ask::Duel {
            game: "nimrod".to_owned(),
            first: first.clone(),
            second: second.clone(),
            positions: vec![format!("{pile},1").as_str().into()],
            games: GAMES,
            seed: SEED,
            alternate: true,
            exact: *pile <= frame.pick(1_000, 100_000),
        };
        Ok((*pile, duel(&asked, &game, 1, &frame.limits)?.duels()[0].clone()))
    };
    piles.iter().map(fight).collect()
}

/// Is the chance above the share? Unknown if the share lies within the interval.
fn exceeds((_, duel): &PileDuel, share: f64) -> Option<bool> {
    let [low, high] = duel.interval;
    match duel.exact {
        Some(exact) => Some(exact > share),
        None if low > share => Some(true),
        None if high < share => Some(false),
        None => None,
    }
}

/// The share of games that were won, and its interval, in per cent.
fn won(duel: &OneDuel) -> [String; 3] {
    let [low, high] = duel.interval;
    [duel.first_wins as f64 / duel.games as f64, low, high].map(percent)
}

fn won_at((pile, duel): &PileDuel) -> String {
    let [share, low, high] = won(duel);
    format!("{share} % ({low} to {high}) at {pile}")
}

fn duel_table([first, second]: [StrategyName; 2], fought: &[PileDuel]) -> Exhibit {
    let rows = fought.iter().map(|(pile, duel)| {
        let [share, low, high] = won(duel);
        let exact = duel.exact.map_or(String::new(), |exact| format!("{:.3} %", 100.0 * exact));
        let counts = format!("{} of {}", duel.first_wins, duel.games);
        (pile, cells([counts, format!("{share} %"), format!("{low} to {high} %"), exact]))
    });
    said_table("E14.games", &[&first, &second], rows)
}

/// E14 and E15 in numbers: a strategy wins more than a share of the games against another, from each of these piles at
/// the rate 1. Decided by games from a seed, who starts alternating, with Wilson's interval at 95 %, and for small piles
/// by the exact chance. A share within the interval leaves the claim open.
pub(super) fn beats(
    players: [StrategyName; 2],
    piles: &[u64],
    more_than: f64,
    frame: &Frame,
) -> Result {
    let fought = fight(players, piles, frame)?;
    let games: u64 = fought.iter().map(|(_, duel)| duel.games).sum();
    let percent = format!("{:.0} %", 100.0 * more_than);
    let mut tried = frame.forall("the smallest pile", &fought).survey(|tried, here| {
        tried.expect(exceeds(here, more_than) != Some(false), || {
            let [first, second] = players;
            let what = words("E14.not-more", &[&first, &won_at(here), &second, &percent]);
            (what, fought.iter().map(won_at))
        });
    })?;
    tried.cases = games.into();
    let is_open = fought.iter().any(|fought| exceeds(fought, more_than).is_none());
    let won = listed(fought.iter().map(won_at), ", ");
    let finding = match tried.holds() && is_open {
        true => {
            let reason = format!("{percent} lies within an interval: {won}");
            Finding::open(reason, tried.cases, looked("E14", &[&games, &SEED]))
        }
        false => {
            let most = piles.iter().max().copied().unwrap_or(0);
            let bound = format!("piles to {most}, {games} games: {won}");
            tried.finding("E14", &[&games, &SEED], Known::sampled(bound))
        }
    };
    Ok(finding.exhibit(duel_table(players, &fought)))
}

/// A statement about games of ours.
fn also(finding: Finding, what: &str, players: [StrategyName; 2], frame: &Frame) -> Result {
    let piles = frame.pick(&PILES[..3], &PILES[..]);
    let fought = fight(players, piles, frame)?;
    let [first, second] = players;
    let won = listed(fought.iter().map(won_at), ", ");
    let text = format!("{what}: {first} against {second} wins {won}");
    let known = Known::sampled(format!("{GAMES} games from each of {} piles", piles.len()));
    Ok(finding.statement(Statement::beyond(text, known)).exhibit(duel_table(players, &fought)))
}

/// E14: Model beats Random more than 80 % of the time.
pub(super) fn model_beats_random(piles: &[u64], more_than: f64, frame: &Frame) -> Result {
    let finding = beats([MODEL, StrategyName::Random], piles, more_than, frame)?;
    let plot = [StrategyName::Model(Model::SECTORS), StrategyName::Random];
    let finding = also(finding, &words("E14.plot", &[]), plot, frame)?;
    let theorem_alone = [StrategyName::SectorRandom, StrategyName::Random];
    also(finding, &words("E14.sectors", &[]), theorem_alone, frame)
}

/// E15. The parameters are not printed; decided for those that the search of E13 finds and for those that draw the plot,
/// and open if that makes a difference. With the reversed inequality besides.
pub(super) fn model_beats_proposition(piles: &[u64], more_than: f64, frame: &Frame) -> Result {
    let [fitted, plot] = [Model::FITTED, Model::SECTORS].map(|model| {
        let players = [StrategyName::Model(model), StrategyName::Proposition(model)];
        beats(players, piles, more_than, frame)
    });
    let [fitted, plot] = [fitted?, plot?];
    let mut finding = match fitted.verdict == plot.verdict {
        true => fitted,
        false => {
            let reason = words("E15.open", &[&in_words(&fitted), &in_words(&plot)]);
            let open = Finding::open(reason, fitted.cases + plot.cases, fitted.enumerated.clone());
            let exhibits = fitted.exhibits.into_iter().chain(plot.exhibits);
            exhibits.fold(open, Finding::exhibit)
        }
    };
    for model in [Model::FITTED, Model::SECTORS] {
        let players = [StrategyName::Model(model), StrategyName::PropositionReversed(model)];
        finding = also(finding, &words("E15.reversed", &[]), players, frame)?;
    }
    Ok(finding)
}

/// The verdict with its figures.
fn in_words(finding: &Finding) -> String {
    let figures = match &finding.counterexample {
        Some(against) => against.steps.join(", "),
        None => finding.known.sentence(),
    };
    format!("{}, {figures}", finding.verdict.name())
}

/// E16. They do if Proposition plays differently inside the core and alike where p ≤ r²/2. Decided by comparing what both
/// would play at all positions of a grid.
pub(super) fn tests_the_core(reversed: bool, frame: &Frame) -> Result {
    let (pile, rate) = frame.pick((2_000, 70), (20_000, 220));
    let (tried, [outside, inside]) = compare_with_model(reversed, pile, rate, frame)?;
    let finding =
        tried.argued("E16", &[&pile, &rate]).note(words("E16.otherwise", &[&inside, &outside]));
    if finding.counterexample.is_some() {
        let (_, [outside, inside]) = compare_with_model(true, pile, rate, frame)?;
        if outside == 0 && inside > 0 {
            return Ok(finding.say("E16.reversed", &[]));
        }
    }
    Ok(finding)
}

/// Where Proposition would play otherwise than Model: at how many positions with p ≤ r²/2, where it must not if a sector
/// decides them, and with p > r²/2.
fn compare_with_model(
    reversed: bool,
    pile: u64,
    rate: u64,
    frame: &Frame,
) -> Result<(Tried, [u64; 2])> {
    let model = Model::FITTED;
    let proposition = Proposition { model, reversed };
    let mut differing = [0; 2];
    let states = (1..=pile).flat_map(|pile| (1..=rate).map(move |rate| State { pile, rate }));
    let choices = states.filter(|state| state.options().count() > 1);
    let mut tried = frame.forall("the smallest pile", choices).survey(|tried, state| {
        let options: Vec<State> = state.options().collect();
        let turn = Turn { position: &state, options: &options, mover: Player::Left };
        let [mut one, mut other] = [Vec::new(), Vec::new()];
        model.pick(turn, &mut one)?;
        proposition.pick(turn, &mut other)?;
        let is_inside = state.is_beyond_half_a_square();
        differing[usize::from(is_inside)] += u64::from(one != other);
        if let Some(sector) = sector(state.pile, state.rate) {
            tried.expect(one == other || is_inside, || {
                let State { pile, rate } = state;
                let (half, kind) = (rate as f64 * rate as f64 / 2.0, format!("{:?}", sector.kind));
                words("E16.random", &[&pile, &rate, &half, &kind, &sector.k])
            });
        }
        Ok(())
    })?;
    if tried.holds() && differing[1] == 0 {
        let alike = Counterexample::from(words("E16.alike", &[]));
        tried.against = Some(alike.in_order("all positions"));
    }
    Ok((tried, differing))
}

/// Better than chance means: by a hundredth of the choices.
const MARGIN: f64 = 0.01;

/// E17. The parameters are not printed, so no counting refutes it: it is open unless Model is better than chance with
/// all sets of parameters that are tried. Counted in each decade of piles, from 10 to 10^(last+1), at all positions of
/// the core where the sectors leave a choice between winning and losing moves: there Model must find a winning move more
/// often than a random choice would, by [`MARGIN`]. Games against an opponent who plays at random there show how good its
/// choices are.
pub(super) fn copes(models: &[Model], last: u32, frame: &Frame) -> Result {
    let most = 10u64.pow(last + 1);
    let (mut worth, mut cases) = (Vec::new(), 0u128);
    for model in models {
        let (belts, together) = belts(model, last, &frame.limits)?;
        cases += together.iter().map(|decade| u128::from(decade.share.choices)).sum::<u128>();
        worth.push((model, belts, together));
    }
    let margin = 100.0 * MARGIN;
    let bound = || Known::up_to(words("E17.bound", &[&most, &models.len(), &margin]));
    let enumerated = looked("E17", &[&most, &models.len()]);
    let fail = worth.iter().filter(|(_, _, together)| !together.iter().all(is_better));
    let failing = fail.map(|(model, _, together)| {
        let piles = together.iter().filter(|decade| !is_better(decade)).map(powers);
        words("E17.not-better", &[&origin(model), &listed(piles, ", ")])
    });
    let failing = listed(failing, "; ");
    let mut finding = match failing.is_empty() {
        true => Finding::decided(None, bound(), cases, enumerated),
        false => Finding::open(words("E17.open", &[&margin, &failing]), cases, enumerated),
    };
    for (model, belts, together) in &worth {
        let [better, others] = [true, false].map(|better| decades(together, better));
        let values: Values<'_> = &[&origin(model), &margin, &better, &others, &most];
        finding = finding.say("E17.decades", values).exhibit(belt_table(model, belts, together));
    }
    for model in models {
        let players = [StrategyName::Model(*model), StrategyName::SectorCareful];
        finding = also(finding, &words("E17.opponent", &[]), players, frame)?;
    }
    Ok(finding)
}

fn is_better(Decade { share, .. }: &Decade) -> bool {
    matches!((share.share, share.chance), (Some(share), Some(chance)) if share > chance + MARGIN)
}

/// Where parameters come from, or what they are.
fn origin(model: &Model) -> String {
    match *model {
        Model::FITTED => words("E17.fitted", &[&LearntFrom::default().pile]),
        Model::SECTORS => words("E17.plot", &[]),
        _ => format!("a, b, c, d = {model}"),
    }
}

/// For which piles a model is better than chance, or is not.
fn decades(together: &[Decade], better: bool) -> String {
    let chosen = together.iter().filter(|decade| is_better(decade) == better);
    let texts = chosen.map(|at| {
        let [share, chance] = shares(&at.share);
        format!("piles from {} ({share} %, chance {chance} %)", powers(at))
    });
    listed_or(texts, "none")
}

fn belt_table(model: &Model, belts: &[Belt], together: &[Decade]) -> Exhibit {
    let cell = |Decade { share: found, .. }: &Decade| match found.choices {
        0 => String::new(),
        choices => {
            let [share, chance] = shares(found);
            format!("{share} % / {chance} % of {choices}")
        }
    };
    let rows = belts.iter().map(|belt| {
        (format!("{} to {}", belt.from, belt.to), cells(belt.decades.iter().map(cell)))
    });
    let decades = together.iter().map(|decade| format!("piles {}", powers(decade)));
    let columns = ["p/r²".to_owned()].into_iter().chain(decades);
    table(words("E17.belts", &[model]), columns, rows)
}
