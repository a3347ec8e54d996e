//! Solutions of real-valued Nim against the definition of its losing positions.

use std::collections::HashMap;

use bouton_oracle::Oracle;
use bouton_rules::real::RealNim;
use bouton_rules::{Game, Kind, Limits, Position, Refusal};
use bouton_values::Outcome;
use dashu_base::BitTest;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use proptest::prelude::*;

use super::RealStructure;
use crate::ask::{Ask, Quantity};
use crate::engine::Engine;
use crate::finding::{Finding, Solution};

fn rational(numerator: i64, denominator: u64) -> RBig {
    RBig::from_parts(numerator.into(), denominator.into())
}

fn rules(game: &Game) -> &RealNim {
    match game.kind() {
        Kind::Real(rules) => rules,
        Kind::Finite(_) => panic!("{} is finite", game.text()),
    }
}

fn piles(position: &Position) -> &[RBig] {
    match position {
        Position::Real(piles) => piles,
        other => panic!("{other} is not real"),
    }
}

fn solve(game: &Game, position: &[RBig]) -> Result<Solution, Refusal> {
    let ask = Ask::Solve(Position::Real(position.to_vec()));
    let run = RealStructure.prepare(game, &ask).expect("the engine accepts the position");
    match run(&Limits::default())? {
        Finding::Solution(solution) => Ok(solution),
        other => panic!("asked to solve, found {other:?}"),
    }
}

fn solve_text(game: &str, position: &str) -> Result<Solution, Refusal> {
    let game = Game::parse(game).unwrap();
    let position = game.position(position).unwrap();
    solve(&game, piles(&position))
}

/// The solution is one of a kernel: P iff the definition says so, and each winning move is a legal
/// one to a losing position.
fn assert_sound(game: &Game, position: &[RBig], solution: &Solution) {
    let at = format!("{} {position:?}", game.text());
    let is_losing = rules(game).is_losing(position).unwrap();
    assert_eq!(solution.outcome, if is_losing { Outcome::P } else { Outcome::N }, "{at}");
    assert_eq!(solution.left.is_empty(), is_losing, "{at}");
    assert_eq!(solution.left, solution.right, "{at}");
    assert_eq!(solution.value, None, "{at}");
    assert!(!solution.reasons.is_empty(), "{at}");
    for option in &solution.left {
        assert!(rules(game).is_option(position, piles(option)), "{at}: {option} is not an option");
        assert_eq!(rules(game).is_losing(piles(option)), Ok(true), "{at}: {option} is not lost");
    }
}

/// All tuples of this length with entries from a list.
fn tuples<T: Clone>(length: u32, entries: &[T]) -> impl Iterator<Item = Vec<T>> {
    let base = entries.len();
    (0..base.pow(length))
        .map(move |code| (0..length).map(|i| entries[code / base.pow(i) % base].clone()).collect())
}

fn lowered<'a>(position: &'a [RBig], grid: &'a [RBig]) -> impl Iterator<Item = Vec<RBig>> + 'a {
    position.iter().enumerate().flat_map(move |(index, pile)| {
        grid.iter().filter(move |lower| *lower < pile).map(move |lower| {
            let mut option = position.to_vec();
            option[index] = lower.clone();
            option
        })
    })
}

const FUNCTIONS: [&str; 9] =
    ["x", "2x", "x/3", "x^2", "x^3", "(x^2+x)/2", "x^3+x", "x^2/(x+1)", "(x-1)^3+1"];

/// On a grid: no losing position has a losing option, and every other has exactly one winning
/// reply, or an irrational one.
#[test]
fn graphs_of_functions_are_kernels() {
    let grid: Vec<RBig> = (0..=24).map(|n| rational(n, 6)).collect();
    for function in FUNCTIONS {
        let game = Game::parse(&format!("real-nim:{function}")).unwrap();
        let mut counts = HashMap::new();
        for position in tuples(2, &grid) {
            match solve(&game, &position) {
                Ok(solution) => {
                    assert_sound(&game, &position, &solution);
                    assert!(solution.left.len() <= 1);
                    if solution.outcome == Outcome::P {
                        let is_losing =
                            |option: Vec<RBig>| rules(&game).is_losing(&option).unwrap();
                        assert!(!lowered(&position, &grid).any(is_losing), "{position:?}");
                    }
                    *counts.entry(solution.outcome.to_string()).or_insert(0) += 1;
                }
                Err(refusal) => {
                    assert_irrational(&game, &position, &refusal);
                    *counts.entry("irrational".to_owned()).or_insert(0) += 1;
                }
            }
        }
        assert!(counts["N"] > 100 && counts["P"] > 1, "{function}: {counts:?}");
        let is_linear = ["x", "2x", "x/3"].contains(&function);
        assert_eq!(counts.contains_key("irrational"), !is_linear, "{function}: {counts:?}");
    }
}

