//! Positions with operations, of any game.
//!
//! In chess a position is four fields, and the operations `hmvc` and `fmvn` hold its clocks; the clocks of a
//! FEN may stand there too, as in perft suites. In draughts a position is one field, its FEN.

use boardgame::epd::{self, SegmentEnd, split_opcode};
use record::{RepairKind, shortened};

/// A line as a FEN, all of its operations, and what was repaired in them.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Epd {
    pub(crate) fen: String,
    pub(crate) operations: String,
    pub(crate) repairs: Vec<RepairKind>,
}

/// Splits a line.
pub(crate) fn read(line: &str) -> Result<Epd, String> {
    let (position, clock_fields, rest) = epd::split_position(line);
    let (operations, mut repairs) = split(rest)?;
    if !position.contains('/') {
        return Ok(Epd { fen: position.to_owned(), operations: join(&operations), repairs });
    }
    let clocks = epd::clocks(clock_fields, &operations).map_err(|error| error.to_string())?;
    let mut written = Vec::new();
    if let Some(fields) = clock_fields {
        repairs.insert(0, RepairKind::ClockFields);
        // A clock that the line has is written again, as an operation.
        for ((opcode, _), clock) in epd::CLOCKS.into_iter().zip(fields) {
            if operations.iter().all(|operation| split_opcode(operation).0 != opcode) {
                written.push(format!("{opcode} {clock}"));
            }
        }
    }
    written.extend(operations.into_iter().map(str::to_owned));
    Ok(Epd { fen: epd::fen(position, clocks), operations: join(&written), repairs })
}

/// The operations of a text, if it holds nothing else.
pub(crate) fn operations(text: &str) -> Option<Vec<&str>> {
    split(text).ok().map(|(operations, _)| operations)
}

/// The variation of a position, whose moves follow each other.
pub(crate) const VARIATION: &str = "pv";

/// The code of an operation, and the moves that it names: best moves, those to avoid, the ones that were supplied or are
/// predicted, and the [variation](VARIATION).
pub(crate) fn moves(operation: &str) -> (&str, Vec<&str>) {
    match split_opcode(operation) {
        (code @ ("bm" | "am" | "sm" | "pm" | VARIATION), moves) => (code, moves.split_whitespace().collect()),
        (code, _) => (code, Vec::new()),
    }
}

/// The operations of a text, without the `;` between them, and what is wrong with these.
fn split(text: &str) -> Result<(Vec<&str>, Vec<RepairKind>), String> {
    let (mut operations, mut repairs) = (Vec::new(), Vec::new());
    for segment in epd::segments(text) {
        match segment.end {
            SegmentEnd::OpenQuote => return Err("an operation with a quote that is not closed".to_owned()),
            // One report is enough.
            SegmentEnd::Semicolon if segment.text.is_empty() => {
                if repairs.is_empty() {
                    repairs.push(RepairKind::EmptyOperation);
                }
                continue;
            }
            SegmentEnd::Semicolon => {}
            SegmentEnd::Text => {
                repairs.push(RepairKind::OpenOperation { found: shortened(segment.text.as_bytes()) });
            }
        }
        operations.push(segment.text);
    }
    let begins_with_letter =
        |operation: &&&str| operation.starts_with(|letter: char| letter.is_ascii_alphabetic());
    match operations.iter().find(|operation| !begins_with_letter(operation)) {
        Some(other) => {
            Err(format!("an operation {other:?}, expected a code that begins with a letter, such as bm"))
        }
        None => Ok((operations, repairs)),
    }
}

