//! E13 to E17: Model, Proposition and Random.

use bouton_lab::duels::{
    Duel, Model, Outcomes, Proposition, Settings, State, Strategy, StrategyName, Tally, Turn,
    core_begins, wilson,
};
use bouton_lab::engines::{Sector, sector};
use bouton_lab::rules::Game;
use bouton_lab::values::Player;

use super::fit::{Belts, FitSettings, Share, belts, fit};
use super::game_plot;
use crate::finding::{self, Cell, Counterexample, Exhibit, Finding, Known, Statement, table};
use crate::frame::{Frame, Result, Tried};
use crate::words::{Values, argued, words};

/// E13: with some parameters G(r,p) = cos((ar+bp)/(cr+d)) resembles the game plot. Decided outside the core by counting
/// the squares on which G > 0 and the mover loses, or G < 0 and the mover wins, beside the better of the two constant
/// guesses. The parameters are searched for, as they are not printed.
pub(super) fn resembles(model: &Model, frame: &Frame) -> Result {
    let (pile, rate) = frame.pick((1_000, 60), (20_000, 300));
    let outcomes = Outcomes::of_window(pile, rate, &frame.limits)?;
    let [outside, inside] =
        [false, true].map(|in_core| Likeness::of(model, pile, rate, in_core, &outcomes));
    let shares = [&outside, &inside].map(|likeness| {
        [likeness.agreeing(), likeness.constant()].map(|share| format!("{share:.1}"))
    });
    let [[agreeing, constant], [agreeing_inside, constant_inside]] = &shares;
    let better = words("E13.outside", &[agreeing, constant]);
    let enumerated =
        format!("each square with a pile to {pile} and a rate to {rate}, for a, b, c, d = {model}");
    let mut tried = frame.facts(enumerated, [(outside.is_better(), better)])?;
    tried.cases = (outside.squares + inside.squares).into();
    let known = Known::up_to(format!("piles to {pile} at rates to {rate}"));
    let values: Values<'_> = &[agreeing, constant, agreeing_inside, constant_inside];
    let finding = tried.finding(known).note(words("E13.parameters", values));
    with_fit(finding, frame)
}

/// How often G has the right sign.
struct Likeness {
    squares: u64,
    right: u64,
    lost: u64,
}

impl Likeness {
    fn of(model: &Model, pile: u64, rate: u64, in_core: bool, outcomes: &Outcomes) -> Likeness {
        let mut likeness = Likeness { squares: 0, right: 0, lost: 0 };
        for (pile, rate) in (1..=rate).flat_map(|rate| (0..=pile).map(move |pile| (pile, rate))) {
            if (core_begins(rate) <= pile.into()) != in_core {
                continue;
            }
            let state = State { pile, rate };
            let lost = outcomes.is_lost(state);
            likeness.squares += 1;
            likeness.lost += u64::from(lost);
            likeness.right += u64::from((model.shade(state) > 0.0) == lost);
        }
        likeness
    }

    fn agreeing(&self) -> f64 {
        100.0 * self.right as f64 / self.squares as f64
    }

    /// The better of "always lost" and "always won".
    fn constant(&self) -> f64 {
        100.0 * self.lost.max(self.squares - self.lost) as f64 / self.squares as f64
    }

    fn is_better(&self) -> bool {
        self.agreeing() > self.constant() + 5.0
    }
}

/// The search for parameters, and what it finds.
fn with_fit(mut finding: Finding, frame: &Frame) -> Result {
    let mut texts = Vec::new();
    for seed in 1..=frame.pick(2, 6) {
        let settings = FitSettings { seed, ..FitSettings::default() };
        let fitted = fit(&settings, &frame.limits)?;
        let Model { a, b, c, d } = fitted.model;
        texts.push(format!(
            "seed {seed}: a = {a:.4}, b = {b:.4}, c = {c}, d = {d:.4}, right in {} of {} choices \
             ({:.1} %, by chance {:.1} %)",
            fitted.share.right,
            fitted.share.choices,
            100.0 * fitted.share.of_model(),
            100.0 * fitted.share.of_chance()
        ));
    }
    let settings = FitSettings::default();
    finding = finding
        .say("E13.fitted", &[&settings.pile, &settings.draws, &settings.climbs, &texts.join("; ")])
        .exhibit(game_plot("The game plot: outside the core G has its stripes"));
    Ok(finding)
}

/// A strategy is said to win more than a share of the games against another, from each of these piles at the rate 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beats<'a> {
    pub(super) first: StrategyName,
    pub(super) second: StrategyName,
    pub(super) piles: &'a [u64],
    pub(super) more_than: f64,
}

/// The piles of the paper.
pub(super) const PILES: [u64; 4] = [1_000, 10_000, 100_000, 1_000_000];

