//! What is read of a move: the bounds that follow, and whether the inequalities say all of it.
//!
//! The expected bounds are those of the numbers themselves, worked out by hand.

use bouton_lang::facts::{self, Case};
use bouton_lang::linear::{Bounds, Linear, Work};
use bouton_lang::syntax::{HowMany, Many};
use bouton_lang::{
    Aggregate, Becomes, Condition, Expr, Move, Number, Program, Relation, Select, Set, Step,
};

use super::brute::{self, Proved};
use super::build::*;
use super::random::{Random, heap_program, named_program};
use super::texts::{program, shifts, walks};

fn reading(program: &Program) -> Case {
    facts::read(program, &program.moves[0])
}

fn bounds(reading: &Case, form: &Linear) -> Bounds {
    reading.system.bounds_within(form, &mut Work::default())
}

/// The bounds of the first new number.
fn new_bounds(program: &Program) -> Bounds {
    let reading = reading(program);
    bounds(&reading, &reading.new[0])
}

fn never(program: &Program) -> bool {
    facts::never_possible_moves(program) == [true]
}

/// A move of two numbers, a from 2 to 9 and b from 4 to 5.
fn two(steps: Vec<Step>, new: Expr) -> Program {
    let within = |slot, low, high| {
        [
            compare(at(slot), Relation::AtLeast, number(low)),
            compare(at(slot), Relation::AtMost, number(high)),
        ]
    };
    // The conditions are guards, so that nothing is known of the new numbers but that they are not negative.
    let guards = [within(0, 2, 9), within(1, 4, 5)].concat().into_iter().map(check);
    named(&["a", "b"], vec![], vec![to(guards.chain(steps).collect(), vec![new, at(1)])])
}

#[test]
fn bounds_of_terms() {
    let quotient = |a: Expr, by| Expr::Quotient(a.into(), by);
    let remainder = |a: Expr, by| Expr::Remainder(a.into(), by);
    let xor = |a: Expr, b: Expr| Expr::Xor(a.into(), b.into());
    let either =
        |a, b| Expr::If(compare(at(0), Relation::Greater, at(1)).into(), Box::new(a), Box::new(b));
    let (a, b) = (|| at(0), || at(1));
    for (new, low, high) in [
        (quotient(a(), 3), 0, 3),
        (quotient(plus(a(), number(7)), 3), 3, 5),
        (quotient(quotient(a(), 2), 2), 0, 2),
        (remainder(a(), 3), 0, 2),
        (times(a(), b()), 8, 45),
        (times(minus(a(), number(5)), minus(number(9), b())), 0, 20),
        (times(plus(a(), number(1)), plus(b(), number(2))), 18, 70),
        (xor(a(), b()), 0, 14),
        (xor(number(16), b()), 11, 21),
        (xor(b(), number(16)), 11, 21),
        (Expr::Least(vec![a(), b(), number(7)]), 2, 5),
        (Expr::Greatest(vec![a(), b(), number(3)]), 4, 9),
        (Expr::Least(vec![quotient(a(), 2), b()]), 1, 4),
        (Expr::Greatest(vec![quotient(a(), 2), number(1)]), 1, 4),
        (either(a(), b()), 2, 9),
        (either(plus(b(), number(1)), minus(b(), number(3))), 1, 6),
    ] {
        let program = two(vec![], new.clone());
        let (least, most) = new_bounds(&program);
        assert!(least >= Some(low) && most == Some(high), "{new:?} from {least:?} to {most:?}");
        brute::check(&program, 9, &mut Proved::default());
    }
}

/// The least of some numbers is the one that is proved to be, and so is one of two.
#[test]
fn terms_that_are_compared() {
    let less = |by| minus(at(0), number(by));
    let unknown = compare(Expr::Xor(at(0).into(), at(1).into()), Relation::Equal, number(3));
    let either = Expr::If(unknown.into(), Box::new(less(1)), Box::new(less(3)));
    for (new, low, high) in [
        (Expr::Least(vec![at(0), plus(at(0), at(1))]), 0, 0),
        (Expr::Least(vec![less(1), plus(at(0), at(1))]), 1, 1),
        (Expr::Greatest(vec![less(2), less(1), minus(at(0), at(1))]), 1, 1),
        (either, 1, 3),
        (Expr::Least(vec![less(2), less(2)]), 2, 2),
    ] {
        let program = named(
            &["a", "b"],
            vec![],
            vec![to(vec![check(at_least(at(1), number(1)))], vec![new.clone(), at(1)])],
        );
        let reading = reading(&program);
        let fall = Linear::variable(0).minus(&reading.new[0]).unwrap();
        assert_eq!(bounds(&reading, &fall), (Some(low), Some(high)), "{new:?}");
        brute::check(&program, 6, &mut Proved::default());
    }
}

