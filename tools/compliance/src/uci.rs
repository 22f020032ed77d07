//! The steps of a test of a UCI engine.

use std::collections::HashSet;
use std::time::Duration;

use boardgame::MoveStyle;
use catalog::{AnyGame, GameId};
use protocol::uci::{Go, OptionKind, UciCommand, UciOption, UciReply};

use crate::conversation::Conversation;
use crate::positions::{CHESS, CHESS_ENDS, CHESS960, playout};
use crate::report::{ComplianceReport, ComplianceStep};
use crate::search::{self, expect_silence, finish};
use crate::steps::{self, Complaint, ComplianceSettings, Step, StepEnd, Tester, complaint};
use crate::uci_search::{self, UciWords, read, search};

/// Tests a UCI engine of chess; `on_step` hears of each step when it is done.
pub fn test_uci(
    command: &str,
    settings: &ComplianceSettings,
    on_step: &mut dyn FnMut(&ComplianceStep),
) -> ComplianceReport {
    let talk = Conversation::new(command, settings);
    let tester = UciTester { talk, name: String::new(), author: String::new(), options: Vec::new() };
    steps::run(tester, settings, on_step)
}

struct UciTester {
    talk: Conversation,
    name: String,
    author: String,
    options: Vec<UciOption>,
}

impl Tester for UciTester {
    const PROTOCOL: &'static str = "uci";

    const STEPS: &'static [Step<Self>] = &[
        ("uci is answered with uciok", Self::handshake),
        ("name and author", Self::identification),
        ("options have sane limits", Self::sane_options),
        ("isready is answered with readyok", Self::ready),
        ("options can be set", Self::set_options),
        ("unknown commands are ignored", Self::unknown_commands),
        ("stop without a search", Self::idle_stop),
        ("go depth", |tester| tester.one_search(Go { depth: Some(4), ..Go::default() }, 0)),
        ("go nodes", |tester| tester.one_search(Go { nodes: Some(2_000), ..Go::default() }, 0)),
        ("go movetime", |tester| tester.one_search(Go { move_time: Some(100), ..Go::default() }, 100)),
        ("go with clocks and increments", Self::clocks),
        ("go with tiny clocks", Self::tiny_clocks),
        ("go searchmoves", Self::search_moves),
        ("go infinite and stop", Self::infinite),
        ("isready during a search", Self::ready_during_search),
        ("ponder and ponderhit", Self::ponder_hit),
        ("ponder and stop", Self::ponder_stop),
        ("special positions", Self::special_positions),
        ("positions without a move", Self::final_positions),
        ("a long list of moves", Self::long_list),
        ("several variations", Self::variations),
        ("Chess960", Self::chess960),
        ("a game against itself", Self::own_game),
        ("quit", Self::quit),
        ("quit during a search", Self::quit_during_search),
        ("end of input", Self::end_of_input),
    ];

    fn prepare(&mut self) -> Result<(), Complaint> {
        if !self.talk.is_running() {
            self.handshake()?;
            self.ready()?;
            self.talk.forget();
        }
        Ok(())
    }

    fn begin(&mut self) {
        self.talk.forget();
    }

    fn exchange(&self) -> Vec<String> {
        self.talk.lines()
    }

    fn give_up(&mut self) {
        self.talk.end();
    }

    fn name(&self) -> String {
        if self.name.is_empty() { self.talk.command().to_owned() } else { self.name.clone() }
    }
}

type StepResult = Result<StepEnd, Complaint>;

impl UciTester {
    fn handshake(&mut self) -> StepResult {
        self.talk.start()?;
        self.options.clear();
        self.talk.send(UciCommand::Uci)?;
        loop {
            match read(&self.talk.read()?)? {
                Some(UciReply::Name(name)) => self.name = name,
                Some(UciReply::Author(author)) => self.author = author,
                Some(UciReply::Option(option)) => self.options.push(option),
                Some(UciReply::UciOk) => return StepEnd::noted(&*self.name),
                _ => {}
            }
        }
    }

