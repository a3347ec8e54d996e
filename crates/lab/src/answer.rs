//! Answers a question: runs the engine that the plan chose, and adds the value if it is cheap.

use bouton_ask as ask;
use bouton_engines::{
    Ask, Engine, Entries, Finding, LADDER, Quantity, Sequence, Solution, Standing, TableShape,
    Value, partizan,
};
use bouton_oracle::Oracle;
use bouton_rules::{FiniteGame, Limits, Position, Refusal};

use crate::plan::plan;
use crate::question::Question;

/// The answer to a question: the result, whether it is proved, and the engine that found it.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What the engine has found.
    pub finding: Finding,
    /// Whether the result is proved, or computed to a bound.
    pub standing: Standing,
    /// The engine that answered.
    pub engine: &'static str,
    /// The theorem that the engine uses.
    pub theorem: &'static str,
    /// The engine that found the value of a solution: the same one, or another if that finds only the winner.
    pub value_by: Option<Credit>,
    /// The engines that declined before it.
    pub declined: Vec<ask::Declined>,
}

/// An engine and the theorem that it uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Credit {
    /// The engine's name.
    pub engine: &'static str,
    /// The theorem that the engine rests on.
    pub theorem: &'static str,
}

impl Credit {
    fn of(engine: &dyn Engine) -> Credit {
        Credit { engine: engine.name(), theorem: engine.theorem() }
    }
}

impl Answer {
    /// The solution, if a position was solved.
    #[must_use]
    pub fn solution(&self) -> Option<&Solution> {
        match &self.finding {
            Finding::Solution(solution) => Some(solution),
            _ => None,
        }
    }

    /// The sequence, if one was asked for.
    #[must_use]
    pub fn sequence(&self) -> Option<&Sequence> {
        match &self.finding {
            Finding::Sequence(sequence) => Some(sequence),
            _ => None,
        }
    }
}

/// Answers a question: chooses an engine, runs it, and says whether the result is proved.
pub fn answer(question: &Question) -> Result<Answer, Refusal> {
    check_room(question)?;
    let plan = plan(question)?;
    let Credit { engine, theorem } = Credit::of(plan.engine);
    let declined = plan.declined;
    let mut finding = (plan.run)(&question.limits)?;
    let value_by = match &mut finding {
        Finding::Solution(solution) => add_value(question, solution, Credit { engine, theorem })?,
        _ => None,
    };
    let standing = standing(&question.ask, &finding);
    Ok(Answer { finding, standing, engine, theorem, value_by, declined })
}

/// Solves a position without its value, which a search for positions does not need.
pub(crate) fn solve_without_value(question: &Question) -> Result<Option<Solution>, Refusal> {
    match (plan(question)?.run)(&question.limits)? {
        Finding::Solution(solution) => Ok(Some(solution)),
        _ => Ok(None),
    }
}

/// The bytes for one term, in the engine and in the text of the answer together.
const BYTES_PER_TERM: u128 = 48;
/// The bytes for a number in a table, in the engine, the view and the text together.
const BYTES_PER_NUMBER: u128 = 16 + 16 + 8;
/// The bytes for an outcome in a table, in the engine, the view and the text together.
const BYTES_PER_OUTCOME: u128 = 1 + 4 + 5;

/// Refuses a sequence or a table that does not fit into memory, as computed and as shown.
fn check_room(question: &Question) -> Result<(), Refusal> {
    match &question.ask {
        Ask::Sequence { of, to, row: None } => {
            let bytes = if *of == Quantity::NimValue { BYTES_PER_TERM } else { 4 };
            question.limits.check_memory("the sequence", u128::from(*to).saturating_mul(bytes))
        }
        Ask::Table(TableShape { entries, rows, columns, .. }) => {
            let bytes = match entries {
                Entries::Of(Quantity::Outcome) => BYTES_PER_OUTCOME,
                Entries::Of(Quantity::NimValue) | Entries::Completion => BYTES_PER_NUMBER,
            };
            let cells = u128::from(*rows).saturating_mul((*columns).into());
            question.limits.check_memory("the table", cells.saturating_mul(bytes))
        }
        _ => Ok(()),
    }
}

