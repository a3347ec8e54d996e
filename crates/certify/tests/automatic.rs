//! Theorems about all positions: those in `automatic/` were written by the prover's example `theorems`.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;

use bouton_certify::{AutomaticCertificate, Certificate, Rejection, StateTable, check};
use bouton_values::Limits;
use proptest::prelude::*;

fn read(name: &str) -> AutomaticCertificate {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/automatic/{name}.json"));
    let text = std::fs::read_to_string(path).unwrap();
    match Certificate::parse(&text).unwrap() {
        Certificate::Automatic(certificate) => {
            assert_eq!(Certificate::Automatic(certificate.clone()).to_json(), text, "{name}");
            certificate
        }
        other => panic!("{other:?}"),
    }
}

fn verdict(certificate: &AutomaticCertificate) -> Result<Vec<String>, Rejection> {
    check(&Certificate::Automatic(certificate.clone()), &Limits::default())
}

#[test]
fn the_theorems_of_the_prover_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/automatic");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned();
        let sentences =
            verdict(&read(&name)).unwrap_or_else(|rejection| panic!("{name}: {rejection}"));
        assert!(sentences.last().unwrap().starts_with("so "), "{name}: {sentences:?}");
        count += 1;
    }
    assert!(count >= 20, "only {count} certificates were found");
}

/// Two-heap Nim by hand: equal heaps are lost, in both orders of reading.
fn nim() -> AutomaticCertificate {
    AutomaticCertificate {
        game: "nim".to_owned(),
        heaps: Some(2),
        numeration: "msd_2".to_owned(),
        of: bouton_certify::Claimed::Lost,
        measure: vec![1, 1],
        sets: vec![StateTable { accepting: vec![0], next: vec![vec![0, 1, 1, 0], vec![1; 4]] }],
    }
}

#[test]
fn nim_by_hand_is_accepted_and_what_is_wrong_is_named() {
    for numeration in ["msd_2", "lsd_2", "msd_5"] {
        let mut certificate = AutomaticCertificate { numeration: numeration.to_owned(), ..nim() };
        if numeration == "msd_5" {
            let row = (0..25).map(|letter| u32::from(letter / 5 != letter % 5)).collect();
            certificate.sets[0].next = vec![row, vec![1; 25]];
        }
        assert!(verdict(&certificate).is_ok(), "{numeration}: {:?}", verdict(&certificate));
    }
    // In Zeckendorf's numeration words with two ones side by side are not numbers.
    let fibonacci = AutomaticCertificate { numeration: "msd_fib".to_owned(), ..nim() };
    assert!(matches!(verdict(&fibonacci), Err(Rejection::BadAutomaton { .. })));
    let misere = AutomaticCertificate { game: "nim/misere".to_owned(), ..nim() };
    assert_eq!(verdict(&misere), Err(Rejection::EquationFails { position: "0,0".to_owned() }));
    let unmeasured = AutomaticCertificate { measure: vec![1, 0], ..nim() };
    assert!(matches!(verdict(&unmeasured), Err(Rejection::MeasureDoesNotFall { .. })));
    let short = AutomaticCertificate { measure: vec![1], ..nim() };
    assert!(matches!(verdict(&short), Err(Rejection::BadAutomaton { .. })));
    let mut stray = nim();
    stray.sets[0].next[0][1] = 2;
    assert!(matches!(verdict(&stray), Err(Rejection::BadAutomaton { .. })));
    // A leading zero must not make a difference: (1, 1) is read, (01, 01) is not.
    let mut padded = nim();
    padded.sets[0] = StateTable {
        accepting: vec![0, 2],
        next: vec![vec![1, 1, 1, 2], vec![1; 4], vec![2, 1, 1, 2]],
    };
    assert!(matches!(verdict(&padded), Err(Rejection::BadAutomaton { .. })));
    for (game, heaps, numeration) in [
        ("euclid", None, "msd_2"),
        ("kayles", Some(1), "msd_2"),
        ("nim", None, "msd_2"),
        ("nim", Some(2), "msd_17"),
    ] {
        let other = AutomaticCertificate {
            game: game.to_owned(),
            heaps,
            numeration: numeration.to_owned(),
            ..nim()
        };
        assert!(
            matches!(verdict(&other), Err(Rejection::DoesNotApply { .. })),
            "{game} {numeration}"
        );
    }
}

