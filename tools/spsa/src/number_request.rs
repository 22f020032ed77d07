//! A number to tune as people ask for it: what they leave out comes from the engine.

use std::str::FromStr;

use arena::NumberOption;

use crate::error::SpsaError;
use crate::tuned_number::TunedNumber;

/// A number to tune, of which perhaps only the name is given.
#[derive(Clone, Debug, PartialEq)]
pub struct NumberRequest {
    /// The name of the option.
    pub name: String,
    /// Where it starts; otherwise at the default of the engine.
    pub start: Option<f64>,
    /// Its least and largest value; otherwise those of the engine.
    pub limits: Option<[i64; 2]>,
    /// How far it is moved to compare; otherwise a twentieth of its range.
    pub step: Option<f64>,
}

impl NumberRequest {
    /// Fills in what is left out from the options of an engine, and checks that it accepts every value between the limits.
    ///
    /// # Errors
    ///
    /// The engine has no such whole number, does not say its range, or has a smaller one.
    pub fn resolve(&self, offered: &[NumberOption]) -> Result<TunedNumber, SpsaError> {
        let known = offered.iter().find(|option| option.name.eq_ignore_ascii_case(&self.name));
        let known = known.ok_or_else(|| SpsaError::UnknownNumber {
            name: self.name.clone(),
            known: offered.iter().map(|option| option.name.clone()).collect(),
        })?;
        let least = known.min.or(self.limits.map(|[min, _]| min));
        let largest = known.max.or(self.limits.map(|[_, max]| max));
        let (Some(least), Some(largest)) = (least, largest) else {
            return Err(SpsaError::NoRange { name: known.name.clone() });
        };
        let [min, max] = self.limits.unwrap_or([least, largest]);
        if min < least || max > largest {
            return Err(SpsaError::OutsideRange { name: known.name.clone(), min, max, least, largest });
        }
        let start = self.start.or(known.default.map(|value| value as f64));
        self.number(&known.name, start.unwrap_or((min as f64 + max as f64) / 2.0), [min, max])
    }

    fn number(&self, name: &str, start: f64, [min, max]: [i64; 2]) -> Result<TunedNumber, SpsaError> {
        let mut number = TunedNumber::new(name, start, min, max);
        number.step = self.step.unwrap_or(number.step);
        number.check()?;
        Ok(number)
    }
}

/// Reads `NAME`, `NAME=START`, `NAME=START:MIN:MAX` or `NAME=START:MIN:MAX:STEP`.
impl FromStr for NumberRequest {
    type Err = SpsaError;

    fn from_str(text: &str) -> Result<Self, SpsaError> {
        let bad = || SpsaError::BadNumber { found: text.chars().take(80).collect() };
        let (name, numbers) = text.rsplit_once('=').map_or((text, None), |(name, rest)| (name, Some(rest)));
        let words: Vec<&str> = numbers.map_or_else(Vec::new, |text| text.split(':').map(str::trim).collect());
        let real = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite()).ok_or_else(bad);
        let whole = |text: &str| text.parse::<i64>().map_err(|_| bad());
        let mut request = Self { name: name.trim().to_owned(), start: None, limits: None, step: None };
        match words[..] {
            [] => {}
            [start] => request.start = Some(real(start)?),
            [start, min, max] | [start, min, max, _] => {
                request.start = Some(real(start)?);
                request.limits = Some([whole(min)?, whole(max)?]);
            }
            _ => return Err(bad()),
        }
        if let Some(step) = words.get(3) {
            request.step = Some(real(step)?);
        }
        if request.name.is_empty() {
            return Err(bad());
        }
        // What is complete is checked at once.
        if let (Some(start), Some(limits)) = (request.start, request.limits) {
            request.number(&request.name, start, limits)?;
        }
        Ok(request)
    }
}

/// Reads `NAME=START:MIN:MAX` or `NAME=START:MIN:MAX:STEP`.
impl FromStr for TunedNumber {
    type Err = SpsaError;

    fn from_str(text: &str) -> Result<Self, SpsaError> {
        let request: NumberRequest = text.parse()?;
        match (request.start, request.limits) {
            (Some(start), Some(limits)) => request.number(&request.name, start, limits),
            _ => Err(SpsaError::BadNumber { found: text.chars().take(80).collect() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered() -> Vec<NumberOption> {
        let option =
            |name: &str, default, min, max| NumberOption { name: name.to_owned(), default, min, max };
        vec![
            option("Skill Level", Some(20), Some(0), Some(20)),
            option("open", Some(3), Some(1), None),
            option("bare", None, Some(0), Some(10)),
        ]
    }

    fn resolved(text: &str) -> Result<TunedNumber, String> {
        let request: NumberRequest = text.parse().map_err(|error: SpsaError| error.to_string())?;
        request.resolve(&offered()).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_left_out_comes_from_the_engine() {
        assert_eq!(resolved("skill level"), Ok(TunedNumber::new("Skill Level", 20.0, 0, 20)));
        assert_eq!(resolved("Skill Level=5"), Ok(TunedNumber::new("Skill Level", 5.0, 0, 20)));
        assert_eq!(resolved("Skill Level=5:2:9"), Ok(TunedNumber::new("Skill Level", 5.0, 2, 9)));
        assert_eq!(resolved("Skill Level=5:2:9:3").map(|number| number.step), Ok(3.0));
        assert_eq!(resolved("open=4:1:99"), Ok(TunedNumber::new("open", 4.0, 1, 99)));
        assert_eq!(resolved("bare"), Ok(TunedNumber::new("bare", 5.0, 0, 10)));
    }

    #[test]
    fn what_the_engine_does_not_accept_is_refused() {
        for (text, message) in [
            ("x", "the engine has no whole-number option \"x\"; it offers Skill Level, open, bare"),
            ("Skill Level=5:0:21", "Skill Level: limits 0 and 21; the engine accepts 0 to 20"),
            ("Skill Level=5:-1:20", "Skill Level: limits -1 and 20; the engine accepts 0 to 20"),
            ("open", "open: the engine does not say its range; expected open=START:MIN:MAX"),
            (
                "Skill Level=21",
                "Skill Level: start 21, limits 0 and 20, step 1; expected MIN < MAX, START between them, and a STEP above 0",
            ),
        ] {
            assert_eq!(resolved(text), Err(message.to_owned()));
        }
        for bad in ["", "=5", "x=", "x=1:2", "x=a", "x=1:2:3:4:5", "x=inf"] {
            assert!(matches!(bad.parse::<NumberRequest>(), Err(SpsaError::BadNumber { .. })), "{bad}");
        }
    }
}
