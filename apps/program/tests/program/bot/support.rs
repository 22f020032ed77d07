//! The bot, a fake API around it, and people at a board.

use std::path::PathBuf;

use boardgame::MoveStyle;
use catalog::GameId;
use fake_telegram::{BotLaunch, BotProcess, Fake, Rates, Script, Settings, User};
use store::Store;
use table::{Event, EventKind, Table};

/// A fake API with the real bot behind it.
pub(crate) struct Scene {
    pub(crate) fake: Fake,
    pub(crate) launch: BotLaunch,
    pub(crate) bot: Option<BotProcess>,
    folder: PathBuf,
}

impl Scene {
    /// Starts the bot with a file of its own and without limits.
    pub(crate) fn start(name: &str) -> Self {
        Self::with(name, Settings::default(), &["--pace", "0"])
    }

    pub(crate) fn with(name: &str, settings: Settings, options: &[&str]) -> Self {
        Self::with_data(name, settings, options, None)
    }

    /// Starts the bot beside the page, in one process.
    pub(crate) fn serving(name: &str, settings: Settings, options: &[&str]) -> Self {
        Self::launched(name, settings, ["serve", "--telegram"], options, None)
    }

    /// Starts the bot; without an address its games go to a file.
    pub(crate) fn with_data(name: &str, settings: Settings, options: &[&str], data: Option<String>) -> Self {
        Self::launched(name, settings, ["bot", "telegram"], options, data)
    }

    fn launched(
        name: &str,
        settings: Settings,
        command: [&'static str; 2],
        options: &[&str],
        data: Option<String>,
    ) -> Self {
        let folder = std::env::temp_dir().join(format!("damier-bot-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("room for a folder");
        let data = data.unwrap_or_else(|| folder.join("bot.db").to_string_lossy().into_owned());
        let launch = BotLaunch {
            program: env!("CARGO_BIN_EXE_damier").into(),
            command,
            data,
            options: options.iter().map(|&option| option.to_owned()).collect(),
            log: folder.join("log"),
        };
        let fake = Fake::start(settings);
        let bot = Some(launch.start(&fake));
        Self { fake, launch, bot, folder }
    }

    /// The limits of the real API, in fast motion, and a bot that keeps them.
    pub(crate) fn paced(name: &str, speed: u32) -> Self {
        let settings = Settings { rates: Rates::sped_up(f64::from(speed)), ..Settings::default() };
        Self::with(name, settings, &["--pace", &speed.to_string()])
    }

    pub(crate) fn kill(&mut self) {
        self.bot.take().expect("a running bot").kill();
    }

    pub(crate) fn restart(&mut self) {
        drop(self.bot.take());
        self.bot = Some(self.launch.start(&self.fake));
    }

    /// People with names that break careless bots.
    pub(crate) fn people(&self) -> [User; 3] {
        [self.fake.user("Ann <b>&\"", "en"), self.fake.user("Боб </a>", "uk"), self.fake.user("Eve", "fr")]
    }

    /// Ends the bot and reads what it has stored of a game.
    pub(crate) fn stored(&mut self, id: &str) -> Stored {
        drop(self.bot.take());
        Stored::read(&self.launch.data, id)
    }

    /// Ends the bot, and fails if it broke a rule or said something that it must not.
    pub(crate) fn finish(mut self) {
        self.fake.wait_until_idle();
        if let Some(bot) = self.bot.take() {
            let status = bot.stop();
            assert!(status.success(), "{status}\n{}", self.log());
        }
        self.fake.finish();
        let log = self.log();
        assert!(!log.contains("panicked"), "{log}");
        assert!(!log.contains(self.fake.token()), "the log holds the token");
    }

    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(&self.launch.log).unwrap_or_default()
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        drop(self.bot.take());
        if std::thread::panicking() {
            eprintln!("the log of the bot:\n{}", self.log());
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A game as the store keeps it.
pub(crate) struct Stored {
    pub(crate) events: Vec<Event>,
    pub(crate) table: Table,
}

impl Stored {
    fn read(data: &str, id: &str) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let stored = runtime.block_on(async {
            let store = Store::open(data).await.expect("the store of the bot");
            let stored = store.load(id).await.expect("a game");
            store.close().await;
            stored
        });
        let texts = stored.unwrap_or_else(|| panic!("no game {id} in {data}")).events;
        // Events about seats are not the table's.
        let events: Vec<Event> =
            texts.iter().filter_map(|event| serde_json::from_str(&event.event).ok()).collect();
        let table = Table::rebuild(&events).expect("events of a game");
        Self { events, table }
    }

    /// Each move once and in order, and the hops before each as they were tapped.
    pub(crate) fn check(&self, script: &Script, plies: usize) {
        let expected: Vec<&str> = script.plies[..plies].iter().map(|ply| ply.text.as_str()).collect();
        assert_eq!(self.table.game().moves(MoveStyle::Record), expected);
        let mut hops: Vec<&str> = Vec::new();
        let mut ply = 0;
        for event in &self.events {
            match &event.kind {
                EventKind::Hopped { square } => hops.push(square),
                EventKind::HopUndone => drop(hops.pop()),
                EventKind::Moved { .. } => {
                    let path = &script.plies[ply].path;
                    assert!(hops.iter().zip(path).all(|(hop, square)| hop == square), "{hops:?} {path:?}");
                    assert!(hops.len() <= path.len(), "{hops:?} {path:?}");
                    hops.clear();
                    ply += 1;
                }
                _ => {}
            }
        }
    }
}

/// The same game for every test: short, and with all that is hard to play. Chosen among 20,000 random games.
pub(crate) fn script(game: GameId) -> Script {
    let seed = match game {
        GameId::Russian => 11_885,
        GameId::International => 204,
        GameId::Canadian => 18_189,
        GameId::Chess => 1_143,
        _ => 1,
    };
    let script = Script::random(game, seed, 160);
    assert!(script.end.outcome().is_some(), "it ends");
    if game == GameId::Chess {
        assert!(script.plies.iter().any(|ply| ply.promotion.is_some()));
    } else {
        assert!(script.plies.iter().any(|ply| ply.captured.len() > 1));
        assert!(script.plies.iter().any(|ply| ply.same_ends > 1));
    }
    script
}
