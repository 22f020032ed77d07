//! What `damier match` prints: a line for each game, the standings now and then, and why it stopped.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use arena::{
    EngineFault, EngineStanding, LatencySummary, Match, MatchEvent, MatchObserver, MatchPlan, Meeting,
    PlayedGame, Standings, StopReason,
};
use serde::Serialize;
use stats::{Decision, Estimate, Pentanomial, Verdict, estimate, number_text};

use crate::commands::number_of;
use crate::terminal::shown;

/// Prints the events of a match as lines for people, or as JSON.
pub(crate) struct MatchPrinter<W> {
    plan: MatchPlan,
    json: bool,
    /// Pairs between two standings; 0 for only at the end.
    every: u64,
    state: Mutex<State<W>>,
}

struct State<W> {
    out: W,
    /// Finished pairs when the standings were last printed.
    told: u64,
    /// Finished games when they were last printed, if they were.
    told_games: Option<u64>,
}

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Line<'a> {
    Begin {
        title: String,
        game: &'a str,
        engines: Vec<&'a str>,
        games: u64,
        finished: u64,
        concurrency: usize,
        output: String,
    },
    Game {
        number: u64,
        pair: u64,
        white: &'a str,
        black: &'a str,
        result: String,
        reason: &'a str,
        article: Option<&'a str>,
        plies: usize,
        fault: Option<FaultLine<'a>>,
    },
    Standings {
        games: u64,
        pairs: u64,
        engines: Vec<StandingLine<'a>>,
        meetings: Vec<MeetingLine<'a>>,
        llr: Option<f64>,
    },
    Latency(LatencySummary),
    Warning {
        text: &'a str,
    },
    End {
        reason: &'static str,
        text: String,
    },
}

#[derive(Serialize)]
struct FaultLine<'a> {
    engine: &'a str,
    #[serde(flatten)]
    fault: &'a EngineFault,
}

#[derive(Serialize)]
struct StandingLine<'a> {
    name: &'a str,
    points: f64,
    #[serde(flatten)]
    standing: &'a EngineStanding,
}

#[derive(Serialize)]
struct MeetingLine<'a> {
    engines: [&'a str; 2],
    #[serde(flatten)]
    meeting: &'a Meeting,
}

impl<W: Write + Send> MatchPrinter<W> {
    pub(crate) fn new(plan: MatchPlan, json: bool, every: u64, out: W) -> Self {
        Self { plan, json, every, state: Mutex::new(State { out, told: 0, told_games: None }) }
    }

    /// Tells what is played.
    pub(crate) fn begin(&self, played: &Match, output: &Path, concurrency: usize) {
        let plan = &self.plan;
        self.state.lock().unwrap_or_else(PoisonError::into_inner).told = played.standings().pairs();
        let (games, finished) = (played.games(), played.standings().games());
        if self.json {
            return self.print_json(&Line::Begin {
                title: plan.title(),
                game: plan.game.name(),
                engines: plan.engines.iter().map(|engine| engine.name.as_str()).collect(),
                games,
                finished,
                concurrency,
                output: output.display().to_string(),
            });
        }
        let so_far = if finished > 0 { format!(", {finished} of them played before") } else { String::new() };
        let most = if plan.sprt.is_some() { "at most " } else { "" };
        self.print(&format!("{}: {}, {}, {most}{games} games{so_far}", plan.title(), plan.game, plan.time));
    }

    /// Tells what the match added to the clocks of the engines.
    pub(crate) fn latency(&self, summary: Option<LatencySummary>) {
        let Some(summary) = summary else { return };
        if self.json {
            return self.print_json(&Line::Latency(summary));
        }
        let LatencySummary { requests, median, p99, longest } = summary;
        self.print(&format!(
            "Latency: median {median:.3} ms, 99 % below {p99:.3} ms, longest {longest:.3} ms, {requests} requests"
        ));
    }

    /// Tells why it stopped, and the standings.
    pub(crate) fn end(&self, played: &Match, output: &Path, reason: &StopReason) {
        let told = self.state.lock().unwrap_or_else(PoisonError::into_inner).told_games;
        // JSON always has standings before its end.
        if self.json || told != Some(played.standings().games()) {
            self.print_standings(played.standings());
        }
        let (name, text) = match reason {
            StopReason::Complete => ("complete", "all games are played".to_owned()),
            StopReason::Decided(decision) => ("decided", decision_text(decision)),
            StopReason::Interrupted => (
                "interrupted",
                format!("interrupted; continue with: damier match --resume --output {}", output.display()),
            ),
            StopReason::EngineFailed { engine, text } => {
                ("engine_failed", format!("{engine} failed and may not be started again: {text}"))
            }
            _ => ("stopped", "stopped".to_owned()),
        };
        if let StopReason::Decided(_) = reason
            && let Some(text) = faults_warning(played.standings())
        {
            self.observe(&MatchEvent::Warning { text: &text });
        }
        if self.json {
            return self.print_json(&Line::End { reason: name, text });
        }
        self.print(&format!("Stopped: {text}"));
    }

    fn name(&self, engine: usize) -> &str {
        &self.plan.engines[engine].name
    }

    fn print_game(&self, game: &PlayedGame) {
        let number = game.pair * 2 + u64::from(game.game) + 1;
        let [white, black] = game.engines.map(|engine| self.name(engine));
        let plies = game.opening.moves.len() + game.moves.len();
        let fault = game.fault.as_ref();
        if self.json {
            return self.print_json(&Line::Game {
                number,
                pair: game.pair + 1,
                white,
                black,
                result: game.result.to_string(),
                reason: &game.ending.reason,
                article: game.ending.article.as_deref(),
                plies,
                fault: fault.map(|fault| FaultLine { engine: self.name(fault.engine), fault }),
            });
        }
        let moves = number_of(plies.div_ceil(2) as u64, "move");
        self.print(&format!("Game {number}: {white} - {black} {}, {}, {moves}", game.result, game.ending));
        if let Some(fault) = fault {
            self.print(&format!("  {} by {}: {}", fault.kind, self.name(fault.engine), fault.text));
            fault.lines.iter().for_each(|line| self.print(&format!("    {line}")));
        }
    }

