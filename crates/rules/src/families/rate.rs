//! A pile and a rate: Nimrod, where a move may take about as much as the last one took.

use bouton_values::Player;

use super::{Coordinates, Picture, TupleRules};
use bouton_values::Refusal;

/// Nimrod and its relatives: a pile and a rate. A move changes the rate by at most `reach`, keeps
/// it positive, and takes as many tokens as the new rate says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RateRules {
    /// By how much a move may change the rate; 1 in Nimrod.
    pub reach: u64,
}

impl RateRules {
    /// The rates q that one may choose at (pile, rate): |q - rate| ≤ reach, 1 ≤ q ≤ pile.
    pub fn choices(&self, pile: u64, rate: u64) -> impl Iterator<Item = u64> + use<> {
        rate.saturating_sub(self.reach).max(1)..=rate.saturating_add(self.reach).min(pile)
    }
}

impl TupleRules for RateRules {
    fn coordinates(&self) -> Coordinates {
        Coordinates::named(&["pile", "rate"])
    }

    fn check(&self, tuple: &[u64]) -> Result<(), Refusal> {
        if tuple[1] == 0 {
            return Err(Refusal::bad(
                "the rate is 0",
                format!("write pile,rate with a rate of at least 1, such as {},1", tuple[0]),
            ));
        }
        Ok(())
    }

    fn options(&self, tuple: &[u64], _: Player) -> Vec<Vec<u64>> {
        let (pile, rate) = (tuple[0], tuple[1]);
        self.choices(pile, rate).map(|chosen| vec![pile - chosen, chosen]).collect()
    }

    fn option_bound(&self, _: &[u64]) -> u128 {
        2 * u128::from(self.reach) + 1
    }

    fn terminates(&self) -> crate::Fact {
        crate::Fact::proved("each move lowers the pile")
    }

    fn tokens(&self, tuple: &[u64]) -> u64 {
        tuple[0]
    }

    fn picture(&self) -> Picture {
        Picture::PileAndRate
    }
}
