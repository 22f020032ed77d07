//! Reminders of clocks. The test sets the clock of the server; nobody waits for time to pass.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use boardgame::Color;
use catalog::GameId;
use fake_telegram::{BoardState, Fake, Settings};
use server::{Server, TimeSource};
use store::Store;
use tokio_util::sync::CancellationToken;

/// Runs the bot in this process, with a clock that shows `moment`.
fn run(fake: &Fake, moment: &Arc<AtomicU64>, data: &str, stop: CancellationToken) {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads");
    runtime.block_on(async {
        let store = Store::open(data).await.expect("a store");
        let config = server::Config {
            clock: TimeSource::set_by(Arc::clone(moment)),
            engine_threads: 1,
            ..server::Config::default()
        };
        let server = Server::new(config, store).expect("a server");
        let bot = bot::Config {
            token: bot::Token::read(fake.token()).expect("a token"),
            api_url: fake.api_url(),
            public_url: None,
            webhook: None,
            pace: 0.0,
        };
        let bot = bot::run(bot, server.games(), stop);
        server
            .run(None, async { bot.await.expect("the bot ends well") })
            .await
            .expect("the server ends well");
    });
    runtime.shutdown_background();
}

#[test]
fn players_are_reminded_of_their_clocks_once_a_turn() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("bot.db").to_string_lossy().into_owned();
    let moment = Arc::new(AtomicU64::new(1_700_000_000_000));
    let stop = CancellationToken::new();
    let fake = Fake::start(Settings::default());
    std::thread::scope(|scope| {
        scope.spawn(|| run(&fake, &moment, &data, stop.clone()));
        let _stopped_at_the_end = stop.clone().drop_guard();
        let (ann, bob) = (fake.user("Ann <b>", "nl"), fake.user("Bob", "en"));
        let table = fake.begin_direct(GameId::Chess, &ann, &bob, "w", "5+0");
        // A minute is left of five: a fifth.
        moment.fetch_add(240_000, Ordering::SeqCst);
        let reminder = ann.waits_for(ann.chat(), "a reminder", |view| view.text.contains('⏰'));
        assert!(reminder.text.contains("1:00") && reminder.text.contains("Ann <b>"), "{reminder}");
        // Another ten seconds bring no second one: the next reminder is Bob's.
        moment.fetch_add(10_000, Ordering::SeqCst);
        ann.types(ann.chat(), "e4");
        table.waits_for(Color::Black, "the turn", |view| {
            view.state() == BoardState::Squares { ply: 1, hops: 0 }
        });
        moment.fetch_add(250_000, Ordering::SeqCst);
        let reminder = bob.waits_for(bob.chat(), "a reminder", |view| view.text.contains('⏰'));
        assert!(reminder.text.contains("0:50") && reminder.text.contains("Bob"), "{reminder}");
        fake.wait_until_idle();
        let sent = fake.calls().iter().filter(|call| call.about.contains('⏰')).count();
        assert!(sent <= 2, "{sent} reminders");
    });
    fake.finish();
}
