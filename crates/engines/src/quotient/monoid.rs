//! Finite commutative monoids with a subset, as multiplication tables.

use bouton_rules::{Meter, Refusal};

use crate::finding::ones;

/// A finite commutative monoid with the elements 0, 1, …, of which 0 is the identity, and a subset:
/// a bipartite monoid.
pub(super) struct Bipartite {
    order: usize,
    /// The product of x and y at x·order + y.
    products: Vec<u32>,
    /// The P-portion.
    lost: Subset,
}

impl Bipartite {
    /// The monoid of one element, with an empty P-portion.
    pub(super) fn trivial() -> Bipartite {
        Bipartite { order: 1, products: vec![0], lost: Subset::empty(1) }
    }

    /// The monoid in which `step(x, y)` is x times y, for every y given in an order in which y's
    /// parent comes before it: y = parent·generator, and `next(x, generator)` is x·generator.
    pub(super) fn generated(
        parents: &[(u32, usize)],
        next: impl Fn(u32, usize) -> u32,
        is_lost: impl Fn(u32) -> bool,
        meter: &mut Meter,
    ) -> Result<Bipartite, Refusal> {
        let order = parents.len() + 1;
        let cells = order as u128 * order as u128;
        meter.hold("the multiplication table", 4 * cells)?;
        meter.spend_many(2 * cells)?;
        let mut products = Vec::with_capacity(order * order);
        for x in 0..order as u32 {
            let row = products.len();
            products.push(x);
            for (parent, generator) in parents {
                products.push(next(products[row + *parent as usize], *generator));
            }
        }
        let lost = Subset::of(order, (0..order as u32).filter(|x| is_lost(*x)));
        Ok(Bipartite { order, products, lost })
    }

    pub(super) fn order(&self) -> usize {
        self.order
    }

    pub(super) fn lost(&self) -> &Subset {
        &self.lost
    }

    pub(super) fn product(&self, x: u32, y: u32) -> u32 {
        self.products[x as usize * self.order + y as usize]
    }

    /// The product of the elements of some heaps.
    pub(super) fn product_of(&self, heaps: &[u32], images: &[u32]) -> u32 {
        heaps.iter().fold(0, |product, heap| self.product(product, images[*heap as usize]))
    }

    /// Is there for every two elements x ≠ y some z such that exactly one of xz and yz is in the P-portion?
    pub(super) fn is_reduced(&self) -> bool {
        let row = |x: u32| {
            let all = 0..self.order as u32;
            Subset::of(self.order, all.filter(|z| self.lost.has(self.product(x, *z))))
        };
        let mut rows: Vec<Subset> = (0..self.order as u32).map(row).collect();
        rows.sort_unstable();
        rows.windows(2).all(|pair| pair[0] != pair[1])
    }
}

/// A set of elements, a bit each.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Subset(Box<[u64]>);

impl Subset {
    /// The empty subset of `order` elements.
    pub(super) fn empty(order: usize) -> Subset {
        Subset(vec![0; order.div_ceil(64)].into())
    }

    /// The subset of `order` elements with these members.
    pub(super) fn of(order: usize, elements: impl IntoIterator<Item = u32>) -> Subset {
        let mut subset = Subset::empty(order);
        elements.into_iter().for_each(|element| subset.insert(element));
        subset
    }

    pub(super) fn insert(&mut self, element: u32) {
        self.0[element as usize / 64] |= 1 << (element % 64);
    }

    pub(super) fn has(&self, element: u32) -> bool {
        self.0[element as usize / 64] >> (element % 64) & 1 == 1
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub(super) fn meets(&self, other: &Subset) -> bool {
        self.0.iter().zip(&other.0).any(|(one, other)| one & other != 0)
    }

    /// The elements, ascending.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        ones(self.0.iter().copied()).map(|element| element as u32)
    }
}
