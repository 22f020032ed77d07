//! Every position that a number of plies leads to.

use boardgame::{MoveList, MoveStyle};
use catalog::{Describe, GameId, Task};
use rustc_hash::FxHashSet;

use crate::error::OpeningsError;
use crate::opening::Opening;

/// The most positions that are held at a time.
pub const MOST_POSITIONS: usize = 500_000;

/// Every position after some plies, each by the first way to it.
#[derive(Debug)]
pub(crate) struct AllPositions {
    game: GameId,
    starts: Vec<Option<String>>,
    ways: Vec<Way>,
}

/// A start and the numbers of the moves in the lists of legal moves.
#[derive(Clone, Debug)]
struct Way {
    start: u16,
    moves: Box<[u8]>,
}

impl AllPositions {
    /// The positions after exactly this many plies.
    pub(crate) fn after(game: GameId, plies: u16) -> Result<Self, OpeningsError> {
        let all = Self::search(game, plies, usize::MAX).ok_or(OpeningsError::TooManyPositions { plies })?;
        if all.ways.is_empty() { Err(OpeningsError::NoPositions { plies }) } else { Ok(all) }
    }

    /// The positions after as few plies as give enough of them, but not after more than `plies`.
    pub(crate) fn enough(game: GameId, plies: u16, enough: usize) -> Result<Self, OpeningsError> {
        let all = Self::search(game, plies, enough).ok_or(OpeningsError::TooManyPositions { plies })?;
        if all.ways.is_empty() { Err(OpeningsError::NoPositions { plies }) } else { Ok(all) }
    }

    fn search(game: GameId, plies: u16, enough: usize) -> Option<Self> {
        let starts = starts(game);
        let ways = game.run(Search { starts: &starts, plies, enough })?;
        Some(Self { game, starts, ways })
    }

    pub(crate) fn len(&self) -> usize {
        self.ways.len()
    }

    pub(crate) fn get(&self, index: usize) -> Opening {
        let Way { start, moves } = &self.ways[index];
        let fen = self.starts[usize::from(*start)].clone();
        let moves = self.game.run(Texts { fen: fen.as_deref(), moves });
        Opening { name: None, fen, moves }
    }
}

/// The starts of a game: one, or the 960.
fn starts(game: GameId) -> Vec<Option<String>> {
    if game == GameId::Chess960 { chess960_starts().map(Some).collect() } else { vec![None] }
}

struct Search<'a> {
    starts: &'a [Option<String>],
    plies: u16,
    enough: usize,
}

impl Task for Search<'_> {
    type Output = Option<Vec<Way>>;

    /// Level by level; positions that were reached before are left out, and so are finished games.
    fn run<P: Describe>(self, rules: P::Rules) -> Self::Output {
        let mut level = Vec::new();
        for (start, fen) in (0..).zip(self.starts) {
            let position = begin::<P>(rules, fen.as_deref())?;
            level.push((position, Way { start, moves: Box::default() }));
        }
        let mut list = MoveList::new();
        for _ in 0..self.plies {
            if level.len() >= self.enough {
                break;
            }
            let (mut next, mut seen) = (Vec::new(), FxHashSet::default());
            for (position, way) in &level {
                if position.try_legal_moves_into(&mut list).is_err() {
                    continue;
                }
                for (number, &mv) in list.iter().enumerate() {
                    let mut after = position.clone();
                    after.play_unchecked(mv);
                    let Ok(number) = u8::try_from(number) else { break };
                    if after.outcome().is_some() || !seen.insert(after.key()) {
                        continue;
                    }
                    let moves = way.moves.iter().copied().chain([number]).collect();
                    next.push((after, Way { start: way.start, moves }));
                }
                if next.len() > MOST_POSITIONS {
                    return None;
                }
            }
            level = next;
        }
        Some(level.into_iter().map(|(_, way)| way).collect())
    }
}

struct Texts<'a> {
    fen: Option<&'a str>,
    moves: &'a [u8],
}

impl Task for Texts<'_> {
    type Output = Vec<String>;

    fn run<P: Describe>(self, rules: P::Rules) -> Self::Output {
        let Some(mut position) = begin::<P>(rules, self.fen) else { return Vec::new() };
        let mut texts = Vec::with_capacity(self.moves.len());
        let mut list = MoveList::new();
        for &number in self.moves {
            if position.try_legal_moves_into(&mut list).is_err() {
                break;
            }
            let Some(&mv) = list.get(usize::from(number)) else { break };
            texts.push(position.write_move(mv, MoveStyle::Record));
            position.play_unchecked(mv);
        }
        texts
    }
}

/// The position of a text that was written by us; there is always one.
fn begin<P: Describe>(rules: P::Rules, fen: Option<&str>) -> Option<P> {
    match fen {
        None => Some(P::start_of(rules)),
        Some(fen) => P::read_fen(rules, fen, boardgame::Reading::Strict).ok(),
    }
}

/// The starts of Chess960: bishops on squares of both colors, the king between the rooks, the same for both sides.
fn chess960_starts() -> impl Iterator<Item = String> {
    let mut ranks = Vec::new();
    arrange(&mut Vec::new(), &mut [2, 2, 2, 1, 1], &mut ranks);
    ranks.into_iter().map(|rank| {
        let rooks = rank.match_indices('r').map(|(file, _)| (b'a' + file as u8) as char);
        let rights: String = rooks.rev().collect();
        let (white, upper) = (rank.to_uppercase(), rights.to_uppercase());
        format!("{rank}/pppppppp/8/8/8/8/PPPPPPPP/{white} w {upper}{rights} - 0 1")
    })
}

/// Puts the pieces that are left on the next file, in every way that can still become a start.
fn arrange(rank: &mut Vec<u8>, left: &mut [u8; 5], ranks: &mut Vec<String>) {
    const LETTERS: [u8; 5] = *b"bnrqk";
    let file = rank.len();
    if file == 8 {
        ranks.push(String::from_utf8_lossy(rank).into_owned());
        return;
    }
    for (index, letter) in LETTERS.into_iter().enumerate() {
        let rooks = rank.iter().filter(|&&piece| piece == b'r').count();
        let bishop = rank.iter().position(|&piece| piece == b'b');
        let fits = match letter {
            b'b' => bishop.is_none_or(|other| (file - other) % 2 == 1),
            // The king goes between: one rook before it, the other after it.
            b'k' => rooks == 1,
            b'r' => rooks == 0 || left[4] == 0,
            _ => true,
        };
        if left[index] == 0 || !fits {
            continue;
        }
        left[index] -= 1;
        rank.push(letter);
        arrange(rank, left, ranks);
        rank.pop();
        left[index] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chess960_has_960_starts() {
        let starts: FxHashSet<String> = chess960_starts().collect();
        assert_eq!(starts.len(), 960);
        assert!(starts.contains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"));
        for fen in &starts {
            assert!(GameId::Chess960.at(fen).is_ok(), "{fen}");
        }
    }

    /// Published: 20 moves lead to 20 positions, 400 sequences to 400, and 8,902 to 5,362.
    #[test]
    fn positions_of_chess_are_counted_once() {
        for (plies, count) in [(1, 20), (2, 400), (3, 5362)] {
            assert_eq!(AllPositions::after(GameId::Chess, plies).expect("positions").len(), count, "{plies}");
        }
    }

    #[test]
    fn ways_lead_to_different_positions() {
        let all = AllPositions::after(GameId::Russian, 3).expect("positions");
        let fens: FxHashSet<String> =
            (0..all.len()).map(|index| all.get(index).play(GameId::Russian).expect("legal").fen()).collect();
        assert_eq!(fens.len(), all.len());
    }
}
