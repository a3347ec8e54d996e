//! Take-and-break games: the sparse-space method against the plain one.

use bouton_engines::octal::Values;
use bouton_rules::{Game, HeapRules, Limits, Spec};

use crate::measure::{Comparison, best_of};

/// How far the plain method goes; its time grows with the square of this.
const PLAIN: u32 = 100_000;
const SPARSE: u32 = 1_000_000;

pub(crate) fn comparisons() -> Vec<Comparison> {
    // Officers takes one token, Grundy's game none; Grundy's heaps must not be halved.
    vec![compare("officers", &plain(1, true, true)), compare("grundy", &plain(0, false, false))]
}

fn compare(game: &str, plain: &dyn Fn(usize) -> Vec<u16>) -> Comparison {
    let slow = best_of(2, || plain(PLAIN as usize));
    let fast = best_of(2, || sparse(game, u64::from(SPARSE)));
    assert_eq!(slow.result, fast.result[..=PLAIN as usize], "{game}: the first nim-values");
    Comparison {
        subject: format!("nim-values of {game} to {SPARSE}"),
        baseline: format!("all splits, to {PLAIN}, ×{}²", SPARSE / PLAIN),
        baseline_time: slow.time * (SPARSE / PLAIN).pow(2),
        engine_time: fast.time,
        engine_bytes: fast.peak_bytes,
        goal: 30.0,
    }
}

fn sparse(game: &str, to: u64) -> Vec<u16> {
    let mut values = Values::new(&rules(game)).expect("the game has octal moves");
    values.extend_to(to, &Limits::default()).expect("the default limits are enough");
    values.into_terms()
}

fn rules(game: &str) -> HeapRules {
    let game = Game::parse(game).expect("the catalogue has the game");
    match game.finite().map(|game| &game.spec) {
        Some(Spec::Heap(rules)) => rules.clone(),
        _ => unreachable!("its positions are heaps"),
    }
}

/// The nim-values of heaps 0 to `to` where one takes `taken` tokens and leaves one heap, if `keeps`,
/// or two, equal only if `halves`: the least value that is not marked, with a mark for every option.
fn plain(taken: usize, keeps: bool, halves: bool) -> impl Fn(usize) -> Vec<u16> {
    move |to| {
        let mut values = vec![0u16];
        let mut marked = vec![false; 1 << 16];
        let mut width = 1;
        for heap in 1..=to {
            marked[..width].fill(false);
            let rest = heap - taken;
            if keeps && rest > 0 {
                marked[usize::from(values[rest])] = true;
            }
            let pairs = if halves { rest / 2 } else { (rest - 1) / 2 };
            let (small, large) = (&values[1..=pairs], &values[rest - pairs..rest]);
            for (a, b) in small.iter().zip(large.iter().rev()) {
                marked[usize::from(a ^ b)] = true;
            }
            let value = marked.iter().position(|marked| !marked).expect("few values occur");
            width = width.max((value + 1).next_power_of_two());
            values.push(value as u16);
        }
        values
    }
}
