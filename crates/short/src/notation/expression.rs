//! Games and comparisons as they were written, before they are evaluated.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use bouton_values::Refusal;

use super::functions::Function;
use super::parse;
use crate::form::{Comparison, NumberUpStar};

/// A game as it was written.
///
/// ```
/// use bouton_short::{Expression, Forms};
/// let mut forms = Forms::default();
/// let expression: Expression = "±1 + {1||0|-2} + ^*".parse()?;
/// let game = expression.evaluate(&mut forms)?;
/// let text = forms.text(game)?;
/// assert_eq!(text.parse::<Expression>()?.evaluate(&mut forms)?, game);
/// # Ok::<(), bouton_values::Refusal>(())
/// ```
#[derive(Clone, Debug)]
pub struct Expression {
    pub(crate) source: Arc<Source>,
    /// The instructions in reverse Polish order: reading, evaluating and dropping them needs no recursion.
    pub(crate) program: Vec<Step>,
}

/// The text, and the literals in it.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) text: String,
    pub(crate) literals: Vec<NumberUpStar>,
}

/// An instruction, and where in the text it comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) at: u32,
    pub(crate) op: Op,
}

/// What to do with the games on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    Literal(u32),
    Uptimal {
        order: u32,
        negative: bool,
        cumulative: bool,
    },
    Negate,
    Add,
    Subtract,
    Multiple,
    OrdinalSum,
    /// ± of this many games.
    Switch(u32),
    /// {|} of this many left options and this many right options.
    Braces(u32, u32),
    Call(Function),
    /// Moves the game on top to the definition with this index.
    Define(u32),
    /// The game of the definition with this index.
    Load(u32),
}

impl Expression {
    /// Reads a game; a comparison is refused.
    pub fn parse(text: &str) -> Result<Expression, Refusal> {
        let input = Input::parse(text)?;
        match input.relation {
            None => Ok(input.left),
            Some((relation, _)) => Err(Refusal::bad(
                format!("expected a game, but this compares two with `{relation}`"),
                "write one side only",
            )),
        }
    }

    /// The expression as it was typed.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.source.text
    }
}

impl FromStr for Expression {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Expression, Refusal> {
        Expression::parse(text)
    }
}

/// A game, or the comparison of two.
#[derive(Clone, Debug)]
pub struct Input {
    /// The game, or the left side.
    pub left: Expression,
    /// The relation and the right side.
    pub relation: Option<(Relation, Expression)>,
}

impl Input {
    /// Reads a game or a comparison.
    ///
    /// ```
    /// use bouton_short::{Comparison, Forms, Input};
    /// let mut forms = Forms::default();
    /// let input = Input::parse("^ || *")?;
    /// let (relation, right) = input.relation.expect("it compares");
    /// let (g, h) = (input.left.evaluate(&mut forms)?, right.evaluate(&mut forms)?);
    /// assert_eq!(relation.holds(forms.compare(g, h)?), Some(true));
    /// # Ok::<(), bouton_values::Refusal>(())
    /// ```
    pub fn parse(text: &str) -> Result<Input, Refusal> {
        parse::input(text)
    }
}

impl FromStr for Input {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Input, Refusal> {
        Input::parse(text)
    }
}

/// What a comparison claims, or asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// The relation `=`.
    Equal,
    /// The relation `!=`: not equal.
    NotEqual,
    /// The relation `<`.
    Less,
    /// The relation `<=`.
    AtMost,
    /// The relation `>`.
    Greater,
    /// The relation `>=`.
    AtLeast,
    /// `||`: neither is at most the other.
    Confused,
    /// `<|`: not at least.
    LessOrConfused,
    /// `|>`: not at most.
    GreaterOrConfused,
    /// `?`: how do they compare?
    Ask,
}

impl Relation {
    /// Whether the claim is true of two games with this comparison; `None` for a question, which claims nothing.
    #[must_use]
    pub fn holds(self, comparison: Comparison) -> Option<bool> {
        use Comparison::{Confused, Equal, Greater, Less};
        Some(match self {
            Relation::Equal => comparison == Equal,
            Relation::NotEqual => comparison != Equal,
            Relation::Less => comparison == Less,
            Relation::AtMost => matches!(comparison, Less | Equal),
            Relation::Greater => comparison == Greater,
            Relation::AtLeast => matches!(comparison, Greater | Equal),
            Relation::Confused => comparison == Confused,
            Relation::LessOrConfused => matches!(comparison, Less | Confused),
            Relation::GreaterOrConfused => matches!(comparison, Greater | Confused),
            Relation::Ask => return None,
        })
    }

    /// The relation as it is written.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            Relation::Equal => "=",
            Relation::NotEqual => "!=",
            Relation::Less => "<",
            Relation::AtMost => "<=",
            Relation::Greater => ">",
            Relation::AtLeast => ">=",
            Relation::Confused => "||",
            Relation::LessOrConfused => "<|",
            Relation::GreaterOrConfused => "|>",
            Relation::Ask => "?",
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.symbol())
    }
}
