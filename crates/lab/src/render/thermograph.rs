//! Thermographs: temperature upwards, values to the left as Left likes them, with exact marks where a
//! wall turns.

use std::fmt::Write;

use bouton_short::{Dyadic, Trajectory};

use super::canvas::{CHARACTER, Canvas, Colour, INK, escaped, hex};
use crate::value::Properties;

/// A thermograph that can be drawn.
#[derive(Clone, Debug)]
pub struct Drawing {
    title: String,
    /// The left wall and the right wall, from below upwards.
    walls: [Vec<Point>; 2],
    /// The mean, where all values are measured from.
    mean: Dyadic,
    temperature: f64,
    /// The least and the largest value that is drawn, as seen from the mean.
    least: f64,
    largest: f64,
    lowest: f64,
    highest: f64,
}

/// A place where a wall turns.
#[derive(Clone, Debug)]
struct Point {
    value: Dyadic,
    temperature: Dyadic,
    /// The value as seen from the mean.
    offset: f64,
    height: f64,
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 420.0;
const LEFT_MARGIN: f64 = 72.0;
const RIGHT_MARGIN: f64 = 24.0;
const TOP_MARGIN: f64 = 40.0;
const BOTTOM_MARGIN: f64 = 52.0;

const LEFT_WALL: Colour = [31, 91, 176];
const RIGHT_WALL: Colour = [192, 57, 43];
const GRID: Colour = [222, 222, 228];

/// Longer labels are left out: the walls show where they would stand.
const LONGEST_LABEL: usize = 10;

impl Drawing {
    /// The thermograph of a game.
    #[must_use]
    pub fn new(game: &Properties) -> Drawing {
        let (mean, temperature) = (&game.mean, &game.temperature);
        let lowest = if temperature.sign() < 0 { temperature.clone() } else { Dyadic::ZERO };
        let wall = |wall: &Trajectory| points(wall, mean, &lowest, temperature);
        let walls = [wall(&game.thermograph.left), wall(&game.thermograph.right)];
        let offsets = || walls.iter().flatten().map(|point| point.offset);
        let (least, largest) = (offsets().fold(0.0, f64::min), offsets().fold(0.0, f64::max));
        let space = (largest - least).max(0.5) * 0.15;
        let (low, high) = (lowest.to_f64(), temperature.to_f64());
        let title = format!("{}   mean {mean}, temperature {temperature}", excerpt(&game.text, 40));
        Drawing {
            title,
            walls,
            mean: mean.clone(),
            temperature: high,
            least: least - space,
            largest: largest + space,
            lowest: low,
            highest: high + (high - low).max(0.5) * 0.35,
        }
    }

    /// Across the page: larger values stand further left.
    fn across(&self, offset: f64) -> f64 {
        let inner = WIDTH - LEFT_MARGIN - RIGHT_MARGIN;
        LEFT_MARGIN + inner * (self.largest - offset) / (self.largest - self.least)
    }

    fn down(&self, height: f64) -> f64 {
        let inner = HEIGHT - TOP_MARGIN - BOTTOM_MARGIN;
        HEIGHT - BOTTOM_MARGIN - inner * (height - self.lowest) / (self.highest - self.lowest)
    }

    fn place(&self, point: &Point) -> (f64, f64) {
        (self.across(point.offset), self.down(point.height))
    }

    /// The values at which a wall turns, and the temperatures, with their places; none overlap.
    fn marks(&self) -> [Vec<(f64, String)>; 2] {
        let points = || self.walls.iter().flatten();
        let mut values: Vec<(f64, String)> =
            points().map(|point| (self.across(point.offset), point.value.to_string())).collect();
        values.push((self.across(0.0), self.mean.to_string()));
        let heights =
            points().map(|point| (self.down(point.height), point.temperature.to_string()));
        [thinned(values, 44.0), thinned(heights.collect(), 14.0)]
    }

