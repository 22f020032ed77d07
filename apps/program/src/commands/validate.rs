//! `damier validate`: the referee.

use std::cell::{Cell, RefCell};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use catalog::GameTags;
use clap::Args;
use convert::{Format, check_operations, read_games};
use files::Progress;
use indicatif::ProgressBar;
use record::{
    Fault, Letters, Location, Part, Reader, RecordError, Referee, RefereeTally, Repair, RepairEffect,
    ReplayBoard, Syntax, WhichGame,
};
use serde::Serialize;
use study::{Finding, Hint, RecordGame};

use crate::commands::game_arguments::take_game;
use crate::commands::in_parts::{Done, MOST_THREADS, all_cores, work_in_parts};
use crate::commands::number_of;
use crate::commands::numbers::whole;
use crate::commands::record_arguments::{
    RecordArguments, RecordInput, Unsure, hint_text, length, limits, name, no_game, path_of, unreadable,
};
use crate::commands::totals::Totals;
use crate::interrupt::stop_on_interrupt;
use crate::progress::with_bytes;
use crate::terminal::shown;
use crate::{complain, exit, is_broken_pipe};

const EXAMPLES: &str = "Examples:
  damier validate games.pgn
  damier validate lichess_db.pgn.zst --json
  zcat games.pdn.gz | damier validate russian
  damier validate old.pgn --encoding windows-1251
  damier validate --strict --verbose *.pdn

Every game is replayed by its rules, variations included. A game that ended by mate, lack of moves or a draw rule must
have that result, and its Result tag and terminator must agree. The tags GameType (PDN) and Variant (PGN) say which game
it is; otherwise name it before the files or with --game. Memory does not grow with the files, and the games of one file
are checked on all cores.

Findings go to standard output, one per line: file, game, line, column, and what is wrong. Lines and columns count from 1;
a column is a byte of UTF-8, so a letter outside ASCII takes two or more.

An error is a game that cannot be read or breaks the rules. A change is text that breaks the standard but can be
understood; damier convert corrects it. A note is something unusual that stays as it is, such as moves after a draw by the
rules. --verbose shows each change and note; with --strict they are all errors. A variation is checked up to its first
illegal move, which counts as a change; the summary counts broken variations.

The format is recognized by content, then by file name. Text that is not UTF-8 is read in the encoding that best fits its
words, and a line says which; --encoding sets it. With --strict, nothing is guessed.

With --json each file is one object:
  {\"file\", \"games\", \"moves\", \"variation_moves\", \"errors\", \"changes\", \"notes\", \"broken_variations\", \"seconds\",
   \"complete\", \"unreadable\": null | \"why\", \"format\", \"encoding\", \"assumed\": [what was guessed],
   \"error_list\": [{\"game\", \"line\", \"column\", \"message\"}], \"change_list\": ..., \"note_list\": ...}
--verbose adds \"change_list\" and \"note_list\". The last object has the totals, and \"files\" instead of \"file\".";

const EXIT_CODES: &str = "Exit codes:
  0    no errors
  1    games have errors, or a file has no game
  2    bad usage, an unreadable file or an unknown format; the other files are checked
  130  stopped by Ctrl-C, TERM or HUP, after printing what was found so far";

/// Check the games of files by the rules.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{}\n\n{EXIT_CODES}", limits()))]
pub(crate) struct ValidateArguments {
    /// The files; "-" or nothing means standard input. You can name the game first; write ./chess for a file with the
    /// name of a game.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    records: RecordArguments,
    /// Print one JSON object per file, and one with the totals.
    #[arg(long)]
    json: bool,
    /// List at most N errors, changes and notes of each file in JSON; the counts stay complete.
    #[arg(long, value_name = "N", default_value_t = 10_000, requires = "json", value_parser = whole::<usize>(0..=u64::MAX))]
    max_listed: usize,
    /// Check the games of a PGN or PDN file with N threads; by default one per core. The output is the same.
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=MOST_THREADS))]
    threads: Option<usize>,
}

