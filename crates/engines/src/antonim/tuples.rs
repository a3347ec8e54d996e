//! Ascending tuples within bounds, and their numbers.
//!
//! The tuples t₁ < … < t_k of positive integers with t_i ≤ bounds[i] are ordered by their last
//! elements, then by the last but one, and so on. A tuple is preceded by those that agree with it
//! beyond some place i and are smaller there; so its number is the sum over i of how many tuples of
//! length i end below t_i.

/// The ascending tuples of positive integers within bounds.
pub(super) struct Tuples {
    bounds: Vec<usize>,
    /// before[i][x]: how many tuples of length i + 1 end below x.
    before: Vec<Vec<usize>>,
}

impl Tuples {
    /// The tuples within these bounds, which ascend, not necessarily strictly.
    pub(super) fn new(bounds: &[usize]) -> Tuples {
        let mut before: Vec<Vec<usize>> = Vec::new();
        for bound in bounds {
            let shorter = before.last();
            let ending_at = |x: usize| match shorter {
                None => usize::from(x > 0),
                Some(counts) => counts[x.min(counts.len() - 1)],
            };
            let mut sum = 0usize;
            let mut counts = vec![0];
            for x in 0..=*bound {
                sum = sum.saturating_add(ending_at(x));
                counts.push(sum);
            }
            before.push(counts);
        }
        Tuples { bounds: bounds.to_vec(), before }
    }

    /// The bytes that [`Tuples::new`] will hold.
    pub(super) fn bytes(bounds: &[usize]) -> u128 {
        bounds.iter().map(|bound| 8 * (*bound as u128 + 2)).sum()
    }

    /// How many tuples there are; `usize::MAX` stands for anything larger.
    pub(super) fn len(&self) -> usize {
        self.before.last().and_then(|counts| counts.last()).map_or(1, |count| *count)
    }

    /// The number of an ascending tuple; `None` if it exceeds the bounds.
    pub(super) fn number(&self, tuple: &[usize]) -> Option<usize> {
        let places = tuple.iter().zip(&self.before);
        places.map(|(t, counts)| if t + 1 < counts.len() { Some(counts[*t]) } else { None }).sum()
    }

    /// What the element t at this place adds to the number.
    pub(super) fn share(&self, place: usize, t: usize) -> usize {
        self.before[place][t]
    }

    /// The first tuple, if there is any.
    pub(super) fn first(&self) -> Option<Vec<usize>> {
        (self.len() > 0).then(|| (1..=self.bounds.len()).collect())
    }

    /// Advances to the next tuple; false if there is none.
    pub(super) fn advance(&self, tuple: &mut [usize]) -> bool {
        for place in 0..tuple.len() {
            let raised = tuple[place] + 1;
            if raised <= self.bounds[place] && tuple.get(place + 1).is_none_or(|t| raised < *t) {
                tuple[place] = raised;
                for (index, lower) in tuple[..place].iter_mut().enumerate() {
                    *lower = index + 1;
                }
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tuples_are_numbered_in_order() {
        for bounds in [&[][..], &[5], &[3, 3], &[2, 7], &[1, 4, 9], &[6, 6, 6], &[3, 5, 6, 9]] {
            let tuples = Tuples::new(bounds);
            let mut tuple = tuples.first().unwrap();
            for number in 0.. {
                assert!(tuple.is_sorted_by(|a, b| a < b), "{tuple:?}");
                assert!(tuple.iter().zip(bounds).all(|(t, bound)| t <= bound), "{tuple:?}");
                assert_eq!(tuples.number(&tuple), Some(number), "{bounds:?} {tuple:?}");
                if !tuples.advance(&mut tuple) {
                    assert_eq!(tuples.len(), number + 1, "{bounds:?}");
                    break;
                }
            }
        }
        assert_eq!(Tuples::new(&[9; 4]).len(), 126);
        assert_eq!(Tuples::new(&[3; 4]).first(), None);
        assert_eq!(Tuples::new(&[3, 5]).number(&[2, 6]), None);
        assert_eq!(Tuples::new(&[2000; 60]).len(), usize::MAX);
    }
}
