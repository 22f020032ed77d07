//! A search for captures that forgets a rule, for games with free choice of captures.

use reference::draughts::{
    Board, Direction, Move, Position, Promotion, Role, Route, Rules, Square, is_promotion_square, step,
};

/// What is forgotten.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Looseness {
    /// A piece may be jumped a second time.
    Twice,
    /// A king may land where it cannot go on, though elsewhere it could.
    AnyLanding,
}

/// Jumps after which a capture is cut off: jumping twice would else go on for long.
const MOST_JUMPS: usize = 12;

/// All captures, sorted.
pub(crate) fn loose_captures(rules: &Rules, position: &Position, looseness: Looseness) -> Vec<Move> {
    let mut moves: Vec<Move> = Vec::new();
    for (from, role) in position.board.pieces(rules, position.turn) {
        let mut board = position.board.clone();
        board.set(from, None);
        let mut search =
            Search { rules, position, board, looseness, from, hops: Vec::new(), found: Vec::new() };
        search.extend(from, role);
        for Capture { to, hops, is_king } in search.found {
            let mut captured: Vec<Square> = hops.iter().map(|&(_, square)| square).collect();
            captured.sort();
            captured.dedup();
            let crowned = is_king && role == Role::Man;
            let route = Route { from, hops, to };
            let same = |mv: &&mut Move| (mv.from, mv.to, &mv.captured) == (from, to, &captured);
            match moves.iter_mut().find(same) {
                Some(mv) => mv.routes.push(route),
                None => moves.push(Move { from, to, captured, crowned, routes: vec![route] }),
            }
        }
    }
    moves
}

struct Search<'a> {
    rules: &'a Rules,
    position: &'a Position,
    board: Board,
    looseness: Looseness,
    from: Square,
    hops: Vec<(Direction, Square)>,
    found: Vec<Capture>,
}

struct Capture {
    to: Square,
    hops: Vec<(Direction, Square)>,
    /// Whether a king stands at the end.
    is_king: bool,
}

impl Search<'_> {
    /// Makes every further jump from here; false if there is none.
    fn extend(&mut self, at: Square, role: Role) -> bool {
        let directions = if role == Role::King { self.rules.king_captures } else { self.rules.man_captures };
        let mut jumped = false;
        for direction in directions.iter().map(|direction| direction.seen_by(self.position.turn)) {
            let Some((victim, landings)) = self.jump(at, role, direction) else { continue };
            jumped = true;
            self.hops.push((direction, victim));
            self.land(role, &landings);
            self.hops.pop();
        }
        jumped
    }

    fn land(&mut self, role: Role, landings: &[Square]) {
        let ends: Vec<bool> = landings
            .iter()
            .map(|&landing| {
                let role = self.role_on(role, landing);
                !self.extend(landing, role)
            })
            .collect();
        let all_end = ends.iter().all(|&ends| ends);
        for (&landing, ends) in landings.iter().zip(ends) {
            if all_end || ends && self.looseness == Looseness::AnyLanding {
                let is_king = self.role_on(role, landing) == Role::King;
                self.found.push(Capture { to: landing, hops: self.hops.clone(), is_king });
            }
        }
    }

    fn role_on(&self, role: Role, landing: Square) -> Role {
        let is_crowned = self.rules.promotion == Promotion::ContinuesAsKing
            && is_promotion_square(self.rules, self.position.turn, landing);
        if is_crowned { Role::King } else { role }
    }

    /// The piece that can be jumped in a direction and the squares behind it.
    fn jump(&self, at: Square, role: Role, direction: Direction) -> Option<(Square, Vec<Square>)> {
        let is_flying = role == Role::King && self.rules.flying_kings;
        let mut victim = step(self.rules, at, direction)?;
        while is_flying && self.board.piece_on(victim).is_none() {
            victim = step(self.rules, victim, direction)?;
        }
        let is_enemy = self.board.piece_on(victim)?.color != self.position.turn;
        let most = if self.looseness == Looseness::Twice { 2 } else { 1 };
        let times = self.hops.iter().filter(|&&(_, captured)| captured == victim).count();
        let turns_back = self.hops.last().is_some_and(|&(last, _)| last.opposite() == direction);
        if !is_enemy || times >= most || turns_back || self.hops.len() >= MOST_JUMPS || victim == self.from {
            return None;
        }
        let mut landings = Vec::new();
        let mut behind = step(self.rules, victim, direction);
        while let Some(square) = behind.filter(|&square| self.board.piece_on(square).is_none()) {
            landings.push(square);
            behind = if is_flying { step(self.rules, square, direction) } else { None };
        }
        (!landings.is_empty()).then_some((victim, landings))
    }
}
