use bouton_engines::{Declined, Engine, LADDER, Run};
use bouton_rules::{Help, Reference, Refusal};

use crate::question::Question;

/// Which engine answers a question, and what the others said.
pub struct Plan<'q> {
    /// The engine that accepted.
    pub engine: &'static dyn Engine,
    /// The engines that were asked before it, with their reasons for declining.
    pub declined: Vec<Rung>,
    pub(crate) run: Run<'q>,
}

/// An engine that declined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rung {
    /// The engine's name.
    pub engine: &'static str,
    /// Why it declined.
    pub reason: String,
}

/// Climbs the ladder to the first engine that accepts the question.
pub fn plan(question: &Question) -> Result<Plan<'_>, Refusal> {
    let mut declined = Vec::new();
    let mut help = None;
    for engine in candidates(question)? {
        match engine.prepare(&question.game, &question.ask) {
            Ok(run) => return Ok(Plan { engine, declined, run }),
            Err(Declined { reason, help: instead }) => {
                declined.push(Rung { engine: engine.name(), reason });
                help = instead;
            }
        }
    }
    // The last rung is the definition (or the engine that was named): its reason is the plainest.
    let reason = declined.last().map_or("no engine is left", |rung| &rung.reason);
    let elsewhere = Help::from("ask something else about it; ").reference(Reference::Games);
    Err(Refusal::unsupported(
        format!("{} cannot be asked this: {reason}", question.game.title()),
        help.unwrap_or(elsewhere.and(" tells about each game")),
    ))
}

/// All engines, or the one that was named.
fn candidates(question: &Question) -> Result<Vec<&'static dyn Engine>, Refusal> {
    let Some(name) = &question.engine else { return Ok(LADDER.to_vec()) };
    match LADDER.iter().find(|engine| engine.name() == name) {
        Some(engine) => Ok(vec![*engine]),
        None => Err(Refusal::bad(
            format!("no engine is called `{}`", name.escape_debug()),
            format!(
                "name one of {}",
                LADDER.iter().map(|engine| engine.name()).collect::<Vec<_>>().join(", ")
            ),
        )),
    }
}
