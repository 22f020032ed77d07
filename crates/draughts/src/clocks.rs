//! The counters of the draw rules. They live in the position, so that playing on a copy undoes them too.

use crate::position::Draughts;
use crate::rules::Endings;
use crate::variants::Variant;
use crate::word::Word;

/// Counters in plies. They stop at 255, beyond every limit of any rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Clocks {
    /// Plies since the last capture or man move.
    pub(crate) quiet: u8,
    /// Which limited ending the position belongs to.
    pub(crate) ending: Ending,
    /// Plies since that ending arose.
    pub(crate) in_ending: u8,
    /// Plies of that ending after which the lone king stood on the long diagonal.
    pub(crate) on_diagonal: u8,
}

/// Endings with few pieces that the rules limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Ending {
    /// None of them.
    #[default]
    Open,
    /// Two pieces or one, a king among them, against a lone king.
    TwoAgainstOne,
    /// Three pieces, a king but also a man among them, against a lone king.
    ThreeAgainstOne,
    /// Three kings against a lone king.
    ThreeKingsAgainstOne,
    /// More than three kings against a lone king.
    ManyKingsAgainstOne,
    /// Both sides have a king, none of the above, four or five pieces in all.
    FourOrFive,
    /// The same with six or seven pieces.
    SixOrSeven,
}

impl Clocks {
    #[inline(always)]
    pub(crate) fn after_man_move<V: Variant>(self, after: &Draughts<V>) -> Self {
        Self { quiet: 0, ..self.tick(after) }
    }

    #[inline(always)]
    pub(crate) fn after_king_move<V: Variant>(self, after: &Draughts<V>) -> Self {
        Self { quiet: self.quiet.saturating_add(1), ..self.tick(after) }
    }

    /// One more ply in the same ending.
    #[inline(always)]
    fn tick<V: Variant>(self, after: &Draughts<V>) -> Self {
        if self.ending == Ending::Open {
            return self;
        }
        Self {
            in_ending: self.in_ending.saturating_add(1),
            on_diagonal: self.on_diagonal.saturating_add(u8::from(after.lone_king_on_diagonal(self.ending))),
            ..self
        }
    }
}

impl<V: Variant> Draughts<V> {
    /// The counters after a capture or a promotion; the pieces have moved already, the counters not.
    #[inline]
    pub(crate) fn clocks_after_material_change(&self, before: Clocks) -> Clocks {
        if matches!(V::RULES.draws.endings, Endings::Unlimited | Endings::Turkish)
            || self.kings == V::Word::ZERO
        {
            return Clocks::default();
        }
        let ending = self.classify_ending();
        let fresh = Clocks { ending, ..Clocks::default() };
        let aged = before.tick(self);
        let stays_three = is_three(before.ending) && is_three(ending);
        let keeps_age = match V::RULES.draws.endings {
            // FMJD 6: promotions inside three against one or two against one do not restart the count.
            Endings::International => stays_three || before.ending == ending,
            // FMJD-64 7.2.6 starts again with every change of the material; 7.2.4 and 7.2.8 do not.
            Endings::Draughts64 => {
                ending == before.ending
                    && matches!(ending, Ending::TwoAgainstOne | Ending::ManyKingsAgainstOne)
                    || before.ending == Ending::ManyKingsAgainstOne && ending == Ending::ThreeKingsAgainstOne
            }
            _ => before.ending == ending,
        };
        let in_ending = match (V::RULES.draws.endings, before.ending, ending) {
            _ if ending == Ending::Open => 0,
            _ if keeps_age => aged.in_ending,
            // A capture inside the sixteen moves leaves the smaller of what remains and five.
            (Endings::International, three, Ending::TwoAgainstOne) if is_three(three) => {
                let remaining = 32u8.saturating_sub(aged.in_ending);
                10u8.saturating_sub(remaining)
            }
            _ => 0,
        };
        let on_diagonal = if stays_three { aged.on_diagonal } else { 0 };
        Clocks { in_ending, on_diagonal, ..fresh }
    }

    /// The limited ending that the material of this position makes.
    pub(crate) fn classify_ending(&self) -> Ending {
        let kings = self.pieces.map(|pieces| (pieces & self.kings).count());
        let men = self.pieces.map(|pieces| (pieces & !self.kings).count());
        if kings[0] == 0 || kings[1] == 0 {
            return Ending::Open;
        }
        let weak = usize::from(kings[0] + men[0] > kings[1] + men[1]);
        let strong = 1 - weak;
        if kings[weak] + men[weak] == 1 {
            match (kings[strong], men[strong]) {
                (1, 0 | 1) | (2, 0) => return Ending::TwoAgainstOne,
                (3, 0) => return Ending::ThreeKingsAgainstOne,
                (2, 1) | (1, 2) => return Ending::ThreeAgainstOne,
                (4.., 0) => return Ending::ManyKingsAgainstOne,
                _ => {}
            }
        }
        match kings[0] + kings[1] + men[0] + men[1] {
            4 | 5 => Ending::FourOrFive,
            6 | 7 => Ending::SixOrSeven,
            _ => Ending::Open,
        }
    }

    /// Whether the lone king of a three against one stands on the long diagonal.
    fn lone_king_on_diagonal(&self, ending: Ending) -> bool {
        if !is_three(ending) {
            return false;
        }
        let lone = if self.pieces[0].count() == 1 { self.pieces[0] } else { self.pieces[1] };
        lone & V::Word::truncate(const { V::RULES.board.long_diagonal() }) != V::Word::ZERO
    }
}

/// Three pieces, at least one of them a king, against a lone king.
fn is_three(ending: Ending) -> bool {
    matches!(ending, Ending::ThreeAgainstOne | Ending::ThreeKingsAgainstOne)
}
