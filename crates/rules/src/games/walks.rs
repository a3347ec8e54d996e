use crate::catalogue::{Built, Entry};
use crate::families::{LatticeMove, LatticeRules};
use crate::position::excerpt;
use crate::spec::Spec;
use bouton_values::Refusal;

pub(crate) const ROOK: Entry = Entry {
    name: "rook",
    parameters: "nothing, or the dimension (2 if not given)",
    summary: "A rook walks towards the corner: any distance along one axis.",
    positions: "a,b: 3,5 (a,b,c in three dimensions)",
    source: "Winning Ways, chapter 3",
    example: ("rook", "3,5"),
    build: |parameters| walk(parameters, |vector| vector.iter().sum::<u64>() == 1, true),
};

pub(crate) const KING: Entry = Entry {
    name: "king",
    parameters: "nothing, or the dimension (2 if not given)",
    summary: "A king walks towards the corner: one step along any axes at once.",
    positions: "a,b: 3,5 (a,b,c in three dimensions)",
    source: "Winning Ways, chapter 3",
    example: ("king", "3,5"),
    build: |parameters| walk(parameters, |_| true, false),
};

const NAMES: [&str; 4] = ["a", "b", "c", "d"];

/// A walk along the vectors of zeros and ones that are allowed.
fn walk(parameters: &str, allowed: fn(&[u64]) -> bool, ray: bool) -> Result<Built, Refusal> {
    let dimension: usize = match parameters {
        "" => 2,
        text => text.parse().ok().filter(|d| (1..=NAMES.len()).contains(d)).ok_or_else(|| {
            Refusal::bad(
                format!("`{}` is not a dimension", excerpt(text)),
                format!("write a dimension from 1 to {}", NAMES.len()),
            )
        })?,
    };
    let moves = (1u32..1 << dimension)
        .map(|bits| (0..dimension).map(|axis| u64::from(bits >> axis & 1)).collect())
        .filter(|vector: &Vec<u64>| allowed(vector))
        .map(|vector| LatticeMove { vector, ray })
        .collect();
    let spec = Spec::Lattice(LatticeRules { names: NAMES[..dimension].to_vec(), moves });
    Ok(match dimension {
        2 => Built::plain(spec),
        _ => Built::with(dimension.to_string(), spec),
    })
}
