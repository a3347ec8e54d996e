//! Checks labels of digraphs: who wins from each vertex, where a player who is stuck loses and play may go on for ever.
//!
//! # The argument
//! Let every vertex be labelled Win or Lose, with a rank, or Draw, such that
//! 1. all successors of a Lose vertex are Win vertices with lower ranks;
//! 2. some successor of a Win vertex is a Lose vertex with a lower rank;
//! 3. no successor of a Draw vertex is a Lose vertex, and some successor is a Draw vertex.
//!
//! *Then the labels are right, and a win takes at most as many moves as the rank says.* Proof.
//! For Win and Lose by induction on the rank r. At a Lose vertex the player to move is stuck, and
//! has lost, or moves to a Win vertex with a rank below r, where the opponent wins within r − 1
//! moves. At a Win vertex the player to move can go to a Lose vertex with a rank below r, where the
//! opponent loses within r − 1 moves. At a Draw vertex let a player resolve always to move from
//! Draw to Draw, which 3 allows. As long as the opponent does the same, play goes on; by 3 the
//! opponent can leave the Draw vertices only to a Win vertex, where this player, to move, wins. So
//! neither player loses who does not want to, and play from a Draw vertex is drawn. ∎
//!
//! Right labels always have such ranks: the number of moves that a win takes if the winner hurries
//! and the loser delays. Ranks need not be these numbers; any that fall will do.

use bouton_values::{Limits, Meter};

use super::certificate::Label;
use super::fault::GraphFault;
use super::source::{Ground, vertex_count};
use crate::rejection::Rejection;

/// Verifies the three conditions at each vertex.
pub(super) fn check(
    ground: &Ground<'_>,
    labels: &[Label],
    limits: &Limits,
) -> Result<Vec<String>, Rejection> {
    let vertices = ground.vertices();
    if labels.len() != vertices {
        return Err(GraphFault::LabelCount { vertices, given: labels.len() }.into());
    }
    let mut meter = Meter::new(limits, "going through the edges").out_of(vertices);
    for vertex in 0..vertices as u32 {
        meter.done(vertex.into());
        meter.spend(ground.graph.successors(vertex).len() as u64 + 1)?;
        match labels[vertex as usize] {
            Label::Lose(rank) => check_lose(ground, labels, vertex, rank)?,
            Label::Win(rank) => check_win(ground, labels, vertex, rank)?,
            Label::Draw => check_draw(ground, labels, vertex)?,
        }
    }
    Ok(sentences(labels))
}

fn check_lose(
    ground: &Ground<'_>,
    labels: &[Label],
    vertex: u32,
    rank: u32,
) -> Result<(), GraphFault> {
    let is_won = |to: &u32| matches!(labels[*to as usize], Label::Win(below) if below < rank);
    let escape = ground.graph.successors(vertex).iter().find(|to| !is_won(to));
    escape.map_or(Ok(()), |to| {
        let (vertex, successor) = (ground.name(vertex), ground.name(*to));
        Err(GraphFault::Escape { vertex, rank, successor })
    })
}

fn check_win(
    ground: &Ground<'_>,
    labels: &[Label],
    vertex: u32,
    rank: u32,
) -> Result<(), GraphFault> {
    let is_lost = |to: &u32| matches!(labels[*to as usize], Label::Lose(below) if below < rank);
    match ground.graph.successors(vertex).iter().any(is_lost) {
        true => Ok(()),
        false => Err(GraphFault::NoWinningMove { vertex: ground.name(vertex), rank }),
    }
}

fn check_draw(ground: &Ground<'_>, labels: &[Label], vertex: u32) -> Result<(), GraphFault> {
    let successors = ground.graph.successors(vertex);
    let lost = successors.iter().find(|to| matches!(labels[**to as usize], Label::Lose(_)));
    if let Some(to) = lost {
        let (vertex, successor) = (ground.name(vertex), ground.name(*to));
        return Err(GraphFault::DrawIsWin { vertex, successor });
    }
    match successors.iter().any(|to| labels[*to as usize] == Label::Draw) {
        true => Ok(()),
        false => Err(GraphFault::DrawIsLoss { vertex: ground.name(vertex) }),
    }
}

fn sentences(labels: &[Label]) -> Vec<String> {
    let count = |is_counted: fn(&Label) -> bool| {
        vertex_count(labels.iter().filter(|label| is_counted(label)).count())
    };
    let won = count(|label| matches!(label, Label::Win(_)));
    let lost = count(|label| matches!(label, Label::Lose(_)));
    let drawn = count(|label| *label == Label::Draw);
    vec![
        format!("from {won} the player to move wins, by moves along which the ranks fall"),
        format!("from {lost} the player to move loses: every move lets the opponent win"),
        format!("from {drawn} both players can go on for ever, and neither can force a win"),
    ]
}
