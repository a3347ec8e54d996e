//! Digraphs, whose vertices may be any Python objects.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use bouton_lab::files;
use bouton_lab::graph::{
    GraphQuestion, Label, Labels, StateClaim, explore, label_certificate, labels,
    sample_structures, structure_certificate,
};
use bouton_lab::graphs::{Format, NamedDigraph, read, read_edge_list};
use bouton_lab::render::digraph::{Drawing, Paint};
use bouton_lab::render::scene::Scene;
use bouton_lab::rules::Refusal;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use crate::certificate::Certificate;
use crate::convert::{Count, Size, os_error, save_picture};
use crate::errors::bad;
use crate::structures::{Explored, Structure, Structures};
use crate::work::{Means, run};

/// A finite digraph, on which two players move in turn; who cannot move loses.
///
/// >>> from bouton import Graph
/// >>> graph = Graph([("a", "b"), ("b", "a"), ("b", "c")])
/// >>> graph.labels
/// {'a': 'lose', 'b': 'win', 'c': 'lose'}
/// >>> graph.explore().structures
/// 1
///
/// `edges` are pairs of any hashable objects, or a dictionary from each vertex to those that follow it. What comes
/// back speaks of the same objects. A notebook draws the digraph, coloured by who wins.
#[pyclass(frozen, module = "bouton")]
pub(crate) struct Graph {
    named: Arc<NamedDigraph>,
    /// The object behind each vertex.
    nodes: Arc<Vec<Py<PyAny>>>,
    labels: OnceLock<Arc<Labels>>,
}

impl Graph {
    pub(crate) fn named(&self) -> Arc<NamedDigraph> {
        Arc::clone(&self.named)
    }

    pub(crate) fn nodes(&self) -> Arc<Vec<Py<PyAny>>> {
        Arc::clone(&self.nodes)
    }

    /// A digraph whose vertices are their names.
    pub(crate) fn by_names(py: Python<'_>, named: NamedDigraph) -> PyResult<Graph> {
        let nodes =
            named.names.iter().map(|name| PyString::new(py, &name).into_any().unbind()).collect();
        Ok(Graph { named: Arc::new(named), nodes: Arc::new(nodes), labels: OnceLock::new() })
    }

    fn of(
        py: Python<'_>,
        vertices: &Bound<'_, PyDict>,
        edges: Vec<(usize, usize)>,
    ) -> PyResult<Graph> {
        let nodes: Vec<Bound<'_, PyAny>> = vertices.keys().iter().collect();
        let names = names(&nodes)?;
        let named = run(py, &Means::default(), move |limits| {
            let quoted: Vec<String> = names.iter().map(|name| quoted(name)).collect();
            let mut text = quoted.join("\n") + "\n";
            for (from, to) in edges {
                text += &format!("{} {}\n", quoted[from], quoted[to]);
            }
            let named = read_edge_list(&mut text.as_bytes(), limits)?;
            // Vertices that are called 0 to n-1 are sorted by their names.
            let places: HashMap<String, usize> =
                names.into_iter().enumerate().map(|(n, name)| (name, n)).collect();
            let order: Vec<usize> =
                named.names.iter().filter_map(|name| places.get(&*name).copied()).collect();
            Ok::<_, Refusal>((named, order))
        })?;
        let (named, order) = named;
        let nodes = order.iter().map(|place| nodes[*place].clone().unbind()).collect();
        Ok(Graph { named: Arc::new(named), nodes: Arc::new(nodes), labels: OnceLock::new() })
    }

    fn known(&self, py: Python<'_>) -> PyResult<Arc<Labels>> {
        if let Some(known) = self.labels.get() {
            return Ok(Arc::clone(known));
        }
        let named = self.named();
        let found = run(py, &Means::default(), move |limits| labels(&named.graph, limits))?;
        Ok(Arc::clone(self.labels.get_or_init(|| Arc::new(found))))
    }