/// Model with the fitted parameters.
pub(super) const MODEL: StrategyName = StrategyName::Model(Model::FITTED);

/// What came of the games from a pile.
struct DuelResult {
    pile: u64,
    tally: Tally,
    interval: (f64, f64),
    exact: Option<f64>,
}

const SEED: u64 = 1;
/// As many as in the paper.
const GAMES: u64 = 2_000;
/// Up to this pile the exact chance is worked out, too.
const EXACT_TO: (u64, u64) = (1_000, 100_000);

/// Plays the games, 2000 from each pile; who starts alternates.
fn fight(
    first: StrategyName,
    second: StrategyName,
    piles: &[u64],
    frame: &Frame,
) -> Result<Vec<DuelResult>> {
    let game = Game::parse("nimrod")?;
    piles
        .iter()
        .map(|pile| {
            let start = game.position(&format!("{pile},1"))?;
            let settings = Settings { seed: SEED, alternate: true };
            let duel = Duel::new(&game, &start, [first, second], settings, &frame.limits)?;
            let tally = duel.tally(0..GAMES, &frame.limits)?;
            let to = frame.pick(EXACT_TO.0, EXACT_TO.1);
            let exact = if *pile <= to { Some(duel.exact(&frame.limits)?) } else { None };
            Ok(DuelResult {
                pile: *pile,
                tally,
                interval: wilson(tally.first_wins, tally.games),
                exact,
            })
        })
        .collect()
}

impl DuelResult {
    /// Is the chance above the share? Unknown if the share lies within the interval.
    fn exceeds(&self, share: f64) -> Option<bool> {
        match self.exact {
            Some(exact) => Some(exact > share),
            None if self.interval.0 > share => Some(true),
            None if self.interval.1 < share => Some(false),
            None => None,
        }
    }

    fn text(&self) -> String {
        let (low, high) = self.interval;
        format!(
            "{:.1} % ({:.1} to {:.1}) at {}",
            100.0 * self.tally.share(),
            100.0 * low,
            100.0 * high,
            self.pile
        )
    }
}

fn listed(fought: &[DuelResult]) -> String {
    fought.iter().map(DuelResult::text).collect::<Vec<_>>().join(", ")
}

fn duel_table(caption: String, fought: &[DuelResult]) -> Exhibit {
    let rows = fought.iter().map(|fought| {
        let (low, high) = fought.interval;
        let cells = [
            format!("{} of {}", fought.tally.first_wins, fought.tally.games),
            format!("{:.1} %", 100.0 * fought.tally.share()),
            format!("{:.1} to {:.1} %", 100.0 * low, 100.0 * high),
            fought.exact.map_or(String::new(), |exact| format!("{:.3} %", 100.0 * exact)),
        ];
        (fought.pile, finding::cells(cells))
    });
    let columns = ["pile", "won", "share", "95 % interval (Wilson)", "exact chance"];
    table(caption, columns, rows)
}

/// E14 and E15 in numbers: a strategy beats another more often than said. Decided by games
/// from a seed, who starts alternating, with Wilson's interval at 95 %, and for small piles by the
/// exact chance. A share within the interval leaves the claim open.
pub(super) fn beats(claim: &Beats<'_>, frame: &Frame) -> Result {
    let Beats { first, second, piles, more_than } = *claim;
    let fought = fight(first, second, piles, frame)?;
    let games: u64 = fought.iter().map(|fought| fought.tally.games).sum();
    let enumerated = words("E14.looked", &[&games, &SEED]);
    let percent = format!("{:.0} %", 100.0 * more_than);
    let mut tried =
        frame.forall(enumerated, "the smallest pile", &fought).survey(|tried, fought_here| {
            tried.expect(fought_here.exceeds(more_than) != Some(false), || {
                let wins = fought_here.text();
                let what = format!("{first} wins {wins} against {second}, not more than {percent}");
                (what, fought.iter().map(DuelResult::text))
            });
        })?;
    tried.cases = games.into();
    let is_open = fought.iter().any(|fought| fought.exceeds(more_than).is_none());
    let finding = match tried.holds() && is_open {
        true => {
            let reason = format!("{percent} lies within an interval: {}", listed(&fought));
            Finding::open(reason, tried.cases, tried.enumerated)
        }
        false => {
            let most = piles.iter().max().copied().unwrap_or(0);
            let bound = format!("piles to {most}, {games} games: {}", listed(&fought));
            tried.finding(Known::sampled(bound))
        }
    };
    Ok(finding.exhibit(duel_table(format!("{first} against {second}"), &fought)))
}

