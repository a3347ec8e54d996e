//! Solved positions.

use bouton_lab::rules::Refusal;
use bouton_lab::values::Player;
use bouton_lab::{Ask, Solution as Found, certify};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;

use crate::certificate::Certificate;
use crate::convert::{Count, Size, escaped, position, positions};
use crate::game::Asked;
use crate::value::Value;
use crate::work::{Means, run};

/// Who wins a position, and why. `Game.solve` makes it.
///
/// >>> from bouton import Game
/// >>> Game("nim").solve("3,4,6")
/// <Solution of nim 3,4,6: N, value *, 1 winning move>
/// >>> print(Game("nim").solve("3,4,7"))
/// nim 3,4,7: P, the previous player wins; value 0
#[pyclass(frozen, module = "bouton")]
pub(crate) struct Solution {
    asked: Arc<Asked>,
}

/// Winning moves that are shown without being asked for.
const SHOWN: usize = 8;

impl Solution {
    pub(crate) fn new(asked: Asked) -> Solution {
        Solution { asked: Arc::new(asked) }
    }

    fn found(&self) -> &Found {
        self.asked.answer.solution().expect("a position was solved")
    }

    fn start(&self) -> String {
        match &self.asked.question.ask {
            Ask::Solve(position) => position.to_string(),
            _ => String::new(),
        }
    }

    fn is_impartial(&self) -> bool {
        self.asked.question.game.finite().is_none_or(|game| game.profile().is_impartial())
    }

    fn title(&self) -> String {
        format!("{} {}", self.asked.question.game.title(), self.start())
    }
}

#[pymethods]
impl Solution {
    /// `"N"`, `"P"`, `"L"`, `"R"`, or `"D"` for a draw from at least one of the two starts: `left_first` and
    /// `right_first` tell which.
    #[getter]
    fn outcome(&self) -> String {
        self.found().outcome.to_string()
    }

    /// Who wins if Left begins: `"L"`, `"R"`, or `"D"` for a draw.
    #[getter]
    fn left_first(&self) -> char {
        self.found().outcome.winner_letter(Player::Left)
    }

    /// Who wins if Right begins: `"L"`, `"R"`, or `"D"` for a draw.
    #[getter]
    fn right_first(&self) -> char {
        self.found().outcome.winner_letter(Player::Right)
    }

    /// The value where there is one and it was found, else None.
    #[getter]
    fn value(&self) -> Option<Value> {
        self.found().value.as_ref().map(|value| Value::canonical(value.to_string()))
    }

