//! The reasons in words.

use crate::board::Square;
use crate::explain::{BehindRule, Capture, Heading, Illegal};
use crate::numbering::Numbering;
use crate::position::{Piece, Role};
use crate::precedence::{Criterion, Precedence};
use crate::rules::Rules;

/// More squares than this are not named: nobody reads them.
const MOST_SQUARES: usize = 12;

impl Illegal {
    /// The reason in words, with squares as the game writes them.
    #[must_use]
    pub fn text(&self, rules: &Rules) -> String {
        let name = |square: &Square| rules.square_name(*square);
        match self {
            Self::GameOver { outcome, reason } => {
                let words = |text: &str| text.replace('_', " ");
                format!("the game is over: {}, {}", words(&outcome.to_string()), words(reason.name))
            }
            Self::NoPiece { square } => format!("there is no piece on {}", name(square)),
            Self::NotYours { square, piece } => {
                let (role, owner, turn) = (piece.role.name(), piece.color.name(), (!piece.color).name());
                format!("the {role} on {} belongs to {owner}; {turn} is to move", name(square))
            }
            Self::StaysPut { square } => format!("the move starts and ends on {}", name(square)),
            Self::Occupied { square, piece } => {
                format!("{} is occupied by a {}", name(square), words(*piece))
            }
            Self::KingMustWait { square, limit } => format!(
                "the king on {} has made {limit} moves in a row without capturing: it may only capture until another \
                 piece moves",
                name(square)
            ),
            Self::MustCapture { instead } => {
                format!("capturing is mandatory, for example {}", capture_text(rules, instead))
            }
            Self::WrittenAsQuiet { capture } => {
                let text = capture_text(rules, capture);
                format!("this move is a capture: write it as {text}")
            }
            Self::WrittenAsCapture { from, to } => {
                format!("this move captures nothing: write it as {}-{}", name(from), name(to))
            }
            Self::OtherPieces { from, to, given, taken } => {
                let (given, taken) = (list(rules, given, "and"), list(rules, taken, "and"));
                let sign = sign(&rules.numbering);
                format!("{}{sign}{} captures {taken}, not {given}", name(from), name(to))
            }
            Self::Outranked { criterion, ours, best, corrected } => {
                let begin = if *corrected { "no legal capture starts this way: " } else { "" };
                format!("{begin}{}", outranked(rules, *criterion, ours, best))
            }
            Self::NoLegalCapture { role, criterion, ours, best } => {
                let why = outranked(rules, *criterion, ours, best);
                format!("the {} on {} has no legal capture: {why}", role.name(), name(&ours.from))
            }
            Self::Unexplained => "no legal move matches".to_owned(),
            _ => self.step_text(rules).unwrap_or_else(|| self.jump_text(rules)),
        }
    }

    /// The reason in words, with its article.
    #[must_use]
    pub fn with_article(&self, rules: &Rules) -> String {
        let text = self.text(rules);
        self.article(rules).map_or_else(|| text.clone(), |article| format!("{text} ({article})"))
    }

    /// The squares that the reason names.
    #[must_use]
    pub fn squares(&self) -> Vec<Square> {
        match self {
            Self::GameOver { .. } | Self::Unexplained => Vec::new(),
            Self::NoPiece { square }
            | Self::NotYours { square, .. }
            | Self::StaysPut { square }
            | Self::Occupied { square, .. }
            | Self::KingMustWait { square, .. }
            | Self::OwnPieceInTheWay { square, .. }
            | Self::AlreadyJumped { square }
            | Self::AlreadyRemoved { square }
            | Self::ManTakesKing { square }
            | Self::CannotCapture { square, .. }
            | Self::TurnsBack { at: square }
            | Self::EndsOnCrowning { at: square }
            | Self::NotCrownedInPassing { at: square } => vec![*square],
            Self::NotOnALine { from, to }
            | Self::WrongDirection { from, to, .. }
            | Self::TooFar { from, to, .. }
            | Self::WrittenAsCapture { from, to }
            | Self::NothingToTake { from, to } => vec![*from, *to],
            Self::Blocked { by, .. } => vec![*by],
            Self::TwoPieces { first, second, .. } => vec![*first, *second],
            Self::NotAdjacent { from, target, .. } => vec![*from, *target],
            Self::LandsTooFar { target, behind, .. } | Self::MustLandBehind { target, behind, .. } => {
                vec![*target, *behind]
            }
            Self::MustGoOn { next: squares, .. }
            | Self::MustLandOn { squares, .. }
            | Self::NoCaptureTo { ends: squares, .. }
            | Self::OtherPieces { taken: squares, .. } => squares.clone(),
            Self::MustCapture { instead: capture }
            | Self::WrittenAsQuiet { capture }
            | Self::Outranked { best: capture, .. }
            | Self::NoLegalCapture { best: capture, .. } => vec![capture.from, capture.to],
        }
    }

