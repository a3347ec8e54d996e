//! What a program is: rules of a family that fast engines know, or rules that run as they are written.
//!
//! Each family has a file that states its conditions and why they suffice. They are conditions on the *set* of
//! moves, proved by linear arithmetic, not on the way in which the moves are written. A family that is not recognised
//! says why; the reason is kept for `explain`, and the next family is tried. A wrong recognition would be a wrong theorem: in
//! doubt, it is a miss.

mod chomp;
mod coins;
mod distinct;
mod endings;
mod euclid;
mod lattice;
mod limit;
mod moore;
mod pieces;
mod rate;
mod rule;
mod taking;

use std::sync::Arc;

use bouton_lang::cases::{Exact, Miss, exact};
use bouton_lang::linear::{Linear, Work};
use bouton_lang::syntax::Many;
use bouton_lang::{Number, Program, Shape};
use bouton_values::Player;

use crate::ending::Ending;
use crate::families::WrittenRules;
use crate::spec::Spec;

/// What was understood of a program.
#[derive(Clone, Debug)]
pub struct Understanding {
    /// The rules, as engines match on them.
    pub spec: Spec,
    /// Who wins where a player is stuck.
    pub ending: Ending,
    /// The family that was recognised, in a word or two; "as written" if none was.
    pub family: &'static str,
    /// Why it is this family.
    pub because: Vec<String>,
    /// The families that were tried before, and what was missing.
    pub misses: Vec<(&'static str, String)>,
}

/// A family that was recognised.
struct Found {
    spec: Spec,
    family: &'static str,
    because: Vec<String>,
}

/// What is missing where `legal` lines are something else than inequalities.
const NOT_LINEAR: &str = "a `legal` line is not one linear condition";

/// What recognising a program may cost in all.
const WORK: u64 = 2_000_000;

/// A family: what it is called, which positions it is about, and how it is recognised.
struct Family {
    name: &'static str,
    is_about: fn(&Shape) -> bool,
    recognise: fn(&Arc<Program>, &mut Work) -> Result<Found, Miss>,
}

/// The families, in the order in which they are tried: those that more is known of come first.
const FAMILIES: [Family; 10] = [
    Family {
        name: "take and break",
        is_about: |shape| is_heaps(shape) || numbers(shape) == 1,
        recognise: |program, work| taking::recognise(program, work),
    },
    Family {
        name: "heaps that differ",
        is_about: is_heaps,
        recognise: |program, work| distinct::recognise(program, work),
    },
    Family {
        name: "several heaps at once",
        is_about: is_heaps,
        recognise: |program, work| moore::recognise(program, work),
    },
    Family {
        name: "coin turning",
        is_about: |shape| matches!(shape, Shape::Many(Many::Coins, _)),
        recognise: |program, work| coins::recognise(program, work),
    },
    Family {
        name: "pile and rate",
        is_about: |shape| numbers(shape) == 2,
        recognise: |program, work| rate::recognise(program, work),
    },
    Family {
        name: "lattice walk",
        is_about: |shape| numbers(shape) >= 2,
        recognise: |program, work| lattice::recognise(program, work),
    },
    Family {
        name: "euclid",
        is_about: |shape| numbers(shape) == 2,
        recognise: |program, work| euclid::recognise(program, work),
    },
    Family {
        name: "heap and limit",
        is_about: |shape| numbers(shape) == 2,
        recognise: |program, work| limit::recognise(program, work),
    },
    Family {
        name: "chomp",
        is_about: |shape| matches!(shape, Shape::Many(Many::Rows, _)),
        recognise: |program, work| chomp::recognise(program, work),
    },
    Family {
        name: "independent heaps",
        is_about: |shape| {
            matches!(shape, Shape::Many(Many::Heaps | Many::Coins, _)) || numbers(shape) == 1
        },
        recognise: |program, _| rule::recognise(program),
    },
];

/// What is the same for both players; a miss, if it is not.
fn of_both<T: PartialEq>(
    program: &Program,
    mut of: impl FnMut(Player) -> Result<T, Miss>,
) -> Result<T, Miss> {
    let left = of(Player::Left)?;
    let shared = program.moves.iter().all(|one| one.player.is_none());
    match shared || left == of(Player::Right)? {
        true => Ok(left),
        false => Err("Left and Right move differently".to_owned()),
    }
}

/// The exact cases of all moves of a player.
fn cases(program: &Program, player: Player) -> Result<Vec<Exact>, Miss> {
    let mut all = Vec::new();
    for one in program.moves_of(player) {
        all.extend(exact(program, one)?);
    }
    Ok(all)
}

/// What is found of each case; a case of which nothing is found must never occur.
fn of_cases<T>(
    cases: Vec<Exact>,
    work: &mut Work,
    mut of: impl FnMut(&Exact, &mut Work) -> Result<T, Miss>,
) -> Result<Vec<T>, Miss> {
    let mut all = Vec::new();
    for case in cases {
        let found = of(&case, work);
        all.extend(case.unless_empty(found, work)?);
    }
    Ok(all)
}

/// The names of the numbers of a position, if it is two numbers of which none may be left out.
fn two_numbers(program: &Program) -> Result<[&str; 2], Miss> {
    match &program.shape {
        Shape::Named(names) => match &names[..] {
            [(one, None), (other, None)] => Ok([one, other]),
            _ => Err("a position is not two numbers".to_owned()),
        },
        Shape::Many(..) => Err("a position is any number of heaps".to_owned()),
    }
}

/// `variable ≥ least`
fn at_least(variable: usize, least: Number) -> Linear {
    Linear { terms: vec![(variable, 1)], constant: -least }
}

/// `high - low ≥ gap`
fn above(high: usize, low: usize, gap: Number) -> Linear {
    let (one, other) = ((high, 1), (low, -1));
    Linear { terms: if high < low { vec![one, other] } else { vec![other, one] }, constant: -gap }
}

fn is_heaps(shape: &Shape) -> bool {
    matches!(shape, Shape::Many(Many::Heaps, _))
}

/// How many numbers have names.
fn numbers(shape: &Shape) -> usize {
    match shape {
        Shape::Named(names) => names.len(),
        Shape::Many(..) => 0,
    }
}

/// Recognises a program, or leaves it as it is written. `lines` are its `legal` lines, for messages.
pub(crate) fn understand(program: &Arc<Program>, lines: Vec<String>) -> Understanding {
    let mut work = Work::new(WORK);
    let mut misses = Vec::new();
    for family in FAMILIES.iter().filter(|family| (family.is_about)(&program.shape)) {
        let found = (family.recognise)(program, &mut work).and_then(|found| {
            endings::recognise(program, &found.spec).map(|ending| (found, ending))
        });
        match found {
            Ok((Found { spec, family, because }, ending)) => {
                return Understanding { spec, ending, family, because, misses };
            }
            Err(reason) => misses.push((family.name, reason)),
        }
    }
    Understanding { misses, ..as_written(program, lines) }
}

/// The rules as they are written.
pub(crate) fn as_written(program: &Arc<Program>, lines: Vec<String>) -> Understanding {
    Understanding {
        spec: Spec::Written(Arc::new(WrittenRules::new(program.clone(), lines))),
        ending: endings::as_written(program),
        family: "as written",
        because: Vec::new(),
        misses: Vec::new(),
    }
}
