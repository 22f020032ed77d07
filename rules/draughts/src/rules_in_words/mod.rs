//! The rules of a variant in words, made from its constants.
//!
//! The code names every field of [`Rules`], so that a new field does not compile until it has words.

mod endings;
mod in_short;

use boardgame::RuleInWords;

use crate::articles::RuleName;
use crate::board::{Board, Direction, Directions};
use crate::numbering::{Corner, Numbering};
use crate::precedence::{Criterion, Precedence};
use crate::rules::{Blocked, Draws, Landing, Limit, Promotion, Removal, Rules, Status};

impl Rules {
    /// The rules in words, with the articles they come from.
    ///
    /// ```
    /// use damier_draughts::Variant;
    /// use damier_draughts::variants::International;
    ///
    /// let rules = International::RULES.in_words();
    /// let most = rules.iter().find(|rule| rule.text.contains("most pieces")).expect("a majority rule");
    /// assert_eq!(most.article, Some("FMJD 4.13"));
    /// ```
    #[must_use]
    pub fn in_words(&self) -> Vec<RuleInWords> {
        let &Self {
            name: _,
            title: _,
            status,
            board,
            men_rows,
            back_rows,
            first,
            man_moves,
            man_captures,
            king_moves,
            king_captures,
            flying_kings,
            landing,
            men_take_kings,
            precedence,
            removal,
            reversal,
            promotion,
            blocked,
            blocked_article: _,
            first_king_wins,
            last_piece_loses,
            early_end_article: _,
            king_run_limit,
            draws,
            capture_in_sixteen_moves: _,
            long_diagonal_clause: _,
            // Named beside the rules.
            articles: _,
            numbering,
        } = self;
        let mut words = Words { rules: self, list: Vec::new() };
        words.add("Board", RuleName::Board, board_text(board));
        words.add("Board", RuleName::Men, men_text(board, men_rows, back_rows));
        words.add("Board", RuleName::First, format!("{} moves first.", first.name()));
        words.add("Men", RuleName::ManMoves, format!("A man moves one square {}.", directions(man_moves)));
        let jump = "by jumping over an adjacent enemy piece to the free square behind it";
        words.add("Men", RuleName::ManCaptures, format!("It captures {} {jump}.", directions(man_captures)));
        let whom = if men_take_kings { "A man may capture a king." } else { "A man may not capture a king." };
        words.add("Men", RuleName::MenTakeKings, whom);
        words.add("Men", RuleName::Promotion, promotion_text(promotion));
        let (steps, jumps) = king_texts(king_moves, king_captures, flying_kings);
        words.add("Kings", RuleName::KingMoves, steps);
        words.add("Kings", RuleName::KingCaptures, jumps);
        if flying_kings {
            words.add("Kings", RuleName::Landing, landing_text(landing));
        }
        if let Some(limit) = king_run_limit {
            let text = format!(
                "While a player still has a man, the same king may make at most {limit} moves in a row without capturing."
            );
            words.add("Kings", RuleName::KingRuns, text);
        }
        words.add("Captures", RuleName::Mandatory, "A player who can capture must capture.");
        let on = "The capturing piece must continue as long as it can jump another enemy piece.";
        words.add("Captures", RuleName::Completion, on);
        words.add_precedence(precedence);
        words.add("Captures", RuleName::Removal, removal_text(removal));
        if removal == Removal::Immediate {
            words.add("Captures", RuleName::Reversal, reversal_text(reversal));
        }
        words.add("End", RuleName::Blocked, blocked_text(blocked));
        if first_king_wins {
            words.add("End", RuleName::EarlyEnd, "The first player to get a king wins.");
        }
        if last_piece_loses {
            let text = "A player left with one piece against more loses; one piece against one is a draw.";
            words.add("End", RuleName::EarlyEnd, text);
        }
        words.add_draws(draws);
        words.list.push(RuleInWords::new("Notation", numbering_text(board, numbering), ""));
        words.list.extend(status_text(status).map(|text| RuleInWords::new("Status", text, "")));
        words.list
    }

