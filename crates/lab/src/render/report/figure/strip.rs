//! Outcomes of heaps 0, 1, 2, … as coloured cells with letters, folded by the period.

use std::fmt::Write;

use super::Figure;

const CELL: usize = 24;
const LEFT: usize = 44;
const TOP: usize = 24;
/// Cells of a row: the largest multiple of the period below this, or the period itself.
const ROW: usize = 15;
/// A longer period is not folded by.
const LONGEST: usize = 48;
/// More letters are not drawn.
const MOST: usize = 4000;

/// What the letters mean, in the order of the legend.
const MEANINGS: [(char, &str); 5] = [
    ('L', "Left wins"),
    ('R', "Right wins"),
    ('N', "the next player wins"),
    ('P', "the previous player wins"),
    ('D', "a draw"),
];

/// The strip, if there are letters, and not too many.
pub(super) fn figure(caption: &str, letters: &str, period: Option<usize>) -> Option<Figure> {
    let letters: Vec<char> = letters.chars().collect();
    if letters.is_empty() || letters.len() > MOST {
        return None;
    }
    let columns = columns(period).min(letters.len());
    let mut body = String::new();
    for column in 0..columns {
        let x = LEFT + column * CELL + CELL / 2;
        put(
            &mut body,
            &format!(
                "<text class=\"faint\" x=\"{x}\" y=\"16\" text-anchor=\"middle\">{column}</text>"
            ),
        );
    }
    for (row, chunk) in letters.chunks(columns).enumerate() {
        let (x, y) = (LEFT - 8, TOP + row * CELL + 17);
        let first = row * columns;
        put(
            &mut body,
            &format!(
                "<text class=\"faint\" x=\"{x}\" y=\"{y}\" text-anchor=\"end\">{first}</text>"
            ),
        );
        for (column, letter) in chunk.iter().enumerate() {
            cell(*letter, (LEFT + column * CELL, TOP + row * CELL), &mut body);
        }
    }
    let bottom = TOP + letters.len().div_ceil(columns) * CELL;
    let height = legend(&letters, bottom, &mut body);
    let folded = period.map_or(String::new(), |period| format!(", period {period}"));
    Some(Figure {
        width: (LEFT + columns * CELL + 8).max(424) as u32,
        height: height as u32,
        title: caption.to_owned(),
        description: format!(
            "Outcomes of the heaps 0 to {}{folded}: {}",
            letters.len() - 1,
            letters.iter().collect::<String>()
        ),
        body,
    })
}

/// How many cells stand in a row.
fn columns(period: Option<usize>) -> usize {
    match period {
        Some(period @ 1..=ROW) => ROW / period * period,
        Some(period @ 1..=LONGEST) => period,
        _ => ROW,
    }
}

fn cell(letter: char, (x, y): (usize, usize), body: &mut String) {
    let known = MEANINGS.iter().find(|(known, _)| *known == letter);
    let class = known.map_or("other".to_owned(), |(known, _)| known.to_string());
    let letter = super::escaped(&letter.to_string());
    let (middle, base) = (x + CELL / 2, y + 17);
    put(
        body,
        &format!(
            "<rect class=\"cell {class}\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" \
             height=\"{CELL}\" rx=\"4\"/>"
        ),
    );
    put(
        body,
        &format!("<text class=\"letter {class}\" x=\"{middle}\" y=\"{base}\">{letter}</text>"),
    );
}

/// The letters that occur and what they mean, two to a line; returns where the figure ends.
fn legend(letters: &[char], bottom: usize, body: &mut String) -> usize {
    let present = MEANINGS.into_iter().filter(|(letter, _)| letters.contains(letter));
    let mut end = bottom + 12;
    for (index, (letter, meaning)) in present.enumerate() {
        let (x, y) = (LEFT + index % 2 * 160, bottom + 12 + index / 2 * 30);
        cell(letter, (x, y), body);
        let (text, base) = (x + CELL + 8, y + 17);
        put(body, &format!("<text class=\"faint\" x=\"{text}\" y=\"{base}\">{meaning}</text>"));
        end = y + 32;
    }
    end
}

fn put(body: &mut String, line: &str) {
    writeln!(body, "{line}").expect("a string takes all");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_hold_whole_periods() {
        for (period, expected) in [
            (None, 15),
            (Some(2), 14),
            (Some(5), 15),
            (Some(7), 14),
            (Some(20), 20),
            (Some(0), 15),
            (Some(999), 15),
        ] {
            assert_eq!(columns(period), expected, "{period:?}");
        }
    }
}
