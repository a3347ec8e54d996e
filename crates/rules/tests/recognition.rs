//! What is recognised of a rule text is what the text says: options, legal positions and winners are compared with
//! the program on all small positions.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::{Random, assert_same, text};
use bouton_rules::{
    Ending, Game, HeapMoves, Position, Ruleset, Spec, SubtractionSet, TakeAndBreakCode,
    TerminalLabels, catalogue,
};
use bouton_values::{Outcome, Player};

fn heap_moves(game: &Game) -> &HeapMoves {
    match &game.finite().unwrap().spec {
        Spec::Heap(rules) => &rules.moves,
        other => panic!("{} is {other:?}", game.title()),
    }
}

#[test]
fn random_texts_are_what_they_say() {
    const TEXTS: usize = 3000;
    let mut random = Random::new(1);
    let mut families: BTreeMap<&str, usize> = BTreeMap::new();
    let mut games = 0;
    let mut tries = 0;
    while games < TEXTS {
        tries += 1;
        assert!(tries < 3 * TEXTS, "{games} of {tries} texts are games");
        let text = text(&mut random);
        let Ok(game) = Game::parse(&text) else { continue };
        assert_same(&text, &game);
        let again = Game::parse(game.text()).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        assert_eq!(again.text(), game.text(), "{text}");
        *families.entry(game.written().unwrap().understanding.family).or_default() += 1;
        games += 1;
    }
    // The comparison is worth something only where families are recognised.
    for family in [
        "as written",
        "chomp",
        "coin turning",
        "heaps that differ",
        "independent heaps",
        "lattice walk",
        "nim",
        "one heap",
        "partizan subtraction",
        "partizan take and break",
        "several heaps at once",
        "subtraction",
        "take and break",
    ] {
        assert!(families.get(family).is_some_and(|count| *count >= 3), "{family}: {families:?}");
    }
}

#[test]
fn random_texts_as_written_are_what_they_say() {
    let mut random = Random::new(2);
    for _ in 0..600 {
        let text = text(&mut random);
        if let Ok(game) = Game::as_written(&text) {
            assert!(matches!(game.finite().unwrap().spec, Spec::Written(_)), "{text}");
            assert_same(&text, &game);
        }
    }
}

