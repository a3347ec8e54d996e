//! Moore's Nim in the catalogue.

use crate::catalogue::{Built, Entry, stated_text};
use crate::written::StatedRules;
use bouton_values::{Refusal, excerpt};

pub(crate) fn entry() -> Entry {
    Entry::by("moore", |parameters| match parameters.parse::<u64>() {
        Ok(most @ 1..=64) => {
            let text = StatedRules::new(stated_text("moore")).with_arguments(most.to_string());
            Ok(Built::stated(most.to_string(), text))
        }
        _ => Err(Refusal::bad(
            format!("`{}` is not a number of heaps", excerpt(parameters)),
            "write how many heaps a move may lower, from 1 to 64: moore:2",
        )),
    })
}
