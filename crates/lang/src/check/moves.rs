//! A move: what is chosen, which conditions its names satisfy, and what comes of it.

use std::collections::BTreeSet;

use bouton_values::Player;

use super::conjuncts;
use super::lower::{Lower, Names};
use super::report::Report;
use super::scope::Scope;
use super::solve::{Problem, Solved, solve};
use super::walk::{bare, children};
use crate::diagnostic::{Diagnostic, Span};
use crate::ir::{Becomes, Condition, Expr, Move, Relation, Select, Shape};
use crate::syntax::{self, Clause, ClauseKind, ExprKind, HowMany, Many, Operator, SetKind};

/// Lowers one move; `None` if it has mistakes.
pub(super) fn lower(
    scope: &Scope,
    legal: &[Condition],
    player: Option<Player>,
    clauses: &[Clause],
    span: Span,
    report: &mut Report,
) -> Option<Move> {
    let select = select(scope, clauses, span, report)?;
    let mut reading = Reading {
        scope,
        report,
        names: Names::default(),
        conditions: Vec::new(),
        result: None,
        later: None,
        primed: BTreeSet::new(),
    };
    let conditions = clauses.iter().filter_map(|clause| match &clause.kind {
        ClauseKind::Condition(expr) => Some(expr),
        _ => None,
    });
    let conditions: Vec<&syntax::Expr> = conditions.collect();
    conditions.iter().for_each(|expr| collect_primed(expr, &mut reading.primed));
    let read: Vec<Option<()>> = conditions.into_iter().map(|expr| reading.clause(expr)).collect();
    read.into_iter().collect::<Option<Vec<()>>>()?;
    let becomes = match (reading.becomes(span)?, &select) {
        // Each of several rows that are chosen has its own new length.
        (Becomes::Rows(new, Expr::Later), Select::Several(..)) => Becomes::Heaps(vec![new]),
        (Becomes::Rows(..), Select::Several(..)) => {
            let mistake = Diagnostic::error(span, "`later` is about the rows after one row");
            reading.report.add(mistake.help("choose `one` row, or leave `later` out"));
            return None;
        }
        (becomes, _) => becomes,
    };
    let Reading { names, conditions, .. } = reading;
    let own = match (&select, &becomes) {
        (Select::Several(..), Becomes::Heaps(_)) => {
            names.find(&format!("{}'", scope.first_coordinate()))
        }
        _ => None,
    };
    let problem = Problem { scope, legal, names: &names, own, conditions, becomes };
    let Solved { names, steps, each, becomes } = solve(problem, report)?;
    Some(Move { player, select, names, steps, each, becomes, span })
}

/// Which heaps a move acts on.
fn select(scope: &Scope, clauses: &[Clause], span: Span, report: &mut Report) -> Option<Select> {
    let mut chosen = None;
    for clause in clauses {
        let (name, amount) = match &clause.kind {
            ClauseKind::One(name) => (name, None),
            ClauseKind::Several(how_many, amount, name) => (name, Some((*how_many, amount))),
            ClauseKind::Condition(_) => continue,
        };
        let mistake = if !scope.is_many() {
            Some((
                format!("`{}` does not name heaps", name.text),
                "leave this out: a position here has fixed numbers, which a move may change all"
                    .to_owned(),
            ))
        } else if scope.slot(&name.text).is_none() {
            Some((
                format!("no heaps are called `{}`", name.text),
                format!("did you mean `{}`?", scope.first_coordinate()),
            ))
        } else if matches!(amount, Some((HowMany::Consecutive, _))) && !scope.is_rows() {
            Some((
                format!("`{}` have no order, so none of them are consecutive", name.text),
                format!("write `rows {}`: their order counts", name.text),
            ))
        } else if chosen.is_some() {
            Some((
                "heaps are chosen twice".to_owned(),
                "write `up to 2 of h` or `exactly 2 of h` for a move that changes two heaps"
                    .to_owned(),
            ))
        } else {
            None
        };
        if let Some((message, help)) = mistake {
            report.add(Diagnostic::error(clause.span, message).help(help));
            return None;
        }
        chosen = Some(match amount {
            None => Select::One,
            Some((how_many, amount)) => {
                Select::Several(how_many, Lower::new(scope, report).amount(amount)?)
            }
        });
    }
    if chosen.is_none() && scope.is_many() {
        let name = scope.first_coordinate();
        report.add(
            Diagnostic::error(span, "the move does not say which heap it changes")
                .help(format!("begin with `move one {name}, …` or `move one {name}: …`")),
        );
        return None;
    }
    Some(chosen.unwrap_or(Select::Position))
}

