//! Records of positions, which networks are trained on.
//!
//! A file starts with a header of [`HEADER_SIZE`] bytes: one line of JSON, padded with spaces, the line feed last. Records of
//! one size follow, numbers little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | `sets * words * 8` | the sets as the side to move sees them |
//! | 2 | the score of the search for the side to move, in hundredths of a pawn or man, signed |
//! | 1 | the result for the side to move: 0 loss, 1 draw, 2 win |
//! | 1 | flags, 0 |
//! | 4 | the number of the game, so that whole games can be held out |

use crate::features::Features;

/// The bytes before the first record.
pub const HEADER_SIZE: usize = 256;

/// A position to learn from.
///
/// ```
/// use boardgame::PositionExt;
/// use chess::Chess;
/// use damier_network::{Features, Observed, PositionRecord};
///
/// let features = Chess::features(());
/// let mut file = PositionRecord::header(&features).to_vec();
/// let record = PositionRecord { view: Chess::start().own_view(), score: 20, result: 1, game: 0 };
/// record.write(&mut file);
/// assert_eq!(file.len(), damier_network::HEADER_SIZE + PositionRecord::size(&features));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionRecord {
    /// See [`Observed::own_view`](crate::Observed::own_view).
    pub view: Vec<u64>,
    /// The score of the search for the side to move, in hundredths.
    pub score: i16,
    /// The result for the side to move: 0 loss, 1 draw, 2 win.
    pub result: u8,
    /// The number of the game.
    pub game: u32,
}

impl PositionRecord {
    /// The header of a file with records of a game.
    #[must_use]
    pub fn header(features: &Features) -> [u8; HEADER_SIZE] {
        let Features { game, sets, bits, turned, pieces } = *features;
        let (words, turned, text) = (features.words(), turned.name(), features.text());
        let line = format!(
            "{{\"format\":\"damier-positions\",\"version\":1,\"game\":\"{game}\",\"sets\":{sets},\"words\":{words},\
             \"bits\":{bits},\"turned\":\"{turned}\",\"pieces\":{pieces},\"features\":\"{text}\"}}"
        );
        let mut header = [b' '; HEADER_SIZE];
        // Names of games are short: the line is far below the limit.
        let len = line.len().min(HEADER_SIZE - 1);
        header[..len].copy_from_slice(&line.as_bytes()[..len]);
        header[HEADER_SIZE - 1] = b'\n';
        header
    }

    /// The bytes of a record.
    #[must_use]
    pub const fn size(features: &Features) -> usize {
        features.sets * features.words() * 8 + 8
    }

    /// Appends the record.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.view.iter().flat_map(|word| word.to_le_bytes()));
        bytes.extend(self.score.to_le_bytes());
        bytes.extend([self.result, 0]);
        bytes.extend(self.game.to_le_bytes());
    }

    /// Reads a record of [`size`](Self::size) bytes; `None` if the number of bytes or the result is wrong.
    #[must_use]
    pub fn read(features: &Features, bytes: &[u8]) -> Option<Self> {
        if bytes.len() != Self::size(features) {
            return None;
        }
        let (view, rest) = bytes.split_at(bytes.len() - 8);
        let &[score_low, score_high, result, _, ref game @ ..] = rest else { return None };
        let view = view.chunks_exact(8).map(|word| word.try_into().map(u64::from_le_bytes));
        Some(Self {
            view: view.collect::<Result<_, _>>().ok()?,
            score: i16::from_le_bytes([score_low, score_high]),
            result: Some(result).filter(|&result| result <= 2)?,
            game: u32::from_le_bytes(game.try_into().ok()?),
        })
    }
}

#[cfg(test)]
mod tests {
    use draughts::AnyVariant;
    use draughts::variants::Canadian;

    use super::*;

    #[test]
    fn headers_are_a_line_of_json() {
        let header = PositionRecord::header(&Features::of_draughts(AnyVariant::of::<Canadian>()));
        let text = String::from_utf8(header.to_vec()).expect("ASCII");
        assert_eq!(
            text.trim_end(),
            "{\"format\":\"damier-positions\",\"version\":1,\"game\":\"canadian\",\"sets\":4,\"words\":2,\
             \"bits\":77,\"turned\":\"half\",\"pieces\":60,\
             \"features\":\"4 sets of 77 bits, turned half, 60 pieces\"}"
        );
        assert!(text.ends_with(" \n"));
    }

    #[test]
    fn records_are_read_as_they_were_written() {
        let features = Features::of_draughts(AnyVariant::of::<Canadian>());
        let record = PositionRecord {
            view: (0..8).map(|i| i << 40 | 7).collect(),
            score: -1_234,
            result: 2,
            game: 70_000,
        };
        let mut bytes = Vec::new();
        record.write(&mut bytes);
        assert_eq!(bytes.len(), PositionRecord::size(&features));
        assert_eq!(PositionRecord::read(&features, &bytes), Some(record));
        assert_eq!(PositionRecord::read(&features, &bytes[1..]), None);
        bytes[8 * 8 + 2] = 3;
        assert_eq!(PositionRecord::read(&features, &bytes), None, "a result of 3");
    }
}
