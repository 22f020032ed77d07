//! What tells two matches apart.

use std::collections::BTreeSet;
use std::fmt;

use openings::OpeningSource;
use serde_json::Value;

use crate::plan::MatchPlan;

/// Something that two plans say differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanDifference {
    /// What, as match files name it: `time`, or `engines 2 options level`.
    pub field: String,
    /// What the one says.
    pub one: String,
    /// What the other says.
    pub other: String,
}

impl fmt::Display for PlanDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, one, other } = self;
        write!(f, "{field} is {one} there and {other} here")
    }
}

impl MatchPlan {
    /// What another plan says differently; how a match is run does not count.
    #[must_use]
    pub fn differences(&self, other: &Self) -> Vec<PlanDifference> {
        let mut found = Vec::new();
        compare(&canonical(self), &canonical(other), "", &mut found);
        found
    }

    /// What keeps another plan from going on with this match: everything that it says differently, but for more rounds.
    #[must_use]
    pub fn obstacles(&self, other: &Self) -> Vec<PlanDifference> {
        let mut found = self.differences(other);
        found.retain(|difference| difference.field != "rounds" || other.rounds < self.rounds);
        found
    }
}

/// The plan as a value, with the openings that it has if it names none.
fn canonical(plan: &MatchPlan) -> Value {
    let openings = plan.openings.clone().or_else(|| Some(OpeningSource::usual(plan.game)));
    let plan = MatchPlan { openings, ..plan.clone() };
    serde_json::to_value(plan).expect("a plan has only texts, numbers and lists")
}

fn compare(one: &Value, other: &Value, field: &str, found: &mut Vec<PlanDifference>) {
    let within = |name: &str| if field.is_empty() { name.to_owned() } else { format!("{field} {name}") };
    let nothing = Value::Object(serde_json::Map::new());
    match (one, other) {
        // Options are told one by one, even where the other engine has none.
        (Value::Object(_), Value::Null) if field.ends_with("options") => {
            compare(one, &nothing, field, found);
        }
        (Value::Null, Value::Object(_)) if field.ends_with("options") => {
            compare(&nothing, other, field, found);
        }
        (Value::Object(first), Value::Object(second)) => {
            let names: BTreeSet<&String> = first.keys().chain(second.keys()).collect();
            for name in names {
                let of = |value: &Value| value.get(name).cloned().unwrap_or_default();
                compare(&of(one), &of(other), &within(name), found);
            }
        }
        (Value::Array(first), Value::Array(second)) if first.len() == second.len() => {
            for (number, (one, other)) in (1..).zip(first.iter().zip(second)) {
                compare(one, other, &within(&format!("{number}")), found);
            }
        }
        _ if one == other => {}
        _ => found.push(PlanDifference { field: field.to_owned(), one: shown(one), other: shown(other) }),
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "not given".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(values) => format!("a list of {}", values.len()),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use catalog::GameId;

    use super::*;
    use crate::engine_spec::EngineSpec;
    use crate::engine_time::EngineTime;

    #[test]
    fn every_difference_is_named() {
        let engines = vec![EngineSpec::own("a"), EngineSpec::own("b").with_option("level", 3)];
        let plan = MatchPlan::new(GameId::Russian, EngineTime::depth(1), engines);
        let texts = |other: &MatchPlan| -> Vec<String> {
            plan.obstacles(other).iter().map(ToString::to_string).collect()
        };
        assert!(
            texts(&MatchPlan { openings: Some(OpeningSource::usual(GameId::Russian)), ..plan.clone() })
                .is_empty()
        );
        assert!(texts(&MatchPlan { rounds: 7, ..plan.clone() }).is_empty());
        assert_eq!(plan.differences(&MatchPlan { rounds: 7, ..plan.clone() }).len(), 1);
        let mut other = MatchPlan { time: EngineTime::nodes(5), rounds: 0, ..plan.clone() };
        other.engines[1] = EngineSpec::own("b").with_option("level", 4);
        other.adjudication.max_moves = Some(50);
        assert_eq!(
            texts(&other),
            [
                "adjudication max_moves is not given there and 50 here",
                "engines 2 options level is 3 there and 4 here",
                "rounds is 1 there and 0 here",
                "time is depth=1 there and nodes=5 here",
            ]
        );
        other.engines.push(EngineSpec::own("c"));
        assert!(texts(&other).contains(&"engines is a list of 2 there and a list of 3 here".to_owned()));
    }
}
