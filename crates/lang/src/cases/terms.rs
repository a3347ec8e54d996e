//! Terms that are not linear, and the inequalities that are known of them.

use std::collections::HashMap;

use super::Product;
use super::read::When;
use crate::ir::{Aggregate, Number};
use crate::linear::{Linear, System, Work};

/// A term that is a variable of its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Term {
    /// The product of two variables.
    Product(usize, usize),
    /// A form divided by a positive number, rounded down.
    Quotient(Linear, Number),
    /// The nim-sum, or -1.
    Xor(Linear, Linear),
    /// The least of the forms.
    Least(Vec<Linear>),
    /// The greatest of the forms.
    Greatest(Vec<Linear>),
    /// One of the two forms; such terms differ by their numbers.
    Either(Linear, Linear, usize),
    /// Of all heaps.
    Of(Aggregate, When),
    /// The length of the later row that is being changed.
    Later,
    /// Nothing is known; such terms differ by their numbers.
    Unknown(usize),
}

impl Term {
    /// What it is made of.
    fn operands(&self) -> Vec<Linear> {
        match self {
            Term::Product(x, y) => vec![Linear::variable(*x), Linear::variable(*y)],
            Term::Quotient(form, _) => vec![form.clone()],
            Term::Xor(a, b) | Term::Either(a, b, _) => vec![a.clone(), b.clone()],
            Term::Least(all) | Term::Greatest(all) => all.clone(),
            Term::Of(..) | Term::Later | Term::Unknown(_) => Vec::new(),
        }
    }
}

/// All terms of a reading.
pub(super) struct Terms {
    /// The variable of the first term.
    first: usize,
    terms: Vec<Term>,
    known: HashMap<Term, usize>,
    /// Products as they were written: two forms, and what their product is in the variables.
    products: Vec<[Linear; 3]>,
}

impl Terms {
    /// No terms; the first will be this variable.
    pub(super) fn after(first: usize) -> Terms {
        Terms { first, terms: Vec::new(), known: HashMap::new(), products: Vec::new() }
    }

    /// The variable of a term.
    pub(super) fn variable(&mut self, term: Term) -> Linear {
        let next = self.first + self.terms.len();
        let terms = &mut self.terms;
        let variable = *self.known.entry(term).or_insert_with_key(|term| {
            terms.push(term.clone());
            next
        });
        Linear::variable(variable)
    }

    /// A variable of which nothing is known.
    pub(super) fn unknown(&mut self) -> Linear {
        let id = self.terms.len();
        self.variable(Term::Unknown(id))
    }

    /// One of two forms.
    pub(super) fn either(&mut self, a: Linear, b: Linear) -> Linear {
        if a == b {
            return a;
        }
        let id = self.terms.len();
        self.variable(Term::Either(a, b, id))
    }

    /// A product: linear if one of them is a constant, else multiplied out into products of two variables.
    pub(super) fn product(&mut self, p: &Linear, q: &Linear) -> Option<Linear> {
        const LONGEST: usize = 16;
        if let Some(constant) = p.as_constant() {
            return q.scaled(constant);
        }
        if let Some(constant) = q.as_constant() {
            return p.scaled(constant);
        }
        if p.terms.len() * q.terms.len() > LONGEST {
            return None;
        }
        // (P + c)·(Q + d) = P·Q + d·P + c·Q + c·d
        let (mut sum, c, d) = (p.scaled(q.constant)?, p.constant, q.constant);
        sum = sum.combined(1, q, c)?.shifted(-c.checked_mul(d)?)?;
        for (x, a) in &p.terms {
            for (y, b) in &q.terms {
                let product = self.variable(Term::Product(*x.min(y), *x.max(y)));
                sum = sum.combined(1, &product, a.checked_mul(*b)?)?;
            }
        }
        self.products.push([p.clone(), q.clone(), sum.clone()]);
        Some(sum)
    }

    /// Does a term mention the variable?
    pub(super) fn mention(&self, variable: usize) -> bool {
        let mentions = |form: &Linear| form.mentions(|other| other == variable);
        self.terms.iter().any(|term| term.operands().iter().any(mentions))
    }

    /// Is the variable a term?
    pub(super) fn is_term(&self, variable: usize) -> bool {
        variable >= self.first
    }

    fn term(&self, variable: usize) -> Option<&Term> {
        self.terms.get(variable.checked_sub(self.first)?)
    }

