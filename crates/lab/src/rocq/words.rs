//! A set of lost positions in the words of the prover: a condition of the rule language, perhaps with exceptions.

use bouton_lang::Number;
use bouton_lang::formula::{Formula, Variable};
use bouton_lang::linear::Linear;
use bouton_prove::{Given, condition};
use bouton_rules::{Limits, Refusal};

use super::arithmetic::{Atoms, Numbers, Said, constant_of};
use super::automata::Rules;
use super::text::list;

/// What is said of the lost positions.
pub(super) struct Words {
    said: Said,
    /// Numbers that are defined from the position, each with the atom that defines it.
    defined: Vec<(String, Said)>,
}

/// The condition that the prover finds in the set, if it is one for which there are words here.
pub(super) fn in_words(
    rules: &mut Rules,
    given: &Given,
    limits: &Limits,
) -> Result<Option<Words>, Refusal> {
    if given.lost.len() != 1 {
        return Ok(None);
    }
    let found = given.theorem.describe(&rules.names, limits)?;
    let formula = found.condition.and_then(|text| condition(&text, &rules.names).ok());
    let Some(formula) = formula else { return Ok(None) };
    let mut writer = Writer {
        atoms: rules.atoms.clone(),
        numbers: rules.numbers(),
        defined: Vec::new(),
        sums: Vec::new(),
    };
    let Some(mut said) = writer.said(&formula) else { return Ok(None) };
    for exception in &found.exceptions {
        let equal = exception.iter().enumerate().map(|(place, number)| {
            let number = Number::try_from(*number).ok()?;
            Linear::variable(place).shifted(-number).map(Formula::Zero)
        });
        let Some(equal) = equal.collect::<Option<Vec<_>>>() else { return Ok(None) };
        let Some(there) = writer.said(&Formula::all(equal)) else { return Ok(None) };
        said = match given.theorem.is_lost(exception) {
            true => Atoms::joined(vec![said, there], false),
            false => Atoms::joined(vec![said, Atoms::not(there)], true),
        };
    }
    rules.atoms = writer.atoms;
    Ok(Some(Words { said, defined: writer.defined }))
}

impl Words {
    /// The theorem, after the one about the automaton.
    pub(super) fn theorem(&self, game: &str, rules: &Rules) -> String {
        let (count, more) = (rules.names.len(), self.defined.len());
        let (variables, tuple, row) = (rules.names.join(" "), rules.tuple(), list(&rules.names));
        let values = list(self.defined.iter().map(|(value, _)| value));
        let data = self
            .defined
            .iter()
            .rev()
            .fold("Yes".to_owned(), |rest, (_, said)| format!("(And {} {rest})", said.data));
        let holds =
            self.defined.iter().fold("I".to_owned(), |rest, _| format!("(conj eq_refl {rest})"));
        let said = &self.said;
        format!(
            "\n(* The same in words *)\nTheorem {game}_in_words : forall {variables}, legal {variables} ->\n  has_outcome {game} \
             {tuple} Previous <-> {}. Proof.\n  refine (fun {variables} H => in_other_words _ _ _ _ ({game}_lost {variables} \
             H)\n  (set_in_words {count} {more} atoms legal_formula {data}\n    {} lost _\n    {row} {values} eq_refl eq_refl \
             H {holds})).\n  computed.\nQed.\n",
            said.part(),
            said.data
        )
    }
}

/// Writes a condition. What there is a quantifier for, in formulas of conditions, is defined by an equation.
struct Writer {
    atoms: Atoms,
    numbers: Numbers,
    defined: Vec<(String, Said)>,
    /// Variables that are nim-sums of numbers.
    sums: Vec<(Variable, Vec<Variable>)>,
}

impl Writer {
    fn said(&mut self, formula: &Formula) -> Option<Said> {
        match formula {
            Formula::Exists(variables, inner) => {
                let parts = match &**inner {
                    Formula::All(parts) => parts.clone(),
                    other => vec![other.clone()],
                };
                self.with_definitions(variables, parts)
            }
            Formula::All(parts) | Formula::Any(parts) => {
                let parts = parts.iter().map(|part| self.said(part)).collect::<Option<Vec<_>>>()?;
                Some(Atoms::joined(parts, matches!(formula, Formula::All(_))))
            }
            Formula::Not(inner) if matches!(**inner, Formula::Exists(..)) => {
                Some(Atoms::not(self.said(inner)?))
            }
            other => self.atoms.said(other, &self.numbers).ok(),
        }
    }

    /// The parts that are left when each variable is defined by a part.
    fn with_definitions(&mut self, variables: &[Variable], parts: Vec<Formula>) -> Option<Said> {
        let mut left = parts;
        loop {
            let before = left.len();
            let mut rest = Vec::new();
            for part in left {
                if !self.defines(variables, &part)? {
                    rest.push(part);
                }
            }
            left = rest;
            if left.len() == before {
                break;
            }
        }
        let known = |one: &Variable| self.is_number(*one) || self.sum(*one).is_some();
        if !variables.iter().all(known) {
            return None;
        }
        let said = left.iter().map(|part| self.of_sums(part)).collect::<Option<Vec<_>>>()?;
        Some(Atoms::joined(said, true))
    }

    fn is_number(&self, variable: Variable) -> bool {
        self.numbers.0.iter().any(|(one, _)| *one == variable)
    }

    fn sum(&self, variable: Variable) -> Option<&Vec<Variable>> {
        self.sums.iter().find(|(one, _)| *one == variable).map(|(_, of)| of)
    }

    /// Does the part define one of the variables? `None` if it does so in a way that is not followed.
    fn defines(&mut self, variables: &[Variable], part: &Formula) -> Option<bool> {
        let is_open = |writer: &Writer, one: Variable| {
            variables.contains(&one) && !writer.is_number(one) && writer.sum(one).is_none()
        };
        match part {
            Formula::NimSum([x, y, z]) if is_open(self, *z) => {
                let of = |one: &Variable| match self.is_number(*one) {
                    true => Some(vec![*one]),
                    false => self.sum(*one).cloned(),
                };
                let (Some(x), Some(y)) = (of(x), of(y)) else { return Some(false) };
                self.sums.push((*z, [x, y].concat()));
                Some(true)
            }
            Formula::Zero(form) => {
                let open: Vec<_> =
                    form.terms.iter().filter(|(one, _)| is_open(self, *one)).collect();
                let [(variable, factor)] = open[..] else { return Some(false) };
                let rest = form.combined(1, &Linear::variable(*variable), -factor)?;
                let value = rest.scaled(-factor)?;
                let is_total = value.constant >= 0
                    && value.terms.iter().all(|(one, by)| *by > 0 && self.is_number(*one));
                if factor.abs() != 1 || !is_total {
                    return Some(false);
                }
                let (_, text) = self.numbers.sum(&value.terms, value.constant).ok()?;
                self.numbers.0.push((*variable, text.clone()));
                let equation = Linear::variable(*variable).minus(&value)?;
                let said = self.atoms.said(&Formula::Zero(equation), &self.numbers).ok()?;
                self.defined.push((text, said));
                Some(true)
            }
            _ => Some(false),
        }
    }

    /// A part that may speak of a nim-sum: that it is a number.
    fn of_sums(&mut self, part: &Formula) -> Option<Said> {
        if let Formula::Zero(form) = part
            && let [(variable, _)] = form.terms[..]
            && let Some(of) = self.sum(variable).cloned()
            && let Some(constant) = constant_of(form, variable)
        {
            return self.atoms.nim_sum(&of, constant, &self.numbers).ok();
        }
        self.said(part)
    }
}
