//! Axes of charts and maps, linear or not: where a number is, and which numbers a pixel shows.
//!
//! The number n takes the room from [`place`] of n to that of n + 1. A pixel that lies within the room of a number shows
//! it alone; one in which others begin shows all numbers from the first one in it to the last that begins before the
//! next pixel, so that every number is seen somewhere.

use std::ops::Range;

use bouton_ask::AxisScale;

use super::scene::ticks;

/// Units of a logarithmic axis from a power of two to the next: at zoom 0 a pixel is a unit, and small numbers have
/// many pixels.
const OCTAVE: f64 = 32.0;

/// The position of a number on an axis with this scale: where the space for it begins.
///
/// ```
/// use bouton_lab::ask::AxisScale;
/// use bouton_lab::render::axis::place;
/// assert_eq!(place(AxisScale::Linear, 49.0), 49.0);
/// assert_eq!(place(AxisScale::Sqrt, 49.0), 7.0);
/// assert_eq!(place(AxisScale::Log, 7.0), 3.0 * place(AxisScale::Log, 1.0));
/// ```
#[must_use]
pub fn place(scale: AxisScale, number: f64) -> f64 {
    match scale {
        AxisScale::Linear => number,
        AxisScale::Sqrt => number.sqrt(),
        AxisScale::Log => OCTAVE * (number + 1.0).log2(),
    }
}

/// The point of the axis at a place: the inverse of [`place`].
fn number(scale: AxisScale, place: f64) -> f64 {
    match scale {
        AxisScale::Linear => place,
        AxisScale::Sqrt => place * place,
        AxisScale::Log => (place / OCTAVE).exp2() - 1.0,
    }
}

/// The numbers of each of the pixels of a tile; `None` if there are none as large.
pub(super) fn tile(scale: AxisScale, tile: u64, zoom: i32, side: u32) -> Option<Vec<Range<u64>>> {
    let begins = |pixel: u32| {
        let pixel = tile.checked_mul(side.into())?.checked_add(pixel.into())?;
        match scale {
            // Whole numbers, since floating-point numbers are not exact as far as the plane reaches.
            AxisScale::Linear if zoom < 0 => pixel.checked_mul(1 << -zoom),
            AxisScale::Linear => Some(pixel >> zoom),
            AxisScale::Sqrt | AxisScale::Log => {
                Some(number(scale, pixel as f64 * f64::from(-zoom).exp2()) as u64)
            }
        }
    };
    pixels(side, begins)
}

/// A side of a chart: its numbers, and the pixels that they are drawn on.
#[derive(Clone, Debug)]
pub(super) struct Side {
    pub(super) numbers: Range<u64>,
    pub(super) scale: AxisScale,
    /// The pixels of a line: of a number on a linear axis, else one.
    pub(super) cell: f64,
    /// All pixels.
    pub(super) length: f64,
}

impl Side {
    /// A side of this many pixels for each number; on other axes than linear ones, of `length` pixels.
    pub(super) fn new(numbers: Range<u64>, scale: AxisScale, cell: u64, length: u64) -> Side {
        let count = numbers.end.saturating_sub(numbers.start);
        let (cell, length) = match scale {
            AxisScale::Linear => (cell, count.saturating_mul(cell)),
            AxisScale::Sqrt | AxisScale::Log => (1, length),
        };
        Side { numbers, scale, cell: cell as f64, length: length as f64 }
    }

    /// How far a point of the axis is from the start, in pixels; a number n takes the room from n to n + 1.
    pub(super) fn offset(&self, point: f64) -> f64 {
        let start = self.numbers.start as f64;
        match self.scale {
            AxisScale::Linear => (point - start) * self.cell,
            scale => {
                let begin = place(scale, start);
                let whole = place(scale, self.numbers.end as f64) - begin;
                (place(scale, point.max(0.0)) - begin) / whole * self.length
            }
        }
    }

    /// The numbers of each line of cells.
    pub(super) fn lines(&self) -> Vec<Range<u64>> {
        let Range { start, end } = self.numbers;
        if self.scale == AxisScale::Linear {
            return (start..end).map(|number| number..number + 1).collect();
        }
        let [begin, finish] = [start, end].map(|number| place(self.scale, number as f64));
        let begins = |pixel: u32| match f64::from(pixel) / self.length {
            0.0 => Some(start),
            1.0 => Some(end),
            share => {
                let found = number(self.scale, begin + share * (finish - begin)) as u64;
                Some(found.clamp(start, end - 1))
            }
        };
        pixels(self.length as u32, begins).unwrap_or_default()
    }

