//! Places the vertices: components as circles, in rows by their longest way to a sink.

use std::f64::consts::{PI, TAU};

use bouton_engines::graph::{Components, components};
use bouton_graphs::Digraph;

use super::point::{Point, corners, distance};
use super::{CIRCLE_GAP, CLEARANCE, LARGEST_CIRCLE, PIECE_GAP, ROW_GAP};

/// The centre of every vertex.
pub(super) fn places(graph: &Digraph, radius: f64) -> Vec<Point> {
    let parts = components(graph);
    let links = links(graph, &parts);
    let levels = levels(parts.len(), &links);
    let mut pieces: Vec<Piece> = Vec::new();
    for family in families(parts.len(), &links) {
        let inside = |link: &&(usize, usize)| family.binary_search(&link.0).is_ok();
        let place = |part: usize| family.partition_point(|other| *other < part);
        let links = links.iter().filter(inside).map(|(a, b)| (place(*a), place(*b))).collect();
        let block = |part: &usize| Block::new(graph, parts.members(*part as u32), radius);
        let blocks: Vec<Block> = family.iter().map(block).collect();
        let levels: Vec<usize> = family.iter().map(|part| levels[*part]).collect();
        let mut piece = Piece::new(blocks, &levels, links);
        piece.untangle();
        pieces.push(piece);
    }
    let mut places = vec![Point::new(0.0, 0.0); graph.vertices()];
    pack(&pieces, &mut places);
    places
}

/// The edges between different components, each once.
pub(super) fn links(graph: &Digraph, parts: &Components) -> Vec<(usize, usize)> {
    let vertices = 0..graph.vertices() as u32;
    let ends = |v: u32| graph.successors(v).iter().map(move |w| (parts.of(v), parts.of(*w)));
    let all = vertices.flat_map(ends).filter(|(a, b)| a != b);
    let mut links: Vec<(usize, usize)> = all.map(|(a, b)| (a as usize, b as usize)).collect();
    links.sort_unstable();
    links.dedup();
    links
}

/// The longest way down from each component; links lead to lower numbers and are sorted.
pub(super) fn levels(parts: usize, links: &[(usize, usize)]) -> Vec<usize> {
    let mut levels = vec![0; parts];
    for (from, to) in links {
        levels[*from] = levels[*from].max(levels[*to] + 1);
    }
    levels
}

/// The weakly connected groups of components, ascending, by the first of each.
pub(super) fn families(parts: usize, links: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut family: Vec<usize> = (0..parts).collect();
    // A few hundred components at most: each takes the lower number of its neighbours until nothing changes.
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for (a, b) in links {
            let least = family[*a].min(family[*b]);
            has_changed |= family[*a] != least || family[*b] != least;
            (family[*a], family[*b]) = (least, least);
        }
    }
    let of = |first: usize| (0..parts).filter(|part| family[*part] == first).collect();
    (0..parts).filter(|part| family[*part] == *part).map(of).collect()
}

/// A strongly connected component, laid out around its own middle.
pub(super) struct Block {
    pub(super) members: Vec<u32>,
    pub(super) spots: Vec<Point>,
    /// Half the width and half the height.
    pub(super) half: Point,
}

impl Block {
    pub(super) fn new(graph: &Digraph, members: &[u32], radius: f64) -> Block {
        let place = |v: &u32| members.binary_search(v).ok();
        let mut edges: Vec<(usize, usize)> = Vec::new();
        for (index, v) in members.iter().enumerate() {
            let inside = graph.successors(*v).iter().filter_map(place);
            edges.extend(inside.filter(|other| *other != index).map(|other| (index, other)));
        }
        let mut spots = best_circle(members.len(), &edges, 2.0 * radius + CIRCLE_GAP);
        if members.len() > LARGEST_CIRCLE {
            spots = force(&spots, &edges, radius);
        }
        let (low, high) = corners(spots.iter().copied());
        let middle = (low + high) * 0.5;
        spots.iter_mut().for_each(|spot| *spot = *spot - middle);
        let half = (high - low) * 0.5 + Point::new(radius, radius);
        Block { members: members.to_vec(), spots, half }
    }
}

