//! Sequences: the terms of heaps 0, 1, 2, …, and certificates of their periods.

use bouton_lab::ask::{self, NeighbourView, Sequence, SequenceView};
use bouton_lab::rules::Refusal;
use bouton_lab::{Answer, ForEngines, Question, answer, certify, neighbours};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::budget::{Budget, Weight};
use crate::page::{Page, Reply};
use crate::problem::Problem;

/// The most terms in a response.
const MOST_TERMS: u64 = 1_000_000;

/// The most terms that are tried in the quick lane.
const LONGEST_QUICK: u64 = 100_000;

/// What the page adds to the question for a sequence: limits, and partial answers.
pub(super) trait Asking {
    fn check(&self) -> Result<(), Problem>;
    fn weight_of(&self, what: &str) -> Weight;
    fn found(&self, budget: &Budget) -> Result<(Question, Answer), Problem>;
}

impl Asking for Sequence {
    fn check(&self) -> Result<(), Problem> {
        match self.to {
            0..=MOST_TERMS => Ok(()),
            _ => Err(Problem::bad(
                format!("the page sends at most {MOST_TERMS} terms"),
                "ask for fewer",
            )),
        }
    }

    fn weight_of(&self, what: &str) -> Weight {
        match self.to {
            0..=LONGEST_QUICK => {
                Weight::quick(&self.game, (what, self.of, self.to.checked_ilog2()))
            }
            _ => Weight::Slow,
        }
    }

    /// The answer, or the answer for fewer terms if these need more steps or memory than a question may use.
    fn found(&self, budget: &Budget) -> Result<(Question, Answer), Problem> {
        self.check()?;
        let mut to = self.to;
        loop {
            let mut question = Sequence { to, ..self.clone() }.question(&budget.desk())?;
            // The other half is for drawing and sending, so that the clock rarely ends what the steps allow.
            question.limits.steps /= 2;
            match answer(&question) {
                Err(limit @ Refusal::Limit { .. }) if to > 1 => {
                    budget.accept_part(&limit)?;
                    to /= 16;
                }
                found => {
                    let found = found?;
                    if let Some(limit) = found.sequence().and_then(|terms| terms.stopped.as_ref()) {
                        budget.accept_part(limit)?;
                    }
                    return Ok((question, found));
                }
            }
        }
    }
}

/// The terms of a sequence, with what the page shows beside them.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct SequencePage {
    /// The terms.
    #[serde(flatten)]
    view: SequenceView,
    /// Games whose rules differ by one number or digit.
    neighbours: Vec<NeighbourView>,
    /// Are there fewer terms than were asked for?
    partial: bool,
    /// Can a certificate of the period be written?
    has_certificate: bool,
}

impl Page for Sequence {
    const NAME: &'static str = <Sequence as ask::Question>::NAME;

    fn weight(&self) -> Weight {
        self.weight_of("sequence")
    }

    fn answer(&self, budget: &Budget) -> Result<Reply, Problem> {
        Reply::long_json(&page(self, budget)?, &budget.limits())
    }
}

pub(crate) fn page(asked: &Sequence, budget: &Budget) -> Result<SequencePage, Problem> {
    let (question, found) = asked.found(budget)?;
    let mut view = asked.view(&question, &found)?;
    if view.to != asked.to {
        view.asked_to = Some(asked.to);
        view.stopped = Some(format!("the limits of steps and memory allow {} terms only", view.to));
    }
    let partial = view.stopped.is_some();
    let neighbours = neighbours(&question.game);
    let has_certificate = certify::has_period_certificate(&question, &found);
    Ok(SequencePage { view, neighbours, partial, has_certificate })
}

/// A request for a certificate of a period.
#[derive(Deserialize)]
#[serde(transparent)]
pub(crate) struct PeriodCertificate(Sequence);

impl Page for PeriodCertificate {
    const NAME: &'static str = "certificate";

    fn weight(&self) -> Weight {
        self.0.weight_of("certificate")
    }

    fn answer(&self, budget: &Budget) -> Result<Reply, Problem> {
        self.0.check()?;
        certificate(&self.0, budget)
    }
}

/// The file of a certificate of the answer.
pub(super) fn certificate(asked: &impl ForEngines, budget: &Budget) -> Result<Reply, Problem> {
    let question = asked.question(&budget.desk())?;
    let certificate = certify::certificate(&question, &answer(&question)?)?.to_json();
    Ok(Reply::file("certificate.json", "application/json", certificate.into_bytes()))
}
