//! Explores games on finite digraphs: labels, game structures, certificates, and the digraph of a game.

use std::collections::HashMap;

use bouton_certify::{
    Certificate, Direction, GraphCertificate, GraphClaim, GraphSource, Refutation, VertexSet,
    check_with_graph,
};
use bouton_engines::graph::{
    Backbone, Claim, Components, Existence, Structures, components, contradiction,
};
use bouton_graphs::NamedDigraph;
use bouton_rules::{Game, Help, Limits, Meter, Position, Refusal, Ruleset, Unit};
use bouton_values::{Player, counted};
use dashu_int::UBig;

use crate::certify;
use crate::compare::tuples;
use crate::show::numbers_of;

pub use bouton_engines::graph::{Claim as StateClaim, Kernel, Label, Labels, labels};

/// A question about a digraph, in addition to the number of its structures.
#[derive(Clone, Debug, Default)]
pub struct GraphQuestion {
    /// The number of structures to list.
    pub list: usize,
    /// The number of structures to draw at random, each equally likely.
    pub sample: usize,
    /// The seed of the random draws.
    pub seed: u64,
    /// States that must win or lose in the listed structures.
    pub claims: Vec<Claim>,
    /// Find out which states win in all, some or no structure?
    pub backbone: bool,
}

/// The results about a digraph.
#[derive(Debug)]
pub struct GraphAnswer {
    /// Win, lose and draw for play that may go on for ever.
    pub labels: Labels,
    /// The strongly connected components.
    pub components: Components,
    /// The game structures of the digraph.
    pub games: Family,
    /// The game structures of the reversed digraph.
    pub cogames: Family,
    /// The sets that are both a game structure and a cogame structure, with the same losing states.
    pub both: Family,
    /// Structures that were asked for.
    pub listed: Vec<Kernel>,
    /// Structures drawn at random.
    pub sampled: Vec<Kernel>,
    /// The states that win, or lose, in all structures, if asked for and there is a structure.
    pub backbone: Option<Backbone>,
    /// Why there is no structure, or what else there is to say; a line each.
    pub reasons: Vec<String>,
}

/// The structures of one kind.
#[derive(Clone, Debug)]
pub struct Family {
    /// The number of structures, or the limit that stopped the count or the search.
    pub count: Result<UBig, Refusal>,
    /// One of the structures, if there is one.
    pub one: Option<Kernel>,
}

impl GraphAnswer {
    /// The limit that was exceeded on the way, if there was one.
    #[must_use]
    pub fn exceeded(&self) -> Option<&Refusal> {
        [&self.games, &self.cogames, &self.both]
            .iter()
            .find_map(|family| family.count.as_ref().err())
    }
}

impl Family {
    /// Scales the steps in a refusal about cogames to the user's limit, so that raising it as advised suffices.
    fn aside(mut self) -> Family {
        if let Err(Refusal::Limit { needed, allowed, unit: Unit::Steps, .. }) = &mut self.count {
            *needed = needed.saturating_mul(ASIDE.into());
            *allowed = allowed.saturating_mul(ASIDE.into());
        }
        self
    }
}

/// Questions about cogames get the steps of questions about the game, divided by this.
const ASIDE: u64 = 100;

/// Answers what is asked of a digraph.
pub fn explore(
    named: &NamedDigraph,
    question: &GraphQuestion,
    limits: &Limits,
) -> Result<GraphAnswer, Refusal> {
    let graph = &named.graph;
    let reversed = graph.reversed();
    let labels = labels(graph, limits)?;
    let structures = Structures::new(graph, limits)?.with(&question.claims)?;
    let games = family(&structures)?;
    // Cogames may be hard where the game is easy: they must not delay its answer.
    let aside = Limits { steps: limits.steps / ASIDE, ..limits.clone() };
    let cogames = family(&Structures::new(&reversed, &aside)?.with(&question.claims)?)?.aside();
    let both = family(&Structures::of_both(graph, &aside)?.with(&question.claims)?)?.aside();
    let backbone = if question.backbone { structures.backbone()? } else { None };
    let reasons = reasons(named, &labels, &games, question, limits)?;
    Ok(GraphAnswer {
        labels,
        components: components(graph),
        games,
        cogames,
        both,
        listed: if question.list > 0 { structures.list(question.list)? } else { Vec::new() },
        sampled: match question.sample {
            0 => Vec::new(),
            count => structures.sample(count, question.seed)?,
        },
        backbone,
        reasons,
    })
}

/// The first `count` structures with these states winning and losing, always in the same order.
pub fn list_structures(
    named: &NamedDigraph,
    claims: &[StateClaim],
    count: usize,
    limits: &Limits,
) -> Result<Vec<Kernel>, Refusal> {
    Structures::new(&named.graph, limits)?.with(claims)?.list(count)
}

