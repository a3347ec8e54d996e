//! Starts, watches and stops censuses. Each is a folder within one folder and runs in the background; clients read its
//! progress from a stream of events.

use std::collections::HashMap;
use std::convert::Infallible;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use bouton_lab::ask::{CensusFamily, CensusSummary};
use bouton_lab::census::{self, FAMILIES, Plan, Request, Settings};
use bouton_lab::render;
use bouton_lab::rules::{Refusal, Watch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::sync::{Semaphore, watch};
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

use super::Viewed;
use super::asked::{Asked, Named};
use super::pool::Weight;
use super::state::Shared;
use crate::problem::Problem;
use crate::problem::help_here;

/// The folder of all censuses, and those that are running.
pub(crate) struct Censuses {
    folder: PathBuf,
    running: Arc<Mutex<HashMap<String, Arc<Job>>>>,
    /// The last event of each census that failed.
    failed: Arc<Mutex<HashMap<String, CensusProgress>>>,
    watchers: Arc<Semaphore>,
    stopping: Arc<AtomicBool>,
}

/// A running census.
struct Job {
    news: watch::Sender<CensusProgress>,
    stop: AtomicBool,
    stopping: Arc<AtomicBool>,
    begun: Instant,
    /// How many games were done before this run, once it is known.
    before: Mutex<Option<u64>>,
    told: Mutex<Instant>,
}

/// The progress of a census. The last event has `ended` set and says how the census ended.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub(crate) struct CensusProgress {
    /// Games that are done.
    done: u64,
    /// Games in all.
    total: u64,
    /// Games per second.
    #[serde(skip_serializing_if = "Option::is_none")]
    rate: Option<f64>,
    /// Estimated seconds left.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_seconds: Option<f64>,
    /// Has the census ended?
    #[serde(default, skip_serializing_if = "is_false")]
    ended: bool,
    /// Was the census stopped by a request?
    #[serde(default, skip_serializing_if = "is_false")]
    stopped: bool,
    /// Why the census failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// What to do about the failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
    /// What was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<CensusSummary>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference over")]
fn is_false(flag: &bool) -> bool {
    !*flag
}

/// The most censuses that run at a time.
const MOST_RUNNING: usize = 1;
/// The most failures that are remembered, and the most connections that may watch.
const MOST_FAILED: usize = 64;
const MOST_WATCHERS: usize = 32;
/// Larger censuses, and longer searches for periods, are for the command line.
const MOST_GAMES: u128 = 1 << 27;
const LONGEST_SEARCH: u64 = 1 << 20;
/// The time between two events.
const INTERVAL: Duration = Duration::from_millis(250);

impl Censuses {
    pub(crate) fn new(folder: PathBuf, stopping: Arc<AtomicBool>) -> Censuses {
        let watchers = Arc::new(Semaphore::new(MOST_WATCHERS));
        Censuses { folder, running: Arc::default(), failed: Arc::default(), watchers, stopping }
    }

    fn job(&self, id: &str) -> Option<Arc<Job>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    /// The folder of a census; a name cannot lead outside of the censuses' folder.
    fn path(&self, id: &str) -> Result<PathBuf, Problem> {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        match !id.is_empty() && id.len() <= 100 && id.chars().all(plain) {
            true => Ok(self.folder.join(id)),
            false => Err(Problem::NOT_FOUND),
        }
    }

    fn existing(&self, id: &str) -> Result<PathBuf, Problem> {
        let path = self.path(id)?;
        match census::read_plan(&path) {
            Ok(_) => Ok(path),
            Err(_) => Err(Problem::NOT_FOUND),
        }
    }

    /// Starts a census, or continues it.
    fn start(&self, id: &str, plan: Plan) -> Result<(), Problem> {
        let path = self.path(id)?;
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if running.contains_key(id) {
            return Ok(());
        }
        if running.len() >= MOST_RUNNING {
            return Err(Problem::Busy);
        }
        let job = Arc::new(Job {
            news: watch::Sender::new(CensusProgress {
                total: plan.family().games(),
                ..CensusProgress::default()
            }),
            stop: AtomicBool::new(false),
            stopping: Arc::clone(&self.stopping),
            begun: Instant::now(),
            before: Mutex::default(),
            told: Mutex::new(Instant::now()),
        });
        running.insert(id.to_owned(), Arc::clone(&job));
        let (all, failed, id) =
            (Arc::clone(&self.running), Arc::clone(&self.failed), id.to_owned());
        thread::spawn(move || {
            // However it ends, another census may start.
            let end = End { all, id };
            let last = job.carry_out(&plan, &path);
            let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
            failed.remove(&end.id);
            if last.error.is_some() && failed.len() < MOST_FAILED {
                failed.insert(end.id.clone(), last);
            }
        });
        Ok(())
    }
}

/// Removes a census from the list of those that are running, when dropped.
struct End {
    all: Arc<Mutex<HashMap<String, Arc<Job>>>>,
    id: String,
}

impl Drop for End {
    fn drop(&mut self) {
        self.all.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.id);
    }
}

