//! The page and its files, compressed once.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::body::Bytes;
use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use crate::app::App;
use crate::errors::ApiError;

/// A file ready to be sent, plain and compressed.
pub(super) struct Ready {
    plain: Bytes,
    /// `None` if it would not be smaller.
    gzip: Option<Bytes>,
    content_type: HeaderValue,
    etag: HeaderValue,
    cache: &'static str,
}

impl Ready {
    pub(super) fn new(bytes: impl Into<Bytes>, content_type: &str, cache: &'static str) -> Self {
        let plain = bytes.into();
        let hash = Sha256::digest(&plain);
        let etag: String = hash.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
        let gzip = compressed(&plain).filter(|gzip| gzip.len() < plain.len());
        Self {
            gzip: gzip.map(Bytes::from),
            plain,
            content_type: HeaderValue::from_str(content_type)
                .unwrap_or(HeaderValue::from_static("text/plain")),
            // Weak: the compressed form has the same one.
            etag: HeaderValue::from_str(&format!("W/\"{etag}\"")).expect("digits are fine in a header"),
            cache,
        }
    }
}

fn compressed(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}

/// Sends a file, unless the client has it.
pub(super) fn ready(file: &Ready, headers: &HeaderMap) -> Response {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let etag = file.etag.to_str().unwrap_or_default();
    let is_known = text(header::IF_NONE_MATCH).split(',').any(|known| {
        let known = known.trim();
        known == "*" || known.trim_start_matches("W/") == etag.trim_start_matches("W/")
    });
    let common = [
        (header::ETAG, file.etag.clone()),
        (header::CACHE_CONTROL, HeaderValue::from_static(file.cache)),
        (header::VARY, HeaderValue::from_static("Accept-Encoding")),
    ];
    if is_known {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let takes_gzip = text(header::ACCEPT_ENCODING).split(',').any(|coding| {
        let (name, quality) = coding.split_once(';').unwrap_or((coding, ""));
        matches!(name.trim(), "gzip" | "*")
            && !matches!(quality.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000")
    });
    let content_type = (header::CONTENT_TYPE, file.content_type.clone());
    match &file.gzip {
        Some(gzip) if takes_gzip => {
            let encoding = (header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            (common, [content_type, encoding], gzip.clone()).into_response()
        }
        _ => (common, [content_type], file.plain.clone()).into_response(),
    }
}

/// The addresses that the page itself answers: it has no other content for them.
const PAGES: &[&str] = &["/", "/game/{id}", "/analysis", "/rules", "/rules/{kind}", "/board"];

/// The page and its files.
pub(super) fn routes() -> Router<Arc<App>> {
    let mut router = Router::new();
    for path in PAGES {
        router = router.route(path, get(|headers: HeaderMap| async move { file("index.html", &headers) }));
    }
    let folders = ["app", "board", "messages"];
    for folder in folders {
        let handler = move |Path(rest): Path<String>, headers: HeaderMap| async move {
            file(&format!("{folder}/{rest}"), &headers)
        };
        router = router.route(&format!("/{folder}/{{*rest}}"), get(handler));
    }
    for asset in web::assets().iter().filter(|asset| !asset.path.contains('/') && asset.path != "index.html")
    {
        let handler = move |headers: HeaderMap| async move { file(asset.path, &headers) };
        router = router.route(&format!("/{}", asset.path), get(handler));
    }
    router
}

/// The answer to an unknown address: for browsers the page, which says so and shows the way back.
pub(super) async fn unknown(headers: HeaderMap) -> Response {
    let wants = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if wants.contains("text/html") {
        return (StatusCode::NOT_FOUND, file("index.html", &HeaderMap::new())).into_response();
    }
    ApiError::new(StatusCode::NOT_FOUND, "no_page", "there is no such page").into_response()
}

fn file(path: &str, headers: &HeaderMap) -> Response {
    static FILES: OnceLock<HashMap<&'static str, Ready>> = OnceLock::new();
    let files = FILES.get_or_init(|| {
        let file = |asset: &'static web::Asset| {
            (asset.path, Ready::new(asset.bytes, asset.content_type, "no-cache"))
        };
        web::assets().iter().map(file).collect()
    });
    match files.get(path) {
        Some(file) => ready(file, headers),
        None => ApiError::new(StatusCode::NOT_FOUND, "no_page", "there is no such file").into_response(),
    }
}
