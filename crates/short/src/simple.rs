//! Numbers, multiples of ↑ and nimbers: their options, and how they are recognised.

use bouton_values::{Player, Refusal};
use dashu_int::IBig;

use crate::dyadic::Dyadic;
use crate::form::{Form, NumberUpStar};
use crate::store::Forms;

impl Forms {
    /// The canonical options of number + ups·↑ + *nimber.
    ///
    /// With n ≥ 1: n·↑ + *m = {0 | (n-1)·↑ + *(m⊕1)}, except ↑* = {0,* | 0}; a number is added to
    /// all options (number translation).
    pub(crate) fn simple_options(&mut self, g: &NumberUpStar) -> Result<[Vec<Form>; 2], Refusal> {
        if g.is_number() {
            return self.options_of_number(&g.number);
        }
        let number = &g.number;
        if g.ups == 0 {
            self.spend(g.nimber)?;
            self.limits().check_memory("the options of a nimber", u128::from(g.nimber) * 64)?;
            let smaller = (0..g.nimber).map(|nimber| self.translated(number, 0, nimber));
            let smaller: Vec<Form> = smaller.collect::<Result<_, _>>()?;
            return Ok([sorted(smaller.clone()), sorted(smaller)]);
        }
        let towards_zero = g.ups - g.ups.signum();
        let zero = self.translated(number, 0, 0)?;
        let (mut stay, mut go) = (vec![zero], vec![]);
        if g.ups.abs() == 1 && g.nimber == 1 {
            stay.push(self.translated(number, 0, 1)?);
            go.push(zero);
        } else {
            go.push(self.translated(number, towards_zero, g.nimber ^ 1)?);
        }
        let stay = sorted(stay);
        Ok(if g.ups > 0 { [stay, go] } else { [go, stay] })
    }

    fn translated(&mut self, number: &Dyadic, ups: i64, nimber: u64) -> Result<Form, Refusal> {
        self.number_up_star(NumberUpStar { number: number.clone(), ups, nimber })
    }

    /// n = {n-1|} for n > 0, and m/2^k = {(m-1)/2^k | (m+1)/2^k}.
    fn options_of_number(&mut self, number: &Dyadic) -> Result<[Vec<Form>; 2], Refusal> {
        let step = |by: i64| Dyadic::new(number.numerator() + IBig::from(by), number.exponent());
        let (below, above) = (step(-1), step(1));
        let left = !number.is_integer() || number.sign() > 0;
        let right = !number.is_integer() || number.sign() < 0;
        let mut options = [vec![], vec![]];
        if left {
            options[Player::Left.index()].push(self.number(&below)?);
        }
        if right {
            options[Player::Right.index()].push(self.number(&above)?);
        }
        Ok(options)
    }

    /// The number-up-star with these canonical options, if there is one that is not a number.
    pub(crate) fn recognise(&self, left: &[Form], right: &[Form]) -> Option<NumberUpStar> {
        let first = self.simple(*left.first()?)?;
        self.simple(*right.first()?)?;
        self.recognise_nimber(&first.number, left, right)
            .or_else(|| self.recognise_ups(left, right, 1))
            .or_else(|| self.recognise_ups(right, left, -1))
    }

    fn recognise_nimber(
        &self,
        number: &Dyadic,
        left: &[Form],
        right: &[Form],
    ) -> Option<NumberUpStar> {
        if left != right {
            return None;
        }
        let mut nimbers = Vec::with_capacity(left.len());
        for form in left {
            let option = self.simple(*form)?;
            if option.ups != 0 || option.number != *number {
                return None;
            }
            nimbers.push(option.nimber);
        }
        nimbers.sort_unstable();
        let is_initial = nimbers.iter().zip(0..).all(|(nimber, index)| *nimber == index);
        let nimber = left.len() as u64;
        is_initial.then(|| NumberUpStar { number: number.clone(), ups: 0, nimber })
    }

    /// {0 | (n-1)·↑ + *k} = n·↑ + *(k⊕1), and {0,* | 0} = ↑*; with `sign` -1, their negatives.
    fn recognise_ups(&self, stay: &[Form], go: &[Form], sign: i64) -> Option<NumberUpStar> {
        let [go] = go else { return None };
        let go = self.simple(*go)?;
        let stays: Vec<&NumberUpStar> =
            stay.iter().map(|form| self.simple(*form)).collect::<Option<_>>()?;
        if stays.len() > 2 || stays.iter().any(|s| s.number != go.number || s.ups != 0) {
            return None;
        }
        let mut nimbers: Vec<u64> = stays.iter().map(|s| s.nimber).collect();
        nimbers.sort_unstable();
        let number = go.number.clone();
        match nimbers[..] {
            [0, 1] if go.is_number() => Some(NumberUpStar { number, ups: sign, nimber: 1 }),
            [0] if go.ups * sign > 0 || (go.ups == 0 && go.nimber > 0) => {
                let ups = go.ups.checked_add(sign)?;
                Some(NumberUpStar { number, ups, nimber: go.nimber ^ 1 })
            }
            _ => None,
        }
    }
}

pub(crate) fn sorted(mut forms: Vec<Form>) -> Vec<Form> {
    forms.sort_unstable();
    forms.dedup();
    forms
}
