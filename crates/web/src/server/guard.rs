//! Checks who may ask: host name, origin and token. A page of another site must not be able to use this server through
//! the browser of somebody who visits that page, whatever name it gives to this machine's address.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use subtle::ConstantTimeEq;

use super::state::Shared;
use crate::problem::Problem;

const FOREIGN_HOST: Problem = Problem::Request(
    StatusCode::MISDIRECTED_REQUEST,
    "unknown host name in the request",
    "use the address that the server printed at start; --name and --origin add host names",
);
const FOREIGN_ORIGIN: Problem = Problem::Request(
    StatusCode::FORBIDDEN,
    "requests from pages of other sites are not allowed",
    "open the address that the server printed",
);
const NO_TOKEN: Problem = Problem::Request(
    StatusCode::UNAUTHORIZED,
    "the token is missing or wrong",
    "open the address with ?token=…, or send the header Authorization: Bearer …",
);

/// The page for a visitor without a token. It has a form, which leads to this server alone.
const CLOSED: &str = include_str!("closed.html");
const CLOSED_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
/// What that page is drawn with: files that are the same for everybody.
const OPEN_FILES: [&str; 4] = ["/css/base.css", "/css/parts.css", "/icon.svg", "/js/closed.js"];

/// Checks the host, the origin and the token, and adds the headers that say what a page may load.
pub(crate) async fn guard(State(state): State<Shared>, request: Request, next: Next) -> Response {
    let mut response = match check(&state, &request) {
        Ok(Pass::In) => next.run(request).await,
        Ok(Pass::Welcome(cookie)) => welcome(&cookie),
        Ok(Pass::Out) if wants_page(&request) => closed(&request),
        Ok(Pass::Out) => sent_away(NO_TOKEN),
        Err(problem) => sent_away(problem),
    };
    harden(response.headers_mut());
    response
}

/// A refusal that also closes the connection.
fn sent_away(answer: impl IntoResponse) -> Response {
    let mut response = answer.into_response();
    let status = response.status();
    let headers = response.headers_mut();
    headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    if status == StatusCode::UNAUTHORIZED {
        headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    response
}

/// The page that asks for the token, and says so if the one in the address is wrong.
fn closed(request: &Request) -> Response {
    let wrong = match in_address(request.uri()) {
        Some(_) => {
            "<p class=\"trouble\" role=\"alert\"><strong>That is not the token.</strong></p>"
        }
        None => "",
    };
    let page = Html(CLOSED.replace("<!-- wrong -->", wrong));
    let policy = [(header::CONTENT_SECURITY_POLICY, CLOSED_POLICY)];
    sent_away((StatusCode::UNAUTHORIZED, policy, page))
}

/// Does a browser ask for a page to show?
fn wants_page(request: &Request) -> bool {
    let accepts = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok());
    !request.uri().path().starts_with("/api")
        && accepts.is_some_and(|text| text.contains("text/html"))
}

enum Pass {
    In,
    /// The token is missing or wrong.
    Out,
    /// The token was in the address: it becomes this cookie.
    Welcome(String),
}

fn check(state: &Shared, request: &Request) -> Result<Pass, Problem> {
    let host = host(request).ok_or(FOREIGN_HOST)?;
    if !is_ours(state, &host) {
        return Err(FOREIGN_HOST);
    }
    let headers = request.headers();
    if is_foreign(state, headers, &host) && !is_link(request) {
        return Err(FOREIGN_ORIGIN);
    }
    let Some(token) = &state.settings.token else { return Ok(Pass::In) };
    let path = request.uri().path();
    match in_address(request.uri()) {
        Some(text) if path == "/" && is_same(text, token) => {
            let secure = if is_encrypted(state, &host) { "; Secure" } else { "" };
            let cookie = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict{secure}");
            Ok(Pass::Welcome(cookie))
        }
        _ if presented(headers).any(|text| is_same(text, token)) || OPEN_FILES.contains(&path) => {
            Ok(Pass::In)
        }
        _ => Ok(Pass::Out),
    }
}

