//! No number that a program works out may leave ±2¹²⁶, whatever the position.

use std::cell::Cell;
use std::ops::ControlFlow::{self, Continue};

use crate::diagnostic::{Diagnostic, Mistakes};
use crate::ir::{Bound, Condition, Expr, Move, Node, Number, Program, Select, Set, Shape, Step};
use crate::linear::Interval;
use crate::syntax::{File, ItemKind};

const LARGEST: Number = 1 << 126;

/// What a number of a position can be.
const ANY: Interval = Interval::new(0, Program::LARGEST);

/// Reports expressions that could grow too large.
pub(super) fn check(file: &File, program: &Program, report: &mut Mistakes) {
    let position =
        || Sizes { slots: vec![ANY; program.position_slots()], exceeds: Cell::new(false) };
    let (legal, end, defaults) = (position(), position(), position());
    let _ = program.legal.iter().try_for_each(|one| one.visit(&mut |node| legal.see(node)));
    let _ = program.end.visit(&mut |node| end.see(node));
    if let Shape::Named(names) = &program.shape {
        names.iter().flat_map(|(_, default)| default).for_each(|one| defaults.see_number(one));
    }
    let lines = [
        (legal, file.span_of(|kind| matches!(kind, ItemKind::Legal(_)))),
        (end, file.span_of(|kind| matches!(kind, ItemKind::End(_)))),
        (defaults, file.span_of(|kind| matches!(kind, ItemKind::Position(_)))),
    ];
    let moves = program.moves.iter().map(|one| (position().after(one), one.span));
    for (_, span) in lines.into_iter().chain(moves).filter(|(sizes, _)| sizes.exceeds.get()) {
        report.tell(
            Diagnostic::error(span, "numbers here could become too large to work with")
                .label("products of more than two numbers of a position exceed 10^37")
                .help("numbers of a position go to 10^18; multiply fewer of them"),
        );
    }
}

/// What the slots can hold.
struct Sizes {
    slots: Vec<Interval>,
    /// Was there a number that may be too large?
    exceeds: Cell<bool>,
}

impl Sizes {
    /// These sizes after the steps of a move.
    fn after(mut self, one: &Move) -> Sizes {
        self.slots.resize(self.slots.len() + one.names.len(), Interval::of(0));
        if let Select::Several(_, count) = &one.select {
            self.see_number(count);
        }
        for step in one.steps.iter().chain(&one.each) {
            let _ = step.visit(&mut |node| self.see(node));
            if let Step::Choose { slot, set, bounds } = step {
                self.slots[*slot] = self.choice(set.as_ref(), bounds);
            }
        }
        one.becomes.numbers().into_iter().for_each(|new| self.see_number(new));
        self
    }

    /// What can be chosen. On a side without a bound whose factor has a sign here there is one whose factor is not 0,
    /// and |slot| ≤ |rest| there.
    fn choice(&self, set: Option<&Set>, bounds: &[Bound]) -> Interval {
        let mut range = set.map_or(Interval::ALL, Interval::around);
        let mut most = 0;
        for Bound { factor, rest } in bounds {
            let (factor, rest) = (self.number(factor), self.number(rest));
            range = range.meet(Interval::solving(factor, rest));
            most = rest.low.saturating_abs().max(rest.high.saturating_abs()).max(most);
        }
        let low = if range.low == Number::MIN { -most } else { range.low };
        let high = if range.high == Number::MAX { most } else { range.high };
        self.within(Interval::new(low, high))
    }

    fn within(&self, value: Interval) -> Interval {
        self.exceeds.set(self.exceeds.get() || !value.is_within(LARGEST));
        value
    }

    /// Works out what a condition compares; the conditions within it are seen by themselves.
    fn see(&self, node: Node<'_>) -> ControlFlow<()> {
        match node {
            // Bounds are made of differences, less 1 perhaps.
            Node::Condition(Condition::Compare(_, a, b)) => {
                let difference = self.number(a).minus(self.number(b));
                let _ = self.within(difference.plus(Interval::new(-1, 1)));
            }
            Node::Condition(Condition::Member(a, _)) => {
                let _ = self.number(a);
            }
            _ => {}
        }
        Continue(())
    }

    fn see_number(&self, expr: &Expr) {
        let _ = expr.visit(&mut |node| self.see(node));
        let _ = self.number(expr);
    }

    fn number(&self, expr: &Expr) -> Interval {
        let value = Interval::of_operation(expr, |part| self.number(part));
        self.within(value.unwrap_or_else(|| match expr {
            Expr::Slot(slot) => self.slots[*slot],
            // Positions hold at most 2¹⁶ numbers.
            Expr::Of(_) => Interval::new(0, Program::LARGEST << 16),
            _ => ANY,
        }))
    }
}
