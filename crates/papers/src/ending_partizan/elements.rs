//! Beyond the paper: which elements of S change the share that ends in L.

use bouton_lab::engines::Family;
use bouton_lab::rules::Limits;

use crate::finding::{Exhibit, Statement, cells, said_table};
use crate::frame::Result;
use crate::judge::listed;
use crate::words::say;

/// Counts of all S with one minimum and at most some maximum: for each element, and for the first odd element.
pub(super) struct Tally {
    min: u32,
    /// How many sets there are, and how many end in L.
    pub(super) all: [u64; 2],
    /// For each s: sets with it, and how many of these end in L.
    with: Vec<[u64; 2]>,
    /// For each s: sets whose first odd element it is, and how many of these end in L; 0 for none.
    first_odd: Vec<[u64; 2]>,
}

/// How the share changes with each element up to the maximum.
pub(super) fn single_elements(families: &[Tally], max: u32) -> Exhibit {
    let shares = |family: &Tally, s: u32| match s > family.min {
        true => family.with_and_without(s).map(share),
        false => [String::new(), String::new()],
    };
    let row = |s: u32| (s, cells(families.iter().flat_map(|family| shares(family, s))));
    said_table("C9.with-element", &[&max], (3..=max).map(row))
}

/// The share by the first odd element, where the minimum is even.
pub(super) fn first_odd(families: &[Tally], max: u32) -> Exhibit {
    let even = families.iter().filter(|family| family.min % 2 == 0);
    let rows = even.flat_map(|family| family.first_odd.iter().enumerate());
    let rows = rows.filter(|(_, counts)| counts[0] > 0).map(|(s, counts)| {
        let name = if s == 0 { "none".to_owned() } else { s.to_string() };
        (name, cells([counts[0].to_string(), share(*counts)]))
    });
    said_table("C9.first-odd", &[&max], rows)
}

/// Which single element matters most in each family.
pub(super) fn strongest(families: &[Tally], max: u32) -> Statement {
    let texts = families.iter().filter_map(|family| {
        let effect = |s: u32| {
            let [with, without] = family.with_and_without(s).map(ratio);
            with - without
        };
        let strongest =
            (family.min + 1..=max).max_by(|s, t| effect(*s).abs().total_cmp(&effect(*t).abs()))?;
        let (min, points) = (family.min, 100.0 * effect(strongest));
        Some(format!("min S = {min}: {strongest} in S changes the share by {points:+.1} points"))
    });
    say("C9.elements", &[&max, &listed(texts, "; ")])
}

impl Tally {
    pub(super) fn of(min: u32, max: u32, limits: &Limits) -> Result<Tally> {
        let none = vec![[0; 2]; max as usize + 1];
        let mut counted = Tally { min, all: [0; 2], with: none.clone(), first_odd: none };
        Family::new(min, max)?.classify(limits, |row| {
            let left = u64::from(row.eventually_left);
            add_to(&mut counted.all, left);
            // Bit s - 1 of the row for each element s.
            let elements = (1..=max as usize).filter(|s| row.set >> (s - 1) & 1 == 1);
            elements.clone().for_each(|s| add_to(&mut counted.with[s], left));
            let odd = elements.clone().find(|s| s % 2 == 1).unwrap_or(0);
            add_to(&mut counted.first_odd[odd], left);
        })?;
        Ok(counted)
    }

    /// The counts of the sets with an element, and of those without.
    fn with_and_without(&self, s: u32) -> [[u64; 2]; 2] {
        let with = self.with[s as usize];
        [with, [0, 1].map(|i| self.all[i] - with[i])]
    }
}

/// One more case, and whether it counts.
pub(super) fn add_to(counts: &mut [u64; 2], left: u64) {
    counts[0] += 1;
    counts[1] += left;
}

pub(super) fn ratio([sets, left]: [u64; 2]) -> f64 {
    if sets == 0 { 0.0 } else { left as f64 / sets as f64 }
}

/// The share of the second number, in per cent.
pub(super) fn percent(counts: [u64; 2]) -> f64 {
    100.0 * ratio(counts)
}

fn share(counts: [u64; 2]) -> String {
    if counts[0] == 0 { String::new() } else { format!("{:.1} %", percent(counts)) }
}
