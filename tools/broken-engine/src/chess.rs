//! Chess with a bug.

use reference::chess::{Color, Move, Piece, Position, Role, Square, Wing};

use crate::rules::Rules;

/// A rule that is forgotten.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bug {
    /// The king stays on the board when the squares it flees to are tested.
    KingShieldsItself,
    /// The captured pawn stays on the board when an en passant capture is tested.
    EnPassantPin,
    /// The squares that a castling king crosses may be attacked.
    CastlingThroughCheck,
    /// A king in check may castle.
    CastlingOutOfCheck,
    /// Pawns become queens only.
    QueenOnly,
    /// Pinned pieces may move.
    PinnedPieceMoves,
    /// A pawn can be captured en passant later, too.
    EnPassantKept,
    /// The right to castle stays when the rook is captured.
    CapturedRookKeepsRight,
    /// Pawns step over pieces with a double step.
    DoubleStepJumps,
    /// Rights to castle are lost unless they are written with the files of the rooks.
    XFen,
}

impl Bug {
    fn named(name: &str) -> Result<Self, String> {
        Ok(match name {
            "king-shields-itself" => Self::KingShieldsItself,
            "ep-pin" => Self::EnPassantPin,
            "castling-through-check" => Self::CastlingThroughCheck,
            "castling-out-of-check" => Self::CastlingOutOfCheck,
            "queen-only" => Self::QueenOnly,
            "pinned-piece-moves" => Self::PinnedPieceMoves,
            "ep-kept" => Self::EnPassantKept,
            "captured-rook-keeps-right" => Self::CapturedRookKeepsRight,
            "double-step-jumps" => Self::DoubleStepJumps,
            "x-fen" => Self::XFen,
            other => return Err(format!("chess has no bug {other:?}")),
        })
    }
}

#[derive(Clone)]
pub(crate) struct BrokenChess {
    bug: Option<Bug>,
    position: Position,
    /// The square that a pawn passed over, also when nothing can be captured there.
    passed: Option<Square>,
    /// Rooks that were captured at home.
    ghosts: Vec<(Color, Wing, Square)>,
}

impl BrokenChess {
    pub(crate) fn open(bug: Option<&str>, fen: &str) -> Result<Self, String> {
        let bug = bug.map(Bug::named).transpose()?;
        let mut fields: Vec<&str> = fen.split_whitespace().collect();
        if let Some(rights) = fields.get_mut(2).filter(|_| bug == Some(Bug::XFen))
            && rights.contains(['K', 'Q', 'k', 'q'])
        {
            *rights = "-";
        }
        let position =
            Position::from_fen(&fields.join(" ")).map_err(|error| format!("bad position: {error}"))?;
        let passed = fen.split_whitespace().nth(3).and_then(Square::from_name);
        Ok(Self { bug, position, passed, ghosts: Vec::new() })
    }

    fn list(&self) -> Vec<Move> {
        let mut moves = self.position.moves();
        let more = match self.bug {
            None | Some(Bug::XFen) => Vec::new(),
            Some(Bug::QueenOnly) => {
                moves.retain(|mv| mv.promotion.is_none_or(|role| role == Role::Queen));
                Vec::new()
            }
            Some(Bug::KingShieldsItself) => self.shielded_steps(),
            Some(Bug::PinnedPieceMoves) => self.pinned_moves(),
            Some(Bug::EnPassantPin | Bug::EnPassantKept) => self.captures_in_passing(),
            Some(Bug::CastlingThroughCheck | Bug::CastlingOutOfCheck) => self.castlings(),
            Some(Bug::CapturedRookKeepsRight) => self.ghost_castlings(),
            Some(Bug::DoubleStepJumps) => self.jumping_steps(),
        };
        for mv in more {
            if !moves.iter().any(|known| known.uci(false) == mv.uci(false)) {
                moves.push(mv);
            }
        }
        moves
    }

