//! Answers the questions of [`bouton_ask`]: for each a function from the question to its view.

use std::borrow::Cow;

use bouton_ask as ask;
use bouton_certify::{Certificate, CertificateError, GraphFault, Rejection, check_with_graph};
use bouton_engines::{Ask, Chart, Entries, Finding, Quantity, Table, Window};
use bouton_graphs::{Format, NamedDigraph};
use bouton_rules::{Game, Help, Limits, Position, Refusal, catalogue};
use bouton_values::saturating_index;
use serde::de::IgnoredAny;
use serde_json::Value;

use crate::answer::{Answer, answer};
use crate::games::{all_games, game_view};
use crate::graph::{GraphQuestion, explore};
use crate::question::{Question, ask_for_values};
use crate::render;
use crate::render::grid::AsGrid;
use crate::rules_file::{ReadError, read_game, read_game_as_written, read_game_text};
use crate::show::numbers_of;
use crate::table::table_question;
use crate::verify::verify;
use crate::views;

/// The conditions under which questions are answered: the limits, and whether a game may be read from a file.
#[derive(Clone, Debug)]
pub struct Desk {
    /// The limits of memory and steps for one answer.
    pub limits: Limits,
    /// May the name of a game be the path of a rule file?
    pub files: bool,
}

impl Desk {
    /// Reads a game; `as_written` runs its rules without recognising a family.
    pub fn game(&self, text: &str, as_written: bool) -> Result<Game, ReadError> {
        match (self.files, as_written) {
            (true, false) => read_game(text),
            (true, true) => read_game_as_written(text),
            (false, false) => read_game_text(text),
            (false, true) => Ok(Game::as_written(text)?),
        }
    }
}

/// A question that the lab answers.
pub trait Answerable: ask::Question {
    /// Answers this question.
    fn answer(&self, desk: &Desk) -> Result<Self::View, ReadError>;
}

/// Answers the question of this name, from JSON to JSON; `None` if no question has this name.
///
/// ```
/// use bouton_lab::{Desk, answer_by_name, rules::Limits};
///
/// let desk = Desk { limits: Limits::default(), files: false };
/// let asked = serde_json::json!({ "game": "nim", "position": [3, 4, 6] });
/// let found = answer_by_name("solve", asked, &desk).expect("a question")?;
/// assert_eq!(found["winning_moves"][0], serde_json::json!([2, 4, 6]));
/// # Ok::<(), bouton_lab::ReadError>(())
/// ```
#[must_use]
pub fn answer_by_name(name: &str, asked: Value, desk: &Desk) -> Option<Result<Value, ReadError>> {
    fn answer<Q: Answerable>(asked: Value, desk: &Desk) -> Result<Value, ReadError> {
        let view = read_question::<Q>(asked)?.answer(desk)?;
        Ok(serde_json::to_value(view).map_err(|error| Refusal::bug(error.to_string()))?)
    }
    macro_rules! find {
        ($($question:ty),*) => {
            match name {
                $(<$question as ask::Question>::NAME => Some(answer::<$question>(asked, desk)),)*
                _ => None,
            }
        };
    }
    ask::each_question!(find)
}

/// The rows of the answer to the question of this name; `None` if answers of no such question have rows.
#[must_use]
pub fn rows_by_name(
    name: &str,
    asked: Value,
    desk: &Desk,
) -> Option<Result<Box<dyn AsGrid>, ReadError>> {
    type Rows = Box<dyn AsGrid>;
    fn answer<Q: Answerable<View: AsGrid>>(asked: Value, desk: &Desk) -> Result<Rows, ReadError> {
        Ok(Box::new(read_question::<Q>(asked)?.answer(desk)?))
    }
    macro_rules! find {
        ($($question:ident)*) => {
            match name {
                $(<ask::$question as ask::Question>::NAME => {
                    Some(answer::<ask::$question>(asked, desk))
                })*
                _ => None,
            }
        };
    }
    find!(Sequence Table Count Chart Compare Prove Survey Quotient Value)
}

/// Reads a question from JSON.
pub fn read_question<Q: ask::Question>(asked: Value) -> Result<Q, Refusal> {
    serde_json::from_value(asked).map_err(|error| {
        let example = Q::examples().into_iter().next();
        let example = example.and_then(|one| serde_json::to_string(&one).ok()).unwrap_or_default();
        let problem = format!("the question cannot be read: {error}");
        Refusal::bad(problem, format!("a question looks like {example}"))
    })
}

