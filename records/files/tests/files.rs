//! Compression, limits and files that are complete or absent.

use std::fs;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::sync::Arc;

use damier_files::{Compression, FREE_BYTES, Input, Output, Progress, SizeLimits};
use flate2::write::GzEncoder;

/// A folder of its own for a test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("damier-files-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("a folder");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(text).expect("memory");
    encoder.finish().expect("memory")
}

fn zstd(text: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 1).expect("an encoder");
    encoder.include_checksum(true).expect("a checksum");
    encoder.write_all(text).expect("memory");
    encoder.finish().expect("memory")
}

fn read_all(bytes: Vec<u8>, limits: SizeLimits) -> (Vec<u8>, Result<(), String>) {
    let mut read = Vec::new();
    let mut input = match Input::new(io::Cursor::new(bytes), limits, &Arc::default()) {
        Ok(input) => input,
        Err(error) => return (read, Err(error.to_string())),
    };
    let result = input.read_to_end(&mut read);
    (read, result.map(|_| ()).map_err(|error| error.to_string()))
}

#[test]
fn the_first_bytes_tell_the_compression() {
    for bytes in [b"text".to_vec(), gzip(b"text"), zstd(b"text")] {
        assert_eq!(read_all(bytes, SizeLimits::default()), (b"text".to_vec(), Ok(())));
    }
    for short in ["", "a", "abc", "\u{1f}"] {
        assert_eq!(read_all(short.as_bytes().to_vec(), SizeLimits::default()), (short.into(), Ok(())));
    }
}

#[test]
fn members_and_frames_follow_each_other() {
    let two = |one: Vec<u8>, other: Vec<u8>| [one, other].concat();
    assert_eq!(read_all(two(gzip(b"one "), gzip(b"two")), SizeLimits::default()).0, b"one two");
    assert_eq!(read_all(two(zstd(b"one "), zstd(b"two")), SizeLimits::default()).0, b"one two");
    // Programs such as pzstd put frames of their own before the data.
    let skippable = [&[0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0][..], b"mine"].concat();
    assert_eq!(read_all(two(skippable, zstd(b"text")), SizeLimits::default()), (b"text".to_vec(), Ok(())));
}

#[test]
fn zeros_may_follow_gzip_data_and_nothing_else() {
    let followed = |rest: &[u8]| read_all([&gzip(b"text"), rest].concat(), SizeLimits::default());
    assert_eq!(followed(&[0; 512]), (b"text".to_vec(), Ok(())));
    assert_eq!(followed(&vec![0; 200_000]), (b"text".to_vec(), Ok(())));
    assert_eq!(followed(&[&[0; 8], &gzip(b" two")[..]].concat()), (b"text two".to_vec(), Ok(())));
    for rest in [&b"garbage"[..], b"\0\0garbage"] {
        let error = "damaged gzip data: other data follows its end".to_owned();
        assert_eq!(followed(rest), (b"text".to_vec(), Err(error)));
    }
    let error = followed(&gzip(b" two")[..7]).1;
    assert_eq!(error, Err("the gzip data ends too early".to_owned()));
}

#[test]
fn bytes_may_come_one_by_one() {
    struct Slow(Vec<u8>, usize);
    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let Some(byte) = self.0.get(self.1) else { return Ok(0) };
            self.1 += 1;
            buffer[0] = *byte;
            Ok(1)
        }
    }
    for bytes in [b"text".to_vec(), gzip(b"text"), zstd(b"text")] {
        let mut input = Input::new(Slow(bytes, 0), SizeLimits::default(), &Arc::default()).expect("bytes");
        let mut text = String::new();
        input.read_to_string(&mut text).expect("data");
        assert_eq!(text, "text");
    }
}

#[test]
fn truncated_and_damaged_data_is_an_error_after_what_was_read() {
    let text: Vec<u8> =
        (0..300_000_u32).flat_map(|number| number.wrapping_mul(0x9e37_79b9).to_le_bytes()).collect();
    for (name, whole) in [("gzip", gzip(&text)), ("zstd", zstd(&text))] {
        let (read, result) = read_all(whole[..whole.len() - 9].to_vec(), SizeLimits::default());
        assert_eq!(result, Err(format!("the {name} data ends too early")));
        assert!(read.len() > text.len() / 2 && text.starts_with(&read), "{name}");
        let mut damaged = whole.clone();
        for byte in &mut damaged[whole.len() / 2..whole.len() / 2 + 64] {
            *byte ^= 0x55;
        }
        let (_, result) = read_all(damaged, SizeLimits::default());
        let error = result.expect_err("damaged");
        assert!(error.starts_with(&format!("damaged {name} data: ")), "{error}");
    }
}

#[test]
fn bombs_end_in_an_error() {
    let zeros = vec![0_u8; 2 * FREE_BYTES as usize];
    for bomb in [gzip(&zeros), zstd(&zeros)] {
        let (read, result) = read_all(bomb.clone(), SizeLimits::default());
        assert!(result.expect_err("a bomb").ends_with("a decompression bomb"));
        assert!(read.len() as u64 <= FREE_BYTES + (1 << 20), "{}", read.len());
        assert_eq!(read_all(bomb, SizeLimits::NONE).0.len(), zeros.len());
    }
}

