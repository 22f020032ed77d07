#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod begin;
mod board;
mod content;
mod fake;
mod faults;
mod html;
mod http;
mod images;
mod keyboard;
mod load;
mod look;
mod methods;
mod multipart;
mod pace;
mod parameters;
mod process;
mod queue;
mod refusal;
mod render;
mod script;
mod settings;
mod user;
mod view;
mod webhook;
mod world;

pub use board::{BoardState, Match, Next, PlayerSeat, Spot, Step};
pub use fake::Fake;
pub use faults::{Fault, Storm};
pub use html::plain_text;
pub use keyboard::{Action, Button};
pub use load::{Load, LoadReport};
pub use look::scenes;
pub use process::{BotLaunch, BotProcess};
pub use refusal::{Rule, Violation};
pub use render::{page, screenshot};
pub use script::{Script, ScriptPly, keyboard_place};
pub use settings::{Rates, Settings};
pub use user::{Answer, InlineResult, User};
pub use view::View;
pub use webhook::Secret;
pub use world::{Call, ChatId, Place};