    /// The vertices that these objects are.
    fn find(&self, py: Python<'_>, wanted: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
        let places = PyDict::new(py);
        for (vertex, node) in self.nodes.iter().enumerate() {
            places.set_item(node, vertex)?;
        }
        wanted
            .try_iter()?
            .map(|node| {
                let node = node?;
                match places.get_item(&node)? {
                    Some(vertex) => vertex.extract(),
                    None => Err(bad(
                        py,
                        &format!("no state is called {}", node.repr()?),
                        "name states of the graph",
                    )),
                }
            })
            .collect()
    }

    fn claims(
        &self,
        py: Python<'_>,
        winning: Option<&Bound<'_, PyAny>>,
        losing: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<StateClaim>> {
        let find = |states: Option<&Bound<'_, PyAny>>| {
            states.map_or(Ok(Vec::new()), |states| self.find(py, states))
        };
        let wins = find(winning)?.into_iter().map(StateClaim::Wins);
        let loses = find(losing)?.into_iter().map(StateClaim::Loses);
        Ok(wins.chain(loses).collect())
    }

    fn scene(&self, py: Python<'_>) -> PyResult<Scene> {
        let (named, labels) = (self.named(), self.known(py)?);
        run(py, &Means::default(), move |_| {
            let colour = |vertex: u32| Paint::of(labels.label(vertex), labels.distance(vertex));
            Drawing::new(&named, &colour)?.scene()
        })
    }
}

/// What vertices are called in pictures and certificates: as `str` says, or `repr` where that is not unique.
fn names(nodes: &[Bound<'_, PyAny>]) -> PyResult<Vec<String>> {
    let differ = |names: &[String]| {
        let different: std::collections::HashSet<&String> = names.iter().collect();
        different.len() == names.len() && names.iter().all(|name| !name.is_empty())
    };
    let all = |name: fn(&Bound<'_, PyAny>) -> PyResult<String>| {
        nodes.iter().map(name).collect::<PyResult<Vec<String>>>()
    };
    let texts = all(|node| Ok(node.str()?.to_string_lossy().into_owned()))?;
    if differ(&texts) {
        return Ok(texts);
    }
    let texts = all(|node| Ok(node.repr()?.to_string_lossy().into_owned()))?;
    match differ(&texts) {
        true => Ok(texts),
        false => {
            Ok(texts.iter().enumerate().map(|(place, text)| format!("{place}: {text}")).collect())
        }
    }
}

/// A name as an edge list writes it.
fn quoted(name: &str) -> String {
    let mut text = String::from("\"");
    for c in name.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            c if c.is_control() => text.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
            c => text.push(c),
        }
    }
    text + "\""
}

/// The number of a vertex, which is new if it was not seen before.
fn place(vertices: &Bound<'_, PyDict>, node: &Bound<'_, PyAny>) -> PyResult<usize> {
    if let Some(known) = vertices.get_item(node)? {
        return known.extract();
    }
    let next = vertices.len();
    vertices.set_item(node, next)?;
    Ok(next)
}

