//! What taps and typed moves mean in a game. Pure: from an action and the state to a decision.

use boardgame::{Color, MoveError};
use server::{PlayerCommand, Snapshot};
use table::Seat;

use crate::callback::Action;
use crate::chat_game::{ChatGame, Choice};
use crate::language::Language;
use crate::tap::{Tapped, tapped};
use crate::words::explanation;

/// What to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// A command for the table. It is done completely or not at all, even if the bot is killed.
    Command(PlayerCommand),
    /// Let the player choose between moves; no paths means no choice any more.
    Choose(Vec<String>),
    /// Ask the player to confirm the resignation, or withdraw that question.
    Resigning(bool),
    /// Show the board after this many moves.
    View(usize),
    /// Send the record.
    Record,
    /// Give the reader's language to the game.
    Speak,
    /// Nothing but an answer.
    Say(Say),
}

/// Short answers, in the language of the reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Say {
    /// Nothing needs to be said.
    Nothing,
    /// Only the two players may do this.
    Watching,
    NotYourTurn,
    /// The board has changed since.
    Late,
    Over,
    NotOver,
    /// This square leads nowhere; these do.
    Squares(Vec<String>),
    MustGoOn,
    NoOffer,
    AlreadyOffered,
    NothingToClaim,
    OfferSent,
    NotConfirmed,
    NoTakeback,
    /// The text is not a move.
    NotAMove,
    /// The move is not legal, and nothing is known about why.
    Illegal,
    /// The board has no such square.
    NoSquare(String),
    /// The clocks are stopped.
    Waiting,
    /// Something went wrong on the server.
    Failed,
    /// A sentence that is ready.
    Text(String),
}

impl Say {
    /// The sentence.
    pub(crate) fn text(&self, language: Language) -> String {
        match self {
            Self::Nothing => String::new(),
            Self::Watching => language.text("say.watching").to_owned(),
            Self::NotYourTurn => language.text("say.not_your_turn").to_owned(),
            Self::Late => language.text("say.late").to_owned(),
            Self::Over => language.text("say.over").to_owned(),
            Self::NotOver => language.text("say.not_over").to_owned(),
            Self::Squares(squares) => language.fill("say.squares", &[("squares", &squares.join(", "))]),
            Self::MustGoOn => language.text("say.must_go_on").to_owned(),
            Self::NoOffer => language.text("say.no_offer").to_owned(),
            Self::AlreadyOffered => language.text("say.already_offered").to_owned(),
            Self::NothingToClaim => language.text("say.nothing_to_claim").to_owned(),
            Self::OfferSent => language.text("say.offer_sent").to_owned(),
            Self::NotConfirmed => language.text("say.not_confirmed").to_owned(),
            Self::NoTakeback => language.text("say.no_takeback").to_owned(),
            Self::NotAMove => language.text("say.not_a_move").to_owned(),
            Self::Illegal => language.text("say.illegal").to_owned(),
            Self::NoSquare(square) => language.fill("say.no_square", &[("square", square)]),
            Self::Waiting => language.text("say.waiting").to_owned(),
            Self::Failed => language.text("say.failed").to_owned(),
            Self::Text(text) => text.clone(),
        }
    }

    /// The answer to a command that the table refused.
    pub(crate) fn of_code(code: &str) -> Self {
        match code {
            "stale" | "reused_id" | "choose" | "no_game" => Self::Late,
            "not_your_turn" => Self::NotYourTurn,
            "over" => Self::Over,
            "not_over" => Self::NotOver,
            "no_offer" => Self::NoOffer,
            "already_offered" => Self::AlreadyOffered,
            "nothing_to_claim" => Self::NothingToClaim,
            "too_few_moves" => Self::NoTakeback,
            "waiting" => Self::Waiting,
            "illegal_move" | "impossible" => Self::Illegal,
            _ => Self::Failed,
        }
    }
}

