//! Random programs: no claim about them is false.

use std::ops::ControlFlow;
use std::sync::Arc;

use bouton_lang::syntax::Many;
use bouton_lang::{
    Aggregate, Becomes, Condition, Expr, Move, Program, Relation, Select, Set, Step,
};
use bouton_values::{Limits, Player, Refusal, Watch};

use super::brute::{self, Proved};
use super::build::*;

/// A reproducible stream of numbers (SplitMix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From 0 to `below` less 1.
    pub(crate) fn below(&mut self, below: usize) -> usize {
        (self.next() % below as u64) as usize
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }
}

/// What an expression may look at.
#[derive(Clone, Copy)]
struct Sight {
    slots: usize,
    /// May it look at all heaps?
    all: bool,
}

fn expr(random: &mut Random, sight: Sight, depth: usize) -> Expr {
    let leaf = depth == 0 || random.below(3) == 0;
    if leaf {
        return match random.below(8) {
            0..=2 => number(random.below(5) as i128 - 1),
            3 if sight.all => Expr::Of(random.pick(&[
                Aggregate::Sum,
                Aggregate::Count,
                Aggregate::Least,
                Aggregate::Greatest,
                Aggregate::First,
            ])),
            _ => at(random.below(sight.slots)),
        };
    }
    let mut part = || expr(random, sight, depth - 1);
    let (a, b) = (part(), part());
    match random.below(14) {
        0..=3 => plus(a, b),
        4..=7 => minus(a, b),
        8 => times(a, b),
        9 => Expr::Quotient(a.into(), random.below(3) as i128 + 1),
        10 => Expr::Remainder(a.into(), random.below(3) as i128 + 1),
        11 => random.pick(&[Expr::Least(vec![a.clone(), b.clone()]), Expr::Greatest(vec![a, b])]),
        12 => Expr::Xor(a.into(), b.into()),
        _ => Expr::If(condition(random, sight, 1).into(), a.into(), b.into()),
    }
}

/// A condition on the first numbers of a position.
pub(crate) fn condition_on(random: &mut Random, slots: usize) -> Condition {
    condition(random, Sight { slots, all: false }, 2)
}

fn condition(random: &mut Random, sight: Sight, depth: usize) -> Condition {
    if depth > 0 && random.below(3) == 0 {
        let (a, b) = (condition(random, sight, depth - 1), condition(random, sight, depth - 1));
        return match random.below(3) {
            0 => Condition::All(vec![a, b]),
            1 => Condition::Any(vec![a, b]),
            _ => Condition::Not(a.into()),
        };
    }
    let a = expr(random, sight, 1);
    match random.below(12) {
        0 => Condition::Member(a, set(random)),
        1 if sight.all => Condition::Distinct { nonzero: random.below(2) == 0 },
        2 if sight.all => Condition::Falling,
        _ => {
            let relation = random.pick(&[
                Relation::AtLeast,
                Relation::AtMost,
                Relation::Less,
                Relation::Greater,
                Relation::Unequal,
                Relation::Equal,
            ]);
            compare(a, relation, expr(random, sight, 1))
        }
    }
}

fn set(random: &mut Random) -> Set {
    let from = random.below(5) as i128 - 1;
    let tail = (random.below(3) == 0).then(|| (from, random.below(2) as i128 + 1));
    let finite = (-1..5).filter(|n| random.below(2) == 0 && tail.is_none_or(|(from, _)| *n < from));
    Set { finite: finite.collect(), tail }
}

/// A choice between bounds, a set, a definition or a condition.
fn step(random: &mut Random, slots: &mut usize, all: bool) -> Step {
    let sight = Sight { slots: *slots, all };
    if random.below(4) == 0 {
        return check(condition(random, sight, 2));
    }
    let slot = *slots;
    *slots += 1;
    let low = number(random.below(3) as i128);
    let high = match random.below(3) {
        0 => number(random.below(4) as i128),
        1 => at(random.below(sight.slots)),
        _ => expr(random, sight, 2),
    };
    match random.below(5) {
        0 => Step::Choose { slot, set: Some(set(random)), bounds: vec![below(high)] },
        _ => range(slot, low, high),
    }
}