/// Operations as a text, each with its `;`.
pub(crate) fn join(operations: &[impl AsRef<str>]) -> String {
    let operations = operations.iter().map(|operation| format!("{};", operation.as_ref()));
    operations.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardgame::epd::write;

    /// What is written of a line, and what was repaired in it.
    fn rewritten(line: &str) -> (String, Vec<String>) {
        let epd = read(line).expect(line);
        let operations = operations(&epd.operations).expect("operations");
        (write(&epd.fen, &operations), epd.repairs.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn chess_has_clocks_among_the_operations() {
        let line = "8/8/8/4k3/8/8/8/K3R3 b - - hmvc 3; bm Kd6; fmvn 17; id \"a; b\";";
        let epd = read(line).expect("EPD");
        assert_eq!(epd.fen, "8/8/8/4k3/8/8/8/K3R3 b - - 3 17");
        assert_eq!(epd.operations, "hmvc 3; bm Kd6; fmvn 17; id \"a; b\";");
        // The position counts.
        let other =
            write("8/8/8/4k3/8/8/8/K3R3 b - - 5 17", &operations(&epd.operations).expect("operations"));
        assert_eq!(other, line.replace("hmvc 3", "hmvc 5"));
        let without: [&str; 0] = [];
        assert_eq!(write(&epd.fen, &without), "8/8/8/4k3/8/8/8/K3R3 b - - hmvc 3; fmvn 17;");
    }

    #[test]
    fn what_a_line_has_is_written_again() {
        let position = "8/8/8/4k3/8/8/8/K3R3 b - -";
        for operations in [
            "",
            " hmvc 0;",
            " fmvn 1;",
            " hmvc 0; fmvn 1;",
            " fmvn 1; bm Kd6; hmvc 0;",
            " hmvc 3; bm Kd6; fmvn 17; id \"a; b\";",
            " fmvn 9; fmvn 9;",
        ] {
            let line = format!("{position}{operations}");
            assert_eq!(rewritten(&line), (line, Vec::new()));
        }
    }

    #[test]
    fn signs_that_are_missing_or_too_many_are_told() {
        let position = "8/8/8/4k3/8/8/8/K3R3 b - -";
        let open = |found: &str| format!("the operation {found:?} without ; after it");
        let empty = || "a ; that ends no operation, left out".to_owned();
        for (operations, written, repairs) in [
            ("bm Kd6", "bm Kd6;", vec![open("bm Kd6")]),
            ("bm Kd6; id \"x\"", "bm Kd6; id \"x\";", vec![open("id \"x\"")]),
            ("bm Kd6;; ;", "bm Kd6;", vec![empty()]),
            (";bm Kd6", "bm Kd6;", vec![empty(), open("bm Kd6")]),
        ] {
            let expected = (format!("{position} {written}"), repairs);
            assert_eq!(rewritten(&format!("{position} {operations}")), expected);
            assert_eq!(rewritten(&expected.0), (expected.0, Vec::new()));
        }
    }

    #[test]
    fn clocks_that_contradict_each_other_are_refused() {
        let position = "8/8/8/4k3/8/8/8/K3R3 b - -";
        for (operations, expected) in [
            ("fmvn 3; fmvn 4;", "fmvn is given twice, \"3\" and \"4\": expected one of them"),
            ("hmvc 3; hmvc 0;", "hmvc is given twice, \"3\" and \"0\": expected one of them"),
            ("0 1 hmvc 5;", "hmvc is given twice, \"0\" and \"5\": expected one of them"),
            ("hmvc;", "hmvc is \"\", expected a number"),
            ("fmvn 1 2;", "fmvn is \"1 2\", expected a number"),
            ("hmvc -1;", "hmvc is \"-1\", expected a number"),
        ] {
            assert_eq!(read(&format!("{position} {operations}")), Err(expected.to_owned()));
        }
        let epd = read(&format!("{position} 2 9 hmvc 2; fmvn 9; fmvn 9;")).expect("the same twice");
        assert_eq!(epd.fen, format!("{position} 2 9"));
        assert_eq!(epd.operations, "hmvc 2; fmvn 9; fmvn 9;");
    }

    #[test]
    fn perft_suites_have_clocks_in_fields() {
        let epd = read("8/8/8/4k3/8/8/8/K3R3 b - - 0 1 ;D1 6 ;D2 60").expect("EPD");
        let expected = ("8/8/8/4k3/8/8/8/K3R3 b - - 0 1", "hmvc 0; fmvn 1; D1 6; D2 60;");
        assert_eq!((&*epd.fen, &*epd.operations), expected);
        let open = RepairKind::OpenOperation { found: "D2 60".to_owned() };
        assert_eq!(epd.repairs, [RepairKind::ClockFields, RepairKind::EmptyOperation, open]);
    }

    #[test]
    fn blanks_in_the_position_stay_for_who_tells_of_them() {
        let epd = read("8/8/8/4k3/8/8/8/K3R3  b -\t-  bm Kd6;").expect("EPD");
        assert_eq!(epd.fen, "8/8/8/4k3/8/8/8/K3R3  b -\t- 0 1");
        assert_eq!(epd.operations, "bm Kd6;");
    }

    #[test]
    fn a_sign_may_follow_the_position_at_once() {
        for line in
            ["8/8/8/4k3/8/8/8/K3R3 b - - 0 1;D1 6;D2 60", "8/8/8/4k3/8/8/8/K3R3 b - - 0 1 ;D1 6 ;D2 60"]
        {
            let epd = read(line).expect("EPD");
            assert_eq!(epd.operations, "hmvc 0; fmvn 1; D1 6; D2 60;");
        }
        assert_eq!(rewritten("W:W28:B19;D1 3").0, "W:W28:B19 D1 3;");
    }

    #[test]
    fn moves_are_found_in_operations() {
        for (operation, expected) in [
            ("bm Kd6  Ke4", ("bm", vec!["Kd6", "Ke4"])),
            ("am Kf5", ("am", vec!["Kf5"])),
            ("pv Kd6 Ke1", ("pv", vec!["Kd6", "Ke1"])),
            ("sm e5", ("sm", vec!["e5"])),
            ("pm e4", ("pm", vec!["e4"])),
            ("bm", ("bm", vec![])),
            ("id \"bm x\"", ("id", vec![])),
            ("acd 12", ("acd", vec![])),
        ] {
            assert_eq!(moves(operation), expected);
        }
    }

    #[test]
    fn draughts_has_one_field() {
        let epd = read("W:W31-50:B1-20 D1 9; D2 81;").expect("EPD");
        assert_eq!((&*epd.fen, &*epd.operations), ("W:W31-50:B1-20", "D1 9; D2 81;"));
        assert_eq!(epd.repairs, []);
        assert_eq!(rewritten("W:W28:B19"), ("W:W28:B19".to_owned(), Vec::new()));
        assert_eq!(rewritten("W:W28:B19 bm 28-22").1.len(), 1);
        assert!(read("W:W1:B2 id \"x").is_err());
    }

    #[test]
    fn operations_begin_with_a_letter() {
        let position = "8/8/8/4k3/8/8/8/K3R3 b - -";
        for operations in ["5", "5 bm Kd6;", "5; 9;", "- bm Kd6;", "\"x\";", "bm Kd6;#c"] {
            let error = read(&format!("{position} {operations}")).expect_err("no operation");
            assert!(error.contains("expected a code that begins with a letter"), "{operations}: {error}");
        }
    }
}
