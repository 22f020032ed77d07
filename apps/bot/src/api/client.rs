//! The client of the Bot API.

use std::fmt;
use std::time::Duration;

use hyper::StatusCode;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::api::call::Call;
use crate::api::connection::{Address, Connections};
use crate::api::error::ApiError;
use crate::api::multipart;
use crate::api::types::Me;
use crate::token::Token;

/// How long Telegram may take for a call.
const ANSWER_WITHIN: Duration = Duration::from_secs(30);

/// How long Telegram keeps a request for updates open.
const POLL: Duration = Duration::from_secs(25);

/// The kinds of updates that the bot asks for.
const ALLOWED: [&str; 4] = ["message", "callback_query", "inline_query", "chosen_inline_result"];

/// The client of the Bot API.
pub(crate) struct Client {
    connections: Connections,
    token: Token,
}

/// What Telegram answers.
#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    ok: bool,
    result: Option<Value>,
    error_code: Option<u16>,
    description: Option<String>,
    parameters: Option<Parameters>,
}

#[derive(Deserialize)]
struct Parameters {
    retry_after: Option<u64>,
}

impl Client {
    pub(crate) fn new(address: Address, token: Token) -> Self {
        Self { connections: Connections::new(address), token }
    }

    /// Makes a call and reads its result.
    pub(crate) async fn ask<T: DeserializeOwned>(&self, call: &Call) -> Result<T, ApiError> {
        let result = self.call(call, ANSWER_WITHIN).await?;
        serde_json::from_value(result).map_err(|error| unreadable(&error))
    }

    /// Makes a call whose result does not matter.
    pub(crate) async fn tell(&self, call: &Call) -> Result<(), ApiError> {
        self.call(call, ANSWER_WITHIN).await.map(drop)
    }

    /// The bot itself.
    pub(crate) async fn me(&self) -> Result<Me, ApiError> {
        self.ask(&Call::new("getMe", json!({}))).await
    }

    /// Waits for updates from this number on; that confirms those before it.
    pub(crate) async fn updates(&self, offset: Option<i64>, limit: usize) -> Result<Vec<Value>, ApiError> {
        let mut parameters = json!({ "timeout": POLL.as_secs(), "limit": limit, "allowed_updates": ALLOWED });
        if let Some(offset) = offset {
            parameters["offset"] = offset.into();
        }
        let result = self.call(&Call::new("getUpdates", parameters), POLL + ANSWER_WITHIN).await?;
        serde_json::from_value(result).map_err(|error| unreadable(&error))
    }

    /// Sets the webhook: Telegram sends updates to this address.
    pub(crate) async fn set_webhook(&self, url: &str, secret: &str) -> Result<(), ApiError> {
        let parameters = json!({ "url": url, "secret_token": secret, "allowed_updates": ALLOWED });
        self.tell(&Call::new("setWebhook", parameters)).await
    }

    /// Removes the webhook, so that the bot can poll.
    pub(crate) async fn delete_webhook(&self) -> Result<(), ApiError> {
        self.tell(&Call::new("deleteWebhook", json!({}))).await
    }

    async fn call(&self, call: &Call, within: Duration) -> Result<Value, ApiError> {
        let body = multipart::body(call);
        let path = format!("/bot{}/{}", self.token.reveal(), call.method);
        let sent = self.connections.post(&path, &body.content_type, body.bytes.into());
        let late = |_| ApiError::Network { reason: "the answer took too long".to_owned() };
        let (status, bytes) = tokio::time::timeout(within, sent).await.map_err(late)??;
        read(status, &bytes)
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Client")
    }
}

/// Reads an answer.
fn read(status: StatusCode, bytes: &[u8]) -> Result<Value, ApiError> {
    // A proxy in between may answer with an HTML page.
    let Ok(answer) = serde_json::from_slice::<Answer>(bytes) else {
        let description = "the answer is not JSON".to_owned();
        return Err(ApiError::Unavailable { code: status.as_u16(), description });
    };
    if answer.ok {
        return Ok(answer.result.unwrap_or(Value::Null));
    }
    let code = answer.error_code.unwrap_or(status.as_u16());
    let description = answer.description.unwrap_or_default();
    Err(match code {
        429 => {
            let retry_after = answer.parameters.and_then(|parameters| parameters.retry_after);
            ApiError::TooMany { retry_after: retry_after.unwrap_or(1) }
        }
        400..=499 => ApiError::Refused { code, description },
        _ => ApiError::Unavailable { code, description },
    })
}

fn unreadable(error: &serde_json::Error) -> ApiError {
    ApiError::Unavailable { code: 200, description: format!("the answer cannot be read: {error}") }
}

#[cfg(test)]
mod tests {
    use hyper::StatusCode;
    use serde_json::json;

    use super::read;
    use crate::api::error::ApiError;

    #[test]
    fn answers_are_read() {
        assert_eq!(read(StatusCode::OK, br#"{"ok":true,"result":[1]}"#), Ok(json!([1])));
        let flood = br#"{"ok":false,"error_code":429,"description":"Too Many Requests","parameters":{"retry_after":7}}"#;
        assert_eq!(read(StatusCode::OK, flood), Err(ApiError::TooMany { retry_after: 7 }));
        let error = read(StatusCode::BAD_REQUEST, br#"{"ok":false,"error_code":400,"description":"no"}"#);
        assert_eq!(error, Err(ApiError::Refused { code: 400, description: "no".into() }));
        for (status, body) in
            [(502, "<html>"), (500, r#"{"ok":false,"error_code":500,"description":""}"#), (200, "")]
        {
            let error = read(StatusCode::from_u16(status).unwrap(), body.as_bytes()).unwrap_err();
            assert!(error.is_passing(), "{body}");
        }
    }
}
