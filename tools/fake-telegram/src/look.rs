//! Boards and menus of the bot, to be looked at.

use boardgame::Color;
use catalog::GameId;

use crate::board::Match;
use crate::fake::Fake;
use crate::script::Script;
use crate::view::View;

/// Plays a little in every kind of chat, and returns what people see, with headings. The bot must run already.
#[must_use]
pub fn scenes(fake: &Fake) -> Vec<(String, View)> {
    let mut shown = Vec::new();
    let [ann, bob] = [fake.user("Ann", "en"), fake.user("Богдан", "uk")];
    let menu = fake.open_menu(&ann);
    shown.extend(fake.view(&menu).map(|view| ("The menu".to_owned(), view)));
    for (game, plies) in
        [(GameId::Russian, 9), (GameId::International, 14), (GameId::Canadian, 20), (GameId::Chess, 12)]
    {
        let name = game.name();
        let script = script(game);
        let direct = fake.begin_direct(game, &ann, &bob, "w", "5+3");
        play(&direct, &script, plies, &format!("{name}, direct"), &mut shown);
        let inline = fake.begin_inline(game, &ann, &bob);
        play(&inline, &script, plies, &format!("{name}, inline"), &mut shown);
        resign(&direct, &script, plies, name, &mut shown);
    }
    let group = fake.group("Club", &[&ann, &bob], true);
    let invited = fake.invite_in_group(GameId::Russian, group, &ann);
    shown.push(("An invitation in a group".to_owned(), invited));
    shown
}

/// Games with captures of several pieces early on.
fn script(game: GameId) -> Script {
    let seed = if game == GameId::Russian { 552 } else { 204 };
    Script::random(game, seed, 60)
}

fn play(table: &Match, script: &Script, plies: usize, name: &str, shown: &mut Vec<(String, View)>) {
    let mut add = |what: &str, view: Option<View>| {
        shown.extend(view.map(|view| (format!("{name}: {what}"), view)));
    };
    add("at the start", table.view(Color::White));
    for index in 0..plies.min(script.plies.len()) {
        let ply = &script.plies[index];
        let mut step = crate::board::Step::new(index);
        let mut taps = 0;
        while let crate::board::Next::Press(place, data) = table.next(&mut step, ply) {
            // What the mover sees between two taps: once for a plain move, and in every capture.
            if taps > 0 && (index < 2 || taps > 1) {
                add(&format!("ply {index}, after {taps} taps"), table.view(ply.by));
            }
            table.seat(ply.by).user.presses(&place, &data);
            taps += 1;
        }
    }
    for color in [Color::White, Color::Black] {
        add(&format!("after {plies} plies, as {color:?} sees it"), table.view(color));
    }
}

fn resign(table: &Match, script: &Script, plies: usize, name: &str, shown: &mut Vec<(String, View)>) {
    let turn = script.after(plies.min(script.plies.len())).turn();
    table.acts(!turn, "d");
    let offered = table.waits_for(turn, "the offer", |view| view.action("da").is_some());
    shown.push((format!("{name}: a draw is offered"), offered));
    table.acts(turn, "r");
    let asked = table.waits_for(turn, "the question", |view| view.action("ry").is_some());
    shown.push((format!("{name}: resign?"), asked));
    table.acts(turn, "ry");
    let over = table.waits_for(turn, "the end", |view| view.action("x").is_some());
    shown.push((format!("{name}: the end"), over));
}
