//! Boards whose squares have other names than those of their game.

use boardgame::{FenError, MoveError, Outcome, Reason};
use catalog::{GameId, GameTags, SquareNames, TagsError};
use record::{Fault, Played, RepairKind, ReplayBoard, ResultStyle, TextCheck, TextMove, shortened};

use crate::replay_board::board;

/// A board for the records of a game by its tags: where the notation field of `GameType` names the squares
/// otherwise than the game does, moves and positions are read and written with those names.
///
/// Some programs write a notation that their own moves do not have. If a position or the first move makes no
/// sense with the names of the tag, and does with those of the game, the game is read with its own names and
/// [`ReplayBoard::has_other_names`] says so.
///
/// ```
/// use catalog::{GameId, GameTags};
/// use record::TextCheck;
///
/// let tags = GameTags { game_type: Some("25,W,8,8,N2,0"), variant: None };
/// let mut board = damier::board_by_tags(GameId::Russian, &tags)?;
/// board.begin(None)?;
/// board.play("22-18", TextCheck::No, &mut Vec::new())?;
/// assert_eq!(&*board.last_move().unwrap().text, "22-18");
/// assert_eq!(board.fen(), "B:W18,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The tag is not for this game.
pub fn board_by_tags(game: GameId, tags: &GameTags<'_>) -> Result<Box<dyn ReplayBoard>, TagsError> {
    named_board(game, tags, false)
}

/// The same, but moves and positions are written with the names of the game: for formats without tags.
///
/// # Errors
///
/// The tag is not for this game.
pub fn board_for_lists(game: GameId, tags: &GameTags<'_>) -> Result<Box<dyn ReplayBoard>, TagsError> {
    named_board(game, tags, true)
}

fn named_board(
    game: GameId,
    tags: &GameTags<'_>,
    writes_own: bool,
) -> Result<Box<dyn ReplayBoard>, TagsError> {
    let own = board(game);
    Ok(match tags.square_names(game)? {
        Some(names) => {
            Box::new(NamedBoard { own, names, writes_own, trust: Trust::Open, start: None, number: None })
        }
        None => own,
    })
}

/// Which names a game is read with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trust {
    /// Those of the tag, until something is found that they do not fit.
    Open,
    /// Those of the tag: a move fitted.
    Tag,
    /// Those of the game.
    Game,
}

#[derive(Debug)]
struct NamedBoard {
    own: Box<dyn ReplayBoard>,
    names: SquareNames,
    /// Whether texts are written with the names of the game all the same.
    writes_own: bool,
    trust: Trust,
    /// The position that the game began with, as its record writes it.
    start: Option<String>,
    /// The number before the first move.
    number: Option<String>,
}

impl NamedBoard {
    /// Begins with the names of the tag.
    fn begin_by_tag(&mut self) -> Result<(), FenError> {
        match &self.start {
            None => self.own.begin(None),
            Some(fen) => {
                let own = self.names.fen_to_own(fen).ok_or_else(|| unknown_squares(fen))?;
                self.own.begin(Some(&own))
            }
        }
    }

    fn play_by_tag(&mut self, text: &str) -> Result<Played, Box<Fault>> {
        let Some(own) = self.names.move_to_own(text) else {
            let (found, expected) = (shortened(text.as_bytes()), SQUARES_OF_TAG);
            let error = MoveError::BadSyntax { found, expected };
            return Err(Fault::BadMove { error, meant: None }.into());
        };
        let played = match self.play_own(&own) {
            // Nothing between the squares can be a capture too.
            Err(fault) if !text.contains(['-', 'x', ':']) => {
                self.play_own(&own.replace('-', "x")).map_err(|_| fault)
            }
            played => played,
        };
        played.map_err(|fault| self.renamed(*fault, text, &own).into())
    }

    /// Plays a move of the game's own names, whatever its text.
    fn play_own(&mut self, text: &str) -> Result<Played, Box<Fault>> {
        self.own.play(text, TextCheck::No, &mut Vec::new())
    }

    /// What is wrong with the text of the move that was played last by the names of the tag.
    fn check_text(&self, text: &str) -> Option<RepairKind> {
        // The reader reports squares without a sign, and leading zeros.
        let is_bare = text.bytes().all(|byte| byte.is_ascii_digit());
        let last = self.own.last_move().filter(|_| !is_bare)?;
        let written = self.names.move_from_own(&last.text);
        let is_right = squares_and_sign(text) == squares_and_sign(&written);
        (!is_right).then(|| RepairKind::MoveText { found: text.to_owned(), written })
    }

    /// The same fault about the text of the record.
    fn renamed(&self, fault: Fault, text: &str, own: &str) -> Fault {
        let Fault::BadMove { error, meant } = fault else { return fault };
        let found = shortened(text.as_bytes());
        let error = match error {
            MoveError::Illegal { reason, .. } if own != text => {
                MoveError::Illegal { found, reason: format!("{reason} (the game calls this move {own})") }
            }
            MoveError::Ambiguous { candidates, .. } => {
                let candidates = candidates.iter().map(|own| self.names.move_from_own(own)).collect();
                MoveError::Ambiguous { found, candidates }
            }
            error => error,
        };
        Fault::BadMove { error, meant: meant.map(|own| self.names.move_from_own(&own)) }
    }

