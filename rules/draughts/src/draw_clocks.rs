//! The counters of the draw rules. They are part of the position, so that playing on a copy leaves them unchanged.

use crate::draws::{THREE_AGAINST_ONE, TWO_AGAINST_ONE};
use crate::machine_word::Word;
use crate::position::Draughts;
use crate::rules::{CaptureInCount, Endings, Rules};
use crate::ruleset::Ruleset;

/// Counters in plies. They stop at 255, beyond every limit of any rule.
///
/// Four bytes in one word, so that the common case (no limited ending, nothing counted) costs one test:
/// from the lowest, plies since the last capture or man move, the [`Ending`], plies since it arose, and
/// what [`Diagonal`] counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct DrawClocks(u32);

/// Endings with few pieces that the rules limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Ending {
    /// None of them.
    #[default]
    Open,
    /// One or two pieces, including a king, against a lone king.
    TwoAgainstOne,
    /// Three pieces, including both a king and a man, against a lone king.
    ThreeAgainstOne,
    /// Three kings against a lone king.
    ThreeKingsAgainstOne,
    /// More than three kings against a lone king.
    ManyKingsAgainstOne,
    /// Both sides have a king, none of the above, four or five pieces in all.
    FourOrFive,
    /// The same with six or seven pieces.
    SixOrSeven,
    /// One or two pieces against a lone king, after a capture during the sixteen moves of three against one, if these end
    /// sooner than the five moves of the smaller ending.
    RestOfSixteen,
}

/// How a variant counts the plies during which the lone king of a three against one is on the long diagonal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Diagonal {
    /// All plies of the ending after which the king stood there.
    InAll,
    /// Plies since the king came there or the ending arose, while it stays. The byte holds one more, and 0 while the
    /// king is elsewhere.
    WithoutBreak,
}

impl Ending {
    /// All endings in order.
    const ALL: [Self; 8] = [
        Self::Open,
        Self::TwoAgainstOne,
        Self::ThreeAgainstOne,
        Self::ThreeKingsAgainstOne,
        Self::ManyKingsAgainstOne,
        Self::FourOrFive,
        Self::SixOrSeven,
        Self::RestOfSixteen,
    ];
}

impl DrawClocks {
    pub(crate) fn new(quiet: u8, ending: Ending, in_ending: u8, on_diagonal: u8) -> Self {
        Self(u32::from_le_bytes([quiet, ending as u8, in_ending, on_diagonal]))
    }

    /// Plies since the last capture or man move.
    pub(crate) fn quiet(self) -> u8 {
        self.0 as u8
    }

    /// Which limited ending the position belongs to.
    pub(crate) fn ending(self) -> Ending {
        Ending::ALL[usize::from((self.0 >> 8) as u8 & 7)]
    }

    /// Plies since that ending arose.
    pub(crate) fn in_ending(self) -> u8 {
        (self.0 >> 16) as u8
    }

    /// Plies during which the lone king of that ending has been on the long diagonal, as the variant counts them.
    pub(crate) fn on_diagonal(self, rules: &Rules) -> u8 {
        match Diagonal::of(rules) {
            Diagonal::InAll => self.diagonal_byte(),
            Diagonal::WithoutBreak => self.diagonal_byte().saturating_sub(1),
        }
    }

    fn diagonal_byte(self) -> u8 {
        (self.0 >> 24) as u8
    }

    #[inline(always)]
    pub(crate) fn after_man_move<V: Ruleset>(self, after: &Draughts<V>) -> Self {
        if self.0 <= 0xff { Self(0) } else { self.tick(after, 0) }
    }

    #[inline(always)]
    pub(crate) fn after_king_move<V: Ruleset>(self, after: &Draughts<V>) -> Self {
        if self.0 < 0xff { Self(self.0 + 1) } else { self.tick(after, self.quiet().saturating_add(1)) }
    }

