use crate::catalogue::{Built, Entry, no_parameters};
use crate::families::{LatticeMove, LatticeRules};
use crate::spec::Spec;

pub(crate) const WYTHOFF: Entry = Entry {
    name: "wythoff",
    parameters: "",
    summary: "Two heaps: take any number from one, or the same number from both.",
    positions: "a,b: 3,5",
    source: "W. A. Wythoff, A modification of the game of Nim (1907)",
    example: ("wythoff", "809,1309"),
    build: |parameters| {
        no_parameters("wythoff", parameters)?;
        let ray = |a, b| LatticeMove { vector: vec![a, b], ray: true };
        let moves = vec![ray(1, 0), ray(0, 1), ray(1, 1)];
        Ok(Built::plain(Spec::Lattice(LatticeRules { names: vec!["a", "b"], moves })))
    },
};
