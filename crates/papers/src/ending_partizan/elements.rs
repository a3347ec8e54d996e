//! Ours: which elements of S change the share that ends in L.

use bouton_lab::engines::Family;
use bouton_lab::rules::Limits;

use crate::finding::{Cell, Exhibit, Statement, table};
use crate::frame::Result;
use crate::judge::listed;
use crate::words::{say, words};

/// Shares by what is in S.
pub(super) struct Effects {
    max: u32,
    families: Vec<Tally>,
}

/// Counts of one family: for each element, and for the first odd element.
pub(super) struct Tally {
    min: u32,
    pub(super) sets: u64,
    pub(super) left: u64,
    /// For each s: sets with it, and how many of these end in L.
    with: Vec<[u64; 2]>,
    /// For each s: sets whose first odd element it is, and how many of these end in L; 0 for none.
    first_odd: Vec<[u64; 2]>,
}

impl Effects {
    pub(super) fn of(mins: [u32; 2], max: u32, limits: &Limits) -> Result<Effects> {
        let families =
            mins.iter().map(|min| Tally::of(*min, max, limits)).collect::<Result<_, _>>()?;
        Ok(Effects { max, families })
    }

    pub(super) fn single_elements(&self) -> Exhibit {
        let cells = |family: &Tally, s: u32| {
            let [with, left] = family.with[s as usize];
            let without = [family.sets - with, family.left - left];
            let shares = [share([with, left]), share(without)];
            if s > family.min { shares } else { [String::new(), String::new()] }
        };
        let row = |s: u32| {
            let cells = self.families.iter().flat_map(|family| cells(family, s)).map(Cell::new);
            (s.to_string(), cells.collect())
        };
        let caption = words("C9.with-element", &[&self.max]);
        let columns = ["s", "min 2, with s", "without", "min 3, with s", "without"];
        table(caption, columns, (3..=self.max).map(row))
    }

    pub(super) fn first_odd(&self) -> Exhibit {
        let rows = self.families.iter().filter(|family| family.min % 2 == 0).flat_map(|family| {
            family.first_odd.iter().enumerate().filter(|(_, counts)| counts[0] > 0).map(
                |(s, counts)| {
                    let name = if s == 0 { "none".to_owned() } else { s.to_string() };
                    (name, vec![Cell::new(counts[0].to_string()), Cell::new(share(*counts))])
                },
            )
        });
        let caption = words("C9.first-odd", &[&self.max]);
        table(caption, ["first odd", "sets", "share"], rows)
    }

    /// Which single element matters most in each family.
    pub(super) fn statement(&self) -> Statement {
        let strongest_texts = self.families.iter().filter_map(|family| {
            let effect = |s: u32| {
                let [with, left] = family.with[s as usize];
                ratio([with, left]) - ratio([family.sets - with, family.left - left])
            };
            let strongest = (family.min + 1..=self.max)
                .max_by(|s, t| effect(*s).abs().total_cmp(&effect(*t).abs()))?;
            Some(format!(
                "min S = {}: {strongest} in S changes the share by {:+.1} points",
                family.min,
                100.0 * effect(strongest)
            ))
        });
        say("C9.elements", &[&self.max, &listed(strongest_texts, "; ")])
    }
}

impl Tally {
    pub(super) fn of(min: u32, max: u32, limits: &Limits) -> Result<Tally> {
        let mut counted = Tally {
            min,
            sets: 0,
            left: 0,
            with: vec![[0; 2]; max as usize + 1],
            first_odd: vec![[0; 2]; max as usize + 1],
        };
        Family::new(min, max)?.classify(limits, |row| {
            let left = u64::from(row.eventually_left);
            counted.sets += 1;
            counted.left += left;
            let mut odd = 0;
            // Bit s - 1 of the row for each element s.
            let mut rest = row.set;
            while rest != 0 {
                let s = rest.trailing_zeros() as usize + 1;
                rest &= rest - 1;
                add_to(&mut counted.with[s], left);
                if s % 2 == 1 && odd == 0 {
                    odd = s;
                }
            }
            add_to(&mut counted.first_odd[odd], left);
        })?;
        Ok(counted)
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

fn share(counts: [u64; 2]) -> String {
    match counts[0] {
        0 => String::new(),
        _ => format!("{:.1} %", 100.0 * ratio(counts)),
    }
}