/// Something that is often less than the slot.
fn new_number(random: &mut Random, old: usize, slots: usize, all: bool) -> Expr {
    match random.below(8) {
        0 => at(old),
        1 => expr(random, Sight { slots, all }, 2),
        2 => minus(at(old), number(random.below(3) as i128)),
        3 => minus(at(old), expr(random, Sight { slots, all }, 1)),
        _ => minus(at(old), at(random.below(slots))),
    }
}

pub(crate) fn named_program(random: &mut Random) -> Program {
    let count = random.below(3) + 1;
    let sight = Sight { slots: count, all: false };
    let legal = (0..random.below(3)).map(|_| condition(random, sight, 1)).collect();
    let moves = (0..random.below(2) + 1).map(|_| {
        let mut slots = count;
        let steps = (0..random.below(3)).map(|_| step(random, &mut slots, false)).collect();
        let new = (0..count).map(|old| match random.below(3) {
            0 => at(old),
            _ => new_number(random, old, slots, false),
        });
        let new = new.collect();
        to(steps, new)
    });
    let moves = moves.collect();
    named(&["a", "b", "c"][..count], legal, moves)
}

fn heap_move(random: &mut Random, shape: Many) -> Move {
    let all = random.below(4) == 0;
    let mut slots = 1;
    let mut steps: Vec<Step> =
        (0..random.below(3)).map(|_| step(random, &mut slots, all)).collect();
    let sight = Sight { slots, all };
    if random.below(3) == 0 && shape == Many::Heaps {
        // The new size is slot 1, whatever else is chosen.
        let low = number(0);
        return heaps_to(2, vec![range(1, low, new_number(random, 0, 1, all))]);
    }
    if random.below(3) == 0 {
        steps.push(check(condition(random, sight, 1)));
    }
    let new = |random: &mut Random| new_number(random, 0, slots, all);
    let becomes = match shape {
        Many::Rows => {
            let chosen = new(random);
            let later = match random.below(4) {
                0 => Expr::Later,
                1 => plus(Expr::Later, minus(at(random.below(slots)), number(1))),
                2 => Expr::Least(vec![Expr::Later, expr(random, sight, 1)]),
                _ => minus(Expr::Later, number(random.below(2) as i128)),
            };
            Becomes::Rows(chosen, later)
        }
        _ => match random.below(5) {
            0 => Becomes::Heaps(vec![]),
            1 => Becomes::Run(expr(random, sight, 1), new(random)),
            2 => Becomes::Heaps(vec![new(random), new(random)]),
            _ => Becomes::Heaps(vec![new(random)]),
        },
    };
    act(Select::One, steps, becomes)
}

pub(crate) fn heap_program(random: &mut Random) -> Program {
    let shape = random.pick(&[Many::Heaps, Many::Coins, Many::Rows]);
    let sight = Sight { slots: 1, all: random.below(2) == 0 };
    let legal = (0..random.below(3)).map(|_| condition(random, sight, 1)).collect();
    let moves = (0..random.below(2) + 1).map(|_| heap_move(random, shape)).collect();
    many(shape, legal, moves)
}

#[test]
fn no_claim_about_random_named_numbers_is_false() {
    let mut random = Random(11);
    let mut proved = Proved::default();
    for _ in 0..400 {
        let program = named_program(&mut random);
        let side = if program.position_slots() == 3 { 3 } else { 5 };
        brute::check(&program, side, &mut proved);
    }
    let Proved { ends, bounded, cases, walks, never, lookback, .. } = proved;
    let enough = ends > 100 && bounded > 800 && cases > 2000;
    assert!(enough && walks > 100 && never > 50 && lookback > 20, "{proved:?}");
}

#[test]
fn no_claim_about_random_heaps_is_false() {
    let mut random = Random(12);
    let mut proved = Proved::default();
    for _ in 0..400 {
        brute::check(&heap_program(&mut random), 4, &mut proved);
    }
    let Proved { ends, bounded, cases, independent, .. } = proved;
    assert!(cases > 100 && ends > 50 && bounded > 300 && independent > 15, "{proved:?}");
}

