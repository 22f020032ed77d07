//! Any text is a message or an error, and what is read is written in a form that reads the same.

use damier_protocol::uci::{OptionKind, OptionValue, PerftLine};
use damier_protocol::{dxp, hub, uci};
use proptest::prelude::*;

/// Texts of protocol words in any order, and of any characters.
fn line() -> impl Strategy<Value = String> {
    let words = "uci|debug|on|setoption|name|value|position|startpos|fen|moves|go|depth|nodes|searchmoves|e2e4|-1|7|perft|\
                 id|option|type|spin|combo|default|min|max|var|bestmove|ponder|info|score|cp|mate|wdl|pv|string|\
                 pos|pos=Wbew|moves=\"32-28\"|level|time=1.5|infinite|param|type=int|type=enum|values=\"a b\"|=|\"|done|move=|é";
    let known = proptest::sample::select(words.split('|').map(str::to_owned).collect::<Vec<_>>());
    prop_oneof![proptest::collection::vec(known, 0..10).prop_map(|words| words.join(" ")), any::<String>(),]
}

/// What is written reads as the same message, unless a text in it has the form of a keyword.
fn settles<T: std::str::FromStr + ToString>(line: &str) {
    let Ok(message) = line.parse::<T>() else { return };
    let written = message.to_string();
    if let Ok(again) = written.parse::<T>() {
        let settled = again.to_string();
        assert_eq!(settled.parse::<T>().map(|last| last.to_string()).ok().as_deref(), Some(settled.as_str()));
    }
}

proptest! {
    #[test]
    fn nothing_panics(line in line()) {
        settles::<uci::UciCommand>(&line);
        settles::<uci::UciReply>(&line);
        settles::<hub::HubCommand>(&line);
        settles::<hub::HubReply>(&line);
        settles::<hub::HubLine>(&line);
        settles::<dxp::DxpMessage>(&line);
        let _ = line.parse::<PerftLine>();
    }
}

#[test]
fn values_of_options_are_checked() {
    let spin = OptionKind::Spin { default: 16, min: 1, max: 100 };
    assert_eq!(spin.read_value(Some("90.6")), Ok(OptionValue::Spin(91)));
    assert_eq!(spin.read_value(Some("12")), Ok(OptionValue::Spin(12)));
    for wrong in ["0", "101", "many", "", "1e99", "NaN"] {
        assert!(spin.read_value(Some(wrong)).is_err(), "{wrong}");
    }
    assert!(spin.read_value(None).is_err());
    let combo = OptionKind::Combo { default: "Normal".into(), values: vec!["Solid".into(), "Normal".into()] };
    assert_eq!(combo.read_value(Some("solid")), Ok(OptionValue::Combo("Solid".into())));
    assert!(combo.read_value(Some("Risky")).is_err());
    let check = OptionKind::Check { default: true };
    assert_eq!(check.read_value(Some("false")), Ok(OptionValue::Check(false)));
    assert_eq!(check.read_value(Some("TRUE")), Ok(OptionValue::Check(true)));
    assert!(check.read_value(Some("no")).is_err());
    assert_eq!(OptionKind::Button.read_value(None), Ok(OptionValue::Button));
    let text = OptionKind::Text { default: String::new() };
    assert_eq!(text.read_value(Some("<empty>")), Ok(OptionValue::Text(String::new())));
}

#[test]
fn lines_of_perft_are_told_from_chatter() {
    for line in [
        "",
        "Stockfish 15.1",
        "info depth 3",
        "e2e4",
        "readyok",
        "depth 3 nodes 5",
        "Perft 5",
        "bestmove e2e4",
    ] {
        assert!(line.parse::<PerftLine>().is_err(), "{line}");
    }
    assert_eq!("28x19x10: 7".parse(), Ok(PerftLine::Move { text: "28x19x10".into(), nodes: 7 }));
    assert_eq!("O-O: 7".parse(), Ok(PerftLine::Move { text: "O-O".into(), nodes: 7 }));
    assert_eq!("400".parse(), Ok(PerftLine::Total { nodes: 400 }));
    assert_eq!("total 400".parse(), Ok(PerftLine::Total { nodes: 400 }));
}
