//! Independent heaps: what is taken from one of them, and as how many heaps the rest is left.
//!
//! # Why the conditions suffice
//! A case of a move is exact: it holds for those heaps h and parts p₁, …, pₙ, and only those, for which its facts hold.
//! With t = h - p₁ - … - pₙ, what is taken, the facts are compared with
//!
//! > low ≤ t ≤ high, and a part is empty or not, or at least or greater than another
//!
//! by mutual implication. If both directions are proved, the case *is* "take t, low ≤ t ≤ high, and leave n
//! heaps", which is a list of bits of a take-and-break code. The union over all cases of a player is then the code
//! of that player. Since every number is a legal heap and no move looks at another heap, a position is the sum
//! of its heaps.

use std::collections::BTreeSet;

use bouton_lang::cases::{
    Exact, Miss, NEW, Within, between, check, check_same, elements, exact, inequalities, numbers,
    of_cases, of_elements, too_large, with_bounds,
};
use bouton_lang::linear::{Bounds, Linear, System, Work};
use bouton_lang::structure::WholePositionTerm;
use bouton_lang::{Condition, Move, Number, Program, Select, Set};
use bouton_values::Player;

use super::{NOT_LINEAR, above, at_least, names};

/// A part of a player's moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Take one of these numbers; bit b says that the rest may be left as exactly b heaps that are not empty.
    Take(Set, u8),
    /// Split the heap into two that are not empty and not alike.
    Unequal,
}

/// A heap of the position before the move, as a variable.
const HEAP: usize = 0;

/// All heaps, or coins, or lone numbers, are legal, and no move looks at more than one.
pub(super) fn check_independence(program: &Program) -> Result<(), Miss> {
    check_legality(program)?;
    let moves = &program.moves;
    check(
        moves.iter().all(|one| one.find(WholePositionTerm::of).is_none()),
        "a move looks at all heaps",
    )?;
    let given = names(&program.shape).iter().all(|(_, default)| default.is_none());
    check(given, "the number may be left out")?;
    let several = moves.iter().any(|one| matches!(one.select, Select::Several(..)));
    check(!several, "a move may change several heaps")
}

/// Is every tuple of numbers legal, but for what is said of all heaps together?
pub(super) fn check_legality(program: &Program) -> Result<(), Miss> {
    let looks = program.legal.iter().any(|one| one.find(WholePositionTerm::of).is_some());
    check(!looks, "whether a position is legal depends on all heaps together")?;
    every_number_is_legal(program, &program.legal)
}

/// Do these conditions hold for all numbers of a position?
pub(super) fn every_number_is_legal<'a>(
    program: &Program,
    conditions: impl IntoIterator<Item = &'a Condition>,
) -> Result<(), Miss> {
    let numbers = numbers(program.position_slots());
    for condition in conditions {
        let facts = inequalities(condition).ok_or(NOT_LINEAR)?;
        let hold = facts.iter().all(|fact| numbers.implies_within(fact, &mut Work::default()));
        check(hold, "not every number is legal")?;
    }
    Ok(())
}

/// What a player may do to a heap.
pub(super) fn pieces(
    program: &Program,
    player: Player,
    work: &mut Work,
) -> Result<Vec<Piece>, Miss> {
    let mut found = Vec::new();
    for one in program.moves_of(player) {
        found.extend(pieces_of(program, one, work)?);
    }
    Ok(found)
}

/// What a move may do to a heap.
pub(super) fn pieces_of(
    program: &Program,
    one: &Move,
    work: &mut Work,
) -> Result<Vec<Piece>, Miss> {
    // One choice for each part, and what is taken is the rest.
    let spread = |case: &Exact, work: &mut Work| match case.is_run {
        true => Err("a heap becomes a run of heaps".to_owned()),
        false => case.clone().spread(case.new.len().max(1), work),
    };
    let cases = of_cases(exact(program, one)?, work, spread)?.concat();
    of_elements(cases, work, piece)
}

