//! The page of `damier serve`, as files in the program: HTML, styles, ES modules, messages, pieces.
//!
//! The files are those of `page/`, read when this crate is built. Nothing has to be installed beside the program, and
//! nothing is built from other sources: what the browser gets is what is in the repository.
//!
//! ```
//! let page = damier_web::asset("index.html").expect("the page itself");
//! assert_eq!(page.content_type, "text/html; charset=utf-8");
//! assert!(page.bytes.starts_with(b"<!doctype html>"));
//! assert!(damier_web::asset("../Cargo.toml").is_none());
//! ```

#![forbid(unsafe_code)]

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// The path below `/`, with slashes and without the first one: `app/lobby.js`.
    pub path: &'static str,
    /// What the file holds.
    pub bytes: &'static [u8],
    /// The same, compressed, for clients that accept `Content-Encoding: gzip`.
    pub gzip: &'static [u8],
    /// The value of the header `Content-Type`.
    pub content_type: &'static str,
    /// The value of the header `ETag`, with its quotes. It changes when the bytes change.
    pub etag: &'static str,
}

static ASSETS: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The file with this path, which has no slash at its start.
#[must_use]
pub fn asset(path: &str) -> Option<&'static Asset> {
    ASSETS.binary_search_by(|asset| asset.path.as_bytes().cmp(path.as_bytes())).ok().map(|at| &ASSETS[at])
}

/// All files of the page, sorted by path.
#[must_use]
pub fn assets() -> &'static [Asset] {
    ASSETS
}
