//! Pictures as lists of shapes, written as SVG or as PNG.
//!
//! Drawing code puts shapes into a [`Scene`], with the origin anywhere; at the end the scene is fitted around its
//! shapes, so nothing is cut off. The ending of a file name chooses the [`Format`].
//!
//! # Main definitions
//! * [`Scene`]: the shapes, with a title and a description for those who cannot see them.
//! * `svg`, `png`: the two back ends.

mod png;
mod svg;

use std::ops::Range;
use std::path::Path;

use bouton_values::Refusal;

pub(crate) use png::encoded;
pub use svg::escaped;
pub(crate) use svg::hex;

/// A colour: red, green and blue, each from 0 to 255.
pub type Colour = [u8; 3];

pub(crate) const PAPER: Colour = [255, 255, 255];
pub(crate) const INK: Colour = [60, 60, 70];
pub(crate) const GRID: Colour = [222, 222, 228];

/// A place, x to the right and y downwards, in pixels.
pub(crate) type Point = (f64, f64);

/// The default size of letters.
pub(crate) const TEXT: f64 = 12.0;
/// How wide a letter is, in sizes; fonts of SVG are narrower than that of PNG.
const LETTER: f64 = 2.0 / 3.0;
/// Free space around a picture.
const MARGIN: f64 = 12.0;

/// The most pixels of a picture, and of one of its sides.
const MOST_PIXELS: u64 = 100_000_000;
const LONGEST_SIDE: u64 = 40_000;

/// The file format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// SVG: shapes, sharp at any size.
    Svg,
    /// PNG: pixels, with anti-aliased lines.
    Png,
}

impl Format {
    /// The format that the ending of a file asks for.
    ///
    /// ```
    /// use bouton_lab::render::scene::Format;
    /// assert_eq!(Format::of("chart.svg".as_ref()), Ok(Format::Svg));
    /// assert!(Format::of("chart.jpg".as_ref()).is_err());
    /// ```
    pub fn of(path: &Path) -> Result<Format, Refusal> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        match ending.to_ascii_lowercase().as_str() {
            "svg" => Ok(Format::Svg),
            "png" => Ok(Format::Png),
            _ => Err(Refusal::bad(
                format!("{} ends neither in .png nor in .svg", path.display()),
                "use a name such as picture.png or picture.svg",
            )),
        }
    }
}

/// A picture made of shapes, which can be written as SVG or PNG.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The title, one line.
    pub(crate) title: String,
    /// A description for those who cannot see the picture.
    pub(crate) description: String,
    shapes: Vec<Shape>,
    /// The corner and the size, once it is fitted.
    corner: (i64, i64),
    size: (u32, u32),
}

/// What a scene is made of; later shapes hide earlier ones.
#[derive(Clone, Debug)]
enum Shape {
    Rect {
        at: Point,
        size: Point,
        fill: Colour,
    },
    Circle {
        at: Point,
        radius: f64,
        fill: Colour,
        pen: Pen,
    },
    Line {
        points: Vec<Point>,
        pen: Pen,
    },
    /// A cubic Bézier curve.
    Curve {
        points: [Point; 4],
        pen: Pen,
    },
    Polygon {
        points: Vec<Point>,
        fill: Colour,
    },
    Text(Text),
    Cells(Cells),
    /// Shapes with a text that shows when one of them is pointed at.
    Hinted(String, Vec<Shape>),
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pen {
    pub(crate) colour: Colour,
    pub(crate) width: f64,
}

impl Pen {
    pub(crate) const fn new(colour: Colour, width: f64) -> Pen {
        Pen { colour, width }
    }
}

/// Which part of a text is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A line of text; its place is on the base line.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    at: Point,
    text: String,
    anchor: Anchor,
    size: f64,
    colour: Colour,
}

impl Text {
    pub(crate) fn new(at: Point, text: impl Into<String>, anchor: Anchor) -> Text {
        Text { at, text: text.into(), anchor, size: TEXT, colour: INK }
    }

