//! Rules that a text of the rule language states.

use std::sync::Arc;

use bouton_lang::syntax::Many;
use bouton_lang::{Becomes, Program, Shape, structure};
use bouton_values::{Player, Refusal, excerpt};

use crate::fact::Fact;
use crate::heap::check_twins;
use crate::reading;
use crate::tuple::{Coordinates, Picture, TupleRules, tuple_text};

/// Rules as a text states them: options and legal positions are what the checked program says.
#[derive(Clone, Debug)]
pub struct TextRules {
    program: Arc<Program>,
    /// What the text says in its `legal` lines, if each of them is one condition of the program.
    legal: Vec<String>,
    sorts: bool,
    drops_zeros: bool,
    same_options: Fact,
    terminates: Fact,
    independent: Fact,
}

impl TextRules {
    /// The rules of a program. `legal` holds its `legal` lines, for those who write an illegal position.
    #[must_use]
    pub fn new(program: Arc<Program>, legal: Vec<String>) -> TextRules {
        let unordered = matches!(&program.shape, Shape::Many(Many::Heaps | Many::Coins, _));
        TextRules {
            sorts: unordered && !reading::sees_order(&program),
            drops_zeros: unordered && reading::zeros_are_nothing(&program),
            same_options: structure::same_options(&program).map_or(Fact::Unknown, Fact::proved),
            terminates: Fact::Unknown,
            independent: Fact::Unknown,
            legal: if legal.len() == program.legal.len() { legal } else { Vec::new() },
            program,
        }
    }

    /// The rules with facts that were proved of them elsewhere.
    #[must_use]
    pub fn with_facts(self, same_options: Fact, terminates: Fact, independent: Fact) -> TextRules {
        TextRules { same_options, terminates, independent, ..self }
    }

    /// The checked program of the rule text.
    #[must_use]
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// May a position have no heap at all?
    fn may_be_empty(&self) -> bool {
        let removes = self.program.moves.iter().any(|one| match &one.becomes {
            Becomes::Heaps(heaps) => heaps.is_empty(),
            Becomes::Run(..) => true,
            Becomes::Position(_) | Becomes::Rows(..) => false,
        });
        removes || matches!(self.program.shape, Shape::Many(Many::Coins, _))
    }

    /// The first `legal` line that does not hold of the tuple.
    fn broken_line(&self, tuple: &[u64]) -> Option<&str> {
        self.program.broken(tuple).and_then(|place| self.legal.get(place)).map(String::as_str)
    }
}

impl TupleRules for TextRules {
    fn coordinates(&self) -> Coordinates {
        match &self.program.shape {
            Shape::Named(names) => {
                Coordinates::Named(names.iter().map(|(name, _)| name.clone()).collect())
            }
            Shape::Many(..) => {
                Coordinates::Heaps { least: usize::from(!self.may_be_empty()), most: usize::MAX }
            }
        }
    }

    fn check(&self, tuple: &[u64]) -> Result<(), Refusal> {
        if let Shape::Many(Many::Coins, _) = self.program.shape {
            check_twins(tuple)?;
        }
        if self.program.is_legal(tuple) {
            return Ok(());
        }
        let numbers = tuple_text(tuple);
        let name = &self.program.name;
        let problem = match self.broken_line(tuple) {
            Some(line) => format!(
                "{} is not a position of {name}: `{}` does not hold",
                excerpt(&numbers),
                excerpt(line)
            ),
            None => format!("{} is not a legal position of {name}", excerpt(&numbers)),
        };
        Err(Refusal::bad(problem, "write numbers for which all `legal` lines of the rules hold"))
    }

    fn options(&self, tuple: &[u64], mover: Player) -> Vec<Vec<u64>> {
        self.program.options(tuple, mover)
    }

    fn option_bound(&self, tuple: &[u64]) -> u128 {
        self.program.option_bound(tuple)
    }

    fn same_options(&self) -> Fact {
        self.same_options.clone()
    }

    fn terminates(&self) -> Fact {
        self.terminates.clone()
    }

    fn independent(&self) -> Fact {
        self.independent.clone()
    }

    fn canonical(&self, tuple: &[u64]) -> Vec<u64> {
        let mut numbers = tuple.to_vec();
        if self.drops_zeros {
            numbers.retain(|number| *number > 0);
        }
        if self.sorts {
            numbers.sort_unstable();
        }
        numbers
    }

    fn counts_tokens(&self) -> bool {
        !matches!(self.program.shape, Shape::Many(Many::Coins, _))
    }

    fn fill(&self, tuple: Vec<u64>) -> Vec<u64> {
        self.program.fill(tuple)
    }

    fn picture(&self) -> Picture {
        match &self.program.shape {
            Shape::Named(_) => Picture::Plain,
            Shape::Many(Many::Heaps | Many::Rows, _) => Picture::Heaps,
            Shape::Many(Many::Coins, _) => Picture::NumberLine,
        }
    }
}
