//! Lists of positions.

use std::io::{self, Write};

use boardgame::epd::{text_operation, write};
use record::{ReplayBoard, ResultStyle, TextCheck, TextTree, TreeStep};

use crate::epd;
use crate::source::OPERATIONS;

/// Which positions of a game are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Which {
    /// The last one.
    #[default]
    Final,
    /// All of the game itself, the start first; not those of variations.
    Every,
}

/// Writes positions of games, one a line.
///
/// With operations a line says where the position is from (`id`), which players and result that was (`c0`),
/// and the move that was played there (`sm`). The operations of a position that was read from a list, and
/// has no moves, are written as they were, and what comes from a list without any gets none but its clocks.
///
/// ```
/// use damier_convert::{PositionWriter, Which};
/// use draughts::{Draughts, variants::International};
/// use record::{ReadOptions, replay_board, read_raw_games};
///
/// let mut board = replay_board::<Draughts<International>>();
/// let mut out = Vec::new();
/// for game in read_raw_games("[FEN \"W:W28:B19\"] 1. 28-22 *".as_bytes(), ReadOptions::pdn()) {
///     let tree = game?.resolve_on(&mut *board).unwrap().tree;
///     let writer = PositionWriter { which: Which::Every, has_operations: true, from_list: false };
///     writer.write(1, &tree, &mut *board, &mut out).unwrap();
/// }
/// assert_eq!(String::from_utf8(out).unwrap(), "\
/// W:W28:B19 id \"game 1, ply 0\"; sm 28-22;
/// B:W22:B19 id \"game 1, ply 1\";
/// ");
/// # Ok::<(), record::RecordError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PositionWriter {
    /// Which positions.
    pub which: Which,
    /// Whether operations follow them: EPD, else FEN.
    pub has_operations: bool,
    /// Whether they come from a list of positions, and not from games.
    pub from_list: bool,
}

impl PositionWriter {
    /// Writes the positions of a game on the board of its rules, and returns how many.
    ///
    /// # Errors
    ///
    /// When `out` fails, or the board is one of other rules.
    pub fn write(
        self,
        number: u64,
        tree: &TextTree,
        board: &mut dyn ReplayBoard,
        out: &mut dyn Write,
    ) -> io::Result<u64> {
        board.begin(Some(&tree.start().fen)).map_err(io::Error::other)?;
        let (mut plies, mut count) = (0_u64, 0);
        let mut rest = tree.main_line().peekable();
        loop {
            let next = rest.next();
            let step = next.and_then(|node| tree.step(node));
            if self.which == Which::Every || next.is_none() {
                let played = match step {
                    Some(TreeStep::Move(mv)) => Some(&*mv.text),
                    _ => None,
                };
                self.line(number, plies, played, tree, &board.fen(), out)?;
                count += 1;
            }
            match step {
                Some(TreeStep::Move(mv)) => {
                    board.play(&mv.text, TextCheck::No, &mut Vec::new()).map_err(io::Error::other)?;
                    plies += 1;
                }
                Some(TreeStep::SetUp(position)) => {
                    board.set_up(&position.fen, &mut Vec::new()).map_err(io::Error::other)?;
                }
                None => return Ok(count),
            }
        }
    }

    fn line(
        self,
        number: u64,
        plies: u64,
        played: Option<&str>,
        tree: &TextTree,
        fen: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if !self.has_operations {
            return writeln!(out, "{fen}");
        }
        let known = tree.tags().get(OPERATIONS).filter(|_| plies == 0 && played.is_none());
        if let Some(operations) = known.and_then(epd::operations) {
            return writeln!(out, "{}", write(fen, &operations));
        }
        let mut operations = Vec::new();
        if !self.from_list {
            operations.push(text_operation("id", &format!("game {number}, ply {plies}")));
        }
        operations.extend(players(tree).map(|players| text_operation("c0", &players)));
        operations.extend(played.map(|played| format!("sm {played}")));
        writeln!(out, "{}", write(fen, &operations))
    }
}

/// The players and the result.
fn players(tree: &TextTree) -> Option<String> {
    let name = |tag| tree.tags().get(tag).filter(|name| !matches!(*name, "" | "?"));
    if name("White").is_none() && name("Black").is_none() {
        return None;
    }
    let (white, black) = (name("White").unwrap_or("?"), name("Black").unwrap_or("?"));
    let result = tree.result().map_or("*", |result| result.text(ResultStyle::One));
    Some(format!("{white} - {black}, {result}"))
}
