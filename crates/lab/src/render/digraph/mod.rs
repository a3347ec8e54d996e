//! Pictures of digraphs: a coloured circle for each vertex, an arrow for each edge.
//!
//! # Implementation notes
//! The layout depends on nothing but the digraph. A strongly connected component is a *block*: a
//! circle, or beyond 12 vertices whatever springs and repulsion make of it. Blocks are in rows by the longest way down
//! from them, sinks at the bottom; sweeps that put each block near the middle of its neighbours, then swaps of
//! neighbours, untangle the rows. Each weakly connected part is laid out on its own, and these *pieces* are packed
//! beside each other. At last every edge is bent as little as it takes to avoid the vertices in its way.
//!
//! # References
//! K. Sugiyama, S. Tagawa, M. Toda, *Methods for visual understanding of hierarchical system
//! structures* (1981); T. Fruchterman, E. Reingold, *Graph drawing by force-directed placement*
//! (1991).

mod arrows;
mod layout;
mod point;
#[cfg(test)]
mod tests;

use bouton_engines::graph::Label;
use bouton_graphs::{Digraph, NamedDigraph};
use bouton_values::{Refusal, counted};

use super::scene::{Anchor, Colour, INK, PAPER, Pen, Scene, Text, ink_on, width};
use arrows::{Arrow, arrows};
use layout::places;
use point::{Point, corners};

/// The appearance of a vertex in a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paint {
    /// Red, green and blue of its circle.
    pub fill: Colour,
    /// A few letters under its name.
    pub note: String,
}

/// The colour of vertices from which the player to move wins.
pub const WIN: Colour = [150, 206, 150];
/// The colour of vertices from which the player to move loses.
pub const LOSE: Colour = [232, 138, 128];
/// The colour of vertices from which neither player can force an end.
pub const DRAW: Colour = [244, 206, 112];

impl Paint {
    /// The colour of the label, and W, L or D with the number of moves to the end.
    #[must_use]
    pub fn of(label: Label, moves: Option<u32>) -> Paint {
        let (fill, letter) = match label {
            Label::Win => (WIN, 'W'),
            Label::Lose => (LOSE, 'L'),
            Label::Draw => (DRAW, 'D'),
        };
        let moves = moves.map(|moves| moves.to_string()).unwrap_or_default();
        Paint { fill, note: format!("{letter}{moves}") }
    }
}

/// A digraph that can be drawn.
///
/// ```
/// use bouton_graphs::{Digraph, NamedDigraph};
/// use bouton_lab::render::digraph::{Drawing, Paint};
/// use bouton_engines::graph::labels;
/// let graph = Digraph::from_edges(3, [(0, 1), (1, 2), (2, 1)]);
/// let labels = labels(&graph, &Default::default())?;
/// let paint = |v: u32| Paint::of(labels.label(v), labels.distance(v));
/// let named = NamedDigraph::from(graph.clone());
/// assert!(Drawing::new(&named, &paint)?.scene()?.svg()?.starts_with("<svg"));
/// # Ok::<(), bouton_values::Refusal>(())
/// ```
#[derive(Clone, Debug)]
pub struct Drawing<'a> {
    named: &'a NamedDigraph,
    paints: Vec<Paint>,
    /// The radius of every vertex.
    radius: f64,
    places: Vec<Point>,
    arrows: Vec<Arrow>,
    /// The title, where it is not the number of vertices and edges, and what is written at each arrow.
    captions: Option<(String, Vec<String>)>,
}

/// The most vertices that are drawn.
pub const MOST_VERTICES: usize = 400;
/// The most edges that are drawn.
pub const MOST_EDGES: usize = 2000;

