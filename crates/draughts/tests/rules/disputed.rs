//! Rules on which sources disagree, decided the other way by variants of one's own. Each differs in one
//! constant from the variant in `draughts::variants`, and each has its twin in the reference.

use boardgame::{Color, MoveList, MoveStyle, Notation, Outcome, Position};
use draughts::variants::*;
use draughts::{Board, CaptureInCount, Draughts, Draws, Endings, Limit, Promotion, Rules, Variant};

use crate::against_reference::compare_random_positions;
use crate::common::at;
use crate::draws::{black_holds_diagonal, off_diagonal, outcome, repeat};
use crate::fast::entry;
use crate::outcomes::compare_endings;
use crate::wander::{any, end, game, give_a_piece, wander};

/// A variant that takes its rules from another and names what differs.
macro_rules! variant {
    ($type:ident: $base:ident { $($rules:tt)* }) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        struct $type;

        impl Variant for $type {
            type Word = <$base as Variant>::Word;
            type Extra = <$base as Variant>::Extra;
            const RULES: Rules = Rules { $($rules)*, ..$base::RULES };
        }
    };
}

variant!(FreshFive: International {
    name: "international-fresh-five",
    capture_in_sixteen_moves: CaptureInCount::StartsFreshCount
});
variant!(WithoutDiagonal: International {
    name: "international-without-diagonal",
    long_diagonal_clause: false
});
variant!(InternationalStop: International {
    name: "international-stop",
    promotion: Promotion::EndsMove
});
variant!(ItalianThreefold: Italian {
    name: "italian-threefold",
    draws: Draws { repetition: Some(THREEFOLD), ..Italian::RULES.draws }
});
variant!(FilipinoRegular: Filipino {
    name: "filipino-regular",
    board: Board::diagonal(8, 8)
});
variant!(TurkishStop: Turkish {
    name: "turkish-stop",
    promotion: Promotion::EndsMove
});
variant!(TurkishMan: Turkish {
    name: "turkish-man",
    promotion: Promotion::AtRest
});
variant!(TurkishKingWins: Turkish {
    name: "turkish-king-wins",
    draws: Draws { endings: Endings::TurkishKingBeatsMan, ..Turkish::RULES.draws }
});
variant!(TurkishPlayOn: Turkish {
    name: "turkish-play-on",
    draws: Draws { endings: Endings::Unlimited, ..Turkish::RULES.draws }
});

const THREEFOLD: Limit = Limit { at: 3, name: "threefold_repetition", article: "as pydraughts" };

/// The legal moves, every square of their routes, in the order of their texts.
fn moves<V: Variant>(fen: &str) -> Vec<String> {
    let position = at::<V>(fen);
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    let mut texts = position.write_moves(&list, MoveStyle::Full);
    texts.sort();
    texts
}

#[test]
fn capture_inside_16_moves_may_start_a_fresh_five() {
    // Four plies are left of the thirty-two, but ten are counted from the capture.
    let mut late = game::<FreshFive>("W:WK48,K49,K50:BK6");
    wander(&mut late, 26, off_diagonal);
    give_a_piece(&mut late);
    wander(&mut late, 100, any);
    assert_eq!(end(&late), (38, "5_move_rule"));
    // Nothing else differs: a crowning still does not restart the sixteen moves.
    let mut crowned = game::<FreshFive>("W:W7,K49,K50:BK26");
    wander(&mut crowned, 1, |_, mv| mv.is_crowning());
    wander(&mut crowned, 100, off_diagonal);
    assert_eq!(end(&crowned), (32, "16_move_rule"));
}

#[test]
fn long_diagonal_clause_may_be_left_out() {
    let mut held = game::<WithoutDiagonal>("W:WK1,K49,K50:BK5");
    wander(&mut held, 100, black_holds_diagonal);
    assert_eq!(end(&held), (32, "16_move_rule"));
}

#[test]
fn italian_repetition_may_be_threefold() {
    let cycle = ["29-26", "4-7", "26-29", "7-4"];
    assert_eq!(repeat::<ItalianThreefold>("W:WK29,28:BK4,5", &cycle), (8, "threefold_repetition"));
}

