//! Values of short games, with operators.

use std::sync::{Arc, OnceLock};

use bouton_lab::rules::Refusal;
use bouton_lab::short::Comparison;
use bouton_lab::{Properties, Valued, canonical, games_born_by, value as evaluate};
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString, PyTuple};

use crate::convert::{Count, Size, dyadic, int, is_number, to_python};
use crate::errors::{bad, refused};
use crate::thermograph::Thermograph;
use crate::work::{Means, run};

/// A short game up to equality: its canonical form.
///
/// >>> from bouton import Value
/// >>> up, star = Value("^"), Value("*")
/// >>> up + up + star
/// Value('^^*')
/// >>> up > 0, up > star, up.compare(star)
/// (True, False, '||')
/// >>> hot = Value(1) | -1
/// >>> hot, hot.temperature, hot + hot == 0
/// (Value('±1'), Fraction(1, 1), True)
///
/// `game` is an expression in the notation of CGSuite, an `int`, a `Fraction` whose denominator is a power of two,
/// or a `Value`. `+`, `-` and comparisons are those of games; `n * G` with an integer n is a multiple; `G | H` is
/// the game {G|H}. Values are equal if the games are, and can be keys of dictionaries.
#[pyclass(frozen, module = "bouton")]
pub(crate) struct Value {
    text: String,
    known: OnceLock<Arc<Properties>>,
}

impl Value {
    /// A value by the text of its canonical form.
    pub(crate) fn canonical(text: String) -> Value {
        Value { text, known: OnceLock::new() }
    }

    /// A value by an expression.
    pub(crate) fn evaluate(py: Python<'_>, text: String, means: &Means) -> PyResult<Value> {
        run(py, means, move |limits| canonical(&text, limits)).map(Value::canonical)
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// A value by whatever stands for one.
    pub(crate) fn read(py: Python<'_>, object: &Bound<'_, PyAny>) -> PyResult<Value> {
        Value::read_with(py, object, &Means::default())
    }

    fn read_with(py: Python<'_>, object: &Bound<'_, PyAny>, means: &Means) -> PyResult<Value> {
        match expression(object)? {
            Some(text) => Value::evaluate(py, text, means),
            None => Err(PyTypeError::new_err(
                "a value is a text, a whole number, a Fraction or a Value",
            )),
        }
    }

    fn known(&self, py: Python<'_>) -> PyResult<&Arc<Properties>> {
        if let Some(known) = self.known.get() {
            return Ok(known);
        }
        let text = self.text.clone();
        let found = run(py, &Means::default(), move |limits| match evaluate(&text, limits)? {
            Valued::Game(found) => Ok(found),
            Valued::Comparison(_) => Err(Refusal::bad("this compares two games", "write one")),
        })?;
        Ok(self.known.get_or_init(|| Arc::from(found)))
    }

    /// An expression of this value and another; `NotImplemented` if the other is no value.
    fn with(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        write: impl Fn(&str, &str) -> String,
    ) -> PyResult<Py<PyAny>> {
        match operand(other)? {
            Some(other) => {
                let value = Value::evaluate(py, write(&self.text, &other), &Means::default())?;
                Ok(Py::new(py, value)?.into_any())
            }
            None => Ok(py.NotImplemented()),
        }
    }

    fn comparison(&self, py: Python<'_>, other: String) -> PyResult<Comparison> {
        let text = joined("?", &self.text, &other);
        run(py, &Means::default(), move |limits| match evaluate(&text, limits)? {
            Valued::Comparison(found) => Ok(found.comparison),
            Valued::Game(_) => Err(Refusal::bad("nothing was compared", "compare two games")),
        })
    }
}

/// The text of a `Value`, a number or a text; `None` for anything else.
fn expression(object: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    match object.is_instance_of::<PyString>() {
        true => Ok(Some(object.extract()?)),
        false => operand(object),
    }
}

/// The same without texts, which have an arithmetic of their own.
fn operand(object: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if let Ok(value) = object.cast::<Value>() {
        return Ok(Some(value.get().text.clone()));
    }
    if !is_number(object)? {
        return Ok(None);
    }
    Ok(Some(object.str()?.to_string()))
}

/// Two texts with an operator between, either of which may have definitions of its own.
///
/// The definitions get other names where both have some.
fn joined(operator: &str, left: &str, right: &str) -> String {
    build(&[left, right], |games| format!("({}) {operator} ({})", games[0], games[1]))
}

/// An expression of games whose definitions go to the end, under names that differ.
fn build(games: &[&str], write: impl Fn(&[String]) -> String) -> String {
    let mut heads = Vec::new();
    let mut definitions = Vec::new();
    for (index, game) in games.iter().enumerate() {
        let (head, tail) = game.split_once(" where ").unwrap_or((game, ""));
        heads.push(renamed(head, index));
        if !tail.is_empty() {
            definitions.push(renamed(tail, index));
        }
    }
    let text = write(&heads);
    if definitions.is_empty() { text } else { format!("{text} where {}", definitions.join(", ")) }
}

/// Names begin with a capital letter, and nothing else in a canonical form does.
fn renamed(text: &str, index: usize) -> String {
    let mut new = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_uppercase() {
            new.push_str(&format!("V{index}"));
        }
        new.push(c);
    }
    new
}

