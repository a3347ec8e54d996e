//! The plane of positions (x, y): draws its tiles, and answers for single points.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use axum::Json;
use axum::extract::State;
use axum::http::header::{self, HeaderName};
use axum::response::{IntoResponse, Response};
use bouton_lab::ask::{Overlay, Solve, SolveView, examples};
use bouton_lab::render::landmarks;
use bouton_lab::render::painter::{Painter, TileResult};
use bouton_lab::render::tile::{self, Layer, Tile};
use bouton_lab::rules::MAX_NUMBER;
use bouton_lab::{ForEngines, Window, sector_of};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Viewed;
use super::solve::shortened;
use crate::asked::{InAddress, game};
use crate::pool::Weight;
use crate::problem::Problem;
use crate::state::Shared;

/// A request for a tile of the plane.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Where {
    /// The game, by name or by its rules.
    #[schemars(example = &examples::PLANE)]
    game: String,
    /// The column of tiles.
    #[schemars(example = 0)]
    x: u64,
    /// The row of tiles.
    #[schemars(example = 0)]
    y: u64,
    /// The zoom: at zoom z a side of a tile has 256/2^z positions.
    #[serde(default)]
    #[schemars(range(min = -6, max = 6), example = 0)]
    zoom: i32,
    /// What the colours show.
    #[serde(default)]
    #[schemars(example = &"sectors")]
    layer: Shown,
    /// The further numbers of the positions.
    #[serde(default)]
    beside: Beside,
    /// The version of the program, since tiles are cached for ever.
    // Unused, but part of the address: another version has other addresses, so tiles can be cached for ever.
    #[serde(default, rename = "v")]
    _version: Option<String>,
}

/// The further numbers of a slice, such as `3,5`; the field is left out if there are none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
struct Beside(
    #[schemars(with = "String", regex(pattern = r"^([0-9]{1,18}(,[0-9]{1,18})*)?$"))] Vec<u64>,
);

impl TryFrom<String> for Beside {
    type Error = String;

    fn try_from(text: String) -> Result<Beside, String> {
        let numbers = text.split(',').filter(|_| !text.is_empty());
        let read = |number: &str| number.parse().ok().filter(|_| !number.starts_with('+'));
        match numbers.map(read).collect::<Option<Vec<u64>>>() {
            Some(numbers) => Ok(Beside(numbers)),
            None => Err("beside: write numbers with commas, such as 3,5".to_owned()),
        }
    }
}

/// What a tile shows.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Shown {
    #[default]
    Outcome,
    Sectors,
}

/// `GET /api/tile`
pub(crate) async fn tile(
    State(state): State<Shared>,
    InAddress(asked): InAddress<Where>,
) -> Result<Response, Problem> {
    let place = tile::Place { x: asked.x, y: asked.y, zoom: asked.zoom };
    let layer = match asked.layer {
        Shown::Outcome => Layer::Outcome,
        Shown::Sectors => Layer::Sectors,
    };
    let key = Key { game: asked.game.clone(), beside: asked.beside.clone(), place, layer };
    if let Some(known) = state.tiles.get(&key) {
        return Ok(drawn(known));
    }
    let far = place.x.saturating_add(place.y).checked_ilog2();
    let weight = match asked.zoom {
        FARTHEST_QUICK.. => Weight::quick(&asked.game, ("tile", &asked.beside, asked.zoom, far)),
        _ => Weight::Slow,
    };
    let painter = Arc::clone(&state.tiles.painter);
    let found = state.pool.run(weight, move |budget| {
        let Where { game: text, beside, .. } = &asked;
        match painter.tile(&game(text)?, &beside.0, place, layer, &budget.limits())? {
            TileResult::Tile(tile) => Ok(tile),
            TileResult::Unfinished => Err(Problem::Unfinished),
        }
    });
    let found = found.await?;
    state.tiles.keep(key, found.clone());
    Ok(drawn(found))
}

/// The smallest zoom that is tried in the quick lane: farther tiles have too many positions.
const FARTHEST_QUICK: i32 = -2;

fn drawn(tile: Tile) -> Response {
    let exact = if tile.is_exact { "true" } else { "false" };
    let headers = [
        (header::CONTENT_TYPE, "image/png"),
        (header::CACHE_CONTROL, "private, max-age=31536000, immutable"),
        (HeaderName::from_static("x-exact"), exact),
    ];
    (headers, tile.png).into_response()
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    game: String,
    beside: Beside,
    place: tile::Place,
    layer: Layer,
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

/// A request for a point of the plane.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct At {
    /// The game, by name or by its rules.
    #[schemars(example = &examples::PLANE)]
    game: String,
    /// The first number.
    #[schemars(example = 100)]
    x: u64,
    /// The second number.
    #[schemars(example = 3)]
    y: u64,
    /// The further numbers of the position.
    #[serde(default)]
    beside: Beside,
}

/// The answer for a point of the plane.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct PointPage {
    /// Who wins.
    #[serde(flatten)]
    view: SolveView,
    /// The name of the region that the position is in, such as `A2`.
    sector: Option<String>,
}

/// `GET /api/point`
pub(crate) async fn point(
    State(state): State<Shared>,
    InAddress(asked): InAddress<At>,
) -> Viewed<PointPage> {
    let far = asked.x.saturating_add(asked.y).checked_ilog2();
    let weight = Weight::quick(&asked.game, ("point", &asked.beside, far));
    let painter = Arc::clone(&state.tiles.painter);
    let found = state.pool.run(weight, move |budget| {
        let game = game(&asked.game)?;
        let numbers = [&[asked.x, asked.y], &asked.beside.0[..]].concat();
        let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        let asked = Solve::new(&asked.game, numbers.join(",").as_str());
        let question = asked.question(&budget.desk())?;
        let position = game.position(&numbers.join(","))?;
        let sector = sector_of(&game, &position);
        let found = painter.point(&question)?.ok_or(Problem::Unfinished)?;
        Ok(PointPage { view: shortened(asked.view(&question, &found)?), sector })
    });
    found.await.map(Json)
}

/// A request for the landmarks in a window of the plane.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Seen {
    /// The game, by name or by its rules.
    #[schemars(example = &examples::PLANE)]
    game: String,
    /// The first numbers start here.
    #[schemars(example = 0)]
    x0: u64,
    /// The first numbers end before this.
    #[schemars(example = 90)]
    x1: u64,
    /// The second numbers start here.
    #[schemars(example = 0)]
    y0: u64,
    /// The second numbers end before this.
    #[schemars(example = 70)]
    y1: u64,
    /// The further numbers of the positions. They are ignored: landmarks do not depend on them.
    #[serde(default, rename = "beside")]
    _beside: Beside,
}

/// `GET /api/overlay`: the lines and the names to draw over the tiles of a window.
pub(crate) async fn overlay(
    State(state): State<Shared>,
    InAddress(asked): InAddress<Seen>,
) -> Viewed<Overlay> {
    let weight = Weight::quick(&asked.game, "overlay");
    let found = state.pool.run(weight, move |_| {
        let (x, y) = (asked.x0..asked.x1, asked.y0..asked.y1);
        if x.end.max(y.end) > MAX_NUMBER {
            return Err(Problem::bad(
                "the window is outside of the plane",
                "stay nearer to the origin",
            ));
        }
        Ok(landmarks::view(&game(&asked.game)?, &Window { x, y })?)
    });
    found.await.map(Json)
}
