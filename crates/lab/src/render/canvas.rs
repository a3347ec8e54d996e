//! A picture made of pixels: rectangles, lines and an 8×8 font, written as PNG.

use font8x8::UnicodeFonts;

/// Red, green, blue.
pub(crate) type Colour = [u8; 3];

pub(crate) const PAPER: Colour = [255, 255, 255];
pub(crate) const INK: Colour = [60, 60, 70];

/// How wide and how high a character is.
pub(crate) const CHARACTER: u32 = 8;

/// Pixels, row by row from the top.
pub(crate) struct Canvas {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

impl Canvas {
    pub(crate) fn new(width: u32, height: u32) -> Canvas {
        let pixels = PAPER.repeat(width as usize * height as usize);
        Canvas { width, height, pixels }
    }

    pub(crate) fn set(&mut self, x: u32, y: u32, colour: Colour) {
        if x < self.width && y < self.height {
            let at = 3 * (y as usize * self.width as usize + x as usize);
            self.pixels[at..at + 3].copy_from_slice(&colour);
        }
    }

    pub(crate) fn fill(&mut self, (x, y): (u32, u32), (width, height): (u32, u32), colour: Colour) {
        for row in y..y.saturating_add(height).min(self.height) {
            for column in x..x.saturating_add(width).min(self.width) {
                self.set(column, row, colour);
            }
        }
    }

    /// A straight line of this thickness between two places.
    pub(crate) fn line(&mut self, from: (f64, f64), to: (f64, f64), thick: u32, colour: Colour) {
        let (across, down) = (to.0 - from.0, to.1 - from.1);
        let steps = across.abs().max(down.abs()).ceil().max(1.0);
        for step in 0..=steps as u32 {
            let share = f64::from(step) / steps;
            let place = (from.0 + across * share, from.1 + down * share);
            let middle = f64::from(thick / 2);
            let corner = ((place.0 - middle).max(0.0) as u32, (place.1 - middle).max(0.0) as u32);
            self.fill(corner, (thick, thick), colour);
        }
    }

    /// Writes a text whose top left corner is given; characters without a glyph are left blank.
    pub(crate) fn text(&mut self, (x, y): (u32, u32), text: &str, colour: Colour) {
        for (index, character) in text.chars().enumerate() {
            let basic = font8x8::BASIC_FONTS.get(character);
            let Some(glyph) = basic.or_else(|| font8x8::LATIN_FONTS.get(character)) else {
                continue;
            };
            let left = x + CHARACTER * index as u32;
            for (row, bits) in glyph.iter().enumerate() {
                for column in (0..CHARACTER).filter(|column| bits >> column & 1 == 1) {
                    self.set(left + column, y + row as u32, colour);
                }
            }
        }
    }

    /// The picture as a PNG file.
    pub(crate) fn png(&self) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let written =
            encoder.write_header().and_then(|mut writer| writer.write_image_data(&self.pixels));
        written.expect("a picture of the right size is written to memory");
        file
    }
}

/// A colour as SVG writes it.
pub(crate) fn hex([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A text as it may stand in an SVG document.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
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
    fn a_picture_reads_back() {
        let mut canvas = Canvas::new(5, 3);
        canvas.fill((1, 1), (2, 9), [1, 2, 3]);
        canvas.set(99, 99, [9, 9, 9]);
        let file = canvas.png();
        let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.height), (5, 3));
        assert_eq!(pixels[3 * (5 + 1)..3 * (5 + 2)], [1, 2, 3]);
        assert_eq!(pixels[..3], PAPER);
    }
}