#[pymethods]
impl Value {
    #[new]
    #[pyo3(signature = (game, *, memory = None, steps = None, progress = None))]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        memory: Option<Size>,
        steps: Option<Count>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Value> {
        Value::read_with(py, game, &Means::new(memory, steps, progress))
    }

    /// The game with these options.
    ///
    /// >>> from bouton import Value
    /// >>> Value.of([0], ["*"])
    /// Value('^')
    /// >>> Value.of([], [])
    /// Value('0')
    #[staticmethod]
    #[pyo3(signature = (left = Vec::new(), right = Vec::new()))]
    fn of(
        py: Python<'_>,
        left: Vec<Bound<'_, PyAny>>,
        right: Vec<Bound<'_, PyAny>>,
    ) -> PyResult<Value> {
        let all: PyResult<Vec<Value>> =
            left.iter().chain(&right).map(|option| Value::read(py, option)).collect();
        let all = all?;
        let texts: Vec<&str> = all.iter().map(Value::text).collect();
        let count = left.len();
        let text = build(&texts, |games| {
            let games: Vec<String> = games.iter().map(|game| format!("({game})")).collect();
            format!("{{{}|{}}}", games[..count].join(","), games[count..].join(","))
        });
        Value::evaluate(py, text, &Means::default())
    }

    /// How it compares: `"<"`, `"="`, `">"`, or `"||"` if the games are confused.
    fn compare(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<&'static str> {
        let other = Value::read(py, other)?;
        self.comparison(py, other.text).map(Comparison::symbol)
    }

    /// Is neither at most the other?
    fn is_confused_with(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let other = Value::read(py, other)?;
        Ok(self.comparison(py, other.text)? == Comparison::Confused)
    }

    /// The canonical form as text.
    #[getter(text)]
    fn get_text(&self) -> &str {
        &self.text
    }

