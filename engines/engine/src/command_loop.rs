//! The command loop of an engine.

use std::io::{self, BufRead};

use protocol::{BoundedReader, ReadMessage};

/// The longest line that is read, in bytes: games of many thousand moves fit.
const MAX_LINE: usize = 1 << 20;

/// An engine that executes commands, one per line.
pub(crate) trait LineEngine {
    /// Executes a line; returns false if the engine must exit.
    fn execute_line(&mut self, line: &str) -> bool;

    /// Reports an error.
    fn report_error(&mut self, message: &str);

    /// Finishes the work at the end of the input.
    fn finish(&mut self);
}

/// Reads and executes lines until the engine exits or the input ends.
pub(crate) fn run(engine: &mut impl LineEngine, input: &mut dyn BufRead) -> io::Result<()> {
    let mut reader = BoundedReader::lines(input, MAX_LINE);
    loop {
        match reader.next_message()? {
            Some(ReadMessage::Complete(line) | ReadMessage::Unterminated(line)) => {
                if !engine.execute_line(line.trim()) {
                    return Ok(());
                }
            }
            Some(ReadMessage::TooLong(_)) => {
                engine.report_error("ignored: a line of more than a million bytes")
            }
            None => {
                engine.finish();
                return Ok(());
            }
        }
    }
}
