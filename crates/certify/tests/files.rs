//! The file format: what is written is read back, and nothing that is read makes anything panic.

use crate::common::damage::{damaged, edit};

use bouton_certify::{
    Certificate, CertificateError, First, Of, PeriodCertificate, Periodicity, PositionCertificate,
    Proof, Rejection, Strategy, Terms, Theorem, ValueCertificate, Witness, check,
};
use bouton_values::{Limits, Refusal};
use bouton_values::{Nimber, Outcome};
use proptest::prelude::{Just, ProptestConfig, any, prop, prop_assert, prop_assert_eq, prop_oneof};
use proptest::proptest;
// Not to be confused with the strategies of the players.
use proptest::strategy::Strategy as Generator;

const PERIOD: &str = r#"{
  "bouton-certificate": 1,
  "kind": "period",
  "game": "subtraction:1,3,4",
  "of": "nim-value",
  "preperiod": 0,
  "period": 7,
  "terms": [0, 1, 0, 1, 2, 3, 2],
  "witnesses": [
    {
      "prime": 7,
      "index": 0
    }
  ]
}
"#;

const OUTCOMES: &str = r#"{
  "bouton-certificate": 1,
  "kind": "period",
  "game": "octal:0.77",
  "of": "outcome",
  "preperiod": 1,
  "period": 1,
  "terms": "PN",
  "nim_values": {
    "preperiod": 71,
    "period": 12
  },
  "witnesses": []
}
"#;

const STRATEGIES: &str = r#"{
  "bouton-certificate": 1,
  "kind": "position",
  "game": "nim/misere",
  "position": "1,2",
  "outcome": "N",
  "winning_move": "1,0",
  "proof": {
    "strategies": [
      {
        "first": "either",
        "losing": [
          "1,0"
        ]
      }
    ]
  }
}
"#;

const NIM_VALUES: &str = r#"{
  "bouton-certificate": 1,
  "kind": "position",
  "game": "kayles",
  "position": "5,5",
  "outcome": "P",
  "proof": "nim-values"
}
"#;

const NIM_SUM: &str = r#"{
  "bouton-certificate": 1,
  "kind": "position",
  "game": "nim",
  "position": "3,4,6",
  "outcome": "N",
  "winning_move": "2,4,6",
  "proof": {
    "theorem": "nim-sum"
  }
}
"#;

const STRUCTURE: &str = r#"{
  "bouton-certificate": 1,
  "kind": "position",
  "game": "real-nim:x^2",
  "position": "3/2,4",
  "outcome": "N",
  "winning_move": "3/2,9/4",
  "proof": {
    "theorem": "structure"
  }
}
"#;

const VALUE: &str = r#"{
  "bouton-certificate": 1,
  "kind": "value",
  "game": "nim",
  "position": "3,4,6",
  "value": "*"
}
"#;

const OF_A_TEXT: &str = r#"{
  "bouton-certificate": 1,
  "kind": "period",
  "game": "game x; heaps h; move one h, k in 1 .. 2: h' = a + b where a + b = h - k",
  "form": "octal:0.77",
  "of": "outcome",
  "preperiod": 1,
  "period": 1,
  "terms": "PN",
  "nim_values": {
    "preperiod": 71,
    "period": 12
  },
  "witnesses": []
}
"#;

const GOLDEN: [&str; 8] =
    [PERIOD, OUTCOMES, OF_A_TEXT, STRATEGIES, NIM_VALUES, NIM_SUM, STRUCTURE, VALUE];

#[test]
fn golden_files_are_read_checked_and_written_again() {
    for text in GOLDEN {
        let certificate = Certificate::parse(text).unwrap();
        assert_eq!(certificate.to_json(), text);
        let sentences = check(&certificate, &Limits::default());
        // Real-valued games are read here, and checked by those who know them.
        if text == STRUCTURE {
            assert!(matches!(sentences, Err(Rejection::Refused(Refusal::Unsupported { .. }))));
            continue;
        }
        assert!(sentences.is_ok_and(|sentences| !sentences.is_empty()), "{text}");
    }
}

