//! The lessons: ladders of small tasks, a file for each in the folder `lessons`.
//!
//! A file has texts, games and positions, and no answers: those are worked out when somebody makes an
//! [`Attempt`](bouton_ask::Attempt). Texts are tables from languages to sentences, so that a language is added by adding
//! keys; what is missing in a language is in English.

use std::collections::BTreeMap;

use bouton_ask as ask;
use bouton_ask::{LessonView, LessonsView, Mover, Number, Task, TaskView};
use bouton_rules::{Game, Refusal};
use bouton_values::counted;
use serde::Deserialize;

use crate::questions::{Answerable, Desk};
use crate::render::AsText;
use crate::render::style::{FAINT, STRONG, paint};
use crate::rules_file::ReadError;

/// The names and the files of all lessons, in their order; `build.rs` has written them as JSON.
macro_rules! lessons {
    ($($name:literal)*) => {
        [$(($name, include_str!(concat!(env!("OUT_DIR"), "/", $name, ".json")))),*]
    };
}
const LESSONS: &[(&str, &str)] = &lessons! {
    "mirror" "multiples" "columns" "misere" "sums" "periods" "antonim" "ending" "endless" "nimrod"
};

/// The language that has all texts.
pub(crate) const ENGLISH: &str = "en";

/// A text in several languages.
#[derive(Deserialize)]
#[serde(transparent)]
pub(crate) struct Texts(BTreeMap<String, String>);

impl Texts {
    pub(crate) fn read(&self, language: &str) -> String {
        // Of `de-AT` the part before the hyphen is the language.
        let language = language.split('-').next().unwrap_or_default().to_lowercase();
        let text = self.0.get(&language).or_else(|| self.0.get(ENGLISH));
        text.cloned().unwrap_or_default()
    }
}

/// A file of the folder.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LessonFile {
    title: Texts,
    about: Texts,
    learnt: Texts,
    task: Vec<TaskFile>,
}

/// A task in such a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TaskFile {
    task: Task,
    number: Option<Number>,
    game: String,
    position: String,
    #[serde(default)]
    mover: Mover,
    text: Texts,
    hint: Texts,
}

impl Answerable for ask::Lessons {
    fn answer(&self, _: &Desk) -> Result<LessonsView, ReadError> {
        let language = self.language.as_deref().unwrap_or(ENGLISH);
        let wanted = |name: &str| self.name.as_deref().is_none_or(|typed| typed.trim() == name);
        let found = LESSONS.iter().filter(|(name, _)| wanted(name));
        let lessons = found.map(|(name, text)| lesson(name, text, language));
        let lessons = lessons.collect::<Result<Vec<_>, Refusal>>()?;
        if let (true, Some(name)) = (lessons.is_empty(), &self.name) {
            let names = LESSONS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
            let problem = format!("no lesson is called `{}`", bouton_values::excerpt(name));
            return Err(Refusal::bad(problem, format!("the lessons are {names}")).into());
        }
        Ok(LessonsView { lessons })
    }
}

fn lesson(name: &str, text: &str, language: &str) -> Result<LessonView, Refusal> {
    let file: LessonFile = serde_json::from_str(text)
        .map_err(|error| Refusal::bug(format!("the lesson {name} cannot be read: {error}")))?;
    let tasks = file.task.iter().map(|task| task_view(task, language));
    Ok(LessonView {
        name: name.to_owned(),
        title: file.title.read(language),
        about: file.about.read(language),
        learnt: file.learnt.read(language),
        tasks: tasks.collect::<Result<_, _>>()?,
    })
}

fn task_view(task: &TaskFile, language: &str) -> Result<TaskView, Refusal> {
    let game = Game::parse(&task.game)?;
    Ok(TaskView {
        task: task.task,
        number: task.number,
        title: game.title().to_owned(),
        position: game.position(&task.position)?.to_string(),
        mover: task.mover,
        may_be_drawn: game.finite().is_some_and(|game| !game.profile().terminates.holds()),
        text: task.text.read(language),
        hint: task.hint.read(language),
        game: game.text().to_owned(),
    })
}

/// A line for each lesson; the tasks too if `all` is set.
impl AsText for LessonsView {
    fn text(&self, all: bool) -> String {
        let width = self.lessons.iter().map(|lesson| lesson.name.len()).max().unwrap_or(0);
        let task = |(at, task): (usize, &TaskView)| {
            let TaskView { title, position, text, .. } = task;
            format!(
                "    {}. {text}\n       {}\n",
                at + 1,
                paint(FAINT, format!("{title} {position}"))
            )
        };
        let lesson = |lesson: &LessonView| {
            let LessonView { name, title, about, tasks, .. } = lesson;
            let name = paint(STRONG, format!("{name:<width$}"));
            let count = paint(FAINT, counted(tasks.len(), "task"));
            let tasks: String = tasks.iter().enumerate().map(task).collect();
            let more = if all { format!("    {about}\n{tasks}") } else { String::new() };
            format!("  {name}  {title}, {count}\n{more}")
        };
        self.lessons.iter().map(lesson).collect()
    }
}
