//! The evaluation of positions by a network, one after the other.

use std::sync::Arc;

use boardgame::Color;
use draughts::Word;

use crate::features::Turned;
use crate::net::{MAX_WIDTH, Net, QA};

/// Evaluates positions with a network. It keeps the sums of the hidden layer of the last position, and changes them by the
/// pieces that differ: positions that a search evaluates one after the other differ in few. Each thread has its own.
#[derive(Clone, Debug)]
pub struct Evaluator<W, const SETS: usize> {
    net: Arc<Net>,
    /// The sets that the sums stand for, and how the views were flipped.
    sets: [W; SETS],
    flips: [usize; 2],
    sums: Sums,
}

/// The sums of the hidden layer in the views of White and of Black. Only the width of the network is used.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Sums([[i16; MAX_WIDTH]; 2]);

impl<W: Word, const SETS: usize> Evaluator<W, SETS> {
    /// Evaluates with this network.
    ///
    /// # Panics
    ///
    /// If the network has another number of sets.
    #[must_use]
    pub fn new(net: Arc<Net>) -> Self {
        assert_eq!(net.features.sets, SETS, "a network for another kind of game");
        let mut sums = Sums([[0; MAX_WIDTH]; 2]);
        for view in &mut sums.0 {
            view[..net.width].copy_from_slice(net.biases());
        }
        Self { net, sets: [W::ZERO; SETS], flips: [0; 2], sums }
    }

    /// The network.
    #[must_use]
    pub fn net(&self) -> &Arc<Net> {
        &self.net
    }

    /// The evaluation for the side to move, in hundredths of a pawn or man. `sets` are those of White, then of Black, as
    /// [`draughts_sets`](crate::draughts_sets) and [`chess_sets`](crate::chess_sets) give them.
    #[inline(never)]
    pub fn evaluate(&mut self, sets: &[W; SETS], turn: Color) -> i32 {
        match self.net.width {
            16 => self.evaluate_wide::<16>(sets, turn),
            32 => self.evaluate_wide::<32>(sets, turn),
            64 => self.evaluate_wide::<64>(sets, turn),
            _ => self.evaluate_wide::<MAX_WIDTH>(sets, turn),
        }
    }

    /// The bit of each piece, and what the evaluation for White owes to it: the evaluation with the piece less that without.
    #[must_use]
    pub fn contributions(&mut self, sets: &[W; SETS], turn: Color) -> Vec<(u8, i32)> {
        let with = self.evaluate(sets, turn);
        let sign = if turn == Color::White { 1 } else { -1 };
        let mut found = Vec::new();
        for set in 0..SETS {
            let mut rest = sets[set];
            while rest != W::ZERO {
                let mut without = *sets;
                without[set] = sets[set] ^ rest.lowest_bit();
                found.push((rest.lowest(), sign * (with - self.evaluate(&without, turn))));
                rest = rest.without_lowest();
            }
        }
        found
    }

    #[inline(always)]
    fn evaluate_wide<const N: usize>(&mut self, sets: &[W; SETS], turn: Color) -> i32 {
        self.update::<N>(sets);
        let pieces: u32 = sets.iter().map(|set| set.count()).sum();
        let bucket = self.net.bucket(pieces as usize);
        let (own_weights, other_weights, bias) = self.net.output::<N>(bucket);
        let [white, black] = self.sums.first::<N>();
        let (own, other) = if turn == Color::White { (white, black) } else { (black, white) };
        let sum = activated(own, own_weights) + activated(other, other_weights) + bias;
        self.net.hundredths(sum)
    }

    /// Makes the sums stand for these sets.
    #[inline(always)]
    fn update<const N: usize>(&mut self, sets: &[W; SETS]) {
        let changed: u32 = sets.iter().zip(&self.sets).map(|(new, old)| (*new ^ *old).count()).sum();
        let pieces: u32 = sets.iter().map(|set| set.count()).sum();
        let Self { net, sets: old, flips, sums } = self;
        let turned = net.features.turned;
        let found = turned.flips(sets);
        if changed > pieces || found != *flips {
            *flips = found;
            for view in sums.first::<N>() {
                view.copy_from_slice(net.biases());
            }
            *old = [W::ZERO; SETS];
        }
        let bits = net.features.bits;
        let rows = net.rows::<N>();
        let [white, black] = sums.first::<N>();
        for set in 0..SETS {
            let mut difference = sets[set] ^ old[set];
            let (own, other) = (set * bits, (set + SETS / 2) % SETS * bits);
            while difference != W::ZERO {
                let bit = usize::from(difference.lowest());
                let is_added = sets[set] & difference.lowest_bit() != W::ZERO;
                let [bit, opposite] = match turned {
                    Turned::Half => [bit, (bits - 1).wrapping_sub(bit)],
                    Turned::King => [bit ^ found[0], bit ^ 56 ^ found[1]],
                };
                // Bits beyond the board have no row.
                if let (Some(row), Some(turned_row)) =
                    (rows.get(own + bit), rows.get(other.wrapping_add(opposite)))
                {
                    if is_added {
                        add(white, row);
                        add(black, turned_row);
                    } else {
                        subtract(white, row);
                        subtract(black, turned_row);
                    }
                }
                difference = difference.without_lowest();
            }
        }
        *old = *sets;
    }
}

impl Sums {
    #[inline(always)]
    fn first<const N: usize>(&mut self) -> [&mut [i16; N]; 2] {
        self.0.each_mut().map(|view| view.first_chunk_mut().expect("no network is wider"))
    }
}

/// Never inlined: unrolled into its caller, the loop would not become vector instructions.
#[inline(never)]
fn add<const N: usize>(sums: &mut [i16; N], row: &[i16; N]) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum = sum.wrapping_add(*weight);
    }
}

#[inline(never)]
fn subtract<const N: usize>(sums: &mut [i16; N], row: &[i16; N]) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum = sum.wrapping_sub(*weight);
    }
}

/// The clipped and squared neurons times their weights. The inner product fits 16 bits, since no weight is above 127: so
/// compilers use multiplications of 16 bits.
#[inline(always)]
fn activated<const N: usize>(sums: &[i16; N], weights: &[i16; N]) -> i32 {
    let mut total = 0;
    for (&sum, &weight) in sums.iter().zip(weights) {
        let clipped = sum.clamp(0, QA as i16);
        total += i32::from(clipped.wrapping_mul(weight)) * i32::from(clipped);
    }
    total
}
