//! The strategies of Henle and Schlatter for Nimrod: Model and Proposition.

use std::fmt;

use bouton_rules::Refusal;

use crate::nimrod::State;
use crate::strategy::{Strategy, Turn, prefer};

/// G(r,p) = cos((ar + bp)/(cr + d)), the larger the sooner (p,r) is taken to be lost.
///
/// The parameters are not printed in the paper. Only their ratios matter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    /// The factor of the rate in the numerator.
    pub a: f64,
    /// The factor of the pile in the numerator.
    pub b: f64,
    /// The factor of the rate in the denominator.
    pub c: f64,
    /// The constant in the denominator.
    pub d: f64,
}

impl Model {
    /// The parameters that the fit of the papers finds with its usual settings; a test there repeats the search.
    pub const FITTED: Model = Model {
        a: 0.981_414_832_355_245_2,
        b: 4.421_820_722_965_561_5,
        c: 1.0,
        d: -0.847_556_811_325_699_8,
    };

    /// The parameters that the sectors suggest: D_k lies about p = (2k + ½)r, so G = cos(π(p/r - ½)).
    pub const SECTORS: Model =
        Model { a: -std::f64::consts::FRAC_PI_2, b: std::f64::consts::PI, c: 1.0, d: 0.0 };

    /// The value of G(r,p) at this state.
    #[must_use]
    pub fn shade(&self, state: State) -> f64 {
        let (p, r) = (state.pile as f64, state.rate as f64);
        ((self.a * r + self.b * p) / (self.c * r + self.d)).cos()
    }

    /// What it thinks of handing over a state: known losses are best, known wins worst, and between
    /// them G decides. This is how "Model is smart enough to know and use Proposition 3" is read.
    fn worth(&self, state: State) -> f64 {
        match state.known() {
            Some(false) => 2.0,
            Some(true) => -2.0,
            // Where cr + d = 0 there is no cosine.
            None => Some(self.shade(state)).filter(|shade| !shade.is_nan()).unwrap_or(-1.0),
        }
    }
}

/// Model takes the q for which G(q,p-q) is largest.
impl Strategy<State> for Model {
    fn pick(&self, turn: Turn<'_, State>, picked: &mut Vec<usize>) -> Result<(), Refusal> {
        prefer(turn.options.iter().map(|option| self.worth(*option)), picked);
        Ok(())
    }
}

/// `a,b,c,d`.
impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |number: f64| match number.abs() {
            size if size >= 1e16 || (size > 0.0 && size < 1e-16) => format!("{number:e}"),
            _ => number.to_string(),
        };
        write!(f, "{}", [self.a, self.b, self.c, self.d].map(number).join(","))
    }
}

/// Plays Model on one side of p = r²/2 and at random on the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proposition {
    /// Model's parameters.
    pub model: Model,
    /// Is it Random inside the core, where p > r²/2? As printed it plays Model there.
    pub reversed: bool,
}

impl Strategy<State> for Proposition {
    fn pick(&self, turn: Turn<'_, State>, picked: &mut Vec<usize>) -> Result<(), Refusal> {
        if turn.position.is_beyond_half_a_square() != self.reversed {
            return self.model.pick(turn, picked);
        }
        picked.extend(0..turn.options.len());
        Ok(())
    }
}
