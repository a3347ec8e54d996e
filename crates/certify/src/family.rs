//! Rule texts that are games of lone heaps, compared with the form that a certificate says they have.
//!
//! A theorem about take-and-break codes, subtraction sets or Nim needs rules of that form. A text is read as it is
//! written; the form is a claim of the certificate, which is not believed. It is taken for true where the options of
//! the text and those of the form are the same on all heaps up to a bound that makes this sufficient for every heap
//! ([`crate::uniform`]).
//!
//! Options are compared as lists of parts that are not empty. That a heap of 0 is as good as none is shown by the
//! comparison too: forms have no move on it.

use std::collections::BTreeSet;

use bouton_definition::{Component, Game, HeapMoves, HeapRules};
use bouton_lang::syntax::Many;
use bouton_lang::{Becomes, Program, Shape, structure};
use bouton_values::{Limits, Meter, Player};

use crate::rejection::Rejection;
use crate::uniform;

/// What listing an option of a text and one of a form, and comparing them, costs, about.
const STEPS_PER_OPTION: u64 = 2_000;
/// What an option takes while it is listed.
const BYTES_PER_OPTION: u128 = 200;

/// The game as heaps that do not know of each other: by its definition, or because its text agrees with the form on
/// every heap.
pub(crate) fn heap_rules(
    game: &Game,
    form: Option<&HeapRules>,
    argument: &'static str,
    limits: &Limits,
) -> Result<HeapRules, Rejection> {
    match (game.lone(), form) {
        (Some(Component::Heap(rules)), None) => Ok(rules.clone()),
        (Some(Component::TextRules(stated)), Some(form)) => {
            compare(stated.program(), form, argument, limits)?;
            Ok(form.clone())
        }
        (Some(Component::TextRules(_)), None) => Err(Rejection::FormMissing),
        (Some(Component::Heap(_)), Some(_)) => {
            Err(Rejection::does_not_apply("a form", "the game is not a rule text"))
        }
        _ => Err(Rejection::does_not_apply(argument, "the game is not one of lone heaps")),
    }
}

/// Does every move leave exactly one heap, so that a position always has as many heaps as at the start?
pub(crate) fn keeps_heaps(game: &Game) -> bool {
    let leaves_one = |becomes: &Becomes| match becomes {
        Becomes::Position(_) => true,
        Becomes::Heaps(heaps) => heaps.len() == 1,
        Becomes::Run(..) | Becomes::Rows(..) => false,
    };
    let keeps = |program: &Program| program.moves.iter().all(|one| leaves_one(&one.becomes));
    game.components().iter().filter_map(Component::program).all(keeps)
}

fn compare(
    program: &Program,
    form: &HeapRules,
    argument: &'static str,
    limits: &Limits,
) -> Result<(), Rejection> {
    let outside = |reason: &str| Rejection::does_not_apply(argument, reason);
    check_shape(program).map_err(|reason| outside(&reason))?;
    let constant = match (&form.moves, form.bounds()) {
        (HeapMoves::Any, _) => 1,
        (_, Some((_, taken))) => taken,
        (_, None) => return Err(outside("there is no bound on what a move takes")),
    };
    let bound = uniform::bound(program, constant).map_err(|reason| {
        outside(&format!("nothing shows how far the text must be compared with its form: {reason}"))
    })?;
    let what = "comparing the text with its form";
    let mut meter = Meter::new(limits, what).scaled(STEPS_PER_OPTION, 1);
    for heap in 0..=bound {
        let options = program.option_bound(&[heap]).saturating_add(1);
        meter.spend_many(options)?;
        meter.hold(what, options.saturating_mul(BYTES_PER_OPTION))?;
        if !is_alike(program, form, heap) {
            return Err(Rejection::NotTheForm { heap });
        }
    }
    Ok(())
}

/// One number, or heaps that do not look at each other.
fn check_shape(program: &Program) -> Result<(), String> {
    match &program.shape {
        Shape::Named(names) if names.len() == 1 => Ok(()),
        Shape::Many(Many::Heaps, _) => structure::independent(program).map(drop),
        _ => Err("the game is not one of lone heaps".to_owned()),
    }
}

/// Is the heap legal, and do the text and the form allow the same moves on it?
fn is_alike(program: &Program, form: &HeapRules, heap: u64) -> bool {
    program.is_legal(&[heap])
        && Player::BOTH.into_iter().all(|mover| {
            let written = program.options(&[heap], mover).into_iter().map(without_zeros);
            let known = form.options_of_heap(heap, mover).into_iter().map(without_zeros);
            written.collect::<BTreeSet<_>>() == known.collect::<BTreeSet<_>>()
        })
}

/// The parts that are not empty, ascending.
fn without_zeros(mut parts: Vec<u64>) -> Vec<u64> {
    parts.retain(|part| *part > 0);
    parts.sort_unstable();
    parts
}

#[cfg(test)]
mod tests {
    use bouton_definition::SubtractionSet;

    use super::*;

    const ARGUMENT: &str = "a test";

