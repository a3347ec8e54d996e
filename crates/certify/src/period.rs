//! Checks certificates of periods: a window that repeats proves the period for ever.
//!
//! # The theorem of Guy and Smith
//! Let a move on one heap take at most k tokens and leave at most t non-empty heaps, such that its
//! being legal depends only on how many tokens it takes and how many non-empty heaps it leaves, as
//! by a take-and-break code or a subtraction set. Let a(n) be the nim-value of the heap n under
//! normal impartial play, and let
//!
//! > a(n + p) = a(n) for all n₀ ≤ n < M, where M = t·m + (t − 1)·p + k and m = max(n₀, 1).
//!
//! Then a(n + p) = a(n) for all n ≥ n₀.
//!
//! *Proof.* By induction on n ≥ M. An option of the heap n + p leaves at least n + p − k ≥ t·(m + p)
//! tokens in at least one and at most t heaps, so its largest heap h has h − p ≥ m. An option of the
//! heap n leaves at least n − k ≥ t·m tokens, so its largest heap h has h ≥ m. Hence lowering h by
//! p, and raising it, turn the options of n + p into options of n and back: as m ≥ 1, the heap stays
//! non-empty and their number is the same. The lower of the two heaps is at least n₀ and below n,
//! so its value is that of the higher one by induction. The options of n + p and of n thus have the
//! same values, and so have n + p and n. ∎
//!
//! (With n₀ in place of m it is false: 0.2 has the nim-values 0, 0, 1, 0, 1, …, and n₀ = 0, p = 1,
//! k = 1 would leave the window at a(1) = a(0).)
//!
//! *Outcomes, t = 1.* The same proof holds for the pair of winners of a lone heap, whatever the
//! options of the two players, if a heap from M on where a player is stuck is won alike at n and
//! n + p: under normal and misère play, or if nobody is stuck above k. From k + 1 on all heaps have
//! equally many options, so it is enough to look at that one.
//!
//! *Outcomes of heaps that split* follow from the nim-values: if those have the period P from N₀ on,
//! both sides of o(n + p) = o(n) repeat with P from max(n₀, N₀) on, and one round of that is enough.
//!
//! # Minimality
//! If a(n + p) = a(n) for n ≥ n₀ and d is the least such period, then d divides p. If d < p, some
//! prime q divides p/d, and p/q is a period too; an n ≥ n₀ with a(n) ≠ a(n + p/q), for each prime
//! q that divides p, shows d = p. The preperiod is the same for all periods: it is least iff n₀ = 0
//! or a(n₀ − 1) ≠ a(n₀ − 1 + p).

use std::fmt::Display;

use bouton_definition::{
    Component, Definition, Ending, Game, HeapRules, Ruleset, TupleRules, Tuples,
};
use bouton_lang::Shape;
use bouton_values::{Limits, Nimber, Outcome, Player, counted, to_index};

use crate::certificate::{PeriodCertificate, Periodicity, Terms, Witness};
use crate::rejection::Rejection;
use crate::{family, tables};

const ARGUMENT: &str = "a repeated window";

impl PeriodCertificate {
    /// A certificate of this period; `terms` may be longer than needed.
    ///
    /// `None` if there are too few terms, or if preperiod or period is not the least.
    #[must_use]
    pub fn new(
        game: impl Into<String>,
        mut terms: Terms,
        periodicity: Periodicity,
    ) -> Option<PeriodCertificate> {
        let Periodicity { preperiod, period } = periodicity;
        let length = usize::try_from(preperiod.checked_add(period)?).ok()?;
        if period == 0 || terms.len() < length {
            return None;
        }
        terms.truncate(length);
        let witnesses = match &terms {
            Terms::Outcomes(terms) => find_witnesses(terms, periodicity)?,
            Terms::NimValues(terms) => find_witnesses(terms, periodicity)?,
        };
        Some(PeriodCertificate {
            game: game.into(),
            form: None,
            terms,
            periodicity,
            nim_values: None,
            witnesses,
        })
    }

    /// This certificate, with the game of heaps that the rule text states: `octal:0.77`.
    #[must_use]
    pub fn of_form(self, form: impl Into<String>) -> PeriodCertificate {
        PeriodCertificate { form: Some(form.into()), ..self }
    }

