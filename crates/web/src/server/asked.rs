//! Reads requests: JSON bodies of a bounded size that arrive in time and have no unknown fields, queries and path
//! names.

use std::any::Any;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{FromRequest, FromRequestParts, Path, Request, State};
use axum::http::{HeaderMap, header};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::de::DeserializeOwned;

use super::state::Shared;
use crate::page::{Page, Reply, from_body, from_query};
use crate::problem::Problem;

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
        from_body(&bytes).map(Asked)
    }
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
        _: &Shared,
    ) -> Result<InAddress<T>, Problem> {
        from_query(parts.uri.query().unwrap_or_default()).map(InAddress)
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

/// Answers a request with a body in the pool.
pub(crate) async fn answered<P: Page>(
    State(state): State<Shared>,
    Asked(page): Asked<P>,
) -> Result<Reply, Problem> {
    state.pool.run(page.weight(), move |budget| page.answer(budget)).await
}

/// Answers a request in an address in the pool.
pub(crate) async fn answered_in_address<P: Page>(
    State(state): State<Shared>,
    InAddress(page): InAddress<P>,
) -> Result<Reply, Problem> {
    state.pool.run(page.weight(), move |budget| page.answer(budget)).await
}

impl IntoResponse for Reply {
    fn into_response(self) -> Response {
        let mut response = self.content.into_response();
        *response.status_mut() =
            StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        for (name, value) in self.headers {
            if let Ok(value) = HeaderValue::from_str(&value) {
                response.headers_mut().insert(HeaderName::from_static(name), value);
            }
        }
        response
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        Reply::from(self).into_response()
    }
}

/// The response after a panic. The panic hook has written the details to standard error; the client gets none.
pub(crate) fn of_panic(_: Box<dyn Any + Send>) -> Response {
    Problem::Panicked.into_response()
}
