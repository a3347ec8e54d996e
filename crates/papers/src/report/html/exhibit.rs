//! What a finding shows, as elements of the page.

use bouton_lab::render::curves;
use bouton_lab::render::scene::{Scene, escaped};

use super::part;
use super::words::{Setter, digits};
use crate::report::{ROWS, figure};
use crate::{Cell, Exhibit};

/// A figure with its caption.
pub(super) fn exhibit(exhibit: &Exhibit, own: &str, setter: &Setter<'_>) -> String {
    let (caption, content) = match exhibit {
        Exhibit::Table { caption, columns, rows } => (caption, table(columns, rows)),
        Exhibit::Strip { caption, letters, .. } => (caption, drawn(exhibit, letters)),
        Exhibit::Curves { caption, x, curves, .. } => {
            let (columns, rows) = curves::numbers(x, curves);
            let numbers = part("folded", &[&"The numbers", &plain_table(&columns, &rows)]);
            (caption, drawn(exhibit, "") + &numbers)
        }
        Exhibit::Picture(picture) => (&picture.caption, drawn(exhibit, "")),
        Exhibit::Lines { caption, lines } => {
            (caption, part("plain", &[&escaped(&lines.join("\n"))]))
        }
    };
    part("figure", &[&setter.set(caption, own), &content])
}

/// The drawing in a box that scrolls; what is not drawn is set as text.
fn drawn(exhibit: &Exhibit, instead: &str) -> String {
    let element = |scene: Scene| Ok((scene.size().0, scene.element()?));
    match figure::of(exhibit).and_then(|scene| scene.map(element).transpose()) {
        Ok(Some((width, element))) => {
            let class = if width > 800 { "scroll wide" } else { "scroll" };
            part("picture", &[&class, &element])
        }
        Ok(None) => part("plain", &[&escaped(instead)]),
        Err(refusal) => part("not-drawn", &[&escaped(&refusal.to_string())]),
    }
}

/// The table, folded if it is long, with a line about its wrong cells.
fn table(columns: &[String], rows: &[(String, Vec<Cell>)]) -> String {
    let cells = || rows.iter().flat_map(|(_, cells)| cells);
    let wrong = cells().filter(|cell| cell.printed.is_some()).count();
    let table = plain_table(columns, rows);
    let table = match rows.len() > ROWS {
        true => part("folded", &[&format!("The table, {} rows", digits(rows.len())), &table]),
        false => table,
    };
    let differ = if wrong == 1 { "differs" } else { "differ" };
    match wrong {
        0 => table,
        _ => table + &part("wrong-cells", &[&digits(wrong), &digits(cells().count()), &differ]),
    }
}

fn plain_table(columns: &[String], rows: &[(String, Vec<Cell>)]) -> String {
    let longest = rows.iter().map(|(_, cells)| cells.len() + 1).max().unwrap_or(0);
    let count = columns.len().max(longest);
    let is_words: Vec<bool> = (0..count).map(|column| holds_words(rows, column)).collect();
    let class = |column: usize| if is_words[column] { " class=\"words\"" } else { "" };
    let head = (0..count).map(|column| {
        let text = columns.get(column).map_or("", String::as_str);
        part("column-head", &[&class(column), &escaped(text)])
    });
    let empty = Cell::new(String::new());
    let rows = rows.iter().map(|(label, cells)| {
        let cells = (1..count).map(|column| match cells.get(column - 1) {
            Some(cell) => set_cell(cell, class(column)),
            None => set_cell(&empty, ""),
        });
        let head = part("row-head", &[&class(0), &escaped(label)]);
        part("row", &[&(head + &cells.collect::<String>())])
    });
    part("table", &[&head.collect::<String>(), &rows.collect::<String>()])
}

/// A wrong cell shows what is printed, struck through, and what is right.
fn set_cell(cell: &Cell, class: &str) -> String {
    match &cell.printed {
        None => part("cell", &[&class, &escaped(&cell.text)]),
        Some(printed) => part("wrong-cell", &[&escaped(printed), &escaped(&cell.text)]),
    }
}

/// Columns of words are set left, columns of numbers right.
fn holds_words(rows: &[(String, Vec<Cell>)], column: usize) -> bool {
    let text = |(label, cells): &(String, Vec<Cell>)| match column {
        0 => Some(label.clone()),
        _ => cells.get(column - 1).map(|cell| cell.text.clone()),
    };
    let is_number = |text: String| {
        let letters = text.chars().filter(|c| c.is_alphabetic()).count();
        text.is_empty() || text.chars().count() <= 2 || letters == 0
    };
    !rows.iter().filter_map(text).all(is_number)
}
