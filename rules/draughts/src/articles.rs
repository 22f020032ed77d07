//! The source of each rule of a variant.

use crate::rules::Rules;

/// The rules of a variant that have a source of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleName {
    /// The shape of the board.
    Board,
    /// The men at the start.
    Men,
    /// Who moves first.
    First,
    /// Quiet moves of a man.
    ManMoves,
    /// Captures by a man.
    ManCaptures,
    /// Quiet moves of a king, and how far it moves.
    KingMoves,
    /// Captures by a king, and how far it jumps.
    KingCaptures,
    /// Where a flying king may land after a jump.
    Landing,
    /// Whether a man may capture a king.
    MenTakeKings,
    /// Capturing is mandatory.
    Mandatory,
    /// A capture must be completed.
    Completion,
    /// Which captures take precedence, for all criteria together.
    Precedence,
    /// The criterion of the most pieces.
    MostPieces,
    /// The criterion of a capture by a king.
    WithKing,
    /// The criterion of the most captured kings.
    MostKings,
    /// The criterion of kings captured earliest.
    KingsFirst,
    /// The criterion of the highest value.
    HighestValue,
    /// When captured pieces are removed, and that none is jumped twice before that.
    Removal,
    /// Turning 180 degrees between two jumps.
    Reversal,
    /// What happens when a man reaches the last row.
    Promotion,
    /// The limit on consecutive quiet moves of one king.
    KingRuns,
    /// The result when a player has no legal move.
    Blocked,
    /// The rule by which the first king or the last piece ends the game.
    EarlyEnd,
}

/// The sources of the rules, such as `FMJD 4.13`. A variant that inherits a rule from another inherits the article too;
/// an empty text means that there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each field is the rule of its name")]
pub struct Articles {
    pub board: &'static str,
    pub men: &'static str,
    pub first: &'static str,
    pub man_moves: &'static str,
    pub man_captures: &'static str,
    pub king_moves: &'static str,
    pub king_captures: &'static str,
    pub landing: &'static str,
    pub men_take_kings: &'static str,
    pub mandatory: &'static str,
    pub completion: &'static str,
    pub precedence: &'static str,
    /// The articles of the precedence criteria, if each has its own; else empty.
    pub criteria: Criteria,
    pub removal: &'static str,
    pub reversal: &'static str,
    pub promotion: &'static str,
    pub king_runs: &'static str,
}

/// The articles of the criteria by which captures are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each field is the criterion of its name")]
pub struct Criteria {
    pub most_pieces: &'static str,
    pub with_king: &'static str,
    pub most_kings: &'static str,
    pub kings_first: &'static str,
    pub highest_value: &'static str,
}

impl Criteria {
    /// No criterion has an article of its own.
    pub const TOGETHER: Self =
        Self { most_pieces: "", with_king: "", most_kings: "", kings_first: "", highest_value: "" };
}

impl Articles {
    /// The same source for every rule, without article numbers.
    #[must_use]
    pub const fn all(source: &'static str) -> Self {
        Self {
            board: source,
            men: source,
            first: source,
            man_moves: source,
            man_captures: source,
            king_moves: source,
            king_captures: source,
            landing: source,
            men_take_kings: source,
            mandatory: source,
            completion: source,
            precedence: source,
            criteria: Criteria::TOGETHER,
            removal: source,
            reversal: source,
            promotion: source,
            king_runs: "",
        }
    }
}

impl Rules {
    /// The source of a rule of this variant, if known.
    ///
    /// ```
    /// use damier_draughts::variants::{International, Italian, Thai};
    /// use damier_draughts::{RuleName, Variant};
    ///
    /// assert_eq!(International::RULES.article(RuleName::MostPieces), Some("FMJD 4.13"));
    /// assert_eq!(Italian::RULES.article(RuleName::WithKing), Some("FID 6.7"));
    /// assert_eq!(Thai::RULES.article(RuleName::KingRuns), None);
    /// ```
    #[must_use]
    pub fn article(&self, rule: RuleName) -> Option<&'static str> {
        let articles = self.articles;
        let or_together = |own: &'static str| if own.is_empty() { articles.precedence } else { own };
        let article = match rule {
            RuleName::Board => articles.board,
            RuleName::Men => articles.men,
            RuleName::First => articles.first,
            RuleName::ManMoves => articles.man_moves,
            RuleName::ManCaptures => articles.man_captures,
            RuleName::KingMoves => articles.king_moves,
            RuleName::KingCaptures => articles.king_captures,
            RuleName::Landing => articles.landing,
            RuleName::MenTakeKings => articles.men_take_kings,
            RuleName::Mandatory => articles.mandatory,
            RuleName::Completion => articles.completion,
            RuleName::Precedence => articles.precedence,
            RuleName::MostPieces => or_together(articles.criteria.most_pieces),
            RuleName::WithKing => or_together(articles.criteria.with_king),
            RuleName::MostKings => or_together(articles.criteria.most_kings),
            RuleName::KingsFirst => or_together(articles.criteria.kings_first),
            RuleName::HighestValue => or_together(articles.criteria.highest_value),
            RuleName::Removal => articles.removal,
            RuleName::Reversal => articles.reversal,
            RuleName::Promotion => articles.promotion,
            RuleName::KingRuns => articles.king_runs,
            RuleName::Blocked => self.blocked_article,
            RuleName::EarlyEnd => self.early_end_article,
        };
        (!article.is_empty()).then_some(article)
    }
}
