//! The reasons for which a certificate is rejected, or cannot be checked.

use bouton_values::{Nimber, Outcome, Player, Refusal};

#[cfg(feature = "graphs")]
use crate::graph::GraphFault;

/// Why a certificate was not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// It could not be checked: the text of the game or of a position is wrong, or a limit was
    /// exceeded. All other rejections say that the certificate does not hold.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The argument proves nothing about this game.
    #[error("{argument} proves nothing here: {reason}")]
    DoesNotApply {
        /// What was appealed to.
        argument: &'static str,
        /// Which of its conditions fails.
        reason: String,
    },

    /// The argument is about games of one form, and the certificate of a rule text does not say of which form it is.
    #[error("the certificate does not state the form of the rules, as in \"form\": \"octal:0.77\"")]
    FormMissing,
    /// The text is not the game of heaps that the certificate says it is.
    #[error("on a heap of {heap} the text and the form of the certificate allow different moves")]
    NotTheForm {
        /// The least heap with other moves.
        heap: u64,
    },

    /// The period is 0.
    #[error("a period is at least 1")]
    ZeroPeriod,
    /// The number of terms is not preperiod + period.
    #[error("{given} terms are given; preperiod and period make {expected}")]
    TermCount {
        /// preperiod + period.
        expected: u128,
        /// How many there are.
        given: usize,
    },
    /// A term is not what the rules say.
    #[error("term {n} is {computed}, not {claimed}")]
    TermDiffers {
        /// The index.
        n: u64,
        /// What the certificate says.
        claimed: String,
        /// What the rules say.
        computed: String,
    },
    /// The sequence does not repeat over the window that would prove the period.
    #[error("the terms {n} and {n} + {period} differ")]
    WindowBroken {
        /// The index.
        n: u64,
        /// The claimed period.
        period: u64,
    },
    /// The sequence repeats earlier than claimed.
    #[error("the preperiod is less than {preperiod}: the term before repeats too")]
    PreperiodNotMinimal {
        /// The claimed preperiod.
        preperiod: u64,
    },
    /// Nothing shows that the period divided by this prime fails.
    #[error("no witness shows that the period divided by {prime} fails")]
    WitnessMissing {
        /// A prime divisor of the period.
        prime: u64,
    },
    /// A witness for a number that is not a prime divisor of the period, or a second one.
    #[error(
        "the witness for {prime} is superfluous: there must be one for each prime divisor of the period, and no other"
    )]
    WitnessStray {
        /// The number.
        prime: u64,
    },
    /// A witness that lies outside the first period.
    #[error("the witness {index} for {prime} lies outside the first period")]
    WitnessOutside {
        /// A prime divisor of the period.
        prime: u64,
        /// The claimed index.
        index: u64,
    },
    /// A witness does not show that the shorter period fails.
    #[error("the witness {index} for {prime} shows nothing: the two terms are equal")]
    WitnessFails {
        /// A prime divisor of the period.
        prime: u64,
        /// The claimed index.
        index: u64,
    },

    /// Nothing is said about this first player, or too much.
    #[error("there must be one strategy for {first} moving first, and nothing else")]
    StrategyMissing {
        /// Who moves first.
        first: Player,
    },
    /// The winner has no answer to a move.
    #[error("from {member} the opponent moves to {option}, and no reply is an earlier member")]
    NoReply {
        /// The position that is said to be lost.
        member: String,
        /// What the opponent moves to.
        option: String,
    },
    /// A player is stuck, and the ending is not in the favour of the one said to win.
    #[error(
        "at {position} {stuck} is stuck, and the ending makes the other player win, not the one claimed"
    )]
    StuckAgainst {
        /// Where.
        position: String,
        /// Who is stuck.
        stuck: Player,
    },
    /// The members do not decide the position that the certificate is about.
    #[error("the strategy does not reach {position} with {first} moving first")]
    StartNotWon {
        /// The position that the certificate is about.
        position: String,
        /// Who moves first.
        first: Player,
    },
    /// The position has another outcome.
    #[error("the outcome is {computed}, not {claimed}")]
    OutcomeDiffers {
        /// What the certificate says.
        claimed: Outcome,
        /// What was computed.
        computed: Outcome,
    },
    /// A winning move where the outcome is not N.
    #[error("a winning move is given, but the outcome is claimed to be {outcome}, not N")]
    MoveNotWanted {
        /// What the certificate says.
        outcome: Outcome,
    },
    /// The winning move is not a move.
    #[error("{first} cannot move from {position} to {option}")]
    MoveNotLegal {
        /// Where the move starts.
        position: String,
        /// Where it is said to lead.
        option: String,
        /// Who is said to move.
        first: Player,
    },
    /// The winning move does not win.
    #[error("the move to {option} was not shown to win")]
    MoveNotWinning {
        /// Where it leads.
        option: String,
    },
    /// The position has another value.
    #[error("the value is {computed}, not {claimed}")]
    ValueDiffers {
        /// What the certificate says.
        claimed: Nimber,
        /// What was computed.
        computed: Nimber,
    },

    /// An automaton that is not a set of positions.
    #[cfg(feature = "automatic")]
    #[error("the automaton does not fit: {reason}")]
    BadAutomaton {
        /// What is wrong.
        reason: String,
    },
    /// A move that does not lower the measure.
    #[cfg(feature = "automatic")]
    #[error("a move from {position} does not lower the measure")]
    MeasureDoesNotFall {
        /// Where it starts.
        position: String,
    },
    /// The set is not that of the lost positions, or of nim-values.
    #[cfg(feature = "automatic")]
    #[error("the equation fails at {position}")]
    EquationFails {
        /// The position; of nim-values, followed by the value.
        position: String,
    },

    /// The claim about a digraph does not hold, or the digraph is missing.
    #[cfg(feature = "graphs")]
    #[error(transparent)]
    Graph(#[from] GraphFault),
}

impl Rejection {
    pub(crate) fn does_not_apply(argument: &'static str, reason: impl Into<String>) -> Rejection {
        Rejection::DoesNotApply { argument, reason: reason.into() }
    }
}
