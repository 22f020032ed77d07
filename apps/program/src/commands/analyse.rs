//! `damier analyse`: the engine's view of a position.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use catalog::{AnyGame, MoveDetails, OutcomeDetails};
use clap::Args;
use damier::{Color, MoveStyle};
use engine::{BestMove, Info, Limits, LookUp, Score, SearchRequest};
use serde_json::{Value, json};
use study::score_text;

use crate::commands::network_view;
use crate::commands::numbers::{seconds, whole};
use crate::commands::position_arguments::{PositionArguments, Takes};
use crate::commands::tables::{DOUBT, open_tables, value_in_words};
use crate::engine_thread::EngineThread;
use crate::exit;
use crate::interrupt::Interrupts;
use crate::lines::{MoveNumber, in_record_notation};

const EXAMPLES: &str = "Examples:
  damier analyse international --seconds 5
  damier analyse russian --moves \"c3-d4 d6-c5\" --lines 3 --depth 20
  damier analyse \"r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 3\"
  damier analyse frisian W:W32:B19,27,28 --nodes 1000000 --json
  damier analyse english W:W22,23,K30:B1,2,K14 --explain --depth 15

Scores are for White: +0.50 is an advantage of half a pawn or man for White, whoever is to move; +#3 is a forced win for
White in three moves, -#3 one for Black; +win and -win are wins by the endgame tables that --tables names. In losing games, the
score is for the side that will win.

Each line shows the depth, the rank of the variation with --lines, the score, the nodes searched, the nodes per second
and the moves. Without a limit the engine searches until Ctrl-C. The last line is the best variation.

With --explain the first lines say how the network evaluates the position without a search, and what each piece is worth:
the evaluation minus that of the position without the piece, for White. With --json they are one object {\"evaluation\",
\"pieces\": [{\"square\", \"color\", \"piece\", \"hundredths\"}, ...]}.

With --json, each line is {\"depth\", \"selective_depth\", \"line\", \"score\", \"nodes\", \"seconds\", \"nodes_per_second\", \"moves\"},
and the last one {\"fen\", \"turn\", \"best\", \"expected\", \"score\", \"nodes\", \"outcome\", \"table\"}. A score is {\"hundredths\"} or
{\"winner\", \"moves\"}; \"best\" and \"expected\" are moves with the fields of damier moves, or null.";

const EXIT_CODES: &str = "Exit codes:
  0    done; also after Ctrl-C if there is no limit
  2    bad usage or bad input; a line on stderr says what
  130  stopped by Ctrl-C, TERM or HUP before the limit";

/// Analyze a position with the engine.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
pub(crate) struct AnalyseArguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Number of best moves to show.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u16>(1..=256))]
    lines: u16,
    /// Stop after this depth.
    #[arg(long, value_name = "PLIES", value_parser = whole::<u32>(1..=u32::MAX.into()))]
    depth: Option<u32>,
    /// Stop after this many nodes.
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    nodes: Option<u64>,
    /// Stop after this time.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    seconds: Option<Duration>,
    /// Search threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u16>(1..=512))]
    threads: u16,
    /// Size of the transposition table in megabytes.
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = whole::<u32>(1..=65_536))]
    hash: u32,
    /// Use the endgame tables in this folder; see damier tables.
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Evaluate with the network in this file; "none" for the hand-crafted evaluation of draughts.
    #[arg(long, value_name = "FILE", default_value = "", hide_default_value = true)]
    eval_file: String,
    /// First show what each piece is worth to the network.
    #[arg(long)]
    explain: bool,
    /// Print one JSON object per line.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &AnalyseArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let named = arguments.position.read(Takes::Nothing)?;
    let (game, place) = (named.game("analyse")?, named.place());
    let position = game.game_at(&place)?;
    let number = MoveNumber::of(game, &position.start_fen(), position.start_turn()).after(position.plies());
    let tables = arguments.tables.as_deref().map(|folder| open_tables(game, folder)).transpose()?;
    let known = tables.and_then(|tables| tables.look_up(&*position));
    let page = Page { arguments, position: &*position, number, known };
    let interrupts = Interrupts::listen()?;
    let mut engine = EngineThread::new(game, arguments.hash as usize, arguments.threads.into(), &interrupts)
        .with_tables(arguments.tables.clone());
    engine.set_eval_file(&arguments.eval_file)?;
    if arguments.explain {
        network_view::write(game, &*position, engine.player_at(&place)?, arguments.json, out)?;
    }
    let mut last = None;
    let found = engine.think(&place, &arguments.request(), None, |info| {
        page.write_info(info, out)?;
        if info.multi_pv == 1 {
            last = Some(info.clone());
        }
        Ok(out.flush()?)
    })?;
    let outcome = position.outcome().map(OutcomeDetails::from);
    page.write_result(&found, last.as_ref(), outcome.as_ref(), out)?;
    let is_cut = interrupts.is_interrupted() && arguments.has_limit();
    Ok(if is_cut { ExitCode::from(exit::INTERRUPTED) } else { ExitCode::SUCCESS })
}

