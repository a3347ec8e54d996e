//! The programs in `examples/` run, and what they assert holds.

#[path = "../examples/certificate.rs"]
mod certificate;
#[path = "../examples/own_rules.rs"]
mod own_rules;
#[path = "../examples/rule_text.rs"]
mod rule_text;
#[path = "../examples/solve.rs"]
mod solve;
#[path = "../examples/strategies.rs"]
mod strategies;

#[test]
fn the_examples_hold() {
    for example in
        [certificate::main, own_rules::main, rule_text::main, solve::main, strategies::main]
    {
        example().unwrap();
    }
}

/// A program that is not listed above would not be run.
#[test]
fn every_example_is_run() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let source = include_str!("examples.rs");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(source.contains(&format!("\"../examples/{name}\"")), "{name} is not run");
        count += 1;
    }
    assert_eq!(count, 5);
}