fn piece(case: &Exact, work: &mut Work) -> Result<Piece, Miss> {
    let parts = case.new.len();
    if parts > 3 {
        return Err(format!("a heap falls into {parts} heaps"));
    }
    let solved = solve(case, parts)?;
    with_bounds(&solved.facts, &solved.taken, work, |bounds, work| {
        solved.piece(parts, bounds, work)
    })
}

/// A case with its parts as variables (from [`NEW`] on) and no choice.
struct Solved {
    facts: System,
    /// What is taken, as a form of the heap and the parts.
    taken: Linear,
    /// The set in which that must lie.
    within: Option<Within>,
}

impl Solved {
    /// What the case allows, if what is taken lies between these bounds and nothing else counts but how the rest
    /// lies.
    fn piece(&self, parts: usize, (low, high): Bounds, work: &mut Work) -> Result<Piece, Miss> {
        let low = low.ok_or("it is not known how much is taken")?;
        check(low >= 0, "a move may add tokens")?;
        let mut elements = elements(self.within.as_ref(), low, high)?;
        // Beyond the largest number nothing can be taken.
        elements.finite.retain(|element| *element <= Program::LARGEST);
        elements.tail = elements.tail.filter(|(from, _)| *from <= Program::LARGEST);
        let sample = elements.ends().0.ok_or("nothing may be taken")?;
        let region = Region::of(parts, Program::LARGEST - sample, |sizes| {
            let heap = sample + sizes.iter().sum::<Number>();
            let value = |variable| if variable == HEAP { heap } else { sizes[variable - NEW] };
            self.facts.facts().iter().all(|fact| fact.value(value).is_some_and(|value| value >= 0))
        })?;
        let high = high.filter(|high| *high < Program::LARGEST);
        let parts_lie = numbers(1).and(region.0.iter().cloned());
        let target = parts_lie.and(between(&self.taken, low, high)?);
        let miss = "what may be taken, or how the rest may lie, depends on the heap";
        check_same(&self.facts, &target, miss, work)?;
        region.piece(parts, elements)
    }
}

/// Replaces the choices by the parts that they make.
fn solve(case: &Exact, parts: usize) -> Result<Solved, Miss> {
    let (facts, choices) = case.with_new_numbers(&case.new)?;
    let minus = (0..parts).map(|part| (NEW + part, -1)).collect::<Vec<_>>();
    let taken = Linear::of(&[&[(HEAP, 1)], &minus[..]].concat(), 0).ok_or_else(too_large)?;
    let mut set = None;
    for (value, within) in choices {
        let Some(within) = within else { continue };
        if value.as_constant().is_some_and(|number| within.contains(number)) {
            continue;
        }
        let shift = value.minus(&taken).and_then(|form| form.as_constant());
        let sum = value.plus(&taken).and_then(|form| form.as_constant());
        let of_taken = match (shift, sum) {
            (Some(shift), _) => Some(within.shifted(-shift)),
            (None, Some(sum)) => within.subtracted_from(sum),
            (None, None) => None,
        };
        let is_first = of_taken.is_some() && set.is_none();
        check(is_first, "a set of numbers, but not of those that are taken")?;
        set = of_taken;
    }
    Ok(Solved { facts, taken, within: set })
}

/// How the parts may lie: facts of their sizes, which are variables from [`NEW`] on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Region(Vec<Linear>);

const NOT_ANYHOW: &str = "the rest may not lie in just any way";

/// All lists of this many sizes from 0 to 3.
fn grid(parts: usize) -> Vec<Vec<Number>> {
    let mut grid = vec![Vec::new()];
    for _ in 0..parts {
        let longer = |sizes: &Vec<Number>| {
            (0..4).map(|size| [&sizes[..], &[size]].concat()).collect::<Vec<_>>()
        };
        grid = grid.iter().flat_map(longer).collect();
    }
    grid
}

