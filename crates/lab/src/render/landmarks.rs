//! The landmarks of a map of the plane of positions (x, y): the names of the axes, the outcomes that can occur, and for
//! Nimrod the names of the sectors and the boundary of its core.
//!
//! In the coordinates of the plane a position is a unit square, and (x, y) is its lower left corner.

use std::ops::Range;

use bouton_ask::{self as ask, Overlay};
use bouton_engines::{Sector, SectorKind, Window, sector};
use bouton_rules::{Game, Refusal};
use bouton_values::{Outcome, saturating_index};

use super::chart::{
    axis_names, core_begins, has_sectors, mixed, nim_value_colour, outcome_colour, tint,
};
use super::scene::{Colour, hex};
use crate::show::{has_value_charts, is_impartial};

/// The view of the landmarks in a window.
///
/// ```
/// use bouton_lab::render::landmarks::view;
/// use bouton_lab::{Window, rules::Game};
/// let seen = view(&Game::parse("nimrod")?, &Window { x: 0..90, y: 0..70 })?;
/// assert_eq!(seen.axes[1], "rate");
/// assert_eq!(seen.outcomes, ["P", "N"]);
/// # Ok::<(), bouton_lab::rules::Refusal>(())
/// ```
pub fn view(game: &Game, window: &Window) -> Result<Overlay, Refusal> {
    if window.x.is_empty() || window.y.is_empty() {
        return Err(Refusal::bad("the window is empty", "let it end after it starts"));
    }
    let is_nimrod = has_sectors(game);
    let regions = if is_nimrod { regions(window) } else { Vec::new() };
    Ok(Overlay {
        axes: axis_names(game).map(Into::into),
        outcomes: outcomes(game).map(|outcome| outcome.letter().to_string()).collect(),
        boundary: is_nimrod.then(|| boundary(window)),
        regions: regions.into_iter().map(region).collect(),
        kinds: SectorKind::ALL.into_iter().filter(|_| is_nimrod).map(kind).collect(),
        nim_values: VALUES_SHOWN
            .into_iter()
            .filter(|_| has_value_charts(game))
            .map(shown)
            .collect(),
    })
}

/// The nim-values in the legend of a map.
const VALUES_SHOWN: [u64; 10] = [0, 1, 2, 4, 8, 16, 64, 256, 1024, 4096];

fn shown(value: u64) -> ask::NimValueColour {
    ask::NimValueColour { value, colour: hex(nim_value_colour(value)) }
}

/// The outcomes that positions of the game can have, one for each letter.
fn outcomes(game: &Game) -> impl Iterator<Item = Outcome> {
    let partizan = !is_impartial(game);
    let endless = game.finite().is_some_and(|game| !game.profile().terminates.holds());
    let partizan = [Outcome::L, Outcome::R].into_iter().filter(move |_| partizan);
    let draws = [Outcome::D].into_iter().filter(move |_| endless);
    [Outcome::P, Outcome::N].into_iter().chain(partizan).chain(draws)
}

/// What a kind of sectors looks like, and what it means.
fn kind(kind: SectorKind) -> ask::Kind {
    let (outcome, meaning) = match kind {
        SectorKind::A => (Outcome::N, "won by lowering the rate"),
        SectorKind::B => (Outcome::N, "won by keeping the rate"),
        SectorKind::C => (Outcome::N, "won by raising the rate"),
        SectorKind::D => (Outcome::P, "lost"),
    };
    ask::Kind {
        name: format!("{kind:?}"),
        colour: hex(colour(kind, outcome)),
        meaning: meaning.to_owned(),
    }
}

fn colour(kind: SectorKind, outcome: Outcome) -> Colour {
    mixed(outcome_colour(outcome), tint(kind))
}

/// The most rows that are examined one by one; of more rows only some are.
const MOST_ROWS: u64 = 400;

/// The boundary of the core in the window as a line: a staircase, or if there are many rows the curve.
fn boundary(window: &Window) -> Vec<[u64; 2]> {
    let rows = window.y.end - window.y.start;
    let step = rows.div_ceil(MOST_ROWS);
    let mut line = Vec::new();
    for y in (window.y.start..window.y.end).step_by(saturating_index(step)) {
        let (start, end) = (core_begins(y), core_begins(y + step));
        if end >= window.x.start && start <= window.x.end {
            line.push([start, y]);
            line.push(if step == 1 { [start, y + 1] } else { [end, y + step] });
        }
    }
    line
}

/// The place for the name of a sector.
fn region((sector, run, y): (Sector, Range<u64>, u64)) -> ask::Region {
    ask::Region {
        name: name(sector),
        kind: format!("{:?}", sector.kind),
        x: (run.start + run.end) as f64 / 2.0,
        y: y as f64 + 0.5,
        width: run.end - run.start,
    }
}