    /// What distinguishes the variant, in as few words as possible: kings, captures by men, choice of capture,
    /// promotion, and special rules.
    #[must_use]
    pub fn axes(&self) -> Vec<&'static str> {
        let mut axes = vec![if self.flying_kings { "flying kings" } else { "short kings" }];
        axes.push(match self.man_captures {
            Directions::DIAGONALS => "men capture backward",
            Directions::ALL => "captures in 8 directions",
            Directions::FORWARD_DIAGONALS => "men capture forward",
            _ => "men capture forward and sideways",
        });
        axes.push(match self.precedence {
            Precedence::Free => "free choice of capture",
            Precedence::Count => "majority capture",
            Precedence::CountThenKings => "majority capture, then most kings",
            Precedence::CountThenWithKing => "majority capture, then with a king",
            Precedence::Italian => "majority capture, then with a king, most kings, kings first",
            Precedence::WithKing => "capture with a king first",
            Precedence::Frisian => "capture of the highest value",
        });
        axes.push(match self.promotion {
            Promotion::AtRest => "promotion at the end of a move",
            Promotion::InPassing => "promotion in passing",
            Promotion::EndsMove => "promotion ends the move",
        });
        let special = [
            (self.landing != Landing::Free, "restricted landing"),
            (!self.men_take_kings, "men cannot capture kings"),
            (self.removal == Removal::Immediate, "captured pieces removed at once"),
            (self.blocked == Blocked::Wins, "a player who cannot move wins"),
            (self.blocked == Blocked::Draws, "a player who cannot move draws"),
            (self.first_king_wins, "first king wins"),
            (self.last_piece_loses, "last piece loses"),
            (self.king_run_limit.is_some(), "limited king moves"),
        ];
        axes.extend(special.into_iter().filter(|&(holds, _)| holds).map(|(_, text)| text));
        axes
    }
}

/// The list under construction.
struct Words<'a> {
    rules: &'a Rules,
    list: Vec<RuleInWords>,
}

impl Words<'_> {
    fn add(&mut self, topic: &'static str, rule: RuleName, text: impl Into<String>) {
        self.list.push(RuleInWords::new(topic, text, self.rules.article(rule).unwrap_or_default()));
    }

    /// Each criterion with its own article, in the order in which they are applied.
    fn add_precedence(&mut self, precedence: Precedence) {
        let criteria = precedence.criteria();
        if criteria.is_empty() {
            let text = "If several captures are possible, the player may choose any of them.";
            self.add("Captures", RuleName::Precedence, text);
        }
        for (index, &criterion) in criteria.iter().enumerate() {
            let begin =
                if index == 0 { "If several captures are possible," } else { "If that leaves a choice," };
            let end = match criterion {
                Criterion::MostPieces => "the player must capture the most pieces",
                Criterion::WithKing => "the player must capture with a king rather than a man",
                Criterion::MostKings => "the player must capture the most kings",
                Criterion::KingsFirst => "the player must capture a king as early as possible",
                Criterion::HighestValue => {
                    "the player must make the one of the highest value; a king is worth slightly less than two men"
                }
            };
            self.add("Captures", criterion.rule(), format!("{begin} {end}."));
        }
    }

    fn add_draws(&mut self, draws: Draws) {
        let Draws { repetition, king_moves, endings } = draws;
        if let Some(Limit { at, name: _, article }) = repetition {
            let text =
                format!("The game is drawn when the same position occurs for the {} time.", ordinal(at));
            self.list.push(RuleInWords::new("Draws", text, article));
        }
        if let Some(Limit { at, name: _, article }) = king_moves {
            let text = format!(
                "The game is drawn after {} moves by each player without a capture or a move by a man.",
                at / 2
            );
            self.list.push(RuleInWords::new("Draws", text, article));
        }
        self.list.extend(endings::in_words(self.rules, endings));
        if self.list.iter().all(|rule| rule.topic != "Draws") {
            self.list.push(RuleInWords::new("Draws", "There are no draw rules.", ""));
        }
    }
}

fn ordinal(number: u8) -> String {
    match number {
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        5 => "fifth".to_owned(),
        _ => format!("{number}th"),
    }
}

fn board_text(board: Board) -> String {
    let Board { columns, rows, full, mirrored, .. } = board;
    if full {
        return format!(
            "The board has {columns} columns and {rows} rows; all {} squares are used.",
            board.squares()
        );
    }
    // As White sees it. Both players see the same corner, so the text need not say whose view it is.
    let is_dark_left = !mirrored;
    let corner = if is_dark_left { "left" } else { "right" };
    format!(
        "The board has {columns} columns and {rows} rows. Play takes place on the {} dark squares; the lower {corner} \
         corner is dark.",
        board.squares()
    )
}

fn men_text(board: Board, men_rows: u8, back_rows: u8) -> String {
    let per_row = board.squares() / board.rows;
    let men = men_rows * per_row;
    let back = match back_rows {
        0 => "nearest to the player".to_owned(),
        1 => "in front of one empty row".to_owned(),
        _ => format!("in front of {back_rows} empty rows"),
    };
    let rows = if men_rows == 1 { "row".to_owned() } else { format!("{men_rows} rows") };
    format!("Each player starts with {men} men on the {rows} {back}.")
}

