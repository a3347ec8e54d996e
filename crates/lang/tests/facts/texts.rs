//! The same facts from texts: what the checker makes of a rule must be as easy to understand as a program by hand.

use bouton_lang::facts::{self, Walk};
use bouton_lang::linear::Work;
use bouton_lang::{Move, Number, Program, parse};

use super::brute::{self, Proved};

pub(crate) fn program(text: &str) -> Program {
    let (tree, mistakes) = parse(text);
    assert!(mistakes.is_empty(), "{mistakes:?} in {text}");
    let (program, mistakes) = bouton_lang::check(&tree);
    program.unwrap_or_else(|| panic!("{mistakes:?} in {text}"))
}

pub(crate) fn walks(program: &Program, one: &Move) -> Result<Vec<Walk>, String> {
    facts::walks(program, one, &mut Work::default())
}

/// Single steps.
pub(crate) fn shifts(vectors: &[&[Number]]) -> Vec<Walk> {
    vectors.iter().map(|vector| Walk { vector: vector.to_vec(), from: None }).collect()
}

/// A text, how large its numbers are in the brute-force comparison, and why play ends.
const GAMES: &[(&str, u64, &str)] = &[
    (
        "game nimrod; position pile, rate; legal pile >= 0 and rate >= 1; \
         move rate' in rate-1 .. rate+1, pile' = pile - rate'",
        9,
        "each move lowers pile",
    ),
    (
        "game wythoff; position a, b; move k >= 1: a' = a - k; move k >= 1: b' = b - k; \
         move k >= 1: a' = a - k, b' = b - k",
        7,
        "each move lowers a + b",
    ),
    (
        "game euclid; position a, b; move k >= 1, b >= 1: a' = a - k*b; \
         move k >= 1, a >= 1: b' = b - k*a",
        9,
        "each move lowers a + b",
    ),
    (
        "game fibonacci; position heap, limit; move 1 <= k <= limit: heap' = heap - k, limit' = 2*k",
        9,
        "each move lowers heap",
    ),
    ("game take; position n; move s in {1, 3, 4}: n' = n - s", 20, "each move lowers n"),
    (
        "game antonim; heaps h; legal distinct nonzero h; move one h: 0 <= h' < h",
        6,
        "each move replaces a heap by smaller ones",
    ),
    (
        "game kayles; heaps h; move one h, k in 1..2: h' = a + b where a + b = h - k",
        6,
        "each move replaces a heap by smaller ones",
    ),
    (
        "game moore; heaps h; move up to 2 of h: 0 <= h' < h",
        4,
        "each move replaces a heap by smaller ones",
    ),
    (
        "game chomp; rows h; legal falling h; move one h: 0 <= h' < h, later h' = min(later h, h')",
        4,
        "each move shortens a row and lengthens none",
    ),
    (
        "game ruler; coins h; move one h, 0 <= k <= h: h' = all k .. h - 1",
        5,
        "each move replaces a coin by coins on lower places",
    ),
    (
        "game ordinals; position a, b; move 0 <= a' <= a, 0 <= b' <= b + 2 where a' < a or b' < b",
        4,
        "each move lowers a, or keeps a and lowers b",
    ),
    ("game halves; position n; move n >= 1, 0 <= n' <= n div 2", 15, "each move lowers n"),
    (
        "game larger; position a, b; move k in 1..2, a >= b: a' = a - k; move k in 1..2, b > a: b' = b - k",
        7,
        "each move lowers a + b",
    ),
    (
        "game never; position n; legal n <= 9; move k >= 10: n' = n - k",
        12,
        "no move is ever possible",
    ),
];

#[test]
fn texts_are_understood_and_all_claims_hold() {
    let mut proved = Proved::default();
    for (text, side, ends) in GAMES {
        let program = program(text);
        let measure = facts::measure(&program).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(measure.describe(&program), *ends, "{text}");
        brute::check(&program, *side, &mut proved);
    }
    assert_eq!(proved.ends, GAMES.len());
}

#[test]
fn texts_walk() {
    let all = |text: &str| -> Vec<Vec<Walk>> {
        let program = program(text);
        program.moves.iter().map(|one| walks(&program, one).unwrap()).collect()
    };
    let ray = |vector: &[i128]| vec![Walk { vector: vector.to_vec(), from: Some(1) }];
    assert_eq!(all(GAMES[1].0), [ray(&[-1, 0]), ray(&[0, -1]), ray(&[-1, -1])]);
    assert_eq!(all(GAMES[4].0), [shifts(&[&[-1], &[-3], &[-4]])]);
    let king = "game king; position x, y; \
                move 0 <= i <= 1, 0 <= j <= 1, i + j >= 1: x' = x - i, y' = y - j";
    assert_eq!(all(king), [shifts(&[&[0, -1], &[-1, 0], &[-1, -1]])]);
    let king = "game king; position x, y; \
                move i in 0..1, j in 0..1, i != 0 or j != 0: x' = x - i, y' = y - j";
    assert_eq!(all(king), [shifts(&[&[-1, 0], &[-1, -1], &[0, -1]])]);
    let knight =
        "game knight; position x, y; move x' = x - 2, y' = y + 1; move x' = x + 1, y' = y - 2";
    assert_eq!(all(knight), [shifts(&[&[-2, 1]]), shifts(&[&[1, -2]])]);
    // What rises without end, and steps from the second on.
    assert_eq!(
        all("game up; loopy; position x; legal x <= 90; move x' >= x + 2"),
        [vec![Walk { vector: vec![1], from: Some(2) }]]
    );
    let sets =
        all("game sets; position x; move k in {4+2k}: x' = x - k; move k in {3, 2+2k}: x' = x - k");
    let even = |from| Walk { vector: vec![-2], from: Some(from) };
    assert_eq!(sets, [vec![even(2)], vec![Walk { vector: vec![-3], from: None }, even(1)]]);
}

#[test]
fn play_that_may_go_on_for_ever_is_not_proved_to_end() {
    for text in [
        "game swap; loopy; position a, b; move a >= 1: a' = a - 1, b' = b + 1; \
         move b >= 1: b' = b - 1, a' = a + 1",
        "game stay; loopy; position a; move 0 <= a' <= a",
        "game heaps-stay; loopy; heaps h; move one h: h' = a + b where a + b = h",
        "game grow; loopy; position a, b; move a' = b, b' = a",
    ] {
        let program = program(text);
        assert_eq!(facts::measure(&program), None, "{text}");
        brute::check(&program, 4, &mut Proved::default());
    }
}
