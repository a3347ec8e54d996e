//! Writes scenes as PNG: anti-aliased lines, and an 8×8 font.

use font8x8::UnicodeFonts;

use super::{Cells, Colour, PAPER, Pen, Point, Scene, Shape, Text, along, start};

/// How wide and how high a character is.
const CHARACTER: f64 = 8.0;

impl Scene {
    /// The picture as a PNG file.
    #[must_use]
    pub fn png(&self) -> Vec<u8> {
        let (width, height) = self.size;
        let pixels = PAPER.repeat(width as usize * height as usize);
        let mut canvas = Canvas { corner: self.corner, width, height, pixels };
        self.shapes.iter().for_each(|shape| canvas.put(shape));
        encoded(self.size, ::png::ColorType::Rgb, &canvas.pixels)
    }
}

/// A picture of this size as a file.
pub(crate) fn encoded(size: (u32, u32), colours: ::png::ColorType, pixels: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut file, size.0, size.1);
    encoder.set_color(colours);
    encoder.set_depth(::png::BitDepth::Eight);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(pixels));
    written.expect("a picture of the right size is written to memory");
    file
}

/// Pixels, row by row from the top; the corner is the place of the first.
struct Canvas {
    corner: (i64, i64),
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

impl Canvas {
    fn put(&mut self, shape: &Shape) {
        match shape {
            Shape::Rect { at, size, fill } => self.fill(*at, *size, *fill),
            Shape::Circle { at, radius, fill, pen } => {
                let from = |(x, y): Point| (x - at.0).hypot(y - at.1);
                let outer = radius + pen.width / 2.0;
                self.shade(&[*at], outer, *fill, |place| radius + 0.5 - from(place));
                let border = |place| pen.width / 2.0 + 0.5 - (from(place) - radius).abs();
                self.shade(&[*at], outer, pen.colour, border);
            }
            Shape::Line { points, pen } => self.line(points, pen),
            Shape::Curve { points, pen } => self.line(&along(*points).collect::<Vec<_>>(), pen),
            Shape::Polygon { points, fill } => {
                self.shade(points, 0.0, *fill, |place| share_within(points, place));
            }
            Shape::Text(text) => self.text(text),
            Shape::Cells(cells) => self.cells(cells),
            Shape::Hinted(_, shapes) => shapes.iter().for_each(|shape| self.put(shape)),
        }
    }

    /// The pixels whose middles lie between two numbers, as far as there are any.
    fn range(low: f64, high: f64, corner: i64, length: u32) -> std::ops::Range<u32> {
        let pixel = |at: f64| ((at + 0.5).floor() as i64 - corner).clamp(0, length.into()) as u32;
        pixel(low)..pixel(high)
    }

    fn fill(&mut self, at: Point, size: Point, colour: Colour) {
        let columns = Canvas::range(at.0, at.0 + size.0, self.corner.0, self.width);
        let rows = Canvas::range(at.1, at.1 + size.1, self.corner.1, self.height);
        for row in rows {
            let start = 3 * (row as usize * self.width as usize + columns.start as usize);
            let line = &mut self.pixels[start..start + 3 * columns.len()];
            line.chunks_exact_mut(3).for_each(|pixel| pixel.copy_from_slice(&colour));
        }
    }

