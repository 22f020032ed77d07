//! Legal moves, playing them, and counting them.

use super::board::{Color, Direction, KingRun, LONGEST_SIDE, Piece, Position, Role, Square};
use super::board::{is_promotion_square, step};
use super::captures::{Capture, complete_captures};
use super::precedence::keep_best;
use super::rules::Rules;

/// One way to make a move, hop by hop.
///
/// It does not record where a flying king pauses between two captures on one line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Route {
    /// The start.
    pub from: Square,
    /// Direction of each jump and the piece it captures. Empty for a quiet move.
    pub hops: Vec<(Direction, Square)>,
    /// The end.
    pub to: Square,
}

impl Route {
    /// The long form of PDN 3.0: the start; for each captured piece but the
    /// last the square where the direction changes, or the square right behind
    /// it if the direction stays; the end.
    pub fn pdn_squares(&self) -> Vec<Square> {
        let mut squares = vec![self.from];
        for pair in self.hops.windows(2) {
            squares.push(turning_square(pair[0], pair[1]));
        }
        squares.push(self.to);
        squares
    }
}

/// A legal move.
///
/// Two moves differ if `from`, `to`, `captured` or `crowned` differ.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The start.
    pub from: Square,
    /// The end.
    pub to: Square,
    /// The captured pieces, sorted.
    pub captured: Vec<Square>,
    /// Whether a man became a king by this move.
    pub crowned: bool,
    /// Every route of this move, sorted; never empty.
    pub routes: Vec<Route>,
}

/// Every legal move, sorted.
pub fn legal_moves(rules: &Rules, position: &Position) -> Vec<Move> {
    legal_moves_within(rules, position, usize::MAX).expect("nobody makes so many jumps")
}

/// Every legal move, sorted; `None` if the search for captures would make `most_jumps` jumps or more.
///
/// Among many pieces a flying king has millions of routes, and all of them are tried.
pub fn legal_moves_within(rules: &Rules, position: &Position, most_jumps: usize) -> Option<Vec<Move>> {
    if rules.first_king_wins && has_any_king(rules, position) {
        return Some(Vec::new());
    }
    if rules.one_piece_loses && is_down_to_one_piece(rules, position) {
        return Some(Vec::new());
    }
    let captures = complete_captures(rules, position, most_jumps)?;
    if captures.is_empty() {
        return Some(quiet_moves(rules, position));
    }
    Some(group_routes(keep_best(rules, captures)))
}

/// Whether both sides have pieces and one of them has only one.
fn is_down_to_one_piece(rules: &Rules, position: &Position) -> bool {
    let white = position.board.pieces(rules, Color::White).len();
    let black = position.board.pieces(rules, Color::Black).len();
    white >= 1 && black >= 1 && (white == 1 || black == 1)
}

/// The position after a legal move.
pub fn play(rules: &Rules, position: &Position, mv: &Move) -> Position {
    let mover = position.turn;
    let mut next = position.clone();
    let piece = position.board.piece_on(mv.from).expect("a legal move starts on a piece");
    next.board.set(mv.from, None);
    for &square in &mv.captured {
        next.board.set(square, None);
    }
    let role = if mv.crowned { Role::King } else { piece.role };
    next.board.set(mv.to, Some(Piece { color: mover, role }));
    next.turn = mover.opponent();
    update_king_runs(rules, position, mv, &mut next);
    next
}

/// Number of move sequences of this length; routes of one move count once.
pub fn perft_distinct(rules: &Rules, position: &Position, depth: u32) -> u64 {
    perft(rules, position, depth, |_| 1)
}

/// Number of move sequences of this length; every route counts.
pub fn perft_routes(rules: &Rules, position: &Position, depth: u32) -> u64 {
    perft(rules, position, depth, |mv| mv.routes.len() as u64)
}

fn perft(rules: &Rules, position: &Position, depth: u32, weight: fn(&Move) -> u64) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = legal_moves(rules, position);
    if depth == 1 {
        return moves.iter().map(weight).sum();
    }
    let below = |mv: &Move| perft(rules, &play(rules, position, mv), depth - 1, weight);
    moves.iter().map(|mv| weight(mv) * below(mv)).sum()
}

