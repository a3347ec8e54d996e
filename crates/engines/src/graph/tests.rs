//! Every answer against all subsets, on all digraphs with up to four vertices and on random ones.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use bouton_graphs::Digraph;
use bouton_values::{Limits, Meter, Refusal, Watch};
use dashu_int::UBig;

use super::count::{Listing, Models};
use super::formula::Formula;
use super::random::SplitMix64;
use super::residual::Residual;
use super::search::Search;
use super::width;
use super::*;

/// The digraph whose edges are the set bits of `code`, row by row.
fn small(n: usize, code: u32) -> Digraph {
    let edges = (0..(n * n) as u32).filter(|bit| code >> bit & 1 == 1);
    Digraph::from_edges(n, edges.map(|bit| (bit / n as u32, bit % n as u32)))
}

fn all_small(max: usize) -> impl Iterator<Item = Digraph> {
    (0..=max).flat_map(|n| (0..1u32 << (n * n)).map(move |code| small(n, code)))
}

/// A random digraph in which each vertex has `least` to `most` moves, to itself if `loops`.
fn random(n: usize, least: u64, most: u64, loops: bool, random: &mut SplitMix64) -> Digraph {
    let mut edges = Vec::new();
    for v in 0..n as u32 {
        for _ in 0..least + random.word() % (most - least + 1) {
            let to = (random.word() % n as u64) as u32;
            if loops || to != v {
                edges.push((v, to));
            }
        }
    }
    Digraph::from_edges(n, edges)
}

/// The kernels by the definition, as masks with vertex 0 in the lowest bit.
fn brute(graph: &Digraph) -> Vec<u32> {
    let n = graph.vertices();
    let moves: Vec<u32> = (0..n as u32)
        .map(|v| graph.successors(v).iter().fold(0, |mask, b| mask | 1 << b))
        .collect();
    let is_kernel = |set: &u32| (0..n).all(|v| (set >> v & 1 == 0) == (moves[v] & set != 0));
    (0..1u32 << n).filter(is_kernel).collect()
}

/// By definition: a vertex wins iff some move leads to a losing one.
fn is_kernel(kernel: &Kernel, graph: &Digraph) -> bool {
    let wins = |v: u32| graph.successors(v).iter().any(|w| kernel.loses(*w));
    (0..graph.vertices() as u32).all(|v| kernel.wins(v) == wins(v))
}

fn mask(kernel: &Kernel) -> u32 {
    kernel.losing().fold(0, |mask, v| mask | 1 << v)
}

fn masks(kernels: &[Kernel]) -> Vec<u32> {
    let mut masks: Vec<u32> = kernels.iter().map(mask).collect();
    masks.sort_unstable();
    masks
}

fn clauses(graph: &Digraph) -> Vec<Vec<i32>> {
    let mut clauses = Vec::new();
    for v in 0..graph.vertices() as i32 {
        let moves = graph.successors(v as u32).iter().map(|b| *b as i32 + 1);
        clauses.extend(moves.clone().map(|b| vec![-(v + 1), -b]));
        clauses.push(moves.chain([v + 1]).collect());
    }
    clauses
}

/// Does unit propagation refute these clauses together with the negation of `goal`?
fn propagates_to_conflict(clauses: &[Vec<i32>], goal: &[i32]) -> bool {
    let mut truths: Vec<i32> = goal.iter().map(|l| -l).collect();
    loop {
        let before = truths.len();
        for clause in clauses {
            if clause.iter().any(|l| truths.contains(l)) {
                continue;
            }
            let mut open: Vec<i32> =
                clause.iter().copied().filter(|l| !truths.contains(&-l)).collect();
            open.dedup();
            match open[..] {
                [] => return true,
                [unit] => truths.push(unit),
                _ => {}
            }
        }
        if truths.len() == before {
            return false;
        }
    }
}

fn is_refutation(mut clauses: Vec<Vec<i32>>, refutation: &Refutation) -> bool {
    for lemma in refutation {
        if !propagates_to_conflict(&clauses, lemma) {
            return false;
        }
        clauses.push(lemma.clone());
    }
    refutation.last().is_some_and(Vec::is_empty)
}

