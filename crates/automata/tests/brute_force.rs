//! Automata against evaluation, on all small numbers.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use bouton_automata::{Automaton, Comparison, Numeration, Relation};
use bouton_values::{Limits, Meter};

const NUMERATIONS: [&str; 10] = [
    "msd_2", "lsd_2", "msd_3", "lsd_3", "msd_fib", "lsd_fib", "msd_pell", "lsd_pell", "msd_ost3",
    "lsd_ost3",
];

fn meter() -> Meter {
    Meter::new(&Limits::default(), "the test")
}

fn numerations() -> impl Iterator<Item = Numeration> {
    NUMERATIONS.iter().map(|name| name.parse().unwrap())
}

fn holds(comparison: Comparison, sum: i64) -> bool {
    match comparison {
        Comparison::Zero => sum == 0,
        Comparison::NotNegative => sum >= 0,
        Comparison::Multiple(modulus) => sum.rem_euclid(modulus) == 0,
    }
}

#[test]
fn linear_constraints_hold_where_they_should() {
    let factors: [&[i64]; 8] =
        [&[1], &[3], &[1, -1], &[1, 1], &[2, -3], &[-1, 2], &[1, 1, -1], &[2, -1, -1]];
    let comparisons = [
        Comparison::Zero,
        Comparison::NotNegative,
        Comparison::Multiple(3),
        Comparison::Multiple(4),
    ];
    for numeration in numerations() {
        for factors in factors {
            for constant in [-7_i64, -1, 0, 1, 5] {
                for comparison in comparisons {
                    let found =
                        Automaton::linear(numeration, factors, constant, comparison, &mut meter())
                            .unwrap();
                    let bound: u128 = if factors.len() == 3 { 18 } else { 45 };
                    for tuple in tuples(factors.len(), bound) {
                        let sum: i64 =
                            tuple.iter().zip(factors).map(|(x, c)| *x as i64 * c).sum::<i64>()
                                + constant;
                        assert_eq!(
                            found.contains(numeration, &tuple),
                            holds(comparison, sum),
                            "{numeration}: {factors:?} {constant} {comparison:?} at {tuple:?}"
                        );
                    }
                }
            }
        }
    }
}

/// All tuples with numbers below a bound.
fn tuples(length: usize, bound: u128) -> Vec<Vec<u128>> {
    (0..length).fold(vec![Vec::new()], |tuples, _| {
        let longer = |tuple: Vec<u128>| (0..bound).map(move |x| [&tuple[..], &[x]].concat());
        tuples.into_iter().flat_map(longer).collect()
    })
}

fn relation(
    numeration: Numeration,
    factors: &[i64],
    constant: i64,
    of: Comparison,
    names: &[usize],
) -> Relation {
    let automaton = Automaton::linear(numeration, factors, constant, of, &mut meter()).unwrap();
    Relation::new(numeration, &automaton, names, &mut meter()).unwrap()
}

#[test]
fn projections_need_more_digits_than_what_is_kept() {
    // There is a y with x + 5 = y and y a multiple of 4, and y > 2x: sometimes y is longer than x.
    for numeration in numerations() {
        let m = &mut meter();
        let sum = relation(numeration, &[1, -1], 5, Comparison::Zero, &[0, 1]);
        let four = relation(numeration, &[1], 0, Comparison::Multiple(4), &[1]);
        let more = relation(numeration, &[-2, 1], -1, Comparison::NotNegative, &[0, 1]);
        let all = sum.joined(&four, numeration, |a, b| a && b, m).unwrap();
        let all = all.joined(&more, numeration, |a, b| a && b, m).unwrap();
        let found = all.without(numeration, &[1], m).unwrap();
        for x in 0..200_u128 {
            let y = x + 5;
            let expected = y % 4 == 0 && y > 2 * x;
            assert_eq!(found.automaton().contains(numeration, &[x]), expected, "{numeration} {x}");
        }
        let gone = found.without(numeration, &[0], m).unwrap();
        assert!(gone.automaton().contains(numeration, &[]), "3 is one");
    }
}

#[test]
fn complements_and_diagonals_are_sets_of_numbers() {
    for numeration in numerations() {
        let m = &mut meter();
        let less = relation(numeration, &[-1, 1], -1, Comparison::NotNegative, &[0, 1]);
        let not = less.negated(numeration, m).unwrap();
        for tuple in tuples(2, 30) {
            assert_eq!(not.automaton().contains(numeration, &tuple), tuple[0] >= tuple[1]);
        }
        let twice = not.negated(numeration, m).unwrap();
        assert_eq!(twice, less, "minimal automata of a set are equal");
        // x < x holds nowhere, x ≤ x everywhere.
        let diagonal = Relation::new(numeration, less.automaton(), &[4, 4], m).unwrap();
        assert!(diagonal.automaton().is_empty() && diagonal.variables() == [4]);
        let all = diagonal.negated(numeration, m).unwrap();
        assert_eq!(
            *all.automaton(),
            Automaton::constant(numeration, 1, true, m).unwrap().minimal(m).unwrap()
        );
    }
}

#[test]
fn the_least_element_has_the_least_sum() {
    for numeration in numerations() {
        let m = &mut meter();
        // 2x + 3y = 41: the sums are least where x is least: (1, 13).
        let line = Automaton::linear(numeration, &[2, 3], -41, Comparison::Zero, m).unwrap();
        assert_eq!(line.least(numeration, m).unwrap(), Some(vec![1, 13]), "{numeration}");
        let all = line.elements(numeration, 10, m).unwrap().unwrap();
        let expected: Vec<Vec<u128>> = (0..7).map(|i| vec![1 + 3 * i, 13 - 2 * i]).collect();
        assert_eq!(all, expected, "{numeration}");
        assert_eq!(line.elements(numeration, 6, m).unwrap(), None);
        let point = Automaton::point(numeration, &[7, 0, 12], m).unwrap();
        assert_eq!(point.elements(numeration, 2, m).unwrap().unwrap(), [[7, 0, 12]]);
        let zero = Automaton::point(numeration, &[0, 0], m).unwrap();
        assert_eq!(zero.elements(numeration, 2, m).unwrap().unwrap(), [[0, 0]]);
    }
}

#[test]
fn nim_sums_are_those_of_the_machine() {
    for name in ["msd_2", "lsd_2"] {
        let numeration: Numeration = name.parse().unwrap();
        let sum = Automaton::nim_sum(numeration).unwrap();
        for tuple in tuples(3, 16) {
            assert_eq!(sum.contains(numeration, &tuple), tuple[0] ^ tuple[1] == tuple[2]);
        }
    }
    assert!(Automaton::nim_sum("msd_3".parse().unwrap()).is_err());
}

#[test]
fn reading_in_either_order_gives_the_same_set() {
    for pair in NUMERATIONS.chunks(2) {
        let [most, least] = [pair[0], pair[1]].map(|name| name.parse::<Numeration>().unwrap());
        let m = &mut meter();
        let of = |numeration, m: &mut Meter| {
            Automaton::linear(numeration, &[3, -2], 4, Comparison::NotNegative, m).unwrap()
        };
        let (a, b) = (of(most, m), of(least, m));
        assert_eq!(a.reversed(m).unwrap(), b.minimal(m).unwrap(), "{pair:?}");
        assert_eq!(b.reversed(m).unwrap(), a, "{pair:?}");
    }
}
