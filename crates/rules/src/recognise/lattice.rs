//! Walks towards the origin: fixed vectors, once or any number of times.
//!
//! *Conditions.* Positions are two or more numbers, all of them legal; both players have the same moves; and in each
//! case of a move the numbers fall by v·κ, where v is a fixed vector of numbers that are not negative, κ is
//! one number that can be read off the fall, and the facts say exactly that κ lies in a set and that nothing becomes
//! negative. *They suffice*: κ from 1 on without end is a ray along v, multiples of m a ray along m·v, and each single
//! value of κ is a step v·κ, which is the definition of [`LatticeRules`].

use std::sync::Arc;

use bouton_lang::cases::{Exact, Miss, NEW, Within, elements, numbers, too_large};
use bouton_lang::linear::{Bounds, Linear, System, Work};
use bouton_lang::{Number, Program, Set};
use bouton_values::Player;

use super::pieces::check_legality;
use super::{
    Found, between, check, check_same, names, of_both, of_elements, of_player, with_bounds,
};
use crate::families::{LatticeMove, LatticeRules};
use crate::spec::Spec;

/// A single choice of lengths does not go farther than this.
const FARTHEST: Number = 1_000_000;

/// More vectors than this are not looked for.
const MOST_MOVES: usize = 64;

pub(super) fn recognise(program: &Arc<Program>, work: &mut Work) -> Result<Found, Miss> {
    let names = names(&program.shape);
    check(names.iter().all(|(_, default)| default.is_none()), "a number may be left out")?;
    check_legality(program)?;
    let moves = of_both(program, |player| moves(program, player, work).map(Vectors))?.0;
    check(!moves.is_empty(), "no move is ever possible")?;
    let because = moves.iter().map(describe).collect::<Vec<_>>().join(", ");
    let names = names.iter().map(|(name, _)| name.clone()).collect();
    let because = vec![
        format!("each move lowers the numbers by a fixed vector: {because}"),
        "every tuple of numbers is legal".to_owned(),
    ];
    Ok(Found::new(Spec::Lattice(LatticeRules { names, moves }), because))
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

fn moves(program: &Program, player: Player, work: &mut Work) -> Result<Vec<LatticeMove>, Miss> {
    let spread = |case: &Exact, work: &mut Work| case.clone().spread(1, work);
    let cases = of_player(program, player, work, spread)?.concat();
    let mut found: Vec<LatticeMove> = Vec::new();
    for vector in of_elements(cases, work, vectors)?.concat() {
        if !found.contains(&vector) {
            found.push(vector);
        }
    }
    check_count(found.len()).map(|()| found)
}

fn check_count(vectors: usize) -> Result<(), Miss> {
    check(vectors <= MOST_MOVES, &format!("there are more than {MOST_MOVES} vectors"))
}

/// A case in which the numbers fall by these forms of κ.
struct Fall {
    facts: System,
    parameter: Linear,
    falls: Vec<Linear>,
    within: Option<Within>,
}

fn vectors(case: &Exact, work: &mut Work) -> Result<Vec<LatticeMove>, Miss> {
    let fall = fall(case)?;
    with_bounds(&fall.facts, &fall.parameter, work, |bounds, work| fall.vectors(bounds, work))
}

/// Finds κ: the choice, if the falls depend on nothing else, or else one of the falls.
fn fall(case: &Exact) -> Result<Fall, Miss> {
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
    let solved = case.with_new_choice(choice.variable, fall).filter(|_| choice.within.is_none());
    let solved = solved.ok_or(DEPENDS)?;
    Fall::new(&solved, Linear::variable(NEW), self::falls(&solved)?, None)
}

/// By how much each number falls.
fn falls(case: &Exact) -> Result<Vec<Linear>, Miss> {
    let falls = (0..).zip(&case.new).map(|(slot, new)| Linear::variable(slot).minus(new));
    falls.collect::<Option<_>>().ok_or_else(too_large)
}

const DEPENDS: &str = "how a number falls depends on the position";

impl Fall {
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

    /// The moves, if κ lies between these bounds and nothing else counts.
    fn vectors(&self, (low, high): Bounds, work: &mut Work) -> Result<Vec<LatticeMove>, Miss> {
        let low = low.ok_or("it is not known how far a move goes")?;
        // A bound that the size of numbers sets is none; but a single length may be any.
        let high = high.filter(|high| *high <= FARTHEST || *high == low);
        let miss = "whether a move is possible depends on more than its vector";
        check(high.is_none_or(|high| low <= high), miss)?;
        check_same(&self.facts, &self.target(low, high)?, miss, work)?;
        self.moves(&elements(self.within.as_ref(), low, high)?)
    }

    /// All numbers are legal before and after, and κ lies between the bounds.
    fn target(&self, low: Number, high: Option<Number>) -> Result<System, Miss> {
        let after = (0..).zip(&self.falls).map(|(slot, fall)| Linear::variable(slot).minus(fall));
        let after = after.collect::<Option<Vec<_>>>().ok_or_else(too_large)?;
        let numbers = numbers(self.falls.len());
        Ok(numbers.and(after).and(between(&self.parameter, low, high)?))
    }

    fn moves(&self, elements: &Set) -> Result<Vec<LatticeMove>, Miss> {
        check_count(elements.finite.len())?;
        let mut moves = Vec::new();
        for value in &elements.finite {
            let vector = vector(self.falls.iter().map(|fall| fall.value(|_| *value)))?;
            moves.push(LatticeMove { vector, ray: false });
        }
        if let Some((from, step)) = elements.tail {
            // The falls from the first element on must be the multiples 1, 2, … of a vector.
            let more = |fall: &Linear| fall.value(|_| step)?.checked_sub(fall.constant);
            let is_ray = self.falls.iter().all(|fall| fall.value(|_| from) == more(fall));
            check(is_ray, "a move may go any distance from the second step on")?;
            moves.push(LatticeMove { vector: vector(self.falls.iter().map(more))?, ray: true });
        }
        Ok(moves)
    }
}

/// A vector of numbers that are not negative and not all 0.
fn vector(numbers: impl Iterator<Item = Option<Number>>) -> Result<Vec<u64>, Miss> {
    let small = |number: Option<Number>| {
        number.filter(|one| *one <= Program::LARGEST).and_then(|one| u64::try_from(one).ok())
    };
    let vector: Vec<u64> =
        numbers.map(small).collect::<Option<_>>().ok_or("a move may raise a number")?;
    check(vector.iter().any(|number| *number > 0), "a move may change nothing").map(|()| vector)
}