/// The clauses of the digraph, and "one of the losing vertices wins" for each of these kernels.
fn clauses_of_others(graph: &Digraph, kernels: &[Kernel]) -> Vec<Vec<i32>> {
    let some_wins = kernels.iter().map(|kernel| kernel.losing().map(|v| -(v as i32 + 1)).collect());
    [clauses(graph), some_wins.collect()].concat()
}

/// Compares everything about these structures with the list of kernels.
fn compare(structures: &Structures, kernels: &[u32]) {
    assert_eq!(structures.count().unwrap(), UBig::from(kernels.len()));
    let listed = structures.list(usize::MAX >> 32).unwrap();
    assert_eq!(masks(&listed), kernels);
    for k in [1, 2] {
        assert_eq!(structures.list(k).unwrap()[..], listed[..k.min(listed.len())]);
    }
    let backbone = structures.backbone().unwrap();
    assert_eq!(structures.backbone_by_search(&[]).unwrap(), backbone);
    assert_eq!(backbone.is_none(), kernels.is_empty());
    if let Some(backbone) = backbone {
        for v in 0..listed[0].vertices() as u32 {
            assert_eq!(backbone.always_loses(v), kernels.iter().all(|k| k >> v & 1 == 1));
            assert_eq!(backbone.always_wins(v), kernels.iter().all(|k| k >> v & 1 == 0));
        }
    }
}

fn compare_existence(graph: &Digraph, structures: &Structures, kernels: &[u32]) {
    match structures.existence().unwrap() {
        Existence::Some(kernel) => {
            assert!(is_kernel(&kernel, graph) && kernels.contains(&mask(&kernel)));
            assert_eq!(structures.all(kernels.len() - 1).unwrap(), None);
        }
        Existence::None { refutation } => {
            assert!(kernels.is_empty());
            assert!(is_refutation(clauses(graph), &refutation));
        }
    }
    let (all, proof) = structures.all(kernels.len()).unwrap().unwrap();
    assert_eq!(masks(&all), kernels);
    assert!(is_refutation(clauses_of_others(graph, &all), &proof));
}

#[test]
fn structures_of_all_small_digraphs() {
    let limits = Limits::default();
    for graph in all_small(4) {
        let kernels = brute(&graph);
        let structures = Structures::new(&graph, &limits).unwrap();
        // Before and after counting there are different ways to answer.
        compare_existence(&graph, &structures, &kernels);
        compare(&structures, &kernels);
        compare_existence(&graph, &structures, &kernels);
    }
}

#[test]
fn cogames_and_both_of_all_small_digraphs() {
    let limits = Limits::default();
    for graph in all_small(4) {
        let reversed = graph.reversed();
        let (games, cogames) = (brute(&graph), brute(&reversed));
        compare(&Structures::new(&reversed, &limits).unwrap(), &cogames);
        let both: Vec<u32> = games.into_iter().filter(|k| cogames.contains(k)).collect();
        let structures = Structures::of_both(&graph, &limits).unwrap();
        compare(&structures, &both);
        assert_eq!(structures.one().unwrap().is_some(), !both.is_empty());
    }
}

#[test]
fn claims_on_all_small_digraphs() {
    let limits = Limits::default();
    for graph in all_small(3) {
        let n = graph.vertices() as u32;
        let kernels = brute(&graph);
        let structures = Structures::new(&graph, &limits).unwrap();
        for code in 0..3u32.pow(n) {
            let digit = |v: u32| code / 3u32.pow(v) % 3;
            let wins = (0..n).filter(|v| digit(*v) == 1).map(Claim::Wins);
            let claims: Vec<Claim> =
                wins.chain((0..n).filter(|v| digit(*v) == 2).map(Claim::Loses)).collect();
            let holds =
                |k: &&u32| (0..n).all(|v| digit(v) == 0 || (digit(v) == 2) == (*k >> v & 1 == 1));
            let expected: Vec<u32> = kernels.iter().filter(holds).copied().collect();
            let conditioned = structures.with(&claims).unwrap();
            assert_eq!(conditioned.one().unwrap().is_some(), !expected.is_empty());
            compare(&conditioned, &expected);
        }
    }
    let graph = small(1, 0);
    let structures = Structures::new(&graph, &limits).unwrap();
    assert!(matches!(structures.with(&[Claim::Wins(1)]), Err(Refusal::BadInput { .. })));
}

