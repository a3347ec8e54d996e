//! Starts and stops the server, and accepts connections: how many, and how slow they may be.

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
use tokio::time::timeout;
use tokio_io_timeout::TimeoutStream;

use super::guests::Guests;
use super::router::router;
use super::settings::Settings;
use super::state::{Shared, State};

/// A running server; dropping this stops it.
pub struct RunningServer {
    address: SocketAddr,
    url: String,
    url_for_others: Option<String>,
    stop: Option<oneshot::Sender<()>>,
    runtime: Option<Runtime>,
    done: Option<tokio::task::JoinHandle<()>>,
}

/// The most connections at a time; further ones wait to be accepted.
const MOST_CONNECTIONS: usize = 512;
/// How long requests in progress may take to finish once the server is asked to stop.
const GRACE: Duration = Duration::from_secs(3);
/// The largest head of a request, in bytes.
const LARGEST_HEAD: usize = 32 << 10;

/// Starts a server in the background.
pub fn start(settings: Settings) -> Result<RunningServer, Refusal> {
    let settings = settings.completed()?;
    let wanted = SocketAddr::new(settings.address()?, settings.port);
    let failed = |error: std::io::Error| {
        let help = "choose another with --port, or stop the program that uses it";
        Refusal::bad(format!("cannot listen on port {}: {error}", settings.port), help)
    };
    let listener = std::net::TcpListener::bind(wanted).map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    let token = settings.token.as_ref().map(|token| format!("?token={token}")).unwrap_or_default();
    let shown = if address.ip().is_unspecified() { loopback(address) } else { address };
    let url = format!("http://{shown}/{token}");
    let url_for_others = origin_for_others(&settings, address).map(|at| format!("{at}/{token}"));
    let shared = url_for_others.clone().filter(|_| settings.is_class);
    let state = State::new(settings.clone(), address, shared);
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
    Ok(RunningServer { address, url, url_for_others, stop, runtime, done })
}

/// How other machines reach the server: by the origin that was given, or by the address of this machine.
fn origin_for_others(settings: &Settings, address: SocketAddr) -> Option<String> {
    let own = || match address.ip() {
        ip if ip.is_unspecified() => outward(),
        ip => (!ip.is_loopback()).then_some(ip),
    };
    let plain = || own().map(|ip| format!("http://{}", SocketAddr::new(ip, address.port())));
    settings.origin.clone().or_else(plain)
}

/// The address of this machine in its network, if it has one. Nothing is sent: connecting a UDP socket only chooses
/// the outgoing address, and its destination is an address reserved for documentation.
fn outward() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let found = socket.local_addr().ok()?.ip();
    (!found.is_loopback() && !found.is_unspecified()).then_some(found)
}

fn loopback(address: SocketAddr) -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], address.port()))
}

/// Runs a server until Ctrl-C. `ready` is called once it listens.
pub fn serve(settings: Settings, ready: impl FnOnce(&RunningServer)) -> Result<(), Refusal> {
    let mut running = start(settings)?;
    ready(&running);
    if let Some(runtime) = &running.runtime {
        runtime.block_on(asked_to_end());
    }
    running.stop();
    Ok(())
}

/// Waits for Ctrl-C or for the signal by which other programs end this one.
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

impl RunningServer {
    /// The address and the port that the server listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of the page, with the token if there is one.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The address of the page for other machines, with the token, if they can reach the server.
    #[must_use]
    pub fn url_for_others(&self) -> Option<&str> {
        self.url_for_others.as_deref()
    }

    /// Stops the server: it takes no more requests, and those in progress have a few seconds to finish.
    pub fn stop(&mut self) {
        if let Some(stop) = self.stop.take() {
            // If nobody listens any more, the server has ended already.
            let _ = stop.send(());
        }
        if let (Some(runtime), Some(done)) = (self.runtime.take(), self.done.take()) {
            let patience = GRACE + Duration::from_secs(1);
            let _ = runtime.block_on(async { timeout(patience, done).await });
            runtime.shutdown_timeout(Duration::from_secs(1));
        }
    }
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        self.stop();
    }
}

async fn accept(listener: TcpListener, state: Shared, stopped: oneshot::Receiver<()>) {
    let graceful = GracefulShutdown::new();
    let router = router(&state);
    let room = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let guests = Guests::new(state.settings.is_class);
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
                        // A client that disconnects early, or is too slow, is not an error of the server.
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
    let _ = timeout(GRACE, graceful.shutdown()).await;
}

type Connection = http1::Connection<
    TokioIo<std::pin::Pin<Box<TimeoutStream<TcpStream>>>>,
    TowerToHyperService<Router>,
>;

/// Serves one connection. A client that sends the head of a request, or reads the response, too slowly is disconnected.
fn connection(stream: TcpStream, router: Router, state: &Shared) -> Connection {
    // Small responses must not wait for more data to send.
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
