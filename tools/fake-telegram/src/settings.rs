//! What a fake is like.

use std::net::SocketAddr;

/// What a fake is like.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The token of the bot.
    pub token: String,
    /// The bot's name in links, without `@`.
    pub username: String,
    /// How fast the bot may call.
    pub rates: Rates,
    /// Whether inline feedback is on at BotFather: without it, nobody tells the bot which result was chosen.
    pub inline_feedback: bool,
    /// Whether the bot reads all messages of groups. By default it gets commands and replies to itself only.
    pub reads_groups: bool,
    /// Where to deliver what goes to the webhook. The API wants a public HTTPS address, which tests do not have.
    pub webhook_target: Option<SocketAddr>,
    /// Whether to keep the bytes of uploaded files, or only their sizes.
    pub keeps_files: bool,
    /// The seed of all that is random.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            token: "7000000001:FAKE-token_for-tests-of-the-bot-0123".to_owned(),
            username: "damier_test_bot".to_owned(),
            rates: Rates::unlimited(),
            inline_feedback: true,
            reads_groups: false,
            webhook_target: None,
            keeps_files: true,
            seed: 1,
        }
    }
}

/// How fast a bot may send and edit. Answers to queries are not limited.
///
/// The real limits are not published. These follow the FAQ of bots, with room for the short bursts that it mentions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// Calls a second for one chat, or for one inline message.
    pub chat_per_second: f64,
    /// How many of them may come at once.
    pub chat_burst: f64,
    /// Calls a minute for one group.
    pub group_per_minute: f64,
    /// Calls a second for all chats together.
    pub overall_per_second: f64,
    /// How many seconds of these limits pass in a real second. More than one makes tests fast.
    pub speed: f64,
    /// Real seconds by which calls may be delayed on their way: those sent in time must not arrive too close together.
    pub jitter: f64,
}

impl Rates {
    /// The limits of the real API.
    #[must_use]
    pub fn real() -> Self {
        Self {
            chat_per_second: 1.0,
            chat_burst: 3.0,
            group_per_minute: 20.0,
            overall_per_second: 30.0,
            speed: 1.0,
            jitter: 0.0,
        }
    }

    /// The limits of the real API, in a world where time passes faster.
    #[must_use]
    pub fn sped_up(speed: f64) -> Self {
        Self { speed, jitter: 1.0, ..Self::real() }
    }

    /// No limits.
    #[must_use]
    pub fn unlimited() -> Self {
        Self { speed: f64::INFINITY, ..Self::real() }
    }
}

/// The limits of texts, keyboards and files.
pub(crate) mod limit {
    pub(crate) const TEXT: usize = 4096;
    pub(crate) const CAPTION: usize = 1024;
    pub(crate) const CALLBACK_ANSWER: usize = 200;
    pub(crate) const CALLBACK_DATA: usize = 64;
    pub(crate) const ROW: usize = 8;
    pub(crate) const BUTTONS: usize = 100;
    pub(crate) const MARKUP: usize = 10_000;
    pub(crate) const INLINE_RESULTS: usize = 50;
    pub(crate) const RESULT_ID: usize = 64;
    pub(crate) const INLINE_QUERY: usize = 256;
    pub(crate) const START_PARAMETER: usize = 64;
    pub(crate) const COMMANDS: usize = 100;
    pub(crate) const PHOTO: usize = 10 << 20;
    pub(crate) const DOCUMENT: usize = 50 << 20;
    pub(crate) const SECRET: usize = 256;
    /// Width and height of a photo together.
    pub(crate) const PHOTO_SIDES: u32 = 10_000;
    pub(crate) const PHOTO_RATIO: u32 = 20;
    /// What the server takes in one request.
    pub(crate) const BODY: usize = 64 << 20;
}

/// Whether a text may be a start parameter or a secret token.
pub(crate) fn is_base64url(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
}