/// A circle of vertices in their own order, or along a walk if fewer edges cross then.
pub(super) fn best_circle(n: usize, edges: &[(usize, usize)], apart: f64) -> Vec<Point> {
    let natural: Vec<usize> = (0..n).collect();
    let [own, walked] = [natural, walk(n, edges)].map(|order| circle(&order, apart));
    let crossed = |spots: &[Point]| {
        let segments: Vec<[Point; 2]> = edges.iter().map(|(a, b)| [spots[*a], spots[*b]]).collect();
        crossings(&segments)
    };
    if crossed(&walked) < crossed(&own) { walked } else { own }
}

/// All of 0..n as a depth-first search finds them.
pub(super) fn walk(n: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut order = Vec::new();
    let mut stack = vec![0];
    let mut is_seen = vec![false; n];
    while let Some(v) = stack.pop() {
        if std::mem::replace(&mut is_seen[v], true) {
            continue;
        }
        order.push(v);
        stack.extend(edges.iter().rev().filter(|(from, _)| *from == v).map(|(_, to)| *to));
    }
    order
}

/// The places on a circle whose neighbours are that far apart: an odd number points upwards.
pub(super) fn circle(order: &[usize], apart: f64) -> Vec<Point> {
    let n = order.len();
    let step = TAU / n as f64;
    let radius = if n == 1 { 0.0 } else { apart / 2.0 / (step / 2.0).sin() };
    let start = match n {
        2 => PI,
        _ if n.is_multiple_of(2) => -PI / 2.0 - step / 2.0,
        _ => -PI / 2.0,
    };
    let mut spots = vec![Point::new(0.0, 0.0); n];
    for (index, v) in order.iter().enumerate() {
        spots[*v] = Point::at_angle(start + step * index as f64) * radius;
    }
    spots
}

/// How many pairs of segments cross, not counting those that meet at an end.
pub(super) fn crossings(segments: &[[Point; 2]]) -> usize {
    let side = |[a, b]: [Point; 2], p: Point| (b - a).turned().dot(p - a);
    let splits = |s: [Point; 2], t: [Point; 2]| side(s, t[0]) * side(s, t[1]) < -1e-6;
    let mut count = 0;
    for (index, s) in segments.iter().enumerate() {
        let others = &segments[index + 1..];
        count += others.iter().filter(|t| splits(*s, **t) && splits(**t, *s)).count();
    }
    count
}

/// Springs along edges, repulsion between all, more and more slowly; no vertices overlap at the end.
pub(super) fn force(start: &[Point], edges: &[(usize, usize)], radius: f64) -> Vec<Point> {
    const ROUNDS: usize = 400;
    let n = start.len();
    let length = 2.0 * radius + CIRCLE_GAP;
    let (_, high) = corners(start.iter().copied());
    let shrink = length * (n as f64).sqrt() / 1.5 / high.x.max(1.0);
    let mut spots: Vec<Point> = start.iter().map(|spot| *spot * shrink).collect();
    // In dense digraphs full springs would pull everything into one knot.
    let spring = (3.0 * n as f64 / edges.len().max(1) as f64).min(1.0);
    for round in 0..ROUNDS {
        let mut pushes = vec![Point::new(0.0, 0.0); n];
        for a in 0..n {
            for b in 0..a {
                let way = spots[a] - spots[b];
                let push = way * (length * length / way.dot(way).max(1.0));
                pushes[a] = pushes[a] + push;
                pushes[b] = pushes[b] - push;
            }
        }
        for (a, b) in edges {
            let way = spots[*a] - spots[*b];
            let pull = way * (spring * way.length() / length);
            pushes[*a] = pushes[*a] - pull;
            pushes[*b] = pushes[*b] + pull;
        }
        let heat = length * (1.0 - round as f64 / ROUNDS as f64);
        for (spot, push) in spots.iter_mut().zip(pushes) {
            *spot = *spot + push * (heat / push.length().max(heat));
        }
    }
    // Long cycles end up larger than they need to be.
    let total: f64 = edges.iter().map(|(a, b)| (spots[*a] - spots[*b]).length()).sum();
    let shrink = (1.25 * length * edges.len() as f64 / total.max(1.0)).min(1.0);
    spots.iter_mut().for_each(|spot| *spot = *spot * shrink);
    separate(&mut spots, 2.0 * radius + 0.6 * ROW_GAP);
    spots
}

