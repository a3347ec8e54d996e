//! The names of vertices, in as little memory as they allow.

use std::borrow::Cow;
use std::fmt;
use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// The names of the vertices 0 to n-1 of a digraph: texts in any script, all different.
///
/// Whole numbers are kept as numbers, and the names 0 to n-1 in this order take no memory at all.
///
/// ```
/// use bouton_graphs::Names;
/// let names = Names::numbered(10);
/// assert_eq!(names.name(7), "7");
/// assert_eq!((names.find("7"), names.find("07"), names.find("10")), (Some(7), None, None));
/// ```
#[derive(Clone)]
pub struct Names(Kind);

#[derive(Clone)]
enum Kind {
    /// The name of each vertex is its own number; there are this many vertices.
    Numbered(u32),
    Numbers(Numbers),
    Texts(Texts),
}

impl Names {
    /// The names 0 to n-1.
    ///
    /// # Panics
    /// If there are 2^32 vertices or more.
    #[must_use]
    pub fn numbered(vertices: usize) -> Names {
        Names(Kind::Numbered(u32::try_from(vertices).expect("fewer than 2^32 vertices")))
    }

    /// The number of names.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.0 {
            Kind::Numbered(vertices) => *vertices as usize,
            Kind::Numbers(numbers) => numbers.values.len(),
            Kind::Texts(texts) => texts.ends.len(),
        }
    }

    /// Are there no names?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The name of the vertex.
    ///
    /// # Panics
    /// If there is no such vertex.
    #[must_use]
    pub fn name(&self, vertex: u32) -> Cow<'_, str> {
        match &self.0 {
            Kind::Numbered(vertices) => {
                assert!(vertex < *vertices, "{vertex} is not a vertex");
                vertex.to_string().into()
            }
            Kind::Numbers(numbers) => numbers.values[vertex as usize].to_string().into(),
            Kind::Texts(texts) => texts.name(vertex).into(),
        }
    }

    /// The vertex with this name, if there is one.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<u32> {
        match &self.0 {
            Kind::Numbered(vertices) => {
                let vertex = u32::try_from(whole_number(name)?).ok()?;
                (vertex < *vertices).then_some(vertex)
            }
            Kind::Numbers(numbers) => numbers.find(whole_number(name)?),
            Kind::Texts(texts) => texts.find(name),
        }
    }

    /// All names, by vertex.
    pub fn iter(&self) -> impl Iterator<Item = Cow<'_, str>> {
        (0..self.len() as u32).map(|vertex| self.name(vertex))
    }
}

/// Equal where every vertex has the same name in both, however the names are stored.
impl PartialEq for Names {
    fn eq(&self, other: &Names) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl Eq for Names {}

impl fmt::Debug for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Names while they are being read; each new one becomes the next vertex. As long as all are whole numbers they are kept
/// as such.
impl Names {
    pub(crate) fn new() -> Names {
        Names(Kind::Numbers(Numbers::default()))
    }

    /// The bytes of all names that are kept as text.
    pub(crate) fn text_bytes(&self) -> usize {
        match &self.0 {
            Kind::Texts(texts) => texts.text.len(),
            Kind::Numbered(_) | Kind::Numbers(_) => 0,
        }
    }

    /// What `text_bytes` becomes once this name, which is new, is kept.
    pub(crate) fn text_bytes_with(&self, name: &str) -> usize {
        // The longest number is -9223372036854775808.
        const LONGEST_NUMBER: usize = 20;
        match &self.0 {
            Kind::Texts(texts) => texts.text.len() + name.len(),
            _ if whole_number(name).is_some() => 0,
            _ => LONGEST_NUMBER * self.len() + name.len(),
        }
    }

    /// What `find` of the digits gives, without a look at them while all names are numbers.
    #[inline]
    pub(crate) fn find_number(&self, value: i64, digits: &str) -> Option<u32> {
        match &self.0 {
            Kind::Numbers(numbers) => numbers.find(value),
            _ => self.find(digits),
        }
    }

