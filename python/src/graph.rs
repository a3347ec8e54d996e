//! Digraphs whose vertices are numbers; the Python side maps them to its objects.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use bouton_lab::files;
use bouton_lab::graph::{
    GraphQuestion, Kernel, Label, Labels, StateClaim, explore, label_certificate, labels,
    list_structures, sample_structures, structure_certificate,
};
use bouton_lab::graphs::{Format, NamedDigraph, read};
use bouton_lab::render;
use bouton_lab::render::digraph::{Drawing, Paint};
use bouton_lab::rules::Refusal;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert::{Count, os_error, to_python};
use crate::errors::bad;
use crate::picture::Picture;
use crate::work::{WorkOptions, run};

type Given<'a, 'py> = &'a Bound<'py, PyDict>;
/// The results, and the losing vertices of a structure and of a cogame.
type Found<'py> = (Bound<'py, PyAny>, Option<Vec<u32>>, Option<Vec<u32>>);

/// A digraph.
#[pyclass(frozen, module = "bouton._bouton")]
pub(crate) struct LabGraph {
    named: Arc<NamedDigraph>,
    labels: OnceLock<Arc<Labels>>,
}

impl LabGraph {
    pub(crate) fn new(named: NamedDigraph) -> LabGraph {
        LabGraph { named: Arc::new(named), labels: OnceLock::new() }
    }

    pub(crate) fn named(&self) -> Arc<NamedDigraph> {
        Arc::clone(&self.named)
    }

    fn known(&self, py: Python<'_>) -> PyResult<Arc<Labels>> {
        if let Some(known) = self.labels.get() {
            return Ok(Arc::clone(known));
        }
        let named = self.named();
        let found = run(py, &WorkOptions::default(), move |limits| labels(&named.graph, limits))?;
        Ok(Arc::clone(self.labels.get_or_init(|| Arc::new(found))))
    }

    fn losing(&self, kernel: &Kernel) -> Vec<u32> {
        (0..self.named.graph.vertices() as u32).filter(|vertex| kernel.loses(*vertex)).collect()
    }
}

fn claims(winning: Vec<u32>, losing: Vec<u32>) -> Vec<StateClaim> {
    let wins = winning.into_iter().map(StateClaim::Wins);
    wins.chain(losing.into_iter().map(StateClaim::Loses)).collect()
}

#[pymethods]
impl LabGraph {
    /// The digraph with these vertices, and where each of its vertices is in the list.
    ///
    /// -> tuple[LabGraph, list[int]]
    #[staticmethod]
    fn of(
        py: Python<'_>,
        names: Vec<String>,
        edges: Vec<(usize, usize)>,
    ) -> PyResult<(LabGraph, Vec<usize>)> {
        let (named, order) = run(py, &WorkOptions::default(), move |limits| {
            let named = NamedDigraph::new(&names, edges, limits)?;
            // Vertices named 0 to n-1 are sorted by their names.
            let places: HashMap<String, usize> =
                names.into_iter().enumerate().map(|(n, name)| (name, n)).collect();
            let order: Vec<usize> =
                named.names.iter().filter_map(|name| places.get(&*name).copied()).collect();
            Ok::<_, Refusal>((named, order))
        })?;
        Ok((LabGraph::new(named), order))
    }

    /// -> LabGraph
    #[staticmethod]
    #[pyo3(signature = (path, format, **work_options))]
    fn read(
        py: Python<'_>,
        path: PathBuf,
        format: Option<String>,
        work_options: Option<Given<'_, '_>>,
    ) -> PyResult<LabGraph> {
        let failed = |error: std::io::Error| os_error(&error, &path);
        let mut input = BufReader::with_capacity(1 << 20, files::open(&path).map_err(failed)?.0);
        input.fill_buf().map_err(failed)?;
        run(py, &WorkOptions::read(work_options)?, move |limits| {
            let name = path.file_name().and_then(|name| name.to_str());
            let format = match format {
                Some(format) => format.parse::<Format>()?,
                None => Format::guess(input.buffer(), name),
            };
            read(&mut input, format, limits)
        })
        .map(LabGraph::new)
    }

