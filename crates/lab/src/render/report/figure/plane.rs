//! A window of the plane of positions: gray where the mover wins, with Nimrod's sectors if wanted.
//!
//! The sectors A_k, B_k and C_k overlap, so one tint cannot tell them apart: bars above the plot
//! show which piles each of them holds at the highest rate in view, and in the plot cells are
//! tinted where only one of the three decides.

use std::fmt::Write;
use std::ops::Range;

use bouton_engines::{Ask, Chart, Finding, Sector, SectorKind, Window};
use bouton_papers::Picture;
use bouton_rules::{Game, Limits, Refusal};
use bouton_values::Outcome;

use super::scale::Scale;
use super::{Figure, short};
use crate::render::chart::{axis_names, is_nimrod, outcome};
use crate::render::report::html::escaped;
use crate::{Question, answer};

const LEFT: f64 = 56.0;
const RIGHT: f64 = 16.0;
const WIDEST: f64 = 960.0;
const HIGHEST: f64 = 600.0;
/// With sectors the plot is stretched, so that they have room.
const STRETCHED: f64 = 380.0;
const BAR: f64 = 22.0;
/// More cells are not drawn.
const MOST: u64 = 100_000;

/// The picture, or why it cannot be drawn.
pub(super) fn figure(picture: &Picture) -> Result<Figure, Refusal> {
    let game = Game::parse(&picture.game)?;
    let window = Window { x: picture.x.clone(), y: picture.y.clone() };
    let cells = length(&window.x).saturating_mul(length(&window.y));
    if cells == 0 || cells > MOST {
        return Err(Refusal::bad(
            format!("the window has {cells} cells"),
            format!("draw at least one and at most {MOST} in a report"),
        ));
    }
    let ask = Ask::Chart(window.clone());
    let question = Question { game, ask, limits: Limits::default(), engine: None };
    let Finding::Chart(chart) = answer(&question)?.finding else {
        return Err(Refusal::bad("no chart was found", "ask for another game"));
    };
    let plane = Plane::new(&question.game, window, chart, picture.sectors);
    Ok(plane.figure(&picture.caption))
}

struct Plane {
    names: [String; 2],
    window: Window,
    chart: Chart,
    sectors: bool,
    /// Width and height of a cell.
    cell: (f64, f64),
    top: f64,
}

impl Plane {
    fn new(game: &Game, window: Window, chart: Chart, sectors: bool) -> Plane {
        let sectors = sectors && is_nimrod(game);
        let (columns, rows) = (length(&window.x) as f64, length(&window.y) as f64);
        let cell = if sectors {
            ((WIDEST / columns).min(24.0), (STRETCHED / rows).min(24.0))
        } else {
            let side = (WIDEST / columns).min(HIGHEST / rows).min(24.0);
            (side, side)
        };
        let top = if sectors { 34.0 + 4.0 * BAR } else { 30.0 };
        Plane { names: axis_names(game), window, chart, sectors, cell, top }
    }

    fn figure(&self, caption: &str) -> Figure {
        let mut body = String::new();
        let mut put = |line: String| writeln!(body, "{line}").expect("a string takes all");
        self.axes(&mut put);
        let present = self.cells(&mut put);
        if self.sectors {
            self.bars(&mut put);
            self.labels(&mut put);
            self.core(&mut put);
        }
        let end = self.legend(&present, &mut put);
        let [x, y] = &self.names;
        let Window { x: across, y: up } = &self.window;
        Figure {
            width: (LEFT + self.wide() + RIGHT).max(500.0) as u32,
            height: end as u32,
            title: caption.to_owned(),
            description: format!(
                "{x} {} to {} to the right, {y} {} to {} upwards; a cell for each position",
                across.start,
                across.end - 1,
                up.start,
                up.end - 1
            ),
            body,
        }
    }

    fn wide(&self) -> f64 {
        length(&self.window.x) as f64 * self.cell.0
    }

    fn high(&self) -> f64 {
        length(&self.window.y) as f64 * self.cell.1
    }

    /// The middle of a cell.
    fn place(&self, x: f64, y: f64) -> (f64, f64) {
        let right = (x - self.window.x.start as f64 + 0.5) * self.cell.0;
        let down = (self.window.y.end as f64 - y - 0.5) * self.cell.1;
        (LEFT + right, self.top + down)
    }

