//! Runs long work on a thread of its own, while the caller waits without holding the interpreter.
//!
//! The caller wakes up every few milliseconds to handle Python's signals (Ctrl-C) and to report the progress. After
//! Ctrl-C it does not wait for the work to notice: the thread ends by itself a little later.

use std::any::Any;
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use bouton_lab::ReadError;
use bouton_lab::rules::{Limits, Watch};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert::{Count, Size};
use crate::errors;

/// How often the caller wakes up while it waits.
const PULSE: Duration = Duration::from_millis(40);
/// How long to wait for work that was asked to stop.
const PATIENCE: Duration = Duration::from_millis(80);
/// The stack size of the thread, that of a main thread.
const STACK: usize = 8 << 20;

/// The limits of an answer, and the callback for progress.
#[derive(Default)]
pub(crate) struct WorkOptions {
    memory: Option<u64>,
    steps: Option<u64>,
    progress: Option<Py<PyAny>>,
}

impl WorkOptions {
    /// Reads the keyword arguments `memory`, `steps` and `progress`.
    pub(crate) fn read(given: Option<&Bound<'_, PyDict>>) -> PyResult<WorkOptions> {
        let mut work_options = WorkOptions::default();
        for (name, value) in given.into_iter().flat_map(|given| given.iter()) {
            let name: String = name.extract()?;
            match name.as_str() {
                "memory" => {
                    work_options.memory = value.extract::<Option<Size>>()?.map(|size| size.0)
                }
                "steps" => {
                    work_options.steps = value.extract::<Option<Count>>()?.map(|count| count.0)
                }
                "progress" => work_options.progress = value.extract()?,
                _ => {
                    let problem = format!("unknown keyword argument '{name}'");
                    return Err(PyTypeError::new_err(problem));
                }
            }
        }
        Ok(work_options)
    }

    fn check(&self, py: Python<'_>) -> PyResult<()> {
        match &self.progress {
            Some(object) if !object.bind(py).is_callable() => Err(PyTypeError::new_err(
                "progress must be a function of two numbers, done and total",
            )),
            _ => Ok(()),
        }
    }

    fn limits(&self, watch: Arc<dyn Watch>) -> Limits {
        let usual = Limits::default();
        Limits {
            memory: self.memory.unwrap_or(usual.memory),
            steps: self.steps.unwrap_or(usual.steps),
            watch,
        }
    }

    fn report(&self, py: Python<'_>, counter: &Counter) -> PyResult<()> {
        py.check_signals()?;
        let Some(callable) = &self.progress else { return Ok(()) };
        let (done, total) = counter.read();
        callable.call1(py, (done, total)).map(|_| ())
    }
}

/// The progress of the work, and whether it must stop.
#[derive(Default)]
struct Counter {
    done: AtomicU64,
    total: AtomicU64,
    stop: AtomicBool,
}

impl Counter {
    fn read(&self) -> (u64, u64) {
        (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed))
    }
}

impl Watch for Counter {
    fn progress(&self, done: u64, total: u64) -> ControlFlow<()> {
        self.done.store(done, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
        match self.stop.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// The result of the work: an answer, a refusal, or the message of a panic.
type WorkResult<T> = Result<Result<T, ReadError>, String>;

/// Does the work within its limits, and waits for it.
pub(crate) fn run<T, E, W>(py: Python<'_>, work_options: &WorkOptions, work: W) -> PyResult<T>
where
    T: Send + 'static,
    E: Into<ReadError>,
    W: FnOnce(&Limits) -> Result<T, E> + Send + 'static,
{
    work_options.check(py)?;
    let counter = Arc::new(Counter::default());
    let limits = work_options.limits(Arc::clone(&counter) as Arc<dyn Watch>);
    let (sender, receiver) = sync_channel::<WorkResult<T>>(1);
    let job = move || {
        let came = panic::catch_unwind(AssertUnwindSafe(|| work(&limits).map_err(Into::into)));
        // The caller may have gone.
        let _ = sender.send(came.map_err(|panic| words(&*panic)));
    };
    let thread = thread::Builder::new().name("bouton".to_owned()).stack_size(STACK);
    thread.spawn(job).map_err(|error| errors::internal(py, &error.to_string()))?;
    wait(py, work_options, &counter, receiver)
}

fn wait<T: Send>(
    py: Python<'_>,
    work_options: &WorkOptions,
    counter: &Counter,
    mut receiver: Receiver<WorkResult<T>>,
) -> PyResult<T> {
    loop {
        let came;
        (came, receiver) = py.detach(move || (receiver.recv_timeout(PULSE), receiver));
        match came {
            Ok(Ok(found)) => return found.map_err(|unread| errors::unread(py, unread)),
            Ok(Err(panic)) => return Err(errors::internal(py, &panic)),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(errors::internal(py, "the work ended without a result"));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Err(raised) = work_options.report(py, counter) {
            counter.stop.store(true, Ordering::Relaxed);
            py.detach(move || drop(receiver.recv_timeout(PATIENCE)));
            return Err(raised);
        }
    }
}

thread_local! {
    /// Where this thread panicked last.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Silences the panic message: the exception that a panic becomes carries it.
pub(crate) fn keep_panics_quiet() {
    panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        PLACE.with(|kept| kept.replace(place));
    }));
}

/// Panics, so that the tests can see the resulting exception.
///
/// -> None
#[pyfunction]
pub(crate) fn _stumble(py: Python<'_>, words: String) -> PyResult<()> {
    run(py, &WorkOptions::default(), move |_| -> Result<(), ReadError> { panic!("{words}") })
}

fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    let text = text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
    let place = PLACE.with(|place| place.borrow().clone());
    format!("{} ({place})", text.unwrap_or_else(|| "a panic".to_owned()))
}
