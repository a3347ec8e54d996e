//! Subtraction sets: which numbers of tokens may be taken.

use std::fmt;

use bouton_values::{Refusal, excerpt};

use crate::tuple::MAX_NUMBER;

/// The most elements that may be written out.
const MAX_ELEMENTS: usize = 100_000;

/// A non-empty set of positive integers: some written out, and perhaps one arithmetic progression
/// without end.
///
/// ```
/// use bouton_definition::SubtractionSet;
/// let set = SubtractionSet::parse("3,4+2k")?; // 3 and all even numbers from 4
/// assert!(set.contains(100) && !set.contains(5));
/// assert_eq!(set.up_to(8).collect::<Vec<_>>(), [3, 4, 6, 8]);
/// assert_eq!(SubtractionSet::parse("2+")?.max(), None);
/// # Ok::<(), bouton_values::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SubtractionSet {
    /// Ascending; none of them in the tail.
    finite: Vec<u64>,
    tail: Option<Tail>,
}

/// All numbers `from + k·step`, k ≥ 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Tail {
    from: u64,
    step: u64,
}

impl Tail {
    fn contains(self, number: u64) -> bool {
        number >= self.from && (number - self.from).is_multiple_of(self.step)
    }
}

const HELP: &str =
    "write positive integers, such as 1,3,4; 2+ for all from 2; 4+2k for 4, 6, 8, and so on";

impl SubtractionSet {
    /// The finite set of these elements.
    pub fn new(elements: impl IntoIterator<Item = u64>) -> Result<SubtractionSet, Refusal> {
        SubtractionSet::with_tail(elements.into_iter().collect(), None)
    }

    /// A set of these elements and, if `progression` is given, of all numbers `from + k·step`.
    pub fn with_progression(
        elements: Vec<u64>,
        progression: Option<(u64, u64)>,
    ) -> Result<SubtractionSet, Refusal> {
        let tail = progression.map(|(from, step)| Tail { from, step });
        SubtractionSet::with_tail(elements, tail)
    }

    /// The elements that are written out, and the progression: where it starts, and its step.
    pub fn parts(&self) -> (&[u64], Option<(u64, u64)>) {
        (&self.finite, self.tail.map(|tail| (tail.from, tail.step)))
    }

    /// Are all positive integers in it?
    pub fn is_everything(&self) -> bool {
        self.tail.is_some_and(|tail| tail.step == 1 && self.finite.len() as u64 == tail.from - 1)
    }

    fn with_tail(mut finite: Vec<u64>, tail: Option<Tail>) -> Result<SubtractionSet, Refusal> {
        if finite.is_empty() && tail.is_none() {
            return Err(Refusal::bad("the subtraction set is empty", HELP));
        }
        if finite.contains(&0) || tail.is_some_and(|tail| tail.from == 0) {
            return Err(Refusal::bad("0 is in the subtraction set: a move must take tokens", HELP));
        }
        if finite.len() > MAX_ELEMENTS {
            return Err(Refusal::bad(
                format!("the subtraction set has {} elements", finite.len()),
                format!("write at most {MAX_ELEMENTS}"),
            ));
        }
        finite.retain(|element| !tail.is_some_and(|tail| tail.contains(*element)));
        finite.sort_unstable();
        finite.dedup();
        Ok(SubtractionSet { finite, tail })
    }

    /// Reads `1,3,4`, `{1,3,4}`, `2+` or `3,4+2k`.
    pub fn parse(text: &str) -> Result<SubtractionSet, Refusal> {
        let text = text.trim();
        let inner =
            text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or(text).trim();
        if inner.is_empty() {
            return SubtractionSet::new([]);
        }
        let mut finite = Vec::new();
        let mut tail = None;
        for part in inner.split(',').map(str::trim) {
            match part.split_once('+') {
                None => finite.push(read_element(part)?),
                Some(_) if tail.is_some() => {
                    return Err(Refusal::bad("only one progression can be given", HELP));
                }
                Some((from, step)) => {
                    tail = Some(Tail { from: read_element(from)?, step: read_step(step)? });
                }
            }
        }
        SubtractionSet::with_tail(finite, tail)
    }

    /// Is `number` in the set?
    #[must_use]
    pub fn contains(&self, number: u64) -> bool {
        self.finite.binary_search(&number).is_ok()
            || self.tail.is_some_and(|tail| tail.contains(number))
    }