/// The name of a sector, such as `A2`.
pub(crate) fn name(sector: Sector) -> String {
    format!("{:?}{}", sector.kind, sector.k)
}

/// The number of rows and columns that are examined, and of names that are written.
const ROWS_SEEN: u64 = 24;
const COLUMNS_SEEN: u64 = 800;
const MOST_NAMES: usize = 60;

/// The sectors that are widest in the window outside the core, each with its longest row among those examined and
/// the place of that row.
fn regions(window: &Window) -> Vec<(Sector, Range<u64>, u64)> {
    let (columns, rows) = (window.x.end - window.x.start, window.y.end - window.y.start);
    let step = columns.div_ceil(COLUMNS_SEEN);
    let mut found: Vec<(Sector, Range<u64>, u64)> = Vec::new();
    for line in 2..ROWS_SEEN - 2 {
        let y = window.y.start + rows / ROWS_SEEN * line + rows % ROWS_SEEN * line / ROWS_SEEN;
        // Within the core the sectors are crossed by others, and their names would mislead.
        let outside = window.x.start..window.x.end.min(core_begins(y));
        for (sector, run) in runs(&outside, step, y) {
            let length = |run: &Range<u64>| run.end - run.start;
            match found.iter_mut().find(|(known, ..)| *known == sector) {
                Some((_, longest, _)) if length(longest) >= length(&run) => {}
                Some(known) => *known = (sector, run, y),
                None => found.push((sector, run, y)),
            }
        }
    }
    found.sort_by_key(|(_, run, _)| std::cmp::Reverse(run.end - run.start));
    found.truncate(MOST_NAMES);
    found
}

/// The sectors that a row passes through, with the piles of each; every `step`th pile is looked at.
fn runs(piles: &Range<u64>, step: u64, rate: u64) -> Vec<(Sector, Range<u64>)> {
    let mut runs: Vec<(Sector, Range<u64>)> = Vec::new();
    for pile in piles.clone().step_by(saturating_index(step)) {
        let Some(here) = sector(pile, rate) else { continue };
        let end = (pile + step).min(piles.end);
        match runs.last_mut() {
            Some((last, run)) if *last == here && run.end == pile => run.end = end,
            _ => runs.push((here, pile..end)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Proposition 3 at rate 10: D₀ is 0..=9, A₁ is 8..=17 where it is not lost, B₁ 9..=19, C₁ 10..=21, D₁ 20..=28.
    #[test]
    fn a_row_passes_through_its_sectors_in_turn() {
        let found: Vec<String> = runs(&(0..40), 1, 10).into_iter().map(|run| name(run.0)).collect();
        assert_eq!(found[0], "D0");
        assert!(found.windows(2).all(|pair| pair[0] != pair[1]), "{found:?}");
        for (sector, run) in runs(&(0..40), 1, 10) {
            assert!(run.clone().all(|pile| super::sector(pile, 10) == Some(sector)), "{run:?}");
        }
    }

    #[test]
    fn the_boundary_is_a_staircase_nearby_and_a_curve_afar() {
        let near = boundary(&Window { x: 0..60, y: 1..12 });
        // p = r²/2 + r/4 - 3/2 at r = 8 is 32.5, and at r = 10 it is 51.
        assert!(near.contains(&[32, 8]) && near.contains(&[51, 10]), "{near:?}");
        for pair in near.windows(2) {
            let moves = [pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]];
            assert!(moves.contains(&0), "{pair:?} is neither level nor upright");
        }
        let far = boundary(&Window { x: 9_900_000..10_100_000, y: 0..100_000 });
        assert!(!far.is_empty() && far.len() as u64 <= 2 * MOST_ROWS);
    }

    #[test]
    fn names_lie_within_their_sectors() {
        for window in [Window { x: 0..90, y: 0..70 }, Window { x: 5000..9000, y: 100..3000 }] {
            let found = regions(&window);
            assert!(found.len() > 5);
            for (wanted, run, y) in found {
                assert!(window.x.contains(&run.start) && window.y.contains(&y));
                assert_eq!(sector(run.start, y), Some(wanted));
                assert!(run.end <= core_begins(y));
            }
        }
    }

    #[test]
    fn outcomes_are_those_that_can_occur() {
        for (game, wanted) in [
            ("nimrod", "PN"),
            ("wythoff", "PN"),
            ("nim", "PN"),
            ("partizan-subtraction:1|2", "PNLR"),
        ] {
            let found: String =
                outcomes(&Game::parse(game).unwrap()).map(|outcome| outcome.letter()).collect();
            assert_eq!(found, wanted, "{game}");
        }
    }
}
