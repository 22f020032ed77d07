//! The bot is killed at random moments: what was acknowledged is there, once.

use catalog::GameId;
use fake_telegram::{Next, Rule, Settings, Step};
use test_postgres::TestPostgres;

use super::support::{Scene, script};

/// Plays a game of two, and kills the bot this many times at random taps: before it has seen the tap, while it handles it,
/// after its answer, and after the board has changed. Whatever it was doing, the game goes on with the same tap.
fn killed(mut scene: Scene, game: GameId, kills: usize, seed: u64) {
    // What was answered just before a kill is answered again.
    scene.fake.allow(Rule::AnswerOnce);
    let [ann, bob, _] = scene.people();
    let table = scene.fake.begin_inline(game, &ann, &bob);
    let script = script(game);
    let mut random = fastrand::Rng::with_seed(seed);
    let taps: usize = script.plies.iter().map(|ply| ply.path.len()).sum();
    let (mut done, mut tap) = (0, 0);
    for (index, ply) in script.plies.iter().enumerate() {
        let mut step = Step::new(index);
        let user = &table.seat(ply.by).user;
        loop {
            let next = table.next(&mut step, ply);
            let Next::Press(place, data) = next else { break };
            tap += 1;
            let query = user.begins_press(&place, &data);
            // As many as are still to come, spread over the taps that are left at least.
            let is_time = random.usize(..taps.saturating_sub(tap).max(1)) < kills - done;
            if done < kills && is_time {
                match random.u8(..4) {
                    0 => {}
                    1 => std::thread::sleep(std::time::Duration::from_micros(random.u64(..20_000))),
                    2 => drop(user.waits_for_answer(&query)),
                    _ => table.wait_for_change(&step, ply),
                }
                scene.kill();
                scene.restart();
                done += 1;
            }
        }
    }
    while done < kills {
        scene.kill();
        scene.restart();
        done += 1;
    }
    scene.fake.wait_until_idle();
    scene.fake.finish();
    scene.stored(&table.id).check(&script, script.plies.len());
    assert!(!scene.log().contains("panicked"));
}

#[test]
fn fifty_kills_with_a_file() {
    killed(Scene::start("kills"), GameId::International, 50, 11);
}

#[test]
fn kills_with_postgres() {
    let Some(postgres) = TestPostgres::start() else { return };
    let data = Some(postgres.fresh_database());
    let scene = Scene::with_data("postgres", Settings::default(), &["--pace", "0"], data);
    killed(scene, GameId::Russian, 5, 12);
}
