use std::fmt;
use std::str::FromStr;

use crate::Player;

/// Who wins a position under perfect play, as a function of who moves first.
///
/// `D` occurs only where play may go on for ever: neither player can force an end in
/// their favour from at least one of the two starts.
///
/// ```
/// use bouton_values::{Outcome, Player};
/// assert_eq!(Outcome::N.winner(Player::Left), Some(Player::Left));
/// assert_eq!(Outcome::P.winner(Player::Left), Some(Player::Right));
/// assert_eq!("R".parse(), Ok(Outcome::R));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// The next player wins: whoever moves first.
    N,
    /// The previous player wins: whoever moves second.
    P,
    /// Left wins, whoever moves first.
    L,
    /// Right wins, whoever moves first.
    R,
    /// A draw by endless play, for at least one of the two starts.
    D,
}

impl Outcome {
    /// The outcome in which `left_first` wins when Left starts and `right_first` when Right does;
    /// `None` stands for endless play.
    #[must_use]
    pub fn from_winners(left_first: Option<Player>, right_first: Option<Player>) -> Outcome {
        use Player::{Left, Right};
        match (left_first, right_first) {
            (Some(Left), Some(Right)) => Outcome::N,
            (Some(Right), Some(Left)) => Outcome::P,
            (Some(Left), Some(Left)) => Outcome::L,
            (Some(Right), Some(Right)) => Outcome::R,
            (None, _) | (_, None) => Outcome::D,
        }
    }

    /// The winner when `first` moves first; `None` for a draw.
    #[must_use]
    pub fn winner(self, first: Player) -> Option<Player> {
        match self {
            Outcome::N => Some(first),
            Outcome::P => Some(first.opponent()),
            Outcome::L => Some(Player::Left),
            Outcome::R => Some(Player::Right),
            Outcome::D => None,
        }
    }

    /// Does `first`, moving first, win?
    #[must_use]
    pub fn is_win_for(self, first: Player) -> bool {
        self.winner(first) == Some(first)
    }

    /// The letter of the literature.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Outcome::N => 'N',
            Outcome::P => 'P',
            Outcome::L => 'L',
            Outcome::R => 'R',
            Outcome::D => 'D',
        }
    }

    /// Who wins, in words: "the next player wins".
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Outcome::N => "the next player wins",
            Outcome::P => "the previous player wins",
            Outcome::L => "Left wins, whoever moves first",
            Outcome::R => "Right wins, whoever moves first",
            Outcome::D => "a draw: play can be kept going for ever",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A text that is not one of the outcome letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseOutcomeError;

impl fmt::Display for ParseOutcomeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an outcome is one of the letters N, P, L, R, D")
    }
}

impl std::error::Error for ParseOutcomeError {}

impl FromStr for Outcome {
    type Err = ParseOutcomeError;

    fn from_str(text: &str) -> Result<Outcome, ParseOutcomeError> {
        match text {
            "N" => Ok(Outcome::N),
            "P" => Ok(Outcome::P),
            "L" => Ok(Outcome::L),
            "R" => Ok(Outcome::R),
            "D" => Ok(Outcome::D),
            _ => Err(ParseOutcomeError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outcome_is_its_two_winners() {
        for outcome in [Outcome::N, Outcome::P, Outcome::L, Outcome::R] {
            let [left_first, right_first] = Player::BOTH.map(|first| outcome.winner(first));
            assert_eq!(Outcome::from_winners(left_first, right_first), outcome);
            assert_eq!(outcome.letter().to_string().parse(), Ok(outcome));
        }
        assert_eq!(Outcome::from_winners(None, Some(Player::Left)), Outcome::D);
        assert_eq!("n".parse::<Outcome>(), Err(ParseOutcomeError));
    }
}
