use crate::catalogue::{Built, Entry};
use crate::families::RateRules;
use crate::position::excerpt;
use crate::spec::Spec;
use bouton_values::Refusal;

/// A larger reach makes the game trivial to state and endless to list.
const MAX_REACH: u64 = 1000;

pub(crate) const NIMROD: Entry = Entry {
    name: "nimrod",
    parameters: "nothing, or the reach (1 if not given)",
    summary: "A pile and a rate. Change the rate by at most 1, keep it positive, and take as many \
              tokens as it says. `nimrod:2` allows changes by 2.",
    positions: "pile,rate: 100,1",
    source: "J. M. Henle, E. L. Schlatter, Nimrod",
    example: ("nimrod", "100,1"),
    build: |parameters| {
        if parameters.is_empty() {
            return Ok(Built::plain(Spec::Rate(RateRules { reach: 1 })));
        }
        match parameters.parse() {
            Ok(1) => Ok(Built::plain(Spec::Rate(RateRules { reach: 1 }))),
            Ok(reach @ 2..=MAX_REACH) => {
                Ok(Built::with(reach.to_string(), Spec::Rate(RateRules { reach })))
            }
            _ => Err(Refusal::bad(
                format!("`{}` is not a change of rate", excerpt(parameters)),
                format!("write nimrod, or nimrod:2 (at most {MAX_REACH}) for faster changes"),
            )),
        }
    },
};
