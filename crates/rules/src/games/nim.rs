use crate::catalogue::{Built, Entry, no_parameters};
use crate::written::StatedRules;

pub(crate) const NIM: Entry = Entry {
    name: "nim",
    title: "Nim",
    parameters: "",
    summary: "Take any number of tokens from one heap.",
    positions: "the heaps: 3,4,6",
    source: "C. L. Bouton, Nim, a game with a complete mathematical theory (1901)",
    example: ("nim", "3,4,6"),
    text: Some(TEXT),
    build: |parameters| {
        no_parameters("nim", parameters)?;
        Ok(Built::stated("", StatedRules::new(TEXT)))
    },
};

const TEXT: &str = include_str!("texts/nim.game");
