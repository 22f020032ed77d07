//! Many games at once, in small; `cargo run --release -p fake-telegram -- load` is the large form.

use fake_telegram::Load;

use super::support::Scene;

#[test]
fn no_tap_is_lost_or_doubled() {
    let scene = Scene::start("load");
    let report = Load { games: 24, taps: 240, per_second: None }.run(&scene.fake);
    assert_eq!((report.taps, report.answers.len()), (240, 240));
    assert!(report.moves >= 60, "{report}");
    scene.finish();
}
