//! The draw rules, each computed from the whole history.

use super::board::{Color, Position, Role, Square, is_playing_square};
use super::game::{Game, Reason};
use super::moves::{legal_moves, play};
use super::rules::{DrawRule, Rules};

/// The draw rules that end the game now.
pub(super) fn drawn_by(game: &Game) -> impl Iterator<Item = Reason> {
    game.rules.draws.iter().filter_map(|&rule| applies(game, rule))
}

fn applies(game: &Game, rule: DrawRule) -> Option<Reason> {
    let (drawn, reason) = match rule {
        DrawRule::Repetition(times) => (occurrences(game) >= times, Reason::Repetition),
        DrawRule::KingMovesOnly(plies) => (king_moves_in_a_row(game) >= plies, Reason::KingMovesOnly),
        DrawRule::KingMovesOnlyOutsideEndings(plies) => {
            let ending = (4..=7).contains(&Material::of(game.rules, game.position()).pieces());
            (!ending && king_moves_in_a_row(game) >= plies, Reason::KingMovesOnly)
        }
        DrawRule::KingsAgainstKing { kings, plies } => {
            let balance = |m: &Material| m.lone_king().is_some_and(|s| s.men == 0 && s.kings >= kings);
            (reached(game, balance, plies), Reason::KingsAgainstKing)
        }
        DrawRule::TwoKingsAgainstKing(plies) => {
            let balance = |m: &Material| m.lone_king().is_some_and(|s| s.men == 0 && s.kings == 2);
            (reached(game, balance, plies), Reason::KingsAgainstKing)
        }
        DrawRule::ThreeAgainstKing(plies) => (three_against_king(game, plies), Reason::ThreeAgainstKing),
        DrawRule::ThreeAgainstKingUntilCapture(plies) => {
            (reached(game, Material::is_three_against_king, plies), Reason::ThreeAgainstKing)
        }
        DrawRule::ThreeAgainstKingOnLongDiagonal(plies) => {
            (plies_on_long_diagonal(game) >= plies, Reason::LongDiagonal)
        }
        DrawRule::ThreeAgainstKingHoldingLongDiagonal(plies) => {
            (plies_holding_long_diagonal(game) >= plies, Reason::LongDiagonal)
        }
        DrawRule::TwoAgainstKing(plies) => {
            (reached(game, Material::is_two_against_king, plies), Reason::TwoAgainstKing)
        }
        DrawRule::UnchangedBalance { least, most, plies } => {
            let now = Material::of(game.rules, game.position());
            let both_have_kings = now.white.kings > 0 && now.black.kings > 0;
            let in_range = (least..=most).contains(&now.pieces());
            let unchanged = reached(game, |m: &Material| *m == now, plies);
            (both_have_kings && in_range && unchanged, Reason::UnchangedBalance)
        }
        DrawRule::KingAgainstKing => (king_against_king(game), Reason::KingAgainstKing),
        DrawRule::OnePieceEach => (one_piece_each(game), Reason::OnePieceEach),
    };
    drawn.then_some(reason)
}

/// How many men and kings a side has.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Side {
    men: usize,
    kings: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Material {
    white: Side,
    black: Side,
}

impl Material {
    fn of(rules: &Rules, position: &Position) -> Self {
        let side = |color| Side {
            men: position.board.count(rules, color, Role::Man),
            kings: position.board.count(rules, color, Role::King),
        };
        Material { white: side(Color::White), black: side(Color::Black) }
    }

    fn pieces(&self) -> usize {
        self.white.men + self.white.kings + self.black.men + self.black.kings
    }

    /// The other side, if one side has a king and nothing else.
    fn lone_king(&self) -> Option<Side> {
        let lone = Side { men: 0, kings: 1 };
        if self.black == lone {
            Some(self.white)
        } else if self.white == lone {
            Some(self.black)
        } else {
            None
        }
    }

    /// Three kings, two kings and a man, or a king and two men against a king.
    fn is_three_against_king(&self) -> bool {
        self.lone_king().is_some_and(|strong| strong.kings >= 1 && strong.men + strong.kings == 3)
    }

    /// Two kings, king and man, or king against a king.
    fn is_two_against_king(&self) -> bool {
        self.lone_king().is_some_and(|strong| strong.kings >= 1 && strong.men + strong.kings <= 2)
    }
}

/// Whether the balance has lasted for this many plies. The ply that created it
/// is not counted.
fn reached(game: &Game, balance: impl Fn(&Material) -> bool, plies: usize) -> bool {
    since(game, balance).is_some_and(|start| game.moves.len() - start >= plies)
}