/// The same condition in a way that no interval sees through: 1 xor 2 is known to be from 0 to 3, and it is 3.
fn hidden(condition: &Condition) -> Condition {
    let sum = Expr::Xor(number(1).into(), number(2).into());
    let never = compare(sum, Relation::Unequal, number(3));
    Condition::Any(vec![condition.clone(), never])
}

/// The same program with all conditions of moves hidden, so that listing its options has to try every choice.
fn with_hidden_conditions(program: &Program) -> Program {
    let mut program = program.clone();
    for one in &mut program.moves {
        for step in one.steps.iter_mut().chain(&mut one.each) {
            if let Step::Check(condition) = step {
                *condition = hidden(condition);
            }
        }
    }
    program
}

/// What is left out of a list because intervals refute it is no option, and no more choices are tried than the bound
/// says: one for each name and each heap that the move changes.
#[test]
fn listing_tries_no_more_than_the_bound() {
    let mut random = Random(13);
    let (mut refuted, mut listed) = (0, 0);
    for round in 0..1200 {
        let program = match round % 2 {
            0 => named_program(&mut random),
            _ => heap_program(&mut random),
        };
        let plain = with_hidden_conditions(&program);
        let names = program.moves.iter().map(|one| one.names.len()).max().unwrap_or(0) as u128;
        for position in brute::positions(&program, 3) {
            let chosen = position.len().max(1) as u128;
            let bound = program.option_bound(&position);
            for mover in Player::BOTH {
                let listing = program.listing(&position, mover);
                let tried = u128::from(listing.tried);
                let most = bound.saturating_mul(names * chosen);
                assert!(tried <= most, "{tried} of {most} at {position:?} in {program:#?}");
                let all = plain.listing(&position, mover);
                assert_eq!(listing.options, all.options, "{position:?} in {program:#?}");
                refuted += usize::from(listing.tried < all.tried);
                listed += usize::from(listing.tried > 0);
            }
        }
    }
    assert!(refuted > 1000 && listed > 10_000, "{refuted} refuted, {listed} listed");
}

/// Ranges of which intervals or the ends of a set show that nothing comes of them are not gone through.
#[test]
fn what_never_holds_is_not_tried() {
    let all = || range(1, number(1), number(1_000_000_000_000));
    let rest = || Expr::Remainder(at(1).into(), 2);
    let never = [
        compare(rest(), Relation::Equal, number(5)),
        compare(number(7), Relation::AtMost, rest()),
        Condition::Not(compare(rest(), Relation::Less, number(2)).into()),
        Condition::Member(rest(), Set { finite: vec![2, 3], tail: Some((5, 2)) }),
        Condition::Any(vec![
            compare(at(1), Relation::Less, number(1)),
            compare(rest(), Relation::Greater, number(1)),
        ]),
        compare(Expr::Remainder(at(0).into(), 10), Relation::Equal, number(3)),
    ];
    for condition in never {
        let one = to(vec![all(), check(condition.clone())], vec![minus(at(0), number(1))]);
        let program = named(&["n"], vec![], vec![one]);
        assert_eq!(program.option_bound(&[7]), 0, "{condition:?}");
        assert_eq!(program.listing(&[7], Player::Left).tried, 0, "{condition:?}");
    }
}

/// A list may be stopped from outside, and is refused where too few steps are allowed.
#[test]
fn long_lists_are_refused_or_stopped() {
    struct Impatient;
    impl Watch for Impatient {
        fn progress(&self, done: u64, _: u64) -> ControlFlow<()> {
            if done > 200_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }
    let far = range(1, number(1), number(1_000_000_000_000));
    let square = compare(times(at(1), at(1)), Relation::Equal, number(-1));
    let one = to(vec![far, check(hidden(&square))], vec![minus(at(0), number(1))]);
    let program = named(&["n"], vec![], vec![one]);
    let list = |limits: Limits| program.options_within(&[5], Player::Left, &limits);
    let refused = list(Limits { steps: 1_000_000, ..Limits::default() });
    assert!(matches!(refused, Err(Refusal::Limit { needed: 1_000_000_000_000, .. })));
    let watched = Limits { steps: u64::MAX, watch: Arc::new(Impatient), ..Limits::default() };
    assert_eq!(list(watched), Err(Refusal::Interrupted));
}
