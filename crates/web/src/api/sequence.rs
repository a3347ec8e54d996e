//! Sequences: the terms of heaps 0, 1, 2, …, as JSON, as files, and as certificates.

use bouton_lab::ask::{self, Of, Sequence, SequenceView, examples};
use bouton_lab::render::grid::AsGrid;
use bouton_lab::rules::Refusal;
use bouton_lab::{Answer, ForEngines, Question, answer, certify, neighbours, render};
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
trait Asking {
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

/// A game whose rules differ by one number or digit.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct NeighbourView {
    /// The game.
    game: String,
    /// How its rules differ.
    change: String,
}

impl Page for Sequence {
    const NAME: &'static str = <Sequence as ask::Question>::NAME;

    fn weight(&self) -> Weight {
        self.weight_of("sequence")
    }

    fn answer(&self, budget: &Budget) -> Result<Reply, Problem> {
        Reply::json(&page(self, budget)?)
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
    let neighbours = neighbours(&question.game).into_iter();
    let neighbours = neighbours.map(|one| NeighbourView { game: one.game, change: one.change });
    let has_certificate = certify::has_period_certificate(&question, &found);
    Ok(SequencePage { view, neighbours: neighbours.collect(), partial, has_certificate })
}

/// A request for a sequence as a file.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Export {
    /// The game, by name or by its rules.
    game: String,
    /// The largest heap.
    to: u64,
    /// What the terms are.
    #[serde(default)]
    of: Of,
    /// The second number of the positions, for games with two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    row: Option<u64>,
    /// The format of the file.
    format: Format,
}

impl Export {
    /// One request for each format.
    pub(crate) fn examples() -> Vec<Export> {
        let game = || examples::TERMS.to_owned();
        let example =
            |format| Export { game: game(), to: 100, of: Of::NimValue, row: None, format };
        [Format::Bfile, Format::Csv, Format::Latex, Format::Png, Format::Svg].map(example).into()
    }
}

/// The format of the file.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Format {
    Bfile,
    Csv,
    Latex,
    Png,
    Svg,
}

impl Format {
    /// The name of the file, and its media type.
    fn file(self) -> (&'static str, &'static str) {
        match self {
            Format::Bfile => ("b-file.txt", "text/plain; charset=utf-8"),
            Format::Csv => ("terms.csv", "text/csv; charset=utf-8"),
            Format::Latex => ("terms.tex", "application/x-tex; charset=utf-8"),
            Format::Png => ("strip.png", "image/png"),
            Format::Svg => ("strip.svg", "image/svg+xml"),
        }
    }
}

impl Export {
    fn terms(&self) -> Sequence {
        Sequence { row: self.row, ..Sequence::new(&self.game, self.of, self.to) }
    }
}

/// A file is complete, or the request is refused.
impl Page for Export {
    const NAME: &'static str = "export";

    fn weight(&self) -> Weight {
        self.terms().weight_of("export")
    }

    fn answer(&self, budget: &Budget) -> Result<Reply, Problem> {
        let terms = self.terms();
        terms.check()?;
        let question = terms.question(&budget.desk())?;
        let found = answer(&question)?;
        let Some(sequence) = found.sequence() else {
            return Err(Problem::bad("the answer has no sequence", "ask for another game"));
        };
        if let Some(refusal) = &sequence.stopped {
            return Err(refusal.clone().into());
        }
        let content = match self.format {
            Format::Bfile => render::grid::bfile(&terms.view(&question, &found)?)?.into_bytes(),
            Format::Csv => terms.view(&question, &found)?.grid().csv().into_bytes(),
            Format::Latex => render::latex(sequence)?.into_bytes(),
            Format::Png => render::strip::scene(sequence)?.png(),
            Format::Svg => render::strip::scene(sequence)?.svg()?.into_bytes(),
        };
        let (name, kind) = self.format.file();
        Ok(Reply::file(name, kind, content))
    }
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
        let question = self.0.question(&budget.desk())?;
        let found = answer(&question)?;
        let certificate = certify::certificate(&question, &found)?.to_json();
        Ok(Reply::file("certificate.json", "application/json", certificate.into_bytes()))
    }
}
