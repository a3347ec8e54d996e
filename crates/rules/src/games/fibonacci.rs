//! Fibonacci Nim in the catalogue.

use crate::catalogue::{Built, Entry, stated_text};
use crate::written::StatedRules;
use bouton_values::{Refusal, excerpt};

pub(crate) fn entry() -> Entry {
    Entry::by("fibonacci", |parameters| {
        let text = StatedRules::new(stated_text("fibonacci"));
        match parameters.parse::<u64>() {
            Ok(2) => Ok(Built::stated("", text)),
            Ok(factor @ 1..=1000) => {
                Ok(Built::stated(factor.to_string(), text.with_arguments(factor.to_string())))
            }
            Err(_) if parameters.is_empty() => Ok(Built::stated("", text)),
            _ => Err(Refusal::bad(
                format!("`{}` is not a factor", excerpt(parameters)),
                "write a factor from 1 to 1000, or fibonacci alone for 2",
            )),
        }
    })
}
