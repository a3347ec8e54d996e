//! From the tree to a program: names become slots, parameters values, and every choice gets its bounds.
//!
//! A move is read as a set of conditions on its new names: the choices, and the primed names of the position after
//! the move. [`moves`] eliminates the names that an equation settles and orders the others so that each has
//! bounds from what is known before it. A name for which no bounds can be proved is an error.

mod bind;
#[cfg(feature = "facts")]
mod doubts;
mod lower;
mod moves;
mod scope;
mod size;
mod solve;

pub use bind::{Argument, bind, with_stand_ins};

use crate::diagnostic::{Diagnostic, Mistakes};
use crate::ir::{Condition, End, Move, Program};
use crate::syntax::{Expr, ExprKind, File, Item, ItemKind, Winner};
use lower::Lower;
use scope::Scope;

/// Checks a tree whose parameters all have values. The program is there if there is no error.
///
/// ```
/// let (tree, mistakes) = bouton_lang::parse("game take\nheaps h\nmove one h, k in 1..2: h' = h - k");
/// assert!(mistakes.is_empty());
/// let (program, _) = bouton_lang::check(&tree);
/// let program = program.expect("no mistakes");
/// assert_eq!(program.options(&[5], bouton_values::Player::Left), [[4], [3]]);
/// ```
#[must_use]
pub fn check(file: &File) -> (Option<Program>, Vec<Diagnostic>) {
    let mut report = Mistakes::default();
    let program = Scope::read(file, &mut report).map(|scope| lower(file, &scope, &mut report));
    if let Some(program) = program.as_ref().filter(|_| !report.has_errors()) {
        size::check(file, program, &mut report);
        #[cfg(feature = "facts")]
        if !report.has_errors() {
            doubts::doubts(file, program, &mut report);
        }
    }
    let program = program.filter(|_| !report.has_errors());
    (program, report.finish())
}

fn lower(file: &File, scope: &Scope, report: &mut Mistakes) -> Program {
    let mut legal = Vec::new();
    let mut end = End::Always(Winner::Normal);
    for item in &file.items {
        match &item.kind {
            ItemKind::Legal(expr) => {
                let condition = Lower::new(scope, report).condition(expr);
                legal.extend(condition.map(conjuncts).unwrap_or_default());
            }
            ItemKind::End(expr) => end = ending(expr, scope, report).unwrap_or(end),
            _ => {}
        }
    }
    let moves = moves_of(file, scope, &legal, report);
    let loopy = file.items.iter().any(|item| item.kind == ItemKind::Loopy);
    Program { name: scope.game.clone(), shape: scope.shape.clone(), legal, moves, end, loopy }
}

/// More moves than this are not read.
const MOST_MOVES: usize = 256;

fn moves_of(file: &File, scope: &Scope, legal: &[Condition], report: &mut Mistakes) -> Vec<Move> {
    let is_move = |item: &&Item| matches!(item.kind, ItemKind::Move { .. });
    let moves: Vec<&Item> = file.items.iter().filter(is_move).collect();
    if let Some(item) = moves.get(MOST_MOVES) {
        let message = format!("the game has more than {MOST_MOVES} moves");
        let help = "join moves that differ by a number: `k in {1, 3, 4}`";
        report.tell(Diagnostic::error(item.span, message).help(help));
        return Vec::new();
    }
    if moves.is_empty() {
        let place = file.items.last().map_or_else(Default::default, |item| item.span);
        let mistake = Diagnostic::error(place, "the game has no move");
        report.tell(mistake.help("add a line such as `move k >= 1: n' = n - k`"));
    }
    moves.into_iter().filter_map(|item| moves::lower(scope, legal, item, report)).collect()
}

/// The conditions that an "and" joins.
fn conjuncts(condition: Condition) -> Vec<Condition> {
    match condition {
        Condition::All(all) => all.into_iter().flat_map(conjuncts).collect(),
        Condition::Truth(true) => Vec::new(),
        one => vec![one],
    }
}

fn ending(expr: &Expr, scope: &Scope, report: &mut Mistakes) -> Option<End> {
    match &expr.kind {
        ExprKind::Winner(winner) => Some(End::Always(*winner)),
        ExprKind::Parentheses(inner) => ending(inner, scope, report),
        ExprKind::If { then, condition, otherwise } => {
            let condition = Lower::of_all(scope, report).condition(condition);
            let then = ending(then, scope, report);
            let otherwise = ending(otherwise, scope, report);
            Some(End::If(Box::new(condition?), Box::new(then?), Box::new(otherwise?)))
        }
        // Who reads a text leaves nothing else in such a line.
        _ => None,
    }
}
