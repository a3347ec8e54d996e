//! Walks through programs and replacements in them, written once: whoever asks what an expression consists of need
//! not take it apart.

use std::ops::ControlFlow::{self, Break, Continue};

use super::{Becomes, Bound, Condition, End, Expr, Move, Select, Slot, Step};

/// A number or a condition, as a walk meets it.
#[derive(Clone, Copy, Debug)]
pub enum Node<'a> {
    /// A number.
    Number(&'a Expr),
    /// A condition.
    Condition(&'a Condition),
}

/// Sees a node and says whether to go on.
type Flow<B> = ControlFlow<B>;

impl Expr {
    /// Visits the expression and all within it, the whole before its parts and these from left to right, until
    /// `see` returns a break.
    pub fn visit<'a, B>(&'a self, see: &mut impl FnMut(Node<'a>) -> Flow<B>) -> Flow<B> {
        see(Node::Number(self))?;
        match self {
            Expr::Constant(_) | Expr::Slot(_) | Expr::Later | Expr::Of(_) => Continue(()),
            Expr::Sum(a, b) | Expr::Difference(a, b) | Expr::Product(a, b) | Expr::Xor(a, b) => {
                a.visit(see)?;
                b.visit(see)
            }
            Expr::Quotient(a, _) | Expr::Remainder(a, _) => a.visit(see),
            Expr::Least(all) | Expr::Greatest(all) => all.iter().try_for_each(|one| one.visit(see)),
            Expr::If(condition, a, b) => {
                condition.visit(see)?;
                a.visit(see)?;
                b.visit(see)
            }
        }
    }

    /// The expression with other expressions in the place of those for which there is one; what is put in is not
    /// looked at again.
    #[must_use]
    pub fn replaced(&self, by: &impl Fn(&Expr) -> Option<Expr>) -> Expr {
        if let Some(other) = by(self) {
            return other;
        }
        let of = |one: &Expr| Box::new(one.replaced(by));
        match self {
            Expr::Constant(_) | Expr::Slot(_) | Expr::Later | Expr::Of(_) => self.clone(),
            Expr::Sum(a, b) => Expr::Sum(of(a), of(b)),
            Expr::Difference(a, b) => Expr::Difference(of(a), of(b)),
            Expr::Product(a, b) => Expr::Product(of(a), of(b)),
            Expr::Xor(a, b) => Expr::Xor(of(a), of(b)),
            Expr::Quotient(a, divisor) => Expr::Quotient(of(a), *divisor),
            Expr::Remainder(a, divisor) => Expr::Remainder(of(a), *divisor),
            Expr::Least(all) => Expr::Least(all.iter().map(|one| one.replaced(by)).collect()),
            Expr::Greatest(all) => Expr::Greatest(all.iter().map(|one| one.replaced(by)).collect()),
            Expr::If(condition, a, b) => Expr::If(Box::new(condition.replaced(by)), of(a), of(b)),
        }
    }
}

impl Condition {
    /// Visits the condition and all within it, in the order of [`Expr::visit`].
    pub fn visit<'a, B>(&'a self, see: &mut impl FnMut(Node<'a>) -> Flow<B>) -> Flow<B> {
        see(Node::Condition(self))?;
        match self {
            Condition::Truth(_) | Condition::Distinct { .. } | Condition::Falling => Continue(()),
            Condition::Compare(_, a, b) => {
                a.visit(see)?;
                b.visit(see)
            }
            Condition::Member(a, _) => a.visit(see),
            Condition::Not(one) => one.visit(see),
            Condition::All(all) | Condition::Any(all) => {
                all.iter().try_for_each(|one| one.visit(see))
            }
        }
    }

    /// The condition with other expressions in it, as [`Expr::replaced`].
    #[must_use]
    pub fn replaced(&self, by: &impl Fn(&Expr) -> Option<Expr>) -> Condition {
        let each = |all: &[Condition]| all.iter().map(|one| one.replaced(by)).collect();
        match self {
            Condition::Truth(_) | Condition::Distinct { .. } | Condition::Falling => self.clone(),
            Condition::Compare(relation, a, b) => {
                Condition::Compare(*relation, a.replaced(by), b.replaced(by))
            }
            Condition::Member(a, set) => Condition::Member(a.replaced(by), set.clone()),
            Condition::Not(one) => Condition::Not(Box::new(one.replaced(by))),
            Condition::All(all) => Condition::All(each(all)),
            Condition::Any(all) => Condition::Any(each(all)),
        }
    }
}

impl Step {
    /// Visits what the step says, in the order of [`Expr::visit`].
    pub fn visit<'a, B>(&'a self, see: &mut impl FnMut(Node<'a>) -> Flow<B>) -> Flow<B> {
        match self {
            Step::Choose { bounds, .. } => bounds.iter().try_for_each(|Bound { factor, rest }| {
                factor.visit(see)?;
                rest.visit(see)
            }),
            Step::Check(condition) => condition.visit(see),
        }
    }

    /// The step with other expressions in it, as [`Expr::replaced`]; it fills the slot that it filled.
    #[must_use]
    pub fn replaced(&self, by: &impl Fn(&Expr) -> Option<Expr>) -> Step {
        let mut step = self.clone();
        match &mut step {
            Step::Choose { bounds, .. } => {
                for Bound { factor, rest } in bounds {
                    (*factor, *rest) = (factor.replaced(by), rest.replaced(by));
                }
            }
            Step::Check(condition) => *condition = condition.replaced(by),
        }
        step
    }

    /// The slot that the step fills.
    #[must_use]
    pub fn slot(&self) -> Option<Slot> {
        match self {
            Step::Choose { slot, .. } => Some(*slot),
            Step::Check(_) => None,
        }
    }

    /// The step with other slots.
    pub(crate) fn renumbered(&self, place: &impl Fn(Slot) -> Slot) -> Step {
        let mut step = self.substitute(&|slot| Expr::Slot(place(slot)));
        if let Step::Choose { slot, .. } = &mut step {
            *slot = place(*slot);
        }
        step
    }
}

impl Becomes {
    /// The numbers that come of the move, as they are written.
    #[must_use]
    pub fn numbers(&self) -> Vec<&Expr> {
        match self {
            Becomes::Position(all) | Becomes::Heaps(all) => all.iter().collect(),
            Becomes::Run(a, b) | Becomes::Rows(a, b) => vec![a, b],
        }
    }

    /// Visits the new numbers, in the order of [`Expr::visit`].
    pub fn visit<'a, B>(&'a self, see: &mut impl FnMut(Node<'a>) -> Flow<B>) -> Flow<B> {
        self.numbers().into_iter().try_for_each(|number| number.visit(see))
    }

    /// The new numbers with other expressions in them, as [`Expr::replaced`].
    #[must_use]
    pub fn replaced(&self, by: &impl Fn(&Expr) -> Option<Expr>) -> Becomes {
        let each = |all: &[Expr]| all.iter().map(|one| one.replaced(by)).collect();
        match self {
            Becomes::Position(new) => Becomes::Position(each(new)),
            Becomes::Heaps(new) => Becomes::Heaps(each(new)),
            Becomes::Run(first, last) => Becomes::Run(first.replaced(by), last.replaced(by)),
            Becomes::Rows(new, later) => Becomes::Rows(new.replaced(by), later.replaced(by)),
        }
    }
}

impl Move {
    /// Visits how many heaps are chosen, the steps and the new numbers, in the order of [`Expr::visit`].
    pub fn visit<'a, B>(&'a self, see: &mut impl FnMut(Node<'a>) -> Flow<B>) -> Flow<B> {
        if let Select::Several(_, count) = &self.select {
            count.visit(see)?;
        }
        self.steps.iter().chain(&self.each).try_for_each(|step| step.visit(see))?;
        self.becomes.visit(see)
    }

    /// The move with other expressions in its steps and new numbers, as [`Expr::replaced`].
    #[must_use]
    pub fn replaced(&self, by: &impl Fn(&Expr) -> Option<Expr>) -> Move {
        let each = |all: &[Step]| all.iter().map(|step| step.replaced(by)).collect();
        Move {
            steps: each(&self.steps),
            each: each(&self.each),
            becomes: self.becomes.replaced(by),
            ..self.clone()
        }
    }
}

impl End {
    /// Visits the conditions, in the order of [`Expr::visit`].
    pub fn visit<'a, B>(&'a self, see: &mut impl FnMut(Node<'a>) -> Flow<B>) -> Flow<B> {
        let End::If(condition, then, otherwise) = self else { return Continue(()) };
        condition.visit(see)?;
        then.visit(see)?;
        otherwise.visit(see)
    }
}

/// Questions that a walk answers.
macro_rules! questions {
    ($($part:ty),+) => {$(
        impl $part {
            /// Returns what `wanted` finds in the first part, in the order of the visit, in which it finds anything.
            pub fn find<'a, T>(&'a self, wanted: impl Fn(Node<'a>) -> Option<T>) -> Option<T> {
                self.visit(&mut |node| wanted(node).map_or(Continue(()), Break)).break_value()
            }

            /// Does it mention a slot for which this holds?
            #[must_use]
            pub fn mentions(&self, which: &impl Fn(Slot) -> bool) -> bool {
                let is_wanted = |node: Node<'_>| match node {
                    Node::Number(Expr::Slot(slot)) if which(*slot) => Some(()),
                    _ => None,
                };
                self.find(is_wanted).is_some()
            }

            /// The number of expressions and conditions in this part, itself included.
            #[must_use]
            pub fn nodes(&self) -> usize {
                let mut nodes = 0;
                let _ = self.visit(&mut |_| {
                    nodes += 1;
                    Continue::<()>(())
                });
                nodes
            }
        }
    )+};
}

questions!(Expr, Condition, Step, Becomes, Move, End);

/// Replacing slots.
macro_rules! substitution {
    ($($part:ty),+) => {$(
        impl $part {
            /// This part with every slot replaced by what `value` says.
            #[must_use]
            pub fn substitute(&self, value: &impl Fn(Slot) -> Expr) -> $part {
                self.replaced(&|expr: &Expr| match expr {
                    Expr::Slot(slot) => Some(value(*slot)),
                    _ => None,
                })
            }
        }
    )+};
}

substitution!(Expr, Condition, Step, Becomes);
