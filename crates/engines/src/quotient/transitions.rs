//! The transition algebra: the pairs of all sums, which prove or refute a guessed quotient.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

use bouton_rules::{Meter, Refusal};
use rustc_hash::FxHashMap;

use super::heaps::Heaps;
use super::monoid::{Bipartite, Subset};

/// An element of the transition algebra: what a sum of heaps is sent to, and what its options are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Pair {
    pub(super) element: u32,
    pub(super) options: Subset,
}

/// The transition algebra of a bipartite monoid and a map from the heaps to it: the pairs of all sums.
///
/// The pairs are in the order of the most moves in the lightest sum that has them, so that the
/// elements in a pair's options occur in earlier pairs.
pub(super) struct Transitions {
    pairs: Vec<Rc<Pair>>,
    index: FxHashMap<Rc<Pair>, u32>,
}

/// Does the P-portion decide who wins?
pub(super) enum Check {
    /// Every pair obeys the rule of misère play: the outcomes are proved.
    Proved(Transitions),
    /// This sum has another outcome than its element says, and no sum with fewer moves has.
    Contradiction(Vec<u32>),
}

impl Transitions {
    /// The algebra of the empty sum alone.
    pub(super) fn trivial() -> Transitions {
        let pair = Rc::new(Pair { element: 0, options: Subset::empty(1) });
        Transitions { pairs: vec![pair.clone()], index: [(pair, 0)].into_iter().collect() }
    }

    pub(super) fn pairs(&self) -> &[Rc<Pair>] {
        &self.pairs
    }

    /// An element x such that the pair of x and these options is here.
    pub(super) fn element_with(&self, order: usize, options: &Subset) -> Option<u32> {
        (0..order as u32).find(|element| {
            self.index.contains_key(&Pair { element: *element, options: options.clone() })
        })
    }

    /// Lists the pairs of all sums of `heaps`, the heap h being sent to `images[h]`, and checks each
    /// of them.
    pub(super) fn check(
        monoid: &Bipartite,
        images: &[u32],
        heaps: &Heaps<'_>,
        meter: &mut Meter,
    ) -> Result<Check, Refusal> {
        let mut search = Search::new(monoid, images, heaps);
        let identity = Pair { element: 0, options: Subset::empty(monoid.order()) };
        let mut lawful = search.add(identity, 0, None, meter)?;
        while let Some(Reverse((moves, parent, generator))) = search.queue.pop().filter(|_| lawful)
        {
            let pair = search.multiply(parent, generator, meter)?;
            if !search.index.contains_key(&pair) {
                lawful = search.add(pair, moves, Some((parent, generator)), meter)?;
            }
        }
        if !lawful {
            return Ok(Check::Contradiction(search.last_sum()));
        }
        Ok(Check::Proved(Transitions { pairs: search.pairs, index: search.index }))
    }
}

/// A heap as a generator of the algebra.
struct Generator {
    heap: u32,
    moves: u64,
    pair: Pair,
}

/// The pairs found so far, and the products that are still to be formed, the lightest first.
struct Search<'a> {
    monoid: &'a Bipartite,
    generators: Vec<Generator>,
    pairs: Vec<Rc<Pair>>,
    index: FxHashMap<Rc<Pair>, u32>,
    parents: Vec<Option<(u32, u32)>>,
    queue: BinaryHeap<Reverse<(u64, u32, u32)>>,
}

impl<'a> Search<'a> {
    fn new(monoid: &'a Bipartite, images: &[u32], heaps: &Heaps<'_>) -> Search<'a> {
        let playable = heaps.playable().into_iter();
        let mut generators: Vec<Generator> = playable
            .map(|heap| Generator {
                heap,
                moves: heaps.get(heap).moves,
                pair: Pair {
                    element: images[heap as usize],
                    options: options_of(monoid, images, heaps, heap),
                },
            })
            .collect();
        // Heaps with the same pair generate the same; the lightest of them represents all.
        generators.sort_by_key(|generator| generator.moves);
        let mut kept: Vec<Generator> = Vec::new();
        for generator in generators {
            if kept.iter().all(|earlier| earlier.pair != generator.pair) {
                kept.push(generator);
            }
        }
        Search {
            monoid,
            generators: kept,
            pairs: Vec::new(),
            index: FxHashMap::default(),
            parents: Vec::new(),
            queue: BinaryHeap::new(),
        }
    }

    /// Adds a pair and says whether it obeys the rule of misère play.
    fn add(
        &mut self,
        pair: Pair,
        moves: u64,
        parent: Option<(u32, u32)>,
        meter: &mut Meter,
    ) -> Result<bool, Refusal> {
        let lawful = obeys_misere_play(&pair, self.monoid.lost());
        let id = u32::try_from(self.pairs.len()).expect("the memory holds fewer pairs");
        let products = self.generators.len() as u128;
        let each = 96 + 8 * self.monoid.order().div_ceil(64) as u128 + 16 * products;
        meter.hold("the transition algebra", each * u128::from(id))?;
        let pair = Rc::new(pair);
        self.index.insert(pair.clone(), id);
        self.pairs.push(pair);
        self.parents.push(parent);
        for (generator, number) in self.generators.iter().zip(0..) {
            self.queue.push(Reverse((moves + generator.moves, id, number)));
        }
        Ok(lawful)
    }

    /// The product of a pair and a generator: (x, E)·(y, F) = (xy, xF ∪ Ey).
    fn multiply(&self, pair: u32, by: u32, meter: &mut Meter) -> Result<Pair, Refusal> {
        let one = &self.pairs[pair as usize];
        let other = &self.generators[by as usize].pair;
        let mut options = Subset::empty(self.monoid.order());
        let mut steps = 50;
        for (fixed, moved) in [(one.element, &other.options), (other.element, &one.options)] {
            for option in moved.iter() {
                options.insert(self.monoid.product(option, fixed));
                steps += 2;
            }
        }
        meter.spend(steps)?;
        Ok(Pair { element: self.monoid.product(one.element, other.element), options })
    }

    /// The lightest sum that has the pair found last.
    fn last_sum(&self) -> Vec<u32> {
        let mut sum = Vec::new();
        let mut at = self.pairs.len() - 1;
        while let Some((parent, generator)) = self.parents[at] {
            sum.push(self.generators[generator as usize].heap);
            at = parent as usize;
        }
        sum.sort_unstable();
        sum
    }
}

/// Misère play: a sum without options is won by the player to move; any other is lost if and only if none of
/// its options is.
fn obeys_misere_play(pair: &Pair, lost: &Subset) -> bool {
    let is_lost = !pair.options.is_empty() && !pair.options.meets(lost);
    lost.has(pair.element) == is_lost
}

/// The elements of a heap's options.
pub(super) fn options_of(
    monoid: &Bipartite,
    images: &[u32],
    heaps: &Heaps<'_>,
    heap: u32,
) -> Subset {
    let options = heaps.get(heap).options.iter();
    Subset::of(monoid.order(), options.map(|sum| monoid.product_of(sum, images)))
}
