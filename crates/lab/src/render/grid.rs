//! Answers as rows and columns: CSV, LaTeX and the OEIS's b-files.

use std::io::{self, Write};
use std::iter::once;
use std::ops::Range;

use bouton_ask::{ChartView, CountView, Of, Rows, SequenceView, TableView, Terms};
use bouton_rules::{Help, Refusal};

/// Rows and columns of texts, made while they are written.
pub struct Grid<'a> {
    /// The names of the columns.
    pub head: Vec<String>,
    /// The rows, each as long as the head.
    pub rows: Box<dyn Iterator<Item = Row> + 'a>,
}

/// The cells of a row; `None` where there is nothing.
pub type Row = Vec<Option<String>>;

/// A view that can be written as rows and columns.
pub trait AsGrid {
    /// The answer as rows and columns.
    fn grid(&self) -> Grid<'_>;

    /// The terms of a b-file of the OEIS, and the index of the first; only lists of integers have one.
    fn integers(&self) -> Result<(u64, &[u64]), Refusal> {
        Err(Refusal::unsupported(
            "a b-file holds a list of integers, and this is a table",
            "ask for CSV or LaTeX instead",
        ))
    }

    /// Writes comma-separated values with a heading, as RFC 4180 has them.
    fn csv(&self, out: &mut dyn Write) -> io::Result<()> {
        self.grid().csv(out)
    }

    /// Writes a b-file of the OEIS: an index and a term on each line.
    fn bfile(&self, out: &mut dyn Write) -> io::Result<()> {
        let (first, terms) = self.integers().map_err(io::Error::other)?;
        (first..).zip(terms).try_for_each(|(index, term)| writeln!(out, "{index} {term}"))
    }

    /// Writes a LaTeX `tabular`.
    fn latex(&self, out: &mut dyn Write) -> io::Result<()> {
        self.grid().latex(out)
    }
}

impl<'a> Grid<'a> {
    pub(crate) fn new<const N: usize>(
        head: [&str; N],
        rows: impl IntoIterator<Item = Row, IntoIter: 'a>,
    ) -> Grid<'a> {
        Grid { head: head.map(str::to_owned).into(), rows: Box::new(rows.into_iter()) }
    }

    fn csv(self, out: &mut dyn Write) -> io::Result<()> {
        let head = self.head.into_iter().map(Some).collect();
        for row in once(head).chain(self.rows) {
            let cells = row.iter().map(|cell| quoted(cell.as_deref().unwrap_or_default()));
            write_line(out, cells, ",", "\n")?;
        }
        Ok(())
    }

    /// Numbers and letters are in mathematics, everything else is text.
    fn latex(self, out: &mut dyn Write) -> io::Result<()> {
        const END: &str = " \\\\\n";
        let columns = self.head.len().saturating_sub(1);
        writeln!(out, "\\begin{{tabular}}{{r|*{{{columns}}}{{c}}}}")?;
        write_line(out, self.head.iter().map(|cell| in_latex(cell)), " & ", END)?;
        writeln!(out, "\\hline")?;
        for row in self.rows {
            let cell = |cell: &Option<String>| cell.as_deref().map_or("--".to_owned(), in_latex);
            write_line(out, row.iter().map(cell), " & ", END)?;
        }
        writeln!(out, "\\end{{tabular}}")
    }
}

/// Writes cells with what separates them and what ends their line.
fn write_line(
    out: &mut dyn Write,
    cells: impl Iterator<Item = String>,
    separator: &str,
    end: &str,
) -> io::Result<()> {
    let line = cells.collect::<Vec<_>>().join(separator) + end;
    out.write_all(line.as_bytes())
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
pub(crate) fn row(cells: impl IntoIterator<Item = impl ToString>) -> Row {
    cells.into_iter().map(|cell| Some(cell.to_string())).collect()
}

/// A table over two numbers, with the numbers at its sides.
fn plane<'a, C: Iterator<Item = Option<String>>>(
    corner: &str,
    x: Range<u64>,
    y: Range<u64>,
    cells: impl Iterator<Item = C> + 'a,
) -> Grid<'a> {
    let head = once(corner.to_owned()).chain(x.map(|number| number.to_string()));
    let rows =
        y.zip(cells).map(|(number, cells)| once(Some(number.to_string())).chain(cells).collect());
    Grid { head: head.collect(), rows: Box::new(rows) }
}

