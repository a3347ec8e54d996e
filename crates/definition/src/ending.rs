//! Endings: who wins where a player is stuck.

use std::fmt;
use std::sync::Arc;

use bouton_lang::{End, Program, Shape, Winner};
use bouton_values::{Outcome, Player, Refusal, counted};

/// Who wins where a player is stuck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Normal play: the stuck player loses.
    Normal,
    /// Misère play: the stuck player wins.
    Misere,
    /// A partizan ending: what remains on the table decides who wins.
    Partizan(TerminalLabels),
    /// A condition of a rule text on the position decides.
    Written(WrittenEnding),
}

/// The ending of a rule text, where the number of tokens does not tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenEnding {
    program: Arc<Program>,
}

/// The outcome of a position in which both players are stuck, by the number of tokens left.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TerminalLabels {
    /// Even: Left wins. Odd: Right wins. (The EO rule.)
    EvenOdd,
    /// A letter for 0, 1, 2, … tokens; beyond the word, the stuck player loses.
    Word(Vec<Outcome>),
    /// A game for 0, 1, 2, … tokens, in which play goes on; beyond them, 0.
    Values(TerminalValues),
}

/// Games that take the place of stuck positions: Nowakowski's normalisation with any games.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TerminalValues {
    texts: Vec<String>,
    outcomes: Vec<Outcome>,
}

impl Ending {
    /// The ending of a lone heap that has these labels where a player can be stuck, and is never stuck elsewhere.
    #[must_use]
    pub fn at_stuck_heaps(labels: TerminalLabels) -> Ending {
        let all = |wanted: Outcome| match &labels {
            TerminalLabels::Word(word) => word.iter().all(|letter| *letter == wanted),
            TerminalLabels::EvenOdd | TerminalLabels::Values(_) => false,
        };
        match () {
            () if all(Outcome::P) => Ending::Normal,
            () if all(Outcome::N) => Ending::Misere,
            () => Ending::Partizan(labels),
        }
    }

    /// The winner when `stuck` has no move and `tokens` are left, in one heap if somebody asks for more than their
    /// number.
    ///
    /// Proposition 2 of *On Ending Partizan Subtraction Nim*: L and R name the winner, N means that
    /// a stuck player wins, P that a stuck player loses.
    #[must_use]
    pub fn winner(&self, tokens: u64, stuck: Player) -> Player {
        match self {
            Ending::Normal => stuck.opponent(),
            Ending::Misere => stuck,
            Ending::Partizan(labels) => labels.at(tokens).winner(stuck).unwrap_or(stuck.opponent()),
            Ending::Written(written) => written.winner(&[tokens], stuck),
        }
    }

    /// Does the winner not depend on which of the two players is stuck being Left or Right?
    #[must_use]
    pub fn is_impartial(&self) -> bool {
        match self {
            Ending::Normal | Ending::Misere => true,
            Ending::Partizan(TerminalLabels::EvenOdd | TerminalLabels::Values(_)) => false,
            Ending::Partizan(TerminalLabels::Word(word)) => {
                word.iter().all(|letter| matches!(letter, Outcome::N | Outcome::P))
            }
            Ending::Written(written) => !written.names(is_player),
        }
    }
}

/// The ending of a text, as it is written.
impl From<&Arc<Program>> for Ending {
    fn from(program: &Arc<Program>) -> Ending {
        match program.end {
            End::Always(Winner::Normal) => Ending::Normal,
            End::Always(Winner::Misere) => Ending::Misere,
            _ => Ending::Written(WrittenEnding { program: program.clone() }),
        }
    }
}

impl WrittenEnding {
    /// The winner when `stuck` has no move. Empty heaps may have been left out.
    #[must_use]
    pub fn winner(&self, tuple: &[u64], stuck: Player) -> Player {
        match &self.program.shape {
            Shape::Named(names) if tuple.len() < names.len() => {
                let mut filled = tuple.to_vec();
                filled.resize(names.len(), 0);
                self.program.winner(&filled, stuck)
            }
            _ => self.program.winner(tuple, stuck),
        }
    }

    /// Does the same player win, wherever it is, whoever is stuck?
    #[must_use]
    pub fn always_names_a_player(&self) -> bool {
        !self.names(|winner| !is_player(winner))
    }

    /// Does such a winner stand somewhere in the ending?
    fn names(&self, which: impl Fn(Winner) -> bool) -> bool {
        let mut waiting = vec![&self.program.end];
        while let Some(end) = waiting.pop() {
            match end {
                End::Always(winner) if which(*winner) => return true,
                End::Always(_) => {}
                End::If(_, then, otherwise) => waiting.extend([then.as_ref(), otherwise.as_ref()]),
            }
        }
        false
    }
}

