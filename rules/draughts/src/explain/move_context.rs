//! The board during a move, and the rule that forbids a step or a jump on it.

use std::cmp::Ordering;

use boardgame::Color;

use crate::board::{Board, Directions, Square, opposite};
use crate::explain::{BehindRule, Heading, Illegal};
use crate::position::{Piece, Role};
use crate::rules::{Landing, Promotion, Removal, Rules};

/// The board as one piece sees it during its move.
#[derive(Clone, Debug)]
pub(super) struct MoveContext<'a> {
    pub(super) rules: &'a Rules,
    /// The pieces of both colors, and the kings among them.
    pub(super) pieces: [u128; 2],
    pub(super) kings: u128,
    pub(super) turn: Color,
    /// Where the piece started: the square counts as free.
    pub(super) start: Square,
    pub(super) captured: u128,
    pub(super) role: Role,
    /// The last jump.
    pub(super) before: Option<(Square, Square)>,
    /// A square of the last row that the piece has passed through as a man.
    pub(super) passed: Option<Square>,
}

/// Two squares on the same row, file or diagonal.
struct StraightLine {
    /// As White sees it, an index of [`Direction::ALL`](crate::Direction::ALL).
    direction: usize,
    /// The playing squares between.
    between: Vec<Square>,
}

impl MoveContext<'_> {
    /// The piece on a square now.
    pub(super) fn piece_at(&self, square: Square) -> Option<Piece> {
        let bit = 1u128 << square.0;
        let is_gone = self.rules.removal == Removal::Immediate && self.captured & bit != 0;
        let color = Color::ALL.into_iter().find(|&color| self.pieces[color as usize] & bit != 0)?;
        let role = if self.kings & bit != 0 { Role::King } else { Role::Man };
        (!is_gone && square != self.start).then_some(Piece { color, role })
    }

    fn is_captured(&self, square: Square) -> bool {
        self.captured & 1 << square.0 != 0
    }

    fn flies(&self, role: Role) -> bool {
        role == Role::King && self.rules.flying_kings
    }

    /// The rule that forbids a quiet move, leaving possible captures aside.
    pub(super) fn wrong_step(&self, from: Square, to: Square) -> Option<Illegal> {
        let role = self.role;
        if from == to {
            return Some(Illegal::StaysPut { square: from });
        }
        if let Some(piece) = self.piece_at(to) {
            return Some(Illegal::Occupied { square: to, piece });
        }
        let Some(line) = StraightLine::of(&self.rules.board, from, to) else {
            return Some(Illegal::NotOnALine { from, to });
        };
        let directions = match role {
            Role::Man => self.rules.man_moves.of(self.turn),
            Role::King => self.rules.king_moves,
        };
        if let Some(way) = wrong_heading(directions, line.direction) {
            return Some(Illegal::WrongDirection { from, to, role, way, capture: false });
        }
        if !self.flies(role) && !line.between.is_empty() {
            return Some(Illegal::TooFar { from, to, role });
        }
        let blocker = line.between.iter().find_map(|&by| Some((by, self.piece_at(by)?)));
        blocker.map(|(by, piece)| Illegal::Blocked { from, to, by, piece })
    }

    /// Whether exactly one enemy piece stands between two squares of a line and the rest is free: the shape of a jump,
    /// whichever piece may make it.
    pub(super) fn has_shape_of_jump(&self, from: Square, to: Square) -> bool {
        let between =
            StraightLine::of(&self.rules.board, from, to).map_or_else(Vec::new, |line| line.between);
        if self.piece_at(to).is_some() {
            return false;
        }
        let mut standing = between.iter().filter_map(|&square| self.piece_at(square));
        matches!((standing.next(), standing.next()), (Some(piece), None) if piece.color != self.turn)
    }

    /// The rule that forbids a jump; `None` if there is none.
    pub(super) fn wrong_jump(&self, from: Square, to: Square) -> Option<Illegal> {
        if from == to {
            return Some(Illegal::StaysPut { square: from });
        }
        let has_jumped = self.before.is_some();
        if self.rules.promotion == Promotion::EndsMove && has_jumped && self.passed == Some(from) {
            return Some(Illegal::EndsOnCrowning { at: from });
        }
        if let Some(piece) = self.piece_at(to) {
            return Some(match self.is_captured(to) {
                true => Illegal::AlreadyJumped { square: to },
                false => Illegal::Occupied { square: to, piece },
            });
        }
        let Some(line) = StraightLine::of(&self.rules.board, from, to) else {
            return Some(Illegal::NotOnALine { from, to });
        };
        let wrong = self.wrong_on_line(self.role, &line, from, to)?;
        // A man that has passed the last row could make some jumps as a king.
        let as_king = || self.wrong_on_line(Role::King, &line, from, to).is_none();
        match self.passed.filter(|_| self.role == Role::Man && as_king()) {
            Some(at) => Some(Illegal::NotCrownedInPassing { at }),
            None => Some(wrong),
        }
    }

    /// The rule that forbids a jump along a line to a free square.
    fn wrong_on_line(&self, role: Role, line: &StraightLine, from: Square, to: Square) -> Option<Illegal> {
        let directions = match role {
            Role::Man => self.rules.man_captures.of(self.turn),
            Role::King => self.rules.king_captures,
        };
        if let Some(way) = wrong_heading(directions, line.direction) {
            return Some(Illegal::WrongDirection { from, to, role, way, capture: true });
        }
        let immediate = self.rules.removal == Removal::Immediate;
        if immediate && !self.rules.reversal && self.turns_back(line.direction) {
            return Some(Illegal::TurnsBack { at: from });
        }
        let standing: Vec<(Square, Piece)> =
            line.between.iter().filter_map(|&square| Some((square, self.piece_at(square)?))).collect();
        let Some(&(target, prey)) = standing.first() else {
            let removed = line.between.iter().find(|&&square| self.is_captured(square));
            return Some(match removed {
                Some(&square) => Illegal::AlreadyRemoved { square },
                None => Illegal::NothingToTake { from, to },
            });
        };
        self.wrong_target(role, target, prey)
            .or_else(|| self.wrong_second(role, target, standing.get(1).copied(), &line.between))
            .or_else(|| self.wrong_landing(role, target, line, from, to))
    }

    /// The reason if the first piece on the line may not be captured.
    fn wrong_target(&self, role: Role, square: Square, prey: Piece) -> Option<Illegal> {
        if prey.color == self.turn {
            return Some(Illegal::OwnPieceInTheWay { square, role: prey.role, mover: role });
        }
        if self.is_captured(square) {
            return Some(Illegal::AlreadyJumped { square });
        }
        let spared = role == Role::Man && prey.role == Role::King && !self.rules.men_take_kings;
        spared.then_some(Illegal::ManTakesKing { square })
    }

    /// The reason if a second piece stands on the line.
    fn wrong_second(
        &self,
        mover: Role,
        first: Square,
        second: Option<(Square, Piece)>,
        between: &[Square],
    ) -> Option<Illegal> {
        let (second, piece) = second?;
        if piece.color == self.turn {
            return Some(Illegal::OwnPieceInTheWay { square: second, role: piece.role, mover });
        }
        if self.is_captured(second) {
            return Some(Illegal::AlreadyJumped { square: second });
        }
        let adjacent = between.windows(2).any(|pair| pair == [first, second]);
        Some(Illegal::TwoPieces { first, second, adjacent, mover })
    }

    /// The reason if the jump starts or lands too far from the piece.
    fn wrong_landing(
        &self,
        role: Role,
        target: Square,
        line: &StraightLine,
        from: Square,
        to: Square,
    ) -> Option<Illegal> {
        let place = line.between.iter().position(|&square| square == target)?;
        let behind = line.between.get(place + 1).copied().unwrap_or(to);
        if !self.flies(role) {
            if place > 0 {
                return Some(Illegal::NotAdjacent { from, role, target });
            }
            return (behind != to).then_some(Illegal::LandsTooFar { role, target, behind, to });
        }
        let wrong = self.rules.landing == Landing::BehindEach && behind != to;
        wrong.then_some(Illegal::MustLandBehind { rule: BehindRule::Each, target, behind, to })
    }

    fn turns_back(&self, direction: usize) -> bool {
        let before = self.before.and_then(|(from, to)| StraightLine::of(&self.rules.board, from, to));
        before.is_some_and(|line| direction == opposite(line.direction))
    }
}

