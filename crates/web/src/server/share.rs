//! The address that others can open: copied links begin with it.

use axum::Json;
use axum::extract::State;
use schemars::JsonSchema;
use serde::Serialize;

use super::state::Shared;

/// By which address others reach the page.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SharePage {
    /// The address with the token, if the server is for a class. It is shown only to those who have the token.
    address: Option<String>,
}

/// `GET /api/share`
pub(crate) async fn share(State(state): State<Shared>) -> Json<SharePage> {
    Json(SharePage { address: state.shared.clone() })
}
