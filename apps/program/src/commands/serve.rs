//! `damier serve`: the board in the browser.

use std::io::{self, IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, anyhow, bail};
use clap::{Args, ValueEnum};
use server::{Config, Server};
use store::Store;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

#[cfg(feature = "bot")]
use crate::commands::bot::TelegramArguments;
use crate::commands::numbers::whole;
use crate::exit;
use crate::folders::data_folder;
use crate::interrupt::on_each_signal;

/// The usual port.
const PORT: u16 = 8480;

const EXAMPLES: &str = "Examples:
  damier serve                                        play in the browser on this machine
  damier serve --port 80 --bind 0.0.0.0               for others on the network
  damier serve --data postgres://me@localhost/damier  several servers may share one database
  damier serve --no-browser --trust-proxy --public-url https://draughts.example.org

Games are kept in the file damier/serve.db under $XDG_DATA_HOME or ~/.local/share. Every move is stored before it is shown.

The server speaks HTTP without encryption. For players on the internet, put a proxy with TLS in front of it.
The API is described at /api/docs, health is reported at /healthz, and metrics for Prometheus are at /metrics.

Ctrl-C or TERM stops it: open pages show that and reconnect after a restart. A second Ctrl-C stops it at once.";

const EXIT_CODES: &str = "Exit codes:
  0    stopped by Ctrl-C or TERM
  2    bad usage, or the port or the store cannot be used; a line on stderr says what to do
  130  stopped by a second Ctrl-C or TERM";

/// Play, watch and analyze in the browser.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
pub(crate) struct ServeArguments {
    /// Port to listen on; by default 8480, or a free one.
    #[arg(long, value_name = "N", value_parser = whole::<u16>(0..=65535))]
    port: Option<u16>,
    /// Address to listen on. 0.0.0.0 lets others on the network connect.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// Where to keep games: a file, or a PostgreSQL URL.
    #[arg(long, value_name = "FILE-OR-URL")]
    data: Option<String>,
    /// Do not open a browser.
    #[arg(long)]
    no_browser: bool,
    /// Threads for engines; by default half of the processors.
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=512))]
    engine_threads: Option<usize>,
    /// Engines of full strength use the endgame tables in this folder; see damier tables.
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// The most connections at once.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = whole::<usize>(1..=1_000_000))]
    max_connections: usize,
    /// Requests per second from one address; also limits connections (4 N) and new games (N per minute, 10 N at once). 0: no limits.
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = whole::<u32>(0..=1_000_000))]
    client_limit: u32,
    /// Take the address of a client from the last X-Forwarded-For. Use it only behind a proxy that sets it.
    #[arg(long)]
    trust_proxy: bool,
    /// The address at which browsers reach the server, if it is behind a proxy: https://example.org.
    #[arg(long, value_name = "URL", value_parser = public_url)]
    public_url: Option<String>,
    /// Format of the log on stderr.
    #[arg(long, value_enum, default_value_t = Log::Text)]
    log: Log,
    /// Play in Telegram chats too; see damier bot telegram.
    #[cfg(feature = "bot")]
    #[arg(long)]
    telegram: bool,
    #[cfg(feature = "bot")]
    #[command(flatten, next_help_heading = "Telegram")]
    telegram_arguments: TelegramArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Log {
    Text,
    Json,
}

impl Default for ServeArguments {
    fn default() -> Self {
        Self {
            port: None,
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            data: None,
            no_browser: false,
            engine_threads: None,
            tables: None,
            max_connections: 10_000,
            client_limit: 50,
            trust_proxy: false,
            public_url: None,
            log: Log::Text,
            #[cfg(feature = "bot")]
            telegram: false,
            #[cfg(feature = "bot")]
            telegram_arguments: TelegramArguments::default(),
        }
    }
}

pub(crate) fn run(arguments: &ServeArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    start_log(arguments.log);
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().context("cannot start threads")?;
    let result = runtime.block_on(serve(arguments, out));
    // Searches that are still at work must not hold up the end.
    runtime.shutdown_background();
    result
}

async fn serve(arguments: &ServeArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    #[cfg(feature = "bot")]
    if !arguments.telegram && arguments.telegram_arguments.is_used() {
        bail!("options of the Telegram bot need --telegram");
    }
    let address = match &arguments.data {
        Some(address) => address.clone(),
        None => usual_file()?.to_string_lossy().into_owned(),
    };
    check_tables(arguments.tables.as_deref())?;
    let listener = listen(arguments).await?;
    let store = Store::open(&address).await;
    let store = store.map_err(|error| anyhow!("{error}; --data chooses another file or database"))?;
    let stop = CancellationToken::new();
    stop_on_signals(stop.clone())?;
    let url = url(listener.local_addr().context("the socket has no address")?);
    writeln!(out, "Damier is at {url} (Ctrl-C stops it)")?;
    out.flush()?;
    warn_in_public(arguments);
    if !arguments.no_browser && has_desktop() {
        open_browser(&url);
    }
    let server = Server::new(arguments.config(&address), store)?;
    run_parts(arguments, server, listener, stop).await?;
    Ok(ExitCode::SUCCESS)
}

/// Refuses a folder that a server cannot use: one without tables of any game, or with tables that cannot be opened.
pub(crate) fn check_tables(folder: Option<&Path>) -> anyhow::Result<()> {
    if let Some(folder) = folder
        && tables::games_in(folder)?.is_empty()
    {
        let folder = folder.display();
        bail!(
            "no tables in {folder}; build some with \"damier tables build GAME --pieces 4 --dir {folder}\""
        );
    }
    Ok(())
}

