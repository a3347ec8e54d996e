//! Exact cases against the definition: where a case holds the move is made, and where it is made a case holds.

use std::collections::BTreeSet;

use bouton_lang::cases::{
    Exact, NEW, Within, elements, exact, inequalities, numbers, within_numbers,
};
use bouton_lang::linear::{Linear, Work};
use bouton_lang::{Becomes, Condition, Number, Program, Set, Shape};
use bouton_values::Player;

use super::brute;
use super::random::{Random, condition_on};
use super::texts::program;

/// Choices are tried from the negative of this number up to it.
const REACH: Number = 9;

/// The position and the new numbers of each way to choose in a case; sets and products included.
fn ways(case: &Exact, position: &[u64]) -> BTreeSet<Vec<Number>> {
    let mut found = BTreeSet::new();
    let mut chosen: Vec<Vec<Number>> = vec![Vec::new()];
    for choice in &case.choices {
        let fits = |number: &Number| choice.within.as_ref().is_none_or(|set| set.contains(*number));
        let values: Vec<Number> = (-REACH..=REACH).filter(fits).collect();
        let longer = |one: &Vec<Number>| {
            values.iter().map(|value| [&one[..], &[*value]].concat()).collect::<Vec<_>>()
        };
        chosen = chosen.iter().flat_map(longer).collect();
    }
    for numbers in chosen {
        let plain =
            |variable: usize| match case.choices.iter().position(|one| one.variable == variable) {
                Some(choice) => numbers[choice],
                None => Number::from(position[variable]),
            };
        let value = |variable: usize| match case
            .products
            .iter()
            .find(|product| product.variable == variable)
        {
            Some(product) => product.factors.map(plain).into_iter().product(),
            None => plain(variable),
        };
        if holds(case.facts.facts(), value) {
            found.insert(case.new.iter().map(|form| form.value(value).unwrap()).collect());
        }
    }
    found
}

fn holds(facts: &[Linear], value: impl Fn(usize) -> Number + Copy) -> bool {
    facts.iter().all(|fact| fact.value(value).unwrap() >= 0)
}

/// Lone heaps, or pairs of numbers.
fn small_positions(program: &Program) -> Vec<Vec<u64>> {
    let positions = brute::positions(program, 5);
    positions.into_iter().filter(|one| one.len() == program.position_slots()).collect()
}

/// The options of the only move, with the new heaps in any order.
fn stated(program: &Program, position: &[u64]) -> BTreeSet<Vec<Number>> {
    let options = program.options(position, Player::Left).into_iter();
    options.map(|option| sorted(program, option.into_iter().map(Number::from).collect())).collect()
}

fn sorted(program: &Program, mut option: Vec<Number>) -> Vec<Number> {
    if let Shape::Many(..) = program.shape {
        option.sort_unstable();
    }
    option
}

/// The cases of the only move lead where the move leads, and so do their other forms.
fn check_cases(program: &Program, cases: &[Exact]) {
    let mut work = Work::default();
    let mut lists = vec![cases.to_vec()];
    for most in 0..3 {
        let spread = cases.iter().map(|one| one.clone().spread(most, &mut work));
        lists.extend(spread.collect::<Result<Vec<_>, _>>().map(|spread| spread.concat()));
    }
    for position in small_positions(program) {
        let options = stated(program, &position);
        for cases in &lists {
            let led: BTreeSet<_> = cases
                .iter()
                .flat_map(|case| ways(case, &position))
                .map(|option| sorted(program, option))
                .collect();
            assert_eq!(led, options, "{position:?} in {program:#?}\n{cases:#?}");
        }
        for case in cases {
            check_new_numbers(case, &position, &mut work);
        }
    }
}

