//! Clobber: a piece captures a neighbour of the other colour.

use bouton_values::Player;

use crate::board::Board;
use crate::families::{BoardLook, BoardRules, letter};
use crate::profile::Fact;

const EMPTY: u8 = b'.';

#[derive(Debug)]
pub(crate) struct Clobber;

impl BoardRules for Clobber {
    fn alphabet(&self) -> &'static [(char, &'static str)] {
        &[('L', "Left's stone"), ('R', "Right's stone"), ('.', "empty")]
    }

    fn looks(&self) -> BoardLook {
        BoardLook::Pieces
    }

    fn options(&self, board: &Board, mover: Player) -> Vec<Board> {
        let (own, other) = (letter(mover), letter(mover.opponent()));
        let moves = board.holding(own).flat_map(|from| {
            let targets = board.neighbours(from).filter(|to| board.cells()[*to] == other);
            targets.map(move |to| (from, to))
        });
        moves.map(|(from, to)| board.with(&[(from, EMPTY), (to, own)])).collect()
    }

    fn option_bound(&self, board: &Board) -> u128 {
        4 * board.cells().len() as u128
    }

    fn same_options(&self) -> Fact {
        Fact::refuted("each player moves stones of one colour")
    }

    /// Stones never step on an empty cell, so groups that do not touch never will; a group of one
    /// colour has nothing to take.
    fn components(&self, board: &Board) -> Vec<Board> {
        groups(board).iter().map(|group| board.cut_out(group, EMPTY).least_of_eight()).collect()
    }

    fn canonical(&self, board: &Board) -> Board {
        board.cut_out(&groups(board).concat(), EMPTY).least_of_eight()
    }

    /// The usual start: stones of both colours in turn, everywhere.
    fn start(&self, height: usize, width: usize) -> Option<Board> {
        let board = Board::filled(height, width, letter(Player::Left)).ok()?;
        let is_rights = |cell: &usize| (cell / width + cell % width) % 2 == 1;
        let rights = (0..height * width).filter(is_rights);
        Some(board.with(&rights.map(|cell| (cell, letter(Player::Right))).collect::<Vec<_>>()))
    }
}

/// The connected groups of stones in which both colours occur.
fn groups(board: &Board) -> Vec<Vec<usize>> {
    let mut groups = board.regions(|cell| cell != EMPTY);
    let has =
        |group: &[usize], player| group.iter().any(|cell| board.cells()[*cell] == letter(player));
    groups.retain(|group| Player::BOTH.iter().all(|player| has(group, *player)));
    groups
}
