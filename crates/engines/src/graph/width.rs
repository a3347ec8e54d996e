//! An order of branching from a tree decomposition.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use bouton_values::{Meter, Refusal};

use super::lists::{Lists, NOWHERE};
use super::part::Part;

/// The widest tree decomposition that is worth following.
const WIDEST: usize = 40;

/// An order of branching that follows a tree decomposition.
pub(super) struct Order {
    /// For each variable, how far from the middle of the decomposition it appears first.
    pub(super) depth: Vec<u32>,
    pub(super) width: usize,
}

/// A tree decomposition by eliminating, again and again, a variable with the fewest neighbours;
/// `None` if it becomes too wide.
///
/// Branching from the middle of the tree outwards (Korhonen and Järvisalo, *SharpSAT-TD*), each
/// component left by an assignment hangs on one bag, so at most 2^width states of it are cached.
pub(super) fn order(part: &Part, meter: &mut Meter) -> Result<Option<Order>, Refusal> {
    let Some(bags) = eliminate(part, meter)? else { return Ok(None) };
    let width = bags.iter().map(<[u32]>::len).max().unwrap_or(1) - 1;
    let tree = tree(&bags);
    let distance = distances(&tree, middle(&tree));
    let mut depth = vec![u32::MAX; part.len()];
    for (bag, distance) in bags.iter().zip(distance) {
        for v in bag {
            depth[*v as usize] = depth[*v as usize].min(distance);
        }
    }
    Ok(Some(Order { depth, width }))
}

/// Bags in the order of elimination: a variable, then the neighbours it had.
fn eliminate(part: &Part, meter: &mut Meter) -> Result<Option<Lists>, Refusal> {
    if part.covers.iter().any(|cover| cover.len() > WIDEST + 1) {
        return Ok(None);
    }
    let mut neighbours: Vec<Vec<u32>> = (0..part.len() as u32).map(|v| together(part, v)).collect();
    let mut queue: BinaryHeap<_> =
        neighbours.iter().enumerate().map(|(v, list)| Reverse((list.len(), v as u32))).collect();
    let mut gone = vec![false; part.len()];
    let mut bags = Lists::new();
    while let Some(Reverse((degree, v))) = queue.pop() {
        if gone[v as usize] || degree != neighbours[v as usize].len() {
            continue;
        }
        if degree > WIDEST {
            return Ok(None);
        }
        meter.spend(50 + 20 * (degree * degree) as u64)?;
        gone[v as usize] = true;
        let around = std::mem::take(&mut neighbours[v as usize]);
        for u in &around {
            let list = &mut neighbours[*u as usize];
            list.extend_from_slice(&around);
            list.sort_unstable();
            list.dedup();
            list.retain(|w| w != u && *w != v);
            queue.push(Reverse((list.len(), *u)));
        }
        bags.push(std::iter::once(v).chain(around));
    }
    Ok(Some(bags))
}

/// The variables that share a cover with `v`; conflicting ones are among them.
fn together(part: &Part, v: u32) -> Vec<u32> {
    let covers = part.occurrences.get(v).iter();
    let mut list: Vec<u32> = covers.flat_map(|c| part.covers.get(*c)).copied().collect();
    list.sort_unstable();
    list.dedup();
    list.retain(|u| *u != v);
    list
}

/// For each bag the bag of that neighbour which is eliminated next; the last bag has none.
fn tree(bags: &Lists) -> Vec<u32> {
    let mut position = vec![0; bags.len()];
    for (index, bag) in bags.iter().enumerate() {
        position[bag[0] as usize] = index as u32;
    }
    let next = |bag: &[u32]| bag[1..].iter().map(|v| position[*v as usize]).min();
    bags.iter().map(|bag| next(bag).unwrap_or(NOWHERE)).collect()
}

/// The first bag whose subtree holds half of all bags.
fn middle(parents: &[u32]) -> usize {
    let mut sizes = vec![1; parents.len()];
    for (bag, parent) in parents.iter().enumerate() {
        if 2 * sizes[bag] >= parents.len() {
            return bag;
        }
        if *parent != NOWHERE {
            sizes[*parent as usize] += sizes[bag];
        }
    }
    0
}

/// How far every bag is from `start`. Parents come after their children.
fn distances(parents: &[u32], start: usize) -> Vec<u32> {
    let mut distance = vec![u32::MAX; parents.len()];
    let (mut bag, mut steps) = (start as u32, 0);
    while bag != NOWHERE {
        distance[bag as usize] = steps;
        steps += 1;
        bag = parents[bag as usize];
    }
    for bag in (0..parents.len()).rev() {
        if distance[bag] == u32::MAX && parents[bag] != NOWHERE {
            distance[bag] = distance[parents[bag] as usize].saturating_add(1);
        }
    }
    distance
}
