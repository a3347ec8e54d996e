//! What a question may look like: JSON of a bounded size that arrives in time, and nothing but what is known.

use std::time::Duration;

use axum::body::Body;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::{HeaderMap, header};
use bouton_lab::read_game_text;
use bouton_lab::rules::{Game, Position};
use bouton_lab::values::Player;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::problem::Problem;
use crate::state::Shared;

/// The body of a question.
pub(crate) struct Asked<T>(pub(crate) T);

/// Bytes that a question may have.
pub(crate) const LARGEST: usize = 1 << 20;

impl<T: DeserializeOwned> FromRequest<Shared> for Asked<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &Shared) -> Result<Asked<T>, Problem> {
        if !is_json(request.headers()) {
            return Err(Problem::NOT_JSON);
        }
        let bytes = read(request.into_body(), state.settings.patience).await?;
        serde_json::from_slice(&bytes).map(Asked).map_err(|error| {
            Problem::bad(
                format!("the question cannot be read: {error}"),
                "/api/openapi.json describes the questions",
            )
        })
    }
}

async fn read(body: Body, patience: Duration) -> Result<Vec<u8>, Problem> {
    let whole = Limited::new(body, LARGEST).collect();
    match tokio::time::timeout(patience, whole).await {
        Err(_) => Err(Problem::TOO_SLOW),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(Problem::TOO_LARGE),
        Ok(Err(_)) => Err(Problem::bad("the question broke off", "send it again")),
        Ok(Ok(body)) => Ok(body.to_bytes().to_vec()),
    }
}

/// A form of another site could send anything else without being asked.
fn is_json(headers: &HeaderMap) -> bool {
    let named = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let kind = named.and_then(|text| text.split(';').next()).map(str::trim);
    kind.is_some_and(|kind| kind.eq_ignore_ascii_case("application/json"))
}

/// The query of an address.
pub(crate) struct InAddress<T>(pub(crate) T);

impl<T: DeserializeOwned + Send> FromRequestParts<Shared> for InAddress<T> {
    type Rejection = Problem;

    async fn from_request_parts(
        parts: &mut axum::http::request::Parts,
        state: &Shared,
    ) -> Result<InAddress<T>, Problem> {
        let Query(query) = Query::from_request_parts(parts, state).await?;
        Ok(InAddress(query))
    }
}

/// The name in an address; what cannot be read names nothing.
pub(crate) struct Named(pub(crate) String);

impl FromRequestParts<Shared> for Named {
    type Rejection = Problem;

    async fn from_request_parts(
        parts: &mut axum::http::request::Parts,
        state: &Shared,
    ) -> Result<Named, Problem> {
        let named = Path::from_request_parts(parts, state).await;
        named.map(|Path(name)| Named(name)).map_err(|_| Problem::NOT_FOUND)
    }
}

/// A game by name or by its rules; no file is opened.
pub(crate) fn game(text: &str) -> Result<Game, Problem> {
    Ok(read_game_text(text)?)
}

/// A position as a text, or as the lists that answers have.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Place {
    /// `3,4,6`
    Text(String),
    /// `[3, 4, 6]`, or a list for each component
    List(Vec<Value>),
}

impl Place {
    /// How long it is: longer positions cost more.
    pub(crate) fn length(&self) -> usize {
        match self {
            Place::Text(text) => text.len(),
            Place::List(list) => list.len(),
        }
    }

    /// The position of the game.
    pub(crate) fn of(&self, game: &Game) -> Result<Position, Problem> {
        let text = match self {
            Place::Text(text) => text.clone(),
            Place::List(list) => listed(list)?,
        };
        Ok(game.position(&text)?)
    }
}

fn listed(list: &[Value]) -> Result<String, Problem> {
    let are_lists = list.iter().any(Value::is_array);
    let item = |item: &Value| match item {
        Value::Number(number) => Ok(number.to_string()),
        Value::String(text) => Ok(text.clone()),
        Value::Array(inner) if !inner.iter().any(Value::is_array) => listed(inner),
        _ => Err(Problem::bad(
            "a position is a text, or a list of numbers",
            "write \"3,4,6\" or [3, 4, 6]",
        )),
    };
    let items = list.iter().map(item).collect::<Result<Vec<String>, Problem>>()?;
    Ok(items.join(if are_lists { ";" } else { "," }))
}

/// Who is to move.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Mover {
    /// Left, who begins unless something else is said.
    #[default]
    Left,
    /// Right.
    Right,
}

impl From<Mover> for Player {
    fn from(mover: Mover) -> Player {
        match mover {
            Mover::Left => Player::Left,
            Mover::Right => Player::Right,
        }
    }
}

/// A player as questions and answers write it.
pub(crate) fn named(player: Player) -> &'static str {
    match player {
        Player::Left => "left",
        Player::Right => "right",
    }
}
