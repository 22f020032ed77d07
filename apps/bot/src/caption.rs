//! The text of a board: who plays, how much time is left, what happened last, and what comes next.

use boardgame::Color;

use crate::board::Shown;
use crate::chat_game::Target;
use crate::tap::jumped;
use crate::words::{clock_name, ending_text, escaped, game_title, player_name, time_text};

/// The text of a board, as HTML.
pub(crate) fn html(shown: &Shown<'_>) -> String {
    let language = shown.language();
    let table = &shown.look.game.table;
    let name = escaped(game_title(language, shown.position.id()));
    let mut lines = vec![format!("<b>{name}</b> · {}", clock_name(language, table.terms().time))];
    for color in [Color::White, Color::Black] {
        lines.push(player_line(shown, color));
    }
    if let Some(line) = last_move_line(shown) {
        lines.push(line);
    }
    lines.push(String::new());
    lines.extend(status_lines(shown));
    lines.join("\n")
}

fn player_line(shown: &Shown<'_>, color: Color) -> String {
    let disc = if color == Color::White { "⚪" } else { "⚫" };
    let name = escaped(&player_name(shown.language(), shown.look.game, color));
    let time = shown.time_left(color).map_or_else(String::new, |left| format!(" · {}", time_text(left)));
    let is_next = !shown.is_over() && shown.look.game.table.game().turn() == color;
    if is_next { format!("{disc} <b>{name}</b>{time} ◀") } else { format!("{disc} {name}{time}") }
}

/// The last move, with its number as in records.
fn last_move_line(shown: &Shown<'_>) -> Option<String> {
    let ply = shown.position.plies();
    let last = shown.look.game.history.get(ply.checked_sub(1)?)?;
    let is_second_first = shown.position.start_turn() != shown.kind.first;
    let number = (ply - 1 + usize::from(is_second_first)) / 2 + 1;
    let is_first = (ply - 1 + usize::from(is_second_first)).is_multiple_of(2);
    let dots = if is_first { "." } else { "…" };
    let check = if last.check { " +" } else { "" };
    let text = last.text.trim_end_matches(['+', '#']);
    Some(format!("{number}{dots} <code>{}</code>{check}", escaped(text)))
}

fn status_lines(shown: &Shown<'_>) -> Vec<String> {
    let (language, game) = (shown.language(), shown.look.game);
    let name = |color| escaped(&player_name(language, game, color));
    let table = &game.table;
    if let Some(ending) = table.ending() {
        let mut lines = vec![format!("🏁 {}", escaped(&ending_text(language, game, ending)))];
        if let Some(by) = game.rematch_offer {
            lines.push(language.fill("status.rematch", &[("name", &name(by))]));
        }
        return lines;
    }
    let mut lines = Vec::new();
    if let Some(color) = shown.look.chat.resigning {
        lines.push(language.fill("status.resigning", &[("name", &name(color))]));
    }
    if let Some(by) = table.draw_offer() {
        lines.push(language.fill("status.draw", &[("name", &name(by))]));
    }
    if let Some((by, _)) = table.takeback() {
        lines.push(language.fill("status.takeback", &[("name", &name(by))]));
    }
    lines.push(task_line(shown, &name(table.game().turn())));
    lines
}

/// What the player to move has to do.
fn task_line(shown: &Shown<'_>, name: &str) -> String {
    let language = shown.language();
    let hops = shown.hops();
    if !shown.choices().is_empty() {
        return language.fill("status.choose", &[("name", name)]);
    }
    match hops {
        _ if !shown.is_movers() && !matches!(shown.screen.target, Target::Private { .. }) => {
            language.fill("status.thinks", &[("name", name)])
        }
        _ if !shown.is_movers() => language.fill("status.wait", &[("name", name)]),
        [] => language.fill("status.piece", &[("name", name)]),
        [piece] => language.fill("status.target", &[("name", name), ("piece", piece)]),
        _ => {
            let squares = jumped(&shown.legal, hops).join(", ");
            language.fill("status.hops", &[("name", name), ("hops", &hops.join("-")), ("jumped", &squares)])
        }
    }
}
