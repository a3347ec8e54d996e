//! The game of Euclid.

use bouton_values::Player;

use super::{Coordinates, TupleRules};

/// The game of Euclid: subtract a positive multiple of the smaller number from the larger one,
/// which must not become negative. Where one number is 0, nobody can move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EuclidRules;

impl TupleRules for EuclidRules {
    fn coordinates(&self) -> Coordinates {
        Coordinates::named(&["a", "b"])
    }

    fn options(&self, tuple: &[u64], _: Player) -> Vec<Vec<u64>> {
        let (a, b) = (tuple[0], tuple[1]);
        if a == 0 || b == 0 {
            return Vec::new();
        }
        // Of the two quotients only that of the larger by the smaller is not 0; both are 1 if a = b.
        let from_b = (1..=b / a).map(|times| vec![a, b - times * a]);
        let from_a = (1..=a / b).map(|times| vec![a - times * b, b]);
        from_b.chain(from_a).collect()
    }

    fn option_bound(&self, tuple: &[u64]) -> u128 {
        let (small, large) = (tuple[0].min(tuple[1]), tuple[0].max(tuple[1]));
        large.checked_div(small).map_or(0, |times| u128::from(times) + 1)
    }

    fn canonical(&self, tuple: &[u64]) -> Vec<u64> {
        vec![tuple[0].min(tuple[1]), tuple[0].max(tuple[1])]
    }
}
