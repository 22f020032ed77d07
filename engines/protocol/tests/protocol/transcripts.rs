//! Conversations of `testdata/protocol`: every line is read, and written as it was.

use std::fmt::Display;
use std::fs;
use std::path::PathBuf;
use std::str::FromStr;

use damier_protocol::{ParseError, dxp, hub, uci};

fn check<Command, Reply>(file: &str)
where
    Command: FromStr<Err = ParseError> + Display,
    Reply: FromStr<Err = ParseError> + Display,
{
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/protocol").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let mut checked = 0;
    for (index, line) in lines.iter().enumerate() {
        let (sign, message) = line.split_at(line.find(['>', '<', '~']).expect("a sign") + 1);
        let message = message.strip_prefix(' ').unwrap_or(message);
        let written = match sign {
            "~" => continue,
            ">" | "!>" => message.parse::<Command>().map(|command| command.to_string()),
            "<" | "!<" => message.parse::<Reply>().map(|reply| reply.to_string()),
            other => panic!("sign {other}"),
        };
        let next = lines.get(index + 1).and_then(|next| next.strip_prefix("~ "));
        match written {
            Ok(written) => {
                assert!(!sign.starts_with('!'), "{line} is read as {written}");
                assert_eq!(written, next.unwrap_or(message), "{line}");
            }
            Err(error) => assert!(sign.starts_with('!'), "{line}: {error}"),
        }
        checked += 1;
    }
    assert!(checked > 25, "{checked} lines");
}

#[test]
fn uci() {
    check::<uci::UciCommand, uci::UciReply>("uci.txt");
}

#[test]
fn hub() {
    check::<hub::HubCommand, hub::HubReply>("hub.txt");
}

#[test]
fn dxp() {
    check::<dxp::DxpMessage, dxp::DxpMessage>("dxp.txt");
}
