//! Nim and misère Nim by the nim-sum.
//!
//! *Bouton's theorem* (1901): a position of Nim is P iff the nim-sum of its heaps is 0; otherwise
//! the winning moves lower a heap h to h ⊕ sum, for the heaps h that have a one in the top column of
//! the sum. The nim-value of a heap is its size.
//!
//! *Misère Nim* (Bouton 1901): while some heap has two tokens or more, the same positions are P; once all
//! heaps are at most 1, those with an odd number of ones are.

use std::collections::HashSet;

use bouton_rules::{
    Ending, Game, HeapMoves, LatticeMove, LatticeRules, Limits, MooreRules, Refusal, Spec,
};
use bouton_values::{Nimber, Outcome};

use super::{positions, with};
use crate::ask::{Ask, Entries, Quantity, TableShape};
use crate::engine::{Declined, Engine, Run, finite, run, tuple};
use crate::finding::{Chart, Finding, Periodicity, Saltus, Sequence, Solution, Table, Terms};
use crate::slice::{Alike, Slice};
use crate::words::binary_columns;

/// Nim under normal play.
pub(crate) struct NimSum;

/// Nim under misère play.
pub(crate) struct MisereNim;

impl Engine for NimSum {
    fn name(&self) -> &'static str {
        "nim-sum"
    }

    fn theorem(&self) -> &'static str {
        "Bouton's theorem: a Nim position is lost for the mover iff its nim-sum is 0"
    }

    fn prepare<'a>(&self, game: &'a Game, ask: &'a Ask) -> Result<Run<'a>, Declined> {
        require_nim(game, &Ending::Normal)?;
        require_heaps(game, ask)?;
        match ask {
            Ask::Solve(_) => {
                let heaps = tuple(ask)?;
                run(Finding::Solution, move |_| Ok(solve(heaps)))
            }
            Ask::Sequence { of: Quantity::NimValue, to, row: None } => {
                run(Finding::Sequence, move |limits| {
                    limits.check_memory("the sequence", u128::from(*to) * 8)?;
                    Ok(Sequence {
                        terms: Terms::NimValues((0..=*to).collect()),
                        period: Some(Periodicity::growing(0, 1, Saltus::Number(1))),
                        reasons: vec!["the nim-value of a heap is its size (Bouton)".to_owned()],
                        stopped: None,
                    })
                })
            }
            Ask::Sequence { of: Quantity::Outcome, to, row: None } => {
                run(Finding::Sequence, move |limits| outcomes(*to, solve, 1, limits))
            }
            Ask::Table(shape) if shape.entries == Entries::Completion => {
                run(Finding::Table, move |limits| completions(shape, limits))
            }
            Ask::Chart { .. } => {
                let slice = Slice::of(finite(game)?, ask)?;
                let fixed = nim_sum(slice.beside);
                run(Finding::Chart, move |limits| {
                    slice.chart_of_completions(Alike::All, limits, |y| Some(fixed ^ y))
                })
            }
            _ => Declined::because(
                "this engine solves positions and gives nim-values and completions",
            ),
        }
    }
}

impl Engine for MisereNim {
    fn name(&self) -> &'static str {
        "misere-nim"
    }

    fn theorem(&self) -> &'static str {
        "Bouton's theorem on misère Nim: it is played like Nim until one heap above 1 is left; then \
         leave an odd number of single tokens"
    }

    fn prepare<'a>(&self, game: &'a Game, ask: &'a Ask) -> Result<Run<'a>, Declined> {
        require_nim(game, &Ending::Misere)?;
        require_heaps(game, ask)?;
        if let Ask::Sequence { of: Quantity::Outcome, to, row: None } = ask {
            return run(Finding::Sequence, move |limits| outcomes(*to, solve_misere, 2, limits));
        }
        if ask.window().is_some() {
            let slice = Slice::of(finite(game)?, ask)?;
            return run(Finding::Chart, move |limits| chart_misere(slice, limits));
        }
        let heaps = tuple(ask)?;
        run(Finding::Solution, move |_| Ok(solve_misere(heaps)))
    }
}

/// Nim is recognised by its moves, also as Moore's Nim with one heap at a time and as a rook's walk.
fn require_nim(game: &Game, ending: &Ending) -> Result<(), Declined> {
    let game = finite(game)?;
    let is_nim = match &game.spec {
        Spec::Heap(rules) => matches!(rules.moves, HeapMoves::Any),
        Spec::Moore(rules) => *rules == MooreRules { most: 1 },
        Spec::Lattice(rules) => is_rook(rules),
        _ => false,
    };
    match (is_nim, game.ending == *ending) {
        (false, _) => Declined::because("the moves are not those of Nim"),
        (_, false) => Declined::because("the ending is a different one"),
        _ => Ok(()),
    }
}

