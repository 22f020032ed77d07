//! `damier serve` as a program: what it prints, how it fails, how it ends, and what survives a kill.
#![cfg(all(unix, feature = "serve"))]

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};

use crate::common::{complaint_about, http_request, program};
use serde_json::{Value, json};
use test_postgres::TestPostgres;

/// A running server. Dropping it kills it.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(data: &str) -> Self {
        let mut command = program();
        command.args(["serve", "--port", "0", "--no-browser", "--client-limit", "0", "--data", data]);
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().expect("a pipe")).read_line(&mut line).expect("a line");
        let address = line.strip_prefix("Damier is at http://").and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("{line:?}")).to_owned();
        assert!(line.ends_with("/ (Ctrl-C stops it)\n"), "{line:?}");
        Self { child, address }
    }

    /// Ends it as a crash does: with SIGKILL.
    fn kill(&mut self) {
        self.child.kill().expect("a running program");
        self.child.wait().expect("an end");
    }

    fn signal(&self, name: &str) {
        let status = Command::new("kill").args([name, &self.child.id().to_string()]).status().expect("kill");
        assert!(status.success());
    }

    fn ask(&self, method: &str, path: &str, token: Option<&str>, body: &Value) -> (u16, Value) {
        http_request(&self.address, &self.address, (method, path), token, body)
    }

    fn create(&self) -> (String, String) {
        let body =
            json!({ "game": "chess", "side": "white", "opponent": { "kind": "self" }, "time": "90+30" });
        let (status, value) = self.ask("POST", "/api/games", None, &body);
        assert_eq!(status, 201, "{value}");
        let text = |name: &str| value[name].as_str().expect("a text").to_owned();
        (text("id"), text("token"))
    }

    fn play(&self, id: &str, token: &str, ply: usize, mv: &str) -> (u16, Value) {
        let command = json!({ "id": format!("move-{ply:06}"), "command": { "command": "move", "ply": ply, "move": mv } });
        self.ask("POST", &format!("/api/games/{id}/commands"), Some(token), &command)
    }

    fn moves(&self, id: &str) -> usize {
        self.ask("GET", &format!("/api/games/{id}"), None, &Value::Null).1["history"]
            .as_array()
            .expect("moves")
            .len()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const SHUFFLE: [&str; 4] = ["Nf3", "Nf6", "Ng1", "Ng8"];

fn file(name: &str) -> String {
    let path = std::env::temp_dir().join(format!("damier-serve-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    path.join("games.db").to_string_lossy().into_owned()
}

/// Plays, kills, starts again: what was acknowledged is there, and the last command may be repeated.
fn moves_survive_kills(data: &str) {
    let mut server = Server::start(data);
    let (id, token) = server.create();
    let mut ply = 0;
    for round in 0..3 {
        for _ in 0..3 {
            let (status, value) = server.play(&id, &token, ply, SHUFFLE[ply % 4]);
            assert_eq!(status, 200, "{value}");
            ply += 1;
        }
        server.kill();
        server = Server::start(data);
        assert_eq!(server.moves(&id), ply, "round {round}");
        let (status, value) = server.play(&id, &token, ply - 1, SHUFFLE[(ply - 1) % 4]);
        assert_eq!(status, 200, "{value}");
        assert_eq!(server.moves(&id), ply, "round {round}: the command was done twice");
    }
}

#[test]
fn moves_survive_kills_with_a_file() {
    let data = file("kills");
    moves_survive_kills(&data);
    let _ = std::fs::remove_dir_all(std::path::Path::new(&data).parent().expect("a folder"));
}

#[test]
fn moves_survive_kills_with_postgres() {
    let Some(postgres) = TestPostgres::start() else { return };
    moves_survive_kills(&postgres.fresh_database());
}

#[test]
fn another_server_goes_on_with_the_games_of_a_killed_one() {
    let Some(postgres) = TestPostgres::start() else { return };
    let data = postgres.fresh_database();
    let (mut one, two) = (Server::start(&data), Server::start(&data));
    let (id, token) = one.create();
    for (ply, mv) in SHUFFLE.into_iter().enumerate() {
        let server = if ply % 2 == 0 { &one } else { &two };
        assert_eq!(server.play(&id, &token, ply, mv).0, 200);
    }
    one.kill();
    assert_eq!(two.play(&id, &token, 3, SHUFFLE[3]).0, 200);
    assert_eq!(two.play(&id, &token, 4, "e4").0, 200);
    assert_eq!(two.moves(&id), 5);
}

#[test]
fn signals_end_it_in_good_order() {
    for name in ["-INT", "-TERM"] {
        let mut server = Server::start(":memory:");
        server.signal(name);
        let status = server.child.wait().expect("an end");
        assert_eq!(status.code(), Some(0), "{name}");
    }
}

#[test]
fn failures_say_what_to_do() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let start = ["serve", "--no-browser", "--port"];
    let complaint = complaint_about(&[&start[..], &[&port, "--data", ":memory:"]].concat());
    assert!(
        complaint.starts_with(&format!("port {port} is in use; choose another one with --port")),
        "{complaint}"
    );
    let complaint = complaint_about(&[&start[..], &["0", "--data", "/proc/nothing/games.db"]].concat());
    assert!(complaint.contains("--data"), "{complaint}");
    let complaint =
        complaint_about(&[&start[..], &["0", "--data", "postgres://127.0.0.1:1/nothing"]].concat());
    assert!(complaint.starts_with("cannot reach PostgreSQL at 127.0.0.1:1, database nothing"), "{complaint}");
    let complaint =
        complaint_about(&[&start[..], &["0", "--bind", "192.0.2.1", "--data", ":memory:"]].concat());
    assert!(complaint.contains("not an address of this machine"), "{complaint}");
    let complaint = complaint_about(&["serve", "--public-url", "nonsense"]);
    assert!(complaint.contains("expected a URL such as https://example.org"), "{complaint}");
}

/// Another user than the one who runs the tests: `nobody` if that is root.
fn as_other_user(data: &str) -> Option<std::process::Output> {
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n");
    let mut command = match is_root {
        true => {
            let mut command = Command::new("runuser");
            command.args(["-u", "nobody", "--"]).arg(program().get_program());
            command
        }
        false => program(),
    };
    command.args(["serve", "--port", "0", "--no-browser", "--data", data]).output().ok()
}

#[test]
fn a_folder_or_file_that_cannot_be_written_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let data = file("sealed");
    let folder = std::path::Path::new(&data).parent().expect("a folder").to_owned();
    std::fs::create_dir_all(&folder).expect("a folder");
    let set = |path: &std::path::Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("permissions");
    };
    let complain = |what: &str| {
        let Some(output) = as_other_user(&data) else {
            eprintln!("SKIPPED, a sealed folder was not tried: there is no runuser");
            return;
        };
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        if said.starts_with("runuser:") {
            eprintln!("SKIPPED, a sealed folder was not tried: {said}");
            return;
        }
        assert_eq!(output.status.code(), Some(2), "{said}");
        let start = format!("damier: cannot open {what}: Permission denied");
        assert!(said.starts_with(&start) && said.contains("--data chooses another"), "{said}");
    };
    set(&folder, 0o555);
    complain(&data);
    // A file that can be read but not written.
    set(&folder, 0o777);
    std::fs::write(&data, "").expect("a file");
    set(std::path::Path::new(&data), 0o444);
    complain(&data);
    let _ = std::fs::remove_dir_all(&folder);
}