    fn identification(&mut self) -> StepResult {
        match (self.name.trim(), self.author.trim()) {
            ("", _) => Err(complaint!("no \"id name\" before uciok")),
            (_, "") => Err(complaint!("no \"id author\" before uciok")),
            (name, author) => StepEnd::noted(format!("{name} by {author}")),
        }
    }

    fn sane_options(&mut self) -> StepResult {
        let mut names = HashSet::new();
        for UciOption { name, kind } in &self.options {
            if name.is_empty() {
                return Err(complaint!("an option without a name"));
            }
            if !names.insert(name.to_lowercase()) {
                return Err(complaint!("the option {name:?} is offered twice"));
            }
            match kind {
                OptionKind::Spin { default, min, max } if !(min..=max).contains(&default) => {
                    return Err(complaint!("option {name:?}: default {default} is not from {min} to {max}"));
                }
                OptionKind::Combo { default, values } if !values.contains(default) => {
                    return Err(complaint!("option {name:?}: default {default:?} is not one of {values:?}"));
                }
                _ => {}
            }
        }
        StepEnd::noted(format!("{} options", self.options.len()))
    }

    fn ready(&mut self) -> StepResult {
        expect_silence::<UciWords>(&mut self.talk)?;
        StepEnd::passed()
    }

    /// Sets every option to its default, which must be harmless.
    fn set_options(&mut self) -> StepResult {
        for UciOption { name, kind } in self.options.clone() {
            let value = match kind {
                OptionKind::Check { default } => Some(default.to_string()),
                OptionKind::Spin { default, .. } => Some(default.to_string()),
                OptionKind::Combo { default, .. } => Some(default),
                OptionKind::Text { default } if !default.is_empty() => Some(default),
                // An engine may take "<empty>" for the name of a file and write it.
                OptionKind::Text { .. } => continue,
                _ => None,
            };
            self.talk.send(UciCommand::SetOption { name, value })?;
        }
        let name = "No Such Option".to_owned();
        self.talk.send(UciCommand::SetOption { name, value: Some("1".to_owned()) })?;
        expect_silence::<UciWords>(&mut self.talk)?;
        StepEnd::passed()
    }

    fn unknown_commands(&mut self) -> StepResult {
        for line in ["xyzzy", "", "   ", "joho debug", "setoption", "position", "debug maybe", "go-away"] {
            self.talk.send(line)?;
        }
        expect_silence::<UciWords>(&mut self.talk)?;
        StepEnd::passed()
    }

    fn idle_stop(&mut self) -> StepResult {
        self.talk.send(UciCommand::Stop)?;
        expect_silence::<UciWords>(&mut self.talk)?;
        StepEnd::passed()
    }

    /// One search from a new game, in which the engine has this many milliseconds.
    fn one_search(&mut self, go: Go, given: u64) -> StepResult {
        self.talk.send(UciCommand::NewGame)?;
        expect_silence::<UciWords>(&mut self.talk)?;
        let searched = search(&mut self.talk, &*GameId::Chess.start(), &go, Duration::from_millis(given))?;
        if searched.infos == 0 {
            return Err(complaint!("no info about the search"));
        }
        StepEnd::noted(searched.text())
    }

    fn clocks(&mut self) -> StepResult {
        let mut times = Vec::new();
        for (inc, moves_to_go) in [(100, None), (0, Some(5)), (0, None)] {
            let go = Go { moves_to_go, ..clock(1_000, inc) };
            let after = after_moves(&["e2e4", "e7e5"]);
            times.push(search(&mut self.talk, &*after, &go, Duration::from_secs(1))?.text());
        }
        StepEnd::noted(times.join(", "))
    }

    fn tiny_clocks(&mut self) -> StepResult {
        let mut times = Vec::new();
        for (time, inc) in [(50, 0), (10, 0), (1, 0), (1, 1_000)] {
            let go = clock(time, inc);
            let given = Duration::from_millis(time.unsigned_abs());
            times.push(search(&mut self.talk, &*GameId::Chess.start(), &go, given)?.text());
        }
        StepEnd::noted(times.join(", "))
    }

