//! Sentences that several engines share.

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
