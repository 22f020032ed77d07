//! Positions as records write them, and what the standards do not allow in them.

use boardgame::{FenError, Reading, RecordNotation};

use crate::error::shortened;
use crate::lexer::Syntax;
use crate::repair::RepairKind;

/// Finds what the standard does not allow in the text of a position although it can be understood, and takes away
/// what is noise.
///
/// ```
/// use damier_record::{RepairKind, Syntax, repair_fen};
///
/// let mut fen = "W:W31:B1:H0:F12.".to_owned();
/// let repairs = repair_fen(&mut fen, Syntax::Pdn);
/// assert_eq!(repairs, [RepairKind::FinalDot, RepairKind::ExtraGroups { found: "H0:F12".to_owned() }]);
/// assert_eq!(fen, "W:W31:B1:H0:F12");
/// ```
#[must_use]
pub fn repair_fen(fen: &mut String, syntax: Syntax) -> Vec<RepairKind> {
    let mut repairs = Vec::new();
    // What is no position at all is refused as a whole.
    if !looks_like_position(fen, syntax) {
        return repairs;
    }
    let tidy = fen.split_whitespace().collect::<Vec<_>>().join(" ");
    let tidy = if syntax == Syntax::Pdn { without_blanks_at_signs(&tidy) } else { tidy };
    if tidy != *fen {
        repairs.push(RepairKind::SpacesInPosition);
        *fen = tidy;
    }
    match syntax {
        Syntax::Pgn if fen.split(' ').count() == 4 => repairs.push(RepairKind::MissingClocks),
        Syntax::Pgn => {}
        Syntax::Pdn => repair_draughts(fen, &mut repairs),
    }
    repairs
}

/// A position of draughts without the blanks around what separates its parts. Others may stand inside of a number.
fn without_blanks_at_signs(fen: &str) -> String {
    let trimmed =
        |part: &str, sign: char| part.split(sign).map(str::trim).collect::<Vec<_>>().join(&sign.to_string());
    trimmed(&trimmed(fen, ','), ':')
}

fn looks_like_position(fen: &str, syntax: Syntax) -> bool {
    let fen = fen.trim();
    match syntax {
        Syntax::Pgn => {
            fen.split_whitespace().next().is_some_and(|placement| placement.split('/').count() == 8)
        }
        Syntax::Pdn => {
            let mut sections = fen.split(':').map(str::trim);
            matches!(sections.next(), Some("W" | "B" | "?"))
                && sections.all(|section| {
                    section.is_empty() || section.starts_with(['+', '.', '?', 'W', 'B']) || is_group(section)
                })
        }
    }
}

/// Whether a part of a position may be something that other programs write, such as `H0`.
fn is_group(section: &str) -> bool {
    section.starts_with(|letter: char| letter.is_ascii_uppercase())
}

/// Compares the text of a position with the one that the game writes: what must not change without a word. In
/// draughts that is whether squares have letters or numbers, and the king moves in a row of Frisian draughts; in chess everything but what has two standard ways: castling,
/// and the en passant square after a double step that no pawn can answer (PGN 16.1.3.4 gives it, others do not).
pub(crate) fn check_form(found: &str, written: &str, repairs: &mut Vec<RepairKind>) {
    if !written.contains('/') {
        let differs = match (first_square(found), first_square(written)) {
            (Some(found), Some(written)) => is_lettered(found) != is_lettered(written),
            _ => false,
        };
        if differs {
            return repairs.push(other_text("squares", found, written));
        }
        return match king_moves(found) {
            // Zeros are reported as part of another group.
            Some(moves) if moves != "+0+0" && king_moves(written) != Some(moves) => {
                repairs.push(other_text("king moves in a row", moves, king_moves(written).unwrap_or("+0+0")))
            }
            _ => {}
        };
    }
    let is_shredder = |rights: &str| rights.bytes().any(|byte| !b"KQkq-".contains(&byte));
    let fields = FIELDS.iter().zip(found.split_whitespace().zip(written.split_whitespace()));
    let others = fields.filter(|(field, (found, written))| {
        let is_other_way = **field == CASTLING && is_shredder(found) != is_shredder(written);
        let is_answered = **field != EN_PASSANT || *written != "-";
        found != written && !is_other_way && is_answered
    });
    repairs.extend(others.map(|(field, (found, written))| other_text(field, found, written)));
}

const CASTLING: &str = "castling field";

const EN_PASSANT: &str = "en passant square";

