//! Atomic weights: how many ups an all-small game amounts to.
//!
//! The atomic weight of an all-small game G is the game g for which G - g·↑ (a Norton product) lies
//! between ↓ + ☆ and ↑ + ☆. Here ☆ is the far star: *N for all large N. It is enough that N exceeds all
//! nimbers among the followers of G. For let no follower be *n with n ≥ N; then G + *n has the outcome
//! of G + *N. The moves G' + *n and G + *j with j < N are there in both. If a move to G + *j with
//! N ≤ j < n is good for Left, then G + *j ≥ 0, thus by induction G + *N ≥ 0, even > 0 as G is not *N;
//! so Left has a good first move there as well.
//!
//! # References
//! *Winning Ways*, chapter 8; A. N. Siegel, *Combinatorial Game Theory*, section II.7.

use bouton_values::{Player, Refusal};
use dashu_int::{IBig, UBig};

use crate::dyadic::Dyadic;
use crate::form::Form;
use crate::induction::{Property, Table};
use crate::store::Forms;

impl Forms {
    /// The atomic weight of G; `None` if G has none.
    ///
    /// All-small games have one. The constructive theorem: let G₀ = {aw(G^L) - 2 | aw(G^R) + 2}. If G₀ is
    /// not an integer, it is the atomic weight. If it is one, compare G with the far star: if G > ☆, the
    /// atomic weight is the largest integer n ⊲| all aw(G^R) + 2; if G < ☆, it is the least integer
    /// n |⊳ all aw(G^L) - 2; if they are confused, it is 0.
    ///
    /// Some other infinitesimals have one as well, such as the tinies, whose atomic weight is 0. For those this
    /// construction, with a number counted as very many ups, only proposes a weight, and the definition decides.
    pub fn atomic_weight(&mut self, g: Form) -> Result<Option<Form>, Refusal> {
        if !self.is_infinitesimal(g) {
            return Ok(None);
        }
        if self.is_all_small(g)? {
            let weight = AtomicWeight { of_one: IBig::ZERO };
            return self.remembered(&weight, |memos| &mut memos.atomic_weights, g).map(Some);
        }
        // More ups than any follower is worth.
        let of_one = IBig::from(self.birthday(g)? * UBig::from(8u8));
        let weight = self.by_induction(&AtomicWeight { of_one }, &mut Table::default(), g)?;
        Ok(self.has_atomic_weight(g, weight)?.then_some(weight))
    }

    /// The definition: is ↓ + ☆ < G - weight·↑ < ↑ + ☆?
    pub fn has_atomic_weight(&mut self, g: Form, weight: Form) -> Result<bool, Refusal> {
        let up = self.ups(1)?;
        let ups = self.norton_product(weight, up)?;
        let rest = self.difference(g, ups)?;
        let [below, above] = [self.difference(rest, up)?, self.sum(rest, up)?];
        // Neither is equal to its far star, which is not a follower of it.
        let [far, farther] = [self.far_star(below)?, self.far_star(above)?];
        Ok(self.is_at_most(below, far)? && self.is_at_most(farther, above)?)
    }

    /// A far star for G: a nimber larger than all among the followers of G.
    pub fn far_star(&mut self, g: Form) -> Result<Form, Refusal> {
        let largest = self.remembered(&LargestNimber, |memos| &mut memos.largest_nimbers, g)?;
        let Some(far) = largest.checked_add(1) else {
            return Err(Refusal::bad(
                "there is no larger nimber of 64 bits",
                "use smaller nimbers",
            ));
        };
        self.nimber(far)
    }

    /// The atomic weight of G if it is an integer.
    fn eccentric_weight(&mut self, g: Form, bounds: [&[Form]; 2]) -> Result<Form, Refusal> {
        let [lower, upper] = bounds;
        let far_star = self.far_star(g)?;
        let weight = if self.is_at_most(far_star, g)? {
            upper.iter().map(|bound| self.largest_not_above(*bound)).min()
        } else if self.is_at_most(g, far_star)? {
            lower.iter().map(|bound| self.least_not_below(*bound)).max()
        } else {
            Some(IBig::ZERO)
        };
        let weight = weight.expect("both players can move in a game that is not a number");
        self.number(&Dyadic::from(weight))
    }

    /// The largest integer n ⊲| h.
    fn largest_not_above(&self, h: Form) -> IBig {
        // h ≤ n if Left's stop of h lies below n, or at n with Left to move.
        let stop = self.stop(h, Player::Left);
        let number = self.number_of(stop.number);
        match number.is_integer() && !stop.above {
            true => number.floor() - IBig::ONE,
            false => number.floor(),
        }
    }

    /// The least integer n |⊳ h.
    fn least_not_below(&self, h: Form) -> IBig {
        let stop = self.stop(h, Player::Right);
        let number = self.number_of(stop.number);
        match number.is_integer() && stop.above {
            true => number.ceiling() + IBig::ONE,
            false => number.ceiling(),
        }
    }
}

struct AtomicWeight {
    /// What is used as the atomic weight of positive numbers, which have none.
    of_one: IBig,
}

impl Property for AtomicWeight {
    type Value = Form;

    /// n for n·↑ + *m.
    fn by_formula(&self, forms: &mut Forms, g: Form) -> Result<Option<Form>, Refusal> {
        let Some(simple) = forms.simple(g) else { return Ok(None) };
        let weight = match simple.number.sign() {
            0 => IBig::from(simple.ups),
            sign => &self.of_one * IBig::from(sign),
        };
        forms.number(&Dyadic::from(weight)).map(Some)
    }

    fn by_options(
        &self,
        forms: &mut Forms,
        g: Form,
        [mut lower, mut upper]: [Vec<Form>; 2],
    ) -> Result<Form, Refusal> {
        let [two, minus_two] = [forms.integer(2)?, forms.integer(-2)?];
        for weight in &mut lower {
            *weight = forms.sum(*weight, minus_two)?;
        }
        for weight in &mut upper {
            *weight = forms.sum(*weight, two)?;
        }
        let weight = forms.braces(&lower, &upper)?;
        match forms.is_integer(weight) {
            true => forms.eccentric_weight(g, [&lower, &upper]),
            false => Ok(weight),
        }
    }
}

/// The largest nimber, plus numbers, among the followers.
struct LargestNimber;

impl Property for LargestNimber {
    type Value = u64;

    /// n·↑ + *m comes down to *m or *(m⊕1), or to * from ↑ and ↑*.
    fn by_formula(&self, forms: &mut Forms, g: Form) -> Result<Option<u64>, Refusal> {
        Ok(forms.simple(g).map(|simple| match simple.ups {
            0 => simple.nimber,
            ups => (simple.nimber ^ (ups.unsigned_abs() & 1)).max(1),
        }))
    }

    fn by_options(
        &self,
        _: &mut Forms,
        _: Form,
        [left, right]: [Vec<u64>; 2],
    ) -> Result<u64, Refusal> {
        Ok(left.into_iter().chain(right).max().unwrap_or(0))
    }
}
