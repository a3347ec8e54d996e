//! Certificates about digraphs: right ones hold, and everything else is refused. What is right is
//! decided by the definitions, by brute force.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::common::digraphs::{
    DIRECTIONS, Random, all, hard, is_refutation, refute, small_and_sampled,
};
use crate::common::least;
use bouton_certify::{
    Certificate, Direction, GraphCertificate, GraphClaim, GraphFault, GraphSource, Label,
    PeriodCertificate, Periodicity, Refutation, Rejection, Step, Terms, VertexSet, Vertices, check,
    check_with_graph, sha256,
};
use bouton_graphs::Digraph;
use bouton_values::Watch;
use bouton_values::{Limits, Refusal};

fn certificate(graph: GraphSource, claim: GraphClaim) -> Certificate {
    Certificate::Graph(GraphCertificate { graph, claim })
}

fn verdict(graph: &Digraph, claim: GraphClaim) -> Result<Vec<String>, Rejection> {
    check(&certificate(GraphSource::embedded(graph), claim), &Limits::default())
}

fn fault(graph: &Digraph, claim: GraphClaim) -> GraphFault {
    match verdict(graph, claim) {
        Err(Rejection::Graph(fault)) => fault,
        other => panic!("{other:?}"),
    }
}

fn list(losing: u32) -> VertexSet {
    VertexSet::List((0..32).filter(|v| losing >> v & 1 == 1).collect())
}

fn structure(direction: Direction, losing: VertexSet) -> GraphClaim {
    GraphClaim::Structure { direction, losing }
}

fn all_claimed(direction: Direction, structures: Vec<VertexSet>, proof: Refutation) -> GraphClaim {
    GraphClaim::AllStructures { direction, structures, proof }
}

fn none(direction: Direction, proof: Refutation) -> GraphClaim {
    all_claimed(direction, Vec::new(), proof)
}

