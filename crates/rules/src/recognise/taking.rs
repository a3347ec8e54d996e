//! Taking and breaking: any smaller heap, subtraction sets, octal and hexadecimal codes, unequal splits.
//!
//! *Conditions.* Positions are heaps, or one number; every number is legal; each move changes one heap and looks at
//! no other; and each case of a move is "take t of the heap, t from a fixed set, and leave the rest as n heaps"
//! ([`super::pieces`] proves it). *They suffice*, because these are the definitions of the families: the options of
//! a heap are the union over the cases, and a position is the sum of its heaps. Empty heaps have no options and
//! nothing sees them, so it does not matter whether a rest of 0 is a heap.

use std::sync::Arc;

use bouton_lang::linear::{Work, common_multiple};
use bouton_lang::{Number, Program, Set, Shape};
use bouton_values::Player;

use super::pieces::{Piece, check_independence, pieces};
use super::{Found, Miss};
use crate::code::TakeAndBreakCode;
use crate::families::{HeapMoves, HeapRules};
use crate::games::grundy::UnequalSplit;
use crate::set::SubtractionSet;
use crate::spec::Spec;

pub(super) fn recognise(program: &Arc<Program>, work: &mut Work) -> Result<Found, Miss> {
    check_independence(program)?;
    let left = pieces(program, Player::Left, work)?;
    let moves = match program.moves.iter().all(|one| one.player.is_none()) {
        true => of_both(&left, &left)?,
        false => of_both(&left, &pieces(program, Player::Right, work)?)?,
    };
    let lone = matches!(program.shape, Shape::Named(_));
    let (family, because) = describe(&moves);
    let most_heaps = if lone { 1 } else { usize::MAX };
    let where_from = if lone { "every number is legal" } else { "no move looks at another heap" };
    Ok(Found {
        spec: Spec::Heap(HeapRules { moves, most_heaps }),
        family: Some(family),
        because: vec![because, where_from.to_owned()],
    })
}

fn describe(moves: &HeapMoves) -> (&'static str, String) {
    match moves {
        HeapMoves::Any => ("nim", "a move takes any number of tokens".to_owned()),
        HeapMoves::Subtract { left, right } if left == right => {
            ("subtraction", format!("a move takes s tokens, s in {{{left}}}"))
        }
        HeapMoves::Subtract { left, right } => (
            "partizan subtraction",
            format!("Left takes s tokens, s in {{{left}}}, and Right s in {{{right}}}"),
        ),
        HeapMoves::Code(code) => {
            ("take and break", format!("the moves are those of the code {code}"))
        }
        HeapMoves::PartizanCode { left, right } => (
            "partizan take and break",
            format!("the moves are those of the code {left} for Left and {right} for Right"),
        ),
        HeapMoves::Rule(_) => {
            ("unequal splits", "a move splits a heap into two that are not alike".to_owned())
        }
    }
}

/// What both players may do.
fn of_both(left: &[Piece], right: &[Piece]) -> Result<HeapMoves, Miss> {
    let are_unequal = |pieces: &[Piece]| {
        !pieces.is_empty() && pieces.iter().all(|piece| *piece == Piece::Unequal)
    };
    match (are_unequal(left), are_unequal(right)) {
        (true, true) => return Ok(HeapMoves::Rule(Arc::new(UnequalSplit))),
        (false, false) => {}
        _ => return Err("one player splits unequally, the other does not".to_owned()),
    }
    let (left, right) = (takes(left)?, takes(right)?);
    if let (Some(left), Some(right)) = (set(&left), set(&right)) {
        return Ok(match left.is_everything() && right.is_everything() {
            true => HeapMoves::Any,
            false => HeapMoves::Subtract { left, right },
        });
    }
    let (Some(left), Some(right)) = (code(&left), code(&right)) else {
        return Err("the numbers that may be taken are too many for a code".to_owned());
    };
    Ok(match left == right {
        true => HeapMoves::Code(left),
        false => HeapMoves::PartizanCode { left, right },
    })
}

/// What may be taken, with the bits of what may be left.
type Takes<'a> = Vec<(&'a Set, u8)>;

fn takes(pieces: &[Piece]) -> Result<Takes<'_>, Miss> {
    let takes = pieces.iter().map(|piece| match piece {
        Piece::Take(elements, bits) => Ok((elements, *bits)),
        Piece::Unequal => Err("unequal splits beside other moves".to_owned()),
    });
    takes.collect()
}

/// The moves as a subtraction set, if they are one.
fn set(takes: &Takes<'_>) -> Option<SubtractionSet> {
    subtraction_set(takes).or_else(|| as_set(&code(takes)?))
}

/// The set, if all is taken and left as one heap or none, and there is one progression at most.
fn subtraction_set(takes: &Takes<'_>) -> Option<SubtractionSet> {
    let mut finite = Vec::new();
    let mut tail = None;
    for (elements, bits) in takes {
        if *bits != 3 || (tail.is_some() && elements.tail.is_some()) {
            return None;
        }
        for element in &elements.finite {
            finite.push(u64::try_from(*element).ok()?);
        }
        if let Some((from, step)) = elements.tail {
            tail = Some((u64::try_from(from).ok()?, u64::try_from(step).ok()?));
        }
    }
    SubtractionSet::with_progression(finite, tail).ok()
}

/// The digits, each the bits of all that may be taken so.
fn code(takes: &Takes<'_>) -> Option<TakeAndBreakCode> {
    const MOST_DIGITS: Number = 10_000;
    const LONGEST_BLOCK: Number = 1_000;
    let mut last = 0;
    let mut block = 1;
    for (elements, _) in takes {
        last = elements.finite.last().copied().unwrap_or(0).max(last);
        if let Some((from, step)) = elements.tail {
            last = last.max(from);
            block = common_multiple(block, step).filter(|block| *block <= LONGEST_BLOCK)?;
        }
        if last > MOST_DIGITS {
            return None;
        }
    }
    let digit = |taken: Number| {
        let allowing = takes.iter().filter(|(elements, _)| elements.contains(taken));
        allowing.fold(0, |digit, (_, bits)| digit | bits)
    };
    let digits = (0..=last).map(digit).collect();
    TakeAndBreakCode::new(digits, (last + 1..=last + block).map(digit).collect()).ok()
}

/// A code whose digits are all 0 or 3 is a subtraction set, if that can be written with one progression.
fn as_set(code: &TakeAndBreakCode) -> Option<SubtractionSet> {
    let (digits, block) = code.digits_and_block();
    if digits.iter().chain(block).any(|digit| !matches!(digit, 0 | 3)) {
        return None;
    }
    let finite = (0..).zip(digits).filter(|(_, digit)| **digit == 3).map(|(taken, _)| taken);
    let mut repeated = block.iter().enumerate().filter(|(_, digit)| **digit == 3);
    let tail = match (repeated.next(), repeated.next()) {
        (None, _) => None,
        (Some((place, _)), None) => Some(((digits.len() + place) as u64, block.len() as u64)),
        (Some(_), Some(_)) => return None,
    };
    SubtractionSet::with_progression(finite.collect(), tail).ok()
}
