//! Turns refusals into exceptions with the same messages. The classes are in `bouton/_errors.py`.

use bouton_lab::render::diagnostics;
use bouton_lab::rules::{Reference, Refusal, Unit};
use bouton_lab::{Mistakes, ReadError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::convert::to_python;

/// The exception for a game that cannot be read, or a question that is refused.
pub(crate) fn unread(py: Python<'_>, unread: ReadError) -> PyErr {
    match unread {
        ReadError::Refused(refusal) => refused(py, &refusal),
        ReadError::InvalidRules(mistakes) => mistaken(py, &mistakes),
    }
}

/// The exception for a refusal.
pub(crate) fn refused(py: Python<'_>, refusal: &Refusal) -> PyErr {
    let (problem, help) = (refusal.to_string(), help(refusal));
    match refusal {
        Refusal::BadInput { .. } => raise(py, "BadInput", (problem, help)),
        Refusal::Unsupported { .. } => raise(py, "Unsupported", (problem, help)),
        Refusal::Limit { needed, allowed, unit, .. } => {
            let unit = match unit {
                Unit::Bytes => "bytes",
                Unit::Steps => "steps",
            };
            raise(py, "LimitExceeded", (problem, help, *needed, *allowed, unit))
        }
        Refusal::Bug { .. } => raise(py, "InternalError", (problem, help)),
        Refusal::Interrupted => raise(py, "Error", (problem, help)),
    }
}

/// What to do about a refusal, with settings as arguments.
fn help(refusal: &Refusal) -> String {
    refusal.help().worded(|reference| match reference {
        Reference::Setting { name, value } => {
            let name = name.replace('-', "_");
            match value {
                None => format!("`{name}`"),
                Some(value) if value.parse::<f64>().is_ok() => format!("{name}={value}"),
                Some(value) => format!("{name}={value:?}"),
            }
        }
        Reference::Games => "bouton.games()".to_owned(),
        Reference::RulesCheck => "bouton.check_rules()".to_owned(),
        Reference::Claims => "bouton.claims()".to_owned(),
    })
}

/// The exception for bad input that is noticed in this crate.
pub(crate) fn bad(py: Python<'_>, problem: &str, help: &str) -> PyErr {
    refused(py, &Refusal::bad(problem, help))
}

/// The exception for a bug.
pub(crate) fn internal(py: Python<'_>, problem: &str) -> PyErr {
    raise(py, "InternalError", (problem, "this is a bug in bouton: please report it"))
}

/// The mistakes of a rule text, with the places drawn.
fn mistaken(py: Python<'_>, mistakes: &Mistakes) -> PyErr {
    let Mistakes { source, diagnostics } = mistakes;
    let tally = diagnostics::tally(diagnostics).unwrap_or_default();
    let drawn = diagnostics::plain(source, diagnostics);
    match to_python(py, &diagnostics::view(source, diagnostics)) {
        Ok(views) => raise(py, "BadInput", (format!("{drawn}{}: {tally}", source.name), "", views)),
        Err(raised) => raised,
    }
}

fn raise<'py>(
    py: Python<'py>,
    class: &str,
    arguments: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
) -> PyErr {
    let made = || {
        let class = py.import("bouton._errors")?.getattr(class)?;
        let arguments = arguments.into_pyobject(py)?;
        class.call1(arguments)
    };
    made().map_or_else(|raised| raised, PyErr::from_value)
}
