#![allow(unsafe_code)]

use std::mem::MaybeUninit;
use std::ops::Deref;

/// The moves that fit without allocation. Chess has at most 218; contrived draughts positions have more.
const INLINE: usize = 256;

/// A list of moves on the stack. A longer list moves to the heap, so no move is lost.
///
/// The buffer is the only unsafe code of this crate: an initialized array would cost more than the
/// generation of the moves, and a general small vector tests at each push where it lives.
pub struct MoveList<M: Copy> {
    len: usize,
    inline: [MaybeUninit<M>; INLINE],
    /// All moves, if there are more than `INLINE`; otherwise leftovers of an earlier list, which are never read.
    spilled: Vec<M>,
}

impl<M: Copy> MoveList<M> {
    /// An empty list.
    #[inline(always)]
    #[must_use]
    pub const fn new() -> Self {
        Self { len: 0, inline: [const { MaybeUninit::uninit() }; INLINE], spilled: Vec::new() }
    }

    /// Appends a move.
    #[inline(always)]
    pub fn push(&mut self, mv: M) {
        match self.inline.get_mut(self.len) {
            Some(slot) => {
                slot.write(mv);
                self.len += 1;
            }
            None => self.push_spilled(mv),
        }
    }

    /// Appends `count` moves made by `next`. Faster than as many pushes: the room is checked once, and the
    /// length is written once.
    #[inline(always)]
    pub fn extend(&mut self, count: usize, mut next: impl FnMut() -> M) {
        match self.inline.get_mut(self.len..self.len + count) {
            Some(slots) => {
                for slot in slots {
                    slot.write(next());
                }
                self.len += count;
            }
            None => (0..count).for_each(|_| self.push(next())),
        }
    }

    #[cold]
    #[inline(never)]
    fn push_spilled(&mut self, mv: M) {
        if self.len == INLINE {
            self.spilled = self.as_slice().to_vec();
        }
        self.spilled.push(mv);
        self.len += 1;
    }

    /// Removes all moves.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// The moves in the order they were added.
    #[inline(always)]
    #[must_use]
    pub fn as_slice(&self) -> &[M] {
        if self.len > INLINE {
            return &self.spilled;
        }
        debug_assert!(self.len <= INLINE);
        // SAFETY: `len` grows by one only after the slot `inline[len]` was written, and is at most
        // `INLINE` here; so the first `len` slots are initialized and inside the array. `MaybeUninit<M>`
        // has the layout of `M`, and `M: Copy` needs no drop.
        unsafe { std::slice::from_raw_parts(self.inline.as_ptr().cast::<M>(), self.len) }
    }
}

impl<M: Copy> Default for MoveList<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<M: Copy> Clone for MoveList<M> {
    fn clone(&self) -> Self {
        let mut list = Self::new();
        for &mv in self {
            list.push(mv);
        }
        list
    }
}

impl<M: Copy + std::fmt::Debug> std::fmt::Debug for MoveList<M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<M: Copy> Deref for MoveList<M> {
    type Target = [M];

    #[inline(always)]
    fn deref(&self) -> &[M] {
        self.as_slice()
    }
}

impl<'a, M: Copy> IntoIterator for &'a MoveList<M> {
    type Item = &'a M;
    type IntoIter = std::slice::Iter<'a, M>;

    #[inline(always)]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_every_move_when_it_spills_to_the_heap() {
        let mut list = MoveList::new();
        for round in 0..2 {
            for n in 0..INLINE as u32 + 50 {
                assert_eq!(list.len(), n as usize);
                list.push([n, n * round]);
            }
            let expected: Vec<_> = (0..INLINE as u32 + 50).map(|n| [n, n * round]).collect();
            assert_eq!(list.as_slice(), expected);
            assert_eq!(list.clone().as_slice(), expected);
            list.clear();
            assert!(list.is_empty());
        }
    }

    #[test]
    fn extends_across_the_end_of_the_buffer() {
        for before in [0, 1, INLINE - 3, INLINE - 2, INLINE, INLINE + 1] {
            let mut list = MoveList::new();
            (0..before).for_each(|n| list.push(n));
            let mut n = before;
            list.extend(3, || {
                n += 1;
                n - 1
            });
            assert_eq!(list.as_slice(), (0..before + 3).collect::<Vec<_>>());
        }
    }

    #[test]
    fn lists_what_was_pushed_before_it_spills() {
        let mut list = MoveList::default();
        list.push('a');
        list.push('b');
        assert_eq!(&*list, ['a', 'b']);
        assert_eq!(format!("{list:?}"), "['a', 'b']");
        assert_eq!((&list).into_iter().copied().collect::<String>(), "ab");
    }
}