fn steps(steps: &[Step<'_>]) -> Refutation {
    let mut proof = Refutation::new();
    for step in steps {
        match step {
            Step::Add(clause) => proof.add(clause),
            Step::Delete(target) => proof.delete(*target),
        };
    }
    proof
}

fn cycle(n: u32) -> Digraph {
    Digraph::from_edges(n as usize, (0..n).map(|v| (v, (v + 1) % n)))
}

/// Every set of vertices is accepted iff it is the kernel of a structure; so is one with a vertex
/// flipped, and one of another graph.
#[test]
fn exactly_the_structures_are_accepted() {
    for graph in small_and_sampled(200) {
        let digraph = graph.digraph();
        for direction in DIRECTIONS {
            for losing in 0..1u32 << graph.n() {
                let bytes = losing.to_le_bytes()[..graph.n().div_ceil(8)].to_vec();
                for set in [list(losing), VertexSet::Bits(bytes)] {
                    let verdict = verdict(&digraph, structure(direction, set));
                    let holds = graph.is_structure(direction, losing);
                    assert_eq!(verdict.is_ok(), holds, "{graph:?} {direction:?} {losing:b}");
                }
            }
        }
    }
}

/// Where there is no structure, the proof of the naive prover holds; where there is one, it does
/// not, nor does any that was made for another graph.
#[test]
fn that_there_is_none_is_accepted_only_where_there_is_none() {
    let mut borrowed = steps(&[Step::Add(&[])]);
    let (mut without, mut with) = (0, 0);
    for graph in small_and_sampled(1500) {
        let digraph = graph.digraph();
        for direction in DIRECTIONS {
            let none = |proof| none(direction, proof);
            if graph.structures(direction).is_empty() {
                let proof = refute(&graph.clauses(direction));
                let sentences = verdict(&digraph, none(proof.clone())).unwrap();
                assert!(sentences.last().unwrap().starts_with("so there is no "));
                borrowed = proof;
                without += 1;
            } else {
                assert!(verdict(&digraph, none(borrowed.clone())).is_err(), "{graph:?}");
                with += 1;
            }
        }
    }
    assert!(without > 800 && with > 800, "{without} without, {with} with");
}

/// All structures are accepted in any order; not with one of them missing, twice or changed.
#[test]
fn all_structures_are_accepted_only_where_they_are_all() {
    let mut borrowed = steps(&[Step::Add(&[])]);
    let mut seen = [0; 4];
    for graph in small_and_sampled(1500) {
        let digraph = graph.digraph();
        for direction in DIRECTIONS {
            let holds = |structures: &[u32], proof: &Refutation| {
                let structures = structures.iter().map(|losing| list(*losing)).collect();
                verdict(&digraph, all_claimed(direction, structures, proof.clone()))
            };
            let mut structures = graph.structures(direction);
            let mut clauses = graph.clauses(direction);
            clauses.extend(structures.iter().map(|losing| graph.differs(*losing)));
            let proof = refute(&clauses);
            structures.reverse();
            let sentences = holds(&structures, &proof).unwrap();
            let last = sentences.last().unwrap();
            match structures.len() {
                0 => assert!(last.starts_with("so there is no ")),
                1 => assert!(last.starts_with("so there is no other ")),
                count => assert!(last.ends_with(&format!(": there are exactly {count}"))),
            }
            seen[structures.len().min(3)] += 1;
            for place in 0..structures.len() {
                let mut fewer = structures.clone();
                let dropped = fewer.remove(place);
                for proof in [&proof, &borrowed] {
                    assert!(holds(&fewer, proof).is_err(), "{graph:?}");
                }
                let twice = [&structures[..], &[dropped]].concat();
                let (first, second) = (place + 1, twice.len());
                let repeated = GraphFault::StructureRepeated { first, second };
                assert_eq!(holds(&twice, &proof), Err(repeated.into()), "{graph:?}");
                for vertex in 0..graph.n() {
                    let mut changed = structures.clone();
                    changed[place] ^= 1 << vertex;
                    assert!(holds(&changed, &proof).is_err(), "{graph:?}");
                }
            }
            borrowed = proof;
        }
    }
    assert!(seen.iter().all(|count| *count > 100), "{seen:?}");
}

/// A proof with a step dropped, repeated or exchanged, a literal changed, added or dropped, a clause
/// deleted.
fn damaged(proof: &Refutation, n: usize, random: &mut Random) -> Refutation {
    let mut kept: Vec<Result<Vec<i32>, usize>> = proof
        .steps()
        .map(|step| match step {
            Step::Add(clause) => Ok(clause.to_vec()),
            Step::Delete(target) => Err(target),
        })
        .collect();
    for _ in 0..1 + random.below(2) {
        let place = random.below(kept.len().max(1)).min(kept.len().saturating_sub(1));
        let literal =
            (1 + random.below(n.max(1)) as i32) * if random.below(2) == 0 { 1 } else { -1 };
        match (random.below(7), kept.get_mut(place)) {
            (0, Some(_)) => drop(kept.remove(place)),
            (1, Some(Ok(clause))) => clause.push(literal),
            (2, Some(Ok(clause))) => drop(clause.pop()),
            (3, Some(Ok(clause))) if !clause.is_empty() => clause[0] = literal,
            (4, Some(_)) => kept.insert(place, Err(random.below(place + 1))),
            (5, Some(_)) => kept.swap(place, 0),
            (_, Some(Ok(clause))) if !clause.is_empty() => clause[0] = -clause[0],
            _ => kept.push(Ok(vec![literal])),
        }
    }
    let mut proof = Refutation::new();
    for step in kept {
        match step {
            Ok(clause) => proof.add(&clause),
            Err(target) => proof.delete(target),
        };
    }
    proof
}

/// A damaged proof is accepted iff the definition of unit propagation, clause by clause, accepts it.
#[test]
fn a_proof_is_accepted_iff_every_step_follows() {
    let mut random = Random(7);
    let (mut accepted, mut rejected) = (0, 0);
    let small = small_and_sampled(800).flat_map(|graph| {
        let none = |direction: &Direction| graph.structures(*direction).is_empty();
        let refuted = |direction| (graph.clone(), direction, refute(&graph.clauses(direction)));
        DIRECTIONS.into_iter().filter(none).map(refuted).collect::<Vec<_>>()
    });
    let hard = hard(1000).map(|(graph, proof)| (graph, Direction::Game, proof));
    for (graph, direction, sound) in small.chain(hard) {
        let (digraph, clauses) = (graph.digraph(), graph.clauses(direction));
        for _ in 0..12 {
            let proof = damaged(&sound, graph.n(), &mut random);
            let holds = is_refutation(graph.n(), &clauses, &proof);
            let claim = none(direction, proof.clone());
            let verdict = verdict(&digraph, claim);
            assert_eq!(verdict.is_ok(), holds, "{graph:?} {direction:?} {proof:?}");
            match holds {
                true => accepted += 1,
                false => rejected += 1,
            }
        }
    }
    assert!(accepted > 1000 && rejected > 1000, "{accepted} accepted, {rejected} rejected");
}

/// Whatever the clauses are, nothing proves that a structure is not there.
#[test]
fn random_proofs_never_refute_a_structure() {
    let mut random = Random(11);
    for graph in small_and_sampled(2000) {
        let structures = graph.structures(Direction::Game);
        let mut proof = Refutation::new();
        for _ in 0..random.below(6) {
            let literal = |v: usize, sign: u64| (v as i32 + 1) * if sign == 0 { 1 } else { -1 };
            let clause: Vec<i32> = (0..graph.n())
                .filter_map(|v| match random.next() % 4 {
                    sign @ (0 | 1) => Some(literal(v, sign)),
                    _ => None,
                })
                .collect();
            proof.add(&clause);
        }
        proof.add(&[]);
        let holds = |claim| verdict(&graph.digraph(), claim).is_ok();
        let direction = Direction::Game;
        for kept in 0..structures.len() {
            let fewer = structures[..kept].iter().map(|losing| list(*losing)).collect();
            assert!(!holds(all_claimed(direction, fewer, proof.clone())), "{graph:?} {proof:?}");
        }
    }
}

fn same_kind(a: Label, b: Label) -> bool {
    std::mem::discriminant(&a) == std::mem::discriminant(&b)
}

#[test]
fn the_right_labels_are_accepted() {
    for graph in small_and_sampled(300) {
        let labels = graph.labels();
        assert!(verdict(&graph.digraph(), GraphClaim::Labels { labels }).is_ok(), "{graph:?}");
    }
}

/// All labels with ranks up to 4 on all digraphs with at most three vertices: those that are accepted
/// say who wins.
#[test]
fn only_right_labels_are_accepted() {
    let mut labels = vec![Label::Draw];
    labels.extend((0..=4).flat_map(|rank| [Label::Win(rank), Label::Lose(rank)]));
    let mut accepted = 0;
    for graph in (0..=3).flat_map(all) {
        let (digraph, right) = (graph.digraph(), graph.labels());
        for code in 0..labels.len().pow(graph.n() as u32) {
            let digit = |v: u32| code / labels.len().pow(v) % labels.len();
            let claimed: Vec<Label> = (0..graph.n() as u32).map(|v| labels[digit(v)]).collect();
            if verdict(&digraph, GraphClaim::Labels { labels: claimed.clone() }).is_err() {
                continue;
            }
            accepted += 1;
            for (claimed, right) in claimed.iter().zip(&right) {
                assert!(same_kind(*claimed, *right), "{graph:?}: {claimed:?} for {right:?}");
                // A rank bounds the moves that it takes.
                if let (Label::Win(bound), Label::Win(moves))
                | (Label::Lose(bound), Label::Lose(moves)) = (claimed, right)
                {
                    assert!(bound >= moves, "{graph:?}");
                }
            }
        }
    }
    assert!(accepted > 600, "{accepted}");
}

/// A label of another kind, or two ranks exchanged: whatever breaks a condition is told.
#[test]
fn altered_labels_are_refused() {
    let mut random = Random(3);
    for graph in small_and_sampled(500).filter(|graph| graph.n() > 0) {
        let (digraph, right) = (graph.digraph(), graph.labels());
        let vertex = random.below(graph.n());
        for kind in [Label::Win(3), Label::Lose(3), Label::Draw] {
            let mut labels = right.clone();
            labels[vertex] = kind;
            if !same_kind(kind, right[vertex]) {
                assert!(verdict(&digraph, GraphClaim::Labels { labels }).is_err(), "{graph:?}");
            }
        }
        // The exact rank less one is too little, except at a sink.
        let lower = match right[vertex] {
            Label::Win(rank) => Label::Win(rank - 1),
            Label::Lose(rank @ 1..) => Label::Lose(rank - 1),
            _ => continue,
        };
        let mut labels = right;
        labels[vertex] = lower;
        assert!(verdict(&digraph, GraphClaim::Labels { labels }).is_err(), "{graph:?}");
    }
}

#[test]
fn labels_that_fail_say_where() {
    // 0 ⇄ 1 → 2 and a sink 3 beside.
    let graph = Digraph::from_edges(4, [(0, 1), (1, 0), (1, 2)]);
    let right = [Label::Lose(2), Label::Win(1), Label::Lose(0), Label::Lose(0)];
    assert!(verdict(&graph, GraphClaim::Labels { labels: right.to_vec() }).is_ok());
    let with = |vertex: usize, label: Label| {
        let mut labels = right.to_vec();
        labels[vertex] = label;
        fault(&graph, GraphClaim::Labels { labels })
    };
    let [zero, one, two] = ["0", "1", "2"].map(str::to_owned);
    let escape = |vertex: &String, rank, successor: &String| {
        let (vertex, successor) = (vertex.clone(), successor.clone());
        GraphFault::Escape { vertex, rank, successor }
    };
    assert_eq!(with(0, Label::Lose(1)), escape(&zero, 1, &one));
    assert_eq!(with(1, Label::Win(2)), escape(&zero, 2, &one));
    assert_eq!(with(1, Label::Lose(3)), escape(&zero, 2, &one));
    assert_eq!(with(0, Label::Win(9)), GraphFault::NoWinningMove { vertex: zero.clone(), rank: 9 });
    assert_eq!(with(2, Label::Lose(1)), GraphFault::NoWinningMove { vertex: one, rank: 1 });
    assert_eq!(with(0, Label::Draw), GraphFault::DrawIsLoss { vertex: zero });
    assert_eq!(with(2, Label::Draw), GraphFault::NoWinningMove { vertex: "1".to_owned(), rank: 1 });
    assert_eq!(with(3, Label::Draw), GraphFault::DrawIsLoss { vertex: "3".to_owned() });
    let labels = vec![Label::Draw, Label::Draw, Label::Lose(0), Label::Lose(0)];
    let drawn = fault(&graph, GraphClaim::Labels { labels });
    assert_eq!(drawn, GraphFault::DrawIsWin { vertex: "1".to_owned(), successor: two });
    let short = fault(&graph, GraphClaim::Labels { labels: right[..3].to_vec() });
    assert_eq!(short, GraphFault::LabelCount { vertices: 4, given: 3 });
}

#[test]
fn kernels_that_fail_say_where() {
    let path = Digraph::from_edges(3, [(0, 1), (1, 2)]);
    let game = |losing| fault(&path, structure(Direction::Game, losing));
    let list = |members: &[u32]| VertexSet::List(members.to_vec());
    assert_eq!(
        game(list(&[0, 1])),
        GraphFault::LosingEdge { from: "0".to_owned(), to: "1".to_owned() }
    );
    let not_winning = |vertex: &str, direction| {
        let vertex = vertex.to_owned();
        GraphFault::NotWinning { vertex, direction }
    };
    assert_eq!(game(list(&[2])), not_winning("0", Direction::Game));
    assert_eq!(
        fault(&path, structure(Direction::Cogame, list(&[0]))),
        not_winning("2", Direction::Cogame)
    );
    assert_eq!(game(list(&[0, 3])), GraphFault::VertexOutside { vertex: 3, vertices: 3 });
    assert_eq!(game(list(&[2, 0])), GraphFault::NotAscending { vertex: 0 });
    assert_eq!(game(list(&[0, 0, 2])), GraphFault::NotAscending { vertex: 0 });
    assert_eq!(
        game(VertexSet::Bits(vec![5 | 8])),
        GraphFault::VertexOutside { vertex: 3, vertices: 3 }
    );
    for bytes in [vec![], vec![5, 0]] {
        let given = bytes.len();
        let expected = GraphFault::BitCount { vertices: 3, expected: 1, given };
        assert_eq!(game(VertexSet::Bits(bytes)), expected);
    }
    assert_eq!(
        not_winning("a", Direction::Cogame).to_string(),
        "a is said to win, but no edge reaches it from a losing vertex"
    );
    assert_eq!(
        not_winning("a", Direction::Game).to_string(),
        "a is said to win, but no edge leads from it to a losing vertex"
    );
}

#[test]
fn proofs_that_fail_say_where() {
    let triangle = cycle(3);
    let none = |proof| none(Direction::Game, proof);
    let fails = |list: &[Step<'_>]| fault(&triangle, none(steps(list)));
    let good = [Step::Add(&[-1]), Step::Add(&[])];
    assert!(verdict(&triangle, none(steps(&good))).is_ok());
    assert_eq!(fails(&[]), GraphFault::Unfinished);
    assert_eq!(fails(&good[..1]), GraphFault::Unfinished);
    assert_eq!(fails(&[Step::Add(&[]), Step::Add(&[-1])]), GraphFault::Unfinished);
    assert_eq!(fails(&good[1..]), GraphFault::NotImplied { step: 0 });
    for literal in [0, 4, -4, i32::MAX, i32::MIN] {
        let expected = GraphFault::Literal { step: 1, literal, vertices: 3 };
        assert_eq!(fails(&[Step::Add(&[-1, 2]), Step::Add(&[literal]), Step::Add(&[])]), expected);
    }
    for clause in [[-1, -1], [1, -1]] {
        let expected = GraphFault::LiteralRepeated { step: 0, vertex: "0".to_owned() };
        assert_eq!(fails(&[Step::Add(&clause), Step::Add(&[])]), expected);
    }
    for target in [0, 1, usize::MAX] {
        let expected = GraphFault::NotThere { step: 0, target };
        assert_eq!(fails(&[Step::Delete(target), Step::Add(&[-1]), Step::Add(&[])]), expected);
    }
    let twice = [Step::Add(&[-1, -2]), Step::Delete(0), Step::Delete(0), Step::Add(&[])];
    assert_eq!(fails(&twice), GraphFault::NotThere { step: 2, target: 0 });
    // A clause that is known for certain may be deleted, and remains certain.
    let deleted = [Step::Add(&[-1]), Step::Delete(0), Step::Add(&[])];
    assert!(verdict(&triangle, none(steps(&deleted))).is_ok());
}

/// Proofs in which clauses are deleted at random, needed ones among them.
#[test]
fn a_deleted_clause_is_not_used() {
    let mut random = Random(5);
    let (mut accepted, mut rejected) = (0, 0);
    for (graph, sound) in hard(3000) {
        let clauses = graph.clauses(Direction::Game);
        let mut proof = Refutation::new();
        for step in sound.steps() {
            let Step::Add(clause) = step else { continue };
            if !proof.is_empty() && random.below(3) == 0 {
                proof.delete(random.below(proof.len()));
            }
            proof.add(clause);
        }
        let claim = none(Direction::Game, proof.clone());
        let holds = is_refutation(graph.n(), &clauses, &proof);
        assert_eq!(verdict(&graph.digraph(), claim).is_ok(), holds, "{graph:?} {proof:?}");
        match holds {
            true => accepted += 1,
            false => rejected += 1,
        }
    }
    assert!(accepted > 100 && rejected > 100, "{accepted} accepted, {rejected} rejected");
}

#[test]
fn embedded_graphs_that_are_none_are_refused() {
    let claim = structure(Direction::Game, VertexSet::List(vec![0]));
    let fails = |vertices: Vertices, edges: &[(u32, u32)]| {
        let graph = GraphSource::Embedded { vertices, edges: edges.to_vec() };
        match check(&certificate(graph, claim.clone()), &Limits::default()) {
            Err(Rejection::Graph(fault)) => fault,
            other => panic!("{other:?}"),
        }
    };
    let names = |names: &[&str]| Vertices::Names(names.iter().map(ToString::to_string).collect());
    for edge in [(0, 2), (2, 0), (u32::MAX, 0)] {
        let expected = GraphFault::EdgeOutside { from: edge.0, to: edge.1, vertices: 2 };
        assert_eq!(fails(Vertices::Count(2), &[(1, 0), edge]), expected);
    }
    assert_eq!(
        fails(Vertices::Count(2), &[(1, 0), (0, 0), (1, 0)]),
        GraphFault::EdgeRepeated { given: 3, different: 2 }
    );
    let repeated = GraphFault::NameRepeated { name: "a".to_owned() };
    assert_eq!(fails(names(&["a", "b", "a"]), &[(1, 0)]), repeated);
    for name in ["", "a\nb", "\u{1b}[2J", &"x".repeat(201)] {
        let expected = GraphFault::Name { vertex: 1, most: 200 };
        assert_eq!(fails(names(&["a", name]), &[(1, 0)]), expected);
    }
    let expected = GraphFault::TooMany { what: "vertices", count: u64::MAX, most: (1 << 31) - 1 };
    assert_eq!(fails(Vertices::Count(u64::MAX), &[]), expected);
    // Names are what faults are told by.
    assert_eq!(
        fails(names(&["start", "β", "end"]), &[(0, 1), (1, 2)]),
        GraphFault::NotWinning { vertex: "β".to_owned(), direction: Direction::Game }
    );
}

#[test]
fn a_changed_edge_breaks_the_certificate() {
    let graph = Digraph::from_edges(4, [(0, 1), (1, 2), (2, 3), (0, 3)]);
    let claim = structure(Direction::Game, VertexSet::List(vec![1, 3]));
    assert!(verdict(&graph, claim.clone()).is_ok());
    for edges in [vec![(0, 1), (1, 3), (2, 3), (0, 3)], vec![(0, 1), (1, 2), (0, 3)]] {
        assert!(verdict(&Digraph::from_edges(4, edges), claim.clone()).is_err());
    }
}

#[test]
fn a_digest_asks_for_its_graph() {
    let graph = Digraph::from_edges(3, [(0, 1), (1, 2)]);
    // hashlib.sha256(struct.pack("<5I", 3, 0, 1, 1, 2)).hexdigest()
    let hex: String = sha256(&graph).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hex, "1c1f52f06bfa5b5567a3ef7f71f2bde8376dc9ae4558d6c5689f2fca97ca7a5c");
    let claim = structure(Direction::Game, VertexSet::List(vec![0, 2]));
    let limits = Limits::default();
    let digest = certificate(GraphSource::digest(&graph), claim.clone());
    let missing = GraphFault::NotSupplied { vertices: 3, edges: 2 };
    assert!(missing.to_string().contains("only together with the graph"));
    assert_eq!(check(&digest, &limits), Err(missing.into()));
    let verified = check_with_graph(&digest, &graph, &limits).unwrap();
    assert!(verified[0].contains("SHA-256"));

    let other = Digraph::from_edges(3, [(0, 1), (2, 1)]);
    let fault = check_with_graph(&digest, &other, &limits).unwrap_err();
    assert!(matches!(fault, Rejection::Graph(GraphFault::Digest { .. })), "{fault}");
    for (n, edges) in [(4, vec![(0, 1), (1, 2)]), (3, vec![(0, 1)])] {
        let fault = check_with_graph(&digest, &Digraph::from_edges(n, edges), &limits).unwrap_err();
        assert!(matches!(fault, Rejection::Graph(GraphFault::Size { .. })), "{fault}");
    }

    let embedded = certificate(GraphSource::embedded(&graph), claim.clone());
    assert!(check_with_graph(&embedded, &graph, &limits).is_ok());
    let names = ["a", "b", "c"].map(str::to_owned).to_vec();
    assert!(
        check_with_graph(&certificate(GraphSource::named(&graph, names), claim), &graph, &limits)
            .is_ok()
    );
    assert_eq!(check_with_graph(&embedded, &other, &limits), Err(GraphFault::OtherGraph.into()));
    let claim = Periodicity { preperiod: 0, period: 2 };
    let terms = Terms::NimValues(vec![0, 1]);
    let period = PeriodCertificate::new("subtraction:1", terms, claim).unwrap();
    let fault = check_with_graph(&Certificate::Period(period), &graph, &limits).unwrap_err();
    assert!(matches!(fault, Rejection::DoesNotApply { .. }), "{fault}");
}

/// With the digest every claim is checked as with the graph itself.
#[test]
fn digests_serve_every_claim() {
    let limits = Limits::default();
    for graph in small_and_sampled(100) {
        let digraph = graph.digraph();
        let mut claims = vec![GraphClaim::Labels { labels: graph.labels() }];
        for direction in DIRECTIONS {
            let proof = match graph.structures(direction)[..] {
                [] => refute(&graph.clauses(direction)),
                [losing, ..] => {
                    claims.push(structure(direction, list(losing)));
                    steps(&[Step::Add(&[])])
                }
            };
            claims.push(none(direction, proof));
        }
        for claim in claims {
            let named = certificate(GraphSource::digest(&digraph), claim.clone());
            let by_digest = check_with_graph(&named, &digraph, &limits);
            assert_eq!(by_digest.is_ok(), verdict(&digraph, claim).is_ok());
        }
    }
}

/// Long cycles are refuted, and long paths have one structure: in a time that is nearly linear.
#[test]
fn large_graphs_are_checked() {
    let n = 100_001;
    let proof = steps(&[Step::Add(&[-1]), Step::Add(&[])]);
    for direction in DIRECTIONS {
        let claim = none(direction, proof.clone());
        assert!(verdict(&cycle(n), claim).is_ok());
    }
    let path = Digraph::from_edges(n as usize, (1..n).map(|v| (v - 1, v)));
    let flags: Vec<bool> = (0..n).map(|v| v % 2 == 0).collect();
    let losing = VertexSet::of_flags(&flags);
    assert!(matches!(losing, VertexSet::Bits(_)));
    let (direction, proof) = (Direction::Game, steps(&[Step::Add(&[])]));
    assert!(verdict(&path, all_claimed(direction, vec![losing], proof)).is_ok());
    let labels = (0..n).map(|v| match (n - 1 - v) % 2 {
        0 => Label::Lose(n - 1 - v),
        _ => Label::Win(n - 1 - v),
    });
    assert!(verdict(&path, GraphClaim::Labels { labels: labels.collect() }).is_ok());
}

fn refusal(certificate: &Certificate, limits: &Limits) -> Refusal {
    match check(certificate, limits) {
        Err(Rejection::Refused(refusal)) => refusal,
        other => panic!("{other:?}"),
    }
}

#[test]
fn huge_counts_are_refused_with_their_numbers() {
    let limits = Limits { memory: 1 << 20, ..Limits::default() };
    let graph = GraphSource::Embedded { vertices: Vertices::Count(2_000_000_000), edges: vec![] };
    let claims = [
        structure(Direction::Game, VertexSet::List(vec![])),
        GraphClaim::Labels { labels: vec![] },
        none(Direction::Both, steps(&[Step::Add(&[])])),
    ];
    for claim in claims {
        let refusal = refusal(&certificate(graph.clone(), claim), &limits);
        assert!(matches!(refusal, Refusal::Limit { needed: 16_000_000_000, .. }), "{refusal}");
    }
    // The graph alone would fit, its clauses do not.
    let graph = GraphSource::embedded(&cycle(10_001));
    let proof = steps(&[Step::Add(&[-1]), Step::Add(&[])]);
    let claim = none(Direction::Game, proof);
    let refusal = refusal(&certificate(graph, claim), &limits);
    assert!(matches!(refusal, Refusal::Limit { allowed: 1_048_576, .. }), "{refusal}");
}

struct Impatient;

impl Watch for Impatient {
    fn progress(&self, done: u64, total: u64) -> ControlFlow<()> {
        assert!(done <= total);
        if done > 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Every step makes all of a long cycle be gone through again.
#[test]
fn a_proof_that_goes_on_and_on_is_stopped() {
    let mut proof = Refutation::new();
    for _ in 0..20_000 {
        // If 0 wins, 1 loses, and so on until it is found that 10 000 wins.
        let step = proof.add(&[1, -10_001]);
        proof.delete(step);
    }
    proof.add(&[]);
    let claim = none(Direction::Game, proof);
    let hostile = certificate(GraphSource::embedded(&cycle(20_000)), claim);
    let limits = Limits { steps: 50_000_000, ..Limits::default() };
    let stopped = refusal(&hostile, &limits);
    assert!(matches!(stopped, Refusal::Limit { allowed: 50_000_000, .. }), "{stopped}");
    let limits = Limits { watch: Arc::new(Impatient), ..Limits::default() };
    assert_eq!(refusal(&hostile, &limits), Refusal::Interrupted);
    let limits = Limits { steps: 0, ..Limits::default() };
    assert!(matches!(refusal(&hostile, &limits), Refusal::Limit { allowed: 0, .. }));
}

/// Bytes and steps are those of the documentation, to the last one: 3 bytes for the flags of a vertex, 8 for a vertex that
/// is embedded, 16 for its name and 20 for an edge; for a proof 160 for a vertex, 64 for a clause, 24 for a literal and
/// 4 for an edge. A step for each vertex and each edge that is gone through, 50 for an edge that is hashed or built, 1000
/// for a name.
#[test]
fn a_certificate_costs_what_is_counted() {
    let single = Digraph::from_edges(10, []);
    let path = Digraph::from_edges(3, [(0, 1), (1, 2)]);
    let names = ["a", "b", "c"].map(str::to_owned).to_vec();
    let path_claim = || structure(Direction::Game, list(0b101));
    let pair = Digraph::from_edges(3, [(0, 1), (1, 0)]);
    let proof = steps(&[Step::Add(&[-1]), Step::Add(&[])]);
    // Both directions of 3 vertices, 2 structures and 2 steps are 10 clauses; they have 2·(3 + 2) + 2·3 + 1 literals.
    let all = all_claimed(Direction::Both, vec![list(0b101), list(0b110)], proof);
    let all_bytes = 3 * 160 + 10 * 64 + 17 * 24 + 2 * 4;
    // The clause "0 loses" is 1 + 1 steps, and so is that some vertex of the structure wins, which refutes it; the empty
    // clause is looked at, and added.
    let only = all_claimed(Direction::Game, vec![list(1)], steps(&[Step::Add(&[])]));
    let only_bytes = 160 + 3 * 64 + 2 * 24;
    for (graph, source, claim, bytes, count) in [
        (
            &single,
            GraphSource::digest(&single),
            structure(Direction::Game, list((1 << 10) - 1)),
            Some(30),
            Some(10),
        ),
        (
            &single,
            GraphSource::digest(&single),
            GraphClaim::Labels { labels: vec![Label::Lose(0); 10] },
            Some(0),
            Some(10),
        ),
        (&path, GraphSource::digest(&path), path_claim(), Some(9), Some(2 * 50)),
        (&path, GraphSource::embedded(&path), path_claim(), Some(3 * 8 + 2 * 20), Some(3 + 2 * 50)),
        (
            &path,
            GraphSource::named(&path, names),
            path_claim(),
            Some(3 * (8 + 16) + 2 * 20),
            Some(3 + 3 * 1000 + 2 * 50),
        ),
        (&pair, GraphSource::digest(&pair), all, Some(all_bytes), None),
        (
            &Digraph::from_edges(1, []),
            GraphSource::digest(&Digraph::from_edges(1, [])),
            only,
            Some(only_bytes),
            Some(2 + 2 + 1 + 1),
        ),
    ] {
        let certificate = certificate(source, claim);
        let is_enough = |limits: Limits| check_with_graph(&certificate, graph, &limits).is_ok();
        let memory = least(|memory| is_enough(Limits { memory, ..Limits::default() }));
        assert_eq!(bytes.unwrap_or(memory), memory, "{certificate:?}");
        let needed = least(|steps| is_enough(Limits { steps, ..Limits::default() }));
        assert_eq!(count.unwrap_or(needed), needed, "{certificate:?}");
    }
}

/// What is known to be too much is refused before it is begun.
#[test]
fn the_flags_and_the_proof_are_asked_for_first() {
    let single = Digraph::from_edges(10, []);
    let needs = |claim: GraphClaim, limits: Limits| {
        let certificate = certificate(GraphSource::digest(&single), claim);
        match check_with_graph(&certificate, &single, &limits) {
            Err(Rejection::Refused(Refusal::Limit { needed, .. })) => needed,
            other => panic!("{other:?}"),
        }
    };
    let proof = || steps(&[Step::Add(&[-1, 2]), Step::Add(&[])]);
    let all = all_claimed(Direction::Game, vec![list(1); 3], proof());
    assert_eq!(needs(all, Limits { memory: 0, ..Limits::default() }), 10 * 3);
    // The literals of 10 clauses of one vertex and of two steps, and the steps.
    let none = none(Direction::Game, proof());
    assert_eq!(needs(none, Limits { steps: 0, ..Limits::default() }), 10 + 2 + 2);
}

/// Literals have 32 bits and a sign.
#[test]
fn vertices_are_numbered_up_to_the_largest_literal() {
    let claim = structure(Direction::Game, VertexSet::List(vec![]));
    for (vertices, is_numbered) in [((1 << 31) - 1, true), (1 << 31, false)] {
        let graph = GraphSource::Embedded { vertices: Vertices::Count(vertices), edges: vec![] };
        let verdict = check(&certificate(graph, claim.clone()), &Limits::default());
        let is_refused = matches!(verdict, Err(Rejection::Refused(Refusal::Limit { .. })));
        let is_too_many = matches!(&verdict, Err(Rejection::Graph(GraphFault::TooMany { count, .. })) if *count == vertices);
        assert_eq!((is_refused, is_too_many), (is_numbered, !is_numbered), "{verdict:?}");
    }
}

#[test]
fn a_certificate_says_how_many_vertices_its_graph_has() {
    let graph = cycle(3);
    let names = ["a", "b", "c"].map(str::to_owned).to_vec();
    for source in [
        GraphSource::embedded(&graph),
        GraphSource::named(&graph, names),
        GraphSource::digest(&graph),
    ] {
        let claim = structure(Direction::Game, list(0));
        assert_eq!(GraphCertificate { graph: source, claim }.vertices(), 3);
    }
}

/// `[0, 1]` is shorter than `"030000"`, but `[0, 1, 2]` is longer than `"070000"`.
#[test]
fn a_set_is_written_in_the_shorter_way() {
    let set =
        |members: usize| VertexSet::of_flags(&(0..24).map(|v| v < members).collect::<Vec<_>>());
    assert_eq!(set(2), VertexSet::List(vec![0, 1]));
    assert_eq!(set(3), VertexSet::Bits(vec![7, 0, 0]));
}

#[test]
fn steps_are_counted_from_0() {
    let mut proof = Refutation::new();
    assert_eq!([proof.add(&[1]), proof.delete(0), proof.add(&[-1]), proof.delete(2)], [0, 1, 2, 3]);
}
