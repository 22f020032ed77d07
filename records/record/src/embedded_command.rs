use std::fmt;
use std::time::Duration;

use boardgame::Color;

use crate::highlight::{Highlight, is_arrow, is_of_chess, is_square, read_highlights, write_highlights};
use crate::lexer::Syntax;

/// Something for programs inside a comment, such as `[%clk 1:55:21]`: its text, which is written again as it was
/// read, and what it means.
///
/// ```
/// use damier_record::{EmbeddedCommand, Evaluation, Meaning};
///
/// let command = EmbeddedCommand::from_text("eval #-3,20");
/// let expected = Meaning::Evaluation { value: Evaluation::Mate(-3), depth: Some(20) };
/// assert_eq!(command.meaning(), &expected);
/// assert_eq!(EmbeddedCommand::new(expected).unwrap().to_string(), "[%eval #-3,20]");
///
/// let command = EmbeddedCommand::from_text("eval +0.5");
/// let Meaning::Evaluation { value, depth: None } = command.meaning() else { panic!() };
/// assert_eq!(value.pawns(), Some(0.5));
/// assert_eq!(command.to_string(), "[%eval +0.5]");
///
/// // What is not known is kept as it is.
/// let command = EmbeddedCommand::from_text("wqm 17 x");
/// assert_eq!((command.name(), command.value(), command.meaning()), ("wqm", "17 x", &Meaning::Unknown));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmbeddedCommand {
    name: String,
    value: String,
    meaning: Meaning,
}

/// What an [`EmbeddedCommand`] means.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Meaning {
    /// `clk`: the time left on the clock of the player who moved.
    Clock(Duration),
    /// `emt`: the time spent on the move.
    Elapsed(Duration),
    /// `egt`: the time that the player who moved has spent on the game.
    ElapsedInGame(Duration),
    /// `mct`: what a mechanical clock showed.
    MechanicalClock(Duration),
    /// `clock`: one clock or both, as draughts programs write them.
    Clocks {
        /// White's.
        white: Option<Duration>,
        /// Black's.
        black: Option<Duration>,
        /// Whose clock is running, which a capital letter says.
        running: Option<Color>,
    },
    /// `eval`: which side is better, from White's point of view.
    Evaluation {
        /// By how much.
        value: Evaluation,
        /// How deep it was searched.
        depth: Option<u32>,
    },
    /// `csl`: squares in colors.
    Squares(Vec<Highlight>),
    /// `cal`: arrows in colors.
    Arrows(Vec<Highlight>),
    /// Any other command, or one with contents of another form.
    Unknown,
}

/// Which side is better, and by how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Evaluation {
    /// Millionths of a pawn or man: exact for up to six decimals.
    Millionths(i64),
    /// Mate, or the end of the game, in this many moves; negative when Black wins.
    Mate(i32),
}

impl Evaluation {
    /// In pawns or men; nothing where the end is near.
    #[must_use]
    pub fn pawns(self) -> Option<f64> {
        match self {
            Self::Millionths(value) => Some(value as f64 / 1e6),
            Self::Mate(_) => None,
        }
    }
}

impl EmbeddedCommand {
    /// Reads what stands between `[%` and `]`.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        let (name, value) = split(text);
        let meaning = read_meaning(name, value).unwrap_or(Meaning::Unknown);
        Self { name: name.to_owned(), value: value.to_owned(), meaning }
    }

    /// Whether what stands between `[%` and `]` has the name of a command that is known, and contents that are not, or
    /// not in records of this language.
    pub(crate) fn is_unread(text: &str, syntax: Syntax) -> bool {
        let (name, value) = split(text);
        let is_read = match read_meaning(name, value) {
            Some(Meaning::Squares(list) | Meaning::Arrows(list)) => {
                syntax == Syntax::Pdn || list.iter().all(|item| is_of_chess(&item.squares))
            }
            meaning => meaning.is_some(),
        };
        KNOWN.contains(&name) && !is_read
    }

    /// A command that means this, in its usual form. What is unknown has none.
    #[must_use]
    pub fn new(meaning: Meaning) -> Option<Self> {
        let (name, value) = match &meaning {
            Meaning::Clock(time) => ("clk", write_time(*time)),
            Meaning::Elapsed(time) => ("emt", write_time(*time)),
            Meaning::ElapsedInGame(time) => ("egt", write_time(*time)),
            Meaning::MechanicalClock(time) => ("mct", write_time(*time)),
            Meaning::Clocks { white, black, running } => {
                let clock = |time: &Option<Duration>, color: Color| {
                    let is_running = *running == Some(color);
                    let letter =
                        if is_running { color.letter() } else { color.letter().to_ascii_lowercase() };
                    time.map(|time| format!("{letter}{}", write_time(time)))
                };
                let clocks = [clock(white, Color::White), clock(black, Color::Black)];
                ("clock", clocks.into_iter().flatten().collect::<Vec<_>>().join(" "))
            }
            Meaning::Evaluation { value, depth } => {
                let depth = depth.map_or_else(String::new, |depth| format!(",{depth}"));
                ("eval", format!("{value}{depth}"))
            }
            Meaning::Squares(list) => ("csl", write_highlights(list)),
            Meaning::Arrows(list) => ("cal", write_highlights(list)),
            Meaning::Unknown => return None,
        };
        Some(Self { name: name.to_owned(), value, meaning })
    }

    /// What stands before the first space, such as `clk`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What stands after it, as it is written.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.value
    }

    /// What it means.
    #[must_use]
    pub fn meaning(&self) -> &Meaning {
        &self.meaning
    }
}