    fn program(text: &str) -> Program {
        let game = Game::read(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        game.lone().and_then(Component::program).expect("a text").clone()
    }

    fn subtraction(set: &str) -> HeapRules {
        let set = SubtractionSet::parse(set).expect("a set");
        HeapRules::new(HeapMoves::Subtract { left: set.clone(), right: set })
    }

    fn code(text: &str) -> HeapRules {
        HeapRules::parse_form(&format!("octal:{text}")).expect("a code")
    }

    fn verdict(text: &str, form: &HeapRules) -> Result<(), Rejection> {
        compare(&program(text), form, ARGUMENT, &Limits::default())
    }

    #[test]
    fn texts_in_many_styles_are_what_they_are() {
        let taking = subtraction("1,3,4");
        for text in [
            "game x; position n; move k in {1, 3, 4}: n' = n - k",
            "game x; heaps h; move one h, k in {1, 3, 4}: h' = h - k",
            "game x; position n; move n' = n - 1; move n - 5 < n' < n - 2",
            "game x; position n; move 1 <= k <= 4, k != 2: n' = n - k",
            "game x; position n; move 1 <= k < 5, not k = 2: n' + k = n",
            "game x; position n; move k in 0..1, j in {1, 3}: n' = n - j - k, j + k != 2",
            "game x; position n; move n' >= n - 4, n' < n, (n - n') mod 4 != 2",
            "game x; position n; move k in 1..4: n' = n - max(k, 3 if k = 2 else 1)",
        ] {
            assert_eq!(verdict(text, &taking), Ok(()), "{text}");
        }
        for (text, digits) in [
            ("game x; heaps h; move one h, k in 1..2: h' = a + b where a + b = h - k", "0.77"),
            ("game x; heaps h; move one h: h' = a + b where a + b = h - 2, a <= b", "0.07"),
            ("game x; heaps h; move one h: h' = a + b where a + b = h - 1, b >= 1", "0.6"),
        ] {
            assert_eq!(verdict(text, &code(digits)), Ok(()), "{text}");
        }
        let nim = HeapRules::new(HeapMoves::Any);
        for text in [
            "game x; heaps h; move one h: h' < h",
            "game x; heaps h; move one h, k >= 1: h' = h - k",
            "game x; position n; move 0 <= k < n: n' = k",
        ] {
            assert_eq!(verdict(text, &nim), Ok(()), "{text}");
        }
    }

    /// However far out a text leaves the family: the bound lies beyond.
    #[test]
    fn what_differs_on_large_heaps_only_is_found() {
        let taking = subtraction("1,2");
        for (condition, heap) in [
            ("n < 60", 60),
            ("n != 41", 41),
            ("n mod 50 != 49", 49),
            ("2 * n != 166", 83),
            ("3 * n - 2 * n' != 100", 96),
            ("n <= 70 or k = 1", 71),
            ("(n + k) mod 31 != 30", 28),
            ("n not in {57, 64}", 57),
            ("n not in {90, 95+7k}", 90),
            ("max(n, 30) < 47 or n' < 80", 81),
            ("min(n, 500) < 88", 88),
            ("n < 5 or n mod 6 + n mod 10 < 14", 29),
        ] {
            let text = format!("game x; position n; move k in 1..2: n' = n - k, {condition}");
            assert_eq!(verdict(&text, &taking), Err(Rejection::NotTheForm { heap }), "{text}");
        }
        let text = "game x; position n; move k in 1..2: n' = n - k; legal n <= 77";
        assert_eq!(verdict(text, &taking), Err(Rejection::NotTheForm { heap: 78 }));
        let text = "game x; heaps h; move one h: h' < h; move one h, h >= 40: h' = a + b \
                    where a + b = h - 1, a >= 30, b >= 1";
        let nim = HeapRules::new(HeapMoves::Any);
        assert_eq!(verdict(text, &nim), Err(Rejection::NotTheForm { heap: 40 }));
    }

    /// The theorem is about linear forms, and about choices that the new position shows.
    #[test]
    fn what_the_theorem_does_not_cover_is_refused() {
        for text in [
            "game x; position n; move k in 1..2: n' = n - k, n div 3 >= 0",
            "game x; position n; move k in 1..2: n' = n - k, n * n >= 0",
            "game x; position n; move k in 1..2: n' = n - k, n xor 1 >= 0",
            "game x; position n; move k in 1..2, 0 <= j <= n: n' = n - k",
            "game x; position n; move j >= 0: n' = n - 1 - j mod 2, j <= n",
        ] {
            let verdict = verdict(text, &subtraction("1,2"));
            let is_refused = matches!(verdict, Err(Rejection::DoesNotApply { .. }));
            assert!(is_refused, "{text}: {verdict:?}");
        }
        let apart = "game x; heaps h; move one h, k in 1..2: h' = h - k, sum h >= 0";
        let verdict = verdict(apart, &subtraction("1,2"));
        assert!(matches!(verdict, Err(Rejection::DoesNotApply { .. })), "{verdict:?}");
    }
}
