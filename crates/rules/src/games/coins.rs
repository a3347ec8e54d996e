//! Coin-turning games in the catalogue.

use bouton_values::{Player, Refusal};

use crate::catalogue::{Built, Entry, Made, stated_text};
use crate::families::HeapRule;
use crate::written::StatedRules;
use bouton_values::excerpt;

pub(crate) const COINS: Entry = Entry {
    name: "coins",
    title: "Coin turning",
    parameters: "KIND",
    summary: "Coin turning: turn coins so that the rightmost one turned goes from heads to tails. \
              KIND says which may be turned at once: turtles (one or two), mock-turtles (up to \
              three), twins (exactly two), triplets (exactly three), ruler (any number in a row).",
    positions: "the places of the heads, from 0: 0,3,4; () if there are none",
    source: "H. W. Lenstra; Winning Ways, chapter 14",
    example: ("coins:mock-turtles", "0,3,4"),
    text: None,
    made: Made::By(|parameters| match KINDS.contains(&parameters) {
        true => {
            let text = StatedRules::new(stated_text(&format!("coins/{parameters}")));
            Ok(Built::stated(parameters, text.without_tokens()))
        }
        false => Err(Refusal::bad(
            format!("`{}` is not a kind of coin turning", excerpt(parameters)),
            format!("write coins: and one of {}", KINDS.join(", ")),
        )),
    }),
};

/// The kinds, each with a text of its own in the folder `coins`.
const KINDS: [&str; 5] = ["turtles", "mock-turtles", "twins", "triplets", "ruler"];

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
