//! Questions that the next input line answers.

use damier::{Color, MoveStyle};
use table::Command;

use crate::play::command_list::{self, CommandName};
use crate::play::dialogue::{Action, Dialogue, refused, say};
use crate::play::input;

/// A question to a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// Does the opponent accept the draw that this side offered?
    Offer(Color),
    /// What does the pawn become? These are its moves.
    Promotion(Vec<String>),
    /// Should this command run, with this operand?
    Sure(CommandName, String),
}

/// The pieces a pawn can become, the usual choice first.
const PIECES: &[(&str, &str)] = &[("queen", "q"), ("rook", "r"), ("bishop", "b"), ("knight", "n")];

impl Question {
    /// The prompt.
    pub(crate) fn prompt(&self) -> String {
        match self {
            Self::Offer(color) => format!("{}: accept the draw, yes or no? ", !*color),
            Self::Promotion(_) => "queen, rook, bishop or knight [queen]? ".to_owned(),
            Self::Sure(word, _) => {
                let question =
                    command_list::of(*word).question.unwrap_or_else(|| command_list::of(*word).name);
                format!("{question}, yes or no [no]? ")
            }
        }
    }

    /// The possible answers.
    pub(crate) fn answers(&self) -> &'static [&'static str] {
        match self {
            Self::Offer(_) | Self::Sure(..) => &["yes", "no", "quit"],
            Self::Promotion(_) => &["queen", "rook", "bishop", "knight", "undo", "quit"],
        }
    }
}

impl Dialogue {
    /// Runs a command. Resigning needs confirmation, except in scripts.
    pub(super) fn run_or_ask(&mut self, word: CommandName, operand: &str) -> Vec<Action> {
        if word == CommandName::Resign && self.sitting.ending().is_none() && !self.is_script {
            self.question = Some(Question::Sure(word, String::new()));
            return Vec::new();
        }
        self.run_command(word, operand)
    }

    /// Asks for confirmation of a command that was not typed in full or alone; tells a script how to type it.
    pub(super) fn ask_whether(&mut self, word: CommandName, operand: String, how: &str) -> Vec<Action> {
        let entry = command_list::of(word);
        if self.is_script || entry.question.is_none() {
            return vec![say(format!("Type {} {how}.", entry.name))];
        }
        self.question = Some(Question::Sure(word, operand));
        Vec::new()
    }

    /// Asks what a pawn becomes; tells a script to say it with the move.
    pub(super) fn ask_promotion(&mut self, moves: Vec<String>) -> Vec<Action> {
        self.sitting.drop_hops();
        let to = moves.first().and_then(|text| text.split('=').next()).unwrap_or_default();
        if self.is_script {
            let (last, others) = moves.split_last().map_or(("", &[][..]), |(last, others)| (&**last, others));
            return vec![say(format!("Which piece? Type {} or {last}.", others.join(", ")))];
        }
        let told = format!(
            "{to}: the pawn becomes a queen, rook, bishop or knight. Enter takes the queen; undo takes the move back."
        );
        self.question = Some(Question::Promotion(moves));
        vec![say(told)]
    }

    /// Drops the question unless it is a draw offer; returns whether there was one.
    pub(crate) fn drop_question(&mut self) -> bool {
        self.question.take_if(|question| !matches!(question, Question::Offer(_))).is_some()
    }

    /// Handles the answer to a question; asks again if the answer is not one.
    pub(super) fn answer(&mut self, question: Question, line: &str) -> Vec<Action> {
        let line = line.trim().to_lowercase();
        if command_list::named(&line).is_some_and(|entry| entry.word == CommandName::Quit) {
            return vec![Action::Quit];
        }
        let answered = match &question {
            Question::Offer(color) => self.answer_offer(*color, &line),
            Question::Promotion(moves) => self.answer_promotion(moves, &line),
            Question::Sure(word, operand) => self.answer_sure(*word, operand, &line),
        };
        answered.unwrap_or_else(|help| {
            self.question = Some(question);
            vec![say(help)]
        })
    }

    fn answer_offer(&mut self, color: Color, line: &str) -> Result<Vec<Action>, &'static str> {
        match line {
            "y" | "yes" | "draw" => Ok(self.end_with(&Command::AcceptDraw { by: !color })),
            "n" | "no" => Ok(match self.sitting.handle(&Command::DeclineDraw { by: !color }) {
                Ok(()) => vec![say(format!("{} declines.", (!color).name()))],
                Err(refusal) => refused(&refusal),
            }),
            _ => Err("Type yes or no."),
        }
    }

    fn answer_promotion(&mut self, moves: &[String], line: &str) -> Result<Vec<Action>, &'static str> {
        if matches!(line, "undo" | "takeback" | "cancel" | "no") {
            return Ok(vec![Action::Show]);
        }
        let answer = if line.is_empty() { PIECES[0].0 } else { line.trim_start_matches('=') };
        let piece = PIECES.iter().find(|(name, letter)| [*name, *letter].contains(&answer));
        let becomes = |text: &&String| match piece {
            Some((_, letter)) => text.to_lowercase().contains(&format!("={letter}")),
            // Or the full move.
            None => input::find(self.sitting.game(), line)
                .is_ok_and(|index| self.sitting.game().find_in(text, MoveStyle::Record) == Ok(index)),
        };
        let found =
            moves.iter().find(becomes).map(|text| self.sitting.game().find_in(text, MoveStyle::Record));
        match found {
            Some(Ok(index)) => Ok(self.play(index)),
            _ => Err(
                "Type queen, rook, bishop or knight, or its first letter (n for the knight); undo takes the move back.",
            ),
        }
    }

    fn answer_sure(
        &mut self,
        word: CommandName,
        operand: &str,
        line: &str,
    ) -> Result<Vec<Action>, &'static str> {
        match line {
            "y" | "yes" => Ok(self.run_command(word, operand)),
            _ if line == command_list::of(word).name => Ok(self.run_command(word, operand)),
            "" | "n" | "no" | "undo" | "cancel" => Ok(vec![say("Canceled.")]),
            _ => Err("Type yes or no."),
        }
    }
}
