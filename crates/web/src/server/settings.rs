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
    /// The scheme and the host by which others reach the server, such as `https://games.example.org` of a proxy with TLS.
    pub origin: Option<String>,
    /// Is the server for a class? Then others may reach it, a token is made if there is none, copied links have the
    /// token, and many browsers may have one address.
    pub is_class: bool,
    /// The token that every request must have. Required where other machines can reach the server.
    pub token: Option<String>,
    /// The folder that holds a folder for each census.
    pub census_dir: PathBuf,
    /// The folder that keeps what is found about the papers' claims, so that the next start has it; none if nothing is
    /// kept.
    #[cfg(feature = "papers")]
    pub claims_dir: Option<PathBuf>,
    /// The longest time that a question may take.
    pub budget: Duration,
    /// The time that a client may take to send the head of a request or its body, or to read the response.
    pub patience: Duration,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            host: None,
            port: 8801,
            names: Vec::new(),
            origin: None,
            is_class: false,
            token: None,
            census_dir: PathBuf::from("bouton-census"),
            #[cfg(feature = "papers")]
            claims_dir: None,
            budget: Duration::from_secs(USUAL_SECONDS),
            patience: Duration::from_secs(10),
        }
    }
}

/// The fewest characters of a token: a shorter one could be guessed.
const SHORTEST_TOKEN: usize = 16;

impl Settings {
    /// The settings with what follows from others: the name in the origin, and the address and the token of a class.
    pub(crate) fn completed(mut self) -> Result<Settings, Refusal> {
        if let Some(origin) = &mut self.origin {
            *origin = origin.trim_end_matches('/').to_ascii_lowercase();
            self.names.push(host_of(origin)?.to_owned());
        }
        if self.is_class {
            // A proxy with TLS is on this machine, unless --host says otherwise.
            if self.host.is_none() && self.origin.is_none() {
                self.host = Some("0.0.0.0".to_owned());
            }
            if self.token.is_none() {
                self.token = Some(fresh_token()?);
            }
        }
        Ok(self)
    }

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

/// The host of an origin such as `https://games.example.org:8443`.
fn host_of(origin: &str) -> Result<&str, Refusal> {
    let rest = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
    let host = rest.and_then(|rest| match rest.split_once(':') {
        Some((host, port)) => port.parse::<u16>().is_ok().then_some(host),
        None => Some(rest),
    });
    host.filter(|host| is_name(host)).ok_or_else(|| {
        Refusal::bad(
            format!("`{}` is not the origin of a page", origin.escape_debug()),
            "write a scheme, a host and no path, such as --origin https://games.example.org",
        )
    })
}

/// Letters and digits that nobody takes for others: 32 of them, so each is five bits.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A new token of 80 random bits, in groups of four, so that it can be typed.
fn fresh_token() -> Result<String, Refusal> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| {
        Refusal::bad(format!("cannot make a token: {error}"), "give one with --token")
    })?;
    let letters = bytes.map(|byte| char::from(LETTERS[usize::from(byte % 32)]));
    let groups: Vec<String> = letters.chunks(4).map(|four| four.iter().collect()).collect();
    Ok(groups.join("-"))
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
    fn an_origin_is_a_scheme_and_a_host() {
        for (origin, host) in [
            ("https://lab.example", Some("lab.example")),
            ("HTTPS://Lab.Example/", Some("lab.example")),
            ("https://lab.example:8443", Some("lab.example")),
            ("http://10.1.2.3:80", Some("10.1.2.3")),
            ("lab.example", None),
            ("ftp://lab.example", None),
            ("https://lab.example/games", None),
            ("https://me@lab.example", None),
            ("https://lab.example:x", None),
            ("https://", None),
        ] {
            let settings = Settings { origin: Some(origin.to_owned()), ..Settings::default() };
            let names = settings.completed().ok().map(|settings| settings.names);
            assert_eq!(names, host.map(|host| vec![host.to_owned()]), "{origin}");
        }
    }

    #[test]
    fn a_class_has_a_token_of_its_own_each_time() {
        let class = || Settings { is_class: true, ..Settings::default() }.completed().unwrap();
        let [one, other] = [class(), class()];
        assert_ne!(one.token, other.token);
        assert!(one.token.as_deref().is_some_and(is_token), "{:?}", one.token);
        assert!(one.address().is_ok_and(|address| address.is_unspecified()));
        let own = Settings { is_class: true, ..with(Some("127.0.0.1"), Some("0123456789abcdef")) };
        let own = own.completed().unwrap();
        assert_eq!(own.token.as_deref(), Some("0123456789abcdef"));
        assert!(own.address().is_ok_and(|address| address.is_loopback()));
        let letters: std::collections::HashSet<&u8> = LETTERS.iter().collect();
        assert_eq!(letters.len(), 32, "five bits each");
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
