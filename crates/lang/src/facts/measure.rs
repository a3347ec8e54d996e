//! Why play ends.

use super::{Case, Sum, all_cases, plain};
use crate::ir::{Number, Program, Shape, Slot};
use crate::linear::{Linear, Work};
use crate::syntax::Many;

/// Why play ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Sums of multiples of numbers in an order, with factors from 1: each move lowers one of them and leaves those
    /// before it as they were or lower. (If there are none, no move is ever possible.)
    Sums(Vec<Sum>),
    /// Each move replaces heaps by smaller ones. In rows: it shortens a row and lengthens none.
    SmallerHeaps,
}

impl Measure {
    /// This measure in words: "each move lowers a + b".
    #[must_use]
    pub fn describe(&self, program: &Program) -> String {
        match self {
            Measure::Sums(sums) => in_order(sums.iter().map(|one| sum(program, one)).collect()),
            Measure::SmallerHeaps => match program.shape {
                Shape::Many(Many::Coins, _) => "each move replaces a coin by coins on lower places",
                Shape::Many(Many::Rows, _) => "each move shortens a row and lengthens none",
                _ => "each move replaces a heap by smaller ones",
            }
            .into(),
        }
    }
}

/// `a + 2b`
fn sum(program: &Program, sum: &Sum) -> String {
    Linear::of(sum, 0).unwrap_or_default().with_names(|slot| program.shape.names()[slot].to_owned())
}

/// "each move lowers a, or keeps a and lowers b, or keeps a and b and lowers c"
fn in_order(names: Vec<String>) -> String {
    let Some(first) = names.first() else { return "no move is ever possible".into() };
    let mut text = format!("each move lowers {first}");
    for (index, name) in names.iter().enumerate().skip(1) {
        text += &format!(", or keeps {} and lowers {name}", names[..index].join(" and "));
    }
    text
}

/// Proves that play ends, or says that it does not know.
///
/// *Theorem.* No sequence of natural numbers falls for ever, no sequence of tuples of them in the order of their
/// first difference, and (Dershowitz, Manna 1979) no sequence of finite multisets in which a number is
/// replaced by any number of smaller ones.
#[must_use]
pub fn measure(program: &Program) -> Option<Measure> {
    match program.shape {
        Shape::Named(_) => of_numbers(program),
        Shape::Many(many, _) => smaller_heaps(program, many).then_some(Measure::SmallerHeaps),
    }
}

/// Does each move put smaller heaps in the place of the chosen ones? Rows have their sum: the chosen one is
/// shortened, those after it are not lengthened.
fn smaller_heaps(program: &Program, many: Many) -> bool {
    let mut work = Work::new(super::WORK);
    all_cases(program, &mut work).iter().all(|one| {
        (0..one.changes.len()).all(|index| {
            let strictly = if many == Many::Rows && index > 0 { 0 } else { 1 };
            one.lowers(&plain(&[index]), strictly, &mut work)
        })
    })
}

/// Does the sum fall with every move, by this number at least?
fn falls(moves: &[Case], sum: &Sum, by: Number, work: &mut Work) -> bool {
    moves.iter().all(|one| one.lowers(sum, by, work))
}

/// Does each move lower one of these sums and raise none before it? What lowers the first is done with; of
/// the others it can be taken for granted, for the next sum, that the first stays.
fn fall_in_order(moves: &[Case], sums: &[Sum], work: &mut Work) -> bool {
    moves.iter().all(|one| {
        let mut system = one.system.clone();
        for sum in sums {
            let Some(fall) = one.fall(sum) else { return false };
            if !system.implies_within(&fall, work) {
                return false;
            }
            system.add_equal(fall);
            if system.is_empty_within(work) {
                return true;
            }
        }
        false
    })
}

