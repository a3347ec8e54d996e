//! The certificates: what each of them claims, and the evidence that it carries.

use bouton_values::{Nimber, Outcome, Player};
use serde::{Deserialize, Serialize};

#[cfg(feature = "automatic")]
use crate::automatic::AutomaticCertificate;
#[cfg(feature = "graphs")]
use crate::graph::GraphCertificate;

/// A claim about a game, with what is needed to verify it. Nothing in it is believed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certificate {
    /// A claim that a sequence is periodic.
    Period(PeriodCertificate),
    /// A claim about who wins a position.
    Position(PositionCertificate),
    /// A claim about the nim-value of a position.
    Value(ValueCertificate),
    /// Game structures of a digraph, or who wins from each of its vertices.
    #[cfg(feature = "graphs")]
    Graph(GraphCertificate),
    /// A claim about all lost positions of a game, or all nim-values.
    #[cfg(feature = "automatic")]
    Automatic(AutomaticCertificate),
}

/// The outcomes or nim-values of the lone heaps 0, 1, 2, … have this preperiod and this period,
/// and none less.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodCertificate {
    /// The text that names the game.
    pub game: String,
    /// The game of heaps that a rule text states, where it is one: `octal:0.77`, `subtraction:1,3,4`. The checker
    /// compares the two.
    pub form: Option<String>,
    /// The first `preperiod + period` terms; the index is the size of the heap.
    pub terms: Terms,
    /// The periodicity that is claimed.
    pub periodicity: Periodicity,
    /// For outcomes of heaps that split: a period of the nim-values, not claimed to be minimal,
    /// from which that of the outcomes follows.
    pub nim_values: Option<Periodicity>,
    /// For each prime divisor of the period, where the period divided by it fails.
    pub witnesses: Vec<Witness>,
}

/// a(n + period) = a(n) for all n ≥ preperiod.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Periodicity {
    /// How many terms come before the periodic part.
    pub preperiod: u64,
    /// The length of the period.
    pub period: u64,
}

/// a(index) ≠ a(index + period/prime), with preperiod ≤ index < preperiod + period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Witness {
    /// A prime divisor of the period.
    pub prime: u64,
    /// An index at which the shorter period fails.
    pub index: u64,
}

/// The terms of a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Terms {
    /// The outcomes of the lone heaps 0, 1, 2, ….
    Outcomes(Vec<Outcome>),
    /// The nim-values of the lone heaps 0, 1, 2, ….
    NimValues(Vec<u64>),
}

/// The quantity that the terms of a sequence are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Of {
    /// The outcome: N, P, L or R.
    Outcome,
    /// The nim-value, an integer.
    NimValue,
}

/// A certificate of who wins a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionCertificate {
    /// The text that names the game.
    pub game: String,
    /// The position, as the game writes it.
    pub position: String,
    /// The outcome that is claimed; draws have no certificate.
    pub outcome: Outcome,
    /// For N-positions, if wanted: an option with which the next player wins, whoever it is.
    pub winning_move: Option<String>,
    /// Why the position has this outcome.
    pub proof: Proof,
}

/// Why a position has its outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proof {
    /// Strategies of the winner, written out move by move.
    Strategies(Vec<Strategy>),
    /// The nim-values of the heaps, recomputed, have this sum (Sprague, Grundy).
    NimValues,
    /// A theorem that decides the position by a formula.
    Theorem(Theorem),
}

/// A theorem that decides positions by a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theorem {
    /// Bouton's, for Nim under normal and misère play.
    NimSum,
    /// The game structure of real-valued Nim.
    Structure,
}

/// A winning strategy for the case that `first` moves first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strategy {
    /// The player who moves first.
    pub first: First,
    /// Positions that are lost for the winner's opponent, who is to move there. Whatever the
    /// opponent does, the winner can reply with a move to an earlier one.
    pub losing: Vec<String>,
}

/// The player who moves first in a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum First {
    /// Left moves first.
    Left,
    /// Right moves first.
    Right,
    /// Either player moves first: the game is impartial, so that it makes no difference.
    #[serde(rename = "either")]
    Either,
}

/// The nim-value of a position of an impartial game under normal play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueCertificate {
    /// The text that names the game.
    pub game: String,
    /// The position, as the game writes it.
    pub position: String,
    /// The nim-value that is claimed.
    pub value: Nimber,
}

impl Certificate {
    /// Is it about a digraph, and not about a game?
    #[must_use]
    pub fn is_about_graph(&self) -> bool {
        #[cfg(feature = "graphs")]
        if let Certificate::Graph(_) = self {
            return true;
        }
        false
    }
}

impl Terms {
    /// The quantity of which these are terms.
    #[must_use]
    pub fn of(&self) -> Of {
        match self {
            Terms::Outcomes(_) => Of::Outcome,
            Terms::NimValues(_) => Of::NimValue,
        }
    }

    /// The number of terms.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Terms::Outcomes(terms) => terms.len(),
            Terms::NimValues(terms) => terms.len(),
        }
    }

    /// Is there no term at all?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[cfg(feature = "games")]
    pub(crate) fn truncate(&mut self, length: usize) {
        match self {
            Terms::Outcomes(terms) => terms.truncate(length),
            Terms::NimValues(terms) => terms.truncate(length),
        }
    }
}

impl From<Player> for First {
    fn from(player: Player) -> First {
        match player {
            Player::Left => First::Left,
            Player::Right => First::Right,
        }
    }
}
