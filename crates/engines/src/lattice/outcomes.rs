//! Which positions of a board are P, by a flag for each line of each ray instead of a walk along the ray: Wythoff's
//! game below 1000 is about 280 times as fast as looking at every option (`cargo xtask bench lattice`).

use bouton_rules::{Limits, Meter, Refusal};

use super::board::{Board, BoardMove};

/// Cells that are worked on between two reports: a few milliseconds.
const CELLS: usize = 1 << 20;

impl Board {
    /// Calls `row` with the place of each row and, for each of its cells, 1 if it is P and 0 if not.
    pub(super) fn outcomes(
        &self,
        is_misere: bool,
        limits: &Limits,
        mut row: impl FnMut(&[usize], &[u8]),
    ) -> Result<(), Refusal> {
        self.check_outcomes(limits)?;
        if self.cells() == 0 {
            return Ok(());
        }
        let mut meter =
            Meter::new(limits, "the table of outcomes").out_of(self.cells()).every(CELLS as u64);
        let mut sweep = Sweep::new(self, is_misere);
        let mut place = vec![0; self.rows.len()];
        loop {
            sweep.begin(&place);
            for start in (0..self.length).step_by(CELLS) {
                let end = self.length.min(start + CELLS);
                sweep.decide(start..end);
                meter.spend((end - start) as u64)?;
            }
            sweep.finish();
            row(&place, &sweep.lost);
            if !self.advance(&mut place) {
                return Ok(());
            }
        }
    }

    fn check_outcomes(&self, limits: &Limits) -> Result<(), Refusal> {
        let rows = self.rows_kept().saturating_add(2 + self.moves.len() as u128);
        limits.check_memory("the table of outcomes", rows.saturating_mul(self.length as u128))?;
        // As measured: a nanosecond a cell, a quarter more for each move, and the beginning of a row.
        let cells = self.cells().saturating_add(self.row_count().saturating_mul(40));
        let steps = cells.saturating_mul(4 + self.moves.len() as u128) / 4;
        limits.check_steps("the table of outcomes", steps)
    }
}

struct Sweep<'a> {
    board: &'a Board,
    is_misere: bool,
    lines: Vec<Lines<'a>>,
    /// How many rows came before this one.
    number: usize,
    /// For each cell of the row 1 if a move out of the row leads to a P-position.
    won: Vec<u8>,
    /// For each cell of the row 1 if it is P.
    lost: Vec<u8>,
    /// From this cell on there is a move.
    movable_from: usize,
}

/// The flags of the lines of one move. For a step only the last cell counts.
struct Lines<'a> {
    of: &'a BoardMove,
    /// For each cell of the row 1 if a P-position was met before it on its line.
    met: Vec<u8>,
    /// For a move out of the row: `met` including the cell itself, for as many rows as the move goes back.
    kept: Vec<u8>,
}

impl Lines<'_> {
    /// The usual case, one move within the row, to the cell before: its flag stays in a register.
    fn decide_alone(&mut self, cells: std::ops::Range<usize>, won: &[u8], lost: &mut [u8]) {
        let ray = u8::from(self.of.is_ray);
        let end = cells.end;
        let mut met = match cells.start.checked_sub(1) {
            Some(before) => lost[before] | self.met[before] & ray,
            None => 0,
        };
        let mut last = met;
        for (won, lost) in won[cells.clone()].iter().zip(&mut lost[cells]) {
            *lost = 1 ^ (won | met);
            last = met;
            met = *lost | met & ray;
        }
        self.met[end - 1] = last;
    }
}

impl<'a> Sweep<'a> {
    fn new(board: &'a Board, is_misere: bool) -> Sweep<'a> {
        let length = board.length;
        let lines = board.moves.iter().map(|of| Lines {
            of,
            met: vec![0; length],
            kept: vec![0; of.back * length],
        });
        Sweep {
            board,
            is_misere,
            lines: lines.collect(),
            number: 0,
            won: vec![0; length],
            lost: vec![0; length],
            movable_from: 0,
        }
    }

    /// The row's part of `kept`.
    fn kept(&self, back: usize) -> std::ops::Range<usize> {
        let length = self.board.length;
        let start = self.number % back * length;
        start..start + length
    }

    /// What the moves out of the row lead to.
    fn begin(&mut self, place: &[usize]) {
        self.won.fill(0);
        self.movable_from = self.board.length;
        for index in 0..self.lines.len() {
            let of = self.lines[index].of;
            let is_possible = of.is_possible(place);
            if is_possible {
                self.movable_from = self.movable_from.min(of.along);
            }
            if of.back == 0 {
                continue;
            }
            let kept = self.kept(of.back);
            let Lines { met, kept: rows, .. } = &mut self.lines[index];
            match is_possible {
                true => of.shift(&rows[kept], 0, met),
                false => met.fill(0),
            }
            for (won, met) in self.won.iter_mut().zip(met) {
                *won |= *met;
            }
        }
        if self.is_misere {
            // In misère play a player who cannot move wins.
            self.won[..self.movable_from].fill(1);
        }
    }

    /// What the moves within the row lead to, and so the outcomes.
    fn decide(&mut self, cells: std::ops::Range<usize>) {
        let mut within: Vec<&mut Lines<'_>> =
            self.lines.iter_mut().filter(|lines| lines.of.back == 0).collect();
        let (won, lost) = (&self.won, &mut self.lost);
        if let [only] = &mut within[..]
            && only.of.along == 1
        {
            return only.decide_alone(cells, won, lost);
        }
        for x in cells {
            let mut won = won[x];
            for Lines { of, met, .. } in &mut within {
                if let Some(before) = x.checked_sub(of.along) {
                    met[x] = lost[before] | met[before] & u8::from(of.is_ray);
                    won |= met[x];
                }
            }
            lost[x] = 1 ^ won;
        }
    }

    /// Keeps the flags for later rows.
    fn finish(&mut self) {
        for index in 0..self.lines.len() {
            let of = self.lines[index].of;
            if of.back == 0 {
                continue;
            }
            let kept = self.kept(of.back);
            let Lines { met, kept: rows, .. } = &mut self.lines[index];
            let ray = u8::from(of.is_ray);
            for ((kept, met), lost) in rows[kept].iter_mut().zip(met).zip(&self.lost) {
                *kept = *lost | *met & ray;
            }
        }
        self.number += 1;
    }
}
