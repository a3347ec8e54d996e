//! Numbers and conditions over ranges of values: what an expression can come to, and whether a condition can
//! hold and can fail. Over single values this is the exact meaning of a text.

use crate::tree::*;

/// Numbers beyond this are all alike.
const FAR: i128 = 1 << 126;

/// All whole numbers from one to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The least.
    pub low: i128,
    /// The greatest.
    pub high: i128,
}

/// Whether a condition can hold, and whether it can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Truth {
    /// It may hold.
    pub can_hold: bool,
    /// It may fail.
    pub can_fail: bool,
}

/// What the names of a text stand for.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The text.
    pub text: &'a Text,
    /// The numbers of the position, or the heap that is looked at.
    pub now: &'a [Interval],
    /// The numbers after the move.
    pub after: &'a [Interval],
    /// The choices of the mover.
    pub choices: &'a [Interval],
    /// All heaps.
    pub heaps: &'a [Interval],
    /// The later row that is looked at.
    pub later: Interval,
}

impl Interval {
    /// Every number.
    pub const ALL: Interval = Interval { low: -FAR, high: FAR };

    /// One number.
    #[must_use]
    pub fn one(value: i128) -> Interval {
        Interval { low: value, high: value }
    }

    /// From one to another.
    #[must_use]
    pub fn new(low: i128, high: i128) -> Interval {
        Interval { low: low.clamp(-FAR, FAR), high: high.clamp(-FAR, FAR) }
    }

    /// Is it one number?
    #[must_use]
    pub fn is_one(self) -> bool {
        self.low == self.high
    }

    fn hull(self, other: Interval) -> Interval {
        Interval { low: self.low.min(other.low), high: self.high.max(other.high) }
    }
}

impl Truth {
    const YES: Truth = Truth { can_hold: true, can_fail: false };
    const MAYBE: Truth = Truth { can_hold: true, can_fail: true };

    fn of(value: bool) -> Truth {
        Truth { can_hold: value, can_fail: !value }
    }

    fn not(self) -> Truth {
        Truth { can_hold: self.can_fail, can_fail: self.can_hold }
    }

    /// Both hold.
    #[must_use]
    pub fn and(self, other: Truth) -> Truth {
        Truth {
            can_hold: self.can_hold && other.can_hold,
            can_fail: self.can_fail || other.can_fail,
        }
    }

    fn or(self, other: Truth) -> Truth {
        self.not().and(other.not()).not()
    }
}

impl Scene<'_> {
    /// What the number can come to.
    #[must_use]
    pub fn number(&self, number: &Number) -> Interval {
        match number {
            Number::Written(value) => Interval::one(*value),
            Number::Now(index) => known(self.now, *index),
            Number::After(index) => known(self.after, *index),
            Number::Choice(index) => known(self.choices, *index),
            Number::Parameter(index) => match &self.text.parameters[*index].value {
                Argument::Number(value) => Interval::one(*value),
                Argument::Set(_) => Interval::ALL,
            },
            Number::Later => self.later,
            Number::Of(total) => self.total(*total),
            Number::Opposite(one) => {
                let one = self.number(one);
                Interval::new(-one.high, -one.low)
            }
            Number::Two(operation, left, right) => {
                two(*operation, self.number(left), self.number(right))
            }
            Number::Least(list) => {
                self.fold(list, |a, b| Interval::new(a.low.min(b.low), a.high.min(b.high)))
            }
            Number::Greatest(list) => {
                self.fold(list, |a, b| Interval::new(a.low.max(b.low), a.high.max(b.high)))
            }
            Number::Absolute(one) => {
                let one = self.number(one);
                let far = one.low.abs().max(one.high.abs());
                let contains_0 = one.low <= 0 && one.high >= 0;
                let near = if contains_0 { 0 } else { one.low.abs().min(one.high.abs()) };
                Interval::new(near, far)
            }
            Number::If(condition, then, otherwise) => match self.truth(condition) {
                Truth { can_fail: false, .. } => self.number(then),
                Truth { can_hold: false, .. } => self.number(otherwise),
                _ => self.number(then).hull(self.number(otherwise)),
            },
        }
    }

    fn fold(&self, list: &[Number], two: fn(Interval, Interval) -> Interval) -> Interval {
        let numbers = list.iter().map(|number| self.number(number));
        numbers.reduce(two).unwrap_or(Interval::ALL)
    }

    /// 0 if there is no heap.
    fn total(&self, total: Total) -> Interval {
        let heaps = self.heaps.iter().copied();
        let found = match total {
            Total::Count => Some(Interval::one(self.heaps.len() as i128)),
            Total::Sum => heaps.reduce(|a, b| two(Operation::Plus, a, b)),
            Total::Least => {
                heaps.reduce(|a, b| Interval::new(a.low.min(b.low), a.high.min(b.high)))
            }
            Total::Greatest => {
                heaps.reduce(|a, b| Interval::new(a.low.max(b.low), a.high.max(b.high)))
            }
            Total::First => self.heaps.first().copied(),
        };
        found.unwrap_or(Interval::one(0))
    }

    /// Whether the condition can hold and can fail.
    #[must_use]
    pub fn truth(&self, condition: &Condition) -> Truth {
        match condition {
            Condition::Constant(value) => Truth::of(*value),
            Condition::Chain(first, rest) => {
                let mut before = self.number(first);
                let mut truth = Truth::YES;
                for (relation, number) in rest {
                    let number = self.number(number);
                    truth = truth.and(compare(before, *relation, number));
                    before = number;
                }
                truth
            }
            Condition::In(number, set, is_in) => {
                let truth = self.member(self.number(number), set);
                if *is_in { truth } else { truth.not() }
            }
            Condition::Not(one) => self.truth(one).not(),
            Condition::And(list) => {
                list.iter().fold(Truth::YES, |truth, one| truth.and(self.truth(one)))
            }
            Condition::Or(list) => {
                list.iter().fold(Truth::YES.not(), |truth, one| truth.or(self.truth(one)))
            }
            Condition::Distinct => self.pairs(|a, b| compare(a, Relation::Unequal, b)),
            Condition::DistinctNonzero => self.pairs(|a, b| {
                let empty = compare(a, Relation::Equal, Interval::one(0));
                compare(a, Relation::Unequal, b).or(empty)
            }),
            Condition::Falling => self.heaps.windows(2).fold(Truth::YES, |truth, pair| {
                truth.and(compare(pair[0], Relation::AtLeast, pair[1]))
            }),
        }
    }

    /// Does it hold of every two heaps?
    fn pairs(&self, of: impl Fn(Interval, Interval) -> Truth) -> Truth {
        let mut truth = Truth::YES;
        for (index, one) in self.heaps.iter().enumerate() {
            for other in &self.heaps[index + 1..] {
                truth = truth.and(of(*one, *other));
            }
        }
        truth
    }

    fn member(&self, number: Interval, set: &Set) -> Truth {
        let elements = match set {
            Set::Range(low, high) => {
                let (low, high) = (self.number(low), self.number(high));
                return compare(low, Relation::AtMost, number).and(compare(
                    number,
                    Relation::AtMost,
                    high,
                ));
            }
            Set::Braces(elements) => elements,
            Set::Parameter(index) => match &self.text.parameters[*index].value {
                Argument::Set(elements) => elements,
                Argument::Number(_) => return Truth::MAYBE,
            },
        };
        elements
            .iter()
            .fold(Truth::YES.not(), |truth, element| truth.or(element_truth(number, *element)))
    }
}

