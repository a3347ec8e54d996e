use axum::Json;
use axum::extract::State;
use bouton_lab::render::{self, thermograph};
use bouton_lab::{Valued, value as evaluate};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Viewed;
use crate::asked::Asked;
use crate::pool::{Means, Weight};
use crate::problem::Problem;
use crate::state::Shared;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Expression {
    expression: String,
    /// What to compare it with.
    with: Option<String>,
}

/// Longer expressions are for the command line.
const LONGEST: usize = 16 << 10;

impl Expression {
    fn check(&self) -> Result<(), Problem> {
        let longest = self.expression.len().max(self.with.as_ref().map_or(0, String::len));
        match longest <= LONGEST {
            true => Ok(()),
            false => Err(Problem::bad(
                format!("the expression has {longest} bytes, and the page takes {LONGEST}"),
                "ask the command line: bouton value EXPRESSION",
            )),
        }
    }
}

/// `POST /api/value`
pub(crate) async fn value(State(state): State<Shared>, Asked(asked): Asked<Expression>) -> Viewed {
    let weight = Weight::quick("", ("value", asked.expression.len().checked_ilog2()));
    let found = state.pool.run(weight, move |means| {
        asked.check()?;
        let mut view = one(&asked.expression, means)?;
        if let Some(other) = asked.with.as_deref().filter(|text| !text.trim().is_empty()) {
            view["with"] = one(other, means)?;
            let both = format!("({}) ? ({other})", asked.expression);
            view["comparison"] = one(&both, means)?["comparison"].take();
        }
        Ok(view)
    });
    found.await.map(Json)
}

fn one(expression: &str, means: &Means) -> Result<Value, Problem> {
    let found = evaluate(expression, &means.limits())?;
    let mut view = render::value::json(expression, &found);
    let text = render::value::text(&found, false);
    view["text"] = json!(anstream::adapter::strip_str(&text).to_string());
    view["thermograph_svg"] = match &found {
        Valued::Game(game) => json!(thermograph::Drawing::new(game).svg()),
        Valued::Comparison(_) => Value::Null,
    };
    Ok(view)
}
