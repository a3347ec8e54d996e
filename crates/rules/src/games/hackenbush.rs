//! Hackenbush strings: a move removes an edge of the player's own colour, and all edges above it fall.

use bouton_values::{Player, Refusal};

use crate::board::Board;
use crate::families::{BoardLook, BoardRules, letter};
use crate::profile::Fact;

const NONE: u8 = b'.';

/// A row is a string, its first cell the edge on the ground.
#[derive(Debug)]
pub(crate) struct Hackenbush;

impl BoardRules for Hackenbush {
    fn alphabet(&self) -> &'static [(char, &'static str)] {
        &[('L', "Left's edge"), ('R', "Right's edge"), ('.', "no edge")]
    }

    fn looks(&self) -> BoardLook {
        BoardLook::Strings
    }

    fn check(&self, board: &Board) -> Result<(), Refusal> {
        let hangs = |row: &[u8]| row.windows(2).any(|pair| pair[0] == NONE && pair[1] != NONE);
        match board.rows().position(hangs) {
            None => Ok(()),
            Some(index) => Err(Refusal::bad(
                format!("in row {} an edge is not connected to the ground", index + 1),
                "write each string from the ground without gaps, such as LRR|RL",
            )),
        }
    }

    fn options(&self, board: &Board, mover: Player) -> Vec<Board> {
        let cut = |cell: usize| {
            let end = (cell / board.width() + 1) * board.width();
            board.with(&(cell..end).map(|fallen| (fallen, NONE)).collect::<Vec<_>>())
        };
        board.holding(letter(mover)).map(cut).collect()
    }

    fn same_options(&self) -> Fact {
        Fact::refuted("each player cuts edges of one colour")
    }

    fn components(&self, board: &Board) -> Vec<Board> {
        strings(board).iter().map(|string| Board::padded(&[string], NONE)).collect()
    }

    /// The strings in ascending order, without those that are cut down.
    fn canonical(&self, board: &Board) -> Board {
        let mut strings = strings(board);
        strings.sort_unstable();
        Board::padded(&strings, NONE)
    }

    fn filler(&self) -> Option<u8> {
        Some(NONE)
    }
}

/// The edges of each string that has any.
fn strings(board: &Board) -> Vec<&[u8]> {
    let edges = |row| <[u8]>::split(row, |cell| *cell == NONE).next().unwrap_or_default();
    board.rows().map(edges).filter(|string| !string.is_empty()).collect()
}
