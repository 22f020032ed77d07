//! How records are read: which game they are of, how strictly, and in which language.

use std::cell::Cell;

use catalog::{GameId, GameTags};
use convert::{Format, SourceGame};
use record::{
    Fault, Letters, ReadOptions, Reader, Referee, Repair, RepairKind, ReplayBoard, Syntax, WhichGame,
};

/// How records are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct RecordRules {
    /// The game, if the records do not name it. Records that name another one are errors.
    pub game: Option<GameId>,
    /// Whether text that breaks the standard or is unusual is an error.
    pub is_strict: bool,
}

/// What a record says about its game.
#[derive(Clone, Copy, Debug)]
pub struct RecordGame<'a> {
    /// The format of the record.
    pub format: Format,
    /// The name of the game, in formats with a place for it.
    pub game: Option<&'a str>,
    /// The tags that name it.
    pub tags: GameTags<'a>,
    /// The position it begins with.
    pub fen: Option<&'a str>,
}

/// Why there is no game: nothing names it.
pub(crate) const UNKNOWN_GAME: &str = "unknown game";

/// How many bytes are examined to detect the piece letters.
pub const LETTERS_SAMPLE: usize = 1 << 16;

impl RecordRules {
    /// The options of a reader.
    #[must_use]
    pub fn options(self, syntax: Syntax) -> ReadOptions {
        let options = ReadOptions::of(syntax).exact_moves();
        if self.is_strict { options.strict() } else { options }
    }

    /// Whether something tells the game of a record, so that it need not be guessed from the format.
    #[must_use]
    pub fn is_told(self, tags: &GameTags<'_>) -> bool {
        self.game.is_some() || !matches!(tags.game(None), Ok(None))
    }

    /// The game of a record that was read.
    ///
    /// # Errors
    ///
    /// The reason why there is none, in words.
    pub fn game_of(self, format: Format, game: &SourceGame) -> Result<GameId, String> {
        let tags = game.raw.tags();
        let by_tags = GameTags { game_type: tags.get("GameType"), variant: tags.get("Variant") };
        self.choose(&RecordGame { format, game: game.game.as_deref(), tags: by_tags, fen: tags.get("FEN") })
    }

    /// The game of a record.
    ///
    /// # Errors
    ///
    /// The reason why there is none, in words.
    pub fn choose(self, record: &RecordGame<'_>) -> Result<GameId, String> {
        let named = match record.game {
            Some(name) => Some(name.parse::<GameId>().map_err(|error| error.to_string())?),
            None => None,
        };
        if let (Some(named), Some(wanted)) = (named, self.game)
            && named != wanted
        {
            return Err(format!("the record is of {named}, not of {wanted}"));
        }
        let tagged = record.tags.game(self.game.or(named)).map_err(|error| error.to_string())?;
        if let Some(game) = tagged {
            return Ok(game);
        }
        match record.format {
            Format::Pgn => Ok(GameId::Chess),
            Format::Pdn => Ok(GameId::International),
            Format::Fen | Format::Epd if record.fen.is_some_and(|fen| fen.contains('/')) => Ok(GameId::Chess),
            _ => Err(UNKNOWN_GAME.to_owned()),
        }
    }

    /// The language of the piece letters of PGN, by its first [`LETTERS_SAMPLE`] bytes: the one with the most legal moves;
    /// English, if it has no fewer than others.
    #[must_use]
    pub fn detect_letters(self, head: &[u8]) -> Letters {
        let sample = whole_words(head);
        let (mut best, mut most) = (Letters::English, 0);
        for letters in Letters::ALL {
            let (moves, has_faults) = self.legal_moves(sample, letters);
            if letters == Letters::English && !has_faults {
                break;
            }
            if moves > most {
                (best, most) = (letters, moves);
            }
        }
        best
    }

    /// How many moves can be read with these letters, and whether others cannot.
    fn legal_moves(self, sample: &[u8], letters: Letters) -> (u64, bool) {
        let choose = |which: &WhichGame| -> Result<Box<dyn ReplayBoard>, String> {
            let WhichGame { game, game_type, variant, fen } = which;
            let tags = GameTags { game_type: game_type.as_deref(), variant: variant.as_deref() };
            let record = RecordGame { format: Format::Pgn, game: game.as_deref(), tags, fen: fen.as_deref() };
            damier::board_by_tags(self.choose(&record)?, &tags).map_err(|error| error.to_string())
        };
        let is_of_move = |fault: &Fault| matches!(fault, Fault::BadMove { .. } | Fault::OtherLetters { .. });
        let has_faults = Cell::new(false);
        let report = |repair: Repair| {
            if let RepairKind::VariationCut(fault) = &repair.kind {
                has_faults.set(has_faults.get() || is_of_move(fault));
            }
        };
        let options = ReadOptions::pgn().letters(letters);
        let mut reader = Reader::with_options(sample, options);
        let mut referee = Referee::new(options, choose, report).without_results();
        loop {
            match reader.read_game(&mut referee) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => has_faults.set(has_faults.get() || is_of_move(&error.fault)),
            }
        }
        let tally = referee.tally();
        (tally.moves + tally.variation_moves, has_faults.get())
    }
}

/// The beginning of a file up to its last space: what follows may be half a word.
fn whole_words(sample: &[u8]) -> &[u8] {
    let end = sample.iter().rposition(u8::is_ascii_whitespace).filter(|_| sample.len() == LETTERS_SAMPLE);
    &sample[..end.unwrap_or(sample.len())]
}
