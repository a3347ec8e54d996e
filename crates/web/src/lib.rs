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
//! * `page`: requests and replies. `budget`: what a computation may cost.
//! * `pool`: how many computations run at a time, how long, and who waits. `outbox`: bounds the bytes of responses in
//!   flight.
//! * `api`: the questions. `description`: what `openapi.json` says of them, made from their types.
//!
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
mod asked;
#[cfg(feature = "server")]
mod assets;
#[cfg(feature = "server")]
mod description;
#[cfg(feature = "server")]
mod guard;
#[cfg(feature = "server")]
mod guests;
#[cfg(feature = "server")]
mod outbox;
#[cfg(feature = "server")]
mod pool;
#[cfg(feature = "server")]
mod router;
#[cfg(feature = "server")]
mod server;
#[cfg(feature = "server")]
mod settings;
#[cfg(feature = "server")]
mod state;
#[cfg(feature = "server")]
mod stuck;

pub use alone::Alone;
pub use page::Reply;

#[cfg(feature = "server")]
pub use {
    description::description,
    router::routes,
    server::{RunningServer, serve, start},
    settings::Settings,
};
