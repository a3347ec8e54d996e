//! `bouton-check-graph` on whole files: what it says, and its exit codes.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::process::Command;

use bouton_certify::{
    Certificate, Direction, GraphCertificate, GraphClaim, GraphSource, VertexSet,
};
use bouton_graphs::Digraph;

fn run(files: &[&str]) -> (i32, String) {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let mut command = Command::new(env!("CARGO_BIN_EXE_bouton-check-graph"));
    let output = command.args(files).current_dir(folder).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap(), String::from_utf8(said).unwrap())
}

fn write(name: &str, text: &str) {
    fs::write(format!("{}/{name}", env!("CARGO_TARGET_TMPDIR")), text).unwrap();
}

/// The losing vertices of the path 0 → 1 → 2 are 0 and 2.
fn structure(graph: GraphSource, losing: Vec<u32>) -> String {
    let losing = VertexSet::List(losing);
    let claim = GraphClaim::Structure { direction: Direction::Game, losing };
    Certificate::Graph(GraphCertificate { graph, claim }).to_json()
}

#[test]
fn structures_are_checked_with_and_without_the_graph() {
    let path = Digraph::from_edges(3, [(0, 1), (1, 2)]);
    write("digest.json", &structure(GraphSource::digest(&path), vec![0, 2]));
    write("path.txt", "0 1\n\n1 2\n");
    write("other.txt", "0 1\n2 1\n");
    write("names.txt", "0 1 a\n");
    write("wrong.json", &structure(GraphSource::digest(&path), vec![0]));
    let (code, said) = run(&["digest.json", "path.txt"]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("the SHA-256 is that of the certificate"), "{said}");
    for (certificate, edges) in
        [("digest.json", "other.txt"), ("wrong.json", "path.txt"), ("digest.json", "names.txt")]
    {
        let (code, said) = run(&[certificate, edges]);
        assert_eq!(code, 1, "{certificate} {edges}: {said}");
    }
    let (code, said) = run(&["digest.json"]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("give its edges as a second file"), "{said}");
}

#[test]
fn games_are_left_to_the_other_program() {
    write(
        "game.json",
        r#"{ "bouton-certificate": 1, "kind": "value", "game": "nim", "position": "1", "value": "*" }"#,
    );
    let (code, said) = run(&["game.json"]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("`bouton-check` checks such certificates"), "{said}");
    assert_eq!(run(&[]).0, 2);
    assert_eq!(run(&["--help"]).0, 0);
}
