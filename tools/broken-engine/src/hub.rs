//! The engine behind Hub.

use std::io::BufRead;
use std::process::ExitCode;

use protocol::hub::{HubCommand, HubReply};

use crate::behavior::say;
use crate::options::Options;
use crate::rules::{Rules, open};

pub(crate) fn run(options: &Options) -> ExitCode {
    let mut position: Result<Box<dyn Rules>, String> = Err("no position".to_owned());
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        match line.parse() {
            Ok(HubCommand::Hub) => {
                let id = HubReply::Id { name: "broken".into(), version: None, author: None, country: None };
                say(&format!("{id}\n{}\n", HubReply::Wait));
            }
            Ok(HubCommand::Init) => say(&format!("{}\n", HubReply::Ready)),
            Ok(HubCommand::Ping) => say(&format!("{}\n", HubReply::Pong)),
            Ok(HubCommand::Position { position: text, moves }) => {
                position = fen_of(&text).and_then(|fen| open(options, &fen, &moves));
                if let (Err(message), false) = (&position, options.lax) {
                    say(&format!("{}\n", HubReply::Error { message: message.clone() }));
                }
            }
            Ok(HubCommand::Go(_)) => {
                options.act();
                if options.answers_badly() {
                    say("error message=\"no idea\"\n");
                    continue;
                }
                let best = position.as_ref().ok().and_then(|position| options.choose(position.moves()));
                say(&format!("{}\n", HubReply::Done { best, ponder: None }));
            }
            Ok(HubCommand::Quit) => break,
            _ => {}
        }
    }
    ExitCode::SUCCESS
}

/// The FEN of the side to move and one character per square.
pub(crate) fn fen_of(text: &str) -> Result<String, String> {
    let turn = text.get(..1).ok_or("no position")?;
    let squares = |man: char, king: char| {
        let pieces = text.chars().enumerate().skip(1).filter_map(|(number, letter)| match letter {
            letter if letter == man => Some(number.to_string()),
            letter if letter == king => Some(format!("K{number}")),
            _ => None,
        });
        pieces.collect::<Vec<_>>().join(",")
    };
    Ok(format!("{turn}:W{}:B{}", squares('w', 'W'), squares('b', 'B')))
}
