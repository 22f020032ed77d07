//! The king never shields the square behind it.

use boardgame::{Color, Countable};
use damier_chess::{Chess, MoveKind, Piece, Role, Setup, Square};

use crate::common::legal_moves;

const DIRECTIONS: [(i8, i8); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];

fn step(square: Square, (files, ranks): (i8, i8)) -> Option<Square> {
    let (file, rank) = (square.file() as i8 + files, square.rank() as i8 + ranks);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then(|| Square::at(file as u8, rank as u8))
}

/// The squares on the way in a direction up to the edge.
fn ray(from: Square, direction: (i8, i8)) -> impl Iterator<Item = Square> {
    std::iter::successors(step(from, direction), move |&square| step(square, direction))
}

fn directions(role: Role) -> impl Iterator<Item = (i8, i8)> {
    DIRECTIONS.into_iter().filter(move |(files, ranks)| match role {
        Role::Rook => files * ranks == 0,
        Role::Bishop => files * ranks != 0,
        _ => true,
    })
}

/// Every king, direction, slider and distance, on a board that is empty but for the other king: the king
/// goes where the slider does not reach with the king off the board, and there only.
#[test]
fn no_king_steps_back_along_the_line_of_a_check() {
    let mut checked = 0;
    for color in Color::ALL {
        for king in Square::ALL {
            for direction in DIRECTIONS {
                for slider in ray(king, direction) {
                    for role in [Role::Bishop, Role::Rook, Role::Queen] {
                        if directions(role).any(|other| other == direction) {
                            checked += check(color, king, slider, role);
                        }
                    }
                }
            }
        }
    }
    // Both colors, 1456 pairs on lines of queens, and as many on those of rooks and bishops.
    assert_eq!(checked, 2 * 2 * 1456);
}

fn check(color: Color, king: Square, slider: Square, role: Role) -> usize {
    let attacked: Vec<Square> = directions(role).flat_map(|direction| ray(slider, direction)).collect();
    let near = |a: Square, b: Square| a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank()));
    // A place for the other king where it takes part in nothing: off all lines, away from king and slider.
    let other = Square::ALL
        .into_iter()
        .find(|&other| near(other, king) > 2 && near(other, slider) > 1 && !attacked.contains(&other));
    let other = other.expect("the board is large enough");
    let mut setup = Setup::empty(color);
    setup.set(king, Some(Piece { color, role: Role::King }));
    setup.set(slider, Some(Piece { color: !color, role }));
    setup.set(other, Some(Piece { color: !color, role: Role::King }));
    let position: Chess = setup.position().expect("a legal position");
    assert!(position.is_check(), "{setup:?}");

    let mut found: Vec<Square> = legal_moves(&position).iter().map(|mv| mv.to()).collect();
    let neighbors = DIRECTIONS.into_iter().filter_map(|direction| step(king, direction));
    let mut expected: Vec<Square> = neighbors.filter(|to| !attacked.contains(to)).collect();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected, "{}", boardgame::Notation::to_fen(&position));
    assert!(legal_moves(&position).iter().all(|mv| mv.kind() == MoveKind::Plain));
    assert_eq!(position.count_legal(), expected.len());
    1
}