    /// One more ply in the same ending.
    #[cold]
    #[inline(never)]
    fn tick<V: Ruleset>(self, after: &Draughts<V>, quiet: u8) -> Self {
        let ending = self.ending();
        if ending == Ending::Open {
            return Self::new(quiet, ending, 0, 0);
        }
        let in_ending = self.in_ending().saturating_add(1);
        let more = self.diagonal_byte().saturating_add(1);
        let diagonal = match (after.lone_king_on_diagonal(ending), Diagonal::of(after.rules())) {
            (true, _) => more,
            (false, Diagonal::InAll) => self.diagonal_byte(),
            (false, Diagonal::WithoutBreak) => 0,
        };
        Self::new(quiet, ending, in_ending, diagonal)
    }
}

impl Diagonal {
    /// FMJD 6: the king stays on the diagonal. FMJD-64 7.2.7 does not say what leaving it does; Lidraughts adds up.
    #[inline(always)]
    const fn of(rules: &Rules) -> Self {
        if is_international(rules) { Self::WithoutBreak } else { Self::InAll }
    }
}

impl<V: Ruleset> Draughts<V> {
    /// The counters after a capture or a promotion; the pieces have moved already, the counters not.
    #[inline(always)]
    pub(crate) fn clocks_after_material_change(&self, before: DrawClocks) -> DrawClocks {
        if !has_limited_endings(self.rules()) || self.kings == V::Word::ZERO || self.is_too_full() {
            return DrawClocks::default();
        }
        // On a copy, so that the position itself need not be in memory if no ending is near.
        { *self }.clocks_of_ending(before)
    }

    /// Whether too many pieces are on the board for any limited ending.
    #[inline(always)]
    fn is_too_full(&self) -> bool {
        match self.rules().draws.endings {
            Endings::Draughts64 => {
                let [white, black] = self.pieces.map(|pieces| pieces.count());
                white + black > 7 && white != 1 && black != 1
            }
            // All others need a lone king.
            _ => self.pieces.iter().all(|pieces| pieces.without_lowest() != V::Word::ZERO),
        }
    }

    #[inline(never)]
    fn clocks_of_ending(&self, before: DrawClocks) -> DrawClocks {
        let ending = self.classify_ending();
        if ending == Ending::Open {
            return DrawClocks::default();
        }
        let aged = before.tick(self, 0);
        let (ending, in_ending) = match (before.ending(), ending) {
            // FMJD-64 7.2.4, 7.2.8, APCA: one of many kings or of two pieces lost, or a man crowned beside a
            // king, is still the same ending.
            (two @ (Ending::TwoAgainstOne | Ending::RestOfSixteen), Ending::TwoAgainstOne) => {
                (two, aged.in_ending())
            }
            (three, many) if is_kings_against_one(three) && is_kings_against_one(many) => {
                (many, aged.in_ending())
            }
            // FMJD 6: a man crowned inside the sixteen moves does not restart them. FMJD-64 7.2.6 starts
            // again with every change of the material.
            (before, three) if is_three(before) && is_three(three) && is_international(self.rules()) => {
                (three, aged.in_ending())
            }
            // FMJD 6: a capture inside the sixteen moves leaves the smaller of what remains and five.
            (before, Ending::TwoAgainstOne)
                if is_three(before) && is_rest_of_sixteen(self.rules(), aged.in_ending()) =>
            {
                (Ending::RestOfSixteen, aged.in_ending())
            }
            (_, ending) => (ending, 0),
        };
        let diagonal = match is_three(before.ending()) && is_three(ending) {
            true => aged.diagonal_byte(),
            false => self.first_diagonal_byte(ending),
        };
        DrawClocks::new(0, ending, in_ending, diagonal)
    }

    /// The counters of a starting position, with plies counted before it.
    pub(crate) fn clocks_of_setup(&self, quiet: u8, in_ending: u8, on_diagonal: u8) -> DrawClocks {
        match self.classify_ending() {
            Ending::Open => DrawClocks::new(quiet, Ending::Open, 0, 0),
            Ending::TwoAgainstOne if is_rest_of_sixteen(self.rules(), in_ending) => {
                DrawClocks::new(quiet, Ending::RestOfSixteen, in_ending, 0)
            }
            ending => {
                let before = if self.lone_king_on_diagonal(ending) || !is_international(self.rules()) {
                    on_diagonal
                } else {
                    0
                };
                let diagonal = self.first_diagonal_byte(ending).saturating_add(before);
                DrawClocks::new(quiet, ending, in_ending, diagonal)
            }
        }
    }

