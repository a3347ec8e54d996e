//! Walks towards the corner of a board in the catalogue.

use bouton_definition::walk;
use bouton_values::Refusal;

use crate::catalogue::{Built, Entry, Rules};
use crate::families::{LatticeMove, LatticeRules};
use crate::spec::Spec;
use crate::written::StatedRules;

/// Walks towards the corner.
pub(crate) fn entries() -> [Entry; 2] {
    [
        Entry::by("rook", |parameters| built("rook", parameters)),
        Entry::by("king", |parameters| built("king", parameters)),
    ]
}

fn built(name: &str, parameters: &str) -> Result<Built, Refusal> {
    let (dimension, text, tokens) = walk(name, parameters)?;
    let text = StatedRules::new(text).with_tokens(tokens);
    Ok(match dimension {
        // As a text, a walk on a line is a lone heap; here it keeps its coordinate.
        1 => {
            let moves = vec![LatticeMove { vector: vec![1], ray: name == "rook" }];
            let spec = Spec::Lattice(LatticeRules { names: vec!["a".to_owned()], moves });
            Built::with("1", Rules::Spec(spec)).with_text(Some(text))
        }
        2 => Built::stated("", text),
        _ => Built::stated(dimension.to_string(), text),
    })
}
