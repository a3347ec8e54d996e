//! Game structures of digraphs: how many there are, one after the other, and what they have in common.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use bouton_lab::graph::{Family, GraphAnswer, Kernel, StateClaim, list_structures};
use bouton_lab::graphs::NamedDigraph;
use bouton_lab::render;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyTuple};

use crate::convert::{escaped, int, to_python};
use crate::graph::word;
use crate::work::{Means, run};

type Nodes = Arc<Vec<Py<PyAny>>>;

/// A game structure: which states win. Each winning state has a move to a losing one, and no losing state has.
#[pyclass(frozen, module = "bouton")]
pub(crate) struct Structure {
    nodes: Nodes,
    kernel: Kernel,
}

impl Structure {
    pub(crate) fn new(nodes: Nodes, kernel: Kernel) -> Structure {
        Structure { nodes, kernel }
    }

    fn side<'py>(&self, py: Python<'py>, loses: bool) -> PyResult<Bound<'py, PyFrozenSet>> {
        let states = (0..).zip(self.nodes.iter());
        let chosen =
            states.filter(|(vertex, _)| self.kernel.loses(*vertex) == loses).map(|(_, node)| node);
        PyFrozenSet::new(py, chosen.collect::<Vec<_>>())
    }
}

#[pymethods]
impl Structure {
    /// The states that win for the player to move.
    #[getter]
    fn winning<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyFrozenSet>> {
        self.side(py, false)
    }

    /// The states that lose: a kernel of the digraph.
    #[getter]
    fn losing<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyFrozenSet>> {
        self.side(py, true)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!(
            "<Structure: {} winning, {} losing>",
            self.winning(py)?.len(),
            self.losing(py)?.len()
        ))
    }
}

/// An iterator over the structures of a digraph. `Graph.structures` makes it.
#[pyclass(frozen, module = "bouton")]
pub(crate) struct Structures {
    named: Arc<NamedDigraph>,
    nodes: Nodes,
    claims: Vec<StateClaim>,
    means: Means,
    state: Mutex<State>,
}

/// What is found but not handed out yet.
#[derive(Default)]
struct State {
    waiting: VecDeque<Kernel>,
    /// How many were handed out or are waiting.
    found: usize,
    finished: bool,
}

/// How many are looked for at first; twice as many each time.
const FIRST: usize = 16;

impl Structures {
    pub(crate) fn new(
        named: Arc<NamedDigraph>,
        nodes: Nodes,
        claims: Vec<StateClaim>,
        means: Means,
    ) -> Structures {
        Structures { named, nodes, claims, means, state: Mutex::default() }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks for more. The lists begin alike, so only what is new is kept.
    fn look(&self, py: Python<'_>) -> PyResult<()> {
        let found = self.state().found;
        let wanted = (2 * found).max(FIRST);
        let (named, claims) = (Arc::clone(&self.named), self.claims.clone());
        let list =
            run(py, &self.means, move |limits| list_structures(&named, &claims, wanted, limits))?;
        let mut state = self.state();
        if state.found == found {
            state.finished = list.len() < wanted;
            state.found = list.len();
            state.waiting.extend(list.into_iter().skip(found));
        }
        Ok(())
    }
}

#[pymethods]
impl Structures {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Structure>> {
        loop {
            {
                let mut state = self.state();
                if let Some(kernel) = state.waiting.pop_front() {
                    return Ok(Some(Structure::new(Arc::clone(&self.nodes), kernel)));
                }
                if state.finished {
                    return Ok(None);
                }
            }
            self.look(py)?;
        }
    }
}

/// What is known of the games on a digraph. `Graph.explore` makes it.
#[pyclass(frozen, module = "bouton")]
pub(crate) struct Explored {
    named: Arc<NamedDigraph>,
    nodes: Nodes,
    found: GraphAnswer,
}

impl Explored {
    pub(crate) fn new(named: Arc<NamedDigraph>, nodes: Nodes, found: GraphAnswer) -> Explored {
        Explored { named, nodes, found }
    }