    /// Keeps a name that is not there yet.
    pub(crate) fn insert(&mut self, name: &str) -> u32 {
        if let (Kind::Numbers(numbers), Some(value)) = (&mut self.0, whole_number(name)) {
            return numbers.insert(value);
        }
        if let Kind::Texts(texts) = &mut self.0 {
            return texts.insert(name);
        }
        let mut texts = Texts::default();
        for known in self.iter() {
            texts.insert(&known);
        }
        let vertex = texts.insert(name);
        self.0 = Kind::Texts(texts);
        vertex
    }

    /// The names, and where each vertex went if they are 0 to n-1 in another order: those are
    /// better numbered by value than by first appearance.
    pub(crate) fn finish(self) -> (Names, Option<Vec<u32>>) {
        let places = match &self.0 {
            Kind::Numbers(numbers) => numbers.permutation(),
            Kind::Numbered(_) | Kind::Texts(_) => None,
        };
        match places {
            None => (self, None),
            Some(places) => {
                let is_sorted = places.is_sorted();
                (Names::numbered(places.len()), (!is_sorted).then_some(places))
            }
        }
    }
}

/// Names that are whole numbers.
///
/// Numbers that are not much larger than their count are looked up in a vector, the others in a hash
/// table: reading ten million edges asks twenty million times.
#[derive(Clone, Default)]
struct Numbers {
    values: Vec<i64>,
    /// The vertex of each small number, or [`ABSENT`].
    dense: Vec<u32>,
    /// The vertices whose numbers are negative or beyond `dense`.
    sparse: HashTable<u32>,
}

const ABSENT: u32 = u32::MAX;

impl Numbers {
    #[inline]
    fn find(&self, value: i64) -> Option<u32> {
        match self.small(value) {
            Some(index) => Some(self.dense[index]).filter(|vertex| *vertex != ABSENT),
            None => self
                .sparse
                .find(hash_number(value), |vertex| self.values[*vertex as usize] == value)
                .copied(),
        }
    }

    /// The index of the number in `dense`, if it has one.
    #[inline]
    fn small(&self, value: i64) -> Option<usize> {
        usize::try_from(value).ok().filter(|index| *index < self.dense.len())
    }

    fn insert(&mut self, value: i64) -> u32 {
        let vertex = self.values.len() as u32;
        self.widen(value);
        self.values.push(value);
        match self.small(value) {
            Some(index) => self.dense[index] = vertex,
            None => {
                let values = &self.values;
                let hash = |vertex: &u32| hash_number(values[*vertex as usize]);
                self.sparse.insert_unique(hash_number(value), vertex, hash);
            }
        }
        vertex
    }

    /// Makes room for the number in `dense` if that has at most about four places for each vertex.
    fn widen(&mut self, value: i64) {
        let most = 2 * self.values.len() + 64;
        let Ok(index) = usize::try_from(value) else { return };
        if index < self.dense.len() || index >= most {
            return;
        }
        self.dense.resize((index + 1).next_power_of_two(), ABSENT);
        let (values, dense) = (&self.values, &mut self.dense);
        self.sparse.retain(|vertex| {
            let place = usize::try_from(values[*vertex as usize]).ok();
            let place = place.and_then(|index| dense.get_mut(index));
            place.map(|place| *place = *vertex).is_none()
        });
    }

    /// The values, if they are exactly 0 to n-1 in some order; since all are different it is enough
    /// that none is outside.
    fn permutation(&self) -> Option<Vec<u32>> {
        let vertices = self.values.len() as i64;
        let place = |value: &i64| (0..vertices).contains(value).then_some(*value as u32);
        self.values.iter().map(place).collect()
    }
}

/// Names that are any texts, written one after another.
#[derive(Clone, Default)]
struct Texts {
    text: String,
    /// Where each name ends; the reader refuses 4 GiB of names.
    ends: Vec<u32>,
    index: HashTable<Slot>,
}

/// Where the name of a vertex is in the text. It also follows from `ends`, but a search that looks there waits
/// once more for memory, and in a large graph that is where its time goes.
#[derive(Clone, Copy)]
struct Slot {
    vertex: u32,
    start: u32,
    end: u32,
}

impl Slot {
    fn name(self, text: &str) -> &[u8] {
        &text.as_bytes()[self.start as usize..self.end as usize]
    }
}

impl Texts {
    fn name(&self, vertex: u32) -> &str {
        let start = vertex.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        &self.text[start as usize..self.ends[vertex as usize] as usize]
    }