impl Job {
    /// Runs the census and returns its last event.
    fn carry_out(self: &Arc<Job>, plan: &Plan, path: &Path) -> CensusProgress {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        // One processor is left for questions.
        let settings = Settings { threads: (cores - 1).max(1), part: None };
        let made = census::run(plan, path, settings, Arc::clone(self) as Arc<dyn Watch>);
        let mut last = self.news.borrow().clone();
        last.ended = true;
        match made {
            Ok(report) => {
                last.done = last.total;
                last.summary = Some(render::census::view(&report, path));
            }
            Err(Refusal::Interrupted) => last.stopped = true,
            Err(refusal) => {
                last.error = Some(refusal.to_string());
                last.help = Some(help_here(&refusal));
            }
        }
        self.news.send_replace(last.clone());
        last
    }

    /// Publishes the progress; the rate counts the games of this run alone.
    fn tell(&self, done: u64, total: u64) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.elapsed() < INTERVAL {
            return;
        }
        *told = Instant::now();
        let mut before = self.before.lock().unwrap_or_else(PoisonError::into_inner);
        let made = done.saturating_sub(*before.get_or_insert(done));
        let rate = made as f64 / self.begun.elapsed().as_secs_f64().max(0.001);
        let left_seconds = (made > 0).then(|| total.saturating_sub(done) as f64 / rate);
        let rate = Some(rate);
        self.news.send_replace(CensusProgress {
            done,
            total,
            rate,
            left_seconds,
            ..CensusProgress::default()
        });
    }
}

impl Watch for Job {
    fn progress(&self, done: u64, total: u64) -> ControlFlow<()> {
        self.tell(done, total);
        match self.stop.load(Ordering::Relaxed) || self.stopping.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// The censuses of this server, and the families that a census can cover.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct CensusList {
    /// The censuses.
    censuses: Vec<CensusEntry>,
    /// The families.
    families: &'static [CensusFamily],
}

/// A census on this server.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct CensusEntry {
    /// The name of its folder.
    id: String,
    /// The family.
    family: String,
    /// The command that makes this census.
    command: String,
    /// The number of games.
    games: u64,
    /// The number of shards.
    shards: u64,
    /// Is it running?
    running: bool,
}

/// `GET /api/census`
pub(crate) async fn censuses(State(state): State<Shared>) -> Viewed<CensusList> {
    let found = state.pool.run(Weight::quick("", "censuses"), {
        let folder = state.censuses.folder.clone();
        move |_| Ok(plans(&folder))
    });
    let entry = |(id, plan): (String, Plan)| CensusEntry {
        family: plan.family().name().to_owned(),
        command: plan.command(),
        games: plan.family().games(),
        shards: plan.shards(),
        running: state.censuses.job(&id).is_some(),
        id,
    };
    let censuses = found.await?.into_iter().map(entry).collect();
    Ok(Json(CensusList { censuses, families: FAMILIES }))
}

/// The names and plans of the folders that hold a plan, by name.
fn plans(folder: &Path) -> Vec<(String, Plan)> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut plans: Vec<(String, Plan)> = entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let plan = census::read_plan(&entry.path()).ok()?;
            Some((entry.file_name().into_string().ok()?, plan))
        })
        .collect();
    plans.sort_by(|(one, _), (other, _)| one.cmp(other));
    plans
}

/// A new census by its family, or an existing one by its name.
#[derive(Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    /// The name of an existing census; then no other field is allowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    /// The family.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    family: Option<String>,
    /// The least element of every set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    min: Option<u32>,
    /// The largest element that a set may have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max: Option<u32>,
    /// Who wins the smallest heaps, such as LN.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    labels: Option<String>,
    /// Digits after the point of a code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    digits: Option<u32>,
    /// How many vectors a set may have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    vectors: Option<u32>,
    /// The number of terms in which a period is searched for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to: Option<u64>,
}

impl Wanted {
    /// A small census.
    pub(crate) fn examples() -> Vec<Wanted> {
        let family = FAMILIES.iter().find(|family| family.fields.len() == 1);
        let family = family.map(|family| family.name.to_owned());
        vec![Wanted { family, max: Some(6), ..Wanted::default() }]
    }
}

/// The name of a census.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Started {
    /// The folder of the census.
    id: String,
}

