//! Canonical Huffman codes of limited length.

/// The longest code word in bits.
pub(crate) const MAX_LENGTH: u32 = 12;

/// A canonical code: tokens with shorter words come first, and tokens of one length are in order.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    lengths: Vec<u8>,
    words: Vec<u16>,
}

impl Code {
    /// The best code for tokens that occur so often. Tokens that never occur have no word.
    pub(crate) fn of_counts(counts: &[u64]) -> Self {
        Self::of_lengths(&best_lengths(counts)).expect("the best lengths make a code")
    }

    /// The code with these lengths; `None` if there is none.
    pub(crate) fn of_lengths(lengths: &[u8]) -> Option<Self> {
        let mut words = vec![0; lengths.len()];
        let mut next = 0u32;
        for length in 1..=MAX_LENGTH {
            next <<= 1;
            for (token, _) in lengths.iter().enumerate().filter(|(_, own)| u32::from(**own) == length) {
                if next >> length != 0 {
                    return None;
                }
                words[token] = next as u16;
                next += 1;
            }
        }
        let is_sound = lengths.iter().all(|&length| u32::from(length) <= MAX_LENGTH);
        is_sound.then(|| Self { lengths: lengths.to_vec(), words })
    }

    pub(crate) fn lengths(&self) -> &[u8] {
        &self.lengths
    }

    /// The word of a token and its length.
    #[inline(always)]
    pub(crate) fn word(&self, token: usize) -> (u16, u32) {
        (self.words[token], u32::from(self.lengths[token]))
    }
}

/// The lengths that need the fewest bits: the package-merge algorithm.
fn best_lengths(counts: &[u64]) -> Vec<u8> {
    let mut lengths = vec![0; counts.len()];
    let mut leaves: Vec<(u64, Vec<usize>)> = counts
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0)
        .map(|(token, &count)| (count, vec![token]))
        .collect();
    if let [(_, only)] = leaves.as_slice() {
        lengths[only[0]] = 1;
        return lengths;
    }
    leaves.sort();
    let mut packages: Vec<(u64, Vec<usize>)> = Vec::new();
    for _ in 0..MAX_LENGTH {
        let mut merged = leaves.clone();
        merged.append(&mut packages);
        merged.sort();
        packages = merged
            .chunks_exact(2)
            .map(|pair| (pair[0].0 + pair[1].0, [pair[0].1.as_slice(), pair[1].1.as_slice()].concat()))
            .collect();
    }
    for (_, tokens) in packages.iter().take(leaves.len().saturating_sub(1)) {
        for &token in tokens {
            lengths[token] += 1;
        }
    }
    lengths
}

#[cfg(test)]
mod tests {
    use super::{Code, MAX_LENGTH, best_lengths};

    #[test]
    fn lengths_are_those_of_huffman() {
        assert_eq!(best_lengths(&[5, 9, 12, 13, 16, 45]), [4, 4, 3, 3, 3, 1]);
        assert_eq!(best_lengths(&[0, 7, 0]), [0, 1, 0]);
        assert_eq!(best_lengths(&[0; 3]), [0; 3]);
    }

    #[test]
    fn steep_counts_stay_within_the_limit() {
        let counts: Vec<u64> = (0..40).map(|power| 1 << power).collect();
        let lengths = best_lengths(&counts);
        assert!(lengths.iter().all(|&length| u32::from(length) <= MAX_LENGTH && length > 0));
        let kraft: u64 = lengths.iter().map(|&length| 1 << (MAX_LENGTH - u32::from(length))).sum();
        assert_eq!(kraft, 1 << MAX_LENGTH);
        assert!(Code::of_lengths(&lengths).is_some());
    }
}
