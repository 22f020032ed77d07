//! How much a store may use.

/// Limits of a store. The defaults suit one server.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Appends that may wait for the task that writes; further ones are answered with
    /// [`StoreError::Busy`](crate::StoreError::Busy).
    pub queue: usize,
    /// Connections that read a SQLite file at the same time.
    pub readers: u32,
    /// The largest size of a SQLite file in bytes. Appends beyond it fail and do nothing.
    pub max_bytes: Option<u64>,
    /// Connections to PostgreSQL, beside the one that listens for news.
    pub connections: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { queue: 4096, readers: 4, max_bytes: None, connections: 16 }
    }
}

impl Options {
    /// The default limits.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}
