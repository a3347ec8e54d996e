//! The question for the misère quotient of a heap game.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Question;

/// Computes the misère quotient of a heap game: which sums are equivalent when the last move loses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Quotient {
    /// The game: its name with parameters, or its rules.
    pub game: String,
    /// The largest heap that may occur.
    pub heaps: u64,
}

impl Question for Quotient {
    type View = QuotientView;
    const NAME: &'static str = "quotient";

    fn examples() -> Vec<Quotient> {
        vec![Quotient { game: "octal:0.123".to_owned(), heaps: 12 }]
    }
}

/// A misère quotient: a finite commutative monoid that decides who wins every sum of these heaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct QuotientView {
    /// The game, as it can be typed.
    pub game: String,
    /// The title of the game, if it differs from how it is typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The largest heap that may occur.
    pub heaps: u64,
    /// The number of elements of the quotient.
    pub order: usize,
    /// The heap from which on no element was new.
    pub reached_at: u64,
    /// The generators, and the heaps that they represent.
    pub generators: Vec<Generator>,
    /// Pairs of words that are equal.
    pub relations: Vec<[String; 2]>,
    /// The elements of losing positions.
    pub p_portion: Vec<String>,
    /// The element of each heap from 0 on.
    pub pretending: Vec<String>,
    /// The period of the elements, if one is proved.
    pub period: Option<QuotientPeriod>,
    /// The number of pairs of the transition algebra; all of them were checked.
    pub pairs_checked: usize,
    /// How far the quotient is known: `proved`, or up to which heap.
    pub standing: String,
}

/// A generator of a misère quotient.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Generator {
    /// The name of the generator.
    pub name: String,
    /// A heap that the generator represents.
    pub heap: u64,
}

/// The period of the elements of heaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct QuotientPeriod {
    /// How many heaps come before the periodic part.
    pub preperiod: u64,
    /// The length of the period.
    pub period: u64,
    /// How far the period is known: `proved`.
    pub standing: String,
}
