//! What the page promises about its files.

use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn every_file_of_the_page_is_found_by_its_path() {
    for asset in damier_web::assets() {
        let found = damier_web::asset(asset.path).expect(asset.path);
        assert_eq!(found.etag, asset.etag, "{}", asset.path);
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("page").join(asset.path);
        assert_eq!(fs::read(file).expect(asset.path), asset.bytes, "{}", asset.path);
    }
    assert!(damier_web::asset("").is_none());
    assert!(damier_web::asset("app").is_none());
    assert!(damier_web::asset("/index.html").is_none());
}

#[test]
fn what_a_page_with_one_language_transfers_stays_small() {
    let other = |path: &str| path.starts_with("messages/") && path != "messages/ru.json";
    let needed = || damier_web::assets().iter().filter(|asset| !other(asset.path));
    let transferred: usize = needed().map(|asset| asset.gzip.len()).sum();
    assert!(transferred < 160_000, "{transferred} bytes");
    assert!(needed().all(|asset| asset.gzip.starts_with(&[0x1f, 0x8b])));
}

#[test]
fn entity_tags_are_quoted_and_tell_contents_apart() {
    let mut tags: Vec<_> = damier_web::assets().iter().map(|asset| asset.etag).collect();
    assert!(tags.iter().all(|tag| tag.len() > 2 && tag.starts_with('"') && tag.ends_with('"')));
    tags.sort_unstable();
    tags.dedup();
    assert_eq!(tags.len(), damier_web::assets().len());
}

#[test]
fn the_page_has_no_script_and_no_style_of_its_own() {
    let page = damier_web::asset("index.html").expect("the page itself");
    let page = std::str::from_utf8(page.bytes).expect("UTF-8");
    assert!(!page.contains(" style="), "the content security policy forbids it");
    assert!(!page.contains("<style"), "the content security policy forbids it");
    for script in page.split("<script").skip(1) {
        let (tag, rest) = script.split_once('>').expect("a tag");
        assert!(
            tag.contains("src=") && rest.starts_with("</script>"),
            "the content security policy forbids it: {tag}"
        );
    }
}

#[test]
fn scripts_are_short_enough_to_read() {
    for asset in damier_web::assets().iter().filter(|asset| asset.path.ends_with(".js")) {
        let lines = asset.bytes.iter().filter(|byte| **byte == b'\n').count();
        assert!(lines <= 400, "{}: {lines} lines", asset.path);
    }
}

#[test]
fn modules_import_files_that_are_there() {
    for asset in damier_web::assets().iter().filter(|asset| asset.path.ends_with(".js")) {
        let text = std::str::from_utf8(asset.bytes).expect(asset.path);
        let folder = PathBuf::from(asset.path).parent().expect("a file").to_owned();
        for line in text.lines().filter(|line| line.starts_with("import ") || line.starts_with("} from ")) {
            let Some((_, rest)) = line.split_once('"') else { continue };
            let target = rest.split('"').next().expect("a closing quote");
            let path = match target.strip_prefix('/') {
                Some(path) => path.to_owned(),
                None => resolve(&folder, target),
            };
            assert!(damier_web::asset(&path).is_some(), "{}: imports {target}", asset.path);
        }
    }
}

fn resolve(folder: &Path, target: &str) -> String {
    let mut parts: Vec<&str> = folder.iter().filter_map(|part| part.to_str()).collect();
    for part in target.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}
