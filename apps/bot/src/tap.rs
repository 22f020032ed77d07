//! What a tap on a square means: pure, from the legal paths alone.

use study::Legal;

/// What a tap on a square means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tapped {
    /// Only one move is left: make it.
    Play { path: String },
    /// Pick the piece, or hop.
    Hop,
    /// Put the picked piece down and pick this one.
    Switch,
    /// Put the picked piece down.
    PutDown,
    /// Several moves fit: choose by their paths.
    Choose { paths: Vec<String> },
    /// The piece has jumped: it must go on, or the hops must be taken back.
    MustGoOn,
    /// No legal move goes there; these squares can be tapped.
    Nothing { instead: Vec<&'static str> },
}

/// What a tap on `square` means after these hops.
pub(crate) fn tapped(legal: &[Legal], hops: &[String], square: &str) -> Tapped {
    let begun: Vec<&Legal> = legal.iter().filter(|mv| begins(mv, hops)).collect();
    let goes_on: Vec<&Legal> = begun
        .iter()
        .copied()
        .filter(|mv| mv.path.get(hops.len()).is_some_and(|next| *next == square))
        .collect();
    if !goes_on.is_empty() {
        return among(&goes_on, Tapped::Hop);
    }
    if hops.is_empty() {
        return Tapped::Nothing { instead: next_squares(legal, hops) };
    }
    // The end of captures may be tapped at once.
    let ends: Vec<&Legal> = begun.iter().copied().filter(|mv| mv.path.last() == Some(&square)).collect();
    if !ends.is_empty() {
        let all = || Tapped::Choose { paths: one_for_each_move(&ends) };
        return among(&ends, all());
    }
    match hops {
        [only] if only == square => Tapped::PutDown,
        [_] if legal.iter().any(|mv| mv.path.first() == Some(&square)) => {
            let of_piece: Vec<&Legal> = legal.iter().filter(|mv| mv.path.first() == Some(&square)).collect();
            among(&of_piece, Tapped::Switch)
        }
        [_] => Tapped::Nothing { instead: next_squares(legal, hops) },
        _ => Tapped::MustGoOn,
    }
}

/// The move if only one is left, the choice if only what a piece becomes is open, and otherwise something else.
fn among(moves: &[&Legal], otherwise: Tapped) -> Tapped {
    let numbers = one_for_each_move(moves);
    if let [only] = numbers.as_slice() {
        return Tapped::Play { path: only.clone() };
    }
    let is_same_path = moves.iter().all(|mv| mv.path == moves[0].path);
    if is_same_path { Tapped::Choose { paths: numbers } } else { otherwise }
}

/// The first path of each move.
fn one_for_each_move(moves: &[&Legal]) -> Vec<String> {
    let mut seen = Vec::new();
    let mut paths = Vec::new();
    for mv in moves {
        if !seen.contains(&mv.number) {
            seen.push(mv.number);
            paths.push(mv.id.clone());
        }
    }
    paths
}

/// The squares that can be tapped next: pieces first, then where the piece can go.
pub(crate) fn next_squares(legal: &[Legal], hops: &[String]) -> Vec<&'static str> {
    let mut squares = Vec::new();
    for mv in legal.iter().filter(|mv| begins(mv, hops)) {
        if let Some(&square) = mv.path.get(hops.len())
            && !squares.contains(&square)
        {
            squares.push(square);
        }
    }
    squares
}

/// The squares of the pieces that were jumped by these hops.
pub(crate) fn jumped(legal: &[Legal], hops: &[String]) -> Vec<&'static str> {
    let made = hops.len().saturating_sub(1);
    let path = legal.iter().find(|mv| begins(mv, hops) && !mv.captured.is_empty());
    path.map_or_else(Vec::new, |mv| mv.captured.iter().copied().take(made).collect())
}

fn begins(mv: &Legal, hops: &[String]) -> bool {
    mv.path.len() > hops.len() && mv.path.iter().zip(hops).all(|(square, hop)| square == hop)
        || hops.is_empty()
}

#[cfg(test)]
mod tests {
    use catalog::GameId;
    use study::Legal;

    use super::{Tapped, jumped, next_squares, tapped};

    fn legal(game: GameId, fen: &str) -> Vec<Legal> {
        study::legal(&*game.at(fen).unwrap())
    }

