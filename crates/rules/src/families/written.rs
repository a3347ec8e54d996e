//! Rules of no known family, as their text states them.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use bouton_definition::Stated;
use bouton_lang::{Program, facts};
use bouton_values::{Player, Refusal};

use super::{Coordinates, Picture, TupleRules};
use crate::profile::Fact;
use crate::reading;

/// Rules as a text states them, for those that no family recognises, and what linear arithmetic proves of them.
#[derive(Clone, Debug)]
pub struct WrittenRules {
    stated: Stated,
    same_options: Fact,
    terminates: Fact,
    independent: Fact,
    /// Vectors that moves add wherever the result is legal, once they were asked for.
    strides: Arc<OnceLock<Vec<facts::Stride>>>,
}

impl WrittenRules {
    /// The rules of a program. `legal` holds its `legal` lines, for those who write an illegal position.
    #[must_use]
    pub fn new(program: Arc<Program>, legal: Vec<String>) -> WrittenRules {
        WrittenRules {
            same_options: reading::same_options(&program),
            terminates: terminates(&program),
            independent: reading::independent(&program),
            strides: Arc::default(),
            stated: Stated::new(program, legal),
        }
    }

    /// At least this many positions can be reached.
    #[must_use]
    pub fn least_reached(&self, tuple: &[u64]) -> u128 {
        let strides = self.strides.get_or_init(|| facts::strides(self.program()));
        facts::least_reached(self.program(), strides, tuple)
    }
}

impl Deref for WrittenRules {
    type Target = Stated;

    fn deref(&self) -> &Stated {
        &self.stated
    }
}

/// Why play ends, in words.
fn terminates(program: &Program) -> Fact {
    facts::measure(program).map_or(Fact::Unknown, |measure| Fact::proved(measure.describe(program)))
}

impl TupleRules for WrittenRules {
    fn coordinates(&self) -> Coordinates {
        self.stated.coordinates()
    }

    fn check(&self, tuple: &[u64]) -> Result<(), Refusal> {
        self.stated.check(tuple)
    }

    fn options(&self, tuple: &[u64], mover: Player) -> Vec<Vec<u64>> {
        self.stated.options(tuple, mover)
    }

    fn option_bound(&self, tuple: &[u64]) -> u128 {
        self.stated.option_bound(tuple)
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
        self.stated.canonical(tuple)
    }

    fn counts_tokens(&self) -> bool {
        self.stated.counts_tokens()
    }

    fn fill(&self, tuple: Vec<u64>) -> Vec<u64> {
        self.stated.fill(tuple)
    }

    fn picture(&self) -> Picture {
        self.stated.picture()
    }
}
