//! The buttons of a board.

use boardgame::Color;
use study::KindSquare;
use table::Seat;

use crate::api::{Button, Keyboard};
use crate::board::Shown;
use crate::callback::{Action, Callback};
use crate::chat_game::Target;
use crate::glyphs::glyph;
use crate::shared_game;
use crate::tap::{jumped, next_squares};

/// Rows have at most this many buttons; more do not fit on a phone.
const WIDEST: usize = 8;

/// The characters that a phone shows of a button, by the number of buttons in the row.
pub(crate) const ROOM: [usize; 5] = [0, 36, 17, 11, 8];

/// Adds buttons in rows as long as their texts allow: phones cut what does not fit.
fn fitting(keyboard: &mut Keyboard, buttons: Vec<Button>) {
    let longest = buttons.iter().map(|button| button.text.chars().count()).max().unwrap_or_default();
    let fits = |&count: &usize| longest <= ROOM[count];
    let most = (1..ROOM.len()).rev().find(fits).unwrap_or(1);
    // Rows of equal length look better: two and two, not three and one.
    let rows = buttons.len().div_ceil(most);
    let count = buttons.len().div_ceil(rows.max(1));
    keyboard.rows(buttons, count);
}

/// The buttons of a board.
pub(crate) fn board(shown: &Shown<'_>) -> Keyboard {
    let mut keyboard = Keyboard::default();
    if matches!(shown.screen.target, Target::Inline { .. }) {
        squares(shown, &mut keyboard);
    }
    if shown.is_over() {
        history(shown, &mut keyboard);
        after_the_end(shown, &mut keyboard);
        return keyboard;
    }
    let choices = choices(shown);
    if !choices.is_empty() {
        fitting(&mut keyboard, choices);
        let text = shown.language().text("button.back");
        keyboard.row(vec![button(shown, text, Action::Unchoose)]);
    } else if shown.is_movers() && !matches!(shown.screen.target, Target::Inline { .. }) {
        pieces_or_targets(shown, &mut keyboard);
    }
    if shown.is_movers() && !shown.hops().is_empty() {
        let hops = shown.hops().len() as u32;
        keyboard.row(vec![button(shown, shown.language().text("button.undo"), Action::UndoHop { hops })]);
    }
    controls(shown, &mut keyboard);
    keyboard
}

/// The buttons of a finished game that somebody shares: everybody may look, nobody plays there.
pub(crate) fn shared(shown: &Shown<'_>) -> Keyboard {
    let mut keyboard = Keyboard::default();
    squares(shown, &mut keyboard);
    history(shown, &mut keyboard);
    let mut row = vec![button(shown, record_name(shown), Action::Record)];
    row.extend(page_button(shown));
    keyboard.row(row);
    keyboard
}

fn button(shown: &Shown<'_>, text: &str, action: Action) -> Button {
    let ply = shown.look.game.table.game().plies();
    Button::data(text, Callback::game(shown.look.id, ply, action))
}

fn tap(shown: &Shown<'_>, text: &str, square: &str) -> Button {
    let hops = shown.hops().len() as u32;
    button(shown, text, Action::Tap { hops, square: square.to_owned() })
}

/// All playable squares, as the person at the bottom sees them: 4, 5 or 6 a row on boards where every second square is
/// playable, 8 on others.
fn squares(shown: &Shown<'_>, keyboard: &mut Keyboard) {
    let kind = shown.kind;
    let board: Vec<char> = study::board_text(&*shown.position).chars().collect();
    let is_flipped = shown.facing == Color::Black;
    for row in 0..kind.rows {
        let row = if is_flipped { kind.rows - 1 - row } else { row };
        let mut buttons: Vec<(u8, Button)> = kind
            .squares
            .iter()
            .zip(&board)
            .filter(|(square, _)| square.row == row)
            .map(|(square, &letter)| (square.column, square_button(shown, square, letter)))
            .collect();
        buttons.sort_by_key(|(column, _)| if is_flipped { u8::MAX - column } else { *column });
        let buttons: Vec<Button> = buttons.into_iter().map(|(_, button)| button).collect();
        keyboard.rows(buttons, WIDEST);
    }
}