/// Structures drawn at random, each equally likely; the same ones for the same seed.
pub fn sample_structures(
    named: &NamedDigraph,
    claims: &[StateClaim],
    count: usize,
    seed: u64,
    limits: &Limits,
) -> Result<Vec<Kernel>, Refusal> {
    Structures::new(&named.graph, limits)?.with(claims)?.sample(count, seed)
}

/// Looks for one structure before counting: a count may exceed a limit where one structure is found soon.
fn family(structures: &Structures<'_>) -> Result<Family, Refusal> {
    let one = match structures.one() {
        Err(refusal @ Refusal::Limit { .. }) => {
            return Ok(Family { count: Err(refusal), one: None });
        }
        found => found?,
    };
    let count = match (&one, structures.count()) {
        (None, _) => Ok(UBig::ZERO),
        (Some(_), Err(Refusal::Interrupted)) => return Err(Refusal::Interrupted),
        (Some(_), count) => count,
    };
    Ok(Family { count, one })
}

fn reasons(
    named: &NamedDigraph,
    labels: &Labels,
    games: &Family,
    question: &GraphQuestion,
    limits: &Limits,
) -> Result<Vec<String>, Refusal> {
    let mut reasons = Vec::new();
    let [draws, wins, losses] = labels.tally();
    if draws == 0 && !named.names.is_empty() && question.claims.is_empty() {
        reasons.push(format!(
            "who wins is settled everywhere ({wins} win, {losses} lose): no other structure is possible"
        ));
    }
    if games.one.is_some() || games.count.is_err() || named.names.is_empty() {
        return Ok(reasons);
    }
    let name = |vertex: u32| named.names.name(vertex).into_owned();
    match contradiction(&named.graph, limits)? {
        Some(found) => reasons.push(found.words(&named.graph, name)),
        None if !question.claims.is_empty() => {
            reasons
                .push("there are structures, but none with these states winning and losing".into());
        }
        None => {}
    }
    Ok(reasons)
}

/// Graphs with more edges than this are named in a certificate by their digest.
const MOST_EMBEDDED: usize = 200_000;

/// A certificate lists at most this many structures,
const MOST_LISTED: usize = 1000;
/// and at most this many vertices in all of them: 2.5 MB of hexadecimal digits.
const MOST_LISTED_VERTICES: usize = 10_000_000;

/// A certificate about the structures: that these are all, if they are few, or one of many. The checker
/// has accepted it already.
pub fn structure_certificate(
    named: &NamedDigraph,
    found: &GraphAnswer,
    limits: &Limits,
) -> Result<Certificate, Refusal> {
    let graph = &named.graph;
    let structures = Structures::new(graph, limits)?;
    let direction = Direction::Game;
    let most = (MOST_LISTED_VERTICES / graph.vertices().max(1)).clamp(1, MOST_LISTED);
    // The count may be that of structures with states as claimed: there may be more of them in all.
    let are_few = found.games.count.as_ref().is_ok_and(|count| *count <= UBig::from(most));
    let all = |kernels: &[Kernel], refutation: &[Vec<i32>]| {
        let structures = kernels.iter().map(vertex_set).collect();
        GraphClaim::AllStructures { direction, structures, proof: steps(refutation) }
    };
    let claim = match structures.existence()? {
        // It speaks of one part only, so it is shorter than what the search for all would give.
        Existence::None { refutation } => all(&[], &refutation),
        Existence::Some(kernel) => {
            let found = if are_few { structures.all(most) } else { Ok(None) };
            match found {
                Ok(Some((kernels, refutation))) => all(&kernels, &refutation),
                Ok(None) | Err(Refusal::Limit { .. }) => {
                    GraphClaim::Structure { direction, losing: vertex_set(&kernel) }
                }
                Err(refusal) => return Err(refusal),
            }
        }
    };
    accepted(named, claim, limits)
}

/// A certificate of the win, lose and draw labels.
pub fn label_certificate(
    named: &NamedDigraph,
    found: &GraphAnswer,
    limits: &Limits,
) -> Result<Certificate, Refusal> {
    let label = |vertex: u32| {
        let rank = found.labels.distance(vertex).unwrap_or(0);
        match found.labels.label(vertex) {
            Label::Win => bouton_certify::Label::Win(rank),
            Label::Lose => bouton_certify::Label::Lose(rank),
            Label::Draw => bouton_certify::Label::Draw,
        }
    };
    let labels = (0..named.graph.vertices() as u32).map(label).collect();
    accepted(named, GraphClaim::Labels { labels }, limits)
}

/// Returns the certificate if the checker accepts it.
fn accepted(
    named: &NamedDigraph,
    claim: GraphClaim,
    limits: &Limits,
) -> Result<Certificate, Refusal> {
    let source = match named.graph.edges() > MOST_EMBEDDED {
        true => GraphSource::digest(&named.graph),
        false => GraphSource::named(
            &named.graph,
            named.names.iter().map(std::borrow::Cow::into_owned).collect(),
        ),
    };
    let certificate = Certificate::Graph(GraphCertificate { graph: source, claim });
    let verdict = check_with_graph(&certificate, &named.graph, limits);
    certify::accepted(certificate, verdict)
}

