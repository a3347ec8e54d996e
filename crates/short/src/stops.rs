//! Stops, and what follows from them: numbers, infinitesimals, all-small games.

use bouton_values::{Player, Refusal};

use crate::dyadic::Dyadic;
use crate::form::Form;
use crate::induction::Property;
use crate::store::Forms;

impl Forms {
    /// L(G): the first number that alternating play reaches, Left moving first and each player
    /// playing for the best number; the number itself if G is one.
    pub fn left_stop(&self, g: Form) -> Result<Dyadic, Refusal> {
        Ok(self.number_of(self.stop(g, Player::Left).number).clone())
    }

    /// R(G): the first number that alternating play reaches, Right moving first and each player
    /// playing for the best number; the number itself if G is one.
    pub fn right_stop(&self, g: Form) -> Result<Dyadic, Refusal> {
        Ok(self.number_of(self.stop(g, Player::Right).number).clone())
    }

    /// Is -x < G < x for all numbers x > 0? That is so if and only if both stops are 0.
    #[must_use]
    pub fn is_infinitesimal(&self, g: Form) -> bool {
        self.number_part(g).is_some_and(Dyadic::is_zero)
    }

    /// Is G infinitesimally close to a number? That is so if and only if its stops are equal.
    #[must_use]
    pub fn is_numberish(&self, g: Form) -> bool {
        self.number_part(g).is_some()
    }

    /// The number that G is infinitesimally close to, if there is one: both stops.
    #[must_use]
    pub fn number_part(&self, g: Form) -> Option<&Dyadic> {
        let [left, right] = Player::BOTH.map(|mover| self.stop(g, mover).number);
        (left == right).then(|| self.number_of(left))
    }

    /// Is G all-small (dicotic): can either both players or neither of them move in each follower?
    ///
    /// Some form of G is all-small if and only if the canonical form is. No nonzero number is, and every
    /// all-small game is infinitesimal (the lawnmower theorem).
    pub fn is_all_small(&mut self, g: Form) -> Result<bool, Refusal> {
        self.remembered(&AllSmall, |memos| &mut memos.all_small, g)
    }
}

struct AllSmall;

impl Property for AllSmall {
    type Value = bool;

    fn by_formula(&self, forms: &mut Forms, g: Form) -> Result<Option<bool>, Refusal> {
        if !forms.is_infinitesimal(g) {
            return Ok(Some(false));
        }
        Ok(forms.simple(g).map(|simple| simple.number.is_zero()))
    }

    fn by_options(
        &self,
        _: &mut Forms,
        _: Form,
        [left, right]: [Vec<bool>; 2],
    ) -> Result<bool, Refusal> {
        // In canonical form only integers lack options for one player.
        Ok(left.into_iter().chain(right).all(|is_all_small| is_all_small))
    }
}
