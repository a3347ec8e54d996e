//! Answers as rows and columns: CSV, LaTeX and the OEIS's b-files.

use bouton_ask::{ChartView, CountView, Of, Rows, SequenceView, TableView, Terms};
use bouton_rules::{Help, Refusal};

/// Rows and columns of texts; `None` where there is nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The names of the columns.
    pub head: Vec<String>,
    /// The rows, each as long as the head.
    pub rows: Vec<Vec<Option<String>>>,
}

/// A view that can be written as rows and columns.
pub trait AsGrid {
    /// The answer as rows and columns.
    fn grid(&self) -> Grid;

    /// The terms of a b-file of the OEIS, and the index of the first; only lists of integers have one.
    fn integers(&self) -> Result<(u64, Vec<u64>), Refusal> {
        Err(Refusal::unsupported(
            "a b-file holds a list of integers, and this is a table",
            "ask for CSV or LaTeX instead",
        ))
    }

    /// A b-file of the OEIS: an index and a term on each line.
    fn bfile(&self) -> Result<String, Refusal> {
        let (first, terms) = self.integers()?;
        Ok((first..).zip(terms).map(|(index, term)| format!("{index} {term}\n")).collect())
    }

    /// A LaTeX `tabular`.
    fn latex(&self) -> Result<String, Refusal> {
        Ok(self.grid().latex())
    }
}

impl Grid {
    pub(crate) fn new<const N: usize>(head: [&str; N], rows: Vec<Vec<Option<String>>>) -> Grid {
        Grid { head: head.map(str::to_owned).into(), rows }
    }

    /// Comma-separated values with a heading, as RFC 4180 has them.
    #[must_use]
    pub fn csv(&self) -> String {
        let head = self.head.iter().map(|cell| Some(cell.clone())).collect();
        let line = |row: &Vec<Option<String>>| {
            let cells: Vec<String> =
                row.iter().map(|cell| quoted(cell.as_deref().unwrap_or_default())).collect();
            cells.join(",") + "\n"
        };
        std::iter::once(&head).chain(&self.rows).map(line).collect()
    }

    /// A LaTeX `tabular`: numbers and letters in mathematics, everything else as text.
    fn latex(&self) -> String {
        let columns = self.head.len().saturating_sub(1);
        let mut text = format!("\\begin{{tabular}}{{r|*{{{columns}}}{{c}}}}\n");
        let line = |cells: Vec<String>| cells.join(" & ") + " \\\\\n";
        text += &line(self.head.iter().map(|cell| in_latex(cell)).collect());
        text += "\\hline\n";
        for row in &self.rows {
            let cell = |cell: &Option<String>| cell.as_deref().map_or("--".to_owned(), in_latex);
            text += &line(row.iter().map(cell).collect());
        }
        text + "\\end{tabular}\n"
    }
}

/// In quotes where it holds what separates cells and lines.
fn quoted(cell: &str) -> String {
    match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.to_owned(),
    }
}

/// Numbers as mathematics, outcomes as calligraphic letters, other texts with their signs escaped.
fn in_latex(cell: &str) -> String {
    let is_number = !cell.is_empty() && cell.chars().all(|sign| sign.is_ascii_digit());
    match cell {
        "N" | "P" | "L" | "R" | "D" => format!("$\\mathcal{{{cell}}}$"),
        _ if is_number => format!("${cell}$"),
        _ => cell.chars().map(escaped).collect(),
    }
}

fn escaped(sign: char) -> String {
    match sign {
        '&' | '%' | '$' | '#' | '_' | '{' | '}' => format!("\\{sign}"),
        '^' => "\\textasciicircum{}".to_owned(),
        '~' => "\\textasciitilde{}".to_owned(),
        '\\' => "\\textbackslash{}".to_owned(),
        '|' | '<' | '>' => format!("${sign}$"),
        _ => sign.to_string(),
    }
}

/// A row without empty cells.
pub(crate) fn row(cells: impl IntoIterator<Item = impl ToString>) -> Vec<Option<String>> {
    cells.into_iter().map(|cell| Some(cell.to_string())).collect()
}

