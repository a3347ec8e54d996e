//! Pictures of a window of the plane of positions (x, y): losing cells dark, y upwards.

use std::fmt::Write;
use std::ops::Range;

use bouton_engines::{Chart, Sector, SectorKind, Window, sector};
use bouton_rules::{Coordinates, Game, Position, Refusal, Spec};
use bouton_values::Outcome;

use super::canvas::{CHARACTER, Canvas, Colour, INK, escaped, hex, ticks};
use super::landmarks::{name, runs};

/// A chart, and how it shall be drawn.
#[derive(Clone, Debug)]
pub struct Drawing<'a> {
    game: &'a Game,
    window: &'a Window,
    /// The numbers that are fixed.
    beside: &'a [u64],
    chart: &'a Chart,
    /// Pixels a cell; 0 chooses.
    cell: u32,
    sectors: bool,
}

/// The widest picture that is drawn without being asked for large cells.
const USUAL_WIDTH: u64 = 1400;
const USUAL_HEIGHT: u64 = 800;
/// The largest side of a picture.
const LARGEST: u64 = 20_000;

const LEFT_MARGIN: u32 = 60;
const BOTTOM_MARGIN: u32 = 40;
const OTHER_MARGIN: u32 = 16;

impl<'a> Drawing<'a> {
    /// A drawing of `chart`, which answers for `window`.
    ///
    /// `sectors` tints and names the sectors of Nimrod and draws the boundary of the core.
    pub fn new(
        game: &'a Game,
        window: &'a Window,
        chart: &'a Chart,
        cell: u32,
        sectors: bool,
    ) -> Result<Drawing<'a>, Refusal> {
        if sectors && !is_nimrod(game) {
            return Err(Refusal::bad(
                format!("{} has no sectors", game.title()),
                "leave --sectors out; they belong to nimrod",
            ));
        }
        let (columns, rows) = (length(&window.x), length(&window.y));
        if columns == 0 || rows == 0 {
            return Err(Refusal::bad("the window is empty", "write --x 0..200 --y 1..60"));
        }
        let fitting = (USUAL_WIDTH / columns).min(USUAL_HEIGHT / rows).clamp(1, 24) as u32;
        let cell = if cell == 0 { fitting } else { cell };
        let side = columns.max(rows).saturating_mul(cell.into());
        if side > LARGEST {
            return Err(Refusal::bad(
                format!("the picture would have a side of {side} pixels"),
                format!("draw at most {LARGEST}: a smaller window or a smaller --cell"),
            ));
        }
        Ok(Drawing { game, window, beside: &[], chart, cell, sectors })
    }

    /// The same of a slice: says which further numbers are fixed.
    #[must_use]
    pub fn beside(mut self, beside: &'a [u64]) -> Drawing<'a> {
        self.beside = beside;
        self
    }

    /// Width and height in pixels, margins included.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        let width = length(&self.window.x) as u32 * self.cell + LEFT_MARGIN + OTHER_MARGIN;
        let height = length(&self.window.y) as u32 * self.cell + BOTTOM_MARGIN + OTHER_MARGIN;
        (width, height)
    }

    /// The picture as a PNG file.
    #[must_use]
    pub fn png(&self) -> Vec<u8> {
        let (width, height) = self.size();
        let mut canvas = Canvas::new(width, height);
        for y in self.window.y.clone() {
            for x in self.window.x.clone() {
                canvas.fill(self.corner(x, y), (self.cell, self.cell), self.colour(x, y));
            }
        }
        self.boundary(|piles, y| {
            let (place, size) = self.line(&piles, y);
            canvas.fill(place, size, BOUNDARY);
        });
        for (text, x, y) in self.labels() {
            let (left, top) = self.corner(x, y);
            let wide = CHARACTER * text.len() as u32;
            let place = (left.saturating_sub(wide / 2), top.saturating_sub(CHARACTER / 2));
            canvas.fill((place.0 - 1, place.1 - 1), (wide + 2, CHARACTER + 2), [255, 255, 255]);
            canvas.text(place, &text, INK);
        }
        self.axes(&mut canvas);
        canvas.png()
    }

    fn axes(&self, canvas: &mut Canvas) {
        let (_, height) = self.size();
        let floor = height - BOTTOM_MARGIN;
        for x in self.x_ticks() {
            let (left, _) = self.corner(x, self.window.y.start);
            canvas.fill((left + self.cell / 2, floor), (1, 4), INK);
            let wide = CHARACTER * x.to_string().len() as u32;
            let place = (left + self.cell / 2).saturating_sub(wide / 2);
            canvas.text((place, floor + 6), &x.to_string(), INK);
        }
        for y in self.y_ticks() {
            let (_, top) = self.corner(self.window.x.start, y);
            canvas.fill((LEFT_MARGIN - 4, top + self.cell / 2), (4, 1), INK);
            let text = y.to_string();
            let wide = CHARACTER * text.len() as u32;
            let middle = (top + self.cell / 2).saturating_sub(CHARACTER / 2);
            canvas.text(((LEFT_MARGIN - 6).saturating_sub(wide), middle), &text, INK);
        }
        let [x_name, y_name] = self.names();
        let (width, _) = self.size();
        let right = (width - OTHER_MARGIN).saturating_sub(CHARACTER * x_name.len() as u32);
        canvas.text((right, floor + 22), &x_name, INK);
        canvas.text((4, 4), &y_name, INK);
    }

    /// The picture as an SVG document.
    #[must_use]
    pub fn svg(&self) -> String {
        let (width, height) = self.size();
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"11\">\n\
             <title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
            escaped(self.game.title())
        );
        let mut put = |line: String| writeln!(svg, "{line}").expect("a string takes all");
        self.runs(&mut put);
        self.boundary(|piles, y| {
            let ((left, top), (wide, high)) = self.line(&piles, y);
            put(format!(
                "<rect x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{high}\" fill=\"{}\"/>",
                hex(BOUNDARY)
            ));
        });
        for (text, x, y) in self.labels() {
            let (left, top) = self.corner(x, y);
            let (kind, number) = text.split_at(1);
            put(format!(
                "<text x=\"{left}\" y=\"{top}\" text-anchor=\"middle\" stroke=\"#fff\" \
                 stroke-width=\"3\" paint-order=\"stroke\">{kind}<tspan baseline-shift=\"sub\" \
                 font-size=\"8\">{number}</tspan></text>"
            ));
        }
        self.svg_axes(&mut put);
        svg + "</svg>\n"
    }

    /// Cells of one colour beside each other become one rectangle.
    fn runs(&self, put: &mut impl FnMut(String)) {
        for y in self.window.y.clone() {
            let mut start = self.window.x.start;
            while start < self.window.x.end {
                let colour = self.colour(start, y);
                let same = |x: &u64| self.colour(*x, y) == colour;
                let end = start + (start..self.window.x.end).take_while(same).count() as u64;
                let (left, top) = self.corner(start, y);
                put(format!(
                    "<rect x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
                    (end - start) * u64::from(self.cell),
                    self.cell,
                    hex(colour)
                ));
                start = end;
            }
        }
    }

    fn svg_axes(&self, put: &mut impl FnMut(String)) {
        let (width, height) = self.size();
        let floor = height - BOTTOM_MARGIN;
        for x in self.x_ticks() {
            let middle = self.corner(x, self.window.y.start).0 + self.cell / 2;
            put(format!("<path d=\"M{middle} {floor}v4\" stroke=\"{}\"/>", hex(INK)));
            put(format!(
                "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{x}</text>",
                floor + 16
            ));
        }
        for y in self.y_ticks() {
            let middle = self.corner(self.window.x.start, y).1 + self.cell / 2;
            put(format!("<path d=\"M{LEFT_MARGIN} {middle}h-4\" stroke=\"{}\"/>", hex(INK)));
            put(format!(
                "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{y}</text>",
                LEFT_MARGIN - 6,
                middle + 4
            ));
        }
        let [x_name, y_name] = self.names();
        let right = width - OTHER_MARGIN;
        put(format!(
            "<text x=\"{right}\" y=\"{}\" text-anchor=\"end\">{x_name}</text>",
            floor + 32
        ));
        put(format!("<text x=\"4\" y=\"12\">{y_name}</text>"));
    }

    /// Place and size of a line two pixels high under the cells of a row.
    fn line(&self, piles: &Range<u64>, y: u64) -> ((u32, u32), (u32, u32)) {
        let (left, top) = self.corner(piles.start, y);
        ((left, top + self.cell - 1), (length(piles) as u32 * self.cell, 2))
    }

    /// The top left corner of a cell.
    fn corner(&self, x: u64, y: u64) -> (u32, u32) {
        let right = (x - self.window.x.start) as u32 * self.cell;
        let down = (self.window.y.end - 1 - y) as u32 * self.cell;
        (LEFT_MARGIN + right, OTHER_MARGIN + down)
    }

    fn colour(&self, x: u64, y: u64) -> Colour {
        let found = outcome(self.chart, self.window, x, y);
        let base = found.map_or([200, 200, 200], outcome_colour);
        match self.sectors.then(|| sector(x, y)).flatten() {
            Some(found) => mixed(base, tint(found.kind)),
            None => base,
        }
    }

    /// Calls `mark` with the pieces of the boundary of the core, p = r²/2 + r/4 - 3/2: for each row the
    /// piles that it spans up to the next row.
    fn boundary(&self, mut mark: impl FnMut(Range<u64>, u64)) {
        if !self.sectors {
            return;
        }
        for y in self.window.y.clone() {
            let start = core_begins(y).max(self.window.x.start);
            let end = core_begins(y + 1).min(self.window.x.end);
            if start < end {
                mark(start..end, y);
            }
        }
    }

    /// The names of the sectors that are wide enough, in the middle of their highest row in view.
    fn labels(&self) -> Vec<(String, u64, u64)> {
        if !self.sectors {
            return Vec::new();
        }
        let y = self.window.y.start + length(&self.window.y) * 5 / 6;
        let label = |(sector, piles): (Sector, Range<u64>)| {
            let text = name(sector);
            let room = length(&piles) * u64::from(self.cell);
            let fits = room > u64::from(CHARACTER) * (text.len() as u64 + 1);
            fits.then(|| (text, piles.start + length(&piles) / 2, y))
        };
        runs(&self.window.x, 1, y).into_iter().filter_map(label).collect()
    }

    fn x_ticks(&self) -> Vec<u64> {
        let room = length(&self.window.x) * u64::from(self.cell);
        let widest = u64::from(CHARACTER) * (self.window.x.end.to_string().len() as u64 + 2);
        ticks(self.window.x.start, self.window.x.end, room / widest)
    }

    fn y_ticks(&self) -> Vec<u64> {
        let room = length(&self.window.y) * u64::from(self.cell);
        ticks(self.window.y.start, self.window.y.end, room / 24)
    }

    fn names(&self) -> [String; 2] {
        let [x, y] = axis_names(self.game);
        match self.beside {
            [] => [x, y],
            beside => [format!("{x}, beside {}", Position::Tuple(beside.to_vec())), y],
        }
    }
}

