//! Moves that go the same way wherever they start: fixed steps and rays.
//!
//! *Theorem.* In an exact case of a move, let the numbers fall by forms of one number κ alone. If the facts say, as far as
//! positions are legal, just that κ lies in a set and what the numbers of positions can be, then the case leads to the
//! legal positions that lie one of these falls away, and to no others. Falls that are the multiples of a vector, from
//! some number on, are a ray; each other one is a step.

use std::collections::BTreeSet;

use super::{Finding, one_for_one};
use crate::cases::{
    Case, Exact, Miss, NEW, Within, between, check, check_same, elements, inequalities, numbers,
    of_cases, of_elements, too_large, with_bounds, within_numbers,
};
use crate::ir::{Move, Number, Program, Set, Shape};
use crate::linear::{Bounds, Linear, System, Work};
use crate::structure::WholePositionTerm;
use crate::syntax::Many;

/// A vector that a move adds to any legal position, wherever the sum is legal, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The vector.
    pub vector: Vec<Number>,
    /// It is added any number of times from this one on, which is at least 1; or once.
    pub from: Option<Number>,
}

/// Does each move add one of finitely many vectors, wherever the result is legal?
///
/// *Theorem.* Then whether a position far from all borders is won depends on those at fixed distances from it, so
/// that a table can be worked out cell by cell with fixed offsets.
pub fn constant_shifts(program: &Program) -> Finding {
    let mut vectors = BTreeSet::new();
    for (index, walks) in all_walks(program).enumerate() {
        for Walk { vector, from } in walks? {
            if from.is_some() {
                return Err(format!("move {} goes any distance", index + 1));
            }
            vectors.insert(vector);
        }
    }
    if vectors.is_empty() {
        return Err("no move is ever possible".into());
    }
    Ok(format!("each move adds {}", list(vectors)))
}

/// Does each move go any distance along a vector, or add one of finitely many?
///
/// *Theorem.* What a ray along v can reach from x is x + v and what it can reach from there (if it starts with one
/// step and the legal positions on the way have no gaps), so one flag carried along each line does the work of all
/// its steps.
pub fn rays(program: &Program) -> Finding {
    let (mut directions, mut vectors) = (Vec::new(), BTreeSet::new());
    for walks in all_walks(program) {
        for Walk { vector, from } in walks? {
            if from.is_none() {
                vectors.insert(vector);
            } else if !directions.contains(&vector) {
                directions.push(vector);
            }
        }
    }
    if directions.is_empty() {
        return Err("no move goes any distance".into());
    }
    let mut text = format!("each move goes any distance along {}", list(directions));
    if !vectors.is_empty() {
        text += &format!(", or adds {}", list(vectors));
    }
    Ok(text)
}

fn all_walks(program: &Program) -> impl Iterator<Item = Result<Vec<Walk>, String>> {
    let mut work = Work::new(super::WORK);
    program.moves.iter().enumerate().map(move |(index, one)| {
        walks(program, one, &mut work).or_else(|miss| {
            if Case::all(program, one, &mut work).is_empty() {
                return Ok(Vec::new());
            }
            let why =
                one_for_one(one).map_or_else(|what| format!(" {what}"), |()| format!(": {miss}"));
            Err(format!("move {}{why}", index + 1))
        })
    })
}

