use std::fmt;

use bouton_rules::Position;
use bouton_values::{Nimber, Outcome, Player};

/// What an engine found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The answer to [`crate::Ask::Solve`].
    Solution(Solution),
    /// The answer to [`crate::Ask::Sequence`].
    Sequence(Sequence),
    /// The answer to [`crate::Ask::Table`].
    Table(Table),
    /// The answer to [`crate::Ask::Count`].
    Count(u128),
}

/// Who wins a position, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Who wins.
    pub outcome: Outcome,
    /// The nim-value, where there is one and it was found.
    pub value: Option<Nimber>,
    /// Every option with which Left, moving first, wins.
    pub left: Vec<Position>,
    /// Every option with which Right, moving first, wins.
    pub right: Vec<Position>,
    /// Why, in sentences for a student; a line each.
    pub reasons: Vec<String>,
}

impl Solution {
    /// A solution of an impartial game: both players win by the same moves.
    #[must_use]
    pub fn impartial(
        value: Option<Nimber>,
        winning: Vec<Position>,
        reasons: Vec<String>,
    ) -> Solution {
        let outcome = if winning.is_empty() { Outcome::P } else { Outcome::N };
        Solution { outcome, value, left: winning.clone(), right: winning, reasons }
    }

    /// The options with which `mover`, moving first, wins.
    #[must_use]
    pub fn winning(&self, mover: Player) -> &[Position] {
        match mover {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    /// The options with which Left or Right wins, each once, Left's first.
    #[must_use]
    pub fn winning_for_somebody(&self) -> Vec<Position> {
        let known: std::collections::HashSet<&Position> = self.left.iter().collect();
        let more = self.right.iter().filter(|option| !known.contains(option));
        self.left.iter().chain(more).cloned().collect()
    }
}

/// Terms, and the period if one was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// The terms from index 0 on.
    pub terms: Terms,
    /// The period, if one was proved.
    pub period: Option<Periodicity>,
    /// What the period or the lack of one rests on; a line each.
    pub reasons: Vec<String>,
}

/// The terms of a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Terms {
    /// Outcomes.
    Outcomes(Vec<Outcome>),
    /// Nim-values.
    NimValues(Vec<u64>),
}

impl Terms {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Terms::Outcomes(terms) => terms.len(),
            Terms::NimValues(terms) => terms.len(),
        }
    }

    /// Is there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// a(n + period) = a(n) + saltus for all n ≥ preperiod; period and preperiod are the least possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Periodicity {
    /// How many terms come before the periodic part.
    pub preperiod: u64,
    /// The length of the period.
    pub period: u64,
    /// What each period adds; 0 for outcomes.
    pub saltus: u64,
}

/// How a result is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// By a theorem whose conditions were checked, or by working out every case.
    Proved,
    /// Only as far as this index; nothing is claimed beyond.
    ComputedTo(u64),
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Standing::Proved => f.write_str("proved"),
            Standing::ComputedTo(n) => write!(f, "computed to {n}"),
        }
    }
}

/// A two-dimensional table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Table {
    /// Numbers; `None` where the row, the column and the fixed numbers are no legal position.
    Numbers(Vec<Vec<Option<u64>>>),
    /// Outcomes; `None` where the position is not legal.
    Outcomes(Vec<Vec<Option<Outcome>>>),
}
