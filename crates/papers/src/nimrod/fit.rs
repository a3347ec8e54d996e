//! The parameters of Model, found again, and how well they do.
//!
//! *The data.* In the core, a position whose mover can win and can also go wrong is a *choice*. Options in sectors do
//! not matter for the cosine: Model plays into D_k and avoids A_k, B_k and C_k without it. A choice is *open* if no
//! option lies in a D_k and the options in no sector are partly lost and partly won. All open choices up to a pile are
//! taken, with the outcomes that were worked out.
//!
//! *The search.* G depends on the ratios of a, b, c and d, so c = 1. Triples (a, b, d) are drawn at random from the
//! seed; each of the best is then improved by steps along one axis at a time, halved when none helps, to 2⁻¹⁶. What is
//! maximised is the number of open choices in which the cosine is largest at a lost option.

use bouton_lab::ask::{Belt, Decade, FitView, FittedModel, LearntFrom, ShareView};
use bouton_lab::duels::{Model, Outcomes, State, core_begins, wilson};
use bouton_lab::render::style::{FAINT, STRONG, paint};
use bouton_lab::rules::{Limits, Refusal};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::frame::Result;

/// How often a model is right where the sectors leave it a choice.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    choices: u64,
    /// In how many of them the model goes to a lost position.
    right: u64,
    /// In how many of them a random option in no sector would do so, on average.
    by_chance: f64,
}

impl Count {
    fn add(&mut self, model: &Model, choice: &Choice) {
        self.choices += 1;
        self.right += u64::from(choice.is_right(model));
        self.by_chance += choice.chance();
    }

    fn share(self) -> ShareView {
        let Count { choices, right, by_chance } = self;
        let share = |of: f64| (choices > 0).then(|| of / choices as f64);
        let interval = wilson(right, choices).into();
        ShareView { choices, right, share: share(right as f64), interval, chance: share(by_chance) }
    }
}

/// A choice that the sectors leave open: the options in no sector, and whether they are lost.
#[derive(Clone, Copy, Debug)]
struct Choice([Option<(State, bool)>; 3]);

impl Choice {
    /// The choice at a state of the core, if it is one and open.
    fn at(state: State, outcomes: &Outcomes) -> Option<Choice> {
        let mut options = [None; 3];
        for (place, option) in options.iter_mut().zip(state.options()) {
            match option.known() {
                Some(false) => return None,
                Some(true) => {}
                None => *place = Some((option, outcomes.is_lost(option))),
            }
        }
        let choice = Choice(options);
        (0.0 < choice.chance() && choice.chance() < 1.0).then_some(choice)
    }

    fn options(&self) -> impl Iterator<Item = (State, bool)> {
        self.0.iter().flatten().copied()
    }

    /// The chance that a random option is lost; not a number where there is none.
    fn chance(&self) -> f64 {
        self.options().filter(|(_, is_lost)| *is_lost).count() as f64
            / self.options().count() as f64
    }

    /// Is the cosine largest at a lost option? Where it is largest at several, the first counts.
    fn is_right(&self, model: &Model) -> bool {
        let first = self.options().next();
        let mut best = (f64::NEG_INFINITY, first.is_some_and(|(_, is_lost)| is_lost));
        for (option, is_lost) in self.options() {
            let shade = model.shade(option);
            if shade > best.0 {
                best = (shade, is_lost);
            }
        }
        best.1
    }
}

/// What it costs to look at a position, or to try a model on a choice, about.
const STEPS_A_CHOICE: u128 = 50;
/// How often a model is changed and tried on its way up, about.
const TRIES_A_CLIMB: usize = 200;

/// All open choices with piles of at most `pile`; the outcomes must reach as far.
fn choices(pile: u64, outcomes: &Outcomes) -> Vec<Choice> {
    let states = (1..=pile).flat_map(|pile| core_rates(pile).map(move |rate| State { pile, rate }));
    states.filter_map(|state| Choice::at(state, outcomes)).collect()
}

/// The rates whose core begins at this pile or before.
fn core_rates(pile: u64) -> impl Iterator<Item = u64> {
    (1..).take_while(move |rate| core_begins(*rate) <= pile.into())
}

/// The outcomes of the core up to a pile, if as many steps for each position are allowed.
fn outcomes_to(pile: u64, what: &str, steps: u128, limits: &Limits) -> Result<Outcomes> {
    let rate = core_rates(pile).last().unwrap_or(1) + 1;
    limits.check_steps(what, u128::from(pile) * u128::from(rate) * steps)?;
    Outcomes::of_window(pile, rate, limits)
}

