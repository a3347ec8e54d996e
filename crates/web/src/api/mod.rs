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
pub(crate) use solve::solve;
pub(crate) use value::value;

use axum::Json;
use serde_json::Value;

use crate::problem::Problem;

/// What a handler gives: a view, or why there is none.
type Viewed = Result<Json<Value>, Problem>;