/// A rook has as many coordinates as its board, so a single heap is not a position of it. For windows [`Slice::of`]
/// checks the number of coordinates.
fn require_heaps(game: &Game, ask: &Ask) -> Result<(), Declined> {
    match (&finite(game)?.spec, ask) {
        (_, Ask::Solve(_) | Ask::Chart { .. }) | (Spec::Heap(_) | Spec::Moore(_), _) => Ok(()),
        _ => Declined::because("a single number is not a position here"),
    }
}

/// Any distance along each axis, and nothing else: every coordinate is a heap.
fn is_rook(rules: &LatticeRules) -> bool {
    let axis = |lattice_move: &LatticeMove| {
        lattice_move.ray && lattice_move.vector.iter().sum::<u64>() == 1
    };
    let axes: HashSet<&Vec<u64>> = rules.moves.iter().map(|moves| &moves.vector).collect();
    rules.moves.iter().all(axis) && axes.len() == rules.names.len()
}

/// A lone heap is won from `preperiod` on: one takes it all, or all but one token.
fn outcomes(
    to: u64,
    solve: fn(&[u64]) -> Solution,
    preperiod: u64,
    limits: &Limits,
) -> Result<Sequence, Refusal> {
    limits.check_memory("the sequence", u128::from(to))?;
    let terms = (0..=to).map(|heap| match heap < preperiod {
        true => solve(&[heap]).outcome,
        false => Outcome::N,
    });
    Ok(Sequence {
        terms: Terms::Outcomes(terms.collect()),
        period: Some(Periodicity::proved(preperiod, 1)),
        reasons: vec![format!("the mover wins every lone heap from {preperiod} on")],
        stopped: None,
    })
}

/// The number that completes heaps to nim-sum 0 is their nim-sum.
fn completions(shape: &TableShape, limits: &Limits) -> Result<Table, Refusal> {
    shape.check_room(limits)?;
    let fixed = nim_sum(&shape.fixed);
    shape.fill(limits, |row, column| Ok(Some(fixed ^ row ^ column))).map(Table::Numbers)
}

pub(super) fn nim_sum(heaps: &[u64]) -> u64 {
    heaps.iter().fold(0, |sum, heap| sum ^ heap)
}

fn solve(heaps: &[u64]) -> Solution {
    let winning = balancing_moves(heaps);
    let reasons = explain(heaps, &winning);
    Solution::impartial(Some(Nimber(nim_sum(heaps))), positions(winning), reasons)
}

/// The moves that make the nim-sum 0: lower h to h ⊕ sum where that is less than h.
fn balancing_moves(heaps: &[u64]) -> Vec<Vec<u64>> {
    let sum = nim_sum(heaps);
    let lowered = heaps.iter().enumerate().filter(|(_, heap)| *heap ^ sum < **heap);
    lowered.map(|(index, heap)| with(heaps, index, heap ^ sum)).collect()
}

/// The binary columns, and the heap that holds the top one of them.
fn explain(heaps: &[u64], winning: &[Vec<u64>]) -> Vec<String> {
    let named: Vec<(String, u64)> = heaps.iter().map(|heap| (heap.to_string(), *heap)).collect();
    let mut lines = binary_columns(&named, "sum");
    let sum = nim_sum(heaps);
    match winning.first() {
        None => {
            lines.push("any move makes some column odd, and the opponent evens it again".to_owned())
        }
        Some(option) => {
            let changed = heaps.iter().zip(option).find(|(before, after)| before != after);
            let (heap, lower) = changed.expect("a move changes a heap");
            lines.push(format!(
                "the heap {heap} has a one in the leftmost odd column: {heap} → {heap} ⊕ {sum} = \
                 {lower} makes every column even"
            ));
        }
    }
    lines
}

/// P in misère Nim: nim-sum 0 with a heap above 1, or an odd number of ones and no such heap.
fn is_misere_loss(heaps: &[u64]) -> bool {
    let has_big_heap = heaps.iter().any(|heap| *heap > 1);
    (nim_sum(heaps) == 0) == has_big_heap
}

/// The chart: in each row one number makes a P-position, beside single tokens the one that makes their number odd,
/// else the nim-sum.
fn chart_misere(slice: Slice<'_>, limits: &Limits) -> Result<Chart, Refusal> {
    let fixed = nim_sum(slice.beside);
    let has_big_heap = slice.beside.iter().any(|heap| *heap > 1);
    let completion = |y: u64| fixed ^ y ^ u64::from(!has_big_heap && y <= 1);
    slice.chart_of_completions(Alike::All, limits, |y| Some(completion(y)))
}