fn right(model: &Model, choices: &[Choice]) -> u64 {
    choices.iter().filter(|choice| choice.is_right(model)).count() as u64
}

/// Searches for the parameters that are right most often, and how often; the same ones for the same settings.
pub(super) fn fit(settings: &LearntFrom, limits: &Limits) -> Result<(Model, ShareView)> {
    let outcomes = outcomes_to(settings.pile, "listing the choices", STEPS_A_CHOICE, limits)?;
    let choices = choices(settings.pile, &outcomes);
    let tries = (settings.draws + settings.climbs * TRIES_A_CLIMB) as u128;
    limits.check_steps("the search", choices.len() as u128 * tries * STEPS_A_CHOICE)?;
    limits.check_memory("the choices", std::mem::size_of_val(&choices[..]) as u128)?;
    if choices.is_empty() {
        return Err(Refusal::bad(
            format!("up to the pile {} the sectors leave nothing open", settings.pile),
            "learn from larger piles, such as 200",
        ));
    }
    let total = (settings.draws + settings.climbs) as u64;
    let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
    let mut drawn: Vec<(u64, Model)> = Vec::with_capacity(settings.draws);
    for index in 0..settings.draws {
        limits.progress(index as u64, total)?;
        let model = any_model(&mut random);
        drawn.push((right(&model, &choices), model));
    }
    // A stable sort: of equals, the first drawn comes first.
    drawn.sort_by_key(|(right, _)| std::cmp::Reverse(*right));
    let mut best: Option<(u64, Model)> = None;
    for (index, (count, model)) in drawn.into_iter().take(settings.climbs).enumerate() {
        limits.progress((settings.draws + index) as u64, total)?;
        let climbed = climb(count, model, &choices);
        if best.is_none_or(|best| climbed.0 > best.0) {
            best = Some(climbed);
        }
    }
    let Some((_, model)) = best else {
        return Err(Refusal::bad("nothing was drawn", "draw and improve at least once"));
    };
    let mut count = Count::default();
    choices.iter().for_each(|choice| count.add(&model, choice));
    Ok((model, count.share()))
}

/// a in [-π, π], b in [0, 2π], d in [-0.9, 3]: other values of a and b repeat these for small
/// rates, and below d = -1 the phase has a pole at a rate that occurs.
fn any_model(random: &mut ChaCha8Rng) -> Model {
    use std::f64::consts::{PI, TAU};
    let mut between = |low: f64, high: f64| low + (high - low) * random.random::<f64>();
    Model { a: between(-PI, PI), b: between(0.0, TAU), c: 1.0, d: between(-0.9, 3.0) }
}

fn climb(mut count: u64, mut model: Model, choices: &[Choice]) -> (u64, Model) {
    let mut step = 0.125;
    while step >= 1.0 / 65_536.0 {
        let mut improved = false;
        for neighbour in [
            Model { a: model.a - step, ..model },
            Model { a: model.a + step, ..model },
            Model { b: model.b - step, ..model },
            Model { b: model.b + step, ..model },
            Model { d: model.d - step, ..model },
            Model { d: model.d + step, ..model },
        ] {
            let better = right(&neighbour, choices);
            if better > count {
                (count, model, improved) = (better, neighbour, true);
            }
        }
        if !improved {
            step /= 2.0;
        }
    }
    (count, model)
}

/// How well a model does at all open choices with piles from 10 to 10^(last+1) - 1: in belts of p/r², each twice as far
/// out as the one before, and in all of them together, for each decade of piles.
pub(super) fn belts(model: &Model, last: u32, limits: &Limits) -> Result<(Vec<Belt>, Vec<Decade>)> {
    let most = 10u64.saturating_pow(last + 1) - 1;
    let outcomes = outcomes_to(most, "the belts of the core", 100, limits)?;
    let none = vec![Count::default(); last as usize];
    let (mut belts, mut together) = (Vec::new(), none.clone());
    for pile in 10..=most {
        if pile % 1024 == 0 {
            limits.progress(pile, most)?;
        }
        let decade = pile.ilog10() as usize - 1;
        for rate in core_rates(pile) {
            let Some(choice) = Choice::at(State { pile, rate }, &outcomes) else { continue };
            // The core begins a little before r²/2 at some rates: such a position joins the first belt.
            let belt = (2 * pile / (rate * rate)).max(1).ilog2() as usize;
            if belts.len() <= belt {
                belts.resize(belt + 1, none.clone());
            }
            belts[belt][decade].add(model, &choice);
            together[decade].add(model, &choice);
        }
    }
    let belts = belts.iter().enumerate().map(|(index, counts)| {
        let from = 0.5 * f64::from(1u32 << index);
        Belt { from, to: 2.0 * from, decades: decades(counts) }
    });
    Ok((belts.collect(), decades(&together)))
}

