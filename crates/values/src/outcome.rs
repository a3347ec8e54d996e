//! Outcomes: who wins, for each player who may begin.

use std::fmt;
use std::str::FromStr;

use crate::Player;

/// The outcome of a position under perfect play: who wins, or a draw by endless play, for each of the two starts. There
/// are nine.
///
/// Draws occur only where play may go on for ever. The four outcomes with exactly one drawn start are
/// named by the pair: who wins if Left begins, then who wins if Right begins, `D` being nobody. Siegel's
/// *Combinatorial Game Theory* (chapter VI) writes them as N and P with a hat where they favour Left, and
/// with a check (háček) where they favour Right:
///
/// | | Right first: Left wins | Right first: a draw | Right first: Right wins |
/// |---|---|---|---|
/// | **Left first: Left wins** | `L` | `LD`, N-hat | `N` |
/// | **Left first: a draw** | `DL`, P-hat | `D` | `DR`, N-check |
/// | **Left first: Right wins** | `P` | `RD`, P-check | `R` |
///
/// ```
/// use bouton_values::{Outcome, Player};
/// assert_eq!(Outcome::N.winner(Player::Left), Some(Player::Left));
/// assert_eq!(Outcome::P.winner(Player::Left), Some(Player::Right));
/// assert_eq!(Outcome::LD.winner(Player::Right), None);
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
    /// A draw by endless play, whoever moves first.
    D,
    /// Left, moving first, wins; if Right begins, it is a draw. N-hat in the literature.
    LD,
    /// If Left begins, it is a draw; if Right begins, Left wins. P-hat in the literature.
    DL,
    /// If Left begins, Right wins; if Right begins, it is a draw. P-check in the literature.
    RD,
    /// If Left begins, it is a draw; Right, moving first, wins. N-check in the literature.
    DR,
}

impl Outcome {
    /// All nine outcomes.
    pub const ALL: [Outcome; 9] = [
        Outcome::N,
        Outcome::P,
        Outcome::L,
        Outcome::R,
        Outcome::D,
        Outcome::LD,
        Outcome::DL,
        Outcome::RD,
        Outcome::DR,
    ];

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
            (None, None) => Outcome::D,
            (Some(Left), None) => Outcome::LD,
            (None, Some(Left)) => Outcome::DL,
            (Some(Right), None) => Outcome::RD,
            (None, Some(Right)) => Outcome::DR,
        }
    }

    /// The winner when `first` moves first; `None` for a draw.
    #[must_use]
    pub fn winner(self, first: Player) -> Option<Player> {
        match (self, first) {
            (Outcome::N, _) => Some(first),
            (Outcome::P, _) => Some(first.opponent()),
            (Outcome::L, _) | (Outcome::LD, Player::Left) | (Outcome::DL, Player::Right) => {
                Some(Player::Left)
            }
            (Outcome::R, _) | (Outcome::RD, Player::Left) | (Outcome::DR, Player::Right) => {
                Some(Player::Right)
            }
            (Outcome::D, _)
            | (Outcome::LD | Outcome::RD, Player::Right)
            | (Outcome::DL | Outcome::DR, Player::Left) => None,
        }
    }

    /// Does `first`, moving first, win?
    #[must_use]
    pub fn is_win_for(self, first: Player) -> bool {
        self.winner(first) == Some(first)
    }

    /// Is it a draw from at least one of the two starts?
    #[must_use]
    pub fn has_draw(self) -> bool {
        Player::BOTH.iter().any(|first| self.winner(*first).is_none())
    }

    /// The letter of the literature: N, P, L or R, and `D` for a draw from at least one of the two starts.
    /// [`Outcome::winner_letter`] says which start that is.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Outcome::N => 'N',
            Outcome::P => 'P',
            Outcome::L => 'L',
            Outcome::R => 'R',
            Outcome::D | Outcome::LD | Outcome::DL | Outcome::RD | Outcome::DR => 'D',
        }
    }

    /// The winner when `first` moves first as a letter: `L`, `R`, or `D` for a draw.
    #[must_use]
    pub fn winner_letter(self, first: Player) -> char {
        match self.winner(first) {
            Some(Player::Left) => 'L',
            Some(Player::Right) => 'R',
            None => 'D',
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
            Outcome::D => "a draw, whoever moves first: play can be kept going for ever",
            Outcome::LD => "Left first: Left wins · Right first: a draw",
            Outcome::DL => "Left first: a draw · Right first: Left wins",
            Outcome::RD => "Left first: Right wins · Right first: a draw",
            Outcome::DR => "Left first: a draw · Right first: Right wins",
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
        let results = [Some(Player::Left), None, Some(Player::Right)];
        let mut seen = Vec::new();
        for (left_first, right_first) in
            results.iter().flat_map(|left| results.map(|right| (*left, right)))
        {
            let outcome = Outcome::from_winners(left_first, right_first);
            assert_eq!(outcome.winner(Player::Left), left_first);
            assert_eq!(outcome.winner(Player::Right), right_first);
            assert_eq!(outcome.has_draw(), left_first.is_none() || right_first.is_none());
            seen.push(outcome);
        }
        seen.sort();
        assert_eq!(seen, Outcome::ALL);
    }

    #[test]
    fn the_name_of_a_half_drawn_outcome_is_its_pair() {
        for outcome in Outcome::ALL {
            let pair = Player::BOTH.map(|first| outcome.winner_letter(first));
            let named: String = match outcome {
                Outcome::N => "LR".to_owned(),
                Outcome::P => "RL".to_owned(),
                Outcome::L | Outcome::R | Outcome::D => format!("{outcome:?}{outcome:?}"),
                half => format!("{half:?}"),
            };
            assert_eq!(pair.iter().collect::<String>(), named);
        }
    }

    /// Half-drawn outcomes share their letter with the draw, and read as such.
    #[test]
    fn letters_are_read_back() {
        for outcome in Outcome::ALL {
            let read = if outcome.has_draw() { Outcome::D } else { outcome };
            assert_eq!(outcome.letter().to_string().parse(), Ok(read));
        }
        assert_eq!("n".parse::<Outcome>(), Err(ParseOutcomeError));
        assert_eq!("LD".parse::<Outcome>(), Err(ParseOutcomeError));
    }
}
