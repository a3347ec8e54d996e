//! Rule texts are checked as they are written, whatever a recogniser takes them for.

use bouton_certify::{
    Certificate, PeriodCertificate, Periodicity, PositionCertificate, Proof, Rejection, Terms,
    Theorem, ValueCertificate, check,
};
use bouton_values::{Limits, Nimber, Outcome};

fn holds(certificate: Certificate) -> Result<(), Rejection> {
    check(&certificate, &Limits::default()).map(drop)
}

fn position(game: &str, position: &str, outcome: Outcome, proof: Proof) -> Certificate {
    let (game, position) = (game.to_owned(), position.to_owned());
    Certificate::Position(PositionCertificate {
        game,
        position,
        outcome,
        winning_move: None,
        proof,
    })
}

fn value(game: &str, position: &str, value: u64) -> Certificate {
    let (game, position) = (game.to_owned(), position.to_owned());
    Certificate::Value(ValueCertificate { game, position, value: Nimber(value) })
}

fn period(game: &str, terms: Vec<u64>, preperiod: u64, period: u64) -> Certificate {
    let claim = Periodicity { preperiod, period };
    let terms = Terms::NimValues(terms);
    Certificate::Period(PeriodCertificate::new(game, terms, claim).expect("the least period"))
}

/// k mod 3 is never 4: nobody can move, and every heap is worth 0.
const NEVER: &str = "game x; position n; move 1 <= k <= 10, k mod 3 = 4: n' = n - k";

#[test]
fn a_text_without_a_move_has_no_period_but_1() {
    // The subtraction set {1, 4, 7, 10}, by the definition, has the period 11.
    let mut values: Vec<u64> = Vec::new();
    for n in 0..11 {
        let takes = [1, 4, 7, 10].into_iter().filter(|k| *k <= n);
        let seen: Vec<u64> = takes.map(|k| values[n - k]).collect();
        values.push((0..).find(|value| !seen.contains(value)).unwrap());
    }
    assert!(holds(period("subtraction:1,4,7,10", values.clone(), 0, 11)).is_ok());
    assert!(holds(period(NEVER, values, 0, 11)).is_err());
    assert!(holds(value(NEVER, "7", 0)).is_ok());
    assert!(holds(value(NEVER, "7", 2)).is_err());
    assert!(holds(position(NEVER, "7", Outcome::P, Proof::NimValues)).is_ok());
    assert!(holds(position(NEVER, "7", Outcome::N, Proof::NimValues)).is_err());
}

#[test]
fn nim_is_known_by_its_text_on_heaps_of_any_size() {
    let by_sum = || Proof::Theorem(Theorem::NimSum);
    let huge = "999999999999999999,999999999999999998,1";
    for nim in ["nim", "game x; heaps h; move one h, k >= 1: h' = h - k"] {
        assert_eq!(holds(position(nim, huge, Outcome::P, by_sum())), Ok(()), "{nim}");
        assert!(holds(position(nim, huge, Outcome::N, by_sum())).is_err(), "{nim}");
        assert_eq!(
            holds(position(&format!("{nim}/misere"), "1,1,1", Outcome::P, by_sum())),
            Ok(())
        );
    }
    for other in [
        "game x; heaps h; move one h, k >= 1, k mod 1 = 1: h' = h - k",
        "game x; heaps h; move one h: h' < h, h != 1000",
        "game x; heaps h; move one h: h' < h; legal h <= 999999999999999999",
    ] {
        assert!(holds(position(other, "3,2,1", Outcome::P, by_sum())).is_err(), "{other}");
    }
}

/// What the checker computes from a text equals what it computes from the code that the text states.
#[test]
fn values_of_texts_are_those_of_their_codes() {
    for (text, code, heaps) in [
        ("kayles", "octal:0.77", "12,7,30"),
        ("dawsons-chess", "octal:0.137", "11,2,19"),
        ("lasker", "octal:4.[3]", "7,8,20"),
    ] {
        let right: Vec<u64> =
            (0..64).filter(|guess| holds(value(code, heaps, *guess)).is_ok()).collect();
        let same: Vec<u64> =
            (0..64).filter(|guess| holds(value(text, heaps, *guess)).is_ok()).collect();
        assert_eq!((right.len(), right), (1, same), "{text}");
    }
    // Twins: turning two coins is Nim with the squares as heaps, two coins on one square cancel.
    assert_eq!(holds(value("coins:twins", "3,5,6", 3 ^ 5 ^ 6)), Ok(()));
}
