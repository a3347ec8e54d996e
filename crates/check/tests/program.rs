//! `bouton-check` on whole files: what it says, and its exit codes.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::Write;
use std::process::{Command, Stdio};

/// The exit code and what is printed, on either stream, for a certificate on standard input.
fn run(options: &[&str], certificate: &str) -> (i32, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bouton-check"))
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(certificate.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap(), String::from_utf8(said).unwrap())
}

const KAYLES: &str = r#"{
    "bouton-certificate": 1, "kind": "period", "game": "kayles", "form": "octal:0.77",
    "of": "outcome", "preperiod": 1, "period": 1, "terms": "PN",
    "nim_values": { "preperiod": 71, "period": 12 }, "witnesses": []
}"#;

#[test]
fn certificates_hold_or_not() {
    let (code, said) = run(&["-"], KAYLES);
    assert_eq!(code, 0, "{said}");
    assert!(said.starts_with("the certificate holds\n  all 2 terms"), "{said}");
    let (code, said) = run(&["-"], &KAYLES.replace("0.77", "0.07"));
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("the text and the form of the certificate allow different"), "{said}");
    let (code, said) = run(&["--json", "-"], &KAYLES.replace("PN", "PP"));
    assert_eq!(
        (code, said.as_str()),
        (1, "{\"holds\":false,\"reasons\":[\"term 1 is N, not P\"]}\n")
    );
}

/// What lies outside is refused with a sentence that says who checks it.
#[test]
fn what_is_left_to_others_is_said() {
    let position = |game: &str, position: &str| {
        format!(
            r#"{{ "bouton-certificate": 1, "kind": "position", "game": "{game}",
                 "position": "{position}", "outcome": "P", "proof": "nim-values" }}"#
        )
    };
    let graph = r#"{ "bouton-certificate": 1, "kind": "structure",
        "graph": { "vertices": 1, "edges": [] }, "direction": "game", "losing": [0] }"#;
    for (certificate, sentence) in [
        (KAYLES.replace(r#""form": "octal:0.77","#, ""), "`bouton check` can supply it"),
        (position("domineering", "..|.."), "boards, real-valued Nim"),
        (position("dyadic-nim", "1/2,1/2"), "boards, real-valued Nim"),
        (position("ending-partizan:2,3 + nim", "1;1"), "`bouton check`"),
        (graph.to_owned(), "is about a digraph"),
        ("{}".to_owned(), "this is not a certificate"),
    ] {
        let (code, said) = run(&["-"], &certificate);
        assert_eq!(code, 2, "{said}");
        assert!(said.contains(sentence), "{said}");
    }
}

#[test]
fn usage_and_limits_have_their_codes() {
    let (code, said) = run(&["--help"], "");
    assert_eq!(code, 0);
    assert!(said.contains("bouton-check kayles.json"), "{said}");
    for options in [&[][..], &["--fast", "-"], &["a", "b"], &["no/such/file"]] {
        assert_eq!(run(options, "").0, 2, "{options:?}");
    }
    let far = r#"{ "bouton-certificate": 1, "kind": "value", "game": "nim",
                   "position": "1000000000000000000", "value": "*2" }"#;
    assert_eq!(run(&["-"], far).0, 3);
}
