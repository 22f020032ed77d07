//! Moves made hop by hop, for boards on which people click and for bots.

use boardgame::{MoveList, Position, TooComplex};

use crate::bitboard::Bitboard;
use crate::board::Square;
use crate::completion::Completion;
use crate::hop::{Hop, Step, WalkError};
use crate::king_runs::Extra;
use crate::leg::{Jumper, Leg, each};
use crate::position::{Draughts, Move, Piece, Role};
use crate::route::{KingOrder, STATE_LIMIT};
use crate::rules::Removal;
use crate::variants::Variant;
use crate::word::Word;

/// A move in the making: a piece is picked, then it goes from landing square to landing square.
///
/// Only hops are offered that belong to some legal complete move. From one square every landing square is
/// reached in one way: two squares lie on one line at most, and a jump takes the first piece on it. So a
/// landing square says what is captured. What can be ambiguous is the end of a whole move alone; see
/// [`moves_to`](Self::moves_to).
///
/// A flying king that goes straight on may pause on every square from which its capture can be completed.
///
/// ```
/// use boardgame::Notation;
/// use draughts::variants::Russian;
/// use draughts::{Draughts, Step, Variant};
///
/// let square = |name| Russian::RULES.read_square(name).unwrap();
/// let position = Draughts::<Russian>::from_fen("W:Wa1,c3:Ba7,d4,f6")?;
///
/// // A bot enters c3:e5:g7 hop by hop.
/// let mut walk = position.walk()?;
/// assert!(walk.pick(square("a1")).is_err()); // c3 must capture
/// walk.pick(square("c3"))?;
/// assert_eq!(walk.hops().len(), 1);
/// assert!(matches!(walk.step(square("e5"))?, Step::OnTheWay));
/// // The jumped man is marked, but still stands until the move is complete.
/// assert!(walk.marked().contains(square("d4")));
/// assert!(walk.piece_at(square("d4")).is_some());
///
/// let Step::Done { position, .. } = walk.step(square("g7"))? else { panic!("the capture is complete") };
/// assert_eq!(position.to_fen(), "B:Wa1,g7:Ba7");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Walk<V: Variant> {
    position: Draughts<V>,
    moves: Vec<Move<V::Word>>,
    /// The order of kings that every legal capture has.
    order: KingOrder,
    /// The picked piece, then the piece after each hop.
    trail: Vec<Stand<V>>,
    done: Option<Move<V::Word>>,
}

/// Where the moving piece stands, and where it can go.
#[derive(Clone, Debug)]
struct Stand<V: Variant> {
    leg: Leg<V::Word>,
    hops: Vec<Hop>,
}

impl<V: Variant> Draughts<V> {
    /// Begins a move hop by hop.
    ///
    /// # Errors
    ///
    /// [`TooComplex`] when the legal moves cannot be listed within the work limit.
    pub fn walk(&self) -> Result<Walk<V>, TooComplex> {
        Walk::new(self)
    }
}

impl<V: Variant> Walk<V> {
    /// Begins a move.
    ///
    /// # Errors
    ///
    /// [`TooComplex`] when the legal moves cannot be listed within the work limit.
    pub fn new(position: &Draughts<V>) -> Result<Self, TooComplex> {
        let mut list = MoveList::new();
        position.try_legal_moves(&mut list)?;
        let capture = list.first().filter(|mv| mv.is_capture());
        let order = capture.map_or(Ok(0), |&mv| position.king_order(mv))?;
        Ok(Self { position: *position, moves: list.to_vec(), order, trail: Vec::new(), done: None })
    }

    /// The position in which the move began.
    #[must_use]
    pub fn position(&self) -> &Draughts<V> {
        &self.position
    }

    /// The pieces that have a legal move.
    #[must_use]
    pub fn movable(&self) -> Bitboard<V::Word> {
        self.moves.iter().map(Move::from).collect()
    }

    /// Where the picked piece started.
    #[must_use]
    pub fn picked(&self) -> Option<Square> {
        self.trail.first().map(|stand| Square(stand.leg.landings.lowest()))
    }

    /// Where the picked piece is now.
    #[must_use]
    pub fn square(&self) -> Option<Square> {
        self.trail.last().map(|stand| Square(stand.leg.landings.lowest()))
    }

    /// The legal next landing squares; none before a piece is picked and after the move is complete.
    #[must_use]
    pub fn hops(&self) -> &[Hop] {
        self.trail.last().map_or(&[], |stand| &stand.hops)
    }

    /// The pieces jumped so far.
    #[must_use]
    pub fn captured(&self) -> Bitboard<V::Word> {
        Bitboard(self.trail.last().map_or(V::Word::ZERO, |stand| stand.leg.captured))
    }

