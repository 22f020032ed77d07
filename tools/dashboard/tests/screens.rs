//! The screen at several sizes, in all states.

use std::time::Duration;

use damier_dashboard::{BoardPanel, DashboardView, LlrGauge, StandingLine, draw};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

fn screen(view: &DashboardView, width: u16, height: u16) -> Vec<String> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a screen in memory");
    terminal.draw(|frame| draw(frame, view)).expect("drawn");
    let buffer = terminal.backend().buffer().clone();
    let line = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>();
    (0..height).map(|y| line(y).trim_end().to_owned()).collect()
}

fn board(number: &str) -> BoardPanel {
    let diagram = ["8 r n b q k b n r", "7 p p p p p p p p", "6 . . . . . . . .", "5 . . . . . . . ."];
    BoardPanel {
        number: number.to_owned(),
        white: "Damier".to_owned(),
        black: "Other".to_owned(),
        last: "12. Nf3".to_owned(),
        scores: ["+0.34/12".to_owned(), "-0.20/11".to_owned()],
        clocks: [Some(65_000), Some(9_300)],
        diagram: diagram.map(str::to_owned).to_vec(),
    }
}

fn view() -> DashboardView {
    let line = |name: &str, results: [u64; 3], elo| StandingLine {
        name: name.to_owned(),
        results,
        points: results[0] as f64 + results[1] as f64 / 2.0,
        elo,
        faults: 1,
    };
    DashboardView {
        title: "Damier - Other, Chess, 10+0.1".to_owned(),
        games: 120,
        games_planned: 400,
        elapsed: Duration::from_secs(125),
        left: Some(Duration::from_secs(3_720)),
        is_finishing: false,
        boards: vec![board("61.1"), board("61.2")],
        standings: vec![
            line("Damier", [50, 40, 30], [58.5, 52.3]),
            line("Other", [30, 40, 50], [-58.5, 52.3]),
        ],
        llr: Some(LlrGauge { lower: -2.94, upper: 2.94, llr: 1.47, elo: [0.0, 5.0], pairs: 60 }),
        warnings: vec!["Other: time forfeit: 23 ms over".to_owned()],
    }
}

#[test]
fn a_usual_terminal_shows_everything() {
    let lines = screen(&view(), 80, 24);
    let text = lines.join("\n");
    assert_eq!(lines[0], "Damier - Other, Chess, 10+0.1");
    assert!(lines[1].ends_with(" 120 of at most 400 games, 2 min 05 s, at most 1 h 02 min left"), "{text}");
    assert!(text.contains("LLR 1.47 of -2.94 to 2.94, Elo 0 to 5, 60 pairs"), "{text}");
    assert!(text.contains("Damier    70.0     50     40     30      58.5 ± 52.3      1"), "{text}");
    assert!(text.contains("Games in progress (2)"), "{text}");
    assert!(text.contains("61.1") && text.contains("12. Nf3") && text.contains("+0.34/12"), "{text}");
    assert!(text.contains("Other: time forfeit: 23 ms over"), "{text}");
    assert!(lines[23].starts_with("q: finish the games"), "{text}");
}

/// The bar goes from the middle to the right as far as the LLR has gone.
#[test]
fn the_bar_shows_the_llr() {
    let bar = |llr| {
        let gauge = LlrGauge { llr, ..view().llr.expect("a test") };
        let lines = screen(&DashboardView { llr: Some(gauge), ..view() }, 80, 24);
        let line = lines.iter().find(|line| line.contains("H0")).expect("a bar").clone();
        let place = |letter| line.chars().position(|found| found == letter);
        (place('│'), place('█').expect("the LLR"))
    };
    // The border of the block is the same letter as the zero, and comes first.
    let (low, middle, high) = (bar(-2.94).1, bar(0.0).1, bar(2.94).1);
    assert!(low < middle && middle < high);
    assert_eq!(high - middle, middle - low);
    assert_eq!(bar(9.0).1, high, "it stays inside");
    assert_eq!(bar(-9.0).1, low);
}

#[test]
fn large_terminals_have_boards_side_by_side() {
    let lines = screen(&view(), 200, 50);
    let row = lines.iter().find(|line| line.contains("8 r n b q k b n r")).expect("a board");
    assert_eq!(row.matches("8 r n b q k b n r").count(), 2);
    assert!(
        lines.iter().any(|line| line.contains("61.1 Black: Other -0.20/11 0:09.3")),
        "{}",
        lines.join("\n")
    );
    assert!(lines.iter().any(|line| line.contains("White: Damier +0.34/12 1:05")));
}

/// Too many games for boards become lines, and too many lines are counted.
#[test]
fn many_games_are_lines() {
    let boards: Vec<BoardPanel> = (0..64).map(|number| board(&format!("{number}.1"))).collect();
    let lines = screen(&DashboardView { boards, warnings: Vec::new(), ..view() }, 80, 24);
    let text = lines.join("\n");
    assert!(text.contains("0.1     12. Nf3"), "{text}");
    assert!(text.contains("and 5") && text.contains(" more"), "{text}");
    assert!(!text.contains("Warnings"));
}

#[test]
fn every_size_and_an_empty_match_can_be_drawn() {
    let empty = DashboardView::default();
    for (width, height) in [(1, 1), (20, 3), (39, 9), (40, 10), (80, 24), (200, 50), (300, 11)] {
        screen(&empty, width, height);
        screen(&view(), width, height);
    }
    assert_eq!(screen(&view(), 30, 5)[0], "120 of 400 games");
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let warnings = vec!["engine said \u{1b}[31mred\u{1b}[0m".to_owned()];
    let text = screen(&DashboardView { warnings, ..view() }, 80, 24).join("\n");
    assert!(!text.contains('\u{1b}') && text.contains("[31mred"));
}
