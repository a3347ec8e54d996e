//! Short games as trees, compared by Conway's definitions: the oracle of the canonical forms.

use std::collections::HashMap;
use std::rc::Rc;

use crate::{Outcome, Player};

/// A short game as Conway defines it: what Left can move to and what Right can move to.
///
/// This is the oracle that cleverer forms are tested against. Nothing is simplified and nothing is
/// recognised; equal games may be different trees, so they are compared with [`Tree::equals`]. Within one
/// call each pair of nodes is looked at once.
///
/// ```
/// use bouton_values::{Outcome, Tree};
/// let zero = Tree::zero();
/// let star = Tree::new(vec![zero.clone()], vec![zero.clone()]);
/// let up = Tree::new(vec![zero.clone()], vec![star.clone()]);
/// assert_eq!(up.outcome(), Outcome::L);
/// assert_eq!(up.plus(&star).outcome(), Outcome::N);
/// assert!(star.plus(&star).equals(&zero));
/// ```
#[derive(Clone, Debug)]
pub struct Tree(Rc<Node>);

#[derive(Debug)]
struct Node {
    left: Vec<Tree>,
    right: Vec<Tree>,
}

/// A node by its address; the trees that a call was given keep it alive.
type Key = *const Node;

impl Tree {
    /// The game {`left`|`right`} with these options.
    #[must_use]
    pub fn new(left: Vec<Tree>, right: Vec<Tree>) -> Tree {
        Tree(Rc::new(Node { left, right }))
    }

    /// The game in which nobody can move.
    #[must_use]
    pub fn zero() -> Tree {
        Tree::new(Vec::new(), Vec::new())
    }

    /// The options of Left.
    #[must_use]
    pub fn left(&self) -> &[Tree] {
        &self.0.left
    }

    /// The options of Right.
    #[must_use]
    pub fn right(&self) -> &[Tree] {
        &self.0.right
    }

    /// −G = {−Gᴿ|−Gᴸ}: the players exchange their options.
    #[must_use]
    pub fn negative(&self) -> Tree {
        self.negative_once(&mut HashMap::new())
    }

    fn negative_once(&self, seen: &mut HashMap<Key, Tree>) -> Tree {
        if let Some(done) = seen.get(&self.key()) {
            return done.clone();
        }
        let left = self.right().iter().map(|g| g.negative_once(seen)).collect();
        let right = self.left().iter().map(|g| g.negative_once(seen)).collect();
        let out = Tree::new(left, right);
        seen.insert(self.key(), out.clone());
        out
    }

    /// G + H = {Gᴸ + H, G + Hᴸ | Gᴿ + H, G + Hᴿ}: a move is a move in one of the two.
    #[must_use]
    pub fn plus(&self, other: &Tree) -> Tree {
        self.plus_once(other, &mut HashMap::new())
    }

    fn plus_once(&self, other: &Tree, seen: &mut HashMap<(Key, Key), Tree>) -> Tree {
        let pair = (self.key(), other.key());
        if let Some(done) = seen.get(&pair) {
            return done.clone();
        }
        let mut left: Vec<_> = self.left().iter().map(|g| g.plus_once(other, seen)).collect();
        left.extend(other.left().iter().map(|h| self.plus_once(h, seen)));
        let mut right: Vec<_> = self.right().iter().map(|g| g.plus_once(other, seen)).collect();
        right.extend(other.right().iter().map(|h| self.plus_once(h, seen)));
        let out = Tree::new(left, right);
        seen.insert(pair, out.clone());
        out
    }

    /// G ≤ H unless some Gᴸ ≥ H or some Hᴿ ≤ G.
    #[must_use]
    pub fn is_at_most(&self, other: &Tree) -> bool {
        self.is_at_most_once(other, &mut HashMap::new())
    }