/// Components up to this size are drawn as circles.
const LARGEST_CIRCLE: usize = 12;
/// Characters of a name that are shown, and of a note.
const LONGEST_NAME: usize = 12;
const LONGEST_NOTE: usize = 6;
/// Sizes of letters: of names and of notes.
const NAME_SIZE: f64 = 13.0;
const NOTE_SIZE: f64 = 9.5;
/// Size and length of the texts of edges, and how much further apart vertices are that have such edges.
const LABEL_SIZE: f64 = 10.5;
const LONGEST_LABEL: usize = 14;
const ROOM_FOR_LABELS: f64 = 1.8;

const SMALLEST_RADIUS: f64 = 18.0;
const LARGEST_RADIUS: f64 = 58.0;
/// Free space between the borders of neighbours on a circle, in a row, and between pieces.
const CIRCLE_GAP: f64 = 54.0;
const ROW_GAP: f64 = 38.0;
const PIECE_GAP: f64 = 46.0;
/// Arrows pass other vertices at this distance at least, if they can.
const CLEARANCE: f64 = 6.0;
const EDGE: Colour = [112, 116, 130];
/// The length of an arrow head, and how much of it lies beyond the end of its line.
const HEAD: f64 = 9.0;
const TIP: f64 = 5.0;

impl<'a> Drawing<'a> {
    /// A drawing of `named` with each vertex as `paint` says.
    ///
    /// The legend explains [`WIN`], [`LOSE`] and [`DRAW`] as far as they occur.
    pub fn new(
        named: &'a NamedDigraph,
        paint: &dyn Fn(u32) -> Paint,
    ) -> Result<Drawing<'a>, Refusal> {
        Drawing::spread(named, paint, 1.0)
    }

    /// A drawing with a title, and with a text at each edge.
    pub fn labelled(
        named: &'a NamedDigraph,
        paint: &dyn Fn(u32) -> Paint,
        title: String,
        label: &dyn Fn(u32, u32) -> String,
    ) -> Result<Drawing<'a>, Refusal> {
        let mut drawing = Drawing::spread(named, paint, ROOM_FOR_LABELS)?;
        let labels = drawing.arrows.iter().map(|arrow| label(arrow.from, arrow.to)).collect();
        drawing.captions = Some((title, labels));
        Ok(drawing)
    }

    /// A drawing whose vertices are this many times further apart than they need be.
    fn spread(
        named: &'a NamedDigraph,
        paint: &dyn Fn(u32) -> Paint,
        apart: f64,
    ) -> Result<Drawing<'a>, Refusal> {
        let graph = &named.graph;
        check_size(graph)?;
        let vertices = 0..graph.vertices() as u32;
        let paints: Vec<Paint> = vertices.clone().map(paint).collect();
        let widest = vertices.map(|v| width(&shown(&named.names.name(v), LONGEST_NAME), NAME_SIZE));
        let needed = widest.fold(0.0, f64::max) / 2.0 + 5.0;
        let radius = needed.clamp(SMALLEST_RADIUS, LARGEST_RADIUS);
        let places = places(graph, radius * apart);
        let arrows = arrows(graph, &places, radius);
        Ok(Drawing { named, paints, radius, places, arrows, captions: None })
    }

    /// The drawing as a picture.
    pub fn scene(&self) -> Result<Scene, Refusal> {
        let (vertices, edges) = (self.places.len(), self.arrows.len());
        let about = "a circle for each vertex, an arrow for each edge";
        let counts = || format!("{}, {}", counted(vertices, "vertex"), counted(edges, "edge"));
        let title = self.captions.as_ref().map_or_else(counts, |(title, _)| title.clone());
        let mut scene = Scene::new(title, about);
        self.arrows.iter().for_each(|arrow| self.edge(arrow, &mut scene));
        (0..vertices as u32).for_each(|v| self.vertex(v, &mut scene));
        if let Some((_, labels)) = &self.captions {
            let all = self.arrows.iter().zip(labels);
            all.for_each(|(arrow, label)| write_label(arrow, label, &mut scene));
        }
        let reach = Point::new(self.radius, self.radius);
        let circles = self.places.iter().flat_map(|place| [*place - reach, *place + reach]);
        let ways = self.arrows.iter().flat_map(|arrow| arrow.curve.points());
        let (low, high) = corners(circles.chain(ways));
        let words = [(WIN, "wins"), (LOSE, "loses"), (DRAW, "draws")].into_iter();
        let occurs = |colour: Colour| self.paints.iter().any(|paint| paint.fill == colour);
        let legend = words.filter(|(colour, _)| occurs(*colour));
        let legend: Vec<_> = legend.map(|(colour, word)| (colour, word.to_owned())).collect();
        scene.legend(high.y + 34.0, low.x..high.x.max(low.x + 180.0), &legend);
        scene.fitted()
    }

    fn edge(&self, arrow: &Arrow, scene: &mut Scene) {
        let [from, to] = [arrow.from, arrow.to].map(|v| self.named.names.name(v));
        let points = arrow.curve.0;
        let way = points[3] - points[2];
        let along = way * (1.0 / way.length().max(1e-9));
        let (tip, aside) = (points[3] + along * TIP, along.turned() * 3.5);
        let foot = tip - along * HEAD;
        let head = [tip, foot + aside, foot + along * 1.5, foot - aside];
        scene.hinted(format!("{from} → {to}"), |scene| {
            scene.curve(points.map(Point::pair), Pen::new(EDGE, 1.3));
            scene.polygon(head.map(Point::pair), EDGE);
        });
    }

    fn vertex(&self, vertex: u32, scene: &mut Scene) {
        let (Point { x, y }, paint) = (self.places[vertex as usize], &self.paints[vertex as usize]);
        let (name, note) = (self.named.names.name(vertex), shown(&paint.note, LONGEST_NOTE));
        let hint = match paint.note.as_str() {
            "" => name.to_string(),
            note => format!("{name}: {note}"),
        };
        let (ink, name) = (ink_on(paint.fill), shown(&name, LONGEST_NAME));
        let size = NAME_SIZE.min((2.0 * self.radius - 8.0) / width(&name, 1.0).max(1.0));
        let rise = if note.is_empty() { 0.0 } else { 4.0 };
        let small = NOTE_SIZE.min((1.5 * self.radius - 2.0) / width(&note, 1.0).max(1.0));
        scene.hinted(hint, |scene| {
            scene.circle((x, y), self.radius, paint.fill, Pen::new(INK, 1.3));
            let mut write = |base: f64, text: String, size: f64| {
                scene.text(Text::new((x, base), text, Anchor::Middle).size(size).colour(ink));
            };
            write(y + 0.36 * size - rise, name, size);
            if !note.is_empty() {
                write(y + 0.36 * NAME_SIZE + 7.0, note, small);
            }
        });
    }
}

