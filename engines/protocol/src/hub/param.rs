//! The parameters of an engine.

use crate::error::{ParseError, bad};
use crate::hub::HubLine;

/// A parameter of an engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// The current value.
    pub value: String,
    /// Which values are allowed.
    pub kind: ParamKind,
}

/// The type of a parameter.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ParamKind {
    /// `true` or `false`.
    Bool,
    /// A whole number within limits.
    Int {
        /// The least.
        min: Option<i64>,
        /// The most.
        max: Option<i64>,
    },
    /// A number within limits.
    Real {
        /// The least.
        min: Option<f64>,
        /// The most.
        max: Option<f64>,
    },
    /// Any text.
    Text,
    /// One of several words.
    Enum {
        /// The words.
        values: Vec<String>,
    },
}

impl Param {
    pub(crate) fn read(line: &HubLine) -> Result<Self, ParseError> {
        let kind = match line.needed("type")? {
            "bool" => ParamKind::Bool,
            "int" => ParamKind::Int { min: line.number("min")?, max: line.number("max")? },
            "real" => ParamKind::Real { min: line.number("min")?, max: line.number("max")? },
            "string" => ParamKind::Text,
            "enum" => ParamKind::Enum { values: line.words("values") },
            other => return Err(bad("type", other, "bool, int, real, string or enum")),
        };
        let value = line.value("value").unwrap_or_default().to_owned();
        Ok(Self { name: line.needed("name")?.to_owned(), value, kind })
    }

    pub(crate) fn to_line(&self) -> HubLine {
        let line = HubLine::new("param").with("name", &self.name).with("value", &self.value);
        match &self.kind {
            ParamKind::Bool => line.with("type", "bool"),
            ParamKind::Int { min, max } => {
                line.with("type", "int").with_some("min", *min).with_some("max", *max)
            }
            ParamKind::Real { min, max } => {
                line.with("type", "real").with_some("min", *min).with_some("max", *max)
            }
            ParamKind::Text => line.with("type", "string"),
            ParamKind::Enum { values } => line.with("type", "enum").with("values", values.join(" ")),
        }
    }
}
