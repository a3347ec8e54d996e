//! Independent heaps: what is taken from one of them, and as how many heaps the rest is left.
//!
//! # Why the conditions suffice
//! A case of a move is exact: it holds for those heaps h and parts p₁, …, pₙ, and only those, for which its facts hold.
//! With t = h - p₁ - … - pₙ, what is taken, the facts are compared with
//!
//! > low ≤ t ≤ high, and the parts lie in one of a few regions (all ≥ 0, all ≥ 1, ascending, …)
//!
//! by mutual implication. If both directions are proved, the case *is* "take t, low ≤ t ≤ high, and leave n
//! heaps", which is a list of bits of a take-and-break code. The union over all cases of a player is then the code
//! of that player. Since every number is a legal heap and no move looks at another heap, a position is the sum
//! of its heaps.

use bouton_lang::cases::{Elements, Exact, Miss, Within, exact, inequalities, numbers};
use bouton_lang::linear::{Bounds, Linear, System, Work};
use bouton_lang::syntax::Many;
use bouton_lang::{Condition, Move, Number, Program, Select, Shape};
use bouton_values::Player;

use super::{NOT_LINEAR, of_cases};
use crate::reading::Glance;

/// A part of a player's moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Take one of these numbers; bit b says that the rest may be left as exactly b heaps that are not empty.
    Take(Elements, u8),
    /// Split the heap into two that are not empty and not alike.
    Unequal,
}

/// A heap of the position before the move, as a variable.
const HEAP: usize = 0;

/// All heaps are legal, and no move looks at more than one.
pub(super) fn check_independence(program: &Program) -> Result<(), Miss> {
    check_legality(program)?;
    if program.moves.iter().any(|one| one.find(Glance::of).is_some()) {
        return Err("a move looks at all heaps".to_owned());
    }
    match &program.shape {
        Shape::Named(names) if names.iter().any(|(_, default)| default.is_some()) => {
            Err("the number may be left out".to_owned())
        }
        Shape::Named(names) if names.len() == 1 => Ok(()),
        Shape::Named(names) => Err(format!("a position has {} named numbers", names.len())),
        Shape::Many(Many::Rows, _) => Err("the order of the rows counts".to_owned()),
        Shape::Many(..) => match program.moves.iter().all(|one| one.select == Select::One) {
            true => Ok(()),
            false => Err("a move may change several heaps".to_owned()),
        },
    }
}

/// Is every tuple of numbers legal, but for what is said of all heaps together?
pub(super) fn check_legality(program: &Program) -> Result<(), Miss> {
    if program.legal.iter().any(|one| one.find(Glance::of).is_some()) {
        return Err("whether a position is legal depends on all heaps together".to_owned());
    }
    every_number_is_legal(program, &program.legal)
}

