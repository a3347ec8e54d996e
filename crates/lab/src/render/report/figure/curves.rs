//! Curves over a common axis, with markers, dashes and a legend.

use std::fmt::Write;

use bouton_papers::{Cell, Curve};

use super::scale::Scale;
use super::{Figure, short};
use crate::render::plain_list;
use crate::render::report::html::escaped;

const WIDTH: u32 = 720;
const PLOT: f64 = 290.0;
const RIGHT: f64 = 20.0;
const LINE: f64 = 22.0;
/// About the width of a character.
const CHARACTER: f64 = 8.0;
/// Characters of a line over the figure.
const FOLD: usize = 84;
/// How many curves can be told apart.
const KINDS: usize = 6;
/// Curves with more points have markers at some of them only.
const MARKED: usize = 40;

/// The chart, if there is a point to draw.
pub(super) fn figure(caption: &str, x: &str, y: &str, curves: &[Curve]) -> Option<Figure> {
    let chart = Chart::of(y, curves)?;
    let mut body = String::new();
    chart.heading(&mut body);
    chart.axes(x, &mut body);
    for (index, curve) in curves.iter().enumerate() {
        chart.curve(index, curve, &mut body);
    }
    let names: Vec<&str> = curves.iter().map(|curve| curve.name.as_str()).collect();
    Some(Figure {
        width: WIDTH,
        height: (chart.top + PLOT + 58.0) as u32,
        title: caption.to_owned(),
        description: format!("{y} over {x}: {}", names.join(", ")),
        body,
    })
}

/// The points of all curves, a row for each number on the axis.
pub(crate) fn numbers(x: &str, curves: &[Curve]) -> (Vec<String>, Vec<(String, Vec<Cell>)>) {
    let columns = [x.to_owned()].into_iter().chain(curves.iter().map(|curve| curve.name.clone()));
    let mut places: Vec<f64> =
        curves.iter().flat_map(|curve| &curve.points).map(|point| point.0).collect();
    places.sort_by(f64::total_cmp);
    places.dedup();
    let row = |place: &f64| {
        let cells = curves.iter().map(|curve| {
            let point = curve.points.iter().find(|point| point.0 == *place);
            Cell::new(point.map_or(String::new(), |point| decimal(point.1)))
        });
        (decimal(*place), cells.collect())
    };
    (columns.collect(), places.iter().map(row).collect())
}

/// At most six digits behind the point.
fn decimal(value: f64) -> String {
    let text = format!("{value:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

struct Chart<'a> {
    x: Scale,
    y: Scale,
    left: f64,
    top: f64,
    /// What is measured, in lines.
    measured: Vec<String>,
    legend: Vec<Entry<'a>>,
}

/// A name in the legend.
struct Entry<'a> {
    left: f64,
    base: f64,
    name: &'a str,
}

impl<'a> Chart<'a> {
    fn of(measured: &str, curves: &'a [Curve]) -> Option<Chart<'a>> {
        let drawn = || curves.iter().flat_map(drawn);
        drawn().next()?;
        let least = |value: fn(&(f64, f64)) -> f64| {
            drawn().map(|p| value(&p)).fold(f64::INFINITY, f64::min)
        };
        let most = |value: fn(&(f64, f64)) -> f64| {
            drawn().map(|p| value(&p)).fold(f64::NEG_INFINITY, f64::max)
        };
        let x = Scale::between(least(|p| p.0), most(|p| p.0), 10);
        let y = Scale::around(least(|p| p.1), most(|p| p.1), 6);
        let widest = y.ticks().iter().map(|(_, text)| text.chars().count()).max().unwrap_or(1);
        let left = CHARACTER * widest as f64 + 18.0;
        let words: Vec<String> = measured.split(' ').map(str::to_owned).collect();
        let measured = plain_list(&words, " ", FOLD);
        let first = 18.0 + LINE * measured.len() as f64;
        let (legend, last) = legend(curves, left, first);
        Some(Chart { x, y, left, top: last + LINE, measured, legend })
    }

    fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let wide = f64::from(WIDTH) - RIGHT - self.left;
        (self.left + self.x.share(x) * wide, self.top + (1.0 - self.y.share(y)) * PLOT)
    }

