//! Known rules and what must be found of them.

use bouton_lang::facts::{self, Measure, Walk};
use bouton_lang::syntax::Many;
use bouton_lang::{Becomes, Condition, Expr, Program, Relation, Select, Set};
use bouton_values::Player;

use super::brute::{self, Proved};
use super::build::*;
use super::texts::{shifts, walks};

/// pile, rate; rate' in rate-1 .. rate+1, pile' = pile - rate'
fn nimrod() -> Program {
    let choice = range(2, minus(at(1), number(1)), plus(at(1), number(1)));
    let one = to(vec![choice], vec![minus(at(0), at(2)), at(2)]);
    named(&["pile", "rate"], vec![at_least(at(1), number(1))], vec![one])
}

fn wythoff() -> Program {
    let k = |high: Expr| vec![range(2, number(1), high)];
    let less = |slot: usize| minus(at(slot), at(2));
    let both = Expr::Least(vec![at(0), at(1)]);
    let moves = vec![
        to(k(at(0)), vec![less(0), at(1)]),
        to(k(at(1)), vec![at(0), less(1)]),
        to(k(both), vec![less(0), less(1)]),
    ];
    named(&["a", "b"], vec![], moves)
}

/// a' = a - k·b, k ≥ 1, b ≥ 1, and the same for b.
fn euclid() -> Program {
    let subtract = |from: usize, what: usize| {
        let product = bouton_lang::Bound { factor: minus(number(0), at(what)), rest: at(from) };
        let bounds = vec![above(number(1)), product];
        let steps = vec![
            check(at_least(at(what), number(1))),
            bouton_lang::Step::Choose { slot: 2, set: None, bounds },
        ];
        let new = |slot| match slot == from {
            true => minus(at(from), times(at(2), at(what))),
            false => at(slot),
        };
        to(steps, vec![new(0), new(1)])
    };
    named(&["a", "b"], vec![], vec![subtract(0, 1), subtract(1, 0)])
}

fn fibonacci() -> Program {
    let k = range(2, number(1), at(1));
    let one = to(vec![k], vec![minus(at(0), at(2)), times(number(2), at(2))]);
    named(&["heap", "limit"], vec![], vec![one])
}

fn subtraction(set: &[i128]) -> Program {
    let one = to(vec![members(1, set, at(0))], vec![minus(at(0), at(1))]);
    named(&["n"], vec![], vec![one])
}

/// h' = a + b where a + b = h - k, k in 1..2
fn kayles() -> Program {
    let left = minus(at(0), at(1));
    let steps = vec![range(1, number(1), number(2)), range(2, number(0), left.clone())];
    many(Many::Heaps, vec![], vec![heap_to(steps, vec![at(2), minus(left, at(2))])])
}

/// 0 <= h' < h
fn lower_heap() -> bouton_lang::Move {
    heap_to(vec![range(1, number(0), minus(at(0), number(1)))], vec![at(1)])
}

fn antonim() -> Program {
    many(Many::Heaps, vec![Condition::Distinct { nonzero: true }], vec![lower_heap()])
}

fn moore(most: i128) -> Program {
    let each = vec![range(1, number(0), minus(at(0), number(1)))];
    many(Many::Heaps, vec![], vec![heaps_to(most, each)])
}

fn chomp() -> Program {
    let shorter = range(1, number(0), minus(at(0), number(1)));
    let later = Expr::Least(vec![Expr::Later, at(1)]);
    let one = act(Select::One, vec![shorter], Becomes::Rows(at(1), later));
    many(Many::Rows, vec![Condition::Falling], vec![one])
}

/// Turns any coins in a row; the last one goes away.
fn ruler() -> Program {
    let first = range(1, number(0), at(0));
    let run = Becomes::Run(at(1), minus(at(0), number(1)));
    many(Many::Coins, vec![], vec![act(Select::One, vec![first], run)])
}

/// Turns one coin or two.
fn turtles() -> Program {
    many(Many::Coins, vec![], vec![heap_to(vec![], vec![]), lower_heap()])
}

/// Tokens go to and fro.
fn loopy() -> Program {
    let swap = |from: usize, into: usize| {
        let mut new = vec![at(0), at(1)];
        new[from] = minus(at(from), number(1));
        new[into] = plus(at(into), number(1));
        to(vec![], new)
    };
    named(&["a", "b"], vec![], vec![swap(0, 1), swap(1, 0)])
}

