//! Routes the edges: each is bent as little as it takes to avoid the vertices.

use std::f64::consts::PI;

use bouton_graphs::Digraph;

use super::point::{Point, distance};
use super::{CLEARANCE, TIP};

/// An edge as it is drawn.
#[derive(Clone, Debug)]
pub(super) struct Arrow {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) curve: Curve,
}

/// A cubic Bézier curve.
#[derive(Clone, Copy, Debug)]
pub(super) struct Curve(pub(super) [Point; 4]);

impl Curve {
    /// From `a` to `b`, passing the middle at the given distance to the left.
    pub(super) fn arc(a: Point, b: Point, bend: f64) -> Curve {
        let way = b - a;
        let side = way.turned() * (-bend * 4.0 / 3.0 / way.length().max(1e-9));
        Curve([a, a + way * (1.0 / 3.0) + side, a + way * (2.0 / 3.0) + side, b])
    }

    pub(super) fn at(&self, t: f64) -> Point {
        self.split(t).0.0[3]
    }

    /// The parts before and after (de Casteljau).
    pub(super) fn split(&self, t: f64) -> (Curve, Curve) {
        let between = |a: Point, b: Point| a + (b - a) * t;
        let [a, b, c, d] = self.0;
        let (ab, bc, cd) = (between(a, b), between(b, c), between(c, d));
        let (abc, bcd) = (between(ab, bc), between(bc, cd));
        let middle = between(abc, bcd);
        (Curve([a, ab, abc, middle]), Curve([middle, bcd, cd, d]))
    }

    /// The part that is `start` away from where it begins and `end` from where it ends.
    pub(super) fn trimmed(&self, start: f64, end: f64) -> Curve {
        let leave = bisect(|t| (self.at(t) - self.0[0]).length() > start);
        let (_, rest) = self.split(leave);
        let arrive = bisect(|t| (rest.at(1.0 - t) - self.0[3]).length() > end);
        rest.split(1.0 - arrive).0
    }

    /// Where it leaves circles around its ends, as seen from their centres, as unit vectors.
    pub(super) fn directions(&self, radius: f64) -> [Point; 2] {
        let [start, _, _, end] = self.trimmed(radius, radius).0;
        [start - self.0[0], end - self.0[3]].map(|way| way * (1.0 / way.length().max(1e-9)))
    }

    pub(super) fn points(&self) -> impl Iterator<Item = Point> {
        let curve = *self;
        (0..=12).map(move |step| curve.at(f64::from(step) / 12.0))
    }
}

/// The least of 0..=1 from which on something holds, nearly.
pub(super) fn bisect(holds: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..30 {
        let middle = (low + high) / 2.0;
        if holds(middle) { high = middle } else { low = middle }
    }
    high
}

/// All edges, the shortest first to choose their way.
pub(super) fn arrows(graph: &Digraph, places: &[Point], radius: f64) -> Vec<Arrow> {
    let vertices = 0..graph.vertices() as u32;
    let of = |from: u32| graph.successors(from).iter().map(move |to| (from, *to));
    let mut edges: Vec<(u32, u32)> =
        vertices.clone().flat_map(of).filter(|(from, to)| from != to).collect();
    let length = |(from, to): &(u32, u32)| (places[*to as usize] - places[*from as usize]).length();
    edges.sort_by(|a, b| length(a).total_cmp(&length(b)));
    let middle = places.iter().fold(Point::new(0.0, 0.0), |sum, place| sum + *place);
    let middle = middle * (1.0 / places.len() as f64);
    let patience = (4000.0 / edges.len().max(1) as f64).clamp(5.0, 24.0);
    let leaving = vec![Vec::new(); places.len()];
    let mut router = Router { places, radius, patience, middle, leaving };
    let mut arrows: Vec<Arrow> = Vec::new();
    for (from, to) in edges {
        let has_partner = graph.successors(to).binary_search(&from).is_ok();
        let arc = router.arc(from, to, has_partner);
        arrows.push(Arrow { from, to, curve: arc.trimmed(radius, radius + TIP) });
    }
    for v in vertices.filter(|v| graph.successors(*v).binary_search(v).is_ok()) {
        let curve = self_loop(places[v as usize], &router.leaving[v as usize], radius);
        arrows.push(Arrow { from: v, to: v, curve });
    }
    arrows.sort_by_key(|arrow| (arrow.from, arrow.to));
    arrows
}

/// Finds ways for edges.
pub(super) struct Router<'a> {
    pub(super) places: &'a [Point],
    pub(super) radius: f64,
    /// How many bends are tried on each side.
    pub(super) patience: f64,
    /// The middle of all places.
    pub(super) middle: Point,
    /// In which directions edges touch each vertex already.
    pub(super) leaving: Vec<Vec<Point>>,
}

