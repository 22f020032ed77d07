//! The Bot API: what Telegram sends, what it is asked, and how.

mod call;
mod client;
mod connection;
mod error;
mod multipart;
mod types;

pub(crate) use call::{Call, Place};
pub(crate) use client::Client;
pub(crate) use connection::{Address, BadAddress};
pub(crate) use error::ApiError;
pub(crate) use types::{
    Button, CallbackQuery, ChosenInlineResult, InlineQuery, Keyboard, Me, Message, SentMessage, Update, User,
};
