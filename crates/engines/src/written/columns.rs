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
pub(super) trait Lane: Copy + Ord + Default {
    fn of(number: i64) -> Self;
    fn number(self) -> i64;
    fn sum(self, other: Self) -> Self;
    fn difference(self, other: Self) -> Self;
    fn product(self, other: Self) -> Self;
    /// -1 if one of them is negative.
    fn xor(self, other: Self) -> Self;
    /// The first if the truth is 1, the second if it is 0.
    fn choose(truth: Self, a: Self, b: Self) -> Self;
    /// A truth as a byte: all bits or none.
    fn mask(self) -> u8;
    /// Rounded down; the divisor is positive.
    fn quotients(out: &mut [Self], numbers: &[Self], by: i64);
}

macro_rules! lane {
    ($number:ty, $quotients:path) => {
        impl Lane for $number {
            #[inline]
            fn of(number: i64) -> Self {
                number as $number
            }
            #[inline]
            fn number(self) -> i64 {
                self.into()
            }
            #[inline]
            fn sum(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline]
            fn difference(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline]
            fn product(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
            #[inline]
            fn xor(self, other: Self) -> Self {
                (self ^ other) | ((self | other) >> (<$number>::BITS - 1))
            }
            #[inline]
            fn choose(truth: Self, a: Self, b: Self) -> Self {
                let mask = truth.wrapping_neg();
                (a & mask) | (b & !mask)
            }
            #[inline]
            fn mask(self) -> u8 {
                (self as u8).wrapping_neg()
            }
            fn quotients(out: &mut [Self], numbers: &[Self], by: i64) {
                $quotients(out, numbers, by);
            }
        }
    };
}

lane!(i32, narrow_quotients);
lane!(i64, wide_quotients);

/// Calls a function with the operation of this kind as its last argument. The choice is made outside of the loops, and each
/// operation is a function with a type of its own, so that the compiler makes a plain loop for each. A loop over a closure
/// that matches on the operation is not unswitched reliably, and then does one lane at a time.
macro_rules! with_operation {
    ($kind:expr, $lane:ty, $function:ident($($argument:expr),*)) => {
        match $kind {
            Binary::Sum => $function($($argument),*, <$lane as Lane>::sum),
            Binary::Difference => $function($($argument),*, <$lane as Lane>::difference),
            Binary::Product => $function($($argument),*, <$lane as Lane>::product),
            Binary::Xor => $function($($argument),*, <$lane as Lane>::xor),
            Binary::Least => $function($($argument),*, <$lane as Ord>::min),
            Binary::Greatest => $function($($argument),*, <$lane as Ord>::max),
        }
    };
}
pub(super) use with_operation;

/// Division has no wide instruction, and `div` and `mod` are common in texts; so it is done by multiplying.
///
/// Granlund and Montgomery: with l = ⌈log₂ d⌉ and m = ⌊2³¹⁺ˡ / d⌋ + 1, the quotient of n < 2³¹ by d is
/// ⌊m·n / 2³¹⁺ˡ⌋. For a negative n, the quotient rounded down is the complement of that of the complement.
fn narrow_quotients(out: &mut [i32], numbers: &[i32], by: i64) {
    let bits = 31 + (64 - (by - 1).leading_zeros());
    let magic = (1_u64 << bits) / by.unsigned_abs() + 1;
    for (out, number) in out.iter_mut().zip(numbers) {
        let sign = number >> 31;
        let positive = u64::from((number ^ sign).cast_unsigned());
        let quotient = positive.wrapping_mul(magic) >> bits;
        *out = (quotient as i32) ^ sign;
    }
}

fn wide_quotients(out: &mut [i64], numbers: &[i64], by: i64) {
    for (out, number) in out.iter_mut().zip(numbers) {
        *out = number.div_euclid(by);
    }
}

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
            let (slope, mut number) = (T::of(*slope), T::of(first));
            for out in out {
                *out = number;
                number = number.sum(slope);
            }
        }
        Instruction::Binary(kind, a, b) => {
            let (a, b) = (numbers(a), numbers(b));
            with_operation!(kind, T, pairs(out, a, b));
        }
        Instruction::Quotient(Operand::Column(a), by) => {
            T::quotients(out, &before[*a][lanes], *by);
        }
        Instruction::Remainder(Operand::Column(a), by) => {
            let numbers = &before[*a][lanes];
            T::quotients(out, numbers, *by);
            let by = T::of(*by);
            for (out, number) in out.iter_mut().zip(numbers) {
                *out = number.difference(out.product(by));
            }
        }
        Instruction::If(truth, a, b) => match numbers(truth) {
            Numbers::Same(truth) => {
                copy(out, numbers(if truth == T::default() { b } else { a }));
            }
            Numbers::Each(truth) => {
                // First the one, then the other where the truth holds.
                copy(out, numbers(b));
                let chosen = out.iter_mut().zip(truth);
                match numbers(a) {
                    Numbers::Each(a) => chosen
                        .zip(a)
                        .for_each(|((out, truth), a)| *out = T::choose(*truth, *a, *out)),
                    Numbers::Same(a) => {
                        chosen.for_each(|(out, truth)| *out = T::choose(*truth, a, *out));
                    }
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

fn pairs<T: Copy>(
    out: &mut [T],
    a: Numbers<'_, T>,
    b: Numbers<'_, T>,
    operation: impl Fn(T, T) -> T,
) {
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
            *out = out.sum(truth(*number == element));
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
            assert_eq!(<i32 as Lane>::xor(a, b), sum);
            assert_eq!(<i64 as Lane>::xor(a.into(), b.into()), i64::from(sum));
        }
    }
}