#[pymethods]
impl Graph {
    #[new]
    #[pyo3(signature = (edges, vertices = None))]
    fn new(
        py: Python<'_>,
        edges: &Bound<'_, PyAny>,
        vertices: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Graph> {
        let known = PyDict::new(py);
        let mut arrows = Vec::new();
        for vertex in
            vertices.map(|vertices| vertices.try_iter()).transpose()?.into_iter().flatten()
        {
            place(&known, &vertex?)?;
        }
        if let Ok(following) = edges.cast::<PyDict>() {
            for (from, _) in following {
                place(&known, &from)?;
            }
            for (from, all) in following {
                for to in all.try_iter()? {
                    arrows.push((place(&known, &from)?, place(&known, &to?)?));
                }
            }
        } else {
            for edge in edges.try_iter()? {
                let edge = edge?;
                let pair: Result<(Bound<'_, PyAny>, Bound<'_, PyAny>), _> = edge.extract();
                let Ok((from, to)) = pair else {
                    return Err(bad(
                        py,
                        &format!("{} is no edge", edge.repr()?),
                        "write pairs (from, to)",
                    ));
                };
                arrows.push((place(&known, &from)?, place(&known, &to)?));
            }
        }
        Graph::of(py, &known, arrows)
    }

    /// The digraph that NetworkX has: a `DiGraph`.
    #[staticmethod]
    fn from_networkx(py: Python<'_>, graph: &Bound<'_, PyAny>) -> PyResult<Graph> {
        if !graph.call_method0("is_directed")?.extract::<bool>()? {
            return Err(bad(py, "the edges of this graph have no direction", "make it a DiGraph"));
        }
        let edges = PyList::empty(py);
        for edge in graph.call_method0("edges")?.try_iter()? {
            let edge = edge?;
            edges.append((edge.get_item(0)?, edge.get_item(1)?))?;
        }
        Graph::new(py, edges.as_any(), Some(&graph.call_method0("nodes")?))
    }

    /// Reads an edge list, DOT, GraphML or digraph6; `format` is `"edges"`, `"dot"`, `"graphml"`, `"digraph6"`, or
    /// guessed.
    #[staticmethod]
    #[pyo3(signature = (path, format = None, *, memory = None, steps = None, progress = None))]
    fn read(
        py: Python<'_>,
        path: PathBuf,
        format: Option<String>,
        memory: Option<Size>,
        steps: Option<Count>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Graph> {
        let failed = |error: std::io::Error| os_error(&error, &path);
        let mut input = BufReader::with_capacity(1 << 20, files::open(&path).map_err(failed)?.0);
        input.fill_buf().map_err(failed)?;
        let named = run(py, &Means::new(memory, steps, progress), move |limits| {
            let name = path.file_name().and_then(|name| name.to_str());
            let format = match format {
                Some(format) => format.parse::<Format>()?,
                None => Format::guess(input.buffer(), name),
            };
            read(&mut input, format, limits)
        })?;
        Graph::by_names(py, named)
    }

    /// The vertices.
    #[getter]
    fn vertices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.nodes.iter())
    }

