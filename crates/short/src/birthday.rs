//! Birthdays: how many days the construction of a game takes.

use bouton_values::Refusal;
use dashu_base::UnsignedAbs;
use dashu_int::UBig;

use crate::dyadic::Dyadic;
use crate::form::{Form, NumberUpStar};
use crate::induction::Property;
use crate::store::Forms;

impl Forms {
    /// The birthday of `g`: 0 for 0, else one day after the youngest option of the canonical form.
    ///
    /// No equal game is born earlier. This is the length of the longest play in the canonical form, if the
    /// players need not alternate.
    pub fn birthday(&mut self, g: Form) -> Result<UBig, Refusal> {
        self.remembered(&Birthday, |memos| &mut memos.birthdays, g)
    }
}

struct Birthday;

impl Property for Birthday {
    type Value = UBig;

    fn by_formula(&self, forms: &mut Forms, g: Form) -> Result<Option<UBig>, Refusal> {
        Ok(forms.simple(g).map(of_simple))
    }

    fn by_options(
        &self,
        _: &mut Forms,
        _: Form,
        [left, right]: [Vec<UBig>; 2],
    ) -> Result<UBig, Refusal> {
        let youngest = left.into_iter().chain(right).max();
        Ok(youngest.expect("a game without options is 0, a number") + UBig::ONE)
    }
}

/// Infinitesimals are added after the number: x + *m is born m days after x, and n·↑ + *m, for n ≥ 1,
/// is {0 | {0 | … {0 | *k}}} with n zeros and k = m ⊕ (n mod 2), or k = 1 where this is 0.
fn of_simple(g: &NumberUpStar) -> UBig {
    let ups = g.ups.unsigned_abs();
    let infinitesimal = match ups {
        0 => UBig::from(g.nimber),
        _ => UBig::from(ups) + UBig::from((g.nimber ^ (ups & 1)).max(1)),
    };
    of_number(&g.number) + infinitesimal
}

/// |n| for an integer, ⌊|x|⌋ + 1 + k for x = m/2^k: as many days as x has signs.
fn of_number(x: &Dyadic) -> UBig {
    let magnitude = if x.sign() < 0 { -x } else { x.clone() };
    let whole = magnitude.floor().unsigned_abs();
    match x.exponent() {
        0 => whole,
        exponent => whole + UBig::from(exponent) + UBig::ONE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_values::Player;

    fn by_definition(forms: &mut Forms, g: Form) -> u64 {
        let mut birthday = 0;
        for player in Player::BOTH {
            for option in forms.options(g, player).unwrap().to_vec() {
                birthday = birthday.max(1 + by_definition(forms, option));
            }
        }
        birthday
    }

    #[test]
    fn the_formula_is_the_definition() {
        let mut forms = Forms::default();
        for number in [0, 1, -3, 5, -9, 20, 7, -24].map(|n| Dyadic::new(n.into(), 3)) {
            for ups in -3..=3 {
                for nimber in 0..6 {
                    let g = NumberUpStar { number: number.clone(), ups, nimber };
                    let form = forms.number_up_star(g.clone()).unwrap();
                    let wanted = by_definition(&mut forms, form);
                    assert_eq!(forms.birthday(form).unwrap(), UBig::from(wanted), "{g:?}");
                }
            }
        }
    }

    #[test]
    fn games_of_day_two_are_born_by_then() {
        let mut forms = Forms::default();
        for (day, count) in [(0u8, 1), (1, 3), (2, 18), (3, 1452)] {
            let born = forms.born_by(u32::from(day)).unwrap();
            let birthdays: Vec<UBig> = born.iter().map(|g| forms.birthday(*g).unwrap()).collect();
            assert_eq!(birthdays.iter().filter(|b| **b == UBig::from(day)).count(), count);
            assert!(birthdays.iter().all(|birthday| *birthday <= UBig::from(day)));
        }
    }

    #[test]
    fn huge_games_are_dated_without_being_walked() {
        let mut forms = Forms::default();
        let huge = Dyadic::new(dashu_int::IBig::ONE << 200, 0);
        let huge = forms.number(&huge).unwrap();
        assert_eq!(forms.birthday(huge).unwrap(), UBig::ONE << 200);
        let tiny = forms.number(&Dyadic::new(1.into(), 1000)).unwrap();
        assert_eq!(forms.birthday(tiny).unwrap(), UBig::from(1001u32));
        let ups = forms.ups(1_000_000).unwrap();
        assert_eq!(forms.birthday(ups).unwrap(), UBig::from(1_000_001u32));
    }
}
