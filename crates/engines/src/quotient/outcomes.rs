//! Who wins a sum, worked out from the quotient for the smaller heaps.
//!
//! Let h be the newest heap, X a sum of smaller ones, x its element in their quotient, and Sₖ the set
//! of those X for which X + k·h is lost. S₀ is given by the P-portion. A move from X + k·h goes to
//! X' + k·h or to X + h' + (k-1)·h, so that Sₖ follows from Sₖ₋₁:
//!
//! > X ∈ Sₖ if and only if no X' ∈ Sₖ and no X + h' ∈ Sₖ₋₁.
//!
//! *If* Sₖ₋₁ is a union of classes of the quotient, and if all pairs (x, E) of the transition algebra
//! with the same x get the same answer from this rule, then so is Sₖ, and a row of bits holds it. But
//! the quotient may be too coarse: h may distinguish what no smaller heap does. From then on sums are
//! worked out one by one, down to those with so few moves that a guess has proved right for them.

use bouton_rules::{Meter, Refusal};
use rustc_hash::FxHashMap;

use super::Stage;
use super::heaps::{Heaps, Sum, added};
use super::monoid::{Bipartite, Subset};
use super::transitions::options_of;

/// A sum, split into copies of the newest heap and the others.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Split {
    /// The heaps but the newest.
    others: Sum,
    /// How often the newest occurs.
    copies: usize,
    /// The element of `others` in the quotient for the smaller heaps.
    element: u32,
}

/// The outcomes of sums with a new heap.
pub(super) struct Outcomes<'a> {
    heaps: &'a Heaps<'a>,
    /// What is known of the smaller heaps.
    before: &'a Stage,
    newest: u32,
    newest_options: Subset,
    /// Sₖ as a set of elements, for each k from 0 on as far as is known.
    rows: Vec<Subset>,
    /// The next row would not be a set of elements.
    too_coarse: bool,
    /// Is the sum lost? By copies and others.
    known: FxHashMap<(usize, Sum), bool>,
    trusted: Option<TrustedGuess>,
}

/// A guess that is wrong somewhere, but right for all sums with fewer moves than a bound.
struct TrustedGuess {
    monoid: Bipartite,
    images: Vec<u32>,
    below: u64,
}

