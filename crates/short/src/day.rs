//! Lists all games that are born by a day.

use bouton_values::{Refusal, Unit};
use rustc_hash::FxHashSet;

use crate::form::Form;
use crate::store::Forms;

/// The number of games born by days 0 to 3 (Conway; Guy for day 3).
pub const BORN_BY: [usize; 4] = [1, 4, 22, 1474];

/// A lower bound for the number of games born by day 4 (Wolfe and Fraser, *Counting the number of games*).
const BORN_BY_DAY_FOUR: u128 = 3_000_000_000_000;

/// A lower bound for the bytes of a form.
const BYTES_OF_A_FORM: u128 = 48;

impl Forms {
    /// All games born by `day`, which is from 0 to 3, those of earlier days first: there are 1, 4, 22 and 1474.
    ///
    /// By induction: each is {A | B} with A and B among the games born a day earlier, and antichains
    /// suffice, as dominated options may be left out.
    pub fn born_by(&mut self, day: u32) -> Result<Vec<Form>, Refusal> {
        if day as usize >= BORN_BY.len() {
            return Err(Refusal::Limit {
                what: format!("the games born by day {day}"),
                needed: BORN_BY_DAY_FOUR * BYTES_OF_A_FORM,
                allowed: self.limits().memory.into(),
                unit: Unit::Bytes,
            });
        }
        let mut born = vec![self.zero()?];
        for _ in 0..day {
            born = self.born_next(born)?;
        }
        Ok(born)
    }

    /// The games whose options are among `born`, which holds the options of its own games too.
    fn born_next(&mut self, born: Vec<Form>) -> Result<Vec<Form>, Refusal> {
        let antichains = self.antichains(&born)?;
        let mut seen: FxHashSet<Form> = born.iter().copied().collect();
        let mut games = born;
        for left in &antichains {
            for right in &antichains {
                self.spend(1)?;
                let game = self.braces(left, right)?;
                if seen.insert(game) {
                    games.push(game);
                }
            }
        }
        Ok(games)
    }

    /// All sets of pairwise incomparable games.
    fn antichains(&mut self, games: &[Form]) -> Result<Vec<Vec<Form>>, Refusal> {
        let mut antichains: Vec<Vec<Form>> = vec![vec![]];
        for game in games {
            for index in 0..antichains.len() {
                self.spend(1)?;
                if self.is_incomparable(*game, &antichains[index])? {
                    let mut longer = antichains[index].clone();
                    longer.push(*game);
                    antichains.push(longer);
                }
            }
        }
        Ok(antichains)
    }

    fn is_incomparable(&mut self, game: Form, others: &[Form]) -> Result<bool, Refusal> {
        for other in others {
            if self.is_at_most(game, *other)? || self.is_at_most(*other, game)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_games_are_born_as_the_literature_says() {
        let mut forms = Forms::default();
        for (day, count) in BORN_BY.iter().enumerate() {
            assert_eq!(forms.born_by(day as u32).unwrap().len(), *count);
        }
    }

    #[test]
    fn day_four_is_refused() {
        let refusal = Forms::default().born_by(4).unwrap_err();
        assert!(
            refusal.to_string().starts_with("the games born by day 4 would need 1"),
            "{refusal}"
        );
    }
}