    /// Mixes a colour into the pixels around some points, as much as `share` says of the middle of each.
    fn shade(
        &mut self,
        points: &[Point],
        reach: f64,
        colour: Colour,
        share: impl Fn(Point) -> f64,
    ) {
        let least = |of: fn(&Point) -> f64| points.iter().map(of).fold(f64::INFINITY, f64::min);
        let most = |of: fn(&Point) -> f64| points.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        let reach = reach + 1.0;
        let range = |of: fn(&Point) -> f64, corner: i64, length: u32| {
            Canvas::range(least(of) - reach, most(of) + reach, corner, length)
        };
        let columns = range(|point| point.0, self.corner.0, self.width);
        for row in range(|point| point.1, self.corner.1, self.height) {
            for column in columns.clone() {
                let middle = |pixel: u32, corner: i64| f64::from(pixel) + corner as f64 + 0.5;
                let place = (middle(column, self.corner.0), middle(row, self.corner.1));
                let share = share(place).clamp(0.0, 1.0);
                if share > 0.0 {
                    let start = 3 * (row as usize * self.width as usize + column as usize);
                    for (channel, wanted) in self.pixels[start..start + 3].iter_mut().zip(colour) {
                        let mixed = f64::from(*channel) * (1.0 - share) + f64::from(wanted) * share;
                        *channel = mixed.round() as u8;
                    }
                }
            }
        }
    }

    fn line(&mut self, points: &[Point], pen: &Pen) {
        for ends in points.windows(2) {
            let (a, b) = (ends[0], ends[1]);
            let half = pen.width / 2.0;
            if a.0 == b.0 || a.1 == b.1 {
                // Lines along the sides of the picture are sharp.
                let low = (a.0.min(b.0) - half.min(0.5), a.1.min(b.1) - half.min(0.5));
                let low = if a.0 == b.0 { (a.0 - half, low.1) } else { (low.0, a.1 - half) };
                let across = (a.0 - b.0).abs().max(pen.width);
                self.fill(low, (across, (a.1 - b.1).abs().max(pen.width)), pen.colour);
            } else {
                let share = |place| half + 0.5 - distance(place, [a, b]);
                self.shade(ends, half, pen.colour, share);
            }
        }
    }

    fn cells(&mut self, cells: &Cells) {
        let ((left, top), (wide, high)) = (cells.at, cells.cell);
        for (y, row) in cells.colours.chunks(cells.columns.max(1)).enumerate() {
            let mut x = 0;
            for run in row.chunk_by(|a, b| a == b) {
                let corner = (left + x as f64 * wide, top + y as f64 * high);
                let colour = cells.palette[usize::from(run[0])];
                self.fill(corner, (run.len() as f64 * wide, high), colour);
                x += run.len();
            }
        }
    }

    fn text(&mut self, text: &Text) {
        let left = start(text, CHARACTER * text.text.chars().count() as f64).round();
        // The lowest line of a glyph is below the base line.
        let top = (text.at.1 - 7.0).round();
        for (index, character) in (0u32..).zip(text.text.chars()) {
            let (glyph, drop) = glyph(character);
            let left = left + CHARACTER * f64::from(index);
            for (row, bits) in (0u32..).zip(glyph) {
                for column in (0u32..8).filter(|column| bits >> column & 1 == 1) {
                    let place = (left + f64::from(column), top + f64::from(row) + drop);
                    self.fill(place, (1.0, 1.0), text.colour);
                }
            }
        }
    }
}

/// The lines of a character and how far it is lowered; a box if it has none.
fn glyph(character: char) -> ([u8; 8], f64) {
    let (character, drop) = match character {
        '\u{2080}'..='\u{2089}' => (char::from(b'0' + (character as u32 - 0x2080) as u8), 2.0),
        '²' => ('2', -3.0),
        '−' | '–' => ('-', 0.0),
        '→' => ('>', 0.0),
        '\u{202f}' => (' ', 0.0),
        character => (character, 0.0),
    };
    let known = font8x8::BASIC_FONTS.get(character);
    let known = known.or_else(|| font8x8::LATIN_FONTS.get(character));
    let known = known.or_else(|| font8x8::GREEK_FONTS.get(character));
    match (known, character) {
        (Some(glyph), _) => (glyph, drop),
        (None, '…') => ([0, 0, 0, 0, 0, 0, 0b0101_0100, 0], 0.0),
        (None, _) => ([0x7e, 0x42, 0x42, 0x42, 0x42, 0x42, 0x7e, 0], 0.0),
    }
}

/// How far a place is from a segment.
fn distance((x, y): Point, [a, b]: [Point; 2]) -> f64 {
    let way = (b.0 - a.0, b.1 - a.1);
    let along = (x - a.0) * way.0 + (y - a.1) * way.1;
    let share = (along / (way.0 * way.0 + way.1 * way.1).max(1e-9)).clamp(0.0, 1.0);
    (a.0 + way.0 * share - x).hypot(a.1 + way.1 * share - y)
}

/// How much of the pixel with this middle lies within a polygon, by 16 samples.
fn share_within(points: &[Point], (x, y): Point) -> f64 {
    let is_within = |x: f64, y: f64| {
        let sides = points.iter().zip(points.iter().cycle().skip(1));
        let crossed = sides.filter(|(a, b)| {
            (a.1 > y) != (b.1 > y) && x < a.0 + (b.0 - a.0) * (y - a.1) / (b.1 - a.1)
        });
        crossed.count() % 2 == 1
    };
    let offsets = [-0.375, -0.125, 0.125, 0.375];
    let samples = offsets.iter().flat_map(|down| offsets.map(|across| (across, *down)));
    samples.filter(|(across, down)| is_within(x + across, y + down)).count() as f64 / 16.0
}

#[cfg(test)]
mod tests {
    use super::super::{Anchor, INK};
    use super::*;

