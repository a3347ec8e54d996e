//! Expressions: from the tree to numbers and conditions over slots.

use std::collections::BTreeSet;

use super::scope::{Scope, Value};
use crate::diagnostic::{Diagnostic, Mistakes, Span, nearest};
use crate::ir::{Condition, Expr, Number, Program, Relation, Set, Slot};
use crate::linear::Interval;
use crate::syntax::{Expr as Tree, ExprKind, Level, Name, Operator};

/// A name that a move brings in: a choice, or a primed name.
pub(super) struct NewName {
    /// With its prime, if it has one.
    pub(super) text: String,
    /// The number of the position that it stands for after the move.
    pub(super) primed: Option<Slot>,
    /// Where it was first seen.
    pub(super) span: Span,
}

/// Lowers expressions, telling mistakes to the report.
pub(super) struct Lower<'a> {
    pub(super) scope: &'a Scope,
    pub(super) report: &'a mut Mistakes,
    /// The names of the move, in the order of appearance; `None` outside of moves, where there are none.
    pub(super) names: Option<Vec<NewName>>,
    /// May the heap itself be mentioned?
    sees_heap: bool,
    /// How many parts have been written a second time.
    copied: usize,
}

/// No more parts of a line are written twice: an `abs` within an `abs` doubles them again.
const MOST_COPIED: usize = 2_000;

