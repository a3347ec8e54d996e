use crate::catalogue::{Built, Entry, no_parameters};
use crate::written::StatedRules;

pub(crate) const WYTHOFF: Entry = Entry {
    name: "wythoff",
    title: "Wythoff",
    parameters: "",
    summary: "Two heaps: take any number from one, or the same number from both.",
    positions: "a,b: 3,5",
    source: "W. A. Wythoff, A modification of the game of Nim (1907)",
    example: ("wythoff", "809,1309"),
    text: Some(TEXT),
    build: |parameters| {
        no_parameters("wythoff", parameters)?;
        Ok(Built::stated("", StatedRules::new(TEXT).with_tokens("a + b")))
    },
};

const TEXT: &str = include_str!("texts/wythoff.game");