/// With variables for the new numbers in the place of choices, a case leads where it led before.
fn check_new_numbers(case: &Exact, position: &[u64], work: &mut Work) {
    let led = ways(case, position);
    let at = |variable: usize| Number::from(position[variable]);
    if let Ok((facts, choices)) = case.with_new_numbers(&case.new) {
        let mut options: Vec<Vec<Number>> = vec![Vec::new()];
        for _ in &case.new {
            let longer = |one: &Vec<Number>| {
                (-1..=6).map(|new| [&one[..], &[new]].concat()).collect::<Vec<_>>()
            };
            options = options.iter().flat_map(longer).collect();
        }
        for option in options {
            let value = |variable: usize| {
                if variable >= NEW { option[variable - NEW] } else { at(variable) }
            };
            let inside = choices.iter().all(|(form, within)| {
                let chosen = form.value(value).unwrap();
                within.as_ref().is_none_or(|within| within.contains(chosen))
            });
            let is_led = inside && holds(facts.facts(), value);
            assert_eq!(is_led, led.contains(&option), "{position:?} {option:?} {case:#?} {facts}");
        }
    }
    // The last new number, in the place of a choice that it shows.
    let (Some(choice), Some(shown), true) =
        (case.choices.first(), case.new.last(), case.choices.len() == 1)
    else {
        return;
    };
    let Some(other) = case.with_new_choice(choice.variable, shown) else { return };
    if choice.within.is_none() && other.products.is_empty() {
        let mut found = BTreeSet::new();
        for new in -REACH..=REACH {
            let value = |variable: usize| if variable == NEW { new } else { at(variable) };
            if holds(other.facts.facts(), value) {
                found.insert(other.new.iter().map(|form| form.value(value).unwrap()).collect());
            }
        }
        assert_eq!(found, led, "{position:?} {case:#?} {other:#?}");
        assert_eq!(other.facts.is_empty_within(work), case.facts.is_empty_within(work));
    }
}

/// What is said of the move besides, and into how many cases it falls where everything is linear.
const GUARDS: &[(&str, usize)] = &[
    ("0 = 0", 1),
    ("a >= 2", 1),
    ("a > b", 1),
    ("2 * a <= 3 * b + 1", 1),
    ("a = b", 1),
    ("a != b", 2),
    ("a != 3", 2),
    ("not a = b", 2),
    ("not a < b", 1),
    ("a = 3 or b = 2", 2),
    ("not (a = 3 or b = 2)", 4),
    ("not (a >= 3 and b >= 2)", 2),
    ("(a >= 3 or b >= 2) and (a <= 3 or b <= 2)", 4),
    ("a in {1, 3, 4}", 3),
    ("a in {2, 4+}", 2),
    ("a + b in {3, 5}", 2),
    ("min(a, b) >= 2", 1),
    ("max(a, b) >= 2", 2),
    ("max(a, b, 3) = 3", 3),
    ("abs(a - b) <= 1", 1),
    ("(a if a > b else b + 1) >= 3", 2),
    // Where b <= 1 the number is b, which is not 2 then.
    ("(a if a > 2 and b > 1 else b) >= 2", 2),
    ("not (0 = 1)", 1),
    ("a mod 1 = 0", 1),
];

/// A choice k, and into how many cases it falls.
const CHOICES: &[(&str, usize)] = &[
    ("k >= 1", 1),
    ("1 <= k <= 3", 1),
    ("k in {1, 3}", 1),
    ("k in {1, 2, 3}", 1),
    ("k in {2+}", 1),
    ("k in {1, 3, 4+2k}", 1),
    ("k >= 1, k mod 3 = 1", 1),
    ("k >= 1, (k + 2) mod 3 = 1", 1),
    ("k >= 1, k mod 3 != 1", 2),
    ("k >= 1, k mod 4 >= 1", 3),
    ("k >= 1, 1 < k mod 4", 2),
    ("k >= 1, 3 > k mod 4", 3),
    ("k >= 1, k mod 3 <= 2", 1),
    ("k >= 1, k mod 3 = 4", 0),
    ("k >= 1, k mod 3 > 2", 0),
    ("k >= 1, k != 2", 2),
    ("k >= 1, k = 1 or k = 3", 2),
    ("1 <= k <= b", 1),
    ("k >= 1, 2 * k <= b", 1),
    ("k >= 1, k + 1 in {2, 5}", 1),
    ("k >= 1, a - k in {1, 2}", 1),
    ("k >= 1, (a - k) mod 2 = 1", 1),
    ("k >= 1, b + k in {3, 4, 6}", 3),
    ("k >= 1, a - k in {1+2k}", 1),
];

