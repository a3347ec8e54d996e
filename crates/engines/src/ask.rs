use bouton_rules::Position;

/// What can be asked of a game.
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
    /// The outcomes of all (x, y) in a window.
    Chart(Window),
    /// How many P-positions have this many heaps, ascending, all below a bound.
    Count {
        /// The number of heaps.
        heaps: usize,
        /// All heaps are less than this.
        below: u64,
    },
}

/// A window of the plane of positions (x, y): half-open intervals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The first numbers.
    pub x: std::ops::Range<u64>,
    /// The second numbers.
    pub y: std::ops::Range<u64>,
}

/// What a sequence is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// N, P, L, R or D.
    Outcome,
    /// The nim-value, for impartial games under normal play.
    NimValue,
}

/// Which table is wanted: its rows and columns are the two numbers after the fixed ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableShape {
    /// What stands in a cell.
    pub entries: Entries,
    /// The numbers that stay the same all over the table, in front.
    pub fixed: Vec<u64>,
    /// Rows 0 to `rows - 1`.
    pub rows: u64,
    /// Columns 0 to `columns - 1`.
    pub columns: u64,
}

/// What stands in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entries {
    /// The least number that completes (fixed…, row, column) to a P-position.
    Completion,
    /// A quantity of the position (fixed…, row, column).
    Of(Quantity),
}
