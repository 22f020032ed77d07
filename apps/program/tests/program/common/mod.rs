//! Running the program, and the folders of test data.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A Frisian position with more captures than can be examined, from the sources of scaladraughts.
pub(crate) const THIRTY_TWO_KINGS: &str = "W:WK5:BK2,K4,K7,K8,K9,K10,K11,K13,K15,K16,K18,K19,K20,K21,K22,K24,\
                                           K27,K29,K30,K31,K32,K33,K35,K36,K38,K40,K41,K42,K43,K44,K47,K49";

/// What a run of the program left behind.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    pub(crate) fn of(output: Output) -> Self {
        Self {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).expect("text"),
            stderr: String::from_utf8(output.stderr).expect("text"),
        }
    }
}

/// The program, the same whatever locale and terminal the tests run in.
pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.env("LC_ALL", "C.UTF-8").env_remove("COLUMNS");
    command
}

/// Asks a server for something with a method and a path; the answer is its status and its JSON, if it is JSON.
#[cfg(all(unix, feature = "serve"))]
pub(crate) fn http_request(
    address: &str,
    host: &str,
    (method, path): (&str, &str),
    token: Option<&str>,
    body: &serde_json::Value,
) -> (u16, serde_json::Value) {
    use std::io::Read;

    let mut stream = std::net::TcpStream::connect(address).expect("a connection");
    let token = token.map_or_else(String::new, |token| format!("Authorization: Bearer {token}\r\n"));
    let body = if body.is_null() { String::new() } else { body.to_string() };
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         {token}Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .expect("a request");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("an answer");
    let (head, body) = text.split_once("\r\n\r\n").expect("a head");
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    (status, serde_json::from_str(body).unwrap_or_default())
}

/// Runs the program with arguments and standard input.
pub(crate) fn damier_with_input(arguments: &[&str], input: &[u8]) -> Run {
    let mut command = program();
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // Written from another thread, since the program answers while it reads. It may stop reading early.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("no panic");
    Run::of(output)
}

/// Runs the program.
pub(crate) fn damier(arguments: &[&str]) -> Run {
    damier_with_input(arguments, b"")
}

/// Runs the program with input, sends it a signal while it waits for more, and then more input.
#[cfg(unix)]
pub(crate) fn damier_with_signal(arguments: &[&str], signal: &str, input: &[u8]) -> Run {
    let mut command = program();
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input).expect("a pipe");
    send_signal(&child, signal);
    std::thread::sleep(Duration::from_millis(200));
    let _ = stdin.write_all(input);
    drop(stdin);
    Run::of(child.wait_with_output().expect("the program ends"))
}

/// Sends a signal to a program that listens for it and has had time to work for a while.
#[cfg(unix)]
pub(crate) fn send_signal(child: &Child, signal: &str) {
    wait_for_listener(child, signal);
    std::thread::sleep(Duration::from_millis(500));
    let kill = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
    assert!(kill.expect("kill is there").success());
}

