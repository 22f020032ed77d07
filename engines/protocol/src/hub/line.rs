//! Lines of the Hub protocol.

use std::fmt;
use std::str::FromStr;

use crate::error::{ParseError, bad};

/// A line of the Hub protocol: a command with its arguments.
///
/// ```
/// use damier_protocol::hub::HubLine;
///
/// let line: HubLine = r#"id name=Scan author="Fabien Letouzey""#.parse()?;
/// assert_eq!((line.command.as_str(), line.value("author")), ("id", Some("Fabien Letouzey")));
/// assert_eq!(line.to_string(), r#"id name=Scan author="Fabien Letouzey""#);
/// # Ok::<(), damier_protocol::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct HubLine {
    /// The first word.
    pub command: String,
    /// The arguments.
    pub arguments: Vec<HubArgument>,
}

/// A name with its value, or a flag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HubArgument {
    /// Before the equals sign.
    pub name: String,
    /// After it; `None` for a flag.
    pub value: Option<String>,
}

impl HubLine {
    /// A command without arguments.
    #[must_use]
    pub fn new(command: &str) -> Self {
        Self { command: command.to_owned(), arguments: Vec::new() }
    }

    /// Adds an argument.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Self {
        self.arguments.push(HubArgument { name: name.to_owned(), value: Some(value.to_string()) });
        self
    }

    /// The line with one argument more, if there is a value for it.
    #[must_use]
    pub fn with_some<T: fmt::Display>(self, name: &str, value: Option<T>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Adds a flag.
    #[must_use]
    pub fn with_flag(mut self, name: &str) -> Self {
        self.arguments.push(HubArgument { name: name.to_owned(), value: None });
        self
    }

    /// The value of an argument, if any.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        let found = self.arguments.iter().find(|argument| argument.name == name);
        found.and_then(|argument| argument.value.as_deref())
    }

    /// Whether there is such an argument, with or without a value.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.arguments.iter().any(|argument| argument.name == name)
    }

    /// The value of a required argument.
    pub(crate) fn needed(&self, field: &'static str) -> Result<&str, ParseError> {
        self.value(field).ok_or(ParseError::Missing { field, expected: "an argument with a value" })
    }

    /// The value of an argument as a number, if there is one.
    pub(crate) fn number<T: FromStr>(&self, field: &'static str) -> Result<Option<T>, ParseError> {
        let read = |text: &str| text.parse().map_err(|_| bad(field, text, "a number"));
        self.value_of(field, "a number")?.map(read).transpose()
    }

    /// A time in seconds.
    pub(crate) fn seconds(&self, field: &'static str) -> Result<Option<f64>, ParseError> {
        let is_time = |time: &f64| time.is_finite() && *time >= 0.0;
        let read = |text: &str| {
            let time = text.parse().ok().filter(is_time);
            time.ok_or_else(|| bad(field, text, "a number of seconds, not below 0"))
        };
        self.value_of(field, "a number of seconds, not below 0")?.map(read).transpose()
    }

    /// The value of an optional argument, which must not be a flag.
    fn value_of(&self, field: &'static str, expected: &'static str) -> Result<Option<&str>, ParseError> {
        match self.value(field) {
            None if self.has(field) => Err(ParseError::Missing { field, expected }),
            value => Ok(value),
        }
    }

    /// The words of an argument; none if it is missing.
    pub(crate) fn words(&self, field: &'static str) -> Vec<String> {
        self.value(field).unwrap_or_default().split_whitespace().map(str::to_owned).collect()
    }
}

impl FromStr for HubLine {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let text = text.trim();
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        let (command, mut rest) = text.split_at(end);
        if command.is_empty() {
            return Err(ParseError::Empty { expected: "a command such as hub" });
        }
        let mut line = Self::new(command);
        loop {
            rest = rest.trim_start();
            if rest.is_empty() {
                return Ok(line);
            }
            let end = rest.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(rest.len());
            let name = rest[..end].to_owned();
            if name.is_empty() {
                return Err(bad("argument", rest, "a name before the equals sign"));
            }
            rest = &rest[end..];
            let Some(after) = rest.strip_prefix('=') else {
                line.arguments.push(HubArgument { name, value: None });
                continue;
            };
            let (value, after) = value(after)?;
            line.arguments.push(HubArgument { name, value: Some(value.to_owned()) });
            rest = after;
        }
    }
}

/// A value, quoted or not, and the rest of the text.
fn value(text: &str) -> Result<(&str, &str), ParseError> {
    match text.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').ok_or_else(|| bad("value", text, "a quote at its end")),
        None => Ok(text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))),
    }
}

impl fmt::Display for HubLine {
    /// The protocol cannot write a double quote within a value: it becomes a single quote.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.command)?;
        for HubArgument { name, value } in &self.arguments {
            write!(f, " {name}")?;
            let Some(value) = value else { continue };
            let value = value.replace('"', "'");
            if value.is_empty() || value.contains(|c: char| c == '=' || c.is_whitespace()) {
                write!(f, "=\"{value}\"")?;
            } else {
                write!(f, "={value}")?;
            }
        }
        Ok(())
    }
}
