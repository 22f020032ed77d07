use std::fmt;
use std::time::Duration;

use boardgame::Color;

/// Something for programs inside a comment, such as `[%clk 1:55:21]`.
///
/// ```
/// use record::{Command, Evaluation};
///
/// let command = Command::from_text("eval #-3,20");
/// assert_eq!(command, Command::Evaluation { value: Evaluation::Mate(-3), depth: Some(20) });
/// assert_eq!(command.to_string(), "[%eval #-3,20]");
///
/// let command = Command::from_text("clock w0:00:10 B0:00:03");
/// let Command::Clocks { black, running, .. } = command else { panic!() };
/// assert_eq!((black.as_secs(), running), (3, Some(boardgame::Color::Black)));
///
/// // What is not known is kept as it is.
/// assert_eq!(Command::from_text("wqm 17 x").to_string(), "[%wqm 17 x]");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Command {
    /// `clk`: the time left on the clock of who moved.
    Clock(Duration),
    /// `emt`: the time spent on the move.
    Elapsed(Duration),
    /// `egt`: the time that the player who moved has spent on the game.
    ElapsedInGame(Duration),
    /// `mct`: what a mechanical clock showed.
    MechanicalClock(Duration),
    /// `clock`: both clocks, as draughts programs write them.
    Clocks {
        /// White's.
        white: Duration,
        /// Black's.
        black: Duration,
        /// Whose clock is running, which a capital letter says.
        running: Option<Color>,
    },
    /// `eval`: who is better, seen by White.
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
    /// Any other, or one with contents of another form.
    Other {
        /// What stands before the first space.
        name: String,
        /// What stands after it.
        value: String,
    },
}

/// Who is better and by how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Evaluation {
    /// Hundredths of a pawn or man.
    Hundredths(i32),
    /// Mate, or the end of the game, in so many moves; negative when Black wins.
    Mate(i32),
}

/// A square, or the two of an arrow, with a color.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Highlight {
    /// `R`, `G`, `Y`, `B` and others.
    pub color: char,
    /// The squares as the record writes them.
    pub squares: String,
}

impl Command {
    /// Reads what stands between `[%` and `]`.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        let (name, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let value = value.trim();
        let known = match name {
            "clk" => read_time(value).map(Self::Clock),
            "emt" => read_time(value).map(Self::Elapsed),
            "egt" => read_time(value).map(Self::ElapsedInGame),
            "mct" => read_time(value).map(Self::MechanicalClock),
            "clock" => read_clocks(value),
            "eval" => read_evaluation(value),
            "csl" => read_highlights(value).map(Self::Squares),
            "cal" => read_highlights(value).map(Self::Arrows),
            _ => None,
        };
        // A command is kept in its own words unless it is written the same way.
        let is_same = |command: &Self| command.inner() == format!("{name} {value}");
        known
            .filter(is_same)
            .unwrap_or_else(|| Self::Other { name: name.to_owned(), value: value.to_owned() })
    }

    /// What stands between `[%` and `]`.
    fn inner(&self) -> String {
        match self {
            Self::Clock(time) => format!("clk {}", write_time(*time)),
            Self::Elapsed(time) => format!("emt {}", write_time(*time)),
            Self::ElapsedInGame(time) => format!("egt {}", write_time(*time)),
            Self::MechanicalClock(time) => format!("mct {}", write_time(*time)),
            Self::Clocks { white, black, running } => {
                let letter = |color: Color| match *running == Some(color) {
                    true => color.letter(),
                    false => color.letter().to_ascii_lowercase(),
                };
                let (w, b) = (letter(Color::White), letter(Color::Black));
                format!("clock {w}{} {b}{}", write_time(*white), write_time(*black))
            }
            Self::Evaluation { value, depth } => {
                let depth = depth.map_or_else(String::new, |depth| format!(",{depth}"));
                format!("eval {value}{depth}")
            }
            Self::Squares(list) => format!("csl {}", write_highlights(list)),
            Self::Arrows(list) => format!("cal {}", write_highlights(list)),
            Self::Other { name, value } if value.is_empty() => name.clone(),
            Self::Other { name, value } => format!("{name} {value}"),
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[%{}]", self.inner())
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Mate(moves) => write!(f, "#{moves}"),
            Self::Hundredths(value) => {
                let sign = if value < 0 { "-" } else { "" };
                let value = value.unsigned_abs();
                write!(f, "{sign}{}.{:02}", value / 100, value % 100)
            }
        }
    }
}

/// `1:55:21`, with tenths and the like after a dot.
fn read_time(text: &str) -> Option<Duration> {
    let mut fields = text.split(':');
    let (hours, minutes, seconds) = (fields.next()?, fields.next()?, fields.next()?);
    let (seconds, fraction) = seconds.split_once('.').unwrap_or((seconds, ""));
    let number = |text: &str| text.parse::<u32>().ok().map(u64::from);
    let nanoseconds = format!("{fraction:0<9}").parse().ok().filter(|_| fraction.len() <= 9)?;
    let all = number(hours)? * 3600 + number(minutes)? * 60 + number(seconds)?;
    fields.next().is_none().then(|| Duration::new(all, nanoseconds))
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

/// `w0:00:10 B0:00:03`
fn read_clocks(text: &str) -> Option<Command> {
    let (white, black) = text.split_once(' ')?;
    let (white_runs, white) = read_clock(white, 'w')?;
    let (black_runs, black) = read_clock(black, 'b')?;
    let running = match (white_runs, black_runs) {
        (true, true) => return None,
        (true, false) => Some(Color::White),
        (false, true) => Some(Color::Black),
        (false, false) => None,
    };
    Some(Command::Clocks { white, black, running })
}

fn read_clock(text: &str, color: char) -> Option<(bool, Duration)> {
    let letter = text.chars().next().filter(|letter| letter.eq_ignore_ascii_case(&color))?;
    Some((letter.is_ascii_uppercase(), read_time(&text[1..])?))
}

fn read_evaluation(text: &str) -> Option<Command> {
    let (value, depth) = match text.split_once(',') {
        Some((value, depth)) => (value, Some(depth.parse().ok()?)),
        None => (text, None),
    };
    if let Some(moves) = value.strip_prefix('#') {
        return Some(Command::Evaluation { value: Evaluation::Mate(moves.parse().ok()?), depth });
    }
    let (is_negative, digits) = value.strip_prefix('-').map_or((false, value), |digits| (true, digits));
    let (whole, hundredths) = digits.split_once('.')?;
    let whole: i32 = whole.parse().ok().filter(|whole| (0..1_000_000).contains(whole))?;
    let hundredths: i32 = hundredths.parse().ok().filter(|part| (0..100).contains(part))?;
    let value = whole * 100 + hundredths;
    Some(Command::Evaluation {
        value: Evaluation::Hundredths(if is_negative { -value } else { value }),
        depth,
    })
}

fn read_highlights(text: &str) -> Option<Vec<Highlight>> {
    let read = |item: &str| {
        let mut letters = item.chars();
        let color = letters.next().filter(char::is_ascii_uppercase)?;
        let squares = letters.as_str();
        let is_square =
            !squares.is_empty() && squares.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        is_square.then(|| Highlight { color, squares: squares.to_owned() })
    };
    text.split(',').map(read).collect()
}

fn write_highlights(list: &[Highlight]) -> String {
    let items: Vec<String> = list.iter().map(|item| format!("{}{}", item.color, item.squares)).collect();
    items.join(",")
}
