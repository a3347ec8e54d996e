//! The canonical form of {left | right}.
//!
//! Without dominated options, with reversible ones bypassed, a game's form is unique (Conway). The
//! value stays the same while options are bypassed, so comparisons with the draft stay true; and an
//! option that was bypassed once would be bypassed again, so it is never put back: without that, forms
//! with much in common take exponential time.

use bouton_values::{Player, Refusal};
use rustc_hash::FxHashSet;

use crate::dyadic::{Dyadic, End, simplest};
use crate::form::{Form, Stop};
use crate::simple::sorted;
use crate::store::{DRAFT, Forms};

/// The least number of steps that a canonical form takes.
const BRACES: u64 = 8;

/// Where play stops, for a game that may lack options.
type MaybeStops = [Option<Stop>; 2];

impl Forms {
    /// The canonical form of the game with these options.
    pub fn braces(&mut self, left: &[Form], right: &[Form]) -> Result<Form, Refusal> {
        self.spend(BRACES)?;
        let [left, right] = [left, right].map(|options| sorted(options.to_vec()));
        // Options that make a known form, and numbers, which stops recognise, need no comparison of options.
        if let Some(form) = self.find(&left, &right) {
            return Ok(form);
        }
        let stops = self.stops_of_options(&left, &right);
        if let Some(form) = self.number_between(stops)? {
            return Ok(form);
        }
        let stops =
            stops.map(|stop| stop.expect("a game without options for a player is a number"));
        let left = self.without_dominated(left, Player::Left)?;
        let right = self.without_dominated(right, Player::Right)?;
        self.order.forget_draft();
        self.draft = [left.clone(), right.clone()];
        self.set_draft_stops(stops);
        let left = self.bypassed(left, Player::Left)?;
        let right = self.bypassed(right, Player::Right)?;
        self.intern(&left, &right, stops)
    }

    /// Left's stop is the largest stop that a left option leaves with Right to move; a number is a
    /// stop.
    fn stops_of_options(&self, left: &[Form], right: &[Form]) -> MaybeStops {
        let after = |option: Form, mover: Player| match self.is_number(option) {
            true => Stop { number: self.stop(option, mover).number, above: mover == Player::Left },
            false => self.stop(option, mover.opponent()),
        };
        let lefts = left.iter().map(|option| after(*option, Player::Left));
        let rights = right.iter().map(|option| after(*option, Player::Right));
        [
            lefts.max_by(|a, b| self.compare_stops(*a, *b)),
            rights.min_by(|a, b| self.compare_stops(*a, *b)),
        ]
    }

    /// The simplest number theorem: if some number x has all left options ⊲| x and x ⊲| all right
    /// options, the game is the simplest such number.
    fn number_between(&mut self, stops: MaybeStops) -> Result<Option<Form>, Refusal> {
        let [left, right] = stops;
        if !self.leaves_room(left, right) {
            return Ok(None);
        }
        let number = simplest(self.lower_end(left), self.upper_end(right));
        self.number(&number).map(Some)
    }

    /// Does a number lie between?
    fn leaves_room(&self, left: Option<Stop>, right: Option<Stop>) -> bool {
        let (Some(lower), Some(upper)) = (left, right) else { return true };
        let ordering = self.compare_numbers(lower.number, upper.number);
        ordering.is_lt() || (ordering.is_eq() && !lower.above && upper.above)
    }

    fn lower_end(&self, left: Option<Stop>) -> End<'_> {
        left.map_or(End::Infinite, |stop| match stop.above {
            true => End::Open(self.number_of(stop.number)),
            false => End::Closed(self.number_of(stop.number)),
        })
    }

    fn upper_end(&self, right: Option<Stop>) -> End<'_> {
        right.map_or(End::Infinite, |stop| match stop.above {
            true => End::Closed(self.number_of(stop.number)),
            false => End::Open(self.number_of(stop.number)),
        })
    }

    /// Is {left + x | right + x} = {left | right} + x, and so on for 2x, 3x, …?
    ///
    /// Yes if the game is not a number (number translation). If it is one, it is the simplest of an
    /// interval, and simplicity is kept if the interval holds no multiple of the unit 2^-k of x, as
    /// finer numbers are as simple after the move as before; or, for an integer x, if it holds one
    /// integer only, or if it lies on the side of 0 towards which x moves it.
    pub fn translates(&self, left: &[Form], right: &[Form], x: &Dyadic) -> bool {
        let [lower, upper] = self.stops_of_options(left, right);
        if !self.leaves_room(lower, upper) {
            return true;
        }
        let (lower, upper) = (self.lower_end(lower), self.upper_end(upper));
        let (first, last) = (lower.first_multiple(x.exponent()), upper.last_multiple(x.exponent()));
        let is_alone = match (&first, &last) {
            (Some(first), Some(last)) => first >= last && (first > last || x.is_integer()),
            _ => false,
        };
        let moves_away = x.is_integer()
            && match x.sign() {
                1 => lower.is_at_least_zero(),
                _ => upper.is_at_most_zero(),
            };
        is_alone || moves_away
    }

    /// The options that no other is at least as good as, for `player`.
    fn without_dominated(
        &mut self,
        options: Vec<Form>,
        player: Player,
    ) -> Result<Vec<Form>, Refusal> {
        self.maximal(options, |forms, a, b| forms.is_no_better(a, b, player))
    }

    fn is_no_better(&mut self, a: Form, b: Form, player: Player) -> Result<bool, Refusal> {
        match player {
            Player::Left => self.is_at_most(a, b),
            Player::Right => self.is_at_most(b, a),
        }
    }

    /// The options of `player` with each reversible one replaced by what it reverses to. No option that is
    /// given may dominate another, and none of the result does.
    fn bypassed(&mut self, options: Vec<Form>, player: Player) -> Result<Vec<Form>, Refusal> {
        let mut replies = Vec::with_capacity(options.len());
        for option in &options {
            replies.push(self.reversing_reply(*option, player)?);
        }
        if replies.iter().all(Option::is_none) {
            return Ok(options);
        }
        let mut seen: FxHashSet<Form> = options.iter().copied().collect();
        let mut kept = Vec::new();
        let mut waiting: Vec<(Form, Option<Form>)> = options.into_iter().zip(replies).collect();
        while let Some((option, reply)) = waiting.pop() {
            let Some(reply) = reply else {
                kept.push(option);
                continue;
            };
            for through in self.options(reply, player)?.to_vec() {
                if seen.insert(through) {
                    waiting.push((through, self.reversing_reply(through, player)?));
                }
            }
        }
        self.without_dominated(sorted(kept), player)
    }

    /// A reply of the opponent to `option` that is at least as good for the opponent as the draft.
    fn reversing_reply(&mut self, option: Form, player: Player) -> Result<Option<Form>, Refusal> {
        let count = self.options(option, player.opponent())?.len();
        for index in 0..count {
            let reply = self.known_options(option, player.opponent())[index];
            if self.is_no_better(reply, DRAFT, player)? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }
}