    /// Why a single step or jump is not possible.
    fn step_text(&self, rules: &Rules) -> Option<String> {
        let name = |square: &Square| rules.square_name(*square);
        Some(match self {
            Self::NotOnALine { from, to } => {
                format!("{} and {} are not on the same line", name(from), name(to))
            }
            Self::WrongDirection { from, to, role, way, capture } => {
                let (verb, way) = (if *capture { "capture" } else { "move" }, way.name());
                format!("a {} cannot {verb} {way} from {} to {}", role.name(), name(from), name(to))
            }
            Self::TooFar { from, to, role } => {
                format!(
                    "a {} moves only one square; {} is too far from {}",
                    role.name(),
                    name(to),
                    name(from)
                )
            }
            Self::Blocked { from, to, by, piece } => {
                let (by, from, to) = (name(by), name(from), name(to));
                format!("the {} on {by} blocks the way from {from} to {to}", words(*piece))
            }
            Self::NothingToTake { from, to } => {
                format!("there is nothing to capture between {} and {}", name(from), name(to))
            }
            Self::OwnPieceInTheWay { square, role, .. } => {
                format!("you cannot jump your own {} on {}", role.name(), name(square))
            }
            Self::AlreadyJumped { square } => format!(
                "the piece on {} has already been jumped: it stays on the board until the move ends and cannot be \
                 jumped again",
                name(square)
            ),
            Self::AlreadyRemoved { square } => {
                format!("the piece on {} has already been captured and removed", name(square))
            }
            Self::TwoPieces { first, second, adjacent: true, .. } => format!(
                "the piece on {} cannot be jumped: {}, the square behind it, is occupied",
                name(first),
                name(second)
            ),
            Self::TwoPieces { first, second, adjacent: false, .. } => {
                format!("one jump cannot capture both {} and {}", name(first), name(second))
            }
            Self::ManTakesKing { square } => format!("a man may not capture the king on {}", name(square)),
            Self::NotAdjacent { from, role, target } => {
                let (target, from) = (name(target), name(from));
                format!("a {} jumps only adjacent pieces; {target} is not adjacent to {from}", role.name())
            }
            _ => return None,
        })
    }

    /// Why a capture may not continue or end as written.
    fn jump_text(&self, rules: &Rules) -> String {
        let name = |square: &Square| rules.square_name(*square);
        match self {
            Self::LandsTooFar { role, behind, to, .. } => format!(
                "a {} must land directly behind the piece it captures: on {}, not on {}",
                role.name(),
                name(behind),
                name(to)
            ),
            Self::MustLandBehind { rule, target, behind, to } => {
                let rule = match rule {
                    BehindRule::Each => "a king must land directly behind each piece it captures",
                    BehindRule::LastKing => "a king that captures a king last must land directly behind it",
                    BehindRule::LastKingOfSeveral => {
                        "a king that captures several pieces, the last one a king, must land directly behind it"
                    }
                };
                format!("{rule}: on {} behind {}, not on {}", name(behind), name(target), name(to))
            }
            Self::TurnsBack { at } => {
                format!("a piece may not turn 180 degrees between two jumps, as it would on {}", name(at))
            }
            Self::EndsOnCrowning { at } => {
                format!("the man is promoted on {}, which ends the move", name(at))
            }
            Self::NotCrownedInPassing { at } => format!(
                "the man only passes through {}: it continues as a man and is promoted only if its move ends there",
                name(at)
            ),
            Self::MustGoOn { at, next, role, crowned } => {
                let (at, next) = (name(at), list(rules, next, "or"));
                let who = if *crowned { "newly crowned king" } else { role.name() };
                format!("the capture is incomplete: from {at} the {who} must continue and capture {next}")
            }
            Self::MustLandOn { at, squares } => {
                let (at, squares) = (name(at), list(rules, squares, "or"));
                format!("the king must land on {squares}, where it can continue capturing; on {at} it cannot")
            }
            Self::NoCaptureTo { from, to, role, ends } => {
                let (role, ends) = (role.name(), list(rules, ends, "or"));
                format!(
                    "the legal captures of the {role} on {} end on {ends}, not on {}",
                    name(from),
                    name(to)
                )
            }
            Self::CannotCapture { square, role } => {
                format!(
                    "the {} on {} cannot capture: there is no piece it can jump",
                    role.name(),
                    name(square)
                )
            }
            _ => String::new(),
        }
    }
}

