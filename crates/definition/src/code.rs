//! Take-and-break codes: what each digit allows when that many tokens are taken from a heap.

use std::fmt;

use bouton_values::{Refusal, excerpt, to_index};

/// The most digits that may be written out.
const MAX_DIGITS: usize = 10_000;

/// A take-and-break code d₀.d₁d₂d₃…, as *Winning Ways* and CGSuite write it.
///
/// Bit b of the digit dᵢ says that one may take i tokens from a heap and leave the rest as exactly
/// b non-empty heaps. Octal digits leave at most two, hexadecimal ones at most three. A block in
/// brackets at the end repeats for ever: Nim is `0.[3]`.
///
/// ```
/// use bouton_definition::TakeAndBreakCode;
/// let kayles = TakeAndBreakCode::parse("0.77")?;
/// assert_eq!(kayles.options(3), [vec![2], vec![1, 1], vec![1]]);
/// # Ok::<(), bouton_values::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TakeAndBreakCode {
    /// d₀, d₁, …, without trailing zeros where nothing repeats.
    digits: Vec<u8>,
    repeating: Vec<u8>,
}

const HELP: &str = "write an octal or hexadecimal code such as 0.77, 4.0, 0.137 or 0.[3]";

impl TakeAndBreakCode {
    /// Reads `0.77`, `.77`, `4.0`, `0.a3`, `0.[3]`, `4.[3]`.
    pub fn parse(text: &str) -> Result<TakeAndBreakCode, Refusal> {
        let bad =
            || Refusal::bad(format!("`{}` is not a take-and-break code", excerpt(text)), HELP);
        let (whole, rest) = text.trim().split_once('.').ok_or_else(bad)?;
        if rest.len() > MAX_DIGITS {
            return Err(Refusal::bad(
                format!("the code has {} digits", rest.len()),
                format!("write at most {MAX_DIGITS}"),
            ));
        }
        let (listed, block) = match rest.split_once('[') {
            None => (rest, ""),
            Some((listed, block)) => (listed, block.strip_suffix(']').ok_or_else(bad)?),
        };
        if rest.is_empty() || whole.len() > 1 || (rest.contains('[') && block.is_empty()) {
            return Err(bad());
        }
        let first = if whole.is_empty() { "0" } else { whole };
        let digit = |c: char| c.to_digit(16).map(|d| d as u8).ok_or_else(bad);
        let digits = first.chars().chain(listed.chars()).map(digit).collect::<Result<_, _>>()?;
        let repeating = block.chars().map(digit).collect::<Result<_, _>>()?;
        TakeAndBreakCode::new(digits, repeating)
    }

    /// A code of these digits, of which there is at least one, and a block that repeats after them.
    pub fn new(mut digits: Vec<u8>, mut repeating: Vec<u8>) -> Result<TakeAndBreakCode, Refusal> {
        if digits[0] & 3 != 0 {
            return Err(Refusal::bad(
                format!("the digit {:x} before the point lets a player pass for ever", digits[0]),
                "write 0 or 4 (or 8, c) before the point: taking nothing must split the heap",
            ));
        }
        if repeating.iter().all(|digit| *digit == 0) {
            repeating.clear();
            let length = digits.iter().rposition(|digit| *digit != 0).map_or(1, |last| last + 1);
            digits.truncate(length);
        }
        shorten(&mut digits, &mut repeating);
        Ok(TakeAndBreakCode { digits, repeating })
    }

    /// The digits d₀, d₁, … that are written out, and the block that repeats after them.
    pub fn digits_and_block(&self) -> (&[u8], &[u8]) {
        (&self.digits, &self.repeating)
    }

    /// The digit dᵢ of the code, which says how many heaps may be left when `taken` tokens are taken.
    #[must_use]
    pub fn digit(&self, taken: u64) -> u8 {
        let listed = self.digits.len() as u64;
        if taken < listed {
            return self.digits[to_index(taken)];
        }
        match self.repeating.len() as u64 {
            0 => 0,
            length => self.repeating[to_index((taken - listed) % length)],
        }
    }

    /// The most tokens that one move takes; `None` if a block repeats.
    #[must_use]
    pub fn last_digit(&self) -> Option<u64> {
        self.repeating.is_empty().then(|| self.digits.len() as u64 - 1)
    }

    /// The most heaps that one move leaves of a heap: 3 for hexadecimal codes, 2 for octal codes
    /// that split, 1 for those that only take.
    #[must_use]
    pub fn most_parts(&self) -> u32 {
        let every = self.digits.iter().chain(&self.repeating).fold(0, |all, digit| all | digit);
        u8::BITS - (every | 2).leading_zeros() - 1
    }

    /// The options of a heap, each as the heaps that are left, ascending; a heap taken whole leaves the empty heap 0.
    #[must_use]
    pub fn options(&self, heap: u64) -> Vec<Vec<u64>> {
        let last = self.last_digit().unwrap_or(heap).min(heap);
        (0..=last).flat_map(|taken| leave(self.digit(taken), heap - taken)).collect()
    }