/// What changes.
const CHANGES: &[(&str, usize)] = &[
    ("a' = a - k", 1),
    ("b' = b - k", 1),
    ("a' = a - 2 * k", 1),
    ("a' = a - k, b' = b - k", 1),
    ("a' = b, b' = a - k", 1),
    ("a' = min(a - k, b), k <= a", 2),
    ("a' = max(a - k, 0), k <= 6", 2),
    ("a' = (a - k if b > 1 else a), k <= a", 2),
    ("a' = k - 1, k <= a + 1", 1),
];

#[test]
fn cases_of_named_numbers_are_the_moves() {
    let mut seen = 0;
    for (c, (choice, by_choice)) in CHOICES.iter().enumerate() {
        for (d, (change, by_change)) in CHANGES.iter().enumerate() {
            for (g, (guard, by_guard)) in GUARDS.iter().enumerate() {
                // Every pair of a choice and a change with some guards, and every guard many times.
                if (c + 2 * d + 5 * g) % 17 != 0 {
                    continue;
                }
                let text =
                    format!("game g; loopy; position a, b; move {choice}, {guard}, {change}");
                let program = program(&text);
                let cases = exact(&program, &program.moves[0])
                    .unwrap_or_else(|miss| panic!("{text}: {miss}"));
                // What need not be taken apart alone is taken apart beside what must be.
                let beside =
                    if guard.starts_with("min") || guard.starts_with("abs") { 2 } else { 1 };
                let most = by_choice * by_change * by_guard * beside;
                assert!(cases.len() <= most, "{text}: {cases:#?}");
                check_cases(&program, &cases);
                seen += 1;
            }
        }
    }
    assert!(seen > 250, "{seen}");
}

/// Alternatives that nothing refutes are cases, and no more than these.
#[test]
fn cases_are_as_many_as_the_alternatives() {
    for (guard, cases) in GUARDS {
        let text = format!("game g; loopy; position a, b; move k >= 1, {guard}, a' = a - k");
        let program = program(&text);
        assert_eq!(exact(&program, &program.moves[0]).unwrap().len(), *cases, "{text}");
    }
    for (choice, cases) in CHOICES {
        let text = format!("game g; loopy; position a, b; move {choice}, a' = a - k");
        let program = program(&text);
        assert_eq!(exact(&program, &program.moves[0]).unwrap().len(), *cases, "{text}");
    }
}

/// What never holds makes no case, though not all else that is said is linear.
#[test]
fn what_never_holds_is_no_case() {
    let far = (10..30).map(|half| (2 * half).to_string()).collect::<Vec<_>>().join(", ");
    let text = format!("game g; position n; move 5 in {{{far}}}, n xor 1 = 2: n' = n - 1");
    let program = program(&text);
    assert_eq!(exact(&program, &program.moves[0]).unwrap().len(), 0, "{text}");
}

/// A set without gaps says no more than its ends do.
#[test]
fn only_sets_with_gaps_are_kept() {
    for (set, is_kept) in
        [("{2, 3+}", false), ("{2, 3, 4+}", false), ("{2, 4+}", true), ("{2, 3, 5+2k}", true)]
    {
        let text = format!("game g; position n; move k >= 1, k + 1 in {set}: n' = n - k");
        let program = program(&text);
        let cases = exact(&program, &program.moves[0]).unwrap();
        let kept = cases.iter().flat_map(|case| &case.choices).any(|one| one.within.is_some());
        assert_eq!(kept, is_kept, "{text}");
    }
}

