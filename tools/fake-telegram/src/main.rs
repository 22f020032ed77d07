//! The bot put to the test: `cargo run --release -p fake-telegram -- load | look`.
//!
//! Every command ends with 0 if the bot passed, 1 if it did not, and 101 if it lost a tap or did not answer.
#![forbid(unsafe_code)]

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use fake_telegram::{BotLaunch, BotProcess, Fake, Load, Settings, page, scenes, screenshot};

/// Puts the Telegram bot to the test, against a strict fake of the Bot API.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Plays many games at once, without pacing: no tap may be lost or doubled, and answers must come quickly.
    Load(LoadArguments),
    /// Writes pictures of boards and menus at the width of a phone.
    Look(LookArguments),
}

#[derive(Args)]
struct BotArguments {
    /// The program damier; without, the one next to this program.
    #[arg(long, value_name = "PATH")]
    program: Option<PathBuf>,
    /// Where the bot keeps its games: a file or a PostgreSQL URL; without, a temporary file.
    #[arg(long, value_name = "FILE-OR-URL")]
    data: Option<String>,
}

#[derive(Args)]
struct LoadArguments {
    #[command(flatten)]
    bot: BotArguments,
    /// Games at the same time.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: usize,
    /// Updates a second.
    #[arg(long, value_name = "N", default_value_t = 50.0)]
    per_second: f64,
    /// How long.
    #[arg(long, value_name = "N", default_value_t = 60.0)]
    seconds: f64,
    /// Fail if more than one answer of a hundred takes longer, in milliseconds.
    #[arg(long, value_name = "N", default_value_t = 200.0)]
    p99_ms: f64,
    /// Fail if the bot uses more memory, in millions of bytes.
    #[arg(long, value_name = "N", default_value_t = 200)]
    memory_mb: u64,
}

#[derive(Args)]
struct LookArguments {
    #[command(flatten)]
    bot: BotArguments,
    /// The folder for pages and pictures.
    #[arg(long, value_name = "FOLDER", default_value = "bot-pictures")]
    output: PathBuf,
}

fn main() -> ExitCode {
    let result = match Arguments::parse().task {
        Task::Load(arguments) => load(&arguments),
        Task::Look(arguments) => look(&arguments),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

impl BotArguments {
    fn start(&self, fake: &Fake, folder: &Path) -> std::io::Result<BotProcess> {
        let program = match &self.program {
            Some(program) => program.clone(),
            None => std::env::current_exe()?.with_file_name("damier"),
        };
        let data = self.data.clone();
        let data = data.unwrap_or_else(|| folder.join("bot.db").to_string_lossy().into_owned());
        let options = vec!["--pace".to_owned(), "0".to_owned()];
        Ok(BotLaunch { program, command: ["bot", "telegram"], data, options, log: folder.join("log") }
            .start(fake))
    }
}

fn load(arguments: &LoadArguments) -> std::io::Result<bool> {
    let folder = tempfile::tempdir()?;
    // Pictures of a thousand games would fill the memory of this program.
    let fake = Fake::start(Settings { keeps_files: false, ..Settings::default() });
    let bot = arguments.bot.start(&fake, folder.path())?;
    let load = Load {
        games: arguments.games,
        taps: (arguments.per_second * arguments.seconds) as usize,
        per_second: Some(arguments.per_second),
    };
    let report = load.run(&fake);
    let memory = bot.peak_memory().unwrap_or_default();
    println!("{report}");
    println!("memory at most       {:.1} MB", memory as f64 / 1e6);
    let violations = fake.violations();
    println!("violations           {}", violations.len());
    for violation in violations.iter().take(10) {
        println!("  {violation}");
    }
    let p99 = report.percentile(0.99).as_secs_f64() * 1000.0;
    let is_good =
        p99 <= arguments.p99_ms && memory <= arguments.memory_mb * 1_000_000 && violations.is_empty();
    println!("{}", if is_good { "passed" } else { "failed" });
    Ok(is_good)
}

fn look(arguments: &LookArguments) -> std::io::Result<bool> {
    let folder = tempfile::tempdir()?;
    let fake = Fake::start(Settings::default());
    let _bot = arguments.bot.start(&fake, folder.path())?;
    let views = scenes(&fake);
    std::fs::create_dir_all(&arguments.output)?;
    for (number, view) in views.iter().enumerate() {
        let path = arguments.output.join(format!("{number:02}.html"));
        std::fs::write(&path, page(std::slice::from_ref(view)))?;
        let has_picture = screenshot(&path, &path.with_extension("png"), 1000)?;
        println!(
            "{} {}{}",
            path.display(),
            view.0,
            if has_picture { "" } else { " (no Chromium, no picture)" }
        );
    }
    std::fs::write(arguments.output.join("all.html"), page(&views))?;
    for violation in fake.violations() {
        println!("{violation}");
    }
    Ok(fake.violations().is_empty())
}
