use axum::Json;
use axum::extract::State;
use axum::response::Response;
use bouton_lab::rules::Refusal;
use bouton_lab::{
    Answer, Ask, Neighbour, Quantity, Question, answer, ask_for_values, certify, neighbours, render,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Viewed, file};
use crate::asked::{Asked, game};
use crate::pool::{Means, Weight};
use crate::problem::Problem;
use crate::state::Shared;

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Terms {
    game: String,
    to: u64,
    #[serde(default)]
    of: Of,
    row: Option<u64>,
}

/// What the terms are.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Hash)]
#[serde(rename_all = "kebab-case")]
enum Of {
    #[default]
    Outcome,
    NimValue,
    Value,
}

/// The most terms that are sent.
const MOST_TERMS: u64 = 1_000_000;

/// More terms are not even tried in the quick lane.
const LONGEST_QUICK: u64 = 100_000;

impl Terms {
    fn check(&self) -> Result<(), Problem> {
        match self.to {
            0..=MOST_TERMS => Ok(()),
            _ => Err(Problem::bad(
                format!("at most {MOST_TERMS} terms are sent"),
                "ask for less, or ask the command line: bouton sequence GAME --to N",
            )),
        }
    }

    fn weight(&self, what: &str) -> Weight {
        match self.to {
            0..=LONGEST_QUICK => {
                Weight::quick(&self.game, (what, self.of, self.to.checked_ilog2()))
            }
            _ => Weight::Slow,
        }
    }

    fn question(&self, to: u64, means: &Means) -> Result<Question, Problem> {
        let game = game(&self.game)?;
        let row = self.row;
        let ask = match self.of {
            Of::Outcome => Ask::Sequence { of: Quantity::Outcome, to, row },
            Of::NimValue => Ask::Sequence { of: Quantity::NimValue, to, row },
            Of::Value => ask_for_values(&game, to, row),
        };
        Ok(Question { limits: means.limits(), ..Question::new(game, ask) })
    }

    /// The answer, or the answer for fewer terms if these take more steps or room than a question may have.
    fn answer(&self, means: &Means) -> Result<(Question, Answer), Problem> {
        self.check()?;
        let mut to = self.to;
        loop {
            let mut question = self.question(to, means)?;
            // What is left is for drawing and sending, so that the clock hardly ever ends what the steps allow.
            question.limits.steps /= 2;
            match answer(&question) {
                Err(limit @ Refusal::Limit { .. }) if to > 1 => {
                    means.accept_part(&limit)?;
                    to /= 16;
                }
                found => {
                    let found = found?;
                    if let Some(limit) = found.sequence().and_then(|terms| terms.stopped.as_ref()) {
                        means.accept_part(limit)?;
                    }
                    return Ok((question, found));
                }
            }
        }
    }
}

/// `POST /api/sequence`
pub(crate) async fn sequence(State(state): State<Shared>, Asked(asked): Asked<Terms>) -> Viewed {
    let found = state.pool.run(asked.weight("sequence"), move |means| asked.view(means));
    found.await.map(Json)
}

impl Terms {
    pub(crate) fn view(&self, means: &Means) -> Result<Value, Problem> {
        let (question, found) = self.answer(means)?;
        let mut view = render::json::answer(&question, &found);
        if self.of == Of::Value {
            render::json::name_values(&mut view);
        }
        let is_cut = view["to"] != json!(self.to);
        if is_cut {
            view["asked_to"] = json!(self.to);
            view["stopped"] = json!(format!("steps or room for {} terms only", view["to"]));
        }
        view["neighbours"] = neighbours(&question.game).iter().map(neighbour).collect();
        view["partial"] = json!(is_cut || view.get("stopped").is_some());
        Ok(view)
    }
}

fn neighbour(one: &Neighbour) -> Value {
    json!({ "game": one.game, "change": one.change })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Export {
    game: String,
    to: u64,
    #[serde(default)]
    of: Of,
    row: Option<u64>,
    format: Format,
}

/// What kind of file.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Format {
    Bfile,
    Csv,
    Latex,
    Png,
    Svg,
}

impl Format {
    /// The name of the file, and its kind.
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

/// `POST /api/export`: a file is whole or not there at all.
pub(crate) async fn export(
    State(state): State<Shared>,
    Asked(asked): Asked<Export>,
) -> Result<Response, Problem> {
    let Export { game, to, of, row, format } = asked;
    let terms = Terms { game, to, of, row };
    let found = state.pool.run(terms.weight("export"), move |means| {
        terms.check()?;
        let question = terms.question(terms.to, means)?;
        let found = answer(&question)?;
        let Some(sequence) = found.sequence() else {
            return Err(Problem::bad("no sequence was found", "ask for another game"));
        };
        if let Some(refusal) = &sequence.stopped {
            return Err(refusal.clone().into());
        }
        Ok(match format {
            Format::Bfile => render::bfile(sequence, terms.row.is_some())?.into_bytes(),
            Format::Csv => render::csv(sequence).into_bytes(),
            Format::Latex => render::latex(sequence)?.into_bytes(),
            Format::Png => render::strip::png(sequence)?,
            Format::Svg => render::strip::svg(sequence)?.into_bytes(),
        })
    });
    let (name, kind) = format.file();
    Ok(file(name, kind, found.await?))
}

/// `POST /api/certificate`
pub(crate) async fn certificate(
    State(state): State<Shared>,
    Asked(asked): Asked<Terms>,
) -> Result<Response, Problem> {
    let found = state.pool.run(asked.weight("certificate"), move |means| {
        asked.check()?;
        let question = asked.question(asked.to, means)?;
        let found = answer(&question)?;
        Ok(certify::certificate(&question, &found)?.to_json().into_bytes())
    });
    Ok(file("certificate.json", "application/json", found.await?))
}
