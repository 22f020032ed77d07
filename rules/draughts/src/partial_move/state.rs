//! The state of a move in progress, for all variants and so compiled once.

use boardgame::{MoveList, Position, TooComplex};

use crate::any_variant::AnyDraughts;
use crate::bitboard::Bitboard;
use crate::board::Square;
use crate::capture_state::{CaptureState, Jumper, each};
use crate::completion::Completion;
use crate::king_runs::Extra;
use crate::machine_word::Word;
use crate::partial_move::hop::{Hop, PartialMoveError};
use crate::position::{Move, Piece, Role};
use crate::route::{KingOrder, STATE_LIMIT};
use crate::rules::Removal;

/// The state of a [`PartialMove`](crate::PartialMove).
#[derive(Clone, Debug)]
pub(crate) struct PartialMoveState {
    position: AnyDraughts,
    moves: Vec<Move<u128>>,
    /// The order of kings that every legal capture has.
    order: KingOrder,
    /// The picked piece, then the piece after each hop.
    trail: Vec<Stand>,
    done: Option<Move<u128>>,
}

/// Where the moving piece stands, and where it can go.
#[derive(Clone, Debug)]
struct Stand {
    state: CaptureState,
    hops: Vec<Hop>,
}

impl PartialMoveState {
    /// Begins a move.
    pub(crate) fn new(position: &AnyDraughts) -> Result<Self, TooComplex> {
        let mut list = MoveList::new();
        position.try_legal_moves_into(&mut list)?;
        let capture = list.first().filter(|mv| mv.is_capture());
        let order = capture.map_or(Ok(0), |&mv| position.king_order(mv))?;
        Ok(Self { position: *position, moves: list.to_vec(), order, trail: Vec::new(), done: None })
    }

    /// The pieces that have a legal move.
    pub(crate) fn movable(&self) -> Bitboard<u128> {
        self.moves.iter().map(Move::from).collect()
    }

    /// Where the picked piece started.
    pub(crate) fn picked(&self) -> Option<Square> {
        self.trail.first().map(|stand| Square(stand.state.landings.lowest()))
    }

    /// Where the picked piece is now.
    pub(crate) fn square(&self) -> Option<Square> {
        self.trail.last().map(|stand| Square(stand.state.landings.lowest()))
    }

    /// The legal next landing squares; none before a piece is picked and after the move is complete.
    pub(crate) fn hops(&self) -> &[Hop] {
        self.trail.last().map_or(&[], |stand| &stand.hops)
    }

    /// The pieces jumped so far.
    pub(crate) fn captured(&self) -> Bitboard<u128> {
        Bitboard(self.trail.last().map_or(u128::ZERO, |stand| stand.state.captured))
    }

    /// The jumped pieces that are still on the board: they block and cannot be jumped again. There are none if captured
    /// pieces are removed at once, or when the move is complete.
    pub(crate) fn marked(&self) -> Bitboard<u128> {
        let stand_still = self.position.rules().removal == Removal::AfterMove && self.done.is_none();
        if stand_still { self.captured() } else { Bitboard::EMPTY }
    }

    /// The piece on a square now, during the move.
    pub(crate) fn piece_at(&self, square: Square) -> Option<Piece> {
        if let Some(mv) = self.done {
            return self.position.after(mv).piece_at(square);
        }
        let Some(stand) = self.trail.last() else { return self.position.piece_at(square) };
        if self.square() == Some(square) {
            let role = if stand.state.is_king() { Role::King } else { Role::Man };
            return Some(Piece { color: self.position.turn, role });
        }
        let is_gone = (self.captured() - self.marked()).contains(square) || self.picked() == Some(square);
        if is_gone { None } else { self.position.piece_at(square) }
    }

    /// Every legal move that can still be completed from here.
    pub(crate) fn moves(&self) -> Result<Vec<Move<u128>>, PartialMoveError> {
        let Some(stand) = self.trail.last() else { return Ok(self.moves.clone()) };
        if let Some(mv) = self.done {
            return Ok(vec![mv]);
        }
        let mut possible: Vec<_> = self.moves_of_picked().collect();
        if self.trail.len() > 1 {
            let of_each = possible.iter().map(|&mv| self.completion(vec![mv]).goes_on(&stand.state));
            let mut still = of_each.collect::<Result<Vec<bool>, _>>()?.into_iter();
            possible.retain(|_| still.next() == Some(true));
        }
        Ok(possible)
    }

    /// Picks the piece to move. Another may be picked until the first hop is made.
    pub(crate) fn pick(&mut self, square: Square) -> Result<&[Hop], PartialMoveError> {
        if self.done.is_some() {
            return Err(PartialMoveError::Complete);
        }
        if let (Some(from), 2..) = (self.picked(), self.trail.len()) {
            return Err(PartialMoveError::OnTheWay { from: self.name(from) });
        }
        if !self.movable().contains(square) {
            return Err(self.why_not_movable(square));
        }
        let state = Jumper::new(&self.position, u128::bit(square.0)).start();
        let before = std::mem::take(&mut self.trail);
        self.trail.push(Stand { state, hops: Vec::new() });
        match self.find_hops(&state) {
            Ok(hops) => self.trail[0].hops = hops,
            Err(error) => {
                self.trail = before;
                return Err(error);
            }
        }
        Ok(self.hops())
    }

