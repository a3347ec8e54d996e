//! Linear forms.

use std::fmt;

use super::{Interval, gcd};
use crate::ir::{Expr, Number, Relation};

/// `Σ factor · variable + constant`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Linear<V = usize> {
    /// Ascending variables with factors that are not 0.
    pub terms: Vec<(V, Number)>,
    /// What is added.
    pub constant: Number,
}

/// A part of an expression that is not a sum or a multiple of others.
pub enum Leaf<'a, V> {
    /// A slot, or a number that is not linear.
    Part(&'a Expr),
    /// The product of two forms of which neither is a constant.
    Product(&'a Expr, Linear<V>, Linear<V>),
}

impl<V> Default for Linear<V> {
    fn default() -> Linear<V> {
        Linear { terms: Vec::new(), constant: 0 }
    }
}

impl<V: Ord + Clone> Linear<V> {
    /// A form without variables.
    #[must_use]
    pub fn constant(constant: Number) -> Linear<V> {
        Linear { terms: Vec::new(), constant }
    }

    /// A number as a form: sums, differences and multiples are worked out, and `leaf` says what stands for the rest,
    /// or why there is no form.
    pub fn of_expr(
        expr: &Expr,
        leaf: &mut impl FnMut(Leaf<'_, V>) -> Result<Linear<V>, &'static str>,
    ) -> Result<Linear<V>, &'static str> {
        let form = match expr {
            Expr::Constant(number) => Some(Linear::constant(*number)),
            Expr::Sum(a, b) => Linear::of_expr(a, leaf)?.plus(&Linear::of_expr(b, leaf)?),
            Expr::Difference(a, b) => Linear::of_expr(a, leaf)?.minus(&Linear::of_expr(b, leaf)?),
            Expr::Product(a, b) => {
                let (a, b) = (Linear::of_expr(a, leaf)?, Linear::of_expr(b, leaf)?);
                match (a.as_constant(), b.as_constant()) {
                    (Some(number), _) => b.scaled(number),
                    (_, Some(number)) => a.scaled(number),
                    _ => return leaf(Leaf::Product(expr, a, b)),
                }
            }
            _ => return leaf(Leaf::Part(expr)),
        };
        form.ok_or("the numbers are too large")
    }

    /// The form that is a variable alone.
    #[must_use]
    pub fn variable(variable: V) -> Linear<V> {
        Linear { terms: vec![(variable, 1)], constant: 0 }
    }

    /// The sum of these terms; variables may come in any order and more than once. `None` on overflow.
    #[must_use]
    pub fn of(terms: &[(V, Number)], constant: Number) -> Option<Linear<V>> {
        terms.iter().try_fold(Linear::constant(constant), |sum, (variable, factor)| {
            sum.combined(1, &Linear::variable(variable.clone()), *factor)
        })
    }

    /// The factor of a variable, 0 if it does not occur.
    #[must_use]
    pub fn factor(&self, variable: V) -> Number {
        match self.terms.binary_search_by(|(other, _)| other.cmp(&variable)) {
            Ok(place) => self.terms[place].1,
            Err(_) => 0,
        }
    }

    /// The constant, if there is nothing else.
    #[must_use]
    pub fn as_constant(&self) -> Option<Number> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// Does a variable occur for which this holds?
    #[must_use]
    pub fn mentions(&self, which: impl Fn(V) -> bool) -> bool {
        self.terms.iter().any(|(variable, _)| which(variable.clone()))
    }

    /// The sum; `None` on overflow.
    #[must_use]
    pub fn plus(&self, other: &Linear<V>) -> Option<Linear<V>> {
        self.combined(1, other, 1)
    }

    /// The difference; `None` on overflow.
    #[must_use]
    pub fn minus(&self, other: &Linear<V>) -> Option<Linear<V>> {
        self.combined(1, other, -1)
    }

    /// This form with a constant added; `None` on overflow.
    #[must_use]
    pub fn shifted(&self, by: Number) -> Option<Linear<V>> {
        Linear { terms: self.terms.clone(), constant: self.constant.checked_add(by)? }.tame()
    }

    /// A multiple; `None` on overflow.
    #[must_use]
    pub fn scaled(&self, by: Number) -> Option<Linear<V>> {
        self.combined(by, &Linear::default(), 0)
    }

    /// `a · self + b · other`; `None` on overflow.
    #[must_use]
    pub fn combined(&self, a: Number, other: &Linear<V>, b: Number) -> Option<Linear<V>> {
        let of = |x: Number, y: Number| a.checked_mul(x)?.checked_add(b.checked_mul(y)?);
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        while let Some(variable) = least(left.peek(), right.peek()) {
            let x = left.next_if(|term| term.0 == *variable).map_or(0, |term| term.1);
            let y = right.next_if(|term| term.0 == *variable).map_or(0, |term| term.1);
            match of(x, y)? {
                0 => {}
                factor => terms.push((variable.clone(), factor)),
            }
        }
        Linear { terms, constant: of(self.constant, other.constant)? }.tame()
    }

    /// The form with each variable replaced by what `value` says of it; others stay. `None` on overflow.
    #[must_use]
    pub fn substituted(&self, value: impl Fn(V) -> Option<Linear<V>>) -> Option<Linear<V>> {
        self.terms.iter().try_fold(Linear::constant(self.constant), |sum, (variable, factor)| {
            let value =
                value(variable.clone()).unwrap_or_else(|| Linear::variable(variable.clone()));
            sum.combined(1, &value, *factor)
        })
    }

    /// The form divided by the common divisor of its factors, its constant rounded down. Over the integers it is at least
    /// 0 just where this one is.
    #[must_use]
    pub fn reduced(self) -> Linear<V> {
        let divisor = self.terms.iter().fold(0, |divisor, (_, factor)| gcd(divisor, *factor));
        match divisor {
            0 | 1 => self,
            _ => self.divided(divisor).unwrap_or(self),
        }
    }

    /// The form divided by a positive number and rounded down, if that is a form again: the number divides all factors.
    #[must_use]
    pub fn divided(&self, by: Number) -> Option<Linear<V>> {
        let is_divided = |(_, factor): &(V, Number)| factor % by == 0;
        (by > 0 && self.terms.iter().all(is_divided)).then(|| Linear {
            terms: self.terms.iter().map(|(one, factor)| (one.clone(), factor / by)).collect(),
            constant: self.constant.div_euclid(by),
        })
    }

    /// What the variable is where the form is 0, if it has the factor 1 or -1 there. `None` on overflow, too.
    #[must_use]
    pub fn solved(&self, variable: V) -> Option<Linear<V>> {
        let factor = self.factor(variable.clone());
        // factor · x + rest = 0, so x = -factor · rest.
        let rest = self.combined(1, &Linear::variable(variable), -factor)?;
        matches!(factor, 1 | -1).then(|| rest.scaled(-factor))?
    }

    /// Its value where the variables have these values; `None` on overflow.
    #[must_use]
    pub fn value(&self, of: impl Fn(V) -> Number) -> Option<Number> {
        self.terms.iter().try_fold(self.constant, |sum, (variable, factor)| {
            sum.checked_add(factor.checked_mul(of(variable.clone()))?)
        })
    }

    /// What it can be where the variables lie in these intervals.
    pub fn interval(&self, of: impl Fn(&V) -> Interval) -> Interval {
        let constant = Interval::of(self.constant);
        self.terms.iter().fold(constant, |sum, (variable, factor)| {
            sum.plus(of(variable).times(Interval::of(*factor)))
        })
    }

    /// Forms that are all at least 0 just where this one is in the relation to 0. `None` on overflow, and for
    /// [`Relation::Unequal`], which is an alternative.
    #[must_use]
    pub fn compared(&self, relation: Relation) -> Option<Vec<Linear<V>>> {
        let form = |(sign, gap): &(Number, Number)| self.scaled(*sign)?.shifted(-gap);
        relation.inequalities()?.iter().map(form).collect()
    }

    /// What it costs to look at it, in units of [`Work`].
    pub(crate) fn cost(&self) -> usize {
        1 + self.terms.len() / 4
    }

    /// Itself, if no number in it is too large.
    pub(super) fn tame(self) -> Option<Linear<V>> {
        let small = |number: Number| (-Linear::LARGEST..=Linear::LARGEST).contains(&number);
        let tame = small(self.constant) && self.terms.iter().all(|term| small(term.1));
        tame.then_some(self)
    }

    /// Writes the form with names for the variables: `2a - b + 1`.
    #[must_use]
    pub fn with_names(&self, name: impl Fn(V) -> String) -> String {
        let mut text = String::new();
        let mut add = |number: Number, what: String| {
            let sign = match (text.is_empty(), number < 0) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            let size = match number.unsigned_abs() {
                1 if !what.is_empty() => String::new(),
                size => size.to_string(),
            };
            text += &format!("{sign}{size}{what}");
        };
        self.terms.iter().for_each(|(variable, factor)| add(*factor, name(variable.clone())));
        if self.constant != 0 || self.terms.is_empty() {
            add(self.constant, String::new());
        }
        text
    }
}

/// The lesser variable of two terms.
fn least<'a, V: Ord>(a: Option<&&'a (V, Number)>, b: Option<&&'a (V, Number)>) -> Option<&'a V> {
    a.into_iter().chain(b).map(|term| &term.0).min()
}

impl Linear {
    /// The largest factor or constant; a sum or product beyond it is not worked out.
    pub const LARGEST: Number = 1 << 120;

    /// An expression that is linear in its slots.
    #[must_use]
    pub fn of_slots(expr: &Expr) -> Option<Linear> {
        let slot = |leaf: Leaf<'_, usize>| match leaf {
            Leaf::Part(Expr::Slot(slot)) => Ok(Linear::variable(*slot)),
            _ => Err("not linear"),
        };
        Linear::of_expr(expr, &mut { slot }).ok()
    }
}

/// Variables are written `x0`, `x1`, …
impl fmt::Display for Linear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_names(|variable| format!("x{variable}")))
    }
}
