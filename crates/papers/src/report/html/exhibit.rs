//! What a finding shows, as elements of the page.

use bouton_lab::render::curves;
use bouton_lab::render::scene::{Scene, escaped};

use super::words::{Setter, digits};
use crate::report::figure;
use crate::{Cell, Exhibit};

/// Longer tables are folded.
const ROWS: usize = 26;

/// A figure with its caption.
pub(super) fn exhibit(exhibit: &Exhibit, own: &str, setter: &Setter<'_>) -> String {
    let (caption, content) = match exhibit {
        Exhibit::Table { caption, columns, rows } => (caption, table(columns, rows)),
        Exhibit::Strip { caption, letters, .. } => (caption, drawn(exhibit, letters)),
        Exhibit::Curves { caption, x, curves, .. } => {
            let (columns, rows) = curves::numbers(x, curves);
            let numbers = folded("The numbers", &plain_table(&columns, &rows));
            (caption, format!("{}{numbers}", drawn(exhibit, "")))
        }
        Exhibit::Picture(picture) => (&picture.caption, drawn(exhibit, "")),
        Exhibit::Lines { caption, lines } => {
            let lines = format!("<pre>{}</pre>\n", escaped(&lines.join("\n")));
            (caption, lines)
        }
    };
    let caption = setter.set(caption, own);
    format!("<figure>\n<figcaption>{caption}</figcaption>\n{content}</figure>\n")
}

/// The drawing in a box that scrolls; what is not drawn is set as text.
fn drawn(exhibit: &Exhibit, instead: &str) -> String {
    let element = |scene: Scene| Ok((scene.size().0, scene.element()?));
    match figure::of(exhibit).and_then(|scene| scene.map(element).transpose()) {
        Ok(Some((width, element))) => {
            let class = if width > 800 { "scroll wide" } else { "scroll" };
            format!("<div class=\"{class}\" tabindex=\"0\">{element}</div>\n")
        }
        Ok(None) => format!("<pre>{}</pre>\n", escaped(instead)),
        Err(refusal) => {
            format!("<p class=\"small\">Not drawn: {}.</p>\n", escaped(&refusal.to_string()))
        }
    }
}

fn folded(summary: &str, content: &str) -> String {
    format!("<details>\n<summary>{summary}</summary>\n{content}</details>\n")
}

/// The table, folded if it is long, with a line about its wrong cells.
fn table(columns: &[String], rows: &[(String, Vec<Cell>)]) -> String {
    let cells = || rows.iter().flat_map(|(_, cells)| cells);
    let wrong = cells().filter(|cell| cell.printed.is_some()).count();
    let table = plain_table(columns, rows);
    let table = match rows.len() > ROWS {
        true => folded(&format!("The table, {} rows", digits(rows.len())), &table),
        false => table,
    };
    if wrong == 0 {
        return table;
    }
    let differ = if wrong == 1 { "differs" } else { "differ" };
    format!(
        "{table}<p class=\"small\"><span class=\"wrong\"><s>a</s> <b>b</b></span> printed is a, \
         computed is b: {} of {} cells {differ}.</p>\n",
        digits(wrong),
        digits(cells().count())
    )
}

fn plain_table(columns: &[String], rows: &[(String, Vec<Cell>)]) -> String {
    let longest = rows.iter().map(|(_, cells)| cells.len() + 1).max().unwrap_or(0);
    let count = columns.len().max(longest);
    let is_words: Vec<bool> = (0..count).map(|column| holds_words(rows, column)).collect();
    let class = |column: usize| if is_words[column] { " class=\"words\"" } else { "" };
    let head = (0..count).map(|column| {
        let text = columns.get(column).map_or("", String::as_str);
        format!("<th scope=\"col\"{}>{}</th>", class(column), escaped(text))
    });
    let mut html = format!(
        "<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr>{}</tr></thead>\n<tbody>\n",
        head.collect::<String>()
    );
    for (label, cells) in rows {
        html += &format!("<tr><th scope=\"row\"{}>{}</th>", class(0), escaped(label));
        for column in 1..count {
            html += &cells
                .get(column - 1)
                .map_or("<td></td>".to_owned(), |cell| set_cell(cell, class(column)));
        }
        html += "</tr>\n";
    }
    html + "</tbody>\n</table></div>\n"
}

/// A wrong cell shows what is printed, struck through, and what is right.
fn set_cell(cell: &Cell, class: &str) -> String {
    match &cell.printed {
        None => format!("<td{class}>{}</td>", escaped(&cell.text)),
        Some(printed) => format!(
            "<td class=\"wrong\"><s title=\"printed\">{}</s> <b title=\"computed\">{}</b></td>",
            escaped(printed),
            escaped(&cell.text)
        ),
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
