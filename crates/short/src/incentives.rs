//! Incentives: how much a player gains by moving.

use bouton_values::{Player, Refusal};

use crate::form::Form;
use crate::simple::sorted;
use crate::store::Forms;

impl Forms {
    /// The incentives of `player` in the canonical form of G: G^L - G for Left's moves, G - G^R for
    /// Right's; in both cases what the mover gains.
    pub fn incentives_of(&mut self, g: Form, player: Player) -> Result<Vec<Form>, Refusal> {
        let mut incentives = Vec::new();
        for option in self.options(g, player)?.to_vec() {
            self.spend(1)?;
            incentives.push(match player {
                Player::Left => self.difference(option, g)?,
                Player::Right => self.difference(g, option)?,
            });
        }
        Ok(sorted(incentives))
    }

    /// The incentives of both players that no other incentive is at least as large as.
    pub fn incentives(&mut self, g: Form) -> Result<Vec<Form>, Refusal> {
        let mut incentives = self.incentives_of(g, Player::Left)?;
        incentives.extend(self.incentives_of(g, Player::Right)?);
        let incentives = sorted(incentives);
        // Those of x + *n are the nimbers *1 to *n, and no two nimbers compare.
        if self.simple(g).is_some_and(|simple| simple.ups == 0 && simple.nimber > 0) {
            return Ok(incentives);
        }
        self.maximal(incentives, Forms::is_at_most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dyadic;

    fn forms_of(numbers: &[(i64, usize)], forms: &mut Forms) -> Vec<Form> {
        let numbers = numbers.iter().map(|(n, k)| Dyadic::new((*n).into(), *k));
        sorted(numbers.map(|number| forms.number(&number).unwrap()).collect())
    }

    #[test]
    fn who_moves_in_a_number_loses_by_it() {
        let mut forms = Forms::default();
        let five = forms.integer(5).unwrap();
        assert_eq!(forms.incentives(five).unwrap(), forms_of(&[(-1, 0)], &mut forms));
        let fraction = forms.number(&Dyadic::new(5.into(), 3)).unwrap();
        assert_eq!(forms.incentives(fraction).unwrap(), forms_of(&[(-1, 3)], &mut forms));
    }

    /// The incentives of ±1 are 1 ± 1: {2|0}; those of ↑ are ↓ and ↑*, which is larger than ↓.
    #[test]
    fn incentives_of_a_switch_and_of_up() {
        let mut forms = Forms::default();
        let [zero, one, two, minus_one] = [0, 1, 2, -1].map(|n| forms.integer(n).unwrap());
        let switch = forms.braces(&[one], &[minus_one]).unwrap();
        let hot = forms.braces(&[two], &[zero]).unwrap();
        assert_eq!(forms.incentives(switch).unwrap(), [hot]);
        let up = forms.ups(1).unwrap();
        let down = forms.ups(-1).unwrap();
        let star = forms.nimber(1).unwrap();
        let up_star = forms.sum(up, star).unwrap();
        assert_eq!(forms.incentives_of(up, Player::Left).unwrap(), [down]);
        assert_eq!(forms.incentives_of(up, Player::Right).unwrap(), [up_star]);
        assert_eq!(forms.incentives(up).unwrap(), [up_star]);
    }

    #[test]
    fn incentives_of_a_nimber_are_all_smaller_ones() {
        let mut forms = Forms::default();
        let six = forms.nimber(6).unwrap();
        let all: Vec<Form> = (1..8).map(|n| forms.nimber(n).unwrap()).collect();
        let wanted = [6, 7, 4, 5, 2, 3].map(|n: usize| all[n - 1]);
        assert_eq!(forms.incentives(six).unwrap(), sorted(wanted.to_vec()));
        let large = forms.nimber(50_000).unwrap();
        assert_eq!(forms.incentives(large).unwrap().len(), 50_000);
    }
}
