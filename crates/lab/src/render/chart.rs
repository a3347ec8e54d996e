//! Pictures of a window of the plane of positions (x, y): losing cells dark, y upwards.
//!
//! The sectors A_k, B_k and C_k of Nimrod overlap, so one tint cannot distinguish them: cells are tinted where only one
//! of the three decides, and bars above the plot show which piles each sector holds at the highest rate in view.

use std::collections::BTreeSet;
use std::ops::Range;

use bouton_ask::AxisScale;
use bouton_engines::{Chart, Sector, SectorKind, Window};
use bouton_rules::{Coordinates, Game, Help, Position, Refusal, Spec};
use bouton_values::{Outcome, to_index};

use super::axis::Side;
use super::scene::{Anchor, Cells, Colour, Pen, Point, Scene, TEXT, Text};
use super::scene::{check_size, ink_on, width};

/// A chart, and how to draw it.
#[derive(Clone, Debug)]
pub struct Drawing<'a> {
    game: &'a Game,
    window: &'a Window,
    /// The further numbers of the positions, which are fixed.
    beside: &'a [u64],
    chart: &'a Chart,
    /// The two axes.
    sides: [Side; 2],
    sectors: bool,
}

/// The default width of the plot, and its height with sectors, which need room.
const USUAL_WIDTH: u64 = 1000;
const USUAL_HEIGHT: u64 = 800;
const SECTORS_HEIGHT: u64 = 400;
const LARGEST_CELL: u64 = 24;
/// The most positions of a window with an axis that is not linear, where a pixel may show many.
const MOST_POSITIONS: u64 = 1 << 28;

/// The distance from one bar to the next.
const BAR: f64 = 18.0;
const BOUNDARY: Colour = [214, 73, 51];

