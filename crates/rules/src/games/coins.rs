//! Coin-turning games in the catalogue.

use bouton_values::{Player, Refusal, excerpt};

use crate::catalogue::{Built, stated_text};
use crate::families::HeapRule;
use crate::written::StatedRules;

/// The kinds, each with a text of its own in the folder `coins`.
const KINDS: [&str; 5] = ["turtles", "mock-turtles", "twins", "triplets", "ruler"];

/// The kind of coin turning that the parameters name.
pub(crate) fn built(parameters: &str) -> Result<Built, Refusal> {
    match KINDS.contains(&parameters) {
        true => {
            let text = StatedRules::new(stated_text(&format!("coins/{parameters}")));
            Ok(Built::stated(parameters, text.without_tokens()))
        }
        false => Err(Refusal::bad(
            format!("`{}` is not a kind of coin turning", excerpt(parameters)),
            format!("write coins: and one of {}", KINDS.join(", ")),
        )),
    }
}

/// Which coins are turned together with the rightmost one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Turning {
    /// None.
    pub(crate) alone: bool,
    /// Any one.
    pub(crate) with_one: bool,
    /// Any two.
    pub(crate) with_two: bool,
    /// Any number of consecutive coins, this one included.
    pub(crate) row: bool,
}

impl Turning {
    /// What may be turned, in words.
    pub(crate) fn describe(&self) -> String {
        let ways = [
            (self.alone, "a coin alone"),
            (self.with_one, "two coins"),
            (self.with_two, "three coins"),
            (self.row, "any number of coins in a row"),
        ];
        let ways: Vec<&str> = ways.iter().filter(|(may, _)| *may).map(|(_, way)| *way).collect();
        format!("a move turns {}, the rightmost from heads to tails", ways.join(", or "))
    }
}

/// A lone head at `heap` becomes the heads that were turned up to its left.
impl HeapRule for Turning {
    fn options(&self, heap: u64, _: Player) -> Vec<Vec<u64>> {
        let mut options = Vec::new();
        if self.alone {
            options.push(vec![]);
        }
        if self.with_one {
            options.extend((0..heap).map(|a| vec![a]));
        }
        if self.with_two {
            options.extend((0..heap).flat_map(|b| (0..b).map(move |a| vec![a, b])));
        }
        if self.row {
            options.extend((0..=heap).map(|first| (first..heap).collect()));
        }
        options
    }

    fn option_bound(&self, heap: u64) -> u128 {
        let width = u128::from(heap) + 1;
        let count = |may: bool, ways: u128| if may { ways } else { 0 };
        count(self.alone, 1)
            + count(self.with_one, width)
            + count(self.row, width)
            + count(self.with_two, width * width)
    }

    fn twins_vanish(&self) -> bool {
        true
    }

    fn zero_counts(&self) -> bool {
        true
    }
}
