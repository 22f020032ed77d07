//! The style of a FEN where there is a choice.

use catalog::GameId;

use crate::editable_position::EditablePosition;

/// The choices that a FEN makes where several are valid. Engines have bugs that depend on them, so edited texts keep
/// the style of the original.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct FenStyle {
    /// Draughts: the pieces of Black come before those of White.
    pub(crate) black_first: bool,
    /// Draughts: squares are written as numbers although the game has letters.
    pub(crate) numbers: bool,
    castling: Castling,
}

/// How castling rights are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
enum Castling {
    /// As our rules write them: the text has none.
    #[default]
    Standard,
    /// `KQkq` for the outermost rooks: FEN and X-FEN.
    Outermost,
    /// The letters of the files: Shredder-FEN.
    Files,
}

impl FenStyle {
    /// The style of a text that our rules have accepted.
    pub(crate) fn of(game: GameId, fen: &str) -> Self {
        if game.is_chess() {
            let rights = fen.split_whitespace().nth(2).unwrap_or("-");
            let castling = match rights {
                "-" => Castling::Standard,
                rights if rights.contains(['K', 'Q', 'k', 'q']) => Castling::Outermost,
                _ => Castling::Files,
            };
            return Self { castling, ..Self::default() };
        }
        let sections: Vec<&str> = fen.trim_end_matches('.').split(':').skip(1).collect();
        let place = |color: char| sections.iter().position(|section| section.starts_with(color));
        let black_first = match (place('B'), place('W')) {
            (Some(black), Some(white)) => black < white,
            (black, _) => black.is_some(),
        };
        let is_square = |item: &&str| !item.is_empty();
        let of_colors = sections.iter().filter_map(|section| section.strip_prefix(['W', 'B']));
        let mut squares = of_colors.flat_map(|items| items.split(',')).filter(is_square);
        let is_number = |item: &str| item.trim_start_matches('K').starts_with(|c: char| c.is_ascii_digit());
        Self { black_first, numbers: squares.next().is_some_and(is_number), ..Self::default() }
    }

    /// A standard text rewritten in this style.
    pub(crate) fn write(self, game: GameId, standard: String) -> String {
        if game.is_chess() { self.write_chess(game, standard) } else { self.write_draughts(game, &standard) }
    }

    fn write_draughts(self, game: GameId, standard: &str) -> String {
        let mut sections: Vec<String> = standard.split(':').map(str::to_owned).collect();
        if sections.len() < 3 {
            return standard.to_owned();
        }
        if self.black_first {
            sections.swap(1, 2);
        }
        if self.numbers {
            let squares = game.squares();
            let number = |item: &str| {
                let (king, name) = item.strip_prefix('K').map_or(("", item), |name| ("K", name));
                let square = squares.iter().find(|square| square.name == name);
                square.map_or_else(|| item.to_owned(), |square| format!("{king}{}", square.number))
            };
            for section in &mut sections[1..3] {
                let items: Vec<String> = section[1..].split(',').map(number).collect();
                *section = format!("{}{}", &section[..1], items.join(","));
            }
        }
        sections.join(":")
    }

    fn write_chess(self, game: GameId, standard: String) -> String {
        let Some(mut position) = EditablePosition::read(game, &standard) else { return standard };
        if self.castling == Castling::Standard || position.rest[0] == "-" {
            return standard;
        }
        let rights: Option<String> =
            position.rest[0].chars().map(|right| self.castling_letter(&position, right)).collect();
        let Some(rights) = rights else { return standard };
        position.rest[0] = rights;
        position.to_fen()
    }

    /// A castling right of any style, written in this style.
    fn castling_letter(self, position: &EditablePosition, right: char) -> Option<char> {
        let is_white = right.is_ascii_uppercase();
        let (home, king, rook) = if is_white { (0, 'K', 'R') } else { (56, 'k', 'r') };
        let on_file = |letter: char| (0..8).filter(move |file| position.piece(home + file) == Some(letter));
        let king = on_file(king).next()?;
        let outermost = [on_file(rook).find(|&file| file < king), on_file(rook).rfind(|&file| file > king)];
        let file = match right.to_ascii_lowercase() {
            'q' => outermost[0]?,
            'k' => outermost[1]?,
            letter => (letter as usize).checked_sub('a' as usize)?,
        };
        let letter = match (self.castling, outermost.iter().position(|&rook| rook == Some(file))) {
            (Castling::Outermost, Some(0)) => 'q',
            (Castling::Outermost, Some(_)) => 'k',
            _ => (b'a' + u8::try_from(file).ok()?) as char,
        };
        Some(if is_white { letter.to_ascii_uppercase() } else { letter })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_rewritten_in_the_form_of_another() {
        for (game, like, standard, expected) in [
            (GameId::International, "W:W31:B20", "B:W32:B19", "B:W32:B19"),
            (GameId::International, "W:B20:W31", "B:W32,K33:B19", "B:B19:W32,K33"),
            (GameId::International, "B:B20:W31:H3", "W:W:B19", "W:B19:W"),
            (GameId::Frisian, "B:B20:W31", "W:WK32:B19:+0+132", "W:B19:WK32:+0+132"),
            (GameId::Russian, "W:W22:B11", "B:Wa1,Kc3:Bh8", "B:W29,K22:B4"),
            (GameId::Russian, "W:Bh8:Wa1", "B:Wa1,Kc3:Bh8", "B:Bh8:Wa1,Kc3"),
            (
                GameId::Chess960,
                "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1",
                "1r2k1r1/8/8/8/8/8/8/1R2K1R1 b GBgb - 1 1",
                "1r2k1r1/8/8/8/8/8/8/1R2K1R1 b KQkq - 1 1",
            ),
            (
                GameId::Chess960,
                "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1",
                "4k3/8/8/8/8/8/8/1R2KRR1 b F - 1 1",
                "4k3/8/8/8/8/8/8/1R2KRR1 b F - 1 1",
            ),
            (
                GameId::Chess,
                "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
                "r3k2r/8/8/8/8/8/7P/R3K2R b KQkq - 0 1",
                "r3k2r/8/8/8/8/8/7P/R3K2R b HAha - 0 1",
            ),
            (
                GameId::Chess,
                "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
                "4k3/8/8/8/8/8/8/4K3 b - - 1 1",
                "4k3/8/8/8/8/8/8/4K3 b - - 1 1",
            ),
        ] {
            assert_eq!(FenStyle::of(game, like).write(game, standard.to_owned()), expected, "{like}");
        }
    }
}
