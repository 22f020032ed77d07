//! The parameters of a call, however they were sent.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard};

use serde_json::Value;

use crate::multipart;
use crate::refusal::{Refusal, Rule};

/// An uploaded file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Upload {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// The parameters of a call. Those that nobody asks for are spelled wrong.
#[derive(Debug, Default)]
pub(crate) struct Parameters {
    values: BTreeMap<String, Value>,
    files: BTreeMap<String, Upload>,
    used: Mutex<BTreeSet<String>>,
}

type Result<T> = std::result::Result<T, Refusal>;

fn wrong(name: &str, expected: &str) -> Refusal {
    Refusal::broken(Rule::Parameters, format!("{name}: {expected} expected"))
}

impl Parameters {
    /// Reads the query of an address and a body of JSON, a form, or a form with files.
    pub(crate) fn read(query: Option<&str>, content_type: &str, body: &[u8]) -> Result<Self> {
        let mut parameters = Self::default();
        parameters.add_form(query.unwrap_or_default().as_bytes())?;
        let kind = content_type.split(';').next().unwrap_or_default().trim();
        match kind {
            _ if body.is_empty() => {}
            "application/json" => {
                let value: Value = serde_json::from_slice(body).map_err(|_| wrong("body", "JSON"))?;
                let Value::Object(object) = value else { return Err(wrong("body", "a JSON object")) };
                for (name, value) in object {
                    // `null` means that the parameter is not there.
                    if !value.is_null() {
                        parameters.add(name, value)?;
                    }
                }
            }
            "application/x-www-form-urlencoded" => parameters.add_form(body)?,
            "multipart/form-data" => {
                let boundary =
                    multipart::boundary(content_type).ok_or_else(|| wrong("body", "a boundary"))?;
                let parts =
                    multipart::parts(body, boundary).ok_or_else(|| wrong("body", "a complete form"))?;
                parameters.add_parts(parts)?;
            }
            _ => return Err(wrong("body", "a known content type")),
        }
        Ok(parameters)
    }

    fn add_form(&mut self, form: &[u8]) -> Result<()> {
        for (name, value) in form_urlencoded::parse(form) {
            self.add(name.into_owned(), Value::String(value.into_owned()))?;
        }
        Ok(())
    }

    fn add_parts(&mut self, parts: Vec<multipart::Part>) -> Result<()> {
        for part in parts {
            if let Some(name) = part.file_name {
                self.files.insert(part.name, Upload { name, bytes: part.bytes });
            } else {
                let text = String::from_utf8(part.bytes).map_err(|_| wrong(&part.name, "UTF-8"))?;
                self.add(part.name, Value::String(text))?;
            }
        }
        Ok(())
    }

    fn add(&mut self, name: String, value: Value) -> Result<()> {
        match self.values.insert(name.clone(), value) {
            Some(_) => Err(wrong(&name, "only one value")),
            None => Ok(()),
        }
    }

    fn used(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.used.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn value(&self, name: &str) -> Option<&Value> {
        self.used().insert(name.to_owned());
        self.values.get(name)
    }

    /// Parameters that the fake knows and does nothing with.
    pub(crate) fn accept(&self, names: &[&str]) {
        self.used().extend(names.iter().map(|&name| name.to_owned()));
    }

    pub(crate) fn text(&self, name: &str) -> Result<Option<String>> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(Value::Number(number)) => Ok(Some(number.to_string())),
            Some(_) => Err(wrong(name, "text")),
        }
    }

    pub(crate) fn integer(&self, name: &str) -> Result<Option<i64>> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::String(text)) => text.parse().map(Some).map_err(|_| wrong(name, "an integer")),
            Some(value) => value.as_i64().map(Some).ok_or_else(|| wrong(name, "an integer")),
        }
    }

    pub(crate) fn flag(&self, name: &str) -> Result<bool> {
        match self.value(name) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(Value::String(text)) if text == "true" || text == "1" => Ok(true),
            Some(Value::String(text)) if text == "false" || text == "0" => Ok(false),
            Some(_) => Err(wrong(name, "true or false")),
        }
    }

    /// An object or list: JSON, or the text of it.
    pub(crate) fn json(&self, name: &str) -> Result<Option<Value>> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::String(text)) => {
                serde_json::from_str(text).map(Some).map_err(|_| wrong(name, "JSON"))
            }
            Some(value) => Ok(Some(value.clone())),
        }
    }

    pub(crate) fn file(&self, name: &str) -> Option<&Upload> {
        self.used().insert(name.to_owned());
        self.files.get(name)
    }

    pub(crate) fn required<T>(name: &str, value: Option<T>) -> Result<T> {
        value.ok_or_else(|| Refusal::broken(Rule::Parameters, format!("parameter \"{name}\" is required")))
    }

    /// Whether there are files.
    pub(crate) fn has_files(&self) -> bool {
        !self.files.is_empty()
    }

    /// The names that were not read.
    pub(crate) fn unused(&self) -> Vec<String> {
        let used = self.used();
        let names = self.values.keys().chain(self.files.keys());
        names.filter(|name| !used.contains(*name)).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_parameters_in_every_form() {
        let multipart = "--b\r\nContent-Disposition: form-data; name=\"chat_id\"\r\n\r\n-5\r\n--b\r\n\
            Content-Disposition: form-data; name=\"text\"\r\n\r\na&b\r\n--b--\r\n";
        for (query, kind, body) in [
            (None, "application/json", r#"{"chat_id":-5,"text":"a&b","nothing":null}"#),
            (None, "application/x-www-form-urlencoded", "chat_id=-5&text=a%26b"),
            (Some("chat_id=-5&text=a%26b"), "", ""),
            (None, "multipart/form-data; boundary=b", multipart),
        ] {
            let parameters = Parameters::read(query, kind, body.as_bytes()).expect(body);
            assert_eq!(parameters.integer("chat_id"), Ok(Some(-5)));
            assert_eq!(parameters.unused(), ["text"]);
            assert_eq!(parameters.text("text"), Ok(Some("a&b".to_owned())));
            assert!(parameters.unused().is_empty());
        }
        assert!(Parameters::read(None, "application/json", b"[1]").is_err());
        assert!(Parameters::read(None, "text/plain", b"x").is_err());
        assert!(Parameters::read(None, "application/x-www-form-urlencoded", b"a=1&a=2").is_err());
    }
}