    /// The position.
    #[getter]
    fn position<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match &self.asked.question.ask {
            Ask::Solve(start) => position(py, start).map(Some),
            _ => Ok(None),
        }
    }

    /// Every option with which the player who moves first wins; if the game is partizan, either player.
    #[getter]
    fn winning_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        positions(py, &self.found().winning_for_somebody())
    }

    /// Every option with which Left, moving first, wins.
    #[getter]
    fn left_winning_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        positions(py, self.found().winning(Player::Left))
    }

    /// Every option with which Right, moving first, wins.
    #[getter]
    fn right_winning_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        positions(py, self.found().winning(Player::Right))
    }

    /// How it is known: `"proved"`.
    #[getter]
    fn standing(&self) -> String {
        self.asked.answer.standing.to_string()
    }

    /// The engine that answered.
    #[getter]
    fn engine(&self) -> &str {
        self.asked.answer.engine
    }

    /// The theorem that the engine rests on.
    #[getter]
    fn theorem(&self) -> &str {
        self.asked.answer.theorem
    }

    /// Why, in sentences.
    #[getter]
    fn reasons<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.found().reasons)
    }

    /// The engines that declined, and why: pairs of texts.
    #[getter]
    fn declined<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let declined = self.asked.answer.declined.iter();
        PyTuple::new(py, declined.map(|rung| (rung.engine, &rung.reason)).collect::<Vec<_>>())
    }

    /// A certificate of who wins, or with `of="value"` of the nim-value, that `bouton.check` verifies.
    ///
    /// >>> import bouton
    /// >>> certificate = bouton.Game("nim").solve("3,4,6").certificate()
    /// >>> bool(bouton.check(certificate))
    /// True
    #[pyo3(signature = (of = "outcome", *, memory = None, steps = None, progress = None))]
    fn certificate(
        &self,
        py: Python<'_>,
        of: &str,
        memory: Option<Size>,
        steps: Option<Count>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Certificate> {
        let write = match of {
            "outcome" => certify::certificate,
            "value" => certify::value_certificate,
            _ => {
                return Err(crate::errors::bad(
                    py,
                    "no such certificate",
                    "write of=\"outcome\" or \"value\"",
                ));
            }
        };
        Certificate::write(py, &Means::new(memory, steps, progress), &self.asked, write)
    }

    /// The same as dictionaries and lists: what `bouton solve --json` prints.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.asked.view(py, &bouton_lab::ask::Solve::new("", ""))
    }

    fn __repr__(&self) -> String {
        let found = self.found();
        let value =
            found.value.as_ref().map(|value| format!(", value {value}")).unwrap_or_default();
        let count = found.winning_for_somebody().len();
        let moves =
            if count == 1 { "1 winning move".to_owned() } else { format!("{count} winning moves") };
        format!("<Solution of {}: {}{value}, {moves}>", self.title(), found.outcome)
    }

    fn __str__(&self) -> String {
        let found = self.found();
        let value =
            found.value.as_ref().map(|value| format!("; value {value}")).unwrap_or_default();
        format!("{}: {}, {}{value}", self.title(), found.outcome, found.outcome.sentence())
    }

    fn _repr_html_(&self) -> String {
        let found = self.found();
        let row = |name: &str, cell: String| {
            format!(
                "<tr><th style=\"text-align:left\">{name}</th><td style=\"text-align:left\">{cell}</td></tr>\n"
            )
        };
        let mut html = format!("<table>\n<caption>{}</caption>\n", escaped(&self.title()));
        html += &row("outcome", format!("<b>{}</b> {}", found.outcome, found.outcome.sentence()));
        if let Some(value) = &found.value {
            html += &row("value", escaped(&value.to_string()));
        }
        if self.is_impartial() {
            html += &row("winning moves", moves(&found.left));
        } else {
            html += &row("Left wins by", moves(&found.left));
            html += &row("Right wins by", moves(&found.right));
        }
        let reasons: Vec<String> = found.reasons.iter().map(|reason| escaped(reason)).collect();
        html += &row("why", reasons.join("<br>"));
        html += &row(
            "known",
            format!("{} by {}", self.asked.answer.standing, self.asked.answer.engine),
        );
        html + "</table>"
    }
}

fn moves(list: &[bouton_lab::rules::Position]) -> String {
    if list.is_empty() {
        return "none".to_owned();
    }
    let shown: Vec<String> = list.iter().take(SHOWN).map(|one| escaped(&one.to_string())).collect();
    let more = if list.len() > SHOWN {
        format!(" and {} more", list.len() - SHOWN)
    } else {
        String::new()
    };
    format!("{}{more}", shown.join(" &nbsp; "))
}

impl Certificate {
    /// Writes the certificate for an answer, which the checker accepts before anybody sees it.
    pub(crate) fn write(
        py: Python<'_>,
        means: &Means,
        asked: &Arc<Asked>,
        write: fn(
            &bouton_lab::Question,
            &bouton_lab::Answer,
        ) -> Result<bouton_lab::certificates::Certificate, Refusal>,
    ) -> PyResult<Certificate> {
        let asked = Arc::clone(asked);
        let certificate = run(py, means, move |limits| {
            let question =
                bouton_lab::Question { limits: limits.clone(), ..asked.question.clone() };
            write(&question, &asked.answer)
        })?;
        Ok(Certificate::new(certificate))
    }
}
