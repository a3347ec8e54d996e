//! Draws square tiles of the plane of positions (x, y), for a map that can be moved and zoomed.
//!
//! At zoom z a tile shows 2⁸⁻ᶻ positions a side: at 0 a pixel is a position, above it a position is a square of
//! 2ᶻ pixels, below it a pixel stands for many positions. As in a chart, y grows upwards: the last line of pixels is
//! the lowest y of the tile. The two axes may have zooms of their own, and other scales than linear ones: then a pixel
//! shows the numbers that are in it by `axis::place`.

use std::ops::Range;

use bouton_ask::{AxisScale, Of};
use bouton_engines::{Chart, Window, sector};
use bouton_rules::{Game, Limits, MAX_NUMBER, Refusal};
use bouton_values::to_index;

use super::axis;
use super::chart::{
    OUTCOMES, blend, has_sectors, kind_of, mixed, nim_value_colour, outcome_colour, tint,
};
use super::scene::{Colour, encoded};
use crate::answer::answer;
use crate::question::Question;
use crate::questions::{ForEngines, charted};
use crate::show::picture_of;

/// The width and the height of a tile in pixels.
pub const SIDE: u32 = 256;
/// The supported zooms of a map.
pub const ZOOMS: std::ops::RangeInclusive<i32> = -6..=6;

/// The place of a tile in the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The number of tiles to the right of the origin.
    pub x: u64,
    /// The number of tiles above the origin.
    pub y: u64,
    /// The zooms of the two axes; see the module.
    pub zoom: [i32; 2],
    /// The scales of the two axes.
    pub axes: [AxisScale; 2],
}

/// The layer of a map: what the colours of a tile show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layer {
    /// The outcomes of the positions.
    Outcome,
    /// The outcomes, tinted by the sectors of Nimrod.
    Sectors,
    /// The nim-values of the positions.
    NimValues,
}

/// A square piece of a chart that is shown like a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The picture, a PNG file.
    pub png: Vec<u8>,
    /// Does every pixel show exactly one position?
    pub is_exact: bool,
}

/// The most positions of a tile: those of a linear one from afar.
const MOST_POSITIONS: u64 = 1 << 28;

/// The numbers that the columns of pixels show, from the left, and the lines, from below.
type Lines = [Vec<Range<u64>>; 2];

impl Place {
    /// A tile with linear axes that have the same zoom.
    #[must_use]
    pub fn new(x: u64, y: u64, zoom: i32) -> Place {
        Place { x, y, zoom: [zoom; 2], axes: [AxisScale::Linear; 2] }
    }

    /// The numbers of the columns and of the lines of pixels.
    fn lines(self) -> Result<Lines, Refusal> {
        if let Some(zoom) = self.zoom.into_iter().find(|zoom| !ZOOMS.contains(zoom)) {
            let (least, most) = (ZOOMS.start(), ZOOMS.end());
            return Err(Refusal::bad(
                format!("the zoom {zoom} is not supported"),
                format!("zoom between {least} and {most}"),
            ));
        }
        let lines = |at: usize, tile: u64| {
            let lines = axis::tile(self.axes[at], tile, self.zoom[at], SIDE)?;
            lines.last().is_some_and(|last| last.end <= MAX_NUMBER).then_some(lines)
        };
        let (Some(x), Some(y)) = (lines(0, self.x), lines(1, self.y)) else {
            let help = "stay nearer to the origin";
            return Err(Refusal::bad("the tile is outside of the plane", help));
        };
        let lines = [x, y];
        let [wide, high] = lines.each_ref().map(|lines| span(lines)).map(|all| all.end - all.start);
        match wide.saturating_mul(high) {
            ..=MOST_POSITIONS => Ok(lines),
            _ => Err(Refusal::bad(
                format!("a tile of {wide}×{high} positions is too large"),
                "zoom in, or stay nearer to the origin",
            )),
        }
    }
}

/// All numbers of some lines.
fn span(lines: &[Range<u64>]) -> Range<u64> {
    match lines {
        [first, .., last] => first.start..last.end,
        _ => 0..0,
    }
}

/// Draws a tile of the plane of positions (x, y, beside…).
///
/// ```
/// use bouton_lab::render::tile::{Layer, Place, tile};
/// use bouton_lab::rules::{Game, Limits};
/// let nimrod = Game::parse("nimrod")?;
/// let place = Place::new(0, 0, 0);
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
    tile_with(game, place, layer, limits, |window| chart(game, beside, window, layer, limits))
}

/// The outcomes or nim-values in a window, by the first engine that accepts.
pub(super) fn chart(
    game: &Game,
    beside: &[u64],
    window: Window,
    layer: Layer,
    limits: &Limits,
) -> Result<Chart, Refusal> {
    let (x, y) = ([window.x.start, window.x.end], [window.y.start, window.y.end]);
    let of = if layer == Layer::NimValues { Of::NimValue } else { Of::Outcome };
    let asked =
        bouton_ask::Chart { beside: beside.to_vec(), of, ..bouton_ask::Chart::new("", x, y) };
    let ask = asked.ask(game)?;
    let question = Question { limits: limits.clone(), ..Question::new(game.clone(), ask) };
    let found = answer(&question)?;
    match charted(&asked, &found) {
        Some(chart) => Ok(chart.into_owned()),
        None => Err(Refusal::bad("the answer has no chart", "ask for another game")),
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
    let lines = place.lines()?;
    if layer == Layer::Sectors && !has_sectors(game) {
        return Err(Refusal::unsupported(
            format!("{} has no sectors", game.title()),
            "they belong to nimrod; ask for the layer outcome",
        ));
    }
    let [x, y] = lines.each_ref().map(|lines| span(lines));
    let mut chart = |y: Range<u64>| chart(Window { x: x.clone(), y });
    // If the lowest row is not legal, as at Nimrod's rate 0, the others alone take one bit per position.
    let charts = match y.start == 0 && y.end > 1 && picture_of(game) == "pile-and-rate" {
        true => vec![chart(0..1)?, chart(1..y.end)?],
        false => vec![chart(y.clone())?],
    };
    let is_exact = lines.iter().flatten().all(|line| line.end - line.start == 1);
    let drawing = Drawing { charts: &charts, corner: [x.start, y.start], lines, layer };
    Ok(Tile { png: drawing.png(limits)?, is_exact })
}

struct Drawing<'a> {
    /// The rows, from below; a lone one may come first.
    charts: &'a [Chart],
    /// The least numbers of the charts.
    corner: [u64; 2],
    lines: Lines,
    layer: Layer,
}

