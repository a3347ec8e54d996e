//! Rules written in Rust: whatever lists options and names a winner can be asked who wins.

use bouton_lab::oracle::Oracle;
use bouton_lab::rules::{Limits, Refusal, Ruleset};
use bouton_lab::values::{Outcome, Player};

/// Take a square number of tokens; whoever cannot move loses.
struct SquareTaking;

impl Ruleset for SquareTaking {
    type Position = u64;

    fn options(&self, tokens: &u64, _: Player) -> Vec<u64> {
        (1..).map_while(|root: u64| tokens.checked_sub(root * root)).collect()
    }

    fn ending(&self, _: &u64, mover: Player) -> Player {
        mover.opponent()
    }

    fn option_bound(&self, tokens: &u64) -> u128 {
        tokens.isqrt().into()
    }
}

pub(crate) fn main() -> Result<(), Refusal> {
    let mut oracle = Oracle::new(&SquareTaking, Limits::default());
    let mut lost = Vec::new();
    for tokens in 0..40 {
        if oracle.outcome(&tokens)? == Outcome::P {
            lost.push(tokens);
        }
    }
    println!("lost for the mover: {lost:?}");
    assert_eq!(lost, [0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39]);
    Ok(())
}
