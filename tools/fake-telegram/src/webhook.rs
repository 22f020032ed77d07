//! Delivery of updates to the bot's webhook.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::fake::Inner;

/// Where the bot wants its updates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Webhook {
    pub(crate) host: String,
    pub(crate) path: String,
    pub(crate) secret: Option<String>,
}

/// The secret that comes with an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secret {
    /// The one that the bot asked for.
    Right,
    /// Another one of the same length.
    Wrong,
    /// None.
    Missing,
}

/// How long to wait before an update is delivered again. The real server waits longer and longer.
const PAUSE: Duration = Duration::from_millis(50);

/// How long the bot may take to answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// Delivers updates while there is a webhook, each until the bot takes it.
pub(crate) async fn deliver(inner: Arc<Inner>) {
    loop {
        let next = {
            let mut world = inner.lock();
            let world = &mut *world;
            let target = world.settings.webhook_target;
            world.webhook.clone().zip(target).and_then(|(hook, target)| {
                world.queue.first(&mut world.faults).map(|pending| (hook, target, pending))
            })
        };
        let Some((hook, target, pending)) = next else {
            inner.wait_for_change(PAUSE).await;
            continue;
        };
        let status = post(target, &hook, hook.secret.as_deref(), &pending.update).await;
        if status.is_some_and(|status| (200..300).contains(&status)) {
            let mut world = inner.lock();
            let world = &mut *world;
            world.queue.taken(pending, &mut world.faults);
            world.changes += 1;
        } else {
            tokio::time::sleep(PAUSE).await;
        }
        inner.notify();
    }
}

/// Posts an update, and returns the status; `None` if there was no answer.
pub(crate) async fn post(
    target: SocketAddr,
    hook: &Webhook,
    secret: Option<&str>,
    update: &Value,
) -> Option<u16> {
    let secret =
        secret.map_or_else(String::new, |secret| format!("X-Telegram-Bot-Api-Secret-Token: {secret}\r\n"));
    let body = update.to_string();
    let head = format!(
        "POST {} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n{secret}Content-Length: {}\r\n\
         Connection: close\r\n\r\n",
        hook.path,
        hook.host,
        body.len()
    );
    let exchange = async {
        let mut stream = TcpStream::connect(target).await.ok()?;
        stream.write_all(head.as_bytes()).await.ok()?;
        stream.write_all(body.as_bytes()).await.ok()?;
        let mut answer = Vec::new();
        // Some bots answer and close without reading all.
        let _ = stream.read_to_end(&mut answer).await;
        let line = String::from_utf8_lossy(answer.split(|&byte| byte == b'\r').next()?).into_owned();
        line.split(' ').nth(1)?.parse().ok()
    };
    tokio::time::timeout(PATIENCE, exchange).await.ok().flatten()
}
