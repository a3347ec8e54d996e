//! The parameters of Model, found again, and what they are worth.
//!
//! *The data.* In the core, a position whose mover can win and can also go wrong is a *choice*.
//! Options in sectors are no matter for the cosine: Model plays into D_k and avoids A_k, B_k and
//! C_k without it. A choice is *open* if no option lies in a D_k and the options in no sector are
//! partly lost and partly won. All open choices up to a pile are taken, with the outcomes that were
//! worked out.
//!
//! *The search.* G depends on the ratios of a, b, c and d, so c = 1. Triples (a, b, d) are drawn at
//! random from the seed; each of the best is then improved by steps along one axis at a time,
//! halved when none helps, to 2⁻¹⁶. What is maximised is the number of open choices in which the
//! cosine is largest at a lost option.

use bouton_rules::{Limits, Refusal};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::model::Model;
use crate::nimrod::{Outcomes, State, core_begins};

/// How the parameters are searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FitSettings {
    /// The largest pile that is learnt from.
    pub pile: u64,
    /// How many triples are drawn.
    pub draws: usize,
    /// How many of the best are improved.
    pub climbs: usize,
    /// Where the random numbers begin.
    pub seed: u64,
}

impl Default for FitSettings {
    fn default() -> FitSettings {
        FitSettings { pile: 100, draws: 10_000, climbs: 40, seed: 1 }
    }
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fitted {
    /// The parameters.
    pub model: Model,
    /// How it does in the choices that it learnt from.
    pub share: Share,
}

/// How often a model is right where the sectors leave it a choice.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Share {
    /// How many open choices there were.
    pub choices: u64,
    /// In how many of them the model goes to a lost position.
    pub right: u64,
    /// In how many of them a random option in no sector would do so, on average.
    pub by_chance: f64,
}

impl Share {
    /// The share of choices that are right.
    #[must_use]
    pub fn of_model(&self) -> f64 {
        self.right as f64 / self.choices as f64
    }

    /// What chance would make of them.
    #[must_use]
    pub fn of_chance(&self) -> f64 {
        self.by_chance / self.choices as f64
    }

    fn add(&mut self, model: &Model, choice: &Choice) {
        self.choices += 1;
        self.right += u64::from(choice.is_right(model));
        self.by_chance += f64::from(choice.lost.count_ones()) / choice.options().len() as f64;
    }
}

/// A choice that the sectors leave open.
#[derive(Clone, Copy, Debug)]
struct Choice {
    /// The options in no sector.
    states: [State; 3],
    count: usize,
    /// Which of them are lost, a bit each.
    lost: u8,
}

impl Choice {
    /// The choice at a state, if it is one and open.
    fn at(state: State, outcomes: &Outcomes) -> Option<Choice> {
        if u128::from(state.pile) < core_begins(state.rate) {
            return None;
        }
        let mut choice = Choice { states: [state; 3], count: 0, lost: 0 };
        for option in state.options() {
            match option.known() {
                Some(false) => return None,
                Some(true) => {}
                None => {
                    choice.states[choice.count] = option;
                    choice.lost |= u8::from(outcomes.is_lost(option)) << choice.count;
                    choice.count += 1;
                }
            }
        }
        let all = (1 << choice.count) - 1;
        (choice.lost != 0 && choice.lost != all).then_some(choice)
    }

    fn options(&self) -> &[State] {
        &self.states[..self.count]
    }

    /// Is the cosine largest at a lost option? Where it is largest at several, the first counts.
    fn is_right(&self, model: &Model) -> bool {
        let mut best = (f64::NEG_INFINITY, 0);
        for (index, option) in self.options().iter().enumerate() {
            let shade = model.shade(*option);
            if shade > best.0 {
                best = (shade, index);
            }
        }
        self.lost >> best.1 & 1 == 1
    }
}

/// What it costs to look at a position, or to try a model on a choice, about.
const STEPS_A_CHOICE: u128 = 50;
/// How often a model is changed and tried on its way up, about.
const TRIES_A_CLIMB: usize = 200;

/// All open choices with piles of at most `pile`; the outcomes must reach as far.
fn choices(pile: u64, outcomes: &Outcomes) -> Vec<Choice> {
    let states = (1..=pile).flat_map(|pile| {
        (1..)
            .take_while(move |rate| core_begins(*rate) <= pile.into())
            .map(move |rate| State { pile, rate })
    });
    states.filter_map(|state| Choice::at(state, outcomes)).collect()
}

/// The highest rate whose core begins at this pile or before.
fn highest_core_rate(pile: u64) -> u64 {
    (1..).take_while(|rate| core_begins(*rate) <= pile.into()).last().unwrap_or(1)
}

