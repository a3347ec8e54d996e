//! Sums of terms with factors, in which what is alike cancels.

use bouton_lang::{Expr, Number};

/// `Σ factor · term + constant`. A term is a slot or an expression that is not linear; what it is worth does not
/// matter here, only that equal terms are worth the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Form {
    /// No two terms are alike and no factor is 0.
    pub(super) terms: Vec<(Expr, Number)>,
    pub(super) constant: Number,
}

impl Form {
    pub(super) fn constant(constant: Number) -> Form {
        Form { terms: Vec::new(), constant }
    }

    pub(super) fn term(term: Expr) -> Form {
        Form { terms: vec![(term, 1)], constant: 0 }
    }

    pub(super) fn slot(slot: usize) -> Form {
        Form::term(Expr::Slot(slot))
    }

    /// What the expression is, where `slots` says what stands in a slot; slots beyond it are terms.
    pub(super) fn of(expr: &Expr, slots: &[Option<Form>]) -> Form {
        match expr {
            Expr::Constant(number) => Form::constant(*number),
            Expr::Slot(slot) => match slots.get(*slot) {
                Some(Some(form)) => form.clone(),
                _ => Form::slot(*slot),
            },
            Expr::Sum(a, b) => Form::of(a, slots).plus(&Form::of(b, slots), 1),
            Expr::Difference(a, b) => Form::of(a, slots).plus(&Form::of(b, slots), -1),
            Expr::Product(a, b) => {
                let (a, b) = (Form::of(a, slots), Form::of(b, slots));
                match (a.terms.is_empty(), b.terms.is_empty()) {
                    (true, _) => b.times(a.constant),
                    (_, true) => a.times(b.constant),
                    _ => Form::term(expr.clone()),
                }
            }
            _ => Form::term(expr.clone()),
        }
    }

    /// This one and `factor` times the other.
    pub(super) fn plus(&self, other: &Form, factor: Number) -> Form {
        let mut sum = self.clone();
        sum.constant = sum.constant.saturating_add(other.constant.saturating_mul(factor));
        for (term, times) in &other.terms {
            let more = times.saturating_mul(factor);
            match sum.terms.iter_mut().find(|(known, _)| known == term) {
                Some((_, times)) => *times = times.saturating_add(more),
                None => sum.terms.push((term.clone(), more)),
            }
        }
        sum.terms.retain(|(_, times)| *times != 0);
        sum
    }

    pub(super) fn times(&self, factor: Number) -> Form {
        Form::default().plus(self, factor)
    }

    /// What this one has more than the other, if that is a constant.
    pub(super) fn above(&self, other: &Form) -> Option<Number> {
        self.plus(other, -1).as_constant()
    }

    pub(super) fn as_constant(&self) -> Option<Number> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The form as an expression.
    pub(super) fn expr(&self) -> Expr {
        let product = |term: &Expr, factor: Number| match factor {
            1 => term.clone(),
            _ => Expr::Product(Box::new(Expr::Constant(factor)), Box::new(term.clone())),
        };
        let constant = Expr::Constant(self.constant);
        self.terms.iter().fold(constant, |sum, (term, factor)| {
            Expr::Sum(Box::new(sum), Box::new(product(term, *factor)))
        })
    }

    /// How often a slot is contained, apart from terms that are not linear.
    pub(super) fn factor(&self, slot: usize) -> Number {
        let found = self.terms.iter().find(|(term, _)| *term == Expr::Slot(slot));
        found.map_or(0, |(_, factor)| *factor)
    }

    /// Is a slot mentioned, also within terms?
    pub(super) fn mentions(&self, slot: usize) -> bool {
        self.terms.iter().any(|(term, _)| term.mentions(&|other| other == slot))
    }

    /// The form with another one in the place of a slot; `None` if a term that is not linear mentions it.
    pub(super) fn with(&self, slot: usize, value: &Form) -> Option<Form> {
        let factor = self.factor(slot);
        let rest = self.plus(&Form::slot(slot), -factor);
        (!rest.mentions(slot)).then(|| rest.plus(value, factor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(a: Expr, b: Expr) -> Expr {
        Expr::Sum(Box::new(a), Box::new(b))
    }

    #[test]
    fn what_is_alike_cancels() {
        let odd = Expr::Remainder(Box::new(Expr::Slot(0)), 2);
        let expr = Expr::Difference(
            Box::new(sum(sum(Expr::Slot(0), odd.clone()), Expr::Constant(5))),
            Box::new(sum(Expr::Slot(1), odd)),
        );
        let form = Form::of(&expr, &[]);
        assert_eq!(form, Form::slot(0).plus(&Form::slot(1), -1).plus(&Form::constant(5), 1));
        let slots = [None, Some(Form::slot(0).plus(&Form::constant(2), 1))];
        assert_eq!(Form::of(&expr, &slots).as_constant(), Some(3));
        assert_eq!((form.factor(0), form.factor(1), form.factor(2)), (1, -1, 0));
    }

    #[test]
    fn slots_are_replaced() {
        let form = Form::slot(0).plus(&Form::slot(1), 3);
        let two = Form::slot(2).plus(&Form::constant(1), 1);
        let wanted = Form::slot(0).plus(&Form::slot(2), 3).plus(&Form::constant(3), 1);
        assert_eq!(form.with(1, &two), Some(wanted));
        let square = Expr::Product(Box::new(Expr::Slot(1)), Box::new(Expr::Slot(1)));
        assert_eq!(Form::of(&square, &[]).with(1, &two), None);
    }
}
