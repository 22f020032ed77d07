//! The dashboard on a screen.

use std::time::Duration;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Paragraph};

use stats::{number_of, number_text};

use crate::view::{BoardPanel, DashboardView, LlrGauge, StandingLine};

/// The smallest screen that shows more than one line.
const LEAST: (u16, u16) = (40, 10);

/// The widest panel of a board.
const BOARD_WIDTH: u16 = 48;

const DIM: Style = Style::new().add_modifier(Modifier::DIM);
const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);

/// Draws the dashboard on the whole screen, whatever its size.
pub fn draw(frame: &mut Frame<'_>, view: &DashboardView) {
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        let text = format!("{} of {}", view.games, number_of(view.games_planned, "game"));
        frame.render_widget(Paragraph::new(text), area);
        return;
    }
    let llr = if view.llr.is_some() { 3 } else { 0 };
    let standings = (view.standings.len() as u16 + 3).min((area.height / 3).max(5));
    let warnings = (view.warnings.len() as u16 + 2).min((area.height / 4).max(3));
    let warnings = if view.warnings.is_empty() { 0 } else { warnings };
    let [head, gauge, table, boards, notes, foot] = Layout::vertical([
        Constraint::Length(2),
        Constraint::Length(llr),
        Constraint::Length(standings),
        Constraint::Min(3),
        Constraint::Length(warnings),
        Constraint::Length(1),
    ])
    .areas(area);
    draw_head(frame, head, view);
    if let Some(llr) = &view.llr {
        draw_llr(frame, gauge, llr);
    }
    draw_standings(frame, table, &view.standings);
    draw_boards(frame, boards, &view.boards);
    if warnings > 0 {
        draw_warnings(frame, notes, &view.warnings);
    }
    let keys = if view.is_finishing {
        "finishing the games in progress; Ctrl-C stops at once"
    } else {
        "q: finish the games in progress and stop   Ctrl-C: stop at once"
    };
    frame.render_widget(Paragraph::new(keys).style(DIM), foot);
}

fn draw_head(frame: &mut Frame<'_>, area: Rect, view: &DashboardView) {
    let [title, progress] = Layout::vertical([Constraint::Length(1), Constraint::Length(1)]).areas(area);
    frame.render_widget(Paragraph::new(shortened(&view.title, title.width)).style(BOLD), title);
    let DashboardView { games, games_planned, elapsed, .. } = view;
    let planned = number_of(*games_planned, "game");
    let left = view.left.map(|left| format!(", at most {} left", duration(left))).unwrap_or_default();
    // A test hardly ever needs all.
    let most = if view.llr.is_some() { "at most " } else { "" };
    let text = format!(" {games} of {most}{planned}, {}{left}", duration(*elapsed));
    let room = usize::from(progress.width).saturating_sub(text.chars().count()).min(40);
    let share = *games as f64 / (*games_planned).max(1) as f64;
    let full = ((room as f64 * share).round() as usize).min(room);
    let bar = format!("{}{}", "█".repeat(full), "░".repeat(room - full));
    frame.render_widget(Paragraph::new(Line::from(vec![Span::raw(bar), Span::raw(text)])), progress);
}

fn draw_llr(frame: &mut Frame<'_>, area: Rect, gauge: &LlrGauge) {
    let LlrGauge { lower, upper, llr, elo: [elo0, elo1], pairs } = gauge;
    let (llr, pairs) = (number_text(*llr, 2), number_of(*pairs, "pair"));
    let title = format!(" LLR {llr} of {lower:.2} to {upper:.2}, Elo {elo0} to {elo1}, {pairs} ");
    let block = Block::new().borders(Borders::ALL).title(title);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let text = llr_bar(gauge, usize::from(inner.width).saturating_sub(6));
    frame.render_widget(Paragraph::new(format!("H0 {text} H1")), inner);
}

/// A bar from 0 to the LLR, between the limits.
fn llr_bar(gauge: &LlrGauge, width: usize) -> String {
    // An odd width has a middle.
    let width = if width.is_multiple_of(2) { width.saturating_sub(1) } else { width };
    if width == 0 {
        return String::new();
    }
    let place = |value: f64| {
        let share = (value - gauge.lower) / (gauge.upper - gauge.lower);
        ((share * (width - 1) as f64).round().max(0.0) as usize).min(width - 1)
    };
    let (zero, now) = (place(0.0), place(gauge.llr));
    let letter = |index: usize| match index {
        index if index == now => '█',
        index if index == zero => '│',
        index if (zero.min(now)..=zero.max(now)).contains(&index) => '▒',
        _ => '·',
    };
    (0..width).map(letter).collect()
}