    /// The least element of the set.
    #[must_use]
    pub fn min(&self) -> u64 {
        let first = self.finite.first().copied().unwrap_or(u64::MAX);
        first.min(self.tail.map_or(u64::MAX, |tail| tail.from))
    }

    /// The greatest element; `None` for an infinite set.
    #[must_use]
    pub fn max(&self) -> Option<u64> {
        match self.tail {
            None => self.finite.last().copied(),
            Some(_) => None,
        }
    }

    /// The elements that are at most `bound`, ascending.
    pub fn up_to(&self, bound: u64) -> impl Iterator<Item = u64> + '_ {
        let mut finite = self.finite.iter().copied().take_while(move |s| *s <= bound).peekable();
        let mut tail = self.tail.into_iter().flat_map(move |tail| {
            let count = bound.checked_sub(tail.from).map_or(0, |room| room / tail.step + 1);
            (0..count).map(move |k| tail.from + k * tail.step)
        });
        let mut next_tail = tail.next();
        std::iter::from_fn(move || match (finite.peek().copied(), next_tail) {
            (Some(element), Some(other)) if element < other => finite.next(),
            (Some(_), None) => finite.next(),
            (_, Some(other)) => {
                next_tail = tail.next();
                Some(other)
            }
            (None, None) => None,
        })
    }

    /// The number of elements that are at most `bound`.
    #[must_use]
    pub fn count_up_to(&self, bound: u64) -> u128 {
        let finite = self.finite.partition_point(|element| *element <= bound) as u128;
        let tail = self.tail.and_then(|tail| {
            bound.checked_sub(tail.from).map(|room| u128::from(room / tail.step) + 1)
        });
        finite + tail.unwrap_or(0)
    }
}

fn read_element(text: &str) -> Result<u64, Refusal> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Refusal::bad("an element of the subtraction set is missing", HELP));
    }
    match text.parse::<u64>() {
        Ok(element) if element <= MAX_NUMBER && !text.starts_with('+') => Ok(element),
        Ok(_) if !text.starts_with('+') => Err(too_large(text)),
        Err(_) if text.bytes().all(|byte| byte.is_ascii_digit()) => Err(too_large(text)),
        _ => Err(Refusal::bad(format!("`{}` is not a positive integer", excerpt(text)), HELP)),
    }
}

fn too_large(text: &str) -> Refusal {
    let problem = format!("{} is too large to subtract", excerpt(text));
    Refusal::bad(problem, format!("the largest number is {MAX_NUMBER}"))
}

/// What stands after the `+`: nothing for step 1, `2k` for step 2.
fn read_step(text: &str) -> Result<u64, Refusal> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(1);
    }
    let digits = text.strip_suffix('k').unwrap_or("");
    match read_element(digits) {
        Ok(step) if step > 0 => Ok(step),
        _ => Err(Refusal::bad(format!("`+{}` is not a progression", excerpt(text)), HELP)),
    }
}

impl fmt::Display for SubtractionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let finite = self.finite.iter().map(u64::to_string);
        let tail = self.tail.map(|tail| match tail.step {
            1 => format!("{}+", tail.from),
            step => format!("{}+{step}k", tail.from),
        });
        f.write_str(&finite.chain(tail).collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_what_it_contains() {
        for text in ["1", "1,3,4", "2+", "3,4+2k", "64", "5,2,9,2", "7,3+5k,12"] {
            let set = SubtractionSet::parse(text).unwrap();
            let members: Vec<u64> = (1..200).filter(|n| set.contains(*n)).collect();
            assert_eq!(set.up_to(199).collect::<Vec<_>>(), members, "{text}");
            assert_eq!(set.count_up_to(199), members.len() as u128, "{text}");
            assert_eq!(set.min(), members[0], "{text}");
            assert_eq!(SubtractionSet::parse(&set.to_string()), Ok(set.clone()), "{text}");
        }
        assert_eq!(SubtractionSet::parse("{4, 1,3}").unwrap().to_string(), "1,3,4");
        assert_eq!(SubtractionSet::parse("4+2k,8").unwrap().to_string(), "4+2k");
        assert_eq!(SubtractionSet::parse("4+2k,8,5").unwrap().up_to(0).count(), 0);
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "{}", "0", "1,0", "1,,2", "-1", "+1", "x", "2+k", "2+0k", "2+,3+", "1.5"] {
            assert!(SubtractionSet::parse(text).is_err(), "{text}");
        }
        assert!(SubtractionSet::parse("99999999999999999999").is_err());
    }
}
