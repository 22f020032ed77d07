//! The rules, tested from outside. One binary for all files: the generators of all variants take most of a
//! minute to compile.

mod against_reference;
mod common;
mod counts;
mod diagram;
mod disputed;
mod draws;
mod duplicates;
mod explain;
mod fast;
mod fen;
mod game;
mod hop_by_hop;
mod hostile;
mod hub;
mod keys;
mod legal_moves;
mod move_text;
mod numbering;
mod outcomes;
mod own_rules;
mod round_trips;
mod routes;
mod sets;
mod setup;
mod test_boards;
mod typed;
mod variants;
mod wander;
mod words;