/// How often a model is right for piles from 10 to 99, from 100 to 999, ….
fn decades(counts: &[Count]) -> Vec<Decade> {
    let decade = |(power, count): (u32, &Count)| {
        let piles = [10u64.pow(power), 10u64.pow(power + 1) - 1];
        Decade { share: count.share(), piles }
    };
    (1..).zip(counts).map(decade).collect()
}

/// `10^2 to 10^3`.
pub(super) fn powers(decade: &Decade) -> String {
    let power = decade.piles[0].ilog10();
    format!("10^{power} to 10^{}", power + 1)
}

/// How often a model is right, and how often chance would be.
pub(super) fn shares(found: &ShareView) -> [String; 2] {
    [found.share, found.chance].map(|share| percent(share.unwrap_or_default()))
}

pub(super) fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// Searches for Model's parameters, and tries them on piles below 10^(decades + 1).
pub fn fit_model(settings: &LearntFrom, decades: u32, limits: &Limits) -> Result<FitView> {
    let (model, fit) = fit(settings, limits)?;
    let (belts, together) = belts(&model, decades, limits)?;
    Ok(FitView {
        model: FittedModel { a: model.a, b: model.b, c: model.c, d: model.d },
        strategy: format!("model:{model}"),
        usual: model == Model::FITTED,
        learnt_from: settings.clone(),
        fit,
        belts,
        together,
    })
}

/// The parameters, how they were found, and the table of belts.
#[must_use]
pub fn fit_text(found: &FitView) -> String {
    let FittedModel { a, b, c, d } = found.model;
    let LearntFrom { pile, draws, climbs, seed } = found.learnt_from;
    let (ShareView { choices, right, .. }, [share, chance]) = (&found.fit, shares(&found.fit));
    let mut text = format!("{}\n\n", paint(STRONG, &found.strategy));
    text += &format!(
        "  G(r,p) = cos((ar+bp)/(cr+d)) with a = {a:.4}, b = {b:.4}, c = {c}, d = {d:.4}\n"
    );
    text += &paint(
        FAINT,
        format!(
            "  searched for with seed {seed}: {draws} triples a, b, d drawn at random, the best \
             {climbs} improved step by step,\n  \
             to be right as often as possible in the {choices} choices with piles to {pile} \
             that the sectors leave open\n"
        ),
    );
    text +=
        &format!("  right in {right} of {choices} of them, {share} %; by chance {chance} %\n\n");
    text + &belts_text(found)
}

/// A row for each belt: per decade of piles the share of right moves, and what chance would make.
fn belts_text(found: &FitView) -> String {
    let heads = found.together.iter();
    let heads = heads.map(|decade| format!("{:>24}", format!("piles {}", powers(decade))));
    let mut text = paint(FAINT, format!("  {:<16}{}\n", "belt of p/r²", heads.collect::<String>()));
    let head = format!("{:>24}", "right % chance %  of");
    text += &paint(FAINT, format!("  {:<16}{}\n", "", head.repeat(found.together.len())));
    let row = |name: String, decades: &[Decade]| {
        let cells: String = decades.iter().map(|decade| cell(&decade.share)).collect();
        format!("  {name:<16}{cells}\n")
    };
    for belt in &found.belts {
        text += &row(format!("{} to {}", belt.from, belt.to), &belt.decades);
    }
    text + &row("all".to_owned(), &found.together)
}

