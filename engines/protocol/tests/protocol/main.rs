//! Messages of both protocols, well formed and hostile.

mod hostile;
mod transcripts;
