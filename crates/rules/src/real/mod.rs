//! Real-valued Nim: piles of non-negative rationals, lowered by any amount.
//!
//! The options are infinitely many, so the game is given by its structure: the set of losing
//! positions, which is a kernel of the relation "lower one pile" (no losing position has a losing
//! option, every other position has one).
//!
//! # Main definitions
//! * [`RealNim`]: the structures, and which positions are losing.
//! * [`Bijection`]: an increasing bijection φ of [0, ∞), checked exactly by Sturm's theorem.
//! * [`RationalFunction`], [`Polynomial`]: what φ is made of.
//! * [`dyadic()`]: the rationals with finite binary expansions, which have an exclusive or.
//! * [`question_mark`]: Minkowski's map from the rationals to the dyadic rationals.
//!
//! # References
//! J. Swenberg, *Nim and Other Games* (2021), which gives the structures of φ and asks for more
//! than two piles.

mod bijection;
mod dyadic;
mod expression;
mod function;
mod number;
mod polynomial;
mod question_mark;
mod sturm;

use bouton_short::Dyadic;
use bouton_values::Refusal;
use dashu_ratio::RBig;

use crate::position::Position;

pub use bijection::Bijection;
pub use dyadic::{dyadic, rational};
pub use function::RationalFunction;
pub use polynomial::Polynomial;
pub use question_mark::{inverse_question_mark, question_mark};

/// A game structure on piles of non-negative rationals.
///
/// *Two piles* (Swenberg). L = {(a, φ(a))} is a kernel on [0, ∞)² for every increasing bijection φ.
/// *Proof.* Lowering one number of (a, φ(a)) leaves L, for φ is a function and injective. If
/// b > φ(a), lower b to φ(a); if b < φ(a), then φ⁻¹(b) < a, and one lowers a to that. ∎ The reply
/// φ⁻¹(b) may be irrational although a and b are not.
///
/// *Any number of dyadic piles.* L = {(d₁, …, d_n) : d₁ ⊕ … ⊕ d_n = 0} is a kernel. *Proof.* Finite
/// binary expansions are a group under ⊕ in which every element is its own inverse, and different
/// ones are different numbers. If the sum is 0 and d is lowered to d′, the new sum is d ⊕ d′ ≠ 0.
/// If the sum s is not 0, it has a leftmost one, say in the column of 2^k (k may be negative); some
/// pile d has a one there. Then d and d ⊕ s first differ in that column, where d has the one, so
/// d ⊕ s < d; and lowering d to d ⊕ s makes the sum s ⊕ s = 0. ∎ With endless expansions this
/// fails: 2/3 = 0.1010…₂, 1/3 = 0.0101…₂ and 1 have the sum 1.1111…₂, not 0, but the reply would
/// lower 1 to 0.1111…₂, which is the number 1 again.
///
/// *Any number of rational piles.* An order-preserving bijection carries options to options, hence
/// kernels to kernels, and Minkowski's ? is one from the rationals to the dyadic rationals.
///
/// ```
/// use bouton_rules::real::RealNim;
/// let game = RealNim::phi("x^2")?;
/// let read = |text| match game.position(text)? {
///     bouton_rules::Position::Real(piles) => Ok::<_, bouton_rules::Refusal>(piles),
///     other => unreachable!("{other} is not real"),
/// };
/// assert!(game.is_losing(&read("3/2,2.25")?)?);
/// assert!(!game.is_losing(&read("3/2,4")?)?);
/// assert!(game.is_option(&read("3/2,4")?, &read("3/2,9/4")?));
/// # Ok::<(), bouton_rules::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RealNim {
    /// Two piles (a, b), losing iff b = φ(a).
    Phi(Bijection),
    /// Dyadic piles, losing iff the exclusive or of their binary expansions is 0.
    Dyadic,
    /// Rational piles, losing iff their images under Minkowski's ? have exclusive or 0.
    Rational,
}

impl RealNim {
    /// Two piles with this φ, a formula in x; an empty text means φ(x) = x.
    pub fn phi(text: &str) -> Result<RealNim, Refusal> {
        let formula = if text.trim().is_empty() { "x" } else { text };
        Ok(RealNim::Phi(Bijection::parse(formula)?))
    }

    /// The parameters as text; [`RealNim::phi`] reads those of φ back.
    #[must_use]
    pub fn parameters(&self) -> String {
        match self {
            RealNim::Phi(phi) => phi.function().to_string(),
            RealNim::Dyadic | RealNim::Rational => String::new(),
        }
    }

    /// Reads piles such as `1/2,0.75,3` and checks that they are a position here.
    pub fn position(&self, text: &str) -> Result<Position, Refusal> {
        let piles = number::read_piles(text)?;
        self.check(&piles)?;
        Ok(Position::Real(piles))
    }

    /// Is the position in the kernel?
    pub fn is_losing(&self, piles: &[RBig]) -> Result<bool, Refusal> {
        self.check(piles)?;
        match self {
            RealNim::Phi(phi) => Ok(phi.at(&piles[0]) == piles[1]),
            RealNim::Dyadic => Ok(nim_sum(piles, dyadic)?.is_zero()),
            RealNim::Rational => Ok(nim_sum(piles, question_mark)?.is_zero()),
        }
    }

    /// Is `to` reached by lowering exactly one pile of `from`, both of them positions here?
    #[must_use]
    pub fn is_option(&self, from: &[RBig], to: &[RBig]) -> bool {
        let changed: Vec<_> =
            from.iter().zip(to).filter(|(before, after)| before != after).collect();
        let is_lowered = matches!(changed[..], [(before, after)] if after < before);
        from.len() == to.len()
            && is_lowered
            && [from, to].iter().all(|piles| self.check(piles).is_ok())
    }

    /// Some legal move, if there is one: half of the largest pile is taken.
    #[must_use]
    pub fn some_option(&self, piles: &[RBig]) -> Option<Vec<RBig>> {
        let largest = piles.iter().max().filter(|pile| !pile.is_zero())?;
        let index = piles.iter().position(|pile| pile == largest)?;
        let mut option = piles.to_vec();
        option[index] = largest / RBig::from(2);
        Some(option)
    }

    /// Refuses what is not a position here.
    pub fn check(&self, piles: &[RBig]) -> Result<(), Refusal> {
        if let Some(pile) = piles.iter().find(|pile| **pile < RBig::ZERO) {
            return Err(Refusal::bad(format!("{pile} is negative"), "write non-negative piles"));
        }
        match self {
            RealNim::Phi(_) if piles.len() != 2 => Err(Refusal::bad(
                format!("real-nim has 2 piles, not {}", piles.len()),
                "write a and b, such as 3/2,4, or play dyadic-nim or rational-nim with more piles",
            )),
            RealNim::Phi(_) => Ok(()),
            _ if piles.is_empty() => {
                Err(Refusal::bad("the position is empty", "write at least one pile, such as 3/4"))
            }
            RealNim::Dyadic => piles.iter().try_for_each(|pile| dyadic(pile).map(drop)),
            RealNim::Rational => piles.iter().try_for_each(|pile| question_mark(pile).map(drop)),
        }
    }
}

fn nim_sum(piles: &[RBig], image: fn(&RBig) -> Result<Dyadic, Refusal>) -> Result<Dyadic, Refusal> {
    piles.iter().try_fold(Dyadic::ZERO, |sum, pile| Ok(&sum ^ &image(pile)?))
}

#[cfg(test)]
mod tests;
