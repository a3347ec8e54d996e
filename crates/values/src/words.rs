//! Numbers and quotations in sentences.

use std::fmt::Display;

/// A number with what it counts: `1 heap`, `3 heaps`, `0 vertices`.
///
/// ```
/// assert_eq!(bouton_values::counted(1, "heap"), "1 heap");
/// assert_eq!(bouton_values::counted(0, "position"), "0 positions");
/// ```
#[must_use]
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, what: &str) -> String {
    match what.strip_suffix("ex") {
        _ if count == N::from(1) => format!("{count} {what}"),
        Some(stem) => format!("{count} {stem}ices"),
        None => format!("{count} {what}s"),
    }
}

/// At most 40 characters of a text that somebody else wrote, for an error message.
#[must_use]
pub fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut characters = text.chars();
    let mut short: String = characters
        .by_ref()
        .take(LONGEST)
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .collect();
    if characters.next().is_some() {
        short.push('…');
    }
    short
}