impl fmt::Display for EmbeddedCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let space = if self.value.is_empty() { "" } else { " " };
        write!(f, "[%{}{space}{}]", self.name, self.value)
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Mate(moves) => write!(f, "#{moves}"),
            Self::Millionths(value) => {
                let sign = if value < 0 { "-" } else { "" };
                let value = value.unsigned_abs();
                let fraction = format!("{:06}", value % 1_000_000);
                // Two decimals are usual.
                let (usual, more) = fraction.split_at(2);
                write!(f, "{sign}{}.{usual}{}", value / 1_000_000, more.trim_end_matches('0'))
            }
        }
    }
}

/// The names of the commands that are known.
const KNOWN: [&str; 8] = ["clk", "emt", "egt", "mct", "clock", "eval", "csl", "cal"];

/// The name and the contents of a command.
fn split(text: &str) -> (&str, &str) {
    let (name, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (name, value.trim())
}

fn read_meaning(name: &str, value: &str) -> Option<Meaning> {
    match name {
        "clk" => read_time(value).map(Meaning::Clock),
        "emt" => read_time(value).or_else(|| read_seconds(value)).map(Meaning::Elapsed),
        "egt" => read_time(value).or_else(|| read_seconds(value)).map(Meaning::ElapsedInGame),
        "mct" => read_time(value).map(Meaning::MechanicalClock),
        "clock" => read_clocks(value),
        "eval" => read_evaluation(value),
        "csl" => read_highlights(value, is_square).map(Meaning::Squares),
        "cal" => read_highlights(value, is_arrow).map(Meaning::Arrows),
        _ => None,
    }
}

/// `1:55:21`, with tenths and the like after a dot; leading zeros may be missing.
fn read_time(text: &str) -> Option<Duration> {
    let mut fields = text.split(':');
    let (hours, minutes, seconds) = (fields.next()?, fields.next()?, fields.next()?);
    let below_sixty = |text: &str| number(text).filter(|&number| number < 60);
    let seconds = read_seconds(seconds).filter(|seconds| seconds.as_secs() < 60)?;
    let whole = u64::from(number(hours)?) * 3600 + u64::from(below_sixty(minutes)?) * 60;
    fields.next().is_none().then(|| Duration::from_secs(whole) + seconds)
}

/// `21` or `21.5`.
fn read_seconds(text: &str) -> Option<Duration> {
    let (whole, fraction) = match text.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (text, None),
    };
    let nanoseconds = fraction.map_or(Some(0), |fraction| decimals(fraction, 9))?;
    Some(Duration::new(number(whole)?.into(), nanoseconds))
}

/// Digits and nothing else.
pub(crate) fn number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The digits after a decimal point, in units of this many decimals; `None` if there are more, or none.
fn decimals(text: &str, places: usize) -> Option<u32> {
    let fits = (1..=places).contains(&text.len());
    fits.then(|| number(&format!("{text:0<places$}")))?
}

fn write_time(time: Duration) -> String {
    let seconds = time.as_secs();
    let mut text = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if time.subsec_nanos() > 0 {
        let fraction = format!(".{:09}", time.subsec_nanos());
        text.push_str(fraction.trim_end_matches('0'));
    }
    text
}

