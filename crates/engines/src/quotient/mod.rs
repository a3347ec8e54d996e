//! Misère quotients: what is left of sums of heaps when only the outcome of misère play counts.
//!
//! Let A be all sums of the heaps 0, 1, …, n of an impartial game. X and Y are *indistinguishable*,
//! X ≡ Y, if X + Z and Y + Z have the same outcome under misère play for every Z in A. The classes form
//! a commutative monoid Q, the *misère quotient*; the classes of the P-positions are its *P-portion*,
//! and Φ, which sends each heap to its class, is the *pretending function*. Where Q is finite, it is a
//! complete theory of the game: multiply the elements of the heaps and look into the P-portion.
//!
//! # How a quotient is proved
//! *Theorem* (Plambeck and Siegel). Let M be a finite commutative monoid, P a subset of it, and Φ a
//! map from the heaps to M, extended to sums as a homomorphism; send heaps without options to 1. Send
//! the sum X to the pair (Φ(X), {Φ(X') : X' an option of X}). If for every pair (x, E) that occurs
//!
//! > x ∈ P if and only if E is not empty and does not meet P,
//!
//! then X is a P-position if and only if Φ(X) ∈ P. If moreover Φ(A) = M and for all x ≠ y in M some
//! z puts exactly one of xz, yz into P, then M is the misère quotient.
//!
//! *Proof.* The condition is the rule of misère play, so the first claim follows by induction over the
//! followers of X. Hence Φ(X) = Φ(Y) implies X ≡ Y; and where Φ(X) ≠ Φ(Y), some Z with Φ(Z) = z
//! distinguishes X and Y. ∎
//!
//! The pairs of a sum multiply as (x, E)·(y, F) = (xy, xF ∪ Ey). So all pairs that occur are products
//! of those of the heaps; they are finitely many, and `transitions` lists and checks them all. The
//! second condition is checked by `Bipartite::is_reduced`.
//!
//! # How it is found
//! One heap after the other. If the algebra for the smaller heaps contains a pair (x, E) with the
//! options E of the new heap, then Φ sends the new heap to x: the algebra, and so the proof, stays the
//! same. Otherwise `learner` guesses a monoid from the outcomes of a few sums, which `outcomes`
//! works out, and guesses again as long as the theorem's condition fails. A guess is never too fine,
//! and becomes finer each time, so that every finite quotient is found if the limits allow. Nothing is
//! taken over from the smaller quotient unproved: sums that it identifies may differ in the larger.
//!
//! # Periods
//! *Theorem* (Plambeck). If Φ(m + p) = Φ(m) over the interval of the theorem of Guy and Smith in
//! `heap::period`, and the quotient for all heaps below the interval's end is Q, then Q is the
//! quotient for all heaps, and Φ has the period p.
//!
//! *Proof.* As there, the options of a heap m + p beyond have the same set E of elements as those of
//! m. So (Φ(m), E) is in the algebra, which stays the same if m + p is sent to Φ(m). ∎
//!
//! # References
//! T. E. Plambeck, *Taming the wild in impartial combinatorial games* (2005). T. E. Plambeck, A. N.
//! Siegel, *Misère quotients for impartial games* (2008). D. Angluin, *Learning regular sets from
//! queries and counterexamples* (1987).

mod heaps;
mod learner;
mod monoid;
mod outcomes;
mod presentation;
#[cfg(test)]
mod tests;
mod transitions;

use bouton_rules::{Ending, Game, HeapRules, Limits, Meter, Refusal, Spec, TupleRules, Unit};

use crate::heap::period::{self, Reach};
use heaps::{Heaps, Sum};
use monoid::Bipartite;
use outcomes::Outcomes;
use transitions::{Transitions, options_of};

pub use presentation::{Presentation, Relation, Word, generator_name};

/// The misère quotient for the heaps up to a bound.
#[derive(Clone, Debug)]
pub struct MisereQuotient {
    /// The heaps are 0, 1, …, `heaps`.
    pub heaps: u64,
    /// How many elements the quotient has.
    pub order: usize,
    /// Generators and relations that define it.
    pub presentation: Presentation,
    /// The P-portion, as normal forms.
    pub lost: Vec<Word>,
    /// The pretending function: for each heap the normal form of its element.
    pub pretending: Vec<Word>,
    /// How many pairs the transition algebra has; all of them were checked.
    pub pairs: usize,
    /// The first heap from which on the quotient has this order.
    pub reached_at: u64,
    /// Preperiod and period of the pretending function, where they are proved; then this is the
    /// quotient for heaps of any size.
    pub period: Option<(u64, u64)>,
}

