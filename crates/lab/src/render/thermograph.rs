//! Draws thermographs: temperature upwards, larger values to the left, with exact marks where a wall turns.

use bouton_rules::Refusal;
use bouton_short::{Dyadic, Thermograph, Trajectory};

use super::scene::{Anchor, Colour, INK, Pen, Scene, Text};

/// A place where a wall turns.
#[derive(Clone, Debug)]
struct Point {
    value: Dyadic,
    temperature: Dyadic,
    /// The value minus the mean.
    offset: f64,
    height: f64,
}

const WIDTH: f64 = 540.0;
const HEIGHT: f64 = 330.0;

const LEFT_WALL: Colour = [31, 91, 176];
const RIGHT_WALL: Colour = [192, 57, 43];

/// Longer labels are left out: the walls show where they would be.
const LONGEST_LABEL: usize = 10;

/// Draws the thermograph of a game; `game` is its text for the title.
pub(crate) fn scene(game: &str, found: &Thermograph) -> Result<Scene, Refusal> {
    let (mean, temperature) = (found.mean(), found.temperature());
    let bottom = if temperature.sign() < 0 { temperature.clone() } else { Dyadic::ZERO };
    let walls = [&found.left, &found.right].map(|wall| points(wall, mean, &bottom, temperature));
    let offsets = || walls.iter().flatten().map(|point| point.offset);
    let (least, largest) = (offsets().fold(0.0, f64::min), offsets().fold(0.0, f64::max));
    let space = (largest - least).max(0.5) * 0.15;
    let (lowest, frozen) = (bottom.to_f64(), temperature.to_f64());
    let highest = frozen + (frozen - lowest).max(0.5) * 0.35;
    // Larger values are further left.
    let across = |offset: f64| WIDTH * (largest + space - offset) / (largest - least + 2.0 * space);
    let down = |height: f64| HEIGHT * (highest - height) / (highest - lowest);

    let [at, until] = [mean, temperature].map(|number| excerpt(&number.to_string(), 20));
    let title = format!("{}   mean {at}, temperature {until}", excerpt(game, 40));
    let about = "temperature upwards, value to the left: the walls, and the mast where they meet";
    let mut scene = Scene::new(&title, about);
    scene.text(Text::new((0.0, -34.0), title, Anchor::Start));
    let turns = || walls.iter().flatten();
    let values = turns().map(|point| (across(point.offset), point.value.to_string()));
    let values = values.chain([(across(0.0), mean.to_string())]);
    scene.marks_below(HEIGHT, HEIGHT, thinned(values.collect(), 44.0));
    let heights = turns().map(|point| (down(point.height), point.temperature.to_string()));
    scene.marks_left(0.0, WIDTH, thinned(heights.collect(), 14.0));
    scene.line([(0.0, 0.0), (0.0, HEIGHT), (WIDTH, HEIGHT)], Pen::new(INK, 1.0));
    for (wall, colour) in walls.iter().zip([LEFT_WALL, RIGHT_WALL]) {
        let places = wall.iter().map(|point| (across(point.offset), down(point.height)));
        scene.line(places.collect::<Vec<_>>(), Pen::new(colour, 3.0));
    }
    // Above the temperature there is only the mast.
    let mast = [(across(0.0), down(frozen)), (across(0.0), down(highest))];
    scene.line(mast, Pen::new(INK, 3.0));
    let below = (WIDTH, HEIGHT + 38.0);
    scene.text(Text::new(below, "value (larger to the left)", Anchor::End));
    scene.text(Text::new((-8.0, -10.0), "temperature", Anchor::Middle));
    let legend =
        [(LEFT_WALL, "Left moves first"), (RIGHT_WALL, "Right moves first"), (INK, "mast")];
    let legend = legend.map(|(colour, text)| (colour, text.to_owned()));
    scene.legend(HEIGHT + 62.0, 0.0..WIDTH, &legend);
    scene.fitted()
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

/// Marks in order, without those that are long or closer than `gap` to the one before.
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
