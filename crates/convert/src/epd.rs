//! Positions with operations, of any game.
//!
//! In chess a position is four fields, and the operations `hmvc` and `fmvn` hold its clocks; the clocks of a
//! FEN may stand there too, as in perft suites. In draughts a position is one field, its FEN.

/// A line as a FEN and what is left of the operations.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Epd {
    pub(crate) fen: String,
    pub(crate) operations: String,
}

/// Splits a line.
pub(crate) fn read(line: &str) -> Result<Epd, String> {
    if !line.split_whitespace().next().unwrap_or_default().contains('/') {
        let (fen, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        return Ok(Epd { fen: fen.to_owned(), operations: join(&split(rest)?) });
    }
    let fields: Vec<&str> = line.split_whitespace().take(6).collect();
    let is_number = |index: usize| fields.get(index).is_some_and(|field| field.parse::<u32>().is_ok());
    let count = if is_number(4) && is_number(5) { 6 } else { 4 };
    let mut clocks =
        [fields.get(4).copied(), fields.get(5).copied()].map(|clock| clock.filter(|_| count == 6));
    let rest = skip_fields(line, count);
    let mut kept = Vec::new();
    for operation in split(rest)? {
        let (code, operand) = operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
        let (clock, operand) = match code {
            "hmvc" => (&mut clocks[0], operand.trim()),
            "fmvn" => (&mut clocks[1], operand.trim()),
            _ => {
                kept.push(operation);
                continue;
            }
        };
        if let Some(known) = clock.replace(operand).filter(|&known| known != operand) {
            return Err(format!("{code} is {operand:?}, and {known:?} before it: expected one of them"));
        }
    }
    let position: Vec<&str> = fields.iter().take(4).copied().collect();
    let [quiet, number] = clocks;
    let fen = format!("{} {} {}", position.join(" "), quiet.unwrap_or("0"), number.unwrap_or("1"));
    Ok(Epd { fen, operations: join(&kept) })
}

/// Writes a position with operations after it, each with its `;`.
pub(crate) fn write(fen: &str, operations: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let mut line = match fields[..] {
        [.., quiet, number] if fields.len() == 6 => {
            let mut line = fields[..4].join(" ");
            // The usual clocks go without saying.
            for (code, value, usual) in [("hmvc", quiet, "0"), ("fmvn", number, "1")] {
                if value != usual {
                    line.push_str(&format!(" {code} {value};"));
                }
            }
            line
        }
        _ => fen.to_owned(),
    };
    if !operations.is_empty() {
        line.push(' ');
        line.push_str(operations);
    }
    line
}

/// An operation whose operand is a text. EPD has no way to write a quote inside it.
pub(crate) fn text_operation(code: &str, text: &str) -> String {
    format!("{code} \"{}\";", text.replace('"', "'"))
}

/// The moves of the position that operations name, each with its operation: best moves, those to avoid, and the one
/// that was supplied.
pub(crate) fn moves(operations: &str) -> Vec<(&str, &str)> {
    let operations = split(operations).unwrap_or_default();
    let of_moves = operations.into_iter().filter_map(|operation| operation.split_once(char::is_whitespace));
    let of_moves = of_moves.filter(|(code, _)| matches!(*code, "bm" | "am" | "sm"));
    of_moves.flat_map(|(code, moves)| moves.split_whitespace().map(move |mv| (code, mv))).collect()
}

fn skip_fields(text: &str, count: usize) -> &str {
    (0..count).fold(text.trim_start(), |rest, _| {
        rest.find(char::is_whitespace).map_or("", |end| rest[end..].trim_start())
    })
}

/// The operations of a text, without the `;` between them.
fn split(text: &str) -> Result<Vec<&str>, String> {
    let (mut operations, mut start, mut is_quoted) = (Vec::new(), 0, false);
    for (place, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b';' if !is_quoted => {
                operations.push(&text[start..place]);
                start = place + 1;
            }
            _ => {}
        }
    }
    if is_quoted {
        return Err("an operation with a quote that is not closed".to_owned());
    }
    operations.push(&text[start..]);
    let operations: Vec<&str> =
        operations.into_iter().map(str::trim).filter(|operation| !operation.is_empty()).collect();
    match operations
        .iter()
        .find(|operation| !operation.starts_with(|letter: char| letter.is_ascii_alphabetic()))
    {
        Some(other) => {
            Err(format!("an operation {other:?}, expected a code that begins with a letter, such as bm"))
        }
        None => Ok(operations),
    }
}

