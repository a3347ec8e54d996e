//! Requests that nobody of good will sends. Each gets the right 4xx, in time, and the server goes on.

use std::io::{ErrorKind, Read, Write};
use std::time::Duration;

use crate::common::Server;
use bouton_web::Settings;
use serde_json::json;

const JSON: &str = "Content-Type: application/json";

/// Is the server still there for others?
fn is_well(server: &Server) -> bool {
    let asked = json!({ "game": "nim", "position": "3,4,6" });
    server.ask("/api/solve", asked)["outcome"] == "N"
}

#[test]
fn only_our_own_names_are_answered() {
    let server = Server::new();
    let port = server.address().port();
    for (host, status) in [
        (format!("127.0.0.1:{port}"), 200),
        (format!("localhost:{port}"), 200),
        (format!("LOCALHOST:{port}"), 200),
        (format!("[::1]:{port}"), 200),
        (format!("evil.example:{port}"), 421),
        (format!("localhost.evil.example:{port}"), 421),
        (format!("10.0.0.1:{port}"), 421),
        ("localhost".to_owned(), 421),
        ("localhost:1".to_owned(), 421),
        (String::new(), 421),
    ] {
        let reply = server.send("GET", "/api/games", &[&format!("Host: {host}")], b"");
        assert_eq!(reply.status, status, "{host}");
    }
    let ours = format!("Host: 127.0.0.1:{port}");
    let two = server.send("GET", "/api/games", &[&ours, "Host: evil.example"], b"");
    assert!((400..500).contains(&two.status), "two hosts: {}", two.status);
    let none = server.raw(b"GET /api/games HTTP/1.0\r\n\r\n");
    assert!((400..500).contains(&none.status), "no host: {}", none.status);
    let absolute = format!(
        "GET http://evil.example/api/games HTTP/1.1\r\n{ours}\r\nConnection: close\r\n\r\n"
    );
    assert_eq!(server.raw(absolute.as_bytes()).status, 421);
}

#[test]
fn pages_of_other_sites_are_refused() {
    let server = Server::new();
    let port = server.address().port();
    let ours = format!("Origin: http://127.0.0.1:{port}");
    let body = json!({ "game": "nim", "position": "3" }).to_string();
    for (line, status) in [
        (ours.as_str(), 200),
        ("Origin: http://evil.example", 403),
        ("Origin: null", 403),
        ("Origin: https://127.0.0.1", 403),
        ("Origin: http://127.0.0.1:1", 403),
        ("Sec-Fetch-Site: same-origin", 200),
        ("Sec-Fetch-Site: cross-site", 403),
        ("Sec-Fetch-Site: same-site", 403),
    ] {
        let reply = server.send("POST", "/api/solve", &[JSON, line], body.as_bytes());
        assert_eq!(reply.status, status, "{line}");
        assert_eq!(reply.header("access-control-allow-origin"), None);
    }
    let link =
        ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"];
    assert_eq!(server.send("GET", "/", &link, b"").status, 200, "a link leads here");
    assert_eq!(server.send("GET", "/api/games", &link, b"").status, 403);
    let asked = ["Origin: http://evil.example", "Access-Control-Request-Method: POST"];
    assert_eq!(server.send("OPTIONS", "/api/solve", &asked, b"").status, 403);
}