pub(crate) fn run(mut arguments: ValidateArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    take_game(&mut arguments.files, &mut arguments.records.game)?;
    let arguments = &arguments;
    let files: Vec<Option<&Path>> = match arguments.files.is_empty() {
        true => vec![None],
        false => arguments.files.iter().map(|file| path_of(Some(file))).collect(),
    };
    let progress = Arc::new(Progress::default());
    stop_on_interrupt(&progress)?;
    files.iter().for_each(|&file| progress.expect(length(file)));
    let has_errors = Cell::new(false);
    let check = |bar: &ProgressBar| check_files(arguments, &files, &progress, bar, &has_errors, out);
    match with_bytes(&progress, check) {
        // The reader of the findings has seen enough; there were errors all the same.
        Err(error) if has_errors.get() && is_broken_pipe(&error) => Ok(ExitCode::from(exit::MISMATCH)),
        result => result,
    }
}

fn check_files(
    arguments: &ValidateArguments,
    files: &[Option<&Path>],
    progress: &Arc<Progress>,
    bar: &ProgressBar,
    has_errors: &Cell<bool>,
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    let mut total = Totals::default();
    let begin = Instant::now();
    for &file in files {
        let report = check_file(arguments, file, progress, bar, has_errors, out)?;
        total.add(&report.totals);
        if arguments.json {
            super::write_json(out, &report)?;
        } else {
            let text = report.totals.text(progress.is_stopped());
            let lines = report.assumed.iter().chain([&text]);
            bar.suspend(|| {
                lines
                    .into_iter()
                    .try_for_each(|line| writeln!(out, "{}", shown(&format!("{}: {line}", report.file))))
            })?;
        }
        out.flush()?;
        if progress.is_stopped() {
            break;
        }
    }
    total.seconds = begin.elapsed().as_secs_f64();
    if arguments.json {
        super::write_json(out, &TotalJson { files: total.files, totals: &total })?;
    } else if files.len() > 1 {
        writeln!(out, "total: {}, {}", number_of(total.files, "file"), total.text(progress.is_stopped()))?;
    }
    Ok(match &total {
        _ if progress.is_stopped() => ExitCode::from(exit::INTERRUPTED),
        total if !total.complete => ExitCode::from(exit::BAD_INPUT),
        total if total.errors > 0 || total.has_empty_file => ExitCode::from(exit::MISMATCH),
        _ => ExitCode::SUCCESS,
    })
}

/// What was found in a file.
#[derive(Serialize)]
struct FileReport {
    file: String,
    #[serde(flatten)]
    totals: Totals,
    unreadable: Option<String>,
    format: Option<&'static str>,
    encoding: Option<String>,
    /// What was assumed, in words.
    assumed: Vec<String>,
    error_list: Vec<FindingJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    change_list: Option<Vec<FindingJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note_list: Option<Vec<FindingJson>>,
}

#[derive(Serialize)]
struct TotalJson<'a> {
    files: u64,
    #[serde(flatten)]
    totals: &'a Totals,
}

#[derive(Serialize)]
struct FindingJson {
    game: u64,
    line: u64,
    column: u64,
    message: String,
}

impl FindingJson {
    fn new(game: u64, place: Location, message: &impl ToString) -> Self {
        Self { game, line: place.line, column: place.column, message: message.to_string() }
    }
}

/// What became of an input, or a part of it.
#[derive(Default)]
struct Checked {
    tally: RefereeTally,
    /// Why it cannot be read to its end.
    failure: Option<String>,
    ends_between_games: bool,
}

/// Where findings go: to the output at once, or into the report.
struct Findings<'a> {
    report: FileReport,
    arguments: &'a ValidateArguments,
    bar: &'a ProgressBar,
    /// Whether any file has errors, known even if nothing more can be printed.
    has_errors: &'a Cell<bool>,
    out: &'a mut dyn Write,
    /// A closed pipe, which ends the work at the next error.
    failure: Option<std::io::Error>,
}

