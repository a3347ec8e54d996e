//! The tree of a rule text, close to what was written: every node knows its place, comments are kept.

use bouton_values::Player;

use crate::diagnostic::Span;

/// A rule text: one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// The lines that say something, in order. (A semicolon ends a line too.)
    pub items: Vec<Item>,
    /// All comments, in order, with their `#`.
    pub comments: Vec<Comment>,
    /// Where blank lines started, in order: one of them stays when the text is laid out.
    pub blanks: Vec<usize>,
}

impl File {
    /// This tree with all places forgotten: two texts that differ in their layout alone become equal.
    #[must_use]
    pub fn without_places(&self) -> File {
        let mut file = self.clone();
        file.blanks.clear();
        for comment in &mut file.comments {
            comment.span = Span::default();
            comment.own_line = true;
        }
        file.items.iter_mut().for_each(Item::forget_place);
        file
    }

    /// Are the trees the same, wherever their parts stand? Comments are compared by their texts.
    #[must_use]
    pub fn same_tree(&self, other: &File) -> bool {
        self.without_places() == other.without_places()
    }
}

/// `# …` to the end of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The text with its `#`, without spaces at the end.
    pub text: String,
    /// The place.
    pub span: Span,
    /// Does it stand alone on its line, and not after what it is about?
    pub own_line: bool,
}

/// One line (with the indented lines that continue it).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What it says.
    pub kind: ItemKind,
    /// The place of the whole.
    pub span: Span,
}

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// `game fibonacci(factor = 2)`
    Game {
        /// The name: letters, digits and hyphens.
        name: Name,
        /// What can be chosen when the game is named.
        parameters: Vec<Parameter>,
    },
    /// `position heap, limit = heap - 1`: a fixed number of named numbers.
    Position(Vec<Coordinate>),
    /// `heaps h`, `coins h` or `rows h`: any number of numbers with one name.
    Many(Many, Name),
    /// `legal CONDITION`
    Legal(Expr),
    /// `move …`, `left move …`, `right move …`
    Move {
        /// Who may make it; both if nobody is named.
        player: Option<Player>,
        /// What makes the move, joined by `,` `:` `where` `if`.
        clauses: Vec<Clause>,
    },
    /// `end left if n mod 2 = 0 else right`
    End(Expr),
    /// `loopy`: it is known that play may go on for ever.
    Loopy,
}

/// A name and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name, without a prime; empty if it is missing and this has been reported.
    pub text: String,
    /// The place.
    pub span: Span,
}

/// A parameter of a game, with the value that it has if none is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: Name,
    /// A number or a set in braces.
    pub default: Option<Preset>,
}

/// What a parameter is if nothing is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Preset {
    /// A number.
    Number(Expr),
    /// A set.
    Set(SetExpr),
}

/// A number of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coordinate {
    /// Its name.
    pub name: Name,
    /// What it is in a position that leaves it out (only the last ones may be left out).
    pub default: Option<Expr>,
}

/// Positions of any number of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Many {
    /// Heaps, in any order.
    Heaps,
    /// Coins that show heads, by their places, in any order; two on one place vanish.
    Coins,
    /// Rows, whose order counts.
    Rows,
}

/// How a clause is joined to what stands before it. All of them mean "and"; the colon divides what is
/// chosen from what comes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joint {
    /// The first clause.
    First,
    /// `,`
    Comma,
    /// `:`
    Colon,
    /// `where`
    Where,
    /// `if`
    If,
}

/// A part of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// How it is joined to the one before.
    pub joint: Joint,
    /// What it says.
    pub kind: ClauseKind,
    /// The place, without the joint.
    pub span: Span,
}

/// How a number limits the heaps that are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HowMany {
    /// At least one heap, and at most this many.
    UpTo,
    /// Exactly this many heaps.
    Exactly,
    /// At least one row, all of them among this many that are next to each other; the last row is next to the first.
    Consecutive,
}

/// What a part of a move says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClauseKind {
    /// `one h` or `one of h`: some heap is chosen.
    One(Name),
    /// `up to k of h`, `exactly k of h` or `k consecutive of h`: several heaps are chosen.
    Several(HowMany, Expr, Name),
    /// A condition, which may bring in new names: `k >= 1`, `0 <= h' < h`, `s in S`, `h' = a + b`.
    Condition(Expr),
}

/// A number, a condition or a winner: which of these, is found out by [`fn@crate::check`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// The place.
    pub span: Span,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// `12`
    Number(u64),
    /// `pile`, or `pile'` after the move.
    Name {
        /// Without the prime.
        name: String,
        /// Was there a prime?
        primed: bool,
    },
    /// `later h`, `later h'`: the rows after the chosen one.
    Later {
        /// The name of the rows.
        name: Name,
        /// Was there a prime?
        primed: bool,
    },
    /// `-x`
    Negative(Box<Expr>),
    /// `x + y` and so on.
    Arithmetic(Operator, Box<Expr>, Box<Expr>),
    /// `min(x, y, …)`, `max(…)`, `abs(x)`, `bits(x)`: a function of numbers, by its name.
    Call(Name, Vec<Expr>),
    /// `sum h`, `count h`, `least h`, `greatest h`, `first h`.
    Aggregate(Aggregate, Name),
    /// `x <= y < z`: a chain of comparisons.
    Chain(Box<Expr>, Vec<(Relation, Expr)>),
    /// `x in SET`; `x not in SET` is a [`ExprKind::Not`] of it.
    In(Box<Expr>, SetExpr),
    /// `not c`
    Not(Box<Expr>),
    /// `c and d`
    And(Box<Expr>, Box<Expr>),
    /// `c or d`
    Or(Box<Expr>, Box<Expr>),
    /// `distinct h`, `distinct nonzero h`
    Distinct {
        /// May zeros repeat?
        nonzero: bool,
        /// The name of the heaps.
        name: Name,
    },
    /// `falling h`: no row is longer than the one before.
    Falling(Name),
    /// `x if c else y`: numbers or winners.
    If {
        /// If the condition holds.
        then: Box<Expr>,
        /// The condition.
        condition: Box<Expr>,
        /// If it does not.
        otherwise: Box<Expr>,
    },
    /// `left`, `right`, `normal`, `misere`
    Winner(Winner),
    /// `true`, `false`
    Truth(bool),
    /// `none`: the chosen heap or coin goes away.
    Nothing,
    /// `all x .. y`: the chosen heap becomes a heap of each of these sizes.
    All(Box<Expr>, Box<Expr>),
    /// `(x)`
    Parentheses(Box<Expr>),
    /// Something that could not be read; the mistake has been reported.
    Missing,
}

