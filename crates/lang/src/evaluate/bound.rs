//! How many options a position has at most, by interval arithmetic: nothing is listed for it.

use super::context::Context;
use crate::ir::{
    Aggregate, Becomes, Bound, Condition, Expr, Move, Number, Program, Select, Set, Step,
};
use crate::linear::{Interval, Linear};
use crate::syntax::HowMany;

impl Program {
    /// At most this many options, choices that lead nowhere included; `u128::MAX` where a number might exceed
    /// [`Program::LARGEST`]. Listing the options takes no longer: where this says 0, nothing is tried.
    #[must_use]
    pub fn option_bound(&self, tuple: &[u64]) -> u128 {
        let of_move = |one: &Move| match &one.select {
            Select::Position => ways(one, tuple, tuple),
            Select::One => {
                let of_heap = |heap: &u64| ways(one, tuple, &[*heap]);
                tuple.iter().map(of_heap).fold(0, u128::saturating_add)
            }
            Select::Several(how_many, count) => several_ways(one, *how_many, count, tuple),
        };
        self.moves.iter().map(of_move).fold(0, u128::saturating_add)
    }

    /// At most this many options of any single heap (or lone number) from the first to the last, by moves that look
    /// at no other.
    #[must_use]
    pub fn option_bound_between(&self, first: u64, last: u64) -> u128 {
        let any = Interval::new(first.into(), last.into());
        let ways = |one: &Move| Ranges::new(&[], [any], one).ways(&one.steps, &one.becomes);
        self.moves.iter().map(ways).fold(0, u128::saturating_add)
    }
}

/// The most ways to make a move from a position, if these numbers are in its slots: those of the position, or one heap
/// among others.
pub(super) fn ways(one: &Move, tuple: &[u64], numbers: &[u64]) -> u128 {
    let slots = numbers.iter().map(|number| Interval::of((*number).into()));
    Ranges::new(tuple, slots, one).ways(&one.steps, &one.becomes)
}

/// The most ways to make the choices that all chosen heaps share, and for each heap the ways of its own.
pub(super) fn shared_and_own_ways(one: &Move, tuple: &[u64]) -> (u128, Vec<u128>) {
    let least = tuple.iter().copied().min().unwrap_or(0);
    let greatest = tuple.iter().copied().max().unwrap_or(0);
    let any = Interval::new(least.into(), greatest.into());
    let mut shared = Ranges::new(tuple, [any], one);
    let times = shared.follow(&one.steps);
    if times == 0 {
        return (0, vec![0; tuple.len()]);
    }
    let own = |heap: &u64| {
        let mut own = shared.clone();
        own.slots[0] = Interval::of((*heap).into());
        own.ways(&one.each, &one.becomes)
    };
    (times, tuple.iter().map(own).collect())
}

/// The ways of the shared choices, times the sum over all choices of `count` heaps of the product of their own ways:
/// the coefficients of ∏(1 + ways·x), that of x^count or those up to it.
fn several_ways(one: &Move, how_many: HowMany, count: &Expr, tuple: &[u64]) -> u128 {
    let count = Context::new(tuple, &[0]).value(count);
    let most = count.clamp(0, tuple.len() as Number) as usize;
    let least = if how_many == HowMany::Exactly { most } else { 1 };
    if most == 0 || how_many == HowMany::Exactly && count > most as Number {
        return 0;
    }
    let (times, own) = shared_and_own_ways(one, tuple);
    if how_many == HowMany::Consecutive {
        return near_ways(&own, most).saturating_mul(times);
    }
    let mut ways = vec![0u128; most + 1];
    ways[0] = 1;
    for own in own {
        for chosen in (1..ways.len()).rev() {
            ways[chosen] = ways[chosen].saturating_add(ways[chosen - 1].saturating_mul(own));
        }
    }
    let sum = ways[least..].iter().copied().fold(0, u128::saturating_add);
    sum.saturating_mul(times)
}

/// The sum over all rows, as the first that is chosen, of its own ways times those to choose some of the rows after it.
fn near_ways(own: &[u128], width: usize) -> u128 {
    let from = |first: usize| {
        let others = (first + 1..first + width).map(|place| own[place % own.len()]);
        others.fold(own[first], |ways, own| ways.saturating_mul(own.saturating_add(1)))
    };
    (0..own.len()).map(from).fold(0, u128::saturating_add)
}

/// What two numbers can be, if the relation holds between them for no values of their slots.
/// `in_position` says of each slot whether a number of a position stands there.
#[cfg(feature = "facts")]
pub(crate) fn never_holds(
    relation: crate::ir::Relation,
    numbers: [&Expr; 2],
    in_position: &[bool],
) -> Option<[Interval; 2]> {
    let any = Interval::new(0, Program::LARGEST);
    let slot = |in_position: &bool| if *in_position { any } else { Interval::ALL };
    let ranges = Ranges { tuple: None, slots: in_position.iter().map(slot).collect() };
    let [a, b] = numbers.map(|number| ranges.value(number));
    (a.compared(relation, b) == Some(false)).then_some([a, b])
}

/// What the slots may hold.
#[derive(Clone)]
struct Ranges<'a> {
    /// The position, if it is known.
    tuple: Option<&'a [u64]>,
    slots: Vec<Interval>,
}