/// Terms and solutions are proved; only what is beyond the last term may be unknown.
fn standing(ask: &Ask, finding: &Finding) -> Standing {
    match (ask, finding) {
        (Ask::Sequence { to, .. } | Ask::Values { to, .. }, Finding::Sequence(sequence))
            if sequence.period.as_ref().is_none_or(|p| p.standing != Standing::Proved) =>
        {
            Standing::ComputedTo((*to).min((sequence.terms.len() as u64).saturating_sub(1)))
        }
        _ => Standing::Proved,
    }
}

/// The bytes that finding the value may take in addition to the winner. The limit is the same on every machine, so
/// that a question has the same answer on a slow one and on a fast one.
pub const VALUE_MEMORY: u64 = 16 << 20;
/// The steps that finding the value may take in addition to the winner, about a tenth of a second; see
/// [`VALUE_MEMORY`].
pub const VALUE_STEPS: u64 = 100_000_000;

/// The limits, but no more bytes and steps than these.
pub(crate) fn at_most(limits: &Limits, memory: u64, steps: u64) -> Limits {
    let (memory, steps) = (limits.memory.min(memory), limits.steps.min(steps));
    Limits { memory, steps, watch: limits.watch.clone() }
}

/// Adds the value if the engine that found the winner does not give it and another one finds it within
/// [`VALUE_STEPS`]; otherwise notes that it is left out.
fn add_value(
    question: &Question,
    solution: &mut Solution,
    answered: Credit,
) -> Result<Option<Credit>, Refusal> {
    if solution.value.is_some() {
        return Ok(Some(answered));
    }
    let (Some(game), Ask::Solve(position)) = (question.game.finite(), &question.ask) else {
        return Ok(None);
    };
    let limits = at_most(&question.limits, VALUE_MEMORY, VALUE_STEPS);
    let found = match value_by_table(question, answered.engine, &limits)? {
        Some(found) => Ok(Some(found)),
        None => value_by_definition(game, position, &limits),
    };
    match found {
        Ok(found) => {
            let (value, credit) = found.unzip();
            solution.value = value;
            Ok(credit)
        }
        Err(limit @ Refusal::Limit { .. }) => {
            solution.reasons.push(format!("the value was left out: {limit} beside the outcome"));
            Ok(None)
        }
        Err(refusal) => Err(refusal),
    }
}

/// The value from the first engine below the one that answered whose tables hold it; none if the user named an engine.
fn value_by_table(
    question: &Question,
    answered: &str,
    limits: &Limits,
) -> Result<Option<(Value, Credit)>, Refusal> {
    let below = LADDER.iter().skip_while(|engine| engine.name() != answered).skip(1);
    let tables = below.filter(|engine| engine.knows_values() && question.engine.is_none());
    for engine in tables {
        let Ok(run) = engine.prepare(&question.game, &question.ask) else { continue };
        match run(limits) {
            Ok(Finding::Solution(Solution { value: Some(value), .. })) => {
                return Ok(Some((value, Credit::of(*engine))));
            }
            Ok(_) | Err(Refusal::Limit { .. }) => {}
            Err(refusal) => return Err(refusal),
        }
    }
    Ok(None)
}