fn draw_standings(frame: &mut Frame<'_>, area: Rect, standings: &[StandingLine]) {
    let block = Block::new().borders(Borders::ALL).title(" Standings ");
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let numbers = 48;
    let longest = standings.iter().map(|line| line.name.chars().count()).max().unwrap_or(0).max(6);
    let width = longest.min(usize::from(inner.width).saturating_sub(numbers).max(6));
    let mut lines = vec![Line::styled(
        format!(
            "{:<width$} {:>7} {:>6} {:>6} {:>6} {:>16} {:>6}",
            "engine", "points", "won", "drawn", "lost", "Elo", "faults"
        ),
        DIM,
    )];
    let room = usize::from(inner.height).saturating_sub(1);
    let shown = if standings.len() > room { room.saturating_sub(1) } else { standings.len() };
    for line in &standings[..shown] {
        let StandingLine { name, results: [wins, draws, losses], points, elo: [elo, error], faults } = line;
        let elo = format!("{} ± {}", number_text(*elo, 1), number_text(*error, 1));
        let name = shortened(name, width as u16);
        lines.push(Line::raw(format!(
            "{name:<width$} {points:>7.1} {wins:>6} {draws:>6} {losses:>6} {elo:>16} {faults:>6}"
        )));
    }
    if shown < standings.len() {
        lines.push(Line::styled(format!("and {} more", standings.len() - shown), DIM));
    }
    frame.render_widget(Paragraph::new(lines), inner);
}

/// Boards where there is room for them, one line a game where there is not.
fn draw_boards(frame: &mut Frame<'_>, area: Rect, boards: &[BoardPanel]) {
    let block = Block::new().borders(Borders::ALL).title(format!(" Games in progress ({}) ", boards.len()));
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let height = boards.iter().map(|board| board.diagram.len()).max().unwrap_or(0) as u16 + 3;
    let widest = boards.iter().flat_map(|board| &board.diagram).map(|line| line.chars().count()).max();
    let least = (widest.unwrap_or(0) as u16 + 4).clamp(28, BOARD_WIDTH);
    let columns = (inner.width / least).min(boards.len() as u16).max(1);
    let (width, rows) = ((inner.width / columns).min(BOARD_WIDTH), inner.height / height.max(1));
    if height <= 3 || usize::from(columns * rows) < boards.len() {
        draw_lines(frame, inner, boards);
        return;
    }
    for (index, board) in boards.iter().enumerate() {
        let (column, row) = (index as u16 % columns, index as u16 / columns);
        let place = Rect { x: inner.x + column * width, y: inner.y + row * height, width, height };
        let mut lines = vec![
            Line::raw(shortened(&format!("{} {}", board.number, seat(board, 1)), width - 2)),
            Line::raw(shortened(
                &format!("{} {}", " ".repeat(board.number.chars().count()), seat(board, 0)),
                width - 2,
            )),
        ];
        lines.extend(board.diagram.iter().map(|line| Line::raw(line.clone())));
        lines.push(Line::styled(board.last.clone(), BOLD));
        frame.render_widget(Paragraph::new(lines), place);
    }
}

/// `Black: Stockfish +0.34/12 0:12`.
fn seat(board: &BoardPanel, side: usize) -> String {
    let (color, name) = if side == 0 { ("White", &board.white) } else { ("Black", &board.black) };
    let clock = board.clocks[side].map(|millis| format!(" {}", clock(millis))).unwrap_or_default();
    format!("{color}: {name} {}{clock}", board.scores[side]).trim_end().to_owned()
}

fn draw_lines(frame: &mut Frame<'_>, area: Rect, boards: &[BoardPanel]) {
    let room = usize::from(area.height);
    let shown = if boards.len() > room { room.saturating_sub(1) } else { boards.len() };
    let mut lines: Vec<Line<'_>> = boards[..shown]
        .iter()
        .map(|board| {
            let BoardPanel { number, white, black, last, scores: [of_white, of_black], .. } = board;
            let clocks: Vec<String> = board.clocks.iter().flatten().map(|&millis| clock(millis)).collect();
            let text = format!(
                "{number:<7} {last:<12} {of_white:>9} {of_black:>9} {:<13} {white} - {black}",
                clocks.join(" ")
            );
            Line::raw(shortened(&text, area.width))
        })
        .collect();
    if shown < boards.len() {
        lines.push(Line::styled(format!("and {} more", boards.len() - shown), DIM));
    }
    frame.render_widget(Paragraph::new(lines), area);
}

fn draw_warnings(frame: &mut Frame<'_>, area: Rect, warnings: &[String]) {
    let block = Block::new().borders(Borders::ALL).title(format!(" Warnings ({}) ", warnings.len()));
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let first = warnings.len().saturating_sub(usize::from(inner.height));
    let lines = warnings[first..].iter().map(|text| Line::raw(shortened(text, inner.width)));
    frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), inner);
}

/// A text that fits, without control characters.
fn shortened(text: &str, width: u16) -> String {
    let width = usize::from(width);
    let safe: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    if safe.chars().count() <= width {
        return safe;
    }
    safe.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds:02} s"),
        (hours, minutes, _) => format!("{hours} h {minutes:02} min"),
    }
}

/// `1:02` or `0:09.3`.
fn clock(millis: u64) -> String {
    let (minutes, seconds) = (millis / 60_000, millis / 1_000 % 60);
    if millis < 10_000 {
        format!("0:{seconds:02}.{}", millis / 100 % 10)
    } else {
        format!("{minutes}:{seconds:02}")
    }
}
