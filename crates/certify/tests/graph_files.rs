//! The file format of certificates about digraphs: what is written is read back, and nothing that is
//! read makes anything panic.

use crate::common::damage::{damaged, edit};

use bouton_certify::{
    Certificate, CertificateError, Direction, GraphCertificate, GraphClaim, GraphSource, Label,
    Refutation, Rejection, VertexSet, Vertices, check, check_with_graph,
};
use bouton_graphs::Digraph;
use bouton_values::Limits;
use proptest::prelude::{Just, ProptestConfig, any, prop, prop_assert_eq, prop_oneof};
use proptest::proptest;
use proptest::strategy::Strategy;

const STRUCTURE: &str = r#"{
  "bouton-certificate": 1,
  "kind": "structure",
  "graph": {
    "vertices": ["a", "b", "c\"\u0007"],
    "edges": [[0, 1], [1, 2]]
  },
  "direction": "game",
  "losing": [0, 2]
}
"#;

const BITS: &str = r#"{
  "bouton-certificate": 1,
  "kind": "structure",
  "graph": {
    "vertices": 9,
    "edges": [[0, 8], [1, 8], [2, 8], [3, 8], [4, 8], [5, 8], [6, 8], [7, 8]]
  },
  "direction": "both",
  "losing": "ff00"
}
"#;

const NONE: &str = r#"{
  "bouton-certificate": 1,
  "kind": "no-structure",
  "graph": {
    "vertices": 3,
    "edges": [[0, 1], [1, 2], [2, 0]]
  },
  "direction": "cogame",
  "proof": [
    [-1],
    {"delete": 0},
    []
  ]
}
"#;

const ONLY: &str = r#"{
  "bouton-certificate": 1,
  "kind": "only-structure",
  "graph": {
    "vertices": ["start", "end"],
    "edges": [[0, 1]]
  },
  "direction": "game",
  "losing": [1],
  "proof": [
    [2],
    []
  ]
}
"#;

const ALL: &str = r#"{
  "bouton-certificate": 1,
  "kind": "all-structures",
  "graph": {
    "vertices": 9,
    "edges": [[0, 1], [1, 0], [2, 0], [3, 0], [4, 0], [5, 0], [6, 0], [7, 0], [8, 0]]
  },
  "direction": "game",
  "structures": [
    [0],
    "fe01"
  ],
  "proof": [
    []
  ]
}
"#;

const LABELS: &str = r#"{
  "bouton-certificate": 1,
  "kind": "labels",
  "graph": {
    "vertices": 4,
    "edges": [[0, 1], [2, 2], [2, 0], [3, 3], [3, 2]]
  },
  "labels": ["W1", "L0", "D", "D"]
}
"#;

const DIGEST: &str = r#"{
  "bouton-certificate": 1,
  "kind": "structure",
  "graph": {
    "vertices": 3,
    "edges": 2,
    "sha256": "1c1f52f06bfa5b5567a3ef7f71f2bde8376dc9ae4558d6c5689f2fca97ca7a5c"
  },
  "direction": "game",
  "losing": [0, 2]
}
"#;

const GOLDEN: [&str; 7] = [STRUCTURE, BITS, NONE, ONLY, ALL, LABELS, DIGEST];

fn path() -> Digraph {
    Digraph::from_edges(3, [(0, 1), (1, 2)])
}

#[test]
fn golden_files_are_read_and_written_again() {
    for text in GOLDEN {
        let certificate = Certificate::parse(text).unwrap();
        assert_eq!(certificate.to_json(), text);
        assert!(certificate.is_about_graph());
    }
}

#[test]
fn golden_files_are_checked() {
    let holds = |text: &str| check(&Certificate::parse(text).unwrap(), &Limits::default());
    for text in [NONE, ONLY, ALL, LABELS] {
        assert!(holds(text).is_ok_and(|sentences| sentences.len() > 1), "{text}");
    }
    assert!(holds(&STRUCTURE.replace("\\u0007", "")).is_ok());
    assert!(holds(STRUCTURE).unwrap_err().to_string().contains("1 to 200 characters"));
    assert!(holds(BITS).unwrap_err().to_string().contains("8 is said to win"));
    assert!(holds(&BITS.replace("both", "cogame")).is_ok());
    let digest = Certificate::parse(DIGEST).unwrap();
    assert!(matches!(check(&digest, &Limits::default()), Err(Rejection::Graph(_))));
    assert!(check_with_graph(&digest, &path(), &Limits::default()).is_ok());
}

