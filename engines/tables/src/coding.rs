//! Compression of long rows of small numbers: runs, then Huffman codes, in blocks that can be read alone.
//!
//! A block holds a number of places. Its tokens are symbols, each of which fills one place, and repeats, which fill more
//! places with the last symbol. Places whose symbol does not matter take the symbol of the run before them. Tokens have
//! canonical Huffman codes of at most twelve bits, the same for the whole row.

use crate::huffman::{Code, MAX_LENGTH};

/// Places in a block.
pub(crate) const BLOCK: usize = 2048;

/// How many more places the repeat tokens fill.
const REPEATS: [usize; 22] =
    [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2047];

/// How many kinds of tokens there are besides symbols.
pub(crate) const REPEAT_TOKENS: usize = REPEATS.len();

/// The most tokens that a row can have: as many as there are code words of the longest kind.
pub(crate) const MOST_TOKENS: usize = 1 << MAX_LENGTH;

/// Zero bytes after the data, so that a reader may look ahead.
const PADDING: usize = 4;

/// A compressed row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Compressed {
    /// The length of each token's code, symbols first; 0 for tokens that do not occur.
    pub(crate) lengths: Vec<u8>,
    /// Where each block starts in the data.
    pub(crate) offsets: Vec<u32>,
    /// The blocks, each filled up to whole bytes.
    pub(crate) data: Vec<u8>,
}

/// Compresses a row twice traversable: once to count tokens, once to write them.
pub(crate) fn compress<I>(symbols: usize, row: impl Fn() -> I) -> Compressed
where
    I: Iterator<Item = Option<u16>>,
{
    let mut counts = vec![0u64; symbols + REPEAT_TOKENS];
    for_each_block(symbols, row(), |tokens| tokens.iter().for_each(|&token| counts[token] += 1));
    let code = Code::of_counts(&counts);
    let mut compressed =
        Compressed { lengths: code.lengths().to_vec(), offsets: Vec::new(), data: Vec::new() };
    for_each_block(symbols, row(), |tokens| {
        compressed.offsets.push(compressed.data.len() as u32);
        let (mut bits, mut filled) = (0u64, 0);
        for &token in tokens {
            let (word, length) = code.word(token);
            bits = bits << length | u64::from(word);
            filled += length;
            while filled >= 8 {
                filled -= 8;
                compressed.data.push((bits >> filled) as u8);
            }
        }
        if filled > 0 {
            compressed.data.push((bits << (8 - filled)) as u8);
        }
    });
    compressed.data.extend([0; PADDING]);
    compressed
}

/// Visits the tokens of each block.
fn for_each_block(symbols: usize, row: impl Iterator<Item = Option<u16>>, mut visit: impl FnMut(&[usize])) {
    let mut block = Vec::with_capacity(BLOCK);
    let mut tokens = Vec::new();
    let mut flush = |block: &mut Vec<Option<u16>>| {
        tokens.clear();
        write_tokens(symbols, block, &mut tokens);
        visit(&tokens);
        block.clear();
    };
    for symbol in row {
        block.push(symbol);
        if block.len() == BLOCK {
            flush(&mut block);
        }
    }
    if !block.is_empty() {
        flush(&mut block);
    }
}

fn write_tokens(symbols: usize, block: &[Option<u16>], tokens: &mut Vec<usize>) {
    let mut rest = block;
    while !rest.is_empty() {
        let symbol = rest.iter().flatten().next().copied().unwrap_or(0);
        let run = rest.iter().take_while(|place| place.is_none_or(|other| other == symbol)).count();
        tokens.push(usize::from(symbol));
        let mut more = run - 1;
        while more > 0 {
            let repeat = REPEATS.partition_point(|&length| length <= more) - 1;
            tokens.push(symbols + repeat);
            more -= REPEATS[repeat];
        }
        rest = &rest[run..];
    }
}

/// Reads single places of a compressed row.
#[derive(Clone, Debug)]
pub(crate) struct Decoder {
    symbols: usize,
    /// By the next twelve bits: the token, and the length of its code in the lowest four bits; 0 if no code fits.
    table: Vec<u16>,
    /// By the next twelve bits: all tokens that end within them. One look passes about four tokens of a value.
    strides: Vec<Stride>,
}

/// A row of tokens in one number: its bits (4), whether it has a symbol (1), its last symbol (12), the places that it
/// fills (15).
#[derive(Clone, Copy, Debug, Default)]
struct Stride(u32);

impl Stride {
    fn new(bits: u32, symbol: Option<u16>, places: usize) -> Self {
        let last = symbol.map_or(0, |symbol| 1 << 4 | u32::from(symbol) << 5);
        Self(bits | last | (places as u32) << 17)
    }

    #[inline(always)]
    fn bits(self) -> usize {
        (self.0 & 15) as usize
    }

    /// The last symbol, which is `before` if the row only repeats.
    #[inline(always)]
    fn symbol_after(self, before: u16) -> u16 {
        if self.0 & 1 << 4 == 0 { before } else { (self.0 >> 5 & 0xfff) as u16 }
    }

    #[inline(always)]
    fn places(self) -> usize {
        (self.0 >> 17) as usize
    }
}

/// How far a block is read.
#[derive(Clone, Copy, Default)]
struct Reader {
    bit: usize,
    /// Places that are filled.
    next: usize,
    /// The last symbol.
    symbol: u16,
}