/// Pushes apart what is closer than `apart`; if that does not end, everything grows.
pub(super) fn separate(spots: &mut [Point], apart: f64) {
    for _ in 0..200 {
        let mut is_done = true;
        for a in 0..spots.len() {
            for b in 0..a {
                let mut way = spots[a] - spots[b];
                if way.length() >= apart {
                    continue;
                }
                is_done = false;
                if way.length() < 1e-3 {
                    way = Point::at_angle(a as f64 + b as f64 / 7.0) * 1e-3;
                }
                let push = way * ((apart - way.length() + 0.01) / 2.0 / way.length());
                spots[a] = spots[a] + push;
                spots[b] = spots[b] - push;
            }
        }
        if is_done {
            return;
        }
    }
    let pairs = (0..spots.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
    let least = pairs.map(|(a, b)| (spots[a] - spots[b]).length()).fold(apart, f64::min);
    spots.iter_mut().for_each(|spot| *spot = *spot * (apart / least.max(1e-3)));
}

/// A weakly connected group of blocks, in rows from below.
pub(super) struct Piece {
    pub(super) blocks: Vec<Block>,
    /// From higher blocks to lower ones.
    pub(super) links: Vec<(usize, usize)>,
    /// The neighbours of each block, above and below.
    pub(super) neighbours: Vec<Vec<usize>>,
    pub(super) rows: Vec<Vec<usize>>,
    pub(super) row_of: Vec<usize>,
    pub(super) middles: Vec<Point>,
}

impl Piece {
    pub(super) fn new(blocks: Vec<Block>, levels: &[usize], links: Vec<(usize, usize)>) -> Piece {
        let rows = rows(&blocks, levels);
        let mut row_of = vec![0; blocks.len()];
        for (index, row) in rows.iter().enumerate() {
            row.iter().for_each(|block| row_of[*block] = index);
        }
        let mut neighbours = vec![Vec::new(); blocks.len()];
        for (a, b) in &links {
            neighbours[*a].push(*b);
            neighbours[*b].push(*a);
        }
        let middles = vec![Point::new(0.0, 0.0); blocks.len()];
        Piece { blocks, links, neighbours, rows, row_of, middles }
    }

    /// Finds an order of each row in which few links cross, and places the blocks.
    pub(super) fn untangle(&mut self) {
        const SWEEPS: usize = 12;
        self.place();
        let mut best = (self.tangle(), self.rows.clone());
        for sweep in 0..SWEEPS {
            self.sweep(sweep % 2 == 0);
            self.place();
            let tangle = self.tangle();
            if tangle < best.0 {
                best = (tangle, self.rows.clone());
            }
        }
        self.rows = best.1;
        self.place();
        self.swap_neighbours(best.0);
    }

    /// Sorts each row by the middle of the neighbours below, or above.
    pub(super) fn sweep(&mut self, is_upwards: bool) {
        let count = self.rows.len();
        for step in 1..count {
            let row = if is_upwards { step } else { count - 1 - step };
            let middle = |block: &usize| {
                let is_known = |other: &&usize| (self.row_of[**other] < row) == is_upwards;
                let known = self.neighbours[*block].iter().filter(is_known);
                let places: Vec<f64> = known.map(|other| self.middles[*other].x).collect();
                if places.is_empty() {
                    return self.middles[*block].x;
                }
                places.iter().sum::<f64>() / places.len() as f64
            };
            let order = self.rows[row].iter().map(|block| (middle(block), *block));
            let mut order: Vec<(f64, usize)> = order.collect();
            order.sort_by(|a, b| a.0.total_cmp(&b.0));
            self.rows[row] = order.into_iter().map(|(_, block)| block).collect();
            self.spread(row);
        }
    }

    /// Swaps neighbours in a row as long as that untangles something.
    pub(super) fn swap_neighbours(&mut self, mut tangle: usize) {
        // Each trial looks at all pairs of links.
        let mut trials = 20_000_000 / (self.links.len() * self.links.len() + 1000);
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for row in 0..self.rows.len() {
                for index in 1..self.rows[row].len() {
                    if trials == 0 || tangle == 0 {
                        return;
                    }
                    trials -= 1;
                    let old = self.middles.clone();
                    self.rows[row].swap(index - 1, index);
                    self.place();
                    let new = self.tangle();
                    if new < tangle {
                        (tangle, has_changed) = (new, true);
                    } else {
                        self.rows[row].swap(index - 1, index);
                        self.middles = old;
                    }
                }
            }
        }
    }

    /// Crossings of links, and twice the blocks that a link would run over.
    pub(super) fn tangle(&self) -> usize {
        let ends = |(a, b): &(usize, usize)| [self.middles[*a], self.middles[*b]];
        let segments: Vec<[Point; 2]> = self.links.iter().map(ends).collect();
        let mut count = crossings(&segments);
        for ((a, b), segment) in self.links.iter().zip(&segments) {
            let between = self.row_of[*b] + 1..self.row_of[*a];
            let passed = self.rows[between].iter().flatten();
            let is_near = |block: &&usize| {
                let half = self.blocks[**block].half;
                distance(self.middles[**block], *segment) < half.x.min(half.y) + CLEARANCE
            };
            count += 2 * passed.filter(is_near).count();
        }
        count
    }

    /// Places all blocks: rows in order, each block as near to its neighbours as its row allows.
    pub(super) fn place(&mut self) {
        (0..self.rows.len()).for_each(|row| self.spread(row));
        for round in 0..12 {
            for step in 0..self.rows.len() {
                let row = if round % 2 == 0 { step } else { self.rows.len() - 1 - step };
                self.draw_near(row);
            }
        }
        let (low, high) = corners(self.middles.iter().copied());
        let gap = (0.11 * (high.x - low.x)).clamp(46.0, 110.0);
        let mut floor = 0.0;
        for row in &self.rows {
            let half = row.iter().map(|block| self.blocks[*block].half.y).fold(0.0, f64::max);
            row.iter().for_each(|block| self.middles[*block].y = floor - half);
            floor -= 2.0 * half + gap;
        }
    }

    /// The least distances of the blocks of a row from its first one.
    pub(super) fn distances(&self, row: usize) -> Vec<f64> {
        let mut distances = vec![0.0];
        for pair in self.rows[row].windows(2) {
            let [a, b] = [pair[0], pair[1]].map(|block| self.blocks[block].half.x);
            distances.push(distances[distances.len() - 1] + a + b + ROW_GAP);
        }
        distances
    }

    /// Places a row tightly around the middle.
    pub(super) fn spread(&mut self, row: usize) {
        let distances = self.distances(row);
        let middle = distances[distances.len() - 1] / 2.0;
        for (block, distance) in self.rows[row].iter().zip(distances) {
            self.middles[*block].x = distance - middle;
        }
    }

    /// Moves the blocks of a row towards their neighbours, near ones most, and keeps their order.
    pub(super) fn draw_near(&mut self, row: usize) {
        let distances = self.distances(row);
        let wish = |block: &usize| {
            let mut sum = (0.0, 0.0);
            for other in &self.neighbours[*block] {
                let weight = 1.0 / self.row_of[*other].abs_diff(row).max(1) as f64;
                sum = (sum.0 + weight * self.middles[*other].x, sum.1 + weight);
            }
            if sum.1 == 0.0 { self.middles[*block].x } else { sum.0 / sum.1 }
        };
        let wishes = self.rows[row].iter().map(wish);
        let wishes: Vec<f64> = wishes.zip(&distances).map(|(wish, least)| wish - least).collect();
        let granted = nearest_ascending(&wishes).into_iter().zip(distances);
        for (block, (place, least)) in self.rows[row].iter().zip(granted) {
            self.middles[*block].x = place + least;
        }
    }

    /// Writes the places of the vertices, shifted by `shift`.
    pub(super) fn put(&self, shift: Point, places: &mut [Point]) {
        for (block, middle) in self.blocks.iter().zip(&self.middles) {
            for (v, spot) in block.members.iter().zip(&block.spots) {
                places[*v as usize] = *middle + *spot + shift;
            }
        }
    }

    /// The box around all vertices.
    pub(super) fn extent(&self) -> (Point, Point) {
        let blocks = self.blocks.iter().zip(&self.middles);
        corners(blocks.flat_map(|(block, middle)| [*middle - block.half, *middle + block.half]))
    }
}

