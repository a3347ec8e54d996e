//! Relations: automata whose tracks have the names of variables.

use bouton_values::{Meter, Refusal};

use crate::automaton::Automaton;
use crate::numeration::Numeration;

/// A set of tuples whose numbers have names: variables, in ascending order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    variables: Vec<usize>,
    automaton: Automaton,
}

impl Relation {
    /// The tuples of the set, its numbers being called by these variables; a variable may occur twice.
    pub fn new(
        numeration: Numeration,
        automaton: &Automaton,
        names: &[usize],
        meter: &mut Meter,
    ) -> Result<Relation, Refusal> {
        let mut variables = names.to_vec();
        variables.sort_unstable();
        variables.dedup();
        let places = places(names, &variables);
        let automaton = automaton.placed(numeration, variables.len(), &places, meter)?;
        Ok(Relation { variables, automaton })
    }

    /// The variables of the relation, ascending.
    #[must_use]
    pub fn variables(&self) -> &[usize] {
        &self.variables
    }

    /// The automaton of the relation, with a track for each variable.
    #[must_use]
    pub fn automaton(&self) -> &Automaton {
        &self.automaton
    }

    /// The set of these variables, to which all of its own belong.
    pub fn over(
        &self,
        numeration: Numeration,
        variables: &[usize],
        meter: &mut Meter,
    ) -> Result<Automaton, Refusal> {
        let places = places(&self.variables, variables);
        self.automaton.placed(numeration, variables.len(), &places, meter)
    }

    /// The combination of two relations by a connective: `holds` says for which truths of the two the new one is true.
    pub fn joined(
        &self,
        other: &Relation,
        numeration: Numeration,
        holds: impl Fn(bool, bool) -> bool,
        meter: &mut Meter,
    ) -> Result<Relation, Refusal> {
        let (variables, [a, b]) = self.together(other, numeration, meter)?;
        let automaton = a.product(&b, holds, meter)?;
        Ok(Relation { variables, automaton })
    }

    /// Are there numbers with which both hold?
    pub fn meets(
        &self,
        other: &Relation,
        numeration: Numeration,
        meter: &mut Meter,
    ) -> Result<bool, Refusal> {
        let (_, [a, b]) = self.together(other, numeration, meter)?;
        a.meets(&b, meter)
    }

    /// The conjunction of two relations, with an existential quantifier over the variables for which `gone` holds.
    pub fn joined_without(
        &self,
        other: &Relation,
        numeration: Numeration,
        gone: impl Fn(usize) -> bool,
        meter: &mut Meter,
    ) -> Result<Relation, Refusal> {
        let (variables, [a, b]) = self.together(other, numeration, meter)?;
        // Minimising what is projected at once costs more than it saves.
        let automaton = a.raw_product(&b, |a, b| a && b, meter)?;
        let kept: Vec<usize> =
            (0..variables.len()).filter(|place| !gone(variables[*place])).collect();
        let automaton = match kept.len() == variables.len() {
            true => automaton.minimal(meter)?,
            false => automaton.projected(numeration, &kept, meter)?,
        };
        let variables = kept.iter().map(|place| variables[*place]).collect();
        Ok(Relation { variables, automaton })
    }

    /// Both over the variables of either.
    fn together(
        &self,
        other: &Relation,
        numeration: Numeration,
        meter: &mut Meter,
    ) -> Result<(Vec<usize>, [Automaton; 2]), Refusal> {
        let mut variables = [&self.variables[..], &other.variables].concat();
        variables.sort_unstable();
        variables.dedup();
        let a = self.over(numeration, &variables, meter)?;
        let b = other.over(numeration, &variables, meter)?;
        Ok((variables, [a, b]))
    }

    /// The negation of the relation.
    pub fn negated(&self, numeration: Numeration, meter: &mut Meter) -> Result<Relation, Refusal> {
        let automaton = self.automaton.complement(numeration, meter)?;
        Ok(Relation { variables: self.variables.clone(), automaton })
    }

    /// The relation with an existential quantifier over these variables.
    pub fn without(
        &self,
        numeration: Numeration,
        gone: &[usize],
        meter: &mut Meter,
    ) -> Result<Relation, Refusal> {
        let stays = |place: &usize| !gone.contains(&self.variables[*place]);
        let kept: Vec<usize> = (0..self.variables.len()).filter(stays).collect();
        if kept.len() == self.variables.len() {
            return Ok(self.clone());
        }
        let automaton = self.automaton.projected(numeration, &kept, meter)?;
        let variables = kept.iter().map(|place| self.variables[*place]).collect();
        Ok(Relation { variables, automaton })
    }
}

/// Where the names stand among the variables.
fn places(names: &[usize], variables: &[usize]) -> Vec<usize> {
    let place = |name: &usize| variables.iter().position(|variable| variable == name);
    names.iter().filter_map(place).collect()
}
