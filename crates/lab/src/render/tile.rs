//! Draws square tiles of the plane of positions (x, y), for a map that can be moved and zoomed.
//!
//! At zoom z a tile shows 2⁸⁻ᶻ positions a side: at 0 a pixel is a position, above it a position is a square of
//! 2ᶻ pixels, below it a pixel stands for many positions. As in a chart, y grows upwards: the last line of pixels is
//! the lowest y of the tile.

use bouton_engines::{Ask, Chart, Finding, Window, sector};
use bouton_rules::{Game, Limits, MAX_NUMBER, Refusal};

use super::chart::{OUTCOMES, is_nimrod, kind_of, mixed, outcome_colour, tint};
use super::scene::Colour;
use crate::answer::answer;
use crate::question::Question;
use crate::show::picture_of;

/// Pixels a side.
pub const SIDE: u32 = 256;
/// The supported zooms.
pub const ZOOMS: std::ops::RangeInclusive<i32> = -6..=6;

/// The place of a tile in the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The number of tiles to the right of the origin.
    pub x: u64,
    /// The number of tiles above the origin.
    pub y: u64,
    /// The zoom; see the module.
    pub zoom: i32,
}

/// What the colours of a tile show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layer {
    /// The outcomes.
    Outcome,
    /// The outcomes, tinted by the sectors of Nimrod.
    Sectors,
}

/// A tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The picture, a PNG file.
    pub png: Vec<u8>,
    /// Does every pixel show exactly one position?
    pub is_exact: bool,
}

impl Place {
    /// How many positions the tile has a side.
    #[must_use]
    pub fn positions(self) -> u64 {
        match self.zoom {
            0.. => u64::from(SIDE) >> self.zoom,
            _ => u64::from(SIDE) << -self.zoom,
        }
    }

    /// The positions that the tile shows.
    pub fn window(self) -> Result<Window, Refusal> {
        if !ZOOMS.contains(&self.zoom) {
            let (least, most) = (ZOOMS.start(), ZOOMS.end());
            return Err(Refusal::bad(
                format!("the zoom {} is not supported", self.zoom),
                format!("zoom between {least} and {most}"),
            ));
        }
        let side = self.positions();
        let range = |tile: u64| {
            let start = tile.checked_mul(side)?;
            let end = start.checked_add(side)?;
            (end <= MAX_NUMBER).then_some(start..end)
        };
        match (range(self.x), range(self.y)) {
            (Some(x), Some(y)) => Ok(Window { x, y }),
            _ => Err(Refusal::bad("the tile is outside of the plane", "stay nearer to the origin")),
        }
    }
}

/// Draws a tile of the plane of positions (x, y, beside…).
///
/// ```
/// use bouton_lab::render::tile::{Layer, Place, tile};
/// use bouton_lab::rules::{Game, Limits};
/// let nimrod = Game::parse("nimrod")?;
/// let place = Place { x: 0, y: 0, zoom: 0 };
/// let drawn = tile(&nimrod, &[], place, Layer::Sectors, &Limits::default())?;
/// assert!(drawn.is_exact && drawn.png.starts_with(b"\x89PNG"));
/// # Ok::<(), bouton_lab::rules::Refusal>(())
/// ```
pub fn tile(
    game: &Game,
    beside: &[u64],
    place: Place,
    layer: Layer,
    limits: &Limits,
) -> Result<Tile, Refusal> {
    tile_with(game, place, layer, limits, |window| chart(game, beside, window, limits))
}

/// The outcomes in a window, by the first engine that accepts.
pub(super) fn chart(
    game: &Game,
    beside: &[u64],
    window: Window,
    limits: &Limits,
) -> Result<Chart, Refusal> {
    let ask = Ask::chart(window, beside.to_vec());
    let question = Question { limits: limits.clone(), ..Question::new(game.clone(), ask) };
    match answer(&question)?.finding {
        Finding::Chart(chart) => Ok(chart),
        _ => Err(Refusal::bad("the answer has no chart", "ask for another game")),
    }
}