/// The refusal brackets the reply, and no fraction with a denominator up to 60 is the reply.
fn assert_irrational(game: &Game, position: &[RBig], refusal: &Refusal) {
    let RealNim::Phi(phi) = rules(game) else { panic!("{} has no φ", game.text()) };
    let (a, b) = (&position[0], &position[1]);
    assert!(*b < phi.at(a));
    let text = refusal.to_string();
    let (low, high) = bracket(&text).unwrap_or_else(|| panic!("{text}"));
    assert!(phi.at(&low) < *b && *b < phi.at(&high), "{text}");
    assert_eq!(&high - &low, rational(1, 1_000_000));
    for denominator in 1..60u64 {
        // Only these fractions come near enough.
        let near = (&low * RBig::from(denominator)).floor();
        for numerator in [near.clone(), near + 1] {
            let x = RBig::from_parts(numerator, denominator.into());
            assert_ne!(phi.at(&x), *b, "{text}: {x}");
        }
    }
}

/// Reads "… (between 1.414213 and 1.414214)".
fn bracket(text: &str) -> Option<(RBig, RBig)> {
    let (low, high) = text.split_once("(between ")?.1.strip_suffix(')')?.split_once(" and ")?;
    Some((RBig::from_str_decimal(low).ok()?, RBig::from_str_decimal(high).ok()?))
}

/// The reply of x² is rational iff numerator and denominator of b are squares.
#[test]
fn square_roots_are_rational_when_they_should_be() {
    let game = Game::parse("real-nim:x^2").unwrap();
    let is_square = |n: &UBig| {
        let n = u64::try_from(n).unwrap();
        n.isqrt().pow(2) == n
    };
    for b in tuples(2, &(1..60).collect::<Vec<i64>>()).map(|b| rational(b[0], b[1] as u64)) {
        let root_is_rational = is_square(&UBig::try_from(b.numerator().clone()).unwrap())
            && is_square(b.denominator());
        assert_eq!(solve(&game, &[RBig::from(60), b.clone()]).is_ok(), root_is_rational, "{b}");
    }
}

#[test]
fn irrational_replies_are_refused_in_words() {
    let refusal = solve_text("real-nim:x^2", "2,2").unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "the mover wins, but the only winning move lowers a to the x with x^2 = 2, which is \
         irrational (between 1.414213 and 1.414214)"
    );
    assert!(refusal.help().to_string().contains("rational"));
    assert!(matches!(refusal, Refusal::BadInput { .. }));
}

#[test]
fn reasons_for_two_piles() {
    let solution = solve_text("real-nim:x^2", "3/2,4").unwrap();
    assert_eq!(solution.left, [Position::Real(vec![rational(3, 2), rational(9, 4)])]);
    assert_eq!(solution.reasons[1], "φ(3/2) = 9/4 < 4: lower b to 9/4");
    let solution = solve_text("real-nim:x^2", "3,4").unwrap();
    assert_eq!(solution.left, [Position::Real(vec![rational(2, 1), rational(4, 1)])]);
    assert_eq!(solution.reasons[1], "φ(3) = 9 > 4: lower a to 2, for φ(2) = 4");
    let solution = solve_text("real-nim:x^2", "3/2,9/4").unwrap();
    assert_eq!(solution.reasons[1], "φ(3/2) = 9/4 = b: the position is lost");
}

/// Dyadic Nim with the denominator 2^m is Nim with heaps of 2^m-ths: the same winning moves, found
/// by the oracle from the rules of Nim.
#[test]
fn dyadic_nim_is_nim_in_another_unit() {
    let dyadic = Game::parse("dyadic-nim").unwrap();
    let mut compared = 0;
    for (length, below, places) in [(1, 40, 3), (2, 20, 0), (3, 12, 2), (4, 7, 5)] {
        let scale = rational(1, 1 << places);
        let to_pile = |heap: &u64| RBig::from(*heap) * &scale;
        compared += assert_is_nim(&dyadic, length, below, to_pile);
    }
    assert_eq!(compared, 40 + 400 + 1728 + 2401);
}