fn has_any_king(rules: &Rules, position: &Position) -> bool {
    [Color::White, Color::Black].iter().any(|&color| position.board.count(rules, color, Role::King) > 0)
}

fn quiet_moves(rules: &Rules, position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    for (from, role) in position.board.pieces(rules, position.turn) {
        if is_tired_king(rules, position, from) {
            continue;
        }
        let directions = match role {
            Role::Man => rules.man_moves,
            Role::King => rules.king_moves,
        };
        for direction in directions {
            let direction = direction.seen_by(position.turn);
            let mut next = step(rules, from, direction);
            while let Some(to) = next
                && position.board.piece_on(to).is_none()
            {
                let crowned = role == Role::Man && is_promotion_square(rules, position.turn, to);
                let route = Route { from, hops: Vec::new(), to };
                moves.push(Move { from, to, captured: Vec::new(), crowned, routes: vec![route] });
                if role == Role::Man || !rules.flying_kings {
                    break;
                }
                next = step(rules, to, direction);
            }
        }
    }
    moves.sort();
    moves
}

/// Whether the king on this square has used up its quiet moves in a row.
fn is_tired_king(rules: &Rules, position: &Position, square: Square) -> bool {
    match (rules.king_run_limit, position.king_run(position.turn)) {
        (Some(limit), Some(run)) => run.square == square && run.moves >= limit,
        _ => false,
    }
}

/// Puts the routes with equal start, end, captured set and crowning together.
fn group_routes(captures: Vec<Capture>) -> Vec<Move> {
    let mut moves: Vec<Move> = Vec::new();
    for capture in captures {
        let route = capture.route;
        let mut captured: Vec<Square> = route.hops.iter().map(|&(_, square)| square).collect();
        captured.sort();
        let same = moves.iter_mut().find(|mv| {
            mv.from == route.from
                && mv.to == route.to
                && mv.captured == captured
                && mv.crowned == capture.crowned
        });
        match same {
            Some(mv) => mv.routes.push(route),
            None => moves.push(Move {
                from: route.from,
                to: route.to,
                captured,
                crowned: capture.crowned,
                routes: vec![route],
            }),
        }
    }
    for mv in &mut moves {
        mv.routes.sort();
    }
    moves.sort();
    moves
}

fn update_king_runs(rules: &Rules, before: &Position, mv: &Move, after: &mut Position) {
    let Some(limit) = rules.king_run_limit else { return };
    let mover = before.turn;
    let is_king = before.board.piece_on(mv.from).is_some_and(|piece| piece.role == Role::King);
    after.king_runs[mover.index()] = if is_king && mv.captured.is_empty() {
        let earlier = match before.king_run(mover) {
            Some(run) if run.square == mv.from => run.moves,
            _ => 0,
        };
        Some(KingRun { square: mv.to, moves: (earlier + 1).min(limit) })
    } else {
        None
    };
    for color in [Color::White, Color::Black] {
        let run = after.king_run(color);
        let king_is_gone = run.is_some_and(|run| after.board.piece_on(run.square).is_none());
        // Without men a side is free of the limit.
        if king_is_gone || after.board.count(rules, color, Role::Man) == 0 {
            after.king_runs[color.index()] = None;
        }
    }
}

/// Where a piece stands between two jumps.
fn turning_square(first: (Direction, Square), second: (Direction, Square)) -> Square {
    let (first_direction, first_captured) = first;
    let (second_direction, second_captured) = second;
    let right_behind = add(first_captured, first_direction, 1);
    if second_direction == first_direction || second_direction == first_direction.opposite() {
        return right_behind;
    }
    for steps in 1..=LONGEST_SIDE as i8 {
        for back in 1..=LONGEST_SIDE as i8 {
            let square = add(first_captured, first_direction, steps);
            if add(square, second_direction, back) == second_captured {
                return square;
            }
        }
    }
    unreachable!("the two lines of a route meet")
}

fn add(square: Square, direction: Direction, steps: i8) -> Square {
    Square {
        file: (square.file as i8 + direction.files * steps) as u8,
        rank: (square.rank as i8 + direction.ranks * steps) as u8,
    }
}
