//! Evaluates an expression: from instructions to a canonical form.

use bouton_values::Refusal;
use rustc_hash::FxHashMap;

use super::expression::{Expression, Op, Step};
use super::functions::integer;
use super::token::refuse;
use crate::form::Form;
use crate::store::Forms;

impl Expression {
    /// The canonical form of the game.
    pub fn evaluate(&self, forms: &mut Forms) -> Result<Form, Refusal> {
        let mut machine = Machine { stack: Vec::new(), defined: FxHashMap::default() };
        for step in &self.program {
            self.take(step, forms, &mut machine)?;
        }
        let [game] = machine.stack[..] else { unreachable!("an expression leaves one game") };
        Ok(game)
    }

    fn take(&self, step: &Step, forms: &mut Forms, machine: &mut Machine) -> Result<(), Refusal> {
        let game = match step.op {
            Op::Literal(index) => {
                forms.number_up_star(self.source.literals[index as usize].clone())?
            }
            Op::Uptimal { order, negative, cumulative } => {
                let game = match cumulative {
                    true => forms.uptimals_to(order)?,
                    false => forms.uptimal(order)?,
                };
                if negative { forms.negative(game)? } else { game }
            }
            Op::Negate => {
                let [g] = machine.pop();
                forms.negative(g)?
            }
            Op::Add | Op::Subtract | Op::OrdinalSum | Op::Multiple => {
                let [g, h] = machine.pop();
                self.binary(step, forms, g, h)?
            }
            Op::Switch(count) => forms.switch(&machine.pop_list(count))?,
            Op::Braces(left, right) => {
                let right = machine.pop_list(right);
                let left = machine.pop_list(left);
                forms.braces(&left, &right)?
            }
            Op::Call(function) => {
                let arguments = machine.pop_list(function.arity() as u32);
                function
                    .call(forms, &arguments)?
                    .map_err(|wanted| self.refuse_step(step, &wanted, function.usage()))?
            }
            Op::Define(symbol) => {
                let [game] = machine.pop();
                machine.defined.insert(symbol, game);
                return Ok(());
            }
            Op::Load(symbol) => machine.defined[&symbol],
        };
        machine.stack.push(game);
        Ok(())
    }

    fn binary(&self, step: &Step, forms: &mut Forms, g: Form, h: Form) -> Result<Form, Refusal> {
        match step.op {
            Op::Add => forms.sum(g, h),
            Op::Subtract => forms.difference(g, h),
            Op::OrdinalSum => forms.ordinal_sum(g, h),
            _ => match forms.as_number(g).and_then(integer).cloned() {
                Some(times) => forms.multiple(times.clone(), h),
                None => {
                    let problem = "the game before the dot is not an integer";
                    Err(self.refuse_step(step, problem, "multiples are written `3.{1|0}`"))
                }
            },
        }
    }

    fn refuse_step(&self, step: &Step, problem: &str, help: &str) -> Refusal {
        refuse(self.text(), step.at as usize, problem, help)
    }
}

/// The games that wait for an instruction, and those that have names.
struct Machine {
    stack: Vec<Form>,
    defined: FxHashMap<u32, Form>,
}

impl Machine {
    fn pop<const N: usize>(&mut self) -> [Form; N] {
        let games = self.pop_list(N as u32);
        games.try_into().expect("as many as asked for")
    }

    fn pop_list(&mut self, count: u32) -> Vec<Form> {
        self.stack.split_off(self.stack.len() - count as usize)
    }
}