fn is_player(winner: Winner) -> bool {
    matches!(winner, Winner::Left | Winner::Right)
}

impl TerminalLabels {
    /// The label of a terminal position with this many tokens.
    #[must_use]
    pub fn at(&self, tokens: u64) -> Outcome {
        match self {
            TerminalLabels::EvenOdd if tokens.is_multiple_of(2) => Outcome::L,
            TerminalLabels::EvenOdd => Outcome::R,
            TerminalLabels::Word(word) => *nth(word, tokens).unwrap_or(&Outcome::P),
            TerminalLabels::Values(values) => *nth(&values.outcomes, tokens).unwrap_or(&Outcome::P),
        }
    }

    /// The value of a terminal position with this many tokens after Nowakowski's normalisation, in
    /// the notation of short games: 1 where Left wins, -1 where Right wins, 0 where the stuck player
    /// loses and * where the stuck player wins, unless the ending says otherwise.
    #[must_use]
    pub fn value_at(&self, tokens: u64) -> &str {
        if let TerminalLabels::Values(values) = self {
            return nth(&values.texts, tokens).map_or("0", String::as_str);
        }
        match self.at(tokens) {
            Outcome::L => "1",
            Outcome::R => "-1",
            Outcome::N => "*",
            // Labels are never draws.
            _ => "0",
        }
    }

    /// Reads a word over L, R, N, P: a letter for each of the heaps 0 to `terminals - 1`.
    pub fn parse_word(word: &str, terminals: u64) -> Result<TerminalLabels, Refusal> {
        let help = format!(
            "write {} from L, R, N, P, one for each heap from 0 to {}, such as @{}",
            counted(terminals, "letter"),
            terminals.saturating_sub(1),
            "LR".repeat(4).chars().take(terminals.min(8) as usize).collect::<String>(),
        );
        let letters: Result<Vec<Outcome>, Refusal> = word
            .chars()
            .map(|letter| match letter.to_string().parse() {
                Ok(Outcome::D) | Err(_) => Err(Refusal::bad(
                    format!("`{}` is not a label of a terminal heap", letter.escape_debug()),
                    help.clone(),
                )),
                Ok(outcome) => Ok(outcome),
            })
            .collect();
        let letters = letters?;
        if letters.len() as u64 != terminals {
            return Err(Refusal::bad(
                format!(
                    "{} for {}",
                    counted(letters.len(), "label"),
                    counted(terminals, "terminal heap")
                ),
                help,
            ));
        }
        Ok(TerminalLabels::Word(letters))
    }
}

impl TerminalValues {
    /// Values for these games, in the notation of short games, with the outcome of each: the two lists are equally
    /// long.
    #[must_use]
    pub fn new(texts: Vec<String>, outcomes: Vec<Outcome>) -> TerminalValues {
        TerminalValues { texts, outcomes }
    }
}

fn nth<T>(list: &[T], index: u64) -> Option<&T> {
    usize::try_from(index).ok().and_then(|index| list.get(index))
}

impl fmt::Display for TerminalLabels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TerminalLabels::EvenOdd => Ok(()),
            TerminalLabels::Word(word) => word.iter().try_for_each(|letter| write!(f, "{letter}")),
            TerminalLabels::Values(values) => write!(f, "{}", values.texts.join(",")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_say_who_wins() {
        use Player::{Left, Right};
        assert_eq!(Ending::Normal.winner(0, Left), Right);
        assert_eq!(Ending::Misere.winner(0, Left), Left);
        let even_odd = Ending::Partizan(TerminalLabels::EvenOdd);
        assert_eq!([0, 1].map(|n| even_odd.winner(n, Left)), [Left, Right]);
        assert_eq!([0, 1].map(|n| even_odd.winner(n, Right)), [Left, Right]);
        let word = Ending::Partizan(TerminalLabels::parse_word("LRNP", 4).unwrap());
        assert_eq!([0, 1, 2, 3].map(|n| word.winner(n, Left)), [Left, Right, Left, Right]);
        assert_eq!([0, 1, 2, 3].map(|n| word.winner(n, Right)), [Left, Right, Right, Left]);
        assert!(!word.is_impartial());
        assert!(Ending::Partizan(TerminalLabels::parse_word("NP", 2).unwrap()).is_impartial());
    }

    #[test]
    fn labels_must_fit() {
        assert!(TerminalLabels::parse_word("LX", 2).is_err());
        assert!(TerminalLabels::parse_word("LD", 2).is_err());
        assert!(TerminalLabels::parse_word("L", 2).is_err());
        assert!(TerminalLabels::parse_word("LLL", 2).is_err());
    }
}
