//! What all requests share.

use std::net::SocketAddr;
use std::sync::Arc;

use crate::api::{Censuses, Claims, Tiles};
use crate::outbox::Outbox;
use crate::pool::Pool;
use crate::settings::Settings;

/// A handle to it.
pub(crate) type Shared = Arc<State>;

/// The settings, and what is going on.
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