/// Legal lines are a part of the cases of named numbers, before the move and after it.
#[test]
fn cases_keep_to_legal_positions() {
    for legal in ["a >= 1", "a + b <= 6", "a != 2", "a <= 1 or b <= 1", "a in {0, 1, 4, 5}"] {
        for says in ["k >= 1: a' = a - k", "k in {1, 2}: a' = a - k, b' = b + 1", "a' < a"] {
            let text = format!("game g; loopy; position a, b; legal {legal}; move {says}");
            let program = program(&text);
            let cases = exact(&program, &program.moves[0]).unwrap();
            check_cases(&program, &cases);
        }
    }
}

#[test]
fn cases_of_heaps_are_the_moves() {
    for says in [
        "one h: h' < h",
        "one h: h' = none",
        "one h: h' = none if h in {1, 3}",
        "one h, k in {1, 4}: h' = h - k",
        "one h, k >= 1, k mod 2 = 1: h' = h - k",
        "one h: h' = a + b where a + b = h - 1",
        "one h, k in 0..2: h' = a + b where a + b = h - k, 1 <= a < b",
        "one h: h' = a + b where a + b <= h, a != b",
        "one h, k in {0, 2}: h' = a + b where a + b = h - k",
        "one h: h' = a + b + c where a + b + c = h - 1, a <= b <= c",
        "one h: h' = a + a where 2 * a = h - 1",
        "one h: h' = h - 1 if h > 2 else 0",
        "one h, h >= 1: h' = a + b where a < h, b = 1",
    ] {
        let program = program(&format!("game g; loopy; heaps h; move {says}"));
        let cases =
            exact(&program, &program.moves[0]).unwrap_or_else(|miss| panic!("{says}: {miss}"));
        assert!(matches!(program.moves[0].becomes, Becomes::Heaps(_)));
        check_cases(&program, &cases);
    }
}

/// Products stay products, and choices with few values take each of them.
#[test]
fn cases_with_products_are_the_moves() {
    for (says, spread) in [
        ("k >= 1, b >= 1: a' = a - k * b", None),
        ("k in 1..2: a' = a - k * b", Some(2)),
        ("k in {1, 3}: a' = a - k * k", Some(2)),
        ("k in 0..2, j in 1..2: a' = a - k * j - 1", Some(2)),
        ("k in 1..2, j >= 1: a' = a - k * j", Some(2)),
        ("k in 1..2, j >= 1: a' = a - k * (j + b + 1)", Some(2)),
        ("k in 0..1, j in 0..1, k + j >= 1: a' = a - k, b' = b - j", None),
        ("1 <= k <= 3, b * b <= 9, (a - k) mod 2 = 1: a' = a - k", None),
    ] {
        let program = program(&format!("game g; loopy; position a, b; move {says}"));
        let cases = exact(&program, &program.moves[0]).unwrap();
        assert_eq!(cases.len(), 1, "{says}");
        check_cases(&program, &cases);
        let parts = cases[0].clone().spread(2, &mut Work::default());
        match spread {
            Some(parts_expected) => assert_eq!(parts.unwrap().len(), parts_expected, "{says}"),
            None if cases[0].products.is_empty() => assert_eq!(parts.unwrap().len(), 1, "{says}"),
            None => assert_eq!(parts.unwrap_err(), "a product is not linear", "{says}"),
        }
    }
}

