//! A move: what is chosen, which conditions its names satisfy, and what comes of it.

use super::conjuncts;
use super::lower::Lower;
use super::scope::Scope;
use super::solve::Solver;
use crate::diagnostic::{Diagnostic, Mistakes, Span};
use crate::ir::{Becomes, Condition, Expr, Move, Relation, Select};
use crate::syntax::{
    Clause, ClauseKind, Expr as Tree, ExprKind, HowMany, Item, ItemKind, Name, Operator,
};

/// Lowers a line that is a move; `None` if it is none or has mistakes.
pub(super) fn lower(
    scope: &Scope,
    legal: &[Condition],
    item: &Item,
    report: &mut Mistakes,
) -> Option<Move> {
    let ItemKind::Move { player, clauses } = &item.kind else { return None };
    let (player, span) = (*player, item.span);
    let select = select(scope, clauses, span, report)?;
    let conditions = clauses.iter().filter_map(|clause| match &clause.kind {
        ClauseKind::Condition(expr) => Some(expr),
        _ => None,
    });
    let has_prime = |name: &&str| {
        let wanted = ExprKind::Name { name: (*name).to_owned(), primed: true };
        conditions.clone().any(|expr| expr.any(&mut |part| part.kind == wanted))
    };
    let unprimed = scope.shape.names().into_iter().filter(|name| !has_prime(name)).collect();
    let mut reading = Reading {
        lower: Lower::of_move(scope, report),
        conditions: Vec::new(),
        result: None,
        later: None,
        unprimed,
    };
    conditions.map(|expr| reading.clause(expr)).fold(Some(()), Option::and)?;
    let becomes = match (reading.becomes(span)?, &select) {
        // Each of several rows that are chosen has its own new length.
        (Becomes::Rows(new, Expr::Later), Select::Several(..)) => Becomes::Heaps(vec![new]),
        (Becomes::Rows(..), Select::Several(..)) => {
            let mistake = Diagnostic::error(span, "`later` is about the rows after one row");
            return report.refuse(mistake.help("choose `one` row, or leave `later` out"));
        }
        (becomes, _) => becomes,
    };
    let own = match (&select, &becomes) {
        (Select::Several(..), Becomes::Heaps(_)) => reading.slot_after(0),
        _ => None,
    };
    let Reading { lower, conditions, .. } = reading;
    let names = lower.names.unwrap_or_default();
    let (steps, each) = (Vec::new(), Vec::new());
    let one = Move { player, select, names: Vec::new(), steps, each, becomes, span };
    let solved = Solver::new(scope, legal, &names, conditions, one).solve(own);
    solved.map_err(|mistake| report.tell(mistake)).ok()
}

/// Which heaps a move acts on.
fn select(scope: &Scope, clauses: &[Clause], span: Span, report: &mut Mistakes) -> Option<Select> {
    let mut chosen = None;
    for clause in clauses {
        let (name, amount) = match &clause.kind {
            ClauseKind::One(name) => (name, None),
            ClauseKind::Several(how_many, amount, name) => (name, Some((*how_many, amount))),
            ClauseKind::Condition(_) => continue,
        };
        let is_consecutive = matches!(amount, Some((HowMany::Consecutive, _)));
        let name = &name.text;
        let mut refuse = |message: String, help: &str| {
            report.refuse(Diagnostic::error(clause.span, message).help(help))
        };
        if !scope.is_many() {
            let help =
                "leave this out: a position here has fixed numbers, which a move may change all";
            return refuse(format!("`{name}` does not name heaps"), help);
        }
        if scope.slot(name).is_none() {
            let help = format!("did you mean `{}`?", scope.first_coordinate());
            return refuse(format!("no heaps are called `{name}`"), &help);
        }
        if is_consecutive && !scope.is_rows() {
            let message = format!("`{name}` have no order, so none of them are consecutive");
            return refuse(message, &format!("write `rows {name}`: their order counts"));
        }
        if chosen.is_some() {
            let help = "write `up to 2 of h` or `exactly 2 of h` for a move that changes two heaps";
            return refuse("heaps are chosen twice".to_owned(), help);
        }
        chosen = Some(match amount {
            None => Select::One,
            Some((how_many, amount)) => {
                Select::Several(how_many, Lower::of_all(scope, report).number(amount)?)
            }
        });
    }
    if chosen.is_none() && scope.is_many() {
        let name = scope.first_coordinate();
        let mistake = Diagnostic::error(span, "the move does not say which heap it changes");
        let help = format!("begin with `move one {name}, …` or `move one {name}: …`");
        return report.refuse(mistake.help(help));
    }
    Some(chosen.unwrap_or(Select::Position))
}

