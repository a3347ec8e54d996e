//! The shared cases: every engine that accepts a case runs it, and the plan names the right one.

use bouton_engines::LADDER;
use bouton_lab::rules::{Game, Position};
use bouton_lab::{Question, answer, plan};
use toml::Table;

fn cases() -> Vec<Table> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suite/positions.toml");
    let text = std::fs::read_to_string(path).expect("the suite lies beside the crates");
    let suite: Table = text.parse().expect("the suite is TOML");
    let cases = suite["case"].as_array().expect("the suite has cases");
    cases.iter().map(|case| case.as_table().expect("a case is a table").clone()).collect()
}

fn texts(positions: &[Position]) -> Vec<String> {
    let mut sorted = positions.to_vec();
    sorted.sort();
    sorted.iter().map(ToString::to_string).collect()
}

fn list(case: &Table, field: &str) -> Vec<String> {
    let items = case[field].as_array().expect("a list");
    items.iter().map(|item| item.as_str().expect("a text").to_owned()).collect()
}

fn question(case: &Table) -> Question {
    let game = Game::parse(case["game"].as_str().expect("a game")).unwrap();
    let position = game.position(case["position"].as_str().expect("a position")).unwrap();
    Question::solve(game, position)
}

#[test]
fn every_engine_that_accepts_a_case_agrees_with_it() {
    let mut runs = 0;
    let mut answered = std::collections::BTreeSet::new();
    for case in cases() {
        for engine in LADDER {
            let asked = Question { engine: Some(engine.name().to_owned()), ..question(&case) };
            if plan(&asked).is_err() {
                continue;
            }
            let found = answer(&asked).unwrap();
            let solution = found.solution().unwrap();
            let at = format!("{} on {} {}", engine.name(), case["game"], case["position"]);
            assert_eq!(
                solution.outcome.letter().to_string(),
                case["outcome"].as_str().unwrap(),
                "{at}"
            );
            assert_eq!(texts(&solution.left), list(&case, "left"), "{at}");
            assert_eq!(texts(&solution.right), list(&case, "right"), "{at}");
            let value = solution.nim_value().map(|value| value.to_string());
            assert_eq!(value.as_deref(), case.get("value").and_then(|v| v.as_str()), "{at}");
            answered.insert(engine.name());
            runs += 1;
        }
    }
    // Every case is run by the oracle at least; most by an engine too.
    assert!(runs > cases().len(), "{runs} runs of {} cases", cases().len());
    assert!(answered.len() >= 14, "only {answered:?} took part");
}

#[test]
fn the_plan_names_the_engine() {
    let mut named = 0;
    for case in cases() {
        let Some(engine) = case.get("engine").and_then(|engine| engine.as_str()) else { continue };
        let asked = question(&case);
        let chosen = plan(&asked).unwrap().engine.name();
        assert_eq!(chosen, engine, "{} {}", case["game"], case["position"]);
        named += 1;
    }
    assert!(named > 50, "only {named} cases name an engine");
}