impl<'a> Drawing<'a> {
    /// A drawing of `chart` over `window`, with `cell` pixels for a side of each cell; 0 chooses.
    ///
    /// On an axis that is not linear a pixel may show several positions; its colour is between theirs. `sectors` tints
    /// the sectors of Nimrod, names them above the plot, and draws the boundary of the core.
    pub fn new(
        game: &'a Game,
        window: &'a Window,
        chart: &'a Chart,
        axes: [AxisScale; 2],
        cell: u32,
        sectors: bool,
    ) -> Result<Drawing<'a>, Refusal> {
        if sectors && !has_sectors(game) {
            return Err(Refusal::unsupported(
                format!("{} has no sectors", game.title()),
                Help::from("leave ").setting("sectors").and(" out; they belong to nimrod"),
            ));
        }
        let (columns, rows) = (length(&window.x), length(&window.y));
        if columns == 0 || rows == 0 {
            let help = Help::from("write ").set("x", "0..200").and(" and ").set("y", "1..60");
            return Err(Refusal::bad("the window is empty", help));
        }
        let fitting = (USUAL_WIDTH / columns).min(USUAL_HEIGHT / rows).clamp(1, LARGEST_CELL);
        let (wide, high) = match cell {
            0 if sectors => (fitting, (SECTORS_HEIGHT / rows).clamp(fitting, LARGEST_CELL)),
            0 => (fitting, fitting),
            cell => (cell.into(), cell.into()),
        };
        let height = if sectors { SECTORS_HEIGHT } else { USUAL_HEIGHT };
        let sides = [
            Side::new(window.x.clone(), axes[0], wide, USUAL_WIDTH),
            Side::new(window.y.clone(), axes[1], high, height),
        ];
        let [wide, tall] = sides.each_ref().map(|side| side.length as u64);
        check_size(wide, tall)?;
        if columns.saturating_mul(rows) > MOST_POSITIONS {
            return Err(Refusal::bad(
                format!("a chart of {columns}×{rows} positions is too large"),
                format!("draw at most {MOST_POSITIONS} positions"),
            ));
        }
        Ok(Drawing { game, window, beside: &[], chart, sides, sectors })
    }

    /// Sets the further numbers of the positions, for a chart of a slice.
    #[must_use]
    pub fn beside(mut self, beside: &'a [u64]) -> Drawing<'a> {
        self.beside = beside;
        self
    }

    /// The picture. The origin is the top left corner of the plot.
    pub fn scene(&self) -> Result<Scene, Refusal> {
        let ([x, y], Window { x: across, y: up }) = (self.names(), self.window);
        let about = format!(
            "{x} {} to {} to the right, {y} {} to {} upwards; a cell for each position",
            across.start,
            across.end - 1,
            up.start,
            up.end - 1
        );
        let mut scene = Scene::new(self.game.title(), about);
        let cells = match self.chart {
            Chart::NimValues(rows) => shaded(rows),
            Chart::Losing(_) | Chart::Outcomes(_) => self.painted(),
        };
        let lines = self.sides.each_ref().map(Side::lines);
        let columns = lines[0].len();
        let ColouredCells { colours, palette, mut legend } = cells.condensed(self.window, &lines);
        let cell = (self.sides[0].cell, self.sides[1].cell);
        scene.cells(Cells { at: (0.0, 0.0), cell, columns, colours, palette });
        self.axes(&mut scene);
        let top = if self.sectors { -26.0 - 5.0 * BAR } else { -8.0 };
        let title = Text::new((0.0, top - 18.0), self.game.title(), Anchor::Start);
        scene.text(title.size(1.25 * TEXT));
        if self.sectors {
            self.bars(&mut scene);
            if self.boundary(&mut scene) {
                let meaning = "the core begins at p = r²/2 + r/4 − 3/2";
                legend.push((BOUNDARY, meaning.to_owned()));
            }
        }
        let (right, floor) = self.size();
        scene.legend(floor + 60.0, 0.0..right.max(480.0), &legend);
        scene.fitted()
    }

    /// The cells by their outcomes and sectors.
    fn painted(&self) -> ColouredCells {
        let colours: Vec<u8> = self.window.y.clone().rev().flat_map(|y| self.row(y)).collect();
        let mut occurs = [false; KINDS.len()];
        colours.iter().for_each(|kind| occurs[usize::from(*kind)] = true);
        let shown = KINDS.iter().zip(occurs).filter(|(_, occurs)| *occurs);
        let legend = shown.map(|((colour, meaning), _)| (*colour, (*meaning).to_owned()));
        let palette = KINDS.map(|(colour, _)| colour).to_vec();
        ColouredCells { legend: legend.collect(), colours, palette }
    }

    /// Width and height of the plot.
    fn size(&self) -> Point {
        (self.sides[0].length, self.sides[1].length)
    }

    /// The middle of a cell.
    fn place(&self, x: f64, y: f64) -> Point {
        let [across, up] = &self.sides;
        (across.offset(x + 0.5), up.length - up.offset(y + 0.5))
    }

    fn axes(&self, scene: &mut Scene) {
        let (right, floor) = self.size();
        let [across, up] = &self.sides;
        let room = width(&format!("{}  ", across.numbers.end), TEXT);
        let below = across.marks(room).into_iter();
        let below = below.map(|mark| (self.place(mark as f64, 0.0).0, mark.to_string()));
        scene.marks_below(floor, 0.0, below.collect());
        let left = up.marks(36.0).into_iter();
        let left = left.map(|mark| (self.place(0.0, mark as f64).1, mark.to_string()));
        scene.marks_left(0.0, 0.0, left.collect());
        let [x, y] = self.names();
        scene.text(Text::new((right, floor + 36.0), x, Anchor::End));
        scene.text(Text::new((-8.0, -8.0), y, Anchor::End));
    }

    /// The kinds of the cells of a row.
    fn row(&self, y: u64) -> Vec<u8> {
        let start = self.window.x.start;
        let mut within = vec![[false; 4]; to_index(length(&self.window.x))];
        if self.sectors {
            for (index, kind) in SectorKind::ALL.into_iter().enumerate() {
                for (_, piles) in self.sectors_of(kind, y) {
                    piles.for_each(|pile| within[to_index(pile - start)][index] = true);
                }
            }
        }
        let kind = |(x, within): (u64, [bool; 4])| match (self.outcome(x, y), within) {
            (Some(Outcome::P), [.., true]) => LOST_IN_D,
            (Some(Outcome::N), [true, false, false, _]) => WON_IN_A,
            (Some(Outcome::N), [false, true, false, _]) => WON_IN_A + 1,
            (Some(Outcome::N), [false, false, true, _]) => WON_IN_A + 2,
            (Some(Outcome::N), [true, ..] | [_, true, ..]) => WON_IN_SEVERAL,
            (Some(outcome), _) => kind_of(outcome),
            (None, _) => NO_POSITION,
        };
        (start..).zip(within).map(kind).collect()
    }

    /// The outcome of a position in the window, `None` where there is no position.
    fn outcome(&self, x: u64, y: u64) -> Option<Outcome> {
        let row = to_index(y - self.window.y.start);
        let column = to_index(x - self.window.x.start);
        self.chart.outcome(row, column)
    }

    /// The sectors of a kind at a rate, with the piles in view that they hold; at rate 0 there are none.
    fn sectors_of(&self, kind: SectorKind, rate: u64) -> Vec<(Sector, Range<u64>)> {
        let Range { start, end } = self.window.x;
        let left = |k: u64| Sector { kind, k }.bounds(rate).0;
        let step = left(1) - left(0);
        if step <= 0 {
            return Vec::new();
        }
        // Left ends are further apart than a sector is long, so those before this one end before the window.
        let before = u64::try_from((i128::from(start) - left(0)) / step).unwrap_or(0);
        let first = before.max(u64::from(kind != SectorKind::D));
        let sectors = (first..).map(|k| Sector { kind, k });
        let in_view = sectors.take_while(|sector| sector.bounds(rate).0 < i128::from(end));
        let clipped = in_view.map(|sector| {
            let (left, right) = sector.bounds(rate);
            let clip = |pile: i128| {
                let pile = pile.clamp(i128::from(start), i128::from(end));
                u64::try_from(pile).unwrap_or(end)
            };
            (sector, clip(left + 1)..clip(right))
        });
        clipped.filter(|(_, piles)| !piles.is_empty()).collect()
    }

    /// The piles of each sector at the highest rate.
    fn bars(&self, scene: &mut Scene) {
        let (rate, [_, name]) = (self.window.y.end - 1, axis_names(self.game));
        let top = -26.0 - 4.0 * BAR;
        let heading = format!("The piles of each sector at the {name} {rate}");
        scene.text(Text::new((0.0, top - 6.0), heading, Anchor::Start));
        for (index, kind) in SectorKind::ALL.into_iter().enumerate() {
            let (colour, _) = KINDS[usize::from(WON_IN_A) + index];
            let top = top + BAR * index as f64;
            for (sector, piles) in self.sectors_of(kind, rate) {
                let [left, right] =
                    [piles.start, piles.end].map(|pile| self.sides[0].offset(pile as f64));
                let wide = right - left;
                scene.rect((left, top), ((wide - 1.0).max(1.0), BAR - 3.0), colour);
                if wide > 26.0 {
                    let middle = (left + wide / 2.0, top + 11.0);
                    let ink = ink_on(colour);
                    scene.text(Text::new(middle, indexed(sector), Anchor::Middle).colour(ink));
                }
            }
        }
    }

    /// The boundary of the core, p = r²/2 + r/4 - 3/2; says whether it is in view.
    fn boundary(&self, scene: &mut Scene) -> bool {
        let Window { x, y } = self.window;
        let rates = (4 * y.start..=4 * (y.end - 1)).map(|quarters| quarters as f64 / 4.0);
        let points = rates.map(|r| (r * r / 2.0 + r / 4.0 - 1.5, r));
        let in_view = |(p, _): &Point| x.start as f64 <= *p && *p <= x.end as f64 - 0.5;
        let points: Vec<Point> = points.filter(in_view).map(|(p, r)| self.place(p, r)).collect();
        let is_seen = points.len() > 1;
        scene.line(points, Pen::new(BOUNDARY, 3.0));
        is_seen
    }

    fn names(&self) -> [String; 2] {
        let [x, y] = axis_names(self.game);
        let [across, up] = self.sides.each_ref().map(|side| match side.scale {
            AxisScale::Linear => "",
            AxisScale::Sqrt => " (square roots)",
            AxisScale::Log => " (logarithms)",
        });
        let beside = match self.beside {
            [] => String::new(),
            beside => format!(", beside {}", Position::Tuple(beside.to_vec())),
        };
        [format!("{x}{across}{beside}"), format!("{y}{up}")]
    }
}