/// The texts of a row of cells.
fn texts<T: ToString>(row: &[Option<T>]) -> impl Iterator<Item = Option<String>> {
    row.iter().map(|cell| cell.as_ref().map(T::to_string))
}

impl AsGrid for SequenceView {
    fn grid(&self) -> Grid<'_> {
        let terms: Box<dyn Iterator<Item = String>> = match &self.terms {
            Terms::Letters(letters) => Box::new(letters.chars().map(String::from)),
            Terms::Numbers(numbers) => Box::new(numbers.iter().map(u64::to_string)),
            Terms::Values(values) => Box::new(values.iter().cloned()),
        };
        let terms = (self.first_index()..).zip(terms).map(|(n, term)| row([n.to_string(), term]));
        // The names that abbreviate long values follow, with their definitions.
        let named = self.definitions.iter().map(|(name, value)| row([name, value]));
        Grid::new(["n", "term"], terms.chain(named))
    }

    fn integers(&self) -> Result<(u64, &[u64]), Refusal> {
        match (&self.terms, &self.losing) {
            (Terms::Numbers(numbers), _) => Ok((self.first_index(), numbers)),
            (Terms::Letters(_), Some(losing)) => Ok((1, losing)),
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
    fn latex(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.of {
            Of::Losing => self.grid().latex(out),
            Of::Outcome | Of::NimValue | Of::Value => super::latex::latex(self, out),
        }
    }
}

impl AsGrid for TableView {
    fn grid(&self) -> Grid<'_> {
        fn table<T: ToString>(rows: &[Vec<Option<T>>]) -> Grid<'_> {
            let columns = rows.first().map_or(0, Vec::len) as u64;
            plane("", 0..columns, 0..rows.len() as u64, rows.iter().map(|row| texts(row)))
        }
        match &self.rows {
            Rows::Numbers(rows) => table(rows),
            Rows::Letters(rows) => table(rows),
        }
    }
}

impl AsGrid for ChartView {
    fn grid(&self) -> Grid<'_> {
        let [x, y] = [self.x, self.y].map(|[start, end]| start..end);
        let letter = |letter: char| (letter != 'X').then(|| letter.to_string());
        match &self.values[..] {
            [] => plane("y", x, y, self.rows.iter().map(move |row| row.chars().map(letter))),
            values => plane("y", x, y, values.iter().map(|row| texts(row))),
        }
    }
}

impl AsGrid for CountView {
    fn grid(&self) -> Grid<'_> {
        let cells = [self.heaps.to_string(), self.below.to_string(), self.count.to_string()];
        Grid::new(["heaps", "below", "count"], [row(cells)])
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
        let mut text = Vec::new();
        grid.csv(&mut text).unwrap();
        assert_eq!(
            String::from_utf8(text).unwrap(),
            "n,term\n0,{1|0}\n1,\"{1,2|\"\"0\"\"}\"\n2,\n"
        );
    }

    #[test]
    fn signs_of_latex_are_escaped() {
        let grid = Grid::new(
            ["n", "term"],
            vec![row(["0", "P"]), row(["1", "{1|0}^2_a"]), vec![Some("2".to_owned()), None]],
        );
        let wanted = "\\begin{tabular}{r|*{1}{c}}\nn & term \\\\\n\\hline\n$0$ & $\\mathcal{P}$ \\\\\n$1$ & \
            \\{1$|$0\\}\\textasciicircum{}2\\_a \\\\\n$2$ & -- \\\\\n\\end{tabular}\n";
        let mut text = Vec::new();
        grid.latex(&mut text).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), wanted);
    }
}
