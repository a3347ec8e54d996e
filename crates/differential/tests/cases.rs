//! The texts that were once wrong, by every engine that knows them.

use std::collections::BTreeSet;

use bouton_lab::rules::{Game, Refusal};
use bouton_lab::{Question, answer};
use bouton_values::{Outcome, Player};
use toml::{Table, Value};

fn player(name: &str) -> Option<Player> {
    match name {
        "left" => Some(Player::Left),
        "right" => Some(Player::Right),
        "draw" => None,
        other => panic!("`{other}` is neither left nor right nor draw"),
    }
}

fn texts(value: &Value) -> BTreeSet<String> {
    let list = value.as_array().unwrap().iter();
    list.map(|text| text.as_str().unwrap().to_owned()).collect()
}

fn check(case: &Table, game: &Game, engine: Option<&str>) -> bool {
    let position = game.position(case["position"].as_str().unwrap()).unwrap();
    let question = Question {
        limits: bouton_differential::compare::limits(),
        engine: engine.map(str::to_owned),
        ..Question::solve(game.clone(), position)
    };
    let found = match answer(&question) {
        Ok(found) => found,
        Err(Refusal::Unsupported { .. }) if engine == Some("bytecode") => return false,
        Err(refusal) => panic!("{case}: {refusal}"),
    };
    let solution = found.solution().unwrap();
    let by = format!("{case} by {}", found.engine);
    let first: Vec<String> = case["first"]
        .as_array()
        .unwrap()
        .iter()
        .map(|name| name.as_str().unwrap().to_owned())
        .collect();
    assert_eq!(
        solution.outcome,
        Outcome::from_winners(player(&first[0]), player(&first[1])),
        "{by}"
    );
    for (name, mover) in [("left", Player::Left), ("right", Player::Right)] {
        if let Some(wanted) = case.get(name) {
            let got = solution.winning(mover).iter().map(ToString::to_string).collect();
            assert_eq!(texts(wanted), got, "{by}");
        }
    }
    if let (Some(wanted), Some(got)) = (case.get("value"), &solution.value) {
        assert_eq!(wanted.as_str().unwrap(), got.to_string(), "{by}");
    }
    true
}

#[test]
fn what_was_once_wrong_is_right() {
    let file: Table = include_str!("../cases/once-wrong.toml").parse().unwrap();
    let cases = file["case"].as_array().unwrap();
    let mut by_bytecode = 0;
    for case in cases {
        let case = case.as_table().unwrap();
        let text = case["game"].as_str().unwrap();
        let written = Game::as_written(text).unwrap();
        check(case, &Game::parse(text).unwrap(), None);
        check(case, &written, Some("oracle"));
        by_bytecode += u32::from(check(case, &written, Some("bytecode")));
    }
    assert!(by_bytecode > 0);
}
