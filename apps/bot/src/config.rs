//! How the bot is set up.

use std::net::SocketAddr;

use crate::token::Token;

/// How the bot is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// The token that BotFather gave.
    pub token: Token,
    /// Where the Bot API is: `https://api.telegram.org`.
    pub api_url: String,
    /// The address of the page, such as `https://example.org`, if people can reach it.
    pub public_url: Option<String>,
    /// Lets Telegram send updates to the bot; otherwise the bot polls.
    pub webhook: Option<Webhook>,
    /// How many seconds of Telegram's limits pass in a real second: 1. With 0 the bot sends as fast as it can.
    pub pace: f64,
}

/// How Telegram reaches the bot.
#[derive(Clone, Debug)]
pub struct Webhook {
    /// The address that Telegram calls: a proxy with TLS that forwards to `listen`.
    pub url: String,
    /// Where the bot listens.
    pub listen: SocketAddr,
}

/// The Bot API of Telegram.
pub const TELEGRAM: &str = "https://api.telegram.org";
