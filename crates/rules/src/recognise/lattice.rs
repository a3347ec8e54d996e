//! Walks towards the origin: fixed vectors, once or any number of times.
//!
//! *Conditions.* Positions are two or more numbers, all of them legal; both players have the same moves; and in each
//! case of a move the numbers fall by v·κ, where v is a fixed vector of numbers that are not negative, κ is
//! one number that can be read off the fall, and the facts say exactly that κ lies in a set and that nothing becomes
//! negative. *They suffice*: κ from 1 on without end is a ray along v, multiples of m a ray along m·v, and each single
//! value of κ is a step v·κ, which is the definition of [`LatticeRules`].

use bouton_lang::cases::{Elements, Exact, Miss, Within, within_numbers};
use bouton_lang::linear::{Bounds, Linear, System, Work};
use bouton_lang::{Number, Program, Shape};
use bouton_values::Player;

use super::pieces::check_legality;
use super::{Found, cases, of_both, of_cases};
use crate::families::{LatticeMove, LatticeRules};
use crate::spec::Spec;

/// A single choice of lengths does not go farther than this.
const FARTHEST: Number = 1_000_000;

/// More vectors than this are not looked for.
const MOST_MOVES: usize = 64;

pub(super) fn recognise(program: &Program, work: &mut Work) -> Result<Found, Miss> {
    let Shape::Named(names) = &program.shape else {
        return Err("a position is any number of heaps".to_owned());
    };
    if names.iter().any(|(_, default)| default.is_some()) {
        return Err("a number may be left out".to_owned());
    }
    check_legality(program)?;
    let moves =
        of_both(program, |player| moves(program, player, names.len(), work).map(Vectors))?.0;
    if moves.is_empty() {
        return Err("no move is ever possible".to_owned());
    }
    let because = moves.iter().map(describe).collect::<Vec<_>>().join(", ");
    let names = names.iter().map(|(name, _)| name.clone()).collect();
    Ok(Found {
        spec: Spec::Lattice(LatticeRules { names, moves }),
        family: "lattice walk",
        because: vec![
            format!("each move lowers the numbers by a fixed vector: {because}"),
            "every tuple of numbers is legal".to_owned(),
        ],
    })
}

/// Moves in any order.
struct Vectors(Vec<LatticeMove>);

impl PartialEq for Vectors {
    fn eq(&self, other: &Vectors) -> bool {
        self.0.len() == other.0.len() && self.0.iter().all(|one| other.0.contains(one))
    }
}

fn describe(one: &LatticeMove) -> String {
    let numbers = one.vector.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    match one.ray {
        true => format!("({numbers}) any number of times"),
        false => format!("({numbers}) once"),
    }
}

fn moves(
    program: &Program,
    player: Player,
    dimension: usize,
    work: &mut Work,
) -> Result<Vec<LatticeMove>, Miss> {
    let spread = |case: &Exact, work: &mut Work| case.clone().spread(1, work);
    let cases = of_cases(cases(program, player)?, work, spread)?.concat();
    let mut found: Vec<LatticeMove> = Vec::new();
    for vector in of_cases(cases, work, |case, work| vectors(case, dimension, work))?.concat() {
        if !found.contains(&vector) {
            found.push(vector);
        }
    }
    match found.len() > MOST_MOVES {
        true => Err(format!("there are more than {MOST_MOVES} vectors")),
        false => Ok(found),
    }
}

/// A case in which the numbers fall by `slope·κ + offset`.
struct Fall {
    facts: Vec<Linear>,
    parameter: Linear,
    slope: Vec<Number>,
    offset: Vec<Number>,
    within: Option<Within>,
}

fn vectors(case: &Exact, dimension: usize, work: &mut Work) -> Result<Vec<LatticeMove>, Miss> {
    let fall = fall(case, dimension)?;
    let facts = System::of(fall.facts.iter().cloned());
    let stated = facts.stated_bounds(&fall.parameter);
    fall.vectors(&facts, stated, work).or_else(|_| {
        let best = facts.bounds_within(&fall.parameter, work);
        fall.vectors(&facts, best, work)
    })
}

/// Finds κ: the choice, if the falls depend on nothing else, or else one of the falls.
fn fall(case: &Exact, dimension: usize) -> Result<Fall, Miss> {
    const PARAMETER: usize = 1 << 20;
    let falls = (0..dimension).map(|slot| Linear::variable(slot).minus(&case.new[slot]));
    let falls: Vec<Linear> = falls.collect::<Option<_>>().ok_or_else(too_large)?;
    let on_position = |form: &Linear| form.mentions(|variable| variable < dimension);
    let depends = || "how a number falls depends on the position".to_owned();
    let Some(choice) = case.choices.first() else {
        let parameter = Linear::constant(0);
        return Fall::new(case.facts.clone(), parameter, &falls, None).ok_or_else(depends);
    };
    let variable = choice.variable;
    let is_unit = |form: &&Linear| on_position(form) && matches!(form.factor(variable), 1 | -1);
    let some_fall = || falls.iter().find(|form| on_position(form));
    let Some(fall) = falls.iter().find(is_unit).or_else(some_fall) else {
        let parameter = Linear::variable(variable);
        let within = choice.within.clone();
        return Fall::new(case.facts.clone(), parameter, &falls, within).ok_or_else(depends);
    };
    // The fall is factor · choice + rest; with the factor 1 or -1 the choice is factor · (κ - rest).
    let factor = fall.factor(variable);
    if !matches!(factor, 1 | -1) || choice.within.is_some() {
        return Err(depends());
    }
    let rest = fall.minus(&Linear { terms: vec![(variable, factor)], constant: 0 });
    let parameter = Linear::variable(PARAMETER);
    let form =
        rest.and_then(|rest| parameter.minus(&rest)?.scaled(factor)).ok_or_else(too_large)?;
    let replace = |one: &Linear| one.substituted(|other| (other == variable).then(|| form.clone()));
    let facts = case.facts.iter().map(replace).collect::<Option<_>>().ok_or_else(too_large)?;
    let falls = falls.iter().map(replace).collect::<Option<Vec<_>>>().ok_or_else(too_large)?;
    Fall::new(facts, parameter, &falls, None).ok_or_else(depends)
}

