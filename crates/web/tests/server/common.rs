//! A server for a test, and a client that says exactly what it is told to say.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bouton_web::{RunningServer, Settings, start};
use serde_json::Value;

/// A server on a free port; its censuses lie in a folder that goes with it.
pub(crate) struct Server {
    running: RunningServer,
    folder: PathBuf,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Server {
    pub(crate) fn new() -> Server {
        Server::with(Settings::default())
    }

    pub(crate) fn with(settings: Settings) -> Server {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("bouton-web-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let settings = Settings { port: 0, census_dir: folder.clone(), ..settings };
        Server { running: start(settings).unwrap(), folder }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.running.address()
    }

    pub(crate) fn stop(&mut self) {
        self.running.stop();
    }

    /// The folder of the censuses.
    pub(crate) fn folder(&self) -> &PathBuf {
        &self.folder
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address()).unwrap();
        // Long enough for the slowest machine: only what never comes takes longer.
        stream.set_read_timeout(Some(Duration::from_secs(600))).unwrap();
        stream
    }

    /// Sends these bytes and reads all that comes back. HOST stands for the server's name.
    pub(crate) fn raw(&self, request: &[u8]) -> Reply {
        let mut stream = self.connect();
        // A server that has heard enough may close before all is sent.
        let _ = stream.write_all(request);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        Reply::parse(&bytes)
    }

    /// A request with these lines of headers.
    pub(crate) fn send(&self, method: &str, path: &str, headers: &[&str], body: &[u8]) -> Reply {
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|line| line.to_lowercase().starts_with("host:")) {
            head += &format!("Host: {}\r\n", self.address());
        }
        for line in headers {
            head += &format!("{line}\r\n");
        }
        if !body.is_empty() || method == "POST" {
            head += &format!("Content-Length: {}\r\n", body.len());
        }
        self.raw(&[head.as_bytes(), b"\r\n", body].concat())
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.send("GET", path, &[], b"")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Reply {
        self.send("POST", path, &["Content-Type: application/json"], body.to_string().as_bytes())
    }

    /// The answer to a question that is in order.
    pub(crate) fn ask(&self, path: &str, body: Value) -> Value {
        let reply = self.post(path, &body);
        assert_eq!(reply.status, 200, "{path} {body}: {}", reply.text());
        reply.json()
    }

    /// The problem with a question.
    pub(crate) fn refused(&self, path: &str, body: Value) -> (u16, Value) {
        let reply = self.post(path, &body);
        assert!((400..500).contains(&reply.status), "{path} {body}: {}", reply.text());
        let view = reply.json();
        assert!(view["error"].is_string() && view["help"].is_string(), "{view}");
        (reply.status, view)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.running.stop();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Reply {
    fn parse(bytes: &[u8]) -> Reply {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
        let (head, body) = end.map_or((bytes, &[][..]), |end| (&bytes[..end], &bytes[end + 4..]));
        let head = String::from_utf8_lossy(head).into_owned();
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        let is_chunked = head.to_lowercase().contains("transfer-encoding: chunked");
        let body = if is_chunked { joined(body) } else { body.to_vec() };
        Reply { status, head, body }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}\n{}", self.head, self.text()))
    }
}

/// The chunks of a body, put together.
fn joined(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = body.windows(2).position(|two| two == b"\r\n") {
        let size = usize::from_str_radix(&String::from_utf8_lossy(&body[..end]), 16).unwrap();
        let chunk = &body[end + 2..];
        whole.extend(&chunk[..size.min(chunk.len())]);
        body = chunk.get(size + 2..).unwrap_or_default();
    }
    whole
}
