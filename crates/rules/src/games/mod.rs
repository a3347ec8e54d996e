//! The games that need Rust, one file each (or one for a few siblings): those with parameters to check, and those that
//! no text states. The others are files in the folder `games` of [`bouton_definition`]. What fronts say of a game that no
//! text states is in `heads.txt`.

pub(crate) mod chomp;
mod clobber;
pub(crate) mod coins;
mod colouring;
mod domineering;
pub(crate) mod grundy;
mod hackenbush;
mod numbers;
mod octal;
mod subtraction;
#[cfg(test)]
mod tests;
mod toads_and_frogs;
mod walks;

use std::sync::Arc;

use crate::catalogue::{Built, Entry, Made, Rules};
use crate::families::{BoardRules, DigraphRules};
use crate::real::RealNim;
use crate::spec::Spec;

/// The entries of the catalogue that are made in Rust.
pub(crate) fn entries() -> Vec<Entry> {
    let mut all = vec![
        fixed("clobber", || board(clobber::Clobber)),
        fixed("col", || board(colouring::Colouring::Col)),
        fixed("domineering", || board(domineering::Domineering)),
        fixed("dyadic-nim", || Rules::Real(RealNim::Dyadic)),
        fixed("hackenbush", || board(hackenbush::Hackenbush)),
        fixed("rational-nim", || Rules::Real(RealNim::Rational)),
        fixed("snort", || board(colouring::Colouring::Snort)),
        fixed("toads-and-frogs", || board(toads_and_frogs::ToadsAndFrogs)),
        Entry::headed("coins", Made::By(coins::built)),
        Entry::headed(
            "digraph",
            Made::By(|parameters| {
                let digraph = DigraphRules::parse(parameters)?;
                Ok(Built::with(digraph.text(), Rules::Spec(Spec::Digraph(digraph))))
            }),
        ),
        Entry::headed("octal", Made::By(|parameters| octal::built("octal", parameters))),
        Entry::headed(
            "partizan-octal",
            Made::By(|parameters| octal::built("partizan-octal", parameters)),
        ),
        Entry::headed(
            "real-nim",
            Made::By(|parameters| {
                let rules = RealNim::phi(parameters)?;
                Ok(Built::with(rules.parameters(), Rules::Real(rules)))
            }),
        ),
    ];
    all.extend(numbers::entries());
    all.extend(subtraction::entries());
    all.extend(walks::entries());
    all
}

fn fixed(name: &'static str, rules: fn() -> Rules) -> Entry {
    Entry::headed(name, Made::Fixed(rules))
}

fn board(rules: impl BoardRules + 'static) -> Rules {
    Rules::Spec(Spec::Board(Arc::new(rules)))
}
