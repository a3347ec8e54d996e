//! Retrograde labels against a plain queue over vectors of vectors.

use std::collections::VecDeque;

use bouton_engines::graph::{Label, labels};
use bouton_graphs::Digraph;
use bouton_rules::Limits;

use crate::measure::{Comparison, best_of};

pub(crate) fn comparisons() -> Vec<Comparison> {
    vec![retrograde(3_000_000, 10_000_000)]
}

fn retrograde(vertices: u64, edges: u64) -> Comparison {
    let graph = random(vertices, edges);
    let successors: Vec<Vec<u32>> =
        (0..vertices as u32).map(|v| graph.successors(v).to_vec()).collect();
    let limits = Limits { memory: 8 << 30, ..Limits::default() };
    let theirs = best_of(2, || plain_queue(&successors));
    let ours = best_of(2, || labels(&graph, &limits).expect("it stays within the limits"));
    let same =
        |v: u32| (ours.result.label(v), ours.result.distance(v)) == theirs.result[v as usize];
    assert!((0..vertices as u32).all(same), "the labels differ");
    Comparison {
        subject: format!("labels, {vertices} vertices, {} edges", graph.edges()),
        baseline: "queue over vectors of vectors".to_owned(),
        baseline_time: theirs.time,
        engine_time: ours.time,
        engine_bytes: ours.peak_bytes,
        goal: 2.0,
    }
}

/// Edges between random vertices; a tenth of the vertices have none.
fn random(vertices: u64, edges: u64) -> Digraph {
    let mut state = 1;
    let mut next = move |below: u64| (split_mix(&mut state) % below) as u32;
    let edges: Vec<(u32, u32)> =
        (0..edges).map(|_| (next(vertices) / 10 * 9, next(vertices))).collect();
    Digraph::from_edges(vertices as usize, edges)
}

/// Steele, Lea and Flood's SplitMix64.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn plain_queue(successors: &[Vec<u32>]) -> Vec<(Label, Option<u32>)> {
    let mut predecessors: Vec<Vec<u32>> = vec![Vec::new(); successors.len()];
    let mut open: Vec<usize> = successors.iter().map(Vec::len).collect();
    for (v, list) in (0..).zip(successors) {
        list.iter().for_each(|to| predecessors[*to as usize].push(v));
    }
    let mut found = vec![(Label::Draw, None); successors.len()];
    let mut queue: VecDeque<usize> = (0..successors.len()).filter(|v| open[*v] == 0).collect();
    queue.iter().for_each(|v| found[*v] = (Label::Lose, Some(0)));
    while let Some(v) = queue.pop_front() {
        let (label, distance) = found[v];
        for p in predecessors[v].iter().map(|p| *p as usize) {
            if found[p].0 != Label::Draw {
                continue;
            }
            open[p] -= 1;
            let settled = match label {
                Label::Lose => Label::Win,
                _ if open[p] == 0 => Label::Lose,
                _ => continue,
            };
            found[p] = (settled, distance.map(|distance| distance + 1));
            queue.push_back(p);
        }
    }
    found
}
