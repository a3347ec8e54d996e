//! Col and Snort: players colour the cells of a board, under rules for neighbours.

use bouton_values::Player;

use crate::board::Board;
use crate::families::{BoardLook, BoardRules, letter};
use crate::profile::Fact;

const EMPTY: u8 = b'.';
const NONE: u8 = b'#';

/// Which colour a painted cell keeps away from its neighbours.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Colouring {
    /// Col: a player may not colour a cell next to one of the player's own colour.
    Col,
    /// Snort: a player may not colour a cell next to one of the opponent's colour.
    Snort,
}

impl Colouring {
    /// May `mover` paint this empty cell?
    fn allows(self, board: &Board, cell: usize, mover: Player) -> bool {
        let avoided = match self {
            Colouring::Col => mover,
            Colouring::Snort => mover.opponent(),
        };
        !board.is_beside(cell, letter(avoided))
    }

    /// Without the cells that no longer matter: those that nobody may paint, now or later, and then
    /// the painted ones that touch no empty cell.
    fn tidied(self, board: &Board) -> Board {
        let is_dead = |cell: &usize| !Player::BOTH.iter().any(|p| self.allows(board, *cell, *p));
        let dead: Vec<_> = board.holding(EMPTY).filter(is_dead).map(|cell| (cell, NONE)).collect();
        let board = board.with(&dead);
        let painted = Player::BOTH.into_iter().flat_map(|player| board.holding(letter(player)));
        let done: Vec<_> = painted
            .filter(|cell| !board.is_beside(*cell, EMPTY))
            .map(|cell| (cell, NONE))
            .collect();
        board.with(&done)
    }
}

impl BoardRules for Colouring {
    fn alphabet(&self) -> &'static [(char, &'static str)] {
        &[('.', "empty"), ('L', "Left's colour"), ('R', "Right's colour"), ('#', "no cell")]
    }

    fn looks(&self) -> BoardLook {
        BoardLook::Colours
    }

    fn options(&self, board: &Board, mover: Player) -> Vec<Board> {
        let cells = board.holding(EMPTY).filter(|cell| self.allows(board, *cell, mover));
        cells.map(|cell| board.with(&[(cell, letter(mover))])).collect()
    }

    fn same_options(&self) -> Fact {
        Fact::refuted("each player has a colour")
    }

    /// A painted cell never changes and matters to its empty neighbours alone: so regions of empty
    /// cells, each with the painted cells around it, do not know of each other.
    fn components(&self, board: &Board) -> Vec<Board> {
        let board = self.tidied(board);
        let with_border = |region: Vec<usize>| {
            let is_painted = |cell: &usize| !matches!(board.cells()[*cell], EMPTY | NONE);
            let mut cells = region.clone();
            cells.extend(region.iter().flat_map(|cell| board.neighbours(*cell)).filter(is_painted));
            board.cut_out(&cells, NONE).least_of_eight()
        };
        board.regions(|cell| cell == EMPTY).into_iter().map(with_border).collect()
    }

    fn canonical(&self, board: &Board) -> Board {
        self.tidied(board).trimmed(NONE).least_of_eight()
    }

    fn start(&self, height: usize, width: usize) -> Option<Board> {
        Board::filled(height, width, EMPTY).ok()
    }
}
