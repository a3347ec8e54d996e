//! A class: forty browsers behind one address, a page for whoever lacks the token, and compressed responses.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::Barrier;
use std::time::Duration;

use crate::common::Server;
use bouton_web::Settings;
use serde_json::{Value, json};

const TOKEN: &str = "abcd-efgh-ijkm-npqr";

fn class() -> Server {
    // Nobody is cut off, however slow the machine: this is not about slow clients.
    let (token, patience) = (Some(TOKEN.to_owned()), Duration::from_secs(600));
    Server::with(Settings { is_class: true, token, patience, ..Settings::default() })
}

/// A connection that is kept open, as browsers do.
struct Kept<'a> {
    server: &'a Server,
    stream: BufReader<TcpStream>,
}

impl Kept<'_> {
    fn new(server: &Server) -> Kept<'_> {
        Kept { server, stream: BufReader::new(server.connect()) }
    }

    /// The status and the body of the response.
    fn send(&mut self, method: &str, path: &str, body: &str) -> (u16, Vec<u8>) {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nCookie: bouton-token={TOKEN}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.server.address(),
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes()).unwrap();
        let (mut status, mut length, mut line) = (0, 0, String::new());
        while self.stream.read_line(&mut line).unwrap() > 2 {
            if let Some(code) = line.strip_prefix("HTTP/1.1 ") {
                status = code[..3].parse().unwrap();
            }
            if let Some(count) = line.to_lowercase().strip_prefix("content-length: ") {
                length = count.trim().parse().unwrap();
            }
            line.clear();
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).unwrap();
        (status, body)
    }
}

/// Forty browsers keep six connections each, load the page, and play; everybody is answered.
#[test]
fn forty_browsers_are_served_at_once() {
    const BROWSERS: usize = 40;
    let server = class();
    let all_are_connected = Barrier::new(BROWSERS);
    let page = server.send("GET", "/", &[&format!("Cookie: bouton-token={TOKEN}")], b"").text();
    let files: Vec<&str> =
        page.split('"').filter(|part| part.ends_with(".js") || part.ends_with(".css")).collect();
    assert!(files.len() > 6, "{files:?}");
    std::thread::scope(|scope| {
        for browser in 0..BROWSERS as u32 {
            let (server, all_are_connected, files) = (&server, &all_are_connected, &files);
            scope.spawn(move || {
                let mut kept: Vec<Kept> = (0..6).map(|_| Kept::new(server)).collect();
                for one in &mut kept {
                    assert_eq!(one.send("GET", "/", "").0, 200);
                }
                all_are_connected.wait();
                for (at, file) in files.iter().enumerate() {
                    let (status, body) = kept[at % 6].send("GET", &format!("/{file}"), "");
                    assert_eq!((status, body.is_empty()), (200, false), "{file}");
                }
                let heaps = [browser % 7 + 1, 2, 3];
                let asked = json!({ "game": "nim", "position": heaps }).to_string();
                for (at, path) in ["/api/play", "/api/hint", "/api/solve"].iter().enumerate() {
                    let (status, body) = kept[at].send("POST", path, &asked);
                    assert_eq!(status, 200, "{path}: {}", String::from_utf8_lossy(&body));
                }
                let (_, hint) = kept[5].send("POST", "/api/hint", &asked);
                let hint: Value = serde_json::from_slice(&hint).unwrap();
                // Bouton's theorem: the player to move loses exactly if the nim-sum is zero.
                assert_eq!(hint["wins"], heaps[0] ^ heaps[1] ^ heaps[2] != 0, "{heaps:?}");
            });
        }
    });
}

/// Whoever lacks the token gets a page with a form, which may be sent to this server alone; what the page is drawn
/// with is open, and nothing else.
#[test]
fn without_the_token_there_is_a_form() {
    let server = class();
    let shown = server.send("GET", "/", &["Accept: text/html"], b"");
    assert_eq!(shown.status, 401);
    assert!(shown.text().contains("name=\"token\"") && !shown.text().contains("not the token"));
    let policy = shown.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none'") && policy.contains("form-action 'self'"));
    let wrong = server.send("GET", "/?token=abcd", &["Accept: text/html"], b"");
    assert!(wrong.status == 401 && wrong.text().contains("not the token"));
    assert!(!wrong.text().contains("abcd"), "nothing that was typed comes back");
    for (path, status) in
        [("/css/base.css", 200), ("/icon.svg", 200), ("/js/main.js", 401), ("/api/share", 401)]
    {
        assert_eq!(server.get(path).status, status, "{path}");
    }
}

/// Copied links begin with the address for others; a server that is not for a class says nothing.
#[test]
fn the_address_for_others_has_the_token() {
    let origin = Some("https://lab.example".to_owned());
    let token = Some(TOKEN.to_owned());
    for (is_class, address) in
        [(true, json!(format!("https://lab.example/?token={TOKEN}"))), (false, Value::Null)]
    {
        let (origin, token) = (origin.clone(), token.clone());
        let server = Server::with(Settings { is_class, origin, token, ..Settings::default() });
        let bearer = format!("Authorization: Bearer {TOKEN}");
        let told = server.send("GET", "/api/share", &[&bearer], b"").json();
        assert_eq!(told["address"], address);
    }
}

/// Behind TLS the cookie is never sent without it; on the own address of this machine it would be lost that way.
#[test]
fn behind_tls_the_cookie_is_secure() {
    let (origin, token) = (Some("https://lab.example".to_owned()), Some(TOKEN.to_owned()));
    let server = Server::with(Settings { origin, token, ..Settings::default() });
    let own = server.address().to_string();
    for (host, is_secure) in [("lab.example", true), (own.as_str(), false)] {
        let path = format!("/?token={TOKEN}");
        let welcome = server.send("GET", &path, &[&format!("Host: {host}")], b"");
        assert_eq!(welcome.status, 303, "{host}");
        let cookie = welcome.header("set-cookie").unwrap();
        assert_eq!(cookie.ends_with("; Secure"), is_secure, "{host}: {cookie}");
    }
    let bearer = format!("Authorization: Bearer {TOKEN}");
    for (origin, status) in
        [("https://lab.example", 200), ("https://other.example", 403), ("null", 403)]
    {
        let lines = [bearer.as_str(), "Host: lab.example", "Content-Type: application/json"];
        let origin = format!("Origin: {origin}");
        let lines = [&lines[..], &[origin.as_str()]].concat();
        let body = br#"{"game": "nim", "position": "3,4,6"}"#;
        assert_eq!(server.send("POST", "/api/solve", &lines, body).status, status, "{origin}");
    }
}

/// Texts are compressed for whoever can read that; pictures are compressed already.
#[test]
fn responses_are_compressed() {
    let server = Server::new();
    for (path, is_compressed) in [
        ("/js/main.js", true),
        ("/css/base.css", true),
        ("/api/games", true),
        ("/api/tile?game=wythoff&x=0&y=0&zoom=0", false),
    ] {
        let plain = server.get(path);
        assert_eq!((plain.status, plain.header("content-encoding")), (200, None), "{path}");
        let packed = server.send("GET", path, &["Accept-Encoding: gzip"], b"");
        assert_eq!(packed.status, 200);
        let coding = is_compressed.then_some("gzip");
        assert_eq!(packed.header("content-encoding"), coding, "{path}");
        assert!(!is_compressed || packed.body.len() < plain.body.len() / 2 + 200, "{path}");
        assert_eq!(packed.body.starts_with(&[0x1f, 0x8b]), is_compressed, "{path}");
    }
}
