//! The vector operations: loops over lanes that are so plain that the compiler makes wide instructions of them.
//!
//! Numbers wrap around: in lanes that do not count anything may stand, and in those that count nothing wraps,
//! because the ranges of all registers are known beforehand.

use std::ops::Range;

use bouton_lang::{Relation, Set};

use super::code::{Binary, Instruction, Operand};

/// How many lanes a column has. A routine has some ten columns, which must fit the first cache together: 256 lanes of
/// four bytes are one KiB each.
pub(super) const BLOCK: usize = 256;

/// Lanes are worked out in groups of this many, so that loops have a length that the compiler can rely on and need no
/// tail; what is worked out besides is not used.
const GROUP: usize = 32;

/// A number in a lane. Nearly all games fit 32 bits, of which a wide instruction takes twice as many as of 64: so there
/// are two machines, chosen by the ranges of all registers ([`super::code::Routine::is_narrow`]). A text with remainders
/// and a minimum takes half the time that it takes with 64 bits.
///
/// Operations are those of 64 bits, between [`Lane::number`] and [`Lane::of`]: the compiler does them in the width of the
/// lane, since the upper half of a sum, a product or a nim-sum does not change the lower one.
pub(super) trait Lane: Copy + Ord + Default {
    fn of(number: i64) -> Self;
    fn number(self) -> i64;
    /// Rounded down; the divisor is positive.
    fn quotients(out: &mut [Self], numbers: &[Self], by: i64);
}

impl Lane for i32 {
    #[inline]
    fn of(number: i64) -> i32 {
        number as i32
    }

    #[inline]
    fn number(self) -> i64 {
        self.into()
    }

    /// Division has no wide instruction, and `div` and `mod` are common in texts; so it is done by multiplying.
    ///
    /// Granlund and Montgomery: with l = ⌈log₂ d⌉ and m = ⌊2³¹⁺ˡ / d⌋ + 1, the quotient of n < 2³¹ by d is
    /// ⌊m·n / 2³¹⁺ˡ⌋. For a negative n, the quotient rounded down is the complement of that of the complement.
    fn quotients(out: &mut [i32], numbers: &[i32], by: i64) {
        let bits = 31 + (64 - (by - 1).leading_zeros());
        let magic = (1_u64 << bits) / by.unsigned_abs() + 1;
        each(out, numbers, |number| {
            let sign = number >> 31;
            let positive = u64::from((number ^ sign).cast_unsigned());
            let quotient = positive.wrapping_mul(magic) >> bits;
            (quotient as i32) ^ sign
        });
    }
}

impl Lane for i64 {
    #[inline]
    fn of(number: i64) -> i64 {
        number
    }

    #[inline]
    fn number(self) -> i64 {
        self
    }

    fn quotients(out: &mut [i64], numbers: &[i64], by: i64) {
        each(out, numbers, |number| number.div_euclid(by));
    }
}

/// The nim-sum; -1 if one of them is negative.
#[inline]
pub(super) fn nim_sum(a: i64, b: i64) -> i64 {
    (a ^ b) | ((a | b) >> (i64::BITS - 1))
}

/// Calls a function with the operation of this kind as its last argument. The choice is made outside of the loops, and each
/// operation is a function with a type of its own, so that the compiler makes a plain loop for each. A loop over a closure
/// that matches on the operation is not unswitched reliably, and then does one lane at a time.
macro_rules! with_operation {
    ($kind:expr, $function:ident($($argument:expr),*)) => {
        match $kind {
            Binary::Sum => $function($($argument),*, i64::wrapping_add),
            Binary::Difference => $function($($argument),*, i64::wrapping_sub),
            Binary::Product => $function($($argument),*, i64::wrapping_mul),
            Binary::Xor => $function($($argument),*, $crate::written::columns::nim_sum),
            Binary::Least => $function($($argument),*, i64::min),
            Binary::Greatest => $function($($argument),*, i64::max),
        }
    };
}
pub(super) use with_operation;

/// A register of a block.
pub(super) type Column<T> = [T; BLOCK];

/// The groups of lanes in which these lie.
pub(super) fn groups(lanes: &Range<usize>) -> Range<usize> {
    lanes.start / GROUP * GROUP..lanes.end.next_multiple_of(GROUP).min(BLOCK)
}

/// Fills a column in these lanes from others that come before it; `held` gives the scalars.
pub(super) fn fill<T: Lane>(
    columns: &mut [Column<T>],
    register: usize,
    instruction: &Instruction,
    lanes: Range<usize>,
    held: impl Fn(Operand) -> i64,
) {
    let (before, out) = columns.split_at_mut(register);
    let out = &mut out[0][lanes.clone()];
    let numbers = |operand: &Operand| match operand {
        Operand::Column(column) => Numbers::Each(&before[*column][lanes.clone()]),
        scalar => Numbers::Same(T::of(held(*scalar))),
    };
    match instruction {
        Instruction::Line(slope, base) => {
            let first = held(*base).wrapping_add(slope.wrapping_mul(lanes.start as i64));
            let mut number = T::of(first);
            for out in out {
                *out = number;
                number = T::of(number.number().wrapping_add(*slope));
            }
        }
        Instruction::Binary(kind, a, b) => {
            with_operation!(kind, pairs(out, numbers(a), numbers(b)));
        }
        Instruction::Quotient(Operand::Column(a), by) => {
            T::quotients(out, &before[*a][lanes], *by);
        }
        Instruction::Remainder(Operand::Column(a), by) => {
            let numbers = &before[*a][lanes];
            T::quotients(out, numbers, *by);
            for (out, number) in out.iter_mut().zip(numbers) {
                let multiple = out.number().wrapping_mul(*by);
                *out = T::of(number.number().wrapping_sub(multiple));
            }
        }
        Instruction::If(truth, a, b) => match numbers(truth) {
            Numbers::Same(truth) => {
                copy(out, numbers(if truth == T::default() { b } else { a }));
            }
            Numbers::Each(truth) => {
                // First the one, then the other where the truth holds: all bits or none are taken of each.
                copy(out, numbers(b));
                let choose = |out: &mut T, truth: &T, a: T| {
                    let mask = truth.number().wrapping_neg();
                    *out = T::of((a.number() & mask) | (out.number() & !mask));
                };
                let chosen = out.iter_mut().zip(truth);
                match numbers(a) {
                    Numbers::Each(a) => {
                        chosen.zip(a).for_each(|((out, truth), a)| choose(out, truth, *a));
                    }
                    Numbers::Same(a) => chosen.for_each(|(out, truth)| choose(out, truth, a)),
                }
            }
        },
        Instruction::Compare(relation, Operand::Column(a), b) => {
            compare(*relation, out, &before[*a][lanes], T::of(held(*b)));
        }
        Instruction::Member(Operand::Column(a), set) => members(out, &before[*a][lanes], set),
        _ => unreachable!("{instruction:?} does not fill a column"),
    }
}