impl<'a> Lower<'a> {
    /// For what is said of a position.
    pub(super) fn new(scope: &'a Scope, report: &'a mut Mistakes) -> Lower<'a> {
        Lower { scope, report, names: None, sees_heap: true, copied: 0 }
    }

    /// For what is said of a move.
    pub(super) fn of_move(scope: &'a Scope, report: &'a mut Mistakes) -> Lower<'a> {
        Lower { names: Some(Vec::new()), ..Lower::new(scope, report) }
    }

    /// For what is said of heaps before one is chosen: how many a move may change, who wins at the end.
    pub(super) fn of_all(scope: &'a Scope, report: &'a mut Mistakes) -> Lower<'a> {
        Lower { sees_heap: !scope.is_many(), ..Lower::new(scope, report) }
    }

    /// The slot of a name of the move, which may be new; `None` outside of moves.
    fn slot_of_name(&mut self, text: String, primed: Option<Slot>, span: Span) -> Option<Expr> {
        let names = self.names.as_mut()?;
        let place = names.iter().position(|name| name.text == text).unwrap_or_else(|| {
            names.push(NewName { text, primed, span });
            names.len() - 1
        });
        Some(Expr::Slot(self.scope.shape.slots() + place))
    }

    /// A number.
    pub(super) fn number(&mut self, expr: &Tree) -> Option<Expr> {
        match &expr.kind {
            ExprKind::Number(number) => Some(Expr::Constant((*number).into())),
            ExprKind::Name { name, primed } => self.name(name, *primed, expr.span),
            ExprKind::Later { primed: false, .. } if self.scope.is_rows() => Some(Expr::Later),
            ExprKind::Negative(inner) => self.number(inner).map(negative),
            ExprKind::Binary(operator, a, b) if operator.level() >= Level::Sum => {
                self.arithmetic(*operator, a, b)
            }
            ExprKind::Call(name, arguments) => self.call(name, arguments),
            ExprKind::Aggregate(aggregate, name) => self.heaps(name).map(|()| Expr::Of(*aggregate)),
            ExprKind::If { then, condition, otherwise } => {
                let condition = self.condition(condition);
                let (then, otherwise) = (self.number(then), self.number(otherwise));
                Some(Expr::If(Box::new(condition?), Box::new(then?), Box::new(otherwise?)))
            }
            ExprKind::Parentheses(inner) => self.number(inner),
            ExprKind::Missing => None,
            _ => self.wrong_kind(expr, "this is not a number", "it is a condition"),
        }
    }

    fn wrong<T>(&mut self, span: Span, message: &str, label: &str) -> Option<T> {
        self.report.refuse(Diagnostic::error(span, message).label(label))
    }

    /// Reports something else than what belongs there; the label says what it is, unless that is plain.
    fn wrong_kind<T>(&mut self, expr: &Tree, message: &str, label: &str) -> Option<T> {
        let label = match &expr.kind {
            ExprKind::Winner(_) => "a winner is allowed in an `end` line only",
            ExprKind::Nothing | ExprKind::All(..) => {
                "this can only be what a heap becomes: `h' = …`"
            }
            ExprKind::Later { .. } => "`later` belongs to `rows`, on the left of `=` with a prime",
            _ => label,
        };
        self.wrong(expr.span, message, label)
    }

    /// All of them as numbers; the mistakes of all are reported.
    pub(super) fn numbers<'e>(
        &mut self,
        all: impl IntoIterator<Item = &'e Tree>,
    ) -> Option<Vec<Expr>> {
        let numbers: Vec<Option<Expr>> = all.into_iter().map(|one| self.number(one)).collect();
        numbers.into_iter().collect()
    }

    fn name(&mut self, name: &str, primed: bool, span: Span) -> Option<Expr> {
        if primed {
            return self.primed(name, span);
        }
        if let Some(slot) = self.scope.slot(name) {
            if self.sees_heap {
                return Some(Expr::Slot(slot));
            }
            let message = format!("`{name}` is one heap, and none is chosen here");
            let help = format!("write `sum {name}`, `count {name}` or `greatest {name}`");
            return self.report.refuse(Diagnostic::error(span, message).help(help));
        }
        match self.scope.parameters.get(name) {
            Some(Some(Value::Number(number))) => Some(Expr::Constant(*number)),
            Some(Some(Value::Set(_))) => self.report.refuse(
                Diagnostic::error(span, format!("`{name}` is a set"))
                    .label("a number was expected")
                    .help(format!("choose an element of it: `s in {name}`")),
            ),
            Some(None) => None,
            None => self.slot_of_name(name.to_owned(), None, span).or_else(|| {
                let known = self.scope.known();
                let mistake = Diagnostic::error(span, format!("`{name}` is not known here"))
                    .help(format!("known: {}", known.join(", ")));
                self.report.refuse(mistake.perhaps(nearest(name, known)))
            }),
        }
    }

    fn primed(&mut self, name: &str, span: Span) -> Option<Expr> {
        let Some(slot) = self.scope.slot(name) else {
            let known = self.scope.shape.names();
            let message = format!("no number of the position is called `{name}`");
            let mistake = Diagnostic::error(span, message)
                .help(format!("only {} can have a prime", known.join(", ")));
            let near = nearest(name, known).map(|near| format!("{near}'"));
            return self.report.refuse(mistake.perhaps(near));
        };
        self.slot_of_name(format!("{name}'"), Some(slot), span).or_else(|| {
            self.report.refuse(
                Diagnostic::error(span, format!("`{name}'` is the number after a move"))
                    .label("there is no move here")
                    .help(format!("write `{name}`"))
                    .replace_by(name),
            )
        })
    }

    fn arithmetic(&mut self, operator: Operator, a: &Tree, b: &Tree) -> Option<Expr> {
        let (left, right) = (self.number(a), self.number(b));
        let (left, right) = (Box::new(left?), right?);
        let whole = match (operator, right) {
            (Operator::Div, Expr::Constant(by @ 1..)) => Expr::Quotient(left, by),
            (Operator::Mod, Expr::Constant(by @ 1..)) => Expr::Remainder(left, by),
            (Operator::Plus, right) => Expr::Sum(left, Box::new(right)),
            (Operator::Minus, right) => Expr::Difference(left, Box::new(right)),
            (Operator::Times, right) => Expr::Product(left, Box::new(right)),
            (Operator::Xor, right) => Expr::Xor(left, Box::new(right)),
            _ => return self.report.refuse(
                Diagnostic::error(b.span, "only positive numbers can divide")
                    .label("expected a number or a parameter")
                    .help(
                        "for a divisor that changes, choose the quotient: `q >= 0, a = q * b + r`",
                    ),
            ),
        };
        Some(fold(whole))
    }

    fn call(&mut self, name: &Name, arguments: &[Tree]) -> Option<Expr> {
        let mut lowered = self.numbers(arguments)?;
        if name.text != "abs" {
            lowered.dedup();
        }
        match (name.text.as_str(), lowered.len()) {
            ("min" | "max", 1) => lowered.pop(),
            ("min", 1..) => Some(Expr::Least(lowered)),
            ("max", 1..) => Some(Expr::Greatest(lowered)),
            ("abs", 1) => {
                lowered.push(negative(self.copy(&lowered[0], name.span)?));
                Some(Expr::Greatest(lowered))
            }
            ("abs", _) | ("min" | "max", 0) => {
                let message = format!("`{}` is given {} numbers", name.text, lowered.len());
                self.wrong(name.span, &message, "expected one number")
            }
            (other, _) => {
                let message = format!("no function is called `{other}`");
                let mistake = Diagnostic::error(name.span, message);
                let mistake = mistake.help("the functions are min, max and abs");
                let replacement = nearest(other, ["min", "max", "abs"]).map(str::to_owned);
                self.report.refuse(Diagnostic { replacement, ..mistake })
            }
        }
    }

    /// The name must be that of the heaps.
    fn heaps(&mut self, name: &Name) -> Option<()> {
        if self.scope.is_many() && self.scope.slot(&name.text).is_some() {
            return Some(());
        }
        let known = self.scope.shape.names().join(", ");
        let help = if self.scope.is_many() {
            format!("the heaps are called `{known}`")
        } else {
            format!("a position here is {known}; only `heaps`, `coins` and `rows` can be many")
        };
        let message = format!("`{}` does not name heaps", name.text);
        self.report.refuse(Diagnostic::error(name.span, message).help(help))
    }

    /// A condition.
    pub(super) fn condition(&mut self, expr: &Tree) -> Option<Condition> {
        match &expr.kind {
            ExprKind::Truth(truth) => Some(Condition::Truth(*truth)),
            ExprKind::Chain(first, links) => self.chain(first, links),
            ExprKind::In(number, set) => self.member(number, set),
            ExprKind::Not(inner) => Some(Condition::Not(Box::new(self.condition(inner)?))),
            ExprKind::Binary(operator, a, b) if operator.level() < Level::Sum => {
                let (a, b) = (self.condition(a), self.condition(b));
                let join = if *operator == Operator::And { Condition::All } else { Condition::Any };
                Some(join(vec![a?, b?]))
            }
            ExprKind::Distinct { nonzero, name } => {
                self.all_heaps(name, expr.span).map(|()| Condition::Distinct { nonzero: *nonzero })
            }
            ExprKind::Falling(name) => self.all_heaps(name, expr.span).map(|()| Condition::Falling),
            ExprKind::Parentheses(inner) => self.condition(inner),
            ExprKind::Missing => None,
            _ => {
                let label = "it is a number; compare it with something";
                self.wrong_kind(expr, "this is not a condition", label)
            }
        }
    }

    /// The name must be that of the heaps, in something that is said of positions and not of moves.
    fn all_heaps(&mut self, name: &Name, span: Span) -> Option<()> {
        self.heaps(name)?;
        if self.names.is_none() {
            return Some(());
        }
        let help = "move it to a `legal` line: the position after the move must be legal too";
        let mistake = Diagnostic::error(span, "this is said of positions, not of moves");
        self.report.refuse(mistake.help(help))
    }

    fn chain(&mut self, first: &Tree, links: &[(Relation, Tree)]) -> Option<Condition> {
        let sides: Vec<&Tree> =
            [first].into_iter().chain(links.iter().map(|link| &link.1)).collect();
        let numbers = self.numbers(sides.iter().copied())?;
        let mut comparisons = Vec::new();
        for (place, (relation, _)) in links.iter().enumerate() {
            let [a, b] = [&numbers[place], &numbers[place + 1]];
            #[cfg(feature = "facts")]
            self.doubt(*relation, [a, b], [sides[place], sides[place + 1]]);
            let a = if place == 0 { a.clone() } else { self.copy(a, sides[place].span)? };
            comparisons.push(Condition::Compare(*relation, a, b.clone()));
        }
        match comparisons.len() {
            1 => comparisons.pop(),
            _ => Some(Condition::All(comparisons)),
        }
    }

    fn member(&mut self, number: &Tree, set: &Tree) -> Option<Condition> {
        let lowered = self.number(number);
        match &set.kind {
            ExprKind::Range(low, high) => {
                let (low, high) = (self.number(low), self.number(high));
                self.between(low?, lowered?, high?, number.span)
            }
            ExprKind::Braces(_) => {
                let set = constant_set(set, self.report);
                self.member_of(lowered?, set?, number.span)
            }
            ExprKind::Name { name, .. } => match self.scope.parameters.get(name) {
                Some(Some(Value::Set(set))) => self.member_of(lowered?, set.clone(), number.span),
                Some(None) => None,
                // A parameter whose name follows `in` is a set, or its value has been refused.
                Some(Some(Value::Number(_))) | None => {
                    let sets = self.scope.parameters.iter();
                    let sets = sets.filter(|(_, value)| matches!(value, Some(Value::Set(_))));
                    let near = nearest(name, sets.map(|(name, _)| name.as_str()));
                    let message = format!("no set is called `{name}`");
                    let mistake = Diagnostic::error(set.span, message).help(
                        "name it in the first line, such as `game take(S)`, or write {1, 3, 4} or 1 .. 4",
                    );
                    self.report.refuse(mistake.perhaps(near))
                }
            },
            _ => self.wrong_kind(set, "this is not a set", "expected a set"),
        }
    }

    /// A number lies between two others, or is one of them.
    fn between(&mut self, low: Expr, number: Expr, high: Expr, span: Span) -> Option<Condition> {
        let copy = self.copy(&number, span)?;
        Some(Condition::All(vec![
            Condition::Compare(Relation::AtMost, low, copy),
            Condition::Compare(Relation::AtMost, number, high),
        ]))
    }

    /// A number lies in a set; a set without gaps is an interval.
    fn member_of(&mut self, number: Expr, set: Set, span: Span) -> Option<Condition> {
        match (&set.finite[..], set.tail) {
            ([], Some((from, 1))) => {
                Some(Condition::Compare(Relation::AtMost, Expr::Constant(from), number))
            }
            ([low, .., high], None) if high - low + 1 == set.finite.len() as Number => {
                self.between(Expr::Constant(*low), number, Expr::Constant(*high), span)
            }
            _ => Some(Condition::Member(number, set)),
        }
    }

    /// A second copy of a number, if that does not make the line too long.
    fn copy(&mut self, number: &Expr, span: Span) -> Option<Expr> {
        let was_reported = self.copied > MOST_COPIED;
        self.copied += number.nodes();
        if self.copied <= MOST_COPIED {
            return Some(number.clone());
        }
        if !was_reported {
            let mistake = Diagnostic::error(span, "this line is too long when it is written out");
            let help = "nest `abs`, `in` and chains of comparisons less deeply";
            let label = format!("more than {MOST_COPIED} parts occur twice");
            self.report.tell(mistake.label(label).help(help));
        }
        None
    }
}