/// a falls and b becomes anything up to 2a; or b falls.
fn ordinals() -> Program {
    let any = range(2, number(0), times(number(2), at(0)));
    let moves = vec![
        to(vec![any], vec![minus(at(0), number(1)), at(2)]),
        to(vec![], vec![at(0), minus(at(1), number(1))]),
    ];
    named(&["a", "b"], vec![], moves)
}

#[test]
fn all_claims_about_known_games_hold_in_small_positions() {
    let mut proved = Proved::default();
    for (program, side) in [
        (nimrod(), 9),
        (wythoff(), 7),
        (euclid(), 9),
        (fibonacci(), 9),
        (subtraction(&[1, 3, 4]), 20),
        (kayles(), 7),
        (antonim(), 7),
        (moore(2), 4),
        (chomp(), 4),
        (ruler(), 6),
        (turtles(), 6),
        (loopy(), 6),
        (ordinals(), 6),
    ] {
        brute::check(&program, side, &mut proved);
    }
    assert_eq!(proved.ends, 12, "all but the loopy one end");
    assert!(
        proved.cases > 100 && proved.bounded > 30 && proved.walks >= 5 && proved.reached > 100,
        "{proved:?}"
    );
}

/// Each move lowers the sum of these numbers.
fn total(slots: &[usize]) -> Measure {
    Measure::Sums(vec![slots.iter().map(|slot| (*slot, 1)).collect()])
}

/// Each move lowers one of these numbers and none before it.
fn in_order(slots: &[usize]) -> Measure {
    Measure::Sums(slots.iter().map(|slot| vec![(*slot, 1)]).collect())
}

#[test]
fn measures_are_found_and_described() {
    let table: Vec<(Program, Measure, &str)> = vec![
        (nimrod(), total(&[0]), "each move lowers pile"),
        (wythoff(), total(&[0, 1]), "each move lowers a + b"),
        (euclid(), total(&[0, 1]), "each move lowers a + b"),
        (fibonacci(), total(&[0]), "each move lowers heap"),
        (subtraction(&[2, 5]), total(&[0]), "each move lowers n"),
        (kayles(), Measure::SmallerHeaps, "each move replaces a heap by smaller ones"),
        (antonim(), Measure::SmallerHeaps, "each move replaces a heap by smaller ones"),
        (moore(3), Measure::SmallerHeaps, "each move replaces a heap by smaller ones"),
        (chomp(), Measure::SmallerHeaps, "each move shortens a row and lengthens none"),
        (ruler(), Measure::SmallerHeaps, "each move replaces a coin by coins on lower places"),
        (ordinals(), in_order(&[0, 1]), "each move lowers a, or keeps a and lowers b"),
    ];
    for (program, measure, words) in table {
        assert_eq!(facts::measure(&program), Some(measure.clone()));
        assert_eq!(measure.describe(&program), words);
    }
    assert_eq!(facts::measure(&loopy()), None);
}

/// (a, b) to (a - 2, b + 3) or (a + 1, b - 2): 5a + 3b falls by one each time, and no smaller sum does.
#[test]
fn sums_may_need_factors() {
    let shift = |x: i128, y: i128| to(vec![], vec![plus(at(0), number(x)), plus(at(1), number(y))]);
    let program = named(&["a", "b"], vec![], vec![shift(-2, 3), shift(1, -2)]);
    let measure = facts::measure(&program).unwrap();
    assert_eq!(measure, Measure::Sums(vec![vec![(0, 5), (1, 3)]]));
    assert_eq!(measure.describe(&program), "each move lowers 5a + 3b");
    brute::check(&program, 9, &mut Proved::default());
}

/// First a + b falls, by moves that lift one of them and put anything into c; then c falls.
#[test]
fn sums_may_fall_in_order() {
    let any = || vec![range(3, number(0), times(number(3), plus(at(0), at(1))))];
    let less = |slot: usize, by: i128| minus(at(slot), number(by));
    let moves = vec![
        to(any(), vec![less(0, 2), plus(at(1), number(1)), at(3)]),
        to(any(), vec![plus(at(0), number(1)), less(1, 2), at(3)]),
        to(vec![], vec![at(0), at(1), less(2, 1)]),
    ];
    let program = named(&["a", "b", "c"], vec![], moves);
    let measure = facts::measure(&program).unwrap();
    assert_eq!(measure.describe(&program), "each move lowers a + b, or keeps a + b and lowers c");
    brute::check(&program, 4, &mut Proved::default());
}