/// Cells as indices into a palette, the highest row first, and what the colours mean.
struct ColouredCells {
    colours: Vec<u8>,
    palette: Vec<Colour>,
    legend: Vec<(Colour, String)>,
}

impl ColouredCells {
    /// A cell for each column and line, which may hold several positions; their colours are mixed.
    fn condensed(self, window: &Window, [columns, lines]: &[Vec<Range<u64>>; 2]) -> ColouredCells {
        let wide = to_index(length(&window.x));
        if columns.len() * lines.len() == self.colours.len() && columns.len() == wide {
            return self;
        }
        let ColouredCells { colours, mut palette, mut legend } = self;
        let plain = palette.clone();
        let mut mixtures = vec![None; columns.len() * lines.len()];
        let mut places: Vec<u8> = Vec::with_capacity(mixtures.len());
        for line in lines.iter().rev() {
            let rows = to_index(window.y.end - line.end)..to_index(window.y.end - line.start);
            for column in columns {
                let [left, right] =
                    [column.start, column.end].map(|x| to_index(x - window.x.start));
                let held =
                    rows.clone().flat_map(|row| &colours[row * wide + left..row * wide + right]);
                let first = colours[rows.start * wide + left];
                if held.clone().any(|kind| *kind != first) {
                    let mut counts = vec![0; plain.len()];
                    held.for_each(|kind| counts[usize::from(*kind)] += 1);
                    mixtures[places.len()] = blend(plain.iter().copied().zip(counts));
                }
                places.push(first);
            }
        }
        // A palette has 256 colours: similar mixtures share one.
        let rough = |colour: Colour, bits: u32| colour.map(|light| light >> bits << bits);
        let distinct = |bits| -> BTreeSet<Colour> {
            mixtures.iter().flatten().map(|colour| rough(*colour, bits)).collect()
        };
        let room = 256 - plain.len();
        let bits = (0..8).find(|bits| distinct(*bits).len() <= room).unwrap_or(8);
        palette.extend(distinct(bits));
        for (place, mixture) in places.iter_mut().zip(&mixtures) {
            let Some(colour) = mixture.map(|colour| rough(colour, bits)) else { continue };
            let at = palette[plain.len()..].binary_search(&colour).unwrap_or(0);
            *place = (plain.len() + at) as u8;
        }
        if let ([(one, _), (other, _), ..], true) = (&legend[..], palette.len() > plain.len()) {
            let between = mixed(*one, *other);
            legend.push((between, "between: several positions in a pixel".to_owned()));
        }
        ColouredCells { colours: places, palette, legend }
    }
}

