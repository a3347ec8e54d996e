//! The questions, one file a family. Each reads what was asked, asks the lab within its means, and shows the view that
//! the command line shows too.

mod census;
mod chart;
mod claims;
mod games;
mod graph;
mod play;
mod rules;
mod sequence;
mod solve;
mod value;

pub(crate) use census::{Censuses, census, census_events, censuses, start_census, stop_census};
pub(crate) use chart::{Tiles, overlay, point, tile};
pub(crate) use claims::{Claims, claims, report};
pub(crate) use games::games;
pub(crate) use graph::graph;
pub(crate) use play::{hint, play, reply};
pub(crate) use rules::rules;
pub(crate) use sequence::{certificate, export, sequence};
pub(crate) use solve::{position_certificate, solve};
pub(crate) use value::value;

use axum::Json;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use crate::problem::Problem;

/// What a handler gives: a view, or why there is none.
type Viewed = Result<Json<Value>, Problem>;

/// A file to keep.
fn file(name: &str, kind: &'static str, content: Vec<u8>) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    let headers =
        [(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)];
    (headers, content).into_response()
}