/// A statement about games of ours.
fn also(finding: Finding, what: &str, players: [StrategyName; 2], frame: &Frame) -> Result {
    let piles = frame.pick(&PILES[..3], &PILES[..]);
    let fought = fight(players[0], players[1], piles, frame)?;
    let [first, second] = players;
    let text = format!("{what}: {first} against {second} wins {}", listed(&fought));
    let known = Known::sampled(format!("{GAMES} games from each of {} piles", piles.len()));
    let exhibit = duel_table(format!("{first} against {second}"), &fought);
    Ok(finding.statement(Statement::beyond(text, known)).exhibit(exhibit))
}

/// E14: Model beats Random more than 80 % of the time.
pub(super) fn model_beats_random(claim: &Beats<'_>, frame: &Frame) -> Result {
    let finding = beats(claim, frame)?;
    let plot = [StrategyName::Model(Model::SECTORS), StrategyName::Random];
    let what = "with a = -π/2, b = π, c = 1, d = 0, which draw the plot (E13)";
    let finding = also(finding, what, plot, frame)?;
    let theorem_alone = [StrategyName::SectorRandom, StrategyName::Random];
    also(finding, "the sector theorem alone does it, without any cosine", theorem_alone, frame)
}

/// E15: Model beats Proposition more than 60 % of the time. The parameters are not printed; decided
/// for those that the search of E13 finds and for those that draw the plot, and open if that makes
/// a difference. With the reversed inequality besides.
pub(super) fn model_beats_proposition(claim: &Beats<'_>, frame: &Frame) -> Result {
    let fitted = beats(claim, frame)?;
    let [first, second] = [claim.first, claim.second].map(|name| with_model(name, Model::SECTORS));
    let plot = beats(&Beats { first, second, ..*claim }, frame)?;
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
        let what = "with the inequality reversed, which is what makes sense (E16)";
        let players = [StrategyName::Model(model), StrategyName::PropositionReversed(model)];
        finding = also(finding, what, players, frame)?;
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

/// A strategy with other parameters.
fn with_model(name: StrategyName, model: Model) -> StrategyName {
    match name {
        StrategyName::Model(_) => StrategyName::Model(model),
        StrategyName::Proposition(_) => StrategyName::Proposition(model),
        StrategyName::PropositionReversed(_) => StrategyName::PropositionReversed(model),
        other => other,
    }
}

/// E16: games between Model and Proposition, perhaps the other way round, test how Model deals with the chaotic region.
/// They do if Proposition plays differently inside the core and alike where p ≤ r²/2. Decided by comparing what both
/// would play at all positions of a grid.
pub(super) fn tests_the_core(reversed: bool, frame: &Frame) -> Result {
    let (tried, [outside, inside]) = compare_with_model(reversed, frame)?;
    let finding =
        tried.finding(argued("E16", &[])).note(words("E16.otherwise", &[&inside, &outside]));
    if finding.counterexample.is_some() {
        let (_, [outside, inside]) = compare_with_model(true, frame)?;
        if outside == 0 && inside > 0 {
            return Ok(finding.say("E16.reversed", &[]));
        }
    }
    Ok(finding)
}

/// Where Proposition would play otherwise than Model: at how many positions with p ≤ r²/2, where it must not if a sector
/// decides them, and with p > r²/2.
fn compare_with_model(reversed: bool, frame: &Frame) -> Result<(Tried, [u64; 2])> {
    let (pile, rate) = frame.pick((2_000, 70), (20_000, 220));
    let model = Model::FITTED;
    let proposition = Proposition { model, reversed };
    let mut differing = [0; 2];
    let states = (1..=pile).flat_map(|pile| (1..=rate).map(move |rate| State { pile, rate }));
    let enumerated = words("E16.looked", &[&pile, &rate]);
    let mut tried =
        frame.forall(enumerated, "the smallest pile", states).survey(|tried, state| {
            let options: Vec<State> = state.options().collect();
            let is_choice = options.len() > 1;
            tried.count(is_choice.into());
            if !is_choice {
                return Ok(());
            }
            let turn = Turn { position: &state, options: &options, mover: Player::Left };
            let [mut one, mut other] = [Vec::new(), Vec::new()];
            model.pick(turn, &mut one)?;
            proposition.pick(turn, &mut other)?;
            let is_inside = state.is_beyond_half_a_square();
            differing[usize::from(is_inside)] += u64::from(one != other);
            if let Some(sector) = sector(state.pile, state.rate) {
                tried.expect(one == other || is_inside, || at_random(state, sector));
            }
            Ok(())
        })?;
    if tried.holds() && differing[1] == 0 {
        let what = "inside the core Proposition plays as Model does, everywhere";
        tried.against = Some(Counterexample::plain(what, "all positions"));
    }
    Ok((tried, differing))
}

fn at_random(State { pile, rate }: State, sector: Sector) -> (String, [String; 2]) {
    let half = rate as f64 * rate as f64 / 2.0;
    let steps = [
        format!(
            "p = {pile} is not more than r²/2 = {half}, and the position lies in {:?}_{}",
            sector.kind, sector.k
        ),
        "Model makes the winning move that it knows, Proposition any".to_owned(),
    ];
    (format!("at ({pile},{rate}), which a sector decides, Proposition plays at random"), steps)
}

/// Better than chance means: by a hundredth of the choices.
const MARGIN: f64 = 0.01;

/// E17: Model copes with the chaotic region, with one of these parameters. Decided by counting: in each decade of piles,
/// from 10 to 10^(last+1), at all positions of the core where the sectors leave a choice between winning and losing
/// moves, Model must find a winning move clearly more often than a random choice would. Beside that, games against an opponent who uses the sectors as Model does and plays at
/// random where they are silent: they show what its choices are worth.
pub(super) fn copes(models: &[Model], last: u32, frame: &Frame) -> Result {
    let most = 10u64.pow(last + 1);
    let (mut worth, mut cases) = (Vec::new(), 0u128);
    for model in models {
        let belts = belts(model, last, &frame.limits)?;
        cases += belts.together.iter().map(|share| u128::from(share.choices)).sum::<u128>();
        worth.push((*model, belts));
    }
    let losing: Vec<Option<usize>> =
        worth.iter().map(|(_, belts)| belts.together.iter().position(|s| !is_better(s))).collect();
    let against = match losing.iter().all(Option::is_some) {
        true => worth.first().zip(losing.first().copied().flatten()).map(no_better),
        false => None,
    };
    let bound = || Known::up_to(format!("all open choices with piles below {most}"));
    let enumerated = words("E17.looked", &[&most, &worth.len()]);
    let failed = against.is_some();
    let mut finding = Finding::decided(against, bound(), cases, enumerated);
    for (model, belts) in &worth {
        if failed {
            let (better, others) = (belts.listed(true), belts.listed(false));
            let fitted = match *model == Model::FITTED {
                true => format!(", fitted to piles up to {}", FitSettings::default().pile),
                false => String::new(),
            };
            let values: Values<'_> = &[model, &fitted, &better, &others];
            finding = finding.say_known("E17.decades", values, bound());
        }
        finding = finding.exhibit(belt_table(model, belts));
    }
    for model in models {
        let players = [StrategyName::Model(*model), StrategyName::SectorCareful];
        let what = "against an opponent who uses the sectors as Model does, and plays at random \
                    where they are silent";
        finding = also(finding, what, players, frame)?;
    }
    Ok(finding)
}

fn is_better(share: &Share) -> bool {
    share.of_model() > share.of_chance() + MARGIN
}

/// Where a model first is not better than chance.
fn no_better(((model, belts), index): (&(Model, Belts), usize)) -> Counterexample {
    let Share { choices, right, by_chance } = belts.together[index];
    let piles = piles_of(index);
    let what = format!(
        "for {piles} Model finds a winning move in {right} of {choices} open choices, chance in \
         {by_chance:.1}"
    );
    let decades = belts.together.iter().enumerate();
    let decades = decades.map(|(index, share)| format!("{}: {}", piles_of(index), worth_of(share)));
    let steps = [format!("the parameters are {model}")].into_iter().chain(decades);
    Counterexample::new(what, steps, "the first decade in which it is not better by a point")
}

fn piles_of(index: usize) -> String {
    format!("piles from 10^{} to 10^{}", index + 1, index + 2)
}

impl Belts {
    /// For which piles a model is better than chance, or is not.
    fn listed(&self, better: bool) -> String {
        let chosen = self.together.iter().enumerate();
        let chosen = chosen.filter(|(_, share)| is_better(share) == better);
        let texts =
            chosen.map(|(index, share)| format!("{} ({})", piles_of(index), worth_of(share)));
        let texts: Vec<String> = texts.collect();
        if texts.is_empty() { "none".to_owned() } else { texts.join(", ") }
    }
}

fn worth_of(share: &Share) -> String {
    format!("{:.1} %, chance {:.1} %", 100.0 * share.of_model(), 100.0 * share.of_chance())
}

fn belt_table(model: &Model, worth: &Belts) -> Exhibit {
    let decades =
        (1..=worth.together.len()).map(|decade| format!("piles 10^{decade} to 10^{}", decade + 1));
    let rows = worth.belts.iter().map(|belt| {
        let cells = belt.shares.iter().map(|share| {
            Cell::new(match share.choices {
                0 => String::new(),
                choices => format!(
                    "{:.1} % / {:.1} % of {choices}",
                    100.0 * share.of_model(),
                    100.0 * share.of_chance()
                ),
            })
        });
        (format!("{} to {}", belt.from, 2.0 * belt.from), cells.collect())
    });
    let columns = ["p/r²".to_owned()].into_iter().chain(decades);
    table(words("E17.belts", &[model]), columns, rows)
}
