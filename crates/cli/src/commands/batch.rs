//! Answers many questions of one kind: a line of standard input in, a line of JSON out.

use std::io::{BufReader, Write};

use bouton_lab::ask::Problem;
use bouton_lab::rules::Refusal;
use bouton_lab::{ReadError, problem_kind};
use serde::Serialize;

use crate::input::{StandardInput, read_line};
use crate::output;
use crate::{Failure, refused_exit};

/// The output line of an input line without an answer.
#[derive(Serialize)]
struct Unanswered<'a> {
    line: &'a str,
    #[serde(flatten)]
    problem: Problem,
}

/// Answers every line of standard input with a line of JSON on standard output; empty lines are skipped. If a line has
/// no answer, its output says why, and the following lines are still answered; the exit code is that of the first such
/// line. A line that is too long ends the batch.
pub(super) fn answer_lines<V: Serialize>(
    answer: impl Fn(&str) -> Result<V, Failure>,
) -> Result<(), Failure> {
    let mut first: Option<Refusal> = None;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut input = BufReader::new(StandardInput);
    loop {
        // Answers are not kept back while the next question is awaited.
        if !input.buffer().contains(&b'\n')
            && let Err(error) = out.flush()
        {
            drop(out);
            output::stop_writing(&error);
        }
        let Some(bytes) = read_line(&mut input)? else { break };
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        let answered = match std::str::from_utf8(&bytes) {
            Ok(_) => answer(line),
            Err(_) => Err(Refusal::bad("the line is not UTF-8", "write it as UTF-8 text").into()),
        };
        let written = match answered {
            Ok(view) => write_line(&mut out, &view),
            Err(Failure::Read(ReadError::Refused(Refusal::Interrupted))) => {
                drop(out);
                return Err(Refusal::Interrupted.into());
            }
            Err(Failure::Read(ReadError::Refused(refusal))) => {
                let (error, help) = (refusal.to_string(), output::help(&refusal));
                let problem = Problem::new(problem_kind(&refusal), &error, &help);
                first.get_or_insert(refusal);
                write_line(&mut out, &Unanswered { line, problem })
            }
            Err(other) => return Err(other),
        };
        if let Err(error) = written {
            drop(out);
            output::stop_writing(&error);
        }
    }
    if let Err(error) = out.flush() {
        drop(out);
        output::stop_writing(&error);
    }
    first.map_or(Ok(()), |refusal| Err(Failure::Exit(refused_exit(&refusal))))
}

fn write_line(out: &mut impl Write, value: &impl Serialize) -> std::io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")
}
