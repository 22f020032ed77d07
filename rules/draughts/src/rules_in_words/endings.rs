//! The draw rules for endings with few pieces, in words.

use boardgame::RuleInWords;

use crate::draws::{
    FOUR_OR_FIVE_64, FRISIAN_KING_AGAINST_KING, FRISIAN_TWO_KINGS, LONG_DIAGONAL, MAIN_ROAD_64, POOL_KINGS,
    SIX_OR_SEVEN_64, THREE_AGAINST_ONE, THREE_KINGS_64, TURKISH_KING_AGAINST_MAN, TURKISH_ONE_AGAINST_ONE,
    TWO_AGAINST_ONE, TWO_AGAINST_ONE_64,
};
use crate::rules::{CaptureInCount, Endings, Limit, Rules};

/// The limits of a variant's endings, each with its article.
pub(super) fn in_words(rules: &Rules, endings: Endings) -> Vec<RuleInWords> {
    match endings {
        Endings::Unlimited => Vec::new(),
        Endings::International => international(rules),
        Endings::Draughts64 => draughts_64(rules),
        Endings::Pool => vec![limited("Three or more kings against one king", POOL_KINGS)],
        Endings::Frisian => vec![
            limited("Two kings against one king", FRISIAN_TWO_KINGS),
            rule(
                "One king against one king is drawn at once, unless one side can win by force.",
                FRISIAN_KING_AGAINST_KING.article,
            ),
        ],
        Endings::Turkish => vec![one_against_one()],
        Endings::TurkishKingBeatsMan => {
            vec![one_against_one(), rule("But a king wins against a man.", TURKISH_KING_AGAINST_MAN.article)]
        }
    }
}

fn international(rules: &Rules) -> Vec<RuleInWords> {
    let mut list = vec![limited("Three pieces, including a king, against one king", THREE_AGAINST_ONE)];
    let capture = match rules.capture_in_sixteen_moves {
        CaptureInCount::LeavesSmallerRest => "A capture during these moves does not restart the count.",
        CaptureInCount::StartsFreshCount => {
            "A capture during these moves starts the count of the smaller ending."
        }
    };
    list.push(rule(capture, THREE_AGAINST_ONE.article));
    if rules.long_diagonal_clause {
        list.push(limited("The same, if the lone king stays on the long diagonal", LONG_DIAGONAL));
    }
    list.push(limited("One or two pieces, including a king, against one king", TWO_AGAINST_ONE));
    list
}

fn draughts_64(rules: &Rules) -> Vec<RuleInWords> {
    let mut list = vec![
        limited("Three or more kings against one king", THREE_KINGS_64),
        limited("Four or five pieces in all with kings on both sides", FOUR_OR_FIVE_64),
        limited("Six or seven pieces in all with kings on both sides", SIX_OR_SEVEN_64),
    ];
    let replaced = "With four to seven pieces, these limits replace the limit on moves without a capture.";
    list.push(rule(replaced, FOUR_OR_FIVE_64.article));
    if rules.long_diagonal_clause {
        list.push(limited("Three pieces against one king that controls the long diagonal", MAIN_ROAD_64));
    }
    list.push(limited("One or two pieces, including a king, against one king", TWO_AGAINST_ONE_64));
    list
}

fn one_against_one() -> RuleInWords {
    rule(
        "One piece against one piece is drawn, unless one of them can be captured at once.",
        TURKISH_ONE_AGAINST_ONE.article,
    )
}

/// An ending that is drawn after the moves of its limit, which counts plies.
fn limited(ending: &str, limit: Limit) -> RuleInWords {
    let Limit { at, name: _, article } = limit;
    rule(&format!("{ending}: drawn after {} moves by each player.", at / 2), article)
}

fn rule(text: &str, article: &'static str) -> RuleInWords {
    RuleInWords::new("Draws", text, article)
}
