//! Accepts connections, and ends them in an orderly way.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use store::BoxFuture;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower::ServiceExt;

use crate::app::App;
use crate::http::admission::Peer;
use crate::limits::{Client, Connected};

/// How long a client may take to send the head of a request.
const HEAD_WITHIN: Duration = Duration::from_secs(15);

/// The most bytes of the head of a request.
const LARGEST_HEAD: usize = 16 * 1024;

/// How long to wait after a failure to accept, such as too many open files.
const AFTER_FAILURE: Duration = Duration::from_millis(100);

/// Accepts connections until the end is asked for.
pub(crate) async fn accept(
    app: &Arc<App>,
    listener: TcpListener,
    router: Router,
    mut end: BoxFuture<'_, ()>,
) {
    let space = Arc::new(Semaphore::new(app.config.max_connections));
    loop {
        let accepted = tokio::select! {
            accepted = next(&listener, &space) => accepted,
            () = &mut end => return,
        };
        match accepted {
            Ok((stream, peer, place)) => {
                // Behind a proxy all connections have one address, and its requests name the clients.
                let connected = if app.config.trust_proxy {
                    None
                } else {
                    match app.limits.connection(Client::from(peer.ip())) {
                        Some(connected) => Some(connected),
                        None => continue,
                    }
                };
                let app = Arc::clone(app);
                let connection = serve(Arc::clone(&app), stream, peer, router.clone(), (place, connected));
                app.tasks.spawn(connection);
            }
            Err(error) => {
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(AFTER_FAILURE).await;
            }
        }
    }
}

/// Waits for a place, then for a connection: those above the limit wait in the system's queue.
async fn next(
    listener: &TcpListener,
    space: &Arc<Semaphore>,
) -> io::Result<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
    let place = Arc::clone(space).acquire_owned().await.map_err(io::Error::other)?;
    let (stream, peer) = listener.accept().await?;
    Ok((stream, peer, place))
}

type Places = (OwnedSemaphorePermit, Option<Connected>);

async fn serve(app: Arc<App>, stream: TcpStream, peer: SocketAddr, router: Router, places: Places) {
    // Small messages must not wait for each other.
    let _ = stream.set_nodelay(true);
    app.metrics.connections.inc();
    let places = Arc::new(places);
    let service = hyper::service::service_fn({
        let places = Arc::clone(&places);
        move |mut request: hyper::Request<Incoming>| {
            // A socket keeps its place after the connection has become one.
            request.extensions_mut().insert(Arc::clone(&places));
            request.extensions_mut().insert(Peer(peer));
            router.clone().oneshot(request.map(axum::body::Body::new) as Request)
        }
    });
    let mut builder = auto::Builder::new(hyper_util::rt::TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(HEAD_WITHIN).max_buf_size(LARGEST_HEAD);
    let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), service);
    tokio::pin!(connection);
    let result = tokio::select! {
        result = &mut connection => result,
        () = app.shutdown.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = result {
        tracing::debug!(%error, "a connection ended early");
    }
    app.metrics.connections.dec();
}
