//! Rules as formulas of linear arithmetic over the natural numbers.
//!
//! A [`Statement`] says with formulas what [`Program::is_legal`], [`Program::options`] and [`Program::winner`] say with
//! programs, for positions of a fixed number of numbers: which positions are legal, in which ways a move leads from one
//! to another, and who wins where a player is stuck. Whoever decides formulas can prove something of all positions.
//!
//! # What differs from the evaluation
//! Numbers have no upper end here: a program ends them at [`Program::LARGEST`], and `min(x, 10^18)`, which a text writes
//! to stay below that end, is x. Nothing else differs, and nothing is approximated: what has no such formula is
//! [`Outside`], with the reason.
//!
//! # Implementation notes
//! An expression becomes a list of cases, each a linear form (perhaps divided by a constant) under a
//! condition: `min`, `max` and `if` have a case for each value they choose, `div` and `mod` by c have one for each
//! remainder. So only nim-sums need new variables. A choice that an equation gives is replaced by what it is equal to,
//! so that the move of Wythoff's game that takes k from both heaps is a statement about the two new heaps, not about k.

mod moves;
mod terms;

use bouton_values::Player;

use crate::ir::{Condition, End, Number, Program, Shape};
use crate::linear::Linear;
use crate::syntax::Many;
use terms::Scope;

/// More heaps are not stated: a move may change any of them.
const MOST_HEAPS: usize = 12;

/// A variable of a formula: a natural number.
pub type Variable = usize;

/// A formula about natural numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub enum Formula {
    /// Always or never.
    Truth(bool),
    /// The form is 0.
    Zero(Linear),
    /// The form is at least 0.
    NotNegative(Linear),
    /// The form is a multiple of this number, which is at least 1.
    Multiple(Linear, Number),
    /// The third is the nim-sum of the first two.
    NimSum([Variable; 3]),
    /// Not.
    Not(Box<Formula>),
    /// All of them.
    All(Vec<Formula>),
    /// One of them at least.
    Any(Vec<Formula>),
    /// There are natural numbers for these variables.
    Exists(Vec<Variable>, Box<Formula>),
}

/// Why there is no formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outside(pub String);

/// A formula or what belongs to one, or why there is none.
type Result<T, E = Outside> = std::result::Result<T, E>;

/// One way to move: whenever numbers for the chosen variables satisfy the condition, the move leads to what it becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// Who may move so; both if nobody is named.
    pub player: Option<Player>,
    /// The variables that do not belong to the position before the move.
    pub chosen: Vec<Variable>,
    /// What must hold. That the old position is legal is not part of it; that each new one is, is.
    pub condition: Vec<Formula>,
    /// The new position; more than one, or none, where a heap falls into several or goes away. Then the move leads to
    /// their sum.
    pub becomes: Vec<Vec<Variable>>,
}

/// Rules as formulas. The variables 0, 1, … are the numbers of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// How many numbers a position has.
    pub numbers: usize,
    /// All variables are below this.
    pub variables: usize,
    /// Which positions are legal.
    pub legal: Formula,
    /// How to move.
    pub ways: Vec<Way>,
    /// Where a stuck player wins: Left, and Right.
    pub stuck_wins: [Formula; 2],
    /// May both players always make the same moves, and does the ending name none of them? (Only what is seen at once.)
    pub impartial: bool,
}

impl Formula {
    /// All of them, flattened.
    pub fn all(parts: Vec<Formula>) -> Formula {
        joined(parts, true)
    }

    /// One of them at least, flattened.
    pub fn any(parts: Vec<Formula>) -> Formula {
        joined(parts, false)
    }

    /// What holds where all of them hold, one by one; `None` if that is never.
    fn conjuncts(parts: Vec<Formula>) -> Option<Vec<Formula>> {
        match Formula::all(parts) {
            Formula::All(parts) => Some(parts),
            Formula::Truth(truth) => truth.then(Vec::new),
            other => Some(vec![other]),
        }
    }

    /// The formula that holds where this one does not.
    pub fn negated(self) -> Formula {
        match self {
            Formula::Truth(truth) => Formula::Truth(!truth),
            Formula::Not(inner) => *inner,
            other => Formula::Not(Box::new(other)),
        }
    }

