//! The games that need Rust, one file each (or one for a few siblings): those with parameters to check, and those that
//! no text states. The others are files in the folder `games` of [`bouton_definition`].

pub(crate) mod chomp;
mod clobber;
pub(crate) mod coins;
mod colouring;
mod digraph;
mod domineering;
pub(crate) mod grundy;
mod hackenbush;
mod numbers;
mod octal;
mod real_nim;
mod subtraction;
#[cfg(test)]
mod tests;
mod toads_and_frogs;
mod walks;

use crate::catalogue::Entry;

/// The entries of the catalogue that are made in Rust.
pub(crate) fn entries() -> Vec<Entry> {
    let mut all = vec![
        clobber::CLOBBER,
        coins::COINS,
        colouring::COL,
        colouring::SNORT,
        digraph::DIGRAPH,
        domineering::DOMINEERING,
        hackenbush::HACKENBUSH,
        octal::OCTAL,
        octal::PARTIZAN_OCTAL,
        real_nim::REAL_NIM,
        real_nim::DYADIC_NIM,
        real_nim::RATIONAL_NIM,
        toads_and_frogs::TOADS_AND_FROGS,
    ];
    all.extend(numbers::entries());
    all.extend(subtraction::entries());
    all.extend(walks::entries());
    all
}