    fn is_at_most_once(&self, other: &Tree, seen: &mut HashMap<(Key, Key), bool>) -> bool {
        let pair = (self.key(), other.key());
        if let Some(&done) = seen.get(&pair) {
            return done;
        }
        let out = !self.left().iter().any(|g| other.is_at_most_once(g, seen))
            && !other.right().iter().any(|h| h.is_at_most_once(self, seen));
        seen.insert(pair, out);
        out
    }

    /// G = H means G ≤ H and H ≤ G.
    #[must_use]
    pub fn equals(&self, other: &Tree) -> bool {
        self.is_at_most(other) && other.is_at_most(self)
    }

    /// The outcome under normal play, by playing the game out.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        let mut seen = HashMap::new();
        let [left_first, right_first] = Player::BOTH
            .map(|first| Some(if self.wins(first, &mut seen) { first } else { first.opponent() }));
        Outcome::from_winners(left_first, right_first)
    }

    /// Does `first` have a move after which the opponent, now moving first, does not win?
    fn wins(&self, first: Player, seen: &mut HashMap<(Key, Player), bool>) -> bool {
        if let Some(&done) = seen.get(&(self.key(), first)) {
            return done;
        }
        let options = match first {
            Player::Left => self.left(),
            Player::Right => self.right(),
        };
        let out = options.iter().any(|g| !g.wins(first.opponent(), seen));
        seen.insert((self.key(), first), out);
        out
    }

    fn key(&self) -> Key {
        Rc::as_ptr(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game<const L: usize, const R: usize>(left: [&Tree; L], right: [&Tree; R]) -> Tree {
        Tree::new(left.map(Tree::clone).to_vec(), right.map(Tree::clone).to_vec())
    }

    /// 0, 1, −1, ∗: all values born by day 1.
    fn day_one() -> [Tree; 4] {
        let zero = Tree::zero();
        [zero.clone(), game([&zero], []), game([], [&zero]), game([&zero], [&zero])]
    }

    #[test]
    fn the_order_is_decided_by_playing_the_difference() {
        for g in day_one() {
            for h in day_one() {
                let difference = g.plus(&h.negative()).outcome();
                assert_eq!(g.is_at_most(&h), matches!(difference, Outcome::R | Outcome::P));
                assert_eq!(g.equals(&h), difference == Outcome::P);
                assert!(g.plus(&h).equals(&h.plus(&g)));
            }
        }
    }

    #[test]
    fn outcomes_of_day_one() {
        let outcomes = day_one().map(|g| g.outcome());
        assert_eq!(outcomes, [Outcome::P, Outcome::L, Outcome::R, Outcome::N]);
    }

    #[test]
    fn well_known_equalities() {
        let [zero, one, minus_one, star] = day_one();
        let half = game([&zero], [&one]);
        assert!(half.plus(&half).equals(&one));
        assert!(game([&minus_one], [&one]).equals(&zero));
        assert!(game([&star], [&star]).equals(&zero));

        let switch = game([&one], [&minus_one]);
        assert!(switch.plus(&switch).equals(&zero));
        assert!(switch.negative().equals(&switch));
        assert!(!switch.is_at_most(&one.negative()) && !switch.is_at_most(&zero));

        // The star added to an up is an option more for Left.
        let up = game([&zero], [&star]);
        assert!(up.plus(&star).equals(&game([&zero, &star], [&zero])));
        assert!(zero.is_at_most(&up) && !up.is_at_most(&zero));
        assert!(up.is_at_most(&half) && !half.is_at_most(&up));
    }

    #[test]
    fn shared_nodes_are_visited_once() {
        // Written out as a tree, a Nim heap of 40 has 3^40 nodes; here it has 41.
        let mut heaps: Vec<Tree> = Vec::new();
        for _ in 0..=40 {
            heaps.push(Tree::new(heaps.clone(), heaps.clone()));
        }
        let sum = heaps[40].plus(&heaps[40].negative());
        assert_eq!(sum.outcome(), Outcome::P);
        assert_eq!(heaps[21].plus(&heaps[40]).outcome(), Outcome::N);
        assert!(sum.equals(&Tree::zero()));
    }
}
