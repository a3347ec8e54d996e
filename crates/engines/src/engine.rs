//! What an engine is, and how it declines a question.

use bouton_rules::{Ending, FiniteGame, Game, Help, Limits, Position, Refusal, Spec};

use crate::ask::Ask;
use crate::finding::Finding;

/// A solver for some of the questions about some of the games.
pub trait Engine: Sync {
    /// A short name, named by method: `nim-sum`, `heap-table`.
    fn name(&self) -> &'static str;

    /// The theorem it rests on, in a sentence.
    fn theorem(&self) -> &'static str;

    /// Can it give the nim-value of a position for which another engine gives only the winner?
    fn knows_values(&self) -> bool {
        false
    }

    /// Prepares an answer, or declines with the reason. A prepared run can only fail because a limit is
    /// exceeded, the watch stops it, or two parts of the program contradict each other.
    fn prepare<'a>(&self, game: &'a Game, ask: &'a Ask) -> Result<Run<'a>, Declined>;

    /// Prepares an answer within these limits, where it takes work to find out whether there is one. An engine that was
    /// named does not leave a question to others because they are faster.
    fn prepare_within<'a>(
        &self,
        game: &'a Game,
        ask: &'a Ask,
        _limits: &Limits,
        _named: bool,
    ) -> Result<Run<'a>, Declined> {
        self.prepare(game, ask)
    }
}

/// The computation that an engine has prepared; it runs within the limits that it is given.
pub type Run<'a> = Box<dyn FnOnce(&Limits) -> Result<Finding, Refusal> + 'a>;

/// Accepts a question that this work answers; `finding` says what kind of answer it is.
pub(crate) fn run<'a, T: 'a>(
    finding: fn(T) -> Finding,
    work: impl FnOnce(&Limits) -> Result<T, Refusal> + 'a,
) -> Result<Run<'a>, Declined> {
    Ok(Box::new(move |limits| work(limits).map(finding)))
}

/// Why an engine does not answer a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declined {
    /// The reason, in a sentence.
    pub reason: String,
    /// What to ask instead, if that is known.
    pub help: Option<Help>,
}

impl Declined {
    /// Declines the question for this reason.
    pub fn because<T>(reason: impl Into<String>) -> Result<T, Declined> {
        Err(Declined { reason: reason.into(), help: None })
    }

    /// Declines for this reason; `help` says what the user can do about it.
    pub fn unless<T>(reason: impl Into<String>, help: Help) -> Result<T, Declined> {
        Err(Declined { reason: reason.into(), help: Some(help) })
    }
}

/// Declines for this reason.
impl From<&str> for Declined {
    fn from(reason: &str) -> Declined {
        Declined { reason: reason.to_owned(), help: None }
    }
}

impl From<Refusal> for Declined {
    fn from(refusal: Refusal) -> Declined {
        Declined { reason: refusal.to_string(), help: Some(refusal.help()) }
    }
}

/// The finite game, or a decline.
pub(crate) fn finite(game: &Game) -> Result<&FiniteGame, Declined> {
    Ok(game.finite().ok_or("the game is real-valued")?)
}

/// The rules, if play is normal.
pub(crate) fn normal(game: &Game) -> Result<&Spec, Declined> {
    let game = finite(game)?;
    match game.ending {
        Ending::Normal => Ok(&game.spec),
        _ => Declined::because("play is not normal"),
    }
}

/// Is play misère? Declines where it is neither misère nor normal.
pub(crate) fn is_misere(game: &FiniteGame) -> Result<bool, Declined> {
    match game.ending {
        Ending::Normal => Ok(false),
        Ending::Misere => Ok(true),
        Ending::Partizan(_) | Ending::Written(_) => {
            Declined::because("the ending depends on what is left")
        }
    }
}

/// Declines where nim-values are asked for and there are none.
pub(crate) fn check_quantity(game: &FiniteGame, ask: &Ask) -> Result<(), Declined> {
    match ask.wants_nim_values() && !game.has_nim_values() {
        true => {
            Declined::because("nim-values are defined for impartial games under normal play only")
        }
        false => Ok(()),
    }
}

/// The position that is asked about, if the question is to solve one.
pub(crate) fn position(ask: &Ask) -> Result<&Position, Declined> {
    match ask {
        Ask::Solve(position) => Ok(position),
        _ => Declined::because("this engine solves single positions only"),
    }
}

/// The numbers of the position that is asked about.
pub(crate) fn tuple(ask: &Ask) -> Result<&[u64], Declined> {
    match position(ask)?.tuple() {
        Some(tuple) => Ok(tuple),
        None => Declined::because("the position is not a tuple of integers"),
    }
}

/// The two numbers of the position that is asked about; `what` is what they make.
pub(crate) fn pair(ask: &Ask, what: &str) -> Result<[u64; 2], Declined> {
    match *tuple(ask)? {
        [a, b] => Ok([a, b]),
        _ => Declined::because(format!("the position is not {what}")),
    }
}

/// The tuple with one number changed.
pub(crate) fn with(tuple: &[u64], index: usize, number: u64) -> Vec<u64> {
    let mut changed = tuple.to_vec();
    changed[index] = number;
    changed
}
