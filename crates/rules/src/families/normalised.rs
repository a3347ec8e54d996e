//! Heaps under a partizan ending as games under normal play.

use std::collections::HashMap;

use bouton_short::{Expression, Form, Forms};
use bouton_values::{Limits, Player, Refusal};

use super::{HeapRules, TupleRules};
use crate::ending::TerminalLabels;
use bouton_values::excerpt;

use crate::position::Position;

/// A lone heap under a partizan ending, made a game under normal play by Nowakowski's normalisation:
/// where the heap is stuck, a game takes its place, and play goes on in it.
///
/// This is what a heap means as a component of a sum: whoever is stuck in it may have moves elsewhere.
#[derive(Clone, Debug)]
pub struct NormalisedRules {
    /// The moves of a heap.
    pub heap: HeapRules,
    /// The games that take the place of stuck heaps.
    pub labels: TerminalLabels,
    /// The games that can be left.
    games: Vec<Follower>,
    index: HashMap<String, usize>,
}

/// A game that can be left: its text, and the places of the games to which each player can move.
#[derive(Clone, Debug)]
struct Follower {
    text: String,
    sides: [Vec<usize>; 2],
}

/// Games with more followers than this are too large to play on.
const MOST_FOLLOWERS: usize = 20_000;

impl NormalisedRules {
    /// The heap, with the games that take the place of the sizes 0 to `terminals - 1`.
    pub(crate) fn new(
        heap: HeapRules,
        labels: TerminalLabels,
        terminals: u64,
    ) -> Result<NormalisedRules, Refusal> {
        let mut forms = Forms::new(Limits { memory: 64 << 20, ..Limits::default() });
        let mut followers = Followers::default();
        let mut index = HashMap::new();
        for tokens in 0..terminals {
            let text = labels.value_at(tokens);
            // Sizes with the same label share their game.
            if !index.contains_key(text) {
                let form = Expression::parse(text)?.evaluate(&mut forms)?;
                index.insert(text.to_owned(), followers.add(&mut forms, form)?);
            }
        }
        let games = followers.tables(&mut forms)?;
        for (place, game) in games.iter().enumerate() {
            index.insert(game.text.clone(), place);
        }
        Ok(NormalisedRules { heap, labels, games, index })
    }

    pub(crate) fn position(&self, text: &str) -> Result<Position, Refusal> {
        let text = text.trim();
        // A heap of 1 and the game 1 are two things.
        let named = text.strip_prefix('=').map(str::trim);
        let is_heap = named.is_none() && text.bytes().all(|byte| byte.is_ascii_digit());
        let game = named.unwrap_or(text);
        match (self.index.get(game), is_heap) {
            (Some(_), false) => Ok(Position::Game(game.to_owned())),
            (None, false) => Err(Refusal::bad(
                format!(
                    "`{}` is neither a heap nor one of the games that take the place of a stuck heap",
                    excerpt(text)
                ),
                "write the size of the heap",
            )),
            (_, true) => match bouton_definition::read_tuple(text)?[..] {
                [heap] => Ok(Position::Tuple(vec![heap])),
                _ => Err(Refusal::bad("there is one heap", "write its size")),
            },
        }
    }

    pub(crate) fn options(&self, position: &Position, mover: Player) -> Vec<Position> {
        let place = match position {
            Position::Tuple(heap) => {
                let options = self.heap.options(heap, mover);
                if !options.is_empty() {
                    return options.into_iter().map(Position::Tuple).collect();
                }
                self.index[self.labels.value_at(heap[0])]
            }
            Position::Game(text) => self.index[text],
            _ => return Vec::new(),
        };
        let followers = self.games[place].sides[mover.index()].iter();
        followers.map(|follower| Position::Game(self.games[*follower].text.clone())).collect()
    }

    pub(crate) fn option_bound(&self, position: &Position) -> u128 {
        let followers = self.games.iter().flat_map(|game| &game.sides).map(Vec::len).max();
        let of_heap = position.tuple().map_or(0, |heap| self.heap.option_bound(heap));
        of_heap.max(followers.unwrap_or(0) as u128)
    }
}

/// The followers of some games, each once.
#[derive(Default)]
struct Followers {
    list: Vec<Form>,
    places: HashMap<Form, usize>,
}

impl Followers {
    /// Adds a game and all that can be reached from it; returns the game's place.
    fn add(&mut self, forms: &mut Forms, form: Form) -> Result<usize, Refusal> {
        let mut waiting = vec![form];
        while let Some(next) = waiting.pop() {
            if self.places.contains_key(&next) {
                continue;
            }
            if self.list.len() == MOST_FOLLOWERS {
                return Err(Refusal::bad(
                    format!("a game at a stuck heap has more than {MOST_FOLLOWERS} followers"),
                    "write a smaller game, or ask for the heap on its own",
                ));
            }
            self.places.insert(next, self.list.len());
            self.list.push(next);
            for player in Player::BOTH {
                waiting.extend_from_slice(forms.options(next, player)?);
            }
        }
        Ok(self.places[&form])
    }

    fn tables(&self, forms: &mut Forms) -> Result<Vec<Follower>, Refusal> {
        let mut tables = Vec::with_capacity(self.list.len());
        for form in &self.list {
            let mut sides = [Vec::new(), Vec::new()];
            for player in Player::BOTH {
                let options = forms.options(*form, player)?.iter();
                sides[player.index()] = options.map(|option| self.places[option]).collect();
            }
            tables.push(Follower { text: forms.text(*form)?, sides });
        }
        Ok(tables)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::game::Game;
    use bouton_definition::Ruleset;

    /// The heaps 0 and 1 are worth 1 and -1 here, which is not what the games 0 and 1 are worth.
    #[test]
    fn every_position_can_be_typed_and_read_back() {
        for text in ["ending-partizan:2,3 + ending-partizan:1", "ending-partizan:3@LNP + nim"] {
            let game = Game::parse(text).unwrap();
            let finite = game.finite().unwrap();
            let mut seen = BTreeSet::from([game.position("7;4").unwrap()]);
            let mut waiting: Vec<Position> = seen.iter().cloned().collect();
            while let Some(position) = waiting.pop() {
                assert_eq!(game.position(&position.to_string()), Ok(position.clone()), "{text}");
                assert_eq!(game.check(&position), Ok(()), "{text} {position}");
                for mover in Player::BOTH {
                    let options = finite.options(&position, mover).into_iter();
                    waiting.extend(options.filter(|option| seen.insert(option.clone())));
                }
            }
            let games = seen.iter().filter(|position| position.to_string().contains('='));
            assert!(games.count() > 0, "{text}");
        }
        let game = Game::parse("ending-partizan:2,3 + nim").unwrap();
        assert!(game.position("=7;1").is_err() && game.position("7;1").is_ok());
    }
}
