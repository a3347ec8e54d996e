//! Certificates that the small checker leaves to the lab: boards, real-valued Nim, and files without the form of their
//! rules.

use bouton_certify::{Certificate, PositionCertificate, Proof, Rejection, Theorem};
use bouton_lab::certificates::check;
use bouton_lab::certify::certificate;
use bouton_lab::rules::{Game, Limits};
use bouton_lab::values::Outcome;
use bouton_lab::{Question, answer};
use bouton_values::Refusal;

const OUTCOMES: [Outcome; 5] = [Outcome::N, Outcome::P, Outcome::L, Outcome::R, Outcome::D];

fn holds(certificate: &PositionCertificate) -> Result<(), Rejection> {
    check(&Certificate::Position(certificate.clone()), &Limits::default()).map(|_| ())
}

fn by_proof(game: &str, heaps: &[u64], outcome: Outcome, proof: Proof) -> PositionCertificate {
    let position = heaps.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    PositionCertificate { game: game.to_owned(), position, outcome, winning_move: None, proof }
}

/// What no text, set or code defines is refused by the small checker with a sentence, and checked by the lab.
#[test]
fn boards_and_normalised_heaps_are_checked_by_the_lab_alone() {
    for (game, position) in [
        ("domineering", "...|..."),
        ("clobber/misere", "LRL|RLR"),
        ("toads-and-frogs + wythoff", "TT..FF;1,2"),
        ("domineering + nim", "..|..;2"),
        ("ending-partizan:2,3 + nim", "6;1"),
        ("ending-partizan:2,3@1,{0|-1} + nim", "5;1"),
    ] {
        let read = Game::parse(game).unwrap_or_else(|refusal| panic!("{game}: {refusal}"));
        let position = read.position(position).unwrap();
        let question = Question::solve(read, position);
        let written = certificate(&question, &answer(&question).unwrap()).unwrap();
        assert!(check(&written, &Limits::default()).is_ok(), "{game}");
        let small = bouton_certify::check(&written, &Limits::default());
        let Err(Rejection::Refused(refusal @ Refusal::Unsupported { .. })) = small else {
            panic!("{game}: {small:?}")
        };
        assert!(refusal.help().to_string().contains("bouton check"), "{game}");
        let Certificate::Position(right) = written else { panic!("{game}") };
        for outcome in OUTCOMES.into_iter().filter(|outcome| *outcome != right.outcome) {
            let wrong = PositionCertificate { outcome, winning_move: None, ..right.clone() };
            assert!(holds(&wrong).is_err(), "{game} as {outcome}");
        }
    }
}

/// A file of version 0.1 about a rule text has no `form`. The lab supplies it; the small checker says what is missing.
#[test]
fn the_form_of_old_files_is_supplied() {
    let old = r#"{
        "bouton-certificate": 1, "kind": "period", "game": "GAME", "of": "outcome", "preperiod": 1,
        "period": 1, "terms": "PN", "nim_values": { "preperiod": 71, "period": 12 }, "witnesses": []
    }"#;
    let rules = "game x; heaps h; move one h, k in 1 .. 2: h' = a + b where a + b = h - k";
    for game in ["kayles", rules] {
        let old = Certificate::parse(&old.replace("GAME", game)).unwrap();
        assert!(check(&old, &Limits::default()).is_ok(), "{game}");
        let small = bouton_certify::check(&old, &Limits::default());
        assert_eq!(small, Err(Rejection::FormMissing), "{game}");
    }
    let code = Certificate::parse(&old.replace("GAME", "octal:0.77")).unwrap();
    assert!(bouton_certify::check(&code, &Limits::default()).is_ok());
    let other = Certificate::parse(&old.replace("GAME", "grundy")).unwrap();
    assert!(check(&other, &Limits::default()).is_err());
}

/// Real-valued Nim on all positions with a few small piles, where the losing ones are computed here
/// with integers: b = φ(a) in quarters and sixteenths, and the exclusive or of binary expansions.
#[test]
fn game_structures_are_judged_rightly() {
    // Minkowski's ?, in eighths, at the first rationals of the Stern-Brocot tree.
    let tree: [(&str, u64); 10] = [
        ("0", 0),
        ("1/3", 2),
        ("2/5", 3),
        ("1/2", 4),
        ("3/5", 5),
        ("2/3", 6),
        ("1", 8),
        ("4/3", 10),
        ("3/2", 12),
        ("2", 16),
    ];
    let quarters: Vec<(String, u64)> = (0..12).map(|n| (format!("{n}/4"), n)).collect();
    let rationals: Vec<(String, u64)> = tree.map(|(text, n)| (text.to_owned(), n)).to_vec();
    let accepted = judge_structure("dyadic-nim", &quarters, |piles| piles[0] ^ piles[1] == 0)
        + judge_structure("rational-nim", &rationals, |piles| piles[0] ^ piles[1] == 0)
        + judge_structure("real-nim:x^2", &quarters, |piles| piles[0] * piles[0] == 4 * piles[1])
        + judge_structure("real-nim:2*x", &quarters, |piles| 2 * piles[0] == piles[1]);
    assert!(accepted > 300, "{accepted}");
    for game in ["nim", "wythoff"] {
        let proof = Proof::Theorem(Theorem::Structure);
        let verdict = holds(&by_proof(game, &[1, 1], Outcome::P, proof));
        assert!(matches!(verdict, Err(Rejection::DoesNotApply { .. })), "{game}: {verdict:?}");
    }
    for proof in [Proof::NimValues, Proof::Theorem(Theorem::NimSum), Proof::Strategies(vec![])] {
        let verdict = holds(&by_proof("dyadic-nim", &[1, 1], Outcome::P, proof));
        assert!(matches!(verdict, Err(Rejection::DoesNotApply { .. })), "{verdict:?}");
    }
}

/// All positions of two such piles, all claims, all winning moves; how many were accepted.
fn judge_structure(game: &str, piles: &[(String, u64)], is_losing: fn([u64; 2]) -> bool) -> usize {
    let positions: Vec<(String, [u64; 2])> = piles
        .iter()
        .flat_map(|(a, x)| piles.iter().map(move |(b, y)| (format!("{a},{b}"), [*x, *y])))
        .collect();
    let mut accepted = 0;
    for (text, from) in &positions {
        let right = |outcome| PositionCertificate {
            position: text.clone(),
            ..by_proof(game, &[], outcome, Proof::Theorem(Theorem::Structure))
        };
        let truth = if is_losing(*from) { Outcome::P } else { Outcome::N };
        for outcome in OUTCOMES {
            let verdict = holds(&right(outcome));
            assert_eq!(verdict.is_ok(), outcome == truth, "{game} {text} {outcome}: {verdict:?}");
        }
        for (option, to) in &positions {
            let is_option =
                (from[0] == to[0] && to[1] < from[1]) || (from[1] == to[1] && to[0] < from[0]);
            let certificate =
                PositionCertificate { winning_move: Some(option.clone()), ..right(truth) };
            let verdict = holds(&certificate);
            let expected = truth == Outcome::N && is_option && is_losing(*to);
            assert_eq!(verdict.is_ok(), expected, "{game} {text} to {option}: {verdict:?}");
            accepted += usize::from(expected);
        }
    }
    accepted
}
