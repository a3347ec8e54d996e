//! Tables over two numbers.

use bouton_lab::{Finding, Table as Cells};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::convert::escaped;
use crate::game::Asked;

/// A table of numbers or outcomes. `Game.table` makes it.
///
/// >>> from bouton import Game
/// >>> table = Game("wythoff").table(3, of="nim-value")
/// >>> table.rows
/// [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
/// >>> table[2, 1]
/// 0
///
/// Where the numbers are no legal position, the cell is None, and `X` in print.
#[pyclass(frozen, module = "bouton")]
pub(crate) struct Table {
    asked: Asked,
}

impl Table {
    pub(crate) fn new(asked: Asked) -> Table {
        Table { asked }
    }

    /// The cells as texts.
    fn texts(&self) -> Vec<Vec<String>> {
        fn texts<T: ToString>(rows: &[Vec<Option<T>>]) -> Vec<Vec<String>> {
            let cell = |cell: &Option<T>| cell.as_ref().map_or("X".to_owned(), ToString::to_string);
            rows.iter().map(|row| row.iter().map(cell).collect()).collect()
        }
        match &self.asked.answer.finding {
            Finding::Table(Cells::Numbers(rows)) => texts(rows),
            Finding::Table(Cells::Outcomes(rows)) => texts(rows),
            _ => Vec::new(),
        }
    }
}

#[pymethods]
impl Table {
    /// The rows as lists.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        match &self.asked.answer.finding {
            Finding::Table(Cells::Numbers(rows)) => PyList::new(py, rows),
            Finding::Table(Cells::Outcomes(rows)) => {
                let letter = |cell: &Option<_>| cell.as_ref().map(ToString::to_string);
                let rows: Vec<Vec<Option<String>>> =
                    rows.iter().map(|row| row.iter().map(letter).collect()).collect();
                PyList::new(py, rows)
            }
            _ => Ok(PyList::empty(py)),
        }
    }

    /// Rows and columns.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        let texts = self.texts();
        (texts.len(), texts.first().map_or(0, Vec::len))
    }

    /// The engine that answered.
    #[getter]
    fn engine(&self) -> &str {
        self.asked.answer.engine
    }

    /// The same as dictionaries and lists: what `bouton table --json` prints.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.asked.view(py, &bouton_lab::ask::Table::new("", 0, 0))
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        cell: (isize, isize),
    ) -> PyResult<Bound<'py, PyAny>> {
        self.rows(py)?.as_any().get_item(cell.0)?.get_item(cell.1)
    }

    fn __repr__(&self) -> String {
        let (rows, columns) = self.shape();
        format!("<Table of {}: {rows} × {columns}>", self.asked.question.game.title())
    }

    fn __str__(&self) -> String {
        let texts = self.texts();
        let columns = texts.first().map_or(0, Vec::len);
        let longest = texts.iter().flatten().map(String::len).max().unwrap_or(1);
        let wide = longest.max(columns.saturating_sub(1).to_string().len());
        let side = texts.len().saturating_sub(1).to_string().len();
        let line = |head: String, cells: Vec<String>| {
            let cells: String = cells.iter().map(|cell| format!("  {cell:>wide$}")).collect();
            format!("{head:>side$}{cells}")
        };
        let head = line(String::new(), (0..columns).map(|column| column.to_string()).collect());
        let rows = texts.into_iter().enumerate().map(|(row, cells)| line(row.to_string(), cells));
        [head].into_iter().chain(rows).collect::<Vec<_>>().join("\n")
    }

    fn _repr_html_(&self) -> String {
        const SHOWN: usize = 60;
        let texts = self.texts();
        let columns = texts.first().map_or(0, Vec::len).min(SHOWN);
        let heads: String = (0..columns).map(|column| format!("<th>{column}</th>")).collect();
        let row = |(index, cells): (usize, &Vec<String>)| {
            let cells: String = cells
                .iter()
                .take(SHOWN)
                .map(|cell| format!("<td>{}</td>", escaped(cell)))
                .collect();
            format!("<tr><th>{index}</th>{cells}</tr>\n")
        };
        let rows: String = texts.iter().take(SHOWN).enumerate().map(row).collect();
        let title = escaped(self.asked.question.game.title());
        format!("<table>\n<caption>{title}</caption>\n<tr><th></th>{heads}</tr>\n{rows}</table>")
    }
}
