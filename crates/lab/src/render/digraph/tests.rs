//! Drawings of digraphs: where vertices are put, and what the files say.

use std::collections::BTreeSet;

use bouton_engines::graph::labels;
use bouton_graphs::{Format, read};

use super::arrows::Curve;
use super::layout::nearest_ascending;
use super::*;

/// Marsaglia's xorshift: numbers below a bound, always the same.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 20) % u64::from(bound)) as u32
    }
}

/// Random digraphs with up to 60 vertices, every other one acyclic.
fn samples() -> impl Iterator<Item = Digraph> {
    let mut dice = Dice(88_172_645_463_325_252);
    (0..60).map(move |index| {
        let n = 1 + dice.below(60);
        let edges = dice.below(4 * n);
        let edges: Vec<(u32, u32)> = (0..edges).map(|_| (dice.below(n), dice.below(n))).collect();
        let downwards = |(a, b): &(u32, u32)| (*a.max(b), *a.min(b));
        let is_edge = |(a, b): &(u32, u32)| a != b;
        let edges: Vec<(u32, u32)> = match index % 2 {
            0 => edges.iter().map(downwards).filter(is_edge).collect(),
            _ => edges,
        };
        Digraph::from_edges(n as usize, edges)
    })
}

fn svg(drawing: Result<Drawing<'_>, Refusal>) -> Result<String, Refusal> {
    drawing?.scene()?.svg()
}

fn labelled(named: &NamedDigraph) -> String {
    let labels = labels(&named.graph, &Default::default()).unwrap();
    let paint = |v: u32| Paint::of(labels.label(v), labels.distance(v));
    svg(Drawing::new(named, &paint)).unwrap()
}

/// Every tag is closed by its own name, every `&` begins an entity, nothing else is a `<`.
fn assert_well_formed(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = svg;
    while let Some(start) = rest.find('<') {
        assert!(!rest[..start].contains('>'), "a stray > before {}", &rest[start..]);
        let end = start + rest[start..].find('>').unwrap();
        let tag = &rest[start + 1..end];
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        assert!(!tag.contains('<'), "{tag}");
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty() && rest.trim().is_empty());
    for entity in svg.split('&').skip(1) {
        assert!(
            ["amp;", "lt;", "gt;", "quot;", "#39;"].iter().any(|known| entity.starts_with(known))
        );
    }
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
}

/// The hints of vertices, `7: W3`, and of edges, `7 → 2`, cut at such a mark.
fn hints<'a>(svg: &'a str, mark: &'a str) -> impl Iterator<Item = (u32, &'a str)> {
    let titles = svg.split("<g><title>").skip(1).filter_map(|rest| rest.split('<').next());
    let cut = titles.filter_map(move |title| title.split_once(mark));
    cut.map(|(vertex, rest)| (vertex.parse().unwrap(), rest))
}

#[test]
fn every_vertex_and_edge_is_there_once() {
    for graph in samples() {
        let named = NamedDigraph::from(graph.clone());
        let svg = labelled(&named);
        assert_well_formed(&svg);
        assert_eq!(svg, labelled(&named));
        let vertices = 0..graph.vertices() as u32;
        assert!(hints(&svg, ": ").map(|(v, _)| v).eq(vertices.clone()));
        let of = |v: u32| graph.successors(v).iter().map(move |w| (v, *w));
        let drawn = hints(&svg, " → ").map(|(v, w)| (v, w.parse().unwrap()));
        assert!(drawn.eq(vertices.flat_map(of)));
    }
}

#[test]
fn vertices_keep_apart_and_arrows_end_at_their_borders() {
    for graph in samples() {
        let named = NamedDigraph::from(graph);
        let drawing = Drawing::new(&named, &|_| Paint::of(Label::Draw, None)).unwrap();
        let (places, radius) = (&drawing.places, drawing.radius);
        for (index, place) in places.iter().enumerate() {
            assert!(place.x.is_finite() && place.y.is_finite());
            for other in &places[..index] {
                assert!((*place - *other).length() > 2.0 * radius, "{named:?}");
            }
        }
        for Arrow { from, to, curve: Curve([start, _, before, end]) } in &drawing.arrows {
            let [from, to] = [from, to].map(|v| places[*v as usize]);
            let way = *end - *before;
            let tip = *end + way * (TIP / way.length());
            assert!(((*start - from).length() - radius).abs() < 0.01);
            assert!(((tip - to).length() - radius).abs() < 1.5, "{}", (tip - to).length());
        }
    }
}