    /// The canonical form in the notation of LaTeX.
    #[getter]
    fn latex(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.known(py)?.latex.clone())
    }

    /// Who wins: `"N"`, `"P"`, `"L"` or `"R"`.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.known(py)?.outcome.to_string())
    }

    /// Left's options in the canonical form.
    #[getter]
    fn left_options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        options(py, self.known(py)?, 0)
    }

    /// Right's options in the canonical form.
    #[getter]
    fn right_options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        options(py, self.known(py)?, 1)
    }

    /// The day on which the canonical form is born.
    #[getter]
    fn birthday<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        int(py, &self.known(py)?.birthday.to_string())
    }

    /// Where play stops if Left begins.
    #[getter]
    fn left_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        dyadic(py, &self.known(py)?.stops[0])
    }

    /// Where play stops if Right begins.
    #[getter]
    fn right_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        dyadic(py, &self.known(py)?.stops[1])
    }

    /// The mean.
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        dyadic(py, &self.known(py)?.mean)
    }

    /// The temperature.
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        dyadic(py, &self.known(py)?.temperature)
    }

    /// The thermograph, which notebooks draw.
    #[getter]
    fn thermograph(&self, py: Python<'_>) -> PyResult<Thermograph> {
        self.known(py).map(|known| Thermograph::new(Arc::clone(known)))
    }

    /// Is it a number?
    #[getter]
    fn is_number(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.known(py)?.is_number)
    }

    /// Are both stops 0?
    #[getter]
    fn is_infinitesimal(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.known(py)?.is_infinitesimal)
    }

    /// Can Left move in it, and in all that follows, if and only if Right can?
    #[getter]
    fn is_all_small(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.known(py)?.is_all_small)
    }

    /// The atomic weight, if it has one, else None.
    #[getter]
    fn atomic_weight(&self, py: Python<'_>) -> PyResult<Option<Value>> {
        Ok(self.known(py)?.atomic_weight.clone().map(Value::canonical))
    }

    /// The reduced canonical form: the game but for infinitesimals.
    #[getter]
    fn reduced(&self, py: Python<'_>) -> PyResult<Value> {
        Ok(Value::canonical(self.known(py)?.reduced.clone()))
    }

    /// The incentives that no other dominates.
    #[getter]
    fn incentives<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        values(py, self.known(py)?.incentives.as_ref())
    }

    /// The game cooled by a number.
    ///
    /// >>> from bouton import Value
    /// >>> Value("±2").cool(1)
    /// Value('±1')
    fn cool(&self, py: Python<'_>, temperature: &Bound<'_, PyAny>) -> PyResult<Value> {
        self.called(py, "cool", temperature)
    }

    /// The game heated by a number.
    ///
    /// >>> from bouton import Value
    /// >>> Value("*").heat(2)
    /// Value('±2')
    fn heat(&self, py: Python<'_>, temperature: &Bound<'_, PyAny>) -> PyResult<Value> {
        self.called(py, "heat", temperature)
    }

    /// The ordinal sum G:H of canonical forms.
    ///
    /// >>> from bouton import Value
    /// >>> Value("*").ordinal(1)
    /// Value('^*')
    fn ordinal(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Value> {
        self.called(py, "ordinal", other)
    }

    /// The Norton product G·U.
    ///
    /// >>> from bouton import Value
    /// >>> Value(3).norton("^")
    /// Value('^3')
    fn norton(&self, py: Python<'_>, unit: &Bound<'_, PyAny>) -> PyResult<Value> {
        self.called(py, "norton", unit)
    }

    /// All that is known as dictionaries and lists: what `bouton value --json` prints.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let found = Valued::Game(Box::new((**self.known(py)?).clone()));
        to_python(py, &bouton_lab::render::value::view(&self.text, &found))
    }

    fn __add__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(py, other, |g, h| joined("+", g, h))
    }

    fn __radd__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(py, other, |g, h| joined("+", h, g))
    }

    fn __sub__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(py, other, |g, h| joined("-", g, h))
    }

    fn __rsub__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(py, other, |g, h| joined("-", h, g))
    }

    fn __or__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(py, other, braces)
    }

    fn __ror__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(py, other, |g, h| braces(h, g))
    }

    fn __mul__(&self, py: Python<'_>, times: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        if !times.is_instance_of::<PyInt>() && !times.hasattr("__index__")? {
            return Ok(py.NotImplemented());
        }
        self.with(py, times, |g, n| build(&[g], |games| format!("({n}).({})", games[0])))
    }

    fn __rmul__(&self, py: Python<'_>, times: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.__mul__(py, times)
    }

    fn __neg__(&self, py: Python<'_>) -> PyResult<Value> {
        Value::evaluate(
            py,
            build(&[&self.text], |games| format!("-({})", games[0])),
            &Means::default(),
        )
    }

    fn __pos__(&self) -> Value {
        Value::canonical(self.text.clone())
    }

    fn __bool__(&self) -> bool {
        self.text != "0"
    }

    fn __richcmp__(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        how: CompareOp,
    ) -> PyResult<Py<PyAny>> {
        let Some(other) = operand(other)? else { return Ok(py.NotImplemented()) };
        let answer = match how {
            CompareOp::Eq if self.text == other => true,
            CompareOp::Ne if self.text == other => false,
            _ => {
                let found = match self.comparison(py, other) {
                    // A third is no value, but it can be asked whether it is equal to one.
                    Err(raised)
                        if matches!(how, CompareOp::Eq | CompareOp::Ne)
                            && raised.is_instance_of::<pyo3::exceptions::PyValueError>(py) =>
                    {
                        return Ok(py.NotImplemented());
                    }
                    found => found?,
                };
                use Comparison::{Equal, Greater, Less};
                match how {
                    CompareOp::Eq => found == Equal,
                    CompareOp::Ne => found != Equal,
                    CompareOp::Lt => found == Less,
                    CompareOp::Le => matches!(found, Less | Equal),
                    CompareOp::Gt => found == Greater,
                    CompareOp::Ge => matches!(found, Greater | Equal),
                }
            }
        };
        Ok(answer.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    /// Equal numbers have equal hashes, in Python too.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        match crate::convert::fraction(py, &self.text) {
            Ok(number) => number.hash(),
            Err(_) => PyString::new(py, &self.text).hash(),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Value({})", PyString::new(py, &self.text).repr()?))
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Value>().into_any(), (self.text.clone(),)))
    }

    fn _repr_latex_(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("${}$", self.latex(py)?))
    }
}