#[test]
fn structures_of_random_digraphs() {
    let limits = Limits::default();
    let mut numbers = SplitMix64::new(1);
    for round in 0..3000 {
        let n = 1 + (numbers.word() % if round % 20 == 0 { 16 } else { 11 }) as usize;
        let (least, loops) = (numbers.word() % 3, numbers.word().is_multiple_of(4));
        let most = least + 1 + numbers.word() % 3;
        let graph = random(n, least, most, loops, &mut numbers);
        let kernels = brute(&graph);
        let structures = Structures::new(&graph, &limits).unwrap();
        compare_existence(&graph, &structures, &kernels);
        compare(&structures, &kernels);
        if n <= 10 {
            let cokernels = brute(&graph.reversed());
            let both: Vec<u32> = kernels.into_iter().filter(|k| cokernels.contains(k)).collect();
            compare(&Structures::of_both(&graph, &limits).unwrap(), &both);
        }
    }
}

/// Cores that take hundreds of learnt clauses: the small digraphs need hardly any.
#[test]
fn refutations_of_hard_cores() {
    let limits = Limits::default();
    let mut numbers = SplitMix64::new(8);
    let [mut longest, mut several] = [0, 0];
    for _ in 0..12 {
        let graph = random(120, 3, 3, false, &mut numbers);
        let structures = Structures::new(&graph, &limits).unwrap();
        match structures.existence().unwrap() {
            Existence::None { refutation } => {
                longest = longest.max(refutation.len());
                assert!(is_refutation(clauses(&graph), &refutation));
            }
            Existence::Some(kernel) => {
                assert!(is_kernel(&kernel, &graph));
                let (kernels, proof) = structures.all(1000).unwrap().unwrap();
                several += usize::from(kernels.len() > 1);
                assert_eq!(structures.count().unwrap(), UBig::from(kernels.len()));
                assert!(is_refutation(clauses_of_others(&graph, &kernels), &proof));
            }
        }
    }
    assert!(longest > 100 && several > 0, "{longest} {several}");
}

/// Two-way cycles have many structures and few settled vertices: a test of search and listing.
#[test]
fn the_solver_and_the_search_find_the_same_models() {
    let limits = Limits::default();
    let mut numbers = SplitMix64::new(2);
    for _ in 0..300 {
        let n = 4 + (numbers.word() % 20) as usize;
        let mut edges = Vec::new();
        for v in 0..n as u32 {
            let next = (v + 1) % n as u32;
            edges.extend([(v, next), (next, v)]);
            if numbers.word().is_multiple_of(3) {
                edges.push((v, (numbers.word() % n as u64) as u32));
            }
        }
        let graph = Digraph::from_edges(n, edges);
        let mut meter = Meter::new(&limits, "a test");
        let formula = Formula::new(&graph, false);
        let residual = Residual::new(&formula, &[], &mut meter).unwrap();
        for part in residual.iter().flat_map(|residual| &residual.parts) {
            let mut found = Vec::new();
            for order in [None, width::order(part, &mut meter).unwrap()] {
                let mut search = Search::new(part, order);
                assert!(search.run(u64::MAX, &mut meter).unwrap());
                let traced = Models::Traced(search.into_trace());
                let first = traced.first(usize::MAX >> 8, &mut meter).unwrap();
                assert_eq!(traced.count(), UBig::from(first.len()));
                assert_eq!(traced.first(3, &mut meter).unwrap()[..], first[..3.min(first.len())]);
                found.push(first);
            }
            let mut listing = Listing::new(part, &meter);
            assert!(listing.run(u64::MAX, &mut meter).unwrap());
            found.push(listing.into_models());
            assert!(found[0] == found[1] && found[1] == found[2]);
        }
    }
}

/// Perrin numbers: a two-way cycle of n vertices has P(n) kernels, its maximal independent sets,
/// where P(n) = P(n−2) + P(n−3) (Füredi 1987).
#[test]
fn two_way_cycles_have_perrin_numbers_of_structures() {
    let mut perrin: Vec<UBig> = [3u8, 0, 2].map(UBig::from).to_vec();
    for n in 3..=600 {
        perrin.push(&perrin[n - 2] + &perrin[n - 3]);
    }
    for n in [3, 4, 5, 12, 63, 64, 65, 600] {
        let edges = (0..n as u32).map(|v| (v, (v + 1) % n as u32));
        let graph = Digraph::from_edges(n, edges.clone().chain(edges.map(|(a, b)| (b, a))));
        let structures = Structures::new(&graph, &Limits::default()).unwrap();
        assert_eq!(structures.count().unwrap(), perrin[n], "{n} vertices");
        assert!(UBig::from(structures.list(3).unwrap().len()) == perrin[n].clone().min(3u8.into()));
    }
}

