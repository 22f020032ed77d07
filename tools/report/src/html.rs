//! The report as one HTML page, which needs nothing from elsewhere.

use std::fmt::Write;

use stats::{number_of, number_text};

use crate::charts;
use crate::match_report::{EngineRow, MatchReport, MeetingRow};
use crate::plot::{escaped, short};
use crate::text::{elo_text, one_digit, seconds_text, sprt_line};

const STYLE: &str = include_str!("style.css");

/// Endings and openings that the page lists.
const MOST_LISTED: usize = 12;

impl MatchReport {
    /// The report as one HTML page with plots, without scripts and without anything to load.
    #[must_use]
    pub fn to_html(&self) -> String {
        let mut page = begin_page(&self.title);
        self.write_header(&mut page);
        if self.games == 0 {
            page.push_str("<section><p>No game is finished yet.</p></section>\n</body>\n</html>\n");
            return page;
        }
        self.write_tiles(&mut page);
        self.write_standing_table(&mut page);
        page.push_str("<div class=\"plots\">\n");
        self.write_plots(&mut page);
        self.write_lists(&mut page);
        page.push_str("</div>\n");
        if self.engines.len() > 2 {
            self.write_matrix(&mut page);
        }
        self.write_fault_table(&mut page);
        page.push_str("</body>\n</html>\n");
        page
    }

    fn write_header(&self, page: &mut String) {
        let (title, game, time) = (escaped(&self.title), escaped(self.game), escaped(&self.time));
        let _ = write!(
            page,
            "<header>\n<h1>{title}</h1>\n<p class=\"muted\">{game}, {time}: {}",
            self.games_text()
        );
        if let (Some(began), Some(ended)) = (self.began, self.ended) {
            let _ = write!(page, " in {}", duration(ended.saturating_sub(began).max(0) / 1000));
        }
        page.push_str("</p>\n</header>\n");
    }

    fn write_tiles(&self, page: &mut String) {
        let mut tiles = Vec::new();
        if let Some(meeting) = self.only_meeting() {
            let first = self.name_of(meeting.engines[0]);
            tiles.push((plus_minus(meeting.elo, meeting.elo_error), format!("Elo of {first}")));
            tiles.push((plus_minus(meeting.nelo, meeting.nelo_error), "normalized Elo".to_owned()));
            tiles.push((format!("{:.1} %", 100.0 * meeting.los), "likelihood of superiority".to_owned()));
            if let Some(ratio) = meeting.pairs_ratio {
                tiles.push((number_text(ratio, 2), "pairs won / lost".to_owned()));
            }
        }
        if let Some(sprt) = &self.sprt {
            let verdict = match sprt.verdict {
                Some("h1") => "LLR: H1 accepted",
                Some(_) => "LLR: H0 accepted",
                None => "LLR: not decided yet",
            };
            tiles.push((number_text(sprt.llr, 2), verdict.to_owned()));
        }
        let [white, draws, black] = self.by_color;
        let games = self.games as f64;
        tiles.push((format!("{:.1} %", 100.0 * draws as f64 / games), "games drawn".to_owned()));
        let white = (2 * white + draws) as f64 / (2.0 * games);
        tiles.push((format!("{:.1} %", 100.0 * white), format!("score of White ({black} won by Black)")));
        tiles.push((self.faults_in_all.to_string(), "faults of engines".to_owned()));
        page.push_str("<div class=\"tiles\">\n");
        for (value, words) in tiles {
            let words = escaped(&words);
            let _ = writeln!(page, "<div class=\"tile\"><b>{value}</b><span>{words}</span></div>");
        }
        page.push_str("</div>\n");
    }

