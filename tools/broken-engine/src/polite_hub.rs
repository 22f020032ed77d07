//! An engine that follows Hub to the letter but for one fault. It plays the first legal move.

use std::process::ExitCode;

use protocol::hub::{GoMode, HubCommand, HubInfo, HubReply, Param, ParamKind};

use crate::behavior::say;
use crate::fault::Fault;
use crate::hub::fen_of;
use crate::options::Options;
use crate::rules::open;

/// The moves that the fault of forgetting leaves of a list.
const REMEMBERED: usize = 10;

struct PoliteHub<'a> {
    options: &'a Options,
    fault: Fault,
    legal: Vec<String>,
    /// Whether a search waits for its end, and whether it ponders.
    waiting: Option<bool>,
    /// How often `ping` waits for an answer, if it is deaf in a search.
    unanswered: u32,
}

pub(crate) fn run(options: &Options, fault: Fault) -> ExitCode {
    let mut engine = PoliteHub { options, fault, legal: Vec::new(), waiting: None, unanswered: 0 };
    fault.converse(|line| engine.hear(line))
}

impl PoliteHub<'_> {
    fn hear(&mut self, line: &str) {
        match line.parse() {
            Ok(HubCommand::Hub) => self.introduce(),
            Ok(HubCommand::Init) if self.fault == Fault::NeverReady => {}
            Ok(HubCommand::Init) => say(&format!("{}\n", HubReply::Ready)),
            Ok(HubCommand::Ping) if self.fault == Fault::DeafInSearch && self.waiting.is_some() => {
                self.unanswered += 1;
            }
            Ok(HubCommand::Ping) => say(&format!("{}\n", HubReply::Pong)),
            Ok(HubCommand::Position { position, mut moves }) => {
                if self.fault == Fault::ForgetsMoves {
                    moves.truncate(REMEMBERED);
                }
                let open = |fen: String| open(self.options, &fen, &moves);
                self.legal =
                    fen_of(&position).and_then(open).map(|position| position.moves()).unwrap_or_default();
            }
            Ok(HubCommand::Go(mode)) => self.go(mode),
            Ok(HubCommand::Stop) => self.stop(),
            Ok(HubCommand::PonderHit)
                if self.fault != Fault::IgnoresPonderHit && self.waiting == Some(true) =>
            {
                self.waiting = None;
                self.answer();
            }
            Ok(HubCommand::Quit) => self.fault.exit(),
            Err(_) if self.fault == Fault::CrashOnUnknown && !line.trim().is_empty() => {
                panic!("planted crash")
            }
            _ => {}
        }
    }

    fn introduce(&self) {
        let id = HubReply::Id { name: "polite".into(), version: None, author: None, country: None };
        let id = if self.fault == Fault::Anonymous { String::new() } else { format!("{id}\n") };
        let value = if self.fault == Fault::BadOption { "0" } else { "16" };
        let kind = ParamKind::Int { min: Some(1), max: Some(1_024) };
        let param = HubReply::Param(Param { name: "hash".into(), value: value.into(), kind });
        let end =
            if self.fault == Fault::NoIntroduction { String::new() } else { format!("{}\n", HubReply::Wait) };
        say(&format!("{id}{param}\n{end}"));
    }

    fn go(&mut self, mode: GoMode) {
        self.inform();
        if mode != GoMode::Think && self.fault != Fault::Eager {
            self.waiting = Some(mode == GoMode::Ponder);
        } else {
            self.answer();
        }
    }

    fn inform(&self) {
        let mut pv: Vec<String> = self.legal.iter().take(1).cloned().collect();
        if self.fault == Fault::IllegalVariation {
            pv = vec!["1-50".to_owned()];
        }
        let score = Some(if self.fault == Fault::HugeScore { 1e9 } else { 0.17 });
        match self.fault {
            Fault::NoInfo => {}
            Fault::BadInfo => say("info depth=many score=0.17\n"),
            _ => {
                let info = HubInfo { depth: Some(1), score, pv, ..HubInfo::default() };
                say(&format!("{}\n", HubReply::Info(info)));
            }
        }
    }

    fn stop(&mut self) {
        match self.waiting.take() {
            Some(true) if self.fault == Fault::SilentAfterPonder => {}
            Some(_) => self.answer(),
            None if self.fault == Fault::IdleMove => self.answer(),
            None => {}
        }
        (0..std::mem::take(&mut self.unanswered)).for_each(|_| say(&format!("{}\n", HubReply::Pong)));
    }

    fn answer(&self) {
        let best = match self.fault {
            Fault::IllegalMove => Some("1-50".to_owned()),
            _ => self.legal.first().cloned(),
        };
        let line = format!("{}\n", HubReply::Done { best, ponder: None });
        say(&line);
        if self.fault == Fault::SecondMove {
            say(&line);
        }
    }
}