/// The number at this place; any number where it has no meaning.
fn known(numbers: &[Interval], index: usize) -> Interval {
    numbers.get(index).copied().unwrap_or(Interval::ALL)
}

/// Is the number this element, or one of its progression?
fn element_truth(number: Interval, element: Element) -> Truth {
    let Some(step) = element.step.filter(|step| *step > 0) else {
        return compare(number, Relation::Equal, Interval::one(element.first));
    };
    let from = compare(number, Relation::AtLeast, Interval::one(element.first));
    let offset = two(Operation::Minus, number, Interval::one(element.first));
    let remainder = two(Operation::Mod, offset, Interval::one(step));
    from.and(compare(remainder, Relation::Equal, Interval::one(0)))
}

fn compare(left: Interval, relation: Relation, right: Interval) -> Truth {
    match relation {
        Relation::Equal if left.is_one() && right.is_one() => Truth::of(left.low == right.low),
        Relation::Equal if left.high < right.low || right.high < left.low => Truth::of(false),
        Relation::Equal => Truth::MAYBE,
        Relation::Unequal => compare(left, Relation::Equal, right).not(),
        Relation::Less => {
            Truth { can_hold: left.low < right.high, can_fail: left.high >= right.low }
        }
        Relation::AtMost => {
            Truth { can_hold: left.low <= right.high, can_fail: left.high > right.low }
        }
        Relation::More => compare(right, Relation::Less, left),
        Relation::AtLeast => compare(right, Relation::AtMost, left),
    }
}

fn two(operation: Operation, left: Interval, right: Interval) -> Interval {
    match operation {
        Operation::Plus => {
            Interval::new(left.low.saturating_add(right.low), left.high.saturating_add(right.high))
        }
        Operation::Minus => {
            Interval::new(left.low.saturating_sub(right.high), left.high.saturating_sub(right.low))
        }
        Operation::Times => {
            let corners = [
                left.low.saturating_mul(right.low),
                left.low.saturating_mul(right.high),
                left.high.saturating_mul(right.low),
                left.high.saturating_mul(right.high),
            ];
            let [a, b, c, d] = corners;
            Interval::new(a.min(b).min(c).min(d), a.max(b).max(c).max(d))
        }
        Operation::Div if right.is_one() && right.low > 0 => {
            Interval::new(left.low.div_euclid(right.low), left.high.div_euclid(right.low))
        }
        Operation::Mod if right.is_one() && right.low > 0 => {
            let m = right.low;
            if left.low.div_euclid(m) == left.high.div_euclid(m) {
                return Interval::new(left.low.rem_euclid(m), left.high.rem_euclid(m));
            }
            Interval::new(0, m - 1)
        }
        // Below 0 there is no nim-sum.
        Operation::Xor if left.high < 0 || right.high < 0 => Interval::one(-1),
        Operation::Xor if left.is_one() && right.is_one() => Interval::one(left.low ^ right.low),
        Operation::Xor if left.low >= 0 && right.low >= 0 => {
            let most = (left.high | right.high) as u128;
            Interval::new(0, (most.next_power_of_two().max(1) * 2 - 1) as i128)
        }
        Operation::Div | Operation::Mod | Operation::Xor => Interval::ALL,
    }
}
