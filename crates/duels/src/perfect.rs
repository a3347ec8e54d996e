//! Perfect play: a winning move where there is one, else one that does not lose, else any.

use std::sync::{Mutex, PoisonError};

use bouton_engines::{Ask, Engine, Finding, LADDER, Solution};
use bouton_oracle::Oracle;
use bouton_rules::{FiniteGame, Game, Limits, Position, Refusal, Ruleset};
use bouton_values::{Outcome, Player};
use rustc_hash::FxHashMap;

use crate::nimrod::{Outcomes, State};
use crate::strategy::{Strategy, Turn};

/// In Nimrod a bit for each position is at hand.
impl Strategy<State> for Outcomes {
    fn pick(&self, turn: Turn<'_, State>, picked: &mut Vec<usize>) -> Result<(), Refusal> {
        turn.prefer(picked, |option| self.is_lost(*option));
        Ok(())
    }
}

/// Perfect play in a finite game: by the fast engines if one of them solves the start, else by the
/// definition.
pub(crate) fn perfect<'a>(
    game: &'a Game,
    finite: &'a FiniteGame,
    start: &Position,
    limits: &Limits,
) -> Box<dyn Strategy<Position> + 'a> {
    let limits = limits.clone();
    match first_engine(game, &Ask::Solve(start.clone())) {
        Some(engine) if engine.name() != "oracle" => {
            Box::new(BySolving { game, finite, limits, known: Mutex::default() })
        }
        _ => Box::new(ByDefinition(Mutex::new(Oracle::new(finite, limits)))),
    }
}

fn first_engine(game: &Game, ask: &Ask) -> Option<&'static dyn Engine> {
    LADDER.iter().copied().find(|engine| engine.prepare(game, ask).is_ok())
}

/// What can be reached is worked out once.
struct ByDefinition<'a>(Mutex<Oracle<'a, FiniteGame>>);

impl Strategy<Position> for ByDefinition<'_> {
    fn pick(&self, turn: Turn<'_, Position>, picked: &mut Vec<usize>) -> Result<(), Refusal> {
        // An oracle that was interrupted has forgotten everything; nothing in it is ever half done.
        let mut oracle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Where play may go on for ever, the first winning option brings the end nearer.
        if let Some(winning) = oracle.winning_options(turn.position, turn.mover)?.first() {
            turn.prefer(picked, |option| option == winning);
            return Ok(());
        }
        let opponent = turn.mover.opponent();
        let outcomes: Vec<Outcome> =
            turn.options.iter().map(|option| oracle.outcome(option)).collect::<Result<_, _>>()?;
        picked.extend(
            (0..outcomes.len()).filter(|index| outcomes[*index].winner(opponent).is_none()),
        );
        if picked.is_empty() {
            picked.extend(0..outcomes.len());
        }
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
    fn solve(&self, position: &Position) -> Result<Solution, Refusal> {
        let ask = Ask::Solve(position.clone());
        let engine = first_engine(self.game, &ask);
        let run = engine.and_then(|engine| engine.prepare(self.game, &ask).ok());
        match run.map(|run| run(&self.limits)).transpose()? {
            Some(Finding::Solution(solution)) => Ok(solution),
            _ => Err(Refusal::bad(
                format!("{position} cannot be solved"),
                "let another strategy play",
            )),
        }
    }

    fn winning(&self, turn: Turn<'_, Position>) -> Result<Vec<usize>, Refusal> {
        let solution = self.solve(turn.position)?;
        let winning = solution.winning(turn.mover).iter();
        let winning: Vec<Position> = winning.map(|option| self.finite.canonical(option)).collect();
        let mut picked = Vec::new();
        turn.prefer(&mut picked, |option| winning.contains(&self.finite.canonical(option)));
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
