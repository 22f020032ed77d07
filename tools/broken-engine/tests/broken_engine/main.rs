//! Every planted bug and fault is found by the tool that looks for it.

mod behaviors;
mod bugs;
mod compliance;
mod matches;
mod routes;