    /// This certificate, with a period of the nim-values that proves that of the outcomes.
    #[must_use]
    pub fn by_nim_values(self, nim_values: Periodicity) -> PeriodCertificate {
        PeriodCertificate { nim_values: Some(nim_values), ..self }
    }
}

fn find_witnesses<T: PartialEq>(terms: &[T], claim: Periodicity) -> Option<Vec<Witness>> {
    if !is_least_preperiod(terms, claim) {
        return None;
    }
    let within = claim.preperiod..claim.preperiod + claim.period;
    let find = |prime| within.clone().find(|index| is_witness(terms, claim, prime, *index));
    let witness = |prime| find(prime).map(|index| Witness { prime, index });
    prime_divisors(claim.period).into_iter().map(witness).collect()
}

/// Verifies that the terms are right, that they repeat for ever, and that nothing less repeats.
pub(crate) fn check(
    certificate: &PeriodCertificate,
    limits: &Limits,
) -> Result<Vec<String>, Rejection> {
    check_shape(certificate)?;
    let game = Game::read(&certificate.game)?;
    let form = certificate.form.as_deref().map(HeapRules::parse_form).transpose()?;
    let form = form.as_ref();
    let claim = certificate.periodicity;
    match (&certificate.terms, certificate.nim_values) {
        (Terms::NimValues(terms), None) => {
            let bounds = nim_value_bounds(&game, form, limits)?;
            let end = bounds.window_end(claim);
            let computed =
                tables::nim_values(&bounds.rules, end + u128::from(claim.period), limits)?;
            check_sequence(certificate, terms, &computed, end)?;
            Ok(bounds.sentences(claim, terms.len(), end))
        }
        (Terms::Outcomes(terms), None) => {
            let bounds = lone_heap_bounds(&game, form, limits)?;
            let end = bounds.window_end(claim);
            let count = end + u128::from(claim.period);
            let computed = tables::outcomes(&game, &bounds.rules, count, limits)?;
            check_sequence(certificate, terms, &computed, end)?;
            Ok(bounds.sentences(claim, terms.len(), end))
        }
        (Terms::Outcomes(terms), Some(support)) => {
            let bounds = nim_value_bounds(&game, form, limits)?;
            check_by_nim_values(certificate, terms, &bounds, support, limits)
        }
        (Terms::NimValues(_), Some(_)) => Err(Rejection::does_not_apply(
            "a period of the nim-values",
            "the certificate is about the nim-values themselves",
        )),
    }
}

/// The outcomes of heaps that split, by way of a period of their nim-values.
fn check_by_nim_values(
    certificate: &PeriodCertificate,
    terms: &[Outcome],
    bounds: &Bounds,
    support: Periodicity,
    limits: &Limits,
) -> Result<Vec<String>, Rejection> {
    if support.period == 0 {
        return Err(Rejection::ZeroPeriod);
    }
    let claim = certificate.periodicity;
    let support_end = bounds.window_end(support);
    let round = u128::from(claim.preperiod.max(support.preperiod)) + u128::from(support.period);
    let count = (support_end + u128::from(support.period)).max(round + u128::from(claim.period));
    let values = tables::nim_values(&bounds.rules, count, limits)?;
    check_window(&values, support, support_end)?;
    let outcome =
        |value: &u64| if Nimber(*value) == Nimber::ZERO { Outcome::P } else { Outcome::N };
    let computed: Vec<Outcome> = values.iter().map(outcome).collect();
    check_sequence(certificate, terms, &computed, round)?;
    let mut sentences = bounds.sentences(support, terms.len(), support_end);
    sentences.truncate(2);
    sentences.push(format!(
        "this proves the period {} of the nim-values; the outcomes, P where the nim-value is 0, \
         repeat with period {} for {} ≤ n < {round} and so for all n ≥ {2}",
        support.period, claim.period, claim.preperiod
    ));
    sentences.push(minimality(claim));
    Ok(sentences)
}

fn check_shape(certificate: &PeriodCertificate) -> Result<(), Rejection> {
    let Periodicity { preperiod, period } = certificate.periodicity;
    if period == 0 {
        return Err(Rejection::ZeroPeriod);
    }
    let expected = u128::from(preperiod) + u128::from(period);
    let given = certificate.terms.len();
    if expected != given as u128 {
        return Err(Rejection::TermCount { expected, given });
    }
    Ok(())
}

