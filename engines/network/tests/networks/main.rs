//! Networks: files, incremental evaluation, and the test vectors that the trainer writes.

mod evaluation;
mod file;
mod vectors;

use damier_network::Features;

/// A network as numbers, and the file that it makes.
pub(crate) struct Numbers {
    pub(crate) features: Features,
    pub(crate) width: usize,
    pub(crate) buckets: usize,
    pub(crate) qb: i32,
    pub(crate) scale: i32,
    pub(crate) hidden: Vec<i16>,
    pub(crate) bias: Vec<i16>,
    pub(crate) output: Vec<i16>,
    pub(crate) output_bias: Vec<i32>,
}

impl Numbers {
    pub(crate) fn random(features: Features, width: usize, seed: u64) -> Self {
        let mut random = fastrand::Rng::with_seed(seed);
        let buckets = 8;
        let mut numbers =
            |len: usize, most: i16| -> Vec<i16> { (0..len).map(|_| random.i16(-most..=most)).collect() };
        let [hidden, bias] = [numbers(features.inputs() * width, 120), numbers(width, 200)];
        let output = numbers(buckets * 2 * width, 127);
        let output_bias = numbers(buckets, 30_000).into_iter().map(|number| i32::from(number) * 50).collect();
        Self { features, width, buckets, qb: 90, scale: 150, hidden, bias, output, output_bias }
    }

    pub(crate) fn file(&self) -> Vec<u8> {
        let Self { features, width, buckets, qb, scale, .. } = self;
        let mut bytes = b"damiernn".to_vec();
        for number in [1, *width as u32, *buckets as u32, 255, *qb as u32, *scale as u32] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(features.hash().to_le_bytes());
        bytes.extend(77_u64.to_le_bytes());
        let mut name = features.game.as_bytes().to_vec();
        name.resize(40, 0);
        bytes.extend(name);
        for number in self.hidden.iter().chain(&self.bias).chain(&self.output) {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.output_bias.iter().flat_map(|number| number.to_le_bytes()));
        seal(&mut bytes);
        bytes
    }
}

/// Appends the checksum.
pub(crate) fn seal(bytes: &mut Vec<u8>) {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    bytes.extend(hash.to_le_bytes());
}