impl<'a> Outcomes<'a> {
    /// The outcomes for the heaps up to the newest in `heaps`; `before` knows all but that one.
    pub(super) fn new(heaps: &'a Heaps<'a>, before: &'a Stage) -> Outcomes<'a> {
        let newest = before.images.len() as u32;
        Outcomes {
            heaps,
            before,
            newest,
            newest_options: options_of(&before.monoid, &before.images, heaps, newest),
            rows: vec![before.monoid.lost().clone()],
            too_coarse: false,
            known: FxHashMap::default(),
            trusted: None,
        }
    }

    /// Records a guess that no sum with fewer than `below` moves contradicts.
    pub(super) fn trust(&mut self, monoid: Bipartite, images: Vec<u32>, below: u64) {
        if self.trusted.as_ref().is_none_or(|earlier| earlier.below <= below) {
            self.trusted = Some(TrustedGuess { monoid, images, below });
        }
    }

    pub(super) fn newest(&self) -> usize {
        self.newest as usize
    }

    pub(super) fn heaps(&self) -> &'a Heaps<'a> {
        self.heaps
    }

    pub(super) fn split(&self, sum: &[u32]) -> Split {
        let others: Sum = sum.iter().copied().filter(|heap| *heap != self.newest).collect();
        let (copies, element) = (sum.len() - others.len(), self.element(&others));
        Split { others, copies, element }
    }

    /// The sum of two.
    pub(super) fn add(&self, one: &Split, other: &Split) -> Split {
        Split {
            others: added(&one.others, &other.others),
            copies: one.copies + other.copies,
            element: self.before.monoid.product(one.element, other.element),
        }
    }

    /// Is the sum of these two lost for the mover?
    pub(super) fn is_lost(
        &mut self,
        one: &Split,
        other: &Split,
        meter: &mut Meter,
    ) -> Result<bool, Refusal> {
        meter.spend(5)?;
        let copies = one.copies + other.copies;
        while self.rows.len() <= copies && !self.too_coarse {
            self.add_row(meter)?;
        }
        match self.rows.get(copies) {
            Some(row) => Ok(row.has(self.before.monoid.product(one.element, other.element))),
            None => self.work_out(copies, added(&one.others, &other.others), meter),
        }
    }

    fn element(&self, others: &[u32]) -> u32 {
        self.before.monoid.product_of(others, &self.before.images)
    }

    /// The outcome, if it is known without work.
    fn recall(&self, copies: usize, others: &Sum) -> Option<bool> {
        if let Some(row) = self.rows.get(copies) {
            return Some(row.has(self.element(others)));
        }
        let newest = self.heaps.get(self.newest).moves * copies as u64;
        match &self.trusted {
            Some(guess) if self.heaps.moves(others) + newest < guess.below => {
                let image = guess.images[self.newest()];
                let start = guess.monoid.product_of(others, &guess.images);
                let whole = (0..copies).fold(start, |x, _| guess.monoid.product(x, image));
                Some(guess.monoid.lost().has(whole))
            }
            _ => self.known.get(&(copies, others.clone())).copied(),
        }
    }

    fn add_row(&mut self, meter: &mut Meter) -> Result<(), Refusal> {
        let monoid = &self.before.monoid;
        let last = self.rows.last().expect("there is a row for no copy");
        let wins = |x: u32| self.newest_options.iter().any(|y| last.has(monoid.product(x, y)));
        let order = monoid.order();
        let won_by_newest = Subset::of(order, (0..order as u32).filter(|x| wins(*x)));
        let pairs = self.before.transitions.pairs();
        meter.spend((20 * pairs.len() + order * order) as u64)?;
        let (mut lost, mut decided) = (Subset::empty(order), Subset::empty(order));
        for pair in pairs {
            let x = pair.element;
            let is_lost = !won_by_newest.has(x) && !pair.options.meets(&lost);
            if decided.has(x) && lost.has(x) != is_lost {
                self.too_coarse = true;
                return Ok(());
            }
            decided.insert(x);
            if is_lost {
                lost.insert(x);
            }
        }
        self.rows.push(lost);
        Ok(())
    }

    /// The outcome by the definition, remembered, down to sums that the rows decide.
    fn work_out(&mut self, copies: usize, others: Sum, meter: &mut Meter) -> Result<bool, Refusal> {
        let mut open = vec![(copies, others)];
        loop {
            let (copies, others) = open.last().expect("the first sum stays until it is known");
            let (copies, others) = (*copies, others.clone());
            let lost = match self.recall(copies, &others) {
                Some(lost) => lost,
                None => match self.look(copies, &others, meter)? {
                    LookResult::Needs(option) => {
                        open.push(option);
                        continue;
                    }
                    LookResult::Lost(lost) => {
                        let bytes = 120 * (self.known.len() as u128 + open.len() as u128);
                        meter.hold("the list of sums", bytes)?;
                        self.known.insert((copies, others), lost);
                        lost
                    }
                },
            };
            open.pop();
            if open.is_empty() {
                return Ok(lost);
            }
        }
    }

    /// Looks at the options of a sum until one is lost or one is not known yet.
    fn look(&self, copies: usize, others: &Sum, meter: &mut Meter) -> Result<LookResult, Refusal> {
        let mut needs = None;
        for (copies, others) in self.options(copies, others) {
            meter.spend(200)?;
            match self.recall(copies, &others) {
                Some(true) => return Ok(LookResult::Lost(false)),
                Some(false) => {}
                None => needs = needs.or(Some((copies, others))),
            }
        }
        Ok(needs.map_or(LookResult::Lost(true), LookResult::Needs))
    }

    fn options(&self, copies: usize, others: &Sum) -> impl Iterator<Item = (usize, Sum)> + use<'_> {
        let newest = self.heaps.get(self.newest).options.iter();
        let of_newest = {
            let others = others.clone();
            newest.filter(move |_| copies > 0).map(move |parts| (copies - 1, added(&others, parts)))
        };
        let others = others.clone();
        let of_others = (0..others.len()).flat_map(move |index| {
            let mut rest = others.clone();
            let heap = rest.remove(index);
            let again = index > 0 && others[index - 1] == heap;
            let options = self.heaps.get(heap).options.iter().filter(move |_| !again);
            options.map(move |parts| (copies, added(&rest, parts)))
        });
        of_newest.chain(of_others)
    }
}

/// What a look at the options of a sum finds.
enum LookResult {
    /// Every option that matters is known: is the sum lost?
    Lost(bool),
    /// This option has to be worked out first.
    Needs((usize, Sum)),
}
