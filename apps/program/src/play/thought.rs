//! The result of a search, as players see it.

use damier::Color;
use engine::{BestMove, Score};
use study::{accepts_draw, score_text, score_words};

use crate::lines::in_record_notation;
use crate::play::sitting::Sitting;

/// The answer of the engine.
#[derive(Clone, Debug)]
pub(crate) struct Thought {
    pub(crate) found: BestMove<String>,
    /// The expected line, as its protocol writes moves.
    pub(crate) line: Vec<String>,
    pub(crate) depth: u32,
}

/// Moves of a hint; what comes later is guesswork.
const LONGEST_LINE: usize = 10;

impl Thought {
    /// The move to play, as its protocol writes it.
    pub(crate) fn best(&self) -> Option<&str> {
        self.found.best.as_deref()
    }

    /// Whether the side to move does not hope for more than a draw.
    pub(crate) fn wants_draw(&self) -> bool {
        self.found.score <= Score::DRAW
    }

    /// Whether the side that is not to move accepts a draw after this many moves.
    pub(crate) fn accepts_draw(&self, plies: usize) -> bool {
        accepts_draw(-self.found.score, plies)
    }

    /// The proposal with its line.
    pub(crate) fn hint(&self, sitting: &Sitting) -> String {
        let line = in_record_notation(sitting.game(), &self.line[..self.line.len().min(LONGEST_LINE)]);
        let line = if line.is_empty() {
            in_record_notation(sitting.game(), self.found.best.as_slice())
        } else {
            line
        };
        format!("{}\n{}", sitting.number().line(&line), self.judgement(sitting.turn()))
    }

    /// How good the position is.
    pub(crate) fn judgement(&self, turn: Color) -> String {
        let score = self.found.score;
        let depth = if self.depth > 0 { format!(", depth {}", self.depth) } else { String::new() };
        format!("{}: {}{depth}", score_text(score, turn), score_words(score, turn))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thought(score: Score) -> Thought {
        let found = BestMove { score, ..BestMove::default() };
        Thought { found, line: Vec::new(), depth: 0 }
    }

    #[test]
    fn a_draw_is_accepted_by_who_is_worse() {
        // The score is that of the player who offers.
        assert!(thought(Score::from_centipawns(100)).accepts_draw(2));
        assert!(thought(Score::mate_in(5)).accepts_draw(2));
        assert!(!thought(Score::from_centipawns(10)).accepts_draw(2));
        assert!(thought(Score::from_centipawns(10)).accepts_draw(80));
        assert!(!thought(Score::from_centipawns(-100)).accepts_draw(80));
    }
}