/// 0 <= a' <= a, 0 <= b' <= b + 3, and a' < a or b' < b: one move with alternatives.
#[test]
fn alternatives_are_told_apart() {
    let free = vec![
        range(2, number(0), at(0)),
        range(3, number(0), plus(at(1), number(3))),
        check(Condition::Any(vec![
            compare(at(2), Relation::Less, at(0)),
            Condition::All(vec![
                compare(at(2), Relation::Equal, at(0)),
                compare(at(3), Relation::Less, at(1)),
            ]),
        ])),
    ];
    let program = named(&["a", "b"], vec![], vec![to(free, vec![at(2), at(3)])]);
    assert_eq!(facts::measure(&program), Some(in_order(&[0, 1])));
    brute::check(&program, 4, &mut Proved::default());
    // The larger of two numbers falls by one, the other stays.
    let larger = Box::new(compare(at(0), Relation::Greater, at(1)));
    let pick = |a: Expr, b: Expr| Expr::If(larger.clone(), Box::new(a), Box::new(b));
    let new = vec![pick(minus(at(0), number(1)), at(0)), pick(at(1), minus(at(1), number(1)))];
    let program = named(&["a", "b"], vec![], vec![to(vec![], new)]);
    assert_eq!(facts::measure(&program), Some(total(&[0, 1])));
    brute::check(&program, 6, &mut Proved::default());
}

#[test]
fn positions_that_are_reached_at_least() {
    let least = |program: &Program, tuple: &[u64]| {
        facts::least_reached(program, &facts::strides(program), tuple)
    };
    let raise = || vec![to(vec![], vec![plus(at(0), number(3))])];
    let farthest = (Program::LARGEST as u128 - 1) / 3 + 1;
    assert_eq!(least(&named(&["n"], vec![], raise()), &[1]), farthest);
    let short = vec![compare(at(0), Relation::AtMost, number(20))];
    assert_eq!(least(&named(&["n"], short, raise()), &[1]), 7);
    // Only while a is at least 4, and no further than 20: 7, 10, …, 19.
    let guarded = || {
        let guards = vec![check(compare(at(0), Relation::AtLeast, number(4)))];
        vec![to(guards, vec![plus(at(0), number(3)), at(1)])]
    };
    let program = named(&["a", "b"], vec![compare(at(0), Relation::AtMost, number(20))], guarded());
    assert_eq!((least(&program, &[4, 9]), least(&program, &[3, 9])), (6, 1));
    // One pile and one coordinate are lowered one by one.
    assert_eq!(least(&wythoff(), &[30, 70]), 71);
}

#[test]
fn bounds_of_all_that_can_be_reached() {
    // The sum never rises, so rate' <= rate + 1 <= 1002 - pile; and rate' <= pile.
    assert_eq!(facts::largest(&nimrod(), &[1000, 1]), Some(vec![1000, 501]));
    assert_eq!(facts::largest(&nimrod(), &[5, 70]), Some(vec![5, 70]));
    assert_eq!(facts::largest(&wythoff(), &[30, 70]), Some(vec![30, 70]));
    assert_eq!(facts::largest(&euclid(), &[30, 70]), Some(vec![30, 70]));
    // heap' + limit' = heap + k <= heap + limit.
    assert_eq!(facts::largest(&fibonacci(), &[100, 99]), Some(vec![100, 199]));
    assert_eq!(facts::largest(&loopy(), &[7, 5]), Some(vec![12, 12]));
    assert_eq!(facts::largest(&kayles(), &[3, 9, 4]), Some(vec![9]));
    assert_eq!(facts::largest(&chomp(), &[8, 8]), Some(vec![8]));
    assert_eq!(facts::largest(&ordinals(), &[10, 0]), Some(vec![10, 20]));
    let grow = named(&["n"], vec![], vec![to(vec![], vec![plus(at(0), number(1))])]);
    assert_eq!(facts::largest(&grow, &[3]), None);
    assert_eq!(facts::largest(&nimrod(), &[3]), None, "a position has two numbers");
}