/// Index of the position in which the present balance arose.
fn since(game: &Game, balance: impl Fn(&Material) -> bool) -> Option<usize> {
    let holds = |position: &&Position| balance(&Material::of(game.rules, position));
    let lasting = game.positions.iter().rev().take_while(holds).count();
    (lasting > 0).then(|| game.positions.len() - lasting)
}

fn occurrences(game: &Game) -> usize {
    game.positions.iter().filter(|position| *position == game.position()).count()
}

/// Plies since the last capture or move of a man.
fn king_moves_in_a_row(game: &Game) -> usize {
    let before = game.positions.iter().zip(&game.moves);
    before
        .rev()
        .take_while(|(position, mv)| {
            let piece = position.board.piece_on(mv.from);
            mv.captured.is_empty() && piece.is_some_and(|piece| piece.role == Role::King)
        })
        .count()
}

/// The limit that began with three against one, also if a capture has left
/// two against one or one against one since then.
fn three_against_king(game: &Game, plies: usize) -> bool {
    let balance = |m: &Material| m.is_three_against_king() || m.is_two_against_king();
    let Some(start) = since(game, balance) else { return false };
    let first = Material::of(game.rules, &game.positions[start]);
    first.is_three_against_king() && game.moves.len() - start >= plies
}

/// Plies since three against one arose after which the lone king stood on the
/// long diagonal, also if it left the diagonal in between.
fn plies_on_long_diagonal(game: &Game) -> usize {
    let Some(start) = since(game, Material::is_three_against_king) else { return 0 };
    game.positions[start + 1..]
        .iter()
        .filter(|position| is_on_long_diagonal(game.rules, lone_king_square(game.rules, position)))
        .count()
}

/// Plies since the lone king of three against one came to the long diagonal, on
/// which it has stayed.
fn plies_holding_long_diagonal(game: &Game) -> usize {
    let Some(start) = since(game, Material::is_three_against_king) else { return 0 };
    let holding = game.positions[start..]
        .iter()
        .rev()
        .take_while(|position| is_on_long_diagonal(game.rules, lone_king_square(game.rules, position)))
        .count();
    holding.saturating_sub(1)
}

fn lone_king_square(rules: &Rules, position: &Position) -> Square {
    let white = position.board.pieces(rules, Color::White);
    let black = position.board.pieces(rules, Color::Black);
    if white.len() == 1 { white[0].0 } else { black[0].0 }
}

/// Whether a diagonal through this square joins a playing corner with the
/// opposite back row. A square board has one such diagonal.
fn is_on_long_diagonal(rules: &Rules, square: Square) -> bool {
    let corners = [(0, 0), (0, rules.ranks - 1), (rules.files - 1, 0), (rules.files - 1, rules.ranks - 1)];
    corners.into_iter().any(|(file, rank)| {
        let corner = Square { file, rank };
        let same_diagonal = file.abs_diff(square.file) == rank.abs_diff(square.rank);
        is_playing_square(rules, corner) && same_diagonal
    })
}

/// King against king is a draw at once, unless one of them can win by force.
fn king_against_king(game: &Game) -> bool {
    let kings = Material::of(game.rules, game.position());
    let one_each = kings.lone_king().is_some_and(|other| other == Side { men: 0, kings: 1 });
    one_each && !wins_a_king(game.rules, game.position(), 5) && !loses_a_king(game.rules, game.position(), 4)
}

/// Whether the player to move can capture the last king within this many plies.
fn wins_a_king(rules: &Rules, position: &Position, plies: usize) -> bool {
    if can_capture(rules, position) || plies < 2 {
        return can_capture(rules, position);
    }
    let moves = legal_moves(rules, position);
    moves.iter().any(|mv| loses_a_king(rules, &play(rules, position, mv), plies - 1))
}

/// Whether the player to move loses the last king within this many plies,
/// whatever the move.
fn loses_a_king(rules: &Rules, position: &Position, plies: usize) -> bool {
    let moves = legal_moves(rules, position);
    !can_capture(rules, position)
        && moves.iter().all(|mv| wins_a_king(rules, &play(rules, position, mv), plies - 1))
}

fn one_piece_each(game: &Game) -> bool {
    let material = Material::of(game.rules, game.position());
    let one = |side: Side| side.men + side.kings == 1;
    one(material.white) && one(material.black) && !can_capture(game.rules, game.position())
}

fn can_capture(rules: &Rules, position: &Position) -> bool {
    legal_moves(rules, position).iter().any(|mv| !mv.captured.is_empty())
}