/// What a census found, and whether it is running.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct CensusPage {
    /// What was found.
    #[serde(flatten)]
    summary: CensusSummary,
    /// The folder of the census.
    id: String,
    /// Is it running?
    running: bool,
}

/// `POST /api/census`
pub(crate) async fn start_census(
    State(state): State<Shared>,
    Asked(asked): Asked<Wanted>,
) -> Result<Response, Problem> {
    let (id, plan) = match &asked.id {
        Some(id) => (id.clone(), census::read_plan(&state.censuses.existing(id)?)?),
        None => {
            let plan = plan(&asked)?;
            (name(&plan), plan)
        }
    };
    state.censuses.start(&id, plan)?;
    Ok((StatusCode::ACCEPTED, Json(Started { id })).into_response())
}

/// The plan of a census of a named family; a family in a file is for the command line.
fn plan(asked: &Wanted) -> Result<Plan, Problem> {
    let names = || FAMILIES.iter().map(|family| family.name).collect::<Vec<_>>().join(", ");
    let family = asked.family.clone().unwrap_or_default();
    if !FAMILIES.iter().any(|known| known.name == family) {
        return Err(Problem::bad(
            format!("unknown family `{}`", family.escape_debug()),
            format!("the families are {}", names()),
        ));
    }
    let Wanted { min, max, digits, vectors, to, .. } = *asked;
    let labels = asked.labels.clone();
    let request = Request { family, min, max, labels, digits, vectors, to, over: None };
    let plan = Plan::new(census::family(&request)?, None)?;
    if u128::from(plan.family().games()) > MOST_GAMES || to.is_some_and(|to| to > LONGEST_SEARCH) {
        return Err(Problem::bad(
            format!("a census from the page may have at most {MOST_GAMES} games"),
            format!(
                "choose smaller numbers; a search for periods may have at most {LONGEST_SEARCH} terms"
            ),
        ));
    }
    Ok(plan)
}

/// The name of a census's folder: `subtraction-max-12` for `bouton census subtraction --max 12`.
fn name(plan: &Plan) -> String {
    let command = plan.command();
    let words = command.split_whitespace().skip(2).map(|word| word.trim_start_matches('-'));
    let plain = |word: &str| word.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    words.map(plain).collect::<Vec<_>>().join("-")
}

/// `GET /api/census/{id}`
pub(crate) async fn census(State(state): State<Shared>, Named(id): Named) -> Viewed<CensusPage> {
    let path = state.censuses.existing(&id)?;
    let running = state.censuses.job(&id);
    let found = state.pool.run(Weight::quick("", ("census", &id)), move |budget| {
        let report = census::summary(&path, budget.limits().watch)?;
        Ok(render::census::view(&report, &path))
    });
    let (summary, running) = (found.await?, running.is_some());
    Ok(Json(CensusPage { summary, id, running }))
}

/// `GET /api/census/{id}/events`: its progress until it ends; if it is not running, its summary.
pub(crate) async fn census_events(
    State(state): State<Shared>,
    Named(id): Named,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let watchers = Arc::clone(&state.censuses.watchers);
    let place = watchers.try_acquire_owned().map_err(|_| Problem::Busy)?;
    let news = match state.censuses.job(&id) {
        Some(job) => job.news.subscribe(),
        None => watch::Sender::new(at_rest(&state, &id).await?).subscribe(),
    };
    let mut ended = false;
    let until_end = WatchStream::new(news).take_while(move |news| {
        let _place = &place;
        let goes_on = !ended;
        ended = news.ended;
        goes_on
    });
    let event = |news: CensusProgress| serde_json::to_string(&news).unwrap_or_default();
    let events = until_end.map(move |news| Ok(Event::default().data(event(news))));
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

/// The event for a census that is not running: why it failed, or what it holds.
async fn at_rest(state: &Shared, id: &str) -> Result<CensusProgress, Problem> {
    let failed =
        state.censuses.failed.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned();
    if let Some(last) = failed {
        return Ok(last);
    }
    let path = state.censuses.existing(id)?;
    let found = state.pool.run(Weight::quick("", ("census", id)), move |budget| {
        let report = census::summary(&path, budget.limits().watch)?;
        Ok(CensusProgress {
            done: report.tally.games,
            total: report.plan.family().games(),
            ended: true,
            summary: Some(render::census::view(&report, &path)),
            ..CensusProgress::default()
        })
    });
    found.await
}

/// `POST /api/census/{id}/stop`: finished parts are kept.
pub(crate) async fn stop_census(State(state): State<Shared>, Named(id): Named) -> Viewed<Started> {
    match state.censuses.job(&id) {
        Some(job) => job.stop.store(true, Ordering::Relaxed),
        None => {
            state.censuses.existing(&id)?;
        }
    }
    Ok(Json(Started { id }))
}
