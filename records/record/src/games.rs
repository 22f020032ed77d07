//! Games one after the other, as trees.

use std::fmt;
use std::io::Read;

use boardgame::RecordNotation;

use crate::builder::TreeBuilder;
use crate::error::{Location, RecordError};
use crate::lexer::Syntax;
use crate::piece_letters::Letters;
use crate::reader::{Reader, ReaderMode};
use crate::repair::Repair;
use crate::result::ResultStyle;
use crate::tree::{Content, GameTree};
use crate::typed_board::TypedBoard;

/// How records are read.
///
/// ```
/// use damier_record::{ReaderMode, ReadOptions};
///
/// let options = ReadOptions::pdn().strict();
/// assert_eq!(options.mode, ReaderMode::Strict);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ReadOptions {
    /// The language of the record.
    pub syntax: Syntax,
    /// What happens to texts that break the standard.
    pub mode: ReaderMode,
    /// Whether a missing or superfluous mark of check or mate counts as a repair too. Other ways to write a move
    /// than the standard's always do. This takes a quarter more of the instructions of
    /// [`replay_games`](crate::replay_games), and little beside the rest of other ways to read.
    pub exact_moves: bool,
    /// How the games write their results, where that is known: others count as repairs then. PGN has one way.
    pub results: Option<ResultStyle>,
    /// The language that names the pieces of chess.
    pub letters: Letters,
    /// Whether a [`RawGame`](crate::RawGame) with an error keeps the text after it.
    pub keeps_rest: bool,
}

impl ReadOptions {
    /// PGN, tolerant.
    #[must_use]
    pub fn pgn() -> Self {
        Self::of(Syntax::Pgn)
    }

    /// Either format, tolerant.
    #[must_use]
    pub fn of(syntax: Syntax) -> Self {
        Self {
            syntax,
            mode: ReaderMode::Tolerant,
            exact_moves: false,
            results: None,
            letters: Letters::English,
            keeps_rest: false,
        }
    }

    /// PDN, tolerant.
    #[must_use]
    pub fn pdn() -> Self {
        Self::of(Syntax::Pdn)
    }

    /// The same, strict.
    #[must_use]
    pub fn strict(mut self) -> Self {
        self.mode = ReaderMode::Strict;
        self
    }

    /// The same, with marks of check only where the standard writes them.
    #[must_use]
    pub fn exact_moves(mut self) -> Self {
        self.exact_moves = true;
        self
    }

    /// The same, for records of chess whose pieces are named in this language.
    ///
    /// ```
    /// use chess::Chess;
    /// use damier_record::{Letters, ReadOptions, WriteOptions, read_games};
    ///
    /// let options = ReadOptions::pgn().letters(Letters::German);
    /// for game in read_games::<Chess, _>("1. e4 e5 2. Sf3 Sc6 *".as_bytes(), options) {
    ///     let text = WriteOptions::pgn().to_text(&game?.tree)?;
    ///     assert!(text.ends_with("1. e4 e5 2. Nf3 Nc6 *\n\n"));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn letters(mut self, letters: Letters) -> Self {
        self.letters = letters;
        self
    }

    /// The same; raw games keep the text after their errors.
    #[must_use]
    pub fn keep_rest(mut self) -> Self {
        self.keeps_rest = true;
        self
    }

    /// The same, for games that write their results in one way.
    #[must_use]
    pub fn results(mut self, style: ResultStyle) -> Self {
        self.results = Some(style);
        self
    }
}

/// A game that was read.
#[derive(Clone, Debug)]
pub struct ReadGame<P: Content> {
    /// Its number in the file, from 1.
    pub number: u64,
    /// Where it begins.
    pub place: Location,
    /// The game.
    pub tree: GameTree<P>,
    /// What was repaired in it.
    pub repairs: Vec<Repair>,
}

/// A game that cannot be read to its end.
#[derive(Clone, Debug)]
pub struct BrokenGame<P: Content> {
    /// Why not.
    pub error: RecordError,
    /// Where it begins.
    pub place: Location,
    /// What stands before the error.
    pub tree: GameTree<P>,
    /// What was repaired before the error.
    pub repairs: Vec<Repair>,
}

impl<P: Content> fmt::Display for BrokenGame<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<P: Content + fmt::Debug> std::error::Error for BrokenGame<P> {}

/// Reads games, each into a tree. All of them are of the game `P`; where that depends on the tags see
/// [`read_raw_games`](crate::read_raw_games).
///
/// ```
/// use chess::Chess;
/// use damier_record::{ReadOptions, read_games};
///
/// let text = "1. e4 e5 2. Nf3 1-0\n\n1. d4 Nf4 *\n\n1. c4 *";
/// let mut games = read_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn());
///
/// let first = games.next().unwrap()?;
/// assert_eq!(first.tree.plies(), 3);
///
/// let error = games.next().unwrap().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "game 2, line 3, column 7: illegal move \"Nf4\": no knight can reach f4: it moves two squares along a rank or file and one square at a right angle (FIDE 3.6); perhaps Nf6 was meant",
/// );
/// assert_eq!(error.tree.plies(), 1);
///
/// assert_eq!(games.next().unwrap()?.tree.plies(), 1);
/// assert!(games.next().is_none());
/// # Ok::<(), Box<damier_record::BrokenGame<Chess>>>(())
/// ```
pub fn read_games<P: RecordNotation<Rules: Default>, R: Read>(read: R, options: ReadOptions) -> Games<P, R> {
    let reader = Reader::with_options(read, options);
    Games { reader, builder: TreeBuilder::new(TypedBoard::new(P::Rules::default()), options) }
}

/// The games of a record, see [`read_games`].
#[derive(Debug)]
pub struct Games<P: RecordNotation, R> {
    reader: Reader<R>,
    builder: TreeBuilder<TypedBoard<P>>,
}

impl<P: RecordNotation, R> Games<P, R> {
    /// Repairs that belong to no game: after the last one.
    #[must_use]
    pub fn repairs_after(&self) -> &[Repair] {
        &self.builder.repairs
    }
}

impl<P: RecordNotation, R: Read> Iterator for Games<P, R> {
    type Item = Result<ReadGame<P>, Box<BrokenGame<P>>>;

    fn next(&mut self) -> Option<Self::Item> {
        let result = self.reader.read_game(&mut self.builder);
        if result == Ok(false) {
            return None;
        }
        let (number, place) = (self.builder.number, self.builder.place);
        let (tree, repairs) = self.builder.take();
        Some(match result {
            Ok(_) => Ok(ReadGame { number, place, tree, repairs }),
            Err(error) => {
                // Where the bytes end between two games none has begun.
                let place = if error.game == number { place } else { error.place };
                Err(Box::new(BrokenGame { error, place, tree, repairs }))
            }
        })
    }
}