    fn find(&self, name: &str) -> Option<u32> {
        let name = name.as_bytes();
        let slot = self.index.find(hash_text(name), |slot| slot.name(&self.text) == name);
        slot.map(|slot| slot.vertex)
    }

    fn insert(&mut self, name: &str) -> u32 {
        let vertex = self.ends.len() as u32;
        let start = self.ends.last().copied().unwrap_or(0);
        self.text.push_str(name);
        let end = u32::try_from(self.text.len()).expect("the builder refuses 4 GiB");
        self.ends.push(end);
        let hash = |slot: &Slot| hash_text(slot.name(&self.text));
        let slot = Slot { vertex, start, end };
        self.index.insert_unique(hash_text(name.as_bytes()), slot, hash);
        vertex
    }
}

fn hash_number(value: i64) -> u64 {
    FxBuildHasher.hash_one(value)
}

fn hash_text(name: &[u8]) -> u64 {
    FxBuildHasher.hash_one(name)
}

/// The number that is written in exactly this way: `7` and `-7`, but not `07`, `+7` or `-0`, which
/// are different names from `7` and `0`.
pub(crate) fn whole_number(name: &str) -> Option<i64> {
    let digits = name.strip_prefix('-').unwrap_or(name);
    let is_plain = match digits.as_bytes() {
        [b'0'] => name.len() == 1,
        [b'1'..=b'9', rest @ ..] => rest.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    if is_plain { name.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interned(names: &[&str]) -> (Names, Vec<u32>) {
        let mut interner = Names::new();
        let vertices = names
            .iter()
            .map(|name| interner.find(name).unwrap_or_else(|| interner.insert(name)))
            .collect();
        (interner, vertices)
    }

    #[test]
    fn only_plain_numbers_are_numbers() {
        let numbers = ["0", "7", "-7", "10", "9223372036854775807", "-9223372036854775808"];
        for name in numbers {
            assert_eq!(whole_number(name).map(|value| value.to_string()).as_deref(), Some(name));
        }
        for name in ["", "-", "-0", "+1", "07", "1.0", " 1", "9223372036854775808", "٣"] {
            assert_eq!(whole_number(name), None, "{name}");
        }
    }

    #[test]
    fn numbers_from_0_to_n_go_by_value() {
        let (interner, vertices) = interned(&["2", "0", "2", "1"]);
        assert_eq!(vertices, [0, 1, 0, 2]);
        let (names, places) = interner.finish();
        assert!(matches!(names.0, Kind::Numbered(3)));
        assert_eq!(places, Some(vec![2, 0, 1]));
    }

    #[test]
    fn other_numbers_stay_numbers_in_order_of_appearance() {
        let (interner, _) = interned(&["1", "-5", "9223372036854775807", "1000000", "3"]);
        let (names, places) = interner.finish();
        assert!(matches!(names.0, Kind::Numbers(_)));
        assert_eq!(places, None);
        assert_eq!(names.name(1), "-5");
        assert_eq!(names.find("1000000"), Some(3));
        assert_eq!(names.find("-6"), None);
        assert_eq!(names.find("x"), None);
    }

    #[test]
    fn a_text_turns_all_numbers_into_texts() {
        let (interner, vertices) = interned(&["5", "Ελλάδα", "5", "", "07", "日本"]);
        assert_eq!(vertices, [0, 1, 0, 2, 3, 4]);
        let (names, _) = interner.finish();
        assert_eq!(names.iter().collect::<Vec<_>>(), ["5", "Ελλάδα", "", "07", "日本"]);
        assert_eq!(names.find(""), Some(2));
        assert_eq!(names.find("7"), None);
    }

    #[test]
    fn numbers_move_from_the_table_to_the_vector() {
        // Large ones first, so that all of them begin in the hash table.
        let mut numbers = Numbers::default();
        for value in (0..10_000).rev() {
            assert_eq!(numbers.find(value), None);
            numbers.insert(value);
        }
        assert!((0..10_000).all(|value| numbers.find(value) == Some(9_999 - value as u32)));
        assert_eq!(numbers.find(10_000), None);
        assert!(numbers.dense.len() <= 1 << 15);
    }
}