/// `(-1, 0), (0, -1) or (-1, -1)`
fn list(vectors: impl IntoIterator<Item = Vec<Number>>) -> String {
    const MOST: usize = 12;
    let one = |vector: Vec<Number>| match vector[..] {
        [number] => number.to_string(),
        _ => format!("({})", vector.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
    };
    let mut texts = vectors.into_iter().map(one).collect::<Vec<_>>();
    if texts.len() > MOST {
        let left = texts.len() - MOST;
        texts.truncate(MOST);
        texts.push(format!("one of {left} more"));
    }
    match texts.pop() {
        None => "nothing".into(),
        Some(last) if texts.is_empty() => last,
        Some(last) => format!("{} or {last}", texts.join(", ")),
    }
}

/// What a move adds, if that is the same everywhere; nothing, if it is never possible.
pub fn walks(program: &Program, one: &Move, work: &mut Work) -> Result<Vec<Walk>, Miss> {
    one_for_one(one)?;
    walks_of(program, Exact::all(&program.shape, &[], one)?, work)
}

/// What a move with these cases adds.
fn walks_of(program: &Program, mut cases: Vec<Exact>, work: &mut Work) -> Result<Vec<Walk>, Miss> {
    let looks = program.legal.iter().any(|one| one.find(WholePositionTerm::of).is_some());
    check(!looks, "whether a position is legal depends on all heaps together")?;
    // Conditions of which no inequalities are known hold or fail on both sides of the comparison.
    let legal = program.legal.iter().filter_map(inequalities).flatten().collect::<Vec<_>>();
    for case in &mut cases {
        let facts = std::mem::take(&mut case.facts);
        case.facts = facts.and(legal_with(&legal, &case.new)?);
    }
    let spread = |case: &Exact, work: &mut Work| case.clone().spread(1, work);
    let cases = of_cases(cases, work, spread)?.concat();
    let found = of_elements(cases, work, |case, work| {
        let fall = Fall::of(case)?;
        with_bounds(&fall.facts, &fall.parameter, work, |bounds, work| {
            fall.walks(&legal, bounds, work)
        })
    })?;
    let mut walks: Vec<Walk> = Vec::new();
    for walk in found.concat() {
        if !walks.contains(&walk) {
            walks.push(walk);
        }
    }
    Ok(walks)
}

/// These facts of the numbers before a move and of those after it.
fn legal_with(legal: &[Linear], after: &[Linear]) -> Result<Vec<Linear>, Miss> {
    let after = legal.iter().map(|fact| fact.substituted(|slot| after.get(slot).cloned()));
    let all = legal.iter().cloned().map(Some).chain(after);
    all.collect::<Option<_>>().ok_or_else(too_large)
}

/// A case in which the numbers fall by these forms of κ.
struct Fall {
    facts: System,
    parameter: Linear,
    falls: Vec<Linear>,
    within: Option<Within>,
}

/// By how much each number falls.
fn falls(case: &Exact) -> Result<Vec<Linear>, Miss> {
    let falls = (0..).zip(&case.new).map(|(slot, new)| Linear::variable(slot).minus(new));
    falls.collect::<Option<_>>().ok_or_else(too_large)
}

const DEPENDS: &str = "how a number falls depends on the position";

impl Fall {
    /// Finds κ: the choice, if the falls depend on nothing else, or else one of the falls.
    fn of(case: &Exact) -> Result<Fall, Miss> {
        let falls = falls(case)?;
        let Some(choice) = case.choices.first() else {
            return Fall::new(case, Linear::constant(0), falls, None);
        };
        let on_position = |form: &&Linear| form.mentions(|variable| variable < case.new.len());
        let is_unit = |form: &&Linear| matches!(form.factor(choice.variable), 1 | -1);
        let mut moving = falls.iter().filter(on_position);
        let Some(fall) = moving.clone().find(is_unit).or_else(|| moving.next()) else {
            let parameter = Linear::variable(choice.variable);
            return Fall::new(case, parameter, falls, choice.within.clone());
        };
        let solved = case.with_new_choice(choice.variable, fall);
        let solved = solved.filter(|_| choice.within.is_none()).ok_or(DEPENDS)?;
        Fall::new(&solved, Linear::variable(NEW), self::falls(&solved)?, None)
    }

    /// A miss, if a fall depends on more than the parameter.
    fn new(
        case: &Exact,
        parameter: Linear,
        falls: Vec<Linear>,
        within: Option<Within>,
    ) -> Result<Fall, Miss> {
        let is_other = |variable: usize| parameter.factor(variable) == 0;
        check(!falls.iter().any(|fall| fall.mentions(is_other)), DEPENDS)?;
        Ok(Fall { facts: case.facts.clone(), parameter, falls, within })
    }

    /// The walks, if κ lies between these bounds and nothing else counts but what is legal.
    fn walks(&self, legal: &[Linear], bounds: Bounds, work: &mut Work) -> Result<Vec<Walk>, Miss> {
        /// A single choice of lengths does not go farther than this.
        const FARTHEST: Number = 1_000_000;
        // What only rises is looked at upside down.
        let (low, high, sign) = match bounds {
            (None, Some(high)) => (-high, None, -1),
            (low, high) => (low.ok_or("it is not known how far a move goes")?, high, 1),
        };
        // A bound that the size of numbers sets is none; but a single length may be any.
        let high = high.filter(|high| *high <= FARTHEST || *high == low);
        let miss = "whether a move is possible depends on more than its vector";
        check(high.is_none_or(|high| low <= high), miss)?;
        let parameter = self.parameter.scaled(sign).ok_or_else(too_large)?;
        let after = (0..).zip(&self.falls).map(|(slot, fall)| Linear::variable(slot).minus(fall));
        let after = after.collect::<Option<Vec<_>>>().ok_or_else(too_large)?;
        let positions = numbers(self.falls.len()).and(after.iter().flat_map(within_numbers));
        let along = between(&parameter, low, high)?;
        let target = positions.and(legal_with(legal, &after)?).and(along);
        check_same(&self.facts, &target, miss, work)?;
        let within = match &self.within {
            Some(within) if sign < 0 => Some(within.clone().subtracted_from(0).ok_or(miss)?),
            within => within.clone(),
        };
        self.along(sign, &elements(within.as_ref(), low, high)?)
    }

    /// What is added where ±κ is one of these numbers.
    fn along(&self, sign: Number, elements: &Set) -> Result<Vec<Walk>, Miss> {
        const MOST: usize = 1000;
        let few = elements.finite.len() <= MOST;
        check(few, &format!("there are more than {MOST} vectors"))?;
        let at = |number: Number| {
            let of = |fall: &Linear| fall.value(|_| sign * number)?.checked_neg();
            self.falls.iter().map(of).collect::<Option<Vec<Number>>>().ok_or_else(too_large)
        };
        let steps =
            elements.finite.iter().map(|number| Ok(Walk { vector: at(*number)?, from: None }));
        let mut walks = steps.collect::<Result<Vec<_>, Miss>>()?;
        if let Some((first, step)) = elements.tail {
            let (start, next) = (at(first)?, at(first + step)?);
            let vector: Vec<Number> =
                start.iter().zip(next).map(|(one, next)| next - one).collect();
            let moving = vector.iter().position(|step| *step != 0);
            let place = moving.ok_or("a choice without end changes nothing")?;
            let from = start[place] / vector[place];
            let is_ray =
                from >= 1 && start.iter().zip(&vector).all(|(one, step)| *one == from * step);
            check(is_ray, "a move goes any distance, but not by multiples of a vector")?;
            walks.push(Walk { vector, from: Some(from) });
        }
        Ok(walks)
    }
}

/// A vector that can be added to any legal position that keeps the guards, where the sum is legal, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stride {
    vector: Vec<Number>,
    /// Not negative where the step can be made.
    guards: Vec<Linear>,
}