#[test]
fn the_sentences_say_what_was_verified() {
    let sentences = check(&Certificate::parse(ONLY).unwrap(), &Limits::default()).unwrap();
    assert_eq!(
        sentences,
        [
            "the graph has 2 vertices and 1 edge",
            "no edge joins two losing vertices",
            "every other vertex has an edge to a losing one",
            "so this is a game structure: 1 losing, 1 winning",
            "by unit propagation, a contradiction follows from the graph's clauses and that one of \
             the losing vertices wins in 2 steps",
            "so there is no other game structure",
        ]
    );
    let sentences = check(&Certificate::parse(ALL).unwrap(), &Limits::default()).unwrap();
    assert_eq!(
        sentences,
        [
            "the graph has 9 vertices and 9 edges",
            "in each of the 2 sets, no edge joins two losing vertices",
            "every other vertex has an edge to a losing one",
            "so each of them is a game structure, and no two are equal",
            "by unit propagation, a contradiction follows from the graph's clauses and that one of \
             the losing vertices of each wins in 1 step",
            "so there is no other game structure: there are exactly 2",
        ]
    );
    let sentences = check(&Certificate::parse(NONE).unwrap(), &Limits::default()).unwrap();
    assert_eq!(
        sentences,
        [
            "the graph has 3 vertices and 3 edges",
            "by unit propagation, a contradiction follows from the graph's clauses in 3 steps",
            "so there is no cogame structure",
        ]
    );
    let fewer = LABELS.replace("\"vertices\": 4", "\"vertices\": 3");
    let fewer = fewer.replace(", [3, 3], [3, 2]", "").replace("\"D\", \"D\"", "\"D\"");
    for (text, graph, drawn) in [
        (LABELS, "the graph has 4 vertices and 5 edges", "2 vertices"),
        (&fewer, "the graph has 3 vertices and 3 edges", "1 vertex"),
    ] {
        let sentences = check(&Certificate::parse(text).unwrap(), &Limits::default()).unwrap();
        let drawn =
            format!("from {drawn} both players can go on for ever, and neither can force a win");
        assert_eq!(
            sentences,
            [
                graph,
                "from 1 vertex the player to move wins, by moves along which the ranks fall",
                "from 1 vertex the player to move loses: every move lets the opponent win",
                &drawn,
            ]
        );
    }
    // The list may have any length; what is written has the kind of that length.
    let only = ONLY.replace("only-structure", "all-structures");
    let only = only.replace("\"losing\": [1]", "\"structures\": [[1]]");
    assert_eq!(Certificate::parse(&only), Certificate::parse(ONLY));
    let twice = ALL.replace("\"fe01\"", "\"0100\"");
    let rejection = check(&Certificate::parse(&twice).unwrap(), &Limits::default()).unwrap_err();
    assert!(
        rejection.to_string().contains("structure 2 is the same as structure 1"),
        "{rejection}"
    );
}

#[test]
fn the_fields_mean_what_they_say() {
    let mut proof = Refutation::new();
    proof.add(&[-1]);
    proof.delete(0);
    proof.add(&[]);
    let edges = vec![(0, 1), (1, 2), (2, 0)];
    assert_eq!(
        Certificate::parse(NONE).unwrap(),
        Certificate::Graph(GraphCertificate {
            graph: GraphSource::Embedded { vertices: Vertices::Count(3), edges },
            claim: GraphClaim::AllStructures {
                direction: Direction::Cogame,
                structures: Vec::new(),
                proof
            },
        })
    );
    let Ok(Certificate::Graph(digest)) = Certificate::parse(DIGEST) else { panic!("a graph") };
    assert_eq!(digest.graph, GraphSource::digest(&path()));
    let Ok(Certificate::Graph(labels)) = Certificate::parse(LABELS) else { panic!("a graph") };
    let expected = vec![Label::Win(1), Label::Lose(0), Label::Draw, Label::Draw];
    assert_eq!(labels.claim, GraphClaim::Labels { labels: expected });
}

