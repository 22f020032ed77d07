//! The engine behind UCI.

use std::io::BufRead;
use std::process::ExitCode;

use protocol::uci::{Go, OptionKind, UciCommand, UciOption, UciReply, UciStart};

use crate::behavior::say;
use crate::options::Options;
use crate::rules::{Rules, open};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

pub(crate) fn run(options: &Options) -> ExitCode {
    let mut position = open(options, START, &[]);
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        match line.parse() {
            Ok(UciCommand::Uci) => {
                let chess960 =
                    UciOption { name: "UCI_Chess960".into(), kind: OptionKind::Check { default: false } };
                say(&format!(
                    "{}\n{}\n{}\n",
                    UciReply::Name("broken".into()),
                    UciReply::Option(chess960),
                    UciReply::UciOk
                ));
            }
            Ok(UciCommand::IsReady) => say(&format!("{}\n", UciReply::ReadyOk)),
            Ok(UciCommand::Position { start, moves }) => {
                let fen = match &start {
                    UciStart::StartPosition => START,
                    UciStart::Fen(fen) => fen,
                };
                position = open(options, fen, &moves);
            }
            Ok(UciCommand::Go(go)) => match &position {
                Ok(position) => answer(options, &**position, &go),
                Err(message) => {
                    eprintln!("{message}");
                    return ExitCode::FAILURE;
                }
            },
            Ok(UciCommand::Stop) if options.no_perft => say("bestmove 0000\n"),
            Ok(UciCommand::Quit) => break,
            _ => {}
        }
    }
    ExitCode::SUCCESS
}

fn answer(options: &Options, position: &dyn Rules, go: &Go) {
    options.act();
    match go.perft {
        // It thinks, and nobody told it when to stop.
        Some(_) if options.no_perft => {}
        Some(depth) => {
            let mut counts = position.divide(depth);
            if let Some(behavior) = options.behavior {
                behavior.spoil(&mut counts);
            }
            let lines: String = counts.iter().map(|(text, count)| format!("{text}: {count}\n")).collect();
            let sum: u64 = counts.iter().map(|(_, count)| count).sum();
            say(&format!("info string counting\n{lines}\nNodes searched: {sum}\n\n"));
        }
        None => {
            let moves = position.moves();
            let allowed =
                |mv: &&String| options.lax || go.search_moves.is_empty() || go.search_moves.contains(mv);
            if options.answers_badly() {
                return say("bestmove\n");
            }
            let best = options.choose(moves.iter().filter(allowed).cloned().collect());
            say(&format!("{}\n", UciReply::BestMove { best, ponder: None }));
        }
    }
}