/// Looks for sums that fall in order. Each next one never rises in the moves that are left and is lowered by
/// all that one of them can do, if there is such a sum; else it may be lowered by something.
fn order(mut moves: Vec<Case>, candidates: &[Sum], work: &mut Work) -> Option<Vec<Sum>> {
    let mut sums: Vec<Sum> = Vec::new();
    while !moves.is_empty() {
        let fitting = candidates.iter().filter(|sum| !sums.contains(sum));
        let fitting = fitting.filter(|sum| falls(&moves, sum, 0, work)).collect::<Vec<_>>();
        let settles = |sum: &&&Sum| moves.iter().any(|one| one.lowers(sum, 1, work));
        let best = (*fitting.iter().find(settles).or(fitting.first())?).clone();
        for one in &mut moves {
            one.system.add_equal(one.fall(&best)?);
        }
        moves.retain(|one| !one.system.is_empty_within(work));
        sums.push(best);
    }
    Some(sums)
}

fn of_numbers(program: &Program) -> Option<Measure> {
    /// More facts than this in all moves together are too many.
    const MOST_FACTS: usize = 100_000;
    let work = &mut Work::new(super::WORK);
    let moves = all_cases(program, work);
    if moves.is_empty() {
        return Some(Measure::Sums(Vec::new()));
    }
    if moves.iter().map(|one| one.system.facts().len()).sum::<usize>() > MOST_FACTS {
        return None;
    }
    let count = program.position_slots();
    let numbers: Vec<Sum> = (0..count).map(|slot| plain(&[slot])).collect();
    let totals: Vec<Sum> = subsets(count).iter().map(|slots| plain(slots)).collect();
    let falls = |sum: &&Sum, work: &mut Work| falls(&moves, sum, 1, work);
    if let Some(sum) = numbers.iter().chain(&totals).find(|sum| falls(sum, work)) {
        return Some(Measure::Sums(vec![sum.clone()]));
    }
    if let Some(found) = in_some_order(&moves, &numbers, work) {
        return Some(Measure::Sums(found));
    }
    if let Some(sum) = weighted(count).iter().find(|sum| falls(sum, work)) {
        return Some(Measure::Sums(vec![sum.clone()]));
    }
    in_some_order(&moves, &[numbers, totals].concat(), work).map(Measure::Sums)
}

/// An order in which the sums fall, without those that are not needed.
fn in_some_order(moves: &[Case], candidates: &[Sum], work: &mut Work) -> Option<Vec<Sum>> {
    let mut sums = order(moves.to_vec(), candidates, work)?;
    let mut index = 0;
    while index < sums.len() {
        let mut fewer = sums.clone();
        fewer.remove(index);
        if fall_in_order(moves, &fewer, work) {
            sums = fewer;
        } else {
            index += 1;
        }
    }
    // What was found step by step must hold as a whole.
    fall_in_order(moves, &sums, work).then_some(sums)
}

/// Sums that are worth a try: of all numbers, then of two, three and so on if the numbers are few.
pub(super) fn subsets(count: usize) -> Vec<Vec<Slot>> {
    const MOST: usize = 6;
    let mut sums: Vec<Vec<Slot>> = Vec::new();
    if (2..=MOST).contains(&count) {
        let subsets = (1_u32..1 << count).filter(|subset| subset.count_ones() > 1);
        let slots = |subset: u32| (0..count).filter(move |slot| subset >> slot & 1 == 1).collect();
        sums.extend(subsets.map(slots));
        sums.sort_by_key(|slots| (slots.len() != count, slots.len()));
    } else if count > MOST {
        sums.push((0..count).collect());
    }
    sums
}

/// Sums with small factors of two or three numbers, the least first.
fn weighted(count: usize) -> Vec<Sum> {
    let most = match count {
        2 => 8,
        3 => 4,
        _ => return Vec::new(),
    };
    let mut weights: Vec<Vec<Number>> = vec![Vec::new()];
    for _ in 0..count {
        let longer = |all: &Vec<Number>| {
            (0..=most).map(|weight| [&all[..], &[weight]].concat()).collect::<Vec<_>>()
        };
        weights = weights.iter().flat_map(longer).collect();
    }
    weights.retain(|all| all.iter().any(|weight| *weight > 1));
    weights.sort_by_key(|all| all.iter().sum::<Number>());
    let sum = |all: Vec<Number>| all.into_iter().enumerate().filter(|term| term.1 > 0).collect();
    weights.into_iter().map(sum).collect()
}
