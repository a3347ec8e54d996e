//! The inner loop: the completions of all {a} ∪ s for one s, 64 candidates z to a word.
//!
//! Which z are out of the question for {a} ∪ s is the union of several rows of words, one for each
//! number of s, and of one more set that belongs to s alone. In a row the words for all a lie side
//! by side, so the unions for up to 64 a are formed at once, and the a for which nothing is free in
//! this word are passed over together. Those left take the lowest free z, one after the other,
//! without a branch: the lowest zero of v is the one bit of ¬v ∧ (v + 1), and no bit if v is full.
//!
//! *Why word by word is right.* The numbers a are to be served in ascending order, each with the
//! least z that is free for it. What a finds free in a word depends on what smaller a took in that
//! word and on nothing else, so the words may be gone through in the outer loop.
//!
//! *What it gains.* Counting the P-positions of four heaps below 256 is about 400 times as fast as a
//! boolean for each 4-tuple (`cargo xtask bench antonim`).

/// Words of all the {a} ∪ t for one t.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Row {
    /// The index of the first word for a = 0.
    pub(super) start: usize,
    /// The distance to the next word for the same a.
    pub(super) stride: usize,
}

/// The completion of {a} ∪ s is z.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Find {
    pub(super) a: usize,
    pub(super) z: usize,
}

impl Find {
    /// The numbers of {a} ∪ s ∪ {z} beside the fixed ones, ascending, if all of these are in it and at most three
    /// others; 0 if there are fewer.
    pub(super) fn beside(&self, fixed: &[usize], s: &[usize]) -> Option<[usize; 3]> {
        let set = [self.a].into_iter().chain(s.iter().copied()).chain([self.z]);
        let mut free = [0; 3];
        let mut count = 0;
        for number in set.filter(|number| fixed.binary_search(number).is_err()).take(4) {
            free[count % 3] = number;
            count += 1;
        }
        (count <= 3 && count + fixed.len() == s.len() + 2).then_some(free)
    }
}

/// The finds for one s: the first `found` of the list.
pub(super) struct Finds {
    list: Vec<Find>,
    found: usize,
}

impl Finds {
    /// Room for as many finds as there are numbers a, and one that is overwritten.
    pub(super) fn new(most: usize) -> Finds {
        Finds { list: vec![Find::default(); most + 1], found: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.found = 0;
    }

    pub(super) fn as_slice(&self) -> &[Find] {
        &self.list[..self.found]
    }

    /// Writes a find in any case, without a branch, and keeps it if `is_one` says that it is one.
    #[inline(always)]
    fn note(&mut self, find: Find, is_one: bool) {
        self.list[self.found] = find;
        self.found += usize::from(is_one);
    }
}

/// How many a are looked at together; as many words must follow the last row.
pub(super) const LANES: usize = 64;

/// The completions to be found for one s.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    /// The first row is that of s without its largest number, which shows the a that are complete already.
    pub(super) rows: &'a [Row],
    /// The numbers a: 1 to `numbers - 1`.
    pub(super) numbers: usize,
    /// One a that is complete already, or 0.
    pub(super) complete: usize,
    /// The largest number of s. Word 0 of each row is the one that contains it.
    pub(super) top: usize,
}

