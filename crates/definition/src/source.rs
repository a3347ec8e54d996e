//! From a rule text to its meaning: the tree, the program, and an ending that is written after the game.

use std::sync::Arc;

use bouton_lang::syntax::{Expr, ExprKind, File, Item, ItemKind, Many, Operator};
use bouton_lang::{
    Argument, Diagnostic, Program, Span, Winner, bind, check, parse, with_stand_ins,
};
use bouton_values::{Help, Reference, Refusal, excerpt};

use crate::ending::{Ending, TerminalLabels};

/// A rule text before it is read, and where it is from.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Stands before the places of mistakes; empty for a text that was typed.
    pub name: &'a str,
    /// The rule text itself.
    pub text: &'a str,
    /// The expression for the number of tokens that the ending `/even-odd` counts; needed if that is neither the only
    /// number of a position nor the sum of its heaps.
    pub tokens: Option<&'a str>,
}

/// What a text means, once its parameters have values.
#[derive(Clone, Debug)]
pub struct Meaning {
    /// The tree, with a value for every parameter.
    pub tree: File,
    /// The checked program: it decides which positions are legal, what their options are, and who wins at the end.
    pub program: Arc<Program>,
    /// For each condition of the program the `legal` line that it is from; none if that is not clear.
    pub legal: Vec<String>,
}

/// An ending that is written after a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suffix {
    /// Normal play, written `/normal`.
    Normal,
    /// Misère play, written `/misere`.
    Misere,
    /// The ending in which the parity of the tokens that are left decides, written `/even-odd`.
    EvenOdd,
}

impl Suffix {
    /// The suffix as Bouton writes it after a game: nothing for normal play.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Suffix::Normal => "",
            other => other.name(),
        }
    }

    /// The suffix as people may write it, such as `/misere`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Suffix::Normal => "/normal",
            Suffix::Misere => "/misere",
            Suffix::EvenOdd => "/even-odd",
        }
    }
}

/// Normal play, if nothing is written.
impl From<Option<Suffix>> for Ending {
    fn from(suffix: Option<Suffix>) -> Ending {
        match suffix {
            None | Some(Suffix::Normal) => Ending::Normal,
            Some(Suffix::Misere) => Ending::Misere,
            Some(Suffix::EvenOdd) => Ending::Partizan(TerminalLabels::EvenOdd),
        }
    }
}

impl Source<'_> {
    /// Reads, binds and checks the text.
    pub fn read(&self, arguments: &[Argument], suffix: Option<Suffix>) -> Result<Meaning, Refusal> {
        let (mut tree, mut mistakes) = parse(self.text);
        if mistakes.iter().any(Diagnostic::is_error) {
            // What the rest means may be wrong too: all mistakes are counted at once.
            mistakes.extend(check(&with_stand_ins(&tree).0).1);
            mistakes.sort_by_key(|mistake| mistake.span);
        }
        self.refuse(&mistakes)?;
        if let Some(suffix) = suffix {
            set_ending(&mut tree, suffix, self.tokens)?;
        }
        let tree = bind(&tree, arguments)?;
        let (program, mistakes) = check(&tree);
        self.refuse(&mistakes)?;
        let Some(program) = program.map(Arc::new) else {
            return Err(Refusal::bad(
                "the rules could not be understood",
                Help::from("see ").reference(Reference::RulesCheck),
            ));
        };
        let legal = legal_lines(&tree, self.text, &program);
        Ok(Meaning { tree, program, legal })
    }

    /// Refuses if there is an error: the first one with its place, and how many more there are.
    fn refuse(&self, mistakes: &[Diagnostic]) -> Result<(), Refusal> {
        let mut errors = mistakes.iter().filter(|mistake| mistake.is_error());
        let Some(first) = errors.next() else { return Ok(()) };
        let (line, column) = place(self.text, first.span);
        let more = match errors.count() {
            0 => String::new(),
            more => format!(" (and {more} more)"),
        };
        let colon = if self.name.is_empty() { "" } else { ":" };
        let help = match (&first.help, first.label.as_str()) {
            (Some(help), _) => Help::from(help),
            (None, "") => Help::default().reference(Reference::RulesCheck).and(" shows the place"),
            (None, label) => Help::from(label),
        };
        Err(Refusal::bad(
            format!("{}{colon}{line}:{column}: {}{more}", excerpt(self.name), first.message),
            help,
        ))
    }
}