    /// The formula with each variable of a linear form replaced by what `value` says of it. Nim-sums and quantifiers
    /// keep their variables, which must not be replaced.
    fn substituted(self, value: &impl Fn(Variable) -> Option<Linear>) -> Result<Formula> {
        let form = |form: Linear| form.substituted(value).ok_or(TOO_LARGE);
        let each = |parts: Vec<Formula>| {
            parts.into_iter().map(|part| part.substituted(value)).collect::<Result<Vec<_>, _>>()
        };
        Ok(match self {
            Formula::Truth(_) | Formula::NimSum(_) => self,
            Formula::Zero(linear) => zero(form(linear)?),
            Formula::NotNegative(linear) => not_negative(form(linear)?),
            Formula::Multiple(linear, modulus) => multiple(form(linear)?, modulus),
            Formula::Not(inner) => inner.substituted(value)?.negated(),
            Formula::All(parts) => Formula::all(each(parts)?),
            Formula::Any(parts) => Formula::any(each(parts)?),
            Formula::Exists(variables, inner) => {
                Formula::Exists(variables, Box::new(inner.substituted(value)?))
            }
        })
    }

    /// Does it contain a nim-sum? It is a matter of binary digits.
    #[must_use]
    pub fn has_nim_sum(&self) -> bool {
        match self {
            Formula::NimSum(_) => true,
            Formula::Not(inner) | Formula::Exists(_, inner) => inner.has_nim_sum(),
            Formula::All(parts) | Formula::Any(parts) => parts.iter().any(Formula::has_nim_sum),
            _ => false,
        }
    }
}

/// All parts or one of them, flattened and without those that change nothing; the other truth decides alone.
fn joined(parts: Vec<Formula>, all: bool) -> Formula {
    let inner = |part| match part {
        Formula::All(inner) if all => inner,
        Formula::Any(inner) if !all => inner,
        other => vec![other],
    };
    let parts = parts.into_iter().flat_map(inner).filter(|part| *part != Formula::Truth(all));
    let mut parts: Vec<Formula> = parts.collect();
    match parts.len() {
        0 => Formula::Truth(all),
        _ if parts.contains(&Formula::Truth(!all)) => Formula::Truth(!all),
        1 => parts.swap_remove(0),
        _ if all => Formula::All(parts),
        _ => Formula::Any(parts),
    }
}

/// `form = 0`, decided if it has no variable.
fn zero(form: Linear) -> Formula {
    form.as_constant().map_or(Formula::Zero(form), |constant| Formula::Truth(constant == 0))
}

/// `form ≥ 0`, decided if it has no variable.
fn not_negative(form: Linear) -> Formula {
    form.as_constant().map_or(Formula::NotNegative(form), |constant| Formula::Truth(constant >= 0))
}

/// The form is a multiple of the modulus, decided if it has no variable.
fn multiple(form: Linear, modulus: Number) -> Formula {
    match form.as_constant() {
        Some(constant) => Formula::Truth(constant % modulus == 0),
        None if modulus == 1 => Formula::Truth(true),
        None => Formula::Multiple(form, modulus),
    }
}

const TOO_LARGE: &str = "a number in the rules is too large";

impl From<&str> for Outside {
    fn from(why: &str) -> Outside {
        Outside(why.to_owned())
    }
}

impl Program {
    /// The rules as formulas, for positions of this many numbers where the text leaves their number open.
    pub fn statement(&self, heaps: Option<usize>) -> Result<Statement> {
        let numbers = self.numbers(heaps)?;
        let sums = numbers == 1 && crate::structure::independent(self).is_ok();
        let mut writer = Writer::new(self, numbers, sums);
        let position: Vec<Variable> = (0..numbers).collect();
        let legal = writer.legal(&position)?;
        self.moves.iter().try_for_each(|one| writer.add_move(one))?;
        let stuck_wins = [
            writer.stuck_wins(Player::Left, &self.end)?,
            writer.stuck_wins(Player::Right, &self.end)?,
        ];
        let impartial =
            self.moves.iter().all(|one| one.player.is_none()) && stuck_wins[0] == stuck_wins[1];
        let Writer { variables, ways, .. } = writer;
        Ok(Statement { numbers, variables, legal, ways, stuck_wins, impartial })
    }