    /// `form ≥ 0` says the same as all of these, where the least of some forms is added or the greatest taken
    /// away: a minimum is at least x if and only if each of the forms is.
    pub(super) fn cases(&self, form: &Linear) -> Option<Vec<Linear>> {
        form.terms.iter().find_map(|(variable, factor)| {
            let operands = match self.term(*variable)? {
                Term::Least(operands) if *factor > 0 => operands,
                Term::Greatest(operands) if *factor < 0 => operands,
                _ => return None,
            };
            let with = |operand: &Linear| {
                form.substituted(|other| (other == *variable).then(|| operand.clone()))
            };
            operands.iter().map(with).collect()
        })
    }

    /// The products among the variables of the forms, or what else there is that is not linear.
    pub(super) fn products_among<'a>(
        &self,
        forms: impl Iterator<Item = &'a Linear>,
    ) -> Result<Vec<Product>, &'static str> {
        let mut products: Vec<Product> = Vec::new();
        for variable in forms.flat_map(|form| &form.terms).map(|(variable, _)| *variable) {
            let factors = match self.term(variable) {
                None => continue,
                Some(Term::Product(x, y)) if !self.is_term(*x) && !self.is_term(*y) => [*x, *y],
                Some(Term::Product(..)) => return Err("a product is not linear"),
                Some(Term::Xor(..)) => return Err("a nim-sum is not linear"),
                Some(Term::Of(..)) => return Err("a number that all heaps have together"),
                Some(Term::Later) => return Err("the rows after the chosen one"),
                Some(_) => return Err("an expression is not linear"),
            };
            if products.iter().all(|known| known.variable != variable) {
                products.push(Product { variable, factors });
            }
        }
        Ok(products)
    }

    /// What holds of all terms that occur in the forms, and of those that occur in them, and so on.
    pub(super) fn facts<'a>(
        &self,
        forms: impl Iterator<Item = &'a Linear>,
        heaps: &HeapFacts,
    ) -> (Vec<bool>, Vec<Linear>) {
        let mut occurs = vec![false; self.terms.len()];
        let mark = |form: &Linear, occurs: &mut [bool]| {
            for (variable, _) in form.terms.iter().filter(|term| self.is_term(term.0)) {
                occurs[variable - self.first] = true;
            }
        };
        forms.for_each(|form| mark(form, &mut occurs));
        let mut facts = Vec::new();
        // What occurs in a term came before it.
        for index in (0..self.terms.len()).rev() {
            if occurs[index] {
                self.terms[index].operands().iter().for_each(|form| mark(form, &mut occurs));
                facts.extend(self.definition(index, heaps));
            }
        }
        (occurs, facts)
    }

    /// What holds of a term by its definition.
    fn definition(&self, index: usize, heaps: &HeapFacts) -> Vec<Linear> {
        let own = Linear::variable(self.first + index);
        let above = |form: &Linear| own.minus(form);
        let below = |form: &Linear| form.minus(&own);
        match &self.terms[index] {
            Term::Product(x, y) if x == y => vec![own],
            // 0 ≤ form - d·t ≤ d - 1
            Term::Quotient(form, by) => {
                let rest = own.scaled(-by).and_then(|rest| rest.plus(form));
                let most = rest.as_ref().and_then(|rest| rest.scaled(-1)?.shifted(by - 1));
                rest.into_iter().chain(most).collect()
            }
            Term::Xor(..) => own.shifted(1).into_iter().collect(),
            Term::Least(forms) => forms.iter().filter_map(below).collect(),
            Term::Greatest(forms) => forms.iter().filter_map(above).collect(),
            Term::Of(aggregate, when) => {
                let heaps = &heaps[*when as usize];
                let one = match aggregate {
                    Aggregate::Sum => {
                        let sum = heaps.iter().try_fold(Linear::default(), |sum, h| sum.plus(h));
                        sum.and_then(|sum| above(&sum)).into_iter().collect()
                    }
                    Aggregate::Greatest => heaps.iter().filter_map(above).collect(),
                    Aggregate::Least => heaps.iter().filter_map(below).collect(),
                    Aggregate::Count => {
                        above(&Linear::constant(heaps.len() as Number)).into_iter().collect()
                    }
                    Aggregate::First => Vec::new(),
                };
                [vec![own], one].concat()
            }
            Term::Later => vec![own],
            Term::Product(..) | Term::Either(..) | Term::Unknown(_) => Vec::new(),
        }
    }

    /// Do all terms of the form occur?
    pub(super) fn occur(&self, form: &Linear, occurs: &[bool]) -> bool {
        !form.mentions(|variable| self.is_term(variable) && !occurs[variable - self.first])
    }

    /// What else holds of the terms that occur, since a system holds.
    pub(super) fn refine(&self, occurs: &[bool], system: &mut System, work: &mut Work) {
        const MOST: usize = 24;
        if work.is_used_up() {
            return;
        }
        let products = self.products.iter().filter(|all| self.occur(&all[2], occurs));
        for [p, q, product] in products.take(MOST) {
            let facts = mccormick(p, q, product, system, work);
            facts.into_iter().for_each(|fact| system.add(fact));
        }
        for index in (0..self.terms.len()).filter(|index| occurs[*index]).take(MOST) {
            let facts = self.consequences(index, system, work);
            facts.into_iter().for_each(|fact| system.add(fact));
        }
    }

    fn consequences(&self, index: usize, system: &System, work: &mut Work) -> Vec<Linear> {
        let own = Linear::variable(self.first + index);
        match &self.terms[index] {
            // Without carries, a xor b = a + b - 2·(a and b) lies between |a - b| and a + b.
            Term::Xor(a, b) => {
                if !system.implies_within(a, work) || !system.implies_within(b, work) {
                    return Vec::new();
                }
                let sum = a.plus(b).and_then(|sum| sum.minus(&own));
                let one = a.minus(b).and_then(|difference| own.minus(&difference));
                let other = b.minus(a).and_then(|difference| own.minus(&difference));
                [sum, one, other].into_iter().flatten().chain([own]).collect()
            }
            Term::Least(forms) => above_least(&own, forms, system, work),
            Term::Greatest(forms) => below_greatest(&own, forms, system, work),
            Term::Either(a, b, _) => {
                let forms = [a.clone(), b.clone()];
                let above = above_least(&own, &forms, system, work);
                [above, below_greatest(&own, &forms, system, work)].concat()
            }
            _ => Vec::new(),
        }
    }
}