impl Findings<'_> {
    /// Adds a finding; `false` if no more are wanted.
    fn add(&mut self, finding: &Finding) -> bool {
        match finding {
            Finding::Error(error, hint) => self.error(error, hint_text(*hint)),
            Finding::Repair(repair) => self.repair(repair),
        }
        self.failure.is_none()
    }

    fn error(&mut self, error: &RecordError, hint: &str) {
        self.report.totals.errors += 1;
        self.has_errors.set(true);
        if !self.arguments.json {
            self.print(&format!("{error}{hint}"));
        } else if self.report.error_list.len() < self.arguments.max_listed {
            let message = format!("{}{hint}", error.fault);
            self.report.error_list.push(FindingJson::new(error.game, error.place, &message));
        }
    }

    fn repair(&mut self, repair: &Repair) {
        self.report.totals.changes += repair.changes();
        self.report.totals.notes += repair.notes();
        self.report.totals.broken_variations += repair.cut_variations();
        let effect = repair.kind.effect();
        let report = &mut self.report;
        let list =
            if effect == RepairEffect::Change { &mut report.change_list } else { &mut report.note_list };
        let Some(list) = list else { return };
        if !self.arguments.json {
            let Repair { game, place, kind } = repair;
            self.print(&format!("game {game}, {place}: {effect}: {kind}"));
        } else if list.len() < self.arguments.max_listed {
            list.push(FindingJson::new(repair.game, repair.place, &repair.kind));
        }
    }

    fn print(&mut self, text: &str) {
        let Self { report, bar, out, failure, .. } = self;
        let line = format!("{}: {text}", report.file);
        let written = bar.suspend(|| writeln!(out, "{}", shown(&line)));
        if let Err(error) = written {
            failure.get_or_insert(error);
        }
    }
}

fn check_file(
    arguments: &ValidateArguments,
    file: Option<&Path>,
    progress: &Arc<Progress>,
    bar: &ProgressBar,
    has_errors: &Cell<bool>,
    out: &mut dyn Write,
) -> anyhow::Result<FileReport> {
    let report = FileReport {
        file: name(file),
        totals: Totals::default(),
        unreadable: None,
        format: None,
        encoding: None,
        assumed: Vec::new(),
        error_list: Vec::new(),
        change_list: arguments.records.verbose.then(Vec::new),
        note_list: arguments.records.verbose.then(Vec::new),
    };
    let findings = RefCell::new(Findings { report, arguments, bar, has_errors, out, failure: None });
    let begin = Instant::now();
    let mut assumed = None;
    let tally = match arguments.records.open(file, progress, Unsure::Guess) {
        Ok(RecordInput { format, letters, text, assumed: assumptions }) => {
            assumed = Some((format, assumptions));
            let Checked { tally, failure, .. } = check_games(arguments, format, letters, text, &findings);
            let findings = &mut findings.borrow_mut();
            findings.report.unreadable = failure.map(|message| unreadable(&findings.report.file, &message));
            tally
        }
        // The format of standard input is unknown; other files can still be checked.
        Err(error) if file.is_none() => return Err(error),
        Err(error) => {
            findings.borrow_mut().report.unreadable = Some(format!("{error:#}"));
            RefereeTally::default()
        }
    };
    let Findings { mut report, failure, .. } = findings.into_inner();
    if let Some(error) = failure {
        return Err(error.into());
    }
    let RefereeTally { games, moves, variation_moves, .. } = tally;
    report.unreadable.take_if(|_| progress.is_stopped());
    let complete = report.unreadable.is_none() && !progress.is_stopped();
    let seconds = begin.elapsed().as_secs_f64();
    let has_empty_file = complete && games == 0;
    report.totals = Totals {
        games,
        moves,
        variation_moves,
        seconds,
        complete,
        has_empty_file,
        files: 1,
        ..report.totals
    };
    if let Some((format, assumptions)) = assumed {
        report.format = Some(format.name());
        report.encoding = Some(assumptions.encoding().encoding.to_string());
        // For a file that cannot be read the assumptions do not matter.
        if report.unreadable.is_none() {
            report.assumed = assumptions.lines();
        }
    }
    if let Some(why) = &report.unreadable {
        bar.suspend(|| complain(why));
    } else if has_empty_file {
        bar.suspend(|| complain(&no_game(file)));
    }
    Ok(report)
}

