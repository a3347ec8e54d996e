//! Draws positions in the terminal, with letters and boxes.

use bouton_rules::{Board, Game, Kind, Picture, Position, Spec};

use super::style::{FAINT, STRONG, paint};

/// The longest row that is drawn in full.
const WIDEST: u64 = 60;

/// Draws a position, a few lines high.
#[must_use]
pub fn draw(game: &Game, position: &Position) -> Vec<String> {
    match (game.kind(), position) {
        (Kind::Finite(game), position) => draw_spec(&game.spec, position),
        (Kind::Real(_), Position::Real(piles)) => {
            let names = ('a'..).map(|letter| letter.to_string());
            names.zip(piles).map(|(name, pile)| format!("  {name} = {pile}")).collect()
        }
        (Kind::Real(_), _) => Vec::new(),
    }
}

fn draw_spec(spec: &Spec, position: &Position) -> Vec<String> {
    match (spec, position) {
        (Spec::Sum(components), Position::Parts(parts)) => {
            let drawn = components.iter().zip(parts).enumerate();
            drawn
                .flat_map(|(index, (spec, part))| {
                    let title = paint(FAINT, format!("  component {}", index + 1));
                    [vec![title], draw_spec(spec, part)].concat()
                })
                .collect()
        }
        (spec, Position::Tuple(numbers)) => match spec.tuple_rules().map(|rules| rules.picture()) {
            Some(Picture::Heaps) => heaps(numbers),
            Some(Picture::NumberLine) => number_line(numbers),
            Some(Picture::PileAndRate) => pile_and_rate(numbers),
            Some(Picture::Board(_)) => chocolate(numbers),
            Some(Picture::Plain) | None => vec![format!("  {position}")],
        },
        (_, Position::Board(board)) => rows_of(board),
        _ => vec![format!("  {position}")],
    }
}

/// A line for each row, with spaces that make it look less narrow.
fn rows_of(board: &Board) -> Vec<String> {
    let line = |row: &[u8]| {
        let cells: String = row
            .iter()
            .take(WIDEST as usize)
            .map(|cell| format!(" {}", char::from(*cell)))
            .collect();
        let rest = if row.len() as u64 > WIDEST { " …" } else { "" };
        format!(" {cells}{rest}")
    };
    board.rows().map(line).collect()
}

fn heaps(numbers: &[u64]) -> Vec<String> {
    let width = numbers.iter().map(|n| n.to_string().len()).max().unwrap_or(1);
    let row =
        |heap: &u64| format!("  {} {}", paint(STRONG, format!("{heap:>width$}")), tokens(*heap));
    numbers.iter().map(row).collect()
}

fn tokens(heap: u64) -> String {
    match heap {
        0 => paint(FAINT, "·"),
        _ if heap > WIDEST => format!("{} …", "●".repeat(WIDEST as usize)),
        _ => "●".repeat(heap as usize),
    }
}

/// A coin on its square for each number; square 0 shows how many coins lie there.
fn number_line(numbers: &[u64]) -> Vec<String> {
    let largest = numbers.iter().copied().max().unwrap_or(0);
    if largest > WIDEST {
        let mut sorted = numbers.to_vec();
        sorted.sort_unstable();
        return vec![format!("  coins on the squares {}", Position::Tuple(sorted))];
    }
    let coins = |square: u64| numbers.iter().filter(|number| **number == square).count();
    let mark = |square: u64| match coins(square) {
        0 => "·".to_owned(),
        1 => "●".to_owned(),
        several => several.to_string(),
    };
    let cell = largest.to_string().len() + 1;
    let line = |text: &dyn Fn(u64) -> String| -> String {
        (0..=largest).map(|square| format!("{:>cell$}", text(square))).collect()
    };
    vec![
        format!(" {}", line(&mark)),
        paint(FAINT, format!(" {}", line(&|square| square.to_string()))),
    ]
}

fn pile_and_rate(numbers: &[u64]) -> Vec<String> {
    let [pile, rate] = numbers else { return Vec::new() };
    vec![
        format!("  pile {} {}", paint(STRONG, pile), tokens(*pile)),
        format!("  rate {} {}", paint(STRONG, rate), "▸".repeat((*rate).min(WIDEST) as usize)),
    ]
}

/// Rows of squares; the first is poisoned.
fn chocolate(numbers: &[u64]) -> Vec<String> {
    let row = |(index, length): (usize, &u64)| {
        let squares = (0..(*length).min(WIDEST)).map(|column| match (index, column) {
            (0, 0) => "☠ ",
            _ => "■ ",
        });
        format!("  {}", squares.collect::<String>().trim_end())
    };
    numbers.iter().enumerate().map(row).collect()
}
