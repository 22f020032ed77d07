//! Reports of matches whose games are known.

use arena::{
    EndingKind, EngineFault, EngineScore, EngineSpec, EngineTime, FaultKind, GameEnding, MatchPlan,
    MatchResult, Opening, PlayedGame, PlayedMove,
};
use catalog::GameId;
use damier_report::{Anchor, MatchReport, RatingError, ReportBuilder};
use stats::{Model, Sprt};

fn plan(names: &[&str]) -> MatchPlan {
    let engines = names.iter().map(|name| EngineSpec { name: (*name).to_owned(), ..EngineSpec::own("x") });
    let plan = MatchPlan::new(GameId::Chess, EngineTime::depth(4), engines.collect());
    MatchPlan { rounds: 400, ..plan }
}

fn mv(depth: u32, micros: u64) -> PlayedMove {
    PlayedMove {
        text: "e4".to_owned(),
        score: Some(EngineScore::Centipawns(20)),
        depth: Some(depth),
        nodes: Some(micros),
        micros,
        clock: None,
    }
}

fn game(pair: u64, game: u8, engines: [usize; 2], result: MatchResult, plies: usize) -> PlayedGame {
    // The first engine of the plan searches to depth 10 in 0.2 s, the others to 5 in 0.1 s.
    let moves = (0..plies).map(|ply| {
        let mover = engines[(ply + 1) % 2];
        if mover == 0 { mv(10, 200_000) } else { mv(5, 100_000) }
    });
    PlayedGame {
        pair,
        game,
        engines,
        opening_number: pair,
        opening: Opening { name: Some(format!("Opening <{pair}>")), fen: None, moves: vec!["e4".to_owned()] },
        moves: moves.collect(),
        result,
        ending: GameEnding {
            kind: EndingKind::Rules,
            reason: "checkmate".to_owned(),
            article: Some("FIDE 5.1.1".to_owned()),
        },
        fault: None,
        began: 1_700_000_000_000 + pair as i64 * 1_000,
        millis: 900,
    }
}

/// Pairs of two engines: the first wins two of three, and draws the others.
fn two_engines(pairs: u64, sprt: Option<Sprt>) -> MatchReport {
    let plan = plan(&["New <b>", "Old & slow"]);
    let mut builder = ReportBuilder::new(&plan, sprt);
    for pair in 0..pairs {
        let first = if pair % 3 == 0 { MatchResult::Draw } else { MatchResult::WhiteWins };
        builder.add(&game(pair, 0, [0, 1], first, 40 + pair as usize % 7));
        builder.add(&game(pair, 1, [1, 0], MatchResult::Draw, 60));
    }
    builder.finish()
}

fn test() -> Option<Sprt> {
    Some(Sprt::new(Model::Normalized, 0.0, 100.0, 0.05, 0.05).expect("limits"))
}

#[test]
fn numbers_follow_from_the_games() {
    let report = two_engines(30, test());
    assert_eq!((report.games, report.pairs, report.games_planned), (60, 30, 800));
    assert_eq!(report.by_color, [20, 40, 0]);
    let first = &report.engines[0];
    assert_eq!((first.name.as_str(), first.points, first.wins, first.draws), ("New <b>", 40.0, 20, 40));
    assert_eq!((first.profile.depth, first.profile.seconds), (Some(10.0), 0.2));
    assert_eq!((first.profile.speed, first.profile.longest), (Some(1e6), 0.2));
    assert_eq!(report.engines[1].profile.depth, Some(5.0));
    let meeting = &report.meetings[0];
    assert_eq!((meeting.pentanomial, meeting.pairs_ratio), ([0, 0, 10, 20, 0], Some(f64::INFINITY)));
    let sprt = report.sprt.as_ref().expect("a test");
    assert_eq!((sprt.pairs, sprt.series.len(), sprt.verdict), (30, 31, Some("h1")));
    assert_eq!(sprt.series[30].llr, sprt.llr);
    assert!(sprt.decided_after.is_some_and(|pairs| pairs < 30));
    assert_eq!(report.openings[1].white_score, 0.75);
    assert_eq!(report.openings[1].first_score, Some(0.75));
    let in_bins: u64 = report.lengths.iter().map(|bin| bin.white + bin.draws + bin.black).sum();
    assert_eq!(in_bins, 60);
    assert_eq!(report.endings[0].reason, "checkmate (FIDE 5.1.1)");
    assert_eq!(report.ended.zip(report.began).map(|(end, begin)| end - begin), Some(29_900));
}

/// Pairs of 75 % are worth 190.8 Elo: "a" over "b", and "b" over "c".
fn three_engines(anchors: &[Anchor]) -> Result<MatchReport, RatingError> {
    let plan = plan(&["c", "b", "a"]);
    let mut builder = ReportBuilder::new(&plan, None).anchored(anchors)?;
    for pair in 0..8 {
        let engines = [[2, 1], [1, 0]][pair as usize % 2];
        builder.add(&game(pair, 0, engines, MatchResult::WhiteWins, 40));
        builder.add(&game(pair, 1, [engines[1], engines[0]], MatchResult::Draw, 40));
    }
    Ok(builder.finish())
}

