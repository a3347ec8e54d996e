//! The built-in games, one file each (or one for a few siblings); `catalogue` lists them.

pub(crate) mod antonim;
pub(crate) mod chomp;
pub(crate) mod clobber;
pub(crate) mod coins;
pub(crate) mod colouring;
pub(crate) mod digraph;
pub(crate) mod domineering;
pub(crate) mod euclid;
pub(crate) mod fibonacci;
pub(crate) mod grundy;
pub(crate) mod hackenbush;
pub(crate) mod moore;
pub(crate) mod nim;
pub(crate) mod nimrod;
pub(crate) mod octal;
pub(crate) mod real_nim;
pub(crate) mod subtraction;
#[cfg(test)]
mod tests;
pub(crate) mod toads_and_frogs;
pub(crate) mod walks;
pub(crate) mod welter;
pub(crate) mod wythoff;
