//! Properties of rules that their structure shows, without linear arithmetic.

use std::fmt;

use crate::ir::{Aggregate, Becomes, Condition, Expr, Move, Node, Program, Select, Shape};
use crate::syntax::Many;
use bouton_values::Player;

/// What was found, with the reason: `Ok` says why it holds, `Err` why it could not be shown.
pub type Finding = Result<String, String>;

/// Have both players the same options everywhere?
///
/// *Theorem.* So it is if each move that is one player's alone is, but for the names of its choices, a move of the
/// other: the options of a player are the union over the player's moves.
pub fn same_options(program: &Program) -> Finding {
    if program.moves.iter().all(|one| one.player.is_none()) {
        return Ok("the rules do not say who moves".into());
    }
    for player in [Player::Left, Player::Right] {
        let lacking = program.moves.iter().position(|one| {
            one.player == Some(player)
                && !program.moves_of(player.opponent()).any(|other| are_alike(one, other))
        });
        if let Some(index) = lacking {
            return Err(format!("move {} is open to one player only", index + 1));
        }
    }
    Ok("each move of one player is a move of the other".into())
}

fn are_alike(one: &Move, other: &Move) -> bool {
    one.select == other.select
        && one.steps == other.steps
        && one.each == other.each
        && one.becomes == other.becomes
}

/// Is a position the disjunctive sum of its heaps?
///
/// *Theorem.* If each move changes one heap, looks at no other, and the legality of a position is that of its heaps
/// one by one, then the options of a position are: an option of one heap, the others as they were. That is the
/// definition of a sum. (Who wins where a player is stuck is another question.) Coins are not sums: two of them
/// on one place vanish.
pub fn independent(program: &Program) -> Finding {
    match program.shape {
        Shape::Named(_) => return Err("the numbers of a position have names".into()),
        Shape::Many(Many::Coins, _) => return Err("two coins on one place vanish".into()),
        Shape::Many(Many::Heaps | Many::Rows, _) => {}
    }
    if let Some(what) = program.legal.iter().find_map(|one| one.find(WholePositionTerm::of)) {
        return Err(format!("whether a position is legal depends on {what}"));
    }
    for (index, one) in program.moves.iter().enumerate() {
        if let Some(what) = dependence(one) {
            return Err(format!("move {} {what}", index + 1));
        }
    }
    Ok("each move changes one heap and looks at no other".into())
}

/// How a move depends on more than one heap.
fn dependence(one: &Move) -> Option<String> {
    if one.select != Select::One {
        return Some("may change several heaps".into());
    }
    let steps = one.steps.iter().chain(&one.each).find_map(|step| step.find(WholePositionTerm::of));
    let becomes = || match &one.becomes {
        Becomes::Rows(chosen, Expr::Later) => chosen.find(WholePositionTerm::of),
        Becomes::Rows(..) => Some(WholePositionTerm::Later),
        new => new.find(WholePositionTerm::of),
    };
    steps.or_else(becomes).map(|what| format!("looks at {what}"))
}

/// Something that looks at the whole position and not at a number of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WholePositionTerm {
    /// The sum of all heaps, their count, and so on.
    Of(Aggregate),
    /// The rows after the chosen one.
    Later,
    /// No two heaps are alike.
    Distinct {
        /// But for empty ones.
        nonzero: bool,
    },
    /// No row is longer than the one before.
    Falling,
}

impl WholePositionTerm {
    /// The term that a number or a condition is, if it looks at the whole position.
    #[must_use]
    pub fn of(node: Node<'_>) -> Option<WholePositionTerm> {
        match node {
            Node::Number(Expr::Of(aggregate)) => Some(WholePositionTerm::Of(*aggregate)),
            Node::Number(Expr::Later) => Some(WholePositionTerm::Later),
            Node::Condition(Condition::Distinct { nonzero }) => {
                Some(WholePositionTerm::Distinct { nonzero: *nonzero })
            }
            Node::Condition(Condition::Falling) => Some(WholePositionTerm::Falling),
            _ => None,
        }
    }

    /// Does it depend on the order of the heaps?
    #[must_use]
    pub fn sees_order(self) -> bool {
        matches!(
            self,
            WholePositionTerm::Of(Aggregate::First)
                | WholePositionTerm::Later
                | WholePositionTerm::Falling
        )
    }

    /// Would it see something else if empty heaps came or went?
    #[must_use]
    pub fn sees_zeros(self) -> bool {
        match self {
            WholePositionTerm::Of(Aggregate::Sum | Aggregate::Greatest)
            | WholePositionTerm::Distinct { nonzero: true } => false,
            WholePositionTerm::Of(Aggregate::Count | Aggregate::Least | Aggregate::First)
            | WholePositionTerm::Distinct { nonzero: false }
            | WholePositionTerm::Later
            | WholePositionTerm::Falling => true,
        }
    }
}

/// What is looked at.
impl fmt::Display for WholePositionTerm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WholePositionTerm::Of(Aggregate::Sum) => "the sum of all heaps",
            WholePositionTerm::Of(Aggregate::Count) => "the number of heaps",
            WholePositionTerm::Of(Aggregate::Least) => "the least heap",
            WholePositionTerm::Of(Aggregate::Greatest) => "the greatest heap",
            WholePositionTerm::Of(Aggregate::First) => "the first heap",
            WholePositionTerm::Later => "the later rows",
            WholePositionTerm::Distinct { .. } => "whether all heaps differ",
            WholePositionTerm::Falling => "the order of the rows",
        })
    }
}