#[test]
fn the_fields_mean_what_they_say() {
    assert_eq!(
        Certificate::parse(PERIOD).unwrap(),
        Certificate::Period(PeriodCertificate {
            game: "subtraction:1,3,4".to_owned(),
            form: None,
            terms: Terms::NimValues(vec![0, 1, 0, 1, 2, 3, 2]),
            periodicity: Periodicity { preperiod: 0, period: 7 },
            nim_values: None,
            witnesses: vec![Witness { prime: 7, index: 0 }],
        })
    );
    assert_eq!(
        Certificate::parse(STRATEGIES).unwrap(),
        Certificate::Position(PositionCertificate {
            game: "nim/misere".to_owned(),
            position: "1,2".to_owned(),
            outcome: Outcome::N,
            winning_move: Some("1,0".to_owned()),
            proof: Proof::Strategies(vec![Strategy {
                first: First::Either,
                losing: vec!["1,0".to_owned()],
            }]),
        })
    );
    assert_eq!(
        Certificate::parse(VALUE).unwrap(),
        Certificate::Value(ValueCertificate {
            game: "nim".to_owned(),
            position: "3,4,6".to_owned(),
            value: Nimber(1),
        })
    );
}

#[test]
fn values_are_read_as_they_are_written() {
    for (value, text) in [(0, "0"), (1, "*"), (2, "*2"), (17, "*17")] {
        let file = VALUE.replace("\"*\"", &format!("\"{text}\""));
        let Ok(Certificate::Value(read)) = Certificate::parse(&file) else { panic!("{file}") };
        assert_eq!(read.value, Nimber(value));
        assert_eq!(Certificate::Value(read).to_json(), file);
    }
}

#[test]
fn certificates_about_games_are_not_about_graphs() {
    assert!(GOLDEN.iter().all(|text| !Certificate::parse(text).unwrap().is_about_graph()));
    for (empty, one) in [
        (Terms::NimValues(vec![]), Terms::NimValues(vec![0])),
        (Terms::Outcomes(vec![]), Terms::Outcomes(vec![Outcome::P])),
    ] {
        assert!(empty.is_empty() && !one.is_empty());
    }
}

