//! A real server, a real store, real connections.

mod clocks;
mod games;
mod hostile;
mod repeats;
mod requests;
mod seats;
mod shared;
mod sockets;
mod support;
