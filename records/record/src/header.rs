//! Checks the tags of a game: their form, and whether they agree with each other and with the game.

use crate::date::is_date;
use crate::error::{Fault, shortened};
use crate::games::ReadOptions;
use crate::late_tag_checks::RESULT;
use crate::lexer::Syntax;
use crate::reader::ReaderMode;
use crate::repair::RepairKind;
use crate::result::{GameResult, ResultStyle};
use crate::visitor::Terminator;

/// What is remembered of the tags of a game to check them. It is used again for each game, so that most
/// games need no memory for it.
#[derive(Clone, Debug)]
pub(crate) struct Header {
    options: ReadOptions,
    /// All names, one after the other, and where each ends.
    names: String,
    ends: Vec<usize>,
    has_fen: bool,
    is_announced: bool,
    /// Whether another tag says how results are written.
    has_result_format: bool,
    has_result: bool,
    result: Option<GameResult>,
    /// What the record writes: in the tag, or at the end of the game where that counts.
    result_text: String,
    ply_count: String,
}

impl Header {
    pub(crate) fn new(options: ReadOptions) -> Self {
        Self {
            options,
            names: String::new(),
            ends: Vec::new(),
            has_fen: false,
            is_announced: false,
            has_result_format: false,
            has_result: false,
            result: None,
            result_text: String::new(),
            ply_count: String::new(),
        }
    }

    /// Forgets everything: another game begins.
    pub(crate) fn clear(&mut self) {
        self.names.clear();
        self.ends.clear();
        (self.has_fen, self.is_announced) = (false, false);
        (self.has_result_format, self.has_result) = (false, false);
        self.result = None;
        self.result_text.clear();
        self.ply_count.clear();
    }

    /// The result by the tag, else by the end of the game.
    pub(crate) fn result(&self) -> Option<GameResult> {
        self.result
    }

    /// The same as the record writes it; empty where there is none.
    pub(crate) fn result_text(&self) -> &str {
        &self.result_text
    }