    fn axes(&self, put: &mut impl FnMut(String)) {
        let floor = self.top + self.high();
        let ticks = |range: &Range<u64>, most: f64| {
            Scale::between(range.start as f64, (range.end - 1) as f64, most as usize).ticks()
        };
        for (tick, text) in ticks(&self.window.x, self.wide() / 60.0) {
            let (x, y) = (short(self.place(tick, 0.0).0), short(floor));
            put(format!("<path class=\"axis\" d=\"M{x} {y}v5\"/>"));
            let y = short(floor + 20.0);
            put(format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{text}</text>"));
        }
        for (tick, text) in ticks(&self.window.y, self.high() / 40.0) {
            let y = self.place(0.0, tick).1;
            put(format!("<path class=\"axis\" d=\"M{} {}h-5\"/>", short(LEFT), short(y)));
            let (x, y) = (short(LEFT - 9.0), short(y + 5.0));
            put(format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"end\">{text}</text>"));
        }
        let (x, y) = (short(LEFT + self.wide()), short(floor + 40.0));
        let [across, up] = self.names.each_ref().map(|name| escaped(name));
        put(format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"end\">{across}</text>"));
        let (x, y) = (short(LEFT - 9.0), short(self.top - 8.0));
        put(format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"end\">{up}</text>"));
    }

    /// One path for each kind of cell; returns the kinds that occur. Lost cells are the ground.
    fn cells(&self, put: &mut impl FnMut(String)) -> Vec<&'static str> {
        let (x, y) = (short(LEFT), short(self.top));
        let (wide, high) = (short(self.wide()), short(self.high()));
        put(format!(
            "<rect class=\"plane\" x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\"/>"
        ));
        let rows: Vec<Vec<&str>> = self.window.y.clone().rev().map(|y| self.row(y)).collect();
        let is_present = |kind: &str| rows.iter().any(|row| row.contains(&kind));
        let present: Vec<&str> =
            KINDS.iter().map(|(kind, _)| *kind).filter(|kind| is_present(kind)).collect();
        let (scale_x, scale_y) = self.cell;
        put(format!(
            "<g transform=\"translate({x} {y}) scale({scale_x} {scale_y}) translate(0 .5)\">"
        ));
        for kind in present.iter().filter(|kind| **kind != LOST) {
            let path: String = rows.iter().enumerate().map(|(y, row)| runs(row, kind, y)).collect();
            put(format!("<path class=\"cells {kind}\" d=\"{path}\"/>"));
        }
        put("</g>".to_owned());
        put(format!(
            "<rect class=\"axis\" x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\"/>"
        ));
        present
    }

    /// The kinds of the cells of a row.
    fn row(&self, y: u64) -> Vec<&'static str> {
        let start = self.window.x.start;
        let mut within = vec![[false; 4]; length(&self.window.x) as usize];
        if self.sectors {
            for (index, kind) in SECTORS.into_iter().enumerate() {
                for (_, piles) in self.sectors_of(kind, y) {
                    piles.for_each(|pile| within[(pile - start) as usize][index] = true);
                }
            }
        }
        let kind = |(x, within): (u64, [bool; 4])| {
            let found = outcome(&self.chart, &self.window, x, y);
            match (found, within) {
                (Some(Outcome::P), [.., true]) => "D0",
                (Some(Outcome::P), _) => LOST,
                (Some(Outcome::N), _) if !self.sectors => "N",
                (Some(Outcome::N), [false, false, false, _]) => "won",
                (Some(Outcome::N), [true, false, false, _]) => "A",
                (Some(Outcome::N), [false, true, false, _]) => "B",
                (Some(Outcome::N), [false, false, true, _]) => "C",
                (Some(Outcome::N), _) => "several",
                (Some(Outcome::L), _) => "L",
                (Some(Outcome::R), _) => "R",
                (Some(Outcome::D | Outcome::LD | Outcome::DL | Outcome::RD | Outcome::DR), _) => {
                    "D"
                }
                (None, _) => "none",
            }
        };
        (start..).zip(within).map(kind).collect()
    }

    /// The sectors of a kind at a rate, with the piles in view that they hold.
    fn sectors_of(&self, kind: SectorKind, rate: u64) -> Vec<(Sector, Range<u64>)> {
        let Range { start, end } = self.window.x;
        let first = u64::from(kind != SectorKind::D);
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
    fn bars(&self, put: &mut impl FnMut(String)) {
        let rate = self.window.y.end - 1;
        let [_, name] = &self.names;
        put(format!(
            "<text class=\"faint\" x=\"{}\" y=\"14\">The piles of each sector at the {} {rate}\
             </text>",
            short(LEFT),
            escaped(name)
        ));
        for (index, kind) in SECTORS.into_iter().enumerate() {
            let top = 20.0 + BAR * index as f64;
            let class = if kind == SectorKind::D { "D0".to_owned() } else { format!("{kind:?}") };
            for (sector, piles) in self.sectors_of(kind, rate) {
                let left = self.place(piles.start as f64 - 0.5, 0.0).0;
                let wide = length(&piles) as f64 * self.cell.0;
                put(format!(
                    "<rect class=\"swatch {class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" \
                     rx=\"3\"/>",
                    short(left),
                    short(top),
                    short(wide),
                    short(BAR - 4.0)
                ));
                if wide > 26.0 {
                    let (x, y) = (short(left + wide / 2.0), short(top + 13.5));
                    let name = indexed(sector);
                    put(format!(
                        "<text class=\"inked small\" x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">\
                         {name}</text>"
                    ));
                }
            }
        }
    }

    /// Names in the plot, where there is room for them.
    fn labels(&self, put: &mut impl FnMut(String)) {
        let rate = self.window.y.start + length(&self.window.y) * 3 / 4;
        let mut name = |text: String, piles: &Range<u64>| {
            let wide = 7.5 * text.chars().count() as f64;
            if length(piles) as f64 * self.cell.0 > wide + 8.0 {
                let middle = (piles.start + piles.end) as f64 / 2.0 - 0.5;
                let (x, y) = self.place(middle, rate as f64);
                let (x, y) = (short(x), short(y + 5.0));
                put(format!(
                    "<text class=\"inked halo\" x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{text}\
                     </text>"
                ));
            }
        };
        for (sector, piles) in self.sectors_of(SectorKind::D, rate) {
            name(indexed(sector), &piles);
        }
        let (all_b, all_c) =
            (self.sectors_of(SectorKind::B, rate), self.sectors_of(SectorKind::C, rate));
        for (a, piles) in self.sectors_of(SectorKind::A, rate) {
            let with = |all: &[(Sector, Range<u64>)]| all.iter().find(|(s, _)| s.k == a.k).cloned();
            let (Some((b, _)), Some((c, last))) = (with(&all_b), with(&all_c)) else { continue };
            let common = piles.start.max(last.start)..piles.end.min(last.end);
            if !common.is_empty() {
                name([a, b, c].map(indexed).join(" "), &common);
            }
        }
    }

    /// The boundary of the core, p = r²/2 + r/4 - 3/2.
    fn core(&self, put: &mut impl FnMut(String)) {
        let Window { x, y } = &self.window;
        let rates = (4 * y.start..=4 * (y.end - 1)).map(|quarters| quarters as f64 / 4.0);
        let points = rates.map(|r| (r * r / 2.0 + r / 4.0 - 1.5, r));
        let points: Vec<(f64, f64)> = points
            .filter(|(p, _)| x.start as f64 <= *p && *p <= x.end as f64 - 0.5)
            .map(|(p, r)| self.place(p, r))
            .collect();
        let Some(last) = points.last() else { return };
        let path: Vec<String> =
            points.iter().map(|(x, y)| format!("{} {}", short(*x), short(*y))).collect();
        put(format!("<path class=\"core\" d=\"M{}\"/>", path.join("L")));
        let text = "the core begins at p = r²/2 + r/4 − 3/2";
        let wide = 8.2 * text.chars().count() as f64;
        let (right, base) = (last.0.min(LEFT + self.wide() - 14.0), last.1 + 46.0);
        if wide + 20.0 > right - LEFT || base > self.top + self.high() - 8.0 {
            return;
        }
        put(format!(
            "<rect class=\"plate\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"24\" rx=\"4\"/>",
            short(right - wide - 8.0),
            short(base - 17.0),
            short(wide + 16.0)
        ));
        let (x, y) = (short(right), short(base));
        put(format!("<text class=\"core\" x=\"{x}\" y=\"{y}\" text-anchor=\"end\">{text}</text>"));
    }

    /// What the colours mean; returns where the figure ends.
    fn legend(&self, present: &[&str], put: &mut impl FnMut(String)) -> f64 {
        let (mut x, mut y) = (LEFT, self.top + self.high() + 62.0);
        let right = (LEFT + self.wide()).max(480.0);
        for (kind, meaning) in KINDS.iter().filter(|(kind, _)| present.contains(kind)) {
            let wide = 26.0 + 6.6 * meaning.chars().count() as f64 + 20.0;
            if x > LEFT && x + wide > right {
                (x, y) = (LEFT, y + 24.0);
            }
            put(format!(
                "<rect class=\"swatch {kind}\" x=\"{}\" y=\"{}\" width=\"18\" height=\"14\" \
                 rx=\"2\"/>",
                short(x),
                short(y - 12.0)
            ));
            let x_text = short(x + 26.0);
            put(format!(
                "<text class=\"faint\" x=\"{x_text}\" y=\"{}\">{meaning}</text>",
                short(y)
            ));
            x += wide;
        }
        y + 12.0
    }
}