/// What an operand is in the lanes.
enum Numbers<'a, T> {
    Each(&'a [T]),
    Same(T),
}

fn truth<T: Lane>(holds: bool) -> T {
    T::of(holds.into())
}

fn copy<T: Lane>(out: &mut [T], numbers: Numbers<'_, T>) {
    match numbers {
        Numbers::Each(numbers) => out.copy_from_slice(numbers),
        Numbers::Same(number) => out.fill(number),
    }
}

fn each<T: Copy>(out: &mut [T], a: &[T], operation: impl Fn(T) -> T) {
    for (out, a) in out.iter_mut().zip(a) {
        *out = operation(*a);
    }
}

fn pairs<T: Lane>(
    out: &mut [T],
    a: Numbers<'_, T>,
    b: Numbers<'_, T>,
    operation: impl Fn(i64, i64) -> i64,
) {
    let operation = |a: T, b: T| T::of(operation(a.number(), b.number()));
    match (a, b) {
        (Numbers::Each(a), Numbers::Each(b)) => {
            for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
                *out = operation(*a, *b);
            }
        }
        (Numbers::Each(a), Numbers::Same(b)) => each(out, a, |a| operation(a, b)),
        (Numbers::Same(a), Numbers::Each(b)) => each(out, b, |b| operation(a, b)),
        (Numbers::Same(a), Numbers::Same(b)) => out.fill(operation(a, b)),
    }
}

/// One loop for each relation, as in [`with_operation`].
fn compare<T: Lane>(relation: Relation, out: &mut [T], a: &[T], b: T) {
    match relation {
        Relation::Equal => each(out, a, |a| truth(a == b)),
        Relation::Unequal => each(out, a, |a| truth(a != b)),
        Relation::Less => each(out, a, |a| truth(a < b)),
        Relation::AtMost => each(out, a, |a| truth(a <= b)),
        Relation::Greater => each(out, a, |a| truth(a > b)),
        Relation::AtLeast => each(out, a, |a| truth(a >= b)),
    }
}

/// Few elements are compared one by one with all lanes.
fn members<T: Lane>(out: &mut [T], numbers: &[T], set: &Set) {
    const FEW: usize = 8;
    if set.tail.is_some() || set.finite.len() > FEW {
        return each(out, numbers, |number| truth(set.contains(number.number().into())));
    }
    out.fill(T::default());
    for element in &set.finite {
        let Ok(element) = i64::try_from(*element) else { continue };
        if T::of(element).number() != element {
            continue;
        }
        let element = T::of(element);
        for (out, number) in out.iter_mut().zip(numbers) {
            // A number equals at most one of them.
            *out = T::of(out.number() + i64::from(*number == element));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_are_rounded_down() {
        let ends = [i32::MIN, i32::MIN + 1, -65_536, -1000, -3, -2, -1, 0, 1, 2, 3, 7, 1000];
        let numbers: Vec<i32> = ends
            .into_iter()
            .chain([65_535, 65_536, 1 << 30, i32::MAX - 1, i32::MAX])
            .chain((0..5000).map(|n: i32| n.wrapping_mul(858_993_459)))
            .collect();
        let divisors = (1..300).chain([1000, 4095, 4096, 4097, 65_535, 65_537, (1 << 30) - 1]);
        for by in divisors.chain([1 << 30]) {
            let mut narrow = vec![0; numbers.len()];
            i32::quotients(&mut narrow, &numbers, by);
            let wide: Vec<i64> = numbers.iter().map(|number| i64::from(*number)).collect();
            let mut out = vec![0; numbers.len()];
            i64::quotients(&mut out, &wide, by);
            for ((number, narrow), wide) in numbers.iter().zip(narrow).zip(out) {
                let wanted = i64::from(*number).div_euclid(by);
                assert_eq!((i64::from(narrow), wide), (wanted, wanted), "{number} div {by}");
            }
        }
    }

    #[test]
    fn nim_sums_of_negative_numbers_are_minus_one() {
        for (a, b, sum) in [(5, 3, 6), (-1, 3, -1), (3, -7, -1), (-4, -4, -1), (0, 0, 0)] {
            assert_eq!(nim_sum(a, b), sum);
            assert_eq!(i32::of(nim_sum(a as i32 as i64, b as i32 as i64)), sum as i32);
        }
    }
}
