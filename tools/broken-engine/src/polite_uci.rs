//! An engine that follows UCI to the letter but for one fault. It plays the first legal move.

use std::process::ExitCode;

use protocol::uci::{
    Go, OptionKind, UciCommand, UciInfo, UciOption, UciReply, UciScore, UciScoreValue, UciStart,
};

use crate::behavior::say;
use crate::fault::Fault;
use crate::options::Options;
use crate::rules::open;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The moves that the fault of forgetting leaves of a list.
const REMEMBERED: usize = 100;

struct PoliteUci<'a> {
    options: &'a Options,
    fault: Fault,
    position: (String, Vec<String>),
    variations: u32,
    /// The move of a search that waits for its end, and whether it ponders.
    waiting: Option<(Option<String>, bool)>,
    /// How often `isready` waits for an answer, if it is deaf in a search.
    unanswered: u32,
}

pub(crate) fn run(options: &Options, fault: Fault) -> ExitCode {
    let position = (START.to_owned(), Vec::new());
    let mut engine = PoliteUci { options, fault, position, variations: 1, waiting: None, unanswered: 0 };
    fault.converse(|line| engine.hear(line))
}

impl PoliteUci<'_> {
    fn hear(&mut self, line: &str) {
        match line.parse() {
            Ok(UciCommand::Uci) => self.introduce(),
            Ok(UciCommand::IsReady) if self.fault == Fault::NeverReady => {}
            Ok(UciCommand::IsReady) if self.fault == Fault::DeafInSearch && self.waiting.is_some() => {
                self.unanswered += 1;
            }
            Ok(UciCommand::IsReady) => say(&format!("{}\n", UciReply::ReadyOk)),
            Ok(UciCommand::SetOption { name, value }) => self.set(&name, value.as_deref()),
            Ok(UciCommand::Position { start, mut moves }) => {
                if self.fault == Fault::ForgetsMoves {
                    moves.truncate(REMEMBERED);
                }
                let fen = match start {
                    UciStart::StartPosition => START.to_owned(),
                    UciStart::Fen(fen) => fen,
                };
                self.position = (fen, moves);
            }
            Ok(UciCommand::Go(go)) => self.go(&go),
            Ok(UciCommand::Stop) => self.stop(),
            Ok(UciCommand::PonderHit) if self.fault != Fault::IgnoresPonderHit => {
                if let Some((best, true)) = self.waiting.take() {
                    self.answer(best);
                }
            }
            Ok(UciCommand::Quit) => self.fault.exit(),
            Err(_) if self.fault == Fault::CrashOnUnknown && !line.trim().is_empty() => {
                panic!("planted crash")
            }
            _ => {}
        }
    }

    fn introduce(&self) {
        let spin = |name: &str, default, max| {
            UciReply::Option(UciOption { name: name.into(), kind: OptionKind::Spin { default, min: 1, max } })
        };
        let author = if self.fault == Fault::Anonymous { "" } else { "id author nobody\n" };
        let hash = spin("Hash", if self.fault == Fault::BadOption { 0 } else { 16 }, 1_024);
        let again = if self.fault == Fault::OptionTwice { format!("{hash}\n") } else { String::new() };
        let end = if self.fault == Fault::NoIntroduction {
            String::new()
        } else {
            format!("{}\n", UciReply::UciOk)
        };
        say(&format!("id name polite\n{author}{hash}\n{again}{}\n{end}", spin("MultiPV", 1, 9)));
    }

    fn set(&mut self, name: &str, value: Option<&str>) {
        match name {
            "MultiPV" if self.fault != Fault::OneVariation => {
                self.variations = value.and_then(|value| value.parse().ok()).unwrap_or(1);
            }
            "MultiPV" | "Hash" => {}
            _ if self.fault == Fault::CrashOnOption => panic!("planted crash"),
            _ => {}
        }
    }

    fn go(&mut self, go: &Go) {
        let (fen, moves) = &self.position;
        let legal = open(self.options, fen, moves).map(|position| position.moves()).unwrap_or_default();
        let allowed = |mv: &&String| {
            go.search_moves.is_empty()
                || self.fault == Fault::IgnoresSearchMoves
                || go.search_moves.contains(mv)
        };
        let mut best = legal.iter().find(allowed).cloned();
        // Real engines find a mate in one.
        if let Some(mate) = legal.iter().find(|mv| *mv == "a1a8") {
            best = Some(mate.clone());
        }
        match (self.fault, &best) {
            (Fault::IllegalMove, _) => best = Some("e1e8".to_owned()),
            (Fault::MovesAfterEnd, None) => best = Some("e2e4".to_owned()),
            _ => {}
        }
        self.inform(&legal);
        if (go.infinite || go.ponder) && self.fault != Fault::Eager {
            self.waiting = Some((best, go.ponder));
        } else {
            self.answer(best);
        }
    }

    fn inform(&self, legal: &[String]) {
        let info = |number: u32| {
            let mut pv: Vec<String> = legal.iter().skip(number as usize - 1).take(1).cloned().collect();
            if self.fault == Fault::IllegalVariation {
                pv = vec!["a1a1".to_owned()];
            }
            let value = if self.fault == Fault::HugeScore { 1_000_000 } else { 17 };
            let score = UciScore { value: UciScoreValue::Centipawns(value), bound: None, wdl: None };
            UciInfo { depth: Some(1), multi_pv: Some(number), score: Some(score), pv, ..UciInfo::default() }
        };
        match self.fault {
            Fault::NoInfo => {}
            Fault::BadInfo => say("info depth many score cp 17\n"),
            _ => (1..=self.variations).for_each(|number| say(&format!("{}\n", info(number)))),
        }
    }

    fn stop(&mut self) {
        match self.waiting.take() {
            Some((_, true)) if self.fault == Fault::SilentAfterPonder => {}
            Some((best, _)) => self.answer(best),
            None if self.fault == Fault::IdleMove => self.answer(None),
            None => {}
        }
        (0..std::mem::take(&mut self.unanswered)).for_each(|_| say(&format!("{}\n", UciReply::ReadyOk)));
    }

    fn answer(&self, best: Option<String>) {
        let line = format!("{}\n", UciReply::BestMove { best, ponder: None });
        say(&line);
        if self.fault == Fault::SecondMove {
            say(&line);
        }
    }
}
