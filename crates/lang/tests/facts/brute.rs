//! Every claim against the options of all small positions.

use std::collections::{BTreeSet, HashSet, VecDeque};

use bouton_lang::cases::{Exact, exact};
use bouton_lang::facts::{self, Measure, Walk};
use bouton_lang::linear::{Linear, Work};
use bouton_lang::syntax::Many;
use bouton_lang::{Becomes, Move, Number, Program, Select, Shape};
use bouton_values::Player;

/// How often something was proved, to see that a test says something.
#[derive(Debug, Default)]
pub(crate) struct Proved {
    pub(crate) ends: usize,
    pub(crate) bounded: usize,
    pub(crate) cases: usize,
    pub(crate) walks: usize,
    pub(crate) never: usize,
    pub(crate) lookback: usize,
    pub(crate) independent: usize,
    pub(crate) reached: usize,
}

/// All legal positions with small numbers.
pub(crate) fn positions(program: &Program, side: u64) -> Vec<Vec<u64>> {
    let lengths = match &program.shape {
        Shape::Named(names) => names.len()..=names.len(),
        Shape::Many(..) => 0..=3,
    };
    let mut all = Vec::new();
    for length in lengths {
        let mut tuples = vec![Vec::new()];
        for _ in 0..length {
            let longer = |tuple: &Vec<u64>| {
                (0..=side).map(|n| [&tuple[..], &[n]].concat()).collect::<Vec<_>>()
            };
            tuples = tuples.iter().flat_map(longer).collect();
        }
        all.extend(tuples);
    }
    let fits = |tuple: &Vec<u64>| match program.shape {
        Shape::Named(_) | Shape::Many(Many::Rows, _) => true,
        Shape::Many(Many::Heaps, _) => tuple.is_sorted(),
        Shape::Many(Many::Coins, _) => tuple.is_sorted_by(|a, b| a < b),
    };
    all.retain(|tuple| fits(tuple) && program.is_legal(tuple));
    all
}

/// The program with one of its moves, for both players.
fn alone(program: &Program, one: &Move) -> Program {
    Program { moves: vec![Move { player: None, ..one.clone() }], ..program.clone() }
}

/// Checks everything that is claimed of a program.
pub(crate) fn check(program: &Program, side: u64, proved: &mut Proved) {
    check_moves(program, side, proved);
    let positions = positions(program, side);
    check_measure(program, &positions, proved);
    check_largest(program, &positions, proved);
    check_least_reached(program, &positions, proved);
    check_lookback(program, &positions, proved);
    check_players(program, &positions);
    check_independence(program, &positions, proved);
}

/// Checks what is claimed of single moves.
pub(crate) fn check_moves(program: &Program, side: u64, proved: &mut Proved) {
    let positions = positions(program, side);
    for (one, never) in program.moves.iter().zip(facts::never_possible_moves(program)) {
        let alone = alone(program, one);
        check_reading(&alone, &positions);
        check_cases(&alone, &positions, proved);
        check_walk(&alone, &positions, proved);
        if never {
            proved.never += 1;
            assert!(positions.iter().all(|p| alone.options(p, Player::Left).is_empty()));
        }
    }
}

fn all_moves(program: &Program, position: &[u64]) -> Vec<Vec<u64>> {
    let both = Player::BOTH.iter().flat_map(|player| program.options(position, *player));
    both.collect::<BTreeSet<_>>().into_iter().collect()
}

/// The variable has this value.
fn is(form: &Linear, value: u64) -> Linear {
    form.shifted(-Number::from(value)).unwrap()
}

/// What is read of a move holds whenever it is made.
fn check_reading(alone: &Program, positions: &[Vec<u64>]) {
    let one = &alone.moves[0];
    let reading = facts::read(alone, one);
    let comparable = match (&alone.shape, &one.becomes) {
        (Shape::Named(_), _) => true,
        (Shape::Many(Many::Coins, _), Becomes::Heaps(new)) => new.len() == 1,
        (Shape::Many(..), Becomes::Heaps(_) | Becomes::Rows(..)) => true,
        _ => false,
    };
    let lone = |p: &&Vec<u64>| matches!(alone.shape, Shape::Named(_)) || p.len() == 1;
    for position in positions.iter().filter(lone).filter(|_| comparable) {
        let options = alone.options(position, Player::Left);
        for option in &options {
            assert_eq!(option.len(), reading.new.len(), "{alone:?}");
            let mut system = reading.system.clone();
            for (slot, value) in position.iter().enumerate() {
                system.add_equal(is(&Linear::variable(slot), *value));
            }
            for (new, value) in reading.new.iter().zip(option) {
                system.add_equal(is(new, *value));
            }
            assert!(
                !system.is_empty_within(&mut Work::default()),
                "{position:?} to {option:?} in {alone:#?}\n{system}"
            );
        }
    }
}

