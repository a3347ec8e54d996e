//! The games that are texts: what is recognised of them is what the engines were made for.

use std::sync::Arc;

use crate::catalogue;
use crate::code::TakeAndBreakCode;
use crate::ending::{Ending, TerminalLabels};
use crate::families::{
    DistinctRules, EuclidRules, HeapMoves, HeapRules, LatticeMove, LatticeRules, LimitRules,
    MooreRules, RateRules,
};
use crate::game::Game;
use crate::games::chomp::Chomp;
use crate::games::coins::Turning;
use crate::games::grundy::UnequalSplit;
use crate::set::SubtractionSet;
use crate::spec::Spec;
use bouton_values::Outcome;

fn heaps(moves: HeapMoves) -> Spec {
    Spec::Heap(HeapRules::new(moves))
}

fn code(text: &str) -> Spec {
    heaps(HeapMoves::Code(TakeAndBreakCode::parse(text).unwrap()))
}

fn subtract(left: &str, right: &str) -> HeapMoves {
    let [left, right] = [left, right].map(|text| SubtractionSet::parse(text).unwrap());
    HeapMoves::Subtract { left, right }
}

fn walk(names: &[&str], vectors: &[&[u64]], ray: bool) -> Spec {
    let moves = vectors.iter().map(|vector| LatticeMove { vector: vector.to_vec(), ray });
    let names = names.iter().map(ToString::to_string).collect();
    Spec::Lattice(LatticeRules { names, moves: moves.collect() })
}

fn turning(alone: bool, with_one: bool, with_two: bool, row: bool) -> Spec {
    heaps(HeapMoves::Rule(Arc::new(Turning { alone, with_one, with_two, row })))
}

fn expected() -> Vec<(&'static str, Spec)> {
    vec![
        ("nim", heaps(HeapMoves::Any)),
        ("antonim", Spec::Distinct(DistinctRules { zeros_repeat: true })),
        ("welter", Spec::Distinct(DistinctRules { zeros_repeat: false })),
        ("subtraction:1,3,4", heaps(subtract("1,3,4", "1,3,4"))),
        ("subtraction:2+", heaps(subtract("2+", "2+"))),
        ("subtraction:3,4+2k", heaps(subtract("3,4+2k", "3,4+2k"))),
        ("subtraction:7,1000000000", heaps(subtract("7,1000000000", "7,1000000000"))),
        ("partizan-subtraction:1,2|1,3", heaps(subtract("1,2", "1,3"))),
        ("partizan-subtraction:2+|1,3", heaps(subtract("2+", "1,3"))),
        ("nimrod", Spec::Rate(RateRules { reach: 1 })),
        ("nimrod:2", Spec::Rate(RateRules { reach: 2 })),
        ("nimrod:1000", Spec::Rate(RateRules { reach: 1000 })),
        ("wythoff", walk(&["a", "b"], &[&[1, 0], &[0, 1], &[1, 1]], true)),
        ("rook", walk(&["a", "b"], &[&[1, 0], &[0, 1]], true)),
        ("rook:1", walk(&["a"], &[&[1]], true)),
        ("rook:3", walk(&["a", "b", "c"], &[&[1, 0, 0], &[0, 1, 0], &[0, 0, 1]], true)),
        ("king", walk(&["a", "b"], &[&[1, 0], &[0, 1], &[1, 1]], false)),
        ("euclid", Spec::Euclid(EuclidRules)),
        ("fibonacci", Spec::Limit(LimitRules { factor: 2, capped: true })),
        ("fibonacci:1", Spec::Limit(LimitRules { factor: 1, capped: true })),
        ("fibonacci:1000", Spec::Limit(LimitRules { factor: 1000, capped: true })),
        ("chomp", Spec::Other(Arc::new(Chomp))),
        ("moore:2", Spec::Moore(MooreRules { most: 2 })),
        ("moore:64", Spec::Moore(MooreRules { most: 64 })),
        ("grundy", heaps(HeapMoves::Rule(Arc::new(UnequalSplit)))),
        ("kayles", code("0.77")),
        ("dawsons-kayles", code("0.07")),
        ("dawsons-chess", code("0.137")),
        ("officers", code("0.6")),
        ("lasker", code("4.[3]")),
        ("octal:0.77", code("0.77")),
        ("octal:0.33", code("0.33")),
        ("coins:turtles", turning(true, true, false, false)),
        ("coins:mock-turtles", turning(true, true, true, false)),
        ("coins:twins", turning(false, true, false, false)),
        ("coins:triplets", turning(false, false, true, false)),
        ("coins:ruler", turning(false, false, false, true)),
    ]
}