#[test]
fn filipino_may_be_played_on_the_regular_board() {
    assert!(Draughts::<FilipinoRegular>::from_fen("W:Wa1:Bh8").is_ok());
    assert!(Draughts::<Filipino>::from_fen("W:Wa1:Bh8").is_err());
    assert_eq!(moves::<FilipinoRegular>("W:Wa1:Ba7"), ["a1-b2"]);
    assert_eq!(moves::<Filipino>("W:Wh1:Bh7"), ["h1-g2"]);
}

#[test]
fn turkish_man_crowned_in_a_capture() {
    // After d7 a king on d8 reaches g8 too; a man reaches only its neighbors on the row.
    let far = "W:Wd6:Ba7,d7,g8";
    assert_eq!(moves::<Turkish>(far), ["d6xd8xh8"]);
    assert_eq!(moves::<TurkishMan>(far), ["d6xd8"]);
    assert_eq!(moves::<TurkishStop>(far), ["d6xd8"]);
    let near = "W:Wd6:Ba7,d7,e8";
    assert_eq!(moves::<Turkish>(near), ["d6xd8xf8", "d6xd8xg8", "d6xd8xh8"]);
    assert_eq!(moves::<TurkishMan>(near), ["d6xd8xf8"]);
    assert_eq!(moves::<TurkishStop>(near), ["d6xd8"]);
    // Whichever way, it ends as a king.
    fn ends_as_king<V: Variant>(fen: &str) -> bool {
        let position = at::<V>(fen);
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        list.iter().all(|mv| mv.is_crowning())
    }
    assert!(ends_as_king::<Turkish>(near) && ends_as_king::<TurkishMan>(near));
    assert!(ends_as_king::<TurkishStop>(near));
}

/// A man that is crowned and stops has a capture of one piece, though its square would lead on.
#[test]
fn a_crowned_man_may_have_to_stop() {
    // The other man takes one piece as well; where men go on, it may not.
    let fen = "W:W12,46:B8,9,41";
    assert_eq!(moves::<International>(fen), ["12x3x14"]);
    assert_eq!(moves::<InternationalStop>(fen), ["12x3", "46x37"]);
    assert_eq!(at::<InternationalStop>(fen).count_legal(), 2);
}

#[test]
fn turkish_king_against_man_may_win_draw_or_go_on() {
    let (apart, attacked) = ("W:Wb3:BKh8", "W:Wb3:BKb4");
    assert_eq!(outcome::<Turkish>(apart), Some((Outcome::Draw, "one_against_one")));
    assert_eq!(outcome::<TurkishKingWins>(apart), Some((Outcome::Win(Color::Black), "king_against_man")));
    assert_eq!(
        outcome::<TurkishKingWins>("B:WKa1:Bh6"),
        Some((Outcome::Win(Color::White), "king_against_man"))
    );
    assert_eq!(outcome::<TurkishPlayOn>(apart), None);
    // The man can take the king.
    assert_eq!(outcome::<TurkishKingWins>(attacked), None);
    // Two kings are drawn.
    assert_eq!(outcome::<TurkishKingWins>("W:WKa1:BKh8"), Some((Outcome::Draw, "one_against_one")));
}

#[test]
fn disputed_rules_agree_with_the_reference() {
    let variants = [
        entry::<FreshFive>(),
        entry::<WithoutDiagonal>(),
        entry::<InternationalStop>(),
        entry::<ItalianThreefold>(),
        entry::<FilipinoRegular>(),
        entry::<TurkishStop>(),
        entry::<TurkishMan>(),
        entry::<TurkishKingWins>(),
        entry::<TurkishPlayOn>(),
    ];
    let names: Vec<_> = variants.iter().map(|fast| fast.rules.name).collect();
    assert!(reference::draughts::DISPUTED.iter().all(|rules| names.contains(&rules.name)));
    variants.iter().for_each(compare_endings);
    variants.iter().for_each(compare_random_positions);
}