/// The fields of a position of chess.
const FIELDS: [&str; 6] =
    ["placement", "side to move", CASTLING, EN_PASSANT, "half-move clock", "move number"];

fn other_text(field: &'static str, found: &str, written: &str) -> RepairKind {
    let (found, written) = (shortened(found.as_bytes()), shortened(written.as_bytes()));
    RepairKind::PositionText { field, found, written }
}

/// The group of a draughts position that counts king moves in a row.
fn king_moves(fen: &str) -> Option<&str> {
    fen.split(':').skip(1).find(|section| section.starts_with('+'))
}

/// The first square of a position of draughts.
fn first_square(fen: &str) -> Option<&str> {
    let squares = fen.split(':').skip(1).filter_map(|section| section.strip_prefix(['W', 'B']));
    squares.map(|squares| squares.trim_start_matches('K')).find(|squares| !squares.is_empty())
}

fn is_lettered(square: &str) -> bool {
    square.starts_with(|letter: char| letter.is_ascii_lowercase())
}

fn repair_draughts(fen: &mut String, repairs: &mut Vec<RepairKind>) {
    // The replay reports a player who passes.
    if is_pass(fen) {
        return;
    }
    while fen.ends_with('.') {
        repairs.push(RepairKind::FinalDot);
        fen.pop();
    }
    let mut sections = fen.split(':');
    if sections.next() == Some("?") {
        repairs.push(RepairKind::UnknownSide);
    }
    let mut extra: Vec<&str> = Vec::new();
    for section in sections {
        match section.strip_prefix(['W', 'B']) {
            Some(squares) => {
                let has_zero = |item: &&str| {
                    item.trim_start_matches('K').split('-').any(|square| square.starts_with('0'))
                };
                let zeros = squares.split(',').filter(has_zero);
                repairs
                    .extend(zeros.map(|item| RepairKind::LeadingZero { found: shortened(item.as_bytes()) }));
            }
            // King moves in a row are part of a Frisian position; zeros say nothing.
            None if section.starts_with('+') && section != "+0+0" => {}
            None => extra.push(section),
        }
    }
    if !extra.is_empty() {
        repairs.push(RepairKind::ExtraGroups { found: shortened(extra.join(":").as_bytes()) });
    }
}

/// Whether a text is a set-up without pieces, which a proposal for PDN uses where a player passes.
pub(crate) fn is_pass(fen: &str) -> bool {
    matches!(fen, "W::" | "B::")
}