#[test]
fn zstd_windows_are_limited() {
    let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 1).expect("an encoder");
    encoder.window_log(28).expect("a window");
    encoder.write_all(b"text").expect("memory");
    let bytes = encoder.finish().expect("memory");
    let (_, result) = read_all(bytes.clone(), SizeLimits::default());
    assert_eq!(result, Err("the zstd data needs more than 128 MiB of memory".to_owned()));
    assert_eq!(read_all(bytes, SizeLimits::NONE).0, b"text");
}

#[test]
fn a_name_must_not_promise_what_is_not_there() {
    let folder = Folder::new("names");
    let path = folder.0.join("text.gz");
    fs::write(&path, "plain text").expect("a file");
    let error = Input::open(&path, SizeLimits::default()).expect_err("not gzip");
    assert_eq!(error.to_string(), "its name says gzip, but it is not gzip data");
    assert!(Input::open(&folder.0, SizeLimits::default()).is_err());
    assert!(Input::open(&folder.0.join("absent"), SizeLimits::default()).is_err());
    // The other way around is fine.
    let path = folder.0.join("text");
    fs::write(&path, gzip(b"text")).expect("a file");
    let mut text = String::new();
    Input::open(&path, SizeLimits::default()).expect("a file").read_to_string(&mut text).expect("data");
    assert_eq!(text, "text");
}

#[test]
fn binary_data_is_no_text() {
    let png =
        [&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\x90\0\0\x01\x90\x08\x06\0\0\0"[..], &[7; 4096]].concat();
    for bytes in [png.clone(), gzip(&png), zstd(&png), gzip(&gzip(&png))] {
        let input =
            Input::new(io::Cursor::new(bytes), SizeLimits::default(), &Arc::default()).expect("bytes");
        let mut read = Vec::new();
        let error = input.text_only().read_to_end(&mut read).expect_err("no text");
        assert_eq!((error.to_string().as_str(), &read[..]), ("it is binary data, not text", &b""[..]));
    }
    let text = b"[White \"?\"]\n\n1. e4 e5 2. Nf3 \0 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O *\n".repeat(1000);
    let mut read = Vec::new();
    let input =
        Input::new(io::Cursor::new(text.clone()), SizeLimits::default(), &Arc::default()).expect("bytes");
    input.text_only().read_to_end(&mut read).expect("a text");
    assert_eq!(read, text);
}

#[test]
fn progress_counts_compressed_bytes_and_stops() {
    let folder = Folder::new("progress");
    let path = folder.0.join("zeros.gz");
    let bytes = gzip(&vec![0; 1 << 20]);
    fs::write(&path, &bytes).expect("a file");
    let progress = Arc::new(Progress::default());
    let mut input = Input::open_watched(&path, SizeLimits::default(), &progress).expect("a file");
    progress.expect(bytes.len() as u64);
    input.read_exact(&mut [0; 100]).expect("data");
    assert!(progress.read() > 0 && progress.read() <= progress.length());
    progress.stop();
    assert_eq!(input.read(&mut [0; 100]).expect_err("stopped").to_string(), "stopped");
}

#[test]
fn an_output_is_complete_or_absent() {
    let folder = Folder::new("output");
    for name in ["text", "text.gz", "text.zst"] {
        let path = folder.0.join(name);
        let compression = Compression::of_path(&path);
        let mut output = Output::create(&path, compression).expect("a file");
        output.write_all(b"half").expect("a disk");
        drop(output);
        assert_eq!(folder.names(), [""; 0], "{name}");
        let mut output = Output::create(&path, compression).expect("a file");
        output.write_all(b"whole").expect("a disk");
        output.finish().expect("a disk");
        let mut text = String::new();
        Input::open(&path, SizeLimits::default()).expect("a file").read_to_string(&mut text).expect("data");
        assert_eq!(text, "whole");
        assert_eq!(folder.names(), [name]);
        // What was there stays until the end.
        let mut output = Output::create(&path, compression).expect("a file");
        output.write_all(b"half").expect("a disk");
        drop(output);
        Input::open(&path, SizeLimits::default()).expect("a file").read_exact(&mut [0; 5]).expect("data");
        fs::remove_file(&path).expect("a file");
    }
}

#[test]
fn an_output_needs_its_folder() {
    let folder = Folder::new("absent");
    assert!(Output::create(&folder.0.join("no/such/file"), Compression::None).is_err());
}

#[cfg(unix)]
#[test]
fn a_replaced_file_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("permissions");
    let file = folder.0.join("file");
    for mode in [0o600, 0o664, 0o755, 0o444] {
        fs::write(&file, "before").expect("a file");
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).expect("our own file");
        let mut output = Output::create(&file, Compression::None).expect("a file");
        // From the beginning: nobody else may read a secret while it is written.
        for entry in fs::read_dir(&folder.0).expect("a folder") {
            let found = entry.expect("an entry").metadata().expect("a file").permissions().mode();
            assert_eq!(found & 0o7777, mode);
        }
        output.write_all(b"after").expect("a disk");
        output.finish().expect("a disk");
        assert_eq!(fs::metadata(&file).expect("a file").permissions().mode() & 0o7777, mode);
        assert_eq!(fs::read_to_string(&file).expect("a text"), "after");
        fs::remove_file(&file).expect("our own file");
    }
}

