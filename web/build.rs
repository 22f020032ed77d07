//! Lists the files of `page/` for `src/lib.rs`: path, content type, entity tag; and compresses them.

use std::collections::hash_map::DefaultHasher;
use std::fmt::Write as _;
use std::hash::Hasher;
use std::io::Write as _;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::{env, fs, io};

use flate2::Compression;
use flate2::write::GzEncoder;

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("page");
    println!("cargo::rerun-if-changed=page");
    println!("cargo::rerun-if-changed=build.rs");
    let mut files = Vec::new();
    find_files(&root, &mut files)?;
    files.sort_by_key(|file| file.to_string_lossy().replace(MAIN_SEPARATOR, "/"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let mut list = String::from("&[\n");
    for (number, file) in files.iter().enumerate() {
        let path = file.strip_prefix(&root).expect("found below it").to_string_lossy().replace('\\', "/");
        let bytes = fs::read(file)?;
        let etag = entity_tag(&bytes);
        let compressed = out.join(format!("{number}.gz"));
        fs::write(&compressed, compress(&bytes)?)?;
        let content_type =
            content_type(&path).ok_or_else(|| io::Error::other(format!("{path}: of no known type")))?;
        let (file, compressed) = (file.to_string_lossy(), compressed.to_string_lossy());
        writeln!(
            list,
            "    Asset {{ path: {path:?}, bytes: include_bytes!({file:?}), gzip: include_bytes!({compressed:?}), \
             content_type: {content_type:?}, etag: {etag:?} }},"
        )
        .expect("strings grow");
    }
    list.push(']');
    fs::write(out.join("assets.rs"), list)
}

/// All files below a folder; hidden ones are left out.
fn find_files(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        if entry.file_type()?.is_dir() {
            find_files(&entry.path(), files)?;
        } else {
            files.push(entry.path());
        }
    }
    Ok(())
}

/// The same bytes for the same file: the header holds no time and no name.
fn compress(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// A strong entity tag with its quotes: equal for equal bytes.
fn entity_tag(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    format!("\"{:x}-{:016x}\"", bytes.len(), hasher.finish())
}

fn content_type(path: &str) -> Option<&'static str> {
    Some(match path.rsplit_once('.')?.1 {
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "md" => "text/markdown; charset=utf-8",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "ts" => "text/plain; charset=utf-8",
        "webmanifest" => "application/manifest+json",
        _ => return None,
    })
}