fn cell(found: &ShareView) -> String {
    let [share, chance] = shares(found);
    match found.choices {
        0 => " ".repeat(24),
        choices => format!("{:>24}", format!("{share}  {chance}  {choices:>7}")),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use bouton_lab::duels::{Nimrod, StrategyName};
    use bouton_lab::oracle::Oracle;
    use bouton_lab::rules::Ruleset;
    use bouton_lab::values::{Outcome, Player};

    use super::*;

    #[test]
    fn the_usual_parameters_are_what_the_search_finds() {
        let settings = LearntFrom::default();
        let (model, found) = fit(&settings, &Limits::default()).unwrap();
        for (found, kept) in [
            (model.a, Model::FITTED.a),
            (model.b, Model::FITTED.b),
            (model.c, Model::FITTED.c),
            (model.d, Model::FITTED.d),
        ] {
            assert!((found - kept).abs() < 1e-9, "{found} {kept}");
        }
        let outcomes = Outcomes::of_window(settings.pile, 20, &Limits::default()).unwrap();
        assert_eq!(found.choices, choices(settings.pile, &outcomes).len() as u64);
        assert!(found.share.unwrap() > 0.6 && found.chance.unwrap() < 0.45, "{found:?}");
    }

    /// Counted once more, from the oracle and the printed conditions.
    #[test]
    fn belts_count_the_open_choices() {
        let (found, together) = belts(&Model::SECTORS, 2, &Limits::default()).unwrap();
        assert_eq!(together.len(), 2);
        let mut oracle = Oracle::new(&Nimrod, Limits::default());
        let mut lost = |state: &State| oracle.outcome(state).unwrap() == Outcome::P;
        let mut wanted: HashMap<(usize, i32), (u64, u64, f64)> = HashMap::new();
        for (pile, rate) in (10u64..1000).flat_map(|pile| (1..46).map(move |rate| (pile, rate))) {
            if 4 * pile + 6 < 2 * rate * rate + rate {
                continue;
            }
            let options = Nimrod.options(&State { pile, rate }, Player::Left);
            let open: Vec<State> =
                options.iter().copied().filter(|option| option.known().is_none()).collect();
            let outcomes: Vec<bool> = open.iter().map(&mut lost).collect();
            let losses = outcomes.iter().filter(|lost| **lost).count();
            let reaches_d = options.iter().any(|option| option.known() == Some(false));
            if reaches_d || losses == 0 || losses == open.len() {
                continue;
            }
            let shade = |state: &State| Model::SECTORS.shade(*state);
            let mut best = 0;
            for index in 1..open.len() {
                if shade(&open[index]) > shade(&open[best]) {
                    best = index;
                }
            }
            let belt = (pile as f64 / (rate * rate) as f64).log2().floor().max(-1.0) as i32 + 1;
            let entry = wanted.entry((usize::from(pile >= 100), belt)).or_default();
            entry.0 += 1;
            entry.1 += u64::from(outcomes[best]);
            entry.2 += losses as f64 / open.len() as f64;
        }
        for (index, belt) in found.iter().enumerate() {
            assert_eq!(belt.from, 2f64.powi(index as i32 - 1));
            for (decade, Decade { share, .. }) in belt.decades.iter().enumerate() {
                let wanted = wanted.remove(&(decade, index as i32)).unwrap_or_default();
                assert_eq!((share.choices, share.right), (wanted.0, wanted.1), "{belt:?}");
                let by_chance = share.chance.unwrap_or(0.0) * share.choices as f64;
                assert!((by_chance - wanted.2).abs() < 1e-6);
            }
        }
        assert!(wanted.is_empty(), "{wanted:?}");
        let sum: u64 = found.iter().map(|belt| belt.decades[1].share.choices).sum();
        assert_eq!(together[1].share.choices, sum);
    }

    #[test]
    fn the_fit_is_shown_with_its_belts() {
        let settings = LearntFrom { pile: 40, draws: 50, climbs: 2, seed: 3 };
        let view = fit_model(&settings, 2, &Limits::default()).unwrap();
        assert!(view.fit.choices > 0 && view.fit.right <= view.fit.choices, "{:?}", view.fit);
        assert_eq!(view.learnt_from.pile, 40);
        assert!(view.belts.iter().all(|belt| belt.decades.len() == view.together.len()));
        let text = fit_text(&view);
        assert!(text.contains(&view.strategy) && text.contains("piles 10^1 to 10^2"), "{text}");
        assert!(text.contains("0.5 to 1"));
        // The strategy can be typed in again.
        let read = StrategyName::parse(&view.strategy).unwrap();
        assert!(
            matches!(read, StrategyName::Model(model) if model.a == view.model.a && model.d == view.model.d)
        );
    }
}
