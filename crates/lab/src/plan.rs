//! Chooses the engine for a question: the first on the ladder that accepts it.

use bouton_ask as ask;
use bouton_engines::{Ask, Declined, Engine, LADDER, Run};
use bouton_rules::{Help, Reference, Refusal};

use crate::question::Question;

/// The engine that answers a question, and why the engines before it declined.
pub struct Plan<'q> {
    /// The engine that accepted the question.
    pub engine: &'static dyn Engine,
    /// The engines that were asked before it, with their reasons for declining.
    pub declined: Vec<ask::Declined>,
    pub(crate) run: Run<'q>,
}

/// Climbs the ladder to the first engine that accepts the question.
pub fn plan(question: &Question) -> Result<Plan<'_>, Refusal> {
    if let Ask::Solve(position) = &question.ask {
        question.game.check(position)?;
    }
    let mut declined = Vec::new();
    let mut help = None;
    for engine in candidates(question)? {
        let Question { game, ask, limits, engine: named } = question;
        match engine.prepare_within(game, ask, limits, named.is_some()) {
            Ok(run) => return Ok(Plan { engine, declined, run }),
            Err(Declined { reason, help: instead }) => {
                declined.push(ask::Declined { engine: engine.name().to_owned(), reason });
                help = instead;
            }
        }
    }
    // The last rung is the definition (or the named engine): its reason is the easiest to understand.
    let reason = declined.last().map_or("no engine is left", |rung| &rung.reason);
    let elsewhere = match question.engine {
        Some(_) => Help::from("leave ").setting("engine").and(" out"),
        None => Help::from("ask something else about it; ")
            .reference(Reference::Games)
            .and(" describes each game"),
    };
    Err(Refusal::unsupported(
        format!("{} does not support this question: {reason}", question.game.title()),
        help.unwrap_or(elsewhere),
    ))
}

/// All engines, or the one that was named.
fn candidates(question: &Question) -> Result<Vec<&'static dyn Engine>, Refusal> {
    let Some(name) = &question.engine else { return Ok(LADDER.to_vec()) };
    match LADDER.iter().find(|engine| engine.name() == name) {
        Some(engine) => Ok(vec![*engine]),
        None => Err(Refusal::bad(
            format!("there is no engine `{}`", name.escape_debug()),
            format!(
                "the engines are {}",
                LADDER.iter().map(|engine| engine.name()).collect::<Vec<_>>().join(", ")
            ),
        )),
    }
}

#[cfg(test)]
mod tests {
    use bouton_rules::{Game, Limits};
    use bouton_values::Player;

    use super::*;
    use crate::play::Play;

    /// Every position of one game is asked of every other: it is answered where it is one there, too, and else refused.
    #[test]
    fn positions_of_other_games_are_answered_or_refused() {
        let texts = [
            ("nim", "3,3"),
            ("antonim", "1,2,4"),
            ("wythoff", "3,5"),
            ("nimrod", "7,1"),
            ("chomp", "2,2"),
            ("domineering", "2x2"),
            ("clobber", "2x2"),
            ("real-nim:x^2", "2,4"),
            ("nim + kayles", "3;2"),
            ("ending-partizan:2,3 + nim", "4;1"),
            ("game g; position a, b, c; legal a > b; move a' = a - 1", "4,2,0"),
            ("game g; position a; legal a <= 5; move a' = a - 1", "5"),
            ("coins:ruler", "()"),
        ];
        let games = texts.map(|(text, _)| Game::parse(text).unwrap());
        let own = |at: usize| games[at].position(texts[at].1).unwrap();
        let mut refused = 0;
        for (at, game) in games.iter().enumerate() {
            for other in 0..games.len() {
                let position = own(other);
                let is_own = game.position(&position.to_string()).as_ref() == Ok(&position);
                assert!(is_own || at != other, "{} {position}", game.text());
                let asked = Question::solve(game.clone(), position.clone());
                let found = plan(&asked).map(|plan| (plan.run)(&Limits::default()));
                match found {
                    Ok(found) => assert!(is_own && found.is_ok(), "{} {position}", game.text()),
                    Err(Refusal::BadInput { .. }) => assert!(!is_own, "{} {position}", game.text()),
                    Err(refusal) => panic!("{} {position}: {refusal}", game.text()),
                }
                let play = Play::new(game.clone(), position, Player::Left, Limits::default());
                assert_eq!(play.is_ok(), is_own, "{}", game.text());
                refused += usize::from(!is_own);
            }
        }
        assert!(refused > 80, "{refused}");
    }
}