    /// The pieces jumped so far that still stand: they block and cannot be jumped again. Where captured
    /// pieces leave the board at once, and when the move is complete, there are none.
    #[must_use]
    pub fn marked(&self) -> Bitboard<V::Word> {
        let stand_still = V::RULES.removal == Removal::AfterMove && self.done.is_none();
        if stand_still { self.captured() } else { Bitboard::EMPTY }
    }

    /// What stands on a square now, in the middle of the move.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        if let Some(mv) = self.done {
            return self.position.after(mv).piece_at(square);
        }
        let Some(stand) = self.trail.last() else { return self.position.piece_at(square) };
        if self.square() == Some(square) {
            let role = if stand.leg.is_king() { Role::King } else { Role::Man };
            return Some(Piece { color: self.position.turn, role });
        }
        let is_gone = (self.captured() - self.marked()).contains(square) || self.picked() == Some(square);
        if is_gone { None } else { self.position.piece_at(square) }
    }

    /// Every legal move that can still be completed from here.
    ///
    /// # Errors
    ///
    /// [`WalkError::TooComplex`] when that cannot be found out within the work limit.
    pub fn moves(&self) -> Result<Vec<Move<V::Word>>, WalkError> {
        let Some(stand) = self.trail.last() else { return Ok(self.moves.clone()) };
        if let Some(mv) = self.done {
            return Ok(vec![mv]);
        }
        let mut possible: Vec<_> = self.moves_of_picked().collect();
        if self.trail.len() > 1 {
            let of_each = possible.iter().map(|&mv| self.completion(vec![mv]).goes_on(&stand.leg));
            let mut still = of_each.collect::<Result<Vec<bool>, _>>()?.into_iter();
            possible.retain(|_| still.next() == Some(true));
        }
        Ok(possible)
    }

    /// The legal moves that can still be completed from here and end on a square: for boards on which
    /// people click the end at once. More than one differ in the pieces they capture;
    /// [`complete`](Self::complete) takes the one chosen.
    ///
    /// # Errors
    ///
    /// As [`moves`](Self::moves).
    pub fn moves_to(&self, end: Square) -> Result<Vec<Move<V::Word>>, WalkError> {
        Ok(self.moves()?.into_iter().filter(|mv| mv.to() == end).collect())
    }

    /// Picks the piece to move. Another may be picked until the first hop is made.
    ///
    /// # Errors
    ///
    /// [`WalkError`] says why the piece cannot move.
    pub fn pick(&mut self, square: Square) -> Result<&[Hop], WalkError> {
        if self.done.is_some() {
            return Err(WalkError::Complete);
        }
        if let (Some(from), 2..) = (self.picked(), self.trail.len()) {
            return Err(WalkError::OnTheWay { from: name::<V>(from) });
        }
        if !self.movable().contains(square) {
            return Err(self.why_not_movable(square));
        }
        let leg = Jumper::new(&self.position, V::Word::bit(square.0)).start();
        let before = std::mem::take(&mut self.trail);
        self.trail.push(Stand { leg, hops: Vec::new() });
        match self.find_hops(&leg) {
            Ok(hops) => self.trail[0].hops = hops,
            Err(error) => {
                self.trail = before;
                return Err(error);
            }
        }
        Ok(self.hops())
    }

    /// Makes a hop to a landing square.
    ///
    /// # Errors
    ///
    /// [`WalkError`] says why there is no such hop; nothing has changed then.
    pub fn step(&mut self, to: Square) -> Result<Step<V>, WalkError> {
        if self.done.is_some() {
            return Err(WalkError::Complete);
        }
        let stand = self.trail.last().ok_or(WalkError::NothingPicked)?;
        let Some(&hop) = stand.hops.iter().find(|hop| hop.to == to) else {
            return Err(self.why_not_hop(&stand.leg, to));
        };
        let next = self.leg_after(&stand.leg, hop);
        if !hop.ends {
            let hops = self.find_hops(&next)?;
            self.trail.push(Stand { leg: next, hops });
            return Ok(Step::OnTheWay);
        }
        let is_this = |mv: &Move<V::Word>| mv.to() == to && mv.captured == next.captured;
        let jumper = self.jumper();
        let crowns = jumper.crowns(&next, V::Word::bit(to.0));
        let fits =
            self.moves_of_picked().find(|mv| is_this(mv) && (!mv.is_capture() || mv.is_crowning() == crowns));
        let mv = fits.ok_or(WalkError::NotPossible)?;
        self.trail.push(Stand { leg: next, hops: Vec::new() });
        Ok(self.finish(mv))
    }

    /// Makes the rest of a move at once, by any route that fits the hops made.
    ///
    /// # Errors
    ///
    /// [`WalkError::NotPossible`] if the move is not among [`moves`](Self::moves).
    pub fn complete(&mut self, mv: Move<V::Word>) -> Result<Step<V>, WalkError> {
        if self.done.is_some() {
            return Err(WalkError::Complete);
        }
        if !self.moves()?.contains(&mv) {
            return Err(WalkError::NotPossible);
        }
        if self.trail.is_empty() {
            self.pick(mv.from())?;
        }
        let leg = self.trail.last().ok_or(WalkError::NothingPicked)?.leg.landed(mv);
        self.trail.push(Stand { leg, hops: Vec::new() });
        Ok(self.finish(mv))
    }

    /// Takes back the last hop, or the pick; tells whether there was anything to take back.
    pub fn undo(&mut self) -> bool {
        self.done = None;
        self.trail.pop().is_some()
    }
}