/// `w0:00:10 B0:00:03`, or one of them.
fn read_clocks(text: &str) -> Option<Meaning> {
    let (mut times, mut running) = ([None; 2], None);
    for clock in text.split_whitespace() {
        let letter = clock.chars().next()?;
        let color = Color::ALL.into_iter().find(|color| color.letter().eq_ignore_ascii_case(&letter))?;
        let known = times[color as usize].replace(read_time(&clock[1..])?);
        let is_second = letter.is_ascii_uppercase() && running.replace(color).is_some();
        if known.is_some() || is_second {
            return None;
        }
    }
    let [white, black] = times;
    white.or(black).map(|_| Meaning::Clocks { white, black, running })
}

fn read_evaluation(text: &str) -> Option<Meaning> {
    let (value, depth) = match text.split_once(',') {
        Some((value, depth)) => (value, Some(number(depth.trim())?)),
        None => (text, None),
    };
    // A decimal comma and a depth look alike: `0,35` is hardly 0 at depth 35.
    if depth.is_some() && !value.contains(['.', '#']) {
        return None;
    }
    let value = match value.strip_prefix('#') {
        Some(moves) => Evaluation::Mate(moves.parse().ok()?),
        None => Evaluation::Millionths(read_pawns(value)?),
    };
    Some(Meaning::Evaluation { value, depth })
}

/// `0.35`, `-1.5`, `+2`, `.5`
fn read_pawns(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (whole, fraction) = match digits.split_once('.') {
        Some(("", fraction)) => (0, decimals(fraction, 6)?),
        Some((whole, fraction)) => (number(whole)?, decimals(fraction, 6)?),
        None => (number(digits)?, 0),
    };
    let value = i64::from(whole) * 1_000_000 + i64::from(fraction);
    Some(if text.starts_with('-') { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_made_and_read() {
        let highlight = |color, squares: &str| Highlight { color, squares: squares.to_owned() };
        let squares = Meaning::Squares(vec![highlight('G', "a1"), highlight('R', "e4")]);
        let command = EmbeddedCommand::new(squares).expect("a known command");
        assert_eq!((command.name(), command.value()), ("csl", "Ga1,Re4"));
        assert_eq!(EmbeddedCommand::from_text("csl Ga1,Re4"), command);
        for (text, pawns, written) in
            [("eval -0.5", Some(-0.5), "-0.50"), ("eval 0", Some(0.0), "0.00"), ("eval #3", None, "#3")]
        {
            let Meaning::Evaluation { value, .. } = *EmbeddedCommand::from_text(text).meaning() else {
                panic!("{text}")
            };
            assert_eq!((value.pawns(), value.to_string().as_str()), (pawns, written));
        }
        let time = |text: &str| EmbeddedCommand::from_text(text).meaning().clone();
        assert_eq!(time("clk 0:59:59"), Meaning::Clock(Duration::from_secs(3599)));
        assert_eq!([time("clk 0:60:00"), time("clk 0:00:60")], [Meaning::Unknown, Meaning::Unknown]);
    }

    #[test]
    fn contents_that_are_not_those_of_the_name_are_not_read() {
        let check = |text: &str, in_pgn: bool, in_pdn: bool| {
            let is_read = [Syntax::Pgn, Syntax::Pdn].map(|syntax| !EmbeddedCommand::is_unread(text, syntax));
            assert_eq!(is_read, [in_pgn, in_pdn], "{text}");
            assert_eq!(EmbeddedCommand::from_text(text).to_string(), format!("[%{text}]"));
        };
        for both in [
            "clk 0:01:00",
            "emt 3",
            "eval -0.35,20",
            "csl Ga1,Re4,Yd4,Bh8,Oc2,Cc3",
            "cal Ga1a8,Rh8a1",
            "xyz Xa1",
        ] {
            check(both, true, true);
        }
        for draughts in
            ["csl G28", "csl Ga9,Rl12", "cal G2823", "cal G28-23", "cal Gc3d4,R5-10", "cal Ga10b9"]
        {
            check(draughts, false, true);
        }
        for none in [
            "clk",
            "clk x",
            "clk 5:00",
            "clk 0:61:00",
            "clk -1:00:00",
            "emt",
            "emt x",
            "emt -3",
            "emt 1:2",
            "eval",
            "eval x",
            "eval 0,35",
            "eval #",
            "eval 0.35,x",
            "csl",
            "csl Xa1",
            "csl ga1",
            "csl a1",
            "csl G",
            "csl Gz9",
            "csl Ga0",
            "csl Ga13",
            "csl G73",
            "csl Ga1b2",
            "csl Ga1;Gb2",
            "csl Ga1,",
            "cal Gz9a1",
            "cal Ga1",
            "cal Xa1b2",
            "cal Ga1b2c3",
            "cal Ga1-",
            "cal G12345",
            "cal Gé1a1",
        ] {
            check(none, false, false);
        }
    }
}