    /// The picture as an SVG document.
    #[must_use]
    pub fn svg(&self) -> String {
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             width=\"{WIDTH}\" height=\"{HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
             <title>{title}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
             <text x=\"{LEFT_MARGIN}\" y=\"22\">{title}</text>\n",
            title = escaped(&self.title)
        );
        let mut put = |line: String| writeln!(svg, "{line}").expect("a string takes all");
        let (floor, right) = (HEIGHT - BOTTOM_MARGIN, WIDTH - RIGHT_MARGIN);
        let (grid, ink) = (hex(GRID), hex(INK));
        let [values, heights] = self.marks();
        for (x, text) in values {
            put(format!("<path d=\"M{x:.1} {TOP_MARGIN}V{floor}\" stroke=\"{grid}\"/>"));
            put(format!(
                "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{text}</text>",
                floor + 18.0
            ));
        }
        for (y, text) in heights {
            put(format!("<path d=\"M{LEFT_MARGIN} {y:.1}H{right}\" stroke=\"{grid}\"/>"));
            put(format!(
                "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>",
                LEFT_MARGIN - 8.0,
                y + 4.0
            ));
        }
        put(format!(
            "<path d=\"M{LEFT_MARGIN} {TOP_MARGIN}V{floor}H{right}\" fill=\"none\" stroke=\"{ink}\"/>"
        ));
        for (wall, colour) in self.walls.iter().zip([LEFT_WALL, RIGHT_WALL]) {
            let places = wall.iter().map(|point| self.place(point));
            let places: Vec<String> = places.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            put(format!(
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.5\"/>",
                places.join(" "),
                hex(colour)
            ));
        }
        let ((x, low), (_, high)) = self.mast();
        put(format!(
            "<path d=\"M{x:.1} {low:.1}V{high:.1}\" stroke=\"{ink}\" stroke-width=\"2.5\"/>"
        ));
        put(format!(
            "<text x=\"{right}\" y=\"{}\" text-anchor=\"end\">value (larger to the left)</text>",
            HEIGHT - 12.0
        ));
        put(format!("<text x=\"8\" y=\"{}\">temperature</text>", TOP_MARGIN - 6.0));
        svg + "</svg>\n"
    }

    /// From the temperature upwards nobody hurries.
    fn mast(&self) -> ((f64, f64), (f64, f64)) {
        let x = self.across(0.0);
        ((x, self.down(self.temperature)), (x, self.down(self.highest)))
    }

    /// The picture as a PNG file.
    #[must_use]
    pub fn png(&self) -> Vec<u8> {
        let mut canvas = Canvas::new(WIDTH as u32, HEIGHT as u32);
        canvas.text((LEFT_MARGIN as u32, 14), &self.title, INK);
        let (floor, right) = (HEIGHT - BOTTOM_MARGIN, WIDTH - RIGHT_MARGIN);
        let [values, heights] = self.marks();
        for (x, text) in values {
            canvas.line((x, TOP_MARGIN), (x, floor), 1, GRID);
            let wide = f64::from(CHARACTER) * text.len() as f64;
            canvas.text(((x - wide / 2.0).max(0.0) as u32, floor as u32 + 10), &text, INK);
        }
        for (y, text) in heights {
            canvas.line((LEFT_MARGIN, y), (right, y), 1, GRID);
            let wide = f64::from(CHARACTER) * text.len() as f64;
            let place = ((LEFT_MARGIN - 8.0 - wide).max(0.0) as u32, y as u32 - 4);
            canvas.text(place, &text, INK);
        }
        canvas.line((LEFT_MARGIN, TOP_MARGIN), (LEFT_MARGIN, floor), 1, INK);
        canvas.line((LEFT_MARGIN, floor), (right, floor), 1, INK);
        for (wall, colour) in self.walls.iter().zip([LEFT_WALL, RIGHT_WALL]) {
            for ends in wall.windows(2) {
                canvas.line(self.place(&ends[0]), self.place(&ends[1]), 3, colour);
            }
        }
        let (low, high) = self.mast();
        canvas.line(low, high, 3, INK);
        let legend = "value (larger to the left)";
        let start = right as u32 - CHARACTER * legend.len() as u32;
        canvas.text((start, HEIGHT as u32 - 20), legend, INK);
        canvas.text((8, TOP_MARGIN as u32 - 14), "temperature", INK);
        canvas.png()
    }
}

/// The turning points of a wall between two temperatures, those two included.
fn points(wall: &Trajectory, mean: &Dyadic, lowest: &Dyadic, highest: &Dyadic) -> Vec<Point> {
    let turns = wall.breakpoints().iter().map(|(temperature, _)| temperature.clone());
    let mut heights: Vec<Dyadic> = turns
        .filter(|t| t > lowest && t < highest)
        .chain([lowest.clone(), highest.clone()])
        .collect();
    heights.sort();
    heights.dedup();
    let point = |temperature: Dyadic| {
        let value = wall.evaluate(&temperature);
        let offset = (&value - mean).to_f64();
        Point { height: temperature.to_f64(), value, temperature, offset }
    };
    heights.into_iter().map(point).collect()
}

/// Marks in order, without those that are long or would stand closer than `gap` to the one before.
fn thinned(mut marks: Vec<(f64, String)>, gap: f64) -> Vec<(f64, String)> {
    marks.retain(|(_, text)| text.chars().count() <= LONGEST_LABEL);
    marks.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut kept: Vec<(f64, String)> = Vec::new();
    for mark in marks {
        if kept.last().is_none_or(|last| mark.0 - last.0 >= gap) {
            kept.push(mark);
        }
    }
    kept
}

fn excerpt(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    text.chars().take(longest).collect::<String>() + "..."
}