impl<V: Variant> Walk<V> {
    fn jumper(&self) -> Jumper<V> {
        let from = self.trail.first().map_or(V::Word::ZERO, |stand| stand.leg.landings);
        Jumper::new(&self.position, from)
    }

    fn moves_of_picked(&self) -> impl Iterator<Item = Move<V::Word>> {
        let from = self.picked();
        self.moves.iter().copied().filter(move |mv| Some(mv.from()) == from)
    }

    fn completion(&self, moves: Vec<Move<V::Word>>) -> Completion<V> {
        Completion::new(self.jumper(), moves, self.order, STATE_LIMIT)
    }

    fn finish(&mut self, mv: Move<V::Word>) -> Step<V> {
        self.done = Some(mv);
        Step::Done { mv, position: self.position.after(mv) }
    }

    /// The legal hops of the picked piece from where it stands.
    fn find_hops(&self, leg: &Leg<V::Word>) -> Result<Vec<Hop>, WalkError> {
        let moves: Vec<_> = self.moves_of_picked().collect();
        if !moves.iter().any(Move::is_capture) {
            return Ok(moves.iter().map(|mv| Hop { to: mv.to(), captured: None, ends: true }).collect());
        }
        let mut completion = self.completion(moves);
        let mut hops = Vec::new();
        for (target, next) in completion.jumps(leg) {
            let captured = Some(Square(target.lowest()));
            let ends = completion.ends(&next);
            for landing in each(next.landings) {
                let ends = ends & landing != V::Word::ZERO;
                if ends || completion.goes_on(&next.at(landing))? {
                    hops.push(Hop { to: Square(landing.lowest()), captured, ends });
                }
            }
        }
        Ok(hops)
    }

    /// The leg after a hop that was offered.
    fn leg_after(&self, leg: &Leg<V::Word>, hop: Hop) -> Leg<V::Word> {
        let jumper = self.jumper();
        let to = V::Word::bit(hop.to.0);
        let target = hop.captured.map_or(V::Word::ZERO, |square| V::Word::bit(square.0));
        let direction = (0..8).find(|&direction| jumper.targets(leg, direction) & target != V::Word::ZERO);
        direction.map_or(*leg, |direction| jumper.jump(leg, direction, target)).at(to)
    }

    fn why_not_movable(&self, square: Square) -> WalkError {
        let turn = self.position.turn;
        let from = V::Word::bit(square.0);
        let captors = || self.movable().into_iter().map(name::<V>).collect();
        let jumper = Jumper::new(&self.position, from);
        let exhausted = V::RULES
            .king_run_limit
            .filter(|&limit| self.position.extra.exhausted_king(turn, limit) == Some(square));
        let square = name::<V>(square);
        match (self.position.pieces[0] | self.position.pieces[1]) & from == V::Word::ZERO {
            true => WalkError::NoPiece { square },
            false if self.position.pieces[turn as usize] & from == V::Word::ZERO => {
                WalkError::NotYours { square, turn }
            }
            false if self.moves.iter().any(Move::is_capture) => {
                let start = jumper.start();
                if (0..8).any(|direction| jumper.targets(&start, direction) != V::Word::ZERO) {
                    WalkError::MustCaptureBetter { square, captors: captors() }
                } else {
                    WalkError::MustCapture { square, captors: captors() }
                }
            }
            false => match exhausted {
                Some(limit) => WalkError::KingMustWait { square, limit },
                None => WalkError::Blocked { square },
            },
        }
    }

    fn why_not_hop(&self, leg: &Leg<V::Word>, to: Square) -> WalkError {
        let jumper = self.jumper();
        let reaches = |direction| {
            let mut targets = each(jumper.targets(leg, direction));
            targets.any(|target| Bitboard(jumper.jump(leg, direction, target).landings).contains(to))
        };
        let (from, to_name) = (name::<V>(Square(leg.landings.lowest())), name::<V>(to));
        if (0..8).any(reaches) {
            WalkError::NotLegal { from, to: to_name }
        } else {
            WalkError::Unreachable { from, to: to_name }
        }
    }
}

fn name<V: Variant>(square: Square) -> String {
    V::RULES.square_name(square)
}