/// The colour of many positions, each kind with the weight of the root of its share, so that lone losing positions in a
/// field of won ones can still be seen.
pub(super) fn blend(parts: impl Iterator<Item = (Colour, u32)> + Clone) -> Option<Colour> {
    let weights = parts.map(|(colour, count)| (colour, f64::from(count).sqrt()));
    let whole: f64 = weights.clone().map(|(_, weight)| weight).sum();
    let light = |channel: usize| {
        weights.clone().map(|(colour, weight)| f64::from(colour[channel]) * weight).sum::<f64>()
    };
    (whole > 0.0).then(|| std::array::from_fn(|channel| (light(channel) / whole).round() as u8))
}

/// The steps of the scale of colours for nim-values from 1 up.
const SHADES: u8 = 128;
/// Steps from a nim-value to its double.
const SHADES_PER_OCTAVE: f64 = 8.0;

/// The step of a nim-value on the scale of colours; 0 has a colour of its own.
fn step_of(value: u64) -> Option<u8> {
    let step = (value as f64).log2() * SHADES_PER_OCTAVE;
    (value > 0).then_some((step as u8).min(SHADES - 1))
}

/// The colour of a step: by logarithms, so that small nim-values differ on a map that has large ones, too.
fn shade(step: u8) -> Colour {
    const SCALE: [Colour; 9] = [
        [252, 240, 190],
        [250, 200, 110],
        [244, 140, 80],
        [214, 80, 100],
        [150, 50, 130],
        [90, 50, 160],
        [50, 80, 180],
        [30, 130, 180],
        [60, 180, 160],
    ];
    let along = f64::from(step) / f64::from(SHADES) * (SCALE.len() - 1) as f64;
    let (low, part) = (along as usize, along.fract());
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * part) as u8;
    std::array::from_fn(|index| mix(SCALE[low][index], SCALE[low + 1][index]))
}

