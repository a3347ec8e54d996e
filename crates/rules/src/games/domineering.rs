//! Domineering: Left covers two squares of a column, Right two of a row.

use bouton_values::Player;

use crate::board::Board;
use crate::families::{BoardLook, BoardRules};
use crate::profile::Fact;

const EMPTY: u8 = b'.';
const FILLED: u8 = b'#';

#[derive(Debug)]
pub(crate) struct Domineering;

impl BoardRules for Domineering {
    fn alphabet(&self) -> &'static [(char, &'static str)] {
        &[('.', "empty"), ('#', "filled")]
    }

    fn looks(&self) -> BoardLook {
        BoardLook::Tiles
    }

    fn options(&self, board: &Board, mover: Player) -> Vec<Board> {
        let partner = |cell: usize| match mover {
            Player::Left => board.below(cell),
            Player::Right => board.right_of(cell),
        };
        let domino = |cell: usize| {
            let other = partner(cell).filter(|other| board.cells()[*other] == EMPTY)?;
            Some(board.with(&[(cell, FILLED), (other, FILLED)]))
        };
        board.holding(EMPTY).filter_map(domino).collect()
    }

    fn same_options(&self) -> Fact {
        Fact::refuted("Left's dominoes stand and Right's lie")
    }

    /// A domino lies within one connected region; a region of one cell has no room for any.
    fn components(&self, board: &Board) -> Vec<Board> {
        rooms(board).iter().map(|room| board.cut_out(room, FILLED).least_of_four()).collect()
    }

    /// Mirror images keep standing dominoes standing; exchanging rows and columns would not.
    fn canonical(&self, board: &Board) -> Board {
        board.cut_out(&rooms(board).concat(), FILLED).least_of_four()
    }

    fn start(&self, height: usize, width: usize) -> Option<Board> {
        Board::filled(height, width, EMPTY).ok()
    }
}

/// The connected regions of empty cells with room for a domino.
fn rooms(board: &Board) -> Vec<Vec<usize>> {
    let mut regions = board.regions(|cell| cell == EMPTY);
    regions.retain(|region| region.len() > 1);
    regions
}
