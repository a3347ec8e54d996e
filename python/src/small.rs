//! Plain functions: values, certificates, duels, the catalogue and rule texts.

use bouton_lab::duel::{duel as fight, start_with};
use bouton_lab::duels::StrategyName;
use bouton_lab::render::diagnostics;
use bouton_lab::rules::Refusal;
use bouton_lab::rules::catalogue::games;
use bouton_lab::{FormatResult, Mistakes, ReadError, RuleText, ask, place, usual_start, value};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt};
use serde_json::json;

use crate::convert::{Count, to_python};
use crate::game::LabGame;
use crate::graph::LabGraph;
use crate::picture::Picture;
use crate::work::{WorkOptions, run};

type Given<'a, 'py> = &'a Bound<'py, PyDict>;

/// The canonical form of an expression.
///
/// -> str
#[pyfunction]
#[pyo3(signature = (expression, **work_options))]
pub(crate) fn canonical(
    py: Python<'_>,
    expression: String,
    work_options: Option<Given<'_, '_>>,
) -> PyResult<String> {
    run(py, &WorkOptions::read(work_options)?, move |limits| {
        bouton_lab::canonical(&expression, limits)
    })
}

/// The thermograph of a value as a picture.
///
/// -> Picture
#[pyfunction]
pub(crate) fn thermograph(py: Python<'_>, expression: String) -> PyResult<Picture> {
    let found = run(py, &WorkOptions::default(), move |limits| value(&expression, limits))?;
    Picture::draw(py, move || found.thermograph())
}

/// Checks a certificate by the rules of its game, or by its digraph.
///
/// -> dict[str, Any]
#[pyfunction]
#[pyo3(signature = (certificate, graph, **work_options))]
pub(crate) fn check<'py>(
    py: Python<'py>,
    certificate: String,
    graph: Option<&Bound<'py, LabGraph>>,
    work_options: Option<Given<'_, '_>>,
) -> PyResult<Bound<'py, PyAny>> {
    let graph = graph.map(|graph| graph.get().named());
    let view = run(py, &WorkOptions::read(work_options)?, move |limits| {
        bouton_lab::check(&certificate, graph.as_deref(), limits)
    })?;
    to_python(py, &view)
}

/// The result of a duel, and its starting position.
///
/// -> tuple[dict[str, Any], Any]
#[pyfunction]
#[pyo3(signature = (game, players, start, games, seed, alternate, exact, threads, **work_options))]
#[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn duel<'py>(
    py: Python<'py>,
    game: &Bound<'py, LabGame>,
    players: (String, String),
    start: Option<&Bound<'py, PyAny>>,
    games: Count,
    seed: Count,
    alternate: bool,
    exact: bool,
    threads: Count,
    work_options: Option<Given<'_, '_>>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let pile = match start {
        Some(pile) if pile.is_instance_of::<PyInt>() => Some(pile.extract::<Count>()?.0),
        _ => None,
    };
    let start: Option<String> = match (start, pile) {
        (Some(position), None) => Some(position.extract()?),
        _ => None,
    };
    let game = game.get().game();
    let (view, start) = run(py, &WorkOptions::read(work_options)?, move |limits| {
        let start = match (pile, start) {
            (Some(pile), _) => start_with(&game, pile)?,
            (None, Some(text)) => game.position(&text)?,
            (None, None) => usual_start(&game)?,
        };
        let asked = ask::Duel {
            game: String::new(),
            first: players.0,
            second: players.1,
            positions: vec![place(&start)],
            games: games.0,
            seed: seed.0,
            alternate,
            exact,
        };
        let view = fight(&asked, &game, threads.0 as usize, limits)?;
        Ok::<_, Refusal>((view, place(&start)))
    })?;
    Ok((to_python(py, &view)?, to_python(py, &start)?))
}

/// The strategies by name, and what each does.
///
/// >>> import bouton
/// >>> "perfect" in bouton.strategies()
/// True
///
/// -> dict[str, str]
#[pyfunction]
pub(crate) fn strategies(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let all = PyDict::new(py);
    for (name, does) in StrategyName::all() {
        all.set_item(name, does)?;
    }
    Ok(all)
}

/// The games of the catalogue.
///
/// -> list[dict[str, Any]]
#[pyfunction]
pub(crate) fn catalogue(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let entries = games().iter().map(|entry| {
        json!({
            "name": entry.name,
            "parameters": entry.parameters,
            "summary": entry.summary,
            "positions": entry.positions,
            "source": entry.source,
            "example": entry.example,
        })
    });
    to_python(py, &entries.collect::<Vec<_>>())
}

/// All mistakes in a rule text: a list of dictionaries with place, message and help.
///
/// >>> import bouton
/// >>> (mistake,) = bouton.check_rules("game take; position n; move k in 1..3: m' = n - k")
/// >>> mistake["severity"], mistake["line"], mistake["column"]
/// ('error', 1, 40)
///
/// -> list[dict[str, Any]]
#[pyfunction]
pub(crate) fn check_rules(py: Python<'_>, text: String) -> PyResult<Bound<'_, PyAny>> {
    let views = run(py, &WorkOptions::default(), move |_| {
        let source = RuleText::from(RuleText::TYPED, text.as_bytes())?;
        let found = bouton_lab::check_rules(&source.text);
        Ok::<_, ReadError>(diagnostics::view(&source, &found.diagnostics))
    })?;
    to_python(py, &views)
}

/// A rule text in the standard layout.
///
/// >>> import bouton
/// >>> print(bouton.format_rules("game take; position n; move k in 1..3: n' = n-k"), end="")
/// game take
/// position n
/// move     k in 1 .. 3: n' = n - k
///
/// -> str
#[pyfunction]
pub(crate) fn format_rules(py: Python<'_>, text: String) -> PyResult<String> {
    run(py, &WorkOptions::default(), move |_| {
        let source = RuleText::from(RuleText::TYPED, text.as_bytes())?;
        match bouton_lab::format_rules(&source.text) {
            FormatResult::Unchanged => Ok(source.text),
            FormatResult::Changed(text) => Ok(text),
            FormatResult::InvalidRules(diagnostics) => {
                Err(ReadError::InvalidRules(Mistakes { source, diagnostics }))
            }
        }
    })
}
