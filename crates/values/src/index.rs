//! Numbers as indices. An `as` would silently drop bits where addresses have 32 of them, as in WebAssembly.

/// A number as an index, for numbers that are bounded by the size of a table.
///
/// # Panics
/// If it is negative, or has more bits than an address: then there is no such table.
///
/// ```
/// assert_eq!(bouton_values::to_index(7_u64), 7);
/// ```
#[inline]
#[must_use]
pub fn to_index(number: impl TryInto<usize>) -> usize {
    match number.try_into() {
        Ok(index) => index,
        Err(_) => panic!("an index has more bits than an address"),
    }
}

/// A number as an index, or the largest index if there is none: for numbers that need not be in any table.
///
/// ```
/// assert_eq!(bouton_values::saturating_index(-1_i64), usize::MAX);
/// ```
#[inline]
#[must_use]
pub fn saturating_index(number: impl TryInto<usize>) -> usize {
    number.try_into().unwrap_or(usize::MAX)
}
