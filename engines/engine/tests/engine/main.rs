//! The engine as GUIs and other engines speak to it.

mod beginner;
mod common;
mod dxp;
mod floods;
mod hub;
mod levels;
mod storms;
mod uci;
