//! D1 to D5, D10 and D11: game structures on any relation.

use bouton_lab::graph::graph_of_game;
use bouton_lab::graphs::{Digraph, Structures};
use bouton_lab::rules::{Game, Limits};

use super::relation::{Relation, Set, set_text, tally_of_structures};
use crate::finding::{Finding, cells, table};
use crate::frame::{Frame, Result, Tried, sure};
use crate::judge::{Judge, listed, name, tuples};
use crate::words::words;

/// All relations on up to this many states are looked at.
const MOST: u32 = 4;

const FEWEST: &str = "the fewest states, then the fewest moves";

/// D1. Decided on all small relations that are meant by the definition, and for Nim by the search for kernels.
pub(super) fn exactly_one(is_meant: fn(Relation) -> bool, frame: &Frame) -> Result {
    let most = frame.pick(4, 5);
    let nim = nim_is_settled(frame)?;
    let relations = Relation::by_size(most).filter(|relation| is_meant(*relation));
    let mut tried = frame.forall(FEWEST, relations).claim(|tried, relation| {
        tried.expect(relation.structures().count() == 1, || {
            let found: Vec<String> = relation.structures().map(set_text).collect();
            let nothing = "each set W of winning states breaks the definition at some state";
            let steps = match found[..] {
                [] => vec![nothing.to_owned()],
                _ => {
                    found.iter().map(|set| format!("W = {set} satisfies the definition")).collect()
                }
            };
            (format!("{relation}: {} structures", found.len()), steps)
        });
    })?;
    tried.cases += nim;
    Ok(tried.argued("D1", &[&most, &nim]))
}

/// Nim with up to three piles has one structure, and it is what the oracle says. The number of states looked at.
fn nim_is_settled(frame: &Frame) -> Result<u128> {
    let below = frame.pick(6, 10);
    let mut judge = Judge::of("nim", &frame.limits)?;
    let mut cases = 0;
    for heaps in 1..=3 {
        let (tuples, graph) = nim(heaps, below, &frame.limits)?;
        let structures = Structures::new(&graph, &frame.limits)?;
        let kernel =
            structures.one()?.filter(|_| structures.count().is_ok_and(|count| count == 1u8.into()));
        for (vertex, tuple) in tuples.iter().enumerate() {
            let lost = judge.is_p(tuple)?;
            let agree = kernel.as_ref().is_some_and(|kernel| kernel.loses(vertex as u32) == lost);
            sure(agree, format!("the kernel and the oracle at {}", name(tuple)))?;
        }
        cases += tuples.len() as u128;
    }
    Ok(cases)
}

/// The positions of Nim with this many heaps, all below a bound, and the moves between them.
pub(super) fn nim(heaps: usize, below: u64, limits: &Limits) -> Result<(Vec<Vec<u64>>, Digraph)> {
    let graph = graph_of_game(&Game::parse("nim")?, Some(heaps), below, limits)?.graph;
    Ok((tuples(heaps, &(0..below).collect::<Vec<u64>>()), graph))
}

/// How Definition 1 is read: a ∈ W iff a→b for some b ∈ S that is outside this set, from S and W.
pub(super) type Reading = fn(Set, Set) -> Set;

/// Outside S.
pub(super) const PRINTED: Reading = |states, _| states;
/// Outside W.
pub(super) const MEANT: Reading = |_, winning| winning;

/// The definition, word by word.
fn allows(reading: Reading, relation: Relation, winning: Set) -> bool {
    let states = relation.everything();
    winning == relation.leading_into(states & !reading(states, winning))
}

/// D2. It has to allow what the paper itself calls games. As it is meant, L = S∖W is a kernel: decided on all small
/// relations against the definition of a kernel and the engine for kernels.
pub(super) fn definition(reading: Reading, frame: &Frame) -> Result {
    let examples = [
        (Relation::new(2, [(0, 1), (1, 0)]), 0b10, "the paper's example 0→1, 1→0 with 1 ∈ W"),
        (Relation::new(2, [(1, 0)]), 0b10, "Nim with one stone, which the mover takes"),
    ];
    let most = frame.pick(3, 4);
    let order = "the first of the paper's own examples that is refused";
    let mut examples =
        frame.forall(order, examples).survey(|tried, (relation, winning, what)| {
            tried.expect(allows(reading, relation, winning), || {
                let sets = 0..=relation.everything();
                let allowed = sets.filter(|set| allows(reading, relation, *set)).map(set_text);
                words("D2.refused", &[&what, &set_text(winning), &listed(allowed, ", ")])
            });
        })?;
    examples.cases = 0;
    let kernels = kernels_agree(frame)?;
    let agree = kernels.holds();
    let finding = examples.and(kernels).argued("D2", &[&most]);
    Ok(finding.if_refuted(|finding| if agree { finding.say("D2.corrected", &[]) } else { finding }))
}

