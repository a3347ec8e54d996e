//! Properties of games by Conway induction: what holds of a game follows from what holds of its
//! options.
//!
//! Games may be thousands of moves deep, so the induction has an explicit stack. Each property names the games
//! that it settles by formula, above all numbers: their options are never walked.

use std::sync::Arc;

use bouton_values::{Player, Refusal};
use dashu_int::UBig;
use rustc_hash::FxHashMap;

use crate::form::Form;
use crate::store::Forms;
use crate::thermograph::Thermograph;

/// What is known of forms so far.
pub(crate) type Table<T> = FxHashMap<Form, T>;

/// The properties that a store remembers, one table each.
#[derive(Default)]
pub(crate) struct Memos {
    pub(crate) birthdays: Table<UBig>,
    pub(crate) all_small: Table<bool>,
    pub(crate) thermographs: Table<Arc<Thermograph>>,
    pub(crate) largest_nimbers: Table<u64>,
    pub(crate) atomic_weights: Table<Form>,
    pub(crate) finest_exponents: Table<usize>,
    pub(crate) reduced: Table<Form>,
}

impl Memos {
    /// Bytes held, without the breakpoints of the thermographs.
    pub(crate) fn bytes(&self) -> usize {
        let words = self.birthdays.capacity() * 5
            + self.thermographs.capacity() * 3
            + self.largest_nimbers.capacity() * 3
            + self.finest_exponents.capacity() * 3;
        let halves =
            self.all_small.capacity() + self.atomic_weights.capacity() + self.reduced.capacity();
        words * 8 + halves * 10
    }
}

/// A property that follows from that of the options.
pub(crate) trait Property {
    /// What the property says of a game.
    type Value: Clone;

    /// The property of `g`, if there is a formula for it.
    fn by_formula(&self, forms: &mut Forms, g: Form) -> Result<Option<Self::Value>, Refusal>;

    /// The property of `g` from those of its options, Left's and Right's, in their order.
    fn by_options(
        &self,
        forms: &mut Forms,
        g: Form,
        values: [Vec<Self::Value>; 2],
    ) -> Result<Self::Value, Refusal>;
}

impl Forms {
    /// The property of `g`, remembered in the store.
    pub(crate) fn remembered<P: Property>(
        &mut self,
        property: &P,
        table: fn(&mut Memos) -> &mut Table<P::Value>,
        g: Form,
    ) -> Result<P::Value, Refusal> {
        let mut known = std::mem::take(table(&mut self.memos));
        let value = self.by_induction(property, &mut known, g);
        *table(&mut self.memos) = known;
        value
    }

    /// The property of `g`, and on the way that of the followers it depends on.
    pub(crate) fn by_induction<P: Property>(
        &mut self,
        property: &P,
        known: &mut Table<P::Value>,
        g: Form,
    ) -> Result<P::Value, Refusal> {
        let mut stack = vec![g];
        while let Some(form) = stack.pop() {
            if self.known_or_by_formula(property, known, form)?.is_some() {
                continue;
            }
            let mut values = [vec![], vec![]];
            let mut missing = Vec::new();
            for player in Player::BOTH {
                for option in self.options(form, player)?.to_vec() {
                    match self.known_or_by_formula(property, known, option)? {
                        Some(value) => values[player.index()].push(value),
                        None => missing.push(option),
                    }
                }
            }
            self.spend(1 + (values[0].len() + values[1].len() + missing.len()) as u64)?;
            if !missing.is_empty() {
                stack.push(form);
                stack.append(&mut missing);
                continue;
            }
            let value = property.by_options(self, form, values)?;
            known.insert(form, value);
        }
        Ok(known.get(&g).expect("it was just worked out").clone())
    }

    fn known_or_by_formula<P: Property>(
        &mut self,
        property: &P,
        known: &mut Table<P::Value>,
        g: Form,
    ) -> Result<Option<P::Value>, Refusal> {
        if let Some(value) = known.get(&g) {
            return Ok(Some(value.clone()));
        }
        let value = property.by_formula(self, g)?;
        if let Some(value) = &value {
            known.insert(g, value.clone());
        }
        Ok(value)
    }

    /// The games that none of the others is at least as large as, in the sense of `is_at_most`: the options that are not
    /// dominated, the greatest incentives.
    pub(crate) fn maximal(
        &mut self,
        games: Vec<Form>,
        is_at_most: impl Fn(&mut Forms, Form, Form) -> Result<bool, Refusal>,
    ) -> Result<Vec<Form>, Refusal> {
        let mut kept: Vec<Form> = Vec::with_capacity(games.len());
        'games: for game in games {
            self.spend(1 + kept.len() as u64)?;
            for larger in &kept {
                if is_at_most(self, game, *larger)? {
                    continue 'games;
                }
            }
            let mut still = 0;
            for index in 0..kept.len() {
                if !is_at_most(self, kept[index], game)? {
                    kept[still] = kept[index];
                    still += 1;
                }
            }
            kept.truncate(still);
            kept.push(game);
        }
        Ok(kept)
    }
}