    fn search_moves(&mut self) -> StepResult {
        let search_moves = vec!["a2a3".to_owned(), "h2h3".to_owned()];
        let go = Go { depth: Some(3), search_moves, ..Go::default() };
        let searched = search(&mut self.talk, &*GameId::Chess.start(), &go, Duration::ZERO)?;
        match searched.best.as_deref() {
            Some("a2a3" | "h2h3") => StepEnd::noted(searched.text()),
            other => Err(complaint!("bestmove {other:?}, expected a2a3 or h2h3")),
        }
    }

    /// Even a position that is solved at once must wait for the stop.
    fn infinite(&mut self) -> StepResult {
        let mate = GameId::Chess.at(CHESS[4].1).map_err(|error| complaint!("{error}"))?;
        for game in [GameId::Chess.start(), mate] {
            uci_search::begin(&mut self.talk, &*game, &Go { infinite: true, ..Go::default() })?;
            expect_still_searching(&mut self.talk, &*game)?;
            std::thread::sleep(Duration::from_millis(100));
            expect_still_searching(&mut self.talk, &*game)?;
            self.talk.send(UciCommand::Stop)?;
            finish::<UciWords>(&mut self.talk, &*game, Duration::ZERO)?;
        }
        StepEnd::passed()
    }

    fn ready_during_search(&mut self) -> StepResult {
        let game = after_moves(&["d2d4"]);
        uci_search::begin(&mut self.talk, &*game, &Go { infinite: true, ..Go::default() })?;
        for _ in 0..5 {
            expect_still_searching(&mut self.talk, &*game)?;
        }
        self.talk.send(UciCommand::Stop)?;
        let searched = finish::<UciWords>(&mut self.talk, &*game, Duration::ZERO)?;
        StepEnd::noted(searched.text())
    }

    fn ponder_hit(&mut self) -> StepResult {
        let game = after_moves(&["e2e4", "e7e5"]);
        uci_search::begin(&mut self.talk, &*game, &Go { ponder: true, ..clock(500, 0) })?;
        expect_still_searching(&mut self.talk, &*game)?;
        self.talk.send(UciCommand::PonderHit)?;
        let searched = finish::<UciWords>(&mut self.talk, &*game, Duration::from_millis(500))?;
        StepEnd::noted(searched.text())
    }

    fn ponder_stop(&mut self) -> StepResult {
        let game = after_moves(&["e2e4", "e7e5"]);
        uci_search::begin(&mut self.talk, &*game, &Go { ponder: true, ..clock(500, 0) })?;
        expect_still_searching(&mut self.talk, &*game)?;
        self.talk.send(UciCommand::Stop)?;
        let searched = finish::<UciWords>(&mut self.talk, &*game, Duration::ZERO)?;
        StepEnd::noted(searched.text())
    }

    fn special_positions(&mut self) -> StepResult {
        for (what, fen) in CHESS {
            let game = GameId::Chess.at(fen).map_err(|error| complaint!("{error}"))?;
            let go = Go { depth: Some(5), ..Go::default() };
            let searched = search(&mut self.talk, &*game, &go, Duration::ZERO)
                .map_err(|error| complaint!("{what}: {error}"))?;
            if *what == "mate in one" && searched.best.as_deref() != Some("a1a8") {
                return Err(complaint!("mate in one: bestmove {:?}, expected a1a8", searched.best));
            }
        }
        StepEnd::noted(format!("{} positions", CHESS.len()))
    }

    fn final_positions(&mut self) -> StepResult {
        for (what, fen) in CHESS_ENDS {
            let game = GameId::Chess.at(fen).map_err(|error| complaint!("{error}"))?;
            let go = Go { depth: Some(2), ..Go::default() };
            let searched = search(&mut self.talk, &*game, &go, Duration::ZERO);
            searched.map_err(|error| complaint!("{what}: {error}"))?;
        }
        StepEnd::passed()
    }

    fn long_list(&mut self) -> StepResult {
        let game = playout(GameId::Chess, 300);
        let searched =
            search(&mut self.talk, &*game, &Go { depth: Some(3), ..Go::default() }, Duration::ZERO)?;
        StepEnd::noted(format!("{} moves; {}", game.plies(), searched.text()))
    }