    /// -> list[str]
    fn names(&self) -> Vec<String> {
        self.named.names.iter().map(|name| name.to_string()).collect()
    }

    /// -> list[tuple[int, int]]
    fn edges(&self) -> Vec<(u32, u32)> {
        let graph = &self.named.graph;
        (0..graph.vertices() as u32)
            .flat_map(|from| graph.successors(from).iter().map(move |to| (from, *to)))
            .collect()
    }

    /// Who wins, and in how many moves, by vertex.
    ///
    /// -> list[tuple[Any, int | None]]
    fn labels(&self, py: Python<'_>) -> PyResult<Vec<(&'static str, Option<u32>)>> {
        let known = self.known(py)?;
        let word = |vertex| match known.label(vertex) {
            Label::Win => "win",
            Label::Lose => "lose",
            Label::Draw => "draw",
        };
        let vertices = 0..self.named.graph.vertices() as u32;
        Ok(vertices.map(|vertex| (word(vertex), known.distance(vertex))).collect())
    }

    /// The view, and the losing vertices of a structure and of a cogame.
    ///
    /// -> tuple[dict[str, Any], list[int] | None, list[int] | None]
    #[pyo3(signature = (winning, losing, backbone, **work_options))]
    fn explore<'py>(
        &self,
        py: Python<'py>,
        winning: Vec<u32>,
        losing: Vec<u32>,
        backbone: bool,
        work_options: Option<Given<'_, '_>>,
    ) -> PyResult<Found<'py>> {
        let claims = claims(winning, losing);
        let (named, question) =
            (self.named(), GraphQuestion { claims, backbone, ..GraphQuestion::default() });
        let found = run(py, &WorkOptions::read(work_options)?, move |limits| {
            explore(&named, &question, limits)
        })?;
        let one = |kernel: &Option<Kernel>| kernel.as_ref().map(|kernel| self.losing(kernel));
        let view = to_python(py, &render::graph::view(&self.named, &found))?;
        Ok((view, one(&found.games.one), one(&found.cogames.one)))
    }

    /// The losing vertices of the first `count` structures, or of that many drawn at random from a seed.
    ///
    /// -> list[list[int]]
    #[pyo3(signature = (winning, losing, count, seed = None, **work_options))]
    fn structures(
        &self,
        py: Python<'_>,
        winning: Vec<u32>,
        losing: Vec<u32>,
        count: Count,
        seed: Option<Count>,
        work_options: Option<Given<'_, '_>>,
    ) -> PyResult<Vec<Vec<u32>>> {
        let (named, claims, count) = (self.named(), claims(winning, losing), count.0 as usize);
        let kernels = run(py, &WorkOptions::read(work_options)?, move |limits| match seed {
            None => list_structures(&named, &claims, count, limits),
            Some(seed) => sample_structures(&named, &claims, count, seed.0, limits),
        })?;
        Ok(kernels.iter().map(|kernel| self.losing(kernel)).collect())
    }

    /// -> str
    #[pyo3(signature = (of, **work_options))]
    fn certificate(
        &self,
        py: Python<'_>,
        of: &str,
        work_options: Option<Given<'_, '_>>,
    ) -> PyResult<String> {
        let write = match of {
            "structures" => structure_certificate,
            "labels" => label_certificate,
            _ => {
                let help = "use of=\"structures\" or \"labels\"";
                return Err(bad(py, "unknown kind of certificate", help));
            }
        };
        let named = self.named();
        run(py, &WorkOptions::read(work_options)?, move |limits| {
            let found = explore(&named, &GraphQuestion::default(), limits)?;
            write(&named, &found, limits).map(|certificate| certificate.to_json())
        })
    }

    /// -> Picture
    fn picture(&self, py: Python<'_>) -> PyResult<Picture> {
        let (named, labels) = (self.named(), self.known(py)?);
        Picture::draw(py, move || {
            let colour = |vertex: u32| Paint::of(labels.label(vertex), labels.distance(vertex));
            Drawing::new(&named, &colour)?.scene()
        })
    }
}
