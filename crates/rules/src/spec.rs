//! Rules in the normal forms that engines match on.

use std::sync::Arc;

use bouton_values::Player;

use crate::families::{BoardRules, capped, read_board};
use crate::families::{
    DigraphRules, DistinctRules, EuclidRules, HeapRules, LatticeRules, LimitRules, MooreRules,
    NormalisedRules, RateRules, TupleRules, WrittenRules,
};
use crate::position::Position;
use crate::profile::Fact;
use bouton_values::{Refusal, counted};

/// Rules in the normal forms that engines match on.
///
/// A new game is usually a text whose rules are recognised as one of these families. Those that fit none are
/// [`Spec::Written`], and rules that no text states [`Spec::Other`].
#[derive(Clone, Debug)]
pub enum Spec {
    /// Independent heaps: Nim, subtraction games, take-and-break games, coin-turning games.
    Heap(HeapRules),
    /// A point moved towards the origin by fixed vectors: Wythoff's game, rook, king.
    Lattice(LatticeRules),
    /// A pile and a rate: Nimrod.
    Rate(RateRules),
    /// Heaps of which no two may be alike: Antonim, Welter's game.
    Distinct(DistinctRules),
    /// Several heaps lowered at once: Moore's Nim.
    Moore(MooreRules),
    /// The game of Euclid: take a multiple of the smaller number from the larger one.
    Euclid(EuclidRules),
    /// A heap and a limit that the last move sets: Fibonacci Nim.
    Limit(LimitRules),
    /// A token that moves along the edges of a digraph.
    Digraph(DigraphRules),
    /// A board of cells: Domineering, Clobber, Hackenbush strings.
    Board(Arc<dyn BoardRules>),
    /// A lone heap with a partizan ending, as a component of a sum.
    Normalised(Box<NormalisedRules>),
    /// Rules of a text that fit no family.
    Written(Arc<WrittenRules>),
    /// Rules of no known family, given by a trait object.
    Other(Arc<dyn TupleRules>),
    /// The disjunctive sum: a move is a move in one component.
    Sum(Vec<Spec>),
}