    /// The byte of the long diagonal when an ending arises.
    fn first_diagonal_byte(&self, ending: Ending) -> u8 {
        let counts_from_now = Diagonal::of(self.rules()) == Diagonal::WithoutBreak;
        u8::from(counts_from_now && self.lone_king_on_diagonal(ending))
    }

    /// The limited ending that the material of this position amounts to, if the variant limits it.
    fn classify_ending(&self) -> Ending {
        let kings = self.pieces.map(|pieces| (pieces & self.kings).count());
        let men = self.pieces.map(|pieces| (pieces & !self.kings).count());
        if kings[0] == 0 || kings[1] == 0 {
            return Ending::Open;
        }
        let weak = usize::from(kings[0] + men[0] > kings[1] + men[1]);
        let strong = (kings[1 - weak], men[1 - weak]);
        let is_lone = kings[weak] + men[weak] == 1;
        let total = kings[0] + kings[1] + men[0] + men[1];
        match (self.rules().draws.endings, strong) {
            (Endings::International | Endings::Draughts64, (1, 0 | 1) | (2, 0)) if is_lone => {
                Ending::TwoAgainstOne
            }
            (Endings::International | Endings::Draughts64, (2, 1) | (1, 2)) if is_lone => {
                Ending::ThreeAgainstOne
            }
            (Endings::International | Endings::Draughts64 | Endings::Pool, (3, 0)) if is_lone => {
                Ending::ThreeKingsAgainstOne
            }
            (Endings::Draughts64 | Endings::Pool, (4.., 0)) if is_lone => Ending::ManyKingsAgainstOne,
            (Endings::Draughts64, _) if (4..=5).contains(&total) => Ending::FourOrFive,
            (Endings::Draughts64, _) if (6..=7).contains(&total) => Ending::SixOrSeven,
            (Endings::Frisian, (2, 0)) if is_lone => Ending::TwoAgainstOne,
            _ => Ending::Open,
        }
    }

    /// Whether the lone king of a three against one stands on the long diagonal.
    fn lone_king_on_diagonal(&self, ending: Ending) -> bool {
        if !is_three(ending) {
            return false;
        }
        let lone = if self.pieces[0].count() == 1 { self.pieces[0] } else { self.pieces[1] };
        lone & V::Word::truncate(self.rules().board.long_diagonal()) != V::Word::ZERO
    }
}

/// Three pieces, at least one of them a king, against a lone king.
fn is_three(ending: Ending) -> bool {
    matches!(ending, Ending::ThreeAgainstOne | Ending::ThreeKingsAgainstOne)
}

/// At least three kings and nothing else against a lone king.
fn is_kings_against_one(ending: Ending) -> bool {
    matches!(ending, Ending::ThreeKingsAgainstOne | Ending::ManyKingsAgainstOne)
}

#[inline(always)]
const fn is_international(rules: &Rules) -> bool {
    matches!(rules.draws.endings, Endings::International)
}

/// Whether a count of two against one that stands at these plies goes on counting the sixteen moves of three against one:
/// fewer than five are left.
const fn is_rest_of_sixteen(rules: &Rules, in_ending: u8) -> bool {
    is_international(rules)
        && matches!(rules.capture_in_sixteen_moves, CaptureInCount::LeavesSmallerRest)
        && in_ending > THREE_AGAINST_ONE.at - TWO_AGAINST_ONE.at
}

/// Whether the variant counts moves in endings with few pieces.
#[inline(always)]
const fn has_limited_endings(rules: &Rules) -> bool {
    !matches!(rules.draws.endings, Endings::Unlimited | Endings::Turkish | Endings::TurkishKingBeatsMan)
}
