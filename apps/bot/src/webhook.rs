//! Receives updates by webhook. Only calls with the secret token are accepted, and a call is answered when its update
//! is stored.

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use serde_json::Value;
use subtle::ConstantTimeEq;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::bot::{Bot, BotError};
use crate::config::Webhook;
use crate::dispatch::Dispatcher;
use crate::intake;

/// The header with the secret token.
const SECRET: &str = "X-Telegram-Bot-Api-Secret-Token";

/// The largest update.
const LARGEST: usize = 1 << 20;

#[derive(Clone)]
struct Hook {
    bot: Arc<Bot>,
    dispatcher: Arc<Dispatcher>,
    secret: Arc<str>,
}

/// Listens until the end.
pub(crate) async fn listen(
    bot: Arc<Bot>,
    dispatcher: Arc<Dispatcher>,
    webhook: Webhook,
    stop: CancellationToken,
) -> Result<(), BotError> {
    let address = webhook.listen;
    let listener = TcpListener::bind(address).await.map_err(|source| BotError::Listen { address, source })?;
    let secret = bot.token.webhook_secret();
    let set = bot.client.set_webhook(&webhook.url, &secret).await;
    set.map_err(|error| BotError::Refused(error.to_string()))?;
    let games = bot.games.clone();
    intake::forget(&bot).await;
    let hook = Hook { bot, dispatcher, secret: secret.into() };
    let router = Router::new().fallback(post(receive)).layer(DefaultBodyLimit::max(LARGEST)).with_state(hook);
    games.serve(listener, router, Box::pin(stop.cancelled_owned())).await;
    Ok(())
}

async fn receive(State(hook): State<Hook>, headers: HeaderMap, body: Bytes) -> StatusCode {
    let secret = headers.get(SECRET).map(|secret| secret.as_bytes()).unwrap_or_default();
    if !bool::from(secret.ct_eq(hook.secret.as_bytes())) {
        return StatusCode::UNAUTHORIZED;
    }
    let Ok(update) = serde_json::from_slice::<Value>(&body) else { return StatusCode::BAD_REQUEST };
    hook.dispatcher.has_room().await;
    match intake::take(&hook.bot, &hook.dispatcher, &[update]).await {
        Ok(_) => StatusCode::OK,
        Err(error) => {
            tracing::warn!(%error, "an update was not stored; Telegram will send it again");
            StatusCode::SERVICE_UNAVAILABLE
        }
    }
}