/// Was the server asked by an origin with TLS? Its cookie is never sent without encryption.
fn is_encrypted(state: &Shared, host: &str) -> bool {
    let origin = state.settings.origin.as_deref();
    origin.and_then(|origin| origin.strip_prefix("https://")) == Some(host)
}

/// The host that the request names; an absolute address must name the same one.
fn host(request: &Request) -> Option<String> {
    let mut named = request.headers().get_all(header::HOST).iter();
    let host = named.next()?.to_str().ok()?.to_ascii_lowercase();
    let agrees =
        request.uri().authority().is_none_or(|one| one.as_str().eq_ignore_ascii_case(&host));
    (named.next().is_none() && agrees).then_some(host)
}

/// Is this host this machine: `localhost`, an IP address, which no other site can redirect, or a name from `--name` or `--origin`?
fn is_ours(state: &Shared, host: &str) -> bool {
    if is_named(state, host) {
        return true;
    }
    let port = state.address.port();
    let name = match host.strip_suffix(&format!(":{port}")) {
        Some(name) => name,
        None if port == 80 => host,
        None => return false,
    };
    let address: Option<IpAddr> = name.trim_matches(['[', ']']).parse().ok();
    match address {
        Some(address) if address.is_loopback() => true,
        Some(_) => !state.address.ip().is_loopback(),
        None => name == "localhost",
    }
}

/// Is this host one of the names from `--name` or `--origin`? Its port may be that of a proxy in front of this server.
fn is_named(state: &Shared, host: &str) -> bool {
    let name = match host.split_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() => name,
        Some(_) => return false,
        None => host,
    };
    state.settings.names.iter().any(|known| known == name)
}

/// Does the request come from a page of another origin? A proxy may have replaced the host by its own address.
fn is_foreign(state: &Shared, headers: &HeaderMap, host: &str) -> bool {
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let is_other = |origin: &HeaderValue| {
        let origin = origin.to_str().unwrap_or_default().to_ascii_lowercase();
        let plain = origin.strip_prefix("http://");
        let asking = plain.or_else(|| origin.strip_prefix("https://")).unwrap_or_default();
        plain != Some(host) && !is_named(state, asking)
    };
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    origins.any(is_other) || !matches!(site, None | Some(b"same-origin" | b"none"))
}

/// Has somebody followed a link to a page? That is allowed: the page with the link cannot read the response.
fn is_link(request: &Request) -> bool {
    let is = |name: &str, value: &str| request.headers().get(name).is_some_and(|one| one == value);
    request.method() == Method::GET
        && !request.uri().path().starts_with("/api")
        && !request.headers().contains_key(header::ORIGIN)
        && is("sec-fetch-mode", "navigate")
        && is("sec-fetch-dest", "document")
}

const COOKIE: &str = "bouton-token";

/// The tokens in the header and in the cookies: other servers on this machine may have set cookies of the same name.
fn presented(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let texts = |name| headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    let bearers = texts(header::AUTHORIZATION)
        .filter_map(|text| text.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    let cookies = texts(header::COOKIE)
        .flat_map(|text| text.split(';'))
        .filter_map(|pair| pair.split_once('='))
        .filter(|(name, _)| name.trim() == COOKIE);
    bearers.chain(cookies).map(|(_, token)| token.trim())
}

fn in_address(uri: &Uri) -> Option<&str> {
    uri.query()?.split('&').find_map(|pair| pair.strip_prefix("token="))
}

/// Compares in constant time, so that the time does not show where the first difference is.
fn is_same(text: &str, token: &str) -> bool {
    text.as_bytes().ct_eq(token.as_bytes()).into()
}

fn welcome(cookie: &str) -> Response {
    let mut response = StatusCode::SEE_OTHER.into_response();
    let headers = response.headers_mut();
    headers.insert(header::LOCATION, HeaderValue::from_static("/"));
    if let Ok(cookie) = HeaderValue::from_str(cookie) {
        headers.insert(header::SET_COOKIE, cookie);
    }
    response
}

/// The content security policy: only files of this server, and no code inside the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
    frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

fn harden(headers: &mut HeaderMap) {
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "SAMEORIGIN"),
        (header::CACHE_CONTROL, "no-store"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        // Headers that the response has already are kept.
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
}
