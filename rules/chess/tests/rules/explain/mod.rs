//! Why moves are not legal: that it agrees with the legal moves, that it is true, and that every reason has a case.

mod all_pairs;
mod mailbox;
mod table;
