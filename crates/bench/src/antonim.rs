//! Counting P-positions of Antonim: the completions against tables of positions and of lines, and a hash map.

use std::collections::HashMap;
use std::time::Duration;

use bouton_engines::{Ask, Finding, LADDER};
use bouton_rules::{Game, Limits};

use crate::measure::{Comparison, Measurement, best_of, measure};

pub(crate) fn comparisons() -> Vec<Comparison> {
    vec![four_heaps_by_positions(), four_heaps_by_lines(), four_heaps_large(), five_heaps()]
}

/// The count as the ladder finds it; the engine that answers must be the one to be measured.
fn count(heaps: usize, below: u64) -> u128 {
    let game = Game::parse("antonim").expect("Antonim is in the catalogue");
    let ask = Ask::Count { heaps, below };
    let mut runs =
        LADDER.iter().filter_map(|engine| Some((engine, engine.prepare(&game, &ask).ok()?)));
    let (engine, run) = runs.next().expect("an engine counts");
    assert_eq!(engine.name(), "completions");
    match run(&Limits::default()) {
        Ok(Finding::Count(count)) => count,
        other => panic!("asked for a count, found {other:?}"),
    }
}

fn four_heaps_by_positions() -> Comparison {
    let baseline = best_of(2, || by_positions(256));
    let engine = best_of(20, || count(4, 256));
    compare(
        "Antonim, 4 heaps below 256, count",
        "boolean for each 4-tuple",
        &baseline,
        &engine,
        80.0,
    )
}

/// Against a smarter table, with a flag for each line.
fn four_heaps_by_lines() -> Comparison {
    let baseline = best_of(2, || by_lines(256));
    let engine = best_of(20, || count(4, 256));
    compare("Antonim, 4 heaps below 256, count", "boolean for each line", &baseline, &engine, 20.0)
}

/// The baseline grows with the fourth power: it is measured at a quarter of the size.
fn four_heaps_large() -> Comparison {
    let baseline = best_of(2, || by_lines(256));
    assert_eq!(baseline.result, count(4, 256));
    let engine = best_of(2, || count(4, 1024));
    Comparison {
        subject: "Antonim, 4 heaps below 1024, count".to_owned(),
        baseline: "boolean for each line, 256 × 4⁴".to_owned(),
        baseline_time: baseline.time * 256,
        engine_time: engine.time,
        engine_bytes: engine.peak_bytes,
        goal: 80.0,
    }
}

/// The baseline is measured below 40. Its time is at least proportional to the positions that it
/// stores.
fn five_heaps() -> Comparison {
    let baseline = measure(|| by_hash_map(40));
    assert_eq!(baseline.result.0, count(5, 40));
    let positions = legal_positions(64) as f64 / baseline.result.1 as f64;
    let engine = best_of(10, || count(5, 64));
    Comparison {
        subject: "Antonim, 5 heaps below 64, count".to_owned(),
        baseline: format!("hash map, below 40 × {positions:.1}"),
        baseline_time: Duration::from_secs_f64(baseline.time.as_secs_f64() * positions),
        engine_time: engine.time,
        engine_bytes: engine.peak_bytes,
        goal: 300.0,
    }
}

fn compare(
    subject: &str,
    baseline_name: &str,
    baseline: &Measurement<u128>,
    engine: &Measurement<u128>,
    goal: f64,
) -> Comparison {
    assert_eq!(baseline.result, engine.result, "{subject}");
    Comparison {
        subject: subject.to_owned(),
        baseline: baseline_name.to_owned(),
        baseline_time: baseline.time,
        engine_time: engine.time,
        engine_bytes: engine.peak_bytes,
        goal,
    }
}

fn is_legal(ascending: &[usize]) -> bool {
    ascending.windows(2).all(|pair| pair[0] < pair[1] || pair[1] == 0)
}