impl Value {
    /// A function of the notation, of this value and another.
    fn called(&self, py: Python<'_>, name: &str, other: &Bound<'_, PyAny>) -> PyResult<Value> {
        let other = Value::read(py, other)?;
        let text = build(&[&self.text, &other.text], |games| {
            format!("{name}({}, {})", games[0], games[1])
        });
        Value::evaluate(py, text, &Means::default())
    }
}

fn braces(left: &str, right: &str) -> String {
    build(&[left, right], |games| format!("{{({})|({})}}", games[0], games[1]))
}

fn options<'py>(py: Python<'py>, known: &Properties, side: usize) -> PyResult<Bound<'py, PyTuple>> {
    values(py, known.options.as_ref().map(|options| &options[side]))
}

fn values<'py>(py: Python<'py>, texts: Option<&Vec<String>>) -> PyResult<Bound<'py, PyTuple>> {
    let Some(texts) = texts else {
        return Err(bad(
            py,
            "they are too many or too large to write down",
            "ask about a smaller game",
        ));
    };
    let values: PyResult<Vec<Bound<'py, Value>>> =
        texts.iter().map(|text| Bound::new(py, Value::canonical(text.clone()))).collect();
    PyTuple::new(py, values?)
}

/// All values born by a day, the short names first.
///
/// >>> import bouton
/// >>> bouton.born_by(1)
/// (Value('*'), Value('0'), Value('1'), Value('-1'))
#[pyfunction]
#[pyo3(signature = (day, *, memory = None, steps = None, progress = None))]
pub(crate) fn born_by<'py>(
    py: Python<'py>,
    day: Count,
    memory: Option<Size>,
    steps: Option<Count>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyTuple>> {
    let day = u32::try_from(day.0).map_err(|_| {
        refused(py, &Refusal::bad("nobody lives to see that day", "ask for an earlier day"))
    })?;
    let names =
        run(py, &Means::new(memory, steps, progress), move |limits| games_born_by(day, limits))?;
    values(py, Some(&names))
}
