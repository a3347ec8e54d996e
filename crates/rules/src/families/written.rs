//! Rules of no known family, as their text states them.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use bouton_definition::TextRules;
use bouton_lang::{Program, facts};

use crate::profile::Fact;
use crate::reading;

/// Rules as a text states them, for those that no family recognises, with what linear arithmetic proves of them.
#[derive(Clone, Debug)]
pub struct WrittenRules {
    stated: TextRules,
    /// Vectors that moves add wherever the result is legal, once they were asked for.
    strides: Arc<OnceLock<Vec<facts::Stride>>>,
}

impl WrittenRules {
    /// The rules of a program. `legal` holds its `legal` lines, for those who write an illegal position.
    #[must_use]
    pub fn new(program: Arc<Program>, legal: Vec<String>) -> WrittenRules {
        let same_options = reading::same_options(&program);
        let terminates = facts::measure(&program)
            .map_or(Fact::Unknown, |measure| Fact::proved(measure.describe(&program)));
        let independent = facts::independent(&program).map_or(Fact::Unknown, Fact::proved);
        let stated = TextRules::new(program, legal);
        WrittenRules {
            stated: stated.with_facts(same_options, terminates, independent),
            strides: Arc::default(),
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
    type Target = TextRules;

    fn deref(&self) -> &TextRules {
        &self.stated
    }
}
