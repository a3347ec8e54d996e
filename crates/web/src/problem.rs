//! Error responses: what is wrong, and what to do about it.

use std::time::Duration;

use bouton_lab::ask::{self, ProblemKind};
use bouton_lab::render::diagnostics;
use bouton_lab::rules::{Help, Reference, Refusal};
use bouton_lab::{Mistakes, ReadError, problem_kind};
use http::StatusCode;

use crate::page::Reply;

/// Why a request is not answered.
#[derive(Clone, Debug)]
pub(crate) enum Problem {
    /// The question has bad input, is not supported, or exceeds a limit.
    Refused(Refusal),
    /// The rules in the question have mistakes.
    InvalidRules(Box<Mistakes>),
    /// The time limit is exceeded.
    OutOfTime(Duration),
    /// The time limit is exceeded, but the finished part of the work is kept.
    Unfinished,
    /// The queue is full.
    Busy,
    /// This computation, or earlier ones, did not stop when their time was over.
    Stuck,
    /// The server is shutting down.
    Ending,
    /// The request itself is wrong, whatever it asks: its address, its method, its size.
    Request(StatusCode, &'static str, &'static str),
    /// A bug in the program.
    Panicked,
}

/// Seconds after which a client that found the server busy may ask again.
const RETRY_AFTER: &str = "2";
/// Seconds after which a client may ask again for work that is not finished.
const RETRY_SOON: &str = "1";

impl Problem {
    pub(crate) const NOT_FOUND: Problem =
        Problem::Request(StatusCode::NOT_FOUND, "there is nothing at this address", "start at /");
    pub(crate) const WRONG_METHOD: Problem = Problem::Request(
        StatusCode::METHOD_NOT_ALLOWED,
        "this address does not support this method",
        "the Allow header lists the supported methods; see also /api/openapi.json",
    );
    pub(crate) const NOT_JSON: Problem = Problem::Request(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        "the request body is not declared as JSON",
        "send JSON with the header Content-Type: application/json",
    );
    pub(crate) const TOO_LARGE: Problem = Problem::Request(
        StatusCode::PAYLOAD_TOO_LARGE,
        "the request body is too large",
        "send at most 1 MB",
    );
    pub(crate) const TOO_SLOW: Problem = Problem::Request(
        StatusCode::REQUEST_TIMEOUT,
        "the request body did not arrive in time",
        "send it again",
    );

    pub(crate) const NEEDS_FOLDER: Problem = Problem::Request(
        StatusCode::NOT_IMPLEMENTED,
        "a census is kept in a folder, and this page has none: it runs in your browser, without a server",
        "install the program and write `bouton serve`, or `bouton census --help`",
    );

    /// Bad input, with what to write instead.
    pub(crate) fn bad(problem: impl Into<String>, help: impl Into<Help>) -> Problem {
        Problem::Refused(Refusal::bad(problem, help))
    }

    fn status(&self) -> StatusCode {
        match self {
            Problem::Refused(Refusal::Bug { .. }) => StatusCode::INTERNAL_SERVER_ERROR,
            Problem::Refused(_) | Problem::InvalidRules(_) | Problem::OutOfTime(_) => {
                StatusCode::BAD_REQUEST
            }
            Problem::Busy | Problem::Stuck | Problem::Ending | Problem::Unfinished => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            Problem::Request(status, ..) => *status,
            Problem::Panicked => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn kind(&self) -> ProblemKind {
        match self {
            Problem::Refused(refusal) => problem_kind(refusal),
            Problem::InvalidRules(_) | Problem::Request(..) => ProblemKind::BadInput,
            Problem::OutOfTime(_) => ProblemKind::Limit,
            Problem::Busy | Problem::Unfinished | Problem::Ending => ProblemKind::Busy,
            Problem::Stuck | Problem::Panicked => ProblemKind::Bug,
        }
    }

    fn view(&self) -> ask::Problem {
        let view = |error: &str, help: &str| ask::Problem::new(self.kind(), error, help);
        match self {
            Problem::Refused(refusal) => view(&refusal.to_string(), &help_here(refusal)),
            Problem::InvalidRules(mistakes) => {
                let tally = diagnostics::tally(&mistakes.diagnostics).unwrap_or_default();
                let help = diagnostics::lines(&mistakes.source, &mistakes.diagnostics);
                ask::Problem {
                    mistakes: diagnostics::view(&mistakes.source, &mistakes.diagnostics),
                    ..view(&format!("the rules have {tally}"), &help)
                }
            }
            Problem::OutOfTime(budget) => view(
                &format!(
                    "this takes longer than the {} s allowed for a question",
                    budget.as_secs_f64()
                ),
                "ask for less: a smaller position, or fewer terms",
            ),
            Problem::Unfinished => {
                let error = "not finished yet; the finished part is kept";
                ask::Problem {
                    unfinished: true,
                    ..view(error, "ask again: the work continues from there")
                }
            }
            Problem::Busy => view("the server is busy", "ask again in a few seconds"),
            Problem::Stuck => view(
                "this question, or earlier ones, did not stop when their time was over",
                "please report the question; games of the catalogue still work, and restarting the server \
                 brings back the rest",
            ),
            Problem::Ending => view("the server is shutting down", "restart it, then ask again"),
            Problem::Request(_, error, help) => view(error, help),
            Problem::Panicked => view(
                "this question met a bug in the program",
                "please report it, with the question",
            ),
        }
    }
}

/// What to do about a refusal, in words for users of the page, who can neither raise a limit nor name a folder.
pub(crate) fn help_here(refusal: &Refusal) -> String {
    if let Refusal::Limit { .. } | Refusal::Interrupted = refusal {
        return "ask for less: a smaller position, or fewer terms".to_owned();
    }
    refusal.help().worded(|reference| match reference {
        Reference::Setting { name: "out", .. } => "the server's --census-dir".to_owned(),
        Reference::Setting { name: "state", .. } => "the server's --claims-dir".to_owned(),
        Reference::RulesCheck => "the Rules view".to_owned(),
        Reference::Claims => "the Papers view".to_owned(),
        other => other.to_string(),
    })
}

impl From<Problem> for Reply {
    fn from(problem: Problem) -> Reply {
        // A view of texts and flags can always be written.
        let content = serde_json::to_vec(&problem.view()).unwrap_or_default();
        let reply = Reply::new("application/json", content);
        let reply = Reply { status: problem.status().as_u16(), ..reply };
        match problem {
            Problem::Busy | Problem::Ending => reply.with("retry-after", RETRY_AFTER),
            Problem::Unfinished => reply.with("retry-after", RETRY_SOON),
            _ => reply,
        }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        Problem::Refused(refusal)
    }
}

impl From<ReadError> for Problem {
    fn from(unread: ReadError) -> Problem {
        match unread {
            ReadError::Refused(refusal) => Problem::Refused(refusal),
            ReadError::InvalidRules(mistakes) => Problem::InvalidRules(Box::new(mistakes)),
        }
    }
}
