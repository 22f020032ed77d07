//! Every complete capture route of one piece, one hop at a time.

use super::board::{Board, Color, Direction, Piece, Position, Role, Square};
use super::board::{is_promotion_square, step};
use super::moves::Route;
use super::rules::{Landing, Promotion, Removal, Rules};

/// A complete capture route with what the precedence rules compare.
#[derive(Clone, Debug)]
pub(super) struct Capture {
    pub(super) route: Route,
    /// Roles of the captured pieces in the order of the route.
    pub(super) captured_roles: Vec<Role>,
    /// Role of the capturing piece before the move.
    pub(super) role: Role,
    pub(super) crowned: bool,
}

/// Every complete capture of the player to move, before precedence; `None` above the limit on jumps.
pub(super) fn complete_captures(
    rules: &Rules,
    position: &Position,
    most_jumps: usize,
) -> Option<Vec<Capture>> {
    let mut captures = Vec::new();
    let mut jumps_left = most_jumps;
    for (from, role) in position.board.pieces(rules, position.turn) {
        let mut search = Search {
            rules,
            board: position.board.clone(),
            from,
            color: position.turn,
            role_before: role,
            hops: Vec::new(),
            captured_roles: Vec::new(),
            captures: Vec::new(),
            jumps_left,
        };
        // The start square counts as empty during the capture.
        search.board.set(from, None);
        search.extend(from, role, Arrival::Start);
        captures.append(&mut search.captures);
        jumps_left = search.jumps_left;
    }
    (jumps_left > 0).then_some(captures)
}

/// How the capturing piece reached its current square.
#[derive(Clone, Copy)]
enum Arrival {
    Start,
    /// Landed right behind the piece it jumped in this direction.
    RightBehind(Direction),
    /// Landed further away.
    Further(Direction),
}

/// A piece that can be jumped, and the empty squares behind it, nearest first.
struct Jump {
    direction: Direction,
    victim: Square,
    victim_piece: Piece,
    landings: Vec<Square>,
}

struct Search<'a> {
    rules: &'a Rules,
    /// Without the capturing piece; captured pieces as the rules of removal say.
    board: Board,
    from: Square,
    color: Color,
    role_before: Role,
    hops: Vec<(Direction, Square)>,
    captured_roles: Vec<Role>,
    captures: Vec<Capture>,
    /// At zero the search stops, and its result must not be used.
    jumps_left: usize,
}

impl Search<'_> {
    /// Makes every further jump from here; false if there is none.
    fn extend(&mut self, at: Square, role: Role, arrival: Arrival) -> bool {
        let directions = match role {
            Role::Man => self.rules.man_captures,
            Role::King => self.rules.king_captures,
        };
        let mut found = false;
        for direction in directions {
            let direction = direction.seen_by(self.color);
            if self.may_turn(arrival, direction)
                && let Some(jump) = self.find_jump(at, role, direction)
            {
                found = true;
                self.make_jump(role, &jump);
            }
        }
        found
    }

    /// Whether a piece that arrived this way may continue in this direction.
    fn may_turn(&self, arrival: Arrival, direction: Direction) -> bool {
        match arrival {
            Arrival::Start => true,
            Arrival::RightBehind(last) => self.rules.may_reverse || direction != last.opposite(),
            // Going on along the same line is the same route from every
            // landing square, so only the nearest one tries it.
            Arrival::Further(last) => direction != last && direction != last.opposite(),
        }
    }

    fn find_jump(&self, at: Square, role: Role, direction: Direction) -> Option<Jump> {
        let flying = role == Role::King && self.rules.flying_kings;
        let mut victim = step(self.rules, at, direction)?;
        while flying && self.board.piece_on(victim).is_none() {
            victim = step(self.rules, victim, direction)?;
        }
        let victim_piece = self.board.piece_on(victim)?;
        if victim_piece.color == self.color || self.is_captured(victim) {
            return None;
        }
        if role == Role::Man && victim_piece.role == Role::King && !self.rules.man_takes_king {
            return None;
        }
        let mut landings = Vec::new();
        let mut behind = step(self.rules, victim, direction);
        while let Some(square) = behind
            && self.board.piece_on(square).is_none()
        {
            landings.push(square);
            if !flying || self.rules.landing == Landing::BehindEach {
                break;
            }
            behind = step(self.rules, square, direction);
        }
        (!landings.is_empty()).then_some(Jump { direction, victim, victim_piece, landings })
    }

    /// Jumps, then continues from the landing squares, or ends the capture
    /// there if none of them allows another jump.
    fn make_jump(&mut self, role: Role, jump: &Jump) {
        if self.jumps_left == 0 {
            return;
        }
        self.jumps_left -= 1;
        self.hops.push((jump.direction, jump.victim));
        self.captured_roles.push(jump.victim_piece.role);
        if self.rules.removal == Removal::Immediate {
            self.board.set(jump.victim, None);
        }

        let mut goes_on = false;
        for (index, &landing) in jump.landings.iter().enumerate() {
            let arrival = match index {
                0 => Arrival::RightBehind(jump.direction),
                _ => Arrival::Further(jump.direction),
            };
            goes_on |= match self.role_on_landing(role, landing) {
                Some(role) => self.extend(landing, role, arrival),
                None => false,
            };
        }
        if !goes_on {
            for &landing in &jump.landings[..self.final_landings(role, jump)] {
                self.finish(role, landing);
            }
        }

        self.board.set(jump.victim, Some(jump.victim_piece));
        self.captured_roles.pop();
        self.hops.pop();
    }

    /// The role in which the capture may go on, or `None` if it ends here.
    fn role_on_landing(&self, role: Role, landing: Square) -> Option<Role> {
        if role == Role::King || !is_promotion_square(self.rules, self.color, landing) {
            return Some(role);
        }
        match self.rules.promotion {
            Promotion::IfMoveEnds => Some(Role::Man),
            Promotion::ContinuesAsKing => Some(Role::King),
            Promotion::EndsMove => None,
        }
    }

    /// How many of the landing squares, nearest first, may end the capture.
    fn final_landings(&self, role: Role, jump: &Jump) -> usize {
        let king_takes_king = role == Role::King && jump.victim_piece.role == Role::King;
        let only_nearest = match self.rules.landing {
            Landing::Free | Landing::BehindEach => false,
            Landing::BehindLastKing => king_takes_king,
            Landing::BehindLastKingOfSeveral => king_takes_king && self.hops.len() >= 2,
        };
        if only_nearest { 1 } else { jump.landings.len() }
    }

    fn finish(&mut self, role: Role, to: Square) {
        let is_king = role == Role::King || is_promotion_square(self.rules, self.color, to);
        self.captures.push(Capture {
            route: Route { from: self.from, hops: self.hops.clone(), to },
            captured_roles: self.captured_roles.clone(),
            role: self.role_before,
            crowned: is_king && self.role_before == Role::Man,
        });
    }

    fn is_captured(&self, square: Square) -> bool {
        self.hops.iter().any(|&(_, captured)| captured == square)
    }
}
