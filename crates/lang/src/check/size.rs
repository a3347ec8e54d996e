//! No number that a program works out may leave ±2¹²⁶, whatever the position.

use std::cell::Cell;

use super::report::Report;
use crate::diagnostic::{Diagnostic, Span};
use crate::ir::{Bound, Condition, End, Expr, Move, Number, Program, Select, Set, Shape, Step};
use crate::linear::Interval;
use crate::syntax::{File, ItemKind};

const LARGEST: Number = 1 << 126;

/// What a number of a position can be.
const ANY: Interval = Interval::new(0, Program::LARGEST);

/// Reports expressions that could grow too large.
pub(super) fn check(file: &File, program: &Program, report: &mut Report) {
    let place = |wanted: fn(&ItemKind) -> bool| {
        let found = file.items.iter().find(|item| wanted(&item.kind));
        found.map_or_else(Span::default, |item| item.span)
    };
    let position = || Sizes::new(program.position_slots());
    let (legal, end, defaults) = (position(), position(), position());
    program.legal.iter().for_each(|one| legal.condition(one));
    end.ending(&program.end);
    if let Shape::Named(names) = &program.shape {
        for default in names.iter().filter_map(|(_, default)| default.as_ref()) {
            let _ = defaults.number(default);
        }
    }
    let lines = [
        (legal, place(|kind| matches!(kind, ItemKind::Legal(_)))),
        (end, place(|kind| matches!(kind, ItemKind::End(_)))),
        (defaults, place(|kind| matches!(kind, ItemKind::Position(_)))),
    ];
    let moves = program.moves.iter().map(|one| (position().after(one), one.span));
    for (_, span) in lines.into_iter().chain(moves).filter(|(sizes, _)| sizes.exceeds.get()) {
        report.add(
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
    fn new(slots: usize) -> Sizes {
        Sizes { slots: vec![ANY; slots], exceeds: Cell::new(false) }
    }

    /// These sizes after the steps of a move.
    fn after(mut self, one: &Move) -> Sizes {
        self.slots.resize(self.slots.len() + one.names.len(), Interval::of(0));
        if let Select::Several(_, count) = &one.select {
            let _ = self.number(count);
        }
        for step in one.steps.iter().chain(&one.each) {
            match step {
                Step::Check(condition) => self.condition(condition),
                Step::Choose { slot, set, bounds } => {
                    self.slots[*slot] = self.choice(set.as_ref(), bounds);
                }
            }
        }
        for new in one.becomes.numbers() {
            let _ = self.number(new);
        }
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
        self.see(Interval::new(low, high))
    }

    fn see(&self, value: Interval) -> Interval {
        self.exceeds.set(self.exceeds.get() || !value.is_within(LARGEST));
        value
    }

    fn ending(&self, end: &End) {
        if let End::If(condition, then, otherwise) = end {
            self.condition(condition);
            self.ending(then);
            self.ending(otherwise);
        }
    }

    fn condition(&self, condition: &Condition) {
        match condition {
            Condition::Truth(_) | Condition::Distinct { .. } | Condition::Falling => {}
            // Bounds are made of differences, less 1 perhaps.
            Condition::Compare(_, a, b) => {
                let difference = self.number(a).minus(self.number(b));
                let _ = self.see(difference.plus(Interval::new(-1, 1)));
            }
            Condition::Member(a, _) => {
                let _ = self.number(a);
            }
            Condition::Not(one) => self.condition(one),
            Condition::All(all) | Condition::Any(all) => {
                all.iter().for_each(|one| self.condition(one));
            }
        }
    }

    fn number(&self, expr: &Expr) -> Interval {
        if let Expr::If(condition, ..) = expr {
            self.condition(condition);
        }
        let value = Interval::of_operation(expr, |part| self.number(part));
        self.see(value.unwrap_or_else(|| match expr {
            Expr::Slot(slot) => self.slots[*slot],
            // Positions hold at most 2¹⁶ numbers.
            Expr::Of(_) => Interval::new(0, Program::LARGEST << 16),
            _ => ANY,
        }))
    }
}