/// The cells that are not painted.
const LOST: &str = "lost";

const SECTORS: [SectorKind; 4] = [SectorKind::A, SectorKind::B, SectorKind::C, SectorKind::D];

/// The kinds of cells, as classes, and what they mean.
const KINDS: [(&str, &str); 12] = [
    ("several", "won by several rates: in two or three of A, B, C"),
    ("A", "won by r − 1: in A only"),
    ("B", "won by r: in B only"),
    ("C", "won by r + 1: in C only"),
    ("D0", "lost: in D"),
    ("won", "won, in no sector"),
    ("N", "the player to move wins"),
    ("L", "Left wins"),
    ("R", "Right wins"),
    ("D", "a draw"),
    ("none", "no position"),
    (LOST, "lost"),
];

/// `M3 7h2m4 0h1`: the runs of a kind in a row, as lines through the middles of cells.
fn runs(row: &[&str], kind: &str, y: usize) -> String {
    let mut path = String::new();
    let (mut x, mut last) = (0, None);
    for run in row.chunk_by(|a, b| a == b) {
        if run[0] == kind {
            path += &match last {
                None => format!("M{x} {y}h{}", run.len()),
                Some(last) => format!("m{} 0h{}", x - last, run.len()),
            };
            last = Some(x + run.len());
        }
        x += run.len();
    }
    path
}