fn square_button(shown: &Shown<'_>, square: &KindSquare, letter: char) -> Button {
    let is_narrow =
        shown.kind.squares.len() * 2 == usize::from(shown.kind.rows) * usize::from(shown.kind.columns);
    let name = square.name.as_str();
    let hops = shown.hops();
    let is_here = hops.last().is_some_and(|hop| hop == name);
    let moved = hops.first().filter(|_| hops.len() > 1);
    let origin = moved.and_then(|first| shown.kind.squares.iter().position(|square| square.name == *first));
    let piece_letter = match origin {
        // The piece stands where its last hop ended.
        Some(origin) if is_here => study::board_text(&*shown.position).chars().nth(origin).unwrap_or('.'),
        Some(_) if moved.is_some_and(|first| first == name) => '.',
        _ => letter,
    };
    let piece = glyph(piece_letter, shown.kind.family == "chess", is_narrow);
    let is_target = !hops.is_empty() && next_squares(&shown.legal, hops).contains(&name);
    let text = match piece {
        Some(piece) if is_here => format!("[{piece}]"),
        Some(piece) if jumped(&shown.legal, hops).contains(&name) => format!("✖{piece}"),
        Some(piece) if is_target => format!("🎯{piece}"),
        Some(piece) => piece.to_owned(),
        None if is_target && is_narrow => format!("🟢 {name}"),
        None if is_target => "🟢".to_owned(),
        None => name.to_owned(),
    };
    if shown.is_over() { Button::data(text, Callback::Nothing.write()) } else { tap(shown, &text, name) }
}

/// In a chat with a picture: the pieces that can move, or where the picked one can go.
fn pieces_or_targets(shown: &Shown<'_>, keyboard: &mut Keyboard) {
    let board: Vec<char> = study::board_text(&*shown.position).chars().collect();
    let next = next_squares(&shown.legal, shown.hops());
    let is_pick = shown.hops().is_empty();
    let mut buttons: Vec<(usize, Button)> = next
        .into_iter()
        .filter_map(|name| {
            let place = shown.kind.squares.iter().position(|square| square.name == name)?;
            let piece = glyph(board[place], shown.kind.family == "chess", true);
            let text = match (is_pick, piece) {
                (true, piece) => format!("{} {name}", piece.unwrap_or_default()),
                (false, Some(piece)) => format!("→ {name} {piece}"),
                (false, None) => format!("→ {name}"),
            };
            Some((place, tap(shown, &text, name)))
        })
        .collect();
    // As they lie on the board, from the far side to the near one.
    buttons.sort_by_key(|(place, _)| *place);
    if shown.facing == Color::Black {
        buttons.reverse();
    }
    let buttons: Vec<Button> = buttons.into_iter().map(|(_, button)| button).collect();
    let width = if buttons.len() > 16 { 5 } else { 4 };
    keyboard.rows(buttons, width);
}

/// The moves to choose from: promotions, captures with the same ends.
fn choices(shown: &Shown<'_>) -> Vec<Button> {
    let choices = shown.choices();
    let same_texts = |text: &str| choices.iter().filter(|mv| mv.text == text).count() > 1;
    let text = |mv: &study::Legal| match mv.captured.as_slice() {
        captured if captured.len() > 1 || same_texts(&mv.text) => {
            format!("{} ✖ {}", mv.text, captured.join(" "))
        }
        _ => mv.text.clone(),
    };
    let movers = shown.is_movers();
    let shown_choices = choices.iter().filter(|_| movers);
    shown_choices.map(|mv| button(shown, &text(mv), Action::Choose { path: mv.id.clone() })).collect()
}

