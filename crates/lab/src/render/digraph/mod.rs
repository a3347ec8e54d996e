//! Pictures of digraphs: a coloured circle for each vertex, an arrow for each edge.
//!
//! # Implementation notes
//! The layout depends on nothing but the digraph. A strongly connected component is a *block*: a
//! circle, or beyond 12 vertices whatever springs and repulsion make of it. Blocks
//! stand in rows by the longest way down from them, sinks at the bottom; sweeps that put each block
//! near the middle of its neighbours, then swaps of neighbours, untangle the rows. What hangs
//! together is laid out for itself, and these *pieces* are packed beside each other. At last every
//! edge is bent just as much as it takes to pass the vertices in its way.
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

use std::fmt::Write;

use bouton_engines::graph::Label;
use bouton_graphs::{Digraph, NamedDigraph};
use bouton_values::Refusal;

use super::canvas::{Colour, INK, PAPER, escaped, hex};
use arrows::{Arrow, arrows};
use layout::places;
use point::{Point, corners};

/// How a vertex is shown.
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
/// assert!(Drawing::new(&named, &paint)?.svg().starts_with("<svg"));
/// # Ok::<(), bouton_values::Refusal>(())
/// ```
#[derive(Clone, Debug)]
pub struct Drawing<'a> {
    named: &'a NamedDigraph,
    paints: Vec<Paint>,
    legend: Vec<(Colour, String)>,
    /// The radius of every vertex.
    radius: f64,
    places: Vec<Point>,
    arrows: Vec<Arrow>,
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
/// Sizes of letters: of names, notes and the legend.
const NAME_SIZE: f64 = 13.0;
const NOTE_SIZE: f64 = 9.5;
const LEGEND_SIZE: f64 = 12.0;
/// How wide a letter is, in sizes.
const LETTER: f64 = 0.62;

