//! Why a call to the Bot API failed.

use thiserror::Error;

/// Why a call to the Bot API failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum ApiError {
    /// The bot asks too often: wait this many seconds.
    #[error("too many requests: wait {retry_after} s")]
    TooMany {
        /// Seconds.
        retry_after: u64,
    },
    /// Telegram refuses the call; asking again does not help.
    #[error("Telegram refuses the call: {description} ({code})")]
    Refused {
        /// The code, such as 400.
        code: u16,
        /// What Telegram says.
        description: String,
    },
    /// Telegram has a problem: asking again may help.
    #[error("Telegram has a problem: {description} ({code})")]
    Unavailable {
        /// The code, such as 502.
        code: u16,
        /// What Telegram says.
        description: String,
    },
    /// There is no connection or no answer.
    #[error("no answer from Telegram: {reason}")]
    Network {
        /// What is wrong; it does not hold the token.
        reason: String,
    },
}

impl ApiError {
    /// Whether the message already shows this, so that nothing is left to do.
    pub(crate) fn is_not_modified(&self) -> bool {
        self.says("message is not modified")
    }

    /// Whether the message is gone or can no longer be changed.
    pub(crate) fn is_message_gone(&self) -> bool {
        [
            "message to edit not found",
            "message can't be edited",
            "message_id_invalid",
            "message to delete not found",
        ]
        .iter()
        .any(|text| self.says(text))
    }

    /// Whether the same call may succeed later.
    pub(crate) fn is_passing(&self) -> bool {
        !matches!(self, Self::Refused { .. })
    }

    fn says(&self, text: &str) -> bool {
        matches!(self, Self::Refused { description, .. } if description.to_ascii_lowercase().contains(text))
    }
}

#[cfg(test)]
mod tests {
    use super::ApiError;

    #[test]
    fn errors_are_told_apart_by_their_text() {
        let refused = |description: &str| ApiError::Refused { code: 400, description: description.into() };
        assert!(
            refused("Bad Request: message is not modified: specified new message content").is_not_modified()
        );
        assert!(refused("Bad Request: MESSAGE_ID_INVALID").is_message_gone());
        assert!(!refused("Bad Request: can't parse entities").is_message_gone());
        assert!(!refused("Bad Request: can't parse entities").is_passing());
        assert!(ApiError::TooMany { retry_after: 3 }.is_passing());
    }
}