fn too_large() -> Miss {
    "the numbers are too large".to_owned()
}

impl Fall {
    /// `None` if a fall depends on more than the parameter.
    fn new(
        facts: Vec<Linear>,
        parameter: Linear,
        falls: &[Linear],
        within: Option<Within>,
    ) -> Option<Fall> {
        let variable = parameter.terms.first().map(|(variable, _)| *variable);
        if falls.iter().any(|fall| fall.mentions(|other| Some(other) != variable)) {
            return None;
        }
        let slope = |fall: &Linear| variable.map_or(0, |variable| fall.factor(variable));
        Some(Fall {
            facts,
            parameter,
            slope: falls.iter().map(slope).collect(),
            offset: falls.iter().map(|fall| fall.constant).collect(),
            within,
        })
    }

    /// The moves, if κ lies between these bounds and nothing else counts.
    fn vectors(
        &self,
        facts: &System,
        (low, high): Bounds,
        work: &mut Work,
    ) -> Result<Vec<LatticeMove>, Miss> {
        let low = low.ok_or("it is not known how far a move goes")?;
        // A bound that the size of numbers sets is none.
        let high = high.filter(|high| *high <= FARTHEST);
        if high.is_some_and(|high| high < low)
            || !facts.equivalent_within(&self.target(low, high)?, work)
        {
            return Err("whether a move is possible depends on more than its vector".to_owned());
        }
        self.moves(&Elements::new(self.within.as_ref(), low, high)?)
    }

    /// All numbers are legal before and after, and κ lies between the bounds.
    fn target(&self, low: Number, high: Option<Number>) -> Result<System, Miss> {
        let mut facts = Vec::new();
        for (slot, (slope, offset)) in self.slope.iter().zip(&self.offset).enumerate() {
            let number = Linear::variable(slot);
            facts.extend(within_numbers(&number));
            let fall = self.parameter.scaled(*slope).and_then(|form| form.shifted(*offset));
            facts.push(fall.and_then(|fall| number.minus(&fall)).ok_or_else(too_large)?);
        }
        facts.push(self.parameter.shifted(-low).ok_or_else(too_large)?);
        if let Some(high) = high {
            let below = self.parameter.scaled(-1).and_then(|form| form.shifted(high));
            facts.push(below.ok_or_else(too_large)?);
        }
        Ok(System::of(facts))
    }

    fn moves(&self, elements: &Elements) -> Result<Vec<LatticeMove>, Miss> {
        if elements.finite.len() > MOST_MOVES {
            return Err(format!("there are more than {MOST_MOVES} vectors"));
        }
        let mut moves = Vec::new();
        for value in &elements.finite {
            let numbers = self.slope.iter().zip(&self.offset);
            let vector = vector(numbers.map(|(slope, offset)| at(*slope, *offset, *value)))?;
            moves.push(LatticeMove { vector, ray: false });
        }
        if let Some((from, step)) = elements.tail {
            // The falls from the first element on must be the multiples 1, 2, … of a vector.
            let numbers = self.slope.iter().zip(&self.offset);
            let is_multiple = |(slope, offset): (&Number, &Number)| {
                at(*slope, *offset, from) == at(*slope, 0, step)
            };
            if !numbers.clone().all(is_multiple) {
                return Err("a move may go any distance from the second step on".to_owned());
            }
            let vector = vector(self.slope.iter().map(|slope| at(*slope, 0, step)))?;
            moves.push(LatticeMove { vector, ray: true });
        }
        Ok(moves)
    }
}

/// `slope · value + offset`
fn at(slope: Number, offset: Number, value: Number) -> Option<Number> {
    slope.checked_mul(value)?.checked_add(offset)
}

/// A vector of numbers that are not negative and not all 0.
fn vector(numbers: impl Iterator<Item = Option<Number>>) -> Result<Vec<u64>, Miss> {
    let small = |number: Option<Number>| {
        number.filter(|one| *one <= Program::LARGEST).and_then(|one| u64::try_from(one).ok())
    };
    let vector: Vec<u64> =
        numbers.map(small).collect::<Option<_>>().ok_or("a move may raise a number")?;
    match vector.iter().any(|number| *number > 0) {
        true => Ok(vector),
        false => Err("a move may change nothing".to_owned()),
    }
}
