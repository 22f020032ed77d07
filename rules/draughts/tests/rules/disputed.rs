//! Rules on which sources disagree, decided the other way by variants of one's own. Each differs in one
//! constant from the variant in `damier_draughts::variants`, and each has its twin in the reference.

use boardgame::{Color, Countable, MoveList, MoveStyle, Notation, Outcome, Position};
use damier_draughts::variants::{Brazilian, Filipino, International, Italian, Turkish};
use damier_draughts::{AnyVariant, Board, CaptureInCount, Draws, Endings, Limit, Promotion, Rules, Variant};

use crate::against_reference::compare_random_positions;
use crate::common::{at, read};
use crate::draws::{black_holds_diagonal, off_diagonal, outcome, repeat};
use crate::fast::Fast;
use crate::outcomes::compare_endings;
use crate::variants::{FILIPINO, INTERNATIONAL, TURKISH};
use crate::wander::{any, end, game, give_a_piece, wander};

/// A variant that takes its rules from another and names what differs; and its value, with the generator of a
/// variant that moves alike.
macro_rules! variant {
    ($name:ident, $type:ident like $like:ident: $base:ident { $($rules:tt)* }) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        struct $type;

        impl Variant for $type {
            type Word = <$base as Variant>::Word;
            type Extra = <$base as Variant>::Extra;
            const RULES: Rules = Rules { $($rules)*, ..$base::RULES };
        }

        const $name: AnyVariant = AnyVariant::moving_like::<$type, $like>();
    };
}

variant!(FRESH_FIVE, FreshFive like International: International {
    name: "international-fresh-five",
    capture_in_sixteen_moves: CaptureInCount::StartsFreshCount
});
variant!(WITHOUT_DIAGONAL, WithoutDiagonal like International: International {
    name: "international-without-diagonal",
    long_diagonal_clause: false
});
variant!(INTERNATIONAL_STOP, InternationalStop like InternationalStop: International {
    name: "international-stop",
    promotion: Promotion::EndsMove
});
variant!(ITALIAN_THREEFOLD, ItalianThreefold like Italian: Italian {
    name: "italian-threefold",
    draws: Draws { repetition: Some(THREEFOLD), ..Italian::RULES.draws }
});
variant!(FILIPINO_REGULAR, FilipinoRegular like Brazilian: Filipino {
    name: "filipino-regular",
    board: Board::diagonal(8, 8)
});
variant!(TURKISH_STOP, TurkishStop like TurkishStop: Turkish {
    name: "turkish-stop",
    promotion: Promotion::EndsMove
});
variant!(TURKISH_MAN, TurkishMan like TurkishMan: Turkish {
    name: "turkish-man",
    promotion: Promotion::AtRest
});
variant!(TURKISH_KING_WINS, TurkishKingWins like Turkish: Turkish {
    name: "turkish-king-wins",
    draws: Draws { endings: Endings::TurkishKingBeatsMan, ..Turkish::RULES.draws }
});
variant!(TURKISH_PLAY_ON, TurkishPlayOn like Turkish: Turkish {
    name: "turkish-play-on",
    draws: Draws { endings: Endings::Unlimited, ..Turkish::RULES.draws }
});

const THREEFOLD: Limit = Limit { at: 3, name: "threefold_repetition", article: "as pydraughts" };

/// The legal moves, every square of their routes, in the order of their texts.
fn moves(variant: AnyVariant, fen: &str) -> Vec<String> {
    let position = at(variant, fen);
    let mut list = MoveList::new();
    position.legal_moves_into(&mut list);
    let mut texts = position.write_moves(&list, MoveStyle::Full);
    texts.sort();
    texts
}

#[test]
fn capture_inside_16_moves_may_start_a_fresh_five() {
    // Four plies are left of the thirty-two, but ten are counted from the capture.
    let mut late = game(FRESH_FIVE, "W:WK48,K49,K50:BK6");
    wander(&mut late, 26, off_diagonal);
    give_a_piece(&mut late);
    wander(&mut late, 100, any);
    assert_eq!(end(&late), (38, "5_move_rule"));
    // Nothing else differs: a crowning still does not restart the sixteen moves.
    let mut crowned = game(FRESH_FIVE, "W:W7,K49,K50:BK26");
    wander(&mut crowned, 1, |_, mv| mv.is_crowning());
    wander(&mut crowned, 100, off_diagonal);
    assert_eq!(end(&crowned), (32, "16_move_rule"));
}

#[test]
fn long_diagonal_clause_may_be_left_out() {
    let mut held = game(WITHOUT_DIAGONAL, "W:WK1,K49,K50:BK5");
    wander(&mut held, 100, black_holds_diagonal);
    assert_eq!(end(&held), (32, "16_move_rule"));
}