    fn own(&self, role: Role) -> impl Iterator<Item = Square> + '_ {
        let own = Piece { color: self.position.turn, role };
        self.position.board.pieces().filter(move |(_, piece)| *piece == own).map(|(square, _)| square)
    }

    fn is_attacked(&self, square: Square) -> bool {
        self.position.board.is_attacked(square, self.position.turn.opponent())
    }

    /// Whether the own king is attacked after a move that may be illegal.
    fn bares_king(&self, mv: &Move) -> bool {
        let turn = self.position.turn;
        let board = self.position.play(mv).board;
        board.king(turn).is_some_and(|king| board.is_attacked(king, turn.opponent()))
    }

    fn pseudo_legal(&self) -> Vec<Move> {
        self.position.pseudo_legal_moves()
    }

    fn shielded_steps(&self) -> Vec<Move> {
        let king = self.position.board.king(self.position.turn);
        let steps = self.pseudo_legal().into_iter();
        steps.filter(|mv| Some(mv.from) == king && mv.rook.is_none() && !self.is_attacked(mv.to)).collect()
    }

    fn pinned_moves(&self) -> Vec<Move> {
        let king = self.position.board.king(self.position.turn);
        let moves = self.pseudo_legal().into_iter();
        moves.filter(|mv| Some(mv.from) != king && !self.position.in_check()).collect()
    }

    /// Captures en passant that only the captured pawn makes illegal, or that come too late.
    fn captures_in_passing(&self) -> Vec<Move> {
        let Some(to) = self.passed else { return Vec::new() };
        let (turn, forward) = match self.position.turn {
            Color::White => (Color::White, 1),
            Color::Black => (Color::Black, -1),
        };
        let Some(pawn) = to.offset(0, -forward) else { return Vec::new() };
        let enemy = Piece { color: turn.opponent(), role: Role::Pawn };
        let is_due = to.rank == if turn == Color::White { 5 } else { 2 };
        if !is_due
            || self.position.board.piece_on(pawn) != Some(enemy)
            || self.position.board.piece_on(to).is_some()
        {
            return Vec::new();
        }
        let beside =
            self.own(Role::Pawn).filter(|from| from.rank == pawn.rank && (from.file - pawn.file).abs() == 1);
        let captures = beside.map(|from| Move { from, to, promotion: None, rook: None, passed: Some(pawn) });
        captures
            .filter(|mv| match self.bug {
                Some(Bug::EnPassantPin) => !self.bares_king(&Move { passed: None, ..mv.clone() }),
                _ => !self.bares_king(mv),
            })
            .collect()
    }

    fn castlings(&self) -> Vec<Move> {
        let turn = self.position.turn;
        let Some(king) = self.position.board.king(turn) else { return Vec::new() };
        let rook_of = |wing| self.position.castling_rook(turn, wing).map(|rook| (wing, rook));
        let ways = Wing::ALL
            .into_iter()
            .filter_map(rook_of)
            .filter_map(|(wing, rook)| self.castling(king, wing, rook));
        ways.filter(|mv| {
            let crossed = Square { file: (mv.from.file + mv.to.file) / 2, rank: mv.from.rank };
            match self.bug {
                Some(Bug::CastlingThroughCheck) => !self.position.in_check() && !self.is_attacked(mv.to),
                _ => !self.is_attacked(crossed) && !self.is_attacked(mv.to),
            }
        })
        .collect()
    }

    /// Castling from the usual squares, if the way is free.
    fn castling(&self, king: Square, wing: Wing, rook: Square) -> Option<Move> {
        let (to, rook_to) = if wing == Wing::King { (6, 5) } else { (2, 3) };
        let between = king.file.min(rook.file) + 1..king.file.max(rook.file);
        let is_free = |file| self.position.board.piece_on(Square { file, rank: king.rank }).is_none();
        let at = |file| Square { file, rank: king.rank };
        (king.file == 4 && between.into_iter().all(is_free)).then(|| Move {
            from: king,
            to: at(to),
            promotion: None,
            rook: Some((rook, at(rook_to))),
            passed: None,
        })
    }

    fn ghost_castlings(&self) -> Vec<Move> {
        let turn = self.position.turn;
        let Some(king) = self.position.board.king(turn) else { return Vec::new() };
        let ghosts = self.ghosts.iter().filter(|(color, ..)| *color == turn);
        let ways = ghosts.filter_map(|&(_, wing, rook)| self.castling(king, wing, rook));
        let is_safe = |mv: &Move| {
            let crossed = Square { file: (mv.from.file + mv.to.file) / 2, rank: mv.from.rank };
            !self.position.in_check() && !self.is_attacked(crossed) && !self.is_attacked(mv.to)
        };
        ways.filter(is_safe).collect()
    }

    fn jumping_steps(&self) -> Vec<Move> {
        let (home, forward) = if self.position.turn == Color::White { (1, 1) } else { (6, -1) };
        let steps = self.own(Role::Pawn).filter(|from| from.rank == home).filter_map(|from| {
            let (over, to) = (from.offset(0, forward)?, from.offset(0, 2 * forward)?);
            let jumps =
                self.position.board.piece_on(over).is_some() && self.position.board.piece_on(to).is_none();
            jumps.then_some(Move { from, to, promotion: None, rook: None, passed: None })
        });
        steps.filter(|mv| !self.bares_king(mv)).collect()
    }
}

impl Rules for BrokenChess {
    fn moves(&self) -> Vec<String> {
        self.list().iter().map(|mv| mv.uci(self.position.chess960)).collect()
    }

    fn after(&self, index: usize) -> Box<dyn Rules> {
        let mv = &self.list()[index];
        let mut next = self.clone();
        let (turn, piece) = (self.position.turn, self.position.board.piece_on(mv.from));
        next.position = self.position.play(mv);
        let is_double =
            piece.is_some_and(|piece| piece.role == Role::Pawn) && (mv.to.rank - mv.from.rank).abs() == 2;
        if is_double {
            next.passed = Some(Square { file: mv.from.file, rank: (mv.from.rank + mv.to.rank) / 2 });
        } else if self.bug != Some(Bug::EnPassantKept) {
            next.passed = None;
        }
        if self.bug == Some(Bug::CapturedRookKeepsRight) {
            let taken = |wing: &Wing| self.position.castling_rook(turn.opponent(), *wing) == Some(mv.to);
            next.ghosts
                .extend(Wing::ALL.into_iter().filter(taken).map(|wing| (turn.opponent(), wing, mv.to)));
            if piece.is_some_and(|piece| piece.role == Role::King) {
                next.ghosts.retain(|(color, ..)| *color != turn);
            }
        }
        Box::new(next)
    }

    fn find(&self, text: &str) -> Option<usize> {
        let list = self.list();
        let written = |chess960| list.iter().position(|mv| mv.uci(chess960) == text);
        written(self.position.chess960).or_else(|| written(!self.position.chess960))
    }
}
