//! Runs the commands of the dialogue.

use std::path::PathBuf;

use catalog::GameId;
use damier::MoveStyle;
use table::{Command, Refusal};

use crate::play::command_list::{self, CommandName};
use crate::play::dialogue::{Action, Dialogue, SearchGoal, refused, say, sentence};
use crate::play::input;
use crate::play::questions::Question;
use crate::play::random;
use crate::play::sitting::{Setup, Sitting};

impl Dialogue {
    pub(super) fn run_command(&mut self, word: CommandName, operand: &str) -> Vec<Action> {
        match word {
            CommandName::Board => vec![Action::Show],
            CommandName::Draw => self.draw(operand),
            CommandName::Explain => vec![say(self.explain(operand))],
            CommandName::Fen => vec![Action::Print(self.sitting.game().fen())],
            CommandName::Flip => {
                self.is_flipped = !self.is_flipped;
                vec![Action::Show]
            }
            CommandName::Help => self.help(),
            CommandName::Hint => self.think(SearchGoal::Hint),
            CommandName::Level => vec![say(self.set_level(operand))],
            CommandName::Load => load(operand),
            CommandName::Moves => vec![say(self.list_moves(operand))],
            CommandName::New => self.begin_again(),
            CommandName::Quit => vec![Action::Quit],
            CommandName::Redo => self.redo(),
            CommandName::Resign => self.resign(),
            CommandName::Rules => vec![Action::Rules],
            CommandName::Save if operand.is_empty() => vec![say("Which file? Type save FILE.")],
            CommandName::Save => vec![Action::Save(PathBuf::from(operand))],
            CommandName::Score => self.think(SearchGoal::Score),
            CommandName::Sheet => vec![say(self.sheet())],
            CommandName::Undo => self.undo(),
        }
    }

    fn help(&self) -> Vec<Action> {
        let example = self.example();
        vec![
            say(format!(
                "Type a move in any unambiguous notation ({example}), its beginning, or square by square."
            )),
            Action::List(command_list::list()),
            say("You can shorten commands, except those that end or change the game. Tab completes them."),
        ]
    }