/// All parts of a spec show in its text, so equal texts are equal specs.
fn shown(spec: &Spec) -> String {
    format!("{spec:?}")
}

#[test]
fn texts_are_recognised_as_the_families_they_are() {
    for (text, spec) in expected() {
        let game = Game::parse(text).unwrap();
        assert_eq!(shown(&game.finite().unwrap().spec), shown(&spec), "{text}");
        assert_eq!(game.text(), text);
        assert_eq!(game.title(), text);
    }
}

#[test]
fn endings_of_the_texts_are_recognised() {
    let lone =
        |set: &str| shown(&Spec::Heap(HeapRules { moves: subtract(set, set), most_heaps: 1 }));
    let word = |letters: &[Outcome]| Ending::Partizan(TerminalLabels::Word(letters.to_vec()));
    use Outcome::{L, N, P, R};
    for (text, set, ending) in [
        ("ending-partizan:2,3", "2,3", Ending::Partizan(TerminalLabels::EvenOdd)),
        ("ending-partizan:2,3@LN", "2,3", word(&[L, N])),
        ("ending-partizan:4,6@RPNL", "4,6", word(&[R, P, N, L])),
        ("ending-partizan:2+@RL", "2+", word(&[R, L])),
    ] {
        let game = Game::parse(text).unwrap();
        assert_eq!(shown(&game.finite().unwrap().spec), lone(set), "{text}");
        assert_eq!(game.finite().unwrap().ending, ending, "{text}");
        assert_eq!(game.text(), text);
    }
    for entry in ["nim", "wythoff", "nimrod", "fibonacci", "king:3", "antonim", "moore:2", "chomp"]
    {
        let game = Game::parse(&format!("{entry}/misere")).unwrap();
        assert_eq!(game.finite().unwrap().ending, Ending::Misere, "{entry}");
        let game = Game::parse(&format!("{entry}/even-odd")).unwrap();
        let even_odd = Ending::Partizan(TerminalLabels::EvenOdd);
        assert_eq!(game.finite().unwrap().ending, even_odd, "{entry}");
        assert_eq!(game.text(), format!("{entry}/even-odd"));
    }
}

/// Who reads a text finds out what it is, and the layout is the usual one.
#[test]
fn texts_begin_with_what_they_are() {
    for entry in catalogue::games() {
        if let Some(text) = entry.rule_text("") {
            let lines: Vec<&str> = text.lines().collect();
            assert!(lines[0].starts_with("# "), "{}", entry.name);
            let (tree, mistakes) = bouton_lang::parse(&text);
            assert!(mistakes.is_empty(), "{}: {mistakes:?}", entry.name);
            assert_eq!(bouton_lang::print(&tree), text, "{}", entry.name);
        }
    }
    assert!(catalogue::find("clobber").unwrap().rule_text("").is_none());
    let bound = catalogue::find("subtraction").unwrap().rule_text("1,3,4").unwrap();
    assert!(bound.contains("game subtraction(S = {1, 3, 4})"), "{bound}");
}

/// Every game that is a text can be run as it is written.
#[test]
fn games_run_as_they_are_written() {
    for (text, _) in expected() {
        let game = Game::as_written(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        assert!(matches!(game.finite().unwrap().spec, Spec::Written(_)), "{text}");
        assert_eq!(game.text(), text);
    }
    assert!(Game::as_written("clobber").is_err());
    assert!(Game::as_written("real-nim:x/2").is_err());
}
