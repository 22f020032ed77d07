//! The dialogue between people, engine and table: lines and thoughts come in, what is to be done goes out. No file
//! and no terminal is touched here.

use std::path::PathBuf;
use std::time::Duration;

use damier::{Color, MoveStyle};

use crate::play::clock::{Clocks, TimeControl};
use crate::play::ending::{self, Act};
use crate::play::input::{self, Input};
use crate::play::questions::Question;
use crate::play::table::Table;
use crate::play::thought::Thought;
use crate::play::words;

/// What is to be done next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// Tell this.
    Say(String),
    /// Print this line as it is, to be copied.
    Print(String),
    /// List words, each with what it means.
    List(Vec<(String, &'static str)>),
    /// Show the board.
    Show,
    /// Let the engine think.
    Think(Purpose),
    /// Write the game to a new file.
    Save(PathBuf),
    /// Go on with a game of a file.
    Load(PathBuf, u64),
    /// Another game has begun, to be kept beside the one before.
    Begun,
    /// Show the rules of the game.
    Rules,
    /// Leave.
    Quit,
}

/// What the engine thinks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To move.
    Move,
    /// To help a player.
    Hint,
    /// To tell how it judges the position.
    Score,
    /// To answer the offer of a draw.
    Offer,
}

/// Ways to go on with a capture that are looked at; where there are more, it is not the only one.
const MOST_WAYS: usize = 64;

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seat {
    Person,
    Engine,
}

/// The players and their terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Terms {
    pub(crate) white: Seat,
    pub(crate) black: Seat,
    pub(crate) level: u8,
    pub(crate) time: Option<TimeControl>,
}

/// The state of the dialogue.
pub(crate) struct Dialogue {
    pub(crate) table: Table,
    pub(crate) terms: Terms,
    pub(crate) clocks: Option<Clocks>,
    /// The clocks when it became the turn of the side to move, and before the moves of the game: of a game that was
    /// resumed or loaded only of those played since.
    turn_began: Option<Clocks>,
    turns_before: Vec<Clocks>,
    pub(crate) is_flipped: bool,
    /// The squares of a piece on its way.
    pub(super) trail: Vec<String>,
    /// What the next line answers.
    pub(super) question: Option<Question>,
    /// Whether the lines come from a script, which cannot answer questions.
    pub(crate) is_script: bool,
}

impl Terms {
    pub(crate) fn seat(&self, color: Color) -> Seat {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    pub(super) fn has_engine(&self) -> bool {
        self.white == Seat::Engine || self.black == Seat::Engine
    }
}

impl Dialogue {
    pub(crate) fn new(table: Table, terms: Terms) -> Self {
        let is_flipped = terms.white == Seat::Engine && terms.black == Seat::Person;
        let clocks = terms.time.and_then(Clocks::of);
        Self {
            table,
            terms,
            clocks,
            turn_began: clocks,
            turns_before: Vec::new(),
            is_flipped,
            trail: Vec::new(),
            question: None,
            is_script: false,
        }
    }

    /// Whether the engine is to move.
    pub(crate) fn is_engines_turn(&self) -> bool {
        self.table.ending().is_none() && self.terms.seat(self.table.turn()) == Seat::Engine
    }

    /// The squares of a piece on its way.
    pub(crate) fn trail(&self) -> &[String] {
        &self.trail
    }

    /// What stands before the line that is typed.
    pub(crate) fn prompt(&self) -> String {
        if self.table.ending().is_some() {
            return "game over (save, undo, new, quit)> ".to_owned();
        }
        if let Some(question) = &self.question {
            return question.prompt();
        }
        let way = match &self.trail[..] {
            [] => String::new(),
            [first, .., last] if self.trail.len() > 4 => format!(" {first}..{last}"),
            squares => format!(" {}", squares.join("-")),
        };
        format!("{} {}{way}> ", self.table.number().text(), self.table.turn())
    }

