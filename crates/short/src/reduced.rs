//! Reduced canonical forms: the simplest game infinitesimally close to a given one.
//!
//! G ≤_Inf H if G ≤ H + x for all numbers x > 0; that is, if the right stop of H - G is at least 0. Games
//! with G ≤_Inf H ≤_Inf G differ by an infinitesimal, and have the same reduced canonical form.
//!
//! Let G not be infinitesimally close to a number. Then, up to an infinitesimal, G does not change
//! * if an option is replaced by one that is infinitesimally close,
//! * if a Left option that is ≤_Inf another is left out (it is Inf-dominated),
//! * if a Left option G^L with a reply H = G^LR ≤_Inf G (it is Inf-reversible) is replaced by the Left
//!   options of H; this ends, as those are born at least two days before G^L;
//!
//! and likewise for Right. After each change the stops are those of G, so that the next is allowed: in
//! the last case, if Left's stop of G is R(G^L) > R(G), H is not a number, since a number H has H ≤ R(G),
//! and L(H) ≥ R(G^L). When nothing is left to change, the form is unique.
//!
//! # Implementation notes
//! No difference has to be worked out. Let 2^-e be the finest number among the followers of G and H. If
//! a difference A - B of followers is a number, it is the difference of the stops of A and B; so the
//! stops of H - G are multiples of 2^-e, and G ≤_Inf H if and only if G ≤ H + 2^-(e+1).
//!
//! # References
//! J. P. Grossman, A. N. Siegel, *Reductions of partizan games* (Games of No Chance 3).

use bouton_values::{Player, Refusal};
use rustc_hash::FxHashSet;

use crate::dyadic::Dyadic;
use crate::form::Form;
use crate::induction::Property;
use crate::simple::sorted;
use crate::store::Forms;

impl Forms {
    /// Is G ≤_Inf H: is G ≤ H + x for all numbers x > 0?
    pub fn is_at_most_inf(&mut self, g: Form, h: Form) -> Result<bool, Refusal> {
        let exponent = self.finest_exponent(g)?.max(self.finest_exponent(h)?);
        let margin = self.number(&Dyadic::new(1.into(), exponent + 1))?;
        self.is_at_most_within(g, h, margin)
    }

    /// The reduced canonical form of G: of all games infinitesimally close to G, the simplest.
    pub fn reduced(&mut self, g: Form) -> Result<Form, Refusal> {
        if let Some(known) = self.memos.reduced.get(&g) {
            return Ok(*known);
        }
        let exponent = self.finest_exponent(g)?;
        let margin = self.number(&Dyadic::new(1.into(), exponent + 1))?;
        self.remembered(&Reduced { margin }, |memos| &mut memos.reduced, g)
    }

    /// The largest e for which a follower of G is a number with denominator 2^e.
    fn finest_exponent(&mut self, g: Form) -> Result<usize, Refusal> {
        self.remembered(&FinestExponent, |memos| &mut memos.finest_exponents, g)
    }

    /// G ≤ H + margin, after a look at the stops.
    fn is_at_most_within(&mut self, g: Form, h: Form, margin: Form) -> Result<bool, Refusal> {
        let [(left, right), (left_of_h, right_of_h)] = [g, h].map(|form| {
            (self.stop(form, Player::Left).number, self.stop(form, Player::Right).number)
        });
        if self.compare_numbers(left, right_of_h).is_le() {
            return Ok(true);
        }
        if self.compare_numbers(left, left_of_h).is_gt()
            || self.compare_numbers(right, right_of_h).is_gt()
        {
            return Ok(false);
        }
        let h = self.sum(h, margin)?;
        self.is_at_most(g, h)
    }
}

/// The reduced canonical form, with a margin finer than all numbers among the followers.
struct Reduced {
    margin: Form,
}

impl Property for Reduced {
    type Value = Form;

    fn by_formula(&self, forms: &mut Forms, g: Form) -> Result<Option<Form>, Refusal> {
        let Some(number) = forms.number_part(g).cloned() else { return Ok(None) };
        forms.number(&number).map(Some)
    }

    fn by_options(
        &self,
        forms: &mut Forms,
        g: Form,
        [left, right]: [Vec<Form>; 2],
    ) -> Result<Form, Refusal> {
        let left = self.bypassed(forms, g, left, Player::Left)?;
        let right = self.bypassed(forms, g, right, Player::Right)?;
        let left =
            forms.maximal(left, |forms, a, b| self.is_no_better(forms, a, b, Player::Left))?;
        let right =
            forms.maximal(right, |forms, a, b| self.is_no_better(forms, a, b, Player::Right))?;
        forms.braces(&left, &right)
    }
}

impl Reduced {
    fn is_no_better(
        &self,
        forms: &mut Forms,
        a: Form,
        b: Form,
        player: Player,
    ) -> Result<bool, Refusal> {
        match player {
            Player::Left => forms.is_at_most_within(a, b, self.margin),
            Player::Right => forms.is_at_most_within(b, a, self.margin),
        }
    }

    /// The options with each Inf-reversible one replaced by what it reverses to. What was bypassed
    /// once would be bypassed again, as G stays the same up to an infinitesimal.
    fn bypassed(
        &self,
        forms: &mut Forms,
        g: Form,
        options: Vec<Form>,
        player: Player,
    ) -> Result<Vec<Form>, Refusal> {
        let mut waiting = sorted(options);
        let mut seen: FxHashSet<Form> = waiting.iter().copied().collect();
        let mut kept = Vec::new();
        while let Some(option) = waiting.pop() {
            forms.spend(1)?;
            let Some(reply) = self.reversing_reply(forms, g, option, player)? else {
                kept.push(option);
                continue;
            };
            let through = forms.options(reply, player)?.to_vec();
            waiting.extend(through.into_iter().filter(|option| seen.insert(*option)));
        }
        Ok(sorted(kept))
    }

    fn reversing_reply(
        &self,
        forms: &mut Forms,
        g: Form,
        option: Form,
        player: Player,
    ) -> Result<Option<Form>, Refusal> {
        for reply in forms.options(option, player.opponent())?.to_vec() {
            forms.spend(1)?;
            if self.is_no_better(forms, reply, g, player)? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }
}

struct FinestExponent;

impl Property for FinestExponent {
    type Value = usize;

    fn by_formula(&self, forms: &mut Forms, g: Form) -> Result<Option<usize>, Refusal> {
        Ok(forms.simple(g).map(|simple| simple.number.exponent()))
    }

    fn by_options(
        &self,
        _: &mut Forms,
        _: Form,
        [left, right]: [Vec<usize>; 2],
    ) -> Result<usize, Refusal> {
        Ok(left.into_iter().chain(right).max().unwrap_or(0))
    }
}