/// Checks all games of an input, those of records with several threads.
fn check_games(
    arguments: &ValidateArguments,
    format: Format,
    letters: Letters,
    input: impl Read + Send,
    findings: &RefCell<Findings<'_>>,
) -> Checked {
    let threads = arguments.threads.unwrap_or_else(all_cores);
    let add = |finding| findings.borrow_mut().add(&finding);
    if threads == 1 || format.syntax().is_none() {
        return referee(arguments, format, letters, input, &add);
    }
    let work = |part: &Part| {
        let list = RefCell::new(Vec::new());
        let keep = |finding| {
            list.borrow_mut().push(finding);
            true
        };
        let checked = referee(arguments, format, letters, part.reader(), &keep);
        Done { ends_between_games: checked.ends_between_games, output: (checked, list.into_inner()) }
    };
    let mut all = Checked::default();
    let mut lines = 0;
    let take = |part: &Part, (checked, list): (Checked, Vec<Finding>)| {
        let games = all.tally.games;
        let is_wanted = list.into_iter().all(|finding| add(finding.shifted(games, lines)));
        add_tally(&mut all.tally, checked.tally);
        lines += part.line_ends();
        all.failure = checked.failure;
        is_wanted
    };
    if let Some(rest) = work_in_parts(input, threads, work, take) {
        let games = all.tally.games;
        let checked =
            referee(arguments, format, letters, rest, &|finding: Finding| add(finding.shifted(games, lines)));
        add_tally(&mut all.tally, checked.tally);
        all.failure = checked.failure;
    }
    all
}

fn add_tally(sum: &mut RefereeTally, tally: RefereeTally) {
    sum.games += tally.games;
    sum.moves += tally.moves;
    sum.variation_moves += tally.variation_moves;
    sum.changes += tally.changes;
    sum.notes += tally.notes;
}

/// Lets the referee see all games of an input, until no more findings are wanted.
fn referee(
    arguments: &ValidateArguments,
    format: Format,
    letters: Letters,
    input: impl Read,
    add: &dyn Fn(Finding) -> bool,
) -> Checked {
    let records = arguments.records.rules();
    let is_told = Cell::new(true);
    let choose = |which: &WhichGame| -> Result<Box<dyn ReplayBoard>, String> {
        let WhichGame { game, game_type, variant, fen } = which;
        let tags = GameTags { game_type: game_type.as_deref(), variant: variant.as_deref() };
        is_told.set(records.is_told(&tags));
        let record = RecordGame { format, game: game.as_deref(), tags, fen: fen.as_deref() };
        damier::board_by_tags(records.choose(&record)?, &tags).map_err(|error| error.to_string())
    };
    let is_wanted = Cell::new(true);
    let report = |repair: Repair| is_wanted.set(add(Finding::Repair(repair)) && is_wanted.get());
    let options = records.options(format.syntax().unwrap_or(Syntax::Pdn)).letters(letters);
    let mut referee = Referee::new(options, choose, report);
    if matches!(format, Format::Fen | Format::Epd) {
        referee = referee.without_results();
    }
    let mut failure = None;
    let mut go_on = |result: Result<bool, RecordError>| match result {
        Ok(go_on) => go_on && is_wanted.get(),
        Err(RecordError { fault: Fault::Io { message, .. }, .. }) => {
            failure = Some(message);
            false
        }
        Err(error) => {
            let hint = Hint::of(&error, format, is_told.get());
            add(Finding::Error(error, hint)) && is_wanted.get()
        }
    };
    if format.syntax().is_some() {
        let mut reader = Reader::with_options(input, options);
        while go_on(reader.read_game(&mut referee)) {}
        let ends_between_games = reader.ends_between_games();
        return Checked { tally: referee.tally(), failure, ends_between_games };
    }
    let mut games = 0;
    for game in read_games(input, format, options) {
        games += 1;
        let result = game.and_then(|game| {
            let id = records.game_of(format, &game);
            let syntax = id.as_ref().map_or(Syntax::Pdn, |id| id.record_format());
            let options = records.options(syntax);
            referee.set_options(options);
            // By its name, since a position may tell it, which the referee does not ask for.
            referee.name_next(id.map_or(game.game, |id| Some(id.name().to_owned())));
            let raw = game.raw.with_options(options);
            raw.show(&mut referee)?;
            if format == Format::Epd {
                let fen = raw.tags().get("FEN").map(str::to_owned);
                let board = choose(&WhichGame { fen, ..WhichGame::default() });
                check_operations(&raw, &mut *board.map_err(|reason| raw.error(reason))?)?;
            }
            Ok(true)
        });
        if !go_on(result) {
            break;
        }
    }
    // Lines that hold no game count too.
    Checked { tally: RefereeTally { games, ..referee.tally() }, failure, ends_between_games: true }
}
