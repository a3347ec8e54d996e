//! Serves the page's files (HTML, CSS, JavaScript), which are compiled into the program.

use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::problem::Problem;

#[derive(RustEmbed)]
#[folder = "assets/"]
struct Assets;

/// Serves an embedded file; `/` is `index.html`.
pub(crate) async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    match Assets::get(path) {
        Some(file) => answer(path, file, &headers),
        None => Problem::NOT_FOUND.into_response(),
    }
}

fn answer(path: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let digest: String =
        file.metadata.sha256_hash().iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{digest}\"");
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let has_it = known.is_some_and(|list| list.split(',').any(|one| one.trim() == tag));
    let mut response = match has_it {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => {
            let mut response = axum::body::Body::from(file.data).into_response();
            let kind = mime_guess::from_path(path).first_or_octet_stream();
            let kind = match kind.type_() == mime_guess::mime::TEXT {
                true => format!("{kind}; charset=utf-8"),
                false => kind.to_string(),
            };
            insert(response.headers_mut(), header::CONTENT_TYPE, &kind);
            response
        }
    };
    insert(response.headers_mut(), header::ETAG, &tag);
    insert(response.headers_mut(), header::CACHE_CONTROL, "no-cache");
    response
}

fn insert(headers: &mut HeaderMap, name: header::HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(name, value);
    }
}