    /// An upper bound on the number of options of a heap.
    #[must_use]
    pub fn option_bound(&self, heap: u64) -> u128 {
        let written = self.digits.iter().map(|digit| ways_bound(*digit, heap));
        let listed = written.fold(0, u128::saturating_add);
        let repeated = self.repeating.iter().map(|digit| ways_bound(*digit, heap)).max();
        listed.saturating_add(repeated.unwrap_or(0).saturating_mul(u128::from(heap)))
    }
}

/// The shortest way to write the same digits: `4.3[33]` is `4.[3]`.
fn shorten(digits: &mut Vec<u8>, repeating: &mut Vec<u8>) {
    let repeats = |d: &usize| {
        repeating.len().is_multiple_of(*d)
            && (*d..repeating.len()).all(|i| repeating[i] == repeating[i - d])
    };
    let shortest = (1..=repeating.len()).find(repeats).unwrap_or(0);
    repeating.truncate(shortest);
    while digits.len() > 1 && !repeating.is_empty() && digits.last() == repeating.last() {
        digits.pop();
        repeating.rotate_right(1);
    }
}

/// At most this many ways to leave what a digit allows of a heap.
fn ways_bound(digit: u8, heap: u64) -> u128 {
    let width = u128::from(heap) + 1;
    match digit {
        0 => 0,
        1..=3 => 1,
        4..=7 => width / 2 + 1,
        _ => (width / 2 + 1).saturating_mul(width / 3 + 2),
    }
}

/// The ways in which a digit allows `rest` tokens to lie.
fn leave(digit: u8, rest: u64) -> Vec<Vec<u64>> {
    let allows = |parts: u32| digit >> parts & 1 == 1;
    let mut ways = Vec::new();
    if rest == 0 {
        if allows(0) {
            ways.push(vec![0]);
        }
        return ways;
    }
    if allows(1) {
        ways.push(vec![rest]);
    }
    if allows(2) {
        ways.extend((1..=rest / 2).map(|a| vec![a, rest - a]));
    }
    if allows(3) {
        for a in 1..=rest / 3 {
            ways.extend((a..=(rest - a) / 2).map(|b| vec![a, b, rest - a - b]));
        }
    }
    ways
}

impl fmt::Display for TakeAndBreakCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}.", self.digits[0])?;
        if self.digits.len() == 1 && self.repeating.is_empty() {
            return f.write_str("0");
        }
        self.digits[1..].iter().try_for_each(|digit| write!(f, "{digit:x}"))?;
        if self.repeating.is_empty() {
            return Ok(());
        }
        f.write_str("[")?;
        self.repeating.iter().try_for_each(|digit| write!(f, "{digit:x}"))?;
        f.write_str("]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> TakeAndBreakCode {
        TakeAndBreakCode::parse(text).unwrap()
    }

    #[test]
    fn codes_are_read_as_cgsuite_writes_them() {
        for text in ["0.77", "0.07", "4.0", "0.[3]", "4.[3]", "0.a", "8.01", "0.0", "0.1[20]"] {
            assert_eq!(code(text).to_string(), text);
        }
        assert_eq!(code(".77"), code("0.77"));
        assert_eq!(code("0.7700"), code("0.77"));
        assert_eq!(code("0.7[0]"), code("0.7"));
        assert_eq!(code("4.3[33]"), code("4.[3]"));
        assert_eq!(code("0.12[12]"), code("0.[12]"));
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "", "77", "0.", "1.7", "2.7", "7.7", "0.7g", "0.[", "0.[3", "0.[]", "0.7]", "0.7.7",
            "00.7", "-0.7", "0.[3]3",
        ] {
            assert!(TakeAndBreakCode::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn digits_say_what_may_be_left() {
        // 0.137: take 1 if it is the whole heap, 2 leaving at most one heap, 3 leaving at most two.
        assert_eq!(code("0.137").options(1), [vec![0]]);
        assert_eq!(code("0.137").options(3), [vec![1], vec![0]]);
        assert_eq!(code("0.137").options(5), [vec![3], vec![2], vec![1, 1]]);
        assert_eq!(code("4.0").options(4), [vec![1, 3], vec![2, 2]]);
        assert_eq!(code("0.8").options(6), [vec![1, 1, 3], vec![1, 2, 2]]);
        assert_eq!(code("0.[3]").options(2), [vec![1], vec![0]]);
        assert_eq!(code("0.77").options(0), Vec::<Vec<u64>>::new());
    }

    #[test]
    fn parts_and_bounds() {
        assert_eq!(
            ["0.3", "0.77", "0.8", "0.1", "0.0"].map(|c| code(c).most_parts()),
            [1, 2, 3, 1, 1]
        );
        for text in ["0.77", "0.137", "4.0", "0.8", "8.f", "0.[3]", "4.[3]"] {
            for heap in 0..30 {
                assert!(code(text).options(heap).len() as u128 <= code(text).option_bound(heap));
            }
        }
    }
}
