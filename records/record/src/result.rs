use std::fmt;

use boardgame::{Color, Outcome};

use crate::lexer::Syntax;

/// What a record says about the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// This color has won.
    Win(Color),
    /// Nobody has won.
    Draw,
    /// Both have lost: `0-0`.
    BothLose,
}

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum ResultStyle {
    /// `1-0`, `1/2-1/2`, `0-1`: chess and most draughts variants.
    #[default]
    One,
    /// `2-0`, `1-1`, `0-2`: international and Canadian draughts.
    Two,
}

impl GameResult {
    /// The result of a text in either style; `None` for `*` and everything else.
    ///
    /// ```
    /// use boardgame::Color;
    /// use damier_record::{GameResult, ResultStyle};
    ///
    /// assert_eq!(GameResult::from_text("2-0"), Some(GameResult::Win(Color::White)));
    /// assert_eq!(GameResult::Draw.text(ResultStyle::Two), "1-1");
    /// assert_eq!(GameResult::Draw.to_string(), "1/2-1/2");
    /// assert_eq!(GameResult::from_text("*"), None);
    /// ```
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        Some(match text {
            "1-0" | "2-0" => Self::Win(Color::White),
            "0-1" | "0-2" => Self::Win(Color::Black),
            "1/2-1/2" | "1/2" | "1-1" => Self::Draw,
            "0-0" => Self::BothLose,
            _ => return None,
        })
    }

    /// The result that a whole token is, when it ends a game. Halves are not tokens.
    pub(crate) fn terminator(word: &[u8], syntax: Syntax) -> Option<(Self, &'static str)> {
        let text = match (word, syntax) {
            (b"1-0", _) => "1-0",
            (b"0-1", _) => "0-1",
            (b"2-0", Syntax::Pdn) => "2-0",
            (b"0-2", Syntax::Pdn) => "0-2",
            (b"1-1", Syntax::Pdn) => "1-1",
            // In PGN this is castling.
            (b"0-0", Syntax::Pdn) => "0-0",
            _ => return None,
        };
        Some((Self::from_text(text)?, text))
    }

    /// The same text, of a result in either style.
    pub(crate) fn static_text(text: &str) -> Option<&'static str> {
        let texts = ["1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0"];
        texts.into_iter().find(|known| *known == text)
    }

    /// The text in a style.
    #[must_use]
    pub fn text(self, style: ResultStyle) -> &'static str {
        match (self, style) {
            (Self::Win(Color::White), ResultStyle::One) => "1-0",
            (Self::Win(Color::White), ResultStyle::Two) => "2-0",
            (Self::Win(Color::Black), ResultStyle::One) => "0-1",
            (Self::Win(Color::Black), ResultStyle::Two) => "0-2",
            (Self::Draw, ResultStyle::One) => "1/2-1/2",
            (Self::Draw, ResultStyle::Two) => "1-1",
            (Self::BothLose, _) => "0-0",
        }
    }
}

impl fmt::Display for GameResult {
    /// As chess writes it, `1-0`; other styles are for [`text`](Self::text).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text(ResultStyle::One))
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(color) => Self::Win(color),
            Outcome::Draw => Self::Draw,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: GameResult = GameResult::Win(Color::White);
    const BLACK: GameResult = GameResult::Win(Color::Black);

    #[test]
    fn results_are_read_as_they_are_written() {
        for (result, one, two) in [
            (WHITE, "1-0", "2-0"),
            (BLACK, "0-1", "0-2"),
            (GameResult::Draw, "1/2-1/2", "1-1"),
            (GameResult::BothLose, "0-0", "0-0"),
        ] {
            assert_eq!((result.text(ResultStyle::One), result.text(ResultStyle::Two)), (one, two));
            assert_eq!(result.to_string(), one);
            assert_eq!([one, two].map(GameResult::from_text), [Some(result); 2]);
        }
        assert_eq!(GameResult::from_text("1/2"), Some(GameResult::Draw));
        assert_eq!(["*", "", "3-0", "1-0 "].map(GameResult::from_text), [None; 4]);
    }

    #[test]
    fn only_draughts_have_results_in_two_points_and_no_castling() {
        for (text, pgn, pdn) in [
            ("1-0", Some(WHITE), Some(WHITE)),
            ("0-1", Some(BLACK), Some(BLACK)),
            ("2-0", None, Some(WHITE)),
            ("0-2", None, Some(BLACK)),
            ("1-1", None, Some(GameResult::Draw)),
            ("0-0", None, Some(GameResult::BothLose)),
            ("1/2", None, None),
            ("3-0", None, None),
        ] {
            for (syntax, result) in [(Syntax::Pgn, pgn), (Syntax::Pdn, pdn)] {
                let found = GameResult::terminator(text.as_bytes(), syntax);
                assert_eq!(found, result.map(|result| (result, text)), "{syntax:?}");
            }
        }
    }

    #[test]
    fn what_a_game_came_to_is_its_result() {
        let outcomes = [Outcome::Win(Color::White), Outcome::Win(Color::Black), Outcome::Draw];
        assert_eq!(outcomes.map(GameResult::from), [WHITE, BLACK, GameResult::Draw]);
    }
}
