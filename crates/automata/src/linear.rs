//! Linear equations, inequalities, congruences and nim-sums as automata.
//!
//! # Why this is exact
//! Let s = Σ factor·number + constant, and let C be the sum of the factors' absolute values.
//!
//! *Most significant digit first.* With n places still to be read, s = A·U(n) + B·U(n - 1) + r + constant, where the
//! state (A, B) comes from the digits that were read and r from those to come: reading a letter with e = Σ factor·digit
//! leads to (k·A + B + e, A), as U(n) = k·U(n - 1) + U(n - 2). (In base b it is b·A + e, and there is no B.) A number of
//! n valid digits is below U(n), so |r| ≤ C·(U(n) - 1). The ratios U(n - 1)/U(n) are 1, 1/(k + 1), …, all in the
//! interval [1/(k + 1), 1], which x ↦ 1/(k + x) maps into itself. If A + B·q ≥ C + |constant| at both ends of the
//! interval, it is so for each ratio, and s ≥ |constant|·U(n) + C + constant > 0 (for C ≥ 1, as U(n) ≥ 1); likewise for
//! the other sign. So such states can be merged into two, *positive* and *negative*, and no other state is left out.
//! There are finitely many others: one of the two eigenvalues of the step is -1/φ with φ > 1, so that this coordinate of
//! (A, B) stays bounded by itself, and the other one is bounded because the state was not merged. With no place left,
//! s = A + B + constant, for U(0) = U(-1) = 1.
//!
//! *Least significant digit first*, base b: the state is the carry, s divided by b to the number of digits read, rounded
//! down. For Ostrowski numerations the words are reversed.

use bouton_values::{Meter, Refusal};

use crate::automaton::{Automaton, Rows, letters};
use crate::numeration::{Numeration, Order, System};

/// A condition on a sum Σ factor·number + constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// The sum is 0.
    Zero,
    /// The sum is at least 0.
    NotNegative,
    /// The sum is a multiple of this number, which is at least 1.
    Multiple(i64),
}

/// What is known of the sum after some digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Sum {
    /// A and B.
    Open(i64, i64),
    Positive,
    Negative,
}

/// Factors and constants beyond this are refused: states are pairs of machine words.
const LARGEST: i64 = 1 << 24;

impl Automaton {
    /// The tuples of numbers for which the sum of their multiples by the factors, and the constant, compares so.
    pub fn linear(
        numeration: Numeration,
        factors: &[i64],
        constant: i64,
        comparison: Comparison,
        meter: &mut Meter,
    ) -> Result<Automaton, Refusal> {
        let modulus = if let Comparison::Multiple(modulus) = comparison { modulus } else { 1 };
        let numbers = factors.iter().chain([&constant, &modulus]);
        if numbers.into_iter().any(|number| number.abs() > LARGEST) || modulus < 1 {
            return Err(Refusal::unsupported(
                format!("a constant in the rules is larger than {LARGEST}"),
                "automata read numbers digit by digit: use smaller constants",
            ));
        }
        let most = Numeration { order: Order::Most, ..numeration };
        match (numeration.order, numeration.system, comparison) {
            (Order::Least, System::Base(base), Comparison::Zero | Comparison::NotNegative) => {
                by_carry(numeration, i64::from(base), factors, constant, comparison, meter)
            }
            (Order::Least, ..) => {
                Automaton::linear(most, factors, constant, comparison, meter)?.reversed(meter)
            }
            (Order::Most, ..) => by_prefix(numeration, factors, constant, comparison, meter),
        }
    }

    /// The triples whose last number is the nim-sum of the other two; only in base 2.
    pub fn nim_sum(numeration: Numeration) -> Result<Automaton, Refusal> {
        if numeration.system != System::Base(2) {
            return Err(Refusal::unsupported("a nim-sum is read in base 2 only", "choose base 2"));
        }
        let next = (0..8_u32).map(|letter| letter.count_ones() % 2).chain([1; 8]).collect();
        Ok(Automaton { tracks: 3, letters: 8, next, start: 0, accepting: vec![true, false] })
    }
}