#[test]
fn pages_may_load_nothing_from_elsewhere() {
    let server = Server::new();
    for path in ["/", "/api/games", "/nowhere", "/api/nowhere"] {
        let reply = server.get(path);
        let policy = reply.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'"), "{path}: {policy}");
        assert!(!policy.contains("unsafe") && !policy.contains('*'), "{path}: {policy}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
    }
}

#[test]
fn with_a_token_nobody_else_is_let_in() {
    let token = "0123456789abcdefXYZ";
    let settings = Settings { token: Some(token.to_owned()), ..Settings::default() };
    let server = Server::with(settings);
    for (lines, status) in [
        (vec![], 401),
        (vec![format!("Authorization: Bearer {token}")], 200),
        (vec![format!("Authorization: Bearer {token}x")], 401),
        (vec!["Authorization: Bearer ".to_owned()], 401),
        (vec![format!("Authorization: {token}")], 401),
        (vec![format!("Cookie: other=1; bouton-token={token}")], 200),
        (vec!["Cookie: bouton-token=wrong".to_owned()], 401),
    ] {
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        assert_eq!(server.send("GET", "/api/games", &lines, b"").status, status, "{lines:?}");
    }
    assert_eq!(server.get("/").status, 401);
    let shown = server.send("GET", "/", &["Accept: text/html,*/*;q=0.8"], b"");
    assert_eq!(shown.status, 401, "people get a page, and no more");
    assert!(shown.text().contains("<h1>This server needs a token</h1>"), "{}", shown.text());
    let asked = server.send("GET", "/api/games", &["Accept: text/html"], b"");
    assert!(asked.json()["error"].is_string(), "questions get JSON");
    assert_eq!(server.get("/?token=wrong").status, 401);
    assert_eq!(server.get(&format!("/api/games?token={token}")).status, 401);
    let welcome = server.get(&format!("/?token={token}"));
    assert_eq!((welcome.status, welcome.header("location")), (303, Some("/")));
    let cookie = welcome.header("set-cookie").unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"));
}

/// A server with TLS in front keeps the name by which it was asked, or puts in the address that it asks itself.
#[test]
fn a_server_in_front_may_have_a_name() {
    let token = "0123456789abcdefXYZ";
    let names = vec!["games.example.org".to_owned()];
    let settings = Settings { token: Some(token.to_owned()), names, ..Settings::default() };
    let server = Server::with(settings);
    let own = server.address().to_string();
    for (host, origin, status) in [
        ("games.example.org", "https://games.example.org", 200),
        ("games.example.org:8443", "https://games.example.org:8443", 200),
        (own.as_str(), "https://games.example.org", 200),
        ("other.example.org", "https://games.example.org", 421),
        ("games.example.org.evil.org", "https://games.example.org", 421),
        ("games.example.org", "https://evil.org", 403),
        (own.as_str(), "https://games.example.org.evil.org", 403),
        (own.as_str(), "https://evil.org/games.example.org", 403),
        (own.as_str(), "null", 403),
    ] {
        let body = r#"{"game": "nim", "position": "3,4,6"}"#;
        let request = format!(
            "POST /api/solve HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nConnection: close\r\n\
             Authorization: Bearer {token}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        assert_eq!(server.raw(request.as_bytes()).status, status, "{host} {origin}");
    }
}

#[test]
fn what_is_not_a_question_gets_the_right_status() {
    let server = Server::new();
    let question = br#"{"game":"nim","position":"3"}"#;
    for (headers, body, status) in [
        (vec![], &question[..], 415),
        (vec!["Content-Type: text/plain"], &question[..], 415),
        (vec!["Content-Type: application/x-www-form-urlencoded"], &question[..], 415),
        (vec!["Content-Type: application/json; charset=utf-8"], &question[..], 200),
        (vec![JSON], b"", 400),
        (vec![JSON], b"{", 400),
        (vec![JSON], b"\xff\xfe", 400),
        (vec![JSON], b"null", 400),
        (vec![JSON], b"[]", 400),
        (vec![JSON], br#"{"game":"nim"}"#, 400),
        (vec![JSON], br#"{"game":3,"position":"3"}"#, 400),
        (vec![JSON], br#"{"game":"nim","position":"3","more":1}"#, 400),
        (vec![JSON], br#"{"game":"nim","position":{"a":1}}"#, 400),
        (vec![JSON], br#"{"game":"nim","position":[[[1]]]}"#, 400),
        (vec![JSON], br#"{"game":"nim","position":[true]}"#, 400),
        (vec![JSON], br#"{"game":"nim","position":"-1"}"#, 400),
        (vec![JSON], br#"{"game":"nim\u0000","position":"1"}"#, 400),
        (vec![JSON], br#"{"game":"","position":""}"#, 400),
    ] {
        let reply = server.send("POST", "/api/solve", &headers, body);
        assert_eq!(reply.status, status, "{headers:?} {}", String::from_utf8_lossy(body));
        if status != 200 {
            let view = reply.json();
            assert!(view["error"].is_string() && view["help"].is_string());
        }
    }
    let deep = format!(r#"{{"game":"nim","position":{}1{}}}"#, "[".repeat(5000), "]".repeat(5000));
    assert_eq!(server.send("POST", "/api/solve", &[JSON], deep.as_bytes()).status, 400);
    let large = vec![b' '; (1 << 20) + 1];
    assert_eq!(server.send("POST", "/api/solve", &[JSON], &large).status, 413);
    assert!(is_well(&server));
}

#[test]
fn addresses_lead_nowhere_else() {
    let server = Server::new();
    for path in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/etc/passwd",
        "/api",
        "/api/",
        "/api/none",
        "/api/census/..",
        "/api/census/..%2f..",
        "/api/census/.",
        "/api/census/none",
        "/api/census/none/events",
        "/api/census/%00",
        "/api/census/%ff",
        "/index.html/",
    ] {
        let reply = server.get(path);
        assert_eq!(reply.status, 404, "{path}");
    }
    assert_eq!(server.post("/api/census/none/stop", &json!({})).status, 404);
    for family in ["Cargo.toml", "/etc/passwd", "x.game", "../x", ""] {
        assert_eq!(server.refused("/api/census", json!({ "family": family })).0, 400, "{family}");
    }
    // A game is a name or a text, never a file.
    for game in ["Cargo.toml", "/etc/passwd", "../../docs/examples/nim.game"] {
        let (status, problem) =
            server.refused("/api/solve", json!({ "game": game, "position": "1" }));
        assert_eq!(status, 400);
        assert!(!problem.to_string().contains("root"), "{problem}");
    }
}

#[test]
fn what_costs_too_much_is_refused_in_time() {
    let settings = Settings { budget: Duration::from_millis(600), ..Settings::default() };
    let server = Server::with(settings);
    for (path, body) in [
        ("/api/solve", json!({ "game": "chomp", "position": "30,30,30,30,30,30,30" })),
        ("/api/solve", json!({ "game": "clobber", "position": "6x6" })),
        ("/api/play", json!({ "game": "nim", "position": "1000000000000" })),
        ("/api/sequence", json!({ "game": "nim", "to": 18446744073709551615u64 })),
        ("/api/export", json!({ "game": "kayles", "to": 1000001, "format": "csv" })),
        ("/api/value", json!({ "expression": "999999999999999999999999999 . ^" })),
        ("/api/census", json!({ "family": "octal", "digits": 4000000000u64 })),
        ("/api/census", json!({ "family": "ending-partizan", "min": 1, "max": 4000000000u64 })),
    ] {
        let reply = server.post(path, &body);
        assert!(
            [200, 400].contains(&reply.status),
            "{path} {body}: {} {}",
            reply.status,
            reply.text()
        );
    }
    assert!(is_well(&server));
}

#[test]
fn slow_clients_are_cut_off() {
    let settings = Settings { patience: Duration::from_millis(400), ..Settings::default() };
    let server = Server::with(settings);
    let host = format!("Host: {}\r\n", server.address());
    for start in [
        String::new(),
        "GET /api/ga".to_owned(),
        format!("GET /api/games HTTP/1.1\r\n{host}X-Slow: "),
        format!("POST /api/solve HTTP/1.1\r\n{host}{JSON}\r\nContent-Length: 100\r\n\r\n{{"),
    ] {
        let mut stream = server.connect();
        stream.write_all(start.as_bytes()).unwrap();
        // The server closes; who waits for that too long gives up with one of these.
        let end = stream.read_to_end(&mut Vec::new()).map_err(|error| error.kind());
        let gave_up = [Err(ErrorKind::WouldBlock), Err(ErrorKind::TimedOut)];
        assert!(!gave_up.contains(&end), "{start:?} was kept");
    }
    assert!(is_well(&server));
}

#[test]
fn malformed_heads_are_refused() {
    let server = Server::new();
    let long = format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(100_000));
    let many: String = (0..500).map(|n| format!("X-{n}: 1\r\n")).collect();
    let many = format!("GET / HTTP/1.1\r\nHost: {}\r\n{many}\r\n", server.address());
    for request in [
        "\r\n\r\n\r\n",
        "nonsense\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nxyz",
        "\u{16}\u{3}\u{1}",
        &long,
        &many,
    ] {
        let mut stream = server.connect();
        let _ = stream.write_all(request.as_bytes());
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.starts_with("HTTP/1.1 2") && !text.starts_with("HTTP/1.1 5"), "{text}");
    }
    assert!(is_well(&server));
}

/// Expensive questions from many clients leave room for cheap ones.
#[test]
fn cheap_questions_get_through() {
    let settings = Settings { budget: Duration::from_secs(1), ..Settings::default() };
    let server = Server::with(settings);
    std::thread::scope(|scope| {
        for client in 0..16u32 {
            let server = &server;
            scope.spawn(move || {
                for round in 0..3u32 {
                    let position = format!("9,9,9,8,8,8,{},{round}", client % 8);
                    let asked = json!({ "game": "chomp", "position": position });
                    let reply = server.post("/api/solve", &asked);
                    assert!([200, 400, 503].contains(&reply.status), "{}", reply.status);
                    if reply.status == 503 {
                        assert!(reply.header("retry-after").is_some());
                    }
                }
            });
        }
        for _ in 0..40 {
            assert!(is_well(&server));
        }
    });
}

#[test]
fn the_server_ends_when_it_is_asked_to() {
    let mut server = Server::new();
    let address = server.address();
    // A connection that is kept open and says nothing does not hold it up.
    let _idle = server.connect();
    server.stop();
    assert!(std::net::TcpStream::connect(address).is_err());
}

/// Each of these once took gigabytes, or minutes.
#[test]
fn what_grows_without_bound_is_refused() {
    let server = Server::new();
    let games = |count: usize| vec!["nim"; count].join("+");
    let heaps = |count: usize| vec!["20"; count].join(";");
    let sum = json!({ "game": games(65), "position": heaps(65) });
    for path in ["/api/play", "/api/reply", "/api/solve", "/api/hint"] {
        assert_eq!(server.refused(path, sum.clone()).0, 400, "{path}");
    }
    let many = vec!["100"; 200].join(",");
    assert_eq!(server.refused("/api/play", json!({ "game": "nim", "position": many })).0, 400);
    let cycles: String = (0..10_001).map(|n| format!("a{n} b{n}\nb{n} a{n}\n")).collect();
    let (status, problem) = server.refused("/api/graph", json!({ "text": cycles, "list": 1000 }));
    assert_eq!(status, 400);
    assert!(problem["error"].as_str().unwrap().contains("20002 vertices"), "{problem}");
    let long = vec!["1"; 10_000].join("+");
    assert_eq!(server.refused("/api/value", json!({ "expression": long })).0, 400);
    assert_eq!(server.refused("/api/value", json!({ "expression": "1", "with": long })).0, 400);
    let census = json!({ "family": "ending-partizan", "min": 1, "max": 40 });
    assert_eq!(server.refused("/api/census", census).0, 400);
    let far = server.get("/api/overlay?game=nimrod&x0=0&x1=1&y0=0&y1=1000000000000000000");
    assert_eq!(far.status, 200, "{}", far.text());
    assert!(is_well(&server));
}

/// Lists in answers have an end, and tell how long they would be.
#[test]
fn long_lists_are_counted() {
    let server = Server::new();
    let solved = server.ask("/api/solve", json!({ "game": "octal:0.7", "position": "1,1" }));
    assert!(solved.get("winning_moves_count").is_none());
    let pairs: String = (0..400).map(|n| format!("a{n} b{n}\nb{n} a{n}\n")).collect();
    let found = server.ask("/api/graph", json!({ "text": pairs, "list": 1000 }));
    assert_eq!(found["list"].as_array().unwrap().len(), 250, "of 800 vertices each");
}

#[test]
fn who_may_not_ask_is_not_kept_waiting() {
    let token = "0123456789abcdef".to_owned();
    let server = Server::with(Settings { token: Some(token), ..Settings::default() });
    let reply = server.get("/api/games");
    assert_eq!((reply.status, reply.header("connection")), (401, Some("close")));
    assert_eq!(reply.header("www-authenticate"), Some("Bearer"));
    let cookies = ["Cookie: bouton-token=wrong", "Cookie: x=1; bouton-token=0123456789abcdef"];
    assert_eq!(server.send("GET", "/api/games", &cookies, b"").status, 200);
    let bearer = ["authorization: bearer 0123456789abcdef"];
    assert_eq!(server.send("GET", "/api/games", &bearer, b"").status, 200);
}

/// The pile 2·10⁷ takes 8·10⁸ steps, which is more than half a second may have.
#[test]
fn far_tiles_are_drawn_by_asking_again() {
    let settings = Settings { budget: Duration::from_millis(500), ..Settings::default() };
    let server = Server::with(settings);
    let address = "/api/tile?game=nimrod&x=78125&y=0";
    let first = server.get(address);
    assert_eq!(first.status, 503, "{}", first.text());
    assert!(first.header("retry-after").is_some());
    // On a busy machine a tile may need more than one turn, but what was done is kept. Where nothing was done before
    // the time was over, the question is refused.
    for address in [address, "/api/tile?game=nimrod&x=78126&y=1"] {
        let asked = (0..500).find(|_| {
            let again = server.get(address);
            let is_refused = again.status == 400 && again.text().contains("\"kind\":\"limit\"");
            assert!(is_refused || matches!(again.status, 200 | 503), "{}", again.text());
            again.status == 200
        });
        assert!(asked.is_some(), "{address} does not get on");
    }
}
