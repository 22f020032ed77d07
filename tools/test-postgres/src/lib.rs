//! A PostgreSQL of its own for each test program that wants one: started in a temporary folder, stopped and deleted when
//! it is dropped or when the test program ends, however it ends.
//!
//! ```no_run
//! let Some(postgres) = test_postgres::TestPostgres::start() else { return };
//! println!("connect to {}", postgres.fresh_database());
//! ```
#![forbid(unsafe_code)]

mod account;
mod programs;

use std::env;
use std::fs;
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use account::Account;

/// How long the server may take to start on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// Other programs may take the port between our choice and its use.
const ATTEMPTS: usize = 5;

/// Stops the server and deletes its folder when its input ends, which it does when this program ends. The server gets no
/// chance to tidy up, as in a crash. After the word "keep" the folder stays.
const KEEPER: &str = r#""$@" & server=$!
read -r word
kill -QUIT $server 2>/dev/null
wait $server
[ "$word" = keep ] || rm -rf "$FOLDER""#;

/// A running PostgreSQL.
pub struct TestPostgres {
    programs: PathBuf,
    account: Option<Account>,
    folder: PathBuf,
    port: u16,
    is_durable: bool,
    keeper: Option<Child>,
}

impl TestPostgres {
    /// Starts a server that is quick rather than durable. Where there is no PostgreSQL, says so loudly and returns
    /// nothing: the test is to be skipped.
    ///
    /// # Panics
    ///
    /// If PostgreSQL is there and does not start.
    #[must_use]
    pub fn start() -> Option<Self> {
        Self::start_as(false)
    }

    /// Starts a server that writes to the disk before it answers.
    ///
    /// # Panics
    ///
    /// If PostgreSQL is there and does not start.
    #[must_use]
    pub fn start_durable() -> Option<Self> {
        Self::start_as(true)
    }

    fn start_as(is_durable: bool) -> Option<Self> {
        let Some(programs) = programs::find() else {
            eprintln!(
                "SKIPPED: no PostgreSQL found; install postgresql-15 (its folder: {})",
                programs::EXAMPLE
            );
            return None;
        };
        let account = Account::for_server();
        let folder = make_folder(account.as_ref());
        let mut server = Self { programs, account, folder, port: 0, is_durable, keeper: None };
        server.initialize();
        server.run();
        Some(server)
    }

    /// The address of the database that is always there.
    #[must_use]
    pub fn url(&self) -> String {
        self.url_of("postgres")
    }

    /// Makes an empty database, and returns its address.
    ///
    /// # Panics
    ///
    /// If the server refuses.
    #[must_use]
    pub fn fresh_database(&self) -> String {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("test_{}", COUNT.fetch_add(1, Ordering::Relaxed));
        let port = self.port.to_string();
        let mut command = self.command("createdb");
        command.args(["-h", "127.0.0.1", "-U", "postgres", "-T", "template0", "-p", &port, &name]);
        check(&mut command);
        self.url_of(&name)
    }

    /// Stops the server as a crash would, and starts it again at the same address.
    ///
    /// # Panics
    ///
    /// If it does not start again.
    pub fn crash(&mut self) {
        self.keep_folder();
        self.stop();
        self.launch();
        assert!(self.is_up(), "PostgreSQL does not start again; see {}", self.log().display());
    }

    fn url_of(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}", self.port)
    }

    fn initialize(&self) {
        let mut command = self.command("initdb");
        command.arg("-D").arg(self.data()).args(["-A", "trust", "-U", "postgres", "-E", "UTF8"]);
        check(command.args(["--locale=C.UTF-8", "-N"]));
    }

    fn run(&mut self) {
        for _ in 0..ATTEMPTS {
            self.port = free_port();
            self.launch();
            if self.is_up() {
                return;
            }
            self.keep_folder();
            self.stop();
        }
        let log = fs::read_to_string(self.log()).unwrap_or_default();
        panic!("PostgreSQL does not start:\n{log}");
    }

    fn launch(&mut self) {
        let log = fs::File::create(self.log()).expect("our own folder");
        let mut command = Command::new("sh");
        command.env("FOLDER", &self.folder);
        command.args(["-c", KEEPER, "sh"]).arg(self.programs.join("postgres")).arg("-D").arg(self.data());
        command.args(["-p", &self.port.to_string(), "-c", "listen_addresses=127.0.0.1"]);
        command.arg("-c").arg(format!("unix_socket_directories={}", self.folder.display()));
        command.args(["-c", "max_connections=200"]);
        if !self.is_durable {
            command.args(["-c", "fsync=off"]);
        }
        self.as_account(&mut command);
        let errors = log.try_clone().expect("a second handle");
        command.stdin(Stdio::piped()).stdout(log).stderr(errors);
        self.keeper = Some(command.spawn().expect("a shell"));
    }

    /// Waits until the server answers, or has ended.
    fn is_up(&mut self) -> bool {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            let mut ready = self.command("pg_isready");
            ready.args(["-q", "-h", "127.0.0.1", "-p", &self.port.to_string()]);
            // The file tells that it is our server that answers.
            if self.data().join("postmaster.pid").exists()
                && ready.status().is_ok_and(|status| status.success())
            {
                return true;
            }
            let log = fs::read_to_string(self.log()).unwrap_or_default();
            if log.contains("could not create any TCP/IP sockets") || log.contains("could not bind") {
                return false;
            }
            sleep(Duration::from_millis(20));
        }
        false
    }

    fn keep_folder(&mut self) {
        if let Some(input) = self.keeper.as_mut().and_then(|keeper| keeper.stdin.as_mut()) {
            input.write_all(b"keep\n").expect("a keeper that reads");
        }
    }

    fn stop(&mut self) {
        if let Some(mut keeper) = self.keeper.take() {
            drop(keeper.stdin.take());
            let _ = keeper.wait();
        }
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        self.as_account(&mut command);
        command.stdin(Stdio::null());
        command
    }

    /// PostgreSQL refuses to run as root, and wants a folder that it may enter.
    fn as_account(&self, command: &mut Command) {
        command.current_dir(&self.folder);
        if let Some(account) = &self.account {
            account.use_for(command);
        }
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn log(&self) -> PathBuf {
        self.folder.join("log")
    }
}

impl Drop for TestPostgres {
    fn drop(&mut self) {
        self.stop();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn make_folder(account: Option<&Account>) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("damier-postgres-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let folder = reachable_folder().join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).expect("a folder for temporary files");
    if let Some(account) = account {
        chown(&folder, Some(account.user), Some(account.group)).expect("root may give folders away");
    }
    folder
}

/// Another account must be able to enter the folder, so a private one of the user does not do.
fn reachable_folder() -> PathBuf {
    let common = Path::new("/tmp");
    if common.is_dir() { common.to_owned() } else { env::temp_dir() }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    listener.local_addr().expect("its address").port()
}

fn check(command: &mut Command) {
    let output = command.output().expect("a program of PostgreSQL");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}