/// Rational Nim on the mediants of the third level and their integers, which are a list in order like the eighths, is
/// Nim too.
#[test]
fn rational_nim_is_nim_among_mediants() {
    let rational_nim = Game::parse("rational-nim").unwrap();
    let mut level = vec![(0u64, 1u64), (1, 1)];
    for _ in 0..3 {
        let mediants = level.windows(2).flat_map(|pair| {
            let [(a, b), (c, d)] = [pair[0], pair[1]];
            [(a + c, b + d), (c, d)]
        });
        level = std::iter::once((0, 1)).chain(mediants).collect();
    }
    let to_pile = |eighths: &u64| {
        let (numerator, denominator) = level[*eighths as usize % 8];
        RBig::from(*eighths / 8) + RBig::from_parts(numerator.into(), denominator.into())
    };
    assert_eq!(to_pile(&5), rational(3, 5));
    for (length, below) in [(1, 32), (2, 24), (3, 12), (4, 6)] {
        assert_is_nim(&rational_nim, length, below, to_pile);
    }
}

fn assert_is_nim(game: &Game, length: u32, below: u64, to_pile: impl Fn(&u64) -> RBig) -> usize {
    let nim = Game::parse("nim").unwrap();
    let nim = nim.finite().unwrap();
    let mut oracle = Oracle::new(nim, Limits::default());
    let mut compared = 0;
    for heaps in tuples(length, &(0..below).collect::<Vec<u64>>()) {
        let to_piles = |heaps: &[u64]| heaps.iter().map(&to_pile).collect::<Vec<RBig>>();
        let position = to_piles(&heaps);
        let solution = solve(game, &position).unwrap();
        assert_sound(game, &position, &solution);
        let verdict = oracle.verdict(&nim.spec.tuple(heaps).unwrap()).unwrap();
        let mut expected: Vec<Position> = verdict
            .left
            .iter()
            .map(|option| Position::Real(to_piles(option.tuple().unwrap())))
            .collect();
        let mut found = solution.left.clone();
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "{position:?}");
        compared += 1;
    }
    compared
}

/// All triples of rationals below 2 with small denominators: legal losing replies, and no losing
/// option below a losing position on a finer grid.
#[test]
fn small_rationals_are_a_kernel() {
    let game = Game::parse("rational-nim").unwrap();
    let grid = |largest: u64| {
        let mut grid: Vec<RBig> =
            (1..=largest).flat_map(|d| (0..2 * d as i64).map(move |n| rational(n, d))).collect();
        grid.sort();
        grid.dedup();
        grid
    };
    let fine = grid(8);
    let mut lost = 0;
    for position in tuples(3, &grid(4)) {
        let solution = solve(&game, &position).unwrap();
        assert_sound(&game, &position, &solution);
        if solution.outcome == Outcome::P {
            let is_losing = |option: Vec<RBig>| rules(&game).is_losing(&option).unwrap();
            assert!(!lowered(&position, &fine).any(is_losing), "{position:?}");
            lost += 1;
        }
    }
    assert!(lost > 20, "{lost}");
}

#[test]
fn the_thirds_break_plain_expansions_and_not_minkowskis() {
    let dyadic = Game::parse("dyadic-nim").unwrap();
    assert!(dyadic.position("2/3,1/3,1").unwrap_err().help().to_string().contains("rational-nim"));
    let solution = solve_text("rational-nim", "2/3,1/3,1").unwrap();
    let reply = Position::Real(vec![rational(2, 3), rational(1, 3), rational(1, 2)]);
    assert_eq!(solution.left, [reply]);
    assert_eq!(
        solution.reasons,
        [
            "?(2/3) = 3/4 = 0.11",
            "?(1/3) = 1/4 = 0.01",
            "    ?(1) = 1 = 1.00",
            "         sum = 1.10   the columns with an odd number of ones make 3/2",
            "the pile 1 has a one in the leftmost odd column: lowered to 1/2, where ?(1/2) = 1 ⊕ \
             3/2, it makes every column even",
        ]
    );
}

#[test]
fn reasons_for_dyadic_piles() {
    let solution = solve_text("dyadic-nim", "3/4,1/2,5").unwrap();
    assert_eq!(
        solution.left,
        [Position::Real(vec![rational(3, 4), rational(1, 2), rational(1, 4)])]
    );
    assert_eq!(
        solution.reasons,
        [
            "3/4 = 000.11",
            "1/2 = 000.10",
            "  5 = 101.00",
            "sum = 101.01   the columns with an odd number of ones make 21/4",
            "the pile 5 has a one in the leftmost odd column: lowered to 1/4 = 5 ⊕ 21/4, it makes \
             every column even",
        ]
    );
    let lost = solve_text("dyadic-nim", "3/4,1/2,1/4").unwrap();
    assert!(lost.reasons[3].contains("every column holds an even number of ones"));
    let wide = solve_text("rational-nim", "1/1000,1/2").unwrap();
    assert!(wide.reasons[0].contains("1000 binary columns"), "{}", wide.reasons[0]);
    assert!(wide.reasons[0].ends_with("2^-1"), "{}", wide.reasons[0]);
}

