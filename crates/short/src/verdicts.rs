//! A table of yes, no and unknown over pairs of forms.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::form::Form;

/// Two bits a pair among the first forms, where most questions are asked; a hash table beyond.
#[derive(Default)]
pub(crate) struct Verdicts {
    /// For each g the answers for h = 0, 1, …, 32 to a word: 0 unknown, 2 no, 3 yes.
    rows: Vec<Vec<u64>>,
    row_bytes: usize,
    /// (g, h, answer) in one word.
    others: HashTable<u64>,
}

/// Forms below this have a row; all rows together take at most 16 MiB.
const DENSE: u32 = 1 << 13;
const PER_WORD: usize = 32;

impl Verdicts {
    pub(crate) fn bytes(&self) -> usize {
        self.row_bytes + self.rows.capacity() * size_of::<Vec<u64>>() + self.others.capacity() * 10
    }

    pub(crate) fn get(&self, g: Form, h: Form) -> Option<bool> {
        if g.0.max(h.0) < DENSE {
            let word = self.rows.get(g.index())?.get(h.index() / PER_WORD)?;
            return verdict(word >> (h.index() % PER_WORD * 2));
        }
        let key = key(g, h);
        self.others.find(hash(key), |entry| entry & !1 == key).map(|entry| entry & 1 == 1)
    }

    pub(crate) fn insert(&mut self, g: Form, h: Form, yes: bool) {
        if g.0.max(h.0) < DENSE {
            self.insert_dense(g.index(), h.index(), yes);
        } else {
            // Whoever inserts has looked and found nothing, so there is no need to look again.
            let entry = key(g, h) | u64::from(yes);
            self.others.insert_unique(hash(entry & !1), entry, |entry| hash(entry & !1));
        }
    }

    fn insert_dense(&mut self, g: usize, h: usize, yes: bool) {
        if self.rows.len() <= g {
            self.rows.resize(g + 1, Vec::new());
        }
        let row = &mut self.rows[g];
        let before = row.capacity();
        if row.len() <= h / PER_WORD {
            row.resize(h / PER_WORD + 1, 0);
        }
        row[h / PER_WORD] |= (2 | u64::from(yes)) << (h % PER_WORD * 2);
        self.row_bytes += (row.capacity() - before) * size_of::<u64>();
    }
}

fn verdict(bits: u64) -> Option<bool> {
    match bits & 3 {
        2 => Some(false),
        3 => Some(true),
        _ => None,
    }
}

/// Forms have fewer than 2^31 - 1 numbers, so both and a bit fit into a word.
fn key(g: Form, h: Form) -> u64 {
    u64::from(g.0) << 32 | u64::from(h.0) << 1
}

fn hash(key: u64) -> u64 {
    FxBuildHasher.hash_one(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_what_was_put_in() {
        let ids = [1, 2, 31, 32, 33, 63, 64, 65, DENSE - 1, DENSE, DENSE + 1, (1 << 31) - 2];
        let mut verdicts = Verdicts::default();
        let wanted = |g: u32, h: u32| (g % 7 != h % 5).then_some((g ^ h).is_multiple_of(3));
        for g in ids {
            for h in ids {
                assert_eq!(verdicts.get(Form(g), Form(h)), None);
                if let Some(yes) = wanted(g, h) {
                    verdicts.insert(Form(g), Form(h), yes);
                }
            }
        }
        for g in ids {
            for h in ids {
                assert_eq!(verdicts.get(Form(g), Form(h)), wanted(g, h), "{g} {h}");
            }
        }
    }
}
