//! Moves in the form of the files in `testdata/cases`.

use catalog::MoveDetails;
use serde::Serialize;

/// A move in the form of the files in `testdata/cases`: numbered squares are numbers, and fields that a quiet move does
/// not have are left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(crate) enum CaseMove {
    Chess {
        uci: String,
        san: String,
    },
    Draughts {
        #[serde(rename = "move")]
        text: String,
        from: CaseSquare,
        to: CaseSquare,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        captured: Vec<CaseSquare>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        routes: Vec<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        routes_count: Option<u64>,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        promotes: bool,
    },
}

/// The name of a square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(crate) enum CaseSquare {
    Number(u8),
    Letters(String),
}

impl From<MoveDetails> for CaseMove {
    fn from(mv: MoveDetails) -> Self {
        match mv.uci {
            Some(uci) => Self::Chess { uci, san: mv.text },
            None => Self::Draughts {
                text: mv.text,
                from: mv.from.into_owned().into(),
                to: mv.to.into_owned().into(),
                captured: mv.captured.into_iter().map(|name| name.into_owned().into()).collect(),
                routes: mv.routes,
                routes_count: mv.routes_count,
                promotes: mv.promotion.is_some(),
            },
        }
    }
}

impl From<String> for CaseSquare {
    fn from(name: String) -> Self {
        name.parse().map_or_else(|_| Self::Letters(name.clone()), Self::Number)
    }
}
