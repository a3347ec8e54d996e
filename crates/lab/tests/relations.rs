//! *Nim and other games* on finite relations: its statements, and the lab's answers to them.

use bouton_lab::certificates::{Certificate, check};
use bouton_lab::graph::{
    GraphQuestion, StateClaim, all_digraphs, explore, graph_of_game, label_certificate,
    structure_certificate,
};
use bouton_lab::graphs::{Format, NamedDigraph, read};
use bouton_lab::rules::{Game, Limits};

fn graph(edges: &str) -> NamedDigraph {
    read(&mut edges.replace(',', "\n").as_bytes(), Format::EdgeList, &Limits::default()).unwrap()
}

fn counts(named: &NamedDigraph) -> [String; 3] {
    let found = explore(named, &GraphQuestion::default(), &Limits::default()).unwrap();
    [found.games, found.cogames, found.both].map(|family| family.count.unwrap().to_string())
}

/// 0⇄1 is a game although play never ends, and it is one in two ways.
#[test]
fn a_game_without_end_has_two_structures() {
    assert_eq!(counts(&graph("0 1,1 0")), ["2", "2", "2"]);
}

#[test]
fn the_complete_relation_has_no_structure() {
    for n in 1..6u32 {
        let edges: Vec<String> =
            (0..n).flat_map(|a| (0..n).map(move |b| format!("{a} {b}"))).collect();
        let named = graph(&edges.join(","));
        let found = explore(&named, &GraphQuestion::default(), &Limits::default()).unwrap();
        assert!(found.games.one.is_none());
        assert!(found.reasons.iter().any(|reason| reason.contains("moves to itself")));
    }
}

/// That some state does not move to itself is necessary and not sufficient.
#[test]
fn a_state_without_a_loop_is_not_enough() {
    assert_eq!(counts(&graph("a b,b c,c a"))[0], "0");
    let found =
        explore(&graph("a b,b c,c a"), &GraphQuestion::default(), &Limits::default()).unwrap();
    assert!(found.reasons[0].contains("odd cycle"), "{:?}", found.reasons);
}

/// The rows of the table sum to 2^(n²), and those for one and two vertices are counted by hand.
#[test]
fn all_small_digraphs_are_counted() {
    assert_eq!(all_digraphs(1, &Limits::default()).unwrap(), [1, 1]);
    // On two vertices: with both loops, nobody can lose (4 digraphs). With one loop, the other vertex
    // loses, and the looping one must move there: 2 of 4 have a structure, and that twice. Without
    // loops 3 of 4 have one structure, and the cycle of length 2 has two.
    assert_eq!(all_digraphs(2, &Limits::default()).unwrap(), [8, 7, 1]);
    for n in 0..=4 {
        let rows = all_digraphs(n, &Limits::default()).unwrap();
        assert_eq!(rows.iter().sum::<u64>(), 1 << (n * n));
    }
    assert!(all_digraphs(6, &Limits::default()).is_err());
}

/// In the bounded table the lab's structure is Bouton's: the nim-sum is 0 exactly where one loses.
#[test]
fn nim_as_a_digraph_has_boutons_structure() {
    let named =
        graph_of_game(&Game::parse("nim").unwrap(), Some(3), 4, &Limits::default()).unwrap();
    let found = explore(&named, &GraphQuestion::default(), &Limits::default()).unwrap();
    assert_eq!(found.games.count.unwrap().to_string(), "1");
    let kernel = found.games.one.unwrap();
    for vertex in 0..64 {
        let name = named.names.name(vertex).into_owned();
        let sum = name.split(',').fold(0, |sum, heap| sum ^ heap.parse::<u64>().unwrap());
        assert_eq!(kernel.loses(vertex), sum == 0, "{name}");
    }
}

/// Is Nim with exactly n piles a cogame with M = W? A state must have a predecessor with nim-sum 0,
/// one pile being larger, if and only if its own sum is not 0.
fn is_cogame(piles: usize, below: u64) -> Option<Vec<u64>> {
    let mut state = vec![0; piles];
    loop {
        let sum = state.iter().fold(0, |sum, pile| sum ^ pile);
        let has_losing_predecessor = state.iter().any(|pile| pile ^ sum > *pile);
        if has_losing_predecessor != (sum != 0) {
            return Some(state);
        }
        let place = (0..piles).rev().find(|place| state[*place] + 1 < below)?;
        state[place] += 1;
        state[place + 1..].fill(0);
    }
}

