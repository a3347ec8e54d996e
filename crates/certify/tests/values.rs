//! Certificates of nim-values, against the oracle on whole positions: it knows no sums of heaps.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use crate::common::least;
use bouton_certify::{Certificate, Rejection, ValueCertificate, check};
use bouton_definition::{Definition, Game};
use bouton_oracle::Oracle;
use bouton_values::{Limits, Nimber, Refusal, Watch};

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
        // From 9 on it matters that three heaps of two tokens or more are among the options.
        ("octal:0.8", (0..14).map(|heap: u64| heap.to_string()).collect()),
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

const TAKING: &str = "game x; position n; move k in {1, 3}: n' = n - k";

/// Two options of 64 bytes and one more for the list; 8 bytes for a term, and half of 60 steps for an option of each.
#[test]
fn recomputing_values_costs_what_is_counted() {
    let limited = |game: &str, limits: Limits| {
        let (game, position) = (game.to_owned(), "9".to_owned());
        let certificate = ValueCertificate { game, position, value: Nimber(1) };
        check(&Certificate::Value(certificate), &limits)
    };
    let memory =
        |game: &str| least(|memory| limited(game, Limits { memory, ..Limits::default() }).is_ok());
    let steps =
        |game: &str| least(|steps| limited(game, Limits { steps, ..Limits::default() }).is_ok());
    assert_eq!(memory("subtraction:1,3"), 3 * 64 + 10 * 8);
    assert_eq!(steps("subtraction:1,3"), 10 * 3 * 60 / 2);
    // Of a text, 9 terms are held when the options of the last heap are listed. The heaps 0 to 9 have 0, 1, 1, 2, 2, 2, 2,
    // 2, 2 and 2 options, each of 500 steps, and another one for each heap.
    assert_eq!(memory(TAKING), 3 * 64 + 9 * 8);
    assert_eq!(steps(TAKING), (16 + 10) * 500);
}

#[derive(Default)]
struct Seen(Mutex<Vec<(u64, u64)>>);

impl Watch for Seen {
    fn progress(&self, done: u64, total: u64) -> ControlFlow<()> {
        self.0.lock().unwrap().push((done, total));
        if done < 3000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

#[test]
fn whoever_watches_may_stop_it_after_each_1024_heaps() {
    let (game, position) = ("subtraction:1,3".to_owned(), "5000".to_owned());
    let certificate = Certificate::Value(ValueCertificate { game, position, value: Nimber(0) });
    let seen = Arc::new(Seen::default());
    let limits = Limits { watch: seen.clone(), ..Limits::default() };
    assert_eq!(check(&certificate, &limits), Err(Rejection::Refused(Refusal::Interrupted)));
    assert_eq!(*seen.0.lock().unwrap(), [(0, 5001), (1024, 5001), (2048, 5001), (3072, 5001)]);
}