fn steps(refutation: &[Vec<i32>]) -> Refutation {
    let mut proof = Refutation::new();
    for clause in refutation {
        proof.add(clause);
    }
    proof
}

fn vertex_set(kernel: &Kernel) -> VertexSet {
    let flags: Vec<bool> = (0..kernel.vertices() as u32).map(|v| kernel.loses(v)).collect();
    VertexSet::of_flags(&flags)
}

/// The digraph of a game: its positions of `numbers` numbers, all below a bound, and the moves between them. By
/// default a position has as many numbers as the rules name, or one.
pub fn graph_of_game(
    game: &Game,
    numbers: Option<usize>,
    below: u64,
    limits: &Limits,
) -> Result<NamedDigraph, Refusal> {
    let Some(finite) = game.finite() else {
        return Err(Refusal::unsupported(
            "a game with real-valued positions has no finite digraph",
            "choose another game",
        ));
    };
    if !finite.profile().same_options.holds() {
        return Err(Refusal::unsupported(
            format!(
                "the players of {} may have different moves, and a digraph has one kind of arrow",
                game.title()
            ),
            "choose a game in which both players have the same moves",
        ));
    }
    let numbers = numbers.or_else(|| numbers_of(game)).unwrap_or(1);
    let count = u128::from(below).checked_pow(numbers as u32).unwrap_or(u128::MAX);
    limits.check_memory("the positions", count.saturating_mul(400))?;
    let tuples = tuples(numbers, &(0..below)).into_iter();
    let positions: Vec<Position> =
        tuples.filter_map(|tuple| finite.spec.tuple(tuple).ok()).collect();
    if positions.is_empty() {
        return Err(Refusal::bad(
            format!(
                "{} has no position of {} below {below}",
                game.title(),
                counted(numbers, "number")
            ),
            Help::from("give ")
                .setting("heaps")
                .and(" and ")
                .setting("below")
                .and(" that fit the game"),
        ));
    }
    let places: HashMap<&Position, usize> =
        positions.iter().enumerate().map(|(place, position)| (position, place)).collect();
    let mut edges = Vec::new();
    const STEPS_PER_OPTION: u64 = 100;
    let mut meter =
        Meter::new(limits, "the digraph").scaled(STEPS_PER_OPTION, 1).out_of(positions.len());
    for (place, position) in positions.iter().enumerate() {
        meter.done(place as u64);
        meter.spend_many(finite.option_bound(position))?;
        for option in finite.options_within(position, Player::Left, limits)? {
            let Some(to) = places.get(&option) else {
                return Err(Refusal::unsupported(
                    format!("{position} has the option {option} outside the bound"),
                    "choose a game whose moves lower the numbers and keep their count",
                ));
            };
            edges.push((place, *to));
        }
    }
    let names: Vec<String> = positions.iter().map(ToString::to_string).collect();
    NamedDigraph::new(&names, edges, limits)
}

/// The game of moving a token along the arrows of a digraph, as it is typed; `None` if there are no arrows. Vertices
/// have their numbers, from 0, as names.
#[must_use]
pub fn game_on(named: &NamedDigraph) -> Option<String> {
    let graph = &named.graph;
    let from =
        |vertex: u32| graph.successors(vertex).iter().map(move |next| format!("{vertex}>{next}"));
    let arrows: Vec<String> = (0..graph.vertices() as u32).flat_map(from).collect();
    (!arrows.is_empty()).then(|| format!("digraph:{}", arrows.join(",")))
}

/// The most vertices for which all digraphs are enumerated.
const MOST_VERTICES: u32 = 5;

/// Counts of the labelled digraphs with `vertices` vertices, loops allowed, that have 0, 1, 2, … structures.
///
/// Tries all subsets of vertices in all digraphs, by the definition.
pub fn all_digraphs(vertices: u32, limits: &Limits) -> Result<Vec<u64>, Refusal> {
    if vertices > MOST_VERTICES {
        return Err(Refusal::bad(
            format!("there are 2^{} digraphs on {vertices} vertices", u64::from(vertices).pow(2)),
            format!("ask for at most {MOST_VERTICES}"),
        ));
    }
    let mut rows: Vec<u64> = Vec::new();
    let digraphs = 1u64 << (vertices * vertices);
    for relation in 0..digraphs {
        if relation % (1 << 20) == 0 {
            limits.progress(relation, digraphs)?;
        }
        let successors = |v: u32| (relation >> (v * vertices)) as u32 & ((1 << vertices) - 1);
        let is_kernel = |losing: u32| {
            (0..vertices).all(|v| (losing >> v & 1 == 1) == (successors(v) & losing == 0))
        };
        let count = (0..1u32 << vertices).filter(|losing| is_kernel(*losing)).count();
        rows.resize(rows.len().max(count + 1), 0);
        rows[count] += 1;
    }
    Ok(rows)
}
