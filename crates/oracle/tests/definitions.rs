//! The oracle against programs written a second time, from the sentences of the literature.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bouton_definition::{Definition, Game, Tuples};
use bouton_oracle::Oracle;
use bouton_values::{Limits, Nimber, Outcome, Player, Refusal, Watch};

fn outcome(game: &str, position: &str) -> Outcome {
    let game = Game::read(game).unwrap();
    let position = game.position(position).unwrap();
    Oracle::new(&game, Limits::default()).outcome(&position).unwrap()
}

/// P iff the nim-sum is 0: computed here by counting the ones of every binary column.
#[test]
fn nim_follows_boutons_columns() {
    let game = Game::read("nim").unwrap();
    let mut oracle = Oracle::new(&game, Limits::default());
    for (a, b, c) in triples(9) {
        let position = Tuples(vec![vec![a, b, c]]);
        let balanced = (0..8).all(|bit| {
            (a >> bit & 1) + (b >> bit & 1) + (c >> bit & 1) != 1
                && (a >> bit & 1) + (b >> bit & 1) + (c >> bit & 1) != 3
        });
        let expected = if balanced { Outcome::P } else { Outcome::N };
        assert_eq!(oracle.outcome(&position), Ok(expected), "{position}");
        assert_eq!(oracle.nim_value(&position), Ok(Some(Nimber(a ^ b ^ c))), "{position}");
    }
}

fn triples(below: u64) -> impl Iterator<Item = (u64, u64, u64)> {
    (0..below).flat_map(move |a| (0..below).flat_map(move |b| (0..below).map(move |c| (a, b, c))))
}

/// Proposition 2 of *On Ending Partizan Subtraction Nim*, restated on letters: N iff some option is
/// P or both L and R occur; P iff all are N; L iff some L and the rest L or N; R likewise.
#[test]
fn ending_partizan_outcomes_follow_proposition_2() {
    for set in 1u32..256 {
        let elements: Vec<u64> = (1..=8).filter(|s| set >> (s - 1) & 1 == 1).collect();
        let least = elements[0] as usize;
        for word in 0..4usize.pow(least.min(3) as u32) {
            let labels: Vec<char> = (0..least)
                .map(|i| ['L', 'R', 'N', 'P'][word / 4usize.pow((i % 3) as u32) % 4])
                .collect();
            let text = format!(
                "ending-partizan:{}@{}",
                elements.iter().map(u64::to_string).collect::<Vec<_>>().join(","),
                labels.iter().collect::<String>()
            );
            let game = Game::read(&text).unwrap();
            let mut oracle = Oracle::new(&game, Limits::default());
            let mut letters = labels.clone();
            for n in least..40 {
                let options: Vec<char> = elements
                    .iter()
                    .filter(|s| **s as usize <= n)
                    .map(|s| letters[n - *s as usize])
                    .collect();
                let has = |letter| options.contains(&letter);
                letters.push(if has('P') || has('L') && has('R') {
                    'N'
                } else if has('L') {
                    'L'
                } else if has('R') {
                    'R'
                } else {
                    'P'
                });
            }
            for (n, letter) in letters.iter().enumerate() {
                let found = oracle.outcome(&Tuples(vec![vec![n as u64]])).unwrap();
                assert_eq!(found.letter(), *letter, "{text} at {n}");
            }
        }
    }
}

/// Nimrod by plain recursion on the rule in the paper.
#[test]
fn nimrod_follows_the_paper() {
    fn wins(p: i64, r: i64, memo: &mut HashMap<(i64, i64), bool>) -> bool {
        if let Some(known) = memo.get(&(p, r)) {
            return *known;
        }
        let won = [r - 1, r, r + 1].iter().any(|q| *q >= 1 && *q <= p && !wins(p - q, *q, memo));
        memo.insert((p, r), won);
        won
    }
    let game = Game::read("nimrod").unwrap();
    let mut oracle = Oracle::new(&game, Limits::default());
    let mut memo = HashMap::new();
    for p in 0..200 {
        for r in 1..25 {
            let position = Tuples(vec![vec![p, r]]);
            let won = oracle.outcome(&position).unwrap() == Outcome::N;
            assert_eq!(won, wins(p as i64, r as i64, &mut memo), "{position}");
        }
    }
}

#[test]
fn endless_play_is_a_draw() {
    assert_eq!(outcome("digraph:0>1,1>0", "0"), Outcome::D);
    assert_eq!(outcome("digraph:0>0", "0"), Outcome::D);
    // 1 can step out to the sink 2 and win; 0 must give it the chance.
    assert_eq!(outcome("digraph:0>1,1>0,1>2", "1"), Outcome::N);
    assert_eq!(outcome("digraph:0>1,1>0,1>2", "0"), Outcome::P);
    // Whoever leaves the cycle 0-1 loses, for 2 wins by moving to the sink 3.
    assert_eq!(outcome("digraph:0>1,1>0,1>2,0>2,2>3", "0"), Outcome::D);
    assert_eq!(outcome("digraph:0>1,1>2,2>0/misere", "0"), Outcome::D);
}

