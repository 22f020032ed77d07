//! Illegal moves to offer to engines that cannot list theirs.

use std::collections::BTreeSet;

use boardgame::MoveStyle;

use crate::editable_position::{DIRECTIONS, EditablePosition};
use crate::test_position::TestPosition;

/// The most illegal captures to offer.
const MOST_CAPTURES: usize = 400;

/// The most jumps of an offered capture.
const MOST_JUMPS: usize = 6;

/// Every illegal move of a piece of the side to move, with promotions where a pawn could promote.
pub(crate) fn chess_candidates(line: &TestPosition) -> Vec<String> {
    let Some(position) = EditablePosition::read(line.game(), &line.position().fen()) else {
        return Vec::new();
    };
    let legal: BTreeSet<String> = line.position().legal_moves(MoveStyle::Protocol).into_iter().collect();
    let squares = position.squares();
    let mut moves = Vec::new();
    for from in position.occupied().into_iter().filter(|&place| position.is_own(place)) {
        let last_rank = match position.piece(from) {
            Some('P') if squares[from].rank == 6 => Some(7),
            Some('p') if squares[from].rank == 1 => Some(0),
            _ => None,
        };
        for to in (0..squares.len()).filter(|&to| to != from) {
            let text = format!("{}{}", squares[from].name, squares[to].name);
            if last_rank == Some(squares[to].rank) {
                moves.extend(["q", "r", "b", "n"].map(|role| format!("{text}{role}")));
            } else {
                moves.push(text);
            }
        }
    }
    // Castling may be written in two ways; neither is illegal.
    moves.retain(|text| !legal.contains(text) && line.position().find_in(text, MoveStyle::Protocol).is_err());
    moves
}

/// Illegal quiet moves along every line, and illegal captures as free as in any variant.
pub(crate) fn draughts_candidates(line: &TestPosition) -> Vec<String> {
    let Some(position) = EditablePosition::read(line.game(), &line.position().fen()) else {
        return Vec::new();
    };
    let mut search = Search { position: &position, captures: BTreeSet::new() };
    let mut moves = BTreeSet::new();
    for from in position.occupied().into_iter().filter(|&place| position.is_own(place)) {
        for direction in DIRECTIONS {
            let ahead = position.ray(from, direction);
            let free = ahead.into_iter().take_while(|&to| position.piece(to).is_none());
            moves.extend(free.map(|to| format!("{}-{}", search.number(from), search.number(to))));
        }
        search.capture(from, from, &mut Vec::new());
    }
    moves.extend(search.captures);
    // An engine that reads only start and end finds the legal move: that is not a mistake in its rules.
    let legal: BTreeSet<String> =
        line.position().legal_moves(MoveStyle::Protocol).iter().map(|text| ends(text)).collect();
    moves.into_iter().filter(|text| !legal.contains(&ends(text))).collect()
}

/// The squares on which a move of Hub starts and ends.
fn ends(text: &str) -> String {
    text.split(['-', 'x']).take(2).collect::<Vec<_>>().join(" ")
}

struct Search<'a> {
    position: &'a EditablePosition,
    captures: BTreeSet<String>,
}

impl Search<'_> {
    fn number(&self, place: usize) -> u8 {
        self.position.squares()[place].number
    }

    fn capture(&mut self, from: usize, at: usize, captured: &mut Vec<usize>) {
        if captured.len() >= MOST_JUMPS {
            return;
        }
        for direction in DIRECTIONS {
            let ray = self.position.ray(at, direction);
            let is_free = |place: usize| place == from || self.position.piece(place).is_none();
            let Some(first) = ray.iter().position(|&place| !is_free(place)) else { continue };
            let victim = ray[first];
            if self.position.is_own(victim) || captured.contains(&victim) {
                continue;
            }
            let landings: Vec<usize> =
                ray[first + 1..].iter().copied().take_while(|&place| is_free(place)).collect();
            captured.push(victim);
            for to in landings {
                if self.captures.len() >= MOST_CAPTURES {
                    break;
                }
                let mut numbers: Vec<u8> = captured.iter().map(|&place| self.number(place)).collect();
                numbers.sort_unstable();
                let victims: String = numbers.iter().map(|number| format!("x{number}")).collect();
                self.captures.insert(format!("{}x{}{victims}", self.number(from), self.number(to)));
                self.capture(from, to, captured);
            }
            captured.pop();
        }
    }
}
