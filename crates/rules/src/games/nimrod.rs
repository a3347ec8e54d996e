use crate::catalogue::{Built, Entry};
use crate::position::excerpt;
use crate::written::StatedRules;
use bouton_values::Refusal;

/// A larger reach makes the game trivial to state and endless to list.
const MAX_REACH: u64 = 1000;

pub(crate) const NIMROD: Entry = Entry {
    name: "nimrod",
    title: "Nimrod",
    parameters: "nothing, or the reach (1 if not given)",
    summary: "A pile and a rate. Change the rate by at most 1, keep it positive, and take as many \
              tokens as it says. `nimrod:2` allows changes by 2.",
    positions: "pile,rate: 100,1",
    source: "J. M. Henle, E. L. Schlatter, Nimrod",
    example: ("nimrod", "100,1"),
    text: Some(TEXT),
    build: |parameters| {
        let text = StatedRules::new(TEXT).with_tokens("pile");
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
    },
};

const TEXT: &str = include_str!("texts/nimrod.game");