    /// Examples of moves in this game.
    fn example(&self) -> &'static str {
        let has_letters = self.sitting.id().squares().iter().any(|square| square.name.starts_with('a'));
        match (self.sitting.id().is_chess(), has_letters) {
            (true, _) => "e4, Nf3, g1f3",
            (false, true) => "c3-d4, c3:e5:g7",
            (false, false) => "32-28, 28x19x10",
        }
    }

    fn think(&self, goal: SearchGoal) -> Vec<Action> {
        if self.sitting.ending().is_some() { self.tell_ending() } else { vec![Action::Think(goal)] }
    }

    /// Claims a draw if the rules give one, with the next move if one is named; otherwise offers a draw.
    fn draw(&mut self, operand: &str) -> Vec<Action> {
        if self.sitting.ending().is_some() {
            return self.tell_ending();
        }
        let turn = self.sitting.turn();
        if !operand.is_empty() {
            return self.claim_with(operand);
        }
        let ply = self.sitting.moves().len();
        if self.sitting.handle(&Command::ClaimDraw { by: turn, ply, with: None }).is_ok() {
            return self.over();
        }
        self.sitting.drop_hops();
        // An offer of the opponent stands until this side moves: to ask for a draw is to accept it.
        if self.sitting.handle(&Command::AcceptDraw { by: turn }).is_ok() {
            return self.over();
        }
        // An own offer that was not answered yet stands.
        if self.sitting.table().draw_offer() != Some(turn)
            && let Err(refusal) = self.sitting.handle(&Command::OfferDraw { by: turn })
        {
            return refused(&refusal);
        }
        if self.is_engine(!turn) {
            return vec![say("No rule gives a draw now; you offer one."), Action::Think(SearchGoal::Offer)];
        }
        let (side, other) = (turn.name(), (!turn).name());
        let told = format!("No rule gives a draw now; {side} offers one.");
        // A script cannot be asked: its next line is the next move.
        if self.is_script {
            return vec![say(format!("{told} Make your move; {other} then accepts with draw, or moves."))];
        }
        self.question = Some(Question::Offer(turn));
        vec![say(told)]
    }

    /// Claims a draw with a move that is declared but not yet made (FIDE 9.2.1 and 9.3.1).
    fn claim_with(&mut self, text: &str) -> Vec<Action> {
        let index = match input::find(self.sitting.game(), text) {
            Ok(index) => index,
            Err(_) => return vec![say(self.refusal(text))],
        };
        let after = self.sitting.game().after(index);
        if after.is_ok_and(|after| after.outcome().is_some()) {
            return self.play(index);
        }
        let with = self.sitting.legal_moves(MoveStyle::Record).swap_remove(index);
        let (by, ply) = (self.sitting.turn(), self.sitting.moves().len());
        match self.sitting.handle(&Command::ClaimDraw { by, ply, with: Some(with) }) {
            Ok(()) => self.over(),
            Err(Refusal::NothingToClaim) => {
                vec![say(format!("No rule gives a draw after {text}; the move is not played."))]
            }
            Err(refusal) => refused(&refusal),
        }
    }

    fn resign(&mut self) -> Vec<Action> {
        if self.sitting.ending().is_some() {
            return self.tell_ending();
        }
        self.end_with(&Command::Resign { by: self.sitting.turn() })
    }

    /// Takes moves back until a person is to move.
    fn undo(&mut self) -> Vec<Action> {
        if self.sitting.undo_hop() {
            return vec![Action::Show];
        }
        if !self.sitting.take_back() {
            return vec![say("There is nothing to take back.")];
        }
        while self.is_engines_turn() && self.has_person() {
            if !self.sitting.take_back() {
                break;
            }
        }
        vec![Action::Show]
    }

    fn redo(&mut self) -> Vec<Action> {
        self.sitting.drop_hops();
        if !self.sitting.redo() {
            return vec![say("There is nothing to redo.")];
        }
        while self.is_engines_turn() && self.sitting.redo() {}
        if self.sitting.ending().is_some() { self.over() } else { vec![Action::Show] }
    }

    fn begin_again(&mut self) -> Vec<Action> {
        self.sit_down(start_game(self.sitting.id()))
    }

    /// Switches to another game with the same options.
    pub(crate) fn sit_down(&mut self, setup: Setup) -> Vec<Action> {
        self.sitting = Sitting::new(setup, &self.options());
        self.question = None;
        let mut actions = vec![Action::Begun, Action::Show];
        if self.sitting.ending().is_some() {
            actions.extend(self.tell_ending());
        }
        actions
    }

    fn set_level(&mut self, operand: &str) -> String {
        if operand.is_empty() {
            return format!("The engine plays at level {}.", self.level);
        }
        match operand.parse() {
            Ok(level @ 1..=10) => {
                if let Err(refusal) = self.sitting.set_level(level) {
                    return sentence(&refusal.to_string());
                }
                self.level = level;
                let idle =
                    if self.has_engine() { "" } else { " Two people are playing, so it has no effect now." };
                format!("The engine plays at level {level} from now on.{idle}")
            }
            _ => "Levels go from 1 to 10.".to_owned(),
        }
    }

    fn explain(&self, text: &str) -> String {
        if text.is_empty() {
            return "Which move? Type explain MOVE.".to_owned();
        }
        let Ok(index) = input::find(self.sitting.game(), text) else { return self.refusal(text) };
        let legal = self.sitting.legal_moves(MoveStyle::Full).swap_remove(index);
        let explained = self.sitting.game().explain(&legal, MoveStyle::Record);
        match explained.map(|explanation| explanation.effect) {
            Ok(Some(effect)) => format!("{} is legal: {}.", effect.details.text(), effect.text),
            Ok(None) => self.refusal(text),
            Err(error) => sentence(&error.to_string()),
        }
    }

    /// Lists the legal moves, or those of the piece on a square.
    fn list_moves(&self, square: &str) -> String {
        let mut texts = self.sitting.legal_moves(MoveStyle::Full);
        if !square.is_empty() {
            let square = square.to_lowercase();
            match self.sitting.hops(std::slice::from_ref(&square)) {
                Ok(hops) if self.sitting.id().is_chess() => {
                    texts = hops.next.into_iter().map(|next| format!("{square}-{}", next.name)).collect();
                }
                // The next square of a capture need not be its last.
                Ok(_) => texts.retain(|text| {
                    text.split(['-', 'x', ':']).next() == Some(square.trim_start_matches('0'))
                }),
                Err(error) => return sentence(&error.to_string()),
            }
        }
        input::sort(&mut texts);
        let count = texts.len();
        let noun = if count == 1 { "legal move" } else { "legal moves" };
        if count == 0 { "No legal moves.".to_owned() } else { format!("{count} {noun}: {}", texts.join(" ")) }
    }

    fn sheet(&self) -> String {
        let sheet = self.sitting.score_sheet();
        if sheet.is_empty() { "No moves yet.".to_owned() } else { sheet }
    }
}

/// A game at its start position. Chess960 gets a random one each time.
pub(crate) fn start_game(id: GameId) -> Setup {
    let shuffled = (id == GameId::Chess960).then(random::chess960_start).and_then(|fen| id.at(&fen).ok());
    Setup::new(shuffled.unwrap_or_else(|| id.start()))
}

fn load(operand: &str) -> Vec<Action> {
    let (path, number) = match operand.rsplit_once(char::is_whitespace) {
        Some((path, number)) if number.parse::<u64>().is_ok() => (path.trim(), number.parse().unwrap_or(1)),
        _ => (operand, 1),
    };
    if path.is_empty() {
        vec![say("Which file? Type load FILE.")]
    } else {
        vec![Action::Load(PathBuf::from(path), number)]
    }
}
