//! Chess positions and moves as data.

use boardgame::view::{BoardView, Figure, PieceView, Point, SquareView};
use boardgame::{
    Color, Countable, DrawCounter, MoveList, MoveRefusal, MoveStyle, Notation, Position, RuleInWords, Status,
    Syntax,
};
use chess::{ChessPosition, Mode, Move, MoveKind, Piece, Role, Square};
use draughts::PartialMoveError;

use crate::describe::{About, BoardSquare, Column, Describe, MoveDetails};
use crate::explain::{MoveAction, ReasonDetails};
use crate::hops::{HopError, Hops, NextSquare};
use crate::routes::RoutePoints;

impl<M: Mode> Describe for ChessPosition<M> {
    fn about((): ()) -> About {
        let (name, title) = if M::CHESS960 { ("chess960", "Chess960") } else { ("chess", "Chess") };
        let (columns, rows, first, status) = (8, 8, Color::White, Status::Proven);
        About { name, title, columns, rows, first, status, record_format: Syntax::Pgn }
    }

    /// As in Stockfish's `go perft`.
    fn divide_style() -> MoveStyle {
        MoveStyle::Protocol
    }

    /// PDN has a number for chess, not for Chess960.
    fn pdn_game_type((): ()) -> Option<String> {
        (!M::CHESS960).then(|| "0,W,8,8,S0".to_owned())
    }

    fn squares((): ()) -> Vec<BoardSquare> {
        let place = |square: Square| BoardSquare {
            name: square.to_string(),
            number: square as u8 + 1,
            file: square.file(),
            rank: square.rank(),
        };
        Square::ALL.into_iter().map(place).collect()
    }

    fn in_check(&self) -> Option<bool> {
        Some(self.is_check())
    }

    fn rules_in_words((): ()) -> Vec<RuleInWords> {
        Self::rules_in_words()
    }

    fn axes((): ()) -> Vec<&'static str> {
        if M::CHESS960 { vec!["FIDE Laws", "960 starts"] } else { vec!["FIDE Laws"] }
    }

    fn in_short((): ()) -> Vec<&'static str> {
        if M::CHESS960 { vec!["the pieces start in one of 960 orders"] } else { vec!["checkmate the king"] }
    }

    fn board(&self) -> BoardView {
        board(&|square| self.piece_at(square))
    }

    fn pieces(&self) -> Vec<(Point, PieceView)> {
        let squares = Square::ALL.into_iter();
        squares.filter_map(|square| Some((point(square), piece_view(self.piece_at(square)?)))).collect()
    }

    fn route_points(&self, mv: Move, _most: usize, states: &mut usize) -> Vec<RoutePoints> {
        let captured = taken_by(self, mv).map(point).into_iter().collect();
        vec![RoutePoints { path: self.path(mv, states), captured }]
    }

    fn promotion(&self, mv: Move) -> Option<&'static str> {
        mv.promotion_role().map(Role::name)
    }

    /// Castling is the king's path, or the path to its rook if the king does not move.
    fn path(&self, mv: Move, _states: &mut usize) -> Vec<Point> {
        let (from, end) = (mv.from(), end_of(mv));
        vec![point(from), point(if end == from { mv.to() } else { end })]
    }

    /// The columns of the tables in the Chess Programming Wiki. A check by two pieces is a double check; a check by a
    /// piece that did not move is a discovered check.
    const COLUMNS: &'static [Column] = &[
        Column::sum("captures"),
        Column::sum("en passant"),
        Column::sum("castles"),
        Column::sum("promotions"),
        Column::sum("checks"),
        Column::sum("discovered"),
        Column::sum("double"),
        Column::sum("mates"),
    ];

    fn tally(&self, mv: Move, after: &Self, columns: &mut [u64]) {
        let checkers = after.checkers();
        let is_double = checkers.len() > 1;
        // In castling, the rook has moved too.
        let by_mover = mv.kind() == MoveKind::Castling || checkers.contains(mv.to());
        let happened = [
            self.is_capture(mv),
            mv.kind() == MoveKind::EnPassant,
            mv.kind() == MoveKind::Castling,
            mv.kind() == MoveKind::Promotion,
            !checkers.is_empty(),
            checkers.len() == 1 && !by_mover,
            is_double,
            !checkers.is_empty() && after.count_legal() == 0,
        ];
        columns.iter_mut().zip(happened).for_each(|(column, happened)| *column = u64::from(happened));
    }

    fn describe_move(&self, mv: Move, text: String, _states: &mut usize) -> MoveDetails {
        let (from, to) = (mv.from(), end_of(mv));
        MoveDetails {
            text,
            from: from.name().into(),
            to: to.name().into(),
            path: vec![from.name().into(), to.name().into()],
            captured: taken_by(self, mv).map(|square| square.name().into()).into_iter().collect(),
            promotion: self.promotion(mv),
            uci: Some(self.write_move(mv, MoveStyle::Protocol)),
            ..MoveDetails::default()
        }
    }

    fn explain_move(&self, text: &str, style: MoveStyle) -> Result<Move, MoveRefusal<ReasonDetails>> {
        self.explain(text, style).map_err(|refusal| {
            refusal.map(|reason| ReasonDetails {
                code: reason.code(),
                article: reason.article(M::CHESS960),
                text: reason.text(),
                squares: reason.squares().into_iter().map(|square| square.to_string()).collect(),
            })
        })
    }

    fn move_action(&self, mv: Move) -> MoveAction {
        let (from, to) = (mv.from(), mv.to());
        let role = self.piece_at(from).map_or(Role::Pawn, |piece| piece.role).name();
        let rank = from.rank();
        let (text, captured) = match mv.kind() {
            MoveKind::Castling => {
                let (king, rook) = if to > from { (6, 5) } else { (2, 3) };
                let (king, rook) = (Square::at(king, rank), Square::at(rook, rank));
                (format!("the king on {from} castles to {king}, the rook goes to {rook}"), None)
            }
            MoveKind::EnPassant => {
                let pawn = Square::at(to.file(), rank);
                (format!("the pawn on {from} takes the pawn on {pawn} en passant"), Some(pawn))
            }
            MoveKind::Plain | MoveKind::Promotion => match self.piece_at(to) {
                Some(prey) => {
                    (format!("the {role} on {from} takes the {} on {to}", prey.role.name()), Some(to))
                }
                None => (format!("the {role} on {from} goes to {to}"), None),
            },
        };
        let becomes = mv.promotion_role().map(Role::name);
        let text = becomes.map_or(text.clone(), |role| format!("{text} and becomes a {role}"));
        MoveAction {
            text,
            captured: captured.map(|square| square.to_string()).into_iter().collect(),
            becomes,
        }
    }

    fn draw_counters(&self) -> Vec<DrawCounter> {
        self.draw_counters().to_vec()
    }

    fn can_win(&self, color: Color) -> bool {
        self.can_checkmate(color)
    }

    /// A piece makes one hop. The king castles by a hop to its new square or to its rook.
    fn hops(&self, squares: &[String]) -> Result<Hops, HopError> {
        let read = |name: &String| name.parse::<Square>().map_err(|_| HopError::no_square(name));
        let squares = squares.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        let hops = |next, moves| Hops { board: self.board(), next, jumped: Vec::new(), moves };
        let Some(&from) = squares.first() else { return Ok(hops(Vec::new(), Vec::new())) };
        let of_piece: Vec<Move> = list.iter().copied().filter(|mv| mv.from() == from).collect();
        if of_piece.is_empty() {
            return Err(not_movable(self.piece_at(from), self.turn(), from).into());
        }
        let end = |mv: Move| self.path(mv, &mut 0).last().map(|end| Square::at(end.column, 7 - end.row));
        match squares[1..] {
            [] => Ok(hops(next_squares(of_piece.iter().filter_map(|&mv| end(mv))), Vec::new())),
            [to] => {
                let fitting = of_piece.into_iter().filter(|&mv| mv.to() == to || end(mv) == Some(to));
                let fitting: Vec<Move> = fitting.collect();
                if fitting.is_empty() {
                    return Err(
                        PartialMoveError::Unreachable { from: from.to_string(), to: to.to_string() }.into()
                    );
                }
                Ok(hops(Vec::new(), self.write_moves(&fitting, MoveStyle::Record)))
            }
            _ => Err(PartialMoveError::Complete.into()),
        }
    }
}

