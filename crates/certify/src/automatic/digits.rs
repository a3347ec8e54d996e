//! Numerations as the checker sees them: only the order of their words is used, and addition is verified from it.
//!
//! A number is a word of digits, up to zeros before it; which words are numbers, a small automaton says. They are ordered as
//! words of equal length are, by the first digit from the significant end that differs. In this order each number has
//! finitely many before it, and none is the last; so there is exactly one way to call them 0, 1, 2, …. What the
//! places of a numeration count is used nowhere: that of base b and of Ostrowski's numeration the words in this order
//! are those of 0, 1, 2, …, is a classical theorem.
//!
//! # Addition
//! The automaton of z = x + y is found by adding digits, with bounds that are not proved. So it is not trusted: with
//! S(y, y') for "y' is the next number after y", which is a matter of the order,
//!
//! 1. x + 0 = z holds if and only if z = x;
//! 2. from x + y = z, S(y, y') and S(z, z') follows x + y' = z';
//! 3. from x + y = z and x + y = w follows z = w
//!
//! are decided. By induction on y, 1 and 2 say that the sum of x and y, as numbers, is among the z; and 3 that it is
//! the only one.

use bouton_values::{Meter, Refusal};

use super::set::{Set, digits, letters};
use crate::rejection::Rejection;

/// Which words are numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numeration {
    pub(super) radix: usize,
    /// Is the most significant digit read first?
    pub(super) most_first: bool,
    /// After (below) the greatest digit comes a 0.
    greatest_stands_alone: bool,
}

/// A numeration and the automata of its arithmetic.
pub(super) struct Digits {
    pub(super) numeration: Numeration,
    /// x = y, x < y and x + y = z.
    pub(super) equal: Set,
    pub(super) less: Set,
    pub(super) sum: Set,
}

impl Numeration {
    /// Reads the name of a numeration.
    pub(super) fn read(name: &str) -> Result<Numeration, Rejection> {
        let (most_first, radix, greatest_stands_alone) = read(name).ok_or_else(|| {
            Rejection::does_not_apply("an automaton", format!("{name:?} is not a known numeration"))
        })?;
        Ok(Numeration { radix, most_first, greatest_stands_alone })
    }

    /// The tuples of words that are numbers.
    pub(super) fn numbers(&self, tracks: usize, meter: &mut Meter) -> Result<Set, Refusal> {
        let (radix, most_first) = (self.radix, self.most_first);
        let greatest = radix - 1;
        // For each track the digit before.
        let step = |before: &Option<Vec<usize>>, letter: usize| {
            let before = before.as_ref()?;
            let now = digits(radix, tracks, letter);
            let fits = |(before, now): (&usize, &usize)| match most_first {
                true => *before != greatest || *now == 0,
                false => *now != greatest || *before == 0,
            };
            let valid = !self.greatest_stands_alone || before.iter().zip(&now).all(fits);
            let kept = |digit: usize| match (self.greatest_stands_alone, most_first) {
                (false, _) => 0,
                (true, true) => {
                    if digit == greatest {
                        digit
                    } else {
                        0
                    }
                }
                (true, false) => digit.min(1),
            };
            valid.then(|| now.into_iter().map(kept).collect())
        };
        let letters = letters(radix, tracks)?;
        Set::explore(tracks, letters, Some(vec![0; tracks]), step, Option::is_some, meter)
    }

    /// Pairs of numbers by how they compare: 0 if they are equal, 1 if the first is less, 2 if it is greater.
    fn compared(&self, holds: impl Fn(u8) -> bool, meter: &mut Meter) -> Result<Set, Refusal> {
        let (radix, most_first) = (self.radix, self.most_first);
        let step = |seen: &u8, letter: usize| {
            let (x, y) = (letter % radix, letter / radix);
            match (*seen, most_first, x.cmp(&y)) {
                (seen @ 1.., true, _) | (seen, _, std::cmp::Ordering::Equal) => seen,
                (_, _, std::cmp::Ordering::Less) => 1,
                (_, _, std::cmp::Ordering::Greater) => 2,
            }
        };
        let order = Set::explore(2, radix * radix, 0, step, |seen| holds(*seen), meter)?;
        order.combined(&self.numbers(2, meter)?, |a, b| a && b, meter)
    }

    /// A guess of the triples with x + y = z.
    fn addition(&self, meter: &mut Meter) -> Result<Set, Refusal> {
        let radix = self.radix as i64;
        // What x + y - z is so far, in units of the place that was read and of the one above it; from the most significant
        // place on. Beyond the bound nothing is expected to come back.
        let bound = 4 * radix;
        let step = |state: &Option<(i64, i64)>, letter: usize| {
            let (a, b) = (*state)?;
            let all = digits(self.radix, 3, letter);
            let here = all[0] as i64 + all[1] as i64 - all[2] as i64;
            let after = match self.greatest_stands_alone {
                true => ((radix - 1) * a + b + here, a),
                false => (radix * a + here, 0),
            };
            (after.0.abs() <= bound && after.1.abs() <= bound).then_some(after)
        };
        let accepts = |state: &Option<(i64, i64)>| state.is_some_and(|(a, b)| a + b == 0);
        let set = Set::explore(3, letters(self.radix, 3)?, Some((0, 0)), step, accepts, meter)?;
        let set = set.reduced(meter)?;
        let set = if self.most_first { set } else { set.reversed(meter)? };
        set.combined(&self.numbers(3, meter)?, |a, b| a && b, meter)
    }