/// Blocks by level, each by its first vertex; very long levels take several rows.
pub(super) fn rows(blocks: &[Block], levels: &[usize]) -> Vec<Vec<usize>> {
    let longest = (1.6 * (blocks.len() as f64).sqrt()).max(16.0);
    let mut rows = Vec::new();
    for level in 0..=levels.iter().copied().max().unwrap_or(0) {
        let mut here: Vec<usize> = (0..blocks.len()).filter(|b| levels[*b] == level).collect();
        here.sort_by_key(|block| blocks[*block].members[0]);
        let count = (here.len() as f64 / longest).ceil().max(1.0) as usize;
        rows.extend(here.chunks(here.len().div_ceil(count).max(1)).map(<[usize]>::to_vec));
    }
    rows
}

/// The ascending numbers with the least sum of squared differences from the given ones: as long as
/// two neighbouring groups are in the wrong order they become one group at their mean.
pub(super) fn nearest_ascending(wishes: &[f64]) -> Vec<f64> {
    let mut groups: Vec<(f64, usize)> = Vec::new();
    for wish in wishes {
        let mut group = (*wish, 1);
        while let Some((sum, count)) = groups.pop() {
            if sum * group.1 as f64 <= group.0 * count as f64 {
                groups.push((sum, count));
                break;
            }
            group = (sum + group.0, count + group.1);
        }
        groups.push(group);
    }
    groups.iter().flat_map(|(sum, count)| vec![sum / *count as f64; *count]).collect()
}