/// `D₃`.
fn indexed(sector: Sector) -> String {
    let digits = sector.k.to_string();
    let small = digits.bytes().filter_map(|d| char::from_u32(0x2080 + u32::from(d - b'0')));
    format!("{:?}{}", sector.kind, small.collect::<String>())
}

fn length(range: &Range<u64>) -> u64 {
    range.end.saturating_sub(range.start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_relative() {
        let row = ["a", "a", "b", "b", "b", "a", "b"];
        assert_eq!(runs(&row, "a", 7), "M0 7h2m3 0h1");
        assert_eq!(runs(&row, "b", 0), "M2 0h3m1 0h1");
        assert_eq!(runs(&row, "c", 0), "");
    }

    #[test]
    fn sectors_hold_the_piles_of_the_proposition() {
        // D_k: 2kr+k-1 < p < (2k+1)r-k-1 at r = 10.
        let picture = Picture {
            caption: String::new(),
            game: "nimrod".to_owned(),
            x: 0..60,
            y: 1..11,
            sectors: true,
        };
        let window = Window { x: picture.x, y: picture.y };
        let game = Game::parse("nimrod").unwrap();
        let plane = Plane::new(&game, window, Chart::Outcomes(Vec::new()), true);
        let piles: Vec<Range<u64>> =
            plane.sectors_of(SectorKind::D, 10).into_iter().map(|(_, piles)| piles).collect();
        assert_eq!(piles, [0..9, 21..28, 42..47]);
    }
}