/// A boolean for each ascending 4-tuple: can one move to a P-position? A tuple that is not marked when its
/// turn comes is P, and marks everything that can move there.
fn by_positions(below: usize) -> u128 {
    let choose =
        |n: usize, k: usize| (0..k).fold(1, |product, i| product * n.saturating_sub(i) / (i + 1));
    let table = |k: usize| (0..below + k).map(|n| choose(n, k)).collect::<Vec<usize>>();
    let [pairs, triples, quadruples] = [2, 3, 4].map(table);
    let index = |t: &[usize; 4]| t[0] + pairs[t[1] + 1] + triples[t[2] + 2] + quadruples[t[3] + 3];
    let mut wins = vec![false; choose(below + 3, 4)];
    let mut found = 0;
    for d in 0..below {
        for c in 0..=d {
            for b in 0..=c {
                for a in 0..=b {
                    let position = [a, b, c, d];
                    if is_legal(&position) && !wins[index(&position)] {
                        found += 1;
                        for place in 0..4 {
                            mark_above(position, place, below, |above| wins[index(above)] = true);
                        }
                    }
                }
            }
        }
    }
    found
}

/// All legal tuples that arise by raising the heap at `place`, kept in ascending order.
fn mark_above(
    mut tuple: [usize; 4],
    mut place: usize,
    below: usize,
    mut mark: impl FnMut(&[usize; 4]),
) {
    for raised in tuple[place] + 1..below {
        while place < 3 && tuple[place + 1] < raised {
            tuple[place] = tuple[place + 1];
            place += 1;
        }
        tuple[place] = raised;
        if place == 3 || tuple[place + 1] != raised {
            mark(&tuple);
        }
    }
}

/// A boolean for each line of 4-tuples, that is, for the three heaps which stay: is there a P-position
/// on it already? A 4-tuple is P iff there is none on its four lines.
fn by_lines(below: usize) -> u128 {
    let line = |x: usize, y: usize, z: usize| (x * below + y) * below + z;
    let mut done = vec![false; below * below * below];
    let mut found = 0;
    for a in 0..below {
        for b in a..below {
            for c in b..below {
                for d in c..below {
                    if !is_legal(&[a, b, c, d]) {
                        continue;
                    }
                    let lines = [line(a, b, c), line(a, b, d), line(a, c, d), line(b, c, d)];
                    if !lines.iter().any(|line| done[*line]) {
                        found += 1;
                        lines.iter().for_each(|line| done[*line] = true);
                    }
                }
            }
        }
    }
    found
}

/// The memoised definition on ascending tuples; also says how many positions it stored.
fn by_hash_map(below: u8) -> (u128, usize) {
    let mut known = HashMap::new();
    let mut found = 0;
    for_each_legal(below, |tuple| found += u128::from(!wins(tuple, &mut known)));
    (found, known.len())
}

fn wins(tuple: [u8; 5], known: &mut HashMap<[u8; 5], bool>) -> bool {
    if let Some(wins) = known.get(&tuple) {
        return *wins;
    }
    let wins = (0..5).any(|place| {
        (0..tuple[place]).filter(|lower| *lower == 0 || !tuple.contains(lower)).any(|lower| {
            let mut option = tuple;
            option[place] = lower;
            option.sort_unstable();
            !wins(option, known)
        })
    });
    known.insert(tuple, wins);
    wins
}

fn legal_positions(below: u8) -> usize {
    let mut positions = 0;
    for_each_legal(below, |_| positions += 1);
    positions
}

/// Every legal ascending tuple of five heaps.
fn for_each_legal(below: u8, mut visit: impl FnMut([u8; 5])) {
    let next = |heap: u8| if heap == 0 { 0 } else { heap + 1 };
    for a in 0..below {
        for b in next(a)..below {
            for c in next(b)..below {
                for d in next(c)..below {
                    (next(d)..below).for_each(|e| visit([a, b, c, d, e]));
                }
            }
        }
    }
}