/// Puts the pieces beside each other, large ones first, on shelves of one width.
pub(super) fn pack(pieces: &[Piece], places: &mut [Point]) {
    let mut order: Vec<&Piece> = pieces.iter().collect();
    let count = |piece: &Piece| piece.blocks.iter().map(|block| block.members.len()).sum::<usize>();
    let first = |piece: &Piece| piece.blocks.iter().map(|block| block.members[0]).min();
    order.sort_by_key(|piece| (std::cmp::Reverse(count(piece)), first(piece)));
    let sizes = order.iter().map(|piece| piece.extent()).map(|(low, high)| high - low);
    let sizes: Vec<Point> = sizes.map(|size| size + Point::new(PIECE_GAP, PIECE_GAP)).collect();
    let area: f64 = sizes.iter().map(|size| size.x * size.y).sum();
    let room = sizes.iter().map(|size| size.x).fold(1.4 * area.sqrt(), f64::max);
    let mut at = Point::new(0.0, 0.0);
    for (index, piece) in order.iter().enumerate() {
        let size = sizes[index];
        if index == 0 || at.x + size.x > room {
            // Sinks are on the floor of the shelf; the highest piece decides how high it is.
            let mut used = 0.0;
            let fitting = sizes[index..].iter().take_while(|size| {
                used += size.x;
                used <= room
            });
            let shelf = fitting.map(|size| size.y).fold(size.y, f64::max);
            at = Point::new(0.0, at.y + shelf);
        }
        let (low, high) = piece.extent();
        piece.put(at - Point::new(low.x, high.y), places);
        at.x += size.x;
    }
}
