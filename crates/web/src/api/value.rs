//! Evaluates short games: canonical forms, thermographs, comparisons.

use bouton_lab::ask::ValueView;
use bouton_lab::render::AsText;
use bouton_lab::value as evaluate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::budget::{Budget, Weight};
use crate::page::{Page, Reply};
use crate::problem::Problem;

/// A request to evaluate a short game, and perhaps to compare it with another one.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Expression {
    /// A game such as `{1|-1} + *2 - ^`, or two of them with a relation between them.
    expression: String,
    /// A game to compare it with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    with: Option<String>,
}

/// The most bytes of an expression; longer ones are for the command line.
const LONGEST: usize = 16 << 10;

impl Expression {
    /// A game, two games, and a relation.
    pub(crate) fn examples() -> Vec<Expression> {
        let example = |expression: &str, with: Option<&str>| Expression {
            expression: expression.to_owned(),
            with: with.map(str::to_owned),
        };
        vec![example("{1|-1} + *2 - ^", None), example("^", Some("*")), example("^ > *", None)]
    }

    fn check(&self) -> Result<(), Problem> {
        let longest = self.expression.len().max(self.with.as_ref().map_or(0, String::len));
        match longest <= LONGEST {
            true => Ok(()),
            false => Err(Problem::bad(
                format!(
                    "the expression has {longest} bytes, more than the {LONGEST} that the page takes"
                ),
                "write a shorter one",
            )),
        }
    }
}

/// The value of a short game, with what the page shows beside it.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ValuePage {
    /// The value, or the comparison.
    #[serde(flatten)]
    view: ValueView,
    /// The answer in words, as the command line prints it.
    text: String,
    /// The thermograph as SVG; null for a comparison.
    thermograph_svg: Option<String>,
    /// The game to compare it with, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    with: Option<Box<ValuePage>>,
    /// How the two compare: `<`, `=`, `>` or `||`.
    #[serde(skip_serializing_if = "Option::is_none")]
    comparison: Option<String>,
}

impl Page for Expression {
    const NAME: &'static str = "value";

    fn weight(&self) -> Weight {
        Weight::quick("", ("value", self.expression.len().checked_ilog2()))
    }

    fn answer(&self, budget: &Budget) -> Result<Reply, Problem> {
        self.check()?;
        let mut page = one(&self.expression, budget)?;
        if let Some(other) = self.with.as_deref().filter(|text| !text.trim().is_empty()) {
            page.with = Some(Box::new(one(other, budget)?));
            let both = format!("({}) ? ({other})", self.expression);
            if let ValueView::Comparison(compared) = one(&both, budget)?.view {
                page.comparison = Some(compared.comparison);
            }
        }
        Reply::json(&page)
    }
}

fn one(expression: &str, budget: &Budget) -> Result<ValuePage, Problem> {
    let found = evaluate(expression, &budget.limits())?;
    let thermograph_svg = match &found.view {
        ValueView::Game(_) => Some(found.thermograph()?.svg()?),
        ValueView::Comparison(_) => None,
    };
    Ok(ValuePage {
        text: super::plain(&found.view.text(false)),
        view: found.view,
        thermograph_svg,
        with: None,
        comparison: None,
    })
}