/// Reads a position of a record: where the side to move is unknown, it is the player who starts.
pub(crate) fn read_fen<P: RecordNotation>(rules: P::Rules, fen: &str) -> Result<P, FenError> {
    match fen.strip_prefix("?:") {
        Some(rest) => {
            let first = P::start_of(rules).turn().letter();
            P::read_fen(rules, &format!("{first}:{rest}"), Reading::Strict)
        }
        None => P::read_fen(rules, fen, Reading::Strict),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_position_needs_no_repair() {
        for (fen, syntax) in [
            ("hello: world", Syntax::Pdn),
            ("w:wk40:b11", Syntax::Pdn),
            ("w:W31 :B1", Syntax::Pdn),
            ("W:W31 :b1", Syntax::Pdn),
            ("8/8/8  w - -", Syntax::Pgn),
        ] {
            check(fen, syntax, fen, &[]);
        }
    }

    #[test]
    fn positions_are_compared_with_what_the_game_writes() {
        let check = |found: &str, written: &str, expected: Option<&str>| {
            let mut repairs = Vec::new();
            check_form(found, written, &mut repairs);
            let text = repairs.first().map(ToString::to_string);
            assert_eq!(
                (text.as_deref(), repairs.len()),
                (expected, usize::from(expected.is_some())),
                "{found}"
            );
        };
        let written = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        check(written, written, None);
        check(&written.replace(" - ", " e3 "), written, None);
        let passing = "the en passant square of the position, \"-\", read as \"e3\"";
        check(written, &written.replace(" - ", " e3 "), Some(passing));
        let frisian = "W:WK46,40:BK11,12:+211+346";
        check(frisian, frisian, None);
        check("W:W40:B11:+0+0", "W:W40:B11", None);
        let lost = "the king moves in a row of the position, \"+0+146\", read as \"+0+0\"";
        check("W:WK46,40:B11:+0+146", "W:W40,K46:B11", Some(lost));
        let half = "the king moves in a row of the position, \"+211+346\", read as \"+211+0\"";
        check("W:WK46:BK11,12:+211+346", "W:WK46:BK11,12:+211+0", Some(half));
        let order = "the castling field of the position, \"qkQK\", read as \"KQkq\"";
        check(&written.replace("KQkq", "qkQK"), written, Some(order));
        check(&written.replace("KQkq", "HAha"), written, None);
        check(written, &written.replace("KQkq", "HAha"), None);
        check(&written.replace("KQkq", "KAkq"), written, None);
        let others = "the castling field of the position, \"HAha\", read as \"HGhg\"";
        check(&written.replace("KQkq", "HAha"), &written.replace("KQkq", "HGhg"), Some(others));
        let rights = "the castling field of the position, \"KQkq\", read as \"-\"";
        check(written, &written.replace("KQkq", "-"), Some(rights));
        let mut both = Vec::new();
        check_form(&written.replace(" 0 1", " 05 007"), &written.replace(" 0 1", " 5 7"), &mut both);
        assert_eq!(both.len(), 2);
        check(written.trim_end_matches(" 0 1"), written, None);
        let squares = "the squares of the position, \"W:W21-32:B1\", read as \"W:Wa1:Bb8\"";
        check("W:W21-32:B1", "W:Wa1:Bb8", Some(squares));
        check("W:W31-50:BK1", "W:W31,32:BK1", None);
        check("B:B:WKa1", "B:WKa1:B", None);
    }

    fn check(fen: &str, syntax: Syntax, text: &str, expected: &[RepairKind]) {
        let mut repaired = fen.to_owned();
        assert_eq!(repair_fen(&mut repaired, syntax), expected, "{fen:?}");
        assert_eq!(repaired, text);
    }

    #[test]
    fn what_the_standard_allows_is_no_repair() {
        for fen in [
            "W:W31-50:B1-20",
            "B:BK1,K3-5:W",
            "W:Wa1,Kd4:Bh8",
            // Frisian king moves in a row, which we write.
            "W:WK46,40:BK5,12:+105+146",
        ] {
            check(fen, Syntax::Pdn, fen, &[]);
        }
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        check(start, Syntax::Pgn, start, &[]);
    }

    #[test]
    fn every_tolerated_deviation_is_a_repair() {
        use RepairKind::{FinalDot, MissingClocks, SpacesInPosition, UnknownSide};
        let extra = |found: &str| RepairKind::ExtraGroups { found: found.to_owned() };
        let zero = |found: &str| RepairKind::LeadingZero { found: found.to_owned() };
        check("W:W1:B2.", Syntax::Pdn, "W:W1:B2", &[FinalDot]);
        check(" W:W1:B2\t", Syntax::Pdn, "W:W1:B2", &[SpacesInPosition]);
        check("W: W1, 2 : B3 ,K4", Syntax::Pdn, "W:W1,2:B3,K4", &[SpacesInPosition]);
        check("W:W1 2:B3", Syntax::Pdn, "W:W1 2:B3", &[]);
        check("?:W1:B2", Syntax::Pdn, "?:W1:B2", &[UnknownSide]);
        check("W:W1:B2:H3:F40", Syntax::Pdn, "W:W1:B2:H3:F40", &[extra("H3:F40")]);
        check("W:W1:B2:+0+0", Syntax::Pdn, "W:W1:B2:+0+0", &[extra("+0+0")]);
        check("W:WK01,2:B03", Syntax::Pdn, "W:WK01,2:B03", &[zero("K01"), zero("03")]);
        check("W:W01,02:B3..", Syntax::Pdn, "W:W01,02:B3", &[FinalDot, FinalDot, zero("01"), zero("02")]);
        check("W:W31-050:BK1-09", Syntax::Pdn, "W:W31-050:BK1-09", &[zero("31-050"), zero("K1-09")]);
        check("8/8/8/8/8/8/8/K1k5 w - -", Syntax::Pgn, "8/8/8/8/8/8/8/K1k5 w - -", &[MissingClocks]);
        let fen = "8/8/8/8/8/8/8/K1k5 w - - 0 1";
        check("8/8/8/8/8/8/8/K1k5  w - - 0 1 ", Syntax::Pgn, fen, &[SpacesInPosition]);
        let mut long = format!("W:W1:B2:X{}", "x".repeat(1_000_000));
        let [RepairKind::ExtraGroups { found }] = &repair_fen(&mut long, Syntax::Pdn)[..] else { panic!() };
        assert!(found.len() < 50);
    }
}
