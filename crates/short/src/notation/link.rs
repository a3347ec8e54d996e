//! Puts definitions in front of what uses them.

use std::sync::Arc;

use bouton_values::Refusal;
use rustc_hash::FxHashMap;

use super::expression::{Expression, Input, Op, Relation, Source, Step};
use super::token::refuse;
use crate::form::NumberUpStar;

/// Instructions in which names are not yet resolved.
pub(crate) type Program = Vec<Step>;

/// `name = …` after `where`.
pub(crate) struct Definition<'a> {
    pub(crate) name: &'a str,
    pub(crate) symbol: u32,
    pub(crate) at: usize,
    pub(crate) program: Program,
}

/// Puts the definitions that each side needs in front of it.
pub(crate) fn link(
    text: &str,
    literals: Vec<NumberUpStar>,
    left: Program,
    relation: Option<(Relation, Program)>,
    definitions: Vec<Definition<'_>>,
) -> Result<Input, Refusal> {
    let linker = Linker::new(text, &definitions)?;
    let order = linker.in_order()?;
    let source = Arc::new(Source { text: text.to_owned(), literals });
    let side = |program: Program| -> Result<Expression, Refusal> {
        let program = linker.with_definitions(program, &order)?;
        Ok(Expression { source: source.clone(), program })
    };
    let left = side(left)?;
    let relation = match relation {
        Some((relation, program)) => Some((relation, side(program)?)),
        None => None,
    };
    Ok(Input { left, relation })
}

fn loads(program: &[Step]) -> impl Iterator<Item = (u32, usize)> {
    program.iter().filter_map(|step| match step.op {
        Op::Load(symbol) => Some((symbol, step.at as usize)),
        _ => None,
    })
}

struct Linker<'a, 'b> {
    text: &'a str,
    definitions: &'a [Definition<'b>],
    by_symbol: FxHashMap<u32, usize>,
}

impl<'a, 'b> Linker<'a, 'b> {
    fn new(text: &'a str, definitions: &'a [Definition<'b>]) -> Result<Linker<'a, 'b>, Refusal> {
        let mut by_symbol = FxHashMap::default();
        for (index, definition) in definitions.iter().enumerate() {
            if by_symbol.insert(definition.symbol, index).is_some() {
                let problem = format!("{} is defined twice", definition.name);
                return Err(refuse(text, definition.at, &problem, "use another name"));
            }
        }
        Ok(Linker { text, definitions, by_symbol })
    }

    /// Each definition after those it uses.
    fn in_order(&self) -> Result<Vec<usize>, Refusal> {
        const NEW: u8 = 0;
        const OPEN: u8 = 1;
        const DONE: u8 = 2;
        let mut state = vec![NEW; self.definitions.len()];
        let mut order = Vec::with_capacity(self.definitions.len());
        let mut stack: Vec<usize> = (0..self.definitions.len()).rev().collect();
        while let Some(index) = stack.last().copied() {
            if state[index] != NEW {
                stack.pop();
                if state[index] == OPEN {
                    order.push(index);
                }
                state[index] = DONE;
                continue;
            }
            state[index] = OPEN;
            for (symbol, at) in loads(&self.definitions[index].program) {
                let used = self.defined(symbol, at)?;
                match state[used] {
                    NEW => stack.push(used),
                    OPEN => return Err(self.circle(used, at)),
                    _ => {}
                }
            }
        }
        Ok(order)
    }

    fn defined(&self, symbol: u32, at: usize) -> Result<usize, Refusal> {
        self.by_symbol.get(&symbol).copied().ok_or_else(|| undefined(self.text, at))
    }

    /// The definitions that the program needs, followed by the program.
    fn with_definitions(&self, program: Program, order: &[usize]) -> Result<Program, Refusal> {
        let mut needed = vec![false; self.definitions.len()];
        for (symbol, at) in loads(&program) {
            needed[self.defined(symbol, at)?] = true;
        }
        for index in order.iter().rev() {
            if needed[*index] {
                for (symbol, at) in loads(&self.definitions[*index].program) {
                    needed[self.defined(symbol, at)?] = true;
                }
            }
        }
        let mut linked = Vec::new();
        for index in order.iter().filter(|index| needed[**index]) {
            let definition = &self.definitions[*index];
            linked.extend_from_slice(&definition.program);
            linked.push(Step { at: definition.at as u32, op: Op::Define(definition.symbol) });
        }
        linked.extend(program);
        Ok(linked)
    }

    fn circle(&self, index: usize, at: usize) -> Refusal {
        let problem = format!("{} is defined by itself", self.definitions[index].name);
        refuse(self.text, at, &problem, "short games have no loops: define it by simpler games")
    }
}

fn undefined(text: &str, at: usize) -> Refusal {
    let name = text[at..].split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next();
    let name: String = name.unwrap_or_default().chars().take(40).collect();
    let help = format!("define it after the game: `… where {name} = {{1|0}}`");
    refuse(text, at, &format!("{name} is not defined"), &help)
}
