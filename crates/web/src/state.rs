//! The state that all requests share: the settings, the pool of computations, and what goes on in the background.

use std::net::SocketAddr;
use std::sync::Arc;

use crate::api::{Censuses, Claims, Tiles};
use crate::outbox::Outbox;
use crate::pool::Pool;
use crate::settings::Settings;

/// A shared handle to the server's state.
pub(crate) type Shared = Arc<State>;

/// The server's state: its settings, its running computations and what it caches.
pub(crate) struct State {
    pub(crate) settings: Settings,
    pub(crate) address: SocketAddr,
    pub(crate) pool: Pool,
    pub(crate) outbox: Outbox,
    pub(crate) tiles: Tiles,
    pub(crate) claims: Claims,
    pub(crate) censuses: Censuses,
}

impl State {
    pub(crate) fn new(settings: Settings, address: SocketAddr) -> Shared {
        let pool = Pool::new(settings.budget);
        let stopping = pool.stopping();
        let claims = Claims::new(Arc::clone(&stopping));
        let censuses = Censuses::new(settings.census_dir.clone(), stopping);
        let tiles = Tiles::default();
        let outbox = Outbox::default();
        Arc::new(State { settings, address, pool, outbox, tiles, claims, censuses })
    }
}
