//! Solves one position of a lattice game.

use bouton_rules::{Limits, Position, Refusal, TupleRules};
use bouton_values::{Nimber, Outcome, Player, saturating_index, to_index};

use super::board::{Board, Walk};
use crate::finding::{Bits, Solution, outcome_if};
use crate::view::pack;
use crate::words::some_of;

/// Works out the box below the position: nim-values where they are defined and can be afforded, else
/// outcomes.
pub(super) fn solve(
    walk: &Walk<'_>,
    position: &[u64],
    limits: &Limits,
) -> Result<Solution, Refusal> {
    let mut axes: Vec<usize> = (0..position.len()).collect();
    // The longest side becomes the row, because long rows are fast.
    axes.sort_by_key(|axis| position[*axis]);
    let sides: Vec<usize> = axes.iter().map(|axis| saturating_index(position[*axis] + 1)).collect();
    let board = walk.board(&axes, &sides);
    let bytes = (board.cells() / 8).saturating_add(board.row_count().saturating_mul(40));
    limits.check_memory("the table of P-positions", bytes)?;
    let mut table = Losing { axes, rows: Vec::new() };
    board.outcomes(walk.is_misere, limits, |_, cells| table.rows.push(pack(cells)))?;
    let mut value = None;
    // Outcomes take a small part of the time that values take, and the value of a P-position is known.
    let is_lost = table.contains(&board, position);
    if !walk.is_misere && !is_lost && board.check_values(limits).is_ok() {
        board.values(limits, |_, cells| value = cells.last().map(|value| Nimber(*value)))?;
    }
    Ok(table.solution(walk, position, &board, value))
}

/// Which positions are P, row by row.
struct Losing {
    axes: Vec<usize>,
    rows: Vec<Bits>,
}

impl Losing {
    fn contains(&self, board: &Board, tuple: &[u64]) -> bool {
        let place: Vec<usize> = self.axes.iter().map(|axis| to_index(tuple[*axis])).collect();
        let (cell, place) = place.split_last().expect("a position has numbers");
        self.rows[board.row_number(place)].get(*cell)
    }

    fn solution(
        &self,
        walk: &Walk<'_>,
        position: &[u64],
        board: &Board,
        value: Option<Nimber>,
    ) -> Solution {
        let options = walk.rules.options(position, Player::Left);
        let count = options.len();
        let winning = options.into_iter().filter(|option| self.contains(board, option));
        let winning: Vec<Position> = winning.map(Position::Tuple).collect();
        let outcome = outcome_if(self.contains(board, position));
        let worth = (outcome == Outcome::P && !walk.is_misere).then_some(Nimber::ZERO);
        let reasons = vec![
            format!(
                "all {} positions of the box below {} were worked out",
                board.cells(),
                Position::Tuple(position.to_vec())
            ),
            explain(count, &winning, outcome),
        ];
        let solution = Solution::impartial(value.or(worth), winning, reasons);
        Solution { outcome, ..solution }
    }
}

fn explain(options: usize, winning: &[Position], outcome: Outcome) -> String {
    match (options, outcome) {
        (0, Outcome::P) => "the mover is stuck and loses".to_owned(),
        (0, _) => "the mover is stuck and wins".to_owned(),
        (_, Outcome::P) => format!("none of the {options} moves leads to a P-position"),
        _ => format!("the mover wins by leaving {}", some_of(winning)),
    }
}
