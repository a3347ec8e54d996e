//! Moves that go the same way wherever they start: fixed steps and rays.

use std::collections::BTreeSet;

use super::{Finding, one_for_one};
use crate::cases::{Case, Choice, Origin, Within, inequalities};
use crate::ir::{Becomes, Move, Number, Program, Shape, Slot};
use crate::linear::{Linear, Maximum, System, Work};
use crate::syntax::Many;

/// A move that is the same everywhere: what it leads to is a legal position that lies one of these steps away, and
/// every legal position that does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Walk {
    /// One of finitely many vectors is added.
    Shifts(Vec<Vec<Number>>),
    /// A multiple of a vector is added, any from the least one on.
    Ray {
        /// The vector.
        direction: Vec<Number>,
        /// The least multiple, at least 1.
        from: Number,
    },
}

/// Does each move add one of finitely many vectors, wherever the result is legal?
///
/// *Theorem.* Then whether a position far from all borders is won depends on those at fixed distances from it, so
/// that a table can be worked out cell by cell with fixed offsets.
pub fn constant_shifts(program: &Program) -> Finding {
    let mut vectors = BTreeSet::new();
    for (index, walk) in walks(program).enumerate() {
        match walk? {
            Walk::Shifts(all) => vectors.extend(all),
            Walk::Ray { .. } => return Err(format!("move {} goes any distance", index + 1)),
        }
    }
    if vectors.is_empty() {
        return Err("no move is ever possible".into());
    }
    Ok(format!("each move adds {}", list(&vectors.into_iter().collect::<Vec<_>>())))
}

/// Does each move go any distance along a vector, or add one of finitely many?
///
/// *Theorem.* What a ray along v can reach from x is x + v and what it can reach from there (if it starts with one
/// step and the legal positions on the way have no gaps), so one flag carried along each line does the work of all
/// its steps.
pub fn rays(program: &Program) -> Finding {
    let (mut directions, mut vectors) = (Vec::new(), BTreeSet::new());
    for walk in walks(program) {
        match walk? {
            Walk::Shifts(all) => vectors.extend(all),
            Walk::Ray { direction, .. } if directions.contains(&direction) => {}
            Walk::Ray { direction, .. } => directions.push(direction),
        }
    }
    if directions.is_empty() {
        return Err("no move goes any distance".into());
    }
    let mut text = format!("each move goes any distance along {}", list(&directions));
    if !vectors.is_empty() {
        text += &format!(", or adds {}", list(&vectors.into_iter().collect::<Vec<_>>()));
    }
    Ok(text)
}

fn walks(program: &Program) -> impl Iterator<Item = Result<Walk, String>> {
    let mut work = Work::new(super::WORK);
    program.moves.iter().enumerate().map(move |(index, one)| {
        walk_within(program, one, &mut work).map_err(|why| format!("move {} {why}", index + 1))
    })
}