/// The steps of the moves that walk, and of those that add the same numbers wherever a linear condition holds.
#[must_use]
pub fn strides(program: &Program) -> Vec<Stride> {
    let free = |Walk { vector, from }: Walk| Stride {
        vector: vector.iter().map(|step| step.saturating_mul(from.unwrap_or(1))).collect(),
        guards: Vec::new(),
    };
    let mut work = Work::new(super::WORK);
    // Cases are what takes the time, so both ways to read a move have the same.
    let of_move = |one: &Move| {
        let Ok(cases) = Exact::all(&program.shape, &[], one) else { return Vec::new() };
        let is_one = one_for_one(one).map_err(str::to_owned);
        let walks = is_one.and_then(|()| walks_of(program, cases.clone(), &mut work));
        match walks {
            Ok(walks) => walks.into_iter().map(free).collect(),
            Err(_) => guarded(&program.shape, cases),
        }
    };
    let strides = program.moves.iter().flat_map(of_move);
    strides.filter(|stride| stride.vector.iter().any(|step| *step != 0)).collect()
}

/// The steps of a move of named numbers without choices.
fn guarded(shape: &Shape, cases: Vec<Exact>) -> Vec<Stride> {
    let stride = |case: Exact| {
        let vector = falls(&case).ok()?.into_iter().map(|fall| fall.scaled(-1)?.as_constant());
        let vector = vector
            .collect::<Option<_>>()
            .filter(|_| case.choices.is_empty() && case.products.is_empty())?;
        Some(Stride { vector, guards: case.facts.facts().to_vec() })
    };
    match shape {
        Shape::Named(_) => cases.into_iter().filter_map(stride).collect(),
        Shape::Many(..) => Vec::new(),
    }
}

/// How many positions can be reached from a legal one, at least: those along one of the [`strides`].
#[must_use]
pub fn least_reached(program: &Program, strides: &[Stride], tuple: &[u64]) -> u128 {
    let numbers: Vec<Number> = match &program.shape {
        Shape::Named(_) => tuple.iter().map(|number| (*number).into()).collect(),
        // Two coins on one place vanish; and what holds of one heap may look at others.
        Shape::Many(Many::Coins, _) => return 1,
        Shape::Many(..) if !program.legal.is_empty() => return 1,
        Shape::Many(..) => tuple.iter().max().map(|heap| (*heap).into()).into_iter().collect(),
    };
    let legal = program.legal.iter().map(inequalities).collect::<Option<Vec<_>>>();
    let Some(legal) = legal else { return 1 };
    let borders = self::numbers(numbers.len()).and(legal.concat());
    let along = |stride: &Stride| {
        // A guard must hold before each step, a border after it, too.
        let guards = stride.guards.iter().map(|guard| (guard, 1));
        let room =
            borders.facts().iter().map(|border| (border, 0)).chain(guards).map(|(fact, more)| {
                let here = fact.value(|slot| numbers[slot])?;
                let slope = fact.value(|slot| stride.vector[slot])?.checked_sub(fact.constant)?;
                Some(match (here, slope) {
                    (..0, _) => 0,
                    (_, ..0) => here / -slope + more,
                    _ => Program::LARGEST,
                })
            });
        let room = room.collect::<Option<Vec<Number>>>()?.into_iter().min()?;
        u128::try_from(room).ok()
    };
    let fitting = strides.iter().filter(|stride| stride.vector.len() == numbers.len());
    let longest = fitting.filter_map(along).max();
    1 + longest.unwrap_or(0)
}
