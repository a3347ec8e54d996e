//! Requests of the page and their replies, whoever carries them: the server, or a worker in the browser.

use std::fmt::Display;
use std::io::{self, Write};

use bouton_lab::render::within::bytes_within;
use bouton_lab::rules::{Limits, Refusal};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::budget::{Budget, Weight};
use crate::problem::Problem;

/// A request of which the page shows more than a question's view, and how it is answered.
pub(crate) trait Page: DeserializeOwned + Send + Sync + 'static {
    /// The path of the request's address, without `/api/`.
    const NAME: &'static str;

    /// The expected cost of the request.
    fn weight(&self) -> Weight;

    /// Answers the request.
    fn answer(&self, budget: &Budget) -> Result<Reply, Problem>;
}

/// A response: an HTTP status, headers and the content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The HTTP status of the answer.
    pub status: u16,
    /// The headers, with their names in lower case.
    pub headers: Vec<(&'static str, String)>,
    /// The body of the answer.
    pub content: Vec<u8>,
}

impl Reply {
    /// A view as JSON.
    pub(crate) fn json(view: &impl Serialize) -> Result<Reply, Problem> {
        let content =
            serde_json::to_vec(view).map_err(|error| Refusal::bug(format!("a view: {error}")))?;
        Ok(Reply::new("application/json", content))
    }

    /// A view that may be long as JSON, within the limits.
    pub(crate) fn long_json(view: &impl Serialize, limits: &Limits) -> Result<Reply, Problem> {
        let content = content(limits, |out| Ok(serde_json::to_writer(out, view)?))?;
        Ok(Reply::new("application/json", content))
    }

    /// A file that the browser saves.
    pub(crate) fn file(name: &str, kind: &str, content: Vec<u8>) -> Reply {
        let disposition = format!("attachment; filename=\"{name}\"");
        Reply::new(kind, content).with("content-disposition", disposition)
    }

    pub(crate) fn new(kind: &str, content: Vec<u8>) -> Reply {
        Reply { status: 200, headers: vec![("content-type", kind.to_owned())], content }
    }

    pub(crate) fn with(mut self, name: &'static str, value: impl Into<String>) -> Reply {
        self.headers.push((name, value.into()));
        self
    }
}

/// The most bytes of a reply, and of all large replies together that a server is sending.
pub(crate) const MOST_CONTENT: u64 = 64 << 20;

/// The content of a reply that may be long, within the limits.
pub(crate) fn content(
    limits: &Limits,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<Vec<u8>, Refusal> {
    let memory = limits.memory.min(MOST_CONTENT);
    bytes_within(&Limits { memory, ..limits.clone() }, write)
}

/// Reads the JSON body of a request, which must be an object.
pub(crate) fn from_body<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    let question: Value = serde_json::from_slice(body).map_err(|why| unread("body", why))?;
    match question.is_object() {
        true => serde_json::from_value(question).map_err(|why| unread("body", why)),
        false => Err(unread("body", "it is not a JSON object, such as {\"game\": …}")),
    }
}

/// Reads a request from the query of its address.
pub(crate) fn from_query<T: DeserializeOwned>(query: &str) -> Result<T, Problem> {
    let fields = serde_urlencoded::Deserializer::new(form_urlencoded::parse(query.as_bytes()));
    serde_path_to_error::deserialize(fields).map_err(|why| unread("query", why))
}

fn unread(part: &str, why: impl Display) -> Problem {
    Problem::bad(
        format!("the {part} of the request cannot be read: {why}"),
        "see /api/openapi.json for the fields of each request",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_sent_is_refused() {
        let written = |count: usize| {
            let piece = vec![b'x'; 1 << 20];
            content(&Limits::default(), |out| (0..count).try_for_each(|_| out.write_all(&piece)))
        };
        assert_eq!(written(64).map(|bytes| bytes.len() as u64), Ok(MOST_CONTENT));
        assert!(matches!(written(65), Err(Refusal::Limit { .. })));
    }
}
