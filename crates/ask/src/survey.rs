//! The question for the periods of all octal games with a few digits.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Question;

/// Finds the periods of all octal games with a few digits that the heaps below a bound prove.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Survey {
    /// The number of digits after the point.
    #[schemars(range(min = 1, max = 4))]
    pub digits: u32,
    /// The bound of the heaps: those below it are computed.
    pub to: u64,
}

impl Question for Survey {
    type View = SurveyView;
    const NAME: &'static str = "survey";

    fn examples() -> Vec<Survey> {
        vec![Survey { digits: 1, to: 100 }]
    }
}

/// The periods of octal games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SurveyView {
    /// The bound of the heaps: those below it were computed.
    pub below: u64,
    /// The number of codes with a proved period.
    pub proved: u64,
    /// The codes, each with its period if one is proved.
    pub codes: Vec<SurveyedCode>,
}

/// The result for a code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SurveyedCode {
    /// The code, such as 0.77.
    pub code: String,
    /// The game, as it can be typed.
    pub game: String,
    /// How many nim-values come before the periodic part; null if no period is proved.
    pub preperiod: Option<u64>,
    /// The length of the period; null if none is proved.
    pub period: Option<u64>,
}
