//! How far compressed data may grow.

/// How many times longer than its compressed form a text may be. Game records shrink to a fifth, very
/// repetitive ones to a fiftieth; what is longer was made to fill disks.
pub const LARGEST_RATIO: u64 = 250;

/// So many bytes are read before the ratio is looked at: a short file may well be one long line of blanks.
pub const FREE_BYTES: u64 = 64 << 20;

/// The largest window of zstd data, as the power of two of its bytes: 128 MiB, which is what `zstd --ultra`
/// needs. Memory for decompression is bounded by it.
pub const WINDOW_LOG: u32 = 27;

/// Limits on the growth of compressed data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeLimits {
    pub(crate) is_limited: bool,
}

impl SizeLimits {
    /// Anything goes: data may grow without end, and windows may be as large as zstd can make them.
    pub const NONE: Self = Self { is_limited: false };

    /// Whether this many bytes may come out of that many compressed ones.
    pub(crate) fn allow(self, written: u64, read: u64) -> bool {
        !self.is_limited || written <= FREE_BYTES || written / LARGEST_RATIO <= read
    }
}

impl Default for SizeLimits {
    /// [`LARGEST_RATIO`] and [`WINDOW_LOG`] hold.
    fn default() -> Self {
        Self { is_limited: true }
    }
}
