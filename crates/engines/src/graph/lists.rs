//! Many short lists in one vector.

/// Lists of numbers, all in one vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lists {
    offsets: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    pub(super) fn new() -> Lists {
        Lists { offsets: vec![0], items: Vec::new() }
    }

    /// Appends a list.
    pub(super) fn push(&mut self, list: impl IntoIterator<Item = u32>) {
        self.items.extend(list);
        self.offsets.push(self.items.len() as u32);
    }

    /// List k holds, ascending, the indices at which k occurs; `NOWHERE` occurs in no list.
    pub(super) fn grouped(count: usize, keys: impl Iterator<Item = u32> + Clone) -> Lists {
        let mut offsets = vec![0u32; count + 1];
        for key in keys.clone().filter(|key| *key != NOWHERE) {
            offsets[key as usize + 1] += 1;
        }
        for k in 0..count {
            offsets[k + 1] += offsets[k];
        }
        let mut places = offsets.clone();
        let mut items = vec![0; offsets[count] as usize];
        for (index, key) in keys.enumerate().filter(|(_, key)| *key != NOWHERE) {
            items[places[key as usize] as usize] = index as u32;
            places[key as usize] += 1;
        }
        Lists { offsets, items }
    }

    /// The transpose: list k of `count` holds the lists in which k occurs.
    pub(super) fn transposed(&self, count: usize) -> Lists {
        let by_item = Lists::grouped(count, self.items.iter().copied());
        let mut owner = Vec::with_capacity(self.items.len());
        for list in 0..self.len() as u32 {
            owner.resize(owner.len() + self.get(list).len(), list);
        }
        let items = by_item.items.iter().map(|index| owner[*index as usize]).collect();
        Lists { offsets: by_item.offsets, items }
    }

    pub(super) fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    pub(super) fn get(&self, list: u32) -> &[u32] {
        let [start, end] = [0, 1].map(|next| self.offsets[list as usize + next] as usize);
        &self.items[start..end]
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.len() as u32).map(|list| self.get(list))
    }
}

/// The key of what belongs to no list.
pub(super) const NOWHERE: u32 = u32::MAX;
