//! Every planted bug is found, made small and told with the right move.

use std::time::Duration;

use catalog::GameId;
use client::Settings;
use diff::{Budget, Opponent, Protocol, Query, RandomPositions, Report, open_opponent};

/// A bug and what is to be found.
struct Planted {
    bug: &'static str,
    game: GameId,
    /// Where to look; random positions if there is none.
    fen: Option<&'static str>,
    depth: u32,
    /// Pieces that may be left.
    most_pieces: usize,
    /// Moves that may be needed before the position.
    plies: usize,
    /// Whether legal moves are missing, and whether others are there.
    missing: bool,
    extra: bool,
    /// A part of the reason for an illegal move.
    why: &'static str,
}

const fn planted(bug: &'static str, game: GameId, depth: u32, most_pieces: usize) -> Planted {
    Planted { bug, game, fen: None, depth, most_pieces, plies: 0, missing: false, extra: true, why: "" }
}

const PLANTED: &[Planted] = &[
    Planted { why: " through ", ..planted("king-shields-itself", GameId::Chess, 1, 3) },
    Planted {
        fen: Some("4n3/1p3p2/8/K1Pp3r/6P1/8/2B5/6bk w - d6 0 1"),
        why: "en passant would expose",
        ..planted("ep-pin", GameId::Chess, 1, 5)
    },
    Planted { why: "cannot castle through", ..planted("castling-through-check", GameId::Chess, 1, 4) },
    Planted { why: "castle while in check", ..planted("castling-out-of-check", GameId::Chess, 1, 4) },
    Planted { missing: true, extra: false, ..planted("queen-only", GameId::Chess, 1, 3) },
    Planted { why: "is pinned to the king", ..planted("pinned-piece-moves", GameId::Chess, 1, 4) },
    Planted {
        fen: Some("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 1"),
        plies: 2,
        why: "did not just move two squares",
        ..planted("ep-kept", GameId::Chess, 3, 4)
    },
    Planted {
        fen: Some("r3k2r/p1pppp1p/8/8/8/8/PPPPPPBP/R3K2R w KQkq - 0 1"),
        plies: 1,
        why: "may not castle",
        ..planted("captured-rook-keeps-right", GameId::Chess, 2, 3)
    },
    Planted { why: "is in the way", ..planted("double-step-jumps", GameId::Chess, 1, 4) },
    // The rights keep their letters when the moves before the difference are left out.
    Planted {
        fen: Some("1n2k3/1p6/8/8/8/8/6P1/R2NK3 w Q - 0 1"),
        missing: true,
        extra: false,
        ..planted("x-fen", GameId::Chess960, 3, 3)
    },
    Planted {
        fen: Some("W:B18,22,23,3,8:W28,32,37,41,46"),
        why: "mandatory",
        ..planted("black-first", GameId::International, 1, 2)
    },
    Planted {
        missing: true,
        why: "has already been jumped",
        ..planted("removed-at-once", GameId::International, 1, 4)
    },
    Planted {
        why: "you must capture as many pieces as possible",
        ..planted("maximum-per-piece", GameId::International, 1, 4)
    },
    Planted {
        missing: true,
        why: "the man only passes",
        ..planted("crowned-in-passing", GameId::International, 1, 4)
    },
    Planted {
        missing: true,
        why: "must land on 25",
        ..planted("king-lands-behind", GameId::International, 1, 3)
    },
    Planted { missing: true, why: "incomplete", ..planted("not-crowned-in-passing", GameId::Russian, 1, 3) },
    Planted {
        missing: true,
        why: "has already been jumped",
        ..planted("double-jump", GameId::Russian, 1, 4)
    },
    Planted { why: "must land on f6", ..planted("landing-free", GameId::Russian, 1, 3) },
    Planted { why: "mandatory", ..planted("capture-optional", GameId::Russian, 1, 2) },
    Planted {
        missing: true,
        why: "cannot capture backward",
        ..planted("men-capture-backward", GameId::English, 1, 2)
    },
    Planted { why: "may not capture the king", ..planted("man-takes-king", GameId::Italian, 1, 2) },
    Planted { ..planted("count-for-value", GameId::Frisian, 1, 4) },
    Planted {
        fen: Some("W:WK46,45:BK5,6:+0+346"),
        why: "moves in a row",
        ..planted("king-moves-on", GameId::Frisian, 1, 3)
    },
];

fn settings() -> Settings {
    Settings { timeout: Duration::from_secs(20), ..Settings::default() }
}

fn command(game: GameId, bug: &str, protocol: &str) -> String {
    format!("{} --game {game} --bug {bug} {protocol}", env!("CARGO_BIN_EXE_broken-engine"))
}

/// The report about the first difference.
fn report(opponent: &mut dyn Opponent, planted: &Planted) -> Report {
    let lines: Vec<diff::TestPosition> = match planted.fen {
        Some(fen) => vec![diff::TestPosition::open(planted.game, fen).expect("a position")],
        None => RandomPositions::new(planted.game, 1).take(4000).collect(),
    };
    for line in &lines {
        let report =
            diff::check(opponent, line, Query::of_depth(planted.depth), Some(Budget::default()), &());
        if let Some(report) = report.unwrap_or_else(|error| panic!("{}: {error}", planted.bug)) {
            return report;
        }
    }
    panic!("{} is not found", planted.bug);
}

/// What is wrong with the report about a bug.
fn faults(opponent: &mut dyn Opponent, planted: &Planted) -> Option<String> {
    let report = report(opponent, planted);
    println!("{}: {} pieces, {} questions\n{report}", planted.bug, report.pieces, report.questions);
    let why = |mv: &diff::MoveReport| mv.why.contains(planted.why);
    let right = report.pieces <= planted.most_pieces
        && report.moves.len() == planted.plies
        && report.missing.is_empty() != planted.missing
        && report.extra.is_empty() != planted.extra
        && (report.extra.is_empty() || report.extra.iter().any(why))
        && report.is_minimal;
    (!right).then(|| format!("{}: {} pieces\n{report}", planted.bug, report.pieces))
}

#[test]
fn the_help_names_every_bug() {
    let help = std::process::Command::new(env!("CARGO_BIN_EXE_broken-engine")).arg("--help").output();
    let help = help.expect("the engine starts");
    assert!(help.status.success() && help.stderr.is_empty());
    let text = String::from_utf8(help.stdout).expect("text");
    assert!(text.contains("\nUsage:\n"), "{text}");
    let words: Vec<&str> = text.split([',', ' ', '\n']).collect();
    for Planted { bug, .. } in PLANTED {
        assert!(words.contains(bug), "{bug} in {text}");
    }
}

#[test]
fn every_bug_is_found_and_made_small() {
    let mut all = Vec::new();
    for planted in PLANTED {
        let begin = std::time::Instant::now();
        let (protocol, name) = match planted.game {
            GameId::Chess => (Protocol::Uci, "uci"),
            _ => (Protocol::Script, "script"),
        };
        let command = command(planted.game, planted.bug, name);
        let mut opponent =
            open_opponent(&command, protocol, planted.game, &[], &settings()).expect("the engine starts");
        all.extend(faults(&mut *opponent, planted));
        println!("{} {:?}", planted.bug, begin.elapsed());
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}