    fn write_standing_table(&self, page: &mut String) {
        page.push_str(
            "<section>\n<h2>Standings</h2>\n<div class=\"scroll\"><table>\n<tr><th>Engine</th><th>Points</th><th>Games</th>\
             <th>Won</th><th>Drawn</th><th>Lost</th><th>Score</th><th>Elo</th><th>s/move</th><th>Longest</th><th>Depth</th>\
             <th>Nodes/s</th><th>Faults</th></tr>\n",
        );
        for row in &self.engines {
            let EngineRow { games, wins, draws, losses, points, profile, .. } = row;
            let faults: u64 = row.faults.values().sum();
            let _ = writeln!(
                page,
                "<tr><td>{}</td><td>{points}</td><td>{games}</td><td>{wins}</td><td>{draws}</td><td>{losses}</td>\
                 <td>{:.1}&nbsp;%</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{faults}</td></tr>",
                escaped(&row.name),
                100.0 * row.score,
                plus_minus(row.elo, row.elo_error),
                seconds_text(profile.seconds),
                seconds_text(profile.longest),
                profile.depth.map_or_else(|| "–".to_owned(), one_digit),
                profile.speed.map_or_else(|| "–".to_owned(), |speed| short(speed, 0)),
            );
        }
        page.push_str("</table></div>\n");
        if let Some(scale) = &self.scale {
            let scale = escaped(scale);
            let _ = writeln!(
                page,
                "<p class=\"note\">Elo of all engines on one scale, {scale}; 95 % intervals.</p>"
            );
        }
        if let Some(meeting) = self.only_meeting() {
            let [ll, ld, dd, wd, ww] = meeting.pentanomial;
            let _ = writeln!(
                page,
                "<p class=\"note\">Pairs with 0, ½, 1, 1½ and 2 points: {ll}, {ld}, {dd}, {wd}, {ww}. Elo with 95 % intervals, from pairs.</p>"
            );
        }
        page.push_str("</section>\n");
    }

    fn write_plots(&self, page: &mut String) {
        if let Some(sprt) = &self.sprt {
            card(page, "LLR over pairs", &charts::llr(sprt), &[], Some(&sprt_line(sprt)));
        }
        let first = self.only_meeting().map(|meeting| self.name_of(meeting.engines[0]));
        let who = first.unwrap_or("the first engine of the plan");
        let scale = [("q0", "0"), ("q1", "¼"), ("q2", "½"), ("q3", "¾"), ("q4", "1")];
        let note = format!(
            "One square for each opening: the score of {who}; {}.",
            number_of(self.openings.len() as u64, "opening")
        );
        card(page, "Score by opening", &charts::openings(&self.openings), &scale, Some(&note));
        let colors = [("w-wins", "White won"), ("draws", "drawn"), ("b-wins", "Black won")];
        card(page, "Game length", &charts::lengths(&self.lengths), &colors, None);
        let engines: Vec<(String, &str)> = self
            .engines
            .iter()
            .take(charts::MOST_LINES)
            .enumerate()
            .map(|(index, row)| (format!("dot s{index}"), row.name.as_str()))
            .collect();
        let engines: Vec<(&str, &str)> =
            engines.iter().map(|(class, name)| (class.as_str(), *name)).collect();
        let note = format!("The first {} engines.", charts::MOST_LINES);
        let note = (self.engines.len() > charts::MOST_LINES).then_some(note.as_str());
        card(page, "Depth by move", &charts::depths(self), &engines, note);
        card(page, "Time by move", &charts::times(self), &engines, note);
    }

    /// Who scored how much against whom.
    fn write_matrix(&self, page: &mut String) {
        page.push_str("<section class=\"wide\">\n<h2>Head-to-head results</h2>\n<div class=\"scroll\"><table>\n<tr><th></th>");
        for row in &self.engines {
            let _ = write!(page, "<th>{}</th>", escaped(&row.name));
        }
        page.push_str("</tr>\n");
        for one in &self.engines {
            let _ = write!(page, "<tr><td>{}</td>", escaped(&one.name));
            for other in &self.engines {
                match self.meeting(one.number, other.number) {
                    Some((points, games, [wins, draws, losses])) => {
                        let _ = write!(
                            page,
                            "<td title=\"won {wins}, drawn {draws}, lost {losses}\">{points}&nbsp;/&nbsp;{games}</td>"
                        );
                    }
                    None => page.push_str("<td class=\"self\">–</td>"),
                }
            }
            page.push_str("</tr>\n");
        }
        page.push_str("</table></div>\n</section>\n");
    }

    /// Points, games and results of one engine against another.
    fn meeting(&self, one: usize, other: usize) -> Option<(f64, u64, [u64; 3])> {
        let engines = [one.min(other), one.max(other)];
        let MeetingRow { wins, draws, losses, .. } =
            self.meetings.iter().find(|row| row.engines == engines)?;
        let (wins, losses) = if one < other { (wins, losses) } else { (losses, wins) };
        Some((*wins as f64 + *draws as f64 / 2.0, wins + draws + losses, [*wins, *draws, *losses]))
    }

