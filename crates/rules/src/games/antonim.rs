use crate::catalogue::{Built, Entry, no_parameters};
use crate::families::DistinctRules;
use crate::spec::Spec;

pub(crate) const ANTONIM: Entry = Entry {
    name: "antonim",
    parameters: "",
    summary: "Nim in which no two heaps may be alike, except that empty heaps may repeat.",
    positions: "the heaps: 1,4,5,7",
    source: "Z. Silbernick, R. Campbell, A Winning Strategy for the Game of Antonim (2021)",
    example: ("antonim", "1,4,5,7"),
    build: |parameters| {
        no_parameters("antonim", parameters)?;
        Ok(Built::plain(Spec::Distinct(DistinctRules { zeros_repeat: true })))
    },
};
