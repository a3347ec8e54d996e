//! The lab as a web page, for one machine: a server with its pages inside.
//!
//! ```text
//! connection ─▶ guard ─▶ router ─▶ api ─▶ pool ─▶ lab ─▶ JSON
//! (timeouts)   (Host, Origin,     (one file    (slots, budget)
//!               token, headers)    a family)
//! ```
//!
//! # Main definitions
//! * [`Settings`], [`start`] and [`serve`]: from what was typed to a running server.
//! * `guests`: connections of each address. `guard`: who may ask. `problem`: error responses. `asked`: reads requests.
//! * `pool`: how many computations run at a time, how long, and who waits. `outbox`: bounds the bytes of responses in
//!   flight.
//! * `api`: the questions. `description`: what `openapi.json` says of them, made from their types.
//!
//! There is no mathematics here: everything is asked of `bouton_lab`.

mod api;
mod asked;
mod assets;
mod description;
mod guard;
mod guests;
mod outbox;
mod pool;
mod problem;
mod router;
mod server;
mod settings;
mod state;
mod stuck;

pub use description::description;
pub use router::routes;
pub use server::{RunningServer, serve, start};
pub use settings::Settings;
