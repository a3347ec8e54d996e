//! Answers for the plane of positions on the server, which caches the tiles that it drew.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::State;
use bouton_lab::render::painter::Painter;
use bouton_lab::render::tile::Tile;

use super::asked::InAddress;
use super::state::Shared;
use crate::api::chart::{At, Key, Where};
use crate::page::Reply;
use crate::problem::Problem;

/// `GET /api/tile`
pub(crate) async fn tile(
    State(state): State<Shared>,
    InAddress(asked): InAddress<Where>,
) -> Result<Reply, Problem> {
    let key = asked.key();
    if let Some(known) = state.tiles.get(&key) {
        return Ok(known.into());
    }
    let painter = Arc::clone(&state.tiles.painter);
    let found = state.pool.run(asked.weight(), move |budget| asked.tile(&painter, budget)).await?;
    state.tiles.keep(key, found.clone());
    Ok(found.into())
}

/// `GET /api/point`
pub(crate) async fn point(
    State(state): State<Shared>,
    InAddress(asked): InAddress<At>,
) -> Result<Reply, Problem> {
    let painter = Arc::clone(&state.tiles.painter);
    state.pool.run(asked.weight(), move |budget| asked.point(&painter, budget)).await
}

/// A cache of tiles, and the tiles that are being drawn.
#[derive(Default)]
pub(crate) struct Tiles {
    painter: Arc<Painter>,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    tiles: HashMap<Key, Tile>,
    /// The cached tiles, the oldest first.
    order: VecDeque<Key>,
    bytes: usize,
}

/// The most bytes of cached tiles and of the names of their games.
const MOST_BYTES: usize = 32 << 20;
/// The longest text of a game whose tiles are cached, in bytes.
const LONGEST_GAME: usize = 10_000;

impl Tiles {
    fn get(&self, key: &Key) -> Option<Tile> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).tiles.get(key).cloned()
    }

    fn keep(&self, key: Key, tile: Tile) {
        let size =
            |key: &Key, tile: &Tile| 2 * (key.game.len() + 8 * key.beside.0.len()) + tile.png.len();
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if key.game.len() > LONGEST_GAME || kept.tiles.contains_key(&key) {
            return;
        }
        kept.bytes += size(&key, &tile);
        kept.order.push_back(key.clone());
        kept.tiles.insert(key, tile);
        while kept.bytes > MOST_BYTES {
            let Some(oldest) = kept.order.pop_front() else { break };
            if let Some(tile) = kept.tiles.remove(&oldest) {
                kept.bytes -= size(&oldest, &tile);
            }
        }
    }
}
