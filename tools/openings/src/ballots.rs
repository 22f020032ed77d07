//! The three-move ballots of English draughts.

use crate::opening::Opening;

/// Numbers, moves, and which ballots are barred.
const BALLOTS: &str = include_str!("ballots.txt");

/// The ballots that tournaments draw from: 156 of the 174, in the order of the American Checker Federation.
pub(crate) fn ballots() -> impl Iterator<Item = Opening> {
    all().filter(|(_, is_barred)| !is_barred).map(|(opening, _)| opening)
}

/// All ballots, and whether each is barred.
fn all() -> impl Iterator<Item = (Opening, bool)> {
    BALLOTS.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let words = line.split(' ').skip(1);
        let is_barred = line.ends_with(BARRED);
        let moves = words.filter(|&word| word != BARRED).map(str::to_owned).collect();
        (Opening { name: None, fen: None, moves }, is_barred)
    })
}

const BARRED: &str = "barred";

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use catalog::GameId;
    use engine::{Limits, player};

    use super::*;
    use crate::all_positions::AllPositions;

    fn position(opening: &Opening) -> String {
        assert_eq!(opening.moves.len(), 3, "{opening:?}");
        opening.play(GameId::English).expect("legal moves").fen()
    }

    /// The counts are those of the federation.
    #[test]
    fn there_are_174_ballots_and_18_are_barred() {
        assert_eq!((all().count(), ballots().count()), (174, 156));
        assert_eq!(all().nth(4).expect("a ballot").0.moves, ["9-13", "22-18", "6-9"]);
        let numbers = BALLOTS.lines().filter_map(|line| line.split(' ').next()?.parse::<usize>().ok());
        assert!(numbers.eq(1..=174));
    }

    /// Every position after three moves is a ballot, unless somebody loses a man at once.
    #[test]
    fn ballots_are_the_openings_that_lose_nothing_at_once() {
        let ballots: HashSet<String> = all().map(|(opening, _)| position(&opening)).collect();
        assert_eq!(ballots.len(), 174, "no position comes twice");
        let every = AllPositions::after(GameId::English, 3).expect("positions");
        let mut player = player(GameId::English, 1, 1);
        let (mut count, mut wrong) = (0, Vec::new());
        for index in 0..every.len() {
            let fen = position(&every.get(index));
            player.clear();
            player.set_position(&catalog::PositionText::at(&fen)).expect("a position");
            let score = player.best_move(Limits::depth(9)).score.centipawns().abs();
            let is_ballot = ballots.contains(&fen);
            count += usize::from(is_ballot);
            if is_ballot != (score < 60) {
                wrong.push((fen, score, is_ballot));
            }
        }
        assert_eq!((count, wrong), (174, Vec::new()));
    }
}