/// Draws, claims, resignation, takebacks.
fn controls(shown: &Shown<'_>, keyboard: &mut Keyboard) {
    let language = shown.language();
    let table = &shown.look.game.table;
    // In a private chat there are no buttons for the opponent.
    let concerns = |color: Color| match shown.screen.target {
        Target::Private { user, .. } => shown.look.chat.side_of(user) == Some(color),
        _ => shown.look.chat.people[color as usize].is_some(),
    };
    if shown.look.chat.resigning.is_some_and(concerns) {
        let yes = button(shown, language.text("button.resign_yes"), Action::ConfirmResign);
        let no = button(shown, language.text("button.resign_no"), Action::KeepPlaying);
        return fitting(keyboard, vec![yes, no]);
    }
    if table.draw_offer().is_some_and(|by| concerns(!by)) {
        let yes = button(shown, language.text("button.draw_yes"), Action::AcceptDraw);
        let no = button(shown, language.text("button.draw_no"), Action::DeclineDraw);
        fitting(keyboard, vec![yes, no]);
    }
    if table.takeback().is_some_and(|(by, _)| concerns(!by)) {
        let yes = button(shown, language.text("button.takeback_yes"), Action::AcceptTakeback);
        let no = button(shown, language.text("button.takeback_no"), Action::DeclineTakeback);
        fitting(keyboard, vec![yes, no]);
    }
    if concerns(table.game().turn()) && shown.hops().is_empty() {
        let claims = table.game().all_claims();
        for (number, claim) in claims.iter().enumerate().take(2) {
            let rule = crate::words::rule_name(language, claim.rule, claim.article);
            let text = language.fill("button.claim", &[("rule", &rule)]);
            keyboard.row(vec![button(shown, &text, Action::Claim { number: number as u32 })]);
        }
    }
    let mut row = Vec::new();
    let has_engine =
        [Color::White, Color::Black].iter().any(|&color| matches!(table.seat(color), Seat::Engine { .. }));
    if table.draw_offer().is_none() {
        row.push(button(shown, language.text("button.draw"), Action::OfferDraw));
    }
    if has_engine && table.game().plies() > 1 && table.takeback().is_none() {
        row.push(button(shown, language.text("button.takeback"), Action::Takeback));
    }
    row.push(button(shown, language.text("button.resign"), Action::Resign));
    row.extend(page_button(shown));
    if !has_engine {
        row.push(button(shown, "🌍", Action::Speak));
    }
    fitting(keyboard, row);
}

/// First, back, how far, forward, last.
fn history(shown: &Shown<'_>, keyboard: &mut Keyboard) {
    let last = shown.look.game.table.game().plies();
    if last == 0 {
        return;
    }
    let ply = shown.position.plies();
    let view = |text: &str, to: usize| {
        let data = match to == ply {
            true => Callback::Nothing.write(),
            false => Callback::game(shown.look.id, to, Action::View),
        };
        Button::data(text, data)
    };
    keyboard.row(vec![
        view("⏮", 0),
        view("◀", ply.saturating_sub(1)),
        Button::data(format!("{ply}/{last}"), Callback::Nothing.write()),
        view("▶", (ply + 1).min(last)),
        view("⏭", last),
    ]);
}

fn after_the_end(shown: &Shown<'_>, keyboard: &mut Keyboard) {
    let language = shown.language();
    let mut row = Vec::new();
    if shown.look.game.next.is_none() {
        let text = match shown.look.game.rematch_offer {
            Some(_) => language.text("button.rematch_yes"),
            None => language.text("button.rematch"),
        };
        row.push(button(shown, text, Action::Rematch));
    }
    row.push(button(shown, record_name(shown), Action::Record));
    row.extend(page_button(shown));
    fitting(keyboard, row);
    let query = shared_game::query(shown.look.id);
    keyboard.row(vec![Button::switch(language.text("button.share_game"), query)]);
}

fn record_name(shown: &Shown<'_>) -> &'static str {
    if shown.kind.family == "chess" { "PGN" } else { "PDN" }
}

/// The link to the page; in a private chat, to the reader's own seat.
fn page_button(shown: &Shown<'_>) -> Option<Button> {
    let look = shown.look;
    let seat = match shown.screen.target {
        Target::Private { user, .. } if look.chat.side_of(user).is_some() => {
            Some((look.chat.first.as_str(), user))
        }
        _ => None,
    };
    let url = look.links.page(look.id, seat)?;
    Some(Button::link(shown.language().text("button.page"), url))
}

#[cfg(test)]
mod tests;