    /// The numbers of a word, for messages.
    pub(super) fn tuple(&self, tracks: usize, word: &[usize]) -> String {
        let mut places = vec![1_u128];
        while places.len() < word.len() {
            let (last, radix) = (places[places.len() - 1], self.radix as u128);
            let before = places.len().checked_sub(2).map_or(1, |place| places[place]);
            places.push(match self.greatest_stands_alone {
                true => last.saturating_mul(radix - 1).saturating_add(before),
                false => last.saturating_mul(radix),
            });
        }
        let mut numbers = vec![0_u128; tracks];
        for (read, letter) in word.iter().enumerate() {
            let place = if self.most_first { word.len() - 1 - read } else { read };
            for (number, digit) in numbers.iter_mut().zip(digits(self.radix, tracks, *letter)) {
                *number = number.saturating_add(places[place].saturating_mul(digit as u128));
            }
        }
        numbers.iter().map(u128::to_string).collect::<Vec<_>>().join(",")
    }

    /// The word of a tuple of small numbers, by counting on from 0 in the order of the words.
    pub(super) fn word(&self, tuple: &[u64]) -> Vec<usize> {
        let count = |number: &u64| {
            let mut word: Vec<usize> = Vec::new();
            for _ in 0..*number {
                self.count_on(&mut word);
            }
            word
        };
        let words: Vec<Vec<usize>> = tuple.iter().map(count).collect();
        let length = words.iter().map(Vec::len).max().unwrap_or(0);
        let letter = |place: usize| {
            words
                .iter()
                .rev()
                .fold(0, |letter, word| letter * self.radix + word.get(place).copied().unwrap_or(0))
        };
        match self.most_first {
            true => (0..length).rev().map(letter).collect(),
            false => (0..length).map(letter).collect(),
        }
    }

    /// The next valid word, its least significant digit first: the least place that can grow grows, and those below it
    /// become 0.
    fn count_on(&self, word: &mut Vec<usize>) {
        for place in 0.. {
            if place == word.len() {
                word.push(0);
            }
            let above = word.get(place + 1).copied().unwrap_or(0);
            let fits = word[place] + 1 < self.radix
                && (!self.greatest_stands_alone || above != self.radix - 1);
            if fits {
                word[place] += 1;
                return;
            }
            word[place] = 0;
        }
    }
}

impl Digits {
    /// Builds the arithmetic of a numeration, and verifies it.
    pub(super) fn new(numeration: Numeration, meter: &mut Meter) -> Result<Digits, Rejection> {
        let equal = numeration.compared(|seen| seen == 0, meter)?;
        let less = numeration.compared(|seen| seen == 1, meter)?;
        let sum = numeration.addition(meter)?;
        let all = Digits { numeration, equal, less, sum };
        all.verify(meter)?;
        Ok(all)
    }

    /// The axioms of addition.
    fn verify(&self, meter: &mut Meter) -> Result<(), Rejection> {
        let Numeration { radix, most_first, .. } = self.numeration;
        let fails = |axiom: &str| {
            Rejection::does_not_apply("an automaton", format!("addition fails: {axiom}"))
        };
        let and = |a: bool, b: bool| a && b;
        let put = |set: &Set, tracks: usize, places: &[usize], meter: &mut Meter| {
            set.placed(radix, tracks, places, meter)
        };
        let forget = |set: &Set, kept: &[usize], meter: &mut Meter| {
            set.forgetting(radix, kept, most_first, meter)
        };
        // The next number: greater, and no number w between.
        let between = put(&self.less, 3, &[0, 2], meter)?;
        let between = between.paired(&put(&self.less, 3, &[2, 1], meter)?, and, meter)?;
        let between = forget(&between, &[0, 1], meter)?;
        let next = self.less.combined(&between, |less, between| less && !between, meter)?;
        // 0 is the number that none is less than.
        let above = forget(&self.less, &[1], meter)?;
        let zero = self.numeration.numbers(1, meter)?.combined(
            &above,
            |number, above| number && !above,
            meter,
        )?;
        // 1. Tracks x, y, z.
        let start = self.sum.paired(&put(&zero, 3, &[1], meter)?, and, meter)?;
        if forget(&start, &[0, 2], meter)?.difference(&self.equal, meter)?.is_some() {
            return Err(fails("x + 0 = x"));
        }
        // 2. Tracks x, y, z, y', z'.
        let step = put(&self.sum, 5, &[0, 1, 2], meter)?;
        let step = step.combined(&put(&next, 5, &[1, 3], meter)?, and, meter)?;
        let step = step.paired(&put(&next, 5, &[2, 4], meter)?, and, meter)?;
        let step = forget(&step, &[0, 3, 4], meter)?;
        if step.paired(&self.sum, |step, sum| step && !sum, meter)?.shortest().is_some() {
            return Err(fails("x + (y + 1) = (x + y) + 1"));
        }
        // 3. Tracks x, y, z, w.
        let two = put(&self.sum, 4, &[0, 1, 2], meter)?;
        let two = two.combined(&put(&self.sum, 4, &[0, 1, 3], meter)?, and, meter)?;
        let two = forget(&two, &[2, 3], meter)?;
        match two.paired(&self.equal, |two, equal| two && !equal, meter)?.shortest() {
            Some(_) => Err(fails("a sum is one number")),
            None => Ok(()),
        }
    }
}

