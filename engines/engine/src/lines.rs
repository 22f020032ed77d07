//! Reading what a GUI says.

use std::io::{self, BufRead, Read};

/// Longer lines are passed over: games of many thousand moves fit.
const LONGEST: u64 = 1 << 20;

/// A line, or why there is none.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Without the line break; what is not UTF-8 is replaced.
    Text(String),
    /// More than [`LONGEST`] bytes.
    TooLong,
    /// The input has ended.
    End,
}

/// Reads the next line.
pub(crate) fn next_line(input: &mut dyn BufRead) -> io::Result<Line> {
    let mut bytes = Vec::new();
    if input.take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(Line::End);
    }
    if bytes.len() as u64 == LONGEST && !bytes.ends_with(b"\n") {
        pass_over(input)?;
        return Ok(Line::TooLong);
    }
    Ok(Line::Text(String::from_utf8_lossy(&bytes).trim().to_owned()))
}

/// Reads up to the end of the line and keeps nothing.
fn pass_over(input: &mut dyn BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let (length, is_end) = match buffer.iter().position(|&byte| byte == b'\n') {
            Some(index) => (index + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(length);
        if is_end {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_passed_over() {
        let mut text = b"isready\r\n".to_vec();
        text.extend(vec![b'x'; 3 << 20]);
        text.extend(b"\n\xff\nquit");
        let mut input: &[u8] = &text;
        let mut next = || next_line(&mut input).expect("memory can be read");
        assert_eq!(next(), Line::Text("isready".to_owned()));
        assert_eq!(next(), Line::TooLong);
        assert_eq!(next(), Line::Text("\u{fffd}".to_owned()));
        assert_eq!(next(), Line::Text("quit".to_owned()));
        assert_eq!(next(), Line::End);
    }
}
