//! The report as text.

use std::fmt::Write;

use stats::{number_of, number_text};

use crate::match_report::{EngineRow, MatchReport, MeetingRow, SprtReport};

/// Endings, openings and faults that the text lists.
const MOST_LISTED: usize = 8;

impl MatchReport {
    /// The report as text for a terminal.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let Self { title, game, time, .. } = self;
        let _ = writeln!(text, "{title}: {game}, {time}, {}\n", self.games_text());
        if self.games == 0 {
            text.push_str("No game is finished yet.\n");
            return text;
        }
        self.write_standings(&mut text);
        for meeting in &self.meetings {
            self.write_meeting(meeting, &mut text);
        }
        if let Some(sprt) = &self.sprt {
            let _ = writeln!(text, "  {}", sprt_line(sprt));
        }
        let [white, draws, black] = self.by_color;
        let _ = writeln!(text, "\nWhite won {white}, Black won {black}, {draws} drawn.");
        self.write_openings(&mut text);
        let _ = writeln!(text, "\nHow games ended:");
        for ending in self.endings.iter().take(MOST_LISTED) {
            let _ = writeln!(text, "  {:>6}  {}", ending.games, ending.reason);
        }
        self.write_faults(&mut text);
        text
    }

    /// How many games are played, of how many. A test hardly ever needs all.
    pub(crate) fn games_text(&self) -> String {
        let most = if self.sprt.is_some() { "at most " } else { "" };
        format!("{} of {most}{}", self.games, number_of(self.games_planned, "game"))
    }

    fn write_standings(&self, text: &mut String) {
        let width = self.engines.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(6);
        let _ = writeln!(
            text,
            "{:<width$}  {:>6} {:>6} {:>6} {:>6}  {:>7}  {:>6}  {:>15}  {:>9}  {:>5}  {:>8}",
            "engine", "games", "won", "drawn", "lost", "points", "score", "Elo", "s/move", "depth", "nodes/s"
        );
        for row in &self.engines {
            let EngineRow {
                name, games, wins, draws, losses, points, score, elo, elo_error, profile, ..
            } = row;
            let score = format!("{:.1} %", 100.0 * score);
            let elo = elo_text(*elo, *elo_error);
            let depth = profile.depth.map_or_else(|| "-".to_owned(), |depth| format!("{depth:.1}"));
            let speed = profile.speed.map_or_else(|| "-".to_owned(), |speed| crate::plot::short(speed, 0));
            let _ = writeln!(
                text,
                "{name:<width$}  {games:>6} {wins:>6} {draws:>6} {losses:>6}  {points:>7.1}  {score:>6}  {elo:>15}  {:>9}  {depth:>5}  {speed:>8}",
                seconds_text(profile.seconds)
            );
        }
        if let Some(scale) = &self.scale {
            let _ = writeln!(text, "Elo of all engines on one scale, {scale}; 95 % intervals.");
        }
    }

    fn write_meeting(&self, meeting: &MeetingRow, text: &mut String) {
        let [one, other] = meeting.engines.map(|engine| self.name_of(engine));
        let MeetingRow { wins, draws, losses, pentanomial: [ll, ld, dd, wd, ww], .. } = meeting;
        let _ = writeln!(text, "\n{one} - {other}: +{wins} ={draws} -{losses}");
        let (elo, error) = (one_digit(meeting.elo), one_digit(meeting.elo_error));
        let (nelo, nelo_error) = (one_digit(meeting.nelo), one_digit(meeting.nelo_error));
        let (los, rate) = (100.0 * meeting.los, 100.0 * meeting.draw_rate);
        let _ = writeln!(
            text,
            "  Elo {elo} ± {error}, normalized {nelo} ± {nelo_error}, LOS {los:.1} %, {rate:.1} % drawn"
        );
        if let Some(ratio) = meeting.pairs_ratio {
            let _ = writeln!(text, "  pairs {ll}, {ld}, {dd}, {wd}, {ww}; won/lost {}", one_digit(ratio));
        }
    }

    /// The openings that favor one color most.
    fn write_openings(&self, text: &mut String) {
        let mut rows: Vec<_> = self.openings.iter().filter(|row| row.games >= 2).collect();
        rows.retain(|row| row.white_score != 0.5);
        rows.sort_by(|one, other| {
            let bias = |score: f64| (score - 0.5).abs();
            bias(other.white_score).total_cmp(&bias(one.white_score)).then(other.games.cmp(&one.games))
        });
        let _ = writeln!(
            text,
            "\n{}.{}",
            number_of(self.openings.len() as u64, "opening"),
            if rows.is_empty() { "" } else { " Most one-sided, for White:" }
        );
        for row in rows.into_iter().take(MOST_LISTED) {
            let name: String = row.name.chars().take(60).collect();
            let _ = writeln!(
                text,
                "  {:>5.0} % of {:<5} {:>5}. {name}",
                100.0 * row.white_score,
                row.games,
                row.number + 1
            );
        }
    }

    fn write_faults(&self, text: &mut String) {
        if self.faults.is_empty() {
            return;
        }
        let _ = writeln!(text, "\nFaults ({}):", self.faults_in_all);
        for fault in self.faults.iter().take(MOST_LISTED) {
            let _ = writeln!(
                text,
                "  {}.{} {}: {}: {}",
                fault.pair, fault.game, fault.engine, fault.kind, fault.text
            );
        }
    }
}

/// The test in one line.
pub(crate) fn sprt_line(sprt: &SprtReport) -> String {
    let SprtReport { model, elo0, elo1, llr, llr_lower, llr_upper, pairs, .. } = sprt;
    let verdict = match (sprt.verdict, sprt.decided_after) {
        (Some("h1"), Some(pairs)) => format!("H1 accepted after {}", number_of(pairs, "pair")),
        (Some(_), Some(pairs)) => format!("H0 accepted after {}", number_of(pairs, "pair")),
        _ => format!("not decided after {}", number_of(*pairs, "pair")),
    };
    let llr = number_text(*llr, 2);
    format!("LLR {llr} ({llr_lower:.2} to {llr_upper:.2}), {model} Elo {elo0} to {elo1}: {verdict}")
}

/// Seconds; to the microsecond where the third digit says little.
pub(crate) fn seconds_text(seconds: f64) -> String {
    if seconds < 0.01 { format!("{seconds:.6}") } else { format!("{seconds:.3}") }
}

/// A number with one digit; a question mark if the games do not determine it.
pub(crate) fn one_digit(number: f64) -> String {
    number_text(number, 1)
}

/// An Elo with its error bar. One without error is not measured: the scale takes it as given.
pub(crate) fn elo_text(elo: f64, elo_error: f64) -> String {
    if elo_error == 0.0 { one_digit(elo) } else { format!("{} ± {}", one_digit(elo), one_digit(elo_error)) }
}
