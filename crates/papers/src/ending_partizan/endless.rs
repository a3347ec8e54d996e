//! Sets with a progression without end, and why their outcomes are periodic too.
//!
//! Let S = F ∪ {a, a + d, a + 2d, …}. From n the progression leads to every heap h ≤ n - a with h ≡ n - a (mod d), so
//! all that matters of them is whether some such h is lost for Left, moving first, and whether some is for Right: two
//! bits for each class mod d, which once set stay set. With the last max(F ∪ {a}) heaps and n mod d they are a state
//! from which everything later follows; there are finitely many states, so one comes back. The first that does proves
//! the period, as for finite sets.

use bouton_lab::rules::{Limits, Refusal, SubtractionSet};

use super::sets::LARGEST;
use super::strip::{Line, Strip, even_odd};
use crate::frame::Result;
use crate::judge::listed;

/// All sets with a finite part within {2..largest} and a progression from 2 to `from` on with step 1, 2 or 3, the
/// smallest beginning and step first, then the smallest finite part.
pub(super) fn small(largest: u64, from: u64) -> Vec<SubtractionSet> {
    let tails = (2..=from).flat_map(|from| [1, 2, 3].map(|step| (from, step)));
    let sets = tails.flat_map(|tail| (0..1_u32 << (largest - 1)).map(move |bits| (tail, bits)));
    let sets = sets.filter_map(|((from, step), bits)| {
        let finite: Vec<u64> = (2..=largest).filter(|s| bits >> (s - 2) & 1 == 1).collect();
        // An element of the progression is there already, and one just below would only lengthen it.
        let is_new = |s: &u64| s + step < from || !(s + step - from).is_multiple_of(step);
        let is_wanted = finite.iter().all(is_new);
        SubtractionSet::with_progression(finite, Some((from, step))).ok().filter(|_| is_wanted)
    });
    sets.collect()
}

/// The outcomes under the EO rule, for ever.
pub(super) fn strip(set: &SubtractionSet, limits: &Limits) -> Result<Strip> {
    if numbers(set).any(|number| number > LARGEST.into()) {
        return Err(Refusal::bad(
            format!("{set} has numbers above {LARGEST}"),
            "write smaller ones, such as 2+ or 3,4+2k",
        ));
    }
    let (finite, progression) = set.parts();
    let takes = finite.iter().fold(0, |takes, s| takes | 1 << s);
    Line::new(takes, progression).repeated(&even_odd(set.min() as u32), limits)
}

/// The elements that are written out, the first of the progression, and its step.
fn numbers(set: &SubtractionSet) -> impl Iterator<Item = u64> {
    let (finite, progression) = set.parts();
    finite.iter().copied().chain(progression.into_iter().flat_map(|(from, step)| [from, step]))
}

pub(super) fn is_even(set: &SubtractionSet) -> bool {
    numbers(set).all(|number| number.is_multiple_of(2))
}

/// `{4} ∪ {3, 5, 7, …}`.
pub(super) fn name(set: &SubtractionSet) -> String {
    let (finite, progression) = set.parts();
    let shown = |(from, step)| listed([from, from + step, from + 2 * step], ", ");
    let tail = progression.map(|tail| format!("{{{}, …}}", shown(tail)));
    let finite = (!finite.is_empty()).then(|| format!("{{{}}}", listed(finite, ", ")));
    listed(finite.into_iter().chain(tail), " ∪ ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ending_partizan::strip::by_oracle;

    #[test]
    fn strips_are_the_oracles() {
        let limits = Limits::default();
        let finite = ["2,3", "2,3,6", "3,7"].map(|text| SubtractionSet::parse(text).unwrap());
        for set in small(5, 6).into_iter().chain(finite) {
            let strip = strip(&set, &limits).unwrap();
            let game = format!("ending-partizan:{set}");
            let wanted = by_oracle(&game, 60, &limits).unwrap();
            assert!((0..=60).all(|heap| strip.at(heap) == wanted[heap]), "{game}");
            assert_eq!(SubtractionSet::parse(&set.to_string()).unwrap(), set);
        }
    }

    #[test]
    fn large_numbers_are_refused() {
        for text in ["2,64", "64+", "2+64k"] {
            let set = SubtractionSet::parse(text).unwrap();
            assert!(strip(&set, &Limits::default()).is_err(), "{text}");
        }
    }

    #[test]
    fn small_sets_are_all_different() {
        let members = |set: &SubtractionSet| set.up_to(60).collect::<Vec<_>>();
        let sets: std::collections::HashSet<_> = small(5, 6).iter().map(members).collect();
        assert_eq!(sets.len(), small(5, 6).len());
        assert_eq!(name(&SubtractionSet::parse("4,3+2k").unwrap()), "{4} ∪ {3, 5, 7, …}");
    }
}