/// What has been read of a move.
struct Reading<'a> {
    scope: &'a Scope,
    report: &'a mut Report,
    names: Names,
    conditions: Vec<(Condition, Span)>,
    /// What the chosen heap becomes, where this is not just a number.
    result: Option<Becomes>,
    /// What each later row becomes.
    later: Option<Expr>,
    /// The names that have a prime somewhere in the move.
    primed: BTreeSet<String>,
}

impl Reading<'_> {
    fn clause(&mut self, expr: &syntax::Expr) -> Option<()> {
        if let ExprKind::And(a, b) = &bare(expr).kind {
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
                && let Some(read) = self.result(right)
            {
                return read;
            }
        }
        let condition = Lower::of_move(self.scope, self.report, &mut self.names).condition(expr)?;
        self.conditions.extend(conjuncts(condition).into_iter().map(|one| (one, expr.span)));
        Some(())
    }

    fn is_new_heap(&self, expr: &syntax::Expr) -> bool {
        let is_primed = |name: &str, primed: bool| primed && self.scope.slot(name).is_some();
        self.scope.is_many()
            && matches!(&expr.kind, ExprKind::Name { name, primed } if is_primed(name, *primed))
    }

    /// `h' = …` where this is more than a number: heaps side by side, none, a run of them.
    fn result(&mut self, right: &syntax::Expr) -> Option<Option<()>> {
        let becomes = match &right.kind {
            ExprKind::Nothing => Becomes::Heaps(Vec::new()),
            ExprKind::All(first, last) => {
                let mut lower = Lower::of_move(self.scope, self.report, &mut self.names);
                let (first, last) = (lower.number(first), lower.number(last));
                let Some((first, last)) = first.zip(last) else { return Some(None) };
                Becomes::Run(first, last)
            }
            ExprKind::Arithmetic(Operator::Plus, ..) => return self.side_by_side(right),
            _ => return None,
        };
        Some(self.set_result(becomes, right.span))
    }

    fn set_result(&mut self, becomes: Becomes, span: Span) -> Option<()> {
        if self.result.is_some() {
            self.report.add(
                Diagnostic::error(span, "the move says twice what the heap becomes")
                    .help("write two moves, a line each"),
            );
            return None;
        }
        self.result = Some(becomes);
        Some(())
    }

    /// `h' = a + b`: two heaps if both are names of the move, a number if none is.
    fn side_by_side(&mut self, right: &syntax::Expr) -> Option<Option<()>> {
        let mut summands = Vec::new();
        collect_summands(right, &mut summands);
        let is_choice = |expr: &&syntax::Expr| match &expr.kind {
            ExprKind::Name { name, primed: false } => {
                self.scope.slot(name).is_none() && !self.scope.parameters.contains_key(name)
            }
            _ => false,
        };
        match summands.iter().filter(|one| is_choice(one)).count() {
            0 => return None,
            some if some < summands.len() => {
                self.report.add(
                    Diagnostic::error(right.span, "one heap or several?")
                        .label("heaps side by side are plain names: a + b")
                        .help(
                            "write `h' = a + b where b = …` for heaps side by side, or put one heap in \
                             parentheses: `h' = (h + k)`",
                        ),
                );
                return Some(None);
            }
            _ => {}
        }
        let mut lower = Lower::of_move(self.scope, self.report, &mut self.names);
        let parts: Vec<Option<Expr>> = summands.iter().map(|one| lower.number(one)).collect();
        let parts: Option<Vec<Expr>> = parts.into_iter().collect();
        Some(parts.and_then(|parts| self.set_result(Becomes::Heaps(parts), right.span)))
    }

    fn later_rows(&mut self, name: &syntax::Name, right: &syntax::Expr) -> Option<()> {
        let is_rows =
            matches!(&self.scope.shape, Shape::Many(Many::Rows, known) if *known == name.text);
        if !is_rows {
            self.report.add(
                Diagnostic::error(name.span, "only `rows` have later ones")
                    .help("declare the position as `rows h`, in which the order counts"),
            );
            return None;
        }
        let lowered = Lower::of_move(self.scope, self.report, &mut self.names).number(right)?;
        if self.later.replace(lowered).is_some() {
            self.report.add(Diagnostic::error(name.span, "the later rows are changed twice"));
            return None;
        }
        Some(())
    }

    /// What comes of the move, in terms of all its names.
    fn becomes(&mut self, span: Span) -> Option<Becomes> {
        let slots = self.scope.slots();
        let after = |slot: usize| {
            let place = self.names.list.iter().position(|name| name.primed == Some(slot));
            place.map(|place| Expr::Slot(slots + place))
        };
        if self.scope.is_many() {
            let whole = after(0);
            return match (self.result.take(), self.later.take(), whole) {
                (Some(result), None, None) => Some(result),
                (None, None, Some(new)) => match self.scope.shape {
                    Shape::Many(Many::Rows, _) => Some(Becomes::Rows(new, Expr::Later)),
                    _ => Some(Becomes::Heaps(vec![new])),
                },
                (None, Some(later), Some(new)) => Some(Becomes::Rows(new, later)),
                (None, _, None) => self.changes_nothing(span),
                (Some(_), ..) => {
                    self.report.add(
                        Diagnostic::error(span, "the move says twice what the heap becomes")
                            .help("a heap that is split, removed or becomes a run has no other condition on its prime"),
                    );
                    None
                }
            };
        }
        let new: Vec<Option<Expr>> = (0..slots).map(after).collect();
        if new.iter().all(Option::is_none) {
            return self.changes_nothing(span);
        }
        let numbers = new.into_iter().enumerate();
        let numbers = numbers.map(|(slot, new)| new.unwrap_or(Expr::Slot(slot)));
        Some(Becomes::Position(numbers.collect()))
    }

    fn changes_nothing(&mut self, span: Span) -> Option<Becomes> {
        let name = self.scope.first_coordinate();
        self.report.add(
            Diagnostic::error(span, "the move changes nothing")
                .label("no name has a prime")
                .help(format!("say what the position is after the move: `{name}' = …`")),
        );
        None
    }

    /// `n = n - k` and `rate in rate - 1 .. rate + 1` lack a prime, unless the move says elsewhere what the number
    /// becomes: then this is a condition on it.
    fn must_have_prime(&mut self, expr: &syntax::Expr) -> Option<()> {
        let (left, others) = match &expr.kind {
            ExprKind::Chain(left, links) if matches!(links[..], [(Relation::Equal, _)]) => {
                (&**left, vec![&links[0].1])
            }
            ExprKind::In(left, set) => match &set.kind {
                SetKind::Range(low, high) => (&**left, vec![&**low, &**high]),
                _ => return Some(()),
            },
            _ => return Some(()),
        };
        let ExprKind::Name { name, primed: false } = &left.kind else { return Some(()) };
        let is_changed = self.primed.contains(name);
        if self.scope.slot(name).is_none()
            || is_changed
            || !others.iter().any(|other| mentions(other, name))
        {
            return Some(());
        }
        self.report.add(
            Diagnostic::error(left.span, format!("`{name}` is the number before the move"))
                .label("a prime is missing")
                .help(format!("write `{name}'` for the number after the move"))
                .replace_by(format!("{name}'")),
        );
        None
    }
}

/// Adds the names that have a prime.
fn collect_primed(expr: &syntax::Expr, into: &mut BTreeSet<String>) {
    if let ExprKind::Name { name, primed: true } = &expr.kind {
        into.insert(name.clone());
    }
    children(expr).into_iter().for_each(|child| collect_primed(child, into));
}

/// Is the number before the move mentioned?
fn mentions(expr: &syntax::Expr, wanted: &str) -> bool {
    match &expr.kind {
        ExprKind::Name { name, primed } => name == wanted && !primed,
        _ => children(expr).into_iter().any(|child| mentions(child, wanted)),
    }
}

fn collect_summands<'a>(expr: &'a syntax::Expr, into: &mut Vec<&'a syntax::Expr>) {
    match &expr.kind {
        ExprKind::Arithmetic(Operator::Plus, a, b) => {
            collect_summands(a, into);
            collect_summands(b, into);
        }
        _ => into.push(expr),
    }
}