/// A question that the ladder of engines answers. Fronts that want more than the view, such as a certificate or a
/// picture, call [`question`](ForEngines::question), [`answer`](crate::answer()) and [`view`](ForEngines::view)
/// themselves.
pub trait ForEngines: ask::Question {
    /// The question to the engines about this game.
    fn ask(&self, game: &Game) -> Result<Ask, Refusal>;

    /// The engine that must answer, if one is named, and whether the rules run as written.
    fn by(&self) -> (Option<String>, bool) {
        let fields = serde_json::to_value(self).unwrap_or_default();
        (fields["engine"].as_str().map(str::to_owned), fields["as_written"] == true)
    }

    /// Reads the game and makes the question for the engines.
    fn question(&self, desk: &Desk) -> Result<Question, ReadError> {
        let game = desk.game(&self.game(), self.by().1)?;
        Ok(self.question_about(game, &desk.limits)?)
    }

    /// Makes the question for the engines about a game that was read before.
    fn question_about(&self, game: Game, limits: &Limits) -> Result<Question, Refusal> {
        let ask = self.ask(&game)?;
        Ok(Question { game, ask, limits: limits.clone(), engine: self.by().0 })
    }

    /// The view of an answer.
    fn view(&self, question: &Question, answer: &Answer) -> Result<Self::View, Refusal>;
}

impl<Q: ForEngines> Answerable for Q {
    fn answer(&self, desk: &Desk) -> Result<Q::View, ReadError> {
        let question = self.question(desk)?;
        let found = answer(&question)?;
        Ok(self.view(&question, &found)?)
    }
}

/// The refusal for an answer of the wrong kind, which is a bug in an engine.
fn mismatch<T>(question: &Question, answer: &Answer) -> Result<T, Refusal> {
    let Question { game, ask, .. } = question;
    let problem = format!("{} asked {ask:?} was answered by {:?}", game.text(), answer.finding);
    Err(Refusal::bug(problem))
}

impl ForEngines for ask::Solve {
    fn ask(&self, game: &Game) -> Result<Ask, Refusal> {
        position_of(game, &self.position).map(Ask::Solve)
    }

    fn view(&self, question: &Question, answer: &Answer) -> Result<ask::SolveView, Refusal> {
        match (&question.ask, &answer.finding) {
            (Ask::Solve(start), Finding::Solution(found)) => {
                Ok(views::solution(question, answer, start, found))
            }
            _ => mismatch(question, answer),
        }
    }
}

impl ForEngines for ask::Sequence {
    fn ask(&self, game: &Game) -> Result<Ask, Refusal> {
        let (to, row) = (self.to, self.row);
        Ok(match self.of {
            ask::Of::Outcome | ask::Of::Losing => Ask::Sequence { of: Quantity::Outcome, to, row },
            ask::Of::NimValue => Ask::Sequence { of: Quantity::NimValue, to, row },
            ask::Of::Value => ask_for_values(game, to, row),
        })
    }

    fn view(&self, question: &Question, answer: &Answer) -> Result<ask::SequenceView, Refusal> {
        match (&question.ask, &answer.finding) {
            (Ask::Sequence { to, row, .. } | Ask::Values { to, row }, Finding::Sequence(found)) => {
                views::sequence(question, answer, (self.of, *to, *row), found)
            }
            _ => mismatch(question, answer),
        }
    }
}

impl ForEngines for ask::Table {
    fn ask(&self, game: &Game) -> Result<Ask, Refusal> {
        let entries = self.of.map(|cells| match cells {
            ask::Cells::Completion => Entries::Completion,
            ask::Cells::Outcome => Entries::Of(Quantity::Outcome),
            ask::Cells::NimValue => Entries::Of(Quantity::NimValue),
        });
        let size = (self.rows, self.columns);
        table_question(game, self.heaps, self.fix.clone(), size, entries)
    }