impl Decoder {
    /// `None` if the lengths make no code.
    pub(crate) fn new(symbols: usize, lengths: &[u8]) -> Option<Self> {
        let code = Code::of_lengths(lengths)?;
        let mut table = vec![0; 1 << MAX_LENGTH];
        for (token, &length) in lengths.iter().enumerate().filter(|(_, length)| **length > 0) {
            let (word, _) = code.word(token);
            let spare = MAX_LENGTH - u32::from(length);
            let first = usize::from(word) << spare;
            table[first..first + (1 << spare)].fill((token << 4) as u16 | u16::from(length));
        }
        let mut decoder = Self { symbols, table, strides: Vec::new() };
        decoder.strides = (0..1 << MAX_LENGTH).map(|window| decoder.stride(window)).collect();
        Some(decoder)
    }

    /// The symbol at a place of a block; `None` if the data is broken.
    #[inline]
    pub(crate) fn symbol_at(&self, block: &[u8], place: usize) -> Option<u16> {
        self.read(block, self.skip(block, place), place, |_, _| ())
    }

    /// All symbols of a block of this many places; `None` if the data is broken.
    pub(crate) fn symbols(&self, block: &[u8], places: usize) -> Option<Vec<u16>> {
        let mut all = Vec::with_capacity(places);
        self.read(block, Reader::default(), places.checked_sub(1)?, |symbol, count| {
            let room = places - all.len();
            all.extend(std::iter::repeat_n(symbol, count.min(room)));
        })?;
        Some(all)
    }

    /// The tokens that end within so many bits.
    fn stride(&self, window: usize) -> Stride {
        let (mut bits, mut symbol, mut places) = (0, None, 0);
        loop {
            let entry = self.table[window << bits & ((1 << MAX_LENGTH) - 1)];
            let length = u32::from(entry & 15);
            if length == 0 || bits + length > MAX_LENGTH {
                return Stride::new(bits, symbol, places);
            }
            let token = usize::from(entry >> 4);
            match token.checked_sub(self.symbols) {
                None => (symbol, places) = (Some(token as u16), places + 1),
                Some(repeat) => places += REPEATS[repeat],
            }
            bits += length;
        }
    }

    /// Skips tokens by strides, as long as they end before a place and eight bytes can be read at once.
    #[inline(always)]
    fn skip(&self, block: &[u8], place: usize) -> Reader {
        let mut reader = Reader::default();
        while let Some(bytes) = block.get(reader.bit / 8..).and_then(|rest| rest.first_chunk()) {
            let mut window = u64::from_be_bytes(*bytes) << (reader.bit % 8);
            // At least 57 bits are left: four strides.
            for _ in 0..4 {
                let stride = self.strides[(window >> (64 - MAX_LENGTH)) as usize];
                if stride.bits() == 0 || reader.next + stride.places() > place {
                    return reader;
                }
                reader.next += stride.places();
                reader.symbol = stride.symbol_after(reader.symbol);
                reader.bit += stride.bits();
                window <<= stride.bits();
            }
        }
        reader
    }

    /// Reads token by token until a place is filled.
    #[inline(always)]
    fn read(
        &self,
        block: &[u8],
        reader: Reader,
        place: usize,
        mut filled: impl FnMut(u16, usize),
    ) -> Option<u16> {
        let Reader { mut bit, mut next, mut symbol } = reader;
        loop {
            let bytes = block.get(bit / 8..bit / 8 + 4)?;
            let window = u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) << (bit % 8);
            let entry = self.table[(window >> (32 - MAX_LENGTH)) as usize];
            let length = usize::from(entry & 15);
            if length == 0 {
                return None;
            }
            bit += length;
            let token = usize::from(entry >> 4);
            let count = match token.checked_sub(self.symbols) {
                None => {
                    symbol = token as u16;
                    1
                }
                Some(repeat) => *REPEATS.get(repeat)?,
            };
            filled(symbol, count);
            next += count;
            if next > place {
                return Some(symbol);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, Decoder, compress};

    fn check(symbols: usize, row: &[Option<u16>]) -> usize {
        let compressed = compress(symbols, || row.iter().copied());
        let decoder = Decoder::new(symbols, &compressed.lengths).expect("a code");
        for (number, block) in row.chunks(BLOCK).enumerate() {
            let data = &compressed.data[compressed.offsets[number] as usize..];
            let all = decoder.symbols(data, block.len()).expect("sound data");
            for (place, &expected) in block.iter().enumerate() {
                assert_eq!(decoder.symbol_at(data, place), Some(all[place]));
                assert!(expected.is_none_or(|expected| expected == all[place]), "place {place}");
            }
        }
        compressed.data.len()
    }

    #[test]
    fn rows_come_back() {
        let mut random = fastrand::Rng::with_seed(1);
        check(3, &[]);
        check(3, &[None]);
        check(3, &[Some(2)]);
        check(3, &vec![Some(1); 3 * BLOCK + 7]);
        let noise: Vec<_> = (0..3 * BLOCK).map(|_| (random.u8(..4) > 0).then(|| random.u16(..3))).collect();
        check(3, &noise);
        let mut runs = Vec::new();
        while runs.len() < 20 * BLOCK {
            let symbol = random.u16(..300);
            runs.extend(vec![Some(symbol); random.usize(1..200)]);
        }
        check(300, &runs);
    }

    #[test]
    fn constant_rows_are_nearly_free() {
        assert!(check(3, &vec![Some(0); 100 * BLOCK]) <= 104);
    }

    #[test]
    fn broken_data_is_noticed_or_bounded() {
        let row: Vec<_> = (0..BLOCK).map(|place| Some((place % 3) as u16)).collect();
        let compressed = compress(3, || row.iter().copied());
        let decoder = Decoder::new(3, &compressed.lengths).unwrap();
        assert_eq!(decoder.symbols(&compressed.data[..10], BLOCK), None);
        assert!(Decoder::new(3, &[13, 1]).is_none());
        assert!(Decoder::new(3, &[1, 1, 1]).is_none());
    }
}
