use std::sync::{Arc, OnceLock};

use bouton_lang::facts;
use bouton_lang::syntax::Many;
use bouton_lang::{Becomes, Program, Shape};
use bouton_values::{Player, Refusal};

use super::{Coordinates, Picture, TupleRules};
use crate::position::excerpt;
use crate::profile::Fact;
use crate::reading;

/// Rules as a text states them, for those that no family recognises: options and legal positions are what the
/// checked program says, and the facts are those that linear arithmetic proves of it.
#[derive(Clone, Debug)]
pub struct WrittenRules {
    program: Arc<Program>,
    /// What the text says in its `legal` lines, if each of them is one condition of the program.
    legal: Vec<String>,
    same_options: Fact,
    terminates: Fact,
    independent: Fact,
    sorts: bool,
    drops_zeros: bool,
    /// Vectors that moves add wherever the result is legal, once they were asked for.
    strides: Arc<OnceLock<Vec<facts::Stride>>>,
}

impl WrittenRules {
    /// The rules of a program. `legal` holds its `legal` lines, for those who write an illegal position.
    #[must_use]
    pub fn new(program: Arc<Program>, legal: Vec<String>) -> WrittenRules {
        let unordered = matches!(&program.shape, Shape::Many(Many::Heaps | Many::Coins, _));
        WrittenRules {
            same_options: reading::same_options(&program),
            terminates: terminates(&program),
            independent: reading::independent(&program),
            sorts: unordered && !reading::sees_order(&program),
            drops_zeros: unordered && reading::zeros_are_nothing(&program),
            legal: if legal.len() == program.legal.len() { legal } else { Vec::new() },
            strides: Arc::default(),
            program,
        }
    }

    /// What the text means.
    #[must_use]
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// At least so many positions can be reached.
    #[must_use]
    pub fn least_reached(&self, tuple: &[u64]) -> u128 {
        let strides = self.strides.get_or_init(|| facts::strides(&self.program));
        facts::least_reached(&self.program, strides, tuple)
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

/// Why play ends, in words.
fn terminates(program: &Program) -> Fact {
    facts::measure(program).map_or(Fact::Unknown, |measure| Fact::proved(measure.describe(program)))
}

impl TupleRules for WrittenRules {
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
            super::heap::check_twins(tuple)?;
        }
        if self.program.is_legal(tuple) {
            return Ok(());
        }
        let numbers = tuple.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        let name = &self.program.name;
        let problem = match self.broken_line(tuple) {
            Some(line) => format!(
                "{} is no position of {name}: `{}` does not hold",
                excerpt(&numbers),
                excerpt(line)
            ),
            None => format!("{} is no legal position of {name}", excerpt(&numbers)),
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
