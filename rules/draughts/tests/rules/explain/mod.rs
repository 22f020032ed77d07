//! Why moves are not legal: that it agrees with the legal moves, that it is true, and that every reason has a case.

mod advice;
mod against_reference;
mod case;
mod game;
mod hostile;
mod table;
