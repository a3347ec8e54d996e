//! Connections: who is let in, how slow they may be, and how the server ends.

use std::future::Future;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use bouton_lab::rules::Refusal;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Semaphore, oneshot};
use tokio_io_timeout::TimeoutStream;

use crate::guests::Guests;
use crate::router::router;
use crate::settings::Settings;
use crate::state::{Shared, State};

/// A server at work; it ends when this is dropped.
pub struct Running {
    address: SocketAddr,
    url: String,
    url_for_others: Option<String>,
    stop: Option<oneshot::Sender<()>>,
    runtime: Option<Runtime>,
    done: Option<tokio::task::JoinHandle<()>>,
}

/// Connections at a time; more wait until they are accepted.
const MOST_CONNECTIONS: usize = 256;
/// How long requests that are being answered may take once the server is asked to end.
const GRACE: Duration = Duration::from_secs(3);
/// The largest head of a request.
const LARGEST_HEAD: usize = 32 << 10;

/// Starts a server in the background.
pub fn start(settings: Settings) -> Result<Running, Refusal> {
    let wanted = SocketAddr::new(settings.address()?, settings.port);
    let failed = |error: std::io::Error| {
        let help = "choose another with --port, or end what uses it";
        Refusal::bad(format!("the port {} cannot be used: {error}", settings.port), help)
    };
    let listener = std::net::TcpListener::bind(wanted).map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    let token = settings.token.as_ref().map(|token| format!("?token={token}")).unwrap_or_default();
    let shown = if address.ip().is_unspecified() { loopback(address) } else { address };
    let url = format!("http://{shown}/{token}");
    let outward = outward().filter(|_| address.ip().is_unspecified());
    let url_for_others =
        outward.map(|ip| format!("http://{}/{token}", SocketAddr::new(ip, address.port())));
    let state = State::new(settings.clone(), address);
    let runtime = Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(state.pool.threads() + 2)
        .enable_all()
        .build()
        .map_err(failed)?;
    let (stop, stopped) = oneshot::channel();
    let done = runtime.spawn(async move {
        if let Ok(listener) = TcpListener::from_std(listener) {
            accept(listener, state, stopped).await;
        }
    });
    let (stop, runtime, done) = (Some(stop), Some(runtime), Some(done));
    Ok(Running { address, url, url_for_others, stop, runtime, done })
}

/// The address of this machine in its network, if it has one. Nothing is sent: the socket is only told where it would
/// send to, and the address there is one that nobody has.
fn outward() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let found = socket.local_addr().ok()?.ip();
    (!found.is_loopback() && !found.is_unspecified()).then_some(found)
}

fn loopback(address: SocketAddr) -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], address.port()))
}

/// Runs a server until Ctrl-C. `ready` is told when it listens.
pub fn serve(settings: Settings, ready: impl FnOnce(&Running)) -> Result<(), Refusal> {
    let mut running = start(settings)?;
    ready(&running);
    if let Some(runtime) = &running.runtime {
        runtime.block_on(asked_to_end());
    }
    running.stop();
    Ok(())
}

/// Ctrl-C, or the signal by which other programs end this one.
#[cfg(unix)]
async fn asked_to_end() {
    use tokio::signal::unix::{SignalKind, signal};
    let interrupted = tokio::signal::ctrl_c();
    match signal(SignalKind::terminate()) {
        Ok(mut terminated) => tokio::select! {
            _ = interrupted => {}
            _ = terminated.recv() => {}
        },
        Err(_) => drop(interrupted.await),
    }
}

#[cfg(not(unix))]
async fn asked_to_end() {
    drop(tokio::signal::ctrl_c().await);
}

impl Running {
    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of the page, with the token if there is one.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The address of the page for other machines, where it listens for them at all of this machine's addresses.
    #[must_use]
    pub fn url_for_others(&self) -> Option<&str> {
        self.url_for_others.as_deref()
    }

    /// Takes no more requests, lets those that are being answered finish soon, and ends.
    pub fn stop(&mut self) {
        if let Some(stop) = self.stop.take() {
            // If nobody listens any more, the server has ended already.
            let _ = stop.send(());
        }
        if let (Some(runtime), Some(done)) = (self.runtime.take(), self.done.take()) {
            let _ = runtime.block_on(tokio_timeout(GRACE + Duration::from_secs(1), done));
            runtime.shutdown_timeout(Duration::from_secs(1));
        }
    }
}

async fn tokio_timeout<F: Future>(time: Duration, future: F) -> Option<F::Output> {
    tokio::time::timeout(time, future).await.ok()
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
    }
}

async fn accept(listener: TcpListener, state: Shared, stopped: oneshot::Receiver<()>) {
    let graceful = GracefulShutdown::new();
    let router = router(&state);
    let room = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let guests = Guests::default();
    let mut stopped = pin!(stopped);
    loop {
        let place = Arc::clone(&room).acquire_owned();
        let next = async {
            let place = place.await;
            (listener.accept().await, place)
        };
        tokio::select! {
            (accepted, place) = next => match accepted {
                Ok((stream, from)) => {
                    let Some(guest) = guests.admit(from.ip()) else { continue };
                    let connection = connection(stream, router.clone(), &state);
                    let watched = graceful.watch(connection);
                    tokio::spawn(async move {
                        // A client that breaks off, or is too slow, is nobody's mistake here.
                        let _ = watched.await;
                        drop((place, guest));
                    });
                }
                // Too many open files, most likely: some will be closed soon.
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            },
            _ = &mut stopped => break,
        }
    }
    drop(listener);
    state.pool.stop();
    tokio_timeout(GRACE, graceful.shutdown()).await;
}

type Connection = http1::Connection<
    TokioIo<std::pin::Pin<Box<TimeoutStream<TcpStream>>>>,
    TowerToHyperService<Router>,
>;

/// Whoever sends the head of a request too slowly is cut off, and so is who does not take the answer.
fn connection(stream: TcpStream, router: Router, state: &Shared) -> Connection {
    // Small answers shall not wait for more to send.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(state.settings.patience));
    let service = TowerToHyperService::new(router);
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(state.settings.patience)
        .max_buf_size(LARGEST_HEAD)
        .serve_connection(TokioIo::new(Box::pin(stream)), service)
}
