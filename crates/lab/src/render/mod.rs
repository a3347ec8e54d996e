//! Shows answers: as text, JSON, CSV, LaTeX, b-files and pictures.

pub(crate) mod automaton;
pub mod axis;
#[cfg(feature = "census")]
pub mod census;
pub mod chart;
pub mod curves;
pub mod diagnostics;
pub mod digraph;
pub mod graph;
pub mod grid;
pub mod landmarks;
mod latex;
pub mod painter;
pub mod picture;
mod scale;
pub mod scene;
pub mod strip;
pub mod style;
mod text;
pub(crate) mod thermograph;
pub mod tile;
pub mod within;

pub use text::{plain_list, plan_text};

pub(crate) use text::{Sheet, period_from};

use std::io::{self, Write};

use bouton_engines::{Sequence, Terms};
use bouton_values::Outcome;

/// A view that can be written as text.
pub trait AsText {
    /// The text, with colours; long parts are cut unless `all` is set.
    fn text(&self, all: bool) -> String;

    /// Writes the text; a long one line by line, without keeping it in memory.
    fn write_text(&self, all: bool, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.text(all).as_bytes())
    }
}

/// The indices of the P-positions from 1 on: the losing piles of a row.
#[must_use]
pub fn losing_indices(sequence: &Sequence) -> Vec<u64> {
    each_losing(sequence).collect()
}

type Losing<'a> = Box<dyn Iterator<Item = u64> + 'a>;

fn each_losing(sequence: &Sequence) -> Losing<'_> {
    fn from_one<'a>(length: usize, is_losing: impl Fn(usize) -> bool + 'a) -> Losing<'a> {
        Box::new((1..length).filter(move |n| is_losing(*n)).map(|n| n as u64))
    }
    let length = sequence.terms.len();
    match &sequence.terms {
        Terms::Outcomes(outcomes) => from_one(length, |n| outcomes[n] == Outcome::P),
        Terms::NimValues(values) => from_one(length, |n| values[n] == 0),
        Terms::Values(texts) => from_one(length, |n| texts.games[n] == "0"),
        Terms::Losing(bits) => Box::new(bits.ones().filter(|n| *n > 0)),
    }
}

/// The number of P-positions among the indices from 1 on.
#[must_use]
pub fn count_losing(sequence: &Sequence) -> u64 {
    match &sequence.terms {
        Terms::Losing(bits) if bits.is_empty() => 0,
        Terms::Losing(bits) => bits.count_ones() - u64::from(bits.get(0)),
        _ => each_losing(sequence).count() as u64,
    }
}

/// The outcomes of a sequence, or `None` if it holds values.
#[must_use]
pub fn outcomes(sequence: &Sequence) -> Option<Vec<Outcome>> {
    match &sequence.terms {
        Terms::Outcomes(outcomes) => Some(outcomes.clone()),
        Terms::NimValues(_) | Terms::Values(_) => None,
        Terms::Losing(bits) => Some(
            (0..bits.len()).map(|n| if bits.get(n) { Outcome::P } else { Outcome::N }).collect(),
        ),
    }
}