    fn view(&self, question: &Question, answer: &Answer) -> Result<ask::TableView, Refusal> {
        match (&question.ask, &answer.finding) {
            (Ask::Table(shape), Finding::Table(found)) => Ok(ask::TableView {
                game: question.game.text().to_owned(),
                title: views::title(&question.game),
                fixed: shape.fixed.clone(),
                rows: views::rows(found, &question.limits)?,
                known: views::known(answer),
            }),
            _ => mismatch(question, answer),
        }
    }
}

impl ForEngines for ask::Count {
    fn ask(&self, _: &Game) -> Result<Ask, Refusal> {
        Ok(Ask::Count { heaps: self.heaps, below: self.below })
    }

    fn view(&self, question: &Question, answer: &Answer) -> Result<ask::CountView, Refusal> {
        match (&question.ask, &answer.finding) {
            (Ask::Count { heaps, below }, Finding::Count(count)) => Ok(ask::CountView {
                game: question.game.text().to_owned(),
                title: views::title(&question.game),
                heaps: *heaps,
                below: *below,
                count: *count,
                known: views::known(answer),
            }),
            _ => mismatch(question, answer),
        }
    }
}

impl ForEngines for ask::Chart {
    /// Nim-values are taken from a table up to the window's far corner.
    fn ask(&self, game: &Game) -> Result<Ask, Refusal> {
        let window = window(self);
        match self.of {
            ask::Of::Outcome => Ok(Ask::chart(window, self.beside.clone())),
            ask::Of::NimValue if !self.beside.is_empty() && numbers_of(game).is_some() => {
                Err(Refusal::unsupported(
                    "charts of nim-values show positions of two numbers only",
                    "ask for outcomes, or for a game with two numbers",
                ))
            }
            ask::Of::NimValue => {
                let entries = Some(Entries::Of(Quantity::NimValue));
                let heaps = Some(2 + self.beside.len());
                let size = (window.x.end, window.y.end);
                table_question(game, heaps, self.beside.clone(), size, entries)
            }
            ask::Of::Value | ask::Of::Losing => Err(Refusal::bad(
                "a chart shows outcomes or nim-values",
                Help::from("write ").set("of", "outcome").and(" or ").set("of", "nim-value"),
            )),
        }
    }

    fn view(&self, question: &Question, answer: &Answer) -> Result<ask::ChartView, Refusal> {
        let Some(found) = charted(self, answer) else { return mismatch(question, answer) };
        // A letter for each cell.
        let Window { x, y } = window(self);
        let cells =
            u128::from(x.end.saturating_sub(x.start)) * u128::from(y.end.saturating_sub(y.start));
        question.limits.check_memory("the rows of the chart", cells)?;
        Ok(ask::ChartView {
            game: question.game.text().to_owned(),
            title: views::title(&question.game),
            beside: self.beside.clone(),
            x: self.x,
            y: self.y,
            axes: self.axes,
            rows: found.letters(),
            values: match found.into_owned() {
                Chart::NimValues(rows) => rows,
                Chart::Losing(_) | Chart::Outcomes(_) => Vec::new(),
            },
            known: views::known(answer),
        })
    }
}

fn window(asked: &ask::Chart) -> Window {
    Window { x: asked.x[0]..asked.x[1], y: asked.y[0]..asked.y[1] }
}

/// The chart in an answer; a chart of nim-values is cut out of a table.
#[must_use]
pub fn charted<'a>(asked: &ask::Chart, answer: &'a Answer) -> Option<Cow<'a, Chart>> {
    match &answer.finding {
        Finding::Chart(found) => Some(Cow::Borrowed(found)),
        Finding::Table(Table::Numbers(columns)) => {
            let Window { x, y } = window(asked);
            let cell = |x: u64, y: u64| {
                columns.get(saturating_index(x))?.get(saturating_index(y)).copied()
            };
            let row = |y: u64| x.clone().map(|x| cell(x, y)).collect::<Option<Vec<_>>>();
            Some(Cow::Owned(Chart::NimValues(y.map(row).collect::<Option<_>>()?)))
        }
        _ => None,
    }
}

impl Answerable for ask::Graph {
    fn answer(&self, desk: &Desk) -> Result<ask::GraphView, ReadError> {
        let named = read_digraph(&self.text, self.format.as_deref(), &desk.limits)?;
        let question = GraphQuestion { list: self.list, ..GraphQuestion::default() };
        Ok(render::graph::view(&named, &explore(&named, &question, &desk.limits)?))
    }
}

