use crate::catalogue::{Built, Entry, no_parameters};
use crate::families::DistinctRules;
use crate::spec::Spec;

pub(crate) const WELTER: Entry = Entry {
    name: "welter",
    parameters: "",
    summary: "Coins on the squares 0, 1, 2, …; move one to a lower empty square. No two coins \
              share a square, not even square 0.",
    positions: "the squares of the coins: 1,3,6",
    source: "C. P. Welter (1954); J. H. Conway, On Numbers and Games, chapter 13",
    example: ("welter", "1,3,6"),
    build: |parameters| {
        no_parameters("welter", parameters)?;
        Ok(Built::plain(Spec::Distinct(DistinctRules { zeros_repeat: false })))
    },
};