/// The value by the definition: nim-values position by position, or canonical forms.
pub(crate) fn value_by_definition(
    game: &FiniteGame,
    position: &Position,
    limits: &Limits,
) -> Result<Option<(Value, Credit)>, Refusal> {
    let (value, name) = match game.has_nim_values() {
        true => {
            let value = Oracle::new(game, limits.clone()).nim_value(position)?;
            (value.map(Value::Nimber), "oracle")
        }
        false => (partizan::value(game, position, limits)?, "canonical-forms"),
    };
    let engine = LADDER.iter().find(|engine| engine.name() == name);
    Ok(value.zip(engine.map(|engine| Credit::of(*engine))))
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::Arc;

    use bouton_rules::{Game, Watch};

    use super::*;

    fn solved(game: &str, position: &str, limits: Limits) -> Result<Solution, Refusal> {
        let game = Game::parse(game).unwrap();
        let position = game.position(position).unwrap();
        let question = Question { limits, ..Question::solve(game, position) };
        answer(&question).map(|found| found.solution().unwrap().clone())
    }

    fn left_out(solution: &Solution) -> Vec<&String> {
        solution.reasons.iter().filter(|line| line.contains("the value was left out")).collect()
    }

    /// The theorems tell who wins these; their values cost more or less than what is allowed beside that.
    #[test]
    fn a_value_that_costs_too_many_steps_is_left_out_and_the_answer_says_so() {
        let few = Limits { steps: 1_000_000, ..Limits::default() };
        for (game, position, value) in [("nimrod", "400,3", "*3"), ("wythoff", "20,20", "*17")] {
            let found = solved(game, position, Limits::default()).unwrap();
            assert_eq!(found.value.as_ref().map(ToString::to_string).as_deref(), Some(value));
            assert!(left_out(&found).is_empty(), "{game} {position}");
        }
        for (game, position, limits) in [
            ("nimrod", "400,3", few.clone()),
            ("wythoff", "5000,5000", few),
            ("nimrod", "1000000,3", Limits::default()),
            ("wythoff", "90000,90000", Limits::default()),
        ] {
            let found = solved(game, position, limits).unwrap();
            assert_eq!(found.value, None, "{game} {position}");
            assert_eq!(left_out(&found).len(), 1, "{game} {position}: {:?}", found.reasons);
        }
    }

    /// More memory and more steps than a value may have change nothing.
    #[test]
    fn what_an_answer_has_does_not_depend_on_how_much_is_allowed_beyond_the_budget() {
        let enough = Limits { memory: VALUE_MEMORY, steps: VALUE_STEPS, ..Limits::default() };
        for (game, position) in
            [("nimrod", "1000,3"), ("wythoff", "60,60"), ("wythoff", "5000,5000"), ("col", "3x4")]
        {
            let found = solved(game, position, enough.clone());
            assert_eq!(found, solved(game, position, Limits::default()), "{game} {position}");
        }
    }

    /// The golden ratio tells who wins Wythoff's game, a table what a position is worth: *74 by the definition, as the
    /// nim-values of 300,200 in any list of them.
    #[test]
    fn a_value_has_its_own_provenance() {
        for (game, position, value, engine, by) in [
            ("wythoff", "300,200", Some("*74"), "wythoff-golden", Some("lattice-table")),
            ("antonim", "1,4,5,9", Some("*8"), "completions", Some("oracle")),
            ("nim", "3,4,6", Some("*"), "nim-sum", Some("nim-sum")),
            ("wythoff", "90000,90000", None, "wythoff-golden", None),
        ] {
            let game = Game::parse(game).unwrap();
            let position = game.position(position).unwrap();
            let found = answer(&Question::solve(game, position.clone())).unwrap();
            let worth = found.solution().unwrap().value.as_ref().map(ToString::to_string);
            assert_eq!(worth.as_deref(), value, "{position}");
            let credits = (found.engine, found.value_by.map(|credit| credit.engine));
            assert_eq!(credits, (engine, by), "{position}");
        }
    }

    /// Wants everything to stop.
    struct Impatient;

    impl Watch for Impatient {
        fn progress(&self, _: u64, _: u64) -> ControlFlow<()> {
            ControlFlow::Break(())
        }
    }

    /// The golden ratio tells who wins before anybody is asked; the table for the value is large enough to ask.
    #[test]
    fn whoever_is_interrupted_gets_no_poorer_answer() {
        let limits = Limits { watch: Arc::new(Impatient), ..Limits::default() };
        let found = solved("wythoff", "1500,1400", limits);
        assert!(matches!(found, Err(Refusal::Interrupted)), "{found:?}");
    }
}