/// Do these conditions hold for all numbers of a position?
pub(super) fn every_number_is_legal(
    program: &Program,
    conditions: &[Condition],
) -> Result<(), Miss> {
    let numbers = numbers(program.position_slots());
    for condition in conditions {
        let facts = inequalities(condition).ok_or(NOT_LINEAR)?;
        if !numbers.implies_all_within(&facts, &mut Work::default()) {
            return Err("not every number is legal".to_owned());
        }
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
    of_cases(cases, work, piece)
}

fn piece(case: &Exact, work: &mut Work) -> Result<Piece, Miss> {
    let parts = case.new.len();
    if parts > 3 {
        return Err(format!("a heap falls into {parts} heaps"));
    }
    let solved = solve(case, parts)?;
    let facts = System::of(solved.facts.iter().cloned());
    let stated = facts.stated_bounds(&solved.taken);
    solved.piece(parts, &facts, stated, work).or_else(|_| {
        let best = facts.bounds_within(&solved.taken, work);
        solved.piece(parts, &facts, best, work)
    })
}

/// A case with its parts as variables (1, 2, …) and no choice.
struct Solved {
    facts: Vec<Linear>,
    /// What is taken, as a form of the heap and the parts.
    taken: Linear,
    /// The set in which that must lie.
    within: Option<Within>,
}

impl Solved {
    /// What the case allows, if what is taken lies between these bounds and nothing else counts but how the rest
    /// lies.
    fn piece(
        &self,
        parts: usize,
        facts: &System,
        (low, high): Bounds,
        work: &mut Work,
    ) -> Result<Piece, Miss> {
        let low = low.ok_or("it is not known how much is taken")?;
        if low < 0 {
            return Err("a move may add tokens".to_owned());
        }
        let elements = Elements::new(self.within.as_ref(), low, high)?;
        let Some(sample) = elements.first() else {
            return Err("nothing may be taken".to_owned());
        };
        let region = Region::of(parts, |sizes| {
            let heap = sample + sizes.iter().sum::<Number>();
            let value = |variable: usize| if variable == HEAP { heap } else { sizes[variable - 1] };
            facts.facts().iter().all(|fact| fact.value(value).is_some_and(|value| value >= 0))
        })?;
        if !facts.equivalent_within(&region.system(parts, &self.taken, low, high), work) {
            return Err(
                "what may be taken, or how the rest may lie, depends on the heap".to_owned()
            );
        }
        region.piece(parts, elements)
    }
}

/// Replaces the choices by the parts that they make.
fn solve(case: &Exact, parts: usize) -> Result<Solved, Miss> {
    let (facts, choices) = case.with_new_numbers(1, &case.new)?;
    let minus = (1..=parts).map(|part| (part, -1)).collect::<Vec<_>>();
    let taken = Linear::of(&[&[(HEAP, 1)], &minus[..]].concat(), 0).ok_or("large numbers")?;
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
        if of_taken.is_none() || set.is_some() {
            return Err("a set of numbers, but not of those that are taken".to_owned());
        }
        set = of_taken;
    }
    Ok(Solved { facts, taken, within: set })
}

/// How the parts may lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Region {
    /// The least size of the first part and of the others.
    least: [Number; 2],
    order: Order,
    /// Must the only part be empty?
    empty: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Any,
    Ascending,
    Descending,
    StrictlyAscending,
    StrictlyDescending,
}

impl Order {
    const ALL: [Order; 5] = [
        Order::Any,
        Order::Ascending,
        Order::Descending,
        Order::StrictlyAscending,
        Order::StrictlyDescending,
    ];

    /// What each part must be more than the one before by, at least, and in which direction.
    fn gap(self) -> Option<(Number, bool)> {
        match self {
            Order::Any => None,
            Order::Ascending => Some((0, true)),
            Order::Descending => Some((0, false)),
            Order::StrictlyAscending => Some((1, true)),
            Order::StrictlyDescending => Some((1, false)),
        }
    }
}

impl Region {
    /// The region that agrees with `holds` on all parts up to 3. (Whether it is the right one is proved later.)
    fn of(parts: usize, holds: impl Fn(&[Number]) -> bool) -> Result<Region, Miss> {
        let unknown = || "the rest may not lie in just any way".to_owned();
        let mut grid = vec![Vec::new()];
        for _ in 0..parts {
            let longer = |sizes: &Vec<Number>| {
                (0..4).map(|size| [&sizes[..], &[size]].concat()).collect::<Vec<_>>()
            };
            grid = grid.iter().flat_map(longer).collect();
        }
        let orders = if parts < 2 { &Order::ALL[..1] } else { &Order::ALL[..] };
        let mut candidates = Vec::new();
        for first in [0, 1] {
            for others in [0, 1] {
                for order in orders {
                    candidates.push(Region { least: [first, others], order: *order, empty: false });
                }
            }
        }
        candidates.push(Region { least: [0, 0], order: Order::Any, empty: true });
        let fits = |region: &Region| grid.iter().all(|sizes| region.holds(sizes) == holds(sizes));
        candidates.into_iter().find(fits).ok_or_else(unknown)
    }

