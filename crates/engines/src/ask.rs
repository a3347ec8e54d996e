//! The questions that engines answer.

use bouton_rules::{Limits, Position, Refusal};

/// A question about a game, as engines see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Who wins a position, its value, and the winning moves.
    Solve(Position),
    /// A quantity for the positions (0), (1), …, (to); with `row`, for (0,row), …, (to,row).
    Sequence {
        /// Which quantity.
        of: Quantity,
        /// The last index.
        to: u64,
        /// The second number of each position, for games with two.
        row: Option<u64>,
    },
    /// The canonical forms of the positions (0), (1), …, (to); with `row`, of (0,row), …, (to,row).
    Values {
        /// The last index.
        to: u64,
        /// The second number of each position, for games with two.
        row: Option<u64>,
    },
    /// A two-dimensional table.
    Table(TableShape),
    /// The outcomes of all (x, y, beside…) in a window: a plane in which the numbers after x and y are fixed.
    Chart {
        /// The first two numbers.
        window: Window,
        /// The numbers after them; none for pairs.
        beside: Vec<u64>,
    },
    /// How many P-positions have this many heaps, ascending, all below a bound.
    Count {
        /// The number of heaps.
        heaps: usize,
        /// All heaps are less than this.
        below: u64,
    },
}

impl Ask {
    /// Asks for the outcomes of all (x, y, beside…) in a window.
    #[must_use]
    pub fn chart(window: Window, beside: Vec<u64>) -> Ask {
        Ask::Chart { window, beside }
    }

    /// The last index and the row of a sequence.
    #[must_use]
    pub fn sequence(&self) -> Option<(u64, Option<u64>)> {
        match self {
            Ask::Sequence { to, row, .. } | Ask::Values { to, row } => Some((*to, *row)),
            _ => None,
        }
    }

    /// Are nim-values asked for, which not every game has?
    pub(crate) fn wants_nim_values(&self) -> bool {
        match self {
            Ask::Sequence { of, .. } => *of == Quantity::NimValue,
            Ask::Table(shape) => shape.entries == Entries::Of(Quantity::NimValue),
            Ask::Solve(_) | Ask::Values { .. } | Ask::Chart { .. } | Ask::Count { .. } => false,
        }
    }

    /// The window of a chart, and the numbers beside it.
    #[must_use]
    pub fn window(&self) -> Option<(&Window, &[u64])> {
        match self {
            Ask::Chart { window, beside } => Some((window, beside)),
            _ => None,
        }
    }
}

/// The position with this index in a sequence, or in a row.
pub(crate) fn term(index: u64, row: Option<u64>) -> Vec<u64> {
    [Some(index), row].into_iter().flatten().collect()
}

/// A window of the plane of positions (x, y): half-open intervals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The range of the first numbers.
    pub x: std::ops::Range<u64>,
    /// The range of the second numbers.
    pub y: std::ops::Range<u64>,
}

/// The quantity that terms or cells show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// N, P, L, R or D.
    Outcome,
    /// The nim-value, for impartial games under normal play.
    NimValue,
}

/// The shape of a table: its rows and columns are the two numbers after the fixed ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableShape {
    /// What a cell contains.
    pub entries: Entries,
    /// The first numbers of each position, which are fixed.
    pub fixed: Vec<u64>,
    /// Rows 0 to `rows - 1`.
    pub rows: u64,
    /// Columns 0 to `columns - 1`.
    pub columns: u64,
}

impl TableShape {
    /// Refuses a table that takes more memory than is allowed.
    pub(crate) fn check_room(&self, limits: &Limits) -> Result<(), Refusal> {
        let cells = u128::from(self.rows).saturating_mul(self.columns.into());
        let bytes = cells.saturating_mul(16).saturating_add(24 * u128::from(self.rows));
        limits.check_memory("the table", bytes)
    }

    /// All rows, cell by cell; the watch is asked before each row.
    pub(crate) fn fill<T>(
        &self,
        limits: &Limits,
        mut cell: impl FnMut(u64, u64) -> Result<T, Refusal>,
    ) -> Result<Vec<Vec<T>>, Refusal> {
        let row = |row| {
            limits.progress(row, self.rows)?;
            (0..self.columns).map(|column| cell(row, column)).collect()
        };
        (0..self.rows).map(row).collect()
    }
}

/// What a cell of a table contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entries {
    /// The least number that completes (fixed…, row, column) to a P-position.
    Completion,
    /// A quantity of the position (fixed…, row, column).
    Of(Quantity),
}
