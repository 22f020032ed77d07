//! When a game is over before the rules end it.

use std::fmt;

use boardgame::view::Figure;
use boardgame::{Color, Outcome};
use catalog::Describe;
use search::Score;

use crate::SelfPlaySettings;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum SelfPlayEnding {
    /// By the rules.
    Rules = 0,
    /// Drawn, since a player could claim it.
    Claim = 1,
    /// The search found a forced win.
    FoundWin = 2,
    /// The score stayed beyond a limit.
    Score = 3,
    /// The score stayed near zero in a late position.
    Equal = 4,
    /// Too many plies without an irreversible move.
    Quiet = 5,
    /// Too many plies.
    Length = 6,
    /// Endgame tables knew the result.
    Tables = 7,
}

impl SelfPlayEnding {
    /// All endings, in the order of their numbers.
    pub const ALL: [Self; 8] = [
        Self::Rules,
        Self::Claim,
        Self::FoundWin,
        Self::Score,
        Self::Equal,
        Self::Quiet,
        Self::Length,
        Self::Tables,
    ];

    /// The name in machine-readable output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Claim => "claim",
            Self::FoundWin => "found_win",
            Self::Score => "score",
            Self::Equal => "equal",
            Self::Quiet => "quiet",
            Self::Length => "length",
            Self::Tables => "tables",
        }
    }
}

impl fmt::Display for SelfPlayEnding {
    /// What happened, in words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Rules => "ended by the rules",
            Self::Claim => "drawn by a claim",
            Self::FoundWin => "a forced win was found",
            Self::Score => "the score stayed decisive",
            Self::Equal => "the score stayed equal",
            Self::Quiet => "drawn without progress",
            Self::Length => "drawn at the ply limit",
            Self::Tables => "known from endgame tables",
        })
    }
}

/// Watches the scores of a game. Both sides search in turn, so a verdict is one that both agree with.
#[derive(Debug, Default)]
pub(crate) struct ScoreWatch {
    leader: Option<Color>,
    decisive: u32,
    equal: u32,
}

impl ScoreWatch {
    /// The verdict after a search, if there is one. `position` is the one that was searched.
    pub(crate) fn judge<P: Describe>(
        &mut self,
        settings: &SelfPlaySettings,
        position: &P,
        score: Score,
    ) -> Option<(Outcome, SelfPlayEnding)> {
        let leader = if score > Score::DRAW { position.turn() } else { !position.turn() };
        if score.is_decisive() {
            return Some((Outcome::Win(leader), SelfPlayEnding::FoundWin));
        }
        let size = score.centipawns().abs();
        if settings.win_score > 0 && size >= settings.win_score {
            self.decisive = if self.leader == Some(leader) { self.decisive + 1 } else { 1 };
            self.leader = Some(leader);
        } else {
            (self.decisive, self.leader) = (0, None);
        }
        self.equal = if size <= settings.draw_score { self.equal + 1 } else { 0 };
        if self.decisive >= settings.win_plies {
            return Some((Outcome::Win(leader), SelfPlayEnding::Score));
        }
        let is_drawn = self.equal >= settings.draw_plies && is_late(position);
        is_drawn.then_some((Outcome::Draw, SelfPlayEnding::Equal))
    }
}

/// Whether a quiet game may be called a draw: in draughts there is a king, in chess half of the pieces are gone.
fn is_late<P: Describe>(position: &P) -> bool {
    let pieces = position.pieces();
    let is_draughts = |figure: Figure| matches!(figure, Figure::Man | Figure::Crowned);
    if pieces.iter().any(|(_, piece)| is_draughts(piece.figure)) {
        pieces.iter().any(|(_, piece)| piece.figure == Figure::Crowned)
    } else {
        pieces.len() <= 16
    }
}

#[cfg(test)]
mod tests {
    use boardgame::PositionExt;
    use catalog::GameId;
    use catalog::chess::Chess;

    use super::*;

    fn verdicts(position: &Chess, scores: &[i32]) -> Vec<Option<(Outcome, SelfPlayEnding)>> {
        let settings =
            SelfPlaySettings { win_plies: 3, draw_plies: 2, ..SelfPlaySettings::of(GameId::Chess) };
        let mut watch = ScoreWatch::default();
        let judge = |&score| watch.judge(&settings, position, Score::from_centipawns(score));
        scores.iter().map(judge).collect()
    }

    #[test]
    fn a_win_needs_a_decisive_score_for_one_side_in_a_row() {
        let start = Chess::start();
        let won = Some((Outcome::Win(Color::White), SelfPlayEnding::Score));
        let lost = Some((Outcome::Win(Color::Black), SelfPlayEnding::Score));
        assert_eq!(verdicts(&start, &[1_500, 1_600, 1_500]), [None, None, won]);
        assert_eq!(verdicts(&start, &[-1_500, -1_600, -1_500]), [None, None, lost]);
        assert_eq!(verdicts(&start, &[1_500, 1_499, 1_500, 1_500, -1_500, -1_500]), [None; 6]);
    }

    #[test]
    fn a_draw_needs_few_pieces() {
        assert_eq!(verdicts(&Chess::start(), &[0; 5]), [None; 5]);
        let ending = Chess::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").expect("a position");
        assert_eq!(
            verdicts(&ending, &[8, -8, 9]),
            [None, Some((Outcome::Draw, SelfPlayEnding::Equal)), None]
        );
    }

    #[test]
    fn a_forced_win_ends_the_game() {
        let (start, settings) = (Chess::start(), SelfPlaySettings::of(GameId::Chess));
        for (score, winner) in [(Score::mate_in(3), Color::White), (Score::mated_in(4), Color::Black)] {
            let verdict = ScoreWatch::default().judge(&settings, &start, score);
            assert_eq!(verdict, Some((Outcome::Win(winner), SelfPlayEnding::FoundWin)));
        }
    }
}
