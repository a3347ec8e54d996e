//! Four heaps, two of them fixed: the completions of (a,b,y) as y grows.
//!
//! *Theorem.* For fixed a and b the distance z - y from y to the completion z of (a,b,y) is periodic in y from some y
//! on; likewise for any number of fixed heaps.
//!
//! *Proof.* Completions are at most the sum and the length of what they complete (Theorem 1), and y completes (a,b,z)
//! in turn, so |z - y| ≤ a + b + 3. Go through y = 0, 1, 2, …: a y that has no partner yet takes the least z > y that
//! has none and is not the completion of (a',b,y) or (a,b',y) with a' < a or b' < b. By induction these lie at periodic
//! distances. So what happens from y on depends on finitely many things: which of the next a + b + 3 numbers have a
//! partner, and y modulo the periods of the smaller pairs. One of these states comes twice, and from then on everything
//! repeats. ∎
//!
//! [`Rows::period`] finds such a repeated state and so *proves* the period that it reports.

use std::collections::HashMap;

use bouton_lab::rules::Limits;

use crate::frame::{Period, Result, least_period};
use crate::judge::lcm;

/// The distances for all pairs a ≤ b up to a bound.
pub(super) struct Rows {
    /// By pair: for each y the completion of (a,b,y); `None` if that is not a position.
    rows: HashMap<(usize, usize), Row>,
}

struct Row {
    completions: Vec<Option<usize>>,
    /// That of z - y.
    period: Option<Period>,
}

impl Rows {
    /// All pairs with b ≤ most, completions for y below `to`.
    pub(super) fn new(most: usize, to: usize, limits: &Limits) -> Result<Rows> {
        let mut rows = Rows { rows: HashMap::new() };
        for b in 0..=most {
            for a in (0..=b).filter(|a| *a == 0 || *a < b) {
                limits.progress((b * b / 2 + a) as u64, ((most + 2) * (most + 2) / 2) as u64)?;
                let row = rows.fill(a, b, to);
                rows.rows.insert((a, b), row);
            }
        }
        Ok(rows)
    }

    /// The completion of (a,b,y), for y below the bound.
    pub(super) fn completion(&self, a: usize, b: usize, y: usize) -> Option<usize> {
        *self.rows.get(&(a.min(b), a.max(b)))?.completions.get(y)?
    }

    /// The period of a pair, proved; `None` if no state came twice below the bound.
    pub(super) fn period(&self, a: usize, b: usize) -> Option<Period> {
        self.rows.get(&(a, b))?.period
    }

    fn fill(&self, a: usize, b: usize, to: usize) -> Row {
        let pairs = (0..a).map(|lower| (lower, b)).chain((0..b).map(|lower| (a, lower)));
        let lower = pairs.filter_map(|(x, y)| self.rows.get(&(x.min(y), x.max(y))));
        let lower: Vec<&Row> = lower.collect();
        let span = a + b + 4;
        let mut partner: Vec<Option<usize>> = vec![None; to + span];
        // From here on the smaller pairs are periodic, or never, if that was not proved for one of them.
        let periods: Option<Vec<Period>> = lower.iter().map(|row| row.period).collect();
        let modulus = periods.iter().flatten().fold(1, |multiple, p| lcm(multiple, p.period));
        let from = periods
            .map_or(to, |periods| periods.iter().fold(b + 1, |from, p| from.max(p.preperiod)));
        // The states: which of the next numbers have a partner, and y modulo the smaller pairs' periods.
        let (mut seen, mut repeat) = (HashMap::new(), None);
        for y in 0..to {
            if y >= from && repeat.is_none() {
                let window: Vec<bool> = partner[y..y + span].iter().map(Option::is_some).collect();
                repeat = seen.insert((window, y % modulus), y).map(|before| (before, y));
            }
            let is_heading = y > 0 && (y == a || y == b);
            if is_heading || partner[y].is_some() {
                continue;
            }
            let is_out = |z: usize| {
                let is_legal = z == 0 || (z != a && z != b && z != y);
                let is_taken = partner.get(z).is_none_or(Option::is_some);
                !is_legal
                    || is_taken
                    || lower.iter().any(|row| row.completions.get(y) == Some(&Some(z)))
            };
            if let Some(z) = (y..to + span).find(|z| !is_out(*z)) {
                partner[y] = Some(z);
                partner[z] = Some(y);
            }
        }
        partner.truncate(to);
        // Where two states are alike, distances repeat from the first on, once the partners of smaller numbers are passed.
        let distance = |y: usize| partner[y].map(|z| z as i64 - y as i64);
        let repeat = repeat.filter(|(_, second)| second + span <= to);
        let period =
            repeat.map(|(first, second)| least_period(distance, first + span, second - first));
        Row { completions: partner, period }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::antonim::heaps::{Reading, completion};

    #[test]
    fn completions_equal_the_oracle() {
        let mut judge = Reading::Z.judge(&Limits::default()).unwrap();
        let rows = Rows::new(6, 60, &Limits::default()).unwrap();
        for (a, b, y) in
            (0..7).flat_map(|b| (0..=b).flat_map(move |a| (0..12).map(move |y| (a, b, y))))
        {
            let heaps = [a, b, y].map(|heap| heap as u64);
            let expected = match Reading::Z.is_legal(&heaps) {
                true => completion(&mut judge, Reading::Z, &heaps).unwrap(),
                false => None,
            };
            assert_eq!(rows.completion(a, b, y).map(|z| z as u64), expected, "{heaps:?}");
        }
    }

    #[test]
    fn periods_of_three_heaps_are_those_of_the_nim_sum() {
        let rows = Rows::new(9, 200, &Limits::default()).unwrap();
        for b in 1..=9usize {
            let period = rows.period(0, b).unwrap();
            assert_eq!(period.period, (b + 2).next_power_of_two(), "{b}");
        }
    }

    #[test]
    fn reported_periods_go_on() {
        let rows = Rows::new(9, 1200, &Limits::default()).unwrap();
        for (a, b) in (1..=9).flat_map(|b| (0..b).map(move |a| (a, b))) {
            let Period { preperiod, period } = rows.period(a, b).unwrap();
            let distance = |y: usize| rows.completion(a, b, y).map(|z| z as i64 - y as i64);
            assert!(
                (preperiod..1200 - period).all(|y| distance(y) == distance(y + period)),
                "{a},{b}"
            );
            assert!(
                preperiod == 0 || distance(preperiod - 1) != distance(preperiod - 1 + period),
                "{a},{b}"
            );
        }
    }
}