/// The order, the radix, and whether a 0 follows the greatest digit.
fn read(name: &str) -> Option<(bool, usize, bool)> {
    let (order, system) = name.split_once('_')?;
    let most_first = match order {
        "msd" => true,
        "lsd" => false,
        _ => return None,
    };
    let (radix, alone) = match system {
        "fib" => (2, true),
        "pell" => (3, true),
        _ => match system.strip_prefix("ost") {
            Some(k) => (k.parse::<usize>().ok().filter(|k| (1..=8).contains(k))? + 1, true),
            None => (system.parse().ok().filter(|base| (2..=9).contains(base))?, false),
        },
    };
    Some((most_first, radix, alone))
}

#[cfg(test)]
mod tests {
    use bouton_values::Limits;

    use super::*;

    /// Words are found by counting, and numbers by what the places are worth.
    #[test]
    fn words_and_numbers_are_each_other() {
        for name in [
            "msd_2", "lsd_2", "msd_3", "lsd_9", "msd_fib", "lsd_fib", "msd_pell", "lsd_pell",
            "msd_ost3", "lsd_ost8",
        ] {
            let numeration = Numeration::read(name).expect("a numeration");
            for (a, b) in (0..40).flat_map(|a| (0..120).map(move |b| (a, b))) {
                let word = numeration.word(&[a, b]);
                assert_eq!(numeration.tuple(2, &word), format!("{a},{b}"), "{name}: {word:?}");
            }
        }
        // 11 = 8 + 3 in Fibonacci's numbers 1, 2, 3, 5, 8; 9 = 7 + 2·1 and 10 = 7 + 3 in those of Pell, 1, 3, 7.
        let word = |name, number| Numeration::read(name).expect("a numeration").word(&[number]);
        assert_eq!(word("msd_fib", 11), [1, 0, 1, 0, 0]);
        assert_eq!(word("lsd_fib", 11), [0, 0, 1, 0, 1]);
        assert_eq!(word("msd_pell", 9), [1, 0, 2]);
        assert_eq!(word("lsd_pell", 10), [0, 1, 1]);
    }

    #[test]
    fn only_known_numerations_have_a_name() {
        for name in ["msd_1", "msd_10", "lsd_ost0", "lsd_ost9", "msd", "fib_msd", "lsd_", "_2"] {
            assert!(Numeration::read(name).is_err(), "{name}");
        }
        for name in ["msd_9", "lsd_ost1", "lsd_ost8"] {
            assert!(Numeration::read(name).is_ok(), "{name}");
        }
    }

    /// No sum at all; sums with 0 only; every number is a sum of two that are not 0.
    #[test]
    fn an_addition_that_breaks_an_axiom_is_refused() {
        let meter = &mut Meter::new(&Limits::default(), "a test");
        let numeration = Numeration::read("msd_2").expect("a numeration");
        let right = Digits::new(numeration, meter).expect("a right addition");
        let none = Set { tracks: 3, next: vec![vec![0; 8]], accepting: vec![false] };
        let same = right.equal.placed(2, 3, &[0, 2], meter).expect("few states");
        let next = vec![vec![0, 1], vec![1, 1]];
        let zero = Set { tracks: 1, next, accepting: vec![true, false] };
        let zero = zero.placed(2, 3, &[1], meter).expect("few states");
        let with_zero = same.combined(&zero, |same, zero| same && zero, meter).expect("few states");
        let any = same.combined(&zero, |same, zero| same || !zero, meter).expect("few states");
        for (sum, axiom) in [
            (none, "x + 0 = x"),
            (with_zero, "x + (y + 1) = (x + y) + 1"),
            (any, "a sum is one number"),
        ] {
            let (equal, less) = (right.equal.clone(), right.less.clone());
            let wrong = Digits { numeration, equal, less, sum };
            let reason = format!("addition fails: {axiom}");
            let refused = Rejection::does_not_apply("an automaton", reason);
            assert_eq!(wrong.verify(meter), Err(refused));
        }
    }
}