    fn writes_names_of_game(&self) -> bool {
        self.writes_own || self.trust == Trust::Game
    }

    /// Begins again and plays the first move with the game's own names.
    fn play_first_by_game(
        &mut self,
        text: &str,
        check: TextCheck,
        repairs: &mut Vec<RepairKind>,
    ) -> Option<Played> {
        self.own.begin(self.start.as_deref()).ok()?;
        self.repeat_number();
        self.own.play(text, check, repairs).ok()
    }

    /// Gives a board that begins again the number before the first move. What is wrong with it was reported before.
    fn repeat_number(&mut self) {
        if let Some(number) = &self.number {
            self.own.check_number(number, &mut Vec::new());
        }
    }
}

impl ReplayBoard for NamedBoard {
    fn begin(&mut self, fen: Option<&str>) -> Result<(), FenError> {
        self.start = fen.map(str::to_owned);
        self.number = None;
        self.trust = Trust::Open;
        let Err(error) = self.begin_by_tag() else { return Ok(()) };
        self.own.begin(fen).map_err(|_| error)?;
        self.trust = Trust::Game;
        Ok(())
    }

    fn play(
        &mut self,
        text: &str,
        check: TextCheck,
        repairs: &mut Vec<RepairKind>,
    ) -> Result<Played, Box<Fault>> {
        if self.trust == Trust::Game || self.own.is_lost() || text.starts_with('.') {
            let played = self.own.play(text, check, repairs);
            // After an unknown move, no first move can tell which names are used.
            if self.trust == Trust::Open && self.own.is_lost() {
                self.trust = Trust::Tag;
            }
            return played;
        }
        match self.play_by_tag(text) {
            Ok(played) => {
                self.trust = Trust::Tag;
                if check != TextCheck::No {
                    repairs.extend(self.check_text(text));
                }
                Ok(played)
            }
            Err(fault) if self.trust == Trust::Tag => Err(fault),
            Err(fault) => match self.play_first_by_game(text, check, repairs) {
                Some(played) => {
                    self.trust = Trust::Game;
                    Ok(played)
                }
                None => {
                    self.begin_by_tag().map_err(Fault::from)?;
                    self.repeat_number();
                    Err(fault)
                }
            },
        }
    }

    fn check_fen(&self, fen: &str, repairs: &mut Vec<RepairKind>) {
        // Names of the tag are as it says.
        if self.trust == Trust::Game {
            self.own.check_fen(fen, repairs);
        }
    }

    fn is_lost(&self) -> bool {
        self.own.is_lost()
    }

    fn check_number(&mut self, text: &str, repairs: &mut Vec<RepairKind>) {
        if self.trust == Trust::Open {
            self.number = Some(shortened(text.as_bytes()));
        }
        self.own.check_number(text, repairs);
    }

    fn results(&self) -> Option<ResultStyle> {
        self.own.results()
    }

    fn last_move(&self) -> Option<TextMove> {
        let mut last = self.own.last_move()?;
        if !self.writes_names_of_game() {
            last.text = self.names.move_from_own(&last.text).into();
        }
        Some(last)
    }

    fn has_standard_text(&self) -> bool {
        self.trust == Trust::Game && self.own.has_standard_text()
    }

    fn is_second(&self) -> bool {
        self.own.is_second()
    }

    fn set_up(&mut self, fen: &str, repairs: &mut Vec<RepairKind>) -> Result<(), Fault> {
        if self.trust == Trust::Game {
            return self.own.set_up(fen, repairs);
        }
        let own = self.names.fen_to_own(fen).ok_or_else(|| unknown_squares(fen).into());
        let Err(fault) = own.and_then(|own: String| self.own.set_up(&own, repairs)) else {
            self.trust = Trust::Tag;
            return Ok(());
        };
        if self.trust == Trust::Tag {
            return Err(fault);
        }
        self.own.set_up(fen, repairs).map_err(|_| fault)?;
        self.trust = Trust::Game;
        Ok(())
    }

    fn begin_variation(&mut self) {
        self.own.begin_variation();
    }

    fn end_variation(&mut self) {
        self.own.end_variation();
    }

    fn fen(&self) -> String {
        let fen = self.own.fen();
        if self.writes_names_of_game() { fen } else { self.names.fen_from_own(&fen) }
    }

    fn is_start(&self) -> bool {
        self.own.is_start()
    }

    fn outcome(&self) -> Option<(Outcome, Reason)> {
        self.own.outcome()
    }

    fn watch(&mut self) {
        self.own.watch();
    }

    fn ended(&self) -> Option<(Outcome, Reason)> {
        self.own.ended()
    }

    fn has_other_names(&self) -> bool {
        self.trust == Trust::Game
    }
}

const SQUARES_OF_TAG: &str = "squares as the tag GameType names them";

/// The squares of a move without leading zeros, and whether it is a capture: every sign of one is right.
fn squares_and_sign(text: &str) -> (Vec<&str>, bool) {
    let squares = text.split(['-', 'x', ':']).map(|square| square.trim_start_matches('0')).collect();
    (squares, text.contains(['x', ':']))
}

fn unknown_squares(fen: &str) -> FenError {
    FenError::BadField { field: "squares", found: shortened(fen.as_bytes()), expected: SQUARES_OF_TAG }
}