const SMALLEST_RADIUS: f64 = 18.0;
const LARGEST_RADIUS: f64 = 36.0;
/// Free space between the borders of neighbours on a circle, in a row, and between pieces.
const CIRCLE_GAP: f64 = 54.0;
const ROW_GAP: f64 = 38.0;
const PIECE_GAP: f64 = 46.0;
/// Arrows pass other vertices at this distance at least, if they can.
const CLEARANCE: f64 = 6.0;
const MARGIN: f64 = 20.0;
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
        let graph = &named.graph;
        check_size(graph)?;
        let vertices = 0..graph.vertices() as u32;
        let paints: Vec<Paint> = vertices.clone().map(paint).collect();
        let widest = vertices.map(|v| width(&shown(&named.names.name(v), LONGEST_NAME), NAME_SIZE));
        let needed = widest.fold(0.0, f64::max) / 2.0 + 5.0;
        let radius = needed.clamp(SMALLEST_RADIUS, LARGEST_RADIUS);
        let places = places(graph, radius);
        let arrows = arrows(graph, &places, radius);
        let words = [(WIN, "wins"), (LOSE, "loses"), (DRAW, "draws")];
        let known = words.map(|(colour, word)| (colour, word.to_owned()));
        let drawing = Drawing { named, paints, legend: Vec::new(), radius, places, arrows };
        Ok(drawing.with_legend(known))
    }

    /// The same drawing with other words for its colours; those that do not occur are left out.
    #[must_use]
    pub fn with_legend(mut self, words: impl IntoIterator<Item = (Colour, String)>) -> Drawing<'a> {
        let occurs = |colour: Colour| self.paints.iter().any(|paint| paint.fill == colour);
        self.legend = words.into_iter().filter(|(colour, _)| occurs(*colour)).collect();
        self
    }

    /// The picture as an SVG document.
    #[must_use]
    pub fn svg(&self) -> String {
        let (low, high) = self.extent();
        let (legend, legend_size) = self.legend(high.x - low.x);
        let wide = ((high.x - low.x).max(legend_size.x) + 2.0 * MARGIN).ceil();
        let high_legend = if legend.is_empty() { 0.0 } else { legend_size.y + MARGIN };
        let floor = (high.y - low.y + 2.0 * MARGIN).ceil();
        let tall = (floor + high_legend).ceil();
        // The digraph is centred if the legend is wider.
        let shift = Point::new((wide - high.x - low.x) / 2.0, MARGIN - low.y);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {tall}\" \
             width=\"{wide}\" height=\"{tall}\" font-family=\"sans-serif\" \
             text-anchor=\"middle\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n",
            hex(PAPER)
        );
        let mut put = |line: String| writeln!(svg, "{line}").expect("a string takes all");
        put(marker());
        put(format!("<g transform=\"translate({:.2} {:.2})\">", shift.x, shift.y));
        put(format!("<g fill=\"none\" stroke=\"{}\" stroke-width=\"1.3\">", hex(EDGE)));
        self.arrows.iter().for_each(|arrow| put(self.edge(arrow)));
        put("</g>".to_owned());
        (0..self.places.len() as u32).for_each(|v| put(self.vertex(v)));
        put("</g>".to_owned());
        if !legend.is_empty() {
            put(format!("<g transform=\"translate({MARGIN} {floor})\">\n{legend}</g>"));
        }
        svg + "</svg>\n"
    }

    /// The corners of the smallest box around all that is drawn.
    fn extent(&self) -> (Point, Point) {
        let reach = Point::new(self.radius + 1.0, self.radius + 1.0);
        let circles = self.places.iter().flat_map(|place| [*place - reach, *place + reach]);
        let ways = self.arrows.iter().flat_map(|arrow| arrow.curve.points());
        corners(circles.chain(ways))
    }

    fn name(&self, vertex: u32) -> String {
        clean(&self.named.names.name(vertex))
    }

    fn edge(&self, arrow: &Arrow) -> String {
        let [from, to] = [arrow.from, arrow.to].map(|v| escaped(&self.name(v)));
        format!(
            "<path class=\"edge\" data-from=\"{}\" data-to=\"{}\" d=\"{}\" \
             marker-end=\"url(#head)\"><title>{from} → {to}</title></path>",
            arrow.from,
            arrow.to,
            arrow.curve.path()
        )
    }

    fn vertex(&self, vertex: u32) -> String {
        let (Point { x, y }, paint) = (self.places[vertex as usize], &self.paints[vertex as usize]);
        let (name, note) = (self.name(vertex), shown(&paint.note, LONGEST_NOTE));
        let title = if paint.note.is_empty() {
            name.clone()
        } else {
            format!("{name}: {}", clean(&paint.note))
        };
        let ink = hex(ink_on(paint.fill));
        let name = shown(&name, LONGEST_NAME);
        let size = NAME_SIZE.min((2.0 * self.radius - 8.0) / width(&name, 1.0).max(1.0));
        let rise = if note.is_empty() { 0.36 * size } else { 0.36 * size - 4.0 };
        let mut group = format!(
            "<g class=\"vertex\" data-vertex=\"{vertex}\" fill=\"{ink}\"><title>{}</title>\
             <circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{:.2}\" fill=\"{}\" stroke=\"{}\" \
             stroke-width=\"1.3\"/>\
             <text x=\"{x:.2}\" y=\"{:.2}\" font-size=\"{size:.2}\">{}</text>",
            escaped(&title),
            self.radius,
            hex(paint.fill),
            hex(INK),
            y + rise,
            escaped(&name)
        );
        if !note.is_empty() {
            let size = NOTE_SIZE.min((1.5 * self.radius - 2.0) / width(&note, 1.0).max(1.0));
            let note = escaped(&note);
            let y = y + 0.36 * NAME_SIZE + 7.0;
            let text =
                format!("<text x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"{size:.2}\">{note}</text>");
            group.push_str(&text);
        }
        group + "</g>"
    }

    /// A dot and a word for each colour, in lines of about the given width, and their size.
    fn legend(&self, room: f64) -> (String, Point) {
        let (mut legend, mut size, mut at) =
            (String::new(), Point::new(0.0, 0.0), Point::new(0.0, 0.0));
        for (colour, word) in &self.legend {
            let word = clean(word);
            let wide = 18.0 + width(&word, LEGEND_SIZE);
            if at.x > 0.0 && at.x + wide > room.max(180.0) {
                at = Point::new(0.0, at.y + 20.0);
            }
            let line = format!(
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"6\" fill=\"{}\" stroke=\"{ink}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{LEGEND_SIZE}\" text-anchor=\"start\" \
                 fill=\"{ink}\">{}</text>\n",
                at.x + 7.0,
                at.y + 7.0,
                hex(*colour),
                at.x + 18.0,
                at.y + 11.3,
                escaped(&word),
                ink = hex(INK)
            );
            legend.push_str(&line);
            size = Point::new(size.x.max(at.x + wide), at.y + 14.0);
            at.x += wide + 14.0;
        }
        (legend, size)
    }
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

fn marker() -> String {
    format!(
        "<defs><marker id=\"head\" viewBox=\"0 0 {HEAD} 7\" refX=\"{}\" refY=\"3.5\" \
         markerWidth=\"{HEAD}\" markerHeight=\"7\" markerUnits=\"userSpaceOnUse\" orient=\"auto\">\
         <path d=\"M0 0L{HEAD} 3.5L0 7L1.5 3.5z\" fill=\"{}\"/></marker></defs>",
        HEAD - TIP,
        hex(EDGE)
    )
}

/// The text without characters that XML forbids or that turn the direction of writing.
fn clean(text: &str) -> String {
    let is_bad = |c: char| {
        c.is_control()
            || matches!(c, '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
            || matches!(c, '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}')
    };
    text.chars().map(|c| if is_bad(c) { '\u{fffd}' } else { c }).collect()
}

/// At most that many characters of a text.
fn shown(text: &str, longest: usize) -> String {
    let text = clean(text);
    if text.chars().count() <= longest {
        return text;
    }
    text.chars().take(longest - 1).chain(['…']).collect()
}

/// About how wide a text is; letters of the Far East are twice as wide.
fn width(text: &str, size: f64) -> f64 {
    let letter = |c: char| if c >= '\u{1100}' && c != '…' { 2.0 * LETTER } else { LETTER };
    text.chars().map(letter).sum::<f64>() * size
}

/// Black or white, whichever can be read on this colour.
fn ink_on([red, green, blue]: Colour) -> Colour {
    let light = 299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue);
    if light > 130_000 { [20, 22, 30] } else { PAPER }
}