/// Products of choices that may be negative; a square never is.
#[test]
fn products_of_signed_numbers() {
    let choices = || vec![range(1, number(-3), number(2)), range(2, number(0), number(1))];
    for (product, low, high) in [
        (times(at(1), at(2)), -3, 2),
        (times(at(2), at(1)), -3, 2),
        (times(at(1), at(1)), 0, 9),
        (times(minus(number(0), at(1)), at(2)), -2, 3),
    ] {
        let new = plus(at(0), product.clone());
        let program = named(&["n"], vec![], vec![to(choices(), vec![new])]);
        let reading = reading(&program);
        let rise = reading.new[0].minus(&Linear::variable(0)).unwrap();
        let (least, most) = bounds(&reading, &rise);
        assert_eq!((least, most), (Some(low), Some(high)), "{product:?}");
        brute::check(&program, 5, &mut Proved::default());
    }
}

/// Products of long sums are not multiplied out.
#[test]
fn products_of_long_sums() {
    for (left, right, most) in [(4, 4, Some(16)), (5, 4, None), (5, 3, Some(15))] {
        let choices = (1..=9).map(|slot| range(slot, number(0), number(1)));
        let sum = |slots: std::ops::Range<usize>| slots.map(at).reduce(plus).unwrap();
        let product = times(sum(1..1 + left), sum(6..6 + right));
        let program = named(&["n"], vec![], vec![to(choices.collect(), vec![product])]);
        assert_eq!(new_bounds(&program).1, most, "{left} by {right}");
    }
}

/// What is known of all heaps holds of the chosen one, before the move and after it.
#[test]
fn bounds_by_all_heaps() {
    let of = Expr::Of;
    let fall = || range(1, number(0), minus(at(0), number(1)));
    let low = |aggregate, relation, bound| compare(of(aggregate), relation, number(bound));
    for (condition, bounds_before) in [
        (low(Aggregate::Sum, Relation::AtMost, 3), (Some(1), Some(3))),
        (low(Aggregate::Greatest, Relation::AtMost, 4), (Some(1), Some(4))),
        (low(Aggregate::Least, Relation::AtLeast, 2), (Some(2), None)),
        (low(Aggregate::First, Relation::AtMost, 2), (Some(1), None)),
        (low(Aggregate::Count, Relation::AtLeast, 1), (Some(1), None)),
    ] {
        let guarded = heap_to(vec![check(condition.clone()), fall()], vec![at(1)]);
        let program = many(Many::Heaps, vec![], vec![guarded]);
        assert_eq!(
            bounds(&reading(&program), &Linear::variable(0)),
            bounds_before,
            "{condition:?}"
        );
        brute::check(&program, 4, &mut Proved::default());
    }
    // After the move there are two heaps, of which each may be as large as the chosen one.
    let twice = || heap_to(vec![fall()], vec![at(1), at(1)]);
    let legal = |condition| many(Many::Heaps, vec![condition], vec![twice()]);
    assert!(never(&legal(low(Aggregate::Count, Relation::AtMost, 1))));
    assert!(!never(&legal(low(Aggregate::Count, Relation::AtMost, 2))));
    let small = reading(&legal(low(Aggregate::Sum, Relation::AtMost, 7)));
    assert_eq!(bounds(&small, &small.new[0]), (Some(0), Some(3)));
    let small = reading(&legal(low(Aggregate::Greatest, Relation::AtMost, 7)));
    assert_eq!(bounds(&small, &small.new[0]).1, Some(6));
    // Two coins on one place vanish, so they need not be counted.
    let coins = many(Many::Coins, vec![low(Aggregate::Count, Relation::AtMost, 1)], vec![twice()]);
    assert!(!never(&coins));
    let none = Expr::Of(Aggregate::Count);
    let empty = heap_to(vec![check(compare(none, Relation::AtMost, number(0)))], vec![]);
    assert!(never(&many(Many::Heaps, vec![], vec![empty])));
}

