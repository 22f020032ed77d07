//! Records as texts: what is read, written, repaired, refused.

mod borders;
mod bounds;
mod damage;
mod encodings;
mod hostile;
mod raw_games;
mod reading;
mod referee;
mod round_trip;
mod silent;
mod tree;
