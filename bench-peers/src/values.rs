//! Canonical forms of heaps.
//!
//! `cgt` is given the options as its own canonical forms, heap by heap, and so is `pycgt` by the program
//! `pycgt_values.py`; Bouton answers the question for the sequence of values, names included. The stops
//! of all terms must agree.

use std::process::Command;
use std::time::Duration;

use bouton_engines::{Ask, Finding, Sequence, Terms};
use bouton_short::{Expression, Forms, Texts};
use cgt::short::partizan::canonical_form::CanonicalForm;

use crate::measure::{Line, best_of, first_answer};

/// Stops of the terms, as texts.
type Stops = Vec<(String, String)>;

/// Normalised ending-partizan subtraction: 1 and -1 at the heaps below the least element.
pub(crate) fn ending_partizan(set: &[usize], to: usize, goal: f64) -> Line {
    let (theirs, their_time) = best_of(1, || {
        heaps(to, |n, values: &[CanonicalForm]| {
            let options: Vec<CanonicalForm> = taken(set, n, values);
            match options.is_empty() {
                true => CanonicalForm::new_integer(if n % 2 == 0 { 1 } else { -1 }),
                false => CanonicalForm::new_from_moves(options.clone(), options),
            }
        })
    });
    let game = format!("ending-partizan:{}", list(set));
    let (ours, our_time) = best_of(5, || bouton(&game, to));
    assert_eq!(stops(&ours), peer_stops(&theirs), "{game}: the stops differ");
    let subject = format!("values of {game} to {to}");
    Line { subject, peer: "cgt 0.11", their_time, our_time, goal }
}

/// Partizan subtraction.
pub(crate) fn partizan_subtraction(left: &[usize], right: &[usize], to: usize, goal: f64) -> Line {
    let (theirs, their_time) = best_of(1, || {
        heaps(to, |n, values: &[CanonicalForm]| {
            CanonicalForm::new_from_moves(taken(left, n, values), taken(right, n, values))
        })
    });
    let game = format!("partizan-subtraction:{}|{}", list(left), list(right));
    let (ours, our_time) = best_of(5, || bouton(&game, to));
    assert_eq!(stops(&ours), peer_stops(&theirs), "{game}: the stops differ");
    let subject = format!("values of {game} to {to}");
    Line { subject, peer: "cgt 0.11", their_time, our_time, goal }
}

/// Compares values with pycgt: `python` has it installed.
pub(crate) fn against_pycgt(python: &str, set: &[usize], to: usize, goal: f64) -> Line {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/pycgt_values.py");
    let run = Command::new(python).args([script, &list(set), &to.to_string()]).output();
    let run = run.expect("python runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let text = String::from_utf8(run.stdout).expect("it prints text");
    let mut lines = text.lines();
    let seconds: f64 = lines.next().and_then(|line| line.parse().ok()).expect("a time");
    let pair = |line: &str| {
        let (left, right) = line.split_once(' ').expect("two stops a line");
        (left.to_owned(), right.to_owned())
    };
    let theirs: Stops = lines.map(pair).collect();
    let game = format!("ending-partizan:{}", list(set));
    let (ours, our_time) = best_of(5, || bouton(&game, to));
    assert_eq!(stops(&ours), theirs, "{game}: the stops differ");
    let subject = format!("values of {game} to {to}");
    let their_time = Duration::from_secs_f64(seconds);
    Line { subject, peer: "pycgt 0.2", their_time, our_time, goal }
}

fn heaps<T>(to: usize, mut value: impl FnMut(usize, &[T]) -> T) -> Vec<T> {
    let mut values = Vec::new();
    for n in 0..=to {
        values.push(value(n, &values));
    }
    values
}

fn taken(set: &[usize], n: usize, values: &[CanonicalForm]) -> Vec<CanonicalForm> {
    set.iter().filter(|s| **s <= n).map(|s| values[n - s].clone()).collect()
}

fn list(set: &[usize]) -> String {
    set.iter().map(usize::to_string).collect::<Vec<_>>().join(",")
}

fn bouton(game: &str, to: usize) -> Texts {
    match first_answer(game, &Ask::Values { to: to as u64, row: None }) {
        Finding::Sequence(Sequence { terms: Terms::Values(texts), stopped: None, .. }) => texts,
        other => panic!("asked for values, found {other:?}"),
    }
}

fn stops(texts: &Texts) -> Stops {
    let mut forms = Forms::default();
    let names: Vec<String> =
        texts.definitions.iter().map(|(name, text)| format!("{name} = {text}")).collect();
    let names = names.join(", ");
    let mut stops = |text: &String| {
        let whole = if names.is_empty() { text.clone() } else { format!("{text} where {names}") };
        let form = Expression::parse(&whole)?.evaluate(&mut forms)?;
        Ok((forms.left_stop(form)?.to_string(), forms.right_stop(form)?.to_string()))
    };
    let found: Result<Stops, bouton_rules::Refusal> = texts.games.iter().map(&mut stops).collect();
    found.expect("our own texts are read")
}

fn peer_stops(values: &[CanonicalForm]) -> Stops {
    values.iter().map(|v| (v.left_stop().to_string(), v.right_stop().to_string())).collect()
}