    /// Round numbers for marks, none nearer than `room` pixels to another.
    pub(super) fn marks(&self, room: f64) -> Vec<u64> {
        let Range { start, end } = self.numbers;
        if self.scale == AxisScale::Linear {
            return ticks(start, end, (self.length / room) as u64);
        }
        let powers = || (0..18).map(|power| 10u64.pow(power));
        // The rounder ones first.
        let digits = [1, 5, 2, 3, 4, 6, 7, 8, 9].into_iter();
        let candidates = digits.flat_map(|digit| powers().map(move |power| digit * power));
        let middle = |number: u64| self.offset(number as f64 + 0.5);
        let mut marks: Vec<u64> = Vec::new();
        for number in [0].into_iter().chain(candidates).filter(|one| self.numbers.contains(one)) {
            if marks.iter().all(|other| (middle(*other) - middle(number)).abs() >= room) {
                marks.push(number);
            }
        }
        marks
    }
}

/// The numbers of pixels, by where the numbers of each pixel begin.
fn pixels(count: u32, begins: impl Fn(u32) -> Option<u64>) -> Option<Vec<Range<u64>>> {
    let of = |pixel| {
        let (start, end) = (begins(pixel)?, begins(pixel + 1)?);
        Some(start..end.max(start.checked_add(1)?))
    };
    (0..count).map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// √49 = 7: the pixel 7 begins with 49 and ends before 64. log₂(n + 1) = 1 at 1 and 2 at 3.
    #[test]
    fn pixels_show_the_numbers_in_them() {
        let roots = tile(AxisScale::Sqrt, 0, 0, 256).unwrap();
        assert_eq!((&roots[0], &roots[1], &roots[7]), (&(0..1), &(1..4), &(49..64)));
        let logarithms = tile(AxisScale::Log, 0, 0, 256).unwrap();
        assert_eq!(
            (&logarithms[31], &logarithms[32], &logarithms[64]),
            (&(0..1), &(1..2), &(3..4))
        );
        assert_eq!(tile(AxisScale::Linear, 3, 1, 256).unwrap()[9], 388..389);
        assert_eq!(tile(AxisScale::Linear, 3, -1, 256).unwrap()[9], 1554..1556);
        assert_eq!(tile(AxisScale::Linear, u64::MAX, 0, 256), None);
    }

    /// Every pixel begins where the one before it ends, or with the one number that this shows.
    fn cover(lines: &[Range<u64>]) -> bool {
        let meet = |one: &Range<u64>, next: &Range<u64>| {
            next.start == one.end || (next.start == one.start && one.end == one.start + 1)
        };
        lines.windows(2).all(|pair| meet(&pair[0], &pair[1]))
    }

    #[test]
    fn every_number_is_seen_somewhere() {
        for scale in [AxisScale::Linear, AxisScale::Sqrt, AxisScale::Log] {
            for (zoom, at) in [-3, 0, 2, 6].into_iter().flat_map(|zoom| [(zoom, 0), (zoom, 5)]) {
                let tiles = [at, at + 1].map(|at| tile(scale, at, zoom, 256));
                let [Some(lines), Some(next)] = tiles else {
                    assert_eq!((scale, zoom), (AxisScale::Log, -3), "2⁶⁴ is on the first tile");
                    continue;
                };
                assert!(cover(&[lines, next].concat()), "{scale:?} at {zoom}");
            }
            for numbers in [0..7, 0..100_000, 30..900, 5..6] {
                let lines = Side::new(numbers.clone(), scale, 1, 500).lines();
                assert!(cover(&lines), "{scale:?} {numbers:?}");
                assert_eq!(lines[0].start..lines[lines.len() - 1].end, numbers, "{scale:?}");
            }
        }
    }

    #[test]
    fn marks_are_round_and_apart() {
        let side = Side::new(0..1_000_000, AxisScale::Log, 1, 1000);
        let mut marks = side.marks(60.0);
        marks.sort_unstable();
        for power in [0, 10, 100, 1000, 100_000] {
            assert!(marks.contains(&power), "{marks:?}");
        }
        let places = marks.iter().map(|mark| side.offset(*mark as f64 + 0.5));
        assert!(places.collect::<Vec<f64>>().windows(2).all(|pair| pair[1] - pair[0] >= 60.0));
        let side = Side::new(0..10_000, AxisScale::Sqrt, 1, 1000);
        assert_eq!((side.offset(2500.0), side.offset(10_000.0)), (500.0, 1000.0));
    }
}