/// Reads a digraph from text, in the named format or, without a name, in a guessed one.
pub fn read_digraph(
    text: &str,
    format: Option<&str>,
    limits: &Limits,
) -> Result<NamedDigraph, Refusal> {
    let format = match format {
        Some(format) => format.parse::<Format>()?,
        None => Format::guess(text.as_bytes(), None),
    };
    bouton_graphs::read(&mut text.as_bytes(), format, limits)
}

impl Answerable for ask::Check {
    fn answer(&self, desk: &Desk) -> Result<ask::CheckView, ReadError> {
        let graph = self.graph.as_deref().map(|text| read_digraph(text, None, &desk.limits));
        Ok(check(&self.certificate, graph.transpose()?.as_ref(), &desk.limits)?)
    }
}

/// What keeps a text from being a certificate.
fn unlike(text: &str, error: &CertificateError) -> String {
    let line = |error: &serde_json::Error| error.line().max(1);
    match serde_json::from_str::<IgnoredAny>(text) {
        Err(error) if error.is_eof() => format!("the JSON ends early on line {}", line(&error)),
        Err(error) => format!("line {} is not JSON", line(&error)),
        Ok(_) if text.contains("\"bouton-certificate\"") => error.to_string(),
        Ok(_) => format!(
            "the JSON that begins on line {} has no `bouton-certificate`",
            1 + text.chars().take_while(|c| c.is_whitespace()).filter(|c| *c == '\n').count()
        ),
    }
}

/// Checks a certificate. A check that a limit stops is refused, not decided; a certificate whose game cannot be read
/// is rejected.
pub fn check(
    certificate: &str,
    graph: Option<&NamedDigraph>,
    limits: &Limits,
) -> Result<ask::CheckView, Refusal> {
    let refused = |reason: String| Ok(ask::CheckView { holds: false, reasons: vec![reason] });
    let text = certificate;
    let certificate = Certificate::parse(text).map_err(|error| {
        let help = Help::from("give an unchanged file that ").setting("certificate").and(" wrote");
        Refusal::bad(format!("this is not a certificate: {}", unlike(text, &error)), help)
    })?;
    let verdict = match graph {
        None => verify(&certificate, limits),
        Some(named) => check_with_graph(&certificate, &named.graph, limits),
    };
    match verdict {
        Ok(reasons) => Ok(ask::CheckView { holds: true, reasons }),
        Err(Rejection::Refused(refusal @ (Refusal::Limit { .. } | Refusal::Interrupted))) => {
            Err(refusal)
        }
        Err(rejection @ Rejection::Graph(GraphFault::NotSupplied { .. })) => {
            Err(Refusal::bad(rejection.to_string(), "give the graph beside the certificate"))
        }
        Err(rejection) => refused(rejection.to_string()),
    }
}

impl Answerable for ask::Games {
    fn answer(&self, _: &Desk) -> Result<ask::GamesView, ReadError> {
        Ok(match &self.name {
            None => ask::GamesView::All(all_games()),
            Some(name) => ask::GamesView::One(Box::new(game_view(catalogue::find(name)?))),
        })
    }
}

/// Reads a position of a game from a question.
pub fn position_of(game: &Game, asked: &ask::Position) -> Result<Position, Refusal> {
    const DEEPEST: usize = 2;
    if asked.depth() > DEEPEST {
        let help = "write \"3,4,6\" or [3, 4, 6]";
        return Err(Refusal::bad("a position is a text, or a list of numbers", help));
    }
    game.position(&asked.to_string())
}

/// A position as views show it: lists of numbers, lists of parts for sums, texts for fractions and boards.
#[must_use]
pub fn place(position: &Position) -> ask::Position {
    match position {
        Position::Tuple(numbers) => ask::Position::Numbers(numbers.clone()),
        Position::Parts(parts) => ask::Position::Parts(parts.iter().map(place).collect()),
        Position::Real(numbers) => {
            let texts = numbers.iter().map(|number| ask::Position::Text(number.to_string()));
            ask::Position::Parts(texts.collect())
        }
        Position::Board(_) | Position::Game(_) => ask::Position::Text(position.to_string()),
    }
}