#[test]
fn walks_are_recognised() {
    let walks = |program: &Program| -> Vec<Result<Vec<Walk>, String>> {
        program.moves.iter().map(|one| walks(program, one)).collect()
    };
    let ray = |vector: &[i128]| Ok(vec![Walk { vector: vector.to_vec(), from: Some(1) }]);
    assert_eq!(walks(&wythoff()), [ray(&[-1, 0]), ray(&[0, -1]), ray(&[-1, -1])]);
    assert_eq!(walks(&subtraction(&[1, 3, 4])), [Ok(shifts(&[&[-1], &[-3], &[-4]]))]);
    assert_eq!(walks(&many(Many::Heaps, vec![], vec![lower_heap()])), [ray(&[-1])]);
    for program in
        [nimrod(), euclid(), fibonacci(), kayles(), antonim(), moore(2), chomp(), ruler()]
    {
        assert!(walks(&program).iter().all(Result::is_err), "{program:?}");
    }
    assert_eq!(
        facts::rays(&wythoff()),
        Ok("each move goes any distance along (-1, 0), (0, -1) or (-1, -1)".to_owned())
    );
    assert_eq!(facts::constant_shifts(&wythoff()), Err("move 1 goes any distance".to_owned()));
    assert_eq!(
        facts::constant_shifts(&loopy()),
        Ok("each move adds (-1, 1) or (1, -1)".to_owned())
    );
    assert_eq!(facts::rays(&loopy()), Err("no move goes any distance".to_owned()));
    assert_eq!(facts::rays(&euclid()), Err("move 1: a product is not linear".to_owned()));
}

/// A condition on the position besides that the new one is legal: the move is not the same everywhere.
#[test]
fn guarded_moves_do_not_walk() {
    let guard = check(at_least(at(0), number(3)));
    let steps = vec![guard, range(1, number(1), number(2))];
    let program = named(&["n"], vec![], vec![to(steps, vec![minus(at(0), at(1))])]);
    let why = "whether a move is possible depends on more than its vector";
    assert_eq!(walks(&program, &program.moves[0]), Err(why.to_owned()));
    // At least half must be left: 2(n - k) >= n.
    let half = compare(times(number(2), minus(at(0), at(1))), Relation::AtLeast, at(0));
    let steps = vec![range(1, number(1), at(0)), check(half)];
    let program = named(&["n"], vec![], vec![to(steps, vec![minus(at(0), at(1))])]);
    assert_eq!(walks(&program, &program.moves[0]), Err(why.to_owned()));
    // Legality that says the same is no guard.
    let steps = vec![check(at_least(at(0), number(1))), range(1, number(1), number(2))];
    let program = named(&["n"], vec![], vec![to(steps, vec![minus(at(0), at(1))])]);
    assert_eq!(walks(&program, &program.moves[0]), Ok(shifts(&[&[-1], &[-2]])));
}

/// n' = n - 2k - 1: the distances are odd, which is no ray.
#[test]
fn steps_of_two_from_one_are_no_ray() {
    let half = Expr::Quotient(minus(at(0), number(1)).into(), 2);
    let odd = minus(minus(at(0), times(number(2), at(1))), number(1));
    let high = Expr::Least(vec![half, at(0)]);
    let program =
        named(&["n"], vec![], vec![to(vec![range(1, number(0), high)], vec![odd.clone()])]);
    assert!(walks(&program, &program.moves[0]).is_err());
    let bound = bouton_lang::Bound { factor: number(-2), rest: minus(at(0), number(1)) };
    let bounds = vec![above(number(0)), bound];
    let choice = bouton_lang::Step::Choose { slot: 1, set: None, bounds };
    let program = named(&["n"], vec![], vec![to(vec![choice], vec![odd])]);
    assert!(walks(&program, &program.moves[0]).is_err());
    brute::check(&program, 12, &mut Proved::default());
}

/// Chomp whose later rows grow goes on for ever.
#[test]
fn later_rows_must_not_grow() {
    let shorter = range(1, number(0), minus(at(0), number(1)));
    let longer = Becomes::Rows(at(1), plus(Expr::Later, number(1)));
    let program = many(Many::Rows, vec![], vec![act(Select::One, vec![shorter], longer)]);
    assert_eq!(facts::measure(&program), None);
    assert_eq!(facts::largest(&program, &[5]), None);
}