/// The colour of a nim-value; 0 is as dark as a lost position.
pub(super) fn nim_value_colour(value: u64) -> Colour {
    step_of(value).map_or(outcome_colour(Outcome::P), shade)
}

/// Nim-values by the scale of colours.
fn shaded(rows: &[Vec<Option<u64>>]) -> ColouredCells {
    let all = || rows.iter().rev().flatten();
    let greatest = all().flatten().copied().max().unwrap_or(0);
    // The first colour is for 0, the second for cells without a position.
    let place = |value: u64| step_of(value).map_or(0, |step| 2 + step);
    let mut palette = vec![outcome_colour(Outcome::P), KINDS[usize::from(NO_POSITION)].0];
    palette.extend((0..SHADES).map(shade));
    let mut legend = vec![(palette[0], "0: the previous player wins".to_owned())];
    let doubles = (0..64).map(|power| 1 << power).take_while(|value| *value <= greatest);
    legend.extend(doubles.map(|value: u64| (nim_value_colour(value), value.to_string())));
    if all().any(Option::is_none) {
        legend.push((palette[1], KINDS[usize::from(NO_POSITION)].1.to_owned()));
    }
    ColouredCells { colours: all().map(|cell| cell.map_or(1, place)).collect(), palette, legend }
}

/// An outcome for each letter.
pub(crate) const OUTCOMES: [Outcome; 5] =
    [Outcome::P, Outcome::N, Outcome::L, Outcome::R, Outcome::D];

/// The kinds of cells and what they mean: the outcomes, then those of the sectors.
const KINDS: [(Colour, &str); 11] = [
    ([31, 41, 55], "P: the previous player wins"),
    ([243, 240, 232], "N: the next player wins"),
    ([86, 140, 214], "L: Left wins"),
    ([208, 96, 132], "R: Right wins"),
    ([226, 190, 76], "D: a draw"),
    ([200, 200, 200], "no position"),
    ([190, 203, 222], "won by several rates: in two or three of A, B, C"),
    ([95, 170, 230], "won by r − 1: in A only"),
    ([80, 190, 145], "won by r: in B only"),
    ([240, 172, 75], "won by r + 1: in C only"),
    ([75, 50, 97], "lost: in D"),
];
const NO_POSITION: u8 = 5;
const WON_IN_SEVERAL: u8 = 6;
/// The index of the first sector kind among [`KINDS`]; B, C and D follow.
const WON_IN_A: u8 = 7;
const LOST_IN_D: u8 = 10;

/// The index of an outcome among [`OUTCOMES`] and among the kinds.
pub(crate) fn kind_of(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::P => 0,
        Outcome::N => 1,
        Outcome::L => 2,
        Outcome::R => 3,
        Outcome::D | Outcome::LD | Outcome::DL | Outcome::RD | Outcome::DR => 4,
    }
}

