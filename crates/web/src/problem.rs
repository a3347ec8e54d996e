//! Every answer that is no answer: what is wrong, and what to do about it.

use std::any::Any;
use std::time::Duration;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Json, extract::rejection::QueryRejection};
use bouton_lab::ask::{self, ProblemKind};
use bouton_lab::render::diagnostics;
use bouton_lab::rules::{Help, Reference, Refusal};
use bouton_lab::{Mistakes, Unread, problem_kind};

/// Why a request is not answered.
#[derive(Clone, Debug)]
pub(crate) enum Problem {
    /// The question makes no sense, or costs more than is allowed.
    Refused(Refusal),
    /// The rules in it have mistakes.
    Mistaken(Box<Mistakes>),
    /// The budget is spent.
    OutOfTime(Duration),
    /// The budget is spent, but what was done is kept.
    Unfinished,
    /// Others are being served.
    Busy,
    /// A computation does not stop, this one or others.
    Stuck,
    /// The server is being ended.
    Ending,
    /// Something about the request itself.
    Request(StatusCode, &'static str, &'static str),
    /// A bug.
    Panicked,
}

/// Seconds after which somebody who was sent away may ask again.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("2");
/// Seconds after which somebody may ask for what is not finished.
const RETRY_SOON: HeaderValue = HeaderValue::from_static("1");

impl Problem {
    pub(crate) const NOT_FOUND: Problem =
        Problem::Request(StatusCode::NOT_FOUND, "there is nothing here", "begin at /");
    pub(crate) const WRONG_METHOD: Problem = Problem::Request(
        StatusCode::METHOD_NOT_ALLOWED,
        "this address does not take this method",
        "the header Allow names those that it takes; /api/openapi.json describes them",
    );
    pub(crate) const NOT_JSON: Problem = Problem::Request(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        "the question is not JSON",
        "send JSON with the header Content-Type: application/json",
    );
    pub(crate) const TOO_LARGE: Problem = Problem::Request(
        StatusCode::PAYLOAD_TOO_LARGE,
        "the question is too large",
        "send at most 1 MB",
    );
    pub(crate) const TOO_SLOW: Problem = Problem::Request(
        StatusCode::REQUEST_TIMEOUT,
        "the question did not arrive in time",
        "send it again",
    );

    /// Bad input, with what to write instead.
    pub(crate) fn bad(problem: impl Into<String>, help: impl Into<Help>) -> Problem {
        Problem::Refused(Refusal::bad(problem, help))
    }

    fn status(&self) -> StatusCode {
        match self {
            Problem::Refused(Refusal::Bug { .. }) => StatusCode::INTERNAL_SERVER_ERROR,
            Problem::Refused(_) | Problem::Mistaken(_) | Problem::OutOfTime(_) => {
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
            Problem::Mistaken(_) | Problem::Request(..) => ProblemKind::BadInput,
            Problem::OutOfTime(_) => ProblemKind::Limit,
            Problem::Busy | Problem::Unfinished | Problem::Ending => ProblemKind::Busy,
            Problem::Stuck | Problem::Panicked => ProblemKind::Bug,
        }
    }

    fn view(&self) -> ask::Problem {
        let view = |error: &str, help: &str| ask::Problem::new(self.kind(), error, help);
        match self {
            Problem::Refused(refusal) => view(&refusal.to_string(), &help_here(refusal)),
            Problem::Mistaken(mistakes) => {
                let tally = diagnostics::tally(&mistakes.diagnostics).unwrap_or_default();
                let help = diagnostics::lines(&mistakes.source, &mistakes.diagnostics);
                ask::Problem {
                    mistakes: diagnostics::view(&mistakes.source, &mistakes.diagnostics),
                    ..view(&format!("the rules have {tally}"), &help)
                }
            }
            Problem::OutOfTime(budget) => view(
                &format!("this takes longer than {} s", budget.as_secs_f64()),
                "ask for less: a smaller position, or fewer terms",
            ),
            Problem::Unfinished => {
                let error = "this takes a while; what was done is kept";
                ask::Problem { unfinished: true, ..view(error, "ask again, it goes on from there") }
            }
            Problem::Busy => view("others are being served", "ask again in a few seconds"),
            Problem::Stuck => view(
                "this question, or others before it, did not stop when their time was over",
                "please report the question; games of the catalogue are still answered, and a server that is started \
                 again answers everything",
            ),
            Problem::Ending => view("the server is being ended", "start it again, then ask again"),
            Problem::Request(_, error, help) => view(error, help),
            Problem::Panicked => view(
                "this question met a mistake in the program",
                "please report it, with the question",
            ),
        }
    }
}

/// What to do about a refusal, in words for people in front of the page: nobody there can allow more, or name a folder.
pub(crate) fn help_here(refusal: &Refusal) -> String {
    if let Refusal::Limit { .. } | Refusal::Interrupted = refusal {
        return "ask for less: a smaller position, or fewer terms".to_owned();
    }
    refusal.help().worded(|reference| match reference {
        Reference::Setting { name: "out", .. } => "the server's --census-dir".to_owned(),
        Reference::RulesCheck => "the view Rules".to_owned(),
        Reference::Claims => "the view Papers".to_owned(),
        other => other.to_string(),
    })
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = (self.status(), Json(self.view())).into_response();
        let wait = match self {
            Problem::Busy | Problem::Ending => Some(RETRY_AFTER),
            Problem::Unfinished => Some(RETRY_SOON),
            _ => None,
        };
        if let Some(seconds) = wait {
            response.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        response
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        Problem::Refused(refusal)
    }
}

impl From<Unread> for Problem {
    fn from(unread: Unread) -> Problem {
        match unread {
            Unread::Refused(refusal) => Problem::Refused(refusal),
            Unread::Mistaken(mistakes) => Problem::Mistaken(Box::new(mistakes)),
        }
    }
}

impl From<QueryRejection> for Problem {
    fn from(rejection: QueryRejection) -> Problem {
        let text = rejection.body_text();
        let reason = text.strip_prefix("Failed to deserialize query string: ").unwrap_or(&text);
        Problem::bad(
            format!("the address cannot be read: {reason}"),
            "/api/openapi.json describes the questions",
        )
    }
}

/// A panic is told on standard error by the panic hook, and to the client in general terms.
pub(crate) fn of_panic(_: Box<dyn Any + Send>) -> Response {
    Problem::Panicked.into_response()
}