fn rated(report: &MatchReport) -> Vec<String> {
    report.engines.iter().map(|row| format!("{} {:.1}", row.name, row.elo)).collect()
}

#[test]
fn more_than_two_engines_are_on_one_scale() {
    let report = three_engines(&[]).expect("a report");
    assert_eq!(rated(&report), ["a 190.8", "b 0.0", "c -190.8"]);
    assert!(report.to_text().contains("on one scale, the average is 0; 95 % intervals."));
    let anchor: Anchor = "c=1500".parse().expect("an anchor");
    let report = three_engines(&[anchor]).expect("a report");
    assert_eq!(rated(&report), ["a 1881.7", "b 1690.8", "c 1500.0"]);
    assert!(report.to_html().contains("on one scale, c = 1500; 95 % intervals."));
    let error = three_engines(&["x=1".parse().expect("an anchor")]).expect_err("unknown");
    assert_eq!(error.to_string(), "no engine is named \"x\"; the engines are c, b, a");
}

/// Long matches keep a bounded number of points, the last one among them.
#[test]
fn the_llr_is_thinned_out() {
    let report = two_engines(1_900, test());
    let sprt = report.sprt.expect("a test");
    assert!(sprt.series.len() <= 402, "{}", sprt.series.len());
    assert_eq!(sprt.series.last().map(|point| point.pairs), Some(1_900));
}

#[test]
fn the_text_says_the_same() {
    let plan = plan(&["a", "b"]);
    let text = two_engines(30, test()).to_text();
    assert!(text.starts_with("New <b> - Old & slow: Chess, depth=4, 60 of at most 800 games\n"), "{text}");
    assert!(text.contains("pairs 0, 0, 10, 20, 0; won/lost ∞"), "{text}");
    assert!(text.contains("H1 accepted after "), "{text}");
    assert!(text.contains("White won 20, Black won 0, 40 drawn."), "{text}");
    assert!(text.contains("  0.200  "), "{text}");
    let mut builder = ReportBuilder::new(&plan, None);
    let mut quick = game(0, 0, [0, 1], MatchResult::Draw, 10);
    quick.moves = vec![mv(1, 35); 10];
    builder.add(&quick);
    let text = builder.finish().to_text();
    assert!(text.contains("1 of 800 games\n") && text.contains("  0.000035  "), "{text}");
    let empty = ReportBuilder::new(&plan, None).finish().to_text();
    assert!(empty.ends_with("No game is finished yet.\n"), "{empty}");
}

#[test]
fn the_json_has_the_names_of_the_statistics() {
    let json = serde_json::to_value(two_engines(30, test())).expect("numbers and texts");
    for field in ["elo", "elo_error", "nelo", "los", "pentanomial", "draw_rate"] {
        assert!(!json["meetings"][0][field].is_null(), "{field}");
    }
    assert!(json["meetings"][0]["pairs_ratio"].is_null(), "it is infinite");
    assert_eq!(json["sprt"]["series"][0]["pairs"], 0);
    assert_eq!(json["engines"][0]["profile"]["phases"][0]["from"], 1);
}

/// Names of engines, openings and faults are texts of strangers: none of them becomes markup.
#[test]
fn the_page_is_whole_and_safe() {
    let plan = plan(&["New <b>", "Old & slow", "<script>alert(1)</script>"]);
    let mut builder = ReportBuilder::new(&plan, None);
    for pair in 0..6 {
        let engines = [[0, 1], [0, 2], [1, 2]][pair as usize % 3];
        let mut first = game(pair, 0, engines, MatchResult::WhiteWins, 41);
        first.fault = Some(EngineFault {
            engine: engines[1],
            kind: FaultKind::Crash,
            text: "it said <img src=x onerror=alert(1)>".to_owned(),
            lines: Vec::new(),
        });
        builder.add(&first);
        builder.add(&game(pair, 1, [engines[1], engines[0]], MatchResult::Draw, 90));
    }
    let page = builder.finish().to_html();
    for word in ["<script", "<img", "<b>alert", "Opening <", "http://", "https://", "NaN", "inf"] {
        assert!(!page.contains(word), "{word}");
    }
    assert!(page.contains("New &lt;b&gt;") && page.contains("Head-to-head results"));
    for (open, close) in
        [("<svg", "</svg>"), ("<section", "</section>"), ("<table", "</table>"), ("<div", "</div>")]
    {
        assert_eq!(page.matches(open).count(), page.matches(close).count(), "{open}");
    }
    assert!(page.contains("Faults") && page.ends_with("</html>\n"));
    let empty = ReportBuilder::new(&plan, None).finish().to_html();
    assert!(empty.contains("No game is finished yet.") && !empty.contains("NaN"));
}
