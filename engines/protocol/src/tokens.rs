//! Reading a line word by word.

use std::str::FromStr;

use crate::error::{ParseError, bad};

/// The words of a line.
#[derive(Clone, Debug)]
pub(crate) struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    pub(crate) fn of(line: &'a str) -> Self {
        Self { rest: line.trim() }
    }

    /// The rest of the line.
    pub(crate) fn rest(&self) -> &'a str {
        self.rest
    }

    pub(crate) fn peek(&self) -> Option<&'a str> {
        self.clone().next()
    }

    /// The words up to one of these, joined by single spaces.
    pub(crate) fn until(&mut self, stops: &[&str]) -> String {
        let mut words = Vec::new();
        while let Some(word) = self.peek().filter(|word| !stops.contains(word)) {
            words.push(word);
            self.next();
        }
        words.join(" ")
    }

    /// The next word as a number.
    pub(crate) fn number<T: FromStr>(&mut self, field: &'static str) -> Result<T, ParseError> {
        const EXPECTED: &str = "a whole number";
        let word = self.next().ok_or(ParseError::Missing { field, expected: EXPECTED })?;
        word.parse().map_err(|_| bad(field, word, EXPECTED))
    }

    /// The next word as it is.
    pub(crate) fn word(
        &mut self,
        field: &'static str,
        expected: &'static str,
    ) -> Result<&'a str, ParseError> {
        self.next().ok_or(ParseError::Missing { field, expected })
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        Some(word)
    }
}