/// What is said of a heap holds of each new one, and of a coin that is alone on its place or joins another there. Two new
/// coins may be on one place, and vanish.
#[test]
fn new_heaps_are_legal() {
    for (text, is_never) in [
        ("heaps h; legal h >= 5; move one h, h <= 7: h' = h - 3", true),
        ("heaps h; legal h >= 5; move one h, h <= 8: h' = h - 3", false),
        ("heaps h; legal h >= 5; move one h, h <= 10: h' = a + b where a + b = h - 1", true),
        ("heaps h; legal h >= 5; move one h, h <= 11: h' = a + b where a + b = h - 1", false),
        ("coins h; legal h >= 5; move one h, h <= 7: h' = h - 3", true),
        ("coins h; legal h >= 5; move one h, h <= 8: h' = h - 3", false),
        ("coins h; legal h <= 5; move exactly 2 of h: h' = 7", false),
    ] {
        let program = program(&format!("game g; loopy; {text}"));
        assert_eq!(never(&program), is_never, "{text}");
        brute::check(&program, 8, &mut Proved::default());
    }
}

/// At least one heap is chosen, so at least one may be.
#[test]
fn no_heap_may_be_chosen() {
    for (most, is_never) in [(-1, true), (0, true), (1, false), (2, false)] {
        let each = || vec![range(1, number(0), minus(at(0), number(1)))];
        assert_eq!(never(&many(Many::Heaps, vec![], vec![heaps_to(most, each())])), is_never);
        let count = minus(number(most), Expr::Of(Aggregate::Count));
        let select = Select::Several(HowMany::UpTo, count);
        let one = Move { select, ..heaps_to(1, each()) };
        brute::check(&many(Many::Heaps, vec![], vec![one]), 3, &mut Proved::default());
    }
}

/// Sets and conditions in many forms, and what positions must be.
#[test]
fn readings_hold_and_exact_cases_are_the_moves() {
    let set = |finite: &[Number], tail| Set { finite: finite.to_vec(), tail };
    for set in [
        set(&[1, 2, 3], None),
        set(&[1, 3], None),
        set(&[4], None),
        set(&[], Some((2, 1))),
        set(&[], Some((2, 2))),
        set(&[1, 2], Some((3, 1))),
        set(&[1, 2], Some((4, 1))),
        set(&[1, 3], Some((4, 1))),
        set(&[1, 2], Some((3, 2))),
        set(&[2, 4], Some((4, 1))),
    ] {
        let step = Step::Choose { slot: 1, set: Some(set.clone()), bounds: vec![below(at(0))] };
        let program = named(&["n"], vec![], vec![to(vec![step], vec![minus(at(0), at(1))])]);
        brute::check(&program, 3, &mut Proved::default());
        let member = check(Condition::Member(plus(at(1), number(1)), set.clone()));
        let steps = vec![range(1, number(0), at(0)), member];
        let program = named(&["n"], vec![], vec![to(steps, vec![minus(at(0), at(1))])]);
        brute::check(&program, 3, &mut Proved::default());
    }
    for text in [
        "position a, b; move a' < a, a != b, a >= b",
        "position a, b; move a' < a, a != b, a <= b",
        "position a, b; move a' < a, a != b",
        "position a, b; move a' < a, a >= 1 and b >= 2",
        "position a, b; move a' < a, not (a < 1 or b < 2)",
        "position a, b; move a' < a, a >= 1 or b >= 2",
        "position a, b; move a' < a, max(a, b) <= 3, min(a, b) >= 1",
        "position a, b; move a' < a, max(a, b) >= 3",
        "position a, b; move a' < a, a mod 2 = 1",
        "position a, b; move a' < a, not a in {3}, a >= 3",
        "position a, b; move a' = a - b, b * 2 >= 3",
        "position a, b; move a' = a - b * b",
        "position a, b; move a' = (2 * a) div 2 - 1",
        "heaps h; legal h <= 5; move one h: h' < h",
        "heaps h; legal h <= 5; move one h: h' = a + b where a + b = h - 1",
        "coins h; legal h <= 5; move one h: h' < h",
        "coins h; legal h <= 5; move one h: h' = a + b where a + b = h - 1",
        "coins h; legal h <= count h + 5; move one h: h' < h",
        "coins h; move one h: h' = all k .. h - 1 where 0 <= k <= h",
        "rows h; move one h: h' < h",
        "rows h; move one h: h' < h, later h' = min(later h, h')",
        "rows h; legal h <= 5; move one h: h' < h",
    ] {
        let program = program(&format!("game g; loopy; {text}"));
        brute::check(&program, 3, &mut Proved::default());
    }
}