#[test]
fn counts_multiply_over_parts() {
    let pairs = (0..5000u32).flat_map(|i| [(2 * i, 2 * i + 1), (2 * i + 1, 2 * i)]);
    let graph = Digraph::from_edges(10_000, pairs);
    let structures = Structures::new(&graph, &Limits::default()).unwrap();
    assert_eq!(structures.count().unwrap(), UBig::ONE << 5000);
    assert!(structures.sample(3, 7).unwrap().iter().all(|kernel| is_kernel(kernel, &graph)));
    let list = structures.list(3).unwrap();
    assert!(list.iter().all(|kernel| is_kernel(kernel, &graph)) && list.is_sorted());
    let backbone = structures.backbone().unwrap().unwrap();
    assert!((0..10_000).all(|v| backbone.varies(v)));
}

/// Pearson's statistic over all structures stays below a bound that chance exceeds once in 10⁶.
#[test]
fn samples_are_uniform() {
    let limits = Limits::default();
    let mut numbers = SplitMix64::new(3);
    let mut tested = 0;
    while tested < 40 {
        let n = 8 + (numbers.word() % 6) as usize;
        let mut edges: Vec<(u32, u32)> = Vec::new();
        for _ in 0..n {
            let [a, b] = [0, 1].map(|_| (numbers.word() % n as u64) as u32);
            edges.extend([(a, b), (b, a)].into_iter().filter(|_| a != b));
        }
        let graph = Digraph::from_edges(n, edges);
        let structures = Structures::new(&graph, &limits).unwrap();
        let count = brute(&graph).len();
        if count < 3 {
            continue;
        }
        tested += 1;
        let draws = 100 * count;
        let mut seen: HashMap<u32, f64> = HashMap::new();
        for kernel in structures.sample(draws, tested).unwrap() {
            *seen.entry(mask(&kernel)).or_default() += 1.0;
        }
        assert_eq!(seen.len(), count);
        let statistic: f64 = seen.values().map(|hits| (hits - 100.0).powi(2) / 100.0).sum();
        let freedom = (count - 1) as f64;
        // Laurent and Massart: χ² exceeds d + 2√(dx) + 2x with probability at most e^−x.
        let x = 14.0;
        assert!(statistic < freedom + 2.0 * (freedom * x).sqrt() + 2.0 * x);
    }
}

/// Labels by the definition: repeat until nothing changes.
fn fixpoint(graph: &Digraph) -> Vec<Option<(Label, u32)>> {
    let mut labels: Vec<Option<(Label, u32)>> = vec![None; graph.vertices()];
    for round in 0..=graph.vertices() as u32 {
        let before = labels.clone();
        for v in 0..graph.vertices() {
            let moves = graph.successors(v as u32).iter().map(|b| before[*b as usize]);
            let loses = moves.clone().all(|b| matches!(b, Some((Label::Win, _))));
            let wins = moves.into_iter().any(|b| matches!(b, Some((Label::Lose, _))));
            if before[v].is_none() && (wins || loses) {
                labels[v] = Some((if wins { Label::Win } else { Label::Lose }, round));
            }
        }
    }
    labels
}

#[test]
fn labels_are_the_fixpoint() {
    let limits = Limits::default();
    let mut numbers = SplitMix64::new(4);
    let random = (0..2000).map(|_| {
        let (n, most) = (1 + numbers.word() % 30, 1 + numbers.word() % 4);
        random(n as usize, 0, most, true, &mut numbers)
    });
    for graph in
        all_small(3).chain((0..1 << 16).step_by(7).map(|code| small(4, code))).chain(random)
    {
        let (found, expected) = (labels(&graph, &limits).unwrap(), fixpoint(&graph));
        let mut tally = [0; 3];
        for (v, expected) in expected.into_iter().enumerate() {
            let label = found.label(v as u32);
            tally[label as usize] += 1;
            assert_eq!(label, expected.map_or(Label::Draw, |(label, _)| label));
            assert_eq!(found.distance(v as u32), expected.map(|(_, distance)| distance));
        }
        assert_eq!(found.tally(), tally);
    }
}

