use bouton_engines::{Ask, Finding, Quantity, Sequence, Solution, Standing, Value, partizan};
use bouton_oracle::Oracle;
use bouton_rules::{Limits, Refusal};

use crate::plan::{Rung, plan};
use crate::question::Question;

/// What was found, how it is known, and by whom.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What was found.
    pub finding: Finding,
    /// How it is known.
    pub standing: Standing,
    /// The engine that answered.
    pub engine: &'static str,
    /// The theorem that it rests on.
    pub theorem: &'static str,
    /// The engines that declined before it.
    pub declined: Vec<Rung>,
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

/// Plans, runs, and says how the result is known.
pub fn answer(question: &Question) -> Result<Answer, Refusal> {
    check_room(question)?;
    let plan = plan(question)?;
    let (engine, theorem) = (plan.engine.name(), plan.engine.theorem());
    let declined = plan.declined;
    let mut finding = (plan.run)(&question.limits)?;
    if let Finding::Solution(solution) = &mut finding {
        add_value(question, solution);
    }
    let standing = standing(&question.ask, &finding);
    Ok(Answer { finding, standing, engine, theorem, declined })
}

/// Bytes that a term takes, from the engine to the text of the answer.
const BYTES_PER_TERM: u128 = 48;

/// Terms must fit more than once: as they are found, and as they are shown.
fn check_room(question: &Question) -> Result<(), Refusal> {
    match &question.ask {
        Ask::Sequence { of, to, row: None } => {
            let bytes = if *of == Quantity::NimValue { BYTES_PER_TERM } else { 4 };
            question.limits.check_memory("the sequence", u128::from(*to).saturating_mul(bytes))
        }
        _ => Ok(()),
    }
}

/// Terms and solutions are worked out in full; only what lies beyond the last term may be unknown.
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

/// What the definition may cost where a theorem tells the winner but not the value.
const VALUE_BUDGET: u64 = 32 << 20;

/// Steps that a value may cost beside the winner.
const VALUE_STEPS: u64 = 200_000_000;

/// Adds the value where the engine's theorem does not tell it and the definition soon does.
fn add_value(question: &Question, solution: &mut Solution) {
    let (None, Some(game), Ask::Solve(position)) =
        (&solution.value, question.game.finite(), &question.ask)
    else {
        return;
    };
    let memory = question.limits.memory.min(VALUE_BUDGET);
    let steps = question.limits.steps.min(VALUE_STEPS);
    let limits = Limits { memory, steps, watch: question.limits.watch.clone() };
    // Where a limit is exceeded, the answer just has no value.
    solution.value = if game.has_nim_values() {
        let limits = Limits { steps: Limits::default().steps, ..limits };
        let nimber = Oracle::new(game, limits).nim_value(position).unwrap_or(None);
        nimber.map(Value::Nimber)
    } else {
        partizan::value(game, position, &limits).unwrap_or_else(|refusal| {
            let left_out = format!("the value was left out: {refusal} beside the outcome");
            solution.reasons.push(left_out);
            None
        })
    };
}
