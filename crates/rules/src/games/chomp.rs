//! Chomp, by the rows that are left.

use bouton_values::Player;

use crate::families::{BoardLook, Coordinates, Picture, TupleRules};
use bouton_values::Refusal;

/// The rows of what is left.
#[derive(Debug)]
pub(crate) struct Chomp;

impl TupleRules for Chomp {
    fn coordinates(&self) -> Coordinates {
        Coordinates::HEAPS
    }

    fn check(&self, tuple: &[u64]) -> Result<(), Refusal> {
        if tuple[0] == 0 {
            return Err(Refusal::bad(
                "the first row is empty, so the poisoned square is missing",
                "write a first row of at least 1: the poisoned square is never eaten",
            ));
        }
        match tuple.windows(2).find(|rows| rows[0] < rows[1]) {
            Some(rows) => Err(Refusal::bad(
                format!("a row of {} lies below one of {}", rows[1], rows[0]),
                "write the rows from the longest to the shortest, such as 4,4,2",
            )),
            None => Ok(()),
        }
    }

    fn options(&self, tuple: &[u64], _: Player) -> Vec<Vec<u64>> {
        let bites = tuple.iter().enumerate().flat_map(|(row, length)| {
            let poisoned = u64::from(row == 0);
            (poisoned..*length).map(move |column| (row, column))
        });
        bites
            .map(|(row, column)| {
                let bitten = |(index, length): (usize, &u64)| {
                    if index < row { *length } else { column.min(*length) }
                };
                tuple.iter().enumerate().map(bitten).collect()
            })
            .collect()
    }

    fn option_bound(&self, tuple: &[u64]) -> u128 {
        tuple.iter().map(|length| u128::from(*length)).sum()
    }

    fn canonical(&self, tuple: &[u64]) -> Vec<u64> {
        tuple.iter().copied().filter(|length| *length > 0).collect()
    }

    fn eats_corners(&self) -> bool {
        true
    }

    fn picture(&self) -> Picture {
        Picture::Board(BoardLook::Bar)
    }
}
