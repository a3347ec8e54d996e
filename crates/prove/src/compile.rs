//! Translates formulas of linear arithmetic into relations between numbers, that is, automata.

use bouton_automata::{Automaton, Comparison, Numeration, Relation};
use bouton_lang::formula::{Formula, Variable};
use bouton_lang::linear::Linear;
use bouton_values::{Meter, Refusal};
use rustc_hash::FxHashMap;

/// Turns formulas into relations; what was built once is kept.
pub(crate) struct Compiler {
    pub(crate) numeration: Numeration,
    atoms: FxHashMap<(Vec<i64>, i64, Comparison), Automaton>,
}

impl Compiler {
    pub(crate) fn new(numeration: Numeration) -> Compiler {
        Compiler { numeration, atoms: FxHashMap::default() }
    }

    /// The relation that a formula states, between its free variables.
    pub(crate) fn relation(
        &mut self,
        formula: &Formula,
        meter: &mut Meter,
    ) -> Result<Relation, Refusal> {
        match formula {
            Formula::Truth(truth) => self.truth(*truth, meter),
            Formula::Zero(form) => self.atom(form, Comparison::Zero, meter),
            Formula::NotNegative(form) => self.atom(form, Comparison::NotNegative, meter),
            Formula::Multiple(form, modulus) => {
                self.atom(form, Comparison::Multiple(small(*modulus)?), meter)
            }
            Formula::NimSum(variables) => {
                let sum = Automaton::nim_sum(self.numeration)?;
                Relation::new(self.numeration, &sum, variables, meter)
            }
            Formula::Not(inner) => self.relation(inner, meter)?.negated(self.numeration, meter),
            Formula::All(parts) => {
                let parts = parts.iter().map(|part| self.relation(part, meter));
                let parts = parts.collect::<Result<Vec<_>, _>>()?;
                self.all(parts, meter)
            }
            Formula::Any(parts) => {
                let mut any = self.truth(false, meter)?;
                for part in parts {
                    let part = self.relation(part, meter)?;
                    any = any.joined(&part, self.numeration, |a, b| a || b, meter)?;
                }
                Ok(any)
            }
            Formula::Exists(variables, inner) => self.exists(variables, inner, meter),
        }
    }

    /// Where there are numbers for these variables. What is joined by "and" need not be joined at once: one variable after
    /// the other goes, that which is met with the fewest others first.
    fn exists(
        &mut self,
        variables: &[Variable],
        inner: &Formula,
        meter: &mut Meter,
    ) -> Result<Relation, Refusal> {
        let Formula::All(parts) = inner else {
            return self.relation(inner, meter)?.without(self.numeration, variables, meter);
        };
        let parts = parts.iter().map(|part| self.relation(part, meter));
        let mut parts = parts.collect::<Result<Vec<_>, _>>()?;
        let mut waiting = variables.to_vec();
        while !waiting.is_empty() {
            let met = |variable: &Variable| {
                let with = parts.iter().filter(|part| part.variables().contains(variable));
                let mut all: Vec<Variable> =
                    with.flat_map(|part| part.variables()).copied().collect();
                all.sort_unstable();
                all.dedup();
                all.len()
            };
            let next = (0..waiting.len()).min_by_key(|place| met(&waiting[*place])).unwrap_or(0);
            let gone = waiting.swap_remove(next);
            let (with, others): (Vec<Relation>, Vec<Relation>) =
                parts.into_iter().partition(|part| part.variables().contains(&gone));
            parts = others;
            parts.push(self.all_without(with, &|one| one == gone, meter)?);
        }
        self.all(parts, meter)
    }

    /// Where all of them hold. Next is always the one that brings in the fewest new variables.
    pub(crate) fn all(&self, parts: Vec<Relation>, meter: &mut Meter) -> Result<Relation, Refusal> {
        self.all_without(parts, &|_| false, meter)
    }

    /// Where there are numbers for the variables that go, with which all of them hold.
    pub(crate) fn all_without(
        &self,
        mut parts: Vec<Relation>,
        gone: &dyn Fn(Variable) -> bool,
        meter: &mut Meter,
    ) -> Result<Relation, Refusal> {
        let mut all = self.truth(true, meter)?;
        while !parts.is_empty() {
            let new = |part: &Relation| {
                let news = part.variables().iter().filter(|one| !all.variables().contains(one));
                (news.count(), part.automaton().states())
            };
            let best = (0..parts.len()).min_by_key(|place| new(&parts[*place])).unwrap_or(0);
            let part = parts.swap_remove(best);
            if parts.is_empty() {
                return all.joined_without(&part, self.numeration, gone, meter);
            }
            all = all.joined(&part, self.numeration, |a, b| a && b, meter)?;
        }
        Ok(all)
    }

    pub(crate) fn truth(&self, truth: bool, meter: &mut Meter) -> Result<Relation, Refusal> {
        let automaton = Automaton::constant(self.numeration, 0, truth, meter)?;
        Relation::new(self.numeration, &automaton, &[], meter)
    }

    fn atom(
        &mut self,
        form: &Linear,
        comparison: Comparison,
        meter: &mut Meter,
    ) -> Result<Relation, Refusal> {
        let names: Vec<Variable> = form.terms.iter().map(|term| term.0).collect();
        let factors = form.terms.iter().map(|term| small(term.1)).collect::<Result<Vec<_>, _>>()?;
        let key = (factors, small(form.constant)?, comparison);
        if !self.atoms.contains_key(&key) {
            let automaton = Automaton::linear(self.numeration, &key.0, key.1, comparison, meter)?;
            self.atoms.insert(key.clone(), automaton);
        }
        Relation::new(self.numeration, &self.atoms[&key], &names, meter)
    }
}

fn small(number: i128) -> Result<i64, Refusal> {
    i64::try_from(number).map_err(|_| {
        Refusal::unsupported(
            format!("the constant {number} is too large for an automaton"),
            "use smaller constants",
        )
    })
}