    pub(crate) fn size(self, size: f64) -> Text {
        Text { size, ..self }
    }

    pub(crate) fn colour(self, colour: Colour) -> Text {
        Text { colour, ..self }
    }
}

/// A field of cells in a few colours, row by row from the top: a byte a cell, where rectangles would take a hundred.
#[derive(Clone, Debug)]
pub(crate) struct Cells {
    pub(crate) at: Point,
    /// Width and height of a cell.
    pub(crate) cell: Point,
    pub(crate) columns: usize,
    /// The place of the colour of each cell in the palette.
    pub(crate) colours: Vec<u8>,
    pub(crate) palette: Vec<Colour>,
}

impl Scene {
    pub(crate) fn new(title: impl Into<String>, description: impl Into<String>) -> Scene {
        let (title, description) = (title.into(), description.into());
        Scene { title, description, shapes: Vec::new(), corner: (0, 0), size: (1, 1) }
    }

    pub(crate) fn rect(&mut self, at: Point, size: Point, fill: Colour) {
        self.shapes.push(Shape::Rect { at, size, fill });
    }

    pub(crate) fn circle(&mut self, at: Point, radius: f64, fill: Colour, pen: Pen) {
        self.shapes.push(Shape::Circle { at, radius, fill, pen });
    }

    /// A line through some points; nothing if there are fewer than two.
    pub(crate) fn line(&mut self, points: impl Into<Vec<Point>>, pen: Pen) {
        let points = points.into();
        if points.len() > 1 {
            self.shapes.push(Shape::Line { points, pen });
        }
    }

    pub(crate) fn curve(&mut self, points: [Point; 4], pen: Pen) {
        self.shapes.push(Shape::Curve { points, pen });
    }

    pub(crate) fn polygon(&mut self, points: impl Into<Vec<Point>>, fill: Colour) {
        self.shapes.push(Shape::Polygon { points: points.into(), fill });
    }

    pub(crate) fn text(&mut self, text: Text) {
        self.shapes.push(Shape::Text(text));
    }

    pub(crate) fn cells(&mut self, cells: Cells) {
        self.shapes.push(Shape::Cells(cells));
    }

    /// What `draw` draws, with a text that shows when it is pointed at.
    pub(crate) fn hinted(&mut self, hint: impl Into<String>, draw: impl FnOnce(&mut Scene)) {
        let start = self.shapes.len();
        draw(self);
        let shapes = self.shapes.split_off(start);
        self.shapes.push(Shape::Hinted(hint.into(), shapes));
    }

    /// Marks under an axis: a number, and a tick or a line of height `rise`.
    pub(crate) fn marks_below(&mut self, floor: f64, rise: f64, marks: Vec<(f64, String)>) {
        let (end, colour) = if rise > 0.0 { (floor - rise, GRID) } else { (floor + 5.0, INK) };
        for (x, text) in marks {
            self.line([(x, floor), (x, end)], Pen::new(colour, 1.0));
            self.text(Text::new((x, floor + 18.0), text, Anchor::Middle));
        }
    }

    /// Marks left of an axis: a number, and a tick or a line of length `reach`.
    pub(crate) fn marks_left(&mut self, left: f64, reach: f64, marks: Vec<(f64, String)>) {
        let (end, colour) = if reach > 0.0 { (left + reach, GRID) } else { (left - 5.0, INK) };
        for (y, text) in marks {
            self.line([(left, y), (end, y)], Pen::new(colour, 1.0));
            self.text(Text::new((left - 8.0, y + 4.0), text, Anchor::End));
        }
    }

