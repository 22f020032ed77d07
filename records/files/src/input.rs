//! Reading, whatever the compression.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use zstd::stream::read::Decoder as ZstdDecoder;

use crate::compression::Compression;
use crate::gzip::Members;
use crate::limits::{LARGEST_RATIO, SizeLimits, WINDOW_LOG};
use crate::text_check::TextCheck;

/// A file or pipe that is read, and decompressed if it is compressed.
///
/// Truncated and damaged data, and data that grows beyond the [`SizeLimits`], are errors; everything before them has
/// been read by then.
pub struct Input {
    data: Data,
    compression: Compression,
    limits: SizeLimits,
    written: u64,
    progress: Arc<Progress>,
    /// Looks for binary data, where a text is expected.
    text_check: Option<TextCheck>,
}

enum Data {
    Plain(Source),
    Gzip(Box<Members<Source>>),
    Zstd(ZstdDecoder<'static, Source>),
}

/// How far the reading of an [`Input`] is, seen from another thread, and a button to stop it.
#[derive(Debug, Default)]
pub struct Progress {
    read: AtomicU64,
    length: AtomicU64,
    is_stopped: AtomicBool,
}

impl Progress {
    /// The bytes read so far, compressed as they are.
    #[must_use]
    pub fn read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    /// Adds bytes that will be read.
    pub fn expect(&self, bytes: u64) {
        self.length.fetch_add(bytes, Ordering::Relaxed);
    }

    /// The bytes that will be read in all; 0 where that is unknown, as in a pipe.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.length.load(Ordering::Relaxed)
    }

    /// Lets the next read fail.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Whether [`stop`](Self::stop) was called.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }
}

impl Input {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// When it cannot be opened, or its name ends with `.gz` or `.zst` and its bytes say otherwise.
    pub fn open(path: &Path, limits: SizeLimits) -> io::Result<Self> {
        Self::open_watched(path, limits, &Arc::default())
    }

    /// Opens a file and shows how far it is read.
    ///
    /// # Errors
    ///
    /// As for [`open`](Self::open).
    pub fn open_watched(path: &Path, limits: SizeLimits, progress: &Arc<Progress>) -> io::Result<Self> {
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
        }
        let input = Self::new(file, limits, progress)?;
        let named = Compression::of_path(path);
        if named != Compression::None && input.compression != named && metadata.len() > 0 {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                format!("its name says {named}, but it is not {named} data"),
            ));
        }
        Ok(input)
    }

    /// Reads from a pipe or anything else; the first bytes tell the compression.
    ///
    /// # Errors
    ///
    /// When the first bytes cannot be read.
    pub fn new(
        read: impl Read + Send + 'static,
        limits: SizeLimits,
        progress: &Arc<Progress>,
    ) -> io::Result<Self> {
        let counted = Counted { read: Box::new(read), progress: Arc::clone(progress), count: 0 };
        let mut source = BufReader::with_capacity(BUFFER, counted);
        // A pipe may give its bytes one by one; the first of them belong together.
        let mut head = Vec::new();
        Read::take(&mut source, LONGEST_MAGIC).read_to_end(&mut head)?;
        let compression = Compression::of_bytes(&head);
        let source = io::Cursor::new(head).chain(source);
        let data = match compression {
            Compression::None => Data::Plain(source),
            Compression::Gzip => Data::Gzip(Box::new(Members::new(source))),
            Compression::Zstd => {
                let mut decoder = ZstdDecoder::with_buffer(source)?;
                decoder.window_log_max(if limits.is_limited { WINDOW_LOG } else { LARGEST_WINDOW_LOG })?;
                Data::Zstd(decoder)
            }
        };
        Ok(Self { data, compression, limits, written: 0, progress: Arc::clone(progress), text_check: None })
    }

    /// Lets reading fail at once where the data is anything but a text, such as a picture.
    #[must_use]
    pub fn text_only(self) -> Self {
        Self { text_check: Some(TextCheck::default()), ..self }
    }

    /// How the data is compressed.
    #[must_use]
    pub fn compression(&self) -> Compression {
        self.compression
    }

    /// The bytes of the source read for this input.
    fn source_count(&self) -> u64 {
        let source = match &self.data {
            Data::Plain(source) => source,
            Data::Gzip(decoder) => decoder.get_ref(),
            Data::Zstd(decoder) => decoder.get_ref(),
        };
        source.get_ref().1.get_ref().count
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut count = self.read_some(buffer)?;
        let is_begin = self.text_check.as_ref().is_some_and(TextCheck::is_new);
        // The bytes that tell the compression say too little about anything else.
        if is_begin && (1..=LONGEST_MAGIC).contains(&(count as u64)) {
            count += self.read_some(&mut buffer[count..])?;
        }
        let check = self.text_check.as_mut();
        if check.is_some_and(|check| check.finds_binary(&buffer[..count])) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "it is binary data, not text"));
        }
        Ok(count)
    }
}

impl Input {
    fn read_some(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.progress.is_stopped() {
            return Err(io::Error::other("stopped"));
        }
        let result = match &mut self.data {
            Data::Plain(source) => return source.read(buffer),
            Data::Gzip(decoder) => decoder.read(buffer),
            Data::Zstd(decoder) => decoder.read(buffer),
        };
        let count = result.map_err(|error| explain(error, self.compression))?;
        self.written += count as u64;
        if count > 0 && !self.limits.allow(self.written, self.source_count()) {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                format!(
                    "{} data that grows to more than {LARGEST_RATIO} times its size, a decompression bomb",
                    self.compression
                ),
            ));
        }
        Ok(count)
    }
}

impl std::fmt::Debug for Input {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { compression, limits, written, .. } = self;
        write!(f, "Input {{ {compression}, {limits:?}, {written} bytes so far }}")
    }
}

/// Says what is wrong with compressed data in words of its own.
fn explain(error: io::Error, compression: Compression) -> io::Error {
    let text = error.to_string();
    let what = match error.kind() {
        io::ErrorKind::UnexpectedEof => format!("the {compression} data ends too early"),
        _ if text.contains("window") || text.contains("too much memory") => {
            format!("the {compression} data needs more than {} MiB of memory", (1_u64 << WINDOW_LOG) >> 20)
        }
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData | io::ErrorKind::Other => {
            format!("damaged {compression} data: {text}")
        }
        _ => return error,
    };
    io::Error::new(error.kind(), what)
}

const BUFFER: usize = 1 << 16;

/// The bytes that show the compression.
const LONGEST_MAGIC: u64 = 4;

/// What zstd can do at most.
const LARGEST_WINDOW_LOG: u32 = if cfg!(target_pointer_width = "64") { 31 } else { 30 };

/// The first bytes, which tell the compression, and the rest.
type Source = io::Chain<io::Cursor<Vec<u8>>, BufReader<Counted>>;

/// Counts what is read.
struct Counted {
    read: Box<dyn Read + Send>,
    progress: Arc<Progress>,
    count: u64,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.read.read(buffer)?;
        self.count += count as u64;
        self.progress.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}
