//! The claims of the papers, which are checked once in the background and then kept, in a folder too if there is one.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use bouton_lab::ask::ClaimView;
use bouton_lab::rules::Refusal;
use bouton_papers::report::Report;
use bouton_papers::run::{Progress, Settings, run};
use bouton_papers::text;
use bouton_papers::{Effort, select};
use schemars::JsonSchema;
use serde::Serialize;

use super::state::Shared;
use crate::problem::Problem;

/// The progress of the checkers.
pub(crate) struct Claims {
    state: Arc<Work>,
}

struct Work {
    /// Where findings are kept.
    folder: Option<PathBuf>,
    phase: Mutex<Phase>,
    done: AtomicUsize,
    total: AtomicUsize,
    stopping: Arc<AtomicBool>,
}

/// Whether the claims are not started, being checked, or done.
enum Phase {
    NotBegun,
    Running,
    Done(Arc<Found>),
    /// Why they could not be checked. The next request gets the reason, the one after it begins again: a disk that was
    /// full may have room, and what was kept is not computed twice.
    Failed(Refusal),
}

/// The checked claims, and the report on them.
struct Found {
    view: Vec<ClaimView>,
    report: String,
}

/// The progress of the checkers.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct HowFar {
    /// Claims that are checked.
    done: usize,
    /// Claims in all.
    total: usize,
}

/// The most bytes of memory for one claim.
const MEMORY: u64 = 128 << 20;

impl Claims {
    pub(crate) fn new(folder: Option<PathBuf>, stopping: Arc<AtomicBool>) -> Claims {
        let (done, total) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let phase = Mutex::new(Phase::NotBegun);
        Claims { state: Arc::new(Work { folder, phase, done, total, stopping }) }
    }

    /// The checked claims; the first call starts the checkers.
    fn found(&self) -> Result<Option<Arc<Found>>, Problem> {
        let mut phase = self.state.phase.lock().unwrap_or_else(PoisonError::into_inner);
        match &*phase {
            Phase::Done(found) => Ok(Some(Arc::clone(found))),
            Phase::Running => Ok(None),
            Phase::Failed(refusal) => {
                let problem = refusal.clone().into();
                *phase = Phase::NotBegun;
                Err(problem)
            }
            Phase::NotBegun => {
                *phase = Phase::Running;
                let work = Arc::clone(&self.state);
                thread::spawn(move || work.carry_out());
                Ok(None)
            }
        }
    }

    fn waiting(&self) -> Response {
        let [done, total] =
            [&self.state.done, &self.state.total].map(|count| count.load(Ordering::Relaxed));
        (StatusCode::ACCEPTED, Json(HowFar { done, total })).into_response()
    }
}

impl Work {
    fn carry_out(self: Arc<Work>) {
        let found = self.check();
        let phase = match found {
            Ok(found) => Phase::Done(Arc::new(found)),
            Err(refusal) => Phase::Failed(refusal),
        };
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner) = phase;
    }

    fn check(self: &Arc<Work>) -> Result<Found, Refusal> {
        let claims = select(&[])?;
        self.total.store(claims.len(), Ordering::Relaxed);
        let work = Arc::clone(self);
        let audience = Arc::new(move |progress: &Progress| {
            work.done.store(progress.finished, Ordering::Relaxed);
            match work.stopping.load(Ordering::Relaxed) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        let state = self.folder.clone();
        let settings = Settings { effort: Effort::Quick, threads: 1, memory: MEMORY, state };
        let checked = run(&claims, &settings, audience)?.checked;
        let report = Report::new(&checked).with_effort(Effort::Quick).html();
        Ok(Found { view: text::view(&checked), report })
    }
}

/// `GET /api/claims`
pub(crate) async fn claims(State(state): State<Shared>) -> Result<Response, Problem> {
    Ok(match state.claims.found()? {
        Some(found) => Json(&found.view).into_response(),
        None => state.claims.waiting(),
    })
}

/// The content security policy of the report, which has its styles inside and no scripts.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// `GET /api/claims/report`
pub(crate) async fn report(State(state): State<Shared>) -> Result<Response, Problem> {
    Ok(match state.claims.found()? {
        Some(found) => {
            let headers = [
                (header::CONTENT_TYPE, "text/html; charset=utf-8"),
                (header::CONTENT_SECURITY_POLICY, POLICY),
            ];
            (headers, found.report.clone()).into_response()
        }
        None => state.claims.waiting(),
    })
}