/// The outcome of a position in the window, `None` where there is no position.
pub(crate) fn outcome(chart: &Chart, window: &Window, x: u64, y: u64) -> Option<Outcome> {
    let (row, column) = ((y - window.y.start) as usize, (x - window.x.start) as usize);
    match chart {
        Chart::Losing(rows) if rows[row].get(column) => Some(Outcome::P),
        Chart::Losing(_) => Some(Outcome::N),
        Chart::Outcomes(rows) => rows[row][column],
    }
}

/// What the first two numbers of a position are called.
pub(crate) fn axis_names(game: &Game) -> [String; 2] {
    let coordinates = game.finite().and_then(|game| game.spec.tuple_rules());
    match coordinates.map(|rules| rules.coordinates()) {
        Some(Coordinates::Named(names)) if names.len() >= 2 => [names[0].clone(), names[1].clone()],
        _ => ["first", "second"].map(str::to_owned),
    }
}

/// The colour of a position with this outcome.
pub(crate) fn outcome_colour(outcome: Outcome) -> Colour {
    match outcome {
        Outcome::P => [31, 41, 55],
        Outcome::N => [243, 240, 232],
        Outcome::L => [86, 140, 214],
        Outcome::R => [208, 96, 132],
        Outcome::D | Outcome::LD | Outcome::DL | Outcome::RD | Outcome::DR => [226, 190, 76],
    }
}

/// The pile at which the core of Nimrod begins at this rate: p = r²/2 + r/4 - 3/2.
pub(crate) fn core_begins(rate: u64) -> u64 {
    let quarters = 2 * u128::from(rate) * u128::from(rate) + u128::from(rate);
    u64::try_from(quarters.saturating_sub(6) / 4).unwrap_or(u64::MAX)
}

const BOUNDARY: Colour = [214, 73, 51];

/// The game whose sectors are known.
pub(crate) fn is_nimrod(game: &Game) -> bool {
    matches!(game.finite().map(|game| &game.spec), Some(Spec::Rate(rules)) if rules.reach == 1)
}

fn length(range: &Range<u64>) -> u64 {
    range.end.saturating_sub(range.start)
}

pub(crate) fn tint(kind: SectorKind) -> Colour {
    match kind {
        SectorKind::A => [120, 190, 120],
        SectorKind::B => [110, 170, 220],
        SectorKind::C => [235, 180, 90],
        SectorKind::D => [120, 60, 140],
    }
}

pub(crate) fn mixed(a: Colour, b: Colour) -> Colour {
    std::array::from_fn(|index| ((u16::from(a[index]) + u16::from(b[index])) / 2) as u8)
}