/// Remainders have quotients where facts that hold are enough.
#[test]
fn remainders_have_bounds() {
    for (says, expected) in [("a mod 3 = 1, a div 3 = 2", 7), ("a mod 3 >= 2, a div 3 = 2", 8)] {
        let program = program(&format!("game g; position a; move {says}, a' = 0"));
        let bounds = bounds(&reading(&program), &Linear::variable(0));
        assert_eq!(bounds, (Some(expected), Some(expected)), "{says}");
    }
}

/// Conditions in all their forms, and what they say of n.
#[test]
fn conditions_say_what_they_say() {
    let low = |bound| compare(at(0), Relation::AtLeast, number(bound));
    let high = |bound| compare(at(0), Relation::AtMost, number(bound));
    let not = |one: Condition| Condition::Not(one.into());
    let unequal = |bound| compare(at(0), Relation::Unequal, number(bound));
    let set = |finite: &[Number]| Set { finite: finite.to_vec(), tail: None };
    let member = |finite: &[Number]| Condition::Member(at(0), set(finite));
    for (condition, expected) in [
        (Condition::Truth(true), Some((Some(0), None))),
        (Condition::Truth(false), None),
        (not(Condition::Truth(true)), None),
        (not(Condition::Truth(false)), Some((Some(0), None))),
        (Condition::All(vec![low(2), high(5)]), Some((Some(2), Some(5)))),
        (Condition::All(vec![]), Some((Some(0), None))),
        (Condition::Any(vec![]), None),
        (not(Condition::All(vec![])), None),
        (not(Condition::Any(vec![])), Some((Some(0), None))),
        (Condition::Any(vec![low(4)]), Some((Some(4), None))),
        (not(Condition::Any(vec![low(4), low(7)])), Some((Some(0), Some(3)))),
        (not(Condition::All(vec![low(4)])), Some((Some(0), Some(3)))),
        (unequal(0), Some((Some(1), None))),
        (compare(number(3), Relation::Unequal, number(3)), None),
        (compare(number(3), Relation::Unequal, number(4)), Some((Some(0), None))),
        (member(&[2, 3, 7]), Some((Some(2), Some(7)))),
        (member(&[]), None),
        (not(member(&[])), Some((Some(0), None))),
        (not(member(&[0])), Some((Some(1), None))),
        (Condition::Member(number(3), set(&[3, 5])), Some((Some(0), None))),
        (Condition::Member(number(4), set(&[3, 5])), None),
        (not(Condition::Member(number(4), set(&[3, 5]))), Some((Some(0), None))),
        (not(Condition::Member(number(5), set(&[3, 5]))), None),
    ] {
        let program = named(&["n"], vec![], vec![to(vec![check(condition.clone())], vec![at(0)])]);
        let reading = reading(&program);
        let found = (!reading.system.is_empty_within(&mut Work::default()))
            .then(|| bounds(&reading, &Linear::variable(0)));
        assert_eq!(found, expected, "{condition:?}");
        assert_eq!(never(&program), expected.is_none(), "{condition:?}");
        // Exact cases say so, too.
        let cases = bouton_lang::cases::exact(&program, &program.moves[0]);
        if let Ok(cases) = cases {
            assert_eq!(cases.is_empty(), expected.is_none(), "{condition:?}");
        }
        brute::check(&program, 8, &mut Proved::default());
    }
}