/// Two new coins on one place vanish before anybody asks whether they may be there.
#[test]
fn coins_that_vanish_need_not_be_legal() {
    let low = compare(at(0), Relation::AtMost, number(3));
    let greatest = Expr::Of(bouton_lang::Aggregate::Greatest);
    let all_low = compare(greatest, Relation::AtMost, number(3));
    for legal in [low, all_low] {
        let twins = heap_to(vec![], vec![number(9), number(9)]);
        let program = many(Many::Coins, vec![legal], vec![twins]);
        assert_eq!(program.options(&[1, 2], Player::Left), [[2], [1]]);
        assert_eq!(facts::never_possible_moves(&program), [false]);
    }
}

#[test]
fn lookback_is_the_largest_fall() {
    assert_eq!(facts::lookback(&subtraction(&[1, 3, 4])), Ok(4));
    assert_eq!(facts::lookback(&subtraction(&[])), Ok(0), "no move is possible");
    let tell = |why: &str| Err(why.to_owned());
    assert_eq!(facts::lookback(&wythoff()), tell("a position has more than one number"));
    assert_eq!(facts::lookback(&kayles()), tell("move 1 splits a heap"));
    assert_eq!(facts::lookback(&antonim()), tell("move 1 may lower the number by any amount"));
    assert_eq!(facts::lookback(&moore(2)), tell("move 1 may change several heaps"));
    assert_eq!(facts::lookback(&turtles()), tell("move 1 takes a heap away"));
}

#[test]
fn heaps_are_independent_unless_something_looks_at_others() {
    assert!(facts::independent(&kayles()).is_ok());
    assert_eq!(
        facts::independent(&antonim()),
        Err("whether a position is legal depends on whether all heaps differ".to_owned())
    );
    assert_eq!(facts::independent(&moore(2)), Err("move 1 may change several heaps".to_owned()));
    assert_eq!(facts::independent(&turtles()), Err("two coins on one place vanish".to_owned()));
    let mut counted = kayles();
    let few = compare(Expr::Of(bouton_lang::Aggregate::Count), Relation::Less, number(3));
    counted.moves[0].steps.push(check(few));
    let why = "move 1 looks at the number of heaps";
    assert_eq!(facts::independent(&counted), Err(why.to_owned()));
}

#[test]
fn players_have_the_same_options_if_their_moves_are_alike() {
    let take = |player, k| {
        let one = to(vec![], vec![minus(at(0), number(k))]);
        bouton_lang::Move { player, ..one }
    };
    let (left, right) = (Some(Player::Left), Some(Player::Right));
    let same = |moves| facts::same_options(&named(&["n"], vec![], moves));
    assert!(same(vec![take(None, 1), take(None, 2)]).is_ok());
    assert!(same(vec![take(left, 1), take(left, 2), take(right, 2), take(right, 1)]).is_ok());
    assert!(same(vec![take(None, 1), take(left, 1)]).is_ok(), "the move is open to both anyway");
    let only = Err("move 2 is open to one player only".to_owned());
    assert_eq!(same(vec![take(None, 1), take(left, 2), take(right, 3)]), only);
}

#[test]
fn contradictions_are_seen() {
    let impossible = |steps| {
        let program = named(
            &["n"],
            vec![compare(at(0), Relation::AtMost, number(9))],
            vec![to(steps, vec![minus(at(0), at(1))])],
        );
        facts::never_possible_moves(&program) == [true]
    };
    assert!(impossible(vec![range(1, number(10), number(12))]));
    assert!(!impossible(vec![range(1, number(9), number(12))]));
    assert!(impossible(vec![members(1, &[], number(5))]));
    assert!(impossible(vec![range(1, number(1), number(3)), check(Condition::Truth(false))]));
    let nowhere = Condition::Any(vec![
        compare(at(1), Relation::Greater, at(0)),
        Condition::Member(at(1), Set { finite: vec![7, 8], tail: None }),
    ]);
    assert!(impossible(vec![range(1, number(1), number(3)), check(nowhere)]));
    let unequal = Condition::Not(Box::new(compare(at(1), Relation::Unequal, number(10))));
    assert!(impossible(vec![range(1, number(1), number(10)), check(unequal)]));
}
