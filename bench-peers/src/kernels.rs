//! Game structures of random digraphs: Bouton counts all of them, clingo finds the first or all.
//!
//! clingo is given `win(X) :- move(X,Y), not win(Y).` and the moves as facts, by `clingo_models.py`. Where it
//! finds all models, their number must be Bouton's count. CPU times are summed over a few digraphs.

use std::fmt::Write;
use std::process::Command;
use std::time::Duration;

use bouton_engines::graph::Structures;
use bouton_graphs::Digraph;
use bouton_rules::Limits;

use crate::measure::{Line, on_processor};

/// How targets are drawn.
pub(crate) enum Kind {
    /// A number of targets after Poisson for each vertex, itself excluded.
    Poisson(f64),
    /// How many targets each vertex has, none of them itself: no sinks.
    SinkFree(u32),
}

pub(crate) fn compare(python: &str, kind: &Kind, vertices: u32, seeds: u64, goal: f64) -> Line {
    let first_only = matches!(kind, Kind::Poisson(_));
    let (mut their_time, mut our_time) = (Duration::ZERO, Duration::ZERO);
    for seed in 1..=seeds {
        let edges = random(kind, vertices, seed);
        let graph = Digraph::from_edges(vertices as usize, edges.iter().copied());
        let (count, time) = on_processor(|| count(&graph));
        our_time += time;
        let (found, time) = clingo(python, &edges, if first_only { "1" } else { "0" });
        their_time += time;
        match first_only {
            true => assert_eq!(found > 0, count != "0", "seed {seed}"),
            false => assert_eq!(found.to_string(), count, "seed {seed}"),
        }
    }
    let (what, peer) = match kind {
        Kind::Poisson(mean) => (format!("all structures, Poisson {mean}, n = {vertices}"), "first"),
        Kind::SinkFree(d) => (format!("all structures, {d} moves each, n = {vertices}"), "all"),
    };
    let subject = format!("{what}, {seeds} digraphs ({peer})");
    Line { subject, peer: "clingo", their_time, our_time, goal }
}

/// Counts all structures of digraphs with loops and sinks, and of digraphs with neither, beside clingo.
/// Returns how many digraphs were compared and how many of them have a structure.
pub(crate) fn agree(python: &str, digraphs: u64) -> (u64, u64) {
    let mut with_structure = 0;
    for seed in 1..=digraphs {
        let vertices = 20 + 4 * seed as u32;
        let kind = if seed % 2 == 0 { Kind::SinkFree(2) } else { Kind::Poisson(1.5) };
        let mut edges = random(&kind, vertices, seed);
        if seed % 3 == 0 {
            edges.extend((0..vertices).filter(|v| v % 17 == 0).map(|v| (v, v)));
        }
        let graph = Digraph::from_edges(vertices as usize, edges.iter().copied());
        let (found, _) = clingo(python, &edges, "0");
        assert_eq!(found.to_string(), count(&graph), "seed {seed}");
        with_structure += u64::from(found > 0);
    }
    (digraphs, with_structure)
}

fn count(graph: &Digraph) -> String {
    let limits = Limits { memory: 16 << 30, steps: u64::MAX, ..Limits::default() };
    let structures = Structures::new(graph, &limits).expect("it stays within the limits");
    structures.count().expect("it stays within the limits").to_string()
}

fn clingo(python: &str, edges: &[(u32, u32)], models: &str) -> (u64, Duration) {
    let mut text = String::new();
    for (a, b) in edges {
        writeln!(text, "{a} {b}").expect("a string takes all");
    }
    let path = std::env::temp_dir().join(format!("bouton-peers-{}.txt", std::process::id()));
    std::fs::write(&path, text).expect("the temporary folder can be written to");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/clingo_models.py");
    let run = Command::new(python).arg(script).arg(&path).arg(models).output();
    let run = run.expect("python runs");
    let _ = std::fs::remove_file(&path);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let text = String::from_utf8(run.stdout).expect("it prints text");
    let mut lines = text.lines();
    let seconds: f64 = lines.next().and_then(|line| line.parse().ok()).expect("a time");
    let found: u64 = lines.next().and_then(|line| line.parse().ok()).expect("a number");
    (found, Duration::from_secs_f64(seconds))
}

fn random(kind: &Kind, vertices: u32, seed: u64) -> Vec<(u32, u32)> {
    let mut state = seed.wrapping_mul(0x1000_0001);
    let mut next = move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    let mut edges = Vec::new();
    for v in 0..vertices {
        let targets = match kind {
            Kind::SinkFree(d) => *d,
            Kind::Poisson(mean) => poisson(*mean, &mut next),
        };
        for _ in 0..targets {
            let other = (next() % u64::from(vertices - 1)) as u32;
            edges.push((v, if other >= v { other + 1 } else { other }));
        }
    }
    edges
}

/// Knuth's method: how many uniform numbers until their product falls below e^-mean.
fn poisson(mean: f64, next: &mut impl FnMut() -> u64) -> u32 {
    let (least, mut product, mut count) = ((-mean).exp(), 1.0, 0);
    loop {
        product *= (next() >> 11) as f64 / (1u64 << 53) as f64;
        if product <= least {
            return count;
        }
        count += 1;
    }
}