    /// What colours mean, in lines between two sides.
    pub(crate) fn legend(&mut self, top: f64, sides: Range<f64>, entries: &[(Colour, String)]) {
        let widths: Vec<f64> = entries.iter().map(|(_, text)| 20.0 + width(text, TEXT)).collect();
        for ((colour, text), (x, y)) in entries.iter().zip(flow(top, sides, &widths)) {
            self.rect((x - 1.0, y - 11.0), (14.0, 12.0), INK);
            self.rect((x, y - 10.0), (12.0, 10.0), *colour);
            self.text(Text::new((x + 20.0, y), text, Anchor::Start));
        }
    }

    /// The scene with the size of what is in it, unless that is too large.
    pub(crate) fn fitted(mut self) -> Result<Scene, Refusal> {
        let (mut low, mut high) = ((0.0, 0.0), (0.0, 0.0));
        for shape in &self.shapes {
            shape.corners(&mut |(x, y)| {
                (low, high) = ((x.min(low.0), y.min(low.1)), (x.max(high.0), y.max(high.1)));
            });
        }
        // Whole numbers, so that cells of whole pixels stay sharp.
        let start = |low: f64| (low - MARGIN).floor() as i64;
        let length = |low: f64, high: f64| ((high + MARGIN).ceil() as i64 - start(low)) as u64;
        let (wide, tall) = (length(low.0, high.0), length(low.1, high.1));
        check_size(wide, tall)?;
        (self.corner, self.size) = ((start(low.0), start(low.1)), (wide as u32, tall as u32));
        Ok(self)
    }

    /// The picture with another title.
    #[must_use]
    pub fn titled(self, title: impl Into<String>) -> Scene {
        Scene { title: title.into(), ..self }
    }

    /// The width and the height of the picture in pixels.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        self.size
    }

    /// The picture as a file.
    pub fn file(&self, format: Format) -> Result<Vec<u8>, Refusal> {
        match format {
            Format::Svg => self.svg().map(String::into_bytes),
            Format::Png => Ok(self.png()),
        }
    }
}

impl Shape {
    /// Calls `report` with the corners of a box around the shape.
    fn corners(&self, report: &mut impl FnMut(Point)) {
        let mut span = |at: Point, size: Point| {
            report(at);
            report((at.0 + size.0, at.1 + size.1));
        };
        match self {
            Shape::Rect { at, size, .. } => span(*at, *size),
            Shape::Circle { at: (x, y), radius, pen, .. } => {
                let reach = radius + pen.width / 2.0;
                span((x - reach, y - reach), (2.0 * reach, 2.0 * reach));
            }
            Shape::Line { points, .. } | Shape::Polygon { points, .. } => {
                points.iter().for_each(|point| report(*point));
            }
            Shape::Curve { points, .. } => along(*points).for_each(report),
            Shape::Text(text) => {
                let wide = width(&text.text, text.size);
                span((start(text, wide), text.at.1 - text.size), (wide, 1.3 * text.size));
            }
            Shape::Cells(cells) => {
                let rows = cells.colours.len().div_ceil(cells.columns.max(1));
                span(cells.at, (cells.columns as f64 * cells.cell.0, rows as f64 * cells.cell.1));
            }
            Shape::Hinted(_, shapes) => shapes.iter().for_each(|shape| shape.corners(report)),
        }
    }
}

/// Refuses a picture that is too large.
pub(crate) fn check_size(wide: u64, tall: u64) -> Result<(), Refusal> {
    if wide.max(tall) <= LONGEST_SIDE && wide.saturating_mul(tall) <= MOST_PIXELS {
        return Ok(());
    }
    Err(Refusal::bad(
        format!("the picture would have {wide}×{tall} pixels"),
        format!("draw less or smaller: at most {LONGEST_SIDE} a side and {MOST_PIXELS} in all"),
    ))
}

/// Where a text of this width begins.
fn start(text: &Text, wide: f64) -> f64 {
    text.at.0
        - match text.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => wide / 2.0,
            Anchor::End => wide,
        }
}