#[test]
fn opposite_edges_are_two_arcs() {
    let named = NamedDigraph::from(Digraph::from_edges(2, [(0, 1), (1, 0)]));
    let drawing = Drawing::new(&named, &|_| Paint::of(Label::Draw, None)).unwrap();
    let [there, back] = [0, 1].map(|index| drawing.arrows[index].curve.at(0.5));
    assert!((there - back).length() > 10.0);
}

#[test]
fn sinks_stand_at_the_bottom() {
    let named = NamedDigraph::from(Digraph::from_edges(4, [(0, 1), (1, 0), (1, 2), (3, 1)]));
    let drawing = Drawing::new(&named, &|_| Paint::of(Label::Draw, None)).unwrap();
    let heights = [3, 0, 1, 2].map(|v: usize| drawing.places[v].y);
    assert!(heights[0] < heights[1] && heights[1] == heights[2] && heights[2] < heights[3]);
}

#[test]
fn hostile_names_are_harmless() {
    let text = "digraph { \"</g><script>&amp;\u{1}\" -> \"a\u{202e}b\"; \
                \"'x'\" -> long_long_long_name; \"'x'\" -> \"'x'\" }";
    let read = read(&mut text.as_bytes(), Format::Dot, &Default::default()).unwrap();
    let drawn = labelled(&read);
    assert_well_formed(&drawn);
    assert!(!drawn.contains("<script") && !drawn.contains(['\u{1}', '\u{202e}']));
    assert!(drawn.contains("<title>long_long_long_name: L0</title>"));
    assert!(drawn.contains(">long_long_l…<"));
    let note = |_: u32| Paint { fill: [0, 0, 0], note: "<&>\"".to_owned() };
    assert_well_formed(&svg(Drawing::new(&read, &note)).unwrap());
}

#[test]
fn large_digraphs_are_refused_with_numbers() {
    let draw = |graph: Digraph| svg(Drawing::new(&graph.into(), &|_| Paint::of(Label::Draw, None)));
    let refusal = draw(Digraph::from_edges(401, [])).unwrap_err();
    assert_eq!(refusal.to_string(), "401 vertices and 0 edges are too many for a picture");
    assert!(refusal.help().to_string().contains("draw a part of it"));
    let complete = (0..46).flat_map(|a| (0..46).map(move |b| (a, b)));
    assert!(draw(Digraph::from_edges(46, complete)).unwrap_err().to_string().contains("2116"));
    assert!(draw(Digraph::from_edges(0, [])).is_err());
    assert_well_formed(&draw(Digraph::from_edges(400, [])).unwrap());
}

#[test]
fn the_legend_tells_what_occurs() {
    let named = NamedDigraph::from(Digraph::from_edges(2, [(0, 1)]));
    let svg = labelled(&named);
    let words: BTreeSet<&str> =
        ["wins", "loses", "draws"].into_iter().filter(|word| svg.contains(word)).collect();
    assert_eq!(words, BTreeSet::from(["loses", "wins"]));
    let plain = |_: u32| Paint { fill: [1, 2, 3], note: String::new() };
    let plain = Drawing::new(&named, &plain).unwrap().scene().unwrap().svg().unwrap();
    assert!(!plain.contains("wins") && plain.contains("<title>1</title>"), "no note, no legend");
}

#[test]
fn rows_are_nearest_to_what_they_wish() {
    assert_eq!(nearest_ascending(&[1.0, 3.0, 2.0, 7.0]), [1.0, 2.5, 2.5, 7.0]);
    assert_eq!(nearest_ascending(&[3.0, 2.0, 1.0]), [2.0, 2.0, 2.0]);
}
