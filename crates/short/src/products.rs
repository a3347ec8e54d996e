//! Ordinal sums, and multiples by integers of any size.

use bouton_values::{Player, Refusal};
use dashu_int::IBig;

use crate::dyadic::Dyadic;
use crate::form::Form;
use crate::induction::{Property, Table};
use crate::store::Forms;

/// A lower bound for the bytes of a form.
const BYTES_OF_A_FORM: u128 = 48;

impl Forms {
    /// The ordinal sum G:H = {G^L, G:H^L | G^R, G:H^R}: a move in G ends H.
    ///
    /// It depends on the form of G, for which the canonical one is taken here, but only on the value of H:
    /// G:H ≥ G:K if and only if H ≥ K (the colon principle).
    pub fn ordinal_sum(&mut self, g: Form, h: Form) -> Result<Form, Refusal> {
        let zero = self.zero()?;
        if g == zero {
            return Ok(h);
        }
        if !(self.is_number(g) && self.is_number(h)) {
            // All the G:K with K from a longest line of play in H are different.
            let birthday = self.birthday(h)?;
            let forms = u128::try_from(birthday).unwrap_or(u128::MAX);
            let bytes = forms.saturating_mul(BYTES_OF_A_FORM);
            self.limits().check_memory("the ordinal sum", bytes)?;
        }
        let [left, right] = [Player::Left, Player::Right];
        let options = [self.options(g, left)?.to_vec(), self.options(g, right)?.to_vec()];
        self.by_induction(&OrdinalSum { base: g, options }, &mut Table::default(), h)
    }

    /// x:y for numbers, x not 0, whose sign expansion is that of x followed by that of y.
    ///
    /// If x is an integer and y has its sign, this is x + y. Otherwise each sign of y counts half as
    /// much as the one before, beginning with half the unit 2^-k of x. With n = ⌈|y|⌉, the first n
    /// signs agree and the others spell |y| - n, so that x:y = x ± 2^-k (1 - 2^-n (1 + n - |y|)).
    fn ordinal_sum_of_numbers(&self, x: &Dyadic, y: &Dyadic) -> Result<Dyadic, Refusal> {
        if y.is_zero() || (x.is_integer() && x.sign() == y.sign()) {
            return Ok(x + y);
        }
        let magnitude = if y.sign() < 0 { -y } else { y.clone() };
        let signs = magnitude.ceiling();
        let bits = u128::try_from(&signs).unwrap_or(u128::MAX);
        self.limits().check_memory("the digits of the ordinal sum", bits / 2)?;
        let shift = usize::try_from(&signs).expect("what fits into memory fits into a word");
        let rest = &Dyadic::from(signs + IBig::ONE) - &magnitude;
        let rest = Dyadic::new(rest.numerator().clone(), rest.exponent() + shift);
        let way = &Dyadic::from(1) - &rest;
        let way = Dyadic::new(way.numerator().clone(), way.exponent() + x.exponent());
        Ok(if y.sign() < 0 { x - &way } else { x + &way })
    }
}

struct OrdinalSum {
    base: Form,
    /// The options of the base.
    options: [Vec<Form>; 2],
}

impl Property for OrdinalSum {
    type Value = Form;

    fn by_formula(&self, forms: &mut Forms, h: Form) -> Result<Option<Form>, Refusal> {
        let Some(y) = forms.as_number(h) else { return Ok(None) };
        if y.is_zero() {
            return Ok(Some(self.base));
        }
        let Some(x) = forms.as_number(self.base) else { return Ok(None) };
        let sum = forms.ordinal_sum_of_numbers(x, y)?;
        forms.number(&sum).map(Some)
    }

    fn by_options(
        &self,
        forms: &mut Forms,
        _: Form,
        mut values: [Vec<Form>; 2],
    ) -> Result<Form, Refusal> {
        for player in Player::BOTH {
            values[player.index()].extend(&self.options[player.index()]);
        }
        forms.spend((values[0].len() + values[1].len()) as u64)?;
        forms.braces(&values[0], &values[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_definition(forms: &mut Forms, g: Form, h: Form) -> Form {
        let sides = Player::BOTH.map(|player| {
            let mut side = forms.options(g, player).unwrap().to_vec();
            for option in forms.options(h, player).unwrap().to_vec() {
                side.push(by_definition(forms, g, option));
            }
            side
        });
        forms.braces(&sides[0], &sides[1]).unwrap()
    }

    #[test]
    fn numbers_are_joined_by_their_signs() {
        let mut forms = Forms::default();
        for a in -10..=10 {
            for b in -14..=14 {
                let [x, y] = [a, b].map(|n| forms.number(&Dyadic::new(n.into(), 2)).unwrap());
                let wanted = by_definition(&mut forms, x, y);
                assert_eq!(forms.ordinal_sum(x, y).unwrap(), wanted, "{a}/4 : {b}/4");
            }
        }
    }

    #[test]
    fn games_of_day_two_follow_the_definition() {
        let mut forms = Forms::default();
        let games = forms.born_by(2).unwrap();
        for g in &games {
            for h in &games {
                let wanted = by_definition(&mut forms, *g, *h);
                assert_eq!(forms.ordinal_sum(*g, *h).unwrap(), wanted);
            }
        }
    }

    /// The colon principle.
    #[test]
    fn the_ordinal_sum_keeps_the_order_of_its_second_part() {
        let mut forms = Forms::default();
        let games = forms.born_by(2).unwrap();
        for g in &games {
            for h in &games {
                for k in &games {
                    let [a, b] = [h, k].map(|h| forms.ordinal_sum(*g, *h).unwrap());
                    assert_eq!(forms.is_at_most(a, b).unwrap(), forms.is_at_most(*h, *k).unwrap());
                }
            }
        }
    }

    #[test]
    fn large_parts_are_counted_or_refused() {
        let mut forms = Forms::default();
        let [one, half] = [0, 1].map(|k| forms.number(&Dyadic::new(1.into(), k)).unwrap());
        let huge = forms.integer(1_000_000_000_000_000_000).unwrap();
        let wanted = forms.integer(1_000_000_000_000_000_001).unwrap();
        assert_eq!(forms.ordinal_sum(one, huge).unwrap(), wanted);
        assert!(matches!(forms.ordinal_sum(half, huge), Err(Refusal::Limit { .. })));
        let star = forms.nimber(1).unwrap();
        assert!(matches!(forms.ordinal_sum(star, huge), Err(Refusal::Limit { .. })));
        let thousand = forms.integer(1000).unwrap();
        let wanted = Dyadic::new((IBig::ONE << 1001) - IBig::ONE, 1001);
        let wanted = forms.number(&wanted).unwrap();
        assert_eq!(forms.ordinal_sum(half, thousand).unwrap(), wanted);
        assert!(forms.ordinal_sum(star, thousand).is_ok());
    }

    #[test]
    fn a_multiple_is_a_sum() {
        let mut forms = Forms::default();
        for g in forms.born_by(2).unwrap() {
            let mut sum = forms.zero().unwrap();
            for times in 0..6 {
                assert_eq!(forms.multiple(times, g).unwrap(), sum);
                let negative = forms.negative(sum).unwrap();
                assert_eq!(forms.multiple(-times, g).unwrap(), negative);
                sum = forms.sum(sum, g).unwrap();
            }
        }
    }
}
