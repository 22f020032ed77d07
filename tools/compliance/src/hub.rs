//! The steps of a test of a Hub engine.

use std::time::Duration;

use boardgame::MoveStyle;
use catalog::GameId;
use protocol::hub::{GoMode, HubCommand, HubLimits, HubReply, Param, ParamKind};

use crate::conversation::Conversation;
use crate::hub_search::{self, HubWords, read, search};
use crate::positions::{playout, positions_of};
use crate::report::{ComplianceReport, ComplianceStep};
use crate::search::{expect_ready_while_searching, expect_silence, finish};
use crate::steps::{self, Complaint, ComplianceSettings, Step, StepEnd, Tester, complaint};

/// Tests a Hub engine in a game of draughts; `on_step` hears of each step when it is done.
pub fn test_hub(
    command: &str,
    game: GameId,
    settings: &ComplianceSettings,
    on_step: &mut dyn FnMut(&ComplianceStep),
) -> ComplianceReport {
    let talk = Conversation::new(command, settings);
    let tester = HubTester { talk, game, name: String::new(), params: Vec::new(), is_ready: false };
    steps::run(tester, settings, on_step)
}

struct HubTester {
    talk: Conversation,
    game: GameId,
    name: String,
    params: Vec<Param>,
    /// Whether `init` was answered.
    is_ready: bool,
}

impl Tester for HubTester {
    const PROTOCOL: &'static str = "hub";

    const STEPS: &'static [Step<Self>] = &[
        ("hub is answered with id, parameters and wait", Self::introduction),
        ("parameters have sane limits", Self::sane_params),
        ("init is answered with ready", Self::init),
        ("ping is answered with pong", Self::ping),
        ("unknown commands are no harm", Self::unknown_commands),
        ("stop without a search", Self::idle_stop),
        ("level depth", |tester| tester.one_search(HubLimits { depth: Some(5), ..HubLimits::default() }, 0)),
        ("level nodes", |tester| {
            tester.one_search(HubLimits { nodes: Some(5_000), ..HubLimits::default() }, 0)
        }),
        ("level move-time", |tester| {
            tester.one_search(HubLimits { move_time: Some(0.1), ..HubLimits::default() }, 100)
        }),
        ("level with clocks", Self::clocks),
        ("level with tiny clocks", Self::tiny_clocks),
        ("analyze and stop", Self::analyze),
        ("ping during a search", Self::ping_during_search),
        ("ponder and ponder-hit", Self::ponder_hit),
        ("ponder and stop", Self::ponder_stop),
        ("positions with captures", Self::captures),
        ("a long list of moves", Self::long_list),
        ("a game against itself", Self::own_game),
        ("quit", Self::quit),
        ("quit during a search", Self::quit_during_search),
        ("end of input", Self::end_of_input),
    ];

    fn prepare(&mut self) -> Result<(), Complaint> {
        if !self.talk.is_running() {
            self.introduction()?;
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
        self.is_ready = false;
    }

    fn name(&self) -> String {
        if self.name.is_empty() { self.talk.command().to_owned() } else { self.name.clone() }
    }
}

type StepResult = Result<StepEnd, Complaint>;

impl HubTester {
    fn introduction(&mut self) -> StepResult {
        self.is_ready = false;
        self.talk.start()?;
        self.params.clear();
        self.talk.send(HubCommand::Hub)?;
        let mut has_id = false;
        loop {
            match read(&self.talk.read()?)? {
                Some(HubReply::Id { name, version, .. }) => {
                    self.name = version.map_or(name.clone(), |version| format!("{name} {version}"));
                    has_id = true;
                }
                Some(HubReply::Param(param)) => self.params.push(param),
                Some(HubReply::Wait) if has_id => return StepEnd::noted(&*self.name),
                Some(HubReply::Wait) => return Err(complaint!("no id before wait")),
                _ => {}
            }
        }
    }

