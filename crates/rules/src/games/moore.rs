use crate::catalogue::{Built, Entry};
use crate::position::excerpt;
use crate::written::StatedRules;
use bouton_values::Refusal;

pub(crate) const MOORE: Entry = Entry {
    name: "moore",
    title: "Moore's Nim",
    parameters: "K",
    summary: "Moore's Nim_k: take tokens from at least one and at most K heaps.",
    positions: "the heaps: 3,4,6",
    source: "E. H. Moore, A generalization of the game called Nim (1910)",
    example: ("moore:2", "3,4,6"),
    text: Some(TEXT),
    build: |parameters| match parameters.parse::<u64>() {
        Ok(most @ 1..=64) => {
            let most = most.to_string();
            Ok(Built::stated(most.clone(), StatedRules::new(TEXT).with_arguments(most)))
        }
        _ => Err(Refusal::bad(
            format!("`{}` is not a number of heaps", excerpt(parameters)),
            "write how many heaps a move may lower, from 1 to 64: moore:2",
        )),
    },
};

const TEXT: &str = include_str!("texts/moore.game");