    /// What Tab offers: moves, squares of a piece on its way, and commands.
    pub(crate) fn completions(&self) -> Vec<String> {
        if let Some(question) = &self.question {
            return question.answers().iter().map(|&answer| answer.to_owned()).collect();
        }
        let mut texts = Vec::new();
        if self.table.ending().is_none() {
            texts = match self.table.hops(&self.trail) {
                Ok(way) if !self.trail.is_empty() => way.next.into_iter().map(|next| next.name).collect(),
                _ => self.table.legal_moves(MoveStyle::Record),
            };
            input::sort(&mut texts);
        }
        texts.extend(words::ENTRIES.iter().map(|entry| entry.name.to_owned()));
        texts
    }

    /// Takes a line that a person typed, and how long that took.
    pub(crate) fn hear(&mut self, line: &str, used: Duration) -> Vec<Deed> {
        if !self.spend(used) {
            return self.over();
        }
        if let Some(question) = self.question.take() {
            return self.answer(question, line);
        }
        match input::read(line, &self.table, &self.trail) {
            Input::Nothing => vec![Deed::Show],
            Input::Command(word, operand) => self.obey_or_ask(word, &operand),
            Input::Short(word, operand) => self.ask_whether(word, operand, "in full"),
            Input::Surplus(word) => self.ask_whether(word, String::new(), "alone, with nothing after it"),
            _ if self.table.ending().is_some() => {
                vec![say("The game is over; undo goes on with it, new begins another, quit leaves.")]
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
    pub(crate) fn play(&mut self, index: usize) -> Vec<Deed> {
        let mover = self.table.turn();
        self.trail.clear();
        if let Err(error) = self.table.play(index) {
            return vec![say(sentence(&error.to_string()))];
        }
        if let Some(clocks) = &mut self.clocks {
            clocks.press(mover);
        }
        self.begin_turn();
        if self.table.ending().is_some() {
            return self.over();
        }
        if self.is_engines_turn() { Vec::new() } else { vec![Deed::Show] }
    }

    /// Takes what the engine thought, and how long that took.
    pub(crate) fn take_thought(&mut self, purpose: Purpose, thought: &Thought, used: Duration) -> Vec<Deed> {
        match purpose {
            Purpose::Move => self.engine_moves(thought, used),
            Purpose::Hint => vec![say(thought.hint(&self.table))],
            Purpose::Score => vec![say(thought.judgement(self.table.turn()))],
            Purpose::Offer if thought.accepts_draw(self.table.moves().len()) => {
                self.table.end(Act::Agreed);
                self.over()
            }
            Purpose::Offer => vec![say("The engine declines and plays on.")],
        }
    }

    fn engine_moves(&mut self, thought: &Thought, used: Duration) -> Vec<Deed> {
        if !self.spend(used) {
            return self.over();
        }
        let side = self.table.turn();
        if let Some(reason) = self.table.claims().first().filter(|_| thought.wants_draw()) {
            self.table.claim(side, *reason);
            return self.over();
        }
        let found = thought.best().map(|text| self.table.game().find_in(text, MoveStyle::Protocol));
        let Some(Ok(index)) = found else {
            self.table.end(Act::Resigned(side));
            return self.over();
        };
        let mut deeds = self.play(index);
        let told = self.table.last_move().map(|mv| format!("{} plays {mv}", ending::name(side)));
        deeds.insert(0, say(told.unwrap_or_default()));
        if deeds.len() == 1 {
            deeds.push(Deed::Show);
        }
        deeds
    }

    /// Goes on with squares: picks a piece, hops, or completes the move.
    fn walk(&mut self, squares: Vec<String>) -> Vec<Deed> {
        // Before its first hop a piece can be put down for another.
        let repicks = self.trail.len() == 1 && squares.len() == 1 && {
            let is_hop = self.table.hops(&[&self.trail[..], &squares[..]].concat()).is_ok();
            !is_hop && self.table.hops(&squares).is_ok()
        };
        let trail = if repicks { squares } else { [&self.trail[..], &squares[..]].concat() };
        let way = match self.table.hops(&trail) {
            Ok(way) => way,
            Err(error) => return vec![say(self.refused_way(&trail, &error.to_string()))],
        };
        match &way.moves[..] {
            [] => {
                self.trail = trail;
                let mut next: Vec<String> = way.next.into_iter().map(|next| next.name).collect();
                input::sort(&mut next);
                let rest = if self.trail.len() > 1 { "goes on to" } else { "can go to" };
                let way = self.trail.join("-");
                vec![Deed::Show, say(format!("{way} {rest} {}; undo puts it back.", next.join(", ")))]
            }
            [only] => match self.table.game().find_in(only, MoveStyle::Record) {
                Ok(index) => self.play(index),
                Err(error) => vec![say(sentence(&error.to_string()))],
            },
            // Only a pawn has several moves to a square.
            many => self.ask_promotion(many.to_vec()),
        }
    }

    /// Plays the capture that begins with these squares if there is only one, else makes these hops.
    fn begin_capture(&mut self, squares: Vec<String>) -> Vec<Deed> {
        self.trail.clear();
        let only = self.only_move(&squares);
        let Some(Ok(index)) = only.map(|text| self.table.game().find_in(&text, MoveStyle::Record)) else {
            return self.walk(squares);
        };
        let whole = self.table.legal_moves(MoveStyle::Full).swap_remove(index);
        let sign = if whole.contains(':') { ":" } else { "x" };
        let told = format!("{} goes on; {whole} is played.", squares.join(sign));
        [vec![say(told)], self.play(index)].concat()
    }

    /// The only move that begins with these squares.
    fn only_move(&self, squares: &[String]) -> Option<String> {
        let mut waiting = vec![squares.to_vec()];
        let mut only: Option<String> = None;
        for _ in 0..MOST_WAYS {
            let Some(trail) = waiting.pop() else { return only };
            let way = self.table.hops(&trail).ok()?;
            let is_end = !way.moves.is_empty();
            for text in way.moves {
                if only.get_or_insert_with(|| text.clone()) != &text {
                    return None;
                }
            }
            let next = way.next.into_iter().filter(|_| !is_end);
            waiting.extend(next.map(|next| [&trail[..], &[next.name]].concat()));
        }
        None
    }
}

impl Dialogue {
    /// Takes time off the clock of the side to move; false if that ends the game.
    fn spend(&mut self, used: Duration) -> bool {
        let turn = self.table.turn();
        let is_running = self.table.ending().is_none();
        let Some(clocks) = self.clocks.as_mut().filter(|_| is_running) else { return true };
        if clocks.spend(turn, used) {
            return true;
        }
        let cannot_lose = !self.table.game().can_win(!turn);
        self.table.end(if cannot_lose { Act::OutOfTimeAgainstKing(turn) } else { Act::OutOfTime(turn) });
        false
    }

    /// Remembers the clocks for the case that the last move is taken back.
    pub(super) fn begin_turn(&mut self) {
        self.turns_before.extend(self.turn_began);
        self.turn_began = self.clocks;
    }

    /// Sets the clocks, which nothing before is known of.
    pub(crate) fn set_clocks(&mut self, clocks: Option<Clocks>) {
        (self.clocks, self.turn_began) = (clocks, clocks);
        self.turns_before.clear();
    }

    /// Takes back how the players ended the game or else the last move, with the time that it took.
    pub(super) fn take_back(&mut self) -> bool {
        let moves = self.table.moves().len();
        if !self.table.undo() {
            return false;
        }
        if self.table.moves().len() < moves {
            // Of moves whose clocks are not known the time stays as it is.
            self.turn_began = self.turns_before.pop().or(self.clocks);
        }
        self.clocks = self.turn_began;
        true
    }

    pub(super) fn has_person(&self) -> bool {
        self.terms.white == Seat::Person || self.terms.black == Seat::Person
    }

    pub(super) fn over(&mut self) -> Vec<Deed> {
        self.trail.clear();
        self.question = None;
        [vec![Deed::Show], self.tell_ending()].concat()
    }

    pub(super) fn tell_ending(&self) -> Vec<Deed> {
        self.table.ending().map(|ending| say(format!("{}.", ending.text()))).into_iter().collect()
    }
}

fn several(moves: &[String], commands: &[&str]) -> String {
    let all = moves.iter().map(String::as_str).chain(commands.iter().copied());
    format!("Which one: {}?", all.collect::<Vec<_>>().join(", "))
}

pub(crate) fn say(text: impl Into<String>) -> Deed {
    Deed::Say(text.into())
}

/// An error message as a sentence. Squares keep their small letters.
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
