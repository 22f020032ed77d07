//! `damier bot`: games in chats.

use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, anyhow, bail};
use bot::{TELEGRAM, Token, Webhook};
use clap::{Args, Subcommand};
use server::{Config, Server, ServerGames};
use store::Store;
use tokio_util::sync::CancellationToken;

use crate::commands::numbers::whole;
use crate::commands::serve::{
    Log, check_tables, is_database, public_url, start_log, stop_on_signals, usual_file,
};

/// The environment variable with the token.
const TOKEN: &str = "DAMIER_TELEGRAM_TOKEN";

/// The environment variable with the address of the Bot API.
const API_URL: &str = "DAMIER_TELEGRAM_API_URL";

const EXAMPLES: &str = "Examples:
  DAMIER_TELEGRAM_TOKEN=... damier bot telegram        play in Telegram, ask BotFather for a token
  damier bot telegram --token-file /run/secrets/token  read the token from a file
  damier serve --telegram --public-url https://draughts.example.org
                                                       the page and the bot in one process, with links to the page

The token comes from --token-file or from the environment variable DAMIER_TELEGRAM_TOKEN. It is never logged.
The guide is docs/bot.md.";

const EXIT_CODES: &str = "Exit codes:
  0    stopped by Ctrl-C or TERM
  2    bad usage, or the token or the store cannot be used; a line on stderr says what to do
  130  stopped by a second Ctrl-C or TERM";

/// Play in chats: the Telegram bot.
#[derive(Args)]
pub(crate) struct BotArguments {
    #[command(subcommand)]
    network: Network,
}

#[derive(Subcommand)]
enum Network {
    /// Play in Telegram chats.
    #[command(after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
    Telegram(StandaloneArguments),
}

#[derive(Args)]
struct StandaloneArguments {
    #[command(flatten)]
    telegram: TelegramArguments,
    /// Where to keep games: a file, or a PostgreSQL URL.
    #[arg(long, value_name = "FILE-OR-URL")]
    data: Option<String>,
    /// Threads for engines; by default half of the processors.
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=512))]
    engine_threads: Option<usize>,
    /// Engines of full strength use the endgame tables in this folder; see damier tables.
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// The address of the page, if damier serve runs on the same database: boards link to it.
    #[arg(long, value_name = "URL", value_parser = public_url)]
    public_url: Option<String>,
    /// Format of the log on stderr.
    #[arg(long, value_enum, default_value_t = Log::Text)]
    log: Log,
}

/// What the bot needs, alone or beside the page.
#[derive(Args, Debug, Default)]
pub(crate) struct TelegramArguments {
    /// File with the token of the Telegram bot; by default the token is read from DAMIER_TELEGRAM_TOKEN.
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Address of the Bot API; by default DAMIER_TELEGRAM_API_URL or https://api.telegram.org.
    #[arg(long, value_name = "URL")]
    api_url: Option<String>,
    /// Receive updates at this HTTPS address, where a proxy forwards them to --webhook-listen; by default the bot polls.
    #[arg(long, value_name = "URL", requires = "webhook_listen")]
    webhook_url: Option<String>,
    /// The address on which the bot receives these updates.
    #[arg(long, value_name = "ADDRESS:PORT", requires = "webhook_url")]
    webhook_listen: Option<SocketAddr>,
    /// How many times faster than Telegram's limits the bot may send; 0: no limits. For tests and local servers.
    #[arg(long, value_name = "N", hide = true)]
    pace: Option<f64>,
}

impl TelegramArguments {
    /// Whether anything is set.
    pub(crate) fn is_used(&self) -> bool {
        self.token_file.is_some()
            || self.api_url.is_some()
            || self.webhook_url.is_some()
            || self.pace.is_some()
    }

    fn config(&self, public_url: Option<String>) -> anyhow::Result<bot::Config> {
        let webhook = self.webhook_url.clone().zip(self.webhook_listen);
        let api_url = self.api_url.clone().or_else(|| std::env::var(API_URL).ok());
        Ok(bot::Config {
            token: self.token()?,
            api_url: api_url.unwrap_or_else(|| TELEGRAM.to_owned()),
            public_url,
            webhook: webhook.map(|(url, listen)| Webhook { url, listen }),
            pace: self.pace.unwrap_or(1.0),
        })
    }

    fn token(&self) -> anyhow::Result<Token> {
        let text = match &self.token_file {
            Some(path) => std::fs::read_to_string(path)
                .with_context(|| format!("cannot read the token from {}", path.display()))?,
            None => match std::env::var(TOKEN) {
                Ok(token) => token,
                Err(_) => bail!(
                    "the bot needs a token: set {TOKEN}, or name a file with --token-file; BotFather gives one in Telegram"
                ),
            },
        };
        Ok(Token::read(&text)?)
    }

    /// Prepares the bot: it runs until `stop` is canceled, or ends with a failure.
    pub(crate) fn start(
        &self,
        games: ServerGames,
        public_url: Option<String>,
        stop: CancellationToken,
    ) -> anyhow::Result<impl Future<Output = anyhow::Result<()>> + use<>> {
        let config = self.config(public_url)?;
        Ok(async move { bot::run(config, games, stop).await.map_err(anyhow::Error::from) })
    }
}

pub(crate) fn run(arguments: &BotArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let Network::Telegram(arguments) = &arguments.network;
    start_log(arguments.log);
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().context("cannot start threads")?;
    let result = runtime.block_on(run_alone(arguments, out));
    runtime.shutdown_background();
    result
}

async fn run_alone(arguments: &StandaloneArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    // Before the store is touched: most first runs lack a token.
    arguments.telegram.token()?;
    let address = match &arguments.data {
        Some(address) => address.clone(),
        None => usual_file()?.to_string_lossy().into_owned(),
    };
    check_tables(arguments.tables.as_deref())?;
    let store = Store::open(&address).await;
    let store = store.map_err(|error| anyhow!("{error}; --data chooses another file or database"))?;
    let usual = Config::default();
    let config = Config {
        engine_threads: arguments.engine_threads.unwrap_or(usual.engine_threads),
        tables: arguments.tables.clone(),
        public_url: arguments.public_url.clone(),
        is_shared: is_database(&address),
        ..usual
    };
    let stop = CancellationToken::new();
    stop_on_signals(stop.clone())?;
    let server = Server::new(config, store)?;
    let bot = arguments.telegram.start(server.games(), arguments.public_url.clone(), stop)?;
    writeln!(out, "Damier plays in Telegram (Ctrl-C stops it)")?;
    out.flush()?;
    let mut result = Ok(());
    server.run(None, async { result = bot.await }).await?;
    result.map(|()| ExitCode::SUCCESS)
}
