//! Canonical forms against Conway's definitions on trees.

use std::time::Duration;

use bouton_engines::{Ask, Finding, LADDER, Sequence, Terms};
use bouton_rules::{Game, Limits};
use bouton_values::Tree;

use crate::measure::{Comparison, best_of};

pub(crate) fn comparisons() -> Vec<Comparison> {
    vec![against_trees(60), growth(300, 3000)]
}

/// How many of the values are equal to an earlier one: found with trees, and with canonical forms.
fn against_trees(to: u64) -> Comparison {
    let theirs = best_of(1, || repeats_of_trees(to));
    let ours = best_of(50, || repeats(&values(to)));
    assert_eq!(ours.result, theirs.result, "the values repeat differently");
    Comparison {
        subject: format!("values of ending-partizan:2,3,5 to {to}"),
        baseline: "trees, compared by definition".to_owned(),
        baseline_time: theirs.time,
        engine_time: ours.time,
        engine_bytes: ours.peak_bytes,
        goal: 100.0,
    }
}

/// The time of a long sequence against that of a short one, extrapolated with the square of the length.
fn growth(short: u64, long: u64) -> Comparison {
    let first = best_of(3, || values(short).len());
    let second = best_of(3, || values(long).len());
    assert_eq!((first.result, second.result), (short as usize + 1, long as usize + 1));
    let square = (long / short).pow(2) as u32;
    Comparison {
        subject: format!("values of ending-partizan:2,3,5 to {long}"),
        baseline: format!("to {short}, times {square}"),
        baseline_time: first.time * square,
        engine_time: second.time.max(Duration::from_nanos(1)),
        engine_bytes: second.peak_bytes,
        goal: 0.5,
    }
}

fn values(to: u64) -> Vec<String> {
    let game = Game::parse("ending-partizan:2,3,5").expect("the set is well written");
    let ask = Ask::Values { to, row: None };
    let run = LADDER.iter().find_map(|engine| engine.prepare(&game, &ask).ok());
    match run.expect("an engine accepts")(&Limits::default()) {
        Ok(Finding::Sequence(Sequence { terms: Terms::Values(texts), .. })) => texts.games,
        other => panic!("asked for values, found {other:?}"),
    }
}

fn repeats(texts: &[String]) -> usize {
    (0..texts.len()).filter(|n| texts[..*n].contains(&texts[*n])).count()
}

fn repeats_of_trees(to: u64) -> usize {
    let one = Tree::new(vec![Tree::zero()], vec![]);
    let mut trees: Vec<Tree> = vec![one.clone(), one.negative()];
    for n in 2..=to as usize {
        let options: Vec<Tree> =
            [2, 3, 5].into_iter().filter(|s| *s <= n).map(|s| trees[n - s].clone()).collect();
        trees.push(Tree::new(options.clone(), options));
    }
    (0..trees.len()).filter(|n| trees[..*n].iter().any(|tree| tree.equals(&trees[*n]))).count()
}
