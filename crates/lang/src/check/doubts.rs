//! Warnings that need proofs.

use super::lower::Lower;
use crate::diagnostic::{Diagnostic, Mistakes};
use crate::evaluate::never_holds;
use crate::ir::{Expr, Program, Relation, Shape};
use crate::linear::Interval;
use crate::syntax::{Expr as Tree, File, ItemKind};
use crate::{facts, print};

/// What is allowed but hardly meant: moves that are never possible (if no condition of theirs was found that never
/// holds), and play that may go on for ever.
pub(super) fn doubts(file: &File, program: &Program, report: &mut Mistakes) {
    for (one, never) in program.moves.iter().zip(facts::never_possible_moves(program)) {
        if never && !report.has_told_of(one.span) {
            report.tell(
                Diagnostic::warning(one.span, "this move is never possible")
                    .label("its conditions and the legal positions exclude each other")
                    .help("compare the clauses with the `legal` line, or leave the move out"),
            );
        }
    }
    if program.loopy || facts::measure(program).is_some() {
        return;
    }
    let place = file.span_of(|kind| matches!(kind, ItemKind::Move { .. }));
    let what = match &program.shape {
        Shape::Named(_) => "no number or sum of numbers was found that falls with every move",
        Shape::Many(..) => "a move may leave heaps that are not smaller than the chosen one",
    };
    report.tell(
        Diagnostic::warning(place, "play may go on for ever")
            .label(what)
            .help("add a line `loopy` if this is meant: outcomes may then be draws"),
    );
}

impl Lower<'_> {
    /// Warns of a comparison that never holds, with what the numbers can be. (Two constants are compared on purpose:
    /// one is a parameter.)
    pub(super) fn doubt(&mut self, relation: Relation, numbers: [&Expr; 2], sides: [&Tree; 2]) {
        let is_constant = |number: &Expr| matches!(number, Expr::Constant(_));
        if numbers.into_iter().all(is_constant) {
            return;
        }
        let names = self.names.as_deref().unwrap_or_default();
        let of_position = std::iter::repeat_n(true, self.scope.shape.slots());
        let slots = of_position.chain(names.iter().map(|name| name.primed.is_some()));
        let Some(ranges) = never_holds(relation, numbers, &slots.collect::<Vec<_>>()) else {
            return;
        };
        let told = numbers.into_iter().zip(sides.into_iter().zip(ranges));
        let told = told.filter(|(number, _)| !is_constant(number)).map(|(_, (side, range))| {
            format!("`{}` is {}", print::expression(side), in_words(range))
        });
        let label = told.collect::<Vec<_>>().join(" and ");
        self.report.tell(
            Diagnostic::warning(sides[0].span.to(sides[1].span), "this never holds")
                .label(label)
                .help("write a number that it can be, or leave the condition out"),
        );
    }
}

/// What a number can be, in words.
fn in_words(Interval { low, high }: Interval) -> String {
    // A number that can be anything is in each relation to something.
    match low < -Program::LARGEST {
        false if low == high => format!("{low}"),
        false if high >= Program::LARGEST => format!("at least {low}"),
        false => format!("from {low} to {high}"),
        true => format!("at most {high}"),
    }
}
