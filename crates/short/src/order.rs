//! Compares short games: which of two is greater, or whether they are equal or confused.
//!
//! Conway's definition: G ≤ H unless some G^L ≥ H or some H^R ≤ G. Three facts settle most pairs
//! without it:
//! * Number avoidance: how G compares with a number x depends only on where play in G stops and who is to
//!   move there. So G ≤ x if Left's stop lies below x, or at x with Left to move.
//! * G ≤ H only if Left's stop of G is at most that of H, and Right's too; and if Left's stop of G lies
//!   below Right's stop of H, some number lies between.
//! * Sums of a number, ups and a nimber are compared by arithmetic.
//!
//! All other pairs are worked out with an explicit stack, since games may be deep, and remembered.

use std::cmp::Ordering;

use bouton_values::{Outcome, Player, Refusal};
use rustc_hash::FxHashMap;

use crate::form::{Comparison, Form, NumberUpStar, Stop};
use crate::store::{DRAFT, Forms, signs};
use crate::verdicts::Verdicts;

/// The comparisons that were worked out.
#[derive(Default)]
pub(crate) struct Order {
    known: Verdicts,
    /// Those with the draft, forgotten with it.
    with_draft: FxHashMap<(Form, Form), bool>,
    stack: Vec<Frame>,
}

/// Is g ≤ h? The options before `next` have not decided it.
#[derive(Clone, Copy)]
struct Frame {
    g: Form,
    h: Form,
    next: u32,
}

impl Order {
    pub(crate) fn bytes(&self) -> usize {
        self.known.bytes() + self.with_draft.capacity() * 15
    }

    fn get(&self, g: Form, h: Form) -> Option<bool> {
        if g == DRAFT || h == DRAFT {
            return self.with_draft.get(&(g, h)).copied();
        }
        self.known.get(g, h)
    }

    fn insert(&mut self, g: Form, h: Form, is_at_most: bool) {
        if g == DRAFT || h == DRAFT {
            self.with_draft.insert((g, h), is_at_most);
        } else {
            self.known.insert(g, h, is_at_most);
        }
    }

    pub(crate) fn forget_draft(&mut self) {
        self.with_draft.clear();
    }
}

impl Forms {
    /// Is g ≤ h: does Left, moving second, win h - g?
    pub fn is_at_most(&mut self, g: Form, h: Form) -> Result<bool, Refusal> {
        if let Some(known) = self.known_order(g, h) {
            return Ok(known);
        }
        let mut stack = std::mem::take(&mut self.order.stack);
        stack.push(Frame { g, h, next: 0 });
        let done = self.settle(&mut stack);
        stack.clear();
        self.order.stack = stack;
        done?;
        Ok(self.known_order(g, h).expect("it was just worked out"))
    }

    fn settle(&mut self, stack: &mut Vec<Frame>) -> Result<(), Refusal> {
        while let Some(frame) = stack.last_mut() {
            let Frame { g, h, next } = *frame;
            self.write_out(g)?;
            self.write_out(h)?;
            let lefts = self.known_options(g, Player::Left);
            let rights = self.known_options(h, Player::Right);
            let questions = lefts.iter().map(|left| (h, *left));
            let questions = questions.chain(rights.iter().map(|right| (*right, g)));
            let mut asked = None;
            let mut refuted = false;
            let mut looked_at = next;
            for (a, b) in questions.skip(next as usize) {
                match self.known_order(a, b) {
                    Some(true) => refuted = true,
                    Some(false) => {
                        looked_at += 1;
                        continue;
                    }
                    None => asked = Some((a, b)),
                }
                break;
            }
            match asked {
                Some((a, b)) => {
                    frame.next = looked_at;
                    stack.push(Frame { g: a, h: b, next: 0 });
                }
                None => {
                    stack.pop();
                    self.order.insert(g, h, !refuted);
                }
            }
            self.spend(1 + u64::from(looked_at - next))?;
        }
        Ok(())
    }

    /// The answer, if it is remembered or the three facts settle it.
    fn known_order(&self, g: Form, h: Form) -> Option<bool> {
        if g == h {
            return Some(true);
        }
        match (self.simple(g), self.simple(h)) {
            (Some(a), Some(b)) => return Some(simple_order(a, b)),
            (Some(a), None) if a.is_number() => {
                return Some(self.number_is_at_most(self.stop(g, Player::Left), h));
            }
            (None, Some(b)) if b.is_number() => {
                return Some(self.is_at_most_number(g, self.stop(h, Player::Left)));
            }
            _ => {}
        }
        self.order_by_stops(g, h).or_else(|| self.order.get(g, h))
    }

    fn number_is_at_most(&self, number: Stop, h: Form) -> bool {
        let stop = self.stop(h, Player::Right);
        match self.compare_numbers(number.number, stop.number) {
            Ordering::Less => true,
            Ordering::Equal => stop.above,
            Ordering::Greater => false,
        }
    }

    fn is_at_most_number(&self, g: Form, number: Stop) -> bool {
        let stop = self.stop(g, Player::Left);
        match self.compare_numbers(stop.number, number.number) {
            Ordering::Less => true,
            Ordering::Equal => !stop.above,
            Ordering::Greater => false,
        }
    }

    fn order_by_stops(&self, g: Form, h: Form) -> Option<bool> {
        for player in Player::BOTH {
            if self.compare_stops(self.stop(g, player), self.stop(h, player)).is_gt() {
                return Some(false);
            }
        }
        let (upper, lower) = (self.stop(g, Player::Left), self.stop(h, Player::Right));
        match self.compare_numbers(upper.number, lower.number) {
            Ordering::Less => Some(true),
            Ordering::Equal if !upper.above && lower.above => Some(true),
            _ => None,
        }
    }

    pub(crate) fn compare_stops(&self, a: Stop, b: Stop) -> Ordering {
        self.compare_numbers(a.number, b.number).then(a.above.cmp(&b.above))
    }

    /// Compares two games: g with h.
    pub fn compare(&mut self, g: Form, h: Form) -> Result<Comparison, Refusal> {
        Ok(match (self.is_at_most(g, h)?, self.is_at_most(h, g)?) {
            (true, true) => Comparison::Equal,
            (true, false) => Comparison::Less,
            (false, true) => Comparison::Greater,
            (false, false) => Comparison::Confused,
        })
    }

    /// The outcome of a game under normal play.
    pub fn outcome(&mut self, g: Form) -> Result<Outcome, Refusal> {
        let zero = self.zero()?;
        Ok(match self.compare(g, zero)? {
            Comparison::Less => Outcome::R,
            Comparison::Equal => Outcome::P,
            Comparison::Greater => Outcome::L,
            Comparison::Confused => Outcome::N,
        })
    }
}

/// a ≤ b, by the sign of their difference.
fn simple_order(a: &NumberUpStar, b: &NumberUpStar) -> bool {
    match a.number.cmp(&b.number) {
        Ordering::Less => true,
        Ordering::Greater => false,
        Ordering::Equal => {
            let ups = a.ups.saturating_sub(b.ups);
            let nimber = a.nimber ^ b.nimber;
            signs(&NumberUpStar { number: crate::Dyadic::ZERO, ups, nimber })[0]
        }
    }
}
