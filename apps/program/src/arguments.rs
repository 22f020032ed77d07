//! The command line as a whole. The arguments of each command are in its own file.

use std::fmt::Write;

use clap::{CommandFactory, Parser, Subcommand};

#[cfg(feature = "bot")]
use crate::commands::bot;
#[cfg(feature = "serve")]
use crate::commands::serve;
use crate::commands::{
    analyse, completions, convert, diff, dxp, explain, fuzz_rules, games, hub, man, moves, perft, play,
    rules, selfplay, show, tables, uci, validate,
};
#[cfg(feature = "matches")]
use crate::commands::{match_arguments, stats, tune};
#[cfg(feature = "workers")]
use crate::commands::{queue, work};

/// The last part of the help of most commands.
pub(crate) const EXIT_CODES: &str = "Exit codes:
  0    done
  1    the check found a difference, an error or an illegal move
  2    bad usage or bad input; a line on stderr says what
  3    an engine crashed, hung or sent an invalid answer
  130  stopped by Ctrl-C, TERM or HUP";

/// The same for commands that check nothing and start no engine.
pub(crate) const PLAIN_EXIT_CODES: &str = "Exit codes:
  0    done
  2    bad usage or bad input; a line on stderr says what
  130  stopped by Ctrl-C, TERM or HUP";

const EXAMPLES: &str = "Examples:
  damier play international --level 3                     play against the engine
  damier analyse chess --seconds 5                        analyze a position with the engine
  damier show russian                                     look at a board
  damier rules english                                    read the rules of a game
  damier moves chess --moves \"e4 e5 Nf3\"                  list the legal moves
  damier explain chess e2e5                               why is this not legal?
  damier show chess --legal --output board.svg            draw a picture
  damier match chess --engine stockfish --engine damier   let engines play each other
  damier perft international 9                            count move sequences
  damier diff chess --engine stockfish --random 9         compare an engine with the rules
  damier validate games.pgn.zst                           check games by the rules
  damier convert games.pdn games.jsonl                    write records in another format";

#[cfg(feature = "serve")]
const WITHOUT_COMMAND: &str = "Without a command, it serves the board in the browser, as damier serve does.";
#[cfg(not(feature = "serve"))]
const WITHOUT_COMMAND: &str =
    "Without a command, it asks on a terminal which game to play; elsewhere it suggests what to type next.";

/// The commands, in the order in which a newcomer needs them.
const GROUPS: &[(&str, &[&str])] = &[
    ("Play", &["serve", "bot", "play", "analyse"]),
    ("Learn about games", &["games", "rules"]),
    ("Look at positions", &["show", "moves", "explain"]),
    ("Play in other programs", &["uci", "hub", "dxp"]),
    ("Let engines play", &["match", "tune", "stats"]),
    ("Count and compare", &["perft", "diff", "fuzz-rules"]),
    ("Solve endings", &["tables"]),
    ("Make training data", &["selfplay"]),
    ("Work on several machines", &["work", "queue"]),
    ("Work with files", &["validate", "convert", "replay"]),
    ("Set up the program", &["completions", "man"]),
];

/// Chess and the whole draughts family: rules, boards and tools.
#[derive(Parser)]
#[command(name = "damier", version, after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    #[cfg(feature = "serve")]
    Serve(serve::ServeArguments),
    #[cfg(feature = "bot")]
    Bot(bot::BotArguments),
    Play(play::PlayArguments),
    #[command(alias = "analyze")]
    Analyse(analyse::AnalyseArguments),
    Moves(moves::MovesArguments),
    Show(show::ShowArguments),
    Explain(explain::ExplainArguments),
    Uci(uci::UciArguments),
    Hub(hub::HubArguments),
    Dxp(dxp::DxpArguments),
    #[cfg(feature = "matches")]
    Match(Box<match_arguments::MatchArguments>),
    #[cfg(feature = "matches")]
    Tune(tune::TuneArguments),
    #[cfg(feature = "matches")]
    Stats(stats::StatsArguments),
    Perft(perft::PerftArguments),
    #[cfg(feature = "workers")]
    Work(work::WorkArguments),
    #[cfg(feature = "workers")]
    Queue(queue::QueueArguments),
    Diff(diff::DiffArguments),
    FuzzRules(fuzz_rules::FuzzRulesArguments),
    Tables(tables::TablesArguments),
    #[command(name = "selfplay")]
    SelfPlay(Box<selfplay::SelfPlayArguments>),
    Convert(convert::ConvertArguments),
    Validate(validate::ValidateArguments),
    Games(games::GamesArguments),
    Rules(rules::RulesArguments),
    Completions(completions::CompletionsArguments),
    Man(man::ManArguments),
}

/// The command line, with commands in groups.
pub(crate) fn command() -> clap::Command {
    let command = Arguments::command();
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{WITHOUT_COMMAND}\n\n{}Options:\n{{options}}{{after-help}}",
        groups(&command)
    );
    command.help_template(template).mut_subcommands(|command| command.mut_args(with_negative_numbers))
}

/// Accepts -1 as a value, so that the option can report what it expects.
fn with_negative_numbers(arg: clap::Arg) -> clap::Arg {
    let takes_values = arg.get_action().takes_values();
    if takes_values { arg.allow_negative_numbers(true) } else { arg }
}

/// Lists the commands with their descriptions, by group. Commands without a group come last.
fn groups(command: &clap::Command) -> String {
    let width = command.get_subcommands().map(|command| command.get_name().len()).max().unwrap_or(0);
    let line = |command: &clap::Command| {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        format!("  {:<width$}  {about}\n", command.get_name())
    };
    let mut text = String::new();
    for (heading, names) in GROUPS {
        let lines: String = names.iter().filter_map(|name| command.find_subcommand(name)).map(line).collect();
        if !lines.is_empty() {
            let _ = writeln!(text, "{heading}:\n{lines}");
        }
    }
    let is_grouped = |name: &str| GROUPS.iter().any(|(_, names)| names.contains(&name));
    let rest: String =
        command.get_subcommands().filter(|command| !is_grouped(command.get_name())).map(line).collect();
    let help = format!("  {:<width$}  Explain a command: damier help show\n", "help");
    let _ = writeln!(text, "More:\n{rest}{help}");
    text
}
