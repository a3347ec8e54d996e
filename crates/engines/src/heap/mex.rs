//! The least excludant of a set of values, without clearing the set for each heap: marks carry the number of the
//! round in which they were made.

/// Collects values and gives the least one that is missing.
#[derive(Default)]
pub(crate) struct Mex {
    /// The round in which a value was last marked.
    marked: Vec<u32>,
    round: u32,
}

impl Mex {
    pub(crate) fn mark(&mut self, value: u32) {
        let value = value as usize;
        if value >= self.marked.len() {
            self.marked.resize((value + 1).next_power_of_two(), 0);
        }
        self.marked[value] = self.round + 1;
    }

    /// The least unmarked value; the marks are then forgotten.
    pub(crate) fn take(&mut self) -> u32 {
        self.round += 1;
        let least = self.marked.iter().position(|round| *round != self.round);
        least.unwrap_or(self.marked.len()) as u32
    }

    /// The least value that is neither marked nor in `seen`; the marks are then forgotten.
    pub(crate) fn take_besides(&mut self, seen: &ValueSet) -> u32 {
        self.round += 1;
        let mut value = seen.least;
        while self.marked.get(value) == Some(&self.round) {
            value = seen.next_missing(value + 1);
        }
        value as u32
    }
}

/// A set of values that only grows.
#[derive(Clone, Default)]
pub(crate) struct ValueSet {
    words: Vec<u64>,
    /// The least value that is missing.
    least: usize,
}

impl ValueSet {
    /// Boards insert a value for every line through every cell, so what is rare is left to others.
    #[inline(always)]
    pub(crate) fn insert(&mut self, value: usize) {
        let index = value / 64;
        match self.words.get_mut(index) {
            Some(word) => *word |= 1 << (value % 64),
            None => self.grow(value),
        }
        if value == self.least {
            self.advance();
        }
    }

    #[inline(never)]
    fn advance(&mut self) {
        self.least = self.next_missing(self.least);
    }

    #[cold]
    fn grow(&mut self, value: usize) {
        self.words.resize(value / 64, 0);
        self.words.push(1 << (value % 64));
    }

    /// The values from `64 · index` on, a bit each.
    pub(crate) fn word(&self, index: usize) -> u64 {
        self.words.get(index).copied().unwrap_or(0)
    }

    /// How many of the first words are full.
    pub(crate) fn full_words(&self) -> usize {
        self.least / 64
    }

    /// The least missing value that is at least `from`.
    fn next_missing(&self, from: usize) -> usize {
        let missing = |index: usize| !self.word(index);
        let mut index = from / 64;
        let mut rest = missing(index) >> (from % 64) << (from % 64);
        while rest == 0 {
            index += 1;
            rest = missing(index);
        }
        64 * index + rest.trailing_zeros() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_missing_value_is_found() {
        let mut seen = ValueSet::default();
        let mut mex = Mex::default();
        for value in [0, 1, 3, 64, 2, 5, 63, 62] {
            seen.insert(value);
            assert_eq!(mex.take_besides(&seen), seen.next_missing(0) as u32);
        }
        assert_eq!(seen.next_missing(0), 4);
        assert_eq!([5, 62, 64, 1000].map(|from| seen.next_missing(from)), [6, 65, 65, 1000]);
        for value in [4, 6, 9] {
            mex.mark(value);
        }
        assert_eq!(mex.take_besides(&seen), 7);
        for value in [0, 2] {
            mex.mark(value);
        }
        assert_eq!(mex.take(), 1);
        assert_eq!(mex.take(), 0);
    }
}
