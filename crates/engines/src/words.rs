//! Sentences that several engines use in their reasons.

use bouton_rules::Position;
use bouton_values::{Nimber, Outcome};

/// "an even number of ones" in the columns of these numbers: one line a number, then their nim-sum.
pub(crate) fn binary_columns(numbers: &[(String, u64)], sum_name: &str) -> Vec<String> {
    let sum = numbers.iter().fold(0, |sum, (_, number)| sum ^ number);
    let widest = numbers.iter().map(|(_, number)| *number).max().unwrap_or(0).max(1);
    let bits = (u64::BITS - widest.leading_zeros()) as usize;
    let name_width = numbers.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let name_width = name_width.max(sum_name.chars().count());
    let line = |name: &str, number: u64| format!("{name:>name_width$} = {number:0bits$b}");
    let mut lines: Vec<String> = numbers.iter().map(|(name, number)| line(name, *number)).collect();
    let verdict = match sum {
        0 => "every column holds an even number of ones".to_owned(),
        _ => format!("the columns with an odd number of ones make {sum}"),
    };
    lines.push(format!("{}   {verdict}", line(sum_name, sum)));
    lines
}

/// Why the sum of components with these nim-values is won or lost.
pub(crate) fn explain_sum(values: &[(String, u64)]) -> Vec<String> {
    let total: Nimber = values.iter().map(|(_, value)| Nimber(*value)).sum();
    let advice = match total {
        Nimber::ZERO => "any move upsets the balance, and the opponent restores it",
        _ => "a winning move makes every column even",
    };
    [binary_columns(values, "sum"), vec![advice.to_owned()]].concat()
}

/// Why heaps with these nim-values are won or lost; of a single heap also its residue class, if there is a preperiod and
/// a period.
pub(crate) fn explain_heaps(
    heaps: &[u64],
    period: Option<(u64, u64)>,
    value: impl Fn(u64) -> Nimber,
) -> Vec<String> {
    match (heaps, period) {
        ([], _) => vec!["nothing is left to move".to_owned()],
        ([heap], period) => {
            let losing = |n: u64| value(n) == Nimber::ZERO;
            let class =
                period.map(|(preperiod, period)| losing_classes(*heap, preperiod, period, losing));
            let value = format!("a heap of {heap} has the value {}", value(*heap));
            [class.unwrap_or_default(), vec![value]].concat()
        }
        _ => {
            let value = |heap: &u64| (format!("G({heap})"), value(*heap).0);
            explain_sum(&heaps.iter().map(value).collect::<Vec<_>>())
        }
    }
}

/// "2,4,6", or "2,4,6 and 3 more".
pub(crate) fn some_of(positions: &[Position]) -> String {
    match positions {
        [] => "none".to_owned(),
        [only] => only.to_string(),
        [first, rest @ ..] => format!("{first} and {} more", rest.len()),
    }
}

/// The residue class of a heap in the period, and which classes are lost: "9 ≡ 2 (mod 7); …".
fn losing_classes(
    heap: u64,
    preperiod: u64,
    period: u64,
    is_losing: impl Fn(u64) -> bool,
) -> Vec<String> {
    let classes: Vec<u64> = (preperiod..preperiod + period).filter(|n| is_losing(*n)).collect();
    let from = if preperiod == 0 { String::new() } else { format!(" from {preperiod} on") };
    let mut residues: Vec<u64> = classes.iter().map(|n| n % period).collect();
    residues.sort_unstable();
    let lost = match residues.len() {
        0 => format!("the mover wins every heap{from}"),
        _ => {
            format!("the mover loses{from} exactly the heaps ≡ {} (mod {period})", list(&residues))
        }
    };
    let here = match heap < preperiod {
        true => format!("{heap} comes before the periodic part"),
        false => format!("{heap} ≡ {} (mod {period})", heap % period),
    };
    vec![format!("the nim-values have period {period}{from}: {lost}"), here]
}

/// The residue class of a heap in the period of the outcomes.
pub(crate) fn outcome_class(
    heap: u64,
    preperiod: u64,
    period: u64,
    outcome: impl Fn(u64) -> Outcome,
) -> Vec<String> {
    let letter = outcome(heap);
    let from = if preperiod == 0 { String::new() } else { format!(" from {preperiod} on") };
    if heap < preperiod {
        return vec![format!(
            "the outcomes have period {period}{from}; {heap} comes before that and is {letter}"
        )];
    }
    let mut residues: Vec<u64> = (preperiod..preperiod + period)
        .filter(|n| outcome(*n) == letter)
        .map(|n| n % period)
        .collect();
    residues.sort_unstable();
    if period == 1 {
        return vec![format!("every heap{from} is {letter}")];
    }
    vec![
        format!(
            "the outcomes have period {period}{from}: {letter} exactly at the heaps ≡ {} (mod \
             {period})",
            list(&residues)
        ),
        format!("{heap} ≡ {} (mod {period})", heap % period),
    ]
}

/// "0, 2, 5", cut after a dozen.
fn list(numbers: &[u64]) -> String {
    const MOST: usize = 12;
    let mut text: Vec<String> = numbers.iter().take(MOST).map(u64::to_string).collect();
    if numbers.len() > MOST {
        text.push(format!("… ({} classes in all)", numbers.len()));
    }
    text.join(", ")
}
