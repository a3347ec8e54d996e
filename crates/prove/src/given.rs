//! A theorem that is given, true or not, with what its proof needs: its sets are read with the least significant digit
//! first.

use bouton_automata::{Automaton, Numeration, Order};
use bouton_values::{Limits, Meter, Refusal};

use crate::game::GameInDigits;
use crate::{Question, Search, Theorem, meter};

/// The sets of a theorem, and what else of the rules a proof needs.
#[derive(Clone, Debug)]
pub struct Given {
    /// The theorem, whether it is true or not, in its own numeration.
    pub theorem: Theorem,
    /// The lost positions, by who is to move, or all positions with their nim-values; the least significant digit first.
    pub lost: Vec<Automaton>,
    /// The positions in which a player is stuck and wins by the ending, in the same order; nothing where nobody does.
    pub ended: [Option<Automaton>; 2],
}

impl Question<'_> {
    /// The theorem with these sets, each the accepting states and the rows of an automaton that starts in state 0;
    /// nothing if the rules are outside or a set is not an automaton.
    pub fn given(
        &self,
        numeration: Numeration,
        sets: &[(&[u32], &[Vec<u32>])],
        measure: &[u64],
        limits: &Limits,
    ) -> Result<Option<Given>, Refusal> {
        let mut meter = meter(limits);
        let Ok(statement) = self.statement() else { return Ok(None) };
        let tracks = statement.numbers + usize::from(self.values);
        let set = |(accepting, rows): &(&[u32], &[Vec<u32>])| {
            let accepts = (0..rows.len() as u32).map(|state| accepting.contains(&state)).collect();
            Automaton::from_parts(numeration, tracks, rows.concat(), 0, accepts)
        };
        let Some(sets) = sets.iter().map(set).collect::<Option<Vec<_>>>() else { return Ok(None) };
        let game = GameInDigits::new(&statement, numeration, &mut meter)?;
        let lost = sets.iter().map(|set| least_first(set, numeration, &mut meter));
        let lost = lost.collect::<Result<_, _>>()?;
        let mut ended = [None, None];
        for (ended, set) in ended.iter_mut().zip(&game.ended) {
            *ended = match set {
                Some(set) => Some(least_first(set, numeration, &mut meter)?),
                None => None,
            };
        }
        let theorem = Theorem {
            numeration,
            numbers: statement.numbers,
            values: self.values,
            sets,
            legal: game.legal,
            measure: measure.to_vec(),
            search: Search::default(),
        };
        Ok(Some(Given { theorem, lost, ended }))
    }
}

fn least_first(
    set: &Automaton,
    numeration: Numeration,
    meter: &mut Meter,
) -> Result<Automaton, Refusal> {
    match numeration.order {
        Order::Least => set.minimal(meter),
        Order::Most => set.reversed(meter),
    }
}
