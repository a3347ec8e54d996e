use bouton_rules::{Ending, FiniteGame, Game, Limits, Position, Refusal, Ruleset, Spec};
use bouton_values::{Nimber, Player};

use crate::ask::Ask;
use crate::finding::{Finding, Solution};

/// A solver for some of the questions about some of the games.
pub trait Engine: Sync {
    /// A short name, named by method: `nim-sum`, `heap-table`.
    fn name(&self) -> &'static str;

    /// The theorem it rests on, in a sentence.
    fn theorem(&self) -> &'static str;

    /// Gets ready to answer, or declines with the reason. Whoever prepared may later only fail by
    /// exceeding a limit.
    fn prepare<'a>(&self, game: &'a Game, ask: &'a Ask) -> Result<Run<'a>, Declined>;
}

/// The prepared computation.
pub type Run<'a> = Box<dyn FnOnce(&Limits) -> Result<Finding, Refusal> + 'a>;

/// Why an engine does not answer a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declined(pub String);

impl Declined {
    /// Declines for this reason.
    pub fn because<T>(reason: impl Into<String>) -> Result<T, Declined> {
        Err(Declined(reason.into()))
    }
}

/// The finite game, or a decline.
pub(crate) fn finite(game: &Game) -> Result<&FiniteGame, Declined> {
    game.finite().map_or_else(|| Declined::because("the game is real-valued"), Ok)
}

/// The rules, if play is normal.
pub(crate) fn normal(game: &Game) -> Result<&Spec, Declined> {
    let game = finite(game)?;
    match game.ending {
        Ending::Normal => Ok(&game.spec),
        _ => Declined::because("play is not normal"),
    }
}

/// The position that is asked about, if the question is to solve one.
pub(crate) fn position(ask: &Ask) -> Result<&Position, Declined> {
    match ask {
        Ask::Solve(position) => Ok(position),
        _ => Declined::because("it solves single positions only"),
    }
}

/// The numbers of the position that is asked about.
pub(crate) fn tuple(ask: &Ask) -> Result<&[u64], Declined> {
    match position(ask)?.tuple() {
        Some(tuple) => Ok(tuple),
        None => Declined::because("the position is not a tuple of integers"),
    }
}

/// Bytes that an option takes while all of them are listed.
const BYTES_PER_OPTION: u128 = 128;

/// The options of a position, if there is room for them all.
pub(crate) fn options_within(
    game: &FiniteGame,
    position: &Position,
    limits: &Limits,
) -> Result<Vec<Position>, Refusal> {
    let bound = game.option_bound(position);
    limits.check_memory("the list of all moves", bound.saturating_mul(BYTES_PER_OPTION))?;
    Ok(game.options(position, Player::Left))
}

/// Solves a position of an impartial game by a test that tells the P-positions among its options.
pub(crate) fn by_losing_test(
    game: &FiniteGame,
    position: &Position,
    limits: &Limits,
    is_losing: impl Fn(&Position) -> bool,
    reasons: impl FnOnce(&[Position]) -> Vec<String>,
) -> Result<Finding, Refusal> {
    let mut winning = options_within(game, position, limits)?;
    winning.retain(|option| is_losing(option));
    let value = (winning.is_empty() && game.ending == Ending::Normal).then_some(Nimber::ZERO);
    let reasons = reasons(&winning);
    Ok(Finding::Solution(Solution::impartial(value, winning, reasons)))
}
