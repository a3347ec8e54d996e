use bouton_values::Player;

use crate::catalogue::{Built, Entry, no_parameters};
use crate::families::HeapRule;
use crate::written::StatedRules;

pub(crate) const GRUNDY: Entry = Entry {
    name: "grundy",
    title: "Grundy's game",
    parameters: "",
    summary: "Grundy's game: split a heap into two heaps of different sizes.",
    positions: "the heaps: 12,5",
    source: "P. M. Grundy, Mathematics and games (1939)",
    example: ("grundy", "12,5"),
    text: Some(TEXT),
    build: |parameters| {
        no_parameters("grundy", parameters)?;
        Ok(Built::stated("", StatedRules::new(TEXT)))
    },
};

const TEXT: &str = include_str!("texts/grundy.game");

/// Into two heaps that are not empty and not alike.
#[derive(Debug)]
pub(crate) struct UnequalSplit;

impl HeapRule for UnequalSplit {
    fn options(&self, heap: u64, _: Player) -> Vec<Vec<u64>> {
        (1..heap.div_ceil(2)).map(|small| vec![small, heap - small]).collect()
    }

    fn option_bound(&self, heap: u64) -> u128 {
        u128::from(heap / 2)
    }

    fn splits_unequally(&self) -> bool {
        true
    }
}
