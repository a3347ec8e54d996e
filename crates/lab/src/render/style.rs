//! Colours, by meaning. Whoever prints strips them where there is no terminal.

use anstyle::{AnsiColor, Style};
use bouton_values::Outcome;

/// What stands out: the answer itself.
pub const STRONG: Style = Style::new().bold();
/// Labels and what can be skipped.
pub const FAINT: Style = Style::new().dimmed();
/// A winning move.
pub const GOOD: Style = AnsiColor::Green.on_default();

/// The colour of an outcome.
#[must_use]
pub fn of_outcome(outcome: Outcome) -> Style {
    let colour = match outcome {
        Outcome::N => AnsiColor::Green,
        Outcome::P => AnsiColor::Red,
        Outcome::L => AnsiColor::Blue,
        Outcome::R => AnsiColor::Magenta,
        Outcome::D | Outcome::LD | Outcome::DL | Outcome::RD | Outcome::DR => AnsiColor::Yellow,
    };
    colour.on_default().bold()
}

/// The text in this style.
#[must_use]
pub fn paint(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}