    /// The formula of a condition on the numbers of a position; in positions of heaps it may look at all of them.
    pub fn condition(&self, condition: &Condition, heaps: Option<usize>) -> Result<Formula> {
        let numbers = self.numbers(heaps)?;
        let mut writer = Writer::new(self, numbers, false);
        let position: Vec<Variable> = (0..numbers).collect();
        writer.position_condition(condition, &position)
    }

    fn numbers(&self, heaps: Option<usize>) -> Result<usize> {
        match (&self.shape, heaps) {
            (Shape::Named(names), Some(heaps)) if heaps != names.len() => {
                Err(Outside(format!("positions have {} numbers, not {heaps}", names.len())))
            }
            (Shape::Named(names), _) => Ok(names.len()),
            (Shape::Many(Many::Coins, _), _) => {
                Err("two coins on one place vanish, so their number changes".into())
            }
            (Shape::Many(..), Some(0)) => Err("a position needs a number".into()),
            (Shape::Many(..), Some(heaps)) if heaps > MOST_HEAPS => {
                Err(Outside(format!("{heaps} heaps are too many: at most {MOST_HEAPS}")))
            }
            (Shape::Many(..), Some(heaps)) => Ok(heaps),
            (Shape::Many(_, name), None) => Err(Outside(format!(
                "positions may have any number of {name}: a theorem is about a fixed number of them"
            ))),
        }
    }
}

/// Writes formulas, with new variables where they need some.
struct Writer<'p> {
    program: &'p Program,
    numbers: usize,
    variables: usize,
    /// The variables that stand for nim-sums.
    sums_made: Vec<Variable>,
    /// May a heap fall into several, of which the position is the sum?
    sums: bool,
    /// What was written of moves.
    ways: Vec<Way>,
}

impl<'p> Writer<'p> {
    fn new(program: &'p Program, numbers: usize, sums: bool) -> Writer<'p> {
        let (sums_made, ways) = Default::default();
        Writer { program, numbers, variables: numbers, sums_made, sums, ways }
    }

    fn new_variable(&mut self) -> Variable {
        self.variables += 1;
        self.variables - 1
    }

    /// That a position is legal.
    fn legal(&mut self, position: &[Variable]) -> Result<Formula> {
        let program = self.program;
        let parts = program.legal.iter().map(|one| self.position_condition(one, position));
        Ok(Formula::all(parts.collect::<Result<_, _>>()?))
    }

    /// A condition on a position; in positions of heaps, one that mentions the heap holds for each.
    fn position_condition(
        &mut self,
        condition: &Condition,
        position: &[Variable],
    ) -> Result<Formula> {
        let heaps = match &self.program.shape {
            Shape::Named(_) => return self.condition(condition, &Scope::of_position(position)),
            Shape::Many(..) if condition.mentions(&|slot| slot == 0) => position,
            Shape::Many(..) => return self.condition(condition, &Scope::of_heap(position, 0)),
        };
        let parts = (0..heaps.len())
            .map(|chosen| self.condition(condition, &Scope::of_heap(position, chosen)));
        Ok(Formula::all(parts.collect::<Result<_, _>>()?))
    }

    /// Where this player, being stuck, wins.
    fn stuck_wins(&mut self, player: Player, end: &End) -> Result<Formula> {
        match end {
            End::Always(winner) => Ok(Formula::Truth(winner.player(player) == player)),
            End::If(condition, then, otherwise) => {
                let position: Vec<Variable> = (0..self.numbers).collect();
                let holds = self.position_condition(condition, &position)?;
                let then = self.stuck_wins(player, then)?;
                let otherwise = self.stuck_wins(player, otherwise)?;
                let otherwise = Formula::all(vec![holds.clone().negated(), otherwise]);
                Ok(Formula::any(vec![Formula::all(vec![holds, then]), otherwise]))
            }
        }
    }
}
