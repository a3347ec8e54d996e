//! Arithmetic of short games: sums, negatives and multiples by integers.

use bouton_values::{Player, Refusal};
use dashu_base::{BitTest, UnsignedAbs};
use dashu_int::{IBig, UBig};

use crate::dyadic::Dyadic;
use crate::form::{Form, NumberUpStar, Stop};
use crate::induction::{Property, Table};
use crate::simple::sorted;
use crate::store::Forms;

/// Multiples n·g up to this n are computed by repeated addition.
const FEW: u64 = 4096;

impl Forms {
    /// -g: Left and Right exchange their options.
    pub fn negative(&mut self, g: Form) -> Result<Form, Refusal> {
        match self.known_negative(g)? {
            Some(known) => Ok(known),
            None => self.by_induction(&Negative, &mut Table::default(), g),
        }
    }

    fn known_negative(&mut self, g: Form) -> Result<Option<Form>, Refusal> {
        if let Some(known) = self.stored_negative(g) {
            return Ok(Some(known));
        }
        let Some(simple) = self.simple(g) else { return Ok(None) };
        let ups = checked_ups(simple.ups.checked_neg())?;
        let negative = NumberUpStar { number: -&simple.number, ups, nimber: simple.nimber };
        let negative = self.number_up_star(negative)?;
        self.store_negative(g, negative);
        Ok(Some(negative))
    }

    fn negated_stops(&mut self, g: Form) -> [Stop; 2] {
        [Player::Right, Player::Left].map(|mover| {
            let stop = self.stop(g, mover);
            let number = -self.number_of(stop.number);
            Stop { number: self.number_id(&number), above: !stop.above }
        })
    }

    /// The sum g + h of two games.
    pub fn sum(&mut self, g: Form, h: Form) -> Result<Form, Refusal> {
        let mut stack = vec![(g, h)];
        while let Some((a, b)) = stack.pop() {
            if self.known_sum(a, b)?.is_some() {
                continue;
            }
            let mut sides: [Vec<Form>; 2] = [vec![], vec![]];
            let mut missing = Vec::new();
            for player in Player::BOTH {
                for (x, y) in self.moves_in_sum(a, b, player)? {
                    match self.known_sum(x, y)? {
                        Some(sum) => sides[player.index()].push(sum),
                        None => missing.push((x, y)),
                    }
                }
            }
            self.spend(1 + (sides[0].len() + sides[1].len()) as u64)?;
            if !missing.is_empty() {
                stack.push((a, b));
                stack.append(&mut missing);
                continue;
            }
            let [left, right] = sides;
            let sum = match self.as_number(a).or(self.as_number(b)).cloned() {
                Some(number) => self.translate(a, b, &number, left, right)?,
                None => self.braces(&left, &right)?,
            };
            self.sums.insert((a.min(b), a.max(b)), sum);
        }
        Ok(self.known_sum(g, h)?.expect("it was just worked out"))
    }

    /// Number translation: if G is canonical and not a number, G + x is {G^L + x | G^R + x}, and this
    /// form is canonical.
    fn translate(
        &mut self,
        a: Form,
        b: Form,
        number: &Dyadic,
        left: Vec<Form>,
        right: Vec<Form>,
    ) -> Result<Form, Refusal> {
        let game = if self.is_number(a) { b } else { a };
        let stops = Player::BOTH.map(|mover| {
            let stop = self.stop(game, mover);
            let moved = self.number_of(stop.number) + number;
            Stop { number: self.number_id(&moved), above: stop.above }
        });
        self.intern(&sorted(left), &sorted(right), stops)
    }

    /// The options of a + b; moves in a number are left out (number avoidance).
    fn moves_in_sum(
        &mut self,
        a: Form,
        b: Form,
        player: Player,
    ) -> Result<Vec<(Form, Form)>, Refusal> {
        let mut moves = Vec::new();
        for (moved, kept) in [(a, b), (b, a)] {
            if !self.is_number(moved) {
                moves.extend(self.options(moved, player)?.iter().map(|option| (*option, kept)));
            }
        }
        Ok(moves)
    }

    fn known_sum(&mut self, g: Form, h: Form) -> Result<Option<Form>, Refusal> {
        if let (Some(a), Some(b)) = (self.simple(g), self.simple(h)) {
            let sum = NumberUpStar {
                number: &a.number + &b.number,
                ups: checked_ups(a.ups.checked_add(b.ups))?,
                nimber: a.nimber ^ b.nimber,
            };
            return self.number_up_star(sum).map(Some);
        }
        for (zero, other) in [(g, h), (h, g)] {
            if self.as_number(zero).is_some_and(Dyadic::is_zero) {
                return Ok(Some(other));
            }
        }
        Ok(self.sums.get(&(g.min(h), g.max(h))).copied())
    }

    /// The difference g - h of two games.
    pub fn difference(&mut self, g: Form, h: Form) -> Result<Form, Refusal> {
        let minus_h = self.negative(h)?;
        self.sum(g, minus_h)
    }

    /// The multiple n·g = g + g + … + g with n = `times`; a multiple of -g if n is negative.
    pub fn multiple(&mut self, times: impl Into<IBig>, g: Form) -> Result<Form, Refusal> {
        let times = times.into();
        let one = if times < IBig::ZERO { self.negative(g)? } else { g };
        let times = times.unsigned_abs();
        match u64::try_from(&times) {
            Ok(times @ 0..=FEW) => self.added_up(times, one),
            _ => self.doubled_up(&times, one),
        }
    }

    /// n·g by repeated addition: for games whose multiples grow, each sum is made from those before it.
    fn added_up(&mut self, times: u64, g: Form) -> Result<Form, Refusal> {
        let mut total = self.zero()?;
        for _ in 0..times {
            total = self.sum(total, g)?;
        }
        Ok(total)
    }

    /// n·g by repeated doubling: for numbers n so large that only games whose multiples stay small can be finished.
    fn doubled_up(&mut self, times: &UBig, g: Form) -> Result<Form, Refusal> {
        let mut total = self.zero()?;
        let mut power = g;
        let bits = times.bit_len();
        for bit in 0..bits {
            self.spend(1)?;
            if times.bit(bit) {
                total = self.sum(total, power)?;
            }
            if bit + 1 < bits {
                power = self.sum(power, power)?;
            }
        }
        Ok(total)
    }
}

/// -G = {-G^R | -G^L}, which is canonical if G is.
struct Negative;

impl Property for Negative {
    type Value = Form;

    fn by_formula(&self, forms: &mut Forms, g: Form) -> Result<Option<Form>, Refusal> {
        forms.known_negative(g)
    }

    fn by_options(
        &self,
        forms: &mut Forms,
        g: Form,
        [left, right]: [Vec<Form>; 2],
    ) -> Result<Form, Refusal> {
        let stops = forms.negated_stops(g);
        let negative = forms.intern(&sorted(right), &sorted(left), stops)?;
        forms.store_negative(g, negative);
        Ok(negative)
    }
}

/// A multiple of ↑ whose negative fits into 64 bits too.
fn checked_ups(ups: Option<i64>) -> Result<i64, Refusal> {
    ups.filter(|ups| *ups != i64::MIN).ok_or_else(|| {
        Refusal::bad("the multiple of ^ does not fit into 64 bits", "write fewer ups")
    })
}
