//! The reasons in words.

use crate::board::Square;
use crate::explain::{BehindRule, Capture, Criterion, Illegal, Way};
use crate::numbering::Numbering;
use crate::position::{Piece, Role};
use crate::rules::{Precedence, Rules};

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
                let (role, owner, turn) = (piece.role.name(), piece.color, !piece.color);
                format!("the {role} on {} is {owner}'s, and {turn} is to move", name(square))
            }
            Self::StaysPut { square } => format!("the piece does not leave {}", name(square)),
            Self::Occupied { square, piece } => {
                format!("{} is occupied by a {}", name(square), words(*piece))
            }
            Self::KingMustWait { square, limit } => format!(
                "the king on {} has made {limit} quiet moves in a row: it may only capture until another piece \
                 has moved",
                name(square)
            ),
            Self::MustCapture { instead } => {
                format!("capturing is mandatory, as by {}", capture_text(rules, instead))
            }
            Self::WrittenAsQuiet { capture } => {
                let text = capture_text(rules, capture);
                format!("that is a capture, written {text}")
            }
            Self::WrittenAsCapture { from, to } => {
                format!("that takes nothing and is written {}-{}", name(from), name(to))
            }
            Self::OtherPieces { from, to, given, taken } => {
                let (given, taken) = (list(rules, given, "and"), list(rules, taken, "and"));
                let sign = sign(&rules.numbering);
                format!("{}{sign}{} takes {taken}, not {given}", name(from), name(to))
            }
            Self::Outranked { criterion, ours, best, corrected } => {
                let begin = if *corrected { "no capture that begins like this is legal: " } else { "" };
                format!("{begin}{}", outranked(rules, *criterion, ours, best))
            }
            Self::NoLegalCapture { role, criterion, ours, best } => {
                let why = outranked(rules, *criterion, ours, best);
                format!("the {} on {} has no legal capture: {why}", role.name(), name(&ours.from))
            }
            Self::Unexplained => "no legal move fits".to_owned(),
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

    /// Why a piece cannot go like that.
    fn step_text(&self, rules: &Rules) -> Option<String> {
        let name = |square: &Square| rules.square_name(*square);
        Some(match self {
            Self::NotOnALine { from, to } => format!("no line joins {} and {}", name(from), name(to)),
            Self::WrongDirection { from, to, role, way, capture } => {
                let (verb, way) = (if *capture { "capture" } else { "move" }, way.name());
                format!("a {} does not {verb} {way}, as from {} to {}", role.name(), name(from), name(to))
            }
            Self::TooFar { from, to, role } => {
                format!("a {} moves one square, and {} is farther from {}", role.name(), name(to), name(from))
            }
            Self::Blocked { from, to, by, piece } => {
                format!(
                    "the {} on {} stands between {} and {}",
                    words(*piece),
                    name(by),
                    name(from),
                    name(to)
                )
            }
            Self::NothingToTake { from, to } => {
                format!("there is nothing to take between {} and {}", name(from), name(to))
            }
            Self::OwnPieceInTheWay { square, role, .. } => {
                format!(
                    "the own {} on {} stands in the way: own pieces are not jumped",
                    role.name(),
                    name(square)
                )
            }
            Self::AlreadyJumped { square } => format!(
                "the piece on {} was already jumped: it stays until the move has ended and is not jumped again",
                name(square)
            ),
            Self::AlreadyRemoved { square } => {
                format!("the piece on {} was already taken and has left the board", name(square))
            }
            Self::TwoPieces { first, second, adjacent: true, .. } => {
                format!(
                    "behind the piece on {} stands another on {}: no free square",
                    name(first),
                    name(second)
                )
            }
            Self::TwoPieces { first, second, adjacent: false, .. } => {
                format!("a jump takes one piece, not those on {} and {}", name(first), name(second))
            }
            Self::ManTakesKing { square } => format!("a man may not take the king on {}", name(square)),
            Self::NotAdjacent { from, role, target } => format!(
                "a {} jumps only the piece next to it, and {} is not next to {}",
                role.name(),
                name(target),
                name(from)
            ),
            _ => return None,
        })
    }

    /// Why a capture may not go on or end like that.
    fn jump_text(&self, rules: &Rules) -> String {
        let name = |square: &Square| rules.square_name(*square);
        match self {
            Self::LandsTooFar { role, behind, to, .. } => format!(
                "a {} lands right behind the piece it takes: on {}, not on {}",
                role.name(),
                name(behind),
                name(to)
            ),
            Self::MustLandBehind { rule, target, behind, to } => {
                let rule = match rule {
                    BehindRule::Each => "a king lands right behind each piece it takes",
                    BehindRule::LastKing => "a king that takes a king last stops right behind it",
                    BehindRule::LastKingOfSeveral => {
                        "a king that takes several pieces, a king last, stops right behind it"
                    }
                };
                format!("{rule}: behind {} on {}, not on {}", name(target), name(behind), name(to))
            }
            Self::TurnsBack { at } => {
                format!("a piece may not turn back by 180 degrees between two jumps, as on {}", name(at))
            }
            Self::EndsOnCrowning { at } => {
                format!("the man is crowned on {}, and that ends its move", name(at))
            }
            Self::NotCrownedInPassing { at } => format!(
                "the man only passes {}: it goes on as a man, and becomes a king if its move ends there",
                name(at)
            ),
            Self::MustGoOn { at, next, role, crowned } => {
                let next = list(rules, next, "or");
                let who = if *crowned { "man, now crowned," } else { role.name() };
                format!("the capture is not complete: from {} the {who} must go on and take {next}", name(at))
            }
            Self::MustLandOn { at, squares } => {
                let squares = list(rules, squares, "or");
                format!(
                    "after landing on {squares} the king can go on capturing, after {} it cannot: it must land \
                     on {squares}",
                    name(at)
                )
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

impl Way {
    const fn name(self) -> &'static str {
        match self {
            Self::Backward => "backward",
            Self::Sideways => "sideways",
            Self::Straight => "straight",
            Self::Diagonally => "diagonally",
        }
    }
}

/// Both captures by what decides between them.
fn outranked(rules: &Rules, criterion: Criterion, ours: &Capture, best: &Capture) -> String {
    let (mut our_text, mut best_text) = (capture_text(rules, ours), capture_text(rules, best));
    if our_text == best_text && criterion != Criterion::KingsFirst {
        our_text = format!("{our_text} over {}", list(rules, &ours.taken, "and"));
        best_text = format!("{best_text} over {}", list(rules, &best.taken, "and"));
    }
    let (count, most) = (ours.taken.len(), best.taken.len());
    match criterion {
        Criterion::MostPieces => {
            format!("{our_text} takes {count}, {best_text} takes {most}: the most pieces must be taken")
        }
        Criterion::HighestValue => format!(
            "{our_text} takes {}, {best_text} takes {}: the highest value must be taken, a king counting just \
             under two men",
            value(ours),
            value(best)
        ),
        Criterion::WithKing => {
            let when = match rules.precedence {
                Precedence::WithKing => "",
                Precedence::Frisian => "at equal value ",
                _ => "at equal numbers ",
            };
            format!("a man makes {our_text}, a king can make {best_text}: {when}a king captures before a man")
        }
        Criterion::MostKings => format!(
            "{our_text} and {best_text} take {count} each, but with {} and {}: the most kings must be taken",
            counted(ours.kings, "king"),
            counted(best.kings, "king")
        ),
        Criterion::KingsFirst if our_text == best_text => format!(
            "{best_text} takes {}, not {}: kings must be taken as early as possible",
            list(rules, &best.taken, "then"),
            list(rules, &ours.taken, "then")
        ),
        Criterion::KingsFirst => format!(
            "{our_text} and {best_text} take {count} each with {}, but taking {} meets a king earlier than \
             taking {}",
            counted(ours.kings, "king"),
            list(rules, &best.taken, "then"),
            list(rules, &ours.taken, "then")
        ),
    }
}

/// What a capture takes: `2 men and 1 king`.
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
