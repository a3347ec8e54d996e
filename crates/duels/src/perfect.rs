//! Perfect play: a winning move where there is one, else one that does not lose, else any.

use std::sync::{Mutex, PoisonError};

use bouton_engines::{Ask, Finding, LADDER};
use bouton_oracle::Oracle;
use bouton_rules::{FiniteGame, Game, Limits, Position, Refusal, Ruleset, Spec};
use bouton_values::Player;
use rustc_hash::FxHashMap;

use crate::strategy::{Strategy, Turn, prefer};

/// Perfect play in a finite game: by the definition where every position that can be reached is worked out anyway, else
/// by the fast engines, if one of them solves the start.
pub(crate) fn perfect<'a>(
    game: &'a Game,
    finite: &'a FiniteGame,
    start: &Position,
    limits: &Limits,
) -> Box<dyn Strategy<Position> + 'a> {
    let ask = Ask::Solve(start.clone());
    let engine = LADDER.iter().find(|engine| engine.prepare(game, &ask).is_ok());
    let oracle = match engine.map(|engine| engine.name()) {
        None | Some("oracle" | "few-positions") => Some(Oracle::new(finite, limits.clone())),
        // Compiled rules work out a whole table for each position: fifty games of misère Fibonacci Nim from 600,3 took 8 s
        // by tables, and half a second by one search, if all that can be reached is not too much for it.
        Some("bytecode") => {
            let mut oracle = Oracle::new(finite, within(finite, limits));
            oracle.outcome(start).is_ok().then_some(oracle)
        }
        Some(_) => None,
    };
    match oracle {
        Some(oracle) => Box::new(ByDefinition(Mutex::new(oracle))),
        None => {
            Box::new(BySolving { game, finite, limits: limits.clone(), known: Mutex::default() })
        }
    }
}

/// The most steps of a search that may be in vain: about a second.
const MOST_STEPS: u64 = 1 << 30;

/// The limits of the search. Of families whose engines leave a question to compiled rules most have many moves, so that
/// tables at each turn take longer than any search: five games of misère Fibonacci Nim from 1000,3 take 40 s by tables,
/// 4 s by it.
fn within(game: &FiniteGame, limits: &Limits) -> Limits {
    match game.spec {
        Spec::Written(_) => Limits { steps: limits.steps.min(MOST_STEPS), ..limits.clone() },
        _ => limits.clone(),
    }
}

/// What the first engine that can answer finds; nothing if none can.
pub(crate) fn found(game: &Game, ask: &Ask, limits: &Limits) -> Result<Option<Finding>, Refusal> {
    let run = LADDER.iter().find_map(|engine| engine.prepare(game, ask).ok());
    run.map(|run| run(limits)).transpose()
}

/// What can be reached is worked out once.
struct ByDefinition<'a>(Mutex<Oracle<'a, FiniteGame>>);

impl Strategy<Position> for ByDefinition<'_> {
    fn pick(&self, turn: Turn<'_, Position>, picked: &mut Vec<usize>) -> Result<(), Refusal> {
        // An oracle that was interrupted has forgotten everything; nothing in it is ever half done.
        let mut oracle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Where play may go on for ever, the first winning option brings the end nearer.
        if let Some(winning) = oracle.winning_options(turn.position, turn.mover)?.first() {
            prefer(turn.options.iter().map(|option| option == winning), picked);
            return Ok(());
        }
        let opponent = turn.mover.opponent();
        let mut is_drawn =
            |option: &Position| Ok(oracle.outcome(option)?.winner(opponent).is_none());
        let drawn = turn.options.iter().map(&mut is_drawn).collect::<Result<Vec<bool>, Refusal>>();
        prefer(drawn?, picked);
        Ok(())
    }
}

/// Each position is solved when it is met, and remembered.
struct BySolving<'a> {
    game: &'a Game,
    finite: &'a FiniteGame,
    limits: Limits,
    known: Mutex<FxHashMap<(Position, Player), Vec<usize>>>,
}

impl BySolving<'_> {
    fn winning(&self, turn: Turn<'_, Position>) -> Result<Vec<usize>, Refusal> {
        let ask = Ask::Solve(turn.position.clone());
        let Some(Finding::Solution(solution)) = found(self.game, &ask, &self.limits)? else {
            return Err(Refusal::bad(
                format!("{} cannot be solved", turn.position),
                "let another strategy play",
            ));
        };
        let canonical = |option: &Position| self.finite.canonical(option);
        let winning: Vec<Position> = solution.winning(turn.mover).iter().map(canonical).collect();
        let mut picked = Vec::new();
        prefer(turn.options.iter().map(|option| winning.contains(&canonical(option))), &mut picked);
        Ok(picked)
    }
}

impl Strategy<Position> for BySolving<'_> {
    fn pick(&self, turn: Turn<'_, Position>, picked: &mut Vec<usize>) -> Result<(), Refusal> {
        let key = (turn.position.clone(), turn.mover);
        // Each entry is whole when it is put in.
        let lock = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = lock().get(&key) {
            picked.extend(found);
            return Ok(());
        }
        let found = self.winning(turn)?;
        picked.extend(&found);
        let mut known = lock();
        self.limits.check_memory("what perfect play remembers", known.len() as u128 * 200)?;
        known.insert(key, found);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_of_a_family_may_take_all_steps() {
        let limits = Limits { steps: MOST_STEPS + 1, ..Limits::default() };
        let [family, text] = [Game::parse, Game::as_written].map(|read| {
            let game = read("fibonacci/misere").unwrap();
            within(game.finite().unwrap(), &limits).steps
        });
        assert_eq!([family, text], [limits.steps, MOST_STEPS]);
    }
}