/// The difference, worked out as far as it can be.
pub(super) fn difference_of(a: Expr, b: Expr) -> Expr {
    fold(Expr::Difference(Box::new(a), Box::new(b)))
}

fn negative(number: Expr) -> Expr {
    difference_of(Expr::Constant(0), number)
}

/// A set in braces, whose elements are numbers.
pub(super) fn constant_set(set: &Tree, report: &mut Mistakes) -> Option<Set> {
    let elements = match &set.kind {
        ExprKind::Braces(elements) => elements,
        ExprKind::Range(low, high) => return constant_range(low, high, set.span, report),
        _ => return None,
    };
    let mut finite = BTreeSet::new();
    let mut tail = None;
    for element in elements {
        let ExprKind::Number(from) = element.from.kind else {
            if element.from.kind != ExprKind::Missing {
                report.tell(
                    Diagnostic::error(element.from.span, "the elements of a set are numbers")
                        .help("write such as {1, 3, 4}, {2+} or {4+2k}"),
                );
            }
            return None;
        };
        match (element.step, tail) {
            (None, _) => drop(finite.insert(Number::from(from))),
            (Some(step), None) => tail = Some((Number::from(from), Number::from(step.max(1)))),
            (Some(_), Some(_)) => {
                return report.refuse(
                    Diagnostic::error(element.from.span, "only one progression can be given")
                        .help("write the others in a move of their own"),
                );
            }
        }
    }
    let progression = Set { finite: Vec::new(), tail };
    finite.retain(|number| !progression.contains(*number));
    Some(Set { finite: finite.into_iter().collect(), tail })
}

