//! Games with one number as their parameter in the catalogue: Moore's Nim, Fibonacci Nim and Nimrod.

use bouton_values::{Refusal, excerpt};

use crate::catalogue::{Built, Entry, stated_text};
use crate::written::StatedRules;

pub(crate) fn entries() -> [Entry; 3] {
    [
        Entry::by("moore", |parameters| {
            let help = "write how many heaps a move may lower, from 1 to 64: moore:2";
            stated("moore", parameters, 64, None, ("a number of heaps", help))
        }),
        Entry::by("fibonacci", |parameters| {
            let help = "write a factor from 1 to 1000, or fibonacci alone for 2";
            stated("fibonacci", parameters, 1000, Some(2), ("a factor", help))
        }),
        // A larger reach makes the game trivial to state and endless to list.
        Entry::by("nimrod", |parameters| {
            let help = "write nimrod, or nimrod:2 (at most 1000) for faster changes";
            stated("nimrod", parameters, 1000, Some(1), ("a change of rate", help))
        }),
    ]
}

/// The text of this name with a number from 1 to `most`. One that is `usual` is the text's own and is not written. What
/// else is written is not what it should be, and there is help.
fn stated(
    name: &str,
    parameters: &str,
    most: u64,
    usual: Option<u64>,
    (what, help): (&str, &'static str),
) -> Result<Built, Refusal> {
    let text = StatedRules::new(stated_text(name));
    let number = if parameters.is_empty() { usual } else { parameters.parse().ok() };
    match number {
        Some(number) if usual == Some(number) => Ok(Built::stated("", text)),
        Some(number) if (1..=most).contains(&number) => {
            Ok(Built::stated(number.to_string(), text.with_arguments(number.to_string())))
        }
        _ => Err(Refusal::bad(format!("`{}` is not {what}", excerpt(parameters)), help)),
    }
}
