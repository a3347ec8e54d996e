use crate::catalogue::{Built, Entry};
use crate::position::excerpt;
use crate::written::StatedRules;
use bouton_values::Refusal;

pub(crate) const FIBONACCI: Entry = Entry {
    name: "fibonacci",
    title: "Fibonacci Nim",
    parameters: "nothing, or the factor (2 if not given)",
    summary: "Fibonacci Nim: take up to twice as many tokens as the opponent just took; the first \
              move takes anything but the whole heap.",
    positions: "heap, or heap,limit with the most that may be taken: 20 or 20,3",
    source: "M. J. Whinihan, Fibonacci Nim (1963)",
    example: ("fibonacci", "20"),
    text: Some(TEXT),
    build: |parameters| {
        let text = StatedRules::new(TEXT).with_tokens("heap");
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
    },
};

const TEXT: &str = include_str!("texts/fibonacci.game");
