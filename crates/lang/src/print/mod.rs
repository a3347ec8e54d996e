//! Lays a rule text out in the usual way.
//!
//! A text is printed from its tree alone, so two texts with the same tree look the same. What the tree keeps of
//! the layout are comments (on lines of their own, or after a line) and blank lines, of which one stays.
//! Comments between the parts of a line move before it.

mod expressions;

use bouton_values::Player;

use self::expressions::{right_of, write};
use crate::syntax::{
    Clause, ClauseKind, Comment, Declaration, Expr, ExprKind, File, HowMany, Item, ItemKind, Joint,
    Level, Operator,
};

/// Lines are broken where they would be longer, if they can be broken.
const WIDTH: usize = 100;

/// How far the lines that continue another one are indented, and how wide the words are that begin a line, at least:
/// where a longer word begins a line, all others are as wide.
const INDENT: usize = 9;

/// The text of a tree in the usual layout. [`fn@crate::parse`] reads back the same tree, but for the places.
///
/// ```
/// let (tree, _) = bouton_lang::parse("game nim; heaps h; move one of h:0≤h′<h # Bouton, 1901");
/// let text = "game nim\nheaps    h\nmove     one h: 0 <= h' < h  # Bouton, 1901\n";
/// assert_eq!(bouton_lang::print(&tree), text);
/// ```
#[must_use]
pub fn print(file: &File) -> String {
    let mut page = Page { text: String::new(), blanks: &file.blanks, end: 0 };
    let mut comments = file.comments.iter().peekable();
    let words = file.items.iter().map(|item| word(&item.kind).len() + 1);
    let indent = words.max().unwrap_or(0).max(INDENT);
    for (place, item) in file.items.iter().enumerate() {
        while let Some(comment) = comments.next_if(|comment| comment.span.start < item.span.start) {
            page.comment(comment);
        }
        page.gap(item.span.start);
        while let Some(comment) = comments.next_if(|comment| comment.span.start < item.span.end) {
            page.line(&comment.text);
        }
        page.end = item.span.end;
        page.line(&broken(item, indent));
        let next = file.items.get(place + 1).map_or(usize::MAX, |next| next.span.start);
        let follows = |comment: &&Comment| !comment.own_line && comment.span.start < next;
        if let Some(comment) = comments.next_if(follows) {
            page.after(comment);
        }
    }
    comments.for_each(|comment| page.comment(comment));
    page.text
}

/// The text of an expression.
#[cfg(feature = "facts")]
pub(crate) fn expression(expr: &Expr) -> String {
    write(expr, Level::Or)
}

/// The text of a tree in one line, with `; ` between its lines and without comments.
///
/// ```
/// let (tree, _) = bouton_lang::parse("game nim\nheaps h\nmove one h: h' < h");
/// assert_eq!(bouton_lang::print_inline(&tree), "game nim; heaps h; move one h: h' < h");
/// ```
#[must_use]
pub fn print_inline(file: &File) -> String {
    let line = |item: &Item| {
        let words = std::iter::once(word(&item.kind).to_owned()).chain(parts(&item.kind));
        words.collect::<Vec<_>>().join(" ")
    };
    file.items.iter().map(line).collect::<Vec<_>>().join("; ")
}

/// What has been printed.
struct Page<'f> {
    text: String,
    blanks: &'f [usize],
    /// Where in the source what was printed last ends.
    end: usize,
}

impl Page<'_> {
    fn line(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }

    /// A blank line, if there was one before what starts here.
    fn gap(&mut self, start: usize) {
        let next = self.blanks.partition_point(|blank| *blank < self.end);
        if self.blanks.get(next).is_some_and(|blank| *blank < start) && !self.text.is_empty() {
            self.text.push('\n');
        }
    }

    fn comment(&mut self, comment: &Comment) {
        self.gap(comment.span.start);
        self.end = comment.span.end;
        self.line(&comment.text);
    }

    fn after(&mut self, comment: &Comment) {
        self.end = comment.span.end;
        self.text.pop();
        self.line(&format!("  {}", comment.text));
    }
}

/// A line, broken between its parts if it is long.
fn broken(item: &Item, indent: usize) -> String {
    let word = word(&item.kind);
    let mut text = match item.kind {
        ItemKind::Game { .. } => word.to_owned(),
        _ => format!("{word:<width$}", width = indent - 1),
    };
    let mut column = text.len();
    for (place, part) in parts(&item.kind).iter().enumerate() {
        if place > 0 && column + 1 + part.len() > WIDTH {
            text += "\n";
            text += &" ".repeat(indent);
            column = indent;
        } else {
            text += " ";
            column += 1;
        }
        text += part;
        column += part.len();
    }
    text.truncate(text.trim_end().len());
    text
}

