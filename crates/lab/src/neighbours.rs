//! The neighbours of a game: its set with one element more or less, or its code with one bit of one digit changed.

use bouton_ask::NeighbourView;
use bouton_rules::{Ending, FiniteGame, Game, HeapMoves, Spec, SubtractionSet, TakeAndBreakCode};

/// The neighbours of a game of one set or one code, however it is written; none for other games.
///
/// ```
/// use bouton_lab::{neighbours, rules::Game};
/// let found = neighbours(&Game::parse("subtraction:1,3")?);
/// let games: Vec<&str> = found.iter().map(|one| one.game.as_str()).collect();
/// assert_eq!(games[..3], ["subtraction:3", "subtraction:1", "subtraction:1,2,3"]);
/// # Ok::<(), bouton_lab::rules::Refusal>(())
/// ```
#[must_use]
pub fn neighbours(game: &Game) -> Vec<NeighbourView> {
    let Some(FiniteGame { spec: Spec::Heap(rules), ending }) = game.finite() else {
        return Vec::new();
    };
    let found = match (&rules.moves, ending) {
        (HeapMoves::Subtract { left, right }, ending) if left == right => {
            let labels = game.text().split_once('@').map(|(_, labels)| format!("@{labels}"));
            match ending {
                Ending::Normal => of_set(left, "subtraction:", ""),
                Ending::Misere => of_set(left, "subtraction:", "/misere"),
                Ending::Partizan(_) => {
                    of_set(left, "ending-partizan:", &labels.unwrap_or_default())
                }
                Ending::Written(_) => Vec::new(),
            }
        }
        (HeapMoves::Code(code), Ending::Normal) => of_code(code, ""),
        (HeapMoves::Code(code), Ending::Misere) => of_code(code, "/misere"),
        _ => Vec::new(),
    };
    // Labels may not fit another set, and a code must allow a move.
    found.into_iter().filter(|one| Game::parse(&one.game).is_ok()).collect()
}

/// Elements up to this much above the largest one are added.
const BEYOND: u64 = 2;
/// The most elements of a set, or digits of a code, whose neighbours are listed.
const MOST: usize = 64;

fn of_set(set: &SubtractionSet, head: &str, tail: &str) -> Vec<NeighbourView> {
    let Some(most) = set.max().filter(|max| set.count_up_to(*max) <= MOST as u128) else {
        return Vec::new();
    };
    let elements: Vec<u64> = set.up_to(most).collect();
    let written = |change: String, elements: Vec<u64>| {
        let elements: Vec<String> = elements.iter().map(u64::to_string).collect();
        NeighbourView { change, game: format!("{head}{}{tail}", elements.join(",")) }
    };
    let without = elements.iter().filter(|_| elements.len() > 1).map(|one| {
        let others = elements.iter().copied().filter(|other| other != one).collect();
        written(format!("without {one}"), others)
    });
    let with = (1..=most.min(MOST as u64) + BEYOND).filter(|one| !set.contains(*one)).map(|one| {
        let mut more = elements.clone();
        more.push(one);
        more.sort_unstable();
        written(format!("with {one}"), more)
    });
    without.chain(with).collect()
}

fn of_code(code: &TakeAndBreakCode, tail: &str) -> Vec<NeighbourView> {
    let Some(last) = code.last_digit().filter(|last| *last <= MOST as u64) else {
        return Vec::new();
    };
    let digits: Vec<u8> = (0..=last).map(|taken| code.digit(taken)).collect();
    let bits = [1, 2, 4];
    if digits.iter().any(|digit| *digit > 7) {
        return Vec::new();
    }
    let changes = (1..digits.len()).flat_map(|at| bits.map(|bit| (at, digits[at] ^ bit)));
    changes
        .map(|(at, changed)| {
            let mut other = digits.clone();
            other[at] = changed;
            let rest: String = other[1..].iter().map(u8::to_string).collect();
            NeighbourView {
                change: format!("digit {at}: {} → {changed}", digits[at]),
                game: format!("octal:{}.{rest}{tail}", other[0]),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &str) -> Vec<String> {
        neighbours(&Game::parse(text).unwrap()).into_iter().map(|one| one.game).collect()
    }

    #[test]
    fn sets_lose_or_gain_one_element() {
        assert_eq!(
            games("subtraction:2,3/misere"),
            ["3", "2", "1,2,3", "2,3,4", "2,3,5"].map(|set| format!("subtraction:{set}/misere"))
        );
        assert_eq!(games("subtraction:2")[0], "subtraction:1,2", "no set becomes empty");
    }

    #[test]
    fn an_ending_is_kept_where_it_fits() {
        let found = games("ending-partizan:2,3@LR");
        assert!(found.contains(&"ending-partizan:2,3,4@LR".to_owned()), "{found:?}");
        for game in found {
            assert!(Game::parse(&game).is_ok(), "{game}");
        }
    }

    #[test]
    fn codes_change_one_bit_of_one_digit() {
        let wanted =
            ["0.67", "0.57", "0.37", "0.76", "0.75", "0.73"].map(|code| format!("octal:{code}"));
        assert_eq!(games("octal:0.77"), wanted);
        assert_eq!(games("kayles"), wanted, "a game is its rules, not its name");
    }

    #[test]
    fn other_games_have_none() {
        for text in ["nim", "nimrod", "partizan-subtraction:1|2", "subtraction:2+", "domineering"] {
            assert!(games(text).is_empty(), "{text}");
        }
    }
}