/// Serves the page, and the bot beside it. If one ends, so does the other.
#[cfg(feature = "bot")]
async fn run_parts(
    arguments: &ServeArguments,
    server: Server,
    listener: TcpListener,
    stop: CancellationToken,
) -> anyhow::Result<()> {
    if !arguments.telegram {
        return Ok(server.run(Some(listener), stop.cancelled_owned()).await?);
    }
    let bot = arguments.telegram_arguments.start(server.games(), arguments.public_url.clone(), stop)?;
    let mut result = Ok(());
    server.run(Some(listener), async { result = bot.await }).await?;
    result
}

#[cfg(not(feature = "bot"))]
async fn run_parts(
    _: &ServeArguments,
    server: Server,
    listener: TcpListener,
    stop: CancellationToken,
) -> anyhow::Result<()> {
    Ok(server.run(Some(listener), stop.cancelled_owned()).await?)
}

impl ServeArguments {
    fn config(&self, address: &str) -> Config {
        let usual = Config::default();
        Config {
            engine_threads: self.engine_threads.unwrap_or(usual.engine_threads),
            tables: self.tables.clone(),
            max_connections: self.max_connections,
            client_limit: self.client_limit,
            trust_proxy: self.trust_proxy,
            public_url: self.public_url.clone(),
            is_shared: is_database(address),
            ..usual
        }
    }
}

pub(crate) fn is_database(address: &str) -> bool {
    address.starts_with("postgres://") || address.starts_with("postgresql://")
}

/// Listens on the port asked for; on the usual one or a free one otherwise.
async fn listen(arguments: &ServeArguments) -> anyhow::Result<TcpListener> {
    let address = |port| SocketAddr::new(arguments.bind, port);
    let first = TcpListener::bind(address(arguments.port.unwrap_or(PORT))).await;
    let result = match (first, arguments.port) {
        (Err(error), None) if error.kind() == io::ErrorKind::AddrInUse => TcpListener::bind(address(0)).await,
        (result, _) => result,
    };
    let bind = arguments.bind;
    result.map_err(|error| match (error.kind(), arguments.port) {
        (io::ErrorKind::AddrInUse, Some(port)) => {
            anyhow!(
                "port {port} is in use; choose another one with --port, or leave it out to get a free one"
            )
        }
        (io::ErrorKind::PermissionDenied, Some(port)) => {
            anyhow!("this user may not use port {port}; choose one above 1023 with --port")
        }
        (io::ErrorKind::AddrNotAvailable, _) => {
            anyhow!("{bind} is not an address of this machine; use 127.0.0.1, or 0.0.0.0 for all with --bind")
        }
        _ => anyhow::Error::new(error).context(format!("cannot listen on {bind}")),
    })
}

/// The first signal stops the server in good order, the second at once.
pub(crate) fn stop_on_signals(stop: CancellationToken) -> anyhow::Result<()> {
    on_each_signal(move || {
        if stop.is_cancelled() {
            std::process::exit(i32::from(exit::INTERRUPTED));
        }
        stop.cancel();
    })
}

/// The file of games: `serve.db` in the user's data folder.
pub(crate) fn usual_file() -> anyhow::Result<PathBuf> {
    Ok(data_folder("a file for the games with --data FILE")?.join("serve.db"))
}

fn url(address: SocketAddr) -> String {
    let host = match address.ip() {
        // Nobody can open "all addresses" in a browser.
        ip if ip.is_unspecified() => "127.0.0.1".to_owned(),
        IpAddr::V6(ip) => format!("[{ip}]"),
        ip => ip.to_string(),
    };
    format!("http://{host}:{}/", address.port())
}

fn warn_in_public(arguments: &ServeArguments) {
    if !arguments.bind.is_loopback() && arguments.public_url.is_none() {
        tracing::warn!(
            "others can connect to {}, and nothing is encrypted: in the internet, put a proxy with TLS in front of it \
             and name it with --public-url",
            arguments.bind
        );
    }
}

pub(crate) fn public_url(text: &str) -> Result<String, String> {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).unwrap_or_default();
    let host = host.trim_end_matches('/');
    let is_host =
        !host.is_empty() && !host.contains(|c: char| c == '/' || c.is_whitespace() || c.is_control());
    is_host
        .then(|| text.trim_end_matches('/').to_owned())
        .ok_or_else(|| "expected a URL such as https://example.org".to_owned())
}

/// Whether a person sits at a desktop.
fn has_desktop() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let has_screen =
        cfg!(any(windows, target_os = "macos")) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
    has_screen && io::stdout().is_terminal()
}

/// Opens a page; if that fails, the address is on the screen.
fn open_browser(url: &str) {
    let (program, arguments): (&str, &[&str]) = match () {
        () if cfg!(windows) => ("cmd", &["/C", "start", ""]),
        () if cfg!(target_os = "macos") => ("open", &[]),
        () => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut child) = command.spawn() {
        // Nothing depends on how it ends, but it must not stay a zombie.
        std::thread::spawn(move || drop(child.wait()));
    }
}

pub(crate) fn start_log(log: Log) {
    let subscriber = tracing_subscriber::fmt().with_writer(io::stderr).with_max_level(tracing::Level::INFO);
    // Fails only if there is a log already.
    let _ = match log {
        Log::Text => subscriber.with_ansi(io::stderr().is_terminal()).with_target(false).try_init(),
        Log::Json => subscriber.json().try_init(),
    };
}