/// Where the error is, and words that it must contain.
fn assert_unreadable(text: &str, line: usize, words: &str) {
    match Certificate::parse(text) {
        Err(CertificateError::Unreadable { line: found, problem, .. }) => {
            assert!(problem.contains(words), "{problem}");
            assert_eq!(found, line, "{problem}");
        }
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn errors_point_at_the_line() {
    for (golden, from, to, line, words) in [
        (STRUCTURE, "\"structure\"", "\"structur\"", 3, "unknown variant `structur`"),
        (STRUCTURE, "[\"a\",", "[1,", 5, "integer `1`"),
        (STRUCTURE, "[0, 1],", "[0],", 6, "invalid length 1"),
        (STRUCTURE, "[0, 1],", "[0, 1, 2],", 6, "trailing characters"),
        (STRUCTURE, "[0, 1],", "[0, -1],", 6, "integer `-1`"),
        (STRUCTURE, "[0, 1],", "[0, 4294967296],", 6, "4294967296"),
        (STRUCTURE, "[1, 2]]", "[1, 2]], \"weights\": []", 6, "unknown field `weights`"),
        (STRUCTURE, "[1, 2]]", "[1, 2]], \"sha256\": \"00\"", 6, "64 hexadecimal digits"),
        (STRUCTURE, "\"game\"", "\"games\"", 8, "unknown variant `games`"),
        (STRUCTURE, "[0, 2]", "[0, 2.5]", 9, "floating point"),
        (STRUCTURE, "[0, 2]", "5", 9, "a list of vertices"),
        (STRUCTURE, "[0, 2]", "[0, 2], \"proof\": []", 9, "unknown field `proof`"),
        (BITS, "\"ff00\"", "\"ff0\"", 9, "pairs of the digits"),
        (BITS, "\"ff00\"", "\"FF00\"", 9, "pairs of the digits"),
        (BITS, "\"ff00\"", "\"ffé0\"", 9, "pairs of the digits"),
        (BITS, "\"vertices\": 9", "\"vertices\": -9", 5, "integer `-9`"),
        (BITS, "\"vertices\": 9", "\"vertices\": 1e3", 5, "floating point"),
        (BITS, "\"vertices\": 9", "\"vertices\": true", 5, "the number of vertices or a list of"),
        (NONE, "[-1]", "[-1, null]", 10, "null"),
        (NONE, "[-1]", "[-2147483649]", 10, "-2147483649"),
        (NONE, "[-1]", "-1", 10, "a list of literals"),
        (NONE, "[\n    [-1],\n    {\"delete\": 0},\n    []\n  ]", "1", 9, "the steps of a proof"),
        (NONE, "\"delete\"", "\"remove\"", 11, "unknown field `remove`"),
        (NONE, "{\"delete\": 0}", "{\"delete\": 0, \"delete\": 0}", 11, "duplicate field"),
        (NONE, "{\"delete\": 0}", "{}", 11, "missing field `delete`"),
        (LABELS, "\"W1\"", "\"W01\"", 8, "a label"),
        (LABELS, "\"W1\"", "\"W\"", 8, "a label"),
        (LABELS, "\"W1\"", "\"W+1\"", 8, "a label"),
        (LABELS, "\"W1\"", "\"D0\"", 8, "a label"),
        (LABELS, "\"W1\"", "\"\"", 8, "a label"),
        (LABELS, "\"W1\"", "\"é\"", 8, "a label"),
        (LABELS, "\"W1\"", "\"W4294967296\"", 8, "a label"),
        (DIGEST, "\"edges\": 2", "\"edges\": [[0, 1]]", 8, "a graph has a list of edges, or"),
        (DIGEST, "\"vertices\": 3", "\"vertices\": [\"a\"]", 8, "a graph has a list of edges, or"),
        (DIGEST, "\"edges\": 2,", "\"edges\": 2, \"edges\": 2,", 6, "duplicate field `edges`"),
    ] {
        assert!(golden.contains(from), "{from}");
        assert_unreadable(&golden.replacen(from, to, 1), line, words);
    }
}

#[test]
fn every_field_is_needed() {
    for golden in GOLDEN {
        let value: serde_json::Value = serde_json::from_str(golden).unwrap();
        for field in value.as_object().unwrap().keys() {
            let mut without = value.clone();
            without.as_object_mut().unwrap().remove(field);
            assert!(Certificate::parse(&without.to_string()).is_err(), "{field} of {golden}");
        }
        for field in value["graph"].as_object().unwrap().keys() {
            let mut without = value.clone();
            without["graph"].as_object_mut().unwrap().remove(field);
            assert!(Certificate::parse(&without.to_string()).is_err(), "{field} of {golden}");
        }
    }
}

fn checked_with_small_limits(certificate: &Certificate) {
    let limits = Limits { memory: 1 << 20, steps: 1_000_000, ..Limits::default() };
    let _ = check(certificate, &limits);
    let _ = check_with_graph(certificate, &path(), &limits);
}

fn graph() -> impl Strategy<Value = GraphSource> {
    let vertices = prop_oneof![
        (0..6u64).prop_map(Vertices::Count),
        any::<u64>().prop_map(Vertices::Count),
        prop::collection::vec(any::<String>(), 0..5).prop_map(Vertices::Names),
        prop::collection::vec("[a-e]", 0..5).prop_map(Vertices::Names),
    ];
    let vertex = || prop_oneof![9 => 0..6u32, 1 => any::<u32>()];
    let edges = prop::collection::vec((vertex(), vertex()), 0..8);
    prop_oneof![
        (vertices, edges).prop_map(|(vertices, edges)| GraphSource::Embedded { vertices, edges }),
        (any::<u64>(), any::<u64>(), any::<[u8; 32]>())
            .prop_map(|(vertices, edges, sha256)| GraphSource::Digest { vertices, edges, sha256 }),
    ]
}

fn set() -> impl Strategy<Value = VertexSet> {
    prop_oneof![
        prop::collection::vec(0..6u32, 0..5).prop_map(VertexSet::List),
        prop::collection::vec(any::<u32>(), 0..5).prop_map(VertexSet::List),
        prop::collection::vec(any::<u8>(), 0..5).prop_map(VertexSet::Bits),
    ]
}

fn proof() -> impl Strategy<Value = Refutation> {
    let literal = prop_oneof![9 => -6..7i32, 1 => any::<i32>()];
    let step = prop_oneof![
        4 => prop::collection::vec(literal, 0..4).prop_map(Ok),
        1 => prop_oneof![0..6usize, any::<usize>()].prop_map(Err),
    ];
    prop::collection::vec(step, 0..8).prop_map(|steps| {
        let mut proof = Refutation::new();
        for step in steps {
            match step {
                Ok(clause) => proof.add(&clause),
                Err(target) => proof.delete(target),
            };
        }
        proof
    })
}

fn certificate() -> impl Strategy<Value = Certificate> {
    let direction = prop::sample::select(vec![Direction::Game, Direction::Cogame, Direction::Both]);
    let label = prop_oneof![
        any::<u32>().prop_map(Label::Win),
        (0..4u32).prop_map(Label::Win),
        (0..4u32).prop_map(Label::Lose),
        Just(Label::Draw),
    ];
    let claim = prop_oneof![
        (direction.clone(), set())
            .prop_map(|(direction, losing)| GraphClaim::Structure { direction, losing }),
        (direction, prop::collection::vec(set(), 0..4), proof()).prop_map(
            |(direction, structures, proof)| GraphClaim::AllStructures {
                direction,
                structures,
                proof
            }
        ),
        prop::collection::vec(label, 0..6).prop_map(|labels| GraphClaim::Labels { labels }),
    ];
    (graph(), claim)
        .prop_map(|(graph, claim)| Certificate::Graph(GraphCertificate { graph, claim }))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn certificates_are_read_back_and_checked_without_panic(certificate in certificate()) {
        let text = certificate.to_json();
        prop_assert_eq!(Certificate::parse(&text), Ok(certificate.clone()));
        checked_with_small_limits(&certificate);
    }

    /// Bytes of a good file overwritten, inserted, removed: whatever is still read can be checked.
    #[test]
    fn damaged_files_are_read_or_refused(
        golden in prop::sample::select(GOLDEN.to_vec()),
        edits in prop::collection::vec(edit(), 1..5),
    ) {
        let text = damaged(golden, &edits, b"0123456789,\"{}[]LWD-");
        if let Ok(certificate) = Certificate::parse(&text) {
            prop_assert_eq!(Certificate::parse(&certificate.to_json()), Ok(certificate.clone()));
            checked_with_small_limits(&certificate);
        }
    }

    /// JSON of any shape under the right header.
    #[test]
    fn any_json_is_read_or_refused(
        kind in prop::sample::select(
            vec!["structure", "no-structure", "only-structure", "all-structures", "labels"]
        ),
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

fn field() -> impl Strategy<Value = String> {
    let fields = ["graph", "direction", "losing", "structures", "proof", "labels"];
    let of_graphs = ["vertices", "edges", "sha256"];
    let fields = fields.into_iter().chain(of_graphs).map(str::to_owned);
    prop::sample::select(fields.collect::<Vec<_>>())
}

fn json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        (0..5u64).prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<String>().prop_map(Into::into),
        prop::sample::select(vec!["game", "both", "W1", "D", "05"]).prop_map(Into::into),
    ];
    leaf.prop_recursive(4, 30, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Into::into),
            prop::collection::vec((field(), inner), 0..5)
                .prop_map(|fields| fields.into_iter().collect::<serde_json::Map<_, _>>().into()),
        ]
    })
}