    /// The edges as pairs of vertices.
    #[getter]
    fn edges<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let graph = &self.named.graph;
        let node = |vertex: u32| &self.nodes[vertex as usize];
        let edges = (0..graph.vertices() as u32)
            .flat_map(|from| graph.successors(from).iter().map(move |to| (node(from), node(*to))));
        PyTuple::new(py, edges.collect::<Vec<_>>())
    }

    /// Who wins when play may go on for ever: `"win"`, `"lose"` or `"draw"` for the player to move, by vertex.
    #[getter]
    fn labels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (known, labels) = (self.known(py)?, PyDict::new(py));
        for (vertex, node) in (0..).zip(self.nodes.iter()) {
            labels.set_item(node, word(known.label(vertex)))?;
        }
        Ok(labels)
    }

    /// In how many moves the game ends under best play, by vertex; None for draws.
    #[getter]
    fn distances<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (known, distances) = (self.known(py)?, PyDict::new(py));
        for (vertex, node) in (0..).zip(self.nodes.iter()) {
            distances.set_item(node, known.distance(vertex))?;
        }
        Ok(distances)
    }

    /// How many game structures (kernels) and cogames there are, and why.
    ///
    /// >>> from bouton import Graph
    /// >>> found = Graph([(0, 1), (1, 2), (2, 0)]).explore()
    /// >>> found.structures, found.cogames
    /// (0, 0)
    ///
    /// `winning` and `losing` are states that shall win or lose. `backbone` finds out which states win in all, some
    /// or no structure.
    #[pyo3(signature = (winning = None, losing = None, *, backbone = false, memory = None, steps = None, progress = None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn explore(
        &self,
        py: Python<'_>,
        winning: Option<&Bound<'_, PyAny>>,
        losing: Option<&Bound<'_, PyAny>>,
        backbone: bool,
        memory: Option<Size>,
        steps: Option<Count>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Explored> {
        let (named, claims) = (self.named(), self.claims(py, winning, losing)?);
        let question = GraphQuestion { claims, backbone, ..GraphQuestion::default() };
        let found = run(py, &Means::new(memory, steps, progress), move |limits| {
            explore(&named, &question, limits)
        })?;
        Ok(Explored::new(self.named(), self.nodes(), found))
    }

    /// An iterator over the game structures, always in the same order.
    ///
    /// >>> from bouton import Graph
    /// >>> for structure in Graph([("a", "b"), ("b", "a")]).structures():
    /// ...     print(structure.losing)
    /// frozenset({'a'})
    /// frozenset({'b'})
    #[pyo3(signature = (winning = None, losing = None, *, memory = None, steps = None, progress = None))]
    fn structures(
        &self,
        py: Python<'_>,
        winning: Option<&Bound<'_, PyAny>>,
        losing: Option<&Bound<'_, PyAny>>,
        memory: Option<Size>,
        steps: Option<Count>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Structures> {
        let claims = self.claims(py, winning, losing)?;
        Ok(Structures::new(self.named(), self.nodes(), claims, Means::new(memory, steps, progress)))
    }

    /// Some structures drawn at random, each equally likely; the same ones for the same seed.
    #[pyo3(signature = (count, seed = Count(1), *, memory = None, steps = None, progress = None))]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        count: Count,
        seed: Count,
        memory: Option<Size>,
        steps: Option<Count>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let named = self.named();
        let kernels = run(py, &Means::new(memory, steps, progress), move |limits| {
            sample_structures(&named, &[], count.0 as usize, seed.0, limits)
        })?;
        let structures: PyResult<Vec<_>> = kernels
            .into_iter()
            .map(|kernel| Bound::new(py, Structure::new(self.nodes(), kernel)))
            .collect();
        PyTuple::new(py, structures?)
    }

    /// A certificate of the structures (one, the only one, or that there is none), or with `of="labels"` of who wins.
    ///
    /// >>> import bouton
    /// >>> triangle = bouton.Graph([(0, 1), (1, 2), (2, 0)])
    /// >>> bool(bouton.check(triangle.certificate()))
    /// True
    #[pyo3(signature = (of = "structures", *, memory = None, steps = None, progress = None))]
    fn certificate(
        &self,
        py: Python<'_>,
        of: &str,
        memory: Option<Size>,
        steps: Option<Count>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Certificate> {
        let write = match of {
            "structures" => structure_certificate,
            "labels" => label_certificate,
            _ => {
                return Err(bad(
                    py,
                    "no such certificate",
                    "write of=\"structures\" or \"labels\"",
                ));
            }
        };
        let named = self.named();
        let certificate = run(py, &Means::new(memory, steps, progress), move |limits| {
            let found = explore(&named, &GraphQuestion::default(), limits)?;
            write(&named, &found, limits)
        })?;
        Ok(Certificate::new(certificate))
    }

    /// The digraph as a `networkx.DiGraph`, with `label` and `distance` for each vertex.
    fn to_networkx<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let graph = py.import("networkx")?.call_method0("DiGraph")?;
        let known = self.known(py)?;
        for (vertex, node) in (0..).zip(self.nodes.iter()) {
            let about = PyDict::new(py);
            about.set_item("label", word(known.label(vertex)))?;
            about.set_item("distance", known.distance(vertex))?;
            graph.call_method("add_node", (node,), Some(&about))?;
        }
        graph.call_method1("add_edges_from", (self.edges(py)?,))?;
        Ok(graph)
    }

    /// Writes the picture; the ending of the file is .png or .svg.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        save_picture(py, path, || self.scene(py))
    }

    fn __len__(&self) -> usize {
        self.nodes.len()
    }

    fn __repr__(&self) -> String {
        let graph = &self.named.graph;
        format!("<Graph: {} vertices, {} edges>", graph.vertices(), graph.edges())
    }

    /// None if the digraph is too large to draw.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let svg = |scene: Scene| run(py, &Means::default(), move |_| scene.svg());
        match self.scene(py).and_then(svg) {
            Err(raised) if raised.is_instance_of::<pyo3::exceptions::PyValueError>(py) => Ok(None),
            drawn => drawn.map(Some),
        }
    }
}

pub(crate) fn word(label: Label) -> &'static str {
    match label {
        Label::Win => "win",
        Label::Lose => "lose",
        Label::Draw => "draw",
    }
}
