//! Long work: on a thread of its own, while the caller waits without holding the interpreter.
//!
//! The caller wakes up every few milliseconds to see whether Python has signals to handle (Ctrl-C) and to tell
//! how far the work is. Who wants to stop need not wait for the work to notice: it is left to wind down by itself.

use std::any::Any;
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use bouton_lab::Unread;
use bouton_lab::rules::{Limits, Watch};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert::{Count, Size};
use crate::errors;

/// How often the caller looks up while it waits.
const PULSE: Duration = Duration::from_millis(40);
/// How long work that is to stop is waited for.
const PATIENCE: Duration = Duration::from_millis(80);
/// As large as the stack of a main thread.
const STACK: usize = 8 << 20;

/// What an answer may cost, and who is told on the way.
#[derive(Default)]
pub(crate) struct Means {
    memory: Option<u64>,
    steps: Option<u64>,
    progress: Option<Py<PyAny>>,
}

impl Means {
    /// From the keyword arguments `memory`, `steps` and `progress`.
    pub(crate) fn read(given: Option<&Bound<'_, PyDict>>) -> PyResult<Means> {
        let mut means = Means::default();
        for (name, value) in given.into_iter().flat_map(|given| given.iter()) {
            let name: String = name.extract()?;
            match name.as_str() {
                "memory" => means.memory = value.extract::<Option<Size>>()?.map(|size| size.0),
                "steps" => means.steps = value.extract::<Option<Count>>()?.map(|count| count.0),
                "progress" => means.progress = value.extract()?,
                _ => {
                    let problem = format!("there is no keyword argument '{name}'");
                    return Err(PyTypeError::new_err(problem));
                }
            }
        }
        Ok(means)
    }

    fn check(&self, py: Python<'_>) -> PyResult<()> {
        match &self.progress {
            Some(object) if !object.bind(py).is_callable() => {
                Err(PyTypeError::new_err("progress is called with two numbers, done and total"))
            }
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

    fn tell(&self, py: Python<'_>, counter: &Counter) -> PyResult<()> {
        py.check_signals()?;
        let Some(callable) = &self.progress else { return Ok(()) };
        let (done, total) = counter.read();
        callable.call1(py, (done, total)).map(|_| ())
    }
}

/// How far the work is, and whether it is to stop.
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

/// What came of the work: an answer, a refusal, or the words of a panic.
type Came<T> = Result<Result<T, Unread>, String>;

/// Does the work within its limits, and waits for it.
pub(crate) fn run<T, E, W>(py: Python<'_>, means: &Means, work: W) -> PyResult<T>
where
    T: Send + 'static,
    E: Into<Unread>,
    W: FnOnce(&Limits) -> Result<T, E> + Send + 'static,
{
    means.check(py)?;
    let counter = Arc::new(Counter::default());
    let limits = means.limits(Arc::clone(&counter) as Arc<dyn Watch>);
    let (tell, told) = sync_channel::<Came<T>>(1);
    let job = move || {
        let came = panic::catch_unwind(AssertUnwindSafe(|| work(&limits).map_err(Into::into)));
        // Nobody may be waiting any more.
        let _ = tell.send(came.map_err(|panic| words(&*panic)));
    };
    let thread = thread::Builder::new().name("bouton".to_owned()).stack_size(STACK);
    thread.spawn(job).map_err(|error| errors::internal(py, &error.to_string()))?;
    wait(py, means, &counter, told)
}

fn wait<T: Send>(
    py: Python<'_>,
    means: &Means,
    counter: &Counter,
    mut told: Receiver<Came<T>>,
) -> PyResult<T> {
    loop {
        let came;
        (came, told) = py.detach(move || (told.recv_timeout(PULSE), told));
        match came {
            Ok(Ok(found)) => return found.map_err(|unread| errors::unread(py, unread)),
            Ok(Err(panic)) => return Err(errors::internal(py, &panic)),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(errors::internal(py, "the work ended without a result"));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Err(raised) = means.tell(py, counter) {
            counter.stop.store(true, Ordering::Relaxed);
            py.detach(move || drop(told.recv_timeout(PATIENCE)));
            return Err(raised);
        }
    }
}

thread_local! {
    /// Where this thread panicked last.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// A panic is told by the exception that it becomes; nothing is printed.
pub(crate) fn keep_panics_quiet() {
    panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        PLACE.with(|kept| kept.replace(place));
    }));
}

/// Panics, so that the tests see what becomes of it.
///
/// -> None
#[pyfunction]
pub(crate) fn _stumble(py: Python<'_>, words: String) -> PyResult<()> {
    run(py, &Means::default(), move |_| -> Result<(), Unread> { panic!("{words}") })
}

fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    let text = text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
    let place = PLACE.with(|place| place.borrow().clone());
    format!("{} ({place})", text.unwrap_or_else(|| "a panic".to_owned()))
}
