use crate::catalogue::{Built, Entry, no_parameters};
use crate::written::StatedRules;

pub(crate) const EUCLID: Entry = Entry {
    name: "euclid",
    title: "Euclid",
    parameters: "",
    summary: "Subtract a positive multiple of the smaller number from the larger. Where one \
              number is 0, nobody can move.",
    positions: "a,b: 5,8",
    source: "A. J. Cole, A. J. T. Davie, A game based on the Euclidean algorithm (1969)",
    example: ("euclid", "5,8"),
    text: Some(TEXT),
    build: |parameters| {
        no_parameters("euclid", parameters)?;
        Ok(Built::stated("", StatedRules::new(TEXT).with_tokens("a + b")))
    },
};

const TEXT: &str = include_str!("texts/euclid.game");