/// All digraphs on three vertices: labels must satisfy the definition locally, and the decided
/// states must be forced within as many moves as there are states.
#[test]
fn labels_of_all_small_digraphs_are_forced() {
    for arrows in 0u32..512 {
        let edges: Vec<String> = (0..9)
            .filter(|bit| arrows >> bit & 1 == 1)
            .map(|bit| format!("{}>{}", bit / 3, bit % 3))
            .collect();
        let text = format!("digraph:{}", [vec!["0,1,2".to_owned()], edges].concat().join(","));
        let game = Game::read(&text).unwrap();
        let mut oracle = Oracle::new(&game, Limits::default());
        // forced[k][v]: the mover at v can force a win (Some(true)) or is forced to lose within k moves.
        let mut forced: Vec<Option<bool>> = vec![None; 3];
        for _ in 0..4 {
            let now = |v: usize| {
                let heads: Vec<usize> = (0..3).filter(|w| arrows >> (3 * v + w) & 1 == 1).collect();
                if heads.iter().any(|w| forced[*w] == Some(false)) {
                    return Some(true);
                }
                heads.iter().all(|w| forced[*w] == Some(true)).then_some(false)
            };
            forced = (0..3).map(now).collect();
        }
        for v in 0..3u64 {
            let expected = match forced[v as usize] {
                Some(true) => Outcome::N,
                Some(false) => Outcome::P,
                None => Outcome::D,
            };
            assert_eq!(oracle.outcome(&Tuples(vec![vec![v]])), Ok(expected), "{text} at {v}");
        }
    }
}

#[test]
fn winning_moves_are_those_that_win() {
    let game = Game::read("ending-partizan:2,3").unwrap();
    let mut oracle = Oracle::new(&game, Limits::default());
    let verdict = oracle.verdict(&game.position("3").unwrap()).unwrap();
    assert_eq!(verdict.outcome, Outcome::N);
    assert_eq!(verdict.left, [Tuples(vec![vec![0]])]);
    assert_eq!(verdict.right, [Tuples(vec![vec![1]])]);
    assert_eq!(oracle.winning_options(&game.position("2").unwrap(), Player::Right), Ok(vec![]));
}

#[test]
fn too_much_is_refused_with_numbers_and_nothing_is_remembered() {
    let game = Game::read("nim").unwrap();
    let limits = Limits { memory: 100_000, ..Limits::default() };
    let mut oracle = Oracle::new(&game, limits);
    let refusal = oracle.outcome(&game.position("30,30,30").unwrap()).unwrap_err();
    assert!(refusal.to_string().contains("allowed 97.6 KiB"), "{refusal}");
    assert_eq!(oracle.outcome(&game.position("1,2,3").unwrap()), Ok(Outcome::P));
    let huge = game.position("1000000000000000000").unwrap();
    assert!(oracle.outcome(&huge).is_err());
    assert_eq!(oracle.outcome(&game.position("2,3").unwrap()), Ok(Outcome::N));
}

/// A run of a million moves must not overflow the stack.
#[test]
fn long_games_are_solved() {
    let game = Game::read("subtraction:1").unwrap();
    let mut oracle = Oracle::new(&game, Limits::default());
    assert_eq!(oracle.outcome(&Tuples(vec![vec![1_000_000]])), Ok(Outcome::P));
    assert_eq!(oracle.nim_value(&Tuples(vec![vec![999_999]])), Ok(Some(Nimber(1))));
}

/// Choices that are not options take time too: this many are refused, however few options there are.
#[test]
fn choices_that_lead_nowhere_are_counted() {
    let text = "game squares; heaps h; move one h: h' = h - 1; \
                move one h, k in 1 .. 100000, k * k = sum h: h' = 0";
    let game = Game::read(text).unwrap();
    let position = game.position("50000").unwrap();
    let limits = Limits { steps: 1_000_000_000, ..Limits::default() };
    let refused = Oracle::new(&game, limits).outcome(&position);
    assert!(matches!(refused, Err(Refusal::Limit { .. })), "{refused:?}");
}

/// Remembers how many positions were found.
#[derive(Default)]
struct Positions(AtomicU64);

impl Watch for Positions {
    fn progress(&self, _: u64, found: u64) -> ControlFlow<()> {
        self.0.fetch_max(found, Ordering::Relaxed);
        ControlFlow::Continue(())
    }
}

/// Every heap of k heaps 0 can become two, so there are k choices, each of which writes k + 1 numbers of 8 bytes. At two
/// steps a byte, and without the first 12 numbers, n such positions take more than 16·(n - 12)³/3 steps: 10⁷ are fewer
/// than what 136 of them take.
#[test]
fn choices_in_long_positions_are_paid_for_by_their_length() {
    let game = Game::read("game g; heaps h; move one h if a + b = h: h' = a + b").unwrap();
    let watch = Arc::new(Positions::default());
    let limits = Limits { steps: 10_000_000, watch: watch.clone(), ..Limits::default() };
    let refused = Oracle::new(&game, limits).outcome(&game.position("0").unwrap());
    assert!(matches!(refused, Err(Refusal::Limit { .. })), "{refused:?}");
    let found = watch.0.load(Ordering::Relaxed);
    assert!((30..136).contains(&found), "{found} positions");
}