/// Points along a Bézier curve.
fn along([a, b, c, d]: [Point; 4]) -> impl Iterator<Item = Point> {
    const PARTS: u32 = 24;
    (0..=PARTS).map(move |part| {
        let t = f64::from(part) / f64::from(PARTS);
        let s = 1.0 - t;
        let [p, q, r, u] = [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t];
        let mixed = |a, b, c, d| p * a + q * b + r * c + u * d;
        (mixed(a.0, b.0, c.0, d.0), mixed(a.1, b.1, c.1, d.1))
    })
}

/// About how wide a text is; East Asian characters are twice as wide.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    let is_wide = |c: &char| *c >= '\u{1100}' && !('\u{2000}'..'\u{2e80}').contains(c);
    let letters = text.chars().count() + text.chars().filter(is_wide).count();
    letters as f64 * LETTER * size
}

/// The places of entries of these widths in lines between two sides, at least one in each line.
pub(crate) fn flow(top: f64, sides: Range<f64>, widths: &[f64]) -> Vec<Point> {
    let (mut x, mut y) = (sides.start, top);
    let place = |wide: &f64| {
        if x > sides.start && x + wide > sides.end {
            (x, y) = (sides.start, y + 20.0);
        }
        let at = (x, y);
        x += wide + 18.0;
        at
    };
    widths.iter().map(place).collect()
}

/// Black or white, whichever can be read on this colour.
pub(crate) fn ink_on([red, green, blue]: Colour) -> Colour {
    let light = 299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue);
    if light > 130_000 { [20, 22, 30] } else { PAPER }
}

/// Round numbers from `start` to `end`, at most about `most` of them.
pub(crate) fn ticks(start: u64, end: u64, most: u64) -> Vec<u64> {
    let span = end.saturating_sub(start).max(1);
    let steps = (0..19).flat_map(|power| [1, 2, 5].map(|digit| digit * 10u64.pow(power)));
    let step = steps.into_iter().find(|step| span / step < most.max(1)).unwrap_or(span);
    let first = start.div_ceil(step) * step;
    (first..end).step_by(usize::try_from(step).unwrap_or(usize::MAX)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(ticks(0, 100, 6), [0, 20, 40, 60, 80]);
        assert_eq!(ticks(7, 33, 6), [10, 15, 20, 25, 30]);
        assert_eq!(
            ticks(10_000_000, 10_002_000, 5),
            [10_000_000, 10_000_500, 10_001_000, 10_001_500]
        );
        assert_eq!(ticks(3, 4, 5), [3]);
    }

    #[test]
    fn the_ending_chooses() {
        for (name, format) in [("a.png", Format::Png), ("a.SVG", Format::Svg)] {
            assert_eq!(Format::of(name.as_ref()), Ok(format));
        }
        for name in ["a.jpg", "png", ".svg", "a"] {
            let refusal = Format::of(name.as_ref()).unwrap_err();
            assert!(refusal.to_string().ends_with("ends neither in .png nor in .svg"), "{name}");
        }
    }

    #[test]
    fn a_scene_is_as_large_as_what_is_in_it() {
        let mut scene = Scene::new("", "");
        scene.rect((-20.0, 5.0), (50.0, 10.0), INK);
        let scene = scene.fitted().unwrap();
        assert_eq!((scene.corner, scene.size()), ((-32, -12), (74, 39)));
        let mut large = Scene::new("", "");
        large.rect((0.0, 0.0), (1e5, 1.0), INK);
        let refusal = large.fitted().unwrap_err();
        assert_eq!(refusal.to_string(), "the picture would have 100024×25 pixels");
        assert!(refusal.help().to_string().contains("40000 a side"));
    }

    #[test]
    fn entries_flow_into_lines() {
        let places = flow(5.0, 10.0..100.0, &[40.0, 40.0, 200.0, 10.0]);
        assert_eq!(places, [(10.0, 5.0), (10.0, 25.0), (10.0, 45.0), (10.0, 65.0)]);
        assert_eq!(flow(0.0, 0.0..100.0, &[30.0, 30.0])[1], (48.0, 0.0));
    }
}
