//! Text styles by meaning. The front removes them if the output is not a terminal.

use anstyle::{AnsiColor, Style};
use bouton_values::Outcome;

/// The style of the answer itself.
pub const STRONG: Style = Style::new().bold();
/// The style of labels and details.
pub const FAINT: Style = Style::new().dimmed();
/// The style of winning moves.
pub const GOOD: Style = AnsiColor::Green.on_default();

/// The style of an outcome: its colour.
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

/// Puts a text into a style.
#[must_use]
pub fn paint(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}