fn join(operations: &[&str]) -> String {
    operations.iter().map(|operation| format!("{operation};")).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chess_has_clocks_among_the_operations() {
        let line = "8/8/8/4k3/8/8/8/K3R3 b - - hmvc 3; bm Kd6; fmvn 17; id \"a; b\";";
        let epd = read(line).expect("EPD");
        assert_eq!(epd.fen, "8/8/8/4k3/8/8/8/K3R3 b - - 3 17");
        assert_eq!(epd.operations, "bm Kd6; id \"a; b\";");
        assert_eq!(
            write(&epd.fen, &epd.operations),
            "8/8/8/4k3/8/8/8/K3R3 b - - hmvc 3; fmvn 17; bm Kd6; id \"a; b\";"
        );
    }

    #[test]
    fn clocks_that_contradict_each_other_are_refused() {
        let position = "8/8/8/4k3/8/8/8/K3R3 b - -";
        for (operations, expected) in [
            ("fmvn 3; fmvn 4;", "fmvn is \"4\", and \"3\" before it: expected one of them"),
            ("hmvc 3; hmvc 0;", "hmvc is \"0\", and \"3\" before it: expected one of them"),
            ("0 1 hmvc 5;", "hmvc is \"5\", and \"0\" before it: expected one of them"),
        ] {
            assert_eq!(read(&format!("{position} {operations}")), Err(expected.to_owned()));
        }
        let epd = read(&format!("{position} 2 9 hmvc 2; fmvn 9; fmvn 9;")).expect("the same twice");
        assert_eq!(epd.fen, format!("{position} 2 9"));
    }

    #[test]
    fn perft_suites_have_clocks_in_fields() {
        let epd = read("8/8/8/4k3/8/8/8/K3R3 b - - 0 1 ;D1 6 ;D2 60").expect("EPD");
        assert_eq!((&*epd.fen, &*epd.operations), ("8/8/8/4k3/8/8/8/K3R3 b - - 0 1", "D1 6; D2 60;"));
        assert_eq!(write(&epd.fen, &epd.operations), "8/8/8/4k3/8/8/8/K3R3 b - - D1 6; D2 60;");
    }

    #[test]
    fn moves_are_found_among_the_operations() {
        let operations = "id \"bm x\"; bm Kd6 Ke4; acd 12; am Kf5; sm e5;";
        assert_eq!(moves(operations), [("bm", "Kd6"), ("bm", "Ke4"), ("am", "Kf5"), ("sm", "e5")]);
        assert_eq!(moves("bm;"), []);
    }

    #[test]
    fn draughts_has_one_field() {
        let epd = read("W:W31-50:B1-20 ;D1 9 ;D2 81").expect("EPD");
        assert_eq!((&*epd.fen, &*epd.operations), ("W:W31-50:B1-20", "D1 9; D2 81;"));
        assert_eq!(write(&epd.fen, ""), "W:W31-50:B1-20");
        assert!(read("W:W1:B2 id \"x").is_err());
    }

    #[test]
    fn operations_begin_with_a_letter() {
        let position = "8/8/8/4k3/8/8/8/K3R3 b - -";
        for operations in ["5 9; bm Kd6;", "5", "5 bm Kd6;", "5; 9;", "- bm Kd6;", "\"x\";", "bm Kd6;#c"] {
            let error = read(&format!("{position} {operations}")).expect_err("no operation");
            assert!(error.contains("expected a code that begins with a letter"), "{operations}: {error}");
        }
    }
}
