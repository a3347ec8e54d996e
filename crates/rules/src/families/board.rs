//! The trait of games on boards: what their rules must say.

use std::fmt;

use bouton_values::{Player, Refusal};

use super::BoardLook;
use crate::board::{Board, read_rows, read_size};
use crate::profile::Fact;

/// Rules on boards, for a board over the alphabet that passed [`BoardRules::check`].
///
/// [`BoardRules::components`] and [`BoardRules::canonical`] must be exact: what they say is the same
/// tree of moves, so that it holds for normal and for misère play. They may drop what nobody can
/// ever move in, but not a game that merely has the value 0.
pub trait BoardRules: fmt::Debug + Send + Sync {
    /// The characters that a cell may hold, with what they mean: `('.', "empty")`.
    fn alphabet(&self) -> &'static [(char, &'static str)];

    /// How the board is drawn for people.
    fn looks(&self) -> BoardLook;

    /// Is the board a legal position? Its characters have been checked already.
    fn check(&self, _: &Board) -> Result<(), Refusal> {
        Ok(())
    }

    /// The boards that `mover` can move to, each once.
    fn options(&self, board: &Board, mover: Player) -> Vec<Board>;

    /// At most this many options, for either player: one for each cell.
    fn option_bound(&self, board: &Board) -> u128 {
        board.cells().len() as u128
    }

    /// Do both players have the same options?
    fn same_options(&self) -> Fact;

    /// Does every run of moves end? It does where every move fills or frees at least a cell for good.
    fn terminates(&self) -> Fact {
        Fact::proved("each move uses up a cell")
    }

    /// Boards of which this one is the disjunctive sum under these rules, trimmed, so that equal
    /// shapes meet; none where nobody can ever move.
    fn components(&self, board: &Board) -> Vec<Board> {
        vec![board.clone()]
    }

    /// A representative of the boards that play like this one.
    fn canonical(&self, board: &Board) -> Board {
        board.clone()
    }

    /// The cell with which short rows are filled up on the right; `None` where all rows must be equally long.
    fn filler(&self) -> Option<u8> {
        None
    }

    /// The start that a size such as `4x5` names, rows by columns; `None` where a size says nothing.
    fn start(&self, _height: usize, _width: usize) -> Option<Board> {
        None
    }
}

/// Reads a board and checks that it is legal.
pub(crate) fn read_board(rules: &dyn BoardRules, text: &str) -> Result<Board, Refusal> {
    let text = text.trim();
    let named = match read_size(text) {
        Some(size) => size.map(|(height, width)| rules.start(height, width))?,
        None => None,
    };
    let board = match named {
        Some(board) => board,
        None => read_rows(text, rules.alphabet(), rules.filler())?,
    };
    rules.check(&board)?;
    Ok(board)
}

/// What is written in a cell that belongs to a player.
pub(crate) fn letter(player: Player) -> u8 {
    match player {
        Player::Left => b'L',
        Player::Right => b'R',
    }
}
