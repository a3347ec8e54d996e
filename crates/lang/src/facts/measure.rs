//! Why play ends.

use super::bounds::given;
use super::name;
use crate::cases::Case;
use crate::ir::{Number, Program, Shape, Slot};
use crate::linear::{Linear, System, Work};
use crate::syntax::Many;

/// Why play ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Each move lowers this number.
    Number(Slot),
    /// Each move lowers the sum of these numbers, which are different ones.
    Total(Vec<Slot>),
    /// Each move lowers one of these and leaves those before it in the list as they were or lower. (If there are
    /// none, no move is ever possible.)
    InOrder(Vec<Slot>),
    /// Sums of multiples in an order, with factors from 1: each move lowers one of them and leaves those before
    /// it as they were or lower.
    Sums(Vec<Vec<(Slot, Number)>>),
    /// Each move replaces heaps by smaller ones. In rows: it shortens a row and lengthens none.
    SmallerHeaps,
}

impl Measure {
    /// This measure in words: "each move lowers a + b".
    #[must_use]
    pub fn describe(&self, program: &Program) -> String {
        match self {
            Measure::Number(slot) => format!("each move lowers {}", name(program, *slot)),
            Measure::Total(slots) => in_order(vec![sum(program, &plain(slots))]),
            Measure::InOrder(slots) => {
                in_order(slots.iter().map(|slot| name(program, *slot)).collect())
            }
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

/// Multiples of numbers, to be added.
type Sum = Vec<(Slot, Number)>;

fn plain(slots: &[Slot]) -> Sum {
    slots.iter().map(|slot| (*slot, 1)).collect()
}

/// `a + 2b`
fn sum(program: &Program, sum: &Sum) -> String {
    Linear::of(sum, 0).unwrap_or_default().with_names(|slot| name(program, slot))
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
    let moves = program.moves.iter().flat_map(|one| Case::all(program, one, &mut work));
    let moves = moves.collect::<Vec<_>>();
    moves.iter().all(|case| {
        let system = case.system();
        case.changes.iter().enumerate().all(|(index, change)| {
            let strictly = if many == Many::Rows && index > 0 { 0 } else { 1 };
            let system = given(&system, change);
            let fall = change.old.minus(&change.new).and_then(|fall| fall.shifted(-strictly));
            fall.is_some_and(|fall| system.implies_within(&fall, &mut work))
        })
    })
}

/// The moves that are not proved impossible, each as its facts and by how much each number falls.
struct Falls {
    moves: Vec<(System, Vec<Linear>)>,
}

impl Falls {
    /// More facts than this in all moves together are too many.
    const MOST_FACTS: usize = 100_000;

    fn read(program: &Program, work: &mut Work) -> Option<Falls> {
        let mut moves = Vec::new();
        let mut facts = 0;
        for one in &program.moves {
            for case in Case::all(program, one, work) {
                let system = case.system();
                facts += system.facts().len();
                if facts > Falls::MOST_FACTS {
                    return None;
                }
                let falls = case.changes.iter().map(|one| one.old.minus(&one.new));
                moves.push((system, falls.collect::<Option<_>>()?));
            }
        }
        Some(Falls { moves })
    }

    /// Is the sum never larger after a move?
    fn never_rises(&self, sum: &Sum, work: &mut Work) -> bool {
        self.moves.iter().all(|(system, falls)| {
            fall(falls, sum).is_some_and(|fall| system.implies_within(&fall, work))
        })
    }

    /// Does the sum fall with every move?
    fn falls(&self, sum: &Sum, work: &mut Work) -> bool {
        self.moves.iter().all(|one| lowers(one, sum, work))
    }

    /// Does each move lower one of these sums and raise none before it? What lowers the first is done with; of
    /// the others it can be taken for granted, for the next sum, that the first stays.
    fn fall_in_order(&self, sums: &[Sum], work: &mut Work) -> bool {
        self.moves.iter().all(|(system, falls)| {
            let mut system = system.clone();
            for sum in sums {
                let Some(fall) = fall(falls, sum) else { return false };
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
    fn order(mut self, candidates: &[Sum], work: &mut Work) -> Option<Vec<Sum>> {
        let mut sums: Vec<Sum> = Vec::new();
        while !self.moves.is_empty() {
            let fitting = candidates.iter().filter(|sum| !sums.contains(sum));
            let fitting = fitting.filter(|sum| self.never_rises(sum, work)).collect::<Vec<_>>();
            let settles = |sum: &&&Sum| self.moves.iter().any(|one| lowers(one, sum, work));
            let best = (*fitting.iter().find(settles).or(fitting.first())?).clone();
            for (system, falls) in &mut self.moves {
                system.add_equal(fall(falls, &best)?);
            }
            self.moves.retain(|(system, _)| !system.is_empty_within(work));
            sums.push(best);
        }
        Some(sums)
    }
}

/// By how much the sum falls.
fn fall(falls: &[Linear], sum: &Sum) -> Option<Linear> {
    sum.iter().try_fold(Linear::default(), |total, (slot, factor)| {
        total.combined(1, falls.get(*slot)?, *factor)
    })
}

/// Is the sum always less after the move?
fn lowers((system, falls): &(System, Vec<Linear>), sum: &Sum, work: &mut Work) -> bool {
    let fall = fall(falls, sum).and_then(|fall| fall.shifted(-1));
    fall.is_some_and(|fall| system.implies_within(&fall, work))
}

fn of_numbers(program: &Program) -> Option<Measure> {
    let work = &mut Work::new(super::WORK);
    let falls = Falls::read(program, work)?;
    if falls.moves.is_empty() {
        return Some(Measure::InOrder(Vec::new()));
    }
    let count = program.position_slots();
    if let Some(slot) = (0..count).find(|slot| falls.falls(&plain(&[*slot]), work)) {
        return Some(Measure::Number(slot));
    }
    let subsets = subsets(count);
    if let Some(slots) = subsets.iter().find(|slots| falls.falls(&plain(slots), work)) {
        return Some(Measure::Total(slots.clone()));
    }
    let mut sums = (0..count).map(|slot| plain(&[slot])).collect::<Vec<_>>();
    if let Some(found) = in_some_order(&falls, &sums, work) {
        return Some(Measure::InOrder(found.iter().flatten().map(|(slot, _)| *slot).collect()));
    }
    let weighted = weighted(count);
    if let Some(sum) = weighted.iter().find(|sum| falls.falls(sum, work)) {
        return Some(Measure::Sums(vec![sum.clone()]));
    }
    sums.extend(subsets.iter().map(|slots| plain(slots)));
    in_some_order(&falls, &sums, work).map(Measure::Sums)
}

/// An order in which the sums fall, without those that are not needed.
fn in_some_order(falls: &Falls, candidates: &[Sum], work: &mut Work) -> Option<Vec<Sum>> {
    let mut sums = Falls { moves: falls.moves.clone() }.order(candidates, work)?;
    let mut index = 0;
    while index < sums.len() {
        let mut fewer = sums.clone();
        fewer.remove(index);
        if falls.fall_in_order(&fewer, work) {
            sums = fewer;
        } else {
            index += 1;
        }
    }
    // What was found step by step must hold as a whole.
    falls.fall_in_order(&sums, work).then_some(sums)
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
