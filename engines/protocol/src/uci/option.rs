//! The options of an engine.

use std::fmt;

use crate::error::{ParseError, bad};
use crate::tokens::Tokens;

/// An option of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UciOption {
    /// The name, which may contain spaces.
    pub name: String,
    /// Which values are allowed.
    pub kind: OptionKind,
}

/// The type of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionKind {
    /// Yes or no.
    Check {
        /// The default.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The default.
        default: i64,
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The default.
        default: String,
        /// The words.
        values: Vec<String>,
    },
    /// A button.
    Button,
    /// Any text.
    Text {
        /// The default; `<empty>` in messages if it is empty.
        default: String,
    },
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// Yes or no.
    Check(bool),
    /// A number within the limits.
    Spin(i64),
    /// One of the words.
    Combo(String),
    /// The button was pressed.
    Button,
    /// Any text.
    Text(String),
}

impl OptionKind {
    /// Reads a value of this type. Numbers with a fraction, which tuning programs send, are rounded.
    ///
    /// # Errors
    ///
    /// The value is not allowed.
    pub fn read_value(&self, text: Option<&str>) -> Result<OptionValue, ParseError> {
        const FIELD: &str = "value of the option";
        let given = || text.ok_or(ParseError::Missing { field: FIELD, expected: "value and a text" });
        match self {
            Self::Button => Ok(OptionValue::Button),
            Self::Text { .. } => match given()? {
                "<empty>" => Ok(OptionValue::Text(String::new())),
                text => Ok(OptionValue::Text(text.to_owned())),
            },
            Self::Check { .. } => match given()? {
                yes if yes.eq_ignore_ascii_case("true") => Ok(OptionValue::Check(true)),
                no if no.eq_ignore_ascii_case("false") => Ok(OptionValue::Check(false)),
                other => Err(bad(FIELD, other, "true or false")),
            },
            Self::Spin { min, max, .. } => {
                let text = given()?;
                let wrong = || bad(FIELD, text, "a number within the limits of the option");
                let number = text.parse::<i64>().or_else(|_| rounded(text).ok_or_else(wrong))?;
                if (*min..=*max).contains(&number) { Ok(OptionValue::Spin(number)) } else { Err(wrong()) }
            }
            Self::Combo { values, .. } => {
                let text = given()?;
                let known = values.iter().find(|value| value.eq_ignore_ascii_case(text));
                let known = known.ok_or_else(|| bad(FIELD, text, "one of the values of the option"))?;
                Ok(OptionValue::Combo(known.clone()))
            }
        }
    }
}

fn rounded(text: &str) -> Option<i64> {
    let number = text.parse::<f64>().ok()?.round();
    // Whole numbers are exact up to here.
    (number.abs() < 9e15).then_some(number as i64)
}

const PARTS: [&str; 5] = ["type", "default", "min", "max", "var"];

impl UciOption {
    /// Reads the rest of an `option` line.
    pub(crate) fn read(mut tokens: Tokens<'_>) -> Result<Self, ParseError> {
        const EXPECTED: &str = "name N type check, spin, combo, button or string";
        match tokens.word("option", EXPECTED)? {
            "name" => {}
            other => return Err(bad("option", other, EXPECTED)),
        }
        let name = tokens.until(&["type"]);
        tokens.word("type of the option", EXPECTED)?;
        let kind = tokens.word("type of the option", EXPECTED)?;
        let (mut default, mut min, mut max, mut values) = (None, None, None, Vec::new());
        while let Some(part) = tokens.next() {
            match part {
                "default" => default = Some(tokens.until(&PARTS)),
                "min" => min = Some(tokens.number("min")?),
                "max" => max = Some(tokens.number("max")?),
                "var" => values.push(tokens.until(&PARTS)),
                _ => {}
            }
        }
        let default = default.unwrap_or_default();
        let kind = match kind {
            "check" => OptionKind::Check { default: default.eq_ignore_ascii_case("true") },
            "spin" => OptionKind::Spin {
                default: default.parse().map_err(|_| bad("default", &default, "a whole number"))?,
                min: min.unwrap_or(i64::MIN),
                max: max.unwrap_or(i64::MAX),
            },
            "combo" => OptionKind::Combo { default, values },
            "button" => OptionKind::Button,
            "string" if default == "<empty>" => OptionKind::Text { default: String::new() },
            "string" => OptionKind::Text { default },
            other => return Err(bad("type of the option", other, EXPECTED)),
        };
        Ok(Self { name, kind })
    }
}

impl fmt::Display for UciOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => write!(f, "spin default {default} min {min} max {max}"),
            OptionKind::Combo { default, values } => {
                write!(f, "combo default {default}")?;
                values.iter().try_for_each(|value| write!(f, " var {value}"))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::Text { default } if default.is_empty() => f.write_str("string default <empty>"),
            OptionKind::Text { default } => write!(f, "string default {default}"),
        }
    }
}