/// Σ factor·digit for each letter.
fn letter_sums(numeration: Numeration, factors: &[i64]) -> Result<Vec<i64>, Refusal> {
    let (radix, letters) = (numeration.radix(), letters(numeration, factors.len())?);
    let sum = |mut letter: usize| {
        let mut sum = 0;
        for factor in factors {
            sum += factor * (letter % radix) as i64;
            letter /= radix;
        }
        sum
    };
    Ok((0..letters).map(sum).collect())
}

fn by_carry(
    numeration: Numeration,
    base: i64,
    factors: &[i64],
    constant: i64,
    comparison: Comparison,
    meter: &mut Meter,
) -> Result<Automaton, Refusal> {
    let sums = letter_sums(numeration, factors)?;
    let mut rows = Rows::new(Some(constant));
    let mut next = Vec::new();
    let mut done = 0;
    while done < rows.keys.len() {
        meter.spend(sums.len() as u64)?;
        let carry = rows.keys[done];
        for sum in &sums {
            let sum = carry.map(|carry| carry + sum);
            let exact = sum.filter(|sum| comparison != Comparison::Zero || sum % base == 0);
            next.push(rows.state(exact.map(|sum| sum.div_euclid(base))));
        }
        done += 1;
    }
    let accepts = |carry: &Option<i64>| match comparison {
        Comparison::Zero => *carry == Some(0),
        _ => carry.is_some_and(|carry| carry >= 0),
    };
    let accepting = rows.keys.iter().map(accepts).collect();
    let tracks = factors.len();
    Automaton { tracks, letters: sums.len(), next, start: 0, accepting }.minimal(meter)
}

fn by_prefix(
    numeration: Numeration,
    factors: &[i64],
    constant: i64,
    comparison: Comparison,
    meter: &mut Meter,
) -> Result<Automaton, Refusal> {
    let tracks = factors.len();
    let sums = letter_sums(numeration, factors)?;
    let total: i64 = factors.iter().map(|factor| factor.abs()).sum();
    let enough = total.max(1) + constant.abs();
    let (k, keeps) = match numeration.system {
        System::Base(base) => (i64::from(base), 0),
        System::Ostrowski(k) => (i64::from(k), 1),
    };
    let settled = |a: i64, b: i64| match comparison {
        Comparison::Multiple(modulus) => Sum::Open(a.rem_euclid(modulus), b.rem_euclid(modulus)),
        // Both ends of the interval of the ratios, the first one multiplied by k + 1.
        _ if a + b >= enough && (k + 1) * a + b >= (k + 1) * enough => Sum::Positive,
        _ if a + b <= -enough && (k + 1) * a + b <= -(k + 1) * enough => Sum::Negative,
        _ => Sum::Open(a, b),
    };
    let mut rows = Rows::new(Some((Sum::Open(0, 0), 0_u32)));
    let mut next = Vec::new();
    let mut done = 0;
    while done < rows.keys.len() {
        meter.spend(sums.len() as u64)?;
        let state = rows.keys[done];
        for (letter, sum) in sums.iter().enumerate() {
            let after = state.and_then(|(known, marks)| {
                let marks = numeration.after(marks, letter, tracks)?;
                let known = match known {
                    Sum::Open(a, b) => settled(k * a + b + sum, keeps * a),
                    other => other,
                };
                Some((known, marks))
            });
            next.push(rows.state(after));
        }
        done += 1;
    }
    let accepts = |state: &Option<(Sum, u32)>| {
        state.is_some_and(|(known, _)| match (known, comparison) {
            (Sum::Open(a, b), Comparison::Zero) => a + b + constant == 0,
            (Sum::Open(a, b), Comparison::NotNegative) => a + b + constant >= 0,
            (Sum::Open(a, b), Comparison::Multiple(modulus)) => (a + b + constant) % modulus == 0,
            (Sum::Positive, comparison) => comparison == Comparison::NotNegative,
            (Sum::Negative, _) => false,
        })
    };
    let accepting = rows.keys.iter().map(accepts).collect();
    Automaton { tracks, letters: sums.len(), next, start: 0, accepting }.minimal(meter)
}
