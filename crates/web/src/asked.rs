//! Reads requests: JSON bodies of a bounded size that arrive in time and have no unknown fields, queries and path
//! names.

use std::fmt::Display;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::{HeaderMap, header};
use bouton_lab::read_game_text;
use bouton_lab::rules::Game;
pub(crate) use bouton_lab::{mover_of as named, player_of as player};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::problem::Problem;
use crate::state::Shared;

/// The JSON body of a request.
pub(crate) struct Asked<T>(pub(crate) T);

/// The most bytes that a body may have.
pub(crate) const LARGEST: usize = 1 << 20;

impl<T: DeserializeOwned> FromRequest<Shared> for Asked<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &Shared) -> Result<Asked<T>, Problem> {
        if !is_json(request.headers()) {
            return Err(Problem::NOT_JSON);
        }
        let bytes = read(request.into_body(), state.settings.patience).await?;
        let question: Value = serde_json::from_slice(&bytes).map_err(unread)?;
        match question.is_object() {
            true => serde_json::from_value(question).map(Asked).map_err(unread),
            false => Err(unread("it is not a JSON object, such as {\"game\": …}")),
        }
    }
}

fn unread(why: impl Display) -> Problem {
    Problem::bad(
        format!("the request body cannot be read: {why}"),
        "see /api/openapi.json for the fields of each request",
    )
}

async fn read(body: Body, patience: Duration) -> Result<Vec<u8>, Problem> {
    let whole = Limited::new(body, LARGEST).collect();
    match tokio::time::timeout(patience, whole).await {
        Err(_) => Err(Problem::TOO_SLOW),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(Problem::TOO_LARGE),
        Ok(Err(_)) => Err(Problem::bad("the request body ended early", "send it again")),
        Ok(Ok(body)) => Ok(body.to_bytes().to_vec()),
    }
}

/// Is the body declared as JSON? A form of another site can send any other type without the browser asking this server.
fn is_json(headers: &HeaderMap) -> bool {
    let named = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let kind = named.and_then(|text| text.split(';').next()).map(str::trim);
    kind.is_some_and(|kind| kind.eq_ignore_ascii_case("application/json"))
}

/// The query of a request's address.
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

/// The name in the path of an address; a name that cannot be read is refused as not found.
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

/// Reads a game from its name or its rules; never opens a file.
pub(crate) fn game(text: &str) -> Result<Game, Problem> {
    Ok(read_game_text(text)?)
}