/// The operators between numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `div`: rounded down.
    Div,
    /// `mod`: never negative for a positive divisor.
    Mod,
    /// `xor`: the nim-sum of numbers that are not negative.
    Xor,
}

/// The comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    /// `=`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

/// What all heaps together are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Aggregate {
    /// `sum h`
    Sum,
    /// `count h`
    Count,
    /// `least h`; 0 if there is none.
    Least,
    /// `greatest h`; 0 if there is none.
    Greatest,
    /// `first h`; 0 if there is none.
    First,
}

/// The winner where a player is stuck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Winner {
    /// Left.
    Left,
    /// Right.
    Right,
    /// The other player: normal play.
    Normal,
    /// The stuck player: misère play.
    Misere,
}

/// A set of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetExpr {
    /// What it is.
    pub kind: SetKind,
    /// The place.
    pub span: Span,
}

/// What a set is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetKind {
    /// `1 .. limit`: both ends belong to it.
    Range(Box<Expr>, Box<Expr>),
    /// `{1, 3, 4}`, `{2+}` (all from 2), `{3, 4+2k}` (3 and 4, 6, 8, …)
    Braces(Vec<Element>),
    /// A parameter.
    Name(Name),
}

/// An element of a set in braces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// The number, or where the progression starts.
    pub from: Expr,
    /// The step of a progression: `2+` has 1, `4+2k` has 2.
    pub step: Option<u64>,
}

impl Item {
    fn forget_place(&mut self) {
        self.span = Span::default();
        match &mut self.kind {
            ItemKind::Game { name, parameters } => {
                name.span = Span::default();
                parameters.iter_mut().for_each(Parameter::forget_place);
            }
            ItemKind::Position(coordinates) => {
                for Coordinate { name, default } in coordinates {
                    name.span = Span::default();
                    default.iter_mut().for_each(Expr::forget_place);
                }
            }
            ItemKind::Many(_, name) => name.span = Span::default(),
            ItemKind::Legal(expr) | ItemKind::End(expr) => expr.forget_place(),
            ItemKind::Move { clauses, .. } => clauses.iter_mut().for_each(Clause::forget_place),
            ItemKind::Loopy => {}
        }
    }
}

impl Parameter {
    fn forget_place(&mut self) {
        self.name.span = Span::default();
        match &mut self.default {
            None => {}
            Some(Preset::Number(expr)) => expr.forget_place(),
            Some(Preset::Set(set)) => set.forget_place(),
        }
    }
}

impl Clause {
    fn forget_place(&mut self) {
        self.span = Span::default();
        match &mut self.kind {
            ClauseKind::One(name) => name.span = Span::default(),
            ClauseKind::Several(_, expr, name) => {
                expr.forget_place();
                name.span = Span::default();
            }
            ClauseKind::Condition(expr) => expr.forget_place(),
        }
    }
}

impl Expr {
    fn forget_place(&mut self) {
        self.span = Span::default();
        match &mut self.kind {
            ExprKind::Number(_)
            | ExprKind::Name { .. }
            | ExprKind::Winner(_)
            | ExprKind::Truth(_)
            | ExprKind::Nothing
            | ExprKind::Missing => {}
            ExprKind::Later { name, .. }
            | ExprKind::Aggregate(_, name)
            | ExprKind::Distinct { name, .. }
            | ExprKind::Falling(name) => name.span = Span::default(),
            ExprKind::Negative(inner) | ExprKind::Not(inner) | ExprKind::Parentheses(inner) => {
                inner.forget_place();
            }
            ExprKind::Arithmetic(_, a, b)
            | ExprKind::And(a, b)
            | ExprKind::Or(a, b)
            | ExprKind::All(a, b) => {
                a.forget_place();
                b.forget_place();
            }
            ExprKind::Call(name, arguments) => {
                name.span = Span::default();
                arguments.iter_mut().for_each(Expr::forget_place);
            }
            ExprKind::Chain(first, rest) => {
                first.forget_place();
                rest.iter_mut().for_each(|(_, next)| next.forget_place());
            }
            ExprKind::In(one, set) => {
                one.forget_place();
                set.forget_place();
            }
            ExprKind::If { then, condition, otherwise } => {
                then.forget_place();
                condition.forget_place();
                otherwise.forget_place();
            }
        }
    }
}

impl SetExpr {
    fn forget_place(&mut self) {
        self.span = Span::default();
        match &mut self.kind {
            SetKind::Range(low, high) => {
                low.forget_place();
                high.forget_place();
            }
            SetKind::Braces(elements) => {
                elements.iter_mut().for_each(|element| element.from.forget_place());
            }
            SetKind::Name(name) => name.span = Span::default(),
        }
    }
}