#[test]
fn components_are_mutual_reachability() {
    let mut numbers = SplitMix64::new(5);
    for _ in 0..1000 {
        let n = 1 + (numbers.word() % 12) as usize;
        let graph = random(n, 0, 2, true, &mut numbers);
        let mut reach: Vec<u32> = (0..n as u32)
            .map(|v| graph.successors(v).iter().fold(1 << v, |mask, b| mask | 1 << b))
            .collect();
        for k in 0..n {
            for v in 0..n {
                if reach[v] >> k & 1 == 1 {
                    reach[v] |= reach[k];
                }
            }
        }
        let found = components(&graph);
        for a in 0..n as u32 {
            assert!(found.members(found.of(a)).contains(&a));
            for b in 0..n as u32 {
                let [there, back] = [(a, b), (b, a)].map(|(a, b)| reach[a as usize] >> b & 1 == 1);
                assert_eq!(found.of(a) == found.of(b), there && back);
                assert!(!there || found.of(a) >= found.of(b));
            }
        }
        let members: usize = (0..found.len() as u32).map(|c| found.members(c).len()).sum();
        assert_eq!(members, n);
    }
}

/// Have the rules of these vertices alone no solution?
fn contradict(graph: &Digraph, vertices: &[u32]) -> bool {
    let n = graph.vertices();
    let moves = |v: u32| graph.successors(v).iter().fold(0u32, |mask, b| mask | 1 << b);
    let holds = |set: u32, v: u32| (set >> v & 1 == 0) == (moves(v) & set != 0);
    !(0..1u32 << n).any(|set| vertices.iter().all(|v| holds(set, *v)))
}

#[test]
fn contradictions_contradict_and_are_minimal() {
    let limits = Limits::default();
    for graph in all_small(3).chain((0..1 << 16).step_by(5).map(|code| small(4, code))) {
        let found = contradiction(&graph, &limits).unwrap();
        assert_eq!(found.is_none(), !brute(&graph).is_empty());
        let Some(found) = found else { continue };
        assert!(found.minimal && contradict(&graph, &found.vertices));
        for v in &found.vertices {
            let others: Vec<u32> = found.vertices.iter().copied().filter(|u| u != v).collect();
            assert!(!contradict(&graph, &others));
        }
    }
}

#[test]
fn contradictions_in_words() {
    let words = |graph: &Digraph| {
        let found = contradiction(graph, &Limits::default()).unwrap().unwrap();
        found.words(graph, |v| char::from(b'a' + v as u8).to_string())
    };
    assert!(words(&small(2, 15)).starts_with("every state moves to itself"));
    let cycle = Digraph::from_edges(4, [(0, 1), (1, 2), (2, 0), (3, 0)]);
    assert!(words(&cycle).starts_with("an odd cycle without a way out: a→b→c→a"));
    let own = Digraph::from_edges(2, [(0, 0)]);
    assert_eq!(words(&own), "a moves only to itself: it would win if and only if it loses");
    let sink = Digraph::from_edges(3, [(0, 0), (0, 1), (1, 2)]);
    assert_eq!(
        words(&sink),
        "these moves contradict each other, whatever the other states do: \
         a→a,b (so it must win: it moves to itself); b→c; c has no move, so it loses"
    );
}

struct Impatient;

impl Watch for Impatient {
    fn progress(&self, _: u64, _: u64) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

#[test]
fn limits_and_interruptions_are_heeded() {
    let graph = random(300, 3, 3, false, &mut SplitMix64::new(6));
    let refused = |limits: &Limits| {
        let structures = Structures::new(&graph, limits).unwrap();
        [structures.count().err(), structures.existence().err()]
    };
    let impatient = Limits { watch: Arc::new(Impatient), ..Limits::default() };
    assert_eq!(refused(&impatient), [Some(Refusal::Interrupted), Some(Refusal::Interrupted)]);
    let few = Limits { steps: 5_000_000, ..Limits::default() };
    for refusal in refused(&few) {
        assert!(matches!(refusal, Some(Refusal::Limit { .. })));
    }
    let little = Limits { memory: 1000, ..Limits::default() };
    assert!(matches!(labels(&graph, &little), Err(Refusal::Limit { .. })));
    assert!(matches!(Structures::new(&graph, &little).err(), Some(Refusal::Limit { .. })));
}
