//! Answers as files: the rows of any question that has some, and sequences as pictures.

use bouton_lab::ask::{self, Of, Question, Sequence, examples};
use bouton_lab::render::grid::AsGrid;
use bouton_lab::render::scene::Scene;
use bouton_lab::render::strip;
use bouton_lab::rules::Refusal;
use bouton_lab::{ForEngines, answer, read_question, rows_by_name};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::sequence::Asking;
use crate::budget::{Budget, Weight};
use crate::page::{Page, Reply, content};
use crate::problem::Problem;

/// A request for an answer as a file.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Export {
    /// The name of the question.
    #[serde(default = "usual")]
    question: String,
    /// The format of the file; pictures are of sequences only.
    format: Format,
    /// The fields of the question.
    #[serde(flatten)]
    fields: Map<String, Value>,
}

const SEQUENCE: &str = <Sequence as Question>::NAME;

fn usual() -> String {
    SEQUENCE.to_owned()
}

impl Export {
    /// A sequence in each format, and a table.
    pub(crate) fn examples() -> Vec<Export> {
        fn example<Q: Question>(asked: &Q, format: Format) -> Export {
            let fields = serde_json::to_value(asked).ok().and_then(|one| one.as_object().cloned());
            Export { question: Q::NAME.to_owned(), format, fields: fields.unwrap_or_default() }
        }
        let terms = Sequence::new(examples::TERMS, Of::NimValue, 100);
        let all = [Format::Bfile, Format::Csv, Format::Latex, Format::Png, Format::Svg];
        let table = ask::Table::new(examples::GAME, 6, 6);
        all.iter()
            .map(|format| example(&terms, *format))
            .chain([example(&table, Format::Csv)])
            .collect()
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
    /// The ending of the file, and its media type.
    fn file(self) -> (&'static str, &'static str) {
        match self {
            Format::Bfile => ("txt", "text/plain; charset=utf-8"),
            Format::Csv => ("csv", "text/csv; charset=utf-8"),
            Format::Latex => ("tex", "application/x-tex; charset=utf-8"),
            Format::Png => ("png", "image/png"),
            Format::Svg => ("svg", "image/svg+xml"),
        }
    }
}

/// A file is complete, or the request is refused.
impl Page for Export {
    const NAME: &'static str = "export";

    fn weight(&self) -> Weight {
        match self.terms() {
            Ok(terms) => terms.weight_of("export"),
            Err(_) => {
                let game = self.fields.get("game").and_then(Value::as_str).unwrap_or_default();
                Weight::quick(game, ("export", &self.question))
            }
        }
    }

    fn answer(&self, budget: &Budget) -> Result<Reply, Problem> {
        let (view, drawn) = match self.question == SEQUENCE {
            true => self.sequence(budget)?,
            false => (self.rows(budget)?, None),
        };
        let limits = budget.limits();
        let (stem, content) = match (self.format, drawn) {
            (Format::Bfile, _) => ("b-file", content(&limits, |out| view.bfile(out))?),
            (Format::Csv, _) => (self.stem(), content(&limits, |out| view.csv(out))?),
            (Format::Latex, _) => (self.stem(), content(&limits, |out| view.latex(out))?),
            (Format::Png, Some(scene)) => ("strip", scene?.png()),
            (Format::Svg, Some(scene)) => ("strip", scene?.svg()?.into_bytes()),
            (Format::Png | Format::Svg, None) => {
                let help = "ask for CSV or LaTeX";
                return Err(Problem::bad("only a sequence is drawn as a strip", help));
            }
        };
        let (ending, kind) = self.format.file();
        Ok(Reply::file(&format!("{stem}.{ending}"), kind, content))
    }
}

impl Export {
    /// The name of the file without its ending.
    fn stem(&self) -> &str {
        if self.question == SEQUENCE { "terms" } else { &self.question }
    }

    fn terms(&self) -> Result<Sequence, Problem> {
        Ok(read_question(Value::Object(self.fields.clone()))?)
    }

    /// All terms of a sequence, and their strip.
    fn sequence(&self, budget: &Budget) -> Result<(Box<dyn AsGrid>, Strip), Problem> {
        let terms = self.terms()?;
        terms.check()?;
        let is_drawn = matches!(self.format, Format::Png | Format::Svg);
        if is_drawn {
            strip::check_length(terms.to.saturating_add(1))?;
        }
        let question = terms.question(&budget.desk())?;
        let found = answer(&question)?;
        let sequence = found.sequence();
        if let Some(refusal) = sequence.and_then(|sequence| sequence.stopped.as_ref()) {
            return Err(refusal.clone().into());
        }
        let scene = sequence.filter(|_| is_drawn).map(strip::scene);
        Ok((Box::new(terms.view(&question, &found)?), scene))
    }

    /// The rows of the answer to any other question.
    fn rows(&self, budget: &Budget) -> Result<Box<dyn AsGrid>, Problem> {
        let fields = Value::Object(self.fields.clone());
        let found = rows_by_name(&self.question, fields, &budget.desk()).ok_or_else(|| {
            Problem::bad(
                "there is no question of this name whose answer has rows",
                "ask for a sequence, a table or a chart, or read the answer as JSON",
            )
        })?;
        Ok(found?)
    }
}

/// The picture of a sequence, if it was asked for and can be drawn.
type Strip = Option<Result<Scene, Refusal>>;