/// A spec seen as what all families can do, or as its components.
enum Shape<'a> {
    Tuple(&'a dyn TupleRules),
    Board(&'a dyn BoardRules),
    Normalised(&'a NormalisedRules),
    Sum(&'a [Spec]),
}

impl Spec {
    fn shape(&self) -> Shape<'_> {
        Shape::Tuple(match self {
            Spec::Heap(rules) => rules,
            Spec::Lattice(rules) => rules,
            Spec::Rate(rules) => rules,
            Spec::Distinct(rules) => rules,
            Spec::Moore(rules) => rules,
            Spec::Euclid(rules) => rules,
            Spec::Limit(rules) => rules,
            Spec::Digraph(rules) => rules,
            Spec::Written(rules) => &***rules,
            Spec::Other(rules) => rules.as_ref(),
            Spec::Board(rules) => return Shape::Board(rules.as_ref()),
            Spec::Normalised(rules) => return Shape::Normalised(rules),
            Spec::Sum(components) => return Shape::Sum(components),
        })
    }

    /// The rules on tuples; `None` for a board and for a sum.
    #[must_use]
    pub fn tuple_rules(&self) -> Option<&dyn TupleRules> {
        match self.shape() {
            Shape::Tuple(rules) => Some(rules),
            Shape::Board(_) | Shape::Normalised(_) | Shape::Sum(_) => None,
        }
    }

    /// Reads a position and checks that it is legal.
    pub(crate) fn position(&self, text: &str) -> Result<Position, Refusal> {
        match self.shape() {
            Shape::Tuple(rules) => legal(rules, bouton_definition::read_tuple(text)?),
            Shape::Board(rules) => read_board(rules, text).map(Position::Board),
            Shape::Normalised(rules) => rules.position(text),
            Shape::Sum(components) => {
                let texts: Vec<&str> = text.split(';').collect();
                if texts.len() != components.len() {
                    return Err(Refusal::bad(
                        format!(
                            "{} for {}",
                            counted(texts.len(), "position"),
                            counted(components.len(), "component")
                        ),
                        "write a position for each component with semicolons, such as \"3,4;7\"",
                    ));
                }
                let parts = components.iter().zip(texts).map(|(spec, text)| spec.position(text));
                Ok(Position::Parts(parts.collect::<Result<_, _>>()?))
            }
        }
    }

    /// The legal position with these numbers.
    pub fn tuple(&self, numbers: Vec<u64>) -> Result<Position, Refusal> {
        match self.shape() {
            Shape::Tuple(rules) => legal(rules, numbers),
            Shape::Board(_) => Err(Refusal::bad(
                "a board has no position of plain numbers",
                "write its rows with |, and ask about one position",
            )),
            Shape::Normalised(_) | Shape::Sum(_) => Err(Refusal::bad(
                "a sum has no position of plain numbers",
                "write a position for each component with semicolons",
            )),
        }
    }

    /// Is this a legal position of these rules?
    pub(crate) fn check(&self, position: &Position) -> Result<(), Refusal> {
        match (self.shape(), position) {
            (Shape::Tuple(rules), Position::Tuple(numbers)) => {
                // Numbers that may be left out in a text must be there.
                rules.coordinates().check_length(numbers.len())?;
                legal(rules, numbers.clone()).map(drop)
            }
            (Shape::Board(rules), Position::Board(board)) => {
                read_board(rules, &board.to_string()).map(drop)
            }
            (Shape::Normalised(rules), Position::Tuple(_) | Position::Game(_)) => {
                rules.position(&position.to_string()).map(drop)
            }
            (Shape::Sum(components), Position::Parts(parts)) if components.len() == parts.len() => {
                components.iter().zip(parts).try_for_each(|(spec, part)| spec.check(part))
            }
            _ => Err(of_another_game(position)),
        }
    }

    /// The options of a position of these rules.
    #[must_use]
    pub fn options(&self, position: &Position, mover: Player) -> Vec<Position> {
        match (self.shape(), position) {
            (Shape::Tuple(rules), Position::Tuple(tuple)) => {
                rules.options(tuple, mover).into_iter().map(Position::Tuple).collect()
            }
            (Shape::Board(rules), Position::Board(board)) => {
                rules.options(board, mover).into_iter().map(Position::Board).collect()
            }
            (Shape::Normalised(rules), _) => rules.options(position, mover),
            (Shape::Sum(components), Position::Parts(parts)) => {
                let moved = components.iter().zip(parts).enumerate();
                moved
                    .flat_map(|(index, (spec, part))| {
                        spec.options(part, mover).into_iter().map(move |option| (index, option))
                    })
                    .map(|(index, option)| {
                        let mut moved = parts.clone();
                        moved[index] = option;
                        Position::Parts(moved)
                    })
                    .collect()
            }
            _ => foreign(position),
        }
    }

    /// An upper bound on the number of options of a position.
    #[must_use]
    pub fn option_bound(&self, position: &Position) -> u128 {
        match (self.shape(), position) {
            (Shape::Tuple(rules), Position::Tuple(tuple)) => rules.option_bound(tuple),
            (Shape::Board(rules), Position::Board(board)) => rules.option_bound(board),
            (Shape::Normalised(rules), _) => rules.option_bound(position),
            (Shape::Sum(components), Position::Parts(parts)) => {
                let bounds =
                    components.iter().zip(parts).map(|(spec, part)| spec.option_bound(part));
                bounds.fold(0, u128::saturating_add)
            }
            _ => foreign(position),
        }
    }

    /// A representative of the positions that play like this one.
    #[must_use]
    pub fn canonical(&self, position: &Position) -> Position {
        match (self.shape(), position) {
            (Shape::Tuple(rules), Position::Tuple(tuple)) => {
                Position::Tuple(rules.canonical(tuple))
            }
            (Shape::Board(rules), Position::Board(board)) => {
                Position::Board(rules.canonical(board))
            }
            (Shape::Normalised(_), _) => position.clone(),
            (Shape::Sum(components), Position::Parts(parts)) => Position::Parts(
                components.iter().zip(parts).map(|(spec, part)| spec.canonical(part)).collect(),
            ),
            _ => foreign(position),
        }
    }

    /// Positions of these rules whose disjunctive sum the position is: the components of a board,
    /// and otherwise the position alone. There are none where nobody can ever move on a board.
    #[must_use]
    pub fn components(&self, position: &Position) -> Vec<Position> {
        match (self.shape(), position) {
            (Shape::Board(rules), Position::Board(board)) => {
                rules.components(board).into_iter().map(Position::Board).collect()
            }
            _ => vec![position.clone()],
        }
    }

    /// The tokens on the table; none on a board, where no ending asks for them.
    #[must_use]
    pub fn tokens(&self, position: &Position) -> u64 {
        match (self.shape(), position) {
            (Shape::Tuple(rules), Position::Tuple(tuple)) => rules.tokens(tuple),
            (Shape::Board(_), Position::Board(_)) | (Shape::Normalised(_), _) => 0,
            (Shape::Sum(components), Position::Parts(parts)) => {
                let tokens = components.iter().zip(parts).map(|(spec, part)| spec.tokens(part));
                capped(tokens.map(u128::from).sum())
            }
            _ => foreign(position),
        }
    }

    /// Do both players have the same options, does play end, and is a position the sum of its heaps? The first two hold
    /// of a sum if they hold of every component.
    pub(crate) fn facts(&self) -> [Fact; 3] {
        match self.shape() {
            Shape::Tuple(rules) => [rules.same_options(), rules.terminates(), rules.independent()],
            Shape::Board(rules) => [rules.same_options(), rules.terminates(), Fact::Unknown],
            Shape::Normalised(_) => [
                Fact::refuted("a stuck heap is a game in which the players move differently"),
                Fact::proved("each move lowers the heap, or plays on in a game that ends"),
                Fact::Unknown,
            ],
            Shape::Sum(components) => {
                let facts: Vec<[Fact; 3]> = components.iter().map(Spec::facts).collect();
                let of_all = |which: usize| {
                    let mut facts = facts.iter().map(|facts| &facts[which]);
                    let failing = facts.clone().find(|fact| !fact.holds());
                    failing.or(facts.next_back()).cloned().unwrap_or(Fact::Unknown)
                };
                [of_all(0), of_all(1), Fact::proved("a move is a move in one component")]
            }
        }
    }
}

fn legal(rules: &dyn TupleRules, numbers: Vec<u64>) -> Result<Position, Refusal> {
    bouton_definition::legal(rules, numbers).map(Position::Tuple)
}

/// Says that a position has not even the shape of the game's.
pub(crate) fn of_another_game(position: &Position) -> Refusal {
    Refusal::bad(
        format!("{position} is a position of another game"),
        "let the game read the position from its text",
    )
}

/// A game is only ever asked about positions that it made itself, or that [`Spec::check`] has seen.
fn foreign(position: &Position) -> ! {
    unreachable!("{position} is a position of another game")
}