    fn print_standings(&self, standings: &Standings) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).told_games = Some(standings.games());
        if self.json {
            let engines = standings.engines().iter().enumerate();
            let engines = engines.map(|(engine, standing)| StandingLine {
                name: self.name(engine),
                points: standing.points(),
                standing,
            });
            let meetings = standings.meetings().map(|((one, other), meeting)| MeetingLine {
                engines: [self.name(one), self.name(other)],
                meeting,
            });
            return self.print_json(&Line::Standings {
                games: standings.games(),
                pairs: standings.pairs(),
                engines: engines.collect(),
                meetings: meetings.collect(),
                llr: self.plan.sprt.map(|_| standings.finished().llr()),
            });
        }
        self.print(&format!("Standings after {}:", number_of(standings.pairs(), "pair")));
        table(&self.plan, standings).iter().for_each(|line| self.print(line));
    }

    fn print_json(&self, line: &Line<'_>) {
        if let Ok(text) = serde_json::to_string(line) {
            self.write(&text);
        }
    }

    fn print(&self, line: &str) {
        self.write(&shown(line));
    }

    /// A closed output must not end the match.
    fn write(&self, line: &str) {
        let out = &mut self.state.lock().unwrap_or_else(PoisonError::into_inner).out;
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
    }

    /// Whether the standings are to be printed after this many pairs.
    fn is_time_for_standings(&self, pairs: u64) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = self.every > 0 && pairs >= state.told + self.every;
        if is_due {
            state.told = pairs;
        }
        is_due
    }
}

impl<W: Write + Send> MatchObserver for MatchPrinter<W> {
    fn observe(&self, event: &MatchEvent<'_>) {
        match event {
            MatchEvent::GameFinished { game, standings } => {
                self.print_game(game);
                if self.is_time_for_standings(standings.pairs()) {
                    self.print_standings(standings);
                }
            }
            MatchEvent::Warning { text } if self.json => self.print_json(&Line::Warning { text }),
            MatchEvent::Warning { text } => self.print(&format!("Warning: {text}")),
            _ => {}
        }
    }
}

/// The engines, best first, with their results and faults.
fn table(plan: &MatchPlan, standings: &Standings) -> Vec<String> {
    let mut order: Vec<usize> = (0..plan.engines.len()).collect();
    let share = |engine: usize| {
        let standing = &standings.engines()[engine];
        standing.points() / (standing.games().max(1) as f64)
    };
    order.sort_by(|&one, &other| share(other).total_cmp(&share(one)));
    let width = plan.engines.iter().map(|engine| engine.name.chars().count()).max().unwrap_or(0);
    let mut lines = Vec::new();
    for (place, engine) in (1..).zip(order) {
        let standing = &standings.engines()[engine];
        let EngineStanding { wins, draws, losses, faults } = standing;
        let faults = faults_text(faults);
        let (name, points, games) = (&plan.engines[engine].name, standing.points(), standing.games());
        lines.push(format!(
            "{place:>3}. {name:<width$}  {points}/{games} (+{wins} ={draws} -{losses}){faults}"
        ));
    }
    if let [_, _] = plan.engines[..] {
        let Meeting { pentanomial, .. } = standings.meeting(0, 1);
        lines.push(format!("     pairs of {} by points 0 to 2: {pentanomial:?}", plan.engines[0].name));
        if let Some(pairs) = Pentanomial::new(pentanomial).ok().filter(|pairs| !pairs.is_empty()) {
            let Estimate { elo, elo_error, los, .. } = estimate(&pairs.into());
            let [elo, elo_error, los] = [elo, elo_error, 100.0 * los].map(|number| number_text(number, 1));
            lines.push(format!("     Elo {elo} ± {elo_error}, LOS {los} %"));
        }
    }
    if let Some(sprt) = plan.sprt.and_then(|sprt| sprt.test().ok()) {
        let (finished, lower, upper) = (standings.finished(), sprt.lower(), sprt.upper());
        let (llr, pairs) = (number_text(finished.llr(), 2), number_of(finished.len(), "pair"));
        let (model, elo0, elo1) = (sprt.model(), sprt.elo0(), sprt.elo1());
        lines.push(format!(
            "     LLR {llr} ({lower:.2} to {upper:.2}) over the first {pairs}, {model} Elo {elo0} to {elo1}"
        ));
    }
    lines
}

fn decision_text(decision: &Decision) -> String {
    let found = match decision.verdict {
        Verdict::AcceptH1 => "passed, H1 is accepted",
        Verdict::AcceptH0 => "failed, H0 is accepted",
    };
    format!(
        "the test is decided: {found} after {}, LLR {:.2}",
        number_of(decision.pairs, "pair"),
        decision.llr
    )
}

/// That many games of a test say nothing of how well the engines play, if one in twenty or more ended by a fault.
fn faults_warning(standings: &Standings) -> Option<String> {
    let faults: u64 = standings.engines().iter().flat_map(|standing| standing.faults.values()).sum();
    let games = standings.games();
    (faults * 20 >= games.max(1)).then(|| {
        format!(
            "{faults} of {} ended because an engine failed; the test counts them as losses",
            number_of(games, "game")
        )
    })
}

fn faults_text(faults: &BTreeMap<arena::FaultKind, u64>) -> String {
    faults.iter().map(|(kind, count)| format!(", {}", number_of(*count, kind.text()))).collect()
}
