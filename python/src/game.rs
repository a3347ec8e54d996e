//! Games and what can be asked of them.

use std::path::PathBuf;
use std::sync::Arc;

use bouton_lab::files;
use bouton_lab::graph::graph_of_game;
use bouton_lab::render;
use bouton_lab::rules as lab;
use bouton_lab::rules::{Refusal, Ruleset};
use bouton_lab::values::Player;
use bouton_lab::{
    Answer, Ask, Entries, Finding, ForEngines, Quantity, Question, Unread, Window, answer,
    ask_for_values, explain, game_of_rules, quotient_of_game, read_game, read_game_as_written,
    rule_text, table_question,
};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::chart::Chart;
use crate::convert::{
    Count, Interval, PositionText, Size, int, os_error, position, positions, to_python,
};
use crate::errors::{bad, refused};
use crate::graph::Graph;
use crate::sequence::Sequence;
use crate::solution::Solution;
use crate::table::Table;
use crate::work::{Means, run};

/// The largest rule file that is read.
const LARGEST: u64 = 16 << 20;

/// A game: a name, a name with parameters, a rule file, the rules themselves, or a sum of these.
///
/// >>> from bouton import Game
/// >>> Game("nim").solve("3,4,6").winning_moves
/// ((2, 4, 6),)
/// >>> Game("octal:0.77").sequence(9, of="nim-value").terms.tolist()
/// [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
/// >>> Game("game take; position n; move k in 1..3: n' = n - k").solve(8).outcome
/// 'P'
///
/// `bouton.games()` lists the names. `/misere` may follow a game, `" + "` stands between the components of a sum.
/// With `as_written` the rules run as they are written: no family is recognised that a faster engine knows.
///
/// All questions take three more arguments: `memory`, the bytes that may be used (also `"4GiB"`); `steps`, the
/// elementary steps, about a nanosecond each; and `progress`, which is called with `done` and `total` some 25 times
/// a second. What would cost more raises `LimitExceeded`.
#[pyclass(frozen, eq, hash, module = "bouton")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Game {
    text: String,
    as_written: bool,
    inner: Inner,
}

/// Games are alike if their texts are.
#[derive(Clone)]
struct Inner(Arc<lab::Game>);

impl PartialEq for Inner {
    fn eq(&self, other: &Inner) -> bool {
        self.0.text() == other.0.text()
    }
}

impl Eq for Inner {}

impl std::hash::Hash for Inner {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.text().hash(state);
    }
}

impl Game {
    fn new(game: lab::Game, as_written: bool) -> Game {
        Game { text: game.text().to_owned(), as_written, inner: Inner(Arc::new(game)) }
    }

    pub(crate) fn lab(&self) -> Arc<lab::Game> {
        Arc::clone(&self.inner.0)
    }

    /// Asks, and keeps the question with its answer.
    fn ask<W>(
        &self,
        py: Python<'_>,
        means: &Means,
        engine: Option<String>,
        ask: W,
    ) -> PyResult<Asked>
    where
        W: FnOnce(&lab::Game) -> Result<Ask, Refusal> + Send + 'static,
    {
        let game = self.lab();
        run(py, means, move |limits| {
            let ask = ask(&game)?;
            let question = Question { game: (*game).clone(), ask, limits: limits.clone(), engine };
            let answer = answer(&question)?;
            Ok::<_, Refusal>(Asked { question, answer })
        })
    }
}

/// A question and its answer.
pub(crate) struct Asked {
    pub(crate) question: Question,
    pub(crate) answer: Answer,
}

