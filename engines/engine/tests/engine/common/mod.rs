//! An engine in a thread of its own, spoken to through pipes.
#![allow(dead_code)]

use std::io::{BufRead, BufReader, PipeWriter, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// No answer takes longer, however loaded the machine is.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Engine {
    input: Option<PipeWriter>,
    lines: Receiver<String>,
    threads: Vec<JoinHandle<()>>,
}

impl Engine {
    /// Starts a conversation.
    pub(crate) fn start(
        speak: impl FnOnce(&mut dyn BufRead, PipeWriter) -> std::io::Result<()> + Send + 'static,
    ) -> Self {
        let (engine_input, input) = std::io::pipe().expect("a pipe");
        let (output, engine_output) = std::io::pipe().expect("a pipe");
        let (sender, lines) = channel();
        let engine = std::thread::spawn(move || {
            speak(&mut BufReader::new(engine_input), engine_output).expect("a pipe can be read");
        });
        let reader = std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let _ = sender.send(line.expect("text"));
            }
        });
        Self { input: Some(input), lines, threads: vec![engine, reader] }
    }

    pub(crate) fn uci() -> Self {
        Self::start(|input, output| damier_engine::speak_uci(input, output))
    }

    pub(crate) fn hub(game: catalog::GameId) -> Self {
        Self::start(move |input, output| damier_engine::speak_hub(game, input, output))
    }

    /// Says several lines.
    pub(crate) fn say(&mut self, lines: &str) {
        let input = self.input.as_mut().expect("the conversation goes on");
        input.write_all(format!("{}\n", lines.trim()).as_bytes()).expect("the engine listens");
    }

    /// The lines up to the first that begins with a word; that one is the last.
    pub(crate) fn until(&mut self, word: &str) -> Vec<String> {
        let begin = Instant::now();
        let mut heard: Vec<String> = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE.saturating_sub(begin.elapsed())) {
                Ok(line) => heard.push(line),
                Err(error) => panic!("{error} before {word:?}: {heard:#?}"),
            }
            if heard.last().is_some_and(|line| line.split_whitespace().next() == Some(word)) {
                return heard;
            }
        }
    }

    /// The line that begins with a word.
    pub(crate) fn line(&mut self, word: &str) -> String {
        self.until(word).pop().unwrap_or_default()
    }

    /// Whether nothing comes for a while.
    pub(crate) fn is_silent(&mut self, for_a_while: Duration) -> bool {
        matches!(self.lines.recv_timeout(for_a_while), Err(RecvTimeoutError::Timeout))
    }

    /// Closes the input; gives the rest of what the engine says.
    pub(crate) fn end(mut self) -> Vec<String> {
        self.input = None;
        for thread in self.threads.drain(..) {
            thread.join().expect("no panic");
        }
        self.lines.iter().collect()
    }
}

/// The last line about the best move begins with the move that is played.
pub(crate) fn check_last_line(lines: &[String]) {
    let (best, lines) = lines.split_last().expect("an answer");
    let best = best.split(' ').nth(1).expect("a move");
    let is_best = |line: &&String| line.contains(" multipv 1 ") && line.contains(" pv ");
    let line = lines.iter().rfind(is_best).unwrap_or_else(|| panic!("no line before {best}: {lines:#?}"));
    let first = line.split(" pv ").nth(1).and_then(|moves| moves.split(' ').next());
    assert_eq!(first, Some(best), "{lines:#?}");
    // No two of the last lines begin with the same move.
    let last = lines.iter().rposition(|line| line.contains(" multipv 1 ")).expect("it was found");
    let mut firsts: Vec<_> = lines[last..].iter().filter_map(|line| line.split(" pv ").nth(1)).collect();
    firsts.iter_mut().for_each(|moves| *moves = moves.split(' ').next().unwrap_or_default());
    let count = firsts.len();
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), count, "{lines:#?}");
}

/// Numbers that look random, the same each time.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound
    }

    pub(crate) fn choose<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }
}
