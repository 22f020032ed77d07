//! The dialogue between people, engine and table: input lines and search results come in, actions go out. It touches
//! neither files nor terminals.

use std::path::PathBuf;
use std::time::Duration;

use damier::{Color, MoveStyle};
use table::{Command, Refusal, Seat};

use crate::play::clock::TimeOption;
use crate::play::command_list;
use crate::play::input::{self, Input};
use crate::play::questions::Question;
use crate::play::sitting::{Setup, Sitting};
use crate::play::thought::Thought;

/// Something for the front end to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Show this message.
    Say(String),
    /// Print this line unwrapped, so that it can be copied.
    Print(String),
    /// Print a list of words with their meanings.
    List(Vec<(String, &'static str)>),
    /// Show the board.
    Show,
    /// Let the engine think.
    Think(SearchGoal),
    /// Write the game to a new file.
    Save(PathBuf),
    /// Load a game, given by its number, from a file.
    Load(PathBuf, u64),
    /// Save to a new file from now on: another game has begun.
    Begun,
    /// Show the rules of the game.
    Rules,
    /// Leave.
    Quit,
}

/// Why the engine searches: for the table, or for the player who asks for help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchGoal {
    /// To make a move.
    Move,
    /// To give a hint.
    Hint,
    /// To rate the position.
    Score,
    /// To answer a draw offer.
    Offer,
}

/// The most partial captures to examine when looking for the only one that begins with some squares.
const MOST_PARTIAL_CAPTURES: usize = 64;

/// The options of a game at the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlayOptions {
    /// The players of White and Black.
    pub(crate) seats: [Seat; 2],
    /// The level of engines, also of those that take a seat later.
    pub(crate) level: u8,
    pub(crate) time: Option<TimeOption>,
}

/// The state of the dialogue.
pub(crate) struct Dialogue {
    pub(crate) sitting: Sitting,
    /// The level of engines, whether or not one plays.
    pub(crate) level: u8,
    pub(crate) time: Option<TimeOption>,
    pub(crate) is_flipped: bool,
    /// The question that the next input line answers.
    pub(super) question: Option<Question>,
    /// Whether a script sends the input; it cannot answer questions.
    pub(crate) is_script: bool,
}

impl PlayOptions {
    /// People play the sides of which this is true; the engine plays the others.
    pub(crate) fn with_people(
        is_person: impl Fn(Color) -> bool,
        level: u8,
        time: Option<TimeOption>,
    ) -> Self {
        let seat = |color| if is_person(color) { Seat::Person } else { Seat::Engine { level } };
        Self { seats: [Color::White, Color::Black].map(seat), level, time }
    }
}

impl Dialogue {
    /// Starts a game with these options.
    pub(crate) fn new(setup: Setup, options: PlayOptions) -> Self {
        let is_flipped = matches!(options.seats, [Seat::Engine { .. }, Seat::Person]);
        let sitting = Sitting::new(setup, &options);
        let PlayOptions { level, time, .. } = options;
        Self { sitting, level, time, is_flipped, question: None, is_script: false }
    }

    /// The options of the game now.
    pub(crate) fn options(&self) -> PlayOptions {
        PlayOptions { seats: self.sitting.seats(), level: self.level, time: self.time }
    }

    /// Whether the engine plays a side.
    pub(crate) fn is_engine(&self, color: Color) -> bool {
        matches!(self.sitting.table().seat(color), Seat::Engine { .. })
    }

    /// Whether the engine is to move.
    pub(crate) fn is_engines_turn(&self) -> bool {
        self.sitting.ending().is_none() && self.is_engine(self.sitting.turn())
    }

    /// The squares of a move in progress, made hop by hop.
    pub(crate) fn trail(&self) -> &[String] {
        self.sitting.trail()
    }

    /// The prompt.
    pub(crate) fn prompt(&self) -> String {
        if self.sitting.ending().is_some() {
            return "game over (save, undo, new, quit)> ".to_owned();
        }
        if let Some(question) = &self.question {
            return question.prompt();
        }
        let progress = match self.trail() {
            [] => String::new(),
            [first, .., last] if self.trail().len() > 4 => format!(" {first}..{last}"),
            squares => format!(" {}", squares.join("-")),
        };
        format!("{} {}{progress}> ", self.sitting.number().text(), self.sitting.turn())
    }