    fn facts(&self, parts: usize) -> Vec<Linear> {
        let mut facts = Vec::new();
        for part in 1..=parts {
            let least = self.least[usize::from(part > 1)];
            facts.push(Linear { terms: vec![(part, 1)], constant: -least });
            if self.empty {
                facts.push(Linear { terms: vec![(part, -1)], constant: 0 });
            }
        }
        if let Some((gap, ascending)) = self.order.gap() {
            let sign = if ascending { 1 } else { -1 };
            for part in 1..parts {
                let terms = vec![(part, -sign), (part + 1, sign)];
                facts.push(Linear { terms, constant: -gap });
            }
        }
        facts
    }

    fn holds(&self, sizes: &[Number]) -> bool {
        let value = |variable: usize| sizes[variable - 1];
        self.facts(sizes.len()).iter().all(|fact| fact.value(value).is_some_and(|value| value >= 0))
    }

    /// The parts lie in the region, and what is taken lies between the bounds.
    fn system(&self, parts: usize, taken: &Linear, low: Number, high: Option<Number>) -> System {
        let from = taken.shifted(-low);
        let high = high.filter(|high| *high < Program::LARGEST);
        let to = high.and_then(|high| taken.scaled(-1)?.shifted(high));
        numbers(1).and(self.facts(parts).into_iter().chain(from).chain(to))
    }

    /// The bits of what may be left; a part of 0 is not a heap. Whether sizes lie in the region depends only on which
    /// of them are 0 and on how they compare, so sizes up to 3 tell all.
    fn piece(&self, parts: usize, taken: Elements) -> Result<Piece, Miss> {
        let mut bits = 0;
        let mut unequal = false;
        for heaps in 0..=parts {
            let ways = ascending(heaps);
            let is_possible = |way: &&Vec<Number>| self.holds_in_some_order(way, parts);
            match ways.iter().filter(is_possible).count() {
                0 => {}
                all if all == ways.len() => bits |= 1 << heaps,
                _ if ways.iter().all(|way| is_possible(&way) == (way[0] != way[1]))
                    && heaps == 2 =>
                {
                    unequal = true;
                }
                _ => return Err("the rest may not lie in just any way".to_owned()),
            }
        }
        let nothing = taken.first() == Some(0);
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

    fn holds_in_some_order(&self, way: &[Number], parts: usize) -> bool {
        let mut sizes = way.to_vec();
        sizes.resize(parts, 0);
        permutations(&sizes).iter().any(|sizes| self.holds(sizes))
    }
}

/// All ascending lists of this many sizes from 1 to 3.
fn ascending(length: usize) -> Vec<Vec<Number>> {
    let mut lists = vec![Vec::new()];
    for _ in 0..length {
        let longer = |list: &Vec<Number>| {
            let from = list.last().copied().unwrap_or(1);
            (from..=3).map(|size| [&list[..], &[size]].concat()).collect::<Vec<_>>()
        };
        lists = lists.iter().flat_map(longer).collect();
    }
    lists
}

fn permutations(sizes: &[Number]) -> Vec<Vec<Number>> {
    if sizes.len() <= 1 {
        return vec![sizes.to_vec()];
    }
    let mut all = Vec::new();
    for place in 0..sizes.len() {
        let mut rest = sizes.to_vec();
        let first = rest.remove(place);
        all.extend(permutations(&rest).into_iter().map(|rest| [&[first], &rest[..]].concat()));
    }
    all
}

/// Does the player make any heap any smaller one, and nothing else?
pub(super) fn takes_anything(
    program: &Program,
    player: Player,
    work: &mut Work,
) -> Result<(), Miss> {
    match is_anything(&pieces(program, player, work)?) {
        true => Ok(()),
        false => Err("a heap may not become any smaller one".to_owned()),
    }
}

/// Is this: take any number of tokens, and leave the rest as it lies?
pub(super) fn is_anything(pieces: &[Piece]) -> bool {
    let leaves_one = |piece: &Piece| matches!(piece, Piece::Take(_, 3 | 0));
    let takes_all = |piece: &Piece| match piece {
        Piece::Take(elements, 3) => elements.tail == Some((1, 1)),
        _ => false,
    };
    pieces.iter().all(leaves_one) && pieces.iter().any(takes_all)
}
