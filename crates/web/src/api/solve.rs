//! Solves a position, and writes certificates of the result.

use bouton_lab::Answerable;
use bouton_lab::ask::{Question, Solve, SolveView};
use bouton_lab::render::AsText;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::sequence::certificate;
use crate::budget::{Budget, Weight};
use crate::page::{Page, Reply};
use crate::problem::Problem;

/// The answer for a position, with the text that the command line prints.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct SolvePage {
    /// The answer.
    #[serde(flatten)]
    view: SolveView,
    /// The answer in words, as the command line prints it.
    text: String,
}

impl Page for Solve {
    const NAME: &'static str = <Solve as Question>::NAME;

    fn weight(&self) -> Weight {
        Weight::quick(&self.game, ("solve", self.position.length()))
    }

    fn answer(&self, budget: &Budget) -> Result<Reply, Problem> {
        Reply::json(&page(self, budget)?)
    }
}

pub(crate) fn page(asked: &Solve, budget: &Budget) -> Result<SolvePage, Problem> {
    let view = Answerable::answer(asked, &budget.desk())?;
    let text = super::plain(&view.text(false));
    Ok(SolvePage { view: shortened(view), text })
}

/// A request for a certificate of who wins a position.
#[derive(Deserialize)]
#[serde(transparent)]
pub(crate) struct PositionCertificate(Solve);

impl Page for PositionCertificate {
    const NAME: &'static str = "certificate/position";

    fn weight(&self) -> Weight {
        Weight::quick(&self.0.game, ("certificate", self.0.position.length()))
    }

    fn answer(&self, budget: &Budget) -> Result<Reply, Problem> {
        certificate(&self.0, budget)
    }
}

/// The most moves that are listed; further ones are only counted.
const MOST_LISTED: usize = 4000;

/// Shortens the list of moves to [`MOST_LISTED`].
pub(super) fn shortened(mut view: SolveView) -> SolveView {
    view.shorten(MOST_LISTED);
    view
}