impl StraightLine {
    fn of(board: &Board, from: Square, to: Square) -> Option<Self> {
        let ((file, rank), (end_file, end_rank)) = (board.file_and_rank(from), board.file_and_rank(to));
        let (files, ranks) = (file.abs_diff(end_file), rank.abs_diff(end_rank));
        if files != 0 && ranks != 0 && files != ranks {
            return None;
        }
        let direction = match (end_file.cmp(&file), end_rank.cmp(&rank)) {
            (Ordering::Equal, Ordering::Greater) => 0,
            (Ordering::Greater, Ordering::Greater) => 1,
            (Ordering::Greater, Ordering::Equal) => 2,
            (Ordering::Greater, Ordering::Less) => 3,
            (Ordering::Equal, Ordering::Less) => 4,
            (Ordering::Less, Ordering::Less) => 5,
            (Ordering::Less, Ordering::Equal) => 6,
            (Ordering::Less, Ordering::Greater) => 7,
            (Ordering::Equal, Ordering::Equal) => return None,
        };
        let towards = |here: u8, there: u8, step: u8| match here.cmp(&there) {
            Ordering::Less => here + step,
            Ordering::Equal => here,
            Ordering::Greater => here - step,
        };
        let between = (1..files.max(ranks))
            .filter_map(|step| board.square_at(towards(file, end_file, step), towards(rank, end_rank, step)))
            .collect();
        Some(Self { direction, between })
    }
}

/// How the player sees a direction that is not allowed.
fn wrong_heading(allowed: Directions, direction: usize) -> Option<Heading> {
    if allowed.has(direction) {
        return None;
    }
    // Mirrored: backward means that the opposite direction is allowed.
    let mirrored = (12 - direction) % 8;
    Some(match direction {
        2 | 6 => Heading::Sideways,
        _ if allowed.has(mirrored) => Heading::Backward,
        0 | 4 => Heading::Straight,
        _ => Heading::Diagonally,
    })
}
