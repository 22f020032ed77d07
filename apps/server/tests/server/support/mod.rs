//! A real server on a port of its own, and small clients for it.
#![allow(dead_code, reason = "not every test uses everything")]

pub(crate) mod http;
pub(crate) mod socket;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

use damier_server::api_answers::{CommandAnswer, Created, GameAnswer, Joined};
use damier_server::{Config, RunError, TimeSource};
use serde_json::{Value, json};
use store::Store;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use http::{Answer, get, post};

/// How long to wait for something on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// The moment at which the clock of a test stands at first.
pub(crate) const START: u64 = 1_700_000_000_000;

/// A folder that is deleted at the end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("damier-server-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Self(path)
    }

    pub(crate) fn file(&self) -> String {
        self.0.join("games.db").to_string_lossy().into_owned()
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A running server.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) clock: Arc<AtomicU64>,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<Result<(), RunError>>,
}

impl Server {
    /// A server with an injected clock, no limits, and this store.
    pub(crate) async fn start(data: &str) -> Self {
        Self::start_with(data, Arc::new(AtomicU64::new(START)), |_| {}).await
    }

    pub(crate) async fn start_with(
        data: &str,
        clock: Arc<AtomicU64>,
        change: impl FnOnce(&mut Config),
    ) -> Self {
        let mut config = Config {
            engine_threads: 1,
            client_limit: 0,
            clock: TimeSource::set_by(Arc::clone(&clock)),
            is_shared: data.starts_with("postgres"),
            shutdown_within: PATIENCE,
            ..Config::default()
        };
        change(&mut config);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let store = Store::open(data).await.expect("a store");
        let (stop, stopped) = oneshot::channel();
        let shutdown = async move { drop(stopped.await) };
        let task = tokio::spawn(damier_server::run(config, listener, store, shutdown));
        Self { address, clock, stop: Some(stop), task }
    }

    /// Stops in good order.
    pub(crate) async fn stop(mut self) {
        drop(self.stop.take());
        (&mut self.task).await.expect("no panic").expect("an orderly end");
    }

    /// Lets time pass on the injected clock.
    pub(crate) fn wait(&self, milliseconds: u64) {
        self.clock.fetch_add(milliseconds, Ordering::SeqCst);
    }

    /// Creates a game.
    pub(crate) async fn create(&self, request: Value) -> Created {
        post(self.address, "/api/games", None, &request).await.expect(201)
    }

    /// A game between friends, both seats taken: the id and the tokens of White and Black.
    pub(crate) async fn friends(&self, request: Value) -> (String, String, String) {
        let mut body = json!({ "side": "white", "opponent": { "kind": "friend" } });
        body.as_object_mut().unwrap().extend(request.as_object().unwrap().clone());
        let created = self.create(body).await;
        let joined: Joined = self.join(&created, "0123456789abcdef").await.expect(200);
        (created.id, created.token, joined.token)
    }

    pub(crate) async fn join(&self, created: &Created, nonce: &str) -> Answer {
        let invite = created.invite.as_deref().expect("an invitation");
        let body = json!({ "invite": invite, "nonce": nonce, "name": "Anna" });
        post(self.address, &format!("/api/games/{}/join", created.id), None, &body).await
    }

    pub(crate) async fn game(&self, id: &str) -> GameAnswer {
        get(self.address, &format!("/api/games/{id}"), None).await.expect(200)
    }

    /// Sends a command with an id of its own.
    pub(crate) async fn send(&self, id: &str, token: &str, command: Value) -> Answer {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("command-{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        self.send_as(id, token, &name, command).await
    }

    pub(crate) async fn send_as(&self, id: &str, token: &str, name: &str, command: Value) -> Answer {
        let body = json!({ "id": name, "command": command });
        post(self.address, &format!("/api/games/{id}/commands"), Some(token), &body).await
    }

    /// Sends a command that must be accepted.
    pub(crate) async fn done(&self, id: &str, token: &str, command: Value) -> CommandAnswer {
        self.send(id, token, command).await.expect(200)
    }

    /// Makes a move that must be accepted.
    pub(crate) async fn play(&self, id: &str, token: &str, ply: u32, mv: &str) -> CommandAnswer {
        self.done(id, token, json!({ "command": "move", "ply": ply, "move": mv })).await
    }

    /// Waits until a game is as the condition says.
    pub(crate) async fn until(&self, id: &str, condition: impl Fn(&GameAnswer) -> bool) -> GameAnswer {
        let wait = async {
            loop {
                let game = self.game(id).await;
                if condition(&game) {
                    return game;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(PATIENCE, wait).await.expect("the condition in time")
    }
}