/// The square of the piece that a move captures.
fn taken_by<M: Mode>(position: &ChessPosition<M>, mv: Move) -> Option<Square> {
    let (from, to) = (mv.from(), mv.to());
    let taken = if mv.kind() == MoveKind::EnPassant { Square::at(to.file(), from.rank()) } else { to };
    position.is_capture(mv).then_some(taken)
}

/// Why a piece has no legal move.
fn not_movable(piece: Option<Piece>, turn: Color, square: Square) -> PartialMoveError {
    let square = square.to_string();
    match piece {
        None => PartialMoveError::NoPiece { square },
        Some(piece) if piece.color != turn => PartialMoveError::NotYours { square, turn },
        Some(_) => PartialMoveError::Blocked { square },
    }
}

/// The squares without duplicates: a promotion has several moves to one square.
fn next_squares(squares: impl Iterator<Item = Square>) -> Vec<NextSquare> {
    let mut next: Vec<NextSquare> = Vec::new();
    for name in squares.map(|square| square.to_string()) {
        if next.iter().all(|known| known.name != name) {
            next.push(NextSquare { name, ends: true });
        }
    }
    next
}

/// The last square of a move; in castling, that of the king.
fn end_of(mv: Move) -> Square {
    let (from, to) = (mv.from(), mv.to());
    match mv.kind() {
        MoveKind::Castling => Square::at(if to.file() > from.file() { 6 } else { 2 }, to.rank()),
        _ => to,
    }
}

fn point(square: Square) -> Point {
    Point { column: square.file(), row: 7 - square.rank() }
}

/// All squares, from a1 to h8 row by row.
fn board(piece_at: &dyn Fn(Square) -> Option<Piece>) -> BoardView {
    let squares = (0..64).map(Square::from_index).map(|square| SquareView {
        point: point(square),
        name: square.to_string(),
        piece: piece_at(square).map(piece_view),
    });
    BoardView { columns: 8, rows: 8, is_checkered: true, squares: squares.collect() }
}

fn piece_view(piece: Piece) -> PieceView {
    PieceView { color: piece.color, figure: figure(piece.role) }
}

fn figure(role: Role) -> Figure {
    match role {
        Role::Pawn => Figure::Pawn,
        Role::Knight => Figure::Knight,
        Role::Bishop => Figure::Bishop,
        Role::Rook => Figure::Rook,
        Role::Queen => Figure::Queen,
        Role::King => Figure::King,
    }
}
