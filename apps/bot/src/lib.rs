#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod api;
mod board;
mod book;
mod bot;
mod callback;
mod caption;
mod chat_game;
mod config;
mod dispatch;
mod gallery;
mod glyphs;
mod handle;
mod inline_query;
mod intake;
mod invitation;
mod invites;
mod keyboards;
mod language;
mod menus;
mod outbox;
mod pace;
mod pending;
mod people;
mod play;
mod reminders;
mod reply;
mod rule_texts;
mod shared_game;
mod tap;
mod token;
mod typed;
mod webhook;
mod words;

pub use bot::{BotError, run};
pub use config::{Config, TELEGRAM, Webhook};
pub use token::{BadToken, Token};
