//! Networks as files and as numbers.
//!
//! A network has one hidden layer, which sees the board from both sides, and one output for each range of the number of
//! pieces: `(inputs -> width) x 2 -> buckets`. Hidden neurons are clipped and squared (SCReLU). All numbers are whole, so a
//! network gives the same scores on every machine.
//!
//! A file has little-endian numbers and no gaps:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `damiernn` |
//! | 4 each | version, width, buckets, QA, QB, scale |
//! | 8 each | hash of the features, hash of the training data |
//! | 40 | name of the game, padded with zeros |
//! | `inputs * width * 2` | weights of the hidden layer, one row per input, in units of 1/QA |
//! | `width * 2` | biases of the hidden layer, in units of 1/QA |
//! | `buckets * 2 * width * 2` | weights of the outputs, own view first, in units of 1/QB |
//! | `buckets * 4` | biases of the outputs, in units of 1/(QA * QA * QB) |
//! | 8 | FNV-1a hash of all bytes before |

use std::fmt;

use crate::error::NetError;
use crate::features::{Features, fnv1a};

const MAGIC: &[u8; 8] = b"damiernn";
const VERSION: u32 = 1;
const NAME: usize = 40;
const HEADER: usize = 8 + 6 * 4 + 2 * 8 + NAME;
const CHECKSUM: usize = 8;

/// The widths of the hidden layer for which code is compiled.
pub(crate) const WIDTHS: [usize; 4] = [16, 32, 64, 128];
/// The largest of them.
pub(crate) const MAX_WIDTH: usize = 128;
/// One in the units of the hidden layer. It fits a byte, so that a clipped neuron times a weight fits 16 bits.
pub(crate) const QA: i32 = 255;
/// The largest weight of an output: `QA * 127` fits 16 bits.
const MAX_OUTPUT_WEIGHT: i32 = 127;
const MAX_BUCKETS: u32 = 32;
const MAX_SCALE: u32 = 10_000;

/// A network for one game, read and checked.
pub struct Net {
    pub(crate) features: Features,
    pub(crate) width: usize,
    pub(crate) buckets: usize,
    hidden: AlignedWeights,
    biases: AlignedWeights,
    outputs: AlignedWeights,
    output_biases: Vec<i32>,
    /// What an output of 1 is worth, in hundredths of a pawn or man.
    scale: i64,
    /// One in the units of the outputs.
    unit: i64,
    data_hash: u64,
}