/// What the theorem needs to know of the rules.
struct Bounds {
    rules: HeapRules,
    /// t: a move leaves at most this many heaps.
    parts: u32,
    /// k: a move takes at most this many tokens.
    taken: u64,
}

impl Bounds {
    /// M = t·max(n₀, 1) + (t − 1)·p + k.
    fn window_end(&self, claim: Periodicity) -> u128 {
        let parts = u128::from(self.parts);
        parts * u128::from(claim.preperiod.max(1))
            + (parts - 1) * u128::from(claim.period)
            + u128::from(self.taken)
    }

    fn sentences(&self, claim: Periodicity, terms: usize, end: u128) -> Vec<String> {
        let Periodicity { preperiod, period } = claim;
        let Bounds { parts, taken, .. } = self;
        vec![
            format!("all {terms} terms of the certificate follow from the rules"),
            format!(
                "a move leaves at most {} and takes at most {}, and \
                 a(n + {period}) = a(n) for {preperiod} ≤ n < {end}",
                counted(*parts, "heap"),
                counted(*taken, "token")
            ),
            format!(
                "such a window proves a(n + {period}) = a(n) for all n ≥ {preperiod} (Guy, Smith)"
            ),
            minimality(claim),
        ]
    }
}

fn minimality(claim: Periodicity) -> String {
    format!("preperiod {} and period {} are the least", claim.preperiod, claim.period)
}

fn bounds(game: &Game, form: Option<&HeapRules>, limits: &Limits) -> Result<Bounds, Rejection> {
    let rules = family::heap_rules(game, form, ARGUMENT, limits)?;
    match rules.bounds() {
        Some((parts, taken)) => Ok(Bounds { rules, parts: parts.max(1), taken }),
        None => Err(Rejection::does_not_apply(ARGUMENT, "there is no bound on what a move takes")),
    }
}

/// Nim-values: any number of parts, but normal impartial play.
fn nim_value_bounds(
    game: &Game,
    form: Option<&HeapRules>,
    limits: &Limits,
) -> Result<Bounds, Rejection> {
    let bounds = bounds(game, form, limits)?;
    match bounds.rules.same_options().holds() && is_normal(game, &bounds) {
        true => Ok(bounds),
        false => Err(Rejection::does_not_apply(
            ARGUMENT,
            "there are nim-values only under normal play with the same moves for both players",
        )),
    }
}

/// Is it normal play? On a lone number of a text so is an ending that lets a stuck player lose wherever a player is stuck:
/// at most on heaps up to k, if nobody is stuck on k + 1. (A lone heap with labels that all say so has the normal ending.)
fn is_normal(game: &Game, bounds: &Bounds) -> bool {
    if *game.end() == Ending::Normal {
        return true;
    }
    let is_lone = match game.lone() {
        Some(Component::TextRules(rules)) => matches!(rules.program().shape, Shape::Named(_)),
        _ => false,
    };
    let above = bounds.taken.saturating_add(1);
    let loses = |heap: u64| {
        Player::BOTH.into_iter().all(|mover| {
            let is_stuck = bounds.rules.options_of_heap(heap, mover).is_empty();
            let winner = || game.ending(&Tuples(vec![vec![heap]]), mover);
            !is_stuck || heap < above && winner() == mover.opponent()
        })
    };
    is_lone && (0..=above).all(loses)
}

/// Outcomes: any moves and endings, but a lone heap remains one, and where players are stuck on
/// large heaps the ending does not look at the heap.
fn lone_heap_bounds(
    game: &Game,
    form: Option<&HeapRules>,
    limits: &Limits,
) -> Result<Bounds, Rejection> {
    let bounds = bounds(game, form, limits)?;
    if bounds.parts > 1 {
        return Err(Rejection::does_not_apply(
            ARGUMENT,
            "a heap can fall into several, so outcomes need a period of the nim-values",
        ));
    }
    let above = bounds.taken.saturating_add(1);
    let is_stuck = |mover| bounds.rules.options_of_heap(above, mover).is_empty();
    let looks = matches!(game.end(), Ending::Partizan(_) | Ending::Written(_));
    if looks && Player::BOTH.into_iter().any(is_stuck) {
        return Err(Rejection::does_not_apply(
            ARGUMENT,
            "a player can be stuck on any large heap, and the ending looks at its size",
        ));
    }
    if looks && !family::keeps_heaps(game) {
        return Err(Rejection::does_not_apply(
            ARGUMENT,
            "a heap can go away, and the ending may tell that from an empty one",
        ));
    }
    Ok(bounds)
}

