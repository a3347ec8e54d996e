//! Turns tables of positions into answers: solutions, sequences, tables and charts.

use bouton_oracle::Verdict;
use bouton_rules::{FiniteGame, Limits, Position, Refusal, Ruleset};
use bouton_values::{Nimber, Outcome, Player, to_index};

use super::compile::Code;
use super::layout::Layout;
use super::outcomes::{Outcomes, is_lost, is_odd, outcome};
use super::sweep::Sweep;
use super::values::{Values, nim_value};
use crate::ask::{Ask, Quantity};
use crate::definition::solution;
use crate::engine::{Declined, Run, run, tuple};
use crate::finding::{Bits, Chart, Finding, Sequence, Solution, Table, Terms};
use crate::view::{View, pack_word};

/// The rules, compiled for the box that is asked about.
pub(super) struct Question<'a> {
    pub(super) game: &'a FiniteGame,
    pub(super) layout: Layout,
    /// For outcomes.
    pub(super) outcomes: Option<Code>,
    /// For nim-values.
    pub(super) values: Option<Code>,
}

/// Nim-values are a bonus where one position is asked about: they may cost this part of the steps.
const PART_FOR_VALUE: u64 = 20;

impl<'a> Question<'a> {
    pub(super) fn prepare(self, ask: &'a Ask, view: Option<View>) -> Result<Run<'a>, Declined> {
        let Some(view) = view else {
            let position = tuple(ask)?;
            return run(Finding::Solution, move |limits| self.solve(position, limits));
        };
        match ask {
            Ask::Table(_) => run(Finding::Table, move |limits| self.table(&view, limits)),
            Ask::Sequence { of, .. } => {
                self.game.spec.tuple(view.numbers(view.rows.start, 0))?;
                run(Finding::Sequence, move |limits| self.sequence(&view, *of, limits))
            }
            _ => run(Finding::Chart, move |limits| self.chart(&view, limits)),
        }
    }

    fn sweep<'b>(&'b self, code: &'b Option<Code>) -> Sweep<'b> {
        let code = code.as_ref().expect("what is asked for was compiled");
        Sweep::new(code, &self.layout)
    }

    /// Refuses a table that takes more memory than is allowed.
    pub(super) fn check_memory(&self, limits: &Limits) -> Result<(), Refusal> {
        match self.outcomes.is_some() {
            true => Outcomes::check_memory(&self.sweep(&self.outcomes), limits),
            false => Values::check_memory(&self.sweep(&self.values), limits),
        }
    }

    fn outcomes(&self, limits: &Limits) -> Result<Vec<u8>, Refusal> {
        let sweep = self.sweep(&self.outcomes);
        Outcomes::check_memory(&sweep, limits)?;
        sweep.run(&mut Outcomes::new(&sweep), limits)
    }

    fn values(&self, limits: &Limits) -> Result<Vec<u32>, Refusal> {
        Values::table(&self.sweep(&self.values), limits)
    }

    fn solve(&self, position: &[u64], limits: &Limits) -> Result<Solution, Refusal> {
        let outcomes = self.outcomes(limits)?;
        let at = |tuple: &[u64]| outcome(outcomes[self.layout.place(tuple)]);
        let winning = |mover: Player| -> Result<Vec<Position>, Refusal> {
            let start = Position::Tuple(position.to_vec());
            let options = self.game.options_within(&start, mover, limits)?;
            let wins = |option: &Position| {
                let outcome = option.tuple().and_then(at);
                outcome.is_some_and(|outcome| outcome.winner(mover.opponent()) == Some(mover))
            };
            Ok(options.into_iter().filter(wins).collect())
        };
        let outcome = at(position).expect("positions that are asked about are legal");
        let [left, right] = Player::BOTH.map(winning);
        let verdict = Verdict { outcome, left: left?, right: right? };
        let position = Position::Tuple(position.to_vec());
        let value = self.value(&verdict, &position, limits);
        let most = self.layout.most.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        let all = format!(
            "all {} positions up to {most} were worked out, in an order in which every move leads to a position already \
             worked out",
            self.layout.positions()
        );
        Ok(solution(self.game, &position, verdict, value, all))
    }

    /// The nim-value, if there is one and it costs little. That of a P-position is 0.
    fn value(
        &self,
        verdict: &Verdict<Position>,
        position: &Position,
        limits: &Limits,
    ) -> Option<Nimber> {
        self.values.as_ref()?;
        if verdict.outcome == Outcome::P {
            return Some(Nimber::ZERO);
        }
        let steps = limits.steps / PART_FOR_VALUE;
        let values = self.values(&Limits { steps, ..limits.clone() }).ok()?;
        let value = nim_value(values[self.layout.place(position.tuple()?)])?;
        Some(Nimber(value.into()))
    }

    fn table(&self, view: &View, limits: &Limits) -> Result<Table, Refusal> {
        match self.outcomes.is_some() {
            true => {
                view.check(1, limits)?;
                self.shown(view, || self.outcomes(limits), outcome).map(Table::Outcomes)
            }
            false => {
                view.check(16, limits)?;
                let see = |value| nim_value(value).map(u64::from);
                self.shown(view, || self.values(limits), see).map(Table::Numbers)
            }
        }
    }

    /// The rows of a view, which may be empty, in a table that is made if they are not.
    fn shown<C: Copy, T: Clone>(
        &self,
        view: &View,
        table: impl FnOnce() -> Result<Vec<C>, Refusal>,
        see: impl Fn(C) -> T,
    ) -> Result<Vec<Vec<T>>, Refusal> {
        view.collect(Vec::new(), |rows| {
            *rows = self.rows(view, &table()?, see);
            Ok(())
        })
    }

    /// A chart of bits, if all positions are legal and N or P.
    fn chart(&self, view: &View, limits: &Limits) -> Result<Chart, Refusal> {
        view.check(1, limits)?;
        if view.is_empty() {
            return self.shown(view, || self.outcomes(limits), outcome).map(Chart::Outcomes);
        }
        let outcomes = self.outcomes(limits)?;
        Ok(match self.bits(view, &outcomes) {
            Some(rows) => Chart::Losing(rows),
            None => Chart::Outcomes(self.rows(view, &outcomes, outcome)),
        })
    }

    fn sequence(&self, view: &View, of: Quantity, limits: &Limits) -> Result<Sequence, Refusal> {
        view.check(8, limits)?;
        let terms = match of {
            Quantity::NimValue => {
                let rows = self.rows(view, &self.values(limits)?, nim_value);
                let row = view.legal_row(self.game, rows)?;
                Terms::NimValues(row.into_iter().map(u64::from).collect())
            }
            Quantity::Outcome => {
                let outcomes = self.outcomes(limits)?;
                match self.bits(view, &outcomes) {
                    Some(mut rows) => Terms::Losing(rows.swap_remove(0)),
                    None => {
                        let rows = self.rows(view, &outcomes, outcome);
                        Terms::Outcomes(view.legal_row(self.game, rows)?)
                    }
                }
            }
        };
        Ok(Sequence::from_table(terms))
    }

    /// The rows of a view, each cell seen in this way.
    fn rows<C: Copy, T>(&self, view: &View, cells: &[C], see: impl Fn(C) -> T) -> Vec<Vec<T>> {
        let mut rows: Vec<Vec<T>> = view.rows.clone().map(|_| Vec::new()).collect();
        let window = Window::of(view, &self.layout);
        window.tiles(cells, |row, tile| rows[row].extend(tile.iter().map(|cell| see(*cell))));
        rows
    }

    /// Which positions are P; `None` if players are not alike, or a position is neither P nor N.
    fn bits(&self, view: &View, cells: &[u8]) -> Option<Vec<Bits>> {
        if !self.game.profile().is_impartial() {
            return None;
        }
        let mut rows: Vec<Vec<u64>> = view.rows.clone().map(|_| Vec::new()).collect();
        let window = Window::of(view, &self.layout);
        let odd = match window.across {
            1 => window.words_across(cells, |row, word| rows[row].push(word)),
            _ => window.words_along(cells, |row, word| rows[row].push(word)),
        };
        let bits = |words: Vec<u64>| Bits::new(words, window.length);
        (odd == 0).then(|| rows.into_iter().map(bits).collect())
    }
}

/// A view as places of the table.
struct Window {
    /// The place of the first cell of the first row.
    corner: usize,
    /// From a cell of a row to the next.
    along: usize,
    /// From a row to the next.
    across: usize,
    rows: usize,
    /// The cells of a row.
    length: usize,
}

/// How many cells of a row are read at a time: as many as a word has bits.
const TILE: usize = 64;

impl Window {
    fn of(view: &View, layout: &Layout) -> Window {
        let stride = |axis: Option<&usize>| axis.map_or(0, |axis| to_index(layout.strides[*axis]));
        let mut axes = view.axes.iter().rev();
        Window {
            corner: layout.place(&view.numbers(view.rows.start, view.cells.start)),
            along: stride(axes.next()),
            across: stride(axes.next()),
            rows: to_index(view.rows.end - view.rows.start),
            length: to_index(view.cells.end - view.cells.start),
        }
    }