/// Draws a tile from charts that the given function computes.
pub(super) fn tile_with(
    game: &Game,
    place: Place,
    layer: Layer,
    limits: &Limits,
    mut chart: impl FnMut(Window) -> Result<Chart, Refusal>,
) -> Result<Tile, Refusal> {
    let window = place.window()?;
    if layer == Layer::Sectors && !is_nimrod(game) {
        return Err(Refusal::unsupported(
            format!("{} has no sectors", game.title()),
            "they belong to nimrod; ask for the layer outcome",
        ));
    }
    let mut chart = |y: std::ops::Range<u64>| chart(Window { x: window.x.clone(), y });
    // If the lowest row is not legal, as at Nimrod's rate 0, the others alone take one bit per position.
    let charts = match window.y.start == 0 && picture_of(game) == "pile-and-rate" {
        true => vec![chart(0..1)?, chart(1..window.y.end)?],
        false => vec![chart(window.y.clone())?],
    };
    let drawing = Drawing { charts: &charts, window: &window, zoom: place.zoom, layer };
    Ok(Tile { png: drawing.png(limits)?, is_exact: place.zoom >= 0 })
}

struct Drawing<'a> {
    /// The rows, from below; a lone one may come first.
    charts: &'a [Chart],
    window: &'a Window,
    zoom: i32,
    layer: Layer,
}

/// Red, green, blue and opacity; pixels without a position are transparent.
type Pixel = [u8; 4];
const NOTHING: Pixel = [0; 4];

impl Drawing<'_> {
    fn png(&self, limits: &Limits) -> Result<Vec<u8>, Refusal> {
        let side = SIDE as usize;
        let mut pixels = Vec::with_capacity(4 * side * side);
        for line in (0..side).rev() {
            limits.progress((side - line) as u64, side as u64)?;
            for column in 0..side {
                pixels.extend(self.pixel(column, line));
            }
        }
        Ok(encoded(&pixels))
    }

    /// The pixel in this column and in this line from below.
    fn pixel(&self, column: usize, line: usize) -> Pixel {
        let (across, up) = match self.zoom {
            0.. => (column >> self.zoom, line >> self.zoom),
            _ => (column << -self.zoom, line << -self.zoom),
        };
        let (x, y) = (self.window.x.start + across as u64, self.window.y.start + up as u64);
        let size = 1 << (-self.zoom).max(0);
        let tally = self.tally(across, up, size);
        let Some(base) = shade(&tally) else { return NOTHING };
        let colour = match self.layer {
            Layer::Outcome => base,
            Layer::Sectors => match sector(x, y).map(|found| found.kind) {
                Some(kind) => mixed(base, tint(kind)),
                None => base,
            },
        };
        [colour[0], colour[1], colour[2], u8::MAX]
    }

    /// How many of the positions in a square have each letter.
    fn tally(&self, across: usize, up: usize, size: usize) -> Tally {
        let mut tally = [0; OUTCOMES.len()];
        for row in up..up + size {
            let (chart, row) = match self.charts {
                [lowest, _] if row == 0 => (lowest, 0),
                [_, others] => (others, row - 1),
                charts => (&charts[0], row),
            };
            match chart {
                Chart::Losing(rows) => {
                    let lost = rows[row].count_between(across, across + size) as u32;
                    tally[0] += lost;
                    tally[1] += size as u32 - lost;
                }
                Chart::Outcomes(_) | Chart::NimValues(_) => {
                    let columns = across..across + size;
                    for outcome in columns.filter_map(|column| chart.outcome(row, column)) {
                        tally[usize::from(kind_of(outcome))] += 1;
                    }
                }
            }
        }
        tally
    }
}

type Tally = [u32; OUTCOMES.len()];

/// One position has its colour. Of many each outcome has the weight of the root of its share, so that lone losing
/// positions in a field of won ones can still be seen.
fn shade(tally: &Tally) -> Option<Colour> {
    let total: u32 = tally.iter().sum();
    if total == 0 {
        return None;
    }
    let weights = tally.map(|count| f64::from(count).sqrt());
    let whole: f64 = weights.iter().sum();
    Some(std::array::from_fn(|channel| {
        let parts = OUTCOMES.iter().zip(weights);
        let light = parts.map(|(outcome, w)| f64::from(outcome_colour(*outcome)[channel]) * w);
        (light.sum::<f64>() / whole).round() as u8
    }))
}