fn solve_misere(heaps: &[u64]) -> Solution {
    // A winning move makes the nim-sum 0, or leaves no big heap and the nim-sum 1.
    let candidates = heaps.iter().enumerate().flat_map(|(index, heap)| {
        let balanced = heap ^ nim_sum(heaps);
        [balanced, balanced ^ 1]
            .into_iter()
            .filter(move |lower| lower < heap)
            .map(move |lower| with(heaps, index, lower))
    });
    let winning: Vec<Vec<u64>> = candidates.filter(|option| is_misere_loss(option)).collect();
    let reasons = explain_misere(heaps, &winning);
    let mut solution = Solution::impartial(None, positions(winning), reasons);
    if heaps.iter().all(|heap| *heap == 0) {
        // Nothing is left: the stuck player wins without a move.
        solution.outcome = Outcome::N;
    }
    solution
}

fn explain_misere(heaps: &[u64], winning: &[Vec<u64>]) -> Vec<String> {
    let big = heaps.iter().filter(|heap| **heap > 1).count();
    let ones = heaps.iter().filter(|heap| **heap == 1).count();
    let mut lines = match big {
        0 if ones == 0 => vec!["no token is left: in misère play the stuck player wins".to_owned()],
        0 => vec![format!(
            "only single tokens are left, {ones} of them: they are taken in turn, and who takes \
             the last loses"
        )],
        1 => vec![format!(
            "one heap above 1 is left: this is the moment to switch. There are also {ones} single \
             tokens; lower it to {}, so that an odd number of single tokens remains",
            (ones + 1) % 2
        )],
        _ => {
            let mut lines = explain(heaps, winning);
            lines.push(format!(
                "{big} heaps are above 1, so misère Nim is still played like Nim; the switch comes \
                 when one is left"
            ));
            lines
        }
    };
    if big == 0 && ones > 0 {
        let parity = if ones % 2 == 0 { "even: the mover wins" } else { "odd: the mover loses" };
        lines.push(format!("{ones} is {parity}"));
    }
    lines
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::closed::tuples;
    use crate::testing::{assert_equals_oracle, solve_with};

    #[test]
    fn both_equal_the_oracle_on_all_small_positions() {
        assert_equals_oracle(&NimSum, "nim", tuples(4, 6));
        assert_equals_oracle(&MisereNim, "nim/misere", tuples(4, 6));
        assert_equals_oracle(&NimSum, "moore:1", tuples(4, 4));
        assert_equals_oracle(&NimSum, "rook:3", tuples(3, 6));
        assert_equals_oracle(&MisereNim, "rook:3/misere", tuples(3, 6));
        assert_equals_oracle(&MisereNim, "moore:1/misere", tuples(4, 4));
    }

    #[test]
    fn sequences_equal_the_oracle() {
        for (engine, game) in [(&NimSum as &dyn Engine, "nim"), (&MisereNim, "nim/misere")] {
            let game = Game::parse(game).unwrap();
            let ask = Ask::Sequence { of: Quantity::Outcome, to: 20, row: None };
            let found = engine.prepare(&game, &ask).unwrap()(&Limits::default()).unwrap();
            let Finding::Sequence(Sequence { terms: Terms::Outcomes(terms), period, .. }) = found
            else {
                panic!("outcomes were asked for")
            };
            let mut oracle = bouton_oracle::Oracle::new(game.finite().unwrap(), Limits::default());
            let expected =
                (0..=20).map(|n| oracle.outcome(&bouton_rules::Position::Tuple(vec![n])).unwrap());
            assert_eq!(terms, expected.collect::<Vec<_>>());
            let preperiod = period.unwrap().preperiod as usize;
            assert!(terms[preperiod..].iter().all(|outcome| *outcome == Outcome::N));
            assert_eq!(terms[preperiod - 1], Outcome::P, "the preperiod is the least");
        }
    }

    #[test]
    fn other_games_are_declined() {
        for game in ["moore:2", "kayles", "antonim", "nim/even-odd", "wythoff"] {
            let game = Game::parse(game).unwrap();
            let position = game.position("3,2").unwrap();
            let ask = Ask::Solve(position);
            assert!(NimSum.prepare(&game, &ask).is_err(), "{}", game.text());
            assert!(MisereNim.prepare(&game, &ask).is_err(), "{}", game.text());
        }
    }

    proptest! {
        /// At word size the oracle cannot follow, but the theorem's two lemmas can be checked: each
        /// winning move leads to nim-sum 0, and there is one iff the sum is not 0.
        #[test]
        fn huge_heaps_obey_the_lemmas(heaps in prop::collection::vec(0..=bouton_rules::MAX_NUMBER, 1..8)) {
            let solution = solve_with(&NimSum, "nim", &heaps);
            prop_assert_eq!(solution.left.is_empty(), heaps.iter().fold(0, |a, b| a ^ b) == 0);
            for option in &solution.left {
                let option = option.tuple().unwrap();
                prop_assert_eq!(option.iter().fold(0, |a, b| a ^ b), 0);
                prop_assert_eq!(option.iter().zip(&heaps).filter(|(a, b)| a != b).count(), 1);
                prop_assert!(option.iter().zip(&heaps).all(|(a, b)| a <= b));
            }
        }
    }
}
