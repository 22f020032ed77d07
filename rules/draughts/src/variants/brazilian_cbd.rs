use super::{Brazilian, Variant};
use crate::rules::{Draws, Endings, Limit, Rules};

/// Brazilian draughts with the draws of Brazil's own federation, the CBD.
///
/// It counts twenty king moves where FMJD-64 counts fifteen. Its summary of the rules has no limits for
/// endings with few pieces, so the twenty moves hold in all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BrazilianCbd;

impl Variant for BrazilianCbd {
    type Word = u64;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "brazilian-cbd",
        title: "Brazilian draughts, CBD draws",
        draws: Draws {
            repetition: Some(Limit { at: 3, name: "threefold_repetition", article: "FMJD-64 7.2.3" }),
            king_moves: Some(Limit { at: 40, name: "20_move_rule", article: "CBD 16" }),
            endings: Endings::Unlimited,
        },
        blocked_article: "CBD 1",
        ..Brazilian::RULES
    };
}