/// The misère quotient of a game of heaps, whatever ending its text names.
///
/// ```
/// use bouton_engines::quotient::quotient_of_game;
/// use bouton_rules::{Game, Limits};
///
/// let found = quotient_of_game(&Game::parse("nim")?, 3, &Limits::default())?;
/// let relations = found.presentation.relations.iter().map(ToString::to_string);
/// assert_eq!(relations.collect::<Vec<_>>(), ["a²=1", "b³=b"]);
/// assert_eq!(found.lost.iter().map(ToString::to_string).collect::<Vec<_>>(), ["a", "b²"]);
/// # Ok::<(), bouton_rules::Refusal>(())
/// ```
pub fn quotient_of_game(
    game: &Game,
    heaps: u64,
    limits: &Limits,
) -> Result<MisereQuotient, Refusal> {
    let finite = game.finite().filter(|game| matches!(game.spec, Spec::Heap(_)));
    match finite.map(|game| (&game.spec, &game.ending)) {
        Some((Spec::Heap(rules), Ending::Normal | Ending::Misere)) => {
            quotient(rules, heaps, limits)
        }
        Some(_) => Err(Refusal::unsupported(
            format!("{} has an ending that favours a player", game.title()),
            "only impartial games have misère quotients: ask about one, such as octal:0.77",
        )),
        None => Err(Refusal::unsupported(
            format!("{} is not played with independent heaps", game.title()),
            "misère quotients are found for games such as octal:0.77, subtraction:1,3,4, nim or grundy",
        )),
    }
}

/// The misère quotient of the sums of the heaps 0, 1, …, `heaps`, if it is finite.
pub fn quotient(rules: &HeapRules, heaps: u64, limits: &Limits) -> Result<MisereQuotient, Refusal> {
    check_rules(rules)?;
    limits.check_memory("the pretending function", 200 * (u128::from(heaps) + 1))?;
    limits.check_steps("the pretending function", 200 * (u128::from(heaps) + 1))?;
    let mut meter = Meter::new(limits, "the misère quotient").out_of(heaps);
    let mut known = Heaps::new(rules);
    let mut stage = Stage::empty();
    let mut reached_at = 0;
    for heap in 0..=heaps {
        meter.done(heap);
        known.grow(&mut meter).map_err(|refusal| named(refusal, heap))?;
        let order = stage.monoid.order();
        let extended = stage.extended(&known, &mut meter);
        stage = extended.map_err(|refusal| named(refusal, heap))?;
        if stage.monoid.order() != order {
            reached_at = heap;
        }
    }
    Ok(stage.described(rules, reached_at))
}

/// The refusal, with the heap at which it happened.
fn named(mut refusal: Refusal, heap: u64) -> Refusal {
    if let Refusal::Limit { what, unit, .. } = &mut refusal {
        *what = match unit {
            Unit::Steps => format!("{what} of the heaps 0..{heap}, if it is finite,"),
            Unit::Bytes => format!("{what} at heap {heap}"),
        };
    }
    refusal
}

fn check_rules(rules: &HeapRules) -> Result<(), Refusal> {
    if !rules.same_options().holds() {
        return Err(Refusal::unsupported(
            "Left and Right have different options",
            "only impartial games have misère quotients: ask about one, such as subtraction:1,3,4",
        ));
    }
    if rules.most_heaps == 1 {
        return Err(Refusal::unsupported(
            "the game is played with one heap",
            "a misère quotient is about sums of heaps: ask about a game that has them, such as subtraction:1,3,4",
        ));
    }
    // Two equal coins vanish: a position is not a free sum of its coins.
    if rules.tidy(vec![1, 1]).is_empty() {
        return Err(Refusal::unsupported(
            "coins that are turned twice vanish, so a position is not the sum of its coins",
            "ask about a game of heaps, such as octal:0.77",
        ));
    }
    Ok(())
}

/// The quotient for the heaps below a bound, and its proof.
struct Stage {
    monoid: Bipartite,
    /// The element of each heap.
    images: Vec<u32>,
    transitions: Transitions,
    /// Sums that distinguish the elements.
    tests: Vec<Sum>,
}

impl Stage {
    /// The stage without heaps: the empty sum, which a player who cannot move wins.
    fn empty() -> Stage {
        Stage {
            monoid: Bipartite::trivial(),
            images: Vec::new(),
            transitions: Transitions::trivial(),
            tests: vec![Sum::new()],
        }
    }

    /// The stage with the newest of `heaps` added.
    fn extended(mut self, heaps: &Heaps<'_>, meter: &mut Meter) -> Result<Stage, Refusal> {
        let newest = self.images.len() as u32;
        if heaps.get(newest).is_terminal() {
            self.images.push(0);
            return Ok(self);
        }
        let options = options_of(&self.monoid, &self.images, heaps, newest);
        if let Some(element) = self.transitions.element_with(self.monoid.order(), &options) {
            self.images.push(element);
            return Ok(self);
        }
        let mut outcomes = Outcomes::new(heaps, &self);
        let stage = learner::learn(&mut outcomes, self.tests.clone(), meter)?;
        assert!(stage.monoid.is_reduced(), "the tests distinguish all elements");
        Ok(stage)
    }

    fn described(&self, rules: &HeapRules, reached_at: u64) -> MisereQuotient {
        let (presentation, forms) = presentation::present(&self.monoid, &self.images);
        let form = |element: u32| forms[element as usize].clone();
        let mut lost: Vec<Word> = self.monoid.lost().iter().map(form).collect();
        lost.sort_by(|one, other| one.0.iter().rev().cmp(other.0.iter().rev()));
        let reach = rules.bounds().map(|(parts, taken)| Reach { parts: u64::from(parts), taken });
        MisereQuotient {
            heaps: self.images.len() as u64 - 1,
            order: self.monoid.order(),
            presentation,
            lost,
            pretending: self.images.iter().map(|element| form(*element)).collect(),
            pairs: self.transitions.pairs().len(),
            reached_at,
            period: reach.and_then(|reach| period::find(&self.images, reach)),
        }
    }
}