/// The numbers from the one to the other.
fn constant_range(low: &Tree, high: &Tree, span: Span, report: &mut Mistakes) -> Option<Set> {
    const MOST: u64 = 100_000;
    let (low, high) = match (&low.kind, &high.kind) {
        (ExprKind::Number(low), ExprKind::Number(high)) => (*low, *high),
        (ExprKind::Missing, _) | (_, ExprKind::Missing) => return None,
        _ => {
            let mistake = Diagnostic::error(span, "the ends of a preset are numbers");
            return report.refuse(mistake.help("write such as 1 .. 4"));
        }
    };
    if high.saturating_sub(low) >= MOST {
        let mistake = Diagnostic::error(span, format!("a preset has at most {MOST} elements"));
        return report.refuse(mistake.help("all numbers from 2 are {2+}"));
    }
    Some(Set { finite: (low..=high).map(Number::from).collect(), tail: None })
}

/// Constants put together, as far as they stay within what a position may hold.
pub(super) fn fold(expr: Expr) -> Expr {
    use Expr::{Constant, Difference, Product, Quotient, Remainder, Sum};
    let known = |part: &Expr| match part {
        Constant(number) => Some(Interval::of(*number)),
        _ => None,
    };
    let are_known = match &expr {
        Sum(a, b) | Difference(a, b) | Product(a, b) => known(a).and(known(b)).is_some(),
        Quotient(a, _) | Remainder(a, _) => known(a).is_some(),
        _ => false,
    };
    match expr {
        _ if are_known => {
            let value = Interval::of_operation(&expr, |part| known(part).unwrap_or(Interval::ALL));
            let number = value.and_then(Interval::single);
            number.filter(|number| number.abs() <= Program::LARGEST).map_or(expr, Constant)
        }
        Sum(a, b) if *a == Constant(0) => *b,
        Sum(a, b) | Difference(a, b) if *b == Constant(0) => *a,
        Product(a, b) if *a == Constant(1) => *b,
        Product(a, b) if *b == Constant(1) => *a,
        _ => expr,
    }
}
