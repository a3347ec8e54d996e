//! The state that all requests share: the settings, the pool of computations, and what goes on in the background.

use std::net::SocketAddr;
use std::sync::Arc;

use super::census::Censuses;
#[cfg(feature = "papers")]
use super::claims::Claims;
use super::outbox::Outbox;
use super::pool::Pool;
use super::settings::Settings;
use super::tiles::Tiles;

/// A shared handle to the server's state.
pub(crate) type Shared = Arc<State>;

/// The server's state: its settings, its running computations and what it caches.
pub(crate) struct State {
    pub(crate) settings: Settings,
    pub(crate) address: SocketAddr,
    /// The address for copied links, with the token, if the server is for a class.
    pub(crate) shared: Option<String>,
    pub(crate) pool: Pool,
    pub(crate) outbox: Outbox,
    pub(crate) tiles: Tiles,
    #[cfg(feature = "papers")]
    pub(crate) claims: Claims,
    pub(crate) censuses: Censuses,
}

impl State {
    pub(crate) fn new(settings: Settings, address: SocketAddr, shared: Option<String>) -> Shared {
        let pool = Pool::new(settings.budget);
        let stopping = pool.stopping();
        Arc::new(State {
            address,
            shared,
            outbox: Outbox::default(),
            tiles: Tiles::default(),
            #[cfg(feature = "papers")]
            claims: Claims::new(settings.claims_dir.clone(), Arc::clone(&stopping)),
            censuses: Censuses::new(settings.census_dir.clone(), stopping),
            settings,
            pool,
        })
    }
}