/// For an even number of piles it is: the top bit of the sum stands in an odd number of piles, so some
/// pile lacks it. For an odd number it is not: all piles may have that bit. If piles may be added, an
/// empty one lacks it.
#[test]
fn nim_is_a_cogame_for_an_even_number_of_piles() {
    assert_eq!(is_cogame(2, 16), None);
    assert_eq!(is_cogame(4, 8), None);
    assert_eq!(is_cogame(1, 16), Some(vec![1]));
    assert_eq!(is_cogame(3, 8), Some(vec![1, 1, 1]));
    assert_eq!(is_cogame(5, 4), Some(vec![1, 1, 1, 1, 1]));
}

/// L = {(a, a/(1-a)) : 0 ≤ a < 1} is a game structure of real-valued Nim and no cogame, on numbers
/// p/q with small q: nobody reaches (1, 0) from L by lowering.
#[test]
fn a_structure_of_real_valued_nim_that_is_no_cogame() {
    type Rational = (i64, i64);
    let less = |x: Rational, y: Rational| x.0 * y.1 < y.0 * x.1;
    let numbers: Vec<Rational> = (1..8).flat_map(|q| (0..3 * q).map(move |p| (p, q))).collect();
    let partner = |a: Rational| less(a, (1, 1)).then(|| (a.0, a.1 - a.0));
    let back = |b: Rational| (b.0, b.1 + b.0);
    for a in &numbers {
        for b in &numbers {
            let same = |x: Rational, y: Rational| x.0 * y.1 == y.0 * x.1;
            let loses = partner(*a).is_some_and(|c| same(c, *b));
            let lowers_b = partner(*a).is_some_and(|c| less(c, *b));
            let lowers_a = less(back(*b), *a);
            assert_eq!(loses, !lowers_a && !lowers_b, "{a:?} {b:?}");
            let raised_from = partner(*a).is_some_and(|c| less(*b, c)) || less(*a, back(*b));
            let cowins = raised_from;
            // Where it fails as a cogame: neither losing nor reached from a losing state.
            if !loses && !cowins {
                assert!(!less(*a, (1, 1)), "{a:?} {b:?}");
            }
        }
    }
    assert!(partner((1, 1)).is_none() && !less((1, 1), back((0, 1))));
}

#[test]
fn certificates_of_graphs_are_accepted_and_damaged_ones_refused() {
    for (edges, kind) in [
        ("a b,b c,c a", "no-structure"),
        ("a b,b c", "only-structure"),
        ("a b,b a", "all-structures"),
    ] {
        let named = graph(edges);
        let found = explore(&named, &GraphQuestion::default(), &Limits::default()).unwrap();
        let certificate = structure_certificate(&named, &found, &Limits::default()).unwrap();
        let text = certificate.to_json();
        assert!(text.contains(kind), "{text}");
        assert!(check(&Certificate::parse(&text).unwrap(), &Limits::default()).is_ok());
        // With nobody losing, a structure left out, or without its last edge, the claim is false.
        let mut damaged: serde_json::Value = serde_json::from_str(&text).unwrap();
        if let Some(losing) = damaged.get_mut("losing") {
            *losing = serde_json::json!([]);
        } else if let Some(structures) = damaged.get_mut("structures") {
            structures.as_array_mut().unwrap().pop();
        } else {
            damaged["graph"]["edges"].as_array_mut().unwrap().pop();
        }
        let damaged = Certificate::parse(&damaged.to_string()).unwrap();
        assert!(check(&damaged, &Limits::default()).is_err(), "{text}");
        let labels = label_certificate(&named, &found, &Limits::default()).unwrap();
        assert!(check(&labels, &Limits::default()).is_ok());
    }
}

#[test]
fn states_can_be_asked_to_win_or_lose() {
    let named = graph("a b,b a,c d,d c");
    let a = named.names.find("a").unwrap();
    let question =
        GraphQuestion { claims: vec![StateClaim::Loses(a)], list: 9, ..GraphQuestion::default() };
    let found = explore(&named, &question, &Limits::default()).unwrap();
    assert_eq!(found.games.count.unwrap().to_string(), "2");
    assert!(found.listed.len() == 2 && found.listed.iter().all(|kernel| kernel.loses(a)));
    let question =
        GraphQuestion { sample: 50, seed: 3, backbone: true, ..GraphQuestion::default() };
    let found = explore(&named, &question, &Limits::default()).unwrap();
    assert!(found.sampled.iter().any(|kernel| kernel.loses(a)));
    assert!(found.sampled.iter().any(|kernel| kernel.wins(a)));
    assert!(found.backbone.unwrap().varies(a));
}