impl AnalyseArguments {
    fn request(&self) -> SearchRequest<String> {
        let limits =
            Limits { depth: self.depth, nodes: self.nodes, move_time: self.seconds, ..Limits::default() };
        SearchRequest { multi_pv: self.lines.into(), ..limits.into() }
    }

    fn has_limit(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.seconds.is_some()
    }
}

/// Writes the results.
struct Page<'a> {
    arguments: &'a AnalyseArguments,
    position: &'a dyn AnyGame,
    number: MoveNumber,
    /// What the endgame tables say.
    known: Option<LookUp>,
}

impl Page<'_> {
    fn write_info(&self, info: &Info<String>, out: &mut dyn Write) -> anyhow::Result<()> {
        let moves = in_record_notation(self.position, &info.pv);
        let speed = info.nodes_per_second();
        if self.arguments.json {
            let value = json!({
                "depth": info.depth,
                "selective_depth": info.selective_depth,
                "line": info.multi_pv,
                "score": self.score_json(info.score),
                "nodes": info.nodes,
                "seconds": info.elapsed.as_secs_f64(),
                "nodes_per_second": speed.round(),
                "moves": moves,
            });
            return super::write_json(out, &value);
        }
        let line = if self.arguments.lines > 1 { format!("  {:>2}", info.multi_pv) } else { String::new() };
        let score = score_text(info.score, self.position.turn());
        let (nodes, speed) = (short(info.nodes as f64), short(speed));
        let moves = self.number.line(&moves);
        Ok(writeln!(out, "{:>3}{line}  {score:>6}  {nodes:>6}  {speed:>6}/s  {moves}", info.depth)?)
    }

    fn write_result(
        &self,
        found: &BestMove<String>,
        last: Option<&Info<String>>,
        outcome: Option<&OutcomeDetails>,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        if self.arguments.json {
            let best = self.details(None, found.best.as_deref());
            let expected = self.details(best.as_ref(), found.ponder.as_deref());
            let value = json!({
                "fen": self.position.fen(),
                "turn": self.position.turn().to_string(),
                "best": best,
                "expected": expected,
                "score": best.as_ref().map(|_| self.score_json(found.score)),
                "nodes": found.nodes,
                "outcome": outcome,
                "table": self.known.map(|LookUp { value, distance, is_certain }| {
                    json!({ "value": value.to_string(), "distance": distance, "certain": is_certain })
                }),
            });
            return super::write_json(out, &value);
        }
        if let Some(outcome) = outcome {
            writeln!(out, "The game is over: {}.", outcome.text())?;
        }
        if let Some(LookUp { value, distance, is_certain }) = self.known {
            let doubt = if is_certain || outcome.is_some() { "" } else { DOUBT };
            writeln!(out, "tables: {}{doubt}", value_in_words(value, distance))?;
        }
        let best = in_record_notation(self.position, found.best.as_slice()).pop();
        let Some(best) = best else { return Ok(()) };
        let line = last.filter(|last| last.pv.first() == found.best.as_ref());
        let moves = line.map_or_else(|| vec![best], |last| in_record_notation(self.position, &last.pv));
        let score = score_text(found.score, self.position.turn());
        Ok(writeln!(out, "best {score}  {}", self.number.line(&moves))?)
    }

    /// A move of the engine as data, after another one if there is one.
    fn details(&self, before: Option<&MoveDetails>, text: Option<&str>) -> Option<MoveDetails> {
        let text = text?;
        let mut game = self.position.clone_game();
        if let Some(mv) = before {
            game.play_on(game.find_in(mv.protocol(), MoveStyle::Protocol).ok()?).ok()?;
        }
        game.describe().legal_moves.into_iter().find(|mv| mv.protocol() == text)
    }

    fn score_json(&self, score: Score) -> Value {
        let white = if self.position.turn() == Color::White { score } else { -score };
        match white.mate_in_plies() {
            Some(plies) => {
                let winner = if plies < 0 { Color::Black } else { Color::White };
                json!({ "winner": winner.to_string(), "moves": plies.unsigned_abs().div_ceil(2) })
            }
            None if white.table_plies().is_some() => {
                let winner = if white < Score::DRAW { Color::Black } else { Color::White };
                json!({ "winner": winner.to_string(), "moves": null })
            }
            None => json!({ "hundredths": white.centipawns() }),
        }
    }
}

/// A number with about three digits: `950`, `12.3k`, `4.56M`.
fn short(number: f64) -> String {
    match number {
        _ if number < 1e3 => format!("{number:.0}"),
        _ if number < 1e5 => format!("{:.1}k", number / 1e3),
        _ if number < 1e6 => format!("{:.0}k", number / 1e3),
        _ if number < 1e8 => format!("{:.1}M", number / 1e6),
        _ if number < 1e9 => format!("{:.0}M", number / 1e6),
        _ => format!("{:.1}G", number / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_short() {
        let texts = [0.0, 999.0, 1_500.0, 123_456.0, 1_234_567.0, 456_000_000.0, 7.8e9].map(short);
        assert_eq!(texts, ["0", "999", "1.5k", "123k", "1.2M", "456M", "7.8G"]);
    }
}