    /// The colour of the pixel at a place.
    fn pixels(scene: Scene) -> impl Fn(i64, i64) -> Colour {
        let scene = scene.fitted().unwrap();
        let file = std::io::Cursor::new(scene.png());
        let mut reader = ::png::Decoder::new(file).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.height), scene.size());
        move |x, y| {
            let (x, y) = (x - scene.corner.0, y - scene.corner.1);
            let start = 3 * (y as usize * info.width as usize + x as usize);
            pixels[start..start + 3].try_into().unwrap()
        }
    }

    #[test]
    fn a_picture_reads_back() {
        let mut scene = Scene::new("", "");
        scene.rect((1.0, 1.0), (2.0, 9.0), [1, 2, 3]);
        let colours = vec![0, 1, 1, 0];
        let palette = vec![[4, 4, 4], [5, 5, 5]];
        scene.cells(Cells { at: (10.0, 0.0), cell: (2.0, 3.0), columns: 2, colours, palette });
        let at = pixels(scene);
        assert_eq!([at(0, 0), at(1, 1), at(2, 9), at(3, 9)], [PAPER, [1, 2, 3], [1, 2, 3], PAPER]);
        assert_eq!([at(11, 2), at(12, 2), at(11, 3), at(13, 5)].map(|c| c[0]), [4, 5, 5, 4]);
    }

    #[test]
    fn shapes_cover_what_they_should() {
        let mut scene = Scene::new("", "");
        scene.circle((20.0, 20.0), 10.0, [200, 0, 0], Pen::new(INK, 3.0));
        scene.polygon([(40.0, 10.0), (60.0, 10.0), (40.0, 30.0)], [0, 200, 0]);
        scene.line([(70.0, 0.0), (90.0, 20.0)], Pen::new([0, 0, 200], 4.0));
        scene.text(Text::new((0.0, 60.0), "I₁日", Anchor::Start));
        let at = pixels(scene);
        assert_eq!([at(20, 20), at(30, 20), at(5, 20)], [[200, 0, 0], INK, PAPER]);
        assert_eq!([at(43, 13), at(58, 28)], [[0, 200, 0], PAPER]);
        assert_eq!([at(80, 10), at(75, 15)], [[0, 0, 200], PAPER]);
        let inked = |columns: std::ops::Range<i64>| {
            columns
                .flat_map(|x| (50..65).map(move |y| (x, y)))
                .filter(|(x, y)| at(*x, *y) == INK)
                .count()
        };
        assert!(inked(0..8) > 8 && inked(8..16) > 8);
        assert_eq!(inked(16..24), 22, "a box for a letter without a glyph");
    }
}
