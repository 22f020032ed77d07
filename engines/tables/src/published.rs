//! Results that others have published for the same rules.

use catalog::draughts::variants::Breakthrough;
use catalog::draughts::{AnyVariant, Board, MovesLike, Rules, Variant};

use crate::index::{PlacementNumbering, SquareSets};
use crate::material::Material;
use crate::solve::{Known, Solver, is_resolved_by_captures};
use crate::stop_flag::StopFlag;
use crate::tables::ValueCounts;

/// Breakthrough draughts on the small board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct SmallBreakthrough;

impl Variant for SmallBreakthrough {
    type Word = u64;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "small-breakthrough",
        board: Board::diagonal(8, 8),
        men_rows: 3,
        ..Breakthrough::RULES
    };
}

/// The values of all positions of some material in which nothing can be captured.
fn counts_without_captures(known: &Known<u64>, material: Material) -> ValueCounts {
    let numbering = PlacementNumbering::new(SquareSets::new(&SmallBreakthrough::RULES), material);
    let handle = AnyVariant::of::<SmallBreakthrough>();
    let mut counts = ValueCounts::default();
    for row in 0..numbering.len() / numbering.row_len() {
        numbering.for_each_in_row(row, |_, placement| {
            let position = placement.position::<MovesLike<SmallBreakthrough>>(handle);
            if !is_resolved_by_captures(&position) {
                counts.add(known.value(&position));
            }
        });
    }
    counts
}

/// Gérard Taille counted the won and lost configurations without captures of up to eight men a side on 64 squares; he
/// gave those with equal numbers in the forum of the KNDB, "Breakthrough Draughts", September 20, 2017.
#[test]
fn breakthrough_on_the_small_board() {
    let control = StopFlag::default();
    let handle = AnyVariant::of::<SmallBreakthrough>();
    let mut known = Known::new(SquareSets::<u64>::new(&SmallBreakthrough::RULES));
    for material in (2..=4).flat_map(|pieces| Material::pairs(&SmallBreakthrough::RULES, pieces)) {
        let solver = Solver::<MovesLike<SmallBreakthrough>>::new(handle, &known, material, false, &control);
        for slice in solver.solve().expect("nobody stops it") {
            known.add(slice.numbering(), slice.values());
        }
    }
    for (material, wins, losses) in [("M-M", 388, 306), ("MM-MM", 56_410, 33_269)] {
        let counts = counts_without_captures(&known, material.parse().expect("material"));
        assert_eq!(counts, ValueCounts { wins, draws: 0, losses }, "{material}");
    }
}
