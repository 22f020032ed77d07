//! Formats text for people: width, character set, and no control characters.

use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};

use console::Term;
use damier::diagram::Charset;

use crate::terminal::shown_lines;

/// The width of a terminal that does not report one.
const USUAL_WIDTH: usize = 80;

/// The limits of the text width: narrower or wider text is hard to read.
const NARROWEST: usize = 20;
const WIDEST: usize = 200;

/// The width of standard output: that of the terminal, or less if `COLUMNS` says so. A pipe has no width unless
/// `COLUMNS` is set: its lines are not wrapped.
pub(crate) fn width() -> Option<usize> {
    let is_terminal = io::stdout().is_terminal();
    let measured = Term::stdout().size_checked().map(|(_, columns)| usize::from(columns));
    let variable = std::env::var("COLUMNS").ok().and_then(|text| text.trim().parse().ok());
    width_of(is_terminal, measured, variable)
}

fn width_of(is_terminal: bool, measured: Option<usize>, variable: Option<usize>) -> Option<usize> {
    let known = measured.filter(|_| is_terminal).into_iter().chain(variable).filter(|&columns| columns > 0);
    let width = known.min().or(is_terminal.then_some(USUAL_WIDTH))?;
    Some(width.clamp(NARROWEST, WIDEST))
}

/// The characters for boards: Unicode pieces in a UTF-8 locale, letters elsewhere; the same for terminals and pipes.
pub(crate) fn charset() -> Charset {
    if cfg!(windows) {
        // Its terminals show Unicode, and it has no locale variables.
        return Charset::Unicode;
    }
    charset_of(["LC_ALL", "LC_CTYPE", "LANG"].map(|name| std::env::var(name).unwrap_or_default()))
}

/// The characters of a locale. As in POSIX, the first variable that is not empty decides.
fn charset_of(variables: [String; 3]) -> Charset {
    let locale = variables.into_iter().find(|value| !value.is_empty()).unwrap_or_default().to_lowercase();
    if locale.contains("utf-8") || locale.contains("utf8") { Charset::Unicode } else { Charset::Ascii }
}

/// Wraps text between words at a width, with a prefix for the first line and one for the others. A move number stays
/// with its move, and a word that is too long is not broken.
pub(crate) fn wrapped(text: &str, width: usize, first: &str, other: &str) -> String {
    let mut lines = String::from(first);
    let mut column = first.len();
    let mut words = text.split(' ').peekable();
    let mut is_first = true;
    while let Some(word) = words.next() {
        let mut word = Cow::Borrowed(word);
        while is_move_number(&word)
            && let Some(next) = words.next_if(|next| !next.is_empty())
        {
            word = format!("{word} {next}").into();
        }
        let length = console::measure_text_width(&word);
        if !is_first && column + 1 + length > width {
            lines.push('\n');
            lines.push_str(other);
            column = other.len();
        } else if !is_first {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(&word);
        column += length;
        is_first = false;
    }
    lines
}

/// Prints untrusted text, wrapped at the width of the output if that is known.
pub(crate) fn say(text: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    let width = width().unwrap_or(usize::MAX);
    for line in shown_lines(text).lines() {
        writeln!(out, "{}", wrapped(line, width, "", ""))?;
    }
    Ok(())
}

/// Prints words in one column and their meanings in another.
pub(crate) fn list<'a>(
    entries: impl Iterator<Item = (&'a str, &'a str)> + Clone,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let longest = entries.clone().map(|(word, _)| word.len()).max().unwrap_or(0);
    let width = width().unwrap_or(usize::MAX);
    for (word, about) in entries {
        let first = format!("  {word:<longest$}  ");
        writeln!(out, "{}", wrapped(about, width, &first, &" ".repeat(first.len())))?;
    }
    Ok(())
}

/// `12.` or `12...`.
fn is_move_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    digits.len() < word.len() && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_can_narrow_the_terminal() {
        for (is_terminal, measured, variable, expected) in [
            (true, Some(120), None, Some(120)),
            (true, Some(120), Some(60), Some(60)),
            (true, Some(40), Some(200), Some(40)),
            (true, None, Some(60), Some(60)),
            (true, Some(0), None, Some(80)),
            (true, None, None, Some(80)),
            (true, Some(3), None, Some(20)),
            (true, Some(900), None, Some(200)),
            (false, Some(80), None, None),
            (false, None, Some(40), Some(40)),
            (false, None, Some(0), None),
        ] {
            assert_eq!(width_of(is_terminal, measured, variable), expected, "{measured:?} {variable:?}");
        }
    }

    #[test]
    fn the_locale_decides_the_characters() {
        for (variables, expected) in [
            (["", "", "en_US.UTF-8"], Charset::Unicode),
            (["", "", "C.utf8"], Charset::Unicode),
            (["", "de_DE.utf8", "C"], Charset::Unicode),
            (["C", "en_US.UTF-8", "en_US.UTF-8"], Charset::Ascii),
            (["POSIX", "", ""], Charset::Ascii),
            (["", "", "de_DE.ISO-8859-1"], Charset::Ascii),
            (["", "", ""], Charset::Ascii),
        ] {
            assert_eq!(charset_of(variables.map(str::to_owned)), expected, "{variables:?}");
        }
    }

    #[test]
    fn lines_are_filled_and_not_longer() {
        for width in [40, 60, 78, 200] {
            let text = wrapped("word ".repeat(90).trim_end(), width, "  - ", "    ");
            assert!(text.lines().all(|line| line.len() <= width), "{text}");
            // All lines but the last are full: no further word fits.
            assert!(text.lines().rev().skip(1).all(|line| line.len() + " word".len() > width), "{text}");
            assert_eq!(text.split_whitespace().filter(|&word| word == "word").count(), 90);
        }
    }

    #[test]
    fn numbers_stay_with_their_moves() {
        let sheet = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6";
        assert_eq!(wrapped(sheet, 11, "", ""), "1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6");
        assert_eq!(wrapped("12... Nf6 13. O-O", 8, "", ""), "12... Nf6\n13. O-O");
        assert_eq!(wrapped("It ends in 3. No more", 12, "", ""), "It ends in\n3. No more");
    }
}
