use crate::catalogue::{Built, Entry, no_parameters};
use crate::written::StatedRules;

pub(crate) const ANTONIM: Entry = Entry {
    name: "antonim",
    title: "Antonim",
    parameters: "",
    summary: "Nim in which no two heaps may be alike, except that empty heaps may repeat.",
    positions: "the heaps: 1,4,5,7",
    source: "Z. Silbernick, R. Campbell, A Winning Strategy for the Game of Antonim (2021)",
    example: ("antonim", "1,4,5,7"),
    text: Some(TEXT),
    build: |parameters| {
        no_parameters("antonim", parameters)?;
        Ok(Built::stated("", StatedRules::new(TEXT)))
    },
};

const TEXT: &str = include_str!("texts/antonim.game");