impl Router<'_> {
    /// The straightest arc that keeps clear of other vertices and does not hide another edge.
    pub(super) fn arc(&mut self, from: u32, to: u32, has_partner: bool) -> Curve {
        let ends = [from, to].map(|v| self.places[v as usize]);
        let bends = self.bends(ends, has_partner);
        let widest = bends.iter().fold(0.0, |widest: f64, bend| widest.max(bend.abs()));
        let far = widest + self.radius + CLEARANCE;
        let others = self.places.iter().filter(|place| !ends.contains(place));
        let near = others.filter(|place| distance(**place, ends) < far);
        let near: Vec<Point> = near.copied().collect();
        let mut best = (f64::INFINITY, Curve::arc(ends[0], ends[1], bends[0]));
        for bend in bends {
            let price = 0.05 * bend.abs();
            if price >= best.0 {
                break;
            }
            let arc = Curve::arc(ends[0], ends[1], bend);
            let too_near = intrusion(&arc, &near, self.radius + CLEARANCE);
            let cost = price + 2.0 * too_near + self.crowding(from, to, &arc);
            if cost < best.0 {
                best = (cost, arc);
            }
        }
        let [leave, arrive] = best.1.directions(self.radius);
        self.leaving[from as usize].push(leave);
        self.leaving[to as usize].push(arrive);
        best.1
    }

    /// How far to the left an edge may pass the middle between its ends, the best first.
    pub(super) fn bends(&self, ends: [Point; 2], has_partner: bool) -> Vec<f64> {
        let way = ends[1] - ends[0];
        let least_step = 0.3 * self.radius;
        let count = (0.35 * way.length() / least_step).clamp(4.0, self.patience);
        let step = (0.35 * way.length() / count).max(least_step);
        let count = count as u32;
        if has_partner {
            // Each of two opposite edges keeps to its left.
            let least = (0.07 * way.length()).clamp(7.0, 14.0);
            return (0..count).map(|index| least + step * f64::from(index)).collect();
        }
        let outwards = (ends[0] + ends[1]) * 0.5 - self.middle;
        let left = if way.turned().dot(outwards) <= 1e-6 * way.length() { 1.0 } else { -1.0 };
        let bends = (1..count).map(|index| left * step * f64::from(index));
        [0.0].into_iter().chain(bends.flat_map(|bend| [bend, -bend])).collect()
    }

    /// How much an arc hides others at its ends.
    pub(super) fn crowding(&self, from: u32, to: u32, arc: &Curve) -> f64 {
        let hidden = |v: u32, way: Point| {
            let others = &self.leaving[v as usize];
            // There is no room for large gaps between many edges.
            let enough = (2.5 / others.len().max(1) as f64).min(0.25);
            let gaps = others.iter().map(|other| (*other - way).length());
            gaps.map(|gap| (enough - gap).max(0.0)).sum::<f64>()
        };
        let [leave, arrive] = arc.directions(self.radius);
        15.0 * (hidden(from, leave) + hidden(to, arrive))
    }
}

/// By how much a curve comes too close to some places, in sum.
pub(super) fn intrusion(curve: &Curve, places: &[Point], least: f64) -> f64 {
    const PARTS: usize = 16;
    let points: Vec<Point> = (0..=PARTS).map(|i| curve.at(i as f64 / PARTS as f64)).collect();
    let nearest = |place: &Point| {
        let parts = points.windows(2).map(|ends| distance(*place, [ends[0], ends[1]]));
        parts.fold(f64::INFINITY, f64::min)
    };
    places.iter().map(|place| (least - nearest(place)).max(0.0)).sum()
}

/// A loop above the vertex, or on another side if other edges touch it there.
pub(super) fn self_loop(centre: Point, ways: &[Point], radius: f64) -> Curve {
    let room = |angle: f64| {
        let cosines = ways.iter().map(|way| way.dot(Point::at_angle(angle)));
        cosines.fold(0.7, f64::max)
    };
    let up = -PI / 2.0;
    let sides = [0, 1, -1, 2, -2, 3, -3, 4].map(|step| up + f64::from(step) * PI / 4.0);
    let best = sides.into_iter().reduce(
        |best, side| {
            if room(side) < room(best) - 1e-9 { side } else { best }
        },
    );
    let angle = best.unwrap_or(up);
    let [start, end] = [-0.45, 0.45].map(|turn| Point::at_angle(angle + turn));
    let reach = radius + 30.0;
    let last = centre + end * (radius + TIP);
    Curve([
        centre + start * radius,
        centre + start * reach,
        last + end * (reach - radius - TIP),
        last,
    ])
}
