use std::fmt;

use bouton_values::{Outcome, Player};

use bouton_values::Refusal;

/// Who wins where a player is stuck.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The stuck player loses.
    Normal,
    /// The stuck player wins.
    Misere,
    /// What remains on the table decides.
    Partizan(TerminalLabels),
}

/// The outcome of a position in which both players are stuck, by the number of tokens left.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TerminalLabels {
    /// Even: Left wins. Odd: Right wins. (The EO rule.)
    EvenOdd,
    /// A letter for 0, 1, 2, … tokens; beyond the word, the stuck player loses.
    Word(Vec<Outcome>),
}

impl Ending {
    /// The winner when `stuck` has no move and `tokens` are left.
    ///
    /// Proposition 2 of *On Ending Partizan Subtraction Nim*: L and R name the winner, N means that
    /// a stuck player wins, P that a stuck player loses.
    #[must_use]
    pub fn winner(&self, tokens: u64, stuck: Player) -> Player {
        match self {
            Ending::Normal => stuck.opponent(),
            Ending::Misere => stuck,
            Ending::Partizan(labels) => labels.at(tokens).winner(stuck).unwrap_or(stuck.opponent()),
        }
    }

    /// Does the winner not depend on which of the two players is stuck being Left or Right?
    #[must_use]
    pub fn is_impartial(&self) -> bool {
        match self {
            Ending::Normal | Ending::Misere => true,
            Ending::Partizan(TerminalLabels::EvenOdd) => false,
            Ending::Partizan(TerminalLabels::Word(word)) => {
                word.iter().all(|letter| matches!(letter, Outcome::N | Outcome::P))
            }
        }
    }
}

impl TerminalLabels {
    /// The label of a terminal position with this many tokens.
    #[must_use]
    pub fn at(&self, tokens: u64) -> Outcome {
        match self {
            TerminalLabels::EvenOdd if tokens.is_multiple_of(2) => Outcome::L,
            TerminalLabels::EvenOdd => Outcome::R,
            TerminalLabels::Word(word) => usize::try_from(tokens)
                .ok()
                .and_then(|index| word.get(index).copied())
                .unwrap_or(Outcome::P),
        }
    }

    /// Reads a word over L, R, N, P that has a letter for each of the heaps 0 to `terminals - 1`.
    pub fn parse(word: &str, terminals: u64) -> Result<TerminalLabels, Refusal> {
        let help = format!(
            "write {terminals} letters from L, R, N, P, one for each heap from 0 to {}, such as \
             @{}",
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
                format!("{} labels are given for {terminals} terminal heaps", letters.len()),
                help,
            ));
        }
        Ok(TerminalLabels::Word(letters))
    }
}

impl fmt::Display for TerminalLabels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TerminalLabels::EvenOdd => Ok(()),
            TerminalLabels::Word(word) => word.iter().try_for_each(|letter| write!(f, "{letter}")),
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
        let word = Ending::Partizan(TerminalLabels::parse("LRNP", 4).unwrap());
        assert_eq!([0, 1, 2, 3].map(|n| word.winner(n, Left)), [Left, Right, Left, Right]);
        assert_eq!([0, 1, 2, 3].map(|n| word.winner(n, Right)), [Left, Right, Right, Left]);
        assert!(!word.is_impartial());
        assert!(Ending::Partizan(TerminalLabels::parse("NP", 2).unwrap()).is_impartial());
    }

    #[test]
    fn labels_must_fit() {
        assert!(TerminalLabels::parse("LX", 2).is_err());
        assert!(TerminalLabels::parse("LD", 2).is_err());
        assert!(TerminalLabels::parse("L", 2).is_err());
        assert!(TerminalLabels::parse("LLL", 2).is_err());
    }
}
