//! What bots need from a store: an inbox that accepts each item once, and notes.

/// Something that a bot received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received {
    /// Its id. The inbox accepts an id only once.
    pub id: String,
    /// What it says.
    pub body: String,
}

/// A text to be kept under a key, or to be forgotten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Which kind of note, such as "telegram.user".
    pub space: String,
    /// The key, unique in its space.
    pub key: String,
    /// The text; `None` forgets the note.
    pub value: Option<String>,
}

/// Notes to be kept, and things of an inbox that are handled, in one transaction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keep {
    /// The notes.
    pub notes: Vec<Note>,
    /// The sources and the ids of what is handled: only the id stays in the inbox.
    pub handled: Vec<(String, String)>,
}

impl Note {
    /// A text to be kept under a key.
    #[must_use]
    pub fn new(space: &str, key: &str, value: String) -> Self {
        Self { space: space.to_owned(), key: key.to_owned(), value: Some(value) }
    }

    /// A note to be forgotten.
    #[must_use]
    pub fn forgotten(space: &str, key: &str) -> Self {
        Self { space: space.to_owned(), key: key.to_owned(), value: None }
    }
}

/// What is received by one call.
#[derive(Clone, Debug)]
pub(crate) struct Delivery {
    pub(crate) source: String,
    pub(crate) at: i64,
    pub(crate) received: Vec<Received>,
}

/// What to forget of an inbox: what was handled and came before this moment.
#[derive(Clone, Debug)]
pub(crate) struct Expiry {
    pub(crate) source: String,
    pub(crate) before: i64,
}
