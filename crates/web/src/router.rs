//! Which address is answered by whom.

use axum::Router;
use axum::http::header;
use axum::middleware::from_fn_with_state;
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, get, post};
use tower_http::catch_panic::CatchPanicLayer;

use crate::problem::{Problem, of_panic};
use crate::state::Shared;
use crate::{api, assets, guard, outbox};

/// The addresses of the API with their methods, as `openapi.json` writes them.
#[must_use]
pub fn routes() -> Vec<(&'static str, &'static str)> {
    table().into_iter().map(|(method, path, _)| (method, path)).collect()
}

fn table() -> Vec<(&'static str, &'static str, MethodRouter<Shared>)> {
    vec![
        ("get", "/api/openapi.json", get(description)),
        ("get", "/api/games", get(api::games)),
        ("post", "/api/solve", post(api::solve)),
        ("post", "/api/play", post(api::play)),
        ("post", "/api/reply", post(api::reply)),
        ("post", "/api/hint", post(api::hint)),
        ("post", "/api/sequence", post(api::sequence)),
        ("post", "/api/export", post(api::export)),
        ("post", "/api/certificate", post(api::certificate)),
        ("post", "/api/certificate/position", post(api::position_certificate)),
        ("get", "/api/tile", get(api::tile)),
        ("get", "/api/point", get(api::point)),
        ("get", "/api/overlay", get(api::overlay)),
        ("post", "/api/value", post(api::value)),
        ("post", "/api/graph", post(api::graph)),
        ("post", "/api/rules", post(api::rules)),
        ("get", "/api/claims", get(api::claims)),
        ("get", "/api/claims/report", get(api::report)),
        ("get", "/api/census", get(api::censuses)),
        ("post", "/api/census", post(api::start_census)),
        ("get", "/api/census/{id}", get(api::census)),
        ("get", "/api/census/{id}/events", get(api::census_events)),
        ("post", "/api/census/{id}/stop", post(api::stop_census)),
    ]
}

/// All addresses, behind the guard.
pub(crate) fn router(state: &Shared) -> Router {
    let mut router = Router::new();
    for (_, path, handler) in table() {
        router = router.route(path, handler);
    }
    router
        .route("/", get(assets::serve))
        .route("/{*path}", get(assets::serve))
        .route("/api/{*path}", axum::routing::any(nothing))
        .fallback(nothing)
        .method_not_allowed_fallback(wrong_method)
        .layer(CatchPanicLayer::custom(of_panic))
        .layer(from_fn_with_state(state.clone(), outbox::count))
        .layer(from_fn_with_state(state.clone(), guard::guard))
        .with_state(state.clone())
}

async fn description() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], crate::OPENAPI)
}

async fn nothing() -> Problem {
    Problem::NOT_FOUND
}

async fn wrong_method() -> Problem {
    Problem::WRONG_METHOD
}
