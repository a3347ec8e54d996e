//! A connected piece of the formula, as input for the searches.

use super::formula::Formula;
use super::lists::{Lists, NOWHERE};

/// A connected piece of the clauses, with variables numbered from 0.
///
/// Every variable owns a cover in which it occurs and whose other variables it conflicts with. So
/// while a variable is unassigned its cover is unsatisfied: no variable is ever free.
pub(super) struct Part {
    /// The vertex of each variable, ascending.
    pub(super) vertices: Vec<u32>,
    /// For each variable, those that cannot be true with it.
    pub(super) conflicts: Lists,
    /// Sets of variables of which one must be true.
    pub(super) covers: Lists,
    /// The variable that owns a cover; `NOWHERE` if its vertex is settled.
    pub(super) owners: Vec<u32>,
    /// For each variable, the covers that contain it.
    pub(super) occurrences: Lists,
}

impl Part {
    /// The part of these vertices and covers. `local` is all `NOWHERE` before and after.
    pub(super) fn new(
        formula: &Formula,
        vertices: &[u32],
        cover_ids: impl Iterator<Item = u32>,
        local: &mut [u32],
    ) -> Part {
        for (index, v) in vertices.iter().enumerate() {
            local[*v as usize] = index as u32;
        }
        let inside = |v: u32| Some(local[v as usize]).filter(|index| *index != NOWHERE);
        let mut conflicts = Lists::new();
        for v in vertices {
            let mut list: Vec<u32> = formula.conflicts(*v).filter_map(inside).collect();
            list.sort_unstable();
            list.dedup();
            conflicts.push(list);
        }
        let (mut covers, mut owners) = (Lists::new(), Vec::new());
        for id in cover_ids {
            covers.push(formula.cover(id).filter_map(inside));
            owners.push(local[formula.owner(id) as usize]);
        }
        let occurrences = covers.transposed(vertices.len());
        for v in vertices {
            local[*v as usize] = NOWHERE;
        }
        Part { vertices: vertices.to_vec(), conflicts, covers, owners, occurrences }
    }

    /// How many variables it has.
    pub(super) fn len(&self) -> usize {
        self.vertices.len()
    }
}
