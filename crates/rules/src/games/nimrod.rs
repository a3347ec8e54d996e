//! Nimrod in the catalogue.

use crate::catalogue::{Built, Entry, stated_text};
use crate::written::StatedRules;
use bouton_values::{Refusal, excerpt};

/// A larger reach makes the game trivial to state and endless to list.
const MAX_REACH: u64 = 1000;

pub(crate) fn entry() -> Entry {
    Entry::by("nimrod", |parameters| {
        let text = StatedRules::new(stated_text("nimrod"));
        match parameters.parse() {
            Ok(1) => Ok(Built::stated("", text)),
            Ok(reach @ 2..=MAX_REACH) => {
                Ok(Built::stated(reach.to_string(), text.with_arguments(reach.to_string())))
            }
            Err(_) if parameters.is_empty() => Ok(Built::stated("", text)),
            _ => Err(Refusal::bad(
                format!("`{}` is not a change of rate", excerpt(parameters)),
                format!("write nimrod, or nimrod:2 (at most {MAX_REACH}) for faster changes"),
            )),
        }
    })
}
