//! The server: connections, who may ask, how many computations run at a time, and what only a server has.

mod asked;
mod assets;
mod census;
#[cfg(feature = "papers")]
mod claims;
mod description;
mod guard;
mod guests;
mod outbox;
mod pool;
mod router;
mod settings;
mod share;
mod start;
mod state;
mod stuck;
mod tiles;

pub use description::description;
pub use router::routes;
pub use settings::Settings;
pub use start::{RunningServer, serve, start};

#[cfg(test)]
pub(crate) use pool::Pool;

use crate::problem::Problem;

/// The result of a handler: a view as JSON, or an error response.
type Viewed<T> = Result<axum::Json<T>, Problem>;
