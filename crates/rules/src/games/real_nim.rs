//! Real-valued Nim in the catalogue.

use crate::catalogue::{Built, Entry, Made, Rules};
use crate::real::RealNim;

const SOURCE: &str = "J. Swenberg, Nim and Other Games (2021)";

pub(crate) const REAL_NIM: Entry = Entry {
    name: "real-nim",
    title: "Real-valued Nim",
    parameters: "PHI, an increasing function of x such as x^2 or (x^2+x)/2; x if left out",
    summary: "Two piles of any non-negative size; lower one of them by any amount. The losing \
              positions are those with b = PHI(a).",
    positions: "a,b: 1/2,0.75",
    source: SOURCE,
    example: ("real-nim:x^2", "3/2,4"),
    text: None,
    made: Made::By(|parameters| {
        let rules = RealNim::phi(parameters)?;
        Ok(Built::with(rules.parameters(), Rules::Real(rules)))
    }),
};

pub(crate) const DYADIC_NIM: Entry = Entry {
    name: "dyadic-nim",
    title: "Dyadic Nim",
    parameters: "",
    summary: "Piles of dyadic rationals; lower one of them by any amount. The losing positions are \
              those whose binary expansions sum to 0 without carry.",
    positions: "the piles: 3/4,1/2,5",
    source: SOURCE,
    example: ("dyadic-nim", "3/4,1/2,5"),
    text: None,
    made: Made::Fixed(|| Rules::Real(RealNim::Dyadic)),
};

pub(crate) const RATIONAL_NIM: Entry = Entry {
    name: "rational-nim",
    title: "Rational Nim",
    parameters: "",
    summary: "Piles of rationals; lower one of them by any amount. Minkowski's question-mark map \
              carries them to dyadic rationals, and those decide.",
    positions: "the piles: 2/3,1/3,1",
    source: SOURCE,
    example: ("rational-nim", "2/3,1/3,1"),
    text: None,
    made: Made::Fixed(|| Rules::Real(RealNim::Rational)),
};
