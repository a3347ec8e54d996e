//! Converts between Python's objects and the lab's.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use bouton_lab::checkpoint::write_whole;
use bouton_lab::files;
use bouton_lab::rules::MAX_NUMBER;
use pyo3::exceptions::{PyIsADirectoryError, PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use serde::Serialize;

use crate::errors::{bad, internal};

/// A whole number that is not negative: an `int`, or a `float` such as 1e6 that is one.
#[derive(Clone, Copy)]
pub(crate) struct Count(pub(crate) u64);

impl<'py> FromPyObject<'_, 'py> for Count {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Count> {
        let py = object.py();
        let wrong = || {
            bad(py, &format!("{} is not a whole number that is at least 0", shown(&object)), HELP)
        };
        let is_number = object.hasattr("__index__")? || object.hasattr("__float__")?;
        if !is_number || object.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err(format!("{} is not a number", shown(&object))));
        }
        let whole = match object.extract::<u64>() {
            Ok(number) => Some(number),
            Err(_) => {
                object.extract::<f64>().ok().filter(|number| is_whole(*number)).map(|n| n as u64)
            }
        };
        whole.filter(|number| *number <= MAX_NUMBER).map(Count).ok_or_else(wrong)
    }
}

const HELP: &str = "write a whole number, such as 1000 or 1e6; the largest is 10^18";

/// Beyond this a `float` may represent several whole numbers.
const LARGEST_FLOAT: f64 = 9_007_199_254_740_992.0;

fn is_whole(number: f64) -> bool {
    number.fract() == 0.0 && (0.0..=LARGEST_FLOAT).contains(&number)
}

/// An object as an error message shows it, not too long.
fn shown(object: &Bound<'_, PyAny>) -> String {
    const LONGEST: usize = 60;
    let text = object.repr().map_or_else(|_| "this".to_owned(), |repr| repr.to_string());
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// A number of bytes, or a text such as `"4GiB"`.
#[derive(Clone, Copy)]
pub(crate) struct Size(pub(crate) u64);

impl<'py> FromPyObject<'_, 'py> for Size {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Size> {
        const UNITS: [(&str, u32); 4] = [("KiB", 10), ("MiB", 20), ("GiB", 30), ("TiB", 40)];
        let Ok(text) = object.extract::<String>() else {
            return object.extract::<Count>().map(|count| Size(count.0));
        };
        let unit = UNITS.iter().find_map(|(name, shift)| Some((text.strip_suffix(name)?, *shift)));
        let (number, shift) = unit.unwrap_or((&text, 0));
        let number: Option<u64> = number.trim().parse().ok();
        let size = number.and_then(|number| number.checked_mul(1 << shift));
        size.map(Size).ok_or_else(|| {
            bad(
                object.py(),
                &format!("{} is not a size", shown(&object)),
                "write \"512MiB\", \"4GiB\" or a number of bytes",
            )
        })
    }
}

/// A view as dictionaries and lists.
pub(crate) fn to_python<'py>(
    py: Python<'py>,
    view: &impl Serialize,
) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(view).map_err(|error| internal(py, &error.to_string()))?;
    load(py, text)
}

/// JSON as dictionaries and lists.
pub(crate) fn load(py: Python<'_>, text: String) -> PyResult<Bound<'_, PyAny>> {
    py.import("json")?.call_method1("loads", (text,))
}

/// A dictionary as JSON.
pub(crate) fn from_python(fields: &Bound<'_, PyDict>) -> PyResult<serde_json::Value> {
    let text: String = fields.py().import("json")?.call_method1("dumps", (fields,))?.extract()?;
    serde_json::from_str(&text)
        .map_err(|error| bad(fields.py(), &error.to_string(), "write texts, numbers and lists"))
}

/// Writes a file atomically.
///
/// -> None
#[pyfunction]
pub(crate) fn save(py: Python<'_>, path: PathBuf, content: Vec<u8>) -> PyResult<()> {
    py.detach(|| write_whole(&path, &content)).map_err(|error| os_error(&error, &path))
}

/// The text of a regular file that is not too large.
///
/// -> str
#[pyfunction]
pub(crate) fn read_text(py: Python<'_>, path: PathBuf, largest: u64) -> PyResult<String> {
    let read = py.detach(|| files::read(&path, largest));
    let bytes = read.map_err(|error| os_error(&error, &path))?;
    String::from_utf8(bytes)
        .map_err(|_| bad(py, "this is not a text in UTF-8", "choose another file"))
}

/// Converts an `int`, or a `float` with an integral value, to an `int` that is at least 0.
///
/// -> int
#[pyfunction]
pub(crate) fn count(number: Count) -> u64 {
    number.0
}

/// The exception for a file error. Python chooses its class by the error number: `FileNotFoundError`, …
pub(crate) fn os_error(error: &std::io::Error, path: &Path) -> PyErr {
    match error.raw_os_error() {
        Some(number) => PyOSError::new_err((number, error.to_string(), path.to_path_buf())),
        None => {
            let problem = format!("{}: {error}", path.display());
            match error.kind() {
                ErrorKind::IsADirectory => PyIsADirectoryError::new_err(problem),
                _ => PyOSError::new_err(problem),
            }
        }
    }
}