impl<'a> Ranges<'a> {
    fn new(tuple: &'a [u64], slots: impl IntoIterator<Item = Interval>, one: &Move) -> Ranges<'a> {
        let names = one.names.iter().map(|_| Interval::of(0));
        Ranges { tuple: Some(tuple), slots: slots.into_iter().chain(names).collect() }
    }

    /// The most ways through the steps; what comes of them counts by its length.
    fn ways(mut self, steps: &[Step], becomes: &Becomes) -> u128 {
        let ways = self.follow(steps);
        if ways == 0 {
            return 0;
        }
        let (length, largest) = match becomes {
            Becomes::Position(new) | Becomes::Heaps(new) => {
                let numbers = new.iter().map(|number| self.value(number).high);
                (1, numbers.max().unwrap_or(0))
            }
            // A later row is not known here; it must not become longer than some row or number is.
            Becomes::Rows(new, _) => (1, self.value(new).high),
            Becomes::Run(first, last) => {
                let (first, last) = (self.value(first), self.value(last));
                (Interval::new(first.low.max(0), last.high).count().max(1), last.high)
            }
        };
        if largest > Program::LARGEST { u128::MAX } else { ways.saturating_mul(length) }
    }

    fn follow(&mut self, steps: &[Step]) -> u128 {
        let mut ways: u128 = 1;
        for step in steps {
            match step {
                Step::Check(condition) if self.decided(condition) == Some(false) => return 0,
                Step::Check(_) => {}
                Step::Choose { slot, set, bounds } => {
                    let range = self.between(bounds);
                    let (count, range) = match set {
                        None => (range.count().min(self.distance(bounds)), range),
                        Some(set) => (members(set, range), range.meet(Interval::around(set))),
                    };
                    ways = ways.saturating_mul(count);
                    self.slots[*slot] = range;
                }
            }
            if ways == 0 {
                return 0;
            }
        }
        ways
    }

    /// Does the condition hold whatever the slots are, or never? `None` if that depends on them.
    fn decided(&self, condition: &Condition) -> Option<bool> {
        match condition {
            Condition::Truth(truth) => Some(*truth),
            Condition::Compare(relation, a, b) => self.value(a).compared(*relation, self.value(b)),
            Condition::Member(number, set) => {
                let range = self.value(number);
                match range.single() {
                    Some(number) => Some(set.contains(number)),
                    None => (members(set, range) == 0).then_some(false),
                }
            }
            Condition::Not(one) => self.decided(one).map(|holds| !holds),
            Condition::All(all) => self.joined(all, true),
            Condition::Any(all) => self.joined(all, false),
            Condition::Distinct { .. } | Condition::Falling => None,
        }
    }

    /// All of the conditions are `usual`, or one of them is not.
    fn joined(&self, all: &[Condition], usual: bool) -> Option<bool> {
        let mut joined = Some(usual);
        for one in all {
            match self.decided(one) {
                Some(holds) if holds == usual => {}
                Some(holds) => return Some(holds),
                None => joined = None,
            }
        }
        joined
    }

    /// How many numbers lie between a lower and an upper bound at most, if what the two share cancels: of
    /// `h - 3 <= x < h` there are 3, whatever h is. Where all slots are known, nothing is gained.
    fn distance(&self, bounds: &[Bound]) -> u128 {
        if self.slots.iter().all(|slot| slot.single().is_some()) {
            return u128::MAX;
        }
        let rests = |sign: Number| {
            let is_of_sign = move |bound: &&Bound| bound.factor == Expr::Constant(sign);
            bounds.iter().filter(is_of_sign).filter_map(|bound| Linear::of_slots(&bound.rest))
        };
        let mut least = u128::MAX;
        for lower in rests(1) {
            // lower + x >= 0 and upper - x >= 0, so x is one of lower + upper + 1 numbers.
            let widths = rests(-1).filter_map(|upper| lower.plus(&upper)?.shifted(1));
            let counts = widths.map(|width| {
                u128::try_from(width.interval(|slot| self.slots[*slot]).high).unwrap_or(0)
            });
            least = counts.fold(least, u128::min);
        }
        least
    }

    fn between(&self, bounds: &[Bound]) -> Interval {
        let allowed =
            |bound: &Bound| Interval::solving(self.value(&bound.factor), self.value(&bound.rest));
        bounds.iter().fold(Interval::ALL, |all, bound| all.meet(allowed(bound)))
    }

    fn value(&self, expr: &Expr) -> Interval {
        Interval::of_operation(expr, |part| self.value(part)).unwrap_or_else(|| match expr {
            Expr::Slot(slot) => self.slots[*slot],
            Expr::Of(aggregate) => self.of_all(*aggregate),
            _ => Interval::new(0, self.of_all(Aggregate::Greatest).high),
        })
    }

    fn of_all(&self, aggregate: Aggregate) -> Interval {
        match self.tuple {
            Some(tuple) => Interval::of(Context::new(tuple, &[0]).value(&Expr::Of(aggregate))),
            None => Interval::new(0, Number::MAX),
        }
    }
}

/// How many elements of the set lie in the interval at most.
fn members(set: &Set, range: Interval) -> u128 {
    let finite = set.finite_between(range.low, range.high).len() as u128;
    let tail = set.tail.map_or(0, |(from, step)| {
        let meet = range.meet(Interval::new(from, Number::MAX));
        meet.count().div_ceil(step.unsigned_abs())
    });
    finite.saturating_add(tail)
}