/// The terms are right, the window repeats, and preperiod and period are the least.
fn check_sequence<T: Copy + PartialEq + Display>(
    certificate: &PeriodCertificate,
    terms: &[T],
    computed: &[T],
    end: u128,
) -> Result<(), Rejection> {
    let claim = certificate.periodicity;
    check_terms(terms, computed)?;
    check_window(computed, claim, end)?;
    if !is_least_preperiod(terms, claim) {
        return Err(Rejection::PreperiodNotMinimal { preperiod: claim.preperiod });
    }
    check_witnesses(terms, claim, &certificate.witnesses)
}

fn check_terms<T: PartialEq + Display>(terms: &[T], computed: &[T]) -> Result<(), Rejection> {
    let mut pairs = (0..).zip(terms.iter().zip(computed));
    match pairs.find(|(_, (claimed, computed))| claimed != computed) {
        None => Ok(()),
        Some((n, (claimed, computed))) => Err(Rejection::TermDiffers {
            n,
            claimed: claimed.to_string(),
            computed: computed.to_string(),
        }),
    }
}

/// a(n + p) = a(n) for all n₀ ≤ n < end, where `end` terms were computed.
fn check_window<T: PartialEq>(
    computed: &[T],
    claim: Periodicity,
    end: u128,
) -> Result<(), Rejection> {
    let Periodicity { preperiod, period } = claim;
    let term = |n: u64| &computed[to_index(n)];
    match (preperiod..end as u64).find(|n| term(*n) != term(n + period)) {
        None => Ok(()),
        Some(n) => Err(Rejection::WindowBroken { n, period }),
    }
}

fn is_least_preperiod<T: PartialEq>(terms: &[T], claim: Periodicity) -> bool {
    claim.preperiod == 0 || {
        let before = to_index(claim.preperiod - 1);
        terms[before] != terms[before + to_index(claim.period)]
    }
}

fn check_witnesses<T: PartialEq>(
    terms: &[T],
    claim: Periodicity,
    witnesses: &[Witness],
) -> Result<(), Rejection> {
    let mut missing = prime_divisors(claim.period);
    for Witness { prime, index } in witnesses.iter().copied() {
        let Some(place) = missing.iter().position(|divisor| *divisor == prime) else {
            return Err(Rejection::WitnessStray { prime });
        };
        missing.remove(place);
        if index < claim.preperiod || index - claim.preperiod >= claim.period {
            return Err(Rejection::WitnessOutside { prime, index });
        }
        if !is_witness(terms, claim, prime, index) {
            return Err(Rejection::WitnessFails { prime, index });
        }
    }
    match missing.first() {
        None => Ok(()),
        Some(prime) => Err(Rejection::WitnessMissing { prime: *prime }),
    }
}

/// a(index) ≠ a(index + p/q), for an index in the first period; a term beyond it is the one a
/// period earlier.
fn is_witness<T: PartialEq>(terms: &[T], claim: Periodicity, prime: u64, index: u64) -> bool {
    let later = (index - claim.preperiod + claim.period / prime) % claim.period;
    terms[to_index(index)] != terms[to_index(claim.preperiod + later)]
}

/// The primes that divide `number`, ascending. By trial, which is quick enough for numbers that
/// have been counted up to.
fn prime_divisors(mut number: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut divisor = 2;
    while divisor <= number / divisor {
        if number.is_multiple_of(divisor) {
            primes.push(divisor);
            while number.is_multiple_of(divisor) {
                number /= divisor;
            }
        }
        divisor += 1;
    }
    if number > 1 {
        primes.push(number);
    }
    primes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prime_divisors_are_those_primes_that_divide() {
        let is_prime = |n: u64| n > 1 && (2..n).all(|d| !n.is_multiple_of(d));
        for number in 1..500u64 {
            let expected: Vec<u64> =
                (2..=number).filter(|q| number.is_multiple_of(*q) && is_prime(*q)).collect();
            assert_eq!(prime_divisors(number), expected, "{number}");
        }
    }
}
