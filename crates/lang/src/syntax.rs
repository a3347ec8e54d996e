//! The tree of a rule text, close to what was written: every node knows its place, comments are kept.

use bouton_values::Player;

use crate::diagnostic::Span;

/// Kinds of words or signs, each with how it is written: what reads them and what prints them share this table.
macro_rules! written {
    (
        $(#[$of_all:meta])*
        $visibility:vis enum $kinds:ident { $($(#[$of_one:meta])* $kind:ident = $text:literal),+ $(,)? }
    ) => {
        $(#[$of_all])*
        $visibility enum $kinds {
            $(
                #[doc = concat!("`", $text, "`")]
                $(#[$of_one])*
                $kind,
            )+
        }

        impl $kinds {
            /// All of them.
            $visibility const ALL: &[$kinds] = &[$($kinds::$kind),+];

            /// How it is written.
            #[must_use]
            $visibility fn text(self) -> &'static str {
                match self {
                    $($kinds::$kind => $text,)+
                }
            }

            /// The one that is written like this.
            #[must_use]
            $visibility fn of(text: &str) -> Option<$kinds> {
                $kinds::ALL.iter().copied().find(|one| one.text() == text)
            }
        }
    };
}
pub(crate) use written;

/// Nodes are equal if they say the same, wherever they are: only these fields are compared.
macro_rules! equal_anywhere {
    ($($node:ty: $($field:ident),+;)+) => {$(
        impl PartialEq for $node {
            fn eq(&self, other: &Self) -> bool {
                $(self.$field == other.$field)&&+
            }
        }

        impl Eq for $node {}
    )+};
}

equal_anywhere! {
    File: items, comments;
    Comment: text;
    Item: kind;
    Name: text;
    Clause: joint, kind;
    Expr: kind;
}

/// A rule text: one game. Two texts that differ in their layout alone are equal.
#[derive(Clone, Debug, Default)]
pub struct File {
    /// The lines that say something, in order. (A semicolon ends a line too.)
    pub items: Vec<Item>,
    /// All comments, in order, with their `#`.
    pub comments: Vec<Comment>,
    /// Where blank lines started, in order: one of them stays when the text is laid out.
    pub blanks: Vec<usize>,
}

/// `# …` to the end of the line.
#[derive(Clone, Debug)]
pub struct Comment {
    /// The text with its `#`, without spaces at the end.
    pub text: String,
    /// Where the remark is in the text.
    pub span: Span,
    /// Does it stand alone on its line, and not after what it is about?
    pub own_line: bool,
}

/// One line (with the indented lines that continue it).
#[derive(Clone, Debug)]
pub struct Item {
    /// What the line says.
    pub kind: ItemKind,
    /// The place of the line in the text.
    pub span: Span,
}

/// The kinds of lines in a rule file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// The first line, such as `game fibonacci(factor = 2)`.
    Game {
        /// The name: letters, digits and hyphens.
        name: Name,
        /// What can be chosen when the game is named.
        parameters: Vec<Declaration>,
    },
    /// `position heap, limit = heap - 1`: a fixed number of named numbers.
    Position(Vec<Declaration>),
    /// `heaps h`, `coins h` or `rows h`: any number of numbers with one name.
    Many(Many, Name),
    /// A line `legal CONDITION`.
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

/// A name as it is written, with its place.
#[derive(Clone, Debug)]
pub struct Name {
    /// The name, without a prime; empty if it is missing and this has been reported.
    pub text: String,
    /// Where the name is in the text.
    pub span: Span,
}

/// A parameter of a game or a number of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The name that is declared.
    pub name: Name,
    /// What it is if that is left out: a number, or for a parameter a set, too. (Of the numbers of a position, only the
    /// last ones may be left out.)
    pub default: Option<Expr>,
}

written! {
    /// Positions of any number of numbers.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Many {
        /// in any order.
        Heaps = "heaps",
        /// that show heads, by their places, in any order; two on one place vanish.
        Coins = "coins",
        /// whose order counts.
        Rows = "rows",
    }
}

written! {
    /// How a clause is joined to what stands before it. All of them mean "and"; the colon divides what is
    /// chosen from what comes of it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Joint {
        /// (nothing) is written before the first clause.
        First = "",
        Comma = ",",
        Colon = ":",
        Where = "where",
        If = "if",
    }
}

/// A part of a move.
#[derive(Clone, Debug)]
pub struct Clause {
    /// How it is joined to the one before.
    pub joint: Joint,
    /// The kind of the clause.
    pub kind: ClauseKind,
    /// The place of the clause in the text, without the joint.
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

/// The kinds of clauses in a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClauseKind {
    /// `one h` or `one of h`: some heap is chosen.
    One(Name),
    /// `up to k of h`, `exactly k of h` or `k consecutive of h`: several heaps are chosen.
    Several(HowMany, Expr, Name),
    /// A condition, which may bring in new names: `k >= 1`, `0 <= h' < h`, `s in S`, `h' = a + b`.
    Condition(Expr),
}

/// A number, a condition, a winner or a set: which of these, is found out by [`fn@crate::check`].
#[derive(Clone, Debug)]
pub struct Expr {
    /// The kind of the expression.
    pub kind: ExprKind,
    /// Where the expression is in the text.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// A number, such as `12`.
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
    /// The negative of a number: `-x`.
    Negative(Box<Expr>),
    /// `x + y`, `c and d` and so on.
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// `min(x, y, …)`, `max(…)`, `abs(x)`, `bits(x)`: a function of numbers, by its name.
    Call(Name, Vec<Expr>),
    /// `sum h`, `count h`, `least h`, `greatest h`, `first h`.
    Aggregate(Aggregate, Name),
    /// `x <= y < z`: a chain of comparisons.
    Chain(Box<Expr>, Vec<(Relation, Expr)>),
    /// `x in SET`, the set being a range, one in braces or a name; `x not in SET` is a [`ExprKind::Not`] of it.
    In(Box<Expr>, Box<Expr>),
    /// `1 .. limit`: both ends belong to it.
    Range(Box<Expr>, Box<Expr>),
    /// `{1, 3, 4}`, `{2+}` (all from 2), `{3, 4+2k}` (3 and 4, 6, 8, …)
    Braces(Vec<Element>),
    /// The negation of a condition: `not c`.
    Not(Box<Expr>),
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
    /// A winner: `left`, `right`, `normal` or `misere`.
    Winner(Winner),
    /// A truth value: `true` or `false`.
    Truth(bool),
    /// `none`: the chosen heap or coin goes away.
    Nothing,
    /// `all x .. y`: the chosen heap becomes a heap of each of these sizes.
    All(Box<Expr>, Box<Expr>),
    /// An expression in round brackets: `(x)`.
    Parentheses(Box<Expr>),
    /// Something that could not be read; the mistake has been reported.
    Missing,
}

written! {
    /// The operators between numbers, and between conditions.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Operator {
        Or = "or",
        And = "and",
        Plus = "+",
        Minus = "-",
        Times = "*",
        /// rounds down.
        Div = "div",
        /// is never negative for a positive divisor.
        Mod = "mod",
        /// is the nim-sum of numbers that are not negative.
        Xor = "xor",
    }
}

/// How closely something binds, the loosest first.
#[cfg_attr(not(feature = "print"), expect(dead_code, reason = "the printer asks for all of them"))]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    Or,
    And,
    Not,
    Comparison,
    Choice,
    Sum,
    Product,
    Factor,
}