    fn tap(legal: &[Legal], hops: &[&str], square: &str) -> Tapped {
        let hops: Vec<String> = hops.iter().map(|&hop| hop.to_owned()).collect();
        tapped(legal, &hops, square)
    }

    fn text(legal: &[Legal], tapped: &Tapped) -> Vec<String> {
        let find = |id: &String| legal.iter().find(|mv| mv.id == *id).unwrap().text.clone();
        match tapped {
            Tapped::Play { path } => vec![find(path)],
            Tapped::Choose { paths } => paths.iter().map(find).collect(),
            _ => Vec::new(),
        }
    }

    #[test]
    fn a_piece_with_one_move_needs_one_tap() {
        let legal = legal(GameId::Russian, "W:Wa1,c3:Ba7,d4,f6");
        assert_eq!(text(&legal, &tap(&legal, &[], "c3")), ["c3:g7"]);
        assert_eq!(tap(&legal, &[], "a1"), Tapped::Nothing { instead: vec!["c3"] });
        assert_eq!(tap(&legal, &[], "d4"), Tapped::Nothing { instead: vec!["c3"] });
    }

    #[test]
    fn a_piece_with_several_moves_is_picked_and_put_down() {
        let legal = study::legal(&*GameId::Russian.start());
        assert_eq!(tap(&legal, &[], "c3"), Tapped::Hop);
        assert_eq!(text(&legal, &tap(&legal, &["c3"], "d4")), ["c3-d4"]);
        assert_eq!(tap(&legal, &["c3"], "c3"), Tapped::PutDown);
        assert_eq!(tap(&legal, &["c3"], "e3"), Tapped::Switch);
        assert_eq!(text(&legal, &tap(&legal, &["c3"], "a3")), ["a3-b4"]);
        assert_eq!(tap(&legal, &["c3"], "h8"), Tapped::Nothing { instead: vec!["d4", "b4"] });
    }

    /// A king that may turn two ways after its first hop.
    #[test]
    fn after_a_hop_no_other_piece_can_be_picked() {
        let legal = legal(GameId::International, "W:WK4,50:B13,20,32,37,44");
        let first: Vec<&str> = next_squares(&legal, &["4".to_owned()]);
        assert!(first.len() > 1, "{first:?}");
        let Some(hop) = first.iter().find(|square| tap(&legal, &["4"], square) == Tapped::Hop) else {
            panic!("no square leaves a choice: {first:?}")
        };
        assert_eq!(tap(&legal, &["4", hop], "50"), Tapped::MustGoOn);
        assert_eq!(tap(&legal, &["4", hop], "4"), Tapped::MustGoOn);
        assert_eq!(jumped(&legal, &["4".to_owned(), (*hop).to_owned()]).len(), 1);
    }

    #[test]
    fn captures_that_share_their_ends_are_chosen_from() {
        let legal = legal(GameId::International, "W:WK4:B13,20,32,37");
        let ends: Vec<_> = legal.iter().filter(|mv| mv.path.last() == Some(&"15")).collect();
        let moves: std::collections::BTreeSet<_> = ends.iter().map(|mv| mv.number).collect();
        assert!(moves.len() > 1, "{legal:?}");
        let Tapped::Choose { paths } = tap(&legal, &["4"], "15") else {
            panic!("{:?}", tap(&legal, &["4"], "15"))
        };
        assert_eq!(paths.len(), moves.len());
    }

    #[test]
    fn a_promotion_is_chosen() {
        let legal = legal(GameId::Chess, "7k/P7/8/8/8/8/8/K7 w - - 0 1");
        let Tapped::Choose { paths } = tap(&legal, &[], "a7") else { panic!("one path, four pieces") };
        assert_eq!(paths.len(), 4);
        let texts = text(&legal, &tap(&legal, &["a7"], "a8"));
        assert_eq!(texts.len(), 4, "{texts:?}");
    }

    #[test]
    fn nothing_is_legal_after_the_end() {
        assert_eq!(tap(&[], &[], "a1"), Tapped::Nothing { instead: vec![] });
        assert_eq!(tap(&[], &["c3", "e5"], "a1"), Tapped::MustGoOn);
    }
}
