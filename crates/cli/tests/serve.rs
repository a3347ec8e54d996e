//! `bouton serve --class`: what it prints, and that the token is on standard output alone.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

const TOKEN: &str = "abcd-efgh-ijkm-npqr";

/// Stops the server whatever happens.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn ask(address: &str, path: &str, lines: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    let request =
        format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{lines}\r\n");
    stream.write_all(request.as_bytes()).expect("the server reads");
    let mut reply = String::new();
    stream.read_to_string(&mut reply).expect("the server answers");
    reply
}

#[test]
fn a_class_gets_an_address_and_a_code_and_the_token_is_not_logged() {
    let folder = std::env::temp_dir().join(format!("bouton-class-{}", std::process::id()));
    let mut server = Running(
        Command::new(env!("CARGO_BIN_EXE_bouton"))
            .args(["serve", "--class", "--port", "0", "--origin", "https://lab.example"])
            .arg("--census-dir")
            .arg(&folder)
            .env("BOUTON_TOKEN", TOKEN)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts"),
    );
    let mut out = BufReader::new(server.0.stdout.take().expect("a pipe"));
    let mut own = String::new();
    out.read_line(&mut own).expect("the first line");
    let address = own
        .strip_prefix("http://")
        .and_then(|rest| rest.strip_suffix(&format!("/?token={TOKEN}\n")))
        .unwrap_or_else(|| panic!("{own}"))
        .to_owned();
    for (path, lines, status) in [
        ("/", "Accept: text/html\r\n", "401"),
        (&format!("/?token={TOKEN}"), "", "303"),
        (&format!("/api/games?token={TOKEN}"), "", "401"),
        ("/api/games", &format!("Cookie: bouton-token={TOKEN}\r\n"), "200"),
        ("/api/nothing", &format!("Authorization: Bearer {TOKEN}\r\n"), "404"),
    ] {
        let reply = ask(&address, path, lines);
        assert_eq!(reply.get(9..12), Some(status), "{path}: {reply}");
    }
    server.0.kill().expect("it can be stopped");
    let (mut rest, mut notes) = (String::new(), String::new());
    out.read_to_string(&mut rest).expect("text");
    server.0.stderr.take().expect("a pipe").read_to_string(&mut notes).expect("text");
    assert!(rest.contains(&format!("\nhttps://lab.example/?token={TOKEN}\n")), "{rest}");
    assert!(rest.lines().filter(|line| line.contains('█')).count() > 10, "a code: {rest}");
    assert!(notes.contains("Ctrl-C") && !notes.contains(TOKEN), "{notes}");
}