    /// Hands out the cells, a few of each row at a time, so that what lies side by side in the table is read
    /// together whichever way the rows run.
    fn tiles<C: Copy>(&self, cells: &[C], mut see: impl FnMut(usize, &[C])) {
        let mut tile = [cells[self.corner]; TILE];
        for start in (0..self.length).step_by(TILE) {
            let tile = &mut tile[..TILE.min(self.length - start)];
            for row in 0..self.rows {
                let first = self.corner + row * self.across + start * self.along;
                let place = |index: usize| first + index * self.along;
                tile.iter_mut().enumerate().for_each(|(index, cell)| *cell = cells[place(index)]);
                see(row, tile);
            }
        }
    }

    /// The P-positions as bits, row by row; 0 if all are N or P.
    fn words_along(&self, cells: &[u8], mut see: impl FnMut(usize, u64)) -> u8 {
        let mut odd = 0;
        let mut bytes = [0; TILE];
        self.tiles(cells, |row, tile| {
            for (byte, cell) in bytes.iter_mut().zip(tile) {
                *byte = is_lost(*cell);
                odd |= is_odd(*cell);
            }
            see(row, pack_word(&bytes[..tile.len()]));
        });
        odd
    }

    /// The P-positions as bits, row by row, where the cells of a column lie side by side: eight columns become a byte for each row.
    fn words_across(&self, cells: &[u8], mut see: impl FnMut(usize, u64)) -> u8 {
        let mut odd = 0;
        let mut words = vec![[0_u8; TILE / 8]; self.rows];
        let mut bytes = vec![0_u8; self.rows];
        for start in (0..self.length).step_by(TILE) {
            words.fill([0; TILE / 8]);
            for eight in (start..self.length.min(start + TILE)).step_by(8) {
                bytes.fill(0);
                for cell in eight..self.length.min(eight + 8) {
                    let first = self.corner + cell * self.along;
                    for (byte, cell_of_row) in bytes.iter_mut().zip(&cells[first..]) {
                        *byte |= is_lost(*cell_of_row) << (cell - eight);
                        odd |= is_odd(*cell_of_row);
                    }
                }
                words
                    .iter_mut()
                    .zip(&bytes)
                    .for_each(|(word, byte)| word[(eight - start) / 8] = *byte);
            }
            words.iter().enumerate().for_each(|(row, word)| see(row, u64::from_le_bytes(*word)));
        }
        odd
    }
}