/// `(-1, 0), (0, -1) or (-1, -1)`
fn list(vectors: &[Vec<Number>]) -> String {
    const MOST: usize = 12;
    let one = |vector: &Vec<Number>| match vector[..] {
        [number] => number.to_string(),
        _ => format!("({})", vector.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
    };
    let mut texts = vectors.iter().map(one).collect::<Vec<_>>();
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

/// How a move walks, or why it is not the same everywhere. A move that is never possible has no shifts.
pub fn walk(program: &Program, one: &Move) -> Result<Walk, String> {
    let walk = walk_within(program, one, &mut Work::new(super::WORK));
    walk.map_err(|why| format!("the move {why}"))
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
    let free = |vector: Vec<Number>| Stride { vector, guards: Vec::new() };
    let of_move = |one: &Move| match walk(program, one) {
        Ok(Walk::Shifts(vectors)) => vectors.into_iter().map(free).collect(),
        Ok(Walk::Ray { direction, from }) => {
            vec![free(direction.iter().map(|step| step.saturating_mul(from)).collect())]
        }
        Err(_) => guarded(program, one),
    };
    let strides = program.moves.iter().flat_map(of_move);
    strides.filter(|stride| stride.vector.iter().any(|step| *step != 0)).collect()
}

/// The steps of a move without choices.
fn guarded(program: &Program, one: &Move) -> Vec<Stride> {
    if !matches!((&program.shape, &one.becomes), (Shape::Named(_), Becomes::Position(_))) {
        return Vec::new();
    }
    let stride = |case: &Case| {
        if !case.is_linear() || case.lost.sets || !case.choices.is_empty() {
            return None;
        }
        let vector = steps(case)?.iter().map(Linear::as_constant).collect::<Option<_>>()?;
        Some(Stride { vector, guards: steps_of(case) })
    };
    Case::all(program, one, &mut Work::new(super::WORK)).iter().filter_map(stride).collect()
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
    let own = (0..numbers.len()).map(Linear::variable);
    let below = |form: &Linear| form.scaled(-1)?.shifted(Program::LARGEST);
    let within = own.map(|form| Some(vec![below(&form)?, form]));
    let legal = program.legal.iter().map(inequalities);
    let Some(borders) = within.chain(legal).collect::<Option<Vec<_>>>() else { return 1 };
    let borders = borders.concat();
    let along = |stride: &Stride| {
        let room = borders.iter().chain(&stride.guards).map(|border| {
            let here = border.value(|slot| numbers[slot])?;
            let slope = border.value(|slot| stride.vector[slot])?.checked_sub(border.constant)?;
            Some(match (here, slope) {
                (..0, _) => 0,
                (_, ..0) => here / -slope,
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

/// A move with alternatives makes the shifts of all of them.
fn walk_within(program: &Program, one: &Move, work: &mut Work) -> Result<Walk, String> {
    let mut vectors = BTreeSet::new();
    let mut ray = None;
    for case in Case::all(program, one, work) {
        match (walk_of(program, one, &case, work)?, &ray) {
            (Walk::Shifts(all), _) => vectors.extend(all),
            (walk, None) => ray = Some(walk),
            (walk, Some(known)) if walk == *known => {}
            _ => return Err("goes any distance in different ways".into()),
        }
    }
    match ray {
        None => Ok(Walk::Shifts(vectors.into_iter().collect())),
        Some(ray) if vectors.is_empty() => Ok(ray),
        Some(_) => Err("goes any distance and makes fixed steps".into()),
    }
}

fn walk_of(program: &Program, one: &Move, case: &Case, work: &mut Work) -> Result<Walk, String> {
    one_for_one(one)?;
    if !case.is_linear() {
        return Err("has conditions that are not linear".into());
    }
    let steps = steps(case).ok_or("has too large numbers")?;
    let slots = program.position_slots();
    match steps.iter().any(|step| step.mentions(|variable| variable < slots)) {
        false if is_bounded(case, work) => shifts(case, &steps, work),
        _ => ray(program, case, &steps, work),
    }
}

/// By how much each number rises.
fn steps(case: &Case) -> Option<Vec<Linear>> {
    (0..).zip(&case.new).map(|(slot, new)| new.minus(&Linear::variable(slot))).collect()
}

/// The facts that mention the choices alone.
fn of_choices(case: &Case) -> System {
    let is_free = |slot: Slot| case.choices.iter().any(|one| one.variable == slot);
    let facts = case.facts.iter().map(|(_, fact)| fact);
    System::of(facts.filter(|fact| !fact.mentions(|slot| !is_free(slot))).cloned())
}

fn is_bounded(case: &Case, work: &mut Work) -> bool {
    let choices = of_choices(case);
    case.choices.iter().all(|one| range(&choices, one.variable, work).is_some())
}

/// The least and the greatest value of a slot.
fn range(system: &System, slot: Slot, work: &mut Work) -> Option<(Number, Number)> {
    let own = Linear::variable(slot);
    let high = system.maximum_within(&own, work);
    let low = system.maximum_within(&own.scaled(-1)?, work);
    match (low, high) {
        (Maximum::AtMost(low), Maximum::AtMost(high)) => Some((-low, high)),
        (Maximum::Empty, _) | (_, Maximum::Empty) => Some((1, 0)),
        _ => None,
    }
}

/// The facts of legality, with those given.
fn legal_with(case: &Case, others: &[Linear]) -> System {
    System::of(case.facts_of(Origin::Legal).chain(others).cloned())
}

fn steps_of(case: &Case) -> Vec<Linear> {
    case.facts_of(Origin::Step).cloned().collect()
}

/// Choices within a box that does not depend on the position, and nothing else that does.
fn shifts(case: &Case, steps: &[Linear], work: &mut Work) -> Result<Walk, String> {
    const MOST: usize = 1000;
    let choices = of_choices(case);
    if !legal_with(case, choices.facts()).implies_all_within(&steps_of(case), work) {
        return Err("asks for more than that the new position is legal".into());
    }
    let mut tuples = vec![Vec::new()];
    for Choice { variable, within } in &case.choices {
        let (low, high) = range(&choices, *variable, work).ok_or("has no bounds")?;
        let inside = |number: &Number| (low..=high).contains(number);
        let few = || high.checked_sub(low).is_some_and(|width| width < MOST as Number);
        let is_element = |number: &Number| within.as_ref().is_none_or(|set| set.contains(*number));
        let numbers: Vec<Number> = match within {
            Some(Within::Set(set)) if set.tail.is_none() => {
                set.finite.iter().copied().filter(inside).collect()
            }
            _ if !few() => return Err(format!("adds one of more than {MOST} vectors")),
            _ => (low..=high).filter(is_element).collect(),
        };
        if tuples.len() * numbers.len() > MOST {
            return Err(format!("adds one of more than {MOST} vectors"));
        }
        let longer = |tuple: &Vec<Number>| {
            numbers.iter().map(|number| [&tuple[..], &[*number]].concat()).collect::<Vec<_>>()
        };
        tuples = tuples.iter().flat_map(longer).collect();
    }
    let mut vectors = BTreeSet::new();
    for tuple in &tuples {
        let value = |slot: Slot| {
            let place = case.choices.iter().position(|one| one.variable == slot);
            place.map_or(0, |place| tuple[place])
        };
        if choices.facts().iter().all(|fact| fact.value(value).is_some_and(|value| value >= 0)) {
            let vector = steps.iter().map(|step| step.value(value)).collect::<Option<Vec<_>>>();
            vectors.insert(vector.ok_or("has too large numbers")?);
        }
    }
    Ok(Walk::Shifts(vectors.into_iter().collect()))
}

/// All steps are multiples of one form, the distance, which can be chosen freely from some number on.
fn ray(program: &Program, case: &Case, steps: &[Linear], work: &mut Work) -> Result<Walk, String> {
    let moving = steps.iter().find(|step| !step.terms.is_empty());
    let Some(distance) = moving.and_then(primitive) else {
        return Err("has choices without bounds".into());
    };
    let odd_one = || {
        let moving = steps.iter().position(|step| !step.terms.is_empty()).unwrap_or(0);
        let name = program.shape.names()[moving];
        format!("changes {name} by an amount that depends on the position")
    };
    let multiples = steps.iter().map(|step| multiple(step, &distance)).collect::<Option<Vec<_>>>();
    let mut direction = multiples.ok_or("has no fixed direction")?;
    let choice = match &case.choices[..] {
        [Choice { variable, within: None }] => *variable,
        _ => return Err(odd_one()),
    };
    if distance.factor(choice).abs() != 1 || case.lost.sets {
        return Err(odd_one());
    }
    let system = case.system();
    let mut from = None;
    for sign in [1, -1] {
        let signed = distance.scaled(-sign).ok_or("has too large numbers")?;
        if let (None, Maximum::AtMost(bound)) = (&from, system.maximum_within(&signed, work))
            && bound < 0
        {
            from = Some((-bound, sign));
        }
    }
    let (from, sign) = from.ok_or_else(odd_one)?;
    direction.iter_mut().for_each(|number| *number *= sign);
    let free = distance.scaled(sign).and_then(|distance| distance.shifted(-from));
    let free = legal_with(case, free.as_slice());
    if !free.implies_all_within(&steps_of(case), work) {
        return Err("asks for more than that the new position is legal".into());
    }
    Ok(Walk::Ray { direction, from })
}

/// The form divided by the greatest common divisor of its numbers.
fn primitive(form: &Linear) -> Option<Linear> {
    let numbers = form.terms.iter().map(|term| term.1).chain([form.constant]);
    form.divided(numbers.fold(0, crate::linear::gcd))
}

/// How many times the one form is the other.
fn multiple(form: &Linear, of: &Linear) -> Option<Number> {
    let (slot, factor) = of.terms.first()?;
    let times = form.factor(*slot).checked_div(*factor)?;
    (of.scaled(times)? == *form).then_some(times)
}
