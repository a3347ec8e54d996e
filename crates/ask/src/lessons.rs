//! The questions of somebody who learns: the lessons, and whether an attempt at a task is right.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Known, MoveView, Mover, Position, Question};

/// Lists the lessons: each is a ladder of small tasks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lessons {
    /// The name of a lesson; by default all are listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The language, such as `en`. A text that a lesson does not have in this language is in English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
}

impl Question for Lessons {
    type View = LessonsView;
    const NAME: &'static str = "lessons";

    fn examples() -> Vec<Lessons> {
        vec![
            Lessons { name: Some("mirror".to_owned()), language: None },
            Lessons { name: None, language: Some("en".to_owned()) },
        ]
    }
}

/// The lessons, in the order in which they build on each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LessonsView {
    /// All lessons, or the one that was asked for.
    pub lessons: Vec<LessonView>,
}

/// A lesson with its tasks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LessonView {
    /// The name by which it is typed.
    pub name: String,
    /// The title of the lesson.
    pub title: String,
    /// The subject of the lesson, in a sentence.
    pub about: String,
    /// What a learner knows at the end of the lesson.
    pub learnt: String,
    /// The tasks, from easy to hard.
    pub tasks: Vec<TaskView>,
}

/// A task of a lesson.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TaskView {
    /// The kind of the task.
    pub task: Task,
    /// The number to find, if the task is to find one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<Number>,
    /// The game, as it can be typed.
    pub game: String,
    /// The name of the game.
    pub title: String,
    /// The position, as it can be typed.
    pub position: String,
    /// The player to move.
    pub mover: Mover,
    /// May play go on for ever, so that nobody wins?
    pub may_be_drawn: bool,
    /// The task in words.
    pub text: String,
    /// A hint that is shown after a first mistake.
    pub hint: String,
}

/// The kinds of tasks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Task {
    /// Find a winning move.
    #[default]
    Move,
    /// Win the game, move by move, against a perfect player.
    Win,
    /// Say who wins.
    Winner,
    /// Find a number.
    Number,
}

/// A number to find about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Number {
    /// The nim-value of the position.
    NimValue,
    /// The number of winning moves.
    WinningMoves,
    /// The least number that, written after the position, makes it a P-position.
    Completion,
    /// The period of the outcomes of single heaps.
    Period,
}

/// Judges an attempt at a task: whether a move or an answer is right, and what refutes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    /// The game: its name with parameters, or its rules.
    pub game: String,
    /// The position.
    pub position: Position,
    /// The player to move.
    #[serde(default)]
    pub mover: Mover,
    /// The kind of the task that is attempted.
    #[serde(default)]
    pub task: Task,
    /// The number to find, if the task is to find one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<Number>,
    /// The answer: the position after the move; `mover`, `other` or `nobody` for who wins; or a number. Without it the
    /// right answer is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// The language of the sentences, such as `en`. What is missing in this language is in English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
}

impl Attempt {
    /// A move in a position in which Left is to move.
    #[must_use]
    pub fn new(game: &str, position: impl Into<Position>, answer: &str) -> Attempt {
        Attempt {
            game: game.to_owned(),
            position: position.into(),
            mover: Mover::Left,
            task: Task::Move,
            number: None,
            answer: Some(answer.to_owned()),
            language: None,
        }
    }
}

impl Question for Attempt {
    type View = AttemptView;
    const NAME: &'static str = "attempt";

    fn examples() -> Vec<Attempt> {
        vec![
            Attempt::new("nim", "3,4,6", "3,4,5"),
            Attempt { task: Task::Winner, ..Attempt::new("nim/misere", "1,1,2", "mover") },
            Attempt {
                task: Task::Number,
                number: Some(Number::NimValue),
                ..Attempt::new("kayles", "5,3", "7")
            },
            Attempt { answer: None, ..Attempt::new("nim", "3,4,6", "") },
        ]
    }
}

/// Whether an attempt is right, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AttemptView {
    /// Is it right? Null if nothing was attempted.
    pub right: Option<bool>,
    /// The result of the attempt in a sentence.
    pub says: String,
    /// The right answer: a winning move, who wins, or the number. Null after a mistake, so that one can try again.
    pub answer: Option<String>,
    /// The move that was attempted, or the one that shows who wins.
    pub made: Option<MoveView>,
    /// The move with which a perfect player answers; null if the game is over.
    pub reply: Option<MoveView>,
    /// The player who has won, if the game is over after these moves.
    pub winner: Option<Mover>,
    /// Why, in sentences for a student.
    pub why: Vec<String>,
    /// The engine that judged the attempt, with its theorem.
    pub known: Known,
}