/// A number that must not be 0 is positive by what makes positions legal, so the move asks for no more than that.
#[test]
fn legality_by_inequality() {
    for legal in ["n != 0", "not n = 0", "n >= 1"] {
        let program = program(&format!("game g; position n; legal {legal}; move n' = n - 1"));
        assert_eq!(walks(&program, &program.moves[0]), Ok(shifts(&[&[-1]])), "{legal}");
    }
    let guarded = program("game g; position n; move n' = n - 1, n != 1");
    assert!(walks(&guarded, &guarded.moves[0]).is_err());
    brute::check(&guarded, 6, &mut Proved::default());
}

/// Legality with alternatives: from 0 nothing up to 4 can be reached, as that is not legal.
#[test]
fn legality_with_alternatives() {
    let legal = || {
        let zero = compare(at(0), Relation::Equal, number(0));
        Condition::Any(vec![zero, at_least(at(0), number(5))])
    };
    let small = || check(compare(at(0), Relation::AtMost, number(3)));
    let rise = |by| plus(at(0), number(by));
    for (by, is_never) in [(1, true), (4, true), (5, false)] {
        let one = to(vec![small()], vec![rise(by)]);
        assert_eq!(never(&named(&["n"], vec![legal()], vec![one])), is_never, "{by}");
        let one = || heap_to(vec![small()], vec![rise(by)]);
        assert_eq!(never(&many(Many::Heaps, vec![legal()], vec![one()])), is_never, "{by}");
        let coins = many(Many::Coins, vec![legal()], vec![one()]);
        brute::check(&coins, 6, &mut Proved::default());
        let split = heap_to(vec![small()], vec![number(7), rise(by)]);
        assert_eq!(never(&many(Many::Heaps, vec![legal()], vec![split])), is_never, "{by}");
        // A heap alone may be small, if there are two.
        let few = compare(Expr::Of(Aggregate::Count), Relation::AtLeast, number(2));
        let legal = Condition::Any(vec![legal(), few]);
        brute::check(&many(Many::Heaps, vec![legal], vec![one()]), 6, &mut Proved::default());
    }
}

/// What vanishes need not be legal, and a run may be empty.
#[test]
fn legality_of_what_is_not_there() {
    let low = compare(at(0), Relation::AtMost, number(3));
    let high = at_least(at(0), number(5));
    let run = act(Select::One, vec![], Becomes::Run(number(7), number(2)));
    let empty = many(Many::Heaps, vec![low.clone()], vec![run]);
    let legal = Condition::Any(vec![compare(at(0), Relation::Equal, number(0)), high.clone()]);
    let twins = heap_to(vec![], vec![number(2), number(2)]);
    let twins = many(Many::Coins, vec![legal], vec![twins]);
    // One heap of 5 becomes two of 1, which is legal as they are two.
    let count = |relation, bound| compare(Expr::Of(Aggregate::Count), relation, number(bound));
    let legal = Condition::Any(vec![high, count(Relation::AtLeast, 2)]);
    let lone = check(count(Relation::AtMost, 1));
    let halves = heap_to(vec![lone], vec![number(1), number(1)]);
    let halves = many(Many::Heaps, vec![legal], vec![halves]);
    for program in [empty, twins, halves] {
        assert!(!never(&program), "{program:?}");
        let mut proved = Proved::default();
        brute::check(&program, 6, &mut proved);
        assert_eq!(proved.never, 0);
    }
}