/// Exact cases hold where the move is made and nowhere else: of named numbers, and of a lone heap if all are legal.
fn check_cases(alone: &Program, positions: &[Vec<u64>], proved: &mut Proved) {
    let one = &alone.moves[0];
    let comparable = match (&alone.shape, &one.becomes) {
        (Shape::Named(_), _) => true,
        (Shape::Many(..), Becomes::Heaps(new)) if new.len() == 1 => alone.legal.is_empty(),
        _ => false,
    };
    let Ok(cases) = exact(alone, one) else { return };
    if !comparable || matches!(one.select, Select::Several(..)) {
        return;
    }
    let lone = |p: &&Vec<u64>| matches!(alone.shape, Shape::Named(_)) || p.len() == 1;
    for position in positions.iter().filter(lone) {
        let options = alone.options(position, Player::Left);
        proved.cases += 1;
        for option in &options {
            assert!(
                cases.iter().any(|case| allows(case, position, option)),
                "{position:?} to {option:?} is in no case of {alone:#?}\n{cases:#?}"
            );
        }
        for case in cases.iter().filter(|case| case.choices.len() <= 2) {
            let made = |new: &Vec<u64>| options.contains(new);
            let all = all_of_case(case, position);
            assert!(all.iter().all(made), "{position:?} to {all:?} in {alone:#?}\n{case:#?}");
        }
    }
}

/// May the case lead from the one to the other, as far as linear arithmetic sees?
fn allows(case: &Exact, position: &[u64], option: &[u64]) -> bool {
    let mut system = case.facts.clone();
    for (slot, value) in position.iter().enumerate() {
        system.add_equal(is(&Linear::variable(slot), *value));
    }
    for (new, value) in case.new.iter().zip(option) {
        system.add_equal(is(new, *value));
    }
    !system.is_empty_within(&mut Work::default())
}

/// Where the case leads from a position, by choices that are not too large.
fn all_of_case(case: &Exact, position: &[u64]) -> BTreeSet<Vec<u64>> {
    let reach = 20;
    let mut all = BTreeSet::new();
    let mut choose = |numbers: &[Number]| {
        let chosen = |variable: usize| {
            let choice = case.choices.iter().position(|one| one.variable == variable);
            choice.map_or_else(|| Number::from(position[variable]), |choice| numbers[choice])
        };
        let value = |variable: usize| match case
            .products
            .iter()
            .find(|product| product.variable == variable)
        {
            Some(product) => product.factors.map(chosen).into_iter().product(),
            None => chosen(variable),
        };
        let inside = case.choices.iter().zip(numbers).all(|(choice, number)| {
            choice.within.as_ref().is_none_or(|within| within.contains(*number))
        });
        if inside && case.facts.facts().iter().all(|fact| fact.value(value).unwrap() >= 0) {
            let new = case.new.iter().map(|form| form.value(value).unwrap());
            all.insert(new.map(|number| u64::try_from(number).unwrap()).collect());
        }
    };
    match case.choices.len() {
        0 => choose(&[]),
        1 => (-reach..=reach).for_each(|k| choose(&[k])),
        _ => (-reach..=reach).for_each(|k| (-reach..=reach).for_each(|l| choose(&[k, l]))),
    }
    all
}

fn check_walk(alone: &Program, positions: &[Vec<u64>], proved: &mut Proved) {
    let Ok(walks) = facts::walks(alone, &alone.moves[0], &mut Work::default()) else { return };
    proved.walks += 1;
    let lone = |p: &&Vec<u64>| matches!(alone.shape, Shape::Named(_)) || p.len() == 1;
    for position in positions.iter().filter(lone) {
        let vectors = walks.iter().flat_map(|Walk { vector, from }| {
            let multiple = |k: Number| vector.iter().map(|n| n * k).collect::<Vec<_>>();
            let all = from.map_or(1..=1, |from| from..=from + 40);
            all.map(multiple).collect::<Vec<_>>()
        });
        let add = |vector: Vec<Number>| {
            let sum = position.iter().zip(vector).map(|(n, v)| Number::from(*n) + v);
            sum.map(|n| u64::try_from(n).ok()).collect::<Option<Vec<u64>>>()
        };
        let reached = vectors.filter_map(add).filter(|tuple| alone.is_legal(tuple));
        let options: BTreeSet<_> = alone.options(position, Player::Left).into_iter().collect();
        assert_eq!(options, reached.collect(), "{position:?} {walks:?} in {alone:#?}");
    }
}

/// Is the option less by this measure?
fn is_less(measure: &Measure, option: &[u64], position: &[u64]) -> bool {
    let sum = |tuple: &[u64], sum: &[(usize, Number)]| -> Number {
        sum.iter().map(|(slot, factor)| factor * Number::from(tuple[*slot])).sum()
    };
    let of = |tuple: &[u64]| -> Vec<Number> {
        match measure {
            Measure::Sums(sums) => sums.iter().map(|one| sum(tuple, one)).collect(),
            // Multisets are compared by their greatest elements first (Dershowitz, Manna).
            Measure::SmallerHeaps => {
                let mut sorted: Vec<Number> = tuple.iter().map(|n| (*n).into()).collect();
                sorted.sort_unstable_by(|a, b| b.cmp(a));
                sorted
            }
        }
    };
    of(option) < of(position)
}