impl Net {
    /// Reads a network for a game.
    ///
    /// # Errors
    ///
    /// The bytes are not a network, are damaged, or are a network for another game or other features.
    pub fn read(bytes: &[u8], features: &Features) -> Result<Self, NetError> {
        let mut header = Reader { rest: bytes.strip_prefix(MAGIC).ok_or(NetError::NotANetwork)? };
        if bytes.len() < HEADER {
            return Err(NetError::Length { found: bytes.len(), expected: HEADER });
        }
        let version = header.u32();
        if version != VERSION {
            return Err(NetError::Version { found: version, expected: VERSION });
        }
        let [width, buckets, qa, qb, scale] = std::array::from_fn(|_| header.u32());
        let (features_hash, data_hash) = (header.u64(), header.u64());
        check_game(&header.rest[..NAME], features)?;
        if features_hash != features.hash() {
            return Err(NetError::Features { found: features_hash, expected: features.text() });
        }
        let number = |field, found, expected, is_good: bool| match is_good {
            true => Ok(()),
            false => Err(NetError::Number { field, found, expected }),
        };
        number("width", width, "16, 32, 64 or 128", WIDTHS.contains(&(width as usize)))?;
        number("number of buckets", buckets, "1 to 32", (1..=MAX_BUCKETS).contains(&buckets))?;
        number("QA", qa, "255", qa == QA as u32)?;
        number("QB", qb, "1 to 32767", (1..=i16::MAX as u32).contains(&qb))?;
        number("scale", scale, "1 to 10000", (1..=MAX_SCALE).contains(&scale))?;
        let (width, buckets, inputs) = (width as usize, buckets as usize, features.inputs());
        let expected = HEADER + (inputs * width + width + 2 * buckets * width) * 2 + buckets * 4 + CHECKSUM;
        if bytes.len() != expected {
            return Err(NetError::Length { found: bytes.len(), expected });
        }
        let (body, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
        if checksum != fnv1a(body).to_le_bytes() {
            return Err(NetError::Checksum);
        }
        let mut weights = Reader { rest: &body[HEADER..] };
        let net = Self {
            features: *features,
            width,
            buckets,
            hidden: weights.aligned(inputs * width),
            biases: weights.aligned(width),
            outputs: weights.aligned(2 * buckets * width),
            output_biases: (0..buckets).map(|_| weights.u32() as i32).collect(),
            scale: i64::from(scale),
            unit: i64::from(qa * qa) * i64::from(qb),
            data_hash,
        };
        net.check_sums()?;
        Ok(net)
    }

    /// The features it sees.
    #[must_use]
    pub fn features(&self) -> &Features {
        &self.features
    }

    /// The number of neurons for each view.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The hash of the data it was trained on.
    #[must_use]
    pub fn data_hash(&self) -> u64 {
        self.data_hash
    }

    /// The weights of each input.
    #[inline(always)]
    pub(crate) fn rows<const N: usize>(&self) -> &[[i16; N]] {
        self.hidden.slice().as_chunks().0
    }

    pub(crate) fn biases(&self) -> &[i16] {
        self.biases.slice()
    }

    /// The weights of the own and of the other view, and the bias of a bucket.
    #[inline(always)]
    pub(crate) fn output<const N: usize>(&self, bucket: usize) -> (&[i16; N], &[i16; N], i32) {
        let weights = self.outputs.slice().as_chunks::<N>().0;
        (&weights[2 * bucket], &weights[2 * bucket + 1], self.output_biases[bucket])
    }

    /// The bucket of a position with this many pieces.
    #[inline(always)]
    pub(crate) fn bucket(&self, pieces: usize) -> usize {
        (pieces.saturating_sub(1) * self.buckets / self.features.pieces).min(self.buckets - 1)
    }

    /// An output in hundredths of a pawn or man, rounded.
    #[inline(always)]
    pub(crate) fn hundredths(&self, output: i32) -> i32 {
        (i64::from(output) * self.scale + self.unit / 2).div_euclid(self.unit) as i32
    }

    /// No sum can overflow: those of the hidden layer fit 16 bits with all pieces on the board, those of outputs 32 bits.
    fn check_sums(&self) -> Result<(), NetError> {
        let size = |&weight: &i16| i64::from(weight).abs();
        let largest = self.hidden.slice().iter().map(size).max().unwrap_or(0);
        let bias = self.biases().iter().map(size).max().unwrap_or(0);
        if largest * self.features.pieces as i64 + bias > i64::from(i16::MAX) {
            return Err(NetError::Weight { layer: "hidden" });
        }
        let mut outputs = self.outputs.slice().chunks(2 * self.width).zip(&self.output_biases);
        let fits = |(weights, &bias): (&[i16], &i32)| {
            let sum: i64 = weights.iter().map(size).sum();
            let is_small = weights.iter().all(|weight| size(weight) <= i64::from(MAX_OUTPUT_WEIGHT));
            is_small && sum * i64::from(QA * QA) + i64::from(bias).abs() <= i64::from(i32::MAX)
        };
        if outputs.all(fits) { Ok(()) } else { Err(NetError::Weight { layer: "output" }) }
    }
}

impl fmt::Debug for Net {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { features, width, buckets, data_hash, .. } = self;
        let text = features.text();
        write!(
            f,
            "Net({}: {text}, ({} -> {width}) x 2 -> {buckets}, data {data_hash:016x})",
            features.game,
            features.inputs()
        )
    }
}

fn check_game(name: &[u8], features: &Features) -> Result<(), NetError> {
    let len = name.iter().position(|&byte| byte == 0).unwrap_or(NAME);
    if &name[..len] == features.game.as_bytes() {
        return Ok(());
    }
    let found = String::from_utf8_lossy(&name[..len]).replace(char::is_control, "?");
    Err(NetError::Game { found, expected: features.game })
}

/// Reads numbers; beyond the end they are 0, so the length is checked before.
struct Reader<'a> {
    rest: &'a [u8],
}

impl Reader<'_> {
    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let Some((first, rest)) = self.rest.split_first_chunk() else { return [0; N] };
        self.rest = rest;
        *first
    }

    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.bytes())
    }

    fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.bytes())
    }

    fn aligned(&mut self, len: usize) -> AlignedWeights {
        AlignedWeights::new((0..len).map(|_| i16::from_le_bytes(self.bytes())))
    }
}

/// Weights that start on a cache line: a row that lies across two lines costs two reads.
struct AlignedWeights {
    all: Vec<i16>,
    /// Where the weights start; before are zeros.
    start: usize,
}

impl AlignedWeights {
    const LINE: usize = 64;

    fn new(weights: impl ExactSizeIterator<Item = i16>) -> Self {
        let mut all = Vec::<i16>::with_capacity(weights.len() + Self::LINE / size_of::<i16>());
        // At most the reserved space, unless the allocator does not tell: then any start is right, only slower.
        let start = all.as_ptr().align_offset(Self::LINE).min(Self::LINE / size_of::<i16>());
        all.resize(start, 0);
        all.extend(weights);
        Self { all, start }
    }

    #[inline(always)]
    fn slice(&self) -> &[i16] {
        &self.all[self.start..]
    }
}
