//! The nim-value of the next heap: by all splits, or by the sparse space (see the parent module).

use bouton_rules::{Meter, Refusal};

use super::marks::Marks;
use super::moves::Moves;
use super::space::Space;

/// How many pairs are marked between two checks whether a value is still missing.
const PAIRS_AT_ONCE: usize = 64;

/// The cost of clearing the marks and finding the least unmarked value, in marks.
const MARKS_FOR_NOTHING: usize = 32;

/// The next heap, whose value is the least that none of its options has.
pub(super) struct Next<'a> {
    pub(super) moves: &'a Moves,
    /// The values of all smaller heaps.
    pub(super) terms: &'a [u16],
}

impl Next<'_> {
    /// Its value; `None` if it does not fit 16 bits.
    pub(super) fn value(
        &self,
        space: Option<&Space>,
        marks: &mut Marks,
        meter: &mut Meter,
    ) -> Result<Option<u16>, Refusal> {
        marks.clear();
        let mut unsplit = 0;
        for value in self.moves.unsplit(self.terms, self.terms.len()) {
            marks.mark(value);
            unsplit += 1;
        }
        meter.spend((MARKS_FOR_NOTHING + unsplit) as u64)?;
        match space {
            None => self.plain(marks, meter),
            Some(space) => self.sparse(space, marks, meter),
        }
    }

    /// By the definition: all pairs.
    fn plain(&self, marks: &mut Marks, meter: &mut Meter) -> Result<Option<u16>, Refusal> {
        for rest in self.moves.rests(self.terms.len()) {
            let (small, large) = self.moves.sides(self.terms, rest);
            marks.mark_pairs(small, large);
            meter.spend(small.len() as u64)?;
        }
        Ok(marks.least())
    }

    /// By the sparse space: all pairs with a rare heap, then other pairs as long as that can change
    /// the answer.
    fn sparse(
        &self,
        space: &Space,
        marks: &mut Marks,
        meter: &mut Meter,
    ) -> Result<Option<u16>, Refusal> {
        for rest in self.moves.rests(self.terms.len()) {
            for rares in space.parts_of(rest, self.moves) {
                marks.mark_partners(rares, self.terms, rest);
                meter.spend(rares.heaps.len() as u64)?;
            }
        }
        // The space treats all rests alike. A heap that cannot be split has no pairs at all.
        let rest = self.moves.rests(self.terms.len()).next().unwrap_or(0);
        let (mixed, alike) = space.values(rest);
        let candidate = mixed.iter().copied().find(|value| !marks.is_marked(*value));
        let below = alike.partition_point(|value| candidate.is_none_or(|c| *value < c));
        let missing = self.first_missing(&alike[..below], marks, meter)?;
        Ok(missing.or(candidate).and_then(|value| u16::try_from(value).ok()))
    }

    /// The first of these values that no option has. Marks pairs until there is none, or none is
    /// left.
    fn first_missing(
        &self,
        values: &[u32],
        marks: &mut Marks,
        meter: &mut Meter,
    ) -> Result<Option<u32>, Refusal> {
        let mut missing = Missing { values };
        for rest in self.moves.rests(self.terms.len()) {
            let (small, large) = self.moves.sides(self.terms, rest);
            let mut marked = 0;
            for (s, l) in small.chunks(PAIRS_AT_ONCE).zip(large.rchunks(PAIRS_AT_ONCE)) {
                if missing.first(marks).is_none() {
                    break;
                }
                marks.mark_pairs(s, l);
                marked += s.len();
            }
            meter.spend(marked as u64)?;
        }
        Ok(missing.first(marks))
    }
}

/// Values of which the first ones are known to be marked.
struct Missing<'a> {
    values: &'a [u32],
}

impl Missing<'_> {
    /// The first that is not marked.
    fn first(&mut self, marks: &Marks) -> Option<u32> {
        let marked = self.values.iter().take_while(|value| marks.is_marked(**value)).count();
        self.values = &self.values[marked..];
        self.values.first().copied()
    }
}
