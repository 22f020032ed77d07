//! Runs a server from its start to its end.

use std::future::Future;
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use store::{BoxFuture, Store, StoreError};
use study::{EnginePool, PoolConfig};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use crate::app::App;
use crate::config::Config;
use crate::games::ServerGames;
use crate::{http, rooms, serving};

/// Why a server ends with a failure.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// The engines cannot be started.
    #[error("cannot start the engines: {0}")]
    Engines(#[source] io::Error),
    /// The socket has no address.
    #[error("the socket has no address: {0}")]
    Address(#[source] io::Error),
    /// The store failed.
    #[error("the store failed: {0}")]
    Store(#[source] StoreError),
    /// A task that must not end has ended, which is a bug.
    #[error("a task of the server has failed")]
    PartFailed,
    /// Connections, sockets or commands did not end in time.
    #[error("the server did not stop in time")]
    NotInTime,
}

/// Serves games until `shutdown` is ready; then closes all sockets with a reason, finishes what was begun, and closes the
/// store.
///
/// # Errors
///
/// The engines cannot be started, the store or a part of the server failed, or the shutdown took too long.
pub fn run<'a>(
    config: Config,
    listener: TcpListener,
    store: Store,
    shutdown: impl Future<Output = ()> + Send + 'a,
) -> BoxFuture<'a, Result<(), RunError>> {
    match Server::new(config, store) {
        Ok(server) => server.run(Some(listener), shutdown),
        Err(error) => Box::pin(async { Err(error) }),
    }
}

/// A server that may have other front ends in its process.
pub struct Server {
    app: Arc<App>,
}

impl Server {
    /// Prepares a server; nothing happens before it runs.
    ///
    /// # Errors
    ///
    /// The engines cannot be started.
    pub fn new(config: Config, store: Store) -> Result<Self, RunError> {
        let pool = PoolConfig {
            threads: config.engine_threads,
            tables: config.tables.clone(),
            ..PoolConfig::default()
        };
        let engines = EnginePool::new(pool).map_err(RunError::Engines)?;
        Ok(Self { app: App::new(config, store, engines) })
    }

    /// The games, for another front end.
    #[must_use]
    pub fn games(&self) -> ServerGames {
        ServerGames::new(Arc::clone(&self.app))
    }

    /// Runs until `shutdown` is ready, as [`run`] does. Without a listener only other front ends serve the games.
    ///
    /// # Errors
    ///
    /// A part of the server failed, or the shutdown took too long.
    pub fn run<'a>(
        self,
        listener: Option<TcpListener>,
        shutdown: impl Future<Output = ()> + Send + 'a,
    ) -> BoxFuture<'a, Result<(), RunError>> {
        run_boxed(self.app, listener, Box::pin(shutdown))
    }
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Server")
    }
}

/// Not generic, so that the server is compiled here and not again in every program that runs one.
fn run_boxed(
    app: Arc<App>,
    listener: Option<TcpListener>,
    shutdown: BoxFuture<'_, ()>,
) -> BoxFuture<'_, Result<(), RunError>> {
    Box::pin(async move { run_app(&app, listener, shutdown).await })
}

async fn run_app(
    app: &Arc<App>,
    listener: Option<TcpListener>,
    shutdown: BoxFuture<'_, ()>,
) -> Result<(), RunError> {
    let changes = app.store.changes();
    let within = app.config.shutdown_within;
    if let Some(listener) = &listener {
        let address = listener.local_addr().map_err(RunError::Address)?;
        app.is_loopback.store(address.ip().to_canonical().is_loopback(), Ordering::Relaxed);
    }
    // Before anybody can connect, so that no clock is shown wrong.
    app.outages.revive(&app.store, app.now()).await.map_err(RunError::Store)?;
    let mut parts = JoinSet::new();
    parts.spawn(rooms::sweep_flags(Arc::clone(app)));
    let follower = tokio::spawn(rooms::follow_changes(Arc::clone(app), changes));
    let mut result = Ok(());
    tokio::select! {
        () = serve(app, listener, shutdown) => {}
        _ = parts.join_next() => result = Err(RunError::PartFailed),
    }
    tracing::info!("stopping");
    app.shutdown.cancel();
    app.tasks.close();
    if tokio::time::timeout(within, app.tasks.wait()).await.is_err() {
        tracing::error!(tasks = app.tasks.len(), "tasks did not end in time");
        result = result.and(Err(RunError::NotInTime));
    }
    parts.abort_all();
    follower.abort();
    app.rooms.clear();
    if let Err(error) = app.outages.beat(&app.store, app.now()).await {
        tracing::warn!(%error, "the store does not know when the server stopped");
    }
    app.store.close().await;
    tracing::info!("stopped");
    result
}

async fn serve(app: &Arc<App>, listener: Option<TcpListener>, shutdown: BoxFuture<'_, ()>) {
    match listener {
        Some(listener) => serving::accept(app, listener, http::router(Arc::clone(app)), shutdown).await,
        None => shutdown.await,
    }
}