fn check_measure(program: &Program, positions: &[Vec<u64>], proved: &mut Proved) {
    let Some(measure) = facts::measure(program) else { return };
    proved.ends += 1;
    assert!(!measure.describe(program).is_empty());
    for position in positions {
        for option in all_moves(program, position) {
            let less = is_less(&measure, &option, position);
            assert!(less, "{measure:?} at {position:?} to {option:?} in {program:#?}");
        }
    }
}

/// From each of some positions, nothing beyond the bounds is reached.
fn check_largest(program: &Program, positions: &[Vec<u64>], proved: &mut Proved) {
    const MOST: usize = 300;
    let every = (positions.len() / 4).max(1);
    for start in positions.iter().rev().step_by(every) {
        let numbers: Vec<Number> = start.iter().map(|n| Number::from(*n)).collect();
        let Some(bounds) = facts::largest(program, &numbers) else { continue };
        proved.bounded += 1;
        let mut seen = HashSet::from([start.clone()]);
        let mut queue = VecDeque::from([start.clone()]);
        while let Some(position) = queue.pop_front().filter(|_| seen.len() < MOST) {
            for (slot, value) in position.iter().enumerate() {
                let bound = bounds[if bounds.len() == 1 { 0 } else { slot }];
                let within = Number::from(*value) <= bound;
                assert!(within, "{start:?} to {position:?} but {bounds:?} in {program:#?}");
            }
            if position.len() > 5 || program.option_bound(&position) > 1000 {
                continue;
            }
            for option in all_moves(program, &position) {
                if seen.insert(option.clone()) {
                    queue.push_back(option);
                }
            }
        }
    }
}

/// As many positions as are promised are reached, as far as they are counted.
fn check_least_reached(program: &Program, positions: &[Vec<u64>], proved: &mut Proved) {
    const MOST: usize = 60;
    let strides = facts::strides(program);
    for start in positions.iter().filter(|start| program.option_bound(start) < 1000) {
        let least = facts::least_reached(program, &strides, start);
        proved.reached += usize::from(least > 1);
        let mut seen = HashSet::from([start.clone()]);
        let mut queue = VecDeque::from([start.clone()]);
        while let Some(position) = queue.pop_front().filter(|_| seen.len() < MOST) {
            let few = program.option_bound(&position) < 1000;
            let options = if few { all_moves(program, &position) } else { Vec::new() };
            queue.extend(options.into_iter().filter(|option| seen.insert(option.clone())));
        }
        let enough = seen.len() as u128 >= least.min(MOST as u128);
        assert!(enough, "{start:?} reaches {} of {least} in {program:#?}", seen.len());
    }
}

fn check_lookback(program: &Program, positions: &[Vec<u64>], proved: &mut Proved) {
    let Ok(lookback) = facts::lookback(program) else { return };
    proved.lookback += 1;
    for position in positions.iter().filter(|position| position.len() == 1) {
        for option in all_moves(program, position) {
            let falls = option.len() == 1
                && option[0] < position[0]
                && Number::from(position[0] - option[0]) <= lookback;
            assert!(falls, "{position:?} to {option:?}, lookback {lookback} in {program:#?}");
        }
    }
}

fn check_players(program: &Program, positions: &[Vec<u64>]) {
    if facts::same_options(program).is_err() {
        return;
    }
    for position in positions {
        let [left, right] = Player::BOTH
            .map(|player| program.options(position, player).into_iter().collect::<BTreeSet<_>>());
        assert_eq!(left, right, "{program:#?}");
    }
}

/// The options of x, y are those of x beside y, and those of y beside x.
fn check_independence(program: &Program, positions: &[Vec<u64>], proved: &mut Proved) {
    if facts::independent(program).is_err() {
        return;
    }
    proved.independent += 1;
    let sorted = |mut tuple: Vec<u64>| {
        tuple.sort_unstable();
        tuple
    };
    assert!(program.moves.iter().all(|one| one.select == Select::One));
    for position in positions.iter().filter(|position| position.len() == 2) {
        let beside = |x: u64, y: u64| {
            let options = all_moves(program, &[x]).into_iter();
            options.map(move |option| [&option[..], &[y]].concat()).collect::<Vec<_>>()
        };
        let (x, y) = (position[0], position[1]);
        let sum: BTreeSet<_> =
            [beside(x, y), beside(y, x)].concat().into_iter().map(sorted).collect();
        let options = all_moves(program, position).into_iter().map(sorted);
        assert_eq!(options.collect::<BTreeSet<_>>(), sum, "{position:?} in {program:#?}");
    }
}
