//! Cooling, heating, overheating, and the Norton product.
//!
//! All four rebuild the canonical form of a game from its leaves: T(G) = {T(G^L) + s | T(G^R) - s}, where s
//! runs through the steps of the operator, and where some games, the leaves, have a rule of their own.
//!
//! # References
//! *Winning Ways*, chapters 6 and 8; A. N. Siegel, *Combinatorial Game Theory*, section II.5.

use bouton_values::{Player, Refusal};

use crate::dyadic::Dyadic;
use crate::form::{Comparison, Form};
use crate::induction::{Property, Table};
use crate::store::Forms;

impl Forms {
    /// G_t, that is G cooled by t ≥ -1: {G^L_t - t | G^R_t + t}, unless this is infinitesimally close
    /// to a number x for some smaller t; then it is x. Integers stay what they are.
    ///
    /// The least t where it is infinitesimally close to a number is the temperature of G; beyond it,
    /// G_t is the mean.
    pub fn cooled(&mut self, g: Form, t: &Dyadic) -> Result<Form, Refusal> {
        if *t < Dyadic::from(-1) {
            return Err(Refusal::bad(
                format!("a game cannot be cooled by {t}"),
                "temperatures begin at -1",
            ));
        }
        if t.is_zero() {
            return Ok(g);
        }
        let step = self.number(&-t)?;
        let frozen = |forms: &mut Forms, g| {
            let is_frozen = forms.is_integer(g) || forms.temperature(g)? < *t;
            if !is_frozen {
                return Ok(None);
            }
            let mean = forms.mean(g)?;
            forms.number(&mean).map(Some)
        };
        self.rebuilt(g, &[step], frozen)
    }

    /// ∫^t G, that is G heated by t: numbers stay what they are, else {∫^t G^L + t | ∫^t G^R - t}.
    pub fn heated(&mut self, g: Form, t: &Dyadic) -> Result<Form, Refusal> {
        if t.is_zero() {
            return Ok(g);
        }
        let step = self.number(t)?;
        self.rebuilt(g, &[step], |forms, g| Ok(forms.is_number(g).then_some(g)))
    }

    /// ∫_s^t G, that is G overheated from s to t: n copies of s for an integer n, else
    /// {∫_s^t G^L + t | ∫_s^t G^R - t}.
    pub fn overheated(&mut self, g: Form, s: Form, t: Form) -> Result<Form, Refusal> {
        self.rebuilt(g, &[t], |forms, g| forms.copies(g, s))
    }

    /// The Norton product G·U with U > 0: n copies of U for an integer n, else
    /// {G^L·U + U + I | G^R·U - (U + I)}, where I runs through the incentives of the canonical form
    /// of U.
    ///
    /// Norton: (G + H)·U = G·U + H·U, and G ≥ H if and only if G·U ≥ H·U.
    pub fn norton_product(&mut self, g: Form, u: Form) -> Result<Form, Refusal> {
        let zero = self.zero()?;
        if self.compare(u, zero)? != Comparison::Greater {
            return Err(Refusal::bad(
                "the Norton product needs a positive game on the right",
                "multiply by a game that Left wins, whoever moves first, such as ^ or 1*",
            ));
        }
        let mut steps = self.incentives(u)?;
        for step in &mut steps {
            *step = self.sum(u, *step)?;
        }
        self.rebuilt(g, &steps, |forms, g| forms.copies(g, u))
    }

    /// n copies of `unit` if `g` is an integer n.
    fn copies(&mut self, g: Form, unit: Form) -> Result<Option<Form>, Refusal> {
        if !self.is_integer(g) {
            return Ok(None);
        }
        let times = self.as_number(g).expect("an integer is a number").numerator().clone();
        self.multiple(times.clone(), unit).map(Some)
    }

    /// Is the game g an integer?
    #[must_use]
    pub fn is_integer(&self, g: Form) -> bool {
        self.as_number(g).is_some_and(Dyadic::is_integer)
    }

    /// T(G) = {T(G^L) + s | T(G^R) - s} with s from `steps`, or what `leaf` says.
    fn rebuilt<F>(&mut self, g: Form, steps: &[Form], leaf: F) -> Result<Form, Refusal>
    where
        F: Fn(&mut Forms, Form) -> Result<Option<Form>, Refusal>,
    {
        let mut negatives = steps.to_vec();
        for step in &mut negatives {
            *step = self.negative(*step)?;
        }
        let operator = Rebuilt { leaf, steps: [steps.to_vec(), negatives] };
        self.by_induction(&operator, &mut Table::default(), g)
    }
}

struct Rebuilt<F> {
    leaf: F,
    /// What is added to Left's options, and to Right's.
    steps: [Vec<Form>; 2],
}

impl<F> Property for Rebuilt<F>
where
    F: Fn(&mut Forms, Form) -> Result<Option<Form>, Refusal>,
{
    type Value = Form;

    fn by_formula(&self, forms: &mut Forms, g: Form) -> Result<Option<Form>, Refusal> {
        (self.leaf)(forms, g)
    }

    fn by_options(
        &self,
        forms: &mut Forms,
        _: Form,
        values: [Vec<Form>; 2],
    ) -> Result<Form, Refusal> {
        let mut sides = [vec![], vec![]];
        for player in Player::BOTH {
            for value in &values[player.index()] {
                for step in &self.steps[player.index()] {
                    sides[player.index()].push(forms.sum(*value, *step)?);
                }
            }
        }
        forms.braces(&sides[0], &sides[1])
    }
}
