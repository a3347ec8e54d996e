//! Toads and Frogs: pieces step or jump towards each other on a strip.

use bouton_values::{Player, Refusal};

use crate::board::Board;
use crate::families::{BoardLook, BoardRules};
use crate::profile::Fact;

const EMPTY: u8 = b'.';
const TOAD: u8 = b'T';
const FROG: u8 = b'F';

#[derive(Debug)]
pub(crate) struct ToadsAndFrogs;

impl BoardRules for ToadsAndFrogs {
    fn alphabet(&self) -> &'static [(char, &'static str)] {
        &[('T', "toad"), ('F', "frog"), ('.', "empty")]
    }

    fn looks(&self) -> BoardLook {
        BoardLook::Track
    }

    fn check(&self, board: &Board) -> Result<(), Refusal> {
        match board.height() {
            1 => Ok(()),
            rows => Err(Refusal::bad(
                format!("Toads and Frogs is played in one row, not in {rows}"),
                "write one row such as TT..FF; several rows are a sum of games",
            )),
        }
    }

    fn options(&self, board: &Board, mover: Player) -> Vec<Board> {
        let (own, other) = match mover {
            Player::Left => (TOAD, FROG),
            Player::Right => (FROG, TOAD),
        };
        let ahead = |cell: usize| match mover {
            Player::Left => board.right_of(cell),
            Player::Right => board.left_of(cell),
        };
        let landing = |cell: usize| {
            let next = ahead(cell)?;
            let target = if board.cells()[next] == other { ahead(next)? } else { next };
            (board.cells()[target] == EMPTY).then_some(target)
        };
        let moved = |cell: usize| Some(board.with(&[(cell, EMPTY), (landing(cell)?, own)]));
        board.holding(own).filter_map(moved).collect()
    }

    fn same_options(&self) -> Fact {
        Fact::refuted("Left moves the toads and Right the frogs")
    }

    fn terminates(&self) -> Fact {
        Fact::proved("toads only go right and frogs only left")
    }

    fn components(&self, board: &Board) -> Vec<Board> {
        let rows = between_walls(board.cells()).into_iter();
        let rows = rows.map(|row| Board::padded(&[without_dead_ends(row)], EMPTY));
        let has_move =
            |row: &Board| Player::BOTH.iter().any(|mover| !self.options(row, *mover).is_empty());
        rows.filter(has_move).collect()
    }

    fn canonical(&self, board: &Board) -> Board {
        Board::padded(&[without_dead_ends(board.cells())], EMPTY)
    }
}

/// In TTFF nobody ever moves: each of the inner two would have to land on an outer one, and the outer
/// two wait for the inner. Nobody can jump over it either, so it is a wall between two rows.
fn between_walls(mut cells: &[u8]) -> Vec<&[u8]> {
    const WALL: [u8; 4] = [TOAD, TOAD, FROG, FROG];
    let mut rows = Vec::new();
    while let Some(start) = cells.windows(WALL.len()).position(|window| window == WALL) {
        rows.push(&cells[..start]);
        cells = &cells[start + WALL.len()..];
    }
    rows.push(cells);
    rows
}

/// A frog at the left end stays there, and no toad ever comes from its left to jump over it: it is as
/// good as the end of the row. So is a toad at the right end.
fn without_dead_ends(cells: &[u8]) -> &[u8] {
    let start = cells.iter().take_while(|cell| **cell == FROG).count();
    let end = cells.iter().rposition(|cell| *cell != TOAD).map_or(start, |last| last + 1);
    &cells[start..end]
}
