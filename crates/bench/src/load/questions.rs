//! What is asked: cheap questions, as a page asks them, and expensive ones.

use std::net::SocketAddr;

/// A question to the server.
pub(crate) enum Question {
    /// The address with its query.
    Get(String),
    /// The address, and JSON.
    Post(&'static str, String),
}

/// A name, and the questions under it by a number: other numbers are other questions.
pub(crate) type Kind = (&'static str, fn(u64) -> Question);

impl Question {
    /// As it is sent.
    pub(crate) fn request(&self, host: SocketAddr) -> String {
        match self {
            Question::Get(path) => format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n"),
            Question::Post(path, body) => format!(
                "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
                 Content-Length: {}\r\n\r\n{body}",
                body.len()
            ),
        }
    }
}

/// Questions as from a person who plays and looks around. No tile is asked for twice.
pub(crate) const CHEAP: &[Kind] = &[
    ("solve nim", |n| asked("/api/solve", &format!(r#""game":"nim","position":"3,4,{}""#, n % 90))),
    ("play nim", |n| asked("/api/play", &format!(r#""game":"nim","position":"5,9,{}""#, n % 12))),
    ("hint antonim", |n| {
        asked("/api/hint", &format!(r#""game":"antonim","position":"1,4,{}""#, 6 + n % 9))
    }),
    ("small tile", |n| tile("wythoff", 3, n % 64, n / 64)),
];

/// Questions that take the whole budget, or close to it.
pub(crate) const EXPENSIVE: &[Kind] = &[
    ("tile of Nimrod, zoom -6", |n| tile("nimrod", -6, n % 23, n % 11)),
    ("tile of rules, zoom -6", |n| tile(&encoded(&stairs(n)), -6, 0, 0)),
    ("solve chomp", |n| {
        let body =
            format!(r#""game":"chomp","position":"12,12,11,10,9,9,{},{}""#, 1 + n % 9, n % 2);
        asked("/api/solve", &body)
    }),
    ("solve clobber", |n| {
        let board = ["5x6", "6x5", "6x6", "4x8"][n as usize % 4];
        asked("/api/solve", &format!(r#""game":"clobber","position":"{board}""#))
    }),
    ("solve misère kayles", |n| {
        let body =
            format!(r#""game":"octal:0.3{}7/misere","position":"31,47,{}""#, n % 8, 20 + n % 40);
        asked("/api/solve", &body)
    }),
    ("solve rules by search", |n| {
        let rules = stairs(n).replace('\n', "\\n");
        asked("/api/solve", &format!(r#""game":"{rules}","position":"3000,{}""#, 2000 + n % 900))
    }),
    ("sequence of Grundy's game", |n| {
        asked(
            "/api/sequence",
            &format!(r#""game":"grundy","to":{},"of":"nim-value""#, 999_000 - n % 999),
        )
    }),
    ("sequence, a million terms", |n| {
        let body = format!(r#""game":"octal:0.{}07","to":1000000,"of":"nim-value""#, n % 8);
        asked("/api/sequence", &body)
    }),
    ("file of a sequence", |n| {
        let body = format!(r#""game":"subtraction:2,{}","to":900000,"format":"csv""#, 3 + n % 50);
        asked("/api/export", &body)
    }),
    ("random start of antonim", |n| {
        asked("/api/play", &format!(r#""game":"antonim","random":true,"seed":{n}"#))
    }),
    ("structures of a digraph", |n| {
        asked("/api/graph", &format!(r#""text":"{}","list":100"#, digraph(n)))
    }),
    ("value of a sum", |n| {
        let body = format!(
            r#""expression":"{{7|{{3|-2}}}} + {{9|{}}} + {{5||4|-{}}} + ^3 + *5""#,
            n % 5,
            n % 9
        );
        asked("/api/value", &body)
    }),
    ("claims", |_| Question::Get("/api/claims".to_owned())),
];

fn asked(path: &'static str, fields: &str) -> Question {
    Question::Post(path, format!("{{{fields}}}"))
}

fn tile(game: &str, zoom: i32, x: u64, y: u64) -> Question {
    Question::Get(format!("/api/tile?game={game}&x={x}&y={y}&zoom={zoom}"))
}

/// Rules of no known family.
fn stairs(n: u64) -> String {
    format!(
        "game stairs\nposition x, y\nlegal x >= 0 and y >= 0\nmove k in 1..{}: x' = x - k, y' = y + k - {}\n\
         move y' in 0..y-1, x' = x\n",
        2 + n % 7,
        3 + n % 7,
    )
}

/// Letters and digits stay; all else is escaped.
fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

/// 120 vertices with three arrows each, as lines of a JSON text.
fn digraph(n: u64) -> String {
    let mut state = n.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % 120
    };
    (0..360).map(|arrow| format!("{} {}\\n", arrow / 3, next())).collect()
}