/// The directions of a piece, as its player sees them.
fn directions(set: Directions) -> String {
    let has = |direction| set.contains(direction);
    let straight = (has(Direction::North), has(Direction::East), has(Direction::South));
    let diagonal = (has(Direction::NorthEast), has(Direction::SouthEast));
    let mut ways = Vec::new();
    match diagonal {
        (true, true) => ways.push("diagonally forward or backward"),
        (true, false) => ways.push("diagonally forward"),
        (false, true) => ways.push("diagonally backward"),
        (false, false) => {}
    }
    match straight {
        (true, true, true) => ways.push("straight forward, backward or sideways"),
        (true, true, false) => ways.push("straight forward or sideways"),
        (true, false, _) => ways.push("straight forward"),
        (false, true, _) => ways.push("sideways"),
        (false, false, true) => ways.push("straight backward"),
        (false, false, false) => {}
    }
    ways.join(", or ")
}

fn king_texts(moves: Directions, captures: Directions, flying: bool) -> (String, String) {
    let (far, over) = if flying {
        ("any distance over free squares", "an enemy piece at any distance, across free squares only,")
    } else {
        ("one square", "an adjacent enemy piece")
    };
    let land = if flying { "to a free square behind it" } else { "to the free square behind it" };
    (
        format!("A king moves {far}, {}.", directions(moves)),
        format!("It captures {} by jumping over {over} {land}.", directions(captures)),
    )
}

fn landing_text(landing: Landing) -> &'static str {
    match landing {
        Landing::Free => "After a jump, it may land on any free square in line behind the captured piece.",
        Landing::BehindEach => "After each jump, it must land directly behind the captured piece.",
        Landing::BehindLastKing => {
            "If the last piece it captures is a king, it must land directly behind that king."
        }
        Landing::BehindLastKingOfSeveral => {
            "If it captures several pieces and the last one is a king, it must land directly behind that king."
        }
    }
}

fn removal_text(removal: Removal) -> &'static str {
    match removal {
        Removal::AfterMove => {
            "Captured pieces are removed when the move ends; until then, none may be jumped a second time."
        }
        Removal::Immediate => "Each captured piece is removed at once.",
    }
}

fn reversal_text(reversal: bool) -> &'static str {
    if reversal {
        "The capturing piece may turn 180 degrees between two jumps."
    } else {
        "The capturing piece may not turn 180 degrees between two jumps."
    }
}

fn promotion_text(promotion: Promotion) -> &'static str {
    match promotion {
        Promotion::AtRest => {
            "A man that ends its move on the last row is promoted to king; a man that only passes through it while \
             capturing stays a man."
        }
        Promotion::InPassing => {
            "A man that reaches the last row is promoted to king at once and continues capturing as a king if it can."
        }
        Promotion::EndsMove => {
            "A man that reaches the last row is promoted to king, and its move ends there."
        }
    }
}

fn blocked_text(blocked: Blocked) -> &'static str {
    match blocked {
        Blocked::Loses => "A player who has no pieces left or cannot move loses.",
        Blocked::Wins => "A player who has no pieces left or cannot move wins.",
        Blocked::Draws => {
            "A player who has no pieces left loses; a player who has pieces but cannot move draws."
        }
    }
}

fn numbering_text(board: Board, numbering: Numbering) -> String {
    let Numbering { pdn_game_type, algebraic, corner, seen_by, capture_sign } = numbering;
    let corner = match corner {
        Corner::BottomLeft => "lower left",
        Corner::BottomRight => "lower right",
        Corner::TopLeft => "upper left",
        Corner::TopRight => "upper right",
    };
    let whose = seen_by.name();
    let names = if algebraic {
        format!(
            "Squares are named by letter and number, with a1 in the {corner} corner as {whose} sees the board"
        )
    } else {
        let last = board.squares();
        format!(
            "Squares are numbered 1 to {last} row by row from the {corner} corner as {whose} sees the board"
        )
    };
    let tag = match pdn_game_type {
        0 => "PDN has no game type for it".to_owned(),
        number @ 90.. => format!("PDN has no game type for it, Lidraughts uses {number}"),
        number => format!("its PDN game type is {number}"),
    };
    format!("{names}; captures are written with {capture_sign:?}; {tag}.").replace('\'', "\"")
}

fn status_text(status: Status) -> Option<&'static str> {
    match status {
        Status::Proven => None,
        Status::Experimental => Some("The sources of these rules are weak or conflict."),
        Status::TestBoard => Some("Not a game: a board for testing the geometry."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_are_those_of_the_player() {
        assert_eq!(directions(Directions::FORWARD_DIAGONALS), "diagonally forward");
        assert_eq!(directions(Directions::DIAGONALS), "diagonally forward or backward");
        assert_eq!(directions(Directions::STRAIGHT), "straight forward, backward or sideways");
        assert_eq!(directions(Directions::FORWARD_AND_SIDEWAYS), "straight forward or sideways");
        assert_eq!(
            directions(Directions::FORWARD_DIAGONALS_AND_SIDEWAYS),
            "diagonally forward, or straight forward or sideways"
        );
    }
}