/// The line and the column of a place, both from 1; columns count characters.
fn place(text: &str, span: Span) -> (usize, usize) {
    let before = text.get(..span.start.min(text.len())).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

/// Gives the tree another ending, if its own is normal play.
fn set_ending(tree: &mut File, suffix: Suffix, tokens: Option<&str>) -> Result<(), Refusal> {
    let own = tree.items.iter().position(|item| matches!(item.kind, ItemKind::End(_)));
    let winner = own.map_or(Some(Winner::Normal), |place| match &tree.items[place].kind {
        ItemKind::End(expr) => constant_winner(expr),
        _ => None,
    });
    match (winner, suffix) {
        (Some(Winner::Normal), _) => {}
        (Some(Winner::Misere), Suffix::Misere) => return Ok(()),
        _ => {
            let what = suffix.name();
            return Err(Refusal::bad(
                format!("the rules have an ending of their own, not {what}"),
                format!("leave {what} out, or change the `end` line"),
            ));
        }
    }
    let expr = match suffix {
        Suffix::Normal => return Ok(()),
        Suffix::Misere => Expr { kind: ExprKind::Winner(Winner::Misere), span: Span::default() },
        Suffix::EvenOdd => even_odd(tree, tokens)?,
    };
    let end = Item { kind: ItemKind::End(expr), span: Span::default() };
    match own {
        Some(place) => tree.items[place] = end,
        None => tree.items.push(end),
    }
    Ok(())
}

fn constant_winner(expr: &Expr) -> Option<Winner> {
    match &expr.kind {
        ExprKind::Winner(winner) => Some(*winner),
        ExprKind::Parentheses(inner) => constant_winner(inner),
        _ => None,
    }
}

/// Left wins if the number of tokens is even, else Right.
fn even_odd(tree: &File, tokens: Option<&str>) -> Result<Expr, Refusal> {
    let of_shape = || {
        tree.items.iter().find_map(|item| match &item.kind {
            ItemKind::Many(Many::Heaps | Many::Rows, name) => Some(format!("sum {}", name.text)),
            ItemKind::Position(numbers) => match &numbers[..] {
                [one] => Some(one.name.text.clone()),
                _ => None,
            },
            _ => None,
        })
    };
    let Some(tokens) = tokens.map(|tokens| format!("({tokens})")).or_else(of_shape) else {
        return Err(Refusal::bad(
            "the rules do not say which tokens /even-odd could count",
            "write an `end` line, such as `end left if n mod 2 = 0 else right`",
        ));
    };
    let (ending, _) = parse(&format!("end left if {tokens} mod 2 = 0 else right"));
    let end = ending.items.into_iter().find_map(|item| match item.kind {
        ItemKind::End(expr) => Some(expr),
        _ => None,
    });
    Ok(end.expect("an ending was written"))
}

/// For each condition of the program the `legal` line that it is from; none if that is not clear.
fn legal_lines(tree: &File, text: &str, program: &Program) -> Vec<String> {
    let mut lines = Vec::new();
    for item in &tree.items {
        if let ItemKind::Legal(condition) = &item.kind {
            let span = condition.span;
            let line = text.get(span.start..span.end).unwrap_or_default();
            let words = line.split_whitespace().collect::<Vec<_>>().join(" ");
            lines.extend(std::iter::repeat_n(words, conjuncts(condition)));
        }
    }
    if lines.len() == program.legal.len() { lines } else { Vec::new() }
}

/// How many conditions an expression is, all of which must hold.
fn conjuncts(expr: &Expr) -> usize {
    match &expr.kind {
        ExprKind::Binary(Operator::And, a, b) => conjuncts(a) + conjuncts(b),
        ExprKind::Parentheses(inner) => conjuncts(inner),
        ExprKind::Chain(_, links) => links.len(),
        ExprKind::Truth(true) => 0,
        _ => 1,
    }
}
