//! The search for P-sets from layer to layer.

use bouton_rules::{Limits, Meter, Refusal};

use super::WHAT;
use super::kernel::Find;
use super::layer::{Filling, Layer};
use super::reading::Reading;
use super::shorter::{Completions, Shorter};

/// The P-sets to be found: x₁ < … < xₙ with xᵢ ≤ bounds\[i\] for i < n and xₙ ≤ cap.
///
/// Those of n - 1 numbers within `bounds[1..]` and the cap are then found as well, and so on down: if
/// a set is within the bounds, what is left of it when one number is taken out is within those.
pub(super) struct Scope {
    /// n - 1 positive bounds, ascending.
    pub(super) bounds: Vec<usize>,
    /// At least as large as each of the bounds.
    pub(super) cap: usize,
}

impl Scope {
    /// All completions of the tuples within these bounds: the cap is the bound for completions in
    /// the parent module.
    pub(super) fn uncapped(bounds: Vec<usize>) -> Scope {
        let most = bounds.iter().fold(bounds.len(), |sum, bound| sum.saturating_add(*bound));
        Scope { bounds, cap: most }
    }

    /// The completions of the tuples within these bounds that do not exceed `most`.
    pub(super) fn up_to(most: usize, bounds: Vec<usize>) -> Scope {
        let mut scope = Scope::uncapped(bounds);
        scope.cap = scope.cap.min(most);
        scope
    }

    fn numbers(&self) -> usize {
        self.bounds.len() + 1
    }
}

/// Calls `found` with s and its finds {a} ∪ s ∪ {z}, for the last layer and all those below it that
/// are needed and take a search. Returns the completions in the layers below the last.
pub(super) fn search(
    reading: Reading,
    scope: &Scope,
    limits: &Limits,
    mut found: impl FnMut(&[usize], &[Find]),
) -> Result<Shorter, Refusal> {
    let (layers, steps) = plan(reading, scope, limits)?;
    let mut meter = Meter::new(limits, WHAT).out_of(steps);
    let mut shorter = Shorter::new(reading);
    for (index, layer) in layers.iter().enumerate() {
        let is_last = index + 1 == layers.len();
        let mut completions = (!is_last).then(|| Completions::new(layer.bounds()));
        Filling::new(layer, &shorter).run(&mut meter, |s, finds| {
            found(s, finds);
            if let Some(completions) = &mut completions {
                completions.enter(s, finds);
            }
        })?;
        completions.into_iter().for_each(|completions| shorter.push(completions));
    }
    Ok(shorter)
}

/// The layers that take a search, the lowest first, and the steps for them; refused if together they cost too much.
fn plan(reading: Reading, scope: &Scope, limits: &Limits) -> Result<(Vec<Layer>, u128), Refusal> {
    let last = scope.numbers();
    let first = match reading {
        Reading::Antonim => reading.first_layer(),
        Reading::Welter => reading.first_layer().max(last),
    };
    let bounds = (first..=last).map(|numbers| &scope.bounds[last - numbers..]);
    let layers: Vec<Layer> =
        bounds.map(|bounds| Layer::plan(bounds, scope.cap, limits)).collect::<Result<_, _>>()?;
    let below = layers.split_last().map_or(&[][..], |(_, below)| below);
    let kept: u128 = below.iter().map(|layer| Completions::bytes(layer.tuples())).sum();
    let most = layers.iter().map(Layer::bytes).max().unwrap_or(0);
    limits.check_memory(WHAT, kept.saturating_add(most))?;
    let steps = layers.iter().map(Layer::steps).fold(0, u128::saturating_add);
    limits.check_steps(WHAT, steps)?;
    Ok((layers, steps))
}
