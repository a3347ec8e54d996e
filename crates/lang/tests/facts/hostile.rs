//! Rules that are meant to take for ever. What ends them is a count of work, not a clock: see `Work`.

use bouton_lang::facts;
use bouton_lang::linear::{Linear, Maximum, System, Work};
use bouton_lang::syntax::Many;
use bouton_lang::{Condition, Expr, Program, Relation};

use super::build::*;
use super::random::Random;

/// Everything that can be asked of a program.
fn ask_everything(program: &Program) {
    let slots = program.position_slots();
    let _ = facts::measure(program);
    let _ = facts::largest(program, &vec![9; slots]);
    let _ = (facts::constant_shifts(program), facts::rays(program), facts::lookback(program));
    let _ = (facts::same_options(program), facts::independent(program));
    let _ = facts::never_possible_moves(program);
    if let Some(one) = program.moves.first() {
        let reading = facts::read(program, one);
        assert!(reading.system.facts().len() < 1000);
    }
}

fn dense_sum(random: &mut Random, slots: usize) -> Expr {
    (0..slots).fold(number(0), |sum, slot| {
        plus(sum, times(number(random.below(7) as i128 - 3), at(slot)))
    })
}

/// Many names, many dense conditions, many moves.
#[test]
fn dense_rules_end() {
    const SLOTS: usize = 26;
    let mut random = Random(21);
    let condition = |random: &mut Random| at_least(dense_sum(random, SLOTS), number(-9));
    let legal: Vec<Condition> = (0..300).map(|_| condition(&mut random)).collect();
    let moves = (0..200).map(|_| {
        let new = (0..SLOTS).map(|_| dense_sum(&mut random, SLOTS)).collect();
        to(vec![range(SLOTS, number(0), dense_sum(&mut random, SLOTS))], new)
    });
    let moves = moves.collect();
    let names = ["x"; SLOTS];
    ask_everything(&named(&names, legal, moves));
}

/// Moves that are each as long as a book: they are not copied once the work is used up.
#[test]
fn long_moves_end() {
    const SLOTS: usize = 8;
    let mut random = Random(23);
    let long = (0..100).map(|_| below(dense_sum(&mut random, SLOTS)));
    let bounds = [above(number(0))].into_iter().chain(long).collect();
    let choice = bouton_lang::Step::Choose { slot: SLOTS, set: None, bounds };
    let new = (0..SLOTS).map(|slot| plus(at(slot), at(SLOTS))).collect();
    let moves = vec![to(vec![choice], new); 600];
    ask_everything(&named(&["x"; SLOTS], vec![], moves));
}

/// 2¹² cases, and again in every number.
#[test]
fn alternatives_in_alternatives_end() {
    let either = |slot: usize| {
        Condition::Any(vec![
            compare(at(slot), Relation::Less, number(3)),
            compare(at(slot), Relation::Unequal, number(7)),
        ])
    };
    let pick = |slot: usize| {
        Expr::If(Box::new(either(slot)), at(slot).into(), minus(at(slot), number(1)).into())
    };
    let all = Condition::All((0..4).map(either).collect());
    let steps = (0..12).map(|slot| check(either(slot % 4))).collect();
    let new = (0..4).map(pick).collect();
    ask_everything(&named(&["a", "b", "c", "d"], vec![all], vec![to(steps, new)]));
    let nested = (0..200).fold(at(0), |inner, _| {
        let less = compare(inner.clone(), Relation::Less, number(5));
        Expr::If(Box::new(less), at(0).into(), number(1).into())
    });
    ask_everything(&many(Many::Heaps, vec![], vec![heap_to(vec![], vec![nested])]));
}

/// Products of products, minima of minima, nim-sums of nim-sums.
#[test]
fn towers_of_terms_end() {
    let tower = |op: &dyn Fn(Expr, Expr) -> Expr| (0..60).fold(at(0), |e, i| op(e, at(i % 3)));
    let towers = [
        tower(&|a, b| times(plus(a, number(1)), b)),
        tower(&|a, b| minus(Expr::Least(vec![a, minus(b.clone(), number(2))]), b)),
        tower(&|a, b| Expr::Xor(a.into(), plus(b, number(1)).into())),
        tower(&|a, b| Expr::Quotient(plus(times(number(3), a), b).into(), 2)),
    ];
    for new in towers {
        let bound = check(at_least(new.clone(), number(1)));
        let one = to(vec![bound], vec![new, at(1), at(2)]);
        ask_everything(&named(&["a", "b", "c"], vec![], vec![one]));
    }
}

/// Numbers at the edge of what can be computed are left out, not wrapped around.
#[test]
fn huge_numbers_prove_nothing_false() {
    let huge = || number(1 << 125);
    let one = to(vec![range(1, number(1), huge())], vec![minus(at(0), times(huge(), at(1)))]);
    let program = named(&["n"], vec![], vec![one]);
    ask_everything(&program);
    let grows = to(vec![], vec![plus(at(0), times(huge(), huge()))]);
    let program = named(&["n"], vec![], vec![grows]);
    assert_eq!(facts::measure(&program), None);
    assert_eq!(facts::largest(&program, &[i128::MAX]), None);
}

/// Thirty variables and two hundred facts: the limits end the question, whatever the answer.
#[test]
fn dense_systems_end_within_their_work() {
    let mut random = Random(22);
    let mut system = System::default();
    for _ in 0..200 {
        let terms: Vec<_> = (0..30).map(|v| (v, random.below(7) as i128 - 3)).collect();
        system.add(Linear::of(&terms, random.below(100) as i128).unwrap());
    }
    let mut work = Work::new(10 * Work::OF_A_QUESTION);
    assert_eq!(system.maximum_within(&Linear::variable(0), &mut work), Maximum::Unknown);
    assert!(work.spent() <= Work::OF_A_QUESTION, "{}", work.spent());
}