    fn sane_params(&mut self) -> StepResult {
        for Param { name, value, kind } in &self.params {
            let bad =
                |expected: String| complaint!("parameter {name:?}: value {value:?}, expected {expected}");
            match kind {
                ParamKind::Bool if !matches!(value.as_str(), "true" | "false") => {
                    return Err(bad("true or false".to_owned()));
                }
                ParamKind::Int { min, max } => {
                    let found: i64 = value.parse().map_err(|_| bad("a whole number".to_owned()))?;
                    let (min, max) = (min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX));
                    if !(min..=max).contains(&found) {
                        return Err(bad(format!("from {min} to {max}")));
                    }
                }
                ParamKind::Real { min, max } => {
                    let found: f64 = value.parse().map_err(|_| bad("a number".to_owned()))?;
                    let (min, max) = (min.unwrap_or(f64::MIN), max.unwrap_or(f64::MAX));
                    if !(min..=max).contains(&found) {
                        return Err(bad(format!("from {min} to {max}")));
                    }
                }
                ParamKind::Enum { values } if !values.contains(value) => {
                    return Err(bad(format!("one of {values:?}")));
                }
                _ => {}
            }
        }
        StepEnd::noted(format!("{} parameters", self.params.len()))
    }

    /// Chooses the game and waits until the engine is ready.
    fn init(&mut self) -> StepResult {
        let wanted = self.game.hub_name();
        let variant = self.params.iter().find(|param| param.name == "variant");
        match variant {
            Some(variant) if variant.value != wanted => {
                let (name, value) = ("variant".to_owned(), wanted.to_owned());
                self.talk.send(HubCommand::SetParam { name, value })?;
            }
            None if self.game != GameId::International => {
                return Err(complaint!("no parameter \"variant\", which {} needs", self.game));
            }
            _ => {}
        }
        self.talk.send(HubCommand::Init)?;
        loop {
            match read(&self.talk.read()?)? {
                Some(HubReply::Ready) => break,
                Some(HubReply::Error { message }) => return Err(complaint!("the engine reports: {message}")),
                _ => {}
            }
        }
        self.is_ready = true;
        StepEnd::noted(wanted)
    }

    /// Makes sure that the engine has answered `init`.
    fn ready(&mut self) -> Result<(), Complaint> {
        if !self.is_ready {
            self.init()?;
        }
        Ok(())
    }

    fn ping(&mut self) -> StepResult {
        self.ready()?;
        expect_silence::<HubWords>(&mut self.talk)?;
        StepEnd::passed()
    }

    fn unknown_commands(&mut self) -> StepResult {
        self.ready()?;
        // Not a bad "go": an engine may well answer it with a move.
        for line in ["xyzzy", "", "pos", "ponder-miss", "set-param name=nothing value=1"] {
            self.talk.send(line)?;
        }
        expect_silence::<HubWords>(&mut self.talk)?;
        StepEnd::passed()
    }

    fn idle_stop(&mut self) -> StepResult {
        self.ready()?;
        self.talk.send(HubCommand::Stop)?;
        expect_silence::<HubWords>(&mut self.talk)?;
        StepEnd::passed()
    }

    fn one_search(&mut self, limits: HubLimits, given: u64) -> StepResult {
        self.ready()?;
        self.talk.send(HubCommand::NewGame)?;
        let searched = search(&mut self.talk, &*self.game.start(), &limits, Duration::from_millis(given))?;
        if searched.infos == 0 {
            return Err(complaint!("no info about the search"));
        }
        StepEnd::noted(searched.text())
    }

    fn clocks(&mut self) -> StepResult {
        self.ready()?;
        let mut times = Vec::new();
        for (increment, moves) in [(Some(0.1), None), (None, Some(5)), (None, None)] {
            let limits = HubLimits { time: Some(1.0), increment, moves, ..HubLimits::default() };
            let game = playout(self.game, 2);
            times.push(search(&mut self.talk, &*game, &limits, Duration::from_secs(1))?.text());
        }
        StepEnd::noted(times.join(", "))
    }

    fn tiny_clocks(&mut self) -> StepResult {
        self.ready()?;
        let mut times = Vec::new();
        for time in [0.05, 0.01, 0.001] {
            let limits = HubLimits { time: Some(time), ..HubLimits::default() };
            times.push(
                search(&mut self.talk, &*self.game.start(), &limits, Duration::from_millis(50))?.text(),
            );
        }
        StepEnd::noted(times.join(", "))
    }

    /// Starts a search without an end. Tells whether it goes on.
    fn begin_endless(&mut self, mode: GoMode) -> Result<bool, Complaint> {
        self.ready()?;
        let limits = match mode {
            GoMode::Ponder => HubLimits { time: Some(0.5), ..HubLimits::default() },
            _ => HubLimits { infinite: true, ..HubLimits::default() },
        };
        let game = self.game.start();
        hub_search::begin(&mut self.talk, &*game, &limits, mode)?;
        expect_ready_while_searching::<HubWords>(&mut self.talk, &*game)
    }

    fn analyze(&mut self) -> StepResult {
        let is_searching = self.begin_endless(GoMode::Analyze)?;
        self.end_search(is_searching, &HubCommand::Stop, Duration::ZERO)
    }

    fn ping_during_search(&mut self) -> StepResult {
        let mut is_searching = self.begin_endless(GoMode::Analyze)?;
        let game = self.game.start();
        for _ in 0..5 {
            is_searching = is_searching && expect_ready_while_searching::<HubWords>(&mut self.talk, &*game)?;
        }
        self.end_search(is_searching, &HubCommand::Stop, Duration::ZERO)
    }

    fn ponder_hit(&mut self) -> StepResult {
        let is_searching = self.begin_endless(GoMode::Ponder)?;
        self.end_search(is_searching, &HubCommand::PonderHit, Duration::from_millis(500))
    }

    fn ponder_stop(&mut self) -> StepResult {
        let is_searching = self.begin_endless(GoMode::Ponder)?;
        self.end_search(is_searching, &HubCommand::Stop, Duration::ZERO)
    }

    /// Ends a search, unless it has ended by itself.
    fn end_search(&mut self, is_searching: bool, command: &HubCommand, given: Duration) -> StepResult {
        if !is_searching {
            return StepEnd::noted("it ends by itself, as the protocol allows");
        }
        self.talk.send(command)?;
        let searched = finish::<HubWords>(&mut self.talk, &*self.game.start(), given)?;
        StepEnd::noted(searched.text())
    }

    fn captures(&mut self) -> StepResult {
        self.ready()?;
        let positions = positions_of(self.game, 10);
        for game in &positions {
            let limits = HubLimits { depth: Some(3), ..HubLimits::default() };
            search(&mut self.talk, &**game, &limits, Duration::ZERO)?;
        }
        StepEnd::noted(format!("{} positions", positions.len()))
    }

    fn long_list(&mut self) -> StepResult {
        self.ready()?;
        let game = playout(self.game, 200);
        let limits = HubLimits { depth: Some(3), ..HubLimits::default() };
        let searched = search(&mut self.talk, &*game, &limits, Duration::ZERO)?;
        StepEnd::noted(format!("{} moves; {}", game.plies(), searched.text()))
    }

    fn own_game(&mut self) -> StepResult {
        self.ready()?;
        let mut game = playout(self.game, 4);
        let first = game.plies();
        self.talk.send(HubCommand::NewGame)?;
        while game.outcome().is_none() && game.claims().is_empty() && game.plies() < first + 80 {
            let limits = HubLimits { nodes: Some(500), ..HubLimits::default() };
            let searched = search(&mut self.talk, &*game, &limits, Duration::ZERO)?;
            let Some(best) = searched.best else { break };
            let played = game.play_text(&best, MoveStyle::Protocol);
            played.map_err(|error| complaint!("done move={best}: {error}"))?;
        }
        StepEnd::noted(format!("{} plies", game.plies() - first))
    }

    fn quit(&mut self) -> StepResult {
        self.ready()?;
        self.is_ready = false;
        self.talk.send(HubCommand::Quit)?;
        self.talk.expect_end("quit")?;
        StepEnd::passed()
    }

    fn quit_during_search(&mut self) -> StepResult {
        self.begin_endless(GoMode::Analyze)?;
        self.is_ready = false;
        self.talk.send(HubCommand::Quit)?;
        self.talk.expect_end("quit")?;
        StepEnd::passed()
    }

    fn end_of_input(&mut self) -> StepResult {
        self.ready()?;
        self.is_ready = false;
        self.talk.expect_end_after_input()?;
        StepEnd::passed()
    }
}