/// The word that begins a line.
fn word(kind: &ItemKind) -> &'static str {
    match kind {
        ItemKind::Game { .. } => "game",
        ItemKind::Position(_) => "position",
        ItemKind::Many(many, _) => many.text(),
        ItemKind::Legal(_) => "legal",
        ItemKind::Move { player: None, .. } => "move",
        ItemKind::Move { player: Some(Player::Left), .. } => "left move",
        ItemKind::Move { player: Some(Player::Right), .. } => "right move",
        ItemKind::End(_) => "end",
        ItemKind::Loopy => "loopy",
    }
}

/// What follows it, in parts between which the line can be broken.
fn parts(kind: &ItemKind) -> Vec<String> {
    match kind {
        ItemKind::Game { name, parameters } => game(&name.text, parameters),
        ItemKind::Position(coordinates) => listed(coordinates.iter().map(declaration)),
        ItemKind::Many(_, name) => vec![name.text.clone()],
        ItemKind::Legal(condition) => conditions(condition),
        ItemKind::Move { clauses, .. } => joined(clauses),
        ItemKind::End(winner) => choices(winner),
        ItemKind::Loopy => Vec::new(),
    }
}

/// Parts with commas after all but the last.
fn listed(parts: impl Iterator<Item = String>) -> Vec<String> {
    let mut parts: Vec<String> = parts.collect();
    let last = parts.len().saturating_sub(1);
    parts[..last].iter_mut().for_each(|part| part.push(','));
    parts
}

fn game(name: &str, parameters: &[Declaration]) -> Vec<String> {
    let mut parts = listed(parameters.iter().map(declaration));
    let Some(last) = parts.last_mut() else { return vec![name.to_owned()] };
    last.push(')');
    parts[0].insert_str(0, &format!("{name}("));
    parts
}

fn declaration(declaration: &Declaration) -> String {
    let name = &declaration.name.text;
    match &declaration.default {
        None => name.clone(),
        Some(default) => format!("{name} = {}", write(default, Level::Choice)),
    }
}

/// The parts of a move. Commas and colons end a part; `where` and `if` begin one.
fn joined(clauses: &[Clause]) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for clause in clauses {
        let (joint, text) = (clause.joint.text(), clause_text(&clause.kind));
        match (clause.joint, parts.last_mut()) {
            (Joint::Where | Joint::If, _) => parts.push(format!("{joint} {text}")),
            (_, last) => {
                last.into_iter().for_each(|last| last.push_str(joint));
                parts.push(text);
            }
        }
    }
    parts
}

fn clause_text(kind: &ClauseKind) -> String {
    match kind {
        ClauseKind::One(name) => format!("one {}", name.text),
        ClauseKind::Several(how_many, count, name) => {
            let (before, after) = match how_many {
                HowMany::UpTo => ("up to ", ""),
                HowMany::Exactly => ("exactly ", ""),
                HowMany::Consecutive => ("", " consecutive"),
            };
            format!("{before}{}{after} of {}", write(count, Level::Sum), name.text)
        }
        ClauseKind::Condition(condition) => write(condition, Level::Or),
    }
}

/// A condition, with places to break it before each outermost `and` or `or`.
fn conditions(condition: &Expr) -> Vec<String> {
    let mut parts = Vec::new();
    let (mut rest, mut least) = (condition, Level::Or);
    while let ExprKind::Binary(operator @ (Operator::And | Operator::Or), left, right) = &rest.kind
        // A tree that was not read may have an `or` below an `and`: it needs brackets.
        && operator.level() >= least
    {
        parts.push(format!("{} {}", operator.text(), write(right, right_of(*operator))));
        (rest, least) = (left, operator.level());
    }
    parts.push(write(rest, least));
    parts.reverse();
    parts
}

/// A choice of winners, with places to break it before each `else`.
fn choices(winner: &Expr) -> Vec<String> {
    let mut parts = Vec::new();
    let mut before = "";
    let mut rest = winner;
    while let ExprKind::If { then, condition, otherwise } = &rest.kind {
        let (then, condition) = (write(then, Level::Sum), write(condition, Level::Or));
        parts.push(format!("{before}{then} if {condition}"));
        before = "else ";
        rest = otherwise;
    }
    parts.push(format!("{before}{}", write(rest, Level::Choice)));
    parts
}