    fn variations(&mut self) -> StepResult {
        let has_them = |option: &UciOption| {
            option.name == "MultiPV" && matches!(option.kind, OptionKind::Spin { max, .. } if max >= 3)
        };
        if !self.options.iter().any(has_them) {
            return StepEnd::skipped("no option MultiPV");
        }
        let set =
            |value: &str| UciCommand::SetOption { name: "MultiPV".to_owned(), value: Some(value.to_owned()) };
        self.talk.send(set("3"))?;
        let go = Go { depth: Some(4), ..Go::default() };
        let searched = search(&mut self.talk, &*GameId::Chess.start(), &go, Duration::ZERO)?;
        self.talk.send(set("1"))?;
        match searched.variations {
            3 => StepEnd::noted(searched.text()),
            found => Err(complaint!("{found} variations with MultiPV 3")),
        }
    }

    fn chess960(&mut self) -> StepResult {
        if !self.options.iter().any(|option| option.name == "UCI_Chess960") {
            return StepEnd::skipped("no option UCI_Chess960");
        }
        let set = |value: &str| UciCommand::SetOption {
            name: "UCI_Chess960".to_owned(),
            value: Some(value.to_owned()),
        };
        self.talk.send(set("true"))?;
        let game = GameId::Chess960.at(CHESS960).map_err(|error| complaint!("{error}"))?;
        let searched =
            search(&mut self.talk, &*game, &Go { depth: Some(5), ..Go::default() }, Duration::ZERO)?;
        self.talk.send(set("false"))?;
        expect_silence::<UciWords>(&mut self.talk)?;
        StepEnd::noted(searched.text())
    }

    /// Plays on from a random opening until the game is over, with little thought.
    fn own_game(&mut self) -> StepResult {
        let mut game = playout(GameId::Chess, 8);
        let first = game.plies();
        self.talk.send(UciCommand::NewGame)?;
        while game.outcome().is_none() && game.claims().is_empty() && game.plies() < first + 80 {
            let go = Go { nodes: Some(200), ..Go::default() };
            let searched = search(&mut self.talk, &*game, &go, Duration::ZERO)?;
            let Some(best) = searched.best else { break };
            let played = game.play_text(&best, MoveStyle::Protocol);
            played.map_err(|error| complaint!("bestmove {best}: {error}"))?;
        }
        StepEnd::noted(format!("{} plies", game.plies() - first))
    }

    fn quit(&mut self) -> StepResult {
        self.talk.send(UciCommand::Quit)?;
        self.talk.expect_end("quit")?;
        StepEnd::passed()
    }

    fn quit_during_search(&mut self) -> StepResult {
        let game = GameId::Chess.start();
        uci_search::begin(&mut self.talk, &*game, &Go { infinite: true, ..Go::default() })?;
        expect_still_searching(&mut self.talk, &*game)?;
        self.talk.send(UciCommand::Quit)?;
        self.talk.expect_end("quit")?;
        StepEnd::passed()
    }

    fn end_of_input(&mut self) -> StepResult {
        self.talk.expect_end_after_input()?;
        StepEnd::passed()
    }
}

/// Checks that the engine is ready in the middle of a search, and does not move before it is told to stop.
fn expect_still_searching(talk: &mut Conversation, game: &dyn AnyGame) -> Result<(), Complaint> {
    match search::expect_ready_while_searching::<UciWords>(talk, game)? {
        true => Ok(()),
        false => Err(complaint!("a bestmove before the engine was told to stop")),
    }
}

fn clock(time: i64, increment: i64) -> Go {
    Go {
        white_time: Some(time),
        black_time: Some(time),
        white_increment: Some(increment),
        black_increment: Some(increment),
        ..Go::default()
    }
}

/// The game after these moves.
fn after_moves(moves: &[&str]) -> Box<dyn AnyGame> {
    let mut game = GameId::Chess.start();
    for mv in moves {
        game.play_text(mv, MoveStyle::Protocol).expect("moves of an opening");
    }
    game
}
