//! Numbers in sentences.

use std::fmt::Display;

/// A number with what it counts: `1 heap`, `3 heaps`.
///
/// ```
/// assert_eq!(bouton_values::counted(1, "heap"), "1 heap");
/// assert_eq!(bouton_values::counted(0, "position"), "0 positions");
/// ```
#[must_use]
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, what: &str) -> String {
    let s = if count == N::from(1) { "" } else { "s" };
    format!("{count} {what}{s}")
}