impl Region {
    /// The region that agrees with `holds` on all parts up to 3 that are at most `most` together. (Whether it is the
    /// right one is proved later.) A part may be bounded to be empty or not, and two parts may be ordered.
    fn of(parts: usize, most: Number, holds: impl Fn(&[Number]) -> bool) -> Result<Region, Miss> {
        let mut grid = grid(parts);
        // From the largest heap not much is left, if much is taken.
        grid.retain(|sizes| sizes.iter().sum::<Number>() <= most);
        let variables = NEW..NEW + parts;
        let pairs = variables.clone().flat_map(|a| variables.clone().map(move |b| (a, b)));
        let facts = pairs.flat_map(|(a, b)| match a == b {
            true => [at_least(a, 1), Linear { terms: vec![(a, -1)], constant: 0 }],
            false => [above(a, b, 0), above(a, b, 1)],
        });
        let (inside, outside): (Vec<_>, Vec<_>) = grid.iter().partition(|sizes| holds(sizes));
        let is_said = |fact: &Linear| {
            let one = Region(vec![fact.clone()]);
            let fails = |sizes: &&Vec<Number>| !one.holds(sizes);
            !inside.iter().any(fails) && outside.iter().any(fails)
        };
        let sizes = variables.clone().map(Linear::variable);
        let region = Region(sizes.chain(facts.filter(is_said)).collect());
        let fits = !inside.is_empty() && !outside.iter().any(|sizes| region.holds(sizes));
        check(fits, NOT_ANYHOW).map(|()| region)
    }

    fn holds(&self, sizes: &[Number]) -> bool {
        let value = |variable: usize| sizes[variable - NEW];
        self.0.iter().all(|fact| fact.value(value).is_some_and(|value| value >= 0))
    }

    /// The bits of what may be left; a part of 0 is not a heap. Whether sizes lie in the region depends only on which
    /// of them are 0 and on how they compare, so sizes up to 3 tell all.
    fn piece(&self, parts: usize, taken: Set) -> Result<Piece, Miss> {
        let heaps = |sizes: &Vec<Number>| {
            let mut heaps: Vec<Number> = sizes.iter().copied().filter(|size| *size > 0).collect();
            heaps.sort_unstable();
            heaps
        };
        let grid = grid(parts);
        let ways: BTreeSet<_> = grid.iter().map(heaps).collect();
        let possible: BTreeSet<_> =
            grid.iter().filter(|sizes| self.holds(sizes)).map(heaps).collect();
        let mut bits = 0;
        let mut unequal = false;
        for count in 0..=parts {
            let mut ways = ways.iter().filter(|way| way.len() == count);
            match possible.iter().filter(|way| way.len() == count).count() {
                0 => {}
                all if all == ways.clone().count() => bits |= 1 << count,
                _ if count == 2 && ways.all(|way| possible.contains(way) == (way[0] != way[1])) => {
                    unequal = true;
                }
                _ => return Err(NOT_ANYHOW.to_owned()),
            }
        }
        let nothing = taken.contains(0);
        match (unequal, bits) {
            (true, 0) if nothing && taken.finite == [0] && taken.tail.is_none() => {
                Ok(Piece::Unequal)
            }
            (true, _) => Err("heaps that must not be alike, and something is taken".to_owned()),
            (false, bits) if nothing && bits & 3 != 0 => {
                Err("a move may leave a heap as it was".to_owned())
            }
            (false, bits) => Ok(Piece::Take(taken, bits)),
        }
    }
}

/// Is this: take any number of tokens, and leave the rest as it lies?
pub(super) fn is_anything(pieces: &[Piece]) -> bool {
    let takes_all =
        |piece: &Piece| matches!(piece, Piece::Take(all, _) if all.tail == Some((1, 1)));
    pieces.iter().all(|piece| matches!(piece, Piece::Take(_, 3))) && pieces.iter().any(takes_all)
}