/// Where the error is, and words that it must contain.
fn assert_unreadable(text: &str, line: usize, words: &str) {
    match Certificate::parse(text) {
        Err(CertificateError::Unreadable { line: found, column, problem }) => {
            assert!(problem.contains(words), "{problem}");
            assert_eq!(found, line, "{problem}");
            assert!(column > 0 || found == 0 || text.is_empty(), "{problem}");
        }
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn errors_point_at_the_line() {
    assert_unreadable("", 1, "EOF");
    assert_unreadable("[]", 1, "expected a certificate");
    assert_unreadable("\n\n3", 3, "expected a certificate");
    assert_unreadable("{}", 1, "missing field `bouton-certificate`");
    for (golden, from, to, line, words) in [
        (PERIOD, "\": 1,\n", "\": 2,\n", 2, "version 2"),
        (PERIOD, "\"period\",", "\"perriod\",", 3, "unknown variant `perriod`"),
        (PERIOD, "  \"game\"", "  \"gmae\"", 4, "unknown field `gmae`"),
        (PERIOD, "nim-value\"", "nimvalue\"", 5, "unknown variant"),
        (PERIOD, "\"period\": 7", "\"period\": -7", 7, "integer `-7`"),
        (PERIOD, "\"period\": 7", "\"period\": 7.5", 7, "floating point"),
        (PERIOD, "\"period\": 7", "\"period\": 100000000000000000000", 7, "1e+20"),
        (PERIOD, "2, 3, 2]", "2, 3, -2]", 8, "integer `-2`"),
        (PERIOD, "2, 3, 2]", "2, \"3\", 2]", 8, "string"),
        (PERIOD, "\"terms\": [0, 1, 0, 1, 2, 3, 2]", "\"terms\": 3", 8, "list of nim-values"),
        (PERIOD, "\"index\": 0", "\"index\": 0, \"more\": 0", 12, "unknown field `more`"),
        (PERIOD, "  \"of\"", "  \"game\": \"nim\",\n  \"of\"", 5, "duplicate field `game`"),
        (PERIOD, "7,\n  \"terms\"", "7\n  \"terms\"", 8, "expected `,`"),
        (OUTCOMES, "\"PN\"", "\"PX\"", 8, "letters N, P, L, R"),
        (STRATEGIES, "\"outcome\": \"N\"", "\"outcome\": \"D\"", 6, "letters N, P, L, R"),
        (STRATEGIES, "either", "Either", 11, "unknown variant `Either`"),
        (NIM_VALUES, "nim-values", "trust-me", 7, "unknown variant `trust-me`"),
        (NIM_SUM, "nim-sum", "fermat", 9, "unknown variant `fermat`"),
        (NIM_SUM, "  \"proof\"", "  \"value\": \"*\",\n  \"proof\"", 8, "unknown field `value`"),
        (VALUE, "\"*\"", "\"*1\"", 6, "written 0, *, *2"),
        (VALUE, "\"*\"", "\"*02\"", 6, "written 0, *, *2"),
        (VALUE, "\"*\"", "\"*+2\"", 6, "written 0, *, *2"),
        (VALUE, "\"*\"", "\"1\"", 6, "written 0, *, *2"),
        (VALUE, "\"*\"", "1", 6, "integer `1`"),
        (VALUE, "}\n", "} trailing", 7, "trailing"),
    ] {
        assert!(golden.contains(from), "{from}");
        assert_unreadable(&golden.replacen(from, to, 1), line, words);
    }
}

#[test]
fn every_field_is_needed() {
    for golden in GOLDEN {
        let optional = ["form", "nim_values", "winning_move"];
        let value: serde_json::Value = serde_json::from_str(golden).unwrap();
        for field in value.as_object().unwrap().keys() {
            let mut without = value.clone();
            without.as_object_mut().unwrap().remove(field);
            let read = Certificate::parse(&without.to_string());
            assert_eq!(read.is_ok(), optional.contains(&field.as_str()), "{field} of {golden}");
        }
    }
}

#[test]
fn terms_must_fit_what_they_are_of() {
    let letters = PERIOD.replace("[0, 1, 0, 1, 2, 3, 2]", "\"PNPNNNN\"");
    assert_eq!(Certificate::parse(&letters), Err(CertificateError::Terms { of: Of::NimValue }));
    let numbers = OUTCOMES.replace("\"PN\"", "[0, 1]");
    assert_eq!(Certificate::parse(&numbers), Err(CertificateError::Terms { of: Of::Outcome }));
}

#[test]
fn deep_and_long_texts_are_refused_without_harm() {
    for (open, close) in [("[", "]"), ("{\"kind\":", "}"), ("{\"x\":[", "]}")] {
        let deep = open.repeat(200_000) + "1" + &close.repeat(200_000);
        assert!(Certificate::parse(&deep).is_err());
        let inside = PERIOD.replace("\"subtraction:1,3,4\"", &deep);
        assert!(Certificate::parse(&inside).is_err());
    }
    let long = VALUE.replace("\"kind\"", &format!("\"{}\"", "x".repeat(1_000_000)));
    match Certificate::parse(&long) {
        Err(error) => assert!(error.to_string().len() < 300),
        Ok(_) => panic!("an unknown field was read"),
    }
    let control = VALUE.replace("\"value\":", "\"\\u001b[31mred\":");
    let error = Certificate::parse(&control).unwrap_err().to_string();
    assert!(error.contains("red") && !error.contains('\u{1b}'), "{error:?}");
}

/// A check that ends soon, whatever it is asked.
fn checked_with_small_limits(certificate: &Certificate) {
    let limits = Limits { memory: 1 << 20, steps: 1_000_000, ..Limits::default() };
    let _ = check(certificate, &limits);
}

fn periodicity() -> impl Generator<Value = Periodicity> {
    let number = || prop_oneof![0..20u64, any::<u64>()];
    (number(), number()).prop_map(|(preperiod, period)| Periodicity { preperiod, period })
}

fn outcome() -> impl Generator<Value = Outcome> {
    prop::sample::select(vec![Outcome::N, Outcome::P, Outcome::L, Outcome::R])
}

fn game() -> impl Generator<Value = String> {
    let names = [
        "nim",
        "nim/misere",
        "kayles",
        "octal:0.[3]",
        "octal:8.f",
        "octal:0.2/even-odd",
        "nimrod",
        "subtraction:1,1000000000000000000",
        "ending-partizan:2,3@LN",
        "grundy",
        "euclid",
        "digraph:0>1,1>0,1>2",
        "partizan-subtraction:1|2",
        "coins:ruler",
        "nim + kayles",
        "chomp",
        "real-nim:x^2",
        "dyadic-nim",
        "rational-nim",
        "moore:3",
        "fibonacci",
        "welter",
    ];
    prop_oneof![prop::sample::select(names.map(str::to_owned).to_vec()), any::<String>()]
}

fn position() -> impl Generator<Value = String> {
    prop_oneof![
        "[0-9]{1,2}(,[0-9]{1,2}){0,3}",
        "[0-9]{1,19}([;/,][0-9]{1,19}){0,3}",
        any::<String>()
    ]
}

fn terms() -> impl Generator<Value = Terms> {
    prop_oneof![
        prop::collection::vec(outcome(), 0..30).prop_map(Terms::Outcomes),
        prop::collection::vec(prop_oneof![0..4u64, any::<u64>()], 0..30).prop_map(Terms::NimValues),
    ]
}

fn proof() -> impl Generator<Value = Proof> {
    let first = prop::sample::select(vec![First::Left, First::Right, First::Either]);
    let strategy = (first, prop::collection::vec(position(), 0..5))
        .prop_map(|(first, losing)| Strategy { first, losing });
    prop_oneof![
        prop::collection::vec(strategy, 0..3).prop_map(Proof::Strategies),
        Just(Proof::NimValues),
        Just(Proof::Theorem(Theorem::NimSum)),
        Just(Proof::Theorem(Theorem::Structure)),
    ]
}

fn certificate() -> impl Generator<Value = Certificate> {
    let witness = (any::<u64>(), any::<u64>()).prop_map(|(prime, index)| Witness { prime, index });
    let witnesses = prop::collection::vec(witness, 0..3);
    let support = prop::option::of(periodicity());
    let period = (game(), prop::option::of(game()), terms(), periodicity(), support, witnesses)
        .prop_map(|(game, form, terms, periodicity, nim_values, witnesses)| {
            Certificate::Period(PeriodCertificate {
                game,
                form,
                terms,
                periodicity,
                nim_values,
                witnesses,
            })
        });
    let decided = (game(), position(), outcome(), prop::option::of(position()), proof()).prop_map(
        |(game, position, outcome, winning_move, proof)| {
            let certificate = PositionCertificate { game, position, outcome, winning_move, proof };
            Certificate::Position(certificate)
        },
    );
    let value = (game(), position(), any::<u64>()).prop_map(|(game, position, value)| {
        Certificate::Value(ValueCertificate { game, position, value: Nimber(value) })
    });
    prop_oneof![period, decided, value]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn certificates_are_read_back_and_checked_without_panic(certificate in certificate()) {
        let text = certificate.to_json();
        prop_assert!(text.ends_with("\n"));
        prop_assert_eq!(Certificate::parse(&text), Ok(certificate.clone()));
        checked_with_small_limits(&certificate);
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        prop_assert!(Certificate::parse(&text).is_err());
    }

    /// Bytes of a good file overwritten, inserted, removed: whatever is still read can be checked.
    #[test]
    fn damaged_files_are_read_or_refused(
        golden in prop::sample::select(GOLDEN.to_vec()),
        edits in prop::collection::vec(edit(), 1..5),
    ) {
        let text = damaged(golden, &edits, b"0123456789,\"{}[]*-");
        if let Ok(certificate) = Certificate::parse(&text) {
            prop_assert_eq!(Certificate::parse(&certificate.to_json()), Ok(certificate.clone()));
            checked_with_small_limits(&certificate);
        }
    }

    /// JSON of any shape under the right header.
    #[test]
    fn any_json_is_read_or_refused(
        kind in prop::sample::select(vec!["period", "position", "value"]),
        fields in prop::collection::vec((field(), json()), 0..9),
    ) {
        let mut object: serde_json::Map<String, serde_json::Value> = fields.into_iter().collect();
        object.insert("bouton-certificate".to_owned(), 1.into());
        object.insert("kind".to_owned(), kind.into());
        if let Ok(certificate) = Certificate::parse(&serde_json::Value::from(object).to_string()) {
            checked_with_small_limits(&certificate);
        }
    }
}

fn field() -> impl Generator<Value = String> {
    let fields = [
        "game",
        "of",
        "preperiod",
        "period",
        "terms",
        "nim_values",
        "witnesses",
        "position",
        "outcome",
        "winning_move",
        "proof",
        "value",
    ];
    prop::sample::select(fields.map(str::to_owned).to_vec())
}

fn json() -> impl Generator<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<u64>().prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        any::<String>().prop_map(Into::into),
        prop::sample::select(vec!["N", "PN", "*", "nim", "outcome", "nim-values"])
            .prop_map(Into::into),
    ];
    leaf.prop_recursive(4, 30, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Into::into),
            prop::collection::vec((field(), inner), 0..5)
                .prop_map(|fields| fields.into_iter().collect::<serde_json::Map<_, _>>().into()),
        ]
    })
}
