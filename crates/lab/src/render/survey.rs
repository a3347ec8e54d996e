//! The periods of octal games, for people.

use bouton_ask::SurveyView;

use super::style::{FAINT, STRONG, paint};

/// For people, with colours: a line for each code.
#[must_use]
pub fn text(found: &SurveyView) -> String {
    let mut text = format!("{}\n", paint(FAINT, "code      preperiod     period"));
    for code in &found.codes {
        text += &match (code.preperiod, code.period) {
            (Some(preperiod), Some(period)) => {
                format!("{:<8} {preperiod:>10} {period:>10}\n", code.code)
            }
            _ => paint(FAINT, format!("{:<8} {:>10} {:>10}\n", code.code, "", "?")),
        };
    }
    text + &format!(
        "\n{} of {} codes have a period that the heaps below {} prove\n",
        paint(STRONG, found.proved),
        found.codes.len(),
        found.below
    )
}