/// Writes the text of an edge over its middle.
fn write_label(arrow: &Arrow, label: &str, scene: &mut Scene) {
    let (Point { x, y }, shown) = (arrow.curve.at(0.5), shown(label, LONGEST_LABEL));
    let wide = width(&shown, LABEL_SIZE);
    scene.hinted(label, |scene| {
        scene.rect((x - wide / 2.0 - 1.0, y - 6.0), (wide + 2.0, LABEL_SIZE + 2.0), PAPER);
        scene.text(Text::new((x, y + 4.0), shown, Anchor::Middle).size(LABEL_SIZE));
    });
}

fn check_size(graph: &Digraph) -> Result<(), Refusal> {
    let (vertices, edges) = (graph.vertices(), graph.edges());
    if vertices == 0 {
        return Err(Refusal::bad("there is no vertex to draw", "draw a digraph that has one"));
    }
    if vertices > MOST_VERTICES || edges > MOST_EDGES {
        return Err(Refusal::bad(
            format!("{vertices} vertices and {edges} edges are too many for a picture"),
            format!("draw a part of it: at most {MOST_VERTICES} vertices and {MOST_EDGES} edges"),
        ));
    }
    Ok(())
}

/// At most that many characters of a text.
fn shown(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    text.chars().take(longest - 1).chain(['…']).collect()
}
