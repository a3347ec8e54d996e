//! Certificates of nim-values, against the oracle on whole positions: it knows no sums of heaps.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

use bouton_certify::{Certificate, Rejection, ValueCertificate, check};
use bouton_definition::{Definition, Game};
use bouton_oracle::Oracle;
use bouton_values::{Limits, Nimber, Refusal};

fn holds(game: &str, position: &str, value: Nimber) -> Result<(), Rejection> {
    let certificate =
        ValueCertificate { game: game.to_owned(), position: position.to_owned(), value };
    check(&Certificate::Value(certificate), &Limits::default()).map(|_| ())
}

fn pairs(separator: &str) -> Vec<String> {
    (0..7).flat_map(|a| (0..7).map(move |b| format!("{a}{separator}{b}"))).collect()
}

#[test]
fn the_value_is_accepted_and_no_other() {
    let mut values = std::collections::HashSet::new();
    for (text, positions) in [
        ("nim", pairs(",")),
        ("kayles", pairs(",")),
        ("octal:0.a3", pairs(",")),
        ("grundy", pairs(",")),
        ("coins:mock-turtles", pairs(",")),
        ("coins:ruler", pairs(",")),
        ("subtraction:1,3,4", pairs(",")),
        ("wythoff", pairs(",")),
        ("antonim", pairs(",")),
        ("nimrod", pairs(",")),
        ("kayles + nim", pairs(";")),
        ("wythoff + kayles", pairs(",1;")),
        ("digraph:0>1,1>2,0>2,3>0,3>1", ["0", "1", "2", "3"].map(str::to_owned).to_vec()),
    ] {
        let game = Game::read(text).unwrap();
        let mut oracle = Oracle::new(&game, Limits::default());
        for position in positions {
            let Ok(parsed) = game.position(&position) else { continue };
            let value = oracle.nim_value(&parsed).unwrap().unwrap();
            for claimed in (0..16).chain([value.0 + 64, u64::MAX]).map(Nimber) {
                let expected = match claimed == value {
                    true => Ok(()),
                    false => Err(Rejection::ValueDiffers { claimed, computed: value }),
                };
                assert_eq!(holds(text, &position, claimed), expected, "{text} {position}");
            }
            values.insert(value);
        }
    }
    assert!(values.len() > 8, "{values:?}");
}

#[test]
fn where_there_is_no_nim_value_nothing_is_certified() {
    for (game, position) in [
        ("nim/misere", "1"),
        ("nim/even-odd", "1"),
        ("partizan-subtraction:1|2", "3"),
        ("ending-partizan:1", "1"),
        ("digraph:0>1,1>0", "0"),
        ("digraph:0>1,1>0 + nim", "0;1"),
    ] {
        for value in [0, 1, 2].map(Nimber) {
            let verdict = holds(game, position, value);
            assert!(matches!(verdict, Err(Rejection::DoesNotApply { .. })), "{game}: {verdict:?}");
        }
    }
}

#[test]
fn what_cannot_be_read_or_costs_too_much_is_refused() {
    let refused = |game, position| match holds(game, position, Nimber(0)) {
        Err(Rejection::Refused(refusal)) => refusal,
        other => panic!("{game} {position}: {other:?}"),
    };
    assert!(matches!(refused("nmi", "1"), Refusal::Unsupported { .. }));
    assert!(matches!(refused("nim", "x"), Refusal::BadInput { .. }));
    assert!(matches!(refused("antonim", "3,3"), Refusal::BadInput { .. }));
    for game in ["nim", "kayles", "wythoff", "octal:8.8"] {
        let position =
            if game == "wythoff" { "1000000000000000000,0" } else { "1000000000000000000" };
        assert!(matches!(refused(game, position), Refusal::Limit { .. }), "{game}");
    }
}