/// A long move is not taken apart, and one that is longer still has no exact cases.
#[test]
fn long_moves_are_not_looked_at() {
    let is = |bound| compare(at(0), Relation::Equal, number(bound));
    let program = |padding: usize, legal: usize| {
        let any = || Condition::Any(vec![is(1), is(2)]);
        let steps = [
            vec![at_least(at(0), number(9)), any()],
            vec![at_least(number(0), number(0)); padding],
        ];
        let steps = steps.concat().into_iter().map(check).collect();
        let legal = vec![Condition::Any(vec![at_least(number(0), number(0)); legal])];
        named(&["n"], legal, vec![to(steps, vec![minus(at(0), number(1))])])
    };
    assert!(never(&program(600, 1)));
    assert!(!never(&program(700, 1)));
    // Legality with alternatives counts, too.
    assert!(never(&program(500, 2)));
    assert!(!never(&program(500, 100)));
    let exact = |program: &Program| bouton_lang::cases::exact(program, &program.moves[0]);
    let too_long = "a move is too long to be looked at";
    // Neither alternative can occur.
    assert_eq!(exact(&program(1200, 1)).unwrap().len(), 0);
    assert_eq!(exact(&program(1400, 1)).unwrap_err(), too_long);
    assert_eq!(exact(&program(700, 700)).unwrap_err(), too_long);
    // The legality of long new numbers: as often as these are mentioned.
    let sums = |parts: Number, mentions: usize| {
        let new = (0..parts).fold(at(0), |sum, _| plus(sum, number(0)));
        let legal = vec![at_least(at(0), number(0)); mentions];
        named(&["n"], legal, vec![to(vec![], vec![new])])
    };
    assert_eq!(exact(&sums(50, 60)).unwrap().len(), 1);
    assert_eq!(exact(&sums(200, 100)).unwrap_err(), too_long);
}

/// Up to 12 alternatives are told apart where facts that hold are enough, and up to 32 where all must be known.
#[test]
fn alternatives_have_limits() {
    let is = |bound| compare(at(0), Relation::Equal, number(bound));
    let program = |count: Number, least: Number| {
        let alternatives = Condition::Any((1..=count).map(|k| is(2 * k)).collect());
        let steps = vec![check(at_least(at(0), number(least))), check(alternatives)];
        named(&["n"], vec![], vec![to(steps, vec![minus(at(0), number(1))])])
    };
    assert!(never(&program(12, 100)));
    assert!(!never(&program(13, 100)));
    let cases = |count| {
        let program = program(count, 1);
        bouton_lang::cases::exact(&program, &program.moves[0]).map(|cases| cases.len())
    };
    assert_eq!(cases(32), Ok(32));
    for count in [33, 40] {
        assert_eq!(cases(count), Err("a move has more than 32 cases".to_owned()));
    }
    // Twice as many alternatives in two conditions, of which only the first is split.
    let both = |first: Number, second: Number| {
        let any = |count: Number| check(Condition::Any((1..=count).map(is).collect()));
        let steps = vec![any(first), any(second), check(at_least(at(0), number(4)))];
        named(&["n"], vec![], vec![to(steps, vec![at(0)])])
    };
    assert!(never(&both(3, 4)));
    assert!(!never(&both(4, 4)));
}

/// A set that is not chosen has at most 16 elements, or it is not taken apart.
#[test]
fn sets_have_limits() {
    let cases = |elements: Number| {
        let set = Set { finite: (1..=elements).map(|k| 2 * k).collect(), tail: None };
        let steps = vec![check(Condition::Member(at(0), set))];
        let program = named(&["n"], vec![], vec![to(steps, vec![minus(at(0), number(1))])]);
        bouton_lang::cases::exact(&program, &program.moves[0]).map(|cases| cases.len())
    };
    assert_eq!(cases(16), Ok(16));
    for elements in [17, 20] {
        assert_eq!(cases(elements), Err("a set of numbers that are not chosen".to_owned()));
    }
}

/// Small random programs: what is read holds wherever the move is made.
#[test]
fn no_reading_of_small_random_programs_is_false() {
    let mut random = Random(41);
    let mut proved = Proved::default();
    for _ in 0..120 {
        brute::check_moves(&named_program(&mut random), 3, &mut proved);
        brute::check_moves(&heap_program(&mut random), 3, &mut proved);
    }
    assert!(proved.cases > 300, "{proved:?}");
}

/// A row that is changed later was legal before, and so it is bounded.
#[test]
fn later_rows_are_legal() {
    let shorter = || range(1, number(0), minus(at(0), number(1)));
    let rows = |later: Expr, legal: Vec<Condition>| {
        let one = act(Select::One, vec![shorter()], Becomes::Rows(at(1), later));
        many(Many::Rows, legal, vec![one])
    };
    // If all rows have at least 3 squares, later ones fall when they become 2.
    let long = || vec![at_least(at(0), number(3))];
    assert!(facts::measure(&rows(number(2), long())).is_some());
    assert!(facts::measure(&rows(number(3), long())).is_some());
    assert!(facts::measure(&rows(number(4), long())).is_none());
}