impl Asked {
    /// The answer as dictionaries and lists.
    pub(crate) fn view<'py>(
        &self,
        py: Python<'py>,
        asked: &impl ForEngines,
    ) -> PyResult<Bound<'py, PyAny>> {
        let view = asked.view(&self.question, &self.answer);
        to_python(py, &view.map_err(|refusal| refused(py, &refusal))?)
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (text, *, as_written = false))]
    fn read(py: Python<'_>, text: String, as_written: bool) -> PyResult<Game> {
        let read = if as_written { read_game_as_written } else { read_game };
        let game = run(py, &Means::default(), move |_| read(&text))?;
        Ok(Game::new(game, as_written))
    }

    /// The game that these rules state, with arguments for its parameters in order.
    ///
    /// >>> from bouton import Game
    /// >>> rules = '''
    /// ... # Take some of these numbers.
    /// ... game take(S)
    /// ... position n
    /// ... move s in S: n' = n - s
    /// ... '''
    /// >>> Game.from_rules(rules, {1, 3, 4}).sequence(8).letters
    /// 'PNPNNNNPN'
    ///
    /// A text with mistakes raises `BadInput`, which shows all of them.
    #[staticmethod]
    #[pyo3(signature = (text, *arguments))]
    fn from_rules(py: Python<'_>, text: String, arguments: &Bound<'_, PyTuple>) -> PyResult<Game> {
        let arguments: PyResult<Vec<String>> = arguments.iter().map(|one| argument(&one)).collect();
        let arguments = arguments?.join("|");
        let game = run(py, &Means::default(), move |_| game_of_rules(&text, &arguments))?;
        Ok(Game::new(game, false))
    }

    /// The game of a rule file, with arguments for its parameters in order.
    #[staticmethod]
    #[pyo3(signature = (path, *arguments))]
    fn from_file(py: Python<'_>, path: PathBuf, arguments: &Bound<'_, PyTuple>) -> PyResult<Game> {
        let text =
            py.detach(|| files::read(&path, LARGEST)).map_err(|error| os_error(&error, &path))?;
        match String::from_utf8(text) {
            Ok(text) => Game::from_rules(py, text, arguments),
            Err(_) => Err(bad(py, "this is not a text in UTF-8", "name a rule file")),
        }
    }

    /// The text that stands for the game, all by itself; `Game` reads it back.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// What people call the game.
    #[getter]
    fn title(&self) -> &str {
        self.inner.0.title()
    }

    /// The rules as a text that can be changed, or None if they are not stated by one.
    ///
    /// >>> from bouton import Game
    /// >>> print(Game("wythoff").rules.splitlines()[-1])
    /// move     k >= 1: a' = a - k, b' = b - k
    #[getter]
    fn rules(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let text = self.text.clone();
        run(py, &Means::default(), move |_| match rule_text(&text) {
            Ok(text) => Ok(Some(text)),
            Err(Unread::Refused(Refusal::BadInput { .. })) => Ok(None),
            Err(unread) => Err(unread),
        })
    }

    /// What is understood of the rules, and which engine answers which question, as dictionaries and lists.
    ///
    /// >>> from bouton import Game
    /// >>> [plan["engine"] for plan in Game("nimrod").explain()["plans"]][0]
    /// 'nimrod-rows'
    #[pyo3(signature = (position = None))]
    fn explain<'py>(
        &self,
        py: Python<'py>,
        position: Option<PositionText>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let game = self.lab();
        let view = run(py, &Means::default(), move |_| {
            let position = position.map(|text| game.position(&text.0)).transpose()?;
            Ok::<_, Refusal>(render::explain::view(&explain(&game, position)))
        })?;
        to_python(py, &view)
    }

    /// The positions that a player, `"left"` or `"right"`, can move to.
    ///
    /// >>> from bouton import Game
    /// >>> Game("wythoff").options((1, 2))
    /// ((0, 2), (1, 1), (1, 0), (0, 1))
    #[pyo3(signature = (position, player = "left"))]
    fn options<'py>(
        &self,
        py: Python<'py>,
        position: PositionText,
        player: &str,
    ) -> PyResult<Bound<'py, PyTuple>> {
        const MOST: u128 = 1_000_000;
        let player = match player {
            "left" => Player::Left,
            "right" => Player::Right,
            _ => return Err(bad(py, "no such player", "write \"left\" or \"right\"")),
        };
        let game = self.lab();
        let options = run(py, &Means::default(), move |_| {
            let position = game.position(&position.0)?;
            match game.finite() {
                Some(game) if game.option_bound(&position) <= MOST => {
                    Ok(game.options(&position, player))
                }
                _ => Err(Refusal::bad(
                    format!("{position} has too many options to list"),
                    "ask about a smaller position",
                )),
            }
        })?;
        positions(py, &options)
    }

    /// Is this a legal position? What it is, if so; else `BadInput` says why not.
    fn position<'py>(&self, py: Python<'py>, text: PositionText) -> PyResult<Bound<'py, PyAny>> {
        let game = self.lab();
        let found = run(py, &Means::default(), move |_| game.position(&text.0))?;
        position(py, &found)
    }

    /// Who wins a position, its value, every winning move, and why.
    ///
    /// >>> from bouton import Game
    /// >>> solution = Game("antonim").solve((1, 3))
    /// >>> solution.outcome, solution.winning_moves
    /// ('N', ((1, 2),))
    ///
    /// `engine` names the engine that shall answer, such as `"oracle"`.
    #[pyo3(signature = (position, *, engine = None, memory = None, steps = None, progress = None))]
    fn solve(
        &self,
        py: Python<'_>,
        position: PositionText,
        engine: Option<String>,
        memory: Option<Size>,
        steps: Option<Count>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Solution> {
        let means = Means::new(memory, steps, progress);
        self.ask(py, &means, engine, move |game| game.position(&position.0).map(Ask::Solve))
            .map(Solution::new)
    }

    /// Outcomes, nim-values or values of the heaps 0 to `to`, and their period.
    ///
    /// >>> from bouton import Game
    /// >>> found = Game("ending-partizan:2,3").sequence(6)
    /// >>> found.letters
    /// 'LRLNNLP'
    /// >>> found.terms.dtype
    /// dtype('uint8')
    ///
    /// `of` is `"outcome"`, `"nim-value"` or `"value"`. `row` is the second number of the positions, in games that
    /// have two.
    #[pyo3(signature = (to, of = "outcome", *, row = None, engine = None, memory = None, steps = None, progress = None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn sequence(
        &self,
        py: Python<'_>,
        to: Count,
        of: &str,
        row: Option<Count>,
        engine: Option<String>,
        memory: Option<Size>,
        steps: Option<Count>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Sequence> {
        let (to, row) = (to.0, row.map(|row| row.0));
        let quantity = match of {
            "outcome" => Some(Quantity::Outcome),
            "nim-value" => Some(Quantity::NimValue),
            "value" => None,
            _ => {
                return Err(bad(
                    py,
                    "no such terms",
                    "write of=\"outcome\", \"nim-value\" or \"value\"",
                ));
            }
        };
        let ask = move |game: &lab::Game| {
            Ok(match quantity {
                Some(of) => Ask::Sequence { of, to, row },
                None => ask_for_values(game, to, row),
            })
        };
        let asked = self.ask(py, &Means::new(memory, steps, progress), engine, ask)?;
        Sequence::new(py, asked, quantity.is_none())
    }

    /// A table over two numbers of a position: completions, outcomes or nim-values.
    ///
    /// >>> from bouton import Game
    /// >>> print(Game("antonim").table(4, 5))
    ///    0  1  2  3  4
    /// 0  0  2  1  4  3
    /// 1  2  X  0  5  6
    /// 2  1  0  X  6  5
    /// 3  4  5  6  X  0
    ///
    /// `heaps` says how many numbers a position has, and `fix` which of them stay the same. `of` is
    /// `"completion"`, `"outcome"` or `"nim-value"`; completions are the usual where the game has them.
    #[pyo3(signature = (rows = Count(10), columns = None, of = None, *, heaps = None, fix = Vec::new(), engine = None, memory = None, steps = None, progress = None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn table(
        &self,
        py: Python<'_>,
        rows: Count,
        columns: Option<Count>,
        of: Option<&str>,
        heaps: Option<Count>,
        fix: Vec<Count>,
        engine: Option<String>,
        memory: Option<Size>,
        steps: Option<Count>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Table> {
        const LARGEST: u64 = 10_000;
        let size = (rows.0, columns.unwrap_or(rows).0);
        if !(1..=LARGEST).contains(&size.0) || !(1..=LARGEST).contains(&size.1) {
            return Err(bad(
                py,
                "such a table is not drawn",
                "ask for rows and columns from 1 to 10000",
            ));
        }
        let entries = match of {
            None => None,
            Some("completion") => Some(Entries::Completion),
            Some("outcome") => Some(Entries::Of(Quantity::Outcome)),
            Some("nim-value") => Some(Entries::Of(Quantity::NimValue)),
            Some(_) => {
                return Err(bad(
                    py,
                    "no such cells",
                    "write of=\"completion\", \"outcome\" or \"nim-value\"",
                ));
            }
        };
        let fixed: Vec<u64> = fix.iter().map(|number| number.0).collect();
        let heaps = heaps.map(|heaps| heaps.0 as usize);
        let ask = move |game: &lab::Game| table_question(game, heaps, fixed, size, entries);
        let asked = self.ask(py, &Means::new(memory, steps, progress), engine, ask)?;
        Ok(Table::new(asked))
    }

    /// How many P-positions have this many heaps, ascending, all below a bound.
    ///
    /// >>> from bouton import Game
    /// >>> Game("nim").count(3, 4)
    /// 5
    #[pyo3(signature = (heaps, below, *, engine = None, memory = None, steps = None, progress = None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn count<'py>(
        &self,
        py: Python<'py>,
        heaps: Count,
        below: Count,
        engine: Option<String>,
        memory: Option<Size>,
        steps: Option<Count>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let ask = move |_: &lab::Game| Ok(Ask::Count { heaps: heaps.0 as usize, below: below.0 });
        let asked = self.ask(py, &Means::new(memory, steps, progress), engine, ask)?;
        match asked.answer.finding {
            Finding::Count(count) => int(py, &count.to_string()),
            _ => Err(refused(py, &Refusal::bad("nothing was counted", "ask another question"))),
        }
    }

    /// The outcomes of all (x, y) in a window, as an array and as a picture.
    ///
    /// >>> from bouton import Game
    /// >>> Game("wythoff").chart(8, 5).losing.nonzero()
    /// (array([0, 1, 2, 3, 4]), array([0, 2, 1, 5, 7]))
    ///
    /// `x` and `y` are ranges, pairs, or where they end. `sectors` names the sectors of Nimrod and draws the
    /// boundary of its core; `cell` is the side of a cell in pixels, 0 to choose.
    #[pyo3(signature = (x = Interval(0..120), y = Interval(1..40), *, sectors = false, cell = 0, engine = None, memory = None, steps = None, progress = None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn chart(
        &self,
        py: Python<'_>,
        x: Interval,
        y: Interval,
        sectors: bool,
        cell: u32,
        engine: Option<String>,
        memory: Option<Size>,
        steps: Option<Count>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Chart> {
        const LARGEST_CELL: u32 = 64;
        if cell > LARGEST_CELL {
            return Err(bad(py, "such cells are too large", "ask for at most 64 pixels a cell"));
        }
        if x.0.is_empty() || y.0.is_empty() {
            return Err(bad(py, "the window is empty", "write x=range(0, 200), y=range(1, 60)"));
        }
        let window = Window { x: x.0, y: y.0 };
        let asked = self.ask(py, &Means::new(memory, steps, progress), engine, move |_| {
            Ok(Ask::Chart(window))
        })?;
        Chart::new(py, asked, cell, sectors)
    }

    /// The digraph of all positions with `numbers` numbers, all below a bound, and the moves between them.
    ///
    /// >>> from bouton import Game
    /// >>> Game("nim").graph(2, below=3)
    /// <Graph: 9 vertices, 18 edges>
    #[pyo3(signature = (numbers = None, *, below = Count(8), memory = None, steps = None, progress = None))]
    fn graph(
        &self,
        py: Python<'_>,
        numbers: Option<Count>,
        below: Count,
        memory: Option<Size>,
        steps: Option<Count>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Graph> {
        const MOST_NUMBERS: u64 = 64;
        let game = self.lab();
        let numbers = numbers.map(|numbers| numbers.0);
        if numbers.is_some_and(|numbers| numbers > MOST_NUMBERS) {
            return Err(bad(py, "a position has so many numbers nowhere", "ask for at most 64"));
        }
        let numbers = numbers.map(|numbers| numbers as usize);
        let named = run(py, &Means::new(memory, steps, progress), move |limits| {
            graph_of_game(&game, numbers, below.0, limits)
        })?;
        Graph::by_names(py, named)
    }

    /// The misère quotient of a game of heaps up to `heaps`, as dictionaries and lists.
    ///
    /// >>> from bouton import Game
    /// >>> Game("octal:0.123").quotient(12)["order"]
    /// 20
    #[pyo3(signature = (heaps, *, memory = None, steps = None, progress = None))]
    fn quotient<'py>(
        &self,
        py: Python<'py>,
        heaps: Count,
        memory: Option<Size>,
        steps: Option<Count>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let game = self.lab();
        let view = run(py, &Means::new(memory, steps, progress), move |limits| {
            let found = quotient_of_game(&game, heaps.0, limits)?;
            Ok::<_, Refusal>(render::quotient::view(game.text(), &found))
        })?;
        to_python(py, &view)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let title = self.inner.0.title();
        let shown = if title == self.text { &self.text } else { title };
        Ok(format!("Game({})", pyo3::types::PyString::new(py, shown).repr()?))
    }

    fn __str__(&self) -> &str {
        self.inner.0.title()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, bool))> {
        Ok((py.import("bouton")?.getattr("_read_game")?, (self.text.clone(), self.as_written)))
    }
}

/// An argument of a rule text: a number, a text as it is, or some numbers.
fn argument(object: &Bound<'_, PyAny>) -> PyResult<String> {
    match object.extract::<PositionText>() {
        Ok(text)
            if object.cast::<pyo3::types::PySet>().is_ok()
                || object.cast::<pyo3::types::PyFrozenSet>().is_ok() =>
        {
            let mut numbers: Vec<&str> = text.0.split(',').collect();
            numbers.sort_by_key(|number| number.parse::<u64>().unwrap_or(u64::MAX));
            Ok(numbers.join(","))
        }
        Ok(text) => Ok(text.0),
        Err(raised) => Err(raised),
    }
}