/// Finds the completions that are greater than the top, and marks them in the rows and in `taken`,
/// where the z that are too large are marked from the start.
pub(super) fn settle(bits: &mut [u64], task: &Task<'_>, taken: &mut [u64], finds: &mut Finds) {
    finds.clear();
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("bmi1") {
        #[allow(unsafe_code, reason = "calls code for processor features that were detected")]
        // SAFETY: the processor has just reported AVX2 and BMI1.
        return unsafe { settle_wide(bits, task, taken, finds) };
    }
    settle_by_rows(bits, task, taken, finds);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1")]
fn settle_wide(bits: &mut [u64], task: &Task<'_>, taken: &mut [u64], finds: &mut Finds) {
    settle_by_rows(bits, task, taken, finds);
}

/// Calls [`settle_rows`] with an array for the usual numbers of rows, so that loops over rows are unrolled.
#[inline(always)]
fn settle_by_rows(bits: &mut [u64], task: &Task<'_>, taken: &mut [u64], finds: &mut Finds) {
    match *task.rows {
        [a, b] => settle_rows(bits, [a, b], task, taken, finds),
        [a, b, c] => settle_rows(bits, [a, b, c], task, taken, finds),
        [a, b, c, d] => settle_rows(bits, [a, b, c, d], task, taken, finds),
        _ => settle_rows(bits, task.rows.to_vec(), task, taken, finds),
    }
}

#[inline(always)]
fn settle_rows<R: Clone + AsRef<[Row]> + AsMut<[Row]>>(
    bits: &mut [u64],
    rows: R,
    task: &Task<'_>,
    taken: &mut [u64],
    finds: &mut Finds,
) {
    let mut full = 0;
    for base in (0..task.numbers).step_by(LANES) {
        while taken.get(full) == Some(&u64::MAX) {
            full += 1;
        }
        let width = (task.numbers - base).min(LANES);
        let mut open = u64::MAX >> (LANES - width);
        // The numbers a begin with 1, so lane 0 of the first group is unused.
        if base == 0 {
            open &= !1;
        }
        if (base..base + width).contains(&task.complete) {
            open &= !(1 << (task.complete - base));
        }
        let mut group = Group { rows: rows.clone(), base, open, top: task.top };
        // The number of lanes is a constant in each of these, so that loops over lanes are unrolled; few numbers get few
        // lanes, since lanes that are never open would cost as much as the others.
        match width {
            0..=8 => group.settle::<8>(bits, taken, full, finds),
            9..=16 => group.settle::<16>(bits, taken, full, finds),
            17..=32 => group.settle::<32>(bits, taken, full, finds),
            _ => group.settle::<LANES>(bits, taken, full, finds),
        }
    }
}

/// Up to 64 numbers a, from `base` on.
struct Group<R> {
    /// From the word that is being worked on, for a = `base`.
    rows: R,
    base: usize,
    /// A bit for each a that still lacks its completion.
    open: u64,
    top: usize,
}

impl<R: AsRef<[Row]> + AsMut<[Row]>> Group<R> {
    /// Finds the completions for the group; in the first `full` words everything is taken.
    #[inline(always)]
    fn settle<const WIDTH: usize>(
        &mut self,
        bits: &mut [u64],
        taken: &mut [u64],
        full: usize,
        finds: &mut Finds,
    ) {
        for row in self.rows.as_mut() {
            row.start += self.base;
        }
        self.open &= !self.complete_already::<WIDTH>(bits);
        for row in self.rows.as_mut() {
            row.start += full * row.stride;
        }
        let first = 64 * (self.top / 64);
        for (word, taken) in taken.iter_mut().enumerate().skip(full) {
            if self.open == 0 {
                return;
            }
            if *taken != u64::MAX {
                *taken = self.settle_word::<WIDTH>(bits, first + 64 * word, *taken, finds);
            }
            for row in self.rows.as_mut() {
                row.start += row.stride;
            }
        }
    }

    /// A bit for each a for which the top is marked in the first row.
    #[inline(always)]
    fn complete_already<const WIDTH: usize>(&self, bits: &[u64]) -> u64 {
        let words = lanes::<WIDTH>(bits, &self.rows.as_ref()[0]);
        let top = 1 << (self.top % 64);
        mask(words, |word| word & top != 0)
    }

    /// Serves the open a in the word of the z from `first` on; returns what is taken in it now.
    #[inline(always)]
    fn settle_word<const WIDTH: usize>(
        &mut self,
        bits: &mut [u64],
        first: usize,
        mut taken: u64,
        finds: &mut Finds,
    ) -> u64 {
        let unions: [u64; WIDTH] = self.unions(bits, taken);
        let mut candidates = mask(&unions, |union| union != u64::MAX) & self.open;
        while candidates != 0 {
            let lane = candidates.trailing_zeros() as usize;
            candidates &= candidates - 1;
            let out = unions[lane % WIDTH] | taken;
            let lowest = !out & out.wrapping_add(1);
            taken |= lowest;
            for row in self.rows.as_ref() {
                bits[row.start + lane] |= lowest;
            }
            let is_one = lowest != 0;
            self.open &= !(u64::from(is_one) << lane);
            let z = first + lowest.trailing_zeros() as usize;
            finds.note(Find { a: self.base + lane, z }, is_one);
        }
        taken
    }

    /// For each a the z that are out of the question. The rows are taken in pairs, because a processor makes two
    /// loads at a time.
    #[inline(always)]
    fn unions<const WIDTH: usize>(&self, bits: &[u64], taken: u64) -> [u64; WIDTH] {
        let mut unions = [taken; WIDTH];
        for pair in self.rows.as_ref().chunks(2) {
            let [x, y] = [&pair[0], &pair[pair.len() - 1]].map(|row| lanes::<WIDTH>(bits, row));
            for (union, (x, y)) in unions.iter_mut().zip(x.iter().zip(y)) {
                *union |= x | y;
            }
        }
        unions
    }
}

/// The words from the start of a row on. They may run beyond the row into lanes that are never open.
#[inline(always)]
fn lanes<'a, const WIDTH: usize>(bits: &'a [u64], row: &Row) -> &'a [u64; WIDTH] {
    bits[row.start..].first_chunk().expect("enough words follow the last row")
}

