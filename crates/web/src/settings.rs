//! The settings of the server, and whether they are safe: others may reach it only with a token.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use bouton_lab::rules::Refusal;

use crate::budget::USUAL_SECONDS;

/// How the server is run: its address, its access token, its limits.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen on; without it only this machine can connect.
    pub host: Option<String>,
    /// The port; 0 for any free one.
    pub port: u16,
    /// Further host names of the server, such as that of a proxy with TLS in front of it.
    pub names: Vec<String>,
    /// The token that every request must have. Required where other machines can reach the server.
    pub token: Option<String>,
    /// The folder that holds a folder for each census.
    pub census_dir: PathBuf,
    /// The longest time that a question may take.
    pub budget: Duration,
    /// How long a client may take to send the head of a request or its body, or to read the response.
    pub patience: Duration,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            host: None,
            port: 8801,
            names: Vec::new(),
            token: None,
            census_dir: PathBuf::from("bouton-census"),
            budget: Duration::from_secs(USUAL_SECONDS),
            patience: Duration::from_secs(10),
        }
    }
}

/// The fewest characters of a token: a shorter one could be guessed.
const SHORTEST_TOKEN: usize = 16;

impl Settings {
    /// The address to listen on, if the settings are safe.
    pub(crate) fn address(&self) -> Result<IpAddr, Refusal> {
        let host = self.host.as_deref().unwrap_or("127.0.0.1");
        let address = match host {
            "localhost" => IpAddr::from([127, 0, 0, 1]),
            other => other.trim_matches(['[', ']']).parse().map_err(|_| {
                Refusal::bad(
                    format!("`{}` is not an IP address", other.escape_debug()),
                    "write --host 0.0.0.0 for all of this machine's addresses, or one of them",
                )
            })?,
        };
        if let Some(name) = self.names.iter().find(|name| !is_name(name)) {
            return Err(Refusal::bad(
                format!("`{}` is not a host name", name.escape_debug()),
                "write it without a scheme and a port, such as --name games.example.org",
            ));
        }
        match &self.token {
            None if !self.names.is_empty() => Err(Refusal::bad(
                "a server with a name can be reached by others, so it needs a token",
                format!("add --token with at least {SHORTEST_TOKEN} letters and digits"),
            )),
            None if !address.is_loopback() => Err(Refusal::bad(
                format!("other machines can reach a server at {address}, so it needs a token"),
                format!("add --token with at least {SHORTEST_TOKEN} letters and digits"),
            )),
            Some(token) if !is_token(token) => Err(Refusal::bad(
                "the token is too short or has other characters than letters, digits, - and _",
                format!("use at least {SHORTEST_TOKEN} letters and digits; - and _ are allowed"),
            )),
            _ => Ok(address),
        }
    }
}

/// Is this a host name, such as `games.example.org`?
fn is_name(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let is_label = |label: &str| !label.is_empty() && label.len() <= 63 && label.chars().all(plain);
    text.len() <= 253 && text.split('.').all(is_label)
}

/// Is this a valid token? Tokens appear in addresses and cookies, so only plain characters are allowed.
fn is_token(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    (SHORTEST_TOKEN..=256).contains(&text.len()) && text.chars().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(host: Option<&str>, token: Option<&str>) -> Settings {
        let [host, token] = [host, token].map(|text| text.map(str::to_owned));
        Settings { host, token, ..Settings::default() }
    }

    #[test]
    fn names_are_plain_and_need_a_token() {
        let token = Some("0123456789abcdef");
        for (name, token, is_safe) in [
            ("games.example.org", token, true),
            ("teacher.local", token, true),
            ("games.example.org", None, false),
            ("https://games.example.org", token, false),
            ("games.example.org:443", token, false),
            ("", token, false),
        ] {
            let settings = Settings { names: vec![name.to_owned()], ..with(None, token) };
            assert_eq!(settings.address().is_ok(), is_safe, "{name} {token:?}");
        }
    }

    #[test]
    fn others_are_let_in_by_a_token_alone() {
        let token = Some("0123456789abcdef");
        for (host, token, is_safe) in [
            (None, None, true),
            (Some("localhost"), None, true),
            (Some("127.0.0.2"), None, true),
            (Some("[::1]"), None, true),
            (None, token, true),
            (Some("0.0.0.0"), None, false),
            (Some("0.0.0.0"), token, true),
            (Some("::"), Some("short"), false),
            (Some("10.1.2.3"), Some("with spaces in the token"), false),
            (Some("example.org"), token, false),
            (Some(""), token, false),
        ] {
            assert_eq!(with(host, token).address().is_ok(), is_safe, "{host:?} {token:?}");
        }
    }
}