    /// What the tag for the result should be, where there is one and it was repaired.
    pub(crate) fn repaired_result(&self, style: Option<ResultStyle>) -> Option<&'static str> {
        if !self.has_result || self.has_result_format {
            return None;
        }
        match self.result {
            Some(result) => {
                let style = if self.options.syntax == Syntax::Pgn { Some(ResultStyle::One) } else { style };
                let is_kept = style.is_none() && GameResult::from_text(&self.result_text) == Some(result);
                (!is_kept).then(|| result.text(style.unwrap_or_default()))
            }
            // PDN keeps results of other kinds, and what says that there is none.
            None => (self.options.syntax == Syntax::Pgn).then_some("*"),
        }
    }

    /// Notes a tag; `false` where its name was there before, and the tag does not count.
    pub(crate) fn note(&mut self, name: &str, value: &str, repairs: &mut Vec<RepairKind>) -> bool {
        let mut start = 0;
        for &end in &self.ends {
            if self.names.as_bytes()[start..end] == *name.as_bytes() {
                let (name, value) = (name.to_owned(), shortened(value.as_bytes()));
                repairs.push(RepairKind::TagTwice { name, value });
                return false;
            }
            start = end;
        }
        self.names.push_str(name);
        self.ends.push(self.names.len());
        match name {
            "FEN" => self.has_fen = true,
            "SetUp" => self.is_announced = value == "1",
            RESULT => {
                self.has_result = true;
                self.result = GameResult::from_text(value);
                self.result_text.push_str(value);
            }
            "ResultFormat" => self.has_result_format = true,
            "PlyCount" => self.ply_count.push_str(value),
            _ => {}
        }
        true
    }

    /// Whether a tag that was noted says something that can be understood and kept.
    pub(crate) fn check_value(
        &self,
        name: &str,
        value: &str,
        repairs: &mut Vec<RepairKind>,
    ) -> Result<(), Fault> {
        match name {
            RESULT if self.options.syntax == Syntax::Pgn => match self.result {
                Some(result) => repairs.extend(self.other_result_text(result, value, None)),
                None if value == "*" => {}
                None => repairs.push(RepairKind::UnknownResult { found: value.to_owned() }),
            },
            "Date" | "UTCDate" | "EventDate" => return self.check_date(name, value, repairs),
            "GameType" => {
                if let Some(written) = standard_game_type(value) {
                    repairs.push(RepairKind::GameTypeText { found: value.to_owned(), written });
                }
            }
            _ if self.options.syntax == Syntax::Pdn => return self.check_name(name, repairs),
            _ => {}
        }
        Ok(())
    }

    /// Names of tags begin with a capital letter in PDN. Others are kept, and reported.
    fn check_name(&self, name: &str, repairs: &mut Vec<RepairKind>) -> Result<(), Fault> {
        match (name.starts_with(|letter: char| letter.is_ascii_uppercase()), self.options.mode) {
            (true, _) => Ok(()),
            (false, ReaderMode::Tolerant) => {
                repairs.push(RepairKind::SmallTagName { name: name.to_owned() });
                Ok(())
            }
            (false, ReaderMode::Strict) => {
                let found = shortened(name.as_bytes());
                Err(Fault::BadTag { found, expected: "a name that begins with a capital letter" })
            }
        }
    }

    /// A wrong value that is kept, which the tolerant mode reports.
    fn wrong_tag(
        &self,
        name: &'static str,
        found: &str,
        expected: String,
        repairs: &mut Vec<RepairKind>,
    ) -> Result<(), Fault> {
        let found = shortened(found.as_bytes());
        if self.options.mode == ReaderMode::Strict {
            return Err(Fault::WrongTag { name, found, expected });
        }
        repairs.push(RepairKind::WrongTag { name, found, expected });
        Ok(())
    }

    /// A date is kept as it is.
    fn check_date(&self, name: &str, value: &str, repairs: &mut Vec<RepairKind>) -> Result<(), Fault> {
        let is_unknown = self.options.syntax == Syntax::Pdn && matches!(value, "" | "?");
        if is_unknown || is_date(value) {
            return Ok(());
        }
        let name = match name {
            "Date" => "Date",
            "UTCDate" => "UTCDate",
            _ => "EventDate",
        };
        let expected = "a date as YYYY.MM.DD, with ? for what is unknown".to_owned();
        self.wrong_tag(name, value, expected, repairs)
    }

    /// Whether the tags agree with each other, and with the game that they name.
    pub(crate) fn check_all(&self, style: Option<ResultStyle>, repairs: &mut Vec<RepairKind>) {
        match (self.has_fen, self.is_announced) {
            (true, false) if self.options.syntax == Syntax::Pgn => repairs.push(RepairKind::FenWithoutSetUp),
            (false, true) => repairs.push(RepairKind::SetUpWithoutFen),
            _ => {}
        }
        let is_checked = self.options.syntax == Syntax::Pgn || self.has_result_format;
        if let Some(result) = self.result.filter(|_| !is_checked) {
            repairs.extend(self.other_result_text(result, &self.result_text, style));
        }
    }

    /// How a result is written in this game, where it is written otherwise.
    fn other_result_text(
        &self,
        result: GameResult,
        found: &str,
        style: Option<ResultStyle>,
    ) -> Option<RepairKind> {
        let style = if self.options.syntax == Syntax::Pgn { Some(ResultStyle::One) } else { style };
        let is_right = match style {
            Some(style) => found == result.text(style),
            None => [ResultStyle::One, ResultStyle::Two].iter().any(|&style| found == result.text(style)),
        };
        let written = result.text(style.unwrap_or_default());
        let other = || RepairKind::ResultText { found: found.to_owned(), written: written.to_owned() };
        (!is_right).then(other)
    }

    /// Notes how the game ends, and compares that with the tags.
    pub(crate) fn end(
        &mut self,
        terminator: Terminator,
        plies: u64,
        style: Option<ResultStyle>,
        repairs: &mut Vec<RepairKind>,
    ) -> Result<(), Fault> {
        let counted = self.check_ply_count(plies, repairs);
        // The end is noted in any case; what is unusual about it is not told after an error.
        let mut dropped = Vec::new();
        let repairs = if counted.is_ok() { repairs } else { &mut dropped };
        let ended = match terminator {
            Terminator::Missing => Ok(()),
            Terminator::Star => {
                repairs.extend(self.check_star());
                Ok(())
            }
            Terminator::Given(result) => {
                self.check_end(result, result.text(style.unwrap_or_default()), style, repairs)
            }
            Terminator::Result { result, text } => self.check_end(result, text, style, repairs),
        };
        counted.and(ended)
    }

    /// The number of moves is kept as it is.
    fn check_ply_count(&self, plies: u64, repairs: &mut Vec<RepairKind>) -> Result<(), Fault> {
        let found = &self.ply_count;
        let is_unknown = found.is_empty() || found == "?";
        if is_unknown || found.parse() == Ok(plies) {
            return Ok(());
        }
        let expected = format!("{plies}, the number of moves of the game");
        self.wrong_tag("PlyCount", found, expected, repairs)
    }

    /// A star leaves the result open in PGN; in PDN it only ends the text.
    fn check_star(&self) -> Option<RepairKind> {
        // PGN has no other end for a game that both have lost.
        let is_open = self.result.is_none_or(|result| result == GameResult::BothLose);
        if is_open || self.options.syntax == Syntax::Pdn {
            return None;
        }
        Some(self.results_differ("*"))
    }

    fn check_end(
        &mut self,
        end: GameResult,
        text: &str,
        style: Option<ResultStyle>,
        repairs: &mut Vec<RepairKind>,
    ) -> Result<(), Fault> {
        match self.result {
            Some(result) if result == end => {}
            Some(_) => {
                // Nobody knows which of them is right.
                self.result = None;
                let (tag, terminator) = (self.result_text.clone(), text.to_owned());
                return Err(Fault::ResultsContradict { tag, terminator });
            }
            None => repairs.extend(self.check_end_without_tag(end, text)),
        }
        let is_free = self.options.syntax == Syntax::Pgn || self.has_result_format;
        repairs.extend(self.other_result_text(end, text, style).filter(|_| !is_free));
        Ok(())
    }

    fn results_differ(&self, terminator: &str) -> RepairKind {
        let (tag, terminator) = (self.result_text.clone(), terminator.to_owned());
        RepairKind::ResultsDiffer { tag, terminator }
    }

    /// The tag has no result, or none that can be understood.
    fn check_end_without_tag(&mut self, end: GameResult, text: &str) -> Option<RepairKind> {
        let is_pdn = self.options.syntax == Syntax::Pdn;
        let is_open = matches!(&*self.result_text, "*" | "?" | "");
        // PDN has results of other kinds, such as 12-8, and keeps them. In PGN the tag was reported to be left out.
        if self.has_result && !is_open && is_pdn {
            return Some(self.results_differ(text));
        }
        self.result = Some(end);
        let tag = std::mem::replace(&mut self.result_text, text.to_owned());
        let is_told = self.has_result && is_open && (is_pdn || tag == "*");
        is_told.then(|| RepairKind::ResultOpenInTag { tag, terminator: text.to_owned() })
    }
}