impl Operator {
    pub(crate) fn level(self) -> Level {
        match self {
            Operator::Or => Level::Or,
            Operator::And => Level::And,
            Operator::Plus | Operator::Minus => Level::Sum,
            Operator::Times | Operator::Div | Operator::Mod | Operator::Xor => Level::Product,
        }
    }
}

written! {
    /// The relations by which two numbers are compared.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Relation {
        Equal = "=",
        Unequal = "!=",
        Less = "<",
        AtMost = "<=",
        Greater = ">",
        AtLeast = ">=",
    }
}

written! {
    /// The functions of all heaps together.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Aggregate {
        Sum = "sum",
        Count = "count",
        /// is 0 if there is no heap.
        Least = "least",
        /// is 0 if there is no heap.
        Greatest = "greatest",
        /// is 0 if there is no heap.
        First = "first",
    }
}

written! {
    /// The winner where a player is stuck.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Winner {
        Left = "left",
        Right = "right",
        /// play: the other player wins.
        Normal = "normal",
        /// play: the stuck player wins.
        Misere = "misere",
    }
}

/// An element of a set in braces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// The number, or where the progression starts.
    pub from: Expr,
    /// The step of a progression: `2+` has 1, `4+2k` has 2.
    pub step: Option<u64>,
}

impl File {
    /// The place of the first line that says such a thing.
    pub(crate) fn span_of(&self, which: fn(&ItemKind) -> bool) -> Span {
        let first = self.items.iter().find(|item| which(&item.kind));
        first.map_or_else(Span::default, |item| item.span)
    }
}

impl Item {
    /// The expressions that the line consists of, but for presets of parameters.
    pub(crate) fn exprs(&self) -> Vec<&Expr> {
        match &self.kind {
            ItemKind::Legal(expr) | ItemKind::End(expr) => vec![expr],
            ItemKind::Position(all) => all.iter().filter_map(|one| one.default.as_ref()).collect(),
            ItemKind::Move { clauses, .. } => {
                let exprs = clauses.iter().filter_map(|clause| match &clause.kind {
                    ClauseKind::Condition(expr) | ClauseKind::Several(_, expr, _) => Some(expr),
                    ClauseKind::One(_) => None,
                });
                exprs.collect()
            }
            ItemKind::Game { .. } | ItemKind::Many(..) | ItemKind::Loopy => Vec::new(),
        }
    }
}

impl Expr {
    /// The expressions directly within this one, but for the set after `in`.
    fn parts(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Negative(a)
            | ExprKind::Not(a)
            | ExprKind::Parentheses(a)
            | ExprKind::In(a, _) => vec![a],
            ExprKind::Binary(_, a, b) | ExprKind::All(a, b) | ExprKind::Range(a, b) => vec![a, b],
            ExprKind::Call(_, arguments) => arguments.iter().collect(),
            ExprKind::Chain(first, links) => {
                [&**first].into_iter().chain(links.iter().map(|(_, expr)| expr)).collect()
            }
            ExprKind::If { then, condition, otherwise } => vec![then, condition, otherwise],
            _ => Vec::new(),
        }
    }

    /// Is this so of the expression or of one within it, sets left out?
    pub(crate) fn any(&self, which: &mut impl FnMut(&Expr) -> bool) -> bool {
        which(self) || self.parts().into_iter().any(|part| part.any(which))
    }

    /// The expression without parentheses around it.
    pub(crate) fn bare(&self) -> &Expr {
        match &self.kind {
            ExprKind::Parentheses(inner) => inner.bare(),
            _ => self,
        }
    }
}
