//! Files that were good once.

use proptest::prelude::*;
use proptest::sample::Index;

/// Where, what (overwrite, insert, remove), and with which byte.
pub(crate) type Edit = (Index, u8, u8);

pub(crate) fn edit() -> impl Strategy<Value = Edit> {
    (any::<Index>(), 0..3u8, any::<u8>())
}

/// The text after the edits; only `letters` are inserted, so that more of the results can be read.
pub(crate) fn damaged(text: &str, edits: &[Edit], letters: &[u8]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for (index, how, byte) in edits {
        let place = index.index(bytes.len());
        match how {
            0 => bytes[place] = *byte,
            1 => bytes.insert(place, letters[usize::from(*byte) % letters.len()]),
            _ => drop(bytes.remove(place)),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
