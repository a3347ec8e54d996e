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

use bouton_lang::cases::{Exact, Miss, check, exact, of_cases};
use bouton_lang::linear::{Linear, Work};
use bouton_lang::syntax::Many;
use bouton_lang::{Expr, Number, Program, Shape};
use bouton_values::Player;

use crate::ending::Ending;
use crate::families::WrittenRules;
use crate::spec::Spec;

/// The result of recognition: the family that a rule text is, and its ending.
#[derive(Clone, Debug)]
pub struct Understanding {
    /// The rules, as engines match on them.
    pub spec: Spec,
    /// Who wins where a player is stuck.
    pub ending: Ending,
    /// The family that was recognised, in a word or two; "as written" if none was.
    pub family: &'static str,
    /// Why the rules are of this family, a line each.
    pub because: Vec<String>,
    /// The families that were tried before, and what was missing.
    pub misses: Vec<(&'static str, String)>,
}

/// Rules of a family, and why they are.
struct Found {
    spec: Spec,
    because: Vec<String>,
    /// The family in a word or two, if that is not its name in the list.
    family: Option<&'static str>,
}

impl Found {
    fn new(spec: Spec, because: Vec<String>) -> Found {
        Found { spec, because, family: None }
    }
}

/// What is missing where `legal` lines are something else than inequalities.
const NOT_LINEAR: &str = "a `legal` line is not one linear condition";

/// What recognising a program may cost in all.
const WORK: u64 = 2_000_000;

/// A family: what it is called, which positions it is about, and how it is recognised, if positions are such.
type Family = (&'static str, fn(&Shape) -> bool, Recogniser);

type Recogniser = fn(&Arc<Program>, &mut Work) -> Result<Found, Miss>;

/// The families, in the order in which they are tried: those that more is known of come first.
const FAMILIES: [Family; 10] = [
    ("take and break", |shape| is_heaps(shape) || names(shape).len() == 1, taking::recognise),
    ("heaps that differ", is_heaps, distinct::recognise),
    ("several heaps at once", is_heaps, moore::recognise),
    ("coin turning", is_coins, coins::recognise),
    ("pile and rate", |shape| names(shape).len() == 2, rate::recognise),
    ("lattice walk", |shape| names(shape).len() >= 2, lattice::recognise),
    ("euclid", |shape| names(shape).len() == 2, euclid::recognise),
    ("heap and limit", |shape| names(shape).len() == 2, limit::recognise),
    ("chomp", |shape| matches!(shape, Shape::Many(Many::Rows, _)), chomp::recognise),
    (
        "independent heaps",
        |shape| is_heaps(shape) || is_coins(shape) || names(shape).len() == 1,
        rule::recognise,
    ),
];

/// What is the same for both players; a miss, if it is not.
fn of_both<T: PartialEq>(
    program: &Program,
    mut of: impl FnMut(Player) -> Result<T, Miss>,
) -> Result<T, Miss> {
    let left = of(Player::Left)?;
    let shared = program.moves.iter().all(|one| one.player.is_none());
    check(shared || left == of(Player::Right)?, "Left and Right move differently").map(|()| left)
}

/// What is found of each case of a player's moves.
fn of_player<T>(
    program: &Program,
    player: Player,
    work: &mut Work,
    of: impl FnMut(&Exact, &mut Work) -> Result<T, Miss>,
) -> Result<Vec<T>, Miss> {
    let mut all = Vec::new();
    for one in program.moves_of(player) {
        all.extend(exact(program, one)?);
    }
    of_cases(all, work, of)
}

/// The names of the numbers of a position, if it is two numbers of which none may be left out.
fn two_numbers(program: &Program) -> Result<[&str; 2], Miss> {
    match names(&program.shape) {
        [(one, None), (other, None)] => Ok([one, other]),
        _ => Err("a position is not two numbers".to_owned()),
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

fn is_coins(shape: &Shape) -> bool {
    matches!(shape, Shape::Many(Many::Coins, _))
}

/// The numbers that have names, with their defaults.
fn names(shape: &Shape) -> &[(String, Option<Expr>)] {
    match shape {
        Shape::Named(names) => names,
        Shape::Many(..) => &[],
    }
}

/// Recognises a program, or leaves it as it is written. `lines` are its `legal` lines, for messages.
pub(crate) fn understand(program: &Arc<Program>, lines: Vec<String>) -> Understanding {
    let mut work = Work::new(WORK);
    let mut misses = Vec::new();
    for (name, is_about, recognise) in FAMILIES {
        if !is_about(&program.shape) {
            continue;
        }
        let found = recognise(program, &mut work).and_then(|found| {
            endings::recognise(program, &found.spec).map(|ending| (found, ending))
        });
        match found {
            Ok((Found { spec, because, family }, ending)) => {
                let family = family.unwrap_or(name);
                return Understanding { spec, ending, family, because, misses };
            }
            Err(reason) => misses.push((name, reason)),
        }
    }
    Understanding { misses, ..as_written(program, lines) }
}

/// The rules as they are written.
pub(crate) fn as_written(program: &Arc<Program>, lines: Vec<String>) -> Understanding {
    Understanding {
        spec: Spec::Written(Arc::new(WrittenRules::new(program.clone(), lines))),
        ending: Ending::from(program),
        family: "as written",
        because: Vec::new(),
        misses: Vec::new(),
    }
}
