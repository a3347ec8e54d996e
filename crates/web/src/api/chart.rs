//! The plane of positions (x, y): draws its tiles, and answers for single points.

use bouton_lab::ask::{AxisScale, Solve, SolveView, examples};
use bouton_lab::render::landmarks;
use bouton_lab::render::painter::Painter;
use bouton_lab::render::tile::{self, Layer, Tile};
use bouton_lab::rules::MAX_NUMBER;
use bouton_lab::{ForEngines, Window, sector_of};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::game;
use super::solve::shortened;
use crate::budget::{Budget, Weight};
use crate::page::{Page, Reply};
use crate::problem::Problem;

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
    /// The zoom of the axis upwards, if it has one of its own.
    #[schemars(range(min = -6, max = 6))]
    zoom_up: Option<i32>,
    /// How the axis to the right is drawn: at zoom 0 a pixel is a unit of n, of √n, or of 32·log2(n + 1).
    #[serde(default)]
    across: AxisScale,
    /// How the axis upwards is drawn.
    #[serde(default)]
    up: AxisScale,
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
pub(crate) struct Beside(
    #[schemars(with = "String", regex(pattern = r"^([0-9]{1,18}(,[0-9]{1,18})*)?$"))]
    pub(crate)  Vec<u64>,
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
#[serde(rename_all = "kebab-case")]
enum Shown {
    #[default]
    Outcome,
    Sectors,
    NimValues,
}

impl Where {
    pub(crate) fn key(&self) -> Key {
        let zoom = [self.zoom, self.zoom_up.unwrap_or(self.zoom)];
        let place = tile::Place { x: self.x, y: self.y, zoom, axes: [self.across, self.up] };
        let layer = match self.layer {
            Shown::Outcome => Layer::Outcome,
            Shown::Sectors => Layer::Sectors,
            Shown::NimValues => Layer::NimValues,
        };
        Key { game: self.game.clone(), beside: self.beside.clone(), place, layer }
    }

    pub(crate) fn weight(&self) -> Weight {
        let far = self.x.saturating_add(self.y).checked_ilog2();
        let Key { place: tile::Place { zoom, axes, .. }, layer, .. } = self.key();
        match (axes, zoom.into_iter().min()) {
            ([AxisScale::Linear, AxisScale::Linear], Some(FARTHEST_QUICK..)) => {
                Weight::quick(&self.game, ("tile", &self.beside, zoom, layer, far))
            }
            _ => Weight::Slow,
        }
    }

    /// Draws the tile.
    pub(crate) fn tile(&self, painter: &Painter, budget: &Budget) -> Result<Tile, Problem> {
        let Key { place, layer, .. } = self.key();
        let game = game(&self.game)?;
        let drawn = painter.tile(&game, &self.beside.0, place, layer, &budget.limits())?;
        drawn.ok_or(Problem::Unfinished)
    }
}

/// The smallest zoom that is tried in the quick lane: farther tiles have too many positions.
const FARTHEST_QUICK: i32 = -2;

/// The file of a tile.
impl From<Tile> for Reply {
    fn from(tile: Tile) -> Reply {
        Reply::new("image/png", tile.png)
            .with("cache-control", "private, max-age=31536000, immutable")
            .with("x-exact", if tile.is_exact { "true" } else { "false" })
    }
}

/// Which tile of which game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    pub(crate) game: String,
    pub(crate) beside: Beside,
    place: tile::Place,
    layer: Layer,
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

impl At {
    pub(crate) fn weight(&self) -> Weight {
        let far = self.x.saturating_add(self.y).checked_ilog2();
        Weight::quick(&self.game, ("point", &self.beside, far))
    }

    /// Who wins the position.
    pub(crate) fn point(&self, painter: &Painter, budget: &Budget) -> Result<Reply, Problem> {
        let game = game(&self.game)?;
        let numbers = [&[self.x, self.y], &self.beside.0[..]].concat();
        let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        let asked = Solve::new(&self.game, numbers.join(",").as_str());
        let question = asked.question(&budget.desk())?;
        let position = game.position(&numbers.join(","))?;
        let sector = sector_of(&game, &position);
        let found = painter.point(&question)?.ok_or(Problem::Unfinished)?;
        Reply::json(&PointPage { view: shortened(asked.view(&question, &found)?), sector })
    }
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

/// The lines and the names to draw over the tiles of a window.
impl Page for Seen {
    const NAME: &'static str = "overlay";

    fn weight(&self) -> Weight {
        Weight::quick(&self.game, "overlay")
    }

    fn answer(&self, _: &Budget) -> Result<Reply, Problem> {
        let (x, y) = (self.x0..self.x1, self.y0..self.y1);
        if x.end.max(y.end) > MAX_NUMBER {
            return Err(Problem::bad(
                "the window is outside of the plane",
                "stay nearer to the origin",
            ));
        }
        Reply::json(&landmarks::view(&game(&self.game)?, &Window { x, y })?)
    }
}