#[cfg(unix)]
#[test]
fn devices_are_written_directly_and_links_stay() {
    let path = PathBuf::from("/dev/null");
    let mut output = Output::create(&path, Compression::None).expect("a device");
    output.write_all(b"text").expect("a device");
    output.finish().expect("a device");
    assert!(Output::create(&PathBuf::from("/dev/stdout"), Compression::None).expect("a stream").is_stream());
    let folder = Folder::new("links");
    let (file, link) = (folder.0.join("file"), folder.0.join("link"));
    fs::write(&file, "before").expect("a file");
    std::os::unix::fs::symlink(&file, &link).expect("a link");
    let mut output = Output::create(&link, Compression::None).expect("a file");
    output.write_all(b"after").expect("a disk");
    output.finish().expect("a disk");
    assert_eq!(fs::read_to_string(&file).expect("a file"), "after");
    assert!(fs::symlink_metadata(&link).expect("a link").file_type().is_symlink());
}

#[cfg(unix)]
#[test]
fn a_link_to_a_file_not_yet_there_stays_a_link() {
    use std::os::unix::fs::symlink;

    let folder = Folder::new("dangling");
    fs::create_dir(folder.0.join("data")).expect("a folder");
    // A link to a link, both relative to where they stand.
    symlink("data/file", folder.0.join("near")).expect("a link");
    symlink("near", folder.0.join("far")).expect("a link");
    for (name, text) in [("far", "first"), ("near", "second"), ("far", "third")] {
        let mut output = Output::create(&folder.0.join(name), Compression::None).expect("a file");
        output.write_all(text.as_bytes()).expect("a disk");
        output.finish().expect("a disk");
        assert_eq!(fs::read_to_string(folder.0.join("data/file")).expect("a file"), text);
    }
    assert_eq!(folder.names(), ["data", "far", "near"]);
    for link in ["far", "near"] {
        assert!(fs::symlink_metadata(folder.0.join(link)).expect("a link").is_symlink());
    }
    symlink("nowhere/file", folder.0.join("lost")).expect("a link");
    let error = Output::create(&folder.0.join("lost"), Compression::None).expect_err("no folder");
    assert_eq!(error.kind(), io::ErrorKind::NotFound);
    symlink("circle", folder.0.join("circle")).expect("a link");
    assert!(Output::create(&folder.0.join("circle"), Compression::None).is_err());
}

#[test]
fn abandoned_files_are_taken_away_and_others_stay() {
    let folder = Folder::new("abandoned");
    let path = folder.0.join("text");
    // Another output of the same name is at work.
    let mut other = Output::create(&path, Compression::None).expect("a file");
    other.write_all(b"other").expect("a disk");
    let working = folder.names();
    for name in [".text.99999999-0.partial", ".text.1-0.partial", ".text.partial", ".texts.1-0.partial"] {
        fs::write(folder.0.join(name), "half").expect("a file");
    }
    let mut output = Output::create(&path, Compression::None).expect("a file");
    output.write_all(b"whole").expect("a disk");
    output.finish().expect("a disk");
    let mut left = vec![".text.partial".to_owned(), ".texts.1-0.partial".to_owned(), "text".to_owned()];
    left.extend(working);
    left.sort();
    assert_eq!(folder.names(), left);
    other.finish().expect("a disk");
    assert_eq!(fs::read_to_string(&path).expect("a file"), "other");
}

#[test]
fn a_name_that_ends_with_a_slash_is_a_folder() {
    let folder = Folder::new("slash");
    let path = PathBuf::from(format!("{}/", folder.0.join("file").display()));
    let error = Output::create(&path, Compression::None).expect_err("a folder");
    assert_eq!(error.to_string(), "the name of a file is missing");
    assert!(Output::create(&folder.0, Compression::None).is_err());
    assert_eq!(folder.names(), [""; 0]);
}

#[cfg(target_os = "linux")]
#[test]
fn an_open_file_is_continued_and_not_replaced() {
    use std::os::fd::AsRawFd;

    let folder = Folder::new("open");
    let path = folder.0.join("file");
    fs::write(&path, "before ").expect("a file");
    let open = fs::File::options().append(true).open(&path).expect("a file");
    for name in ["/dev/fd", "/proc/self/fd"] {
        let name = PathBuf::from(format!("{name}/{}", open.as_raw_fd()));
        let mut output = Output::create(&name, Compression::None).expect("an open file");
        assert!(output.is_stream());
        output.write_all(b"after ").expect("a disk");
        output.finish().expect("a disk");
    }
    assert_eq!(fs::read_to_string(&path).expect("a file"), "before after after ");
    assert_eq!(folder.names(), ["file"]);
    assert!(Output::create(&PathBuf::from("/dev/fd/987654"), Compression::None).is_err());
}