/// Heaps that are surely there: by [`When`], before the move and after it.
pub(super) type HeapFacts = [Vec<Linear>; 2];

/// Something that is not less than all of the forms is at least the one among them that is proved to be the least, and
/// at least the least of their constant lower bounds.
fn above_least(own: &Linear, forms: &[Linear], system: &System, work: &mut Work) -> Vec<Linear> {
    let least = forms.iter().find(|one| {
        let mut differences = forms.iter().map(|other| other.minus(one));
        differences.all(|form| form.is_some_and(|form| system.implies_within(&form, work)))
    });
    let bounds = forms.iter().map(|form| system.least_within(form, work));
    let bound = bounds.collect::<Option<Vec<_>>>().and_then(|bounds| bounds.into_iter().min());
    let bound = bound.and_then(|bound| own.minus(&Linear::constant(bound)));
    least.and_then(|one| own.minus(one)).into_iter().chain(bound).collect()
}

/// Something that is not greater than all of the forms: [`above_least`] upside down.
fn below_greatest(own: &Linear, forms: &[Linear], system: &System, work: &mut Work) -> Vec<Linear> {
    let opposites = [own].into_iter().chain(forms).map(|form| form.scaled(-1));
    match opposites.collect::<Option<Vec<_>>>().as_deref() {
        Some([own, forms @ ..]) => above_least(own, forms, system, work),
        _ => Vec::new(),
    }
}

/// McCormick's inequalities: if l ≤ p ≤ u and m ≤ q ≤ v, none of (p - l)(q - m), (u - p)(v - q), (p - l)(v - q) and
/// (u - p)(q - m) is negative; multiplied out, each is linear in p, q and p·q.
fn mccormick(
    p: &Linear,
    q: &Linear,
    product: &Linear,
    system: &System,
    work: &mut Work,
) -> Vec<Linear> {
    let ((l, u), (m, v)) = (system.bounds_within(p, work), system.bounds_within(q, work));
    let corners = [(l, m, 1), (u, v, 1), (l, v, -1), (u, m, -1)];
    let fact = |(a, b, sign): (Option<Number>, Option<Number>, Number)| {
        let (a, b) = (a?, b?);
        // ±(p - a)(q - b) = ±(p·q - b·p - a·q + a·b)
        let rest = p.combined(b.checked_neg()?, q, a.checked_neg()?)?;
        product.plus(&rest)?.shifted(a.checked_mul(b)?)?.scaled(sign)
    };
    corners.into_iter().filter_map(fact).collect()
}
