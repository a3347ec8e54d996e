//! Numbers in as few bytes each as the largest of them needs: one, two or four.

/// A list of numbers whose width grows when a larger number arrives.
pub(crate) enum Narrow {
    One(Vec<u8>),
    Two(Vec<u16>),
    Four(Vec<u32>),
}

impl Default for Narrow {
    fn default() -> Narrow {
        Narrow::One(Vec::new())
    }
}

impl Narrow {
    pub(crate) fn with_capacity(numbers: usize) -> Narrow {
        Narrow::One(Vec::with_capacity(numbers))
    }

    pub(crate) fn extend(&mut self, numbers: &[u32]) {
        self.widen(numbers.iter().copied().max().unwrap_or(0));
        match self {
            Narrow::One(all) => all.extend(numbers.iter().map(|number| *number as u8)),
            Narrow::Two(all) => all.extend(numbers.iter().map(|number| *number as u16)),
            Narrow::Four(all) => all.extend_from_slice(numbers),
        }
    }

    /// Makes room for a number of this size.
    fn widen(&mut self, largest: u32) {
        // With the same capacity, which is that of all rows, the wider list need not grow.
        let wider = match self {
            Narrow::One(all) if largest > u16::MAX.into() => {
                Narrow::Four(widened(all, all.capacity()))
            }
            Narrow::One(all) if largest > u8::MAX.into() => {
                Narrow::Two(widened(all, all.capacity()))
            }
            Narrow::Two(all) if largest > u16::MAX.into() => {
                Narrow::Four(widened(all, all.capacity()))
            }
            _ => return,
        };
        *self = wider;
    }

    /// The least and the largest; zero if there are none.
    pub(crate) fn bounds(&self) -> [u32; 2] {
        match self {
            Narrow::One(all) => bounds(all),
            Narrow::Two(all) => bounds(all),
            Narrow::Four(all) => bounds(all),
        }
    }
}

fn widened<T: Copy, W: From<T>>(all: &[T], capacity: usize) -> Vec<W> {
    let mut wider = Vec::with_capacity(capacity);
    wider.extend(all.iter().map(|number| W::from(*number)));
    wider
}

fn bounds<T: Copy + Ord + Into<u32>>(all: &[T]) -> [u32; 2] {
    let values = || all.iter().copied();
    [values().min(), values().max()].map(|bound| bound.map_or(0, Into::into))
}