#[test]
fn other_questions_are_declined() {
    let nim = Game::parse("nim").unwrap();
    let ask = Ask::Solve(nim.position("3,4").unwrap());
    assert!(RealStructure.prepare(&nim, &ask).is_err());
    let dyadic = Game::parse("dyadic-nim").unwrap();
    assert!(RealStructure.prepare(&dyadic, &ask).is_err());
    let sequence = Ask::Sequence { of: Quantity::Outcome, to: 10, row: None };
    assert!(RealStructure.prepare(&dyadic, &sequence).is_err());
    let thirds = Ask::Solve(Position::Real(vec![rational(1, 3)]));
    assert!(RealStructure.prepare(&dyadic, &thirds).is_err());
    let three = Ask::Solve(Position::Real(vec![RBig::ONE, RBig::ONE, RBig::ONE]));
    assert!(RealStructure.prepare(&Game::parse("real-nim:x").unwrap(), &three).is_err());
}

/// A non-negative rational with up to 200 digits in the numerator and in the denominator.
fn long_rational() -> impl Strategy<Value = RBig> {
    let digits = prop::collection::vec(any::<u8>(), 0..=80);
    (digits.clone(), digits).prop_map(|(above, below)| {
        RBig::from_parts(UBig::from_le_bytes(&above).into(), UBig::from_le_bytes(&below) + 1u8)
    })
}

fn long_dyadic() -> impl Strategy<Value = RBig> {
    (prop::collection::vec(any::<u8>(), 0..=80), 0usize..400).prop_map(|(above, places)| {
        RBig::from_parts(UBig::from_le_bytes(&above).into(), UBig::ONE << places)
    })
}

/// Built from its continued fraction, so that its image is not too long.
fn tame_rational() -> impl Strategy<Value = RBig> {
    prop::collection::vec(1u64..60, 1..25).prop_map(|terms| {
        terms.iter().rev().fold(RBig::ZERO, |x, term| RBig::ONE / (x + RBig::from(*term)))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn long_dyadic_piles(position in prop::collection::vec(long_dyadic(), 1..6)) {
        let game = Game::parse("dyadic-nim").unwrap();
        assert_sound(&game, &position, &solve(&game, &position).unwrap());
    }

    #[test]
    fn long_rational_piles(position in prop::collection::vec(tame_rational(), 1..6)) {
        let game = Game::parse("rational-nim").unwrap();
        assert_sound(&game, &position, &solve(&game, &position).unwrap());
    }

    /// A reply is found wherever one was hidden, however long it is.
    #[test]
    fn long_hidden_replies(
        x in long_rational(),
        more in long_rational(),
        function in prop::sample::select(&FUNCTIONS[..])
    ) {
        prop_assume!(!more.is_zero());
        let game = Game::parse(&format!("real-nim:{function}")).unwrap();
        let RealNim::Phi(phi) = rules(&game) else { unreachable!() };
        let position = [&x + more, phi.at(&x)];
        let solution = solve(&game, &position).unwrap();
        assert_sound(&game, &position, &solution);
        prop_assert_eq!(&piles(&solution.left[0])[0], &x);
    }

    #[test]
    fn long_piles_on_either_side(
        a in long_rational(), b in long_rational(), function in prop::sample::select(&FUNCTIONS[..])
    ) {
        let game = Game::parse(&format!("real-nim:{function}")).unwrap();
        match solve(&game, &[a.clone(), b.clone()]) {
            Ok(solution) => assert_sound(&game, &[a, b], &solution),
            Err(refusal) => assert_irrational(&game, &[a, b], &refusal),
        }
    }
}

/// The longest inversion that a text can ask for ends soon, with a right answer.
#[test]
fn the_longest_inversion_ends() {
    let digits = "8".repeat(76);
    let terms: Vec<String> = (1..=32).map(|k| format!("{digits}{}x^{k}", k % 9 + 1)).collect();
    let game = Game::parse(&format!("real-nim:{}", terms.join("+"))).unwrap();
    let RealNim::Phi(phi) = rules(&game) else { unreachable!() };
    let long = |digit: &str| IBig::from_str_radix(&digit.repeat(200), 10).unwrap();
    let position =
        [RBig::from(long("9")), RBig::from_parts(long("7"), UBig::try_from(long("3")).unwrap())];
    assert!(position[1].denominator().bit_len() > 1);
    assert!(position[1] < phi.at(&position[0]));
    assert_irrational(&game, &position, &solve(&game, &position).unwrap_err());
}