/// The meant definition is that of the kernel, on all small relations.
fn kernels_agree(frame: &Frame) -> Result<Tried> {
    frame.forall(FEWEST, Relation::by_size(4)).claim(|tried, relation| {
        let mut structures = 0u32;
        for winning in 0..=relation.everything() {
            tried.count(1);
            let is_game = allows(MEANT, relation, winning);
            structures += u32::from(is_game);
            let losing = relation.everything() & !winning;
            tried.expect(is_game == relation.is_kernel(losing), || {
                let set = set_text(winning);
                format!("{relation}: W = {set} is a game or its complement a kernel, not both")
            });
        }
        if relation.states <= frame.pick(3, 4) {
            let graph = relation.digraph();
            let counted = Structures::new(&graph, &frame.limits)?.count()?;
            tried.expect(counted == structures.into(), || {
                format!("{relation}: the engine does not count {structures} kernels")
            });
        }
        Ok(())
    })
}

/// D3: 0⇄1 with 1 ∈ W is a game although play never ends. Decided by the definition; the structures are counted.
pub(super) fn endless(relation: Relation, winning: Set, frame: &Frame) -> Result {
    let found: Vec<Set> = relation.structures().collect();
    let has_end = (0..relation.states).find(|a| relation.successors(*a) == 0);
    let by_engine = Structures::new(&relation.digraph(), &frame.limits)?.count()?;
    let sets = 1_u64 << relation.states;
    let facts = [
        (
            found.contains(&winning),
            format!("{relation}: W = {} does not satisfy the definition", set_text(winning)),
        ),
        (has_end.is_none(), format!("{relation}: play ends at {}", has_end.unwrap_or_default())),
    ];
    let mut tried = frame.facts(facts)?;
    tried.cases = sets.into();
    let texts = listed(found.iter().map(|set| format!("W = {}", set_text(*set))), " and ");
    Ok(tried.argued("D3", &[&sets]).say("D3.count", &[&by_engine, &texts, &sets]))
}

/// D4. Decided on all small relations, by Definition 2 word by word.
pub(super) fn cogame(other: fn(Relation) -> Relation, frame: &Frame) -> Result {
    let mut both = 0u128;
    let tried = frame.forall(FEWEST, Relation::by_size(MOST)).survey(|tried, relation| {
        let other = other(relation);
        for set in 0..=relation.everything() {
            tried.count(1);
            let is_cogame = relation.is_cogame(set);
            both += u128::from(is_cogame && relation.is_game(set));
            tried.expect(is_cogame == other.is_game(set), || {
                let [here, there] = if is_cogame { ["", "not "] } else { ["not ", ""] };
                words("D4.differ", &[&relation, &set_text(set), &here, &other, &there])
            });
        }
        if relation.states == 3 && relation.has(0, 1) {
            let reversed = relation.reversed().digraph();
            let by_engine = Structures::new(&reversed, &frame.limits)?.count()?;
            let sets = (0..=relation.everything()).filter(|set| relation.is_cogame(*set));
            let agree = by_engine == sets.count().into();
            sure(agree, format!("the engine counts cogames of {relation}"))?;
        }
        Ok(())
    })?;
    Ok(tried.argued("D4", &[&MOST]).note(words("D4.both", &[&both])))
}

/// What is said of a state: whether it wins, and whether it can be reached from a losing one.
pub(super) type Reached = fn(bool, bool) -> bool;

/// Whatever can be reached from a losing state wins.
pub(super) const LOSING_REACHES_WINNING: Reached = |wins, from_losing| wins || !from_losing;
/// Every winning state can be reached from a losing one.
pub(super) const CONVERSE: Reached = |wins, from_losing| !wins || from_losing;

/// D5: b ∈ L and b→a imply a ∈ W. Decided on all structures of all small relations.
pub(super) fn from_losing(claim: Reached, frame: &Frame) -> Result {
    let structures = Relation::by_size(MOST)
        .flat_map(|relation| relation.structures().map(move |winning| (relation, winning)));
    let tried = frame.forall(FEWEST, structures).survey(|tried, (relation, winning)| {
        tried.count(relation.states.into());
        let reached = relation.reached_from(relation.everything() & !winning);
        for a in 0..relation.states {
            let [wins, from_losing] = [winning, reached].map(|set| set >> a & 1 == 1);
            tried.expect(claim(wins, from_losing), || {
                let does = if wins { "wins" } else { "loses" };
                let can = if from_losing { "can" } else { "cannot" };
                words("D5.fails", &[&relation, &set_text(winning), &a, &does, &can])
            });
        }
    })?;
    Ok(tried.argued("D5", &[&MOST]))
}