/// Waits until a program listens for a signal. Systems that do not tell it have no `/proc/N/status`.
#[cfg(unix)]
fn wait_for_listener(child: &Child, signal: &str) {
    let number = ["HUP", "INT"].iter().position(|&name| name == signal).map_or(15, |index| index + 1);
    let begin = Instant::now();
    while let Ok(status) = std::fs::read_to_string(format!("/proc/{}/status", child.id())) {
        let Some(mask) = status.lines().find_map(|line| line.strip_prefix("SigCgt:")) else { return };
        let mask = u64::from_str_radix(mask.trim(), 16).expect("a mask");
        if mask >> (number - 1) & 1 == 1 {
            return;
        }
        assert!(begin.elapsed() < Duration::from_secs(60), "nobody listens for {signal}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Games that are kept go to a folder of the test.
pub(crate) fn play_command(folder: &Folder, arguments: &[&str]) -> Command {
    let mut command = program();
    command.arg("play").args(arguments).env("XDG_STATE_HOME", folder.path("state"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Plays these lines.
pub(crate) fn play_in(folder: &Folder, arguments: &[&str], lines: &[&str]) -> Run {
    let mut child = play_command(folder, arguments).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let text = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    // Written from another thread, since the program answers while it reads. It may leave early.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(text.as_bytes());
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("no panic");
    Run::of(output)
}

/// `damier games --played`.
pub(crate) fn played(folder: &Folder, arguments: &[&str]) -> Run {
    let mut command = program();
    command.args(["games", "--played"]).args(arguments).env("XDG_STATE_HOME", folder.path("state"));
    Run::of(command.stdin(Stdio::null()).output().expect("the program runs"))
}

/// What a successful run printed.
pub(crate) fn output_of(arguments: &[&str]) -> String {
    let run = damier(arguments);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{arguments:?}");
    run.stdout
}

/// The line about what went wrong; there must be exactly one, and nothing else.
pub(crate) fn complaint_about(arguments: &[&str]) -> String {
    let run = damier(arguments);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{arguments:?}: {}", run.stderr);
    let complaint = run.stderr.strip_prefix("damier: ").and_then(|text| text.strip_suffix('\n'));
    let complaint = complaint.expect("a line that starts with the program's name");
    assert!(!complaint.contains('\n'), "{complaint}");
    complaint.to_owned()
}

/// Converts a text.
pub(crate) fn convert(from: &str, to: &str, more: &[&str], text: impl AsRef<[u8]>) -> Run {
    damier_with_input(&[&["convert", "--from", from, "--to", to], more].concat(), text.as_ref())
}

/// What a conversion without complaints prints.
#[track_caller]
pub(crate) fn converted(from: &str, to: &str, more: &[&str], text: impl AsRef<[u8]>) -> String {
    let run = convert(from, to, more, text);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{run:?}");
    run.stdout
}

/// A file or folder of the test data.
pub(crate) fn testdata(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(path)
}

/// The cases of a file.
pub(crate) fn cases(file: &str, key: &str) -> Vec<serde_json::Value> {
    let text = std::fs::read_to_string(testdata(&format!("cases/{file}"))).expect("test data");
    let mut value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    match value[key].take() {
        serde_json::Value::Array(cases) => cases,
        other => panic!("{file}: {other}"),
    }
}

/// The hostile records, each with its format and its bytes.
pub(crate) fn hostile_records() -> Vec<(serde_json::Value, String, Vec<u8>)> {
    let of = |case: serde_json::Value| {
        let format = case["notation"].as_str().filter(|format| matches!(*format, "pgn" | "pdn"))?.to_owned();
        let bytes = hostile_bytes(&case);
        Some((case, format, bytes))
    };
    cases("hostile.json", "inputs").into_iter().filter_map(of).collect()
}

/// The bytes of a hostile input.
pub(crate) fn hostile_bytes(case: &serde_json::Value) -> Vec<u8> {
    if let Some(text) = case["input"].as_str() {
        return text.as_bytes().to_vec();
    }
    if let Some(hex) = case["input_hex"].as_str() {
        let digits: Vec<u32> = hex.chars().filter_map(|digit| digit.to_digit(16)).collect();
        return digits.chunks(2).map(|pair| (pair[0] * 16 + pair[1]) as u8).collect();
    }
    let repeat = &case["input_repeat"];
    let part = |name: &str| repeat[name].as_str().expect("text");
    let count = repeat["count"].as_u64().expect("a number") as usize;
    [part("prefix"), &part("unit").repeat(count), part("suffix")].concat().into_bytes()
}

/// How many folders there were, so that two tests never share one.
static FOLDERS: AtomicUsize = AtomicUsize::new(0);

/// A folder for temporary files, gone when dropped.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("damier-{}-{number}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("room for a folder");
        Self(path)
    }

    /// The path of a file, written now.
    pub(crate) fn file(&self, name: &str, contents: impl AsRef<[u8]>) -> String {
        std::fs::write(self.0.join(name), contents).expect("room for a file");
        self.path(name)
    }

    /// The path of a file.
    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("text").to_owned()
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).expect("a text")
    }

    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).expect("a folder");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
