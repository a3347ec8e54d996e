use crate::catalogue::{Built, Entry, no_parameters};
use crate::written::StatedRules;

pub(crate) const WELTER: Entry = Entry {
    name: "welter",
    title: "Welter's game",
    parameters: "",
    summary: "Coins on the squares 0, 1, 2, …; move one to a lower empty square. No two coins \
              share a square, not even square 0.",
    positions: "the squares of the coins: 1,3,6",
    source: "C. P. Welter (1954); J. H. Conway, On Numbers and Games, chapter 13",
    example: ("welter", "1,3,6"),
    text: Some(TEXT),
    build: |parameters| {
        no_parameters("welter", parameters)?;
        Ok(Built::stated("", StatedRules::new(TEXT)))
    },
};

const TEXT: &str = include_str!("texts/welter.game");