/// All tuples of numbers below a bound.
fn tuples(length: usize, below: u64) -> Vec<Vec<u64>> {
    (0..length).fold(vec![Vec::new()], |tuples, _| {
        let longer = |tuple: Vec<u64>| (0..below).map(move |x| [&tuple[..], &[x]].concat());
        tuples.into_iter().flat_map(longer).collect()
    })
}

/// Is the tuple accepted? Words by a greedy choice of places, from the most significant one on.
fn accepts(certificate: &AutomaticCertificate, set: usize, tuple: &[u64]) -> bool {
    let (order, system) = certificate.numeration.split_once('_').unwrap();
    let (radix, mut places) = match system {
        "fib" => (2, vec![1, 2]),
        "pell" => (3, vec![1, 3]),
        base => (base.parse().unwrap(), vec![1]),
    };
    while places.len() < 12 {
        let last = *places.last().unwrap();
        places.push(if places.len() > 1 && (system == "fib" || system == "pell") {
            (radix - 1) * last + places[places.len() - 2]
        } else {
            radix * last
        });
    }
    let mut rest = tuple.to_vec();
    let mut word: Vec<usize> = Vec::new();
    for place in places.iter().rev() {
        let letter = rest.iter_mut().rev().fold(0, |letter, rest| {
            let digit = *rest / place;
            *rest %= place;
            letter * radix + digit
        });
        word.push(letter as usize);
    }
    if order == "lsd" {
        word.reverse();
    }
    let table = &certificate.sets[set];
    let end = word.iter().fold(0, |state, letter| table.next[state as usize][*letter]);
    table.accepting.contains(&end)
}

/// A change of one thing in a certificate.
fn changed(
    mut certificate: AutomaticCertificate,
    what: u8,
    place: usize,
    to: u32,
) -> AutomaticCertificate {
    let sets = certificate.sets.len();
    let table = &mut certificate.sets[place % sets];
    let states = table.next.len();
    match what {
        0..=5 => {
            let row = &mut table.next[place % states];
            let letters = row.len();
            row[place / states % letters] = to % states as u32;
        }
        6..=7 => {
            let state = to % states as u32;
            match table.accepting.iter().position(|one| *one == state) {
                Some(place) => drop(table.accepting.remove(place)),
                None => table.accepting.push(state),
            }
        }
        8 => {
            let numbers = certificate.measure.len();
            certificate.measure[place % numbers] = u64::from(to % 4);
        }
        _ => table.next.swap(place % states, to as usize % states),
    }
    certificate
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    /// Whatever is changed: it is refused, or what it says is still true.
    #[test]
    fn a_changed_certificate_is_refused_or_still_true(
        which in 0..6_usize,
        changes in prop::collection::vec((0..10_u8, 0..10_000_usize, 0..1000_u32), 1..3),
    ) {
        let name = ["nim-2", "misere-nim-2", "subtraction-1-3-4-1", "ending-partizan-2-3", "wythoff", "mark"][which];
        let original = read(name);
        let change = |certificate, (what, place, to): &(u8, usize, u32)| changed(certificate, *what, *place, *to);
        let other = changes.iter().fold(original.clone(), change);
        if verdict(&other).is_ok() {
            let numbers = original.measure.len();
            for tuple in tuples(numbers, if numbers == 1 { 400 } else { 40 }) {
                for set in 0..original.sets.len() {
                    prop_assert_eq!(accepts(&original, set, &tuple), accepts(&other, set, &tuple), "{} {:?}", name, tuple);
                }
            }
        }
    }
}