/// D10. Decided by the engine for kernels, for few states by trying all sets. How rare structures are is counted besides.
pub(super) fn complete(is_move: fn(u32, u32) -> bool, frame: &Frame) -> Result {
    let most = frame.pick(12, 40);
    let tried = frame.forall("the fewest states", 1..=most).survey(|tried, states| {
        let edges = (0..states).flat_map(|a| (0..states).map(move |b| (a, b)));
        let edges = edges.filter(|(a, b)| is_move(*a, *b));
        let graph = Digraph::from_edges(states as usize, edges.clone());
        let count = Structures::new(&graph, &frame.limits)?.count()?;
        if states <= 5 {
            let small = Relation::new(states, edges);
            let agree = count == small.structures().count().into();
            sure(agree, format!("the engine counts structures of {small}"))?;
        }
        tried.expect(count == 0u8.into(), || {
            let plural = if states == 1 { "" } else { "s" };
            format!("the relation on {states} state{plural} has {count}")
        });
        Ok(())
    })?;
    let finding = tried.argued("D10", &[&most]);
    with_tallies(finding, frame)
}

/// How many relations have how many structures.
fn with_tallies(finding: Finding, frame: &Frame) -> Result {
    let tallies = (1..=frame.pick(5, 6)).map(|states| tally_of_structures(states, &frame.limits));
    let tallies = tallies.collect::<Result<Vec<_>>>()?;
    let widest = tallies.iter().map(Vec::len).max().unwrap_or(0);
    let counted: u64 = tallies.iter().flatten().sum();
    let rows = (1..).zip(&tallies).map(|(states, tally)| {
        let row = (0..widest).map(|count| tally.get(count).map_or(String::new(), u64::to_string));
        (format!("{states}: {} relations", tally.iter().sum::<u64>()), cells(row))
    });
    let without = (1..).zip(&tallies).map(|(states, tally)| {
        format!("{} of {} on {states}", tally[0], tally.iter().sum::<u64>())
    });
    let counts = (0..widest).map(|count| format!("{count} structures"));
    let columns = ["states".to_owned()].into_iter().chain(counts);
    Ok(finding.say("D10.without", &[&listed(without, ", "), &counted]).exhibit(table(
        words("D10.table", &[]),
        columns,
        rows,
    )))
}

/// What is said of relations: whether there is a structure, and whether some state has no loop.
pub(super) type LoopFree = fn(bool, bool) -> bool;

/// A relation with a structure has a state without a loop.
pub(super) const NECESSARY: LoopFree = |has_structure, loop_free| !has_structure || loop_free;
/// A relation with a state without a loop has a structure.
pub(super) const SUFFICIENT: LoopFree = |has_structure, loop_free| has_structure || !loop_free;

/// D11: a structure needs some a with not a→a. Decided on all small relations; whether it is sufficient is decided too.
pub(super) fn loop_free(claim: LoopFree, frame: &Frame) -> Result {
    loops_matter(claim, frame)?.argued("D11", &[&MOST]).if_upheld(|finding| {
        let example = loops_matter(SUFFICIENT, frame)?.against.map(|example| example.what);
        let without_loops = Relation::by_size(MOST).find(|relation| {
            (0..relation.states).all(|a| !relation.has(a, a))
                && relation.structures().next().is_none()
        });
        Ok(finding.say_of("D11.sufficient", example).say_of("D11.loops", without_loops))
    })
}

fn loops_matter(claim: LoopFree, frame: &Frame) -> Result<Tried> {
    frame.forall(FEWEST, Relation::by_size(MOST)).claim(|tried, relation| {
        let has_structure = relation.structures().next().is_some();
        let loop_free = (0..relation.states).find(|a| !relation.has(*a, *a));
        tried.expect(claim(has_structure, loop_free.is_some()), || {
            let what = match loop_free {
                Some(a) => format!("{relation}: {a} has no loop, and there is no structure"),
                None => format!("{relation}: each state has a loop, and there is a structure"),
            };
            let sets = 0..=relation.everything();
            (what, sets.map(|set| format!("W = {} fails", set_text(set))).collect::<Vec<_>>())
        });
    })
}
