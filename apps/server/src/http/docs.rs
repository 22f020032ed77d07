//! The description of the API, and a page that shows it.

use std::sync::OnceLock;

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use utoipa::Modify;
use utoipa::openapi::OpenApi;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};

use crate::errors::ApiError;
use crate::http::page::{Ready, ready};

/// Describes how a client proves its seat.
pub(super) struct Security;

impl Modify for Security {
    fn modify(&self, description: &mut OpenApi) {
        let components = description.components.get_or_insert_default();
        components.add_security_scheme("seat", SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)));
    }
}

/// The description as it is sent.
pub(super) fn complete(description: OpenApi) -> &'static Ready {
    static DESCRIPTION: OnceLock<Ready> = OnceLock::new();
    DESCRIPTION.get_or_init(|| {
        let text = description.to_json().expect("a description is plain data");
        Ready::new(text.into_bytes(), "application/json", "no-cache")
    })
}

pub(super) async fn description(description: &'static Ready, headers: HeaderMap) -> Response {
    ready(description, &headers)
}

pub(super) async fn page(headers: HeaderMap) -> Response {
    file(Path("index.html".to_owned()), headers).await
}

/// A file of the page.
pub(super) async fn file(Path(name): Path<String>, headers: HeaderMap) -> Response {
    static FILES: OnceLock<[(&str, Ready); 3]> = OnceLock::new();
    let files = FILES.get_or_init(|| {
        let file = |text: &'static str, content_type| Ready::new(text.as_bytes(), content_type, "no-cache");
        [
            ("index.html", file(include_str!("../../assets/docs.html"), "text/html; charset=utf-8")),
            ("docs.css", file(include_str!("../../assets/docs.css"), "text/css; charset=utf-8")),
            ("docs.js", file(include_str!("../../assets/docs.js"), "text/javascript; charset=utf-8")),
        ]
    });
    match files.iter().find(|(known, _)| *known == name) {
        Some((_, file)) => ready(file, &headers),
        None => ApiError::new(StatusCode::NOT_FOUND, "no_page", "there is no such file").into_response(),
    }
}