    fn write_lists(&self, page: &mut String) {
        page.push_str("<section>\n<h2>How games ended</h2>\n<table>\n");
        for ending in self.endings.iter().take(MOST_LISTED) {
            let share = 100.0 * ending.games as f64 / self.games as f64;
            let reason = escaped(&ending.reason);
            let _ = writeln!(
                page,
                "<tr><td class=\"text\">{reason}</td><td>{}</td><td>{share:.1}&nbsp;%</td></tr>",
                ending.games
            );
        }
        page.push_str("</table>\n</section>\n");
        let mut rows: Vec<_> =
            self.openings.iter().filter(|row| row.games > 1 && row.white_score != 0.5).collect();
        rows.sort_by(|one, other| {
            let bias = |score: f64| (score - 0.5).abs();
            bias(other.white_score).total_cmp(&bias(one.white_score)).then(other.games.cmp(&one.games))
        });
        if !rows.is_empty() {
            page.push_str(
                "<section>\n<h2>Most one-sided openings</h2>\n<table>\n<tr><th>Opening</th><th>Games</th><th>White</th></tr>\n",
            );
            for row in rows.into_iter().take(MOST_LISTED) {
                let name: String = row.name.chars().take(80).collect();
                let (number, name, white) = (row.number + 1, escaped(&name), 100.0 * row.white_score);
                let _ = writeln!(
                    page,
                    "<tr><td class=\"text\">{number}. {name}</td><td>{}</td><td>{white:.0}&nbsp;%</td></tr>",
                    row.games
                );
            }
            page.push_str("</table>\n</section>\n");
        }
    }

    fn write_fault_table(&self, page: &mut String) {
        if self.faults.is_empty() {
            return;
        }
        page.push_str("<section class=\"wide\">\n<h2>Faults</h2>\n<div class=\"scroll\"><table>\n<tr><th>Game</th><th class=\"left\">Engine</th><th class=\"left\">Fault</th><th class=\"left\">What happened</th></tr>\n");
        for fault in &self.faults {
            let _ = writeln!(
                page,
                "<tr><td>{}.{}</td><td class=\"left\">{}</td><td class=\"left\">{}</td><td class=\"text\">{}</td></tr>",
                fault.pair,
                fault.game,
                escaped(&fault.engine),
                escaped(&fault.kind),
                escaped(&fault.text)
            );
        }
        page.push_str("</table></div>\n");
        let rest = self.faults_in_all - self.faults.len() as u64;
        if rest > 0 {
            let _ = writeln!(page, "<p class=\"note\">And {rest} more.</p>");
        }
        page.push_str("</section>\n");
    }
}

/// The head of a page. Nothing may be loaded, and nothing runs.
pub(crate) fn begin_page(title: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n",
        escaped(title)
    )
}

/// A plot with its heading, its legend and a note.
pub(crate) fn card(
    page: &mut String,
    heading: &str,
    plot: &str,
    legend: &[(&str, &str)],
    note: Option<&str>,
) {
    let _ = write!(page, "<section>\n<h2>{}</h2>\n{plot}\n", escaped(heading));
    if !legend.is_empty() {
        page.push_str("<ul class=\"legend\">");
        for (class, words) in legend {
            let _ = write!(
                page,
                "<li><svg viewBox=\"0 0 12 12\" aria-hidden=\"true\"><rect class=\"{class}\" width=\"12\" height=\"12\" rx=\"2\"/></svg>{}</li>",
                escaped(words)
            );
        }
        page.push_str("</ul>\n");
    }
    if let Some(note) = note {
        let _ = writeln!(page, "<p class=\"note\">{}</p>", escaped(note));
    }
    page.push_str("</section>\n");
}

fn plus_minus(value: f64, error: f64) -> String {
    elo_text(value, error).replace(' ', "&nbsp;")
}

/// Seconds in words: `3 h 12 min`, `4 min 5 s`, `12 s`.
fn duration(seconds: i64) -> String {
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match (hours, minutes) {
        (0, 0) => format!("{rest} s"),
        (0, minutes) => format!("{minutes} min {rest} s"),
        (hours, minutes) => format!("{hours} h {minutes} min"),
    }
}
