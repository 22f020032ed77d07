//! Receives updates: each is stored before anything acts on it, and before Telegram drops it.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use store::{Received, Store};
use tokio_util::sync::CancellationToken;

use crate::api::ApiError;
use crate::bot::{Bot, BotError};
use crate::dispatch::Dispatcher;
use crate::pending::SOURCE;

/// The most updates that Telegram gives at once.
const BATCH: usize = 100;

/// Ids are remembered for three days. Telegram repeats an update for one day at most, and numbers anew only after a
/// week without updates: so neither a repeated nor a new update is taken for another.
const REMEMBERED: Duration = Duration::from_secs(3 * 86_400);

/// How often old ids are forgotten.
const EXPIRE_EVERY: Duration = Duration::from_secs(3_600);

/// Open updates per read at the start.
const PAGE: u32 = 10_000;

/// Handles the updates that the last run stored but did not handle.
pub(crate) async fn resume(dispatcher: &Arc<Dispatcher>, store: &Store) -> Result<(), BotError> {
    let open = store.open_inbox(SOURCE, PAGE).await?;
    if !open.is_empty() {
        tracing::info!(updates = open.len(), "handling updates from before the start");
    }
    open.into_iter().for_each(|received| dispatcher.push(received));
    Ok(())
}

/// Asks Telegram for updates until the end.
pub(crate) async fn poll(
    bot: Arc<Bot>,
    dispatcher: Arc<Dispatcher>,
    stop: CancellationToken,
) -> Result<(), BotError> {
    if let Err(error @ ApiError::Refused { .. }) = bot.client.delete_webhook().await {
        return Err(BotError::Refused(error.to_string()));
    }
    let mut offset = None;
    let mut failures = 0;
    let mut expired: Option<tokio::time::Instant> = None;
    loop {
        if expired.is_none_or(|expired| expired.elapsed() >= EXPIRE_EVERY) {
            expired = Some(tokio::time::Instant::now());
            forget(&bot).await;
        }
        let batch = async {
            dispatcher.has_room().await;
            bot.client.updates(offset, BATCH).await
        };
        let batch = tokio::select! {
            batch = batch => batch,
            () = stop.cancelled() => return Ok(()),
        };
        let stored = match batch {
            Ok(updates) => take(&bot, &dispatcher, &updates).await,
            Err(error) => Err(error.to_string()),
        };
        match stored {
            Ok(next) => {
                failures = 0;
                // A poll with an offset confirms earlier updates. After it, numbers that start again below the last one
                // must not be skipped.
                offset = next;
            }
            Err(error) => {
                failures += 1;
                tracing::warn!(%error, failures, "no updates; trying again");
                let pause = Duration::from_millis(250 << failures.min(7));
                tokio::select! {
                    () = tokio::time::sleep(pause) => {}
                    () = stop.cancelled() => return Ok(()),
                }
            }
        }
    }
}

/// Stores updates and hands those that are new on; returns the offset that confirms them.
pub(crate) async fn take(
    bot: &Bot,
    dispatcher: &Arc<Dispatcher>,
    updates: &[Value],
) -> Result<Option<i64>, String> {
    let received: Vec<(i64, Received)> = updates
        .iter()
        .filter_map(|update| {
            let id = update.get("update_id")?.as_i64()?;
            // The store holds no zero characters; nobody types them.
            let body = update.to_string().replace("\\u0000", "");
            Some((id, Received { id: id.to_string(), body }))
        })
        .collect();
    if received.is_empty() {
        return Ok(None);
    }
    let last = received.iter().map(|(id, _)| *id).max();
    let received: Vec<Received> = received.into_iter().map(|(_, received)| received).collect();
    let now = bot.games.now() as i64;
    let is_new =
        bot.games.store().receive(SOURCE, now, received.clone()).await.map_err(|error| error.to_string())?;
    for (received, _) in received.into_iter().zip(is_new).filter(|(_, is_new)| *is_new) {
        dispatcher.push(received);
    }
    Ok(last.map(|last| last + 1))
}

/// Forgets ids that cannot come again.
pub(crate) async fn forget(bot: &Bot) {
    let before = bot.games.now().saturating_sub(REMEMBERED.as_millis() as u64) as i64;
    if let Err(error) = bot.games.store().expire(SOURCE, before).await {
        tracing::warn!(%error, "cannot forget old updates");
    }
}