#[test]
fn italian_repetition_may_be_threefold() {
    let cycle = ["29-26", "4-7", "26-29", "7-4"];
    assert_eq!(repeat(ITALIAN_THREEFOLD, "W:WK29,28:BK4,5", &cycle), (8, "threefold_repetition"));
}

#[test]
fn filipino_may_be_played_on_the_regular_board() {
    assert!(read(FILIPINO_REGULAR, "W:Wa1:Bh8").is_ok());
    assert!(read(FILIPINO, "W:Wa1:Bh8").is_err());
    assert_eq!(moves(FILIPINO_REGULAR, "W:Wa1:Ba7"), ["a1-b2"]);
    assert_eq!(moves(FILIPINO, "W:Wh1:Bh7"), ["h1-g2"]);
}

#[test]
fn turkish_man_crowned_in_a_capture() {
    // After d7 a king on d8 reaches g8 too; a man reaches only its neighbors on the row.
    let far = "W:Wd6:Ba7,d7,g8";
    assert_eq!(moves(TURKISH, far), ["d6xd8xh8"]);
    assert_eq!(moves(TURKISH_MAN, far), ["d6xd8"]);
    assert_eq!(moves(TURKISH_STOP, far), ["d6xd8"]);
    let near = "W:Wd6:Ba7,d7,e8";
    assert_eq!(moves(TURKISH, near), ["d6xd8xf8", "d6xd8xg8", "d6xd8xh8"]);
    assert_eq!(moves(TURKISH_MAN, near), ["d6xd8xf8"]);
    assert_eq!(moves(TURKISH_STOP, near), ["d6xd8"]);
    // Whichever way, it ends as a king.
    fn ends_as_king(variant: AnyVariant, fen: &str) -> bool {
        let position = at(variant, fen);
        let mut list = MoveList::new();
        position.legal_moves_into(&mut list);
        list.iter().all(|mv| mv.is_crowning())
    }
    assert!(ends_as_king(TURKISH, near) && ends_as_king(TURKISH_MAN, near));
    assert!(ends_as_king(TURKISH_STOP, near));
}

/// A man that is crowned and stops has a capture of one piece, though its square would lead on.
#[test]
fn a_crowned_man_may_have_to_stop() {
    // The other man takes one piece as well; where men go on, it may not.
    let fen = "W:W12,46:B8,9,41";
    assert_eq!(moves(INTERNATIONAL, fen), ["12x3x14"]);
    assert_eq!(moves(INTERNATIONAL_STOP, fen), ["12x3", "46x37"]);
    assert_eq!(at(INTERNATIONAL_STOP, fen).count_legal(), 2);
}

#[test]
fn turkish_king_against_man_may_win_draw_or_go_on() {
    let (apart, attacked) = ("W:Wb3:BKh8", "W:Wb3:BKb4");
    assert_eq!(outcome(TURKISH, apart), Some((Outcome::Draw, "one_against_one")));
    assert_eq!(outcome(TURKISH_KING_WINS, apart), Some((Outcome::Win(Color::Black), "king_against_man")));
    assert_eq!(
        outcome(TURKISH_KING_WINS, "B:WKa1:Bh6"),
        Some((Outcome::Win(Color::White), "king_against_man"))
    );
    assert_eq!(outcome(TURKISH_PLAY_ON, apart), None);
    // The man can take the king.
    assert_eq!(outcome(TURKISH_KING_WINS, attacked), None);
    // Two kings are drawn.
    assert_eq!(outcome(TURKISH_KING_WINS, "W:WKa1:BKh8"), Some((Outcome::Draw, "one_against_one")));
}

#[test]
fn disputed_rules_agree_with_the_reference() {
    let variants = [
        Fast::new(FRESH_FIVE),
        Fast::new(WITHOUT_DIAGONAL),
        Fast::new(INTERNATIONAL_STOP),
        Fast::new(ITALIAN_THREEFOLD),
        Fast::new(FILIPINO_REGULAR),
        Fast::new(TURKISH_STOP),
        Fast::new(TURKISH_MAN),
        Fast::new(TURKISH_KING_WINS),
        Fast::new(TURKISH_PLAY_ON),
    ];
    let names: Vec<_> = variants.iter().map(|fast| fast.rules.name).collect();
    assert!(reference::draughts::DISPUTED.iter().all(|rules| names.contains(&rules.name)));
    variants.iter().for_each(compare_endings);
    variants.iter().for_each(compare_random_positions);
}
