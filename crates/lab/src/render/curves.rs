//! Curves over a common axis, with markers and a legend.

use std::f64::consts::TAU;

use bouton_ask::{Cell, Curve};
use bouton_rules::Refusal;

use super::scale::Scale;
use super::scene::{Anchor, Colour, INK, Pen, Point, Scene, TEXT, Text, flow, width};

const WIDE: f64 = 660.0;
const HIGH: f64 = 290.0;
const LINE: f64 = 20.0;
/// Curves with more points have markers at a few of them only.
const MARKED: usize = 40;

/// What distinguishes curves: their colours, and the corners of their markers with the turn of the first.
const KINDS: [(Colour, u32, f64); 6] = [
    ([0, 96, 168], 20, 0.0),
    ([201, 80, 10], 4, 0.125),
    ([0, 120, 90], 3, 0.75),
    ([168, 70, 127], 4, 0.0),
    ([107, 96, 0], 3, 0.25),
    ([51, 51, 51], 5, 0.75),
];

/// The chart, if there is a point to draw. The origin is the top left corner of the plot.
pub fn scene(caption: &str, x: &str, y: &str, curves: &[Curve]) -> Result<Option<Scene>, Refusal> {
    let all: Vec<Point> = curves.iter().flat_map(drawn).collect();
    if all.is_empty() {
        return Ok(None);
    }
    let least = |of: fn(&Point) -> f64| all.iter().map(of).fold(f64::INFINITY, f64::min);
    let most = |of: fn(&Point) -> f64| all.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
    let across = Scale::between(least(|p| p.0), most(|p| p.0), 10);
    let up = Scale::around(least(|p| p.1), most(|p| p.1), 6);
    let place = |(x, y): Point| (across.share(x) * WIDE, (1.0 - up.share(y)) * HIGH);

    let names: Vec<&str> = curves.iter().map(|curve| curve.name.as_str()).collect();
    let mut scene = Scene::new(caption, format!("{y} over {x}: {}", names.join(", ")));
    heading(y, &names, &mut scene);
    let marks = up.ticks().into_iter().map(|(tick, text)| (place((0.0, tick)).1, text));
    scene.marks_left(0.0, WIDE, marks.collect());
    let marks = across.ticks().into_iter().map(|(tick, text)| (place((tick, 0.0)).0, text));
    scene.marks_below(HIGH, 0.0, marks.collect());
    if up.low < 0.0 && up.high > 0.0 {
        let zero = place((across.low, 0.0)).1;
        scene.line([(0.0, zero), (WIDE, zero)], Pen::new(INK, 1.0));
    }
    scene.line([(0.0, 0.0), (0.0, HIGH), (WIDE, HIGH)], Pen::new(INK, 1.0));
    scene.text(Text::new((WIDE / 2.0, HIGH + 40.0), x, Anchor::Middle));
    for (index, curve) in curves.iter().enumerate() {
        let points: Vec<Point> = drawn(curve).collect();
        scene.line(points.iter().map(|point| place(*point)).collect::<Vec<_>>(), pen(index));
        let step = if points.len() > MARKED { points.len() / 8 } else { 1 };
        for point in points.iter().step_by(step) {
            let hint = format!("{}: {}, {}", curve.name, decimal(point.0), decimal(point.1));
            scene.hinted(hint, |scene| mark(index, place(*point), scene));
        }
    }
    scene.fitted().map(Some)
}

/// The points of all curves, a row for each number on the axis.
#[must_use]
pub fn numbers(x: &str, curves: &[Curve]) -> (Vec<String>, Vec<(String, Vec<Cell>)>) {
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

/// At most six digits after the point.
fn decimal(value: f64) -> String {
    let text = format!("{value:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// What is measured and which curve is which, above the plot.
fn heading(measured: &str, names: &[&str], scene: &mut Scene) {
    let widths: Vec<f64> = names.iter().map(|name| 42.0 + width(name, TEXT)).collect();
    let places = flow(0.0, 0.0..WIDE, &widths);
    let rise = places.last().map_or(0.0, |place| place.1) + LINE;
    scene.text(Text::new((-30.0, -rise - LINE), measured, Anchor::Start));
    for (index, (name, (x, down))) in names.iter().zip(places).enumerate() {
        let base = down - rise;
        scene.line([(x, base - 4.0), (x + 34.0, base - 4.0)], pen(index));
        mark(index, (x + 17.0, base - 4.0), scene);
        scene.text(Text::new((x + 42.0, base), *name, Anchor::Start));
    }
}

fn pen(index: usize) -> Pen {
    Pen::new(KINDS[index % KINDS.len()].0, 2.0)
}

fn mark(index: usize, (x, y): Point, scene: &mut Scene) {
    let (colour, corners, first) = KINDS[index % KINDS.len()];
    let corner = |corner: u32| {
        let (down, right) = ((f64::from(corner) / f64::from(corners) + first) * TAU).sin_cos();
        (x + 5.0 * right, y + 5.0 * down)
    };
    scene.polygon((0..corners).map(corner).collect::<Vec<_>>(), colour);
}

/// The points of a curve that have a place.
fn drawn(curve: &Curve) -> impl Iterator<Item = Point> {
    curve.points.iter().copied().filter(|(x, y)| x.is_finite() && y.is_finite())
}