    /// What Tab completes: commands, and moves or the next squares of a move in progress.
    pub(crate) fn completions(&self) -> Vec<String> {
        if let Some(question) = &self.question {
            return question.answers().iter().map(|&answer| answer.to_owned()).collect();
        }
        let mut texts = Vec::new();
        if self.sitting.ending().is_none() {
            texts = match self.sitting.hops(self.trail()) {
                Ok(hops) if !self.trail().is_empty() => hops.next.into_iter().map(|next| next.name).collect(),
                _ => self.sitting.legal_moves(MoveStyle::Record),
            };
            input::sort(&mut texts);
        }
        texts.extend(command_list::ENTRIES.iter().map(|entry| entry.name.to_owned()));
        texts
    }

    /// Handles an input line and the time it took to type.
    pub(crate) fn hear(&mut self, line: &str, used: Duration) -> Vec<Action> {
        match self.sitting.pass(used) {
            Ok(true) => {}
            Ok(false) => return self.over(),
            Err(refusal) => return refused(&refusal),
        }
        if let Some(question) = self.question.take() {
            return self.answer(question, line);
        }
        match input::read(line, self.sitting.game(), self.sitting.trail()) {
            Input::Nothing => vec![Action::Show],
            Input::Command(word, operand) => self.run_or_ask(word, &operand),
            Input::Short(word, operand) => self.ask_whether(word, operand, "in full"),
            Input::Surplus(word) => self.ask_whether(word, String::new(), "alone, with nothing after it"),
            _ if self.sitting.ending().is_some() => {
                vec![say("The game is over; undo continues it, new starts another, quit leaves.")]
            }
            Input::Move(index) => self.play(index),
            Input::Squares(squares) => self.walk(squares),
            Input::Beginning(squares) => self.begin_capture(squares),
            Input::Promotion(moves) => self.ask_promotion(moves),
            Input::Several(moves, commands) => vec![say(several(&moves, &commands))],
            Input::Unknown => vec![say(self.refusal(line.trim()))],
        }
    }

    /// Plays a legal move.
    pub(crate) fn play(&mut self, index: usize) -> Vec<Action> {
        if let Err(refusal) = self.sitting.play(index) {
            return refused(&refusal);
        }
        if self.sitting.ending().is_some() {
            return self.over();
        }
        if self.is_engines_turn() { Vec::new() } else { vec![Action::Show] }
    }

    /// Handles the result of a search and the time it took.
    pub(crate) fn take_thought(
        &mut self,
        goal: SearchGoal,
        thought: &Thought,
        used: Duration,
    ) -> Vec<Action> {
        match goal {
            SearchGoal::Move => self.engine_moves(thought, used),
            SearchGoal::Hint => vec![say(thought.hint(&self.sitting))],
            SearchGoal::Score => vec![say(thought.judgement(self.sitting.turn()))],
            SearchGoal::Offer => self.engine_answers(thought),
        }
    }

    /// Lets the engine accept or decline the draw offered by the side to move.
    fn engine_answers(&mut self, thought: &Thought) -> Vec<Action> {
        let by = !self.sitting.turn();
        if thought.accepts_draw(self.sitting.moves().len()) {
            return self.end_with(&Command::AcceptDraw { by });
        }
        match self.sitting.handle(&Command::DeclineDraw { by }) {
            Ok(()) => vec![say("The engine declines and plays on.")],
            Err(refusal) => refused(&refusal),
        }
    }

    fn engine_moves(&mut self, thought: &Thought, used: Duration) -> Vec<Action> {
        match self.sitting.pass(used) {
            Ok(true) => {}
            Ok(false) => return self.over(),
            Err(refusal) => return refused(&refusal),
        }
        let (side, ply) = (self.sitting.turn(), self.sitting.moves().len());
        let claim = Command::ClaimDraw { by: side, ply, with: None };
        if thought.wants_draw() && self.sitting.handle(&claim).is_ok() {
            return self.over();
        }
        let found = thought.best().map(|text| self.sitting.game().find_in(text, MoveStyle::Protocol));
        let Some(Ok(index)) = found else {
            return self.end_with(&Command::Resign { by: side });
        };
        let mut actions = self.play(index);
        let told = self.sitting.last_move().map(|mv| format!("{} plays {mv}", side.name()));
        actions.insert(0, say(told.unwrap_or_default()));
        if actions.len() == 1 {
            actions.push(Action::Show);
        }
        actions
    }

