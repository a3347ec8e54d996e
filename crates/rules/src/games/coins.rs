use crate::catalogue::{Built, Entry};
use crate::families::{HeapMoves, HeapRule, HeapRules};
use crate::position::excerpt;
use crate::spec::Spec;
use bouton_values::Refusal;

pub(crate) const COINS: Entry = Entry {
    name: "coins",
    parameters: "KIND",
    summary: "Coin turning: turn coins so that the rightmost one turned goes from heads to tails. \
              KIND says which may be turned at once: turtles (one or two), mock-turtles (up to \
              three), twins (exactly two), triplets (exactly three), ruler (any number in a row).",
    positions: "the places of the heads, from 0: 0,3,4; () if there are none",
    source: "H. W. Lenstra; Winning Ways, chapter 14",
    example: ("coins:mock-turtles", "0,3,4"),
    build: |parameters| match KINDS.iter().find(|(name, _)| *name == parameters) {
        Some((name, rule)) => {
            Ok(Built::with(*name, Spec::Heap(HeapRules::new(HeapMoves::Rule(*rule)))))
        }
        None => Err(Refusal::bad(
            format!("`{}` is not a kind of coin turning", excerpt(parameters)),
            format!("write coins: and one of {}", KINDS.map(|(name, _)| name).join(", ")),
        )),
    },
};

const KINDS: [(&str, &dyn HeapRule); 5] = [
    ("turtles", &Turning::Few { least: 1, most: 2 }),
    ("mock-turtles", &Turning::Few { least: 1, most: 3 }),
    ("twins", &Turning::Few { least: 2, most: 2 }),
    ("triplets", &Turning::Few { least: 3, most: 3 }),
    ("ruler", &Turning::Row),
];

/// Which coins are turned together with the rightmost one.
#[derive(Debug)]
enum Turning {
    /// From `least` to `most` coins in all, anywhere (at most three).
    Few { least: usize, most: usize },
    /// Any number of consecutive coins.
    Row,
}

/// A lone head at `heap` becomes the heads that were turned up to its left.
impl HeapRule for Turning {
    fn options(&self, heap: u64) -> Vec<Vec<u64>> {
        match *self {
            Turning::Row => (0..=heap).map(|first| (first..heap).collect()).collect(),
            Turning::Few { least, most } => {
                let mut options = Vec::new();
                if least <= 1 {
                    options.push(vec![]);
                }
                if least <= 2 && most >= 2 {
                    options.extend((0..heap).map(|a| vec![a]));
                }
                if most >= 3 {
                    options.extend((0..heap).flat_map(|b| (0..b).map(move |a| vec![a, b])));
                }
                options
            }
        }
    }

    fn option_bound(&self, heap: u64) -> u128 {
        let width = u128::from(heap) + 1;
        match self {
            Turning::Row | Turning::Few { most: 0..=2, .. } => width,
            Turning::Few { .. } => width * width,
        }
    }

    fn twins_vanish(&self) -> bool {
        true
    }

    fn zero_counts(&self) -> bool {
        true
    }
}