impl Role {
    /// The name in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Man => "man",
            Self::King => "king",
        }
    }
}

impl Heading {
    const fn name(self) -> &'static str {
        match self {
            Self::Backward => "backward",
            Self::Sideways => "sideways",
            Self::Straight => "straight",
            Self::Diagonally => "diagonally",
        }
    }
}

/// Compares two captures by the criterion that decides between them.
fn outranked(rules: &Rules, criterion: Criterion, ours: &Capture, best: &Capture) -> String {
    let (mut our_text, mut best_text) = (capture_text(rules, ours), capture_text(rules, best));
    if our_text == best_text && criterion != Criterion::KingsFirst {
        our_text = format!("{our_text} over {}", list(rules, &ours.taken, "and"));
        best_text = format!("{best_text} over {}", list(rules, &best.taken, "and"));
    }
    let (count, most) = (ours.taken.len(), best.taken.len());
    match criterion {
        Criterion::MostPieces => format!(
            "{our_text} captures {}, {best_text} captures {most}: you must capture as many pieces as possible",
            counted(count, "piece")
        ),
        Criterion::HighestValue => format!(
            "{our_text} captures {}, {best_text} captures {}: you must capture the highest value, and a king \
             counts slightly less than two men",
            value(ours),
            value(best)
        ),
        Criterion::WithKing => {
            let when = match rules.precedence {
                Precedence::WithKing => "",
                Precedence::Frisian => "with equal value, ",
                _ => "with equal numbers, ",
            };
            format!(
                "{our_text} captures with a man, {best_text} with a king: {when}you must capture with a king"
            )
        }
        Criterion::MostKings => format!(
            "{our_text} and {best_text} each capture {}, but {our_text} captures {} and {best_text} captures {}: \
             you must capture as many kings as possible",
            counted(count, "piece"),
            counted(ours.kings, "king"),
            best.kings
        ),
        Criterion::KingsFirst if our_text == best_text => format!(
            "{best_text} captures {}, not {}: kings must be captured as early as possible",
            list(rules, &best.taken, "then"),
            list(rules, &ours.taken, "then")
        ),
        Criterion::KingsFirst => format!(
            "{our_text} and {best_text} each capture {} including {}, but capturing {} reaches a king earlier \
             than {}",
            counted(count, "piece"),
            counted(ours.kings, "king"),
            list(rules, &best.taken, "then"),
            list(rules, &ours.taken, "then")
        ),
    }
}

/// What a capture captures: `2 men and 1 king`.
fn value(capture: &Capture) -> String {
    let men = capture.taken.len() - capture.kings;
    let men_text = if men == 1 { "1 man".to_owned() } else { format!("{men} men") };
    match (men, capture.kings) {
        (_, 0) => men_text,
        (0, kings) => counted(kings, "king"),
        (_, kings) => format!("{men_text} and {}", counted(kings, "king")),
    }
}

fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

fn capture_text(rules: &Rules, capture: &Capture) -> String {
    let names: Vec<String> = capture.squares.iter().map(|&square| rules.square_name(square)).collect();
    names.join(sign(&rules.numbering).encode_utf8(&mut [0; 4]))
}

fn sign(numbering: &Numbering) -> char {
    numbering.capture_sign
}

/// A piece with its color.
fn words(piece: Piece) -> String {
    format!("{} {}", piece.color, piece.role.name())
}

/// Squares in a row, the last two joined by a word.
fn list(rules: &Rules, squares: &[Square], join: &str) -> String {
    let mut names: Vec<String> =
        squares.iter().take(MOST_SQUARES).map(|&square| rules.square_name(square)).collect();
    if squares.len() > MOST_SQUARES {
        return format!("{} and others", names.join(", "));
    }
    let last = names.pop().unwrap_or_default();
    if names.is_empty() { last } else { format!("{} {join} {last}", names.join(", ")) }
}