/// Choices with more than 16 values are not spread, and not into more than 64 cases.
#[test]
fn spreading_has_limits() {
    let spread = |choices: &str| {
        let text = format!("game g; loopy; position a, b; move {choices}: a' = a - i, b' = b - j");
        let program = program(&text);
        let cases = exact(&program, &program.moves[0]).unwrap();
        cases[0].clone().spread(0, &mut Work::default()).map(|cases| cases.len())
    };
    assert_eq!(spread("i in 20..22, j in 5..5"), Ok(3));
    assert_eq!(spread("i in 1..16, j in 5..5"), Ok(16));
    assert_eq!(spread("i in {1, 3, 7}, j in 5..5"), Ok(3));
    let many = "more is chosen than the position after the move shows";
    assert_eq!(spread("i in 1..17, j in 5..5"), Err(many.to_owned()));
    assert_eq!(spread("i in {1, 3+2k}, j in 5..5"), Err(many.to_owned()));
    assert_eq!(spread("i in 1..8, j in 1..8"), Ok(64));
    for choices in ["i in 1..8, j in 1..9", "i in 1..5, j in 1..14"] {
        assert_eq!(spread(choices), Err("a move has more than 64 cases".to_owned()), "{choices}");
    }
}

/// A set of a choice that has one already is taken apart.
#[test]
fn a_choice_with_two_sets() {
    for says in [
        "1 <= k <= 3, j in {1, 4, 6}, j + 1 in {2, 5}: a' = a - k - j",
        "k >= 1, k mod 2 = 1, k + 1 in {2, 5}: a' = a - k",
    ] {
        let program = program(&format!("game g; loopy; position a, b; move {says}"));
        let cases = exact(&program, &program.moves[0]).unwrap();
        assert_eq!(cases.len(), 2, "{says}");
        check_cases(&program, &cases);
    }
}

/// What is not linear has no exact cases, and the reason says what it is.
#[test]
fn reasons_why_there_are_no_exact_cases() {
    for (shape, says, why) in [
        ("position a, b", "a' < a, a mod 2 = 1", "the remainder of something that is not chosen"),
        ("position a, b", "a' = a xor 1", "a nim-sum is not linear"),
        ("position a, b", "a' < a, a' xor b = 1", "a nim-sum is not linear"),
        ("position a, b", "a' = a div 2", "an expression is not linear"),
        (
            "position a, b",
            "1 <= k <= 3, k * b <= 4, (a - k) mod 2 = 1: a' = a - k",
            "the remainder of something that is not chosen",
        ),
        ("position a, b", "a' = a - (a div 2) * b", "a product is not linear"),
        ("position a, b", "a' < a, a in {1+2k}", "a set of numbers that are not chosen"),
        ("position a, b", "a' < a, not a in {1, 3}", "what does not lie in a set is not linear"),
        (
            "position a, b",
            "k in {1, 3}, k mod 2 = 1: a' = a - k",
            "the remainder of something that is not chosen",
        ),
        ("heaps h", "one h: h' = h - count h", "a number that all heaps have together"),
        (
            "rows h",
            "one h: h' = h - 1, later h' = later h, later h >= 2",
            "the rows after the chosen one",
        ),
    ] {
        let text = format!("game g; loopy; {shape}; move {says}");
        let program = program(&text);
        assert_eq!(exact(&program, &program.moves[0]).unwrap_err(), why, "{text}");
    }
}

#[test]
fn numbers_within_sets() {
    let sets = [
        Within::Set(Set { finite: vec![], tail: None }),
        Within::Set(Set { finite: vec![-3, 0, 1, 4], tail: None }),
        Within::Set(Set { finite: vec![1, 2], tail: Some((4, 3)) }),
        Within::Set(Set { finite: vec![], tail: Some((2, 1)) }),
        Within::Class(1, 0),
        Within::Class(3, 2),
        Within::Class(5, 0),
    ];
    for within in sets {
        for by in -4..=4 {
            let shifted = within.clone().shifted(by);
            let mirrored = within.clone().subtracted_from(by);
            let has_end = !matches!(&within, Within::Set(set) if set.tail.is_some());
            assert_eq!(mirrored.is_some(), has_end, "{within:?}");
            for number in -20..=20 {
                assert_eq!(
                    within.contains(number),
                    shifted.contains(number + by),
                    "{within:?} {by}"
                );
                if let Some(mirrored) = &mirrored {
                    let is_in = mirrored.contains(by - number);
                    assert_eq!(within.contains(number), is_in, "{within:?} {by}");
                }
            }
        }
        for within in [Some(&within), None] {
            for low in -6..=8 {
                for high in (low - 2..=low + 9).map(Some).chain([None]) {
                    let set = elements(within, low, high).unwrap();
                    assert!(set.finite.is_sorted_by(|a, b| a < b), "{set:?}");
                    for number in -20..=30 {
                        let expected = within.is_none_or(|within| within.contains(number))
                            && (low..=high.unwrap_or(99)).contains(&number);
                        assert_eq!(set.contains(number), expected, "{within:?} {low} {high:?}");
                    }
                }
            }
        }
    }
}