fn encoded(pixels: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, SIDE, SIDE);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(pixels));
    written.expect("a picture of the right size is written to memory");
    file
}

#[cfg(test)]
mod tests {
    use bouton_values::Outcome;

    use super::*;

    fn pixels(game: &str, place: Place, layer: Layer) -> Vec<u8> {
        slice_pixels(game, &[], place, layer)
    }

    fn slice_pixels(game: &str, beside: &[u64], place: Place, layer: Layer) -> Vec<u8> {
        let game = Game::parse(game).unwrap();
        let drawn = tile(&game, beside, place, layer, &Limits::default()).expect("small");
        assert_eq!(drawn.is_exact, place.zoom >= 0);
        let mut reader = png::Decoder::new(std::io::Cursor::new(drawn.png)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.height), (SIDE, SIDE));
        pixels
    }

    /// The pixel that shows (x, y) at the corner of the plane.
    fn at(pixels: &[u8], zoom: i32, x: usize, y: usize) -> [u8; 4] {
        let side = SIDE as usize;
        let (column, line) = (x << zoom, side - 1 - (y << zoom));
        pixels[4 * (line * side + column)..][..4].try_into().unwrap()
    }

    /// Wythoff's cold positions are the pairs (⌊kφ⌋, ⌊kφ²⌋): 0,0 1,2 3,5 4,7 6,10 8,13.
    #[test]
    fn pixels_are_positions() {
        let cold = [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13)];
        for zoom in [0, 4] {
            let drawn = pixels("wythoff", Place { x: 0, y: 0, zoom }, Layer::Outcome);
            for x in 0..9 {
                for y in 0..14 {
                    let is_cold = cold.contains(&(x, y)) || cold.contains(&(y, x));
                    let dark = at(&drawn, zoom, x, y)[0] < 100;
                    assert_eq!(dark, is_cold, "{x},{y} at zoom {zoom}");
                }
            }
        }
    }

    /// By the theorem on three heaps.
    #[test]
    fn slices_have_their_own_pixels() {
        let beside_3 = slice_pixels("antonim", &[3], Place { x: 0, y: 0, zoom: 4 }, Layer::Outcome);
        for x in 0..16 {
            for y in 0..16 {
                // (x+1) ⊕ (y+1) ⊕ 4 = 0, and no two heaps alike.
                let legal = x != 3 && y != 3 && (x != y || x == 0);
                let wanted = legal.then_some((x + 1) ^ (y + 1) == 4);
                let [red, .., opaque] = at(&beside_3, 4, x, y);
                assert_eq!((opaque > 0).then_some(red < 100), wanted, "{x},{y}");
            }
        }
    }

    #[test]
    fn lone_cold_positions_are_seen_from_afar() {
        let drawn = pixels("wythoff", Place { x: 0, y: 0, zoom: -3 }, Layer::Outcome);
        let plain = outcome_colour(Outcome::N)[0];
        assert!(at(&drawn, 0, 0, 0)[0] < plain - 10, "0,0 is among those of the corner");
        assert_eq!(at(&drawn, 0, 200, 0)[0], plain, "no cold position has 1600,0 to 1607,7");
    }

    #[test]
    fn sectors_belong_to_nimrod_and_tiles_to_the_plane() {
        let wythoff = Game::parse("wythoff").unwrap();
        let limits = Limits::default();
        let here = Place { x: 0, y: 0, zoom: 0 };
        assert!(tile(&wythoff, &[], here, Layer::Sectors, &limits).is_err());
        for place in
            [Place { zoom: 7, ..here }, Place { zoom: -7, ..here }, Place { x: u64::MAX, ..here }]
        {
            assert!(tile(&wythoff, &[], place, Layer::Outcome, &limits).is_err());
        }
    }
}