/// How many open choices there are up to a pile.
pub fn open_choices(pile: u64, limits: &Limits) -> Result<u64, Refusal> {
    let outcomes = Outcomes::of_window(pile, highest_core_rate(pile) + 1, limits)?;
    Ok(choices(pile, &outcomes).len() as u64)
}

fn share(model: &Model, choices: &[Choice]) -> Share {
    let mut share = Share::default();
    choices.iter().for_each(|choice| share.add(model, choice));
    share
}

fn right(model: &Model, choices: &[Choice]) -> u64 {
    choices.iter().filter(|choice| choice.is_right(model)).count() as u64
}

/// Searches for the parameters that are right most often; the same ones for the same settings.
pub fn fit(settings: &FitSettings, limits: &Limits) -> Result<Fitted, Refusal> {
    let rate = highest_core_rate(settings.pile) + 1;
    let positions = u128::from(settings.pile) * u128::from(rate);
    limits.check_steps("listing the choices", positions * STEPS_A_CHOICE)?;
    let outcomes = Outcomes::of_window(settings.pile, rate, limits)?;
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
    Ok(Fitted { model, share: share(&model, &choices) })
}

/// a in [-π, π], b in [0, 2π], d in [-0.9, 3]: other values of a and b repeat these for small
/// rates, and below d = -1 the phase has a pole at a rate that occurs.
fn any_model(random: &mut ChaCha8Rng) -> Model {
    use std::f64::consts::{PI, TAU};
    let mut between = |low: f64, high: f64| low + (high - low) * random.random::<f64>();
    Model { a: between(-PI, PI), b: between(0.0, TAU), c: 1.0, d: between(-0.9, 3.0) }
}

/// The first and the last step of a climb.
const STEPS: (f64, f64) = (0.125, 1.0 / 65_536.0);

fn climb(mut count: u64, mut model: Model, choices: &[Choice]) -> (u64, Model) {
    let mut step = STEPS.0;
    while step >= STEPS.1 {
        let mut improved = false;
        for neighbour in neighbours(model, step) {
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

fn neighbours(model: Model, step: f64) -> [Model; 6] {
    [
        Model { a: model.a - step, ..model },
        Model { a: model.a + step, ..model },
        Model { b: model.b - step, ..model },
        Model { b: model.b + step, ..model },
        Model { d: model.d - step, ..model },
        Model { d: model.d + step, ..model },
    ]
}

/// What a model is worth in the core: belts of p/r², each over decades of piles.
#[derive(Clone, Debug, PartialEq)]
pub struct Belts {
    /// The decades: piles from 10^k to 10^(k+1) - 1.
    pub decades: Vec<u32>,
    /// The belts, each twice as far out as the one before.
    pub belts: Vec<Belt>,
    /// All belts together, for each decade.
    pub together: Vec<Share>,
}

/// The positions with from ≤ p/r² < 2·from.
#[derive(Clone, Debug, PartialEq)]
pub struct Belt {
    /// Where it begins: 2^k.
    pub from: f64,
    /// How the model does, for each decade; nothing was open where `choices` is 0.
    pub shares: Vec<Share>,
}

/// What a model is worth at all open choices with piles from 10 to 10^(last+1) - 1.
pub fn belts(model: &Model, last: u32, limits: &Limits) -> Result<Belts, Refusal> {
    let most = 10u64.saturating_pow(last + 1) - 1;
    let rate = highest_core_rate(most) + 1;
    let steps = u128::from(most) * u128::from(rate) * 100;
    limits.check_steps("the belts of the core", steps)?;
    let outcomes = Outcomes::of_window(most, rate, limits)?;
    let decades: Vec<u32> = (1..=last).collect();
    let mut belts: Vec<Belt> = Vec::new();
    let mut together = vec![Share::default(); decades.len()];
    for pile in 10..=most {
        if pile % 1024 == 0 {
            limits.progress(pile, most)?;
        }
        let decade = pile.ilog10() as usize - 1;
        for rate in (1..).take_while(|rate| core_begins(*rate) <= pile.into()) {
            let Some(choice) = Choice::at(State { pile, rate }, &outcomes) else { continue };
            // The core begins a little before r²/2 at some rates: such a position joins the first
            // belt.
            let belt = (2 * pile / (rate * rate)).max(1).ilog2() as usize;
            while belts.len() <= belt {
                let from = 0.5 * f64::from(1u32 << belts.len());
                belts.push(Belt { from, shares: vec![Share::default(); decades.len()] });
            }
            belts[belt].shares[decade].add(model, &choice);
            together[decade].add(model, &choice);
        }
    }
    Ok(Belts { decades, belts, together })
}