    /// Makes a hop to a landing square; returns the move if it is complete.
    pub(crate) fn step(&mut self, to: Square) -> Result<Option<Move<u128>>, PartialMoveError> {
        if self.done.is_some() {
            return Err(PartialMoveError::Complete);
        }
        let stand = self.trail.last().ok_or(PartialMoveError::NothingPicked)?;
        let Some(&hop) = stand.hops.iter().find(|hop| hop.to == to) else {
            return Err(self.why_not_hop(&stand.state, to));
        };
        let next = self.leg_after(&stand.state, hop);
        if !hop.ends {
            let hops = self.find_hops(&next)?;
            self.trail.push(Stand { state: next, hops });
            return Ok(None);
        }
        let is_this = |mv: &Move<u128>| mv.to() == to && mv.captured == next.captured;
        let jumper = self.jumper();
        let crowns = jumper.crowns(&next, u128::bit(to.0));
        let fits =
            self.moves_of_picked().find(|mv| is_this(mv) && (!mv.is_capture() || mv.is_crowning() == crowns));
        let mv = fits.ok_or(PartialMoveError::NotPossible)?;
        self.trail.push(Stand { state: next, hops: Vec::new() });
        self.done = Some(mv);
        Ok(self.done)
    }

    /// Makes the rest of a move at once, by any route that matches the hops made, and returns it.
    pub(crate) fn complete(&mut self, mv: Move<u128>) -> Result<Option<Move<u128>>, PartialMoveError> {
        if self.done.is_some() {
            return Err(PartialMoveError::Complete);
        }
        if !self.moves()?.contains(&mv) {
            return Err(PartialMoveError::NotPossible);
        }
        if self.trail.is_empty() {
            self.pick(mv.from())?;
        }
        let state = self.trail.last().ok_or(PartialMoveError::NothingPicked)?.state.landed(mv);
        self.trail.push(Stand { state, hops: Vec::new() });
        self.done = Some(mv);
        Ok(self.done)
    }

    /// Takes back the last hop or the pick; returns whether there was one.
    pub(crate) fn undo(&mut self) -> bool {
        self.done = None;
        self.trail.pop().is_some()
    }
}

impl PartialMoveState {
    fn jumper(&self) -> Jumper {
        let from = self.trail.first().map_or(u128::ZERO, |stand| stand.state.landings);
        Jumper::new(&self.position, from)
    }

    fn moves_of_picked(&self) -> impl Iterator<Item = Move<u128>> {
        let from = self.picked();
        self.moves.iter().copied().filter(move |mv| Some(mv.from()) == from)
    }

    fn completion(&self, moves: Vec<Move<u128>>) -> Completion {
        Completion::new(self.jumper(), moves, self.order, STATE_LIMIT)
    }

    /// The legal hops of the picked piece from where it stands.
    fn find_hops(&self, state: &CaptureState) -> Result<Vec<Hop>, PartialMoveError> {
        let moves: Vec<_> = self.moves_of_picked().collect();
        if !moves.iter().any(Move::is_capture) {
            return Ok(moves.iter().map(|mv| Hop { to: mv.to(), captured: None, ends: true }).collect());
        }
        let mut completion = self.completion(moves);
        let mut hops = Vec::new();
        for (target, next) in completion.jumps(state) {
            let captured = Some(Square(target.lowest()));
            let ends = completion.ends(&next);
            for landing in each(next.landings) {
                let ends = ends & landing != u128::ZERO;
                if ends || completion.goes_on(&next.at(landing))? {
                    hops.push(Hop { to: Square(landing.lowest()), captured, ends });
                }
            }
        }
        Ok(hops)
    }

    /// The state after a hop that was offered.
    fn leg_after(&self, state: &CaptureState, hop: Hop) -> CaptureState {
        let jumper = self.jumper();
        let to = u128::bit(hop.to.0);
        let target = hop.captured.map_or(u128::ZERO, |square| u128::bit(square.0));
        let direction = (0..8).find(|&direction| jumper.targets(state, direction) & target != u128::ZERO);
        direction.map_or(*state, |direction| jumper.jump(state, direction, target)).at(to)
    }

    fn why_not_movable(&self, square: Square) -> PartialMoveError {
        let turn = self.position.turn;
        let from = u128::bit(square.0);
        let captors = || self.movable().into_iter().map(|square| self.name(square)).collect();
        let jumper = Jumper::new(&self.position, from);
        let exhausted = self
            .position
            .rules()
            .king_run_limit
            .filter(|&limit| self.position.extra.exhausted_king(turn, limit) == Some(square));
        let square = self.name(square);
        match (self.position.pieces[0] | self.position.pieces[1]) & from == u128::ZERO {
            true => PartialMoveError::NoPiece { square },
            false if self.position.pieces[turn as usize] & from == u128::ZERO => {
                PartialMoveError::NotYours { square, turn }
            }
            false if self.moves.iter().any(Move::is_capture) => {
                let start = jumper.start();
                if (0..8).any(|direction| jumper.targets(&start, direction) != u128::ZERO) {
                    PartialMoveError::MustCaptureBetter { square, captors: captors() }
                } else {
                    PartialMoveError::MustCapture { square, captors: captors() }
                }
            }
            false => match exhausted {
                Some(limit) => PartialMoveError::KingMustWait { square, limit },
                None => PartialMoveError::Blocked { square },
            },
        }
    }

    fn why_not_hop(&self, state: &CaptureState, to: Square) -> PartialMoveError {
        let jumper = self.jumper();
        let reaches = |direction| {
            let mut targets = each(jumper.targets(state, direction));
            targets.any(|target| Bitboard(jumper.jump(state, direction, target).landings).contains(to))
        };
        let (from, to_name) = (self.name(Square(state.landings.lowest())), self.name(to));
        if (0..8).any(reaches) {
            PartialMoveError::NotLegal { from, to: to_name }
        } else {
            PartialMoveError::Unreachable { from, to: to_name }
        }
    }

    fn name(&self, square: Square) -> String {
        self.position.rules().square_name(square)
    }
}
