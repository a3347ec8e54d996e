use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use bouton_lab::rules::Refusal;

/// How the server shall be run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen on; this machine alone if nothing is said.
    pub host: Option<String>,
    /// The port; any free one if 0.
    pub port: u16,
    /// Further names of the server, for whoever reaches it through another one, such as one with TLS.
    pub names: Vec<String>,
    /// What every request must present. Needed where others can reach the server.
    pub token: Option<String>,
    /// The folder whose folders are censuses.
    pub census_dir: PathBuf,
    /// How long a question may be worked on.
    pub budget: Duration,
    /// How long a client may take to send the head of a request, its body, or to take an answer.
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
            budget: Duration::from_secs(5),
            patience: Duration::from_secs(10),
        }
    }
}

/// A shorter token could be guessed.
const SHORTEST_TOKEN: usize = 16;

impl Settings {
    /// The address to listen on, if the settings are safe.
    pub(crate) fn address(&self) -> Result<IpAddr, Refusal> {
        let host = self.host.as_deref().unwrap_or("127.0.0.1");
        let address = match host {
            "localhost" => IpAddr::from([127, 0, 0, 1]),
            other => other.trim_matches(['[', ']']).parse().map_err(|_| {
                Refusal::bad(
                    format!("`{}` is no address", other.escape_debug()),
                    "write --host 0.0.0.0 for all of this machine's addresses, or one of them",
                )
            })?,
        };
        if let Some(name) = self.names.iter().find(|name| !is_name(name)) {
            return Err(Refusal::bad(
                format!("`{}` is no name of a server", name.escape_debug()),
                "write it without a scheme and a port, such as --name games.example.org",
            ));
        }
        match &self.token {
            None if !self.names.is_empty() => Err(Refusal::bad(
                "others could reach a server that has a name",
                format!("add --token with at least {SHORTEST_TOKEN} letters and digits"),
            )),
            None if !address.is_loopback() => Err(Refusal::bad(
                format!("others could reach a server at {address}"),
                format!("add --token with at least {SHORTEST_TOKEN} letters and digits"),
            )),
            Some(token) if !is_token(token) => Err(Refusal::bad(
                "this is no token",
                format!("write at least {SHORTEST_TOKEN} letters and digits, - and _ among them"),
            )),
            _ => Ok(address),
        }
    }
}

/// Names as they stand in addresses: `games.example.org`.
fn is_name(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let is_label = |label: &str| !label.is_empty() && label.len() <= 63 && label.chars().all(plain);
    text.len() <= 253 && text.split('.').all(is_label)
}

/// Tokens stand in addresses and in cookies, so they are plain.
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