/// A bit for each word of which the predicate holds.
#[inline(always)]
fn mask<const WIDTH: usize>(words: &[u64; WIDTH], holds: impl Fn(u64) -> bool) -> u64 {
    let bits = words.iter().enumerate();
    bits.fold(0, |mask, (lane, word)| mask | u64::from(holds(*word)) << lane)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Serves one a after the other, one z after the other.
    fn by_hand(bits: &mut [u64], task: &Task<'_>, taken: &mut [u64]) -> Vec<Find> {
        let mut finds = Vec::new();
        for a in (1..task.numbers).filter(|a| *a != task.complete) {
            if bits[task.rows[0].start + a] >> (task.top % 64) & 1 == 1 {
                continue;
            }
            let free = (0..64 * taken.len()).find(|z| {
                let word = |row: &Row| bits[row.start + z / 64 * row.stride + a];
                let out = task.rows.iter().fold(taken[z / 64], |out, row| out | word(row));
                out >> (z % 64) & 1 == 0
            });
            let Some(z) = free else { continue };
            finds.push(Find { a, z: z + 64 * (task.top / 64) });
            taken[z / 64] |= 1 << (z % 64);
            for row in task.rows {
                bits[row.start + z / 64 * row.stride + a] |= 1 << (z % 64);
            }
        }
        finds
    }

    /// Words of which most are nearly full, from a simple generator.
    fn noise(length: usize, seed: u64) -> Vec<u64> {
        let mut state = seed;
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            state ^ state >> 29
        };
        let mut word = || [next(), next(), next(), next()];
        (0..length).map(|_| word().iter().fold(0, |or, more| or | more)).collect()
    }

    #[test]
    fn both_kernels_serve_as_by_hand() {
        for count in 1..=6 {
            for numbers in [1, 2, 8, 9, 16, 17, 31, 33, 63, 64, 65, 128, 129, 200] {
                let seed = (1000 * count + numbers) as u64;
                let words = 5;
                let row = |index| Row { start: index * words * (numbers + 3), stride: numbers + 3 };
                let rows: Vec<Row> = (0..count).map(row).collect();
                let task = Task { rows: &rows, numbers, complete: numbers / 2, top: 64 * 7 + 11 };
                let start = noise(count * words * (numbers + 3) + LANES, seed);
                let taken = noise(words, seed + 1);
                let mut expected = (start.clone(), taken.clone());
                let finds = by_hand(&mut expected.0, &task, &mut expected.1);
                for kernel in [settle, settle_portably] {
                    let mut found = (start.clone(), taken.clone());
                    let mut list = Finds::new(numbers);
                    kernel(&mut found.0, &task, &mut found.1, &mut list);
                    let mut sorted = list.as_slice().to_vec();
                    sorted.sort_unstable_by_key(|find| find.a);
                    assert_eq!(sorted, finds, "{count} rows, {numbers} numbers");
                    assert_eq!(found, expected, "{count} rows, {numbers} numbers");
                }
            }
        }
    }

    fn settle_portably(bits: &mut [u64], task: &Task<'_>, taken: &mut [u64], finds: &mut Finds) {
        settle_by_rows(bits, task, taken, finds);
    }
}