/// A table over two numbers, with the numbers at its sides.
fn plane(
    corner: &str,
    x: std::ops::Range<u64>,
    y: std::ops::Range<u64>,
    cells: Vec<Vec<Option<String>>>,
) -> Grid {
    let head = std::iter::once(corner.to_owned()).chain(x.map(|number| number.to_string()));
    let rows = y
        .zip(cells)
        .map(|(number, cells)| std::iter::once(Some(number.to_string())).chain(cells).collect());
    Grid { head: head.collect(), rows: rows.collect() }
}

impl AsGrid for SequenceView {
    fn grid(&self) -> Grid {
        let terms: Vec<String> = match &self.terms {
            Terms::Letters(letters) => letters.chars().map(String::from).collect(),
            Terms::Numbers(numbers) => numbers.iter().map(u64::to_string).collect(),
            Terms::Values(values) => values.clone(),
        };
        let terms = (self.first_index()..).zip(terms).map(|(n, term)| row([n.to_string(), term]));
        // The names that abbreviate long values follow, with their definitions.
        let named = self.definitions.iter().map(|(name, value)| row([name, value]));
        Grid::new(["n", "term"], terms.chain(named).collect())
    }

    fn integers(&self) -> Result<(u64, Vec<u64>), Refusal> {
        match (&self.terms, &self.losing) {
            (Terms::Numbers(numbers), _) => Ok((self.first_index(), numbers.clone())),
            (Terms::Letters(_), Some(losing)) => Ok((1, losing.clone())),
            _ => Err(Refusal::unsupported(
                "a b-file holds integers",
                Help::from("ask for nim-values (")
                    .set("of", "nim-value")
                    .and(") or losing heaps (")
                    .set("of", "losing")
                    .and("), or for CSV"),
            )),
        }
    }

    /// The losing heaps are a table like others; of all heaps, the indices are above the terms.
    fn latex(&self) -> Result<String, Refusal> {
        match self.of {
            Of::Losing => Ok(self.grid().latex()),
            Of::Outcome | Of::NimValue | Of::Value => super::latex::latex(self),
        }
    }
}

fn numbers(rows: &[Vec<Option<u64>>]) -> Vec<Vec<Option<String>>> {
    let text = |cell: &Option<u64>| cell.map(|number| number.to_string());
    rows.iter().map(|row| row.iter().map(text).collect()).collect()
}

impl AsGrid for TableView {
    fn grid(&self) -> Grid {
        let cells: Vec<Vec<Option<String>>> = match &self.rows {
            Rows::Numbers(rows) => numbers(rows),
            Rows::Letters(rows) => rows.clone(),
        };
        let columns = cells.first().map_or(0, Vec::len) as u64;
        plane("", 0..columns, 0..cells.len() as u64, cells)
    }
}

impl AsGrid for ChartView {
    fn grid(&self) -> Grid {
        let letter = |letter: char| (letter != 'X').then(|| letter.to_string());
        let letters = || self.rows.iter().map(|row| row.chars().map(letter).collect()).collect();
        let cells = if self.values.is_empty() { letters() } else { numbers(&self.values) };
        plane("y", self.x[0]..self.x[1], self.y[0]..self.y[1], cells)
    }
}

impl AsGrid for CountView {
    fn grid(&self) -> Grid {
        let cells = [self.heaps.to_string(), self.below.to_string(), self.count.to_string()];
        Grid::new(["heaps", "below", "count"], vec![row(cells)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_that_hold_commas_and_quotes_are_quoted() {
        let grid = Grid::new(
            ["n", "term"],
            vec![row(["0", "{1|0}"]), row(["1", "{1,2|\"0\"}"]), vec![Some("2".to_owned()), None]],
        );
        assert_eq!(grid.csv(), "n,term\n0,{1|0}\n1,\"{1,2|\"\"0\"\"}\"\n2,\n");
    }

    #[test]
    fn signs_of_latex_are_escaped() {
        let grid = Grid::new(
            ["n", "term"],
            vec![row(["0", "P"]), row(["1", "{1|0}^2_a"]), vec![Some("2".to_owned()), None]],
        );
        let wanted = "\\begin{tabular}{r|*{1}{c}}\nn & term \\\\\n\\hline\n$0$ & $\\mathcal{P}$ \\\\\n$1$ & \
            \\{1$|$0\\}\\textasciicircum{}2\\_a \\\\\n$2$ & -- \\\\\n\\end{tabular}\n";
        assert_eq!(grid.latex(), wanted);
    }
}