/// What has been read of a move.
struct Reading<'a> {
    lower: Lower<'a>,
    conditions: Vec<Condition>,
    /// What the chosen heap becomes, where this is not just a number.
    result: Option<Becomes>,
    /// What each later row becomes.
    later: Option<Expr>,
    /// The numbers of the position whose names have no prime in the move.
    unprimed: Vec<&'a str>,
}

impl Reading<'_> {
    fn refuse<T>(&mut self, mistake: Diagnostic) -> Option<T> {
        self.lower.report.refuse(mistake)
    }

    fn clause(&mut self, expr: &Tree) -> Option<()> {
        if let ExprKind::Binary(Operator::And, a, b) = &expr.bare().kind {
            let (a, b) = (self.clause(a), self.clause(b));
            return a.and(b);
        }
        self.must_have_prime(expr)?;
        if let ExprKind::Chain(left, links) = &expr.kind
            && let [(Relation::Equal, right)] = &links[..]
        {
            if let ExprKind::Later { primed: true, name } = &left.kind {
                return self.later_rows(name, right);
            }
            if self.is_new_heap(left)
                && let Some(becomes) = self.result(right)
            {
                return match self.result.replace(becomes?) {
                    None => Some(()),
                    Some(_) => self.says_twice(right.span, "write two moves, a line each"),
                };
            }
        }
        let condition = self.lower.condition(expr)?;
        self.conditions.extend(conjuncts(condition));
        Some(())
    }

    fn is_new_heap(&self, expr: &Tree) -> bool {
        let ExprKind::Name { name, primed: true } = &expr.kind else { return false };
        self.lower.scope.is_many() && self.lower.scope.slot(name).is_some()
    }

    /// `h' = …` where this is more than a number: heaps side by side, none, a run of them.
    fn result(&mut self, right: &Tree) -> Option<Option<Becomes>> {
        match &right.kind {
            ExprKind::Nothing => Some(Some(Becomes::Heaps(Vec::new()))),
            ExprKind::All(first, last) => {
                let (first, last) = (self.lower.number(first), self.lower.number(last));
                Some(first.zip(last).map(|(first, last)| Becomes::Run(first, last)))
            }
            ExprKind::Binary(Operator::Plus, ..) => self.side_by_side(right),
            _ => None,
        }
    }

    fn says_twice<T>(&mut self, span: Span, help: &str) -> Option<T> {
        let mistake = Diagnostic::error(span, "the move says twice what the heap becomes");
        self.refuse(mistake.help(help))
    }

    /// `h' = a + b`: two heaps if both are names of the move, a number if none is.
    fn side_by_side(&mut self, right: &Tree) -> Option<Option<Becomes>> {
        let (mut summands, mut rest) = (Vec::new(), right);
        while let ExprKind::Binary(Operator::Plus, sum, last) = &rest.kind {
            summands.insert(0, &**last);
            rest = sum;
        }
        summands.insert(0, rest);
        let scope = self.lower.scope;
        let is_choice = |expr: &&&Tree| match &expr.kind {
            ExprKind::Name { name, primed: false } => {
                scope.slot(name).is_none() && !scope.parameters.contains_key(name)
            }
            _ => false,
        };
        match summands.iter().filter(is_choice).count() {
            0 => None,
            some if some < summands.len() => Some(self.refuse(
                Diagnostic::error(right.span, "one heap or several?")
                    .label("heaps side by side are plain names: a + b")
                    .help(
                        "write `h' = a + b where b = …` for heaps side by side, or put one heap in \
                         parentheses: `h' = (h + k)`",
                    ),
            )),
            _ => Some(self.lower.numbers(summands).map(Becomes::Heaps)),
        }
    }

    fn later_rows(&mut self, name: &Name, right: &Tree) -> Option<()> {
        let scope = self.lower.scope;
        if !scope.is_rows() || scope.slot(&name.text).is_none() {
            return self.refuse(
                Diagnostic::error(name.span, "only `rows` have later ones")
                    .help("declare the position as `rows h`, in which the order counts"),
            );
        }
        match self.later.replace(self.lower.number(right)?) {
            None => Some(()),
            Some(_) => {
                self.refuse(Diagnostic::error(name.span, "the later rows are changed twice"))
            }
        }
    }

    /// The slot of a number of the position after the move, if the move mentions it.
    fn slot_after(&self, slot: usize) -> Option<usize> {
        let names = self.lower.names.as_deref().unwrap_or_default();
        let place = names.iter().position(|name| name.primed == Some(slot))?;
        Some(self.lower.scope.shape.slots() + place)
    }

    /// What comes of the move, in terms of all its names.
    fn becomes(&mut self, span: Span) -> Option<Becomes> {
        let scope = self.lower.scope;
        if !scope.is_many() {
            let slots = 0..scope.shape.slots();
            if slots.clone().all(|slot| self.slot_after(slot).is_none()) {
                return self.changes_nothing(span);
            }
            let new = slots.map(|slot| Expr::Slot(self.slot_after(slot).unwrap_or(slot)));
            return Some(Becomes::Position(new.collect()));
        }
        let whole = self.slot_after(0).map(Expr::Slot);
        match (self.result.take(), self.later.take(), whole) {
            (Some(result), None, None) => Some(result),
            (None, None, Some(new)) if !scope.is_rows() => Some(Becomes::Heaps(vec![new])),
            (None, later, Some(new)) => Some(Becomes::Rows(new, later.unwrap_or(Expr::Later))),
            (None, _, None) => self.changes_nothing(span),
            (Some(_), ..) => self.says_twice(
                span,
                "a heap that is split, removed or becomes a run has no other condition on its prime",
            ),
        }
    }

    fn changes_nothing(&mut self, span: Span) -> Option<Becomes> {
        let name = self.lower.scope.first_coordinate();
        self.refuse(
            Diagnostic::error(span, "the move changes nothing")
                .label("no name has a prime")
                .help(format!("say what the position is after the move: `{name}' = …`")),
        )
    }

    /// `n = n - k` and `rate in rate - 1 .. rate + 1` lack a prime, unless the move says elsewhere what the number
    /// becomes: then this is a condition on it.
    fn must_have_prime(&mut self, expr: &Tree) -> Option<()> {
        let (left, right) = match &expr.kind {
            ExprKind::Chain(left, links) if matches!(links[..], [(Relation::Equal, _)]) => {
                (left, &links[0].1)
            }
            ExprKind::In(left, set) if matches!(set.kind, ExprKind::Range(..)) => (left, &**set),
            _ => return Some(()),
        };
        let ExprKind::Name { name, primed: false } = &left.kind else { return Some(()) };
        if !self.unprimed.contains(&&name[..]) || !right.any(&mut |part| part.kind == left.kind) {
            return Some(());
        }
        self.refuse(
            Diagnostic::error(left.span, format!("`{name}` is the number before the move"))
                .label("a prime is missing")
                .help(format!("write `{name}'` for the number after the move"))
                .replace_by(format!("{name}'")),
        )
    }
}