/// Long lists are refused, unless a bound is only the size of numbers.
#[test]
fn long_lists_of_elements() {
    let length = |within: Option<&Within>, low, high| {
        elements(within, low, Some(high))
            .ok()
            .filter(|set| set.tail.is_none())
            .map(|set| set.finite.len())
    };
    assert_eq!(length(None, 1, 100_000), Some(100_000));
    assert_eq!(length(None, 1, 100_001), None);
    let even = Within::Class(2, 0);
    assert_eq!(length(Some(&even), 1, 200_001), Some(100_000));
    assert_eq!(length(Some(&even), 1, 200_002), None);
    let largest = Program::LARGEST;
    assert_eq!(elements(None, 5, Some(largest)).unwrap().tail, Some((5, 1)));
    assert_eq!(elements(None, 5, Some(largest + 7)).unwrap().tail, Some((5, 1)));
    assert!(elements(None, 5, Some(largest - 1)).is_err());
    assert_eq!(elements(None, largest, Some(largest)).unwrap().finite, [largest]);
    assert_eq!(length(None, largest - 2, largest - 1), Some(2));
}

/// A condition as inequalities holds where they do.
#[test]
fn inequalities_are_the_condition() {
    let mut random = Random(31);
    let mut linear = 0;
    for _ in 0..3000 {
        let condition = condition_on(&mut random, 2);
        let Some(facts) = inequalities(&condition) else { continue };
        linear += 1;
        let legal = vec![condition.clone()];
        let program = super::build::named(&["a", "b"], legal, vec![]);
        for (a, b) in (0..5).flat_map(|a| (0..5).map(move |b| (a, b))) {
            let value = |slot: usize| Number::from([a, b][slot]);
            assert_eq!(holds(&facts, value), program.is_legal(&[a, b]), "{condition:?} {facts:?}");
        }
    }
    assert!(linear > 500, "{linear}");
    assert!(!holds(&inequalities(&Condition::Truth(false)).unwrap(), |_| 0));
    assert!(holds(&inequalities(&Condition::Truth(true)).unwrap(), |_| 0));
    // A long condition is not looked at.
    let one = || super::build::at_least(super::build::at(0), super::build::number(1));
    let all = |count: usize| Condition::All((0..count).map(|_| one()).collect());
    assert!(inequalities(&all(1333)).is_some());
    assert!(inequalities(&all(1334)).is_none());
}

#[test]
fn numbers_of_a_position_have_bounds() {
    let largest = Program::LARGEST;
    let form = Linear::of(&[(0, 1), (1, -2)], 3).unwrap();
    for (a, b) in [(0, 0), (0, 1), (0, 2), (1, 2), (largest, 2), (largest, 1), (largest - 3, 0)] {
        let value = |slot: usize| [a, b][slot];
        let number = a - 2 * b + 3;
        assert_eq!(
            holds(&within_numbers(&form), value),
            (0..=largest).contains(&number),
            "{a} {b}"
        );
    }
    let both = numbers(2);
    for (a, b, legal) in [
        (0, 0, true),
        (-1, 0, false),
        (0, -1, false),
        (largest, largest, true),
        (largest + 1, 0, false),
        (0, largest + 1, false),
    ] {
        assert_eq!(holds(both.facts(), |slot| [a, b][slot]), legal, "{a} {b}");
    }
}
