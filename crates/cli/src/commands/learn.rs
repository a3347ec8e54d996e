//! `bouton learn`: the lessons, in the terminal.

use bouton_lab::ask::{Attempt, LessonView, Task, TaskView};
use bouton_lab::render::style::{FAINT, GOOD, STRONG, paint};
use bouton_lab::render::{AsText, picture};
use bouton_lab::rules::Refusal;
use bouton_lab::{Answerable, Desk, ReadError, ask, read_game};
use clap::Args;

use crate::Failure;
use crate::args::LimitArgs;
use crate::output;

/// Learn how to win, by lessons of small tasks.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton learn
  bouton learn mirror
  bouton learn --json

A task asks for a move (type the position after it, such as 3,3), for who wins (the mover,
the other, or nobody if play never ends), or for a number. `hint` helps, `show` shows the answer,
`quit` leaves.")]
pub(crate) struct LearnArgs {
    /// The lesson, such as mirror [default: list them]
    lesson: Option<String>,
    /// The language of the texts, such as en; texts without a translation are shown in English.
    #[arg(long, value_name = "LANGUAGE")]
    language: Option<String>,
    /// Print the lessons with their tasks as one JSON document.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    means: LimitArgs,
}

/// `bouton learn [LESSON]`
pub(crate) fn learn(args: &LearnArgs) -> Result<(), Failure> {
    let desk = args.means.desk();
    let asked = ask::Lessons { name: args.lesson.clone(), language: args.language.clone() };
    let found = asked.answer(&desk)?;
    match (&args.lesson, &found.lessons[..]) {
        (Some(_), [lesson]) if !args.json => {
            Class { desk, language: args.language.clone() }.teach(lesson)
        }
        _ => {
            output::show(args.json, &found, || found.text(false));
            Ok(())
        }
    }
}

/// Somebody who learns, at the keyboard.
struct Class {
    desk: Desk,
    language: Option<String>,
}

impl Class {
    fn teach(&self, lesson: &LessonView) -> Result<(), Failure> {
        let LessonView { title, about, learnt, tasks, .. } = lesson;
        output::print(&format!("{}\n{about}\n", paint(STRONG, title)));
        for (at, task) in tasks.iter().enumerate() {
            let number = paint(FAINT, format!("{} of {}", at + 1, tasks.len()));
            output::print(&format!("\n{number}  {}\n", task.text));
            if !self.set(task)? {
                output::print(&format!("\nleft after {at} of {} tasks\n", tasks.len()));
                return Ok(());
            }
        }
        output::print(&format!("\n{}\n{learnt}\n", paint(GOOD, "The lesson is done.")));
        Ok(())
    }

    /// Sets a task until it is done; false if the learner leaves.
    fn set(&self, task: &TaskView) -> Result<bool, Failure> {
        let mut position = task.position.clone();
        draw(task, &position)?;
        loop {
            let Some(line) = read(task)? else { return Ok(false) };
            let answer = match line.as_str() {
                "" => continue,
                "hint" | "?" => {
                    output::print(&format!("  {}\n", task.hint));
                    continue;
                }
                "show" => None,
                text => Some(text.to_owned()),
            };
            let asked = Attempt {
                task: task.task,
                number: task.number,
                mover: task.mover,
                answer,
                language: self.language.clone(),
                ..Attempt::new(&task.game, position.as_str(), "")
            };
            let judged = match asked.answer(&self.desk) {
                Err(ReadError::Refused(refusal @ Refusal::BadInput { .. })) => {
                    output::print(&format!("  {refusal}: {}\n", output::help(&refusal)));
                    continue;
                }
                judged => judged?,
            };
            output::print(&judged.text(false));
            match (judged.right, task.task, judged.reply) {
                (Some(false), ..) => {}
                // A game to be won goes on from the position after the opponent's move.
                (_, Task::Win, Some(reply)) if judged.winner.is_none() => {
                    position = reply.position;
                    draw(task, &position)?;
                }
                _ => return Ok(true),
            }
        }
    }
}

/// The next line; nothing at the end, or if the learner leaves.
fn read(task: &TaskView) -> Result<Option<String>, Failure> {
    let prompt = match task.task {
        Task::Move | Task::Win => "your move>",
        Task::Winner if task.may_be_drawn => "mover, other or nobody>",
        Task::Winner => "mover or other>",
        Task::Number => "a number>",
    };
    let line = super::ask_for_line(&paint(STRONG, prompt))?;
    Ok(line.filter(|line| line != "quit" && line != "exit"))
}

fn draw(task: &TaskView, position: &str) -> Result<(), Failure> {
    let game = read_game(&task.game)?;
    let lines = picture::draw(&game, &game.position(position)?);
    let name = paint(FAINT, format!("{}  {position}", task.title));
    output::print(&format!("  {name}\n{}\n", lines.join("\n")));
    Ok(())
}
