//! All games of an input from one format to another, with one or several threads.

use std::cell::RefCell;
use std::io::{Read, Write};

use convert::{Format, Which, read_games};
use record::{Letters, Part, Syntax};
use study::{ConversionSummary, Converter, ConverterOptions, Message};

use crate::commands::convert::ConvertArguments;
use crate::commands::in_parts::{Done, all_cores, work_in_parts};

/// What is converted, and how.
pub(crate) struct Conversion<'a> {
    pub(crate) arguments: &'a ConvertArguments,
    pub(crate) from: Format,
    pub(crate) to: Format,
    pub(crate) letters: Letters,
}

/// The result for a part: its games in the new format, and the messages about them.
struct Converted {
    result: anyhow::Result<ConversionSummary>,
    bytes: Vec<u8>,
    messages: Vec<Message>,
}

impl Conversion<'_> {
    /// Writes all games. The output and the messages do not depend on the number of threads.
    pub(crate) fn run(
        &self,
        input: impl Read + Send,
        say: &dyn Fn(Message),
        out: &mut dyn Write,
    ) -> anyhow::Result<ConversionSummary> {
        let threads = self.arguments.threads.unwrap_or_else(all_cores);
        if threads == 1 || !self.can_be_cut() {
            return self.convert(input, say, out).0;
        }
        let mut all = ConversionSummary::default();
        let mut lines = 0;
        let mut failure = None;
        let take = |part: &Part, converted: Converted| {
            let games = all.read;
            converted.messages.into_iter().for_each(|message| say(message.shifted(games, lines)));
            let written = out.write_all(&converted.bytes).map_err(anyhow::Error::from);
            match written.and(converted.result) {
                Ok(summary) => all.add(summary),
                Err(error) => failure = Some(error),
            }
            lines += part.line_ends();
            failure.is_none()
        };
        let rest = work_in_parts(input, threads, |part| self.convert_part(part), take);
        if let Some(error) = failure {
            return Err(error);
        }
        if let Some(rest) = rest {
            let games = all.read;
            all.add(self.convert(rest, &|message| say(message.shifted(games, lines)), out).0?);
        }
        Ok(all)
    }

    /// Whether parts of the input can be converted on their own. Other formats write the numbers of games, and so do
    /// the comments that keep broken games.
    fn can_be_cut(&self) -> bool {
        self.from.syntax().is_some() && self.to.syntax().is_some() && !self.arguments.keep_broken
    }

    fn convert_part(&self, part: &Part) -> Done<Converted> {
        let messages = RefCell::new(Vec::new());
        let mut bytes = Vec::with_capacity(part.len());
        let keep = |message| messages.borrow_mut().push(message);
        let (result, ends_between_games) = self.convert(part.reader(), &keep, &mut bytes);
        let output = Converted { result, bytes, messages: messages.into_inner() };
        Done { output, ends_between_games }
    }

    /// Converts all games on this thread. Also tells whether the input ends between games.
    fn convert(
        &self,
        input: impl Read,
        say: &dyn Fn(Message),
        out: &mut dyn Write,
    ) -> (anyhow::Result<ConversionSummary>, bool) {
        let ConvertArguments { records, keep_broken, every_position, .. } = self.arguments;
        let options = records.rules().options(Syntax::Pdn);
        let options = if *keep_broken { options.keep_rest() } else { options };
        let converter = ConverterOptions {
            from: self.from,
            to: self.to,
            rules: records.rules(),
            is_verbose: records.verbose,
            keeps_broken: *keep_broken,
            which: if *every_position { Which::Every } else { Which::Final },
        };
        let mut converter = Converter::new(converter, say, out);
        let mut games = read_games(input, self.from, options.letters(self.letters));
        while let Some(game) = games.next() {
            let is_written = match game {
                Ok(game) => converter.game(game),
                Err(error) => converter.unread(error, games.take_broken()),
            };
            if let Err(error) = is_written {
                return (Err(error.into()), games.ends_between_games());
            }
            if converter.summary().unreadable.is_some() {
                break;
            }
        }
        games.repairs_after().iter().for_each(|repair| converter.repair(repair));
        (Ok(converter.summary().clone()), games.ends_between_games())
    }
}