    /// Picks a piece, makes hops with it, or completes the move.
    fn walk(&mut self, squares: Vec<String>) -> Vec<Action> {
        // Before its first hop, a piece can be exchanged for another.
        let repicks = self.trail().len() == 1 && squares.len() == 1 && {
            let is_hop = self.sitting.hops(&[self.trail(), &squares[..]].concat()).is_ok();
            !is_hop && self.sitting.hops(&squares).is_ok()
        };
        let trail = if repicks { squares } else { [self.trail(), &squares[..]].concat() };
        let hops = match self.sitting.hops(&trail) {
            Ok(hops) => hops,
            Err(error) => return vec![say(self.refused_hops(&trail, &error.to_string()))],
        };
        match &hops.moves[..] {
            [] => {
                if let Err(refusal) = self.sitting.set_hops(&trail) {
                    return refused(&refusal);
                }
                let mut next: Vec<String> = hops.next.into_iter().map(|next| next.name).collect();
                input::sort(&mut next);
                let rest = if trail.len() > 1 { "continues to" } else { "can go to" };
                let path = trail.join("-");
                vec![Action::Show, say(format!("{path} {rest} {}; undo puts it back.", next.join(", ")))]
            }
            [only] => match self.sitting.game().find_in(only, MoveStyle::Record) {
                Ok(index) => self.play(index),
                Err(error) => vec![say(sentence(&error.to_string()))],
            },
            // Only promotions give several moves to one square.
            many => self.ask_promotion(many.to_vec()),
        }
    }

    /// Plays the capture that begins with these squares if there is only one; otherwise makes these hops.
    fn begin_capture(&mut self, squares: Vec<String>) -> Vec<Action> {
        self.sitting.drop_hops();
        let only = self.only_move(&squares);
        let Some(Ok(index)) = only.map(|text| self.sitting.game().find_in(&text, MoveStyle::Record)) else {
            return self.walk(squares);
        };
        let whole = self.sitting.legal_moves(MoveStyle::Full).swap_remove(index);
        let sign = if whole.contains(':') { ":" } else { "x" };
        let told = format!("Playing {whole}, the only move that begins with {}.", squares.join(sign));
        [vec![say(told)], self.play(index)].concat()
    }

    /// The only move that begins with these squares.
    fn only_move(&self, squares: &[String]) -> Option<String> {
        let mut waiting = vec![squares.to_vec()];
        let mut only: Option<String> = None;
        for _ in 0..MOST_PARTIAL_CAPTURES {
            let Some(trail) = waiting.pop() else { return only };
            let hops = self.sitting.hops(&trail).ok()?;
            let is_end = !hops.moves.is_empty();
            for text in hops.moves {
                if only.get_or_insert_with(|| text.clone()) != &text {
                    return None;
                }
            }
            let next = hops.next.into_iter().filter(|_| !is_end);
            waiting.extend(next.map(|next| [&trail[..], &[next.name]].concat()));
        }
        None
    }
}

impl Dialogue {
    pub(super) fn has_person(&self) -> bool {
        !Color::ALL.into_iter().all(|color| self.is_engine(color))
    }

    pub(super) fn has_engine(&self) -> bool {
        Color::ALL.into_iter().any(|color| self.is_engine(color))
    }

    /// Runs a command that ends the game.
    pub(super) fn end_with(&mut self, command: &Command) -> Vec<Action> {
        match self.sitting.handle(command) {
            Ok(()) => self.over(),
            Err(refusal) => refused(&refusal),
        }
    }

    pub(super) fn over(&mut self) -> Vec<Action> {
        self.question = None;
        [vec![Action::Show], self.tell_ending()].concat()
    }

    pub(super) fn tell_ending(&self) -> Vec<Action> {
        self.sitting.ending().map(|ending| say(format!("{ending}."))).into_iter().collect()
    }
}

fn several(moves: &[String], commands: &[&str]) -> String {
    let all = moves.iter().map(String::as_str).chain(commands.iter().copied());
    format!("Which one: {}?", all.collect::<Vec<_>>().join(", "))
}

/// Tells the player why the table refused a command.
pub(super) fn refused(refusal: &Refusal) -> Vec<Action> {
    vec![say(sentence(&refusal.to_string()))]
}

pub(crate) fn say(text: impl Into<String>) -> Action {
    Action::Say(text.into())
}

/// Turns an error message into a sentence. Square names stay in lower case.
pub(crate) fn sentence(message: &str) -> String {
    let mut letters = message.chars();
    match letters.next() {
        Some(first) if !letters.as_str().starts_with(|second: char| second.is_ascii_digit()) => {
            format!("{}{}.", first.to_uppercase(), letters.as_str())
        }
        _ => format!("{message}."),
    }
}

#[cfg(test)]
mod tests;
