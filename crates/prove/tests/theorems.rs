//! Theorems against the definition, on positions beyond the tables they were guessed from.

use crate::games;

use std::collections::HashMap;

use bouton_lang::Program;
use bouton_prove::{ConditionResult, Question, Theorem, Verdict, condition};
use bouton_values::{Limits, Player};

fn theorem(text: &str, heaps: Option<usize>, values: bool) -> Theorem {
    let program = games::program(text);
    let question = Question { program: &program, heaps, values, numerations: Vec::new() };
    match question.prove(&Limits::default()).unwrap() {
        Verdict::Proved(theorem) => *theorem,
        other => panic!("{text}: {other:?}"),
    }
}

/// Who loses, by the definition alone: a bit for each player, with a memory.
struct Definition<'p>(&'p Program, HashMap<Vec<u64>, [bool; 2]>);

impl Definition<'_> {
    fn loses(&mut self, position: &[u64]) -> [bool; 2] {
        if let Some(known) = self.1.get(position) {
            return *known;
        }
        let found = Player::BOTH.map(|player| {
            let options = self.0.options(position, player);
            if options.is_empty() {
                return self.0.winner(position, player) != player;
            }
            let opponent = usize::from(player == Player::Left);
            !options.iter().any(|option| self.loses(option)[opponent])
        });
        self.1.insert(position.to_vec(), found);
        found
    }

    fn value(&mut self, heaps: &[u64], splits: bool) -> u64 {
        if splits && heaps.len() != 1 {
            return heaps.iter().fold(0, |sum, heap| sum ^ self.value(&[*heap], true));
        }
        if let Some([true, _]) = self.1.get(heaps) {
            // Values are kept under the position with the value after it.
            let longer = |value: u64| [heaps, &[value, u64::MAX]].concat();
            return (0..).find(|value| self.1.contains_key(&longer(*value))).unwrap();
        }
        let options = self.0.options(heaps, Player::Left);
        let values: Vec<u64> = options.iter().map(|option| self.value(option, splits)).collect();
        let value = (0..).find(|value| !values.contains(value)).unwrap();
        self.1.insert(heaps.to_vec(), [true, true]);
        self.1.insert([heaps, &[value, u64::MAX]].concat(), [true, true]);
        value
    }
}

fn tuples(length: usize, below: u64) -> Vec<Vec<u64>> {
    (0..length).fold(vec![Vec::new()], |tuples, _| {
        let longer = |tuple: Vec<u64>| (0..below).map(move |x| [&tuple[..], &[x]].concat());
        tuples.into_iter().flat_map(longer).collect()
    })
}

#[test]
fn theorems_hold_by_the_definition() {
    for game in games::games().into_iter().filter(|game| !game.values) {
        let program = games::program(&game.text);
        let found = theorem(&game.text, game.heaps, false);
        let below = [0, 300, 40, 11, 6, 4, 3][found.numbers];
        let mut definition = Definition(&program, HashMap::new());
        for position in tuples(found.numbers, below) {
            let numbers: Vec<u128> = position.iter().map(|one| u128::from(*one)).collect();
            let said = |set: usize| found.sets[set].contains(found.numeration, &numbers);
            if !program.is_legal(&position) {
                assert!(!said(0), "{} {position:?} is not legal", game.name);
                continue;
            }
            let loses = definition.loses(&position);
            for (set, loses) in loses.into_iter().enumerate().take(found.sets.len()) {
                assert_eq!(said(set), loses, "{} {position:?}", game.name);
            }
        }
    }
}

