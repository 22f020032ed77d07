//! The memory of the shared table: large pages where the system has them, and hints for the processor.
//!
//! A search spends much of its time waiting for the table. Pages of 2 MB and the hint make chess 1.13 times
//! as fast (`bench`, 64 MB: 1.53 s instead of 1.73 s of processor time).
#![allow(unsafe_code)]

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use memmap2::MmapMut;

use crate::table::Bucket;

/// Values for which memory full of zeros is a valid value.
///
/// # Safety
///
/// All bytes zero must be a valid value, its alignment at most that of a page, and there must be nothing to
/// drop.
pub(crate) unsafe trait Zeroable {}

// SAFETY: atomic integers, aligned to 64 bytes.
unsafe impl Zeroable for Bucket {}

/// A block of values that starts as zeros.
pub(crate) struct Memory<T> {
    map: MmapMut,
    count: usize,
    of: PhantomData<T>,
}

/// The size of a block that is ready within a tenth of a second, in bytes.
const USUAL_SIZE: usize = 64 << 20;

impl<T: Zeroable> Memory<T> {
    /// So many values, at least one; `None` if the system does not have the memory.
    ///
    /// A block of usual size gets its pages now, large ones where there are any. Nobody should wait for more: of a
    /// larger block the system gives small pages, which are zeros, when they are first touched. Large ones take so
    /// long to clear that a search would stop at each of them (a table of 1 GB: depth 6 after a second, not 17).
    pub(crate) fn zeroed(count: usize) -> Option<Self> {
        let count = count.max(1);
        let map = MmapMut::map_anon(count.checked_mul(size_of::<T>())?).ok()?;
        // Only speed depends on it.
        #[cfg(target_os = "linux")]
        if map.len() <= USUAL_SIZE {
            let _ = map.advise(memmap2::Advice::HugePage);
            let _ = map.advise(memmap2::Advice::PopulateWrite);
        }
        Some(Self { map, count, of: PhantomData })
    }

    /// Whether the pages are there from the beginning.
    pub(crate) fn is_populated(&self) -> bool {
        self.map.len() <= USUAL_SIZE
    }
}

impl<T: Zeroable> Deref for Memory<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        debug_assert!(self.map.len() >= self.count * size_of::<T>());
        debug_assert!(self.map.as_ptr().cast::<T>().is_aligned());
        // SAFETY: the map holds `count` values, starts at a page and lives as long as `self`; it began as zeros,
        // which `Zeroable` makes valid values, and only values of T are written to it.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.count) }
    }
}

impl<T: Zeroable> DerefMut for Memory<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and `self` is borrowed alone.
        unsafe { std::slice::from_raw_parts_mut(self.map.as_mut_ptr().cast(), self.count) }
    }
}

/// Asks the processor to bring a value near. It reads nothing and changes nothing but the time of the next
/// access, where the processor has such an instruction.
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a hint that never faults, whatever the address; this one comes from a reference.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

#[cfg(test)]
mod tests {
    use super::*;

    // SAFETY: a number.
    unsafe impl Zeroable for u64 {}

    #[test]
    fn memory_begins_as_zeros_and_keeps_what_is_written() {
        let mut memory = Memory::<u64>::zeroed(1_000).expect("a page");
        assert_eq!(memory.len(), 1_000);
        assert!(memory.iter().all(|&value| value == 0));
        memory[999] = 7;
        memory.iter().for_each(prefetch);
        assert_eq!((memory[998], memory[999]), (0, 7));
    }

    #[test]
    fn more_memory_than_there_is_is_refused() {
        assert!(Memory::<u64>::zeroed(usize::MAX).is_none());
        assert!(Memory::<u64>::zeroed(usize::MAX / size_of::<u64>()).is_none());
    }
}