/// Red, green, blue and opacity; pixels without a position are transparent.
type Pixel = [u8; 4];
const NOTHING: Pixel = [0; 4];

impl Drawing<'_> {
    fn png(&self, limits: &Limits) -> Result<Vec<u8>, Refusal> {
        let side = SIDE as usize;
        let mut pixels = Vec::with_capacity(4 * side * side);
        let ranges = |axis: usize| {
            let index = move |at: u64| to_index(at - self.corner[axis]);
            self.lines[axis].iter().map(move |line| index(line.start)..index(line.end))
        };
        let columns: Vec<Range<usize>> = ranges(0).collect();
        for (done, y) in ranges(1).rev().enumerate() {
            limits.progress(done as u64 + 1, side as u64)?;
            for x in &columns {
                pixels.extend(match self.colour(x.clone(), y.clone()) {
                    Some([red, green, blue]) => [red, green, blue, u8::MAX],
                    None => NOTHING,
                });
            }
        }
        Ok(encoded((SIDE, SIDE), png::ColorType::Rgba, &pixels))
    }

    /// The colour of a rectangle of positions; `None` if there is no position in it.
    fn colour(&self, x: Range<usize>, y: Range<usize>) -> Option<Colour> {
        if self.layer == Layer::NimValues {
            let values = y.flat_map(|row| {
                let (chart, row) = self.row(row);
                let value = |column| match chart {
                    Chart::NimValues(rows) => rows[row][column],
                    Chart::Losing(_) | Chart::Outcomes(_) => None,
                };
                x.clone().filter_map(value).collect::<Vec<u64>>()
            });
            let colours: Vec<(Colour, u32)> =
                values.map(|value| (nim_value_colour(value), 1)).collect();
            return blend(colours.into_iter());
        }
        let (left, low) = (self.corner[0] + x.start as u64, self.corner[1] + y.start as u64);
        let base = blend(OUTCOMES.into_iter().map(outcome_colour).zip(self.tally(&x, y)))?;
        Some(match self.layer {
            Layer::Outcome | Layer::NimValues => base,
            Layer::Sectors => match sector(left, low).map(|found| found.kind) {
                Some(kind) => mixed(base, tint(kind)),
                None => base,
            },
        })
    }

    /// The chart that has this row, and which of its rows it is.
    fn row(&self, row: usize) -> (&Chart, usize) {
        match self.charts {
            [lowest, _] if row == 0 => (lowest, 0),
            [_, others] => (others, row - 1),
            charts => (&charts[0], row),
        }
    }

    /// How many of the positions in a rectangle have each letter.
    fn tally(&self, x: &Range<usize>, y: Range<usize>) -> [u32; OUTCOMES.len()] {
        let mut tally = [0; OUTCOMES.len()];
        for row in y {
            let (chart, row) = self.row(row);
            match chart {
                Chart::Losing(rows) => {
                    let lost = rows[row].count_between(x.start, x.end) as u32;
                    tally[0] += lost;
                    tally[1] += x.len() as u32 - lost;
                }
                Chart::Outcomes(_) | Chart::NimValues(_) => {
                    for outcome in x.clone().filter_map(|column| chart.outcome(row, column)) {
                        tally[usize::from(kind_of(outcome))] += 1;
                    }
                }
            }
        }
        tally
    }
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
        assert_eq!(drawn.is_exact, place.zoom[0] >= 0 && place.axes[0] == AxisScale::Linear);
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
            let drawn = pixels("wythoff", Place::new(0, 0, zoom), Layer::Outcome);
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
        let beside_3 = slice_pixels("antonim", &[3], Place::new(0, 0, 4), Layer::Outcome);
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
        let drawn = pixels("wythoff", Place::new(0, 0, -3), Layer::Outcome);
        let plain = outcome_colour(Outcome::N)[0];
        assert!(at(&drawn, 0, 0, 0)[0] < plain - 10, "0,0 is among those of the corner");
        assert_eq!(at(&drawn, 0, 200, 0)[0], plain, "no cold position has 1600,0 to 1607,7");
    }

    #[test]
    fn sectors_belong_to_nimrod_and_tiles_to_the_plane() {
        let wythoff = Game::parse("wythoff").unwrap();
        let limits = Limits::default();
        let here = Place::new(0, 0, 0);
        assert!(tile(&wythoff, &[], here, Layer::Sectors, &limits).is_err());
        for place in [Place::new(0, 0, 7), Place::new(0, 0, -7), Place { x: u64::MAX, ..here }] {
            assert!(tile(&wythoff, &[], place, Layer::Outcome, &limits).is_err());
        }
    }
}
