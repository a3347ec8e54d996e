//! Sentences that several engines use in their reasons.

use bouton_rules::Position;

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

/// "2,4,6", or "2,4,6 and 3 more".
pub(crate) fn some_of(positions: &[Position]) -> String {
    match positions {
        [] => "none".to_owned(),
        [only] => only.to_string(),
        [first, rest @ ..] => format!("{first} and {} more", rest.len()),
    }
}

/// The residue class of a heap in the period, and which classes are lost: "9 ≡ 2 (mod 7); …".
pub(crate) fn losing_classes(
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
    outcome: impl Fn(u64) -> bouton_values::Outcome,
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
