//! The engine as GUIs and other engines speak to it.

mod beginner;
mod common;
mod dxp;
mod endgame_tables;
mod floods;
mod hub;
mod levels;
mod storms;
mod uci;