#[test]
fn values_hold_by_the_definition() {
    for game in games::games().into_iter().filter(|game| game.values) {
        if game.name == "v:dawsons-kayles" {
            // The table that it needs takes long without optimisation.
            continue;
        }
        let program = games::program(&game.text);
        let found = theorem(&game.text, game.heaps, true);
        let splits = game.text.contains("a + b");
        let below = [0, 90, 14, 7][found.numbers];
        let mut definition = Definition(&program, HashMap::new());
        for position in tuples(found.numbers, below).into_iter().filter(|one| program.is_legal(one))
        {
            let value = definition.value(&position, splits);
            for claimed in 0..40 {
                let pair = position.iter().chain([&claimed]).map(|one| u128::from(*one));
                let said = found.sets[0].contains(found.numeration, &pair.collect::<Vec<_>>());
                assert_eq!(said, claimed == value, "{} {position:?} {claimed}", game.name);
            }
        }
    }
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

#[test]
fn classical_theorems_are_found_in_words() {
    let said = |text: &str, heaps, all: &[&str]| {
        theorem(&format!("game g; {text}"), heaps, false)
            .describe(&names(all), &Limits::default())
            .unwrap()
    };
    let nim = "heaps h; move one h: 0 <= h' < h";
    let found = said(nim, Some(3), &["a", "b", "c"]);
    assert_eq!(found.condition.as_deref(), Some("a xor b xor c = 0"));
    assert!(found.exceptions.is_empty());
    // Misère Nim differs where no heap is above 1: by hand, (0,0), (0,1), (1,0), (1,1).
    let found = said(&format!("{nim}; end misere"), Some(2), &["a", "b"]);
    assert_eq!(found.exceptions, [[0, 0], [0, 1], [1, 0], [1, 1]]);
    // Silbernick and Campbell: (a + 1) xor (b + 1) xor (c + 1) = 0, but not at (0, 0, 0).
    let antonim = "heaps h; legal distinct nonzero h; move one h: 0 <= h' < h";
    let found = said(antonim, Some(3), &["a", "b", "c"]);
    assert_eq!(found.condition.as_deref(), Some("(a + 1) xor (b + 1) xor (c + 1) = 0"));
    assert_eq!(found.exceptions, [[0, 0, 0]]);
    // Winning Ways: subtraction of 1, 3, 4 is lost at 0, 2, 7, 9, ….
    let take = "heaps h; move one h, s in {1, 3, 4}: h' = h - s";
    let found = said(take, Some(1), &["n"]);
    assert_eq!(found.condition.as_deref(), Some("n mod 7 in {0, 2}"));
    assert_eq!(found.period, Some((0, 7)));
    // Fraenkel 2010: Mark is lost at the numbers that end in an odd number of binary zeros, and at 0.
    let mark = "position n; move n' = n - 1; move n >= 1: n' = n div 2";
    let found = said(mark, None, &["n"]);
    assert!(found.statement.contains("odd number of zeros in base 2"), "{found:?}");
    assert_eq!((found.exceptions, found.period), (vec![vec![0]], None));
    // Moore 1910.
    let moore = "heaps h; move up to 2 of h: 0 <= h' < h";
    let found = said(moore, Some(4), &["a", "b", "c", "d"]);
    assert!(found.statement.contains("multiple of 3"), "{found:?}");
    // Fraenkel 1982 for t = 1 and 2; Whinihan 1963.
    for (t, numeration) in [(1, "Zeckendorf"), (2, "places 1, 3, 7")] {
        let wythoff = format!(
            "position a, b; move k >= 1: a' = a - k; move k >= 1: b' = b - k; \
             move k >= 1, l >= 1, abs(k - l) < {t}: a' = a - k, b' = b - l"
        );
        let found = said(&wythoff, None, &["a", "b"]);
        assert!(found.statement.contains("a zero after it"), "{found:?}");
        assert!(found.statement.contains(numeration) && found.exceptions.is_empty(), "{found:?}");
    }
    let fibonacci = "position heap, limit; move 1 <= k <= limit: heap' = heap - k, limit' = 2 * k";
    let found = said(fibonacci, None, &["heap", "limit"]);
    assert!(found.statement.contains("least place of heap"), "{found:?}");
    assert!(found.exceptions.is_empty());
}

#[test]
fn periods_of_nim_values_are_proved() {
    // Winning Ways, chapter 4: Kayles has the period 12 from 71 on.
    let kayles = "game g; heaps h; move one h, k in 1 .. 2: h' = a + b where a + b = h - k";
    let found =
        theorem(kayles, Some(1), true).describe(&names(&["n"]), &Limits::default()).unwrap();
    assert_eq!(found.period, Some((71, 12)));
}

#[test]
fn mark_is_not_periodic_and_subtraction_is() {
    let mark =
        theorem("game g; position n; move n' = n - 1; move n >= 1: n' = n div 2", None, false);
    assert_eq!(mark.is_periodic(&Limits::default()).unwrap(), Some(false));
    let take = theorem("game g; position n; move s in {2, 5, 7}: n' = n - s", None, false);
    assert_eq!(take.is_periodic(&Limits::default()).unwrap(), Some(true));
}

/// A condition, and the same as a function.
type TextRules = (&'static str, fn(u64, u64) -> bool);

#[test]
fn wrong_conditions_have_the_least_counterexample() {
    let text = "game g; heaps h; move one h: 0 <= h' < h";
    let program = games::program(text);
    let nim = theorem(text, Some(2), false);
    let mut definition = Definition(&program, HashMap::new());
    let mut by_sum = tuples(2, 40);
    by_sum.sort_by_key(|position| (position.iter().sum::<u64>(), position.clone()));
    let holds: [TextRules; 8] = [
        ("a = b or a = 7", |a, b| a == b || a == 7),
        ("a = b and a != 5", |a, b| a == b && a != 5),
        ("a xor b = 1", |a, b| a ^ b == 1),
        ("a mod 8 = b mod 8", |a, b| a % 8 == b % 8),
        ("a div 2 = b div 2", |a, b| a / 2 == b / 2),
        ("a = (b if a < 9 else b + 1)", |a, b| if a < 9 { a == b } else { a == b + 1 }),
        ("max(a, b) - min(a, b) < 2 and a + b > 20 or a = b", |a, b| {
            a.abs_diff(b) < 2 && a + b > 20 || a == b
        }),
        ("false", |_, _| false),
    ];
    for (text, holds) in holds {
        let formula = condition(text, &names(&["a", "b"])).unwrap();
        let wrong = |position: &&Vec<u64>| {
            let lost = definition.loses(position)[0];
            holds(position[0], position[1]) != lost
        };
        let first: Vec<u128> =
            by_sum.iter().find(wrong).unwrap().iter().map(|one| u128::from(*one)).collect();
        match nim.compare(&formula, &Limits::default()).unwrap() {
            ConditionResult::Differs(found) => assert_eq!(found, first, "{text}"),
            ConditionResult::But(all) => assert_eq!(all[0], first, "{text}"),
            ConditionResult::Same => panic!("{text} is wrong at {first:?}"),
        }
    }
}

#[test]
fn what_is_outside_says_why() {
    let reason = |text: &str, heaps, values| {
        let program = games::program(&format!("game g; {text}"));
        let question = Question { program: &program, heaps, values, numerations: Vec::new() };
        match question.prove(&Limits::default()).unwrap() {
            Verdict::Outside(reason) => reason,
            other => panic!("{text}: {other:?}"),
        }
    };
    let euclid =
        "position a, b; move k >= 1, b >= 1: a' = a - k * b; move k >= 1, a >= 1: b' = b - k * a";
    assert!(reason(euclid, None, false).contains("multiplied"));
    assert!(reason("heaps h; move one h: 0 <= h' < h", None, false).contains("any number"));
    assert!(
        reason("heaps h; move one h: 0 <= h' < h; end misere", Some(1), true).contains("normal")
    );
    let kayles = "heaps h; move one h, k in 1 .. 2: h' = a + b where a + b = h - k";
    assert!(reason(kayles, Some(1), false).contains("number of heaps"));
    assert!(
        reason("position a; move a' = a + 1 if a mod 2 = 0 else a - 1", None, false)
            .contains("lowers")
    );
}

/// A minimum with 10^18 may be left out where it is a new number, which the rules end there, and nowhere else: with
/// 10^16·n in it, a move is no longer possible from 101 on.
#[test]
fn a_minimum_with_the_largest_number_is_what_it_says() {
    let end = "1000000000000000000";
    for (text, heaps) in [
        (format!("position n; move n' = n - 1, min(n * 10000000, {end}) >= n * 10000000"), None),
        (format!("position n; legal min(9 * n, {end}) = 9 * n; move n' = n - 1"), None),
        (format!("position n; move n' = n - (1 if min(9 * n, {end}) = 9 * n else 2)"), None),
        (format!("position n; end left if min(n, {end}) = n else right; move n' = n - 1"), None),
        (format!("heaps h; move one h: h' = h - 1 if min(sum h, {end}) >= sum h"), Some(2)),
        (format!("position n, m; move k >= 1, k <= min(9 * n, {end}), n' = n - k, m' = m"), None),
    ] {
        let text = format!("game g; {text}");
        let program = games::program(&text);
        let question =
            Question { program: &program, heaps, values: false, numerations: Vec::new() };
        let found = question.prove(&Limits::default()).unwrap();
        assert!(matches!(found, Verdict::Outside(_)), "{text}: {found:?}");
    }
    let rules =
        |new: &str| format!("game g; position n, m; move 1 <= k <= m: n' = n - k, m' = {new}");
    let cut = theorem(&rules(&format!("min(2 * k, {end})")), None, false);
    assert_eq!(cut.sets, theorem(&rules("2 * k"), None, false).sets);
}

/// Whether a number may rise above all others is decided.
#[test]
fn rising_numbers_are_noticed() {
    for (text, rises) in [
        ("position n, m; move n' = n + 1, m' = m - 1", true),
        ("position n, m; move n' = m, m' = m - 1", false),
        ("position n, m; move 1 <= k <= m: n' = n - k, m' = 2 * k", true),
        ("position n, m; move 1 <= k <= n: n' = n - k, m' = k", false),
        ("position n; move 0 <= n' < n", false),
    ] {
        let program = games::program(&format!("game g; {text}"));
        let question =
            Question { program: &program, heaps: None, values: false, numerations: Vec::new() };
        let theorem = theorem(&format!("game g; {text}"), None, false);
        assert_eq!(question.rises(&theorem, &Limits::default()).unwrap(), rises, "{text}");
    }
}

#[test]
fn nim_is_a_cogame_for_an_even_number_of_piles() {
    let text = "game g; heaps h; move one h: 0 <= h' < h";
    let program = games::program(text);
    for heaps in 2..=5 {
        let question = Question {
            program: &program,
            heaps: Some(heaps),
            values: false,
            numerations: Vec::new(),
        };
        let missed =
            question.not_from_lost(&theorem(text, Some(heaps), false), &Limits::default()).unwrap();
        // By hand: 1, 1, …, 1 is won for an odd number of piles, and a larger pile in it makes the nim-sum not 0.
        match heaps % 2 {
            0 => assert!(missed.first.is_empty(), "{heaps} {missed:?}"),
            _ => assert_eq!(missed.first[0], vec![1; heaps]),
        }
    }
}

#[test]
fn vectors_that_can_be_added_join_no_two_lost_positions() {
    let text =
        "game g; position a, b; move a' < a; move b' < b; move k >= 1: a' = a - k, b' = b - k";
    let program = games::program(text);
    let wythoff = theorem(text, None, false);
    let question =
        Question { program: &program, heaps: None, values: false, numerations: Vec::new() };
    let found = question.redundant(&wythoff, &Limits::default()).unwrap();
    let lost: Vec<Vec<u64>> = tuples(2, 120)
        .into_iter()
        .filter(|one| wythoff.is_lost(&one.iter().map(|x| u128::from(*x)).collect::<Vec<_>>()))
        .collect();
    let joins = |vector: &[u64]| {
        lost.iter()
            .any(|one| lost.iter().any(|other| (0..2).all(|i| one[i] == other[i] + vector[i])))
    };
    // Those with the least sums, by looking at all pairs of lost positions.
    let mut vectors = tuples(2, 9);
    vectors.sort_by_key(|vector| (vector.iter().sum::<u64>(), vector.clone()));
    let free = vectors.iter().filter(|vector| vector.iter().sum::<u64>() > 0 && !joins(vector));
    let expected: Vec<Vec<u128>> =
        free.take(8).map(|vector| vector.iter().map(|x| u128::from(*x)).collect()).collect();
    assert_eq!(found.first, expected);
}
