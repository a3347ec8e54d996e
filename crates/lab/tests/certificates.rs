//! What the lab certifies, the checker accepts; and it accepts nothing else about the same position.

use bouton_lab::certificates::{Certificate, Rejection, check};
use bouton_lab::rules::{Game, Limits};
use bouton_lab::values::Outcome;
use bouton_lab::{Ask, Quantity, Question, answer, certify::certificate};
use toml::Table;

fn certify(question: &Question) -> Certificate {
    let found = answer(question).unwrap();
    let written = certificate(question, &found).unwrap();
    Certificate::parse(&written.to_json()).unwrap()
}

#[test]
fn certificates_of_all_cases_hold_and_other_outcomes_do_not() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suite/positions.toml");
    let suite: Table = std::fs::read_to_string(path).unwrap().parse().unwrap();
    for case in suite["case"].as_array().unwrap() {
        let game = Game::parse(case["game"].as_str().unwrap()).unwrap();
        let position = game.position(case["position"].as_str().unwrap()).unwrap();
        let written = certify(&Question::solve(game, position));
        let at = format!("{} {}", case["game"], case["position"]);
        check(&written, &Limits::default()).unwrap_or_else(|rejection| panic!("{at}: {rejection}"));
        let Certificate::Position(claim) = written else { panic!("{at}: a position was solved") };
        assert_eq!(claim.outcome.letter().to_string(), case["outcome"].as_str().unwrap(), "{at}");
        for outcome in [Outcome::N, Outcome::P, Outcome::L, Outcome::R] {
            if outcome != claim.outcome {
                let false_claim =
                    Certificate::Position(bouton_lab::certificates::PositionCertificate {
                        outcome,
                        ..claim.clone()
                    });
                let rejection = check(&false_claim, &Limits::default()).unwrap_err();
                assert!(
                    !matches!(rejection, Rejection::Refused(_)),
                    "{at} as {outcome}: {rejection}"
                );
            }
        }
    }
}

#[test]
fn larger_positions_and_real_ones_are_certified() {
    for (game, position) in [
        ("nim", "123456789012345678,987654321098765432"),
        ("nim/misere", "1000000007,1000000007"),
        ("antonim", "5,9,14,20"),
        ("octal:0.77", "300,12"),
        ("nimrod", "150,1"),
        ("nimrod", "1000,60"),
        ("wythoff", "24,40"),
        ("subtraction:1,3,4", "1000,77"),
        ("ending-partizan:2,5,7", "200"),
        ("real-nim:x^2", "3/2,4"),
        ("dyadic-nim", "3/4,1/2,5/4"),
        ("rational-nim", "2/3,1/3,1"),
        ("nim + wythoff", "5,6;3,4"),
        ("ending-partizan:2,3 + ending-partizan:1", "3;2"),
        ("digraph:0>1,1>0,1>2", "1"),
    ] {
        let game = Game::parse(game).unwrap();
        let position = game.position(position).unwrap();
        let written = certify(&Question::solve(game.clone(), position));
        let verified = check(&written, &Limits::default());
        assert!(verified.is_ok(), "{}: {verified:?}", game.text());
    }
}

#[test]
fn periods_are_certified() {
    for (game, of) in [
        ("subtraction:1,3,4", Quantity::Outcome),
        ("subtraction:1,3,4", Quantity::NimValue),
        ("subtraction:2,70/misere", Quantity::Outcome),
        ("ending-partizan:2,3", Quantity::Outcome),
        ("ending-partizan:2,3,6", Quantity::Outcome),
        ("ending-partizan:2,3@NL", Quantity::Outcome),
        ("partizan-subtraction:1,2|1,3", Quantity::Outcome),
        ("octal:0.77", Quantity::NimValue),
        ("octal:0.77", Quantity::Outcome),
        ("octal:0.07", Quantity::NimValue),
        ("dawsons-chess", Quantity::Outcome),
        ("octal:4.0", Quantity::NimValue),
    ] {
        for to in [0, 500] {
            let ask = Ask::Sequence { of, to, row: None };
            let written = certify(&Question::new(Game::parse(game).unwrap(), ask));
            let verified = check(&written, &Limits::default());
            assert!(verified.is_ok(), "{game} {of:?}: {verified:?}");
        }
    }
}

#[test]
fn what_is_not_proved_is_not_certified() {
    let game = Game::parse("digraph:0>1,1>0").unwrap();
    let question = Question::solve(game.clone(), game.position("0").unwrap());
    let found = answer(&question).unwrap();
    assert!(certificate(&question, &found).is_err());
    for game in ["officers", "subtraction:2+", "nim"] {
        let ask = Ask::Sequence { of: Quantity::NimValue, to: 50, row: None };
        let question = Question::new(Game::parse(game).unwrap(), ask);
        let found = answer(&question).unwrap();
        assert!(certificate(&question, &found).is_err(), "{game}");
    }
}
