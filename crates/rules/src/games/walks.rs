use crate::catalogue::{Built, Entry, Rules};
use crate::families::{LatticeMove, LatticeRules};
use crate::position::excerpt;
use crate::spec::Spec;
use crate::written::StatedRules;
use bouton_values::Refusal;

pub(crate) const ROOK: Entry = Entry {
    name: "rook",
    title: "Rook",
    parameters: "nothing, or the dimension (2 if not given)",
    summary: "A rook walks towards the corner: any distance along one axis.",
    positions: "a,b: 3,5 (a,b,c in three dimensions)",
    source: "Winning Ways, chapter 3",
    example: ("rook", "3,5"),
    text: Some(include_str!("texts/rook.game")),
    build: |parameters| walk("rook", parameters, |vector| vector.iter().sum::<u64>() == 1, true),
};

pub(crate) const KING: Entry = Entry {
    name: "king",
    title: "King",
    parameters: "nothing, or the dimension (2 if not given)",
    summary: "A king walks towards the corner: one step along any axes at once.",
    positions: "a,b: 3,5 (a,b,c in three dimensions)",
    source: "Winning Ways, chapter 3",
    example: ("king", "3,5"),
    text: Some(include_str!("texts/king.game")),
    build: |parameters| walk("king", parameters, |_| true, false),
};

const NAMES: [&str; 4] = ["a", "b", "c", "d"];

/// A walk along the vectors of zeros and ones that are allowed.
fn walk(
    name: &str,
    parameters: &str,
    allowed: fn(&[u64]) -> bool,
    ray: bool,
) -> Result<Built, Refusal> {
    let dimension: usize = match parameters {
        "" => 2,
        text => text.parse().ok().filter(|d| (1..=NAMES.len()).contains(d)).ok_or_else(|| {
            Refusal::bad(
                format!("`{}` is not a dimension", excerpt(text)),
                format!("write a dimension from 1 to {}", NAMES.len()),
            )
        })?,
    };
    let vectors: Vec<Vec<u64>> = (1u32..1 << dimension)
        .map(|bits| (0..dimension).map(|axis| u64::from(bits >> axis & 1)).collect())
        .filter(|vector: &Vec<u64>| allowed(vector))
        .collect();
    let names = &NAMES[..dimension];
    let text = StatedRules::new(text(name, names, &vectors, ray)).with_tokens(names.join(" + "));
    Ok(match dimension {
        // As a text, a walk on a line is a lone heap; here it keeps its coordinate.
        1 => {
            let moves = vec![LatticeMove { vector: vec![1], ray }];
            let spec = Spec::Lattice(LatticeRules { names: vec![NAMES[0].to_owned()], moves });
            Built { parameters: "1".to_owned(), rules: Rules::Both(spec, None, text) }
        }
        2 => Built::stated("", text),
        _ => Built::stated(dimension.to_string(), text),
    })
}

/// The rules of a walk.
fn text(name: &str, names: &[&str], vectors: &[Vec<u64>], ray: bool) -> String {
    let (choice, length) = if ray { ("k >= 1: ", "k") } else { ("", "1") };
    let mut text = format!("game {name}\nposition {}\n", names.join(", "));
    for vector in vectors {
        let lowered = names.iter().zip(vector).filter(|(_, falls)| **falls > 0);
        let clauses: Vec<String> = lowered.map(|(n, _)| format!("{n}' = {n} - {length}")).collect();
        text += &format!("move {choice}{}\n", clauses.join(", "));
    }
    text
}
