//! Games chosen at run time: names, texts, tags, one game in progress.

mod any_game;
mod names;
mod pdn;
mod tags;
mod tally;
mod words;
