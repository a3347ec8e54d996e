use crate::catalogue::{Built, Entry};
use crate::families::LimitRules;
use crate::position::excerpt;
use crate::spec::Spec;
use bouton_values::Refusal;

pub(crate) const FIBONACCI: Entry = Entry {
    name: "fibonacci",
    parameters: "nothing, or the factor (2 if not given)",
    summary: "Fibonacci Nim: take up to twice as many tokens as the opponent just took; the first \
              move takes anything but the whole heap.",
    positions: "heap, or heap,limit with the most that may be taken: 20 or 20,3",
    source: "M. J. Whinihan, Fibonacci Nim (1963)",
    example: ("fibonacci", "20"),
    build: |parameters| match parameters.parse() {
        Ok(2) => Ok(Built::plain(Spec::Limit(LimitRules { factor: 2 }))),
        Ok(factor @ 1..=1000) => {
            Ok(Built::with(factor.to_string(), Spec::Limit(LimitRules { factor })))
        }
        Err(_) if parameters.is_empty() => Ok(Built::plain(Spec::Limit(LimitRules { factor: 2 }))),
        _ => Err(Refusal::bad(
            format!("`{}` is not a factor", excerpt(parameters)),
            "write a factor from 1 to 1000, or fibonacci alone for 2",
        )),
    },
};
