//! A file as memory.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::Deref;
use std::path::Path;

use memmap2::Mmap;

/// The bytes of a file that nobody changes.
#[derive(Debug)]
pub(crate) struct MappedFile(Mmap);

impl MappedFile {
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        // SAFETY: tables are written under another name, synced and renamed, and never changed afterward: a file that is
        // built again replaces the name, while the map keeps the file that it has opened. Reads are bounds-checked and every
        // byte is valid as `u8`, so that contents may be anything. Whoever truncates a table in place breaks the documented
        // contract of the folder.
        unsafe { Mmap::map(&file) }.map(Self)
    }
}

impl Deref for MappedFile {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}