#[test]
fn every_small_subtraction_set_is_recognised() {
    for bits in 1u64..1 << 5 {
        let set: Vec<u64> = (1..=5).filter(|s| bits >> (s - 1) & 1 == 1).collect();
        let listed = set.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let moves: String = set.iter().map(|s| format!("move n' = n - {s}\n")).collect();
        let subtracted: String =
            set.iter().map(|s| format!("move one h: h = {s} + h'\n")).collect();
        for (text, lone) in [
            (format!("game g(S = {{{listed}}})\nposition n\nmove s in S: n' = n - s"), true),
            (format!("game g\nposition n\n{moves}"), true),
            (format!("game g\nposition n\nmove n - n' in {{{listed}}}"), true),
            (format!("game g\nheaps h\nmove one h, k in {{{listed}}}: h' = h - k"), false),
            (format!("game g\nheaps h\n{subtracted}"), false),
        ] {
            let game = Game::parse(&text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
            let expected = SubtractionSet::new(set.iter().copied()).unwrap();
            match &game.finite().unwrap().spec {
                Spec::Heap(rules) => {
                    assert_eq!(rules.most_heaps == 1, lone, "{text}");
                    match &rules.moves {
                        HeapMoves::Subtract { left, right } => {
                            assert_eq!((left, right), (&expected, &expected), "{text}");
                        }
                        other => panic!("{text}: {other:?}"),
                    }
                }
                other => panic!("{text}: {other:?}"),
            }
            assert_same(&text, &game);
        }
    }
}

/// The options of a heap without empty heaps, sorted.
fn tidy(mut options: Vec<Vec<u64>>) -> Vec<Vec<u64>> {
    for option in &mut options {
        option.retain(|heap| *heap > 0);
        option.sort_unstable();
    }
    options.sort();
    options.dedup();
    options
}

#[test]
fn every_octal_code_of_three_digits_is_recognised_from_its_text() {
    let codes = (0..512).map(|n| format!("0.{}{}{}", n >> 6 & 7, n >> 3 & 7, n & 7));
    let others = ["4.0", "4.[3]", "0.[3]", "0.1[20]", "0.[12]", "0.8", "0.f5", "8.01", "0.[07]"];
    let octal = catalogue::find("octal").unwrap();
    for code in codes.chain(others.map(str::to_owned)) {
        let text = octal.rule_text(&code).unwrap();
        let game = Game::parse(&text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        let code = TakeAndBreakCode::parse(&code).unwrap();
        let moves = heap_moves(&game);
        assert!(!matches!(moves, HeapMoves::Rule(_)), "{text}: {moves:?}");
        let Spec::Heap(rules) = &game.finite().unwrap().spec else { unreachable!() };
        let program = &game.written().unwrap().program;
        for heap in 0..=12 {
            let expected = tidy(code.options(heap));
            assert_eq!(tidy(rules.options_of_heap(heap, Player::Left)), expected, "{code} {heap}");
            assert_eq!(tidy(program.options(&[heap], Player::Left)), expected, "{code} {heap}");
        }
    }
}

#[test]
fn sets_without_end_are_recognised() {
    for (set, expected) in [("{2+}", "2+"), ("{3, 4+2k}", "3,4+2k"), ("{1, 3, 5+2k}", "1,3,5+2k")] {
        let game =
            Game::parse(&format!("game g; heaps h; move one h, s in {set}: h' = h - s")).unwrap();
        match heap_moves(&game) {
            HeapMoves::Subtract { left, .. } => {
                assert_eq!(*left, SubtractionSet::parse(expected).unwrap());
            }
            other => panic!("{set}: {other:?}"),
        }
    }
    for text in [
        "game g; heaps h; move one h, k >= 1: h' = h - k",
        "game g; heaps h; move one h: h' < h",
        "game g; heaps h; move one h, s in {1, 2+}: h' = h - s",
        "game g; heaps h; move one h, s in {1+2k}: h' = h - s; move one h, s in {2+2k}: h' = h - s",
        "game g; heaps h; move one h: h' = h - 1; move one h, k >= 2: h' = h - k",
        "game g; position n; move n' in 0 .. n - 1",
    ] {
        let game = Game::parse(text).unwrap();
        assert!(matches!(heap_moves(&game), HeapMoves::Any), "{text}: {:?}", heap_moves(&game));
    }
}

#[test]
fn near_misses_are_missed() {
    // Each of these differs from a family by a little, and by that little the theorems would be wrong.
    for (text, not) in [
        ("game g; heaps h; legal h <= 9; move one h: 0 <= h' < h", "nim"),
        ("game g; heaps h; move one h: 0 <= h' < h, h >= 2", "nim"),
        ("game g; heaps h; move one h, k in 1..3: h' = h - k, h' >= 2", "subtraction"),
        ("game g; heaps h; move one h, k in 1..3: h' = h - k if h mod 2 = 0", "subtraction"),
        ("game g; heaps h; move one h, k in 1..3: h' = h - k if count h >= 2", "subtraction"),
        (
            "game g; heaps h; legal distinct h; move one h, k in 1..3: h' = h - k",
            "heaps that differ",
        ),
        (
            "game g; position p, r; legal r >= 1; move r' in r - 1 .. r + 2, p' = p - r'",
            "pile and rate",
        ),
        (
            "game g; position p, r; legal r >= 2; move r' in r - 1 .. r + 1, p' = p - r'",
            "pile and rate",
        ),
        (
            "game g; position p, r; legal r >= 1; move r' in r - 1 .. r + 1, p' = p - r",
            "pile and rate",
        ),
        (
            "game g; position p, r; legal r >= 1, p != 3; move r' in r - 1 .. r + 1, p' = p - r'",
            "pile and rate",
        ),
        ("game g; position a, b; move k >= 2: a' = a - k", "lattice walk"),
        ("game g; position a, b; move k >= 1: a' = a - k, a >= b", "lattice walk"),
        ("game g; position a, b; legal a <= 8; move k >= 1: a' = a - k", "lattice walk"),
        ("game g; position a, b; move a' = a - 1, b' = b + 1", "lattice walk"),
        (
            "game g; position a, b; move k >= 1, b >= 2: a' = a - k * b; move k >= 1, a >= 1: b' = b - k * a",
            "euclid",
        ),
        (
            "game g; position a, b; move k >= 2, b >= 1: a' = a - k * b; move k >= 1, a >= 1: b' = b - k * a",
            "euclid",
        ),
        (
            "game g; position h, l = h - 1; move 1 <= k <= l: h' = h - k, l' = 2 * k + 1",
            "heap and limit",
        ),
        ("game g; position h, l = h; move 1 <= k <= l: h' = h - k, l' = 2 * k", "heap and limit"),
        (
            "game g; position h, l = h - 1; move 0 <= k <= l: h' = h - k, l' = 2 * k; loopy",
            "heap and limit",
        ),
        (
            "game g; rows h; legal falling h; move one h: 0 <= h' < h, later h' = min(later h, h')",
            "chomp",
        ),
    ] {
        let text = text.replace("legal r >= 1, p != 3", "legal r >= 1 and p != 3");
        let game = Game::parse(&text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        assert_ne!(game.written().unwrap().understanding.family, not, "{text}");
        assert_same(&text, &game);
    }
}

#[test]
fn families_are_recognised_however_they_are_written() {
    for (family, texts) in [
        (
            "pile and rate",
            &[
                "game g; position p, r; legal r >= 1; move p' = p - r', -1 <= r' - r <= 1",
                "game g; position p, r; legal r > 0; move d in {0, 1}: r' = r + d, p' = p - r - d; \
                 move r' = r - 1, p' = p - r'",
                "game g; position p, r; legal r >= 1; move p - p' = r', abs(r - r') <= 1",
            ][..],
        ),
        (
            "lattice walk",
            &[
                "game g; position a, b; move a' < a; move b' < b; move a - a' = b - b', a' < a",
                "game g; position x, y; move k in 1..2: x' = x - k, y' = y - 1",
                "game g; position x, y, z; move k >= 1: x' = x - 2 * k, z' = z - k",
                "game g; position x, y; move k in {2+2k}: x' = x - k, y' = y - k",
                "game g; position x, y; move 1 <= k <= min(x, y): x' = x - k, y' = y - k",
            ][..],
        ),
        (
            "euclid",
            &["game g; position x, y; move k >= 1, x > 0: y' = y - x * k; \
               move k >= 1, y > 0: x' = x - k * y"][..],
        ),
        (
            "heap and limit",
            &[
                "game g; position h, l = h - 1; move 1 <= k <= l: h' = h - k, l' = 3 * k",
                "game g; position h, l = max(h - 1, 0); move k in 1..l, h - h' = k, l' = k * 2",
            ][..],
        ),
        (
            "unequal splits",
            &["game g; heaps h; move one h: h' = a + b where a + b = h, 0 < b < a"][..],
        ),
        (
            "chomp",
            &["game g; rows r; legal first r > 0; legal falling r; \
                     move one r, k >= 1: r' = r - k, later r' = min(r', later r)"][..],
        ),
        ("several heaps at once", &["game g; heaps h; move up to 3 of h: h' < h"][..]),
        (
            "take and break",
            &[
                "game g; position n; move n' >= 1, 3 * n' <= 3 * (n - 1)",
                "game g; heaps h; move one h, 2 * a >= 2, 3 * b > 0: h' = a + b where a + b <= h - 2",
                // One part may be empty or not, in two conditions.
                "game g; heaps h; move one h: h' = a + b where a + b = h - 2, a = 0 or a > 0",
                "game g; heaps h; move one h: h' = a + b + c where a + b + c = h - 1, a >= 1, c >= 1",
                // Both parts are empty.
                "game g; heaps h; move one h, k in {2, 3}: h' = a + b where a + b + k = h, a + b < 1",
            ][..],
        ),
        (
            "lattice walk",
            &["game g; position a, b; move b' + k + 2 = 2 + b, a' = a - 2 * k, k - 1 >= 0; \
                 move a' = a - 3"][..],
        ),
        (
            "heaps that differ",
            &["game g; heaps x; legal distinct x; move one x, k >= 1: x' = x - k"][..],
        ),
    ] {
        for text in texts {
            let game = Game::parse(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
            let understanding = &game.written().unwrap().understanding;
            assert_eq!(understanding.family, family, "{text}: {:?}", understanding.misses);
            assert_same(text, &game);
        }
    }
}

#[test]
fn endings_of_a_lone_heap_are_words() {
    for (end, expected) in [
        ("normal", Ending::Normal),
        ("misere", Ending::Misere),
        ("left if n mod 2 = 0 else right", Ending::Partizan(TerminalLabels::EvenOdd)),
        ("right if n mod 2 = 1 else left", Ending::Partizan(TerminalLabels::EvenOdd)),
        (
            "left if n = 0 else misere",
            Ending::Partizan(TerminalLabels::Word(vec![Outcome::L, Outcome::N])),
        ),
        (
            "right if n mod 2 = 0 else left",
            Ending::Partizan(TerminalLabels::Word(vec![Outcome::R, Outcome::L])),
        ),
        ("normal if n <= 1 else left", Ending::Normal),
        ("left", Ending::Partizan(TerminalLabels::Word(vec![Outcome::L, Outcome::L]))),
    ] {
        let text = format!("game g; position n; move k in 2..3: n' = n - k; end {end}");
        let game = Game::parse(&text).unwrap();
        assert_eq!(game.finite().unwrap().ending, expected, "{text}");
        assert_same(&text, &game);
    }
}

/// A remainder is compared with any number, also with one that it never is.
#[test]
fn remainders_are_those_that_there_are() {
    let relations = ["=", "!=", "<", "<=", ">", ">="];
    let bounds = ["k >= 1", "1 <= k <= 9", "k in {1, 2, 4, 7}", "k in {2+3k}", "k in {3, 5+2k}"];
    for (place, bound) in bounds.iter().enumerate() {
        for by in 1..=4 {
            for rest in [-2, -1, 0, 1, 2, 3, 4, 5, 7] {
                let rest = if rest < 0 { format!("0 - {}", -rest) } else { rest.to_string() };
                for (index, relation) in relations.iter().enumerate() {
                    let condition = match (index + place + by) % 4 {
                        0 => format!("k mod {by} {relation} {rest}"),
                        1 => format!("{rest} {relation} k mod {by}"),
                        2 => format!("not k mod {by} {relation} {rest}"),
                        _ => format!("(k + {by} + 1) mod {by} {relation} {rest}"),
                    };
                    for text in [
                        format!("game g; position n; move {bound}, {condition}: n' = n - k"),
                        format!("game g; heaps h; move one h, {bound}, {condition}: h' = h - k"),
                        format!("game g; position a, b; move {bound}, {condition}: a' = a - k"),
                    ] {
                        let game = Game::parse(&text).unwrap_or_else(|no| panic!("{text}: {no}"));
                        assert_same(&text, &game);
                    }
                }
            }
        }
    }
}

#[test]
fn remainders_out_of_range_are_recognised_for_what_they_are() {
    for (text, options) in [
        ("game g; position n; move k >= 1, k mod 3 = 4: n' = n - k", 0),
        ("game g; position n; move 1 <= k <= 10, k mod 3 = 4: n' = n - k", 0),
        ("game g; heaps h; move one h, k >= 1, k mod 1 = 1: h' = h - k", 0),
        ("game g; heaps h; move one h, k >= 1, k mod 1 = 0: h' = h - k", 7),
        ("game g; heaps h; move one h, k >= 1, k mod 3 < 5: h' = h - k", 7),
        ("game g; heaps h; move one h, k >= 1, k mod 3 != 4: h' = h - k", 7),
        ("game g; heaps h; move one h, k >= 1, 2 > k mod 3: h' = h - k", 5),
    ] {
        let game = Game::parse(text).unwrap();
        let finite = game.finite().unwrap();
        let position = game.position("7").unwrap();
        assert_eq!(finite.options(&position, Player::Left).len(), options, "{text}");
        assert_eq!(matches!(heap_moves(&game), HeapMoves::Any), options == 7, "{text}");
        assert_same(text, &game);
    }
}

/// Numbers near the largest, where sums of them must not go wrong.
#[test]
fn sets_and_classes_near_the_largest_number() {
    let largest = 1_000_000_000_000_000_000_u64;
    for (clauses, taken) in [
        (format!("k in {{3, {largest}}}"), vec![3, largest]),
        (format!("k in {{{}, {largest}}}", largest - 1), vec![largest - 1, largest]),
        (format!("k in {{{}+2k}}", largest - 4), vec![largest - 4, largest - 2, largest]),
        (format!("k >= {}, k mod {largest} = 0", largest - 1), vec![largest]),
        (format!("k >= {}, k mod {largest} = {}", largest - 3, largest - 2), vec![largest - 2]),
        (format!("{} <= k <= {largest}, k mod 3 = 4", largest - 9), vec![]),
    ] {
        for text in [
            format!("game g; position n; move {clauses}: n' = n - k"),
            format!("game g; heaps h; move one h, {clauses}: h' = h - k"),
        ] {
            let game = Game::parse(&text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
            let finite = game.finite().unwrap();
            let program = &game.written().unwrap().program;
            for heap in [0, 1, 2, 3, 7, largest - 6, largest - 3, largest - 1, largest] {
                let expected: BTreeSet<u64> =
                    taken.iter().filter_map(|taken| heap.checked_sub(*taken)).collect();
                let lower = |options: Vec<Vec<u64>>| -> BTreeSet<u64> {
                    options.iter().map(|option| option.iter().sum()).collect()
                };
                let position = Position::Tuple(vec![heap]);
                let own = finite.options(&position, Player::Left);
                let own = own.iter().map(|option| option.tuple().unwrap().to_vec()).collect();
                assert_eq!(lower(own), expected, "{text} {heap}");
                let stated = program.options(&[heap], Player::Left);
                assert_eq!(lower(stated), expected, "{text} {heap}");
            }
        }
    }
}

/// Two coins on one place vanish: that they are worth 0 takes the same options for both, and normal play.
#[test]
fn coins_are_sums_only_where_twins_are_worth_nothing() {
    for (text, recognised) in [
        ("game g; coins h; left move one h: h' < h; right move one h: h' = h - 1", false),
        ("game g; coins h; left move one h: h' < h; right move one h: h' < h", true),
        ("game g; coins h; left move one h: h' < h", false),
        ("game g; coins h; move one h: h' < h", true),
        ("game g; coins h; move one h: h' < h; end misere", false),
        ("game g; coins h; move one h: h' = h - 1", true),
        ("game g; coins h; move one h: h' = h - 1; end misere", false),
        ("game g; coins h; move one h: h' = h - 1; end left", false),
        ("game g; coins h; move one h: h' = h - 1; end normal if count h = 0 else right", false),
    ] {
        let game = Game::parse(text).unwrap();
        let is_heap = matches!(game.finite().unwrap().spec, Spec::Heap(_));
        assert_eq!(is_heap, recognised, "{text}: {:?}", game.finite().unwrap().spec);
        assert_same(text, &game);
    }
}

#[test]
fn the_order_of_conditions_does_not_matter() {
    let parts = "part0 + part1 + part2 = h - t, h' = part0 + part1 + part2";
    let texts = [
        ("subtraction", "position n; move n = n' + k, k >= 1, k mod 2 = 1".to_owned()),
        ("subtraction", "position n; move k >= 1, k mod 2 = 1, n - (n' + k) = 0".to_owned()),
        ("subtraction", "position n; move n - (n' + k) = 0, k >= 1, k mod 2 = 1".to_owned()),
        ("subtraction", "position n; move n' < n, (n - n') mod 3 = 2".to_owned()),
        ("subtraction", "position n; move n' < n, (n' - n) mod 3 = 1".to_owned()),
        ("subtraction", "position n; move n' < n, n - n' in {2+3k}".to_owned()),
        ("subtraction", "position n; move k * 2 = 3 or k = 2 or k = 3, n' = n - k".to_owned()),
        (
            "subtraction",
            "position n; move n' - (n - k) = 0, k * 2 = 3 or k = 2 or k = 3".to_owned(),
        ),
        (
            "take and break",
            format!("heaps h; move one h, 1 <= t <= 2, part0 <= part1 <= part2, {parts}"),
        ),
        (
            "take and break",
            format!(
                "heaps h; move one h, part0 <= part1 <= part2, 2 - t + 1 > 0, t + 5 >= 5 + 1, {parts}"
            ),
        ),
        // Of the pairs of alternatives most exclude each other, in whatever order.
        (
            "take and break",
            "heaps h; move one h, h' = h or h' = 2 div 2 - 1, h' = h - 3 or h' = h * 2 div 2 - 3"
                .to_owned(),
        ),
        (
            "take and break",
            "heaps h; move one h, h' = h - 3 or h' = h * 2 div 2 - 3, h' = h or h' = 2 div 2 - 1"
                .to_owned(),
        ),
        ("one heap", "position n; move n' = n xor 4, n' < n, n = abs(2 - n)".to_owned()),
        ("one heap", "position n; move n' = n xor 4, n = abs(2 - n), n > n'".to_owned()),
        // Which part is the least number less the others depends on where that is said; two unequal parts are never both 0.
        (
            "independent heaps",
            "heaps h; move one h, min(h, 5) = a + b + c, a >= 1, b != c, h' = a + b + c".to_owned(),
        ),
        (
            "independent heaps",
            "heaps h; move one h, b != c, a >= 1, min(h, 5) = a + b + c, h' = a + b + c".to_owned(),
        ),
        // Without that, one part may be the whole heap.
        (
            "as written",
            "heaps h; move one h, min(h, 5) = a + b + c, a >= 1, b <= c, h' = a + b + c".to_owned(),
        ),
        // What is known of a choice is said again, of the choice and a constant.
        (
            "subtraction",
            "position n; move k >= 1, k mod 3 = 1, (k + 1) mod 3 = 2, n' = n - k".to_owned(),
        ),
        ("subtraction", "position n; move k in {4+3k}, k + 2 in {6+3k}, n' = n - k".to_owned()),
        // The remainder of a sum of heap and choice is not one of what is taken.
        ("one heap", "position n; move n' < n, (n + n') mod 3 = 1".to_owned()),
        ("one heap", "position n; move n' < n, n' mod 3 = 1".to_owned()),
    ];
    for (family, text) in texts {
        let text = format!("game g; {text}");
        let game = Game::parse(&text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        assert_same(&text, &game);
        assert_eq!(game.written().unwrap().understanding.family, family, "{text}");
    }
}

/// What is chosen first, the new number or what is taken, depends on the order of the conditions. The moves do not.
#[test]
fn vectors_are_recognised_in_any_order() {
    for (conditions, moves) in [
        // In each alternative both new numbers follow: k = 1 and l = 0.
        ("x' + k = x, y' + l = y, abs(k - l) <= 1, k >= 1, l = 0 or l = 0", "(1,0,0) once"),
        ("k >= 1, l = 0 or l = 0, abs(k - l) <= 1, x' + k = x, y' + l = y", "(1,0,0) once"),
        // It is said twice in which class k lies.
        ("z' + k = z, k >= 1, k mod 4 = 0, k mod 4 = 0", "(0,0,4) any number of times"),
        ("z' + k = z, k >= 1, max(k mod 4, k mod 4) = 0", "(0,0,4) any number of times"),
        ("k >= 1, max(k mod 4, k mod 4) = 0, z' + k = z", "(0,0,4) any number of times"),
        // One of the lengths is very large.
        ("k in {3, 999999999999999999}, z' = z - k", "(0,0,3) once, (0,0,999999999999999999) once"),
        ("z' = z - k, k in {3, 999999999999999999}", "(0,0,3) once, (0,0,999999999999999999) once"),
        (
            "z' + 1 = 1 + z - k, k + k - k in {3, 999999999999999999}",
            "(0,0,999999999999999999) once",
        ),
    ] {
        let game = Game::parse(&format!("game g; position x, y, z; move {conditions}")).unwrap();
        let because = &game.written().unwrap().understanding.because;
        assert!(because.iter().any(|one| one.contains(moves)), "{conditions}: {because:?}");
    }
    // Another class says more.
    for conditions in ["k mod 4 = 0, k mod 6 = 0", "k mod 4 = 0, (k + 1) mod 4 = 0"] {
        let text = format!("game g; position x, y, z; move z' + k = z, k >= 1, {conditions}");
        let game = Game::parse(&text).unwrap();
        assert_eq!(game.written().unwrap().understanding.family, "as written", "{text}");
    }
}

/// If nearly all of the largest heap is taken, there is not much to be seen of how the rest may lie.
#[test]
fn sets_with_very_large_elements_are_recognised_in_any_order() {
    let largest = 1_000_000_000_000_000_000_u64;
    for large in [largest, largest - 1, largest - 2, largest - 3] {
        let expected = SubtractionSet::new([6, large]).unwrap();
        for conditions in [
            format!("(--k) in {{6, {large}}}, h = h' + 0 + k"),
            format!("h = h' + 0 + k, (--k) in {{6, {large}}}"),
            format!("h' = h - k, k = 6 or k = {large}"),
        ] {
            let text = format!("game g; heaps h; move one h where {conditions}");
            let game = Game::parse(&text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
            match heap_moves(&game) {
                HeapMoves::Subtract { left, right } => {
                    assert_eq!((left, right), (&expected, &expected), "{text}");
                }
                other => panic!("{text}: {other:?}"),
            }
        }
    }
    // More than the largest heap is never taken, so the moves are those of 0.07.
    for conditions in [
        format!("k >= 1, k - 1 in {{1, {largest}}}, a + b = h - k"),
        format!("h = a + k + b, k >= 1, k - 1 in {{1, {largest}}}"),
    ] {
        let text = format!("game g; heaps h; move one h: h' = a + b where {conditions}");
        let game = Game::parse(&text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        match heap_moves(&game) {
            HeapMoves::Code(code) => assert_eq!(code.to_string(), "0.07", "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

/// A condition on the heap may count for some elements of a set only: then each of them is a digit of its own.
#[test]
fn elements_of_a_set_are_looked_at_one_by_one() {
    for (code, conditions) in [
        // From heaps of 5 or more, taking 4 leaves a heap, taking 6 may leave none.
        ("0.000203", "--k in {4, 6}, h' + k = h, h > min(4, h)"),
        ("0.000203", "h' + k = h, --k in {4, 6}, h > min(4, h)"),
        ("0.000203", "k in {4, 6}, h' = h - k, h > 4"),
        ("0.000203", "h > 4, h' < h, h - h' in {4, 6}"),
        // What belongs to a progression is looked at together.
        ("0.20[3]", "k in {1, 3+}, h' = h - k, h > 1"),
        ("0.20[3]", "h > 1, h' < h, h - h' in {1, 3+}"),
    ] {
        let text = format!("game g; heaps h; move one h where {conditions}");
        let game = Game::parse(&text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        assert_same(&text, &game);
        match heap_moves(&game) {
            HeapMoves::Code(found) => {
                assert_eq!(*found, TakeAndBreakCode::parse(code).unwrap(), "{text}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    // Sixteen elements are looked at, seventeen are not, in whatever order the conditions are.
    for (most, is_code) in [(20, true), (21, false)] {
        let set: Vec<String> = [4].into_iter().chain(6..=most).map(|one| one.to_string()).collect();
        let set = set.join(", ");
        for conditions in [
            format!("k in {{{set}}}, h' = h - k, h > 4"),
            format!("h > 4, h' < h, h - h' in {{{set}}}"),
        ] {
            let game = Game::parse(&format!("game g; heaps h; move one h where {conditions}"));
            let found = game.unwrap().written().unwrap().understanding.family;
            let expected = if is_code { "take and break" } else { "independent heaps" };
            assert_eq!(found, expected, "{conditions}");
        }
    }
    // 2 may be taken from the heaps 5 and 6 alone, 3 from those from 4 to 6: no digit says so.
    let text = "game g; heaps h; move one h where k in {2, 3}, h' = h - k, h + k >= 7, h <= 6";
    assert_eq!(
        Game::parse(text).unwrap().written().unwrap().understanding.family,
        "independent heaps"
    );
}

/// Sets of several choices are not multiplied out: that would take hours.
#[test]
fn many_sets_are_given_up_soon() {
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let set = (1..=15).chain([17]).map(|one| one.to_string()).collect::<Vec<_>>().join(", ");
    let falls = names.map(|name| format!("k{name} in {{{set}}}, {name}' = {name} - k{name}"));
    let text = format!("game x; position {}; move {}", names.join(", "), falls.join(", "));
    let game = Game::parse(&text).unwrap();
    assert_eq!(game.written().unwrap().understanding.family, "as written");
}
