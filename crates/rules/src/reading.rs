//! What the parts of a checked program mention, and the facts that follow from that.

use bouton_lang::facts::{self, read};
use bouton_lang::linear::Linear;
use bouton_lang::{Aggregate, Becomes, Condition, Expr, Move, Node, Program, Shape};
use bouton_values::Player;

use crate::profile::Fact;

/// Something that looks at the whole position and not at a number of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Glance {
    /// The sum of all heaps, their count, and so on.
    Of(Aggregate),
    /// No two heaps are alike.
    Distinct {
        /// But for empty ones.
        nonzero: bool,
    },
    /// No row is longer than the one before.
    Falling,
}

impl Glance {
    /// The glance that a number or a condition is, if it is one.
    pub(crate) fn of(node: Node<'_>) -> Option<Glance> {
        match node {
            Node::Number(Expr::Of(aggregate)) => Some(Glance::Of(*aggregate)),
            Node::Condition(Condition::Distinct { nonzero }) => {
                Some(Glance::Distinct { nonzero: *nonzero })
            }
            Node::Condition(Condition::Falling) => Some(Glance::Falling),
            _ => None,
        }
    }

    /// Does it depend on the order of the heaps?
    pub(crate) fn sees_order(self) -> bool {
        matches!(self, Glance::Of(Aggregate::First) | Glance::Falling)
    }

    /// Would it see something else if empty heaps came or went?
    pub(crate) fn sees_zeros(self) -> bool {
        match self {
            Glance::Of(Aggregate::Sum | Aggregate::Greatest)
            | Glance::Distinct { nonzero: true } => false,
            Glance::Of(Aggregate::Count | Aggregate::Least | Aggregate::First)
            | Glance::Distinct { nonzero: false }
            | Glance::Falling => true,
        }
    }
}

/// Does a glance of this kind stand anywhere in the rules?
fn has(program: &Program, kind: fn(Glance) -> bool) -> bool {
    let wanted = |node: Node<'_>| Glance::of(node).filter(|glance| kind(*glance));
    program.legal.iter().any(|one| one.find(wanted).is_some())
        || program.moves.iter().any(|one| one.find(wanted).is_some())
        || program.end.find(wanted).is_some()
}

/// Does something depend on the order of the heaps?
pub(crate) fn sees_order(program: &Program) -> bool {
    has(program, Glance::sees_order)
        || program.moves.iter().any(|one| matches!(one.becomes, Becomes::Rows(..)))
}

/// Is it proved that a position plays alike with and without its empty heaps? So it is if no move is possible on
/// a heap of 0, and if nothing in the rules can tell whether there is one. What must hold of every heap must not look
/// at the others then: at an empty heap it would say something about them.
pub(crate) fn zeros_are_nothing(program: &Program) -> bool {
    let is_about_others = |condition: &Condition| {
        condition.mentions(&|slot| slot == 0) && condition.find(Glance::of).is_some()
    };
    !has(program, Glance::sees_zeros)
        && !program.legal.iter().any(is_about_others)
        && program.moves.iter().all(|one| !may_act_on_zero(program, one))
}

/// Can a heap of 0 be chosen by the move, as far as is proved?
pub(crate) fn may_act_on_zero(program: &Program, one: &Move) -> bool {
    let mut system = read(program, one).system;
    system.add(Linear { terms: vec![(0, -1)], constant: 0 });
    !system.is_empty()
}

/// Is it proved that a position is the disjunctive sum of its heaps?
pub(crate) fn independent(program: &Program) -> Fact {
    facts::independent(program).map_or(Fact::Unknown, Fact::proved)
}

/// Do both players have the same options? It is proved, or a small position says that they do not.
pub(crate) fn same_options(program: &Program) -> Fact {
    if let Ok(reason) = facts::same_options(program) {
        return Fact::proved(reason);
    }
    match differing_position(program) {
        Some(tuple) => {
            let numbers = tuple.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
            Fact::refuted(format!("at {numbers} the players have different options"))
        }
        None => Fact::Unknown,
    }
}

/// A small position in which the players' options differ, if one is found quickly.
fn differing_position(program: &Program) -> Option<Vec<u64>> {
    const MOST_OPTIONS: u128 = 100;
    small_tuples(program).into_iter().find(|tuple| {
        if !program.is_legal(tuple) || program.option_bound(tuple) > MOST_OPTIONS {
            return false;
        }
        let [mut left, mut right] = Player::BOTH.map(|mover| program.options(tuple, mover));
        left.sort_unstable();
        right.sort_unstable();
        left != right
    })
}

/// Some tuples of small numbers, of the length that the program wants.
fn small_tuples(program: &Program) -> Vec<Vec<u64>> {
    const MOST: usize = 300;
    let length = match &program.shape {
        Shape::Named(names) => names.len(),
        Shape::Many(..) => 1,
    };
    let mut tuples = vec![Vec::new()];
    for _ in 0..length {
        let width = (MOST / tuples.len()).clamp(1, 12) as u64;
        let longer = |tuple: &Vec<u64>| {
            (0..width).map(|number| [&tuple[..], &[number]].concat()).collect::<Vec<_>>()
        };
        tuples = tuples.iter().flat_map(longer).collect();
    }
    tuples
}