/// Decides what an action of a reader means; `ply` is what the reader's board showed.
pub(crate) fn decide(user: i64, ply: u32, action: &Action, chat: &ChatGame, game: &Snapshot) -> Decision {
    use Decision::{Choose, Command, Resigning, View};
    let table = &game.table;
    let say = Decision::Say;
    match action {
        // Everybody may look.
        Action::View if table.ending().is_some() => return View((ply as usize).min(table.game().plies())),
        Action::View => return say(Say::NotOver),
        Action::Record => return Decision::Record,
        _ => {}
    }
    let Some(by) = chat.side_of(user) else { return say(Say::Watching) };
    match action {
        Action::Speak => return Decision::Speak,
        Action::Rematch => return Command(PlayerCommand::OfferRematch {}),
        _ if table.ending().is_some() => return say(Say::Over),
        // These do not depend on the board.
        Action::Resign => return Resigning(true),
        Action::KeepPlaying if chat.resigning == Some(by) => return Resigning(false),
        Action::ConfirmResign if chat.resigning == Some(by) => {
            return Command(PlayerCommand::Resign {});
        }
        Action::KeepPlaying | Action::ConfirmResign => return say(Say::NotConfirmed),
        Action::OfferDraw => return Command(PlayerCommand::OfferDraw {}),
        Action::Takeback => return takeback(by, game),
        _ if ply as usize != table.game().plies() => return say(Say::Late),
        Action::AcceptDraw => return Command(PlayerCommand::AcceptDraw {}),
        Action::DeclineDraw => return Command(PlayerCommand::DeclineDraw {}),
        Action::AcceptTakeback => {
            let plies = table.takeback().map_or(1, |(_, plies)| plies) as u32;
            return Command(PlayerCommand::AcceptTakeback { plies });
        }
        Action::DeclineTakeback => return Command(PlayerCommand::DeclineTakeback {}),
        _ if table.game().turn() != by => return say(Say::NotYourTurn),
        _ => {}
    }
    match action {
        Action::Tap { hops, .. } | Action::UndoHop { hops } if *hops as usize != table.hops().len() => {
            say(Say::Late)
        }
        Action::Tap { square, .. } => tap(ply, square, game),
        Action::UndoHop { .. } => Command(PlayerCommand::UndoHop { ply }),
        Action::Choose { path } => Command(PlayerCommand::Move { ply, mv: None, path: Some(path.clone()) }),
        Action::Unchoose => Choose(Vec::new()),
        Action::Claim { number } => match table.game().all_claims().into_iter().nth(*number as usize) {
            Some(claim) => Command(PlayerCommand::ClaimDraw { ply, mv: claim.with }),
            None => say(Say::NothingToClaim),
        },
        _ => say(Say::Nothing),
    }
}

fn tap(ply: u32, square: &str, game: &Snapshot) -> Decision {
    let table = &game.table;
    let hop = || PlayerCommand::Hop { ply, square: square.to_owned() };
    let undo = PlayerCommand::UndoHop { ply };
    match tapped(&study::legal(table.game()), table.hops(), square) {
        Tapped::Play { path } => Decision::Command(PlayerCommand::Move { ply, mv: None, path: Some(path) }),
        Tapped::Hop => Decision::Command(hop()),
        Tapped::Switch => Decision::Command(PlayerCommand::Pick { ply, square: square.to_owned() }),
        Tapped::PutDown => Decision::Command(undo),
        Tapped::Choose { paths } => Decision::Choose(paths),
        Tapped::MustGoOn => Decision::Say(Say::MustGoOn),
        Tapped::Nothing { instead } => {
            Decision::Say(Say::Squares(instead.into_iter().take(20).map(str::to_owned).collect()))
        }
    }
}

/// Takes back the player's own last move; only engines are asked.
fn takeback(by: Color, game: &Snapshot) -> Decision {
    let table = &game.table;
    let plies = if table.game().turn() == by { 2 } else { 1 };
    if !matches!(table.seat(!by), Seat::Engine { .. }) || table.game().plies() < plies {
        return Decision::Say(Say::NoTakeback);
    }
    let ply = table.game().plies() as u32;
    Decision::Command(PlayerCommand::AskTakeback { ply, plies: plies as u32 })
}

/// Decides what a typed text means in a game.
pub(crate) fn decide_text(
    user: i64,
    text: &str,
    chat: &ChatGame,
    game: &Snapshot,
    language: Language,
) -> Decision {
    let table = &game.table;
    let Some(by) = chat.side_of(user) else { return Decision::Say(Say::Watching) };
    if table.ending().is_some() {
        return Decision::Say(Say::Over);
    }
    if table.game().turn() != by {
        return Decision::Say(Say::NotYourTurn);
    }
    let ply = table.game().plies() as u32;
    match table.game().find(text) {
        Ok(_) => Decision::Command(PlayerCommand::Move { ply, mv: Some(text.to_owned()), path: None }),
        Err(MoveError::Ambiguous { candidates, .. }) => {
            let numbers: Vec<usize> =
                candidates.iter().filter_map(|text| table.game().find(text).ok()).collect();
            let legal = study::legal(table.game());
            let path = |number: &usize| legal.iter().find(|mv| mv.number == *number).map(|mv| mv.id.clone());
            Decision::Choose(numbers.iter().filter_map(path).take(20).collect())
        }
        Err(MoveError::BadSyntax { .. }) => Decision::Say(Say::NotAMove),
        Err(MoveError::NoSuchSquare { square, .. }) => Decision::Say(Say::NoSquare(square)),
        Err(MoveError::Over { .. }) => Decision::Say(Say::Over),
        Err(_) => Decision::Say(match study::explain(table.game(), text) {
            Ok(explained) => Say::Text(explanation(language, &explained)),
            Err(_) => Say::Illegal,
        }),
    }
}

/// Notes a choice, or clears it.
pub(crate) fn choice(paths: Vec<String>, game: &Snapshot) -> Option<Choice> {
    let ply = game.table.game().plies();
    (!paths.is_empty()).then_some(Choice { ply, paths })
}

#[cfg(test)]
mod tests;