    fn one(&self, family: &Family) -> Option<Structure> {
        family.one.clone().map(|kernel| Structure::new(Arc::clone(&self.nodes), kernel))
    }
}

fn count<'py>(py: Python<'py>, family: &Family) -> PyResult<Option<Bound<'py, PyAny>>> {
    family.count.as_ref().ok().map(|count| int(py, &count.to_string())).transpose()
}

#[pymethods]
impl Explored {
    /// How many game structures there are; None if a limit was exceeded before that was known.
    #[getter]
    fn structures<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        count(py, &self.found.games)
    }

    /// How many structures the reversed digraph has; None if a limit was exceeded.
    #[getter]
    fn cogames<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        count(py, &self.found.cogames)
    }

    /// How many sets are both; None if a limit was exceeded.
    #[getter]
    fn both<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        count(py, &self.found.both)
    }

    /// One of the structures, or None.
    #[getter]
    fn structure(&self) -> Option<Structure> {
        self.one(&self.found.games)
    }

    /// One of the cogames, or None.
    #[getter]
    fn cogame(&self) -> Option<Structure> {
        self.one(&self.found.cogames)
    }

    /// How many strongly connected components there are.
    #[getter]
    fn components(&self) -> usize {
        self.found.components.len()
    }

    /// `"win"`, `"lose"` or `"draw"` by vertex.
    #[getter]
    fn labels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let labels = PyDict::new(py);
        for (vertex, node) in (0..).zip(self.nodes.iter()) {
            labels.set_item(node, word(self.found.labels.label(vertex)))?;
        }
        Ok(labels)
    }

    /// In how many structures a vertex wins, `"all"`, `"some"` or `"none"`, by vertex; None unless asked for.
    #[getter]
    fn wins_in<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(backbone) = &self.found.backbone else { return Ok(None) };
        let verdicts = PyDict::new(py);
        for (vertex, node) in (0..).zip(self.nodes.iter()) {
            let verdict = match (backbone.always_wins(vertex), backbone.always_loses(vertex)) {
                (true, _) => "all",
                (_, true) => "none",
                _ => "some",
            };
            verdicts.set_item(node, verdict)?;
        }
        Ok(Some(verdicts))
    }

    /// Why there is no structure, or what else there is to say.
    #[getter]
    fn reasons<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.found.reasons)
    }

    /// The limit that was exceeded on the way, else None.
    #[getter]
    fn stopped(&self) -> Option<String> {
        self.found.exceeded().map(ToString::to_string)
    }

    /// The same as dictionaries and lists: what `bouton graph --json` prints.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &render::graph::view(&self.named, &self.found))
    }

    fn __repr__(&self) -> String {
        let number =
            |family: &Family| family.count.as_ref().map_or("?".to_owned(), ToString::to_string);
        let found = &self.found;
        format!(
            "<Explored: structures={}, cogames={}, both={}>",
            number(&found.games),
            number(&found.cogames),
            number(&found.both)
        )
    }

    fn _repr_html_(&self) -> String {
        let number =
            |family: &Family| family.count.as_ref().map_or("?".to_owned(), ToString::to_string);
        let row = |name: &str, cell: String| {
            format!(
                "<tr><th style=\"text-align:left\">{name}</th><td style=\"text-align:left\">{cell}</td></tr>\n"
            )
        };
        let found = &self.found;
        let reasons: Vec<String> = found.reasons.iter().map(|reason| escaped(reason)).collect();
        let [draws, wins, losses] = found.labels.tally();
        let mut html = row("structures", number(&found.games))
            + &row("cogames", number(&found.cogames))
            + &row("both", number(&found.both))
            + &row("states", format!("{wins} win, {losses} lose, {draws} draw"));
        if !reasons.is_empty() {
            html += &row("why", reasons.join("<br>"));
        }
        format!("<table>\n{html}</table>")
    }
}
