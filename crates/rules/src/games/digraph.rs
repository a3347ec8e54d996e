//! Games on a digraph in the catalogue.

use crate::catalogue::{Built, Entry, Made, Rules};
use crate::families::DigraphRules;
use crate::spec::Spec;

pub(crate) const DIGRAPH: Entry = Entry {
    name: "digraph",
    title: "Any digraph",
    parameters: "ARROWS",
    summary: "A token on a vertex; move it along an arrow. Play may go on for ever: then it is a \
              draw.",
    positions: "the vertex: 0",
    source: "J. Swenberg, Nim and Other Games (2021)",
    example: ("digraph:0>1,1>0,1>2", "0"),
    text: None,
    made: Made::By(|parameters| {
        let digraph = DigraphRules::parse(parameters)?;
        Ok(Built::with(digraph.text(), Rules::Spec(Spec::Digraph(digraph))))
    }),
};