/// The names of the first two numbers of a position.
pub(crate) fn axis_names(game: &Game) -> [String; 2] {
    let coordinates = game.finite().and_then(|game| game.spec.tuple_rules());
    match coordinates.map(|rules| rules.coordinates()) {
        Some(Coordinates::Named(names)) if names.len() >= 2 => [names[0].clone(), names[1].clone()],
        _ => ["first", "second"].map(str::to_owned),
    }
}

/// The colour of a position with this outcome.
pub(crate) fn outcome_colour(outcome: Outcome) -> Colour {
    KINDS[usize::from(kind_of(outcome))].0
}

/// An outcome in words.
pub(crate) fn meaning(outcome: Outcome) -> &'static str {
    KINDS[usize::from(kind_of(outcome))].1
}

/// The pile at which the core of Nimrod begins at this rate: p = r²/2 + r/4 - 3/2.
pub(crate) fn core_begins(rate: u64) -> u64 {
    let quarters = 2 * u128::from(rate) * u128::from(rate) + u128::from(rate);
    u64::try_from(quarters.saturating_sub(6) / 4).unwrap_or(u64::MAX)
}

/// Does the plane of the game have sectors, as Nimrod's does?
#[must_use]
pub fn has_sectors(game: &Game) -> bool {
    matches!(game.finite().map(|game| &game.spec), Some(Spec::Rate(rules)) if rules.reach == 1)
}

fn length(range: &Range<u64>) -> u64 {
    range.end.saturating_sub(range.start)
}

/// The name of a sector with its index as a subscript, such as `D₃`.
fn indexed(sector: Sector) -> String {
    let digits = sector.k.to_string();
    let small = digits.bytes().filter_map(|d| char::from_u32(0x2080 + u32::from(d - b'0')));
    format!("{:?}{}", sector.kind, small.collect::<String>())
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

#[cfg(test)]
mod tests {
    use super::*;

    const LINEAR: [AxisScale; 2] = [AxisScale::Linear; 2];

    /// D_k: 2kr+k-1 < p < (2k+1)r-k-1 at r = 10.
    #[test]
    fn sectors_hold_the_piles_of_the_proposition() {
        let (game, chart) = (Game::parse("nimrod").unwrap(), Chart::Outcomes(Vec::new()));
        let window = Window { x: 0..60, y: 1..11 };
        let drawing = Drawing::new(&game, &window, &chart, LINEAR, 0, true).unwrap();
        let found = drawing.sectors_of(SectorKind::D, 10).into_iter();
        let piles: Vec<Range<u64>> = found.map(|(_, piles)| piles).collect();
        assert_eq!(piles, [0..9, 21..28, 42..47]);
        let window = Window { x: 1_000_000..1_000_100, y: 1..11 };
        let far = Drawing::new(&game, &window, &chart, LINEAR, 0, true).unwrap();
        for kind in SectorKind::ALL {
            for rate in [0, 1, 10, 900, 5000] {
                let first = u64::from(kind != SectorKind::D);
                let all = (first..2_000_000).map(|k| Sector { kind, k }.bounds(rate));
                let held = all.filter(|(left, right)| *left < 1_000_099 && *right > 1_000_000);
                let held = held.filter(|(left, right)| right - left > 1).count();
                assert_eq!(far.sectors_of(kind, rate).len(), held, "{kind:?} at {rate}");
            }
        }
    }

    #[test]
    fn large_charts_are_refused_with_numbers() {
        let (game, chart) = (Game::parse("wythoff").unwrap(), Chart::Outcomes(Vec::new()));
        let drawn =
            |x, y, cell| Drawing::new(&game, &Window { x, y }, &chart, LINEAR, cell, false).err();
        let refusal = drawn(0..10_001, 0..10, 4).expect("it is too wide");
        assert_eq!(refusal.to_string(), "the picture would have 40004×40 pixels");
        assert!(drawn(0..20_000, 0..20_000, 0).is_some(), "4·10⁸ cells");
        assert!(drawn(5..5, 0..10, 0).is_some(), "no cell");
        assert!(drawn(0..u64::MAX, 0..u64::MAX, 64).is_some());
    }
}