/// A `GameType` without blanks, leading zeros and small letters for the first player, where it has any.
pub(crate) fn standard_game_type(value: &str) -> Option<String> {
    let written = value.split(',').map(standard_field).collect::<Vec<_>>().join(",");
    // What has not the form of the tag is for others to refuse.
    let has_form =
        |byte: u8| byte.is_ascii_digit() || matches!(byte, b',' | b'A' | b'B' | b'N' | b'S' | b'W');
    (written != value && !written.is_empty() && written.bytes().all(has_form)).then_some(written)
}

fn standard_field(field: &str) -> &str {
    match field.trim() {
        "w" => "W",
        "b" => "B",
        number if number.bytes().all(|byte| byte.is_ascii_digit()) => {
            let zeros = number.bytes().take_while(|&byte| byte == b'0').count();
            &number[zeros.min(number.len().saturating_sub(1))..]
        }
        field => field,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn game_types_without_blanks_and_leading_zeros() {
        for (found, written) in [
            (" 20 , W , 10 , 10 , N2 , 0 ", "20,W,10,10,N2,0"),
            ("020", "20"),
            ("25,w,8,8,A0,0", "25,W,8,8,A0,0"),
            ("20,W,10,10,N2,00", "20,W,10,10,N2,0"),
        ] {
            assert_eq!(standard_game_type(found).as_deref(), Some(written));
            assert_eq!(standard_game_type(written), None);
        }
        for other in ["", "?", " ", "russian", "20,W,10,10,N2,0", "0", "20,W,10,10,0N2,0"] {
            assert_eq!(standard_game_type(other), None, "{other:?}");
        }
    }
}
