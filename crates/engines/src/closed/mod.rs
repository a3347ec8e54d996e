//! Closed forms: each file states a theorem, checks its conditions and applies it.
//!
//! Numbers in positions are at most [`bouton_rules::MAX_NUMBER`], so sums fit 64 bits and five times
//! a square fits 128.

mod antonim;
mod chomp;
mod euclid;
mod lasker;
mod moore;
mod nim;
mod nimrod;
mod welter;
mod wythoff;
mod zeckendorf;

pub(crate) use antonim::AntonimTriples;
pub(crate) use chomp::ChompPairs;
pub(crate) use euclid::EuclidGolden;
pub(crate) use lasker::LaskerClosed;
pub(crate) use moore::Moore;
pub(crate) use nim::{MisereNim, NimSum};
pub(crate) use nimrod::{NimrodSectors, nimrod};
pub use nimrod::{Sector, SectorKind, sector};
pub(crate) use welter::WelterFunction;
pub(crate) use wythoff::WythoffGolden;
pub(crate) use zeckendorf::Zeckendorf;

use bouton_rules::Position;
use bouton_values::Nimber;

use crate::engine::with;
use crate::finding::Solution;

fn positions(tuples: Vec<Vec<u64>>) -> Vec<Position> {
    tuples.into_iter().map(Position::Tuple).collect()
}

/// The solution under normal play where a theorem gives the winning moves but no values: a position
/// without a winning move has the nim-value 0, the values of the others are unknown.
fn valued_where_lost(winning: Vec<Vec<u64>>, reasons: Vec<String>) -> Solution {
    let value = winning.is_empty().then_some(Nimber::ZERO);
    Solution::impartial(value, positions(winning), reasons)
}

/// Numbers for property tests: small ones, any, and those where a machine's words end.
#[cfg(test)]
fn number() -> impl proptest::strategy::Strategy<Value = u64> {
    use bouton_rules::MAX_NUMBER;
    use proptest::prelude::*;
    let edge = prop::sample::select(vec![1 << 31, 1 << 32, 1 << 53, 1 << 59, MAX_NUMBER - 2]);
    prop_oneof![0..40u64, 0..=MAX_NUMBER, (edge, 0..5u64).prop_map(|(edge, near)| edge - 2 + near)]
}

/// All tuples of this length with numbers below a bound.
#[cfg(test)]
fn tuples(length: u32, below: u64) -> impl Iterator<Item = Vec<u64>> {
    (0..below.pow(length))
        .map(move |code| (0..length).map(|i| code / below.pow(i) % below).collect())
}

/// A game that an engine is expected to decline, with one of its positions.
#[cfg(test)]
fn assert_declines(engine: &dyn crate::engine::Engine, game: &str, position: &str) {
    let game = bouton_rules::Game::parse(game).unwrap();
    let ask = crate::ask::Ask::Solve(game.position(position).unwrap());
    let declined = engine.prepare(&game, &ask).err();
    let declined = declined.unwrap_or_else(|| panic!("{} accepts {}", engine.name(), game.text()));
    assert!(!declined.reason.is_empty(), "{}: no reason is given", game.text());
}
