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
//! * `page`: requests and replies. `problem`: error responses. `budget`: what a computation may cost. `api`: the
//!   questions.
//! * In `server`: `guests`, connections of each address; `guard`, who may ask; `asked`, which reads requests; `pool`,
//!   how many computations run at a time, how long, and who waits; `outbox`, which bounds the bytes of responses in
//!   flight; `description`, what `openapi.json` says of the questions, made from their types.
//! * [`Alone`]: answers the same requests without a server, for the page that is served as files.
//!
//! There is no mathematics here: everything is asked of `bouton_lab`. Without the feature `server` there is `Alone` and
//! what it needs, which compiles to WebAssembly.

#![cfg_attr(
    not(feature = "server"),
    allow(dead_code, reason = "weights and examples are for the server")
)]

mod alone;
mod api;
mod budget;
mod page;
mod problem;

#[cfg(feature = "server")]
mod server;

pub use alone::Alone;
pub use page::Reply;

#[cfg(feature = "server")]
pub use server::{RunningServer, Settings, description, routes, serve, start};