    /// What is measured, and the legend.
    fn heading(&self, body: &mut String) {
        for (index, line) in self.measured.iter().enumerate() {
            let y = short(18.0 + LINE * index as f64);
            put(body, format!("<text x=\"4\" y=\"{y}\">{}</text>", escaped(line)));
        }
        for (index, Entry { left, base, name }) in self.legend.iter().enumerate() {
            let kind = index % KINDS;
            let (x, y) = (short(*left), short(base - 5.0));
            put(body, format!("<path class=\"line k{kind}\" d=\"M{x} {y}h34\"/>"));
            put(body, mark(kind, (left + 17.0, base - 5.0), ""));
            let (x, y) = (short(left + 42.0), short(*base));
            put(body, format!("<text x=\"{x}\" y=\"{y}\">{}</text>", escaped(name)));
        }
    }

    fn axes(&self, name: &str, body: &mut String) {
        let right = f64::from(WIDTH) - RIGHT;
        let floor = self.top + PLOT;
        let (left_text, floor_text, top) = (short(self.left), short(floor), short(self.top));
        for (tick, text) in self.y.ticks() {
            let y = self.place((self.x.low, tick)).1;
            let line = short(y);
            put(body, format!("<path class=\"grid\" d=\"M{left_text} {line}H{}\"/>", short(right)));
            let (x, y) = (short(self.left - 8.0), short(y + 5.0));
            put(body, format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"end\">{text}</text>"));
        }
        if self.y.low < 0.0 && self.y.high > 0.0 {
            let zero = short(self.place((self.x.low, 0.0)).1);
            put(body, format!("<path class=\"axis\" d=\"M{left_text} {zero}H{}\"/>", short(right)));
        }
        for (tick, text) in self.x.ticks() {
            let x = short(self.place((tick, self.y.low)).0);
            put(body, format!("<path class=\"axis\" d=\"M{x} {floor_text}v5\"/>"));
            let y = short(floor + 20.0);
            put(body, format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{text}</text>"));
        }
        let frame = format!("M{left_text} {top}V{floor_text}H{}", short(right));
        put(body, format!("<path class=\"axis\" d=\"{frame}\"/>"));
        let (x, y) = (short((self.left + right) / 2.0), short(floor + 44.0));
        let name = escaped(name);
        put(body, format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{name}</text>"));
    }

    fn curve(&self, index: usize, curve: &Curve, body: &mut String) {
        let kind = index % KINDS;
        let points: Vec<(f64, f64)> = drawn(curve).collect();
        let path: Vec<String> = points
            .iter()
            .map(|point| self.place(*point))
            .map(|(x, y)| format!("{} {}", short(x), short(y)))
            .collect();
        if points.len() > 1 {
            let path = path.join("L");
            put(body, format!("<path class=\"line k{kind}\" d=\"M{path}\"/>"));
        }
        if points.len() > MARKED {
            return;
        }
        for point in &points {
            let hint = format!("{}: {}, {}", curve.name, decimal(point.0), decimal(point.1));
            put(body, mark(kind, self.place(*point), &hint));
        }
    }
}

/// Where the names of the curves stand, and the last line of them.
fn legend(curves: &[Curve], left: f64, first: f64) -> (Vec<Entry<'_>>, f64) {
    let (mut x, mut base) = (left, first);
    let mut entries = Vec::new();
    for curve in curves {
        let wide = 42.0 + CHARACTER * curve.name.chars().count() as f64 + 26.0;
        if x > left && x + wide > f64::from(WIDTH) {
            (x, base) = (left, base + LINE);
        }
        entries.push(Entry { left: x, base, name: &curve.name });
        x += wide;
    }
    (entries, base)
}

/// The points of a curve that have a place.
fn drawn(curve: &Curve) -> impl Iterator<Item = (f64, f64)> {
    curve.points.iter().copied().filter(|(x, y)| x.is_finite() && y.is_finite())
}

/// A marker of the kind's shape, with a text that shows under the pointer.
fn mark(kind: usize, (x, y): (f64, f64), hint: &str) -> String {
    let shape = match kind {
        0 => "m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z",
        1 => "m-4 -4h8v8h-8z",
        2 => "m0 -5.5l5.2 9.5h-10.4z",
        3 => "m0 -5.8l5.8 5.8l-5.8 5.8l-5.8-5.8z",
        4 => "m0 5.5l5.2-9.5h-10.4z",
        _ => "m-1.5-5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z",
    };
    let start = format!("<path class=\"mark k{kind}\" d=\"M{} {}{shape}\"", short(x), short(y));
    match hint {
        "" => format!("{start}/>"),
        hint => format!("{start}><title>{}</title></path>", escaped(hint)),
    }
}

fn put(body: &mut String, line: String) {
    writeln!(body, "{line}").expect("a string takes all");
}
