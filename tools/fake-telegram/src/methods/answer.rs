//! Answers to taps and to inline queries.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::Outcome;
use crate::content::{self, Text};
use crate::keyboard;
use crate::parameters::Parameters;
use crate::refusal::{Refusal, Rule};
use crate::settings::limit;
use crate::user::{Answer, InlineResult};
use crate::world::{Cached, Content, World};

const TOO_OLD: &str = "query is too old and response timeout expired or query ID is invalid";

pub(super) fn callback(world: &mut World, parameters: &Parameters) -> Outcome {
    parameters.accept(&["cache_time"]);
    let id = Parameters::required("callback_query_id", parameters.text("callback_query_id")?)?;
    let text = parameters.text("text")?.unwrap_or_default();
    let length = text.chars().count();
    if length > limit::CALLBACK_ANSWER {
        return Err(Refusal::broken(Rule::Length, format!("MESSAGE_TOO_LONG ({length} characters)")));
    }
    let url = parameters.text("url")?;
    if let Some(url) = &url {
        if keyboard::start_parameter(url, &world.settings.username).is_none() {
            return Err(Refusal::broken(Rule::Button, format!("URL_INVALID ({url:?})")));
        }
        keyboard::check_url(url, &world.settings.username)?;
    }
    let answer = Answer { text, is_alert: parameters.flag("show_alert")?, url };
    let callback = world.callbacks.get_mut(&id).ok_or_else(|| Refusal::broken(Rule::KnownQuery, TOO_OLD))?;
    if callback.answer.is_some() {
        return Err(Refusal::broken(Rule::AnswerOnce, TOO_OLD));
    }
    callback.answer = Some(answer);
    callback.answered = Some(Instant::now());
    Ok(json!(true))
}

pub(super) fn inline(world: &mut World, parameters: &Parameters) -> Outcome {
    let id = Parameters::required("inline_query_id", parameters.text("inline_query_id")?)?;
    let results = Parameters::required("results", parameters.json("results")?)?;
    let results = read_results(world, &results)?;
    check_button(world, parameters)?;
    if parameters.text("next_offset")?.is_some_and(|offset| offset.len() > 64) {
        return Err(Refusal::broken(Rule::Length, "NEXT_OFFSET_INVALID"));
    }
    let seconds = parameters.integer("cache_time")?.unwrap_or(300);
    let is_personal = parameters.flag("is_personal")?;
    if !is_personal || seconds > 5 {
        // Results of this bot belong to the user who asked, and to the moment.
        let found = format!("cache_time {seconds}, is_personal {is_personal}");
        world.violation(Rule::InlineCache, "answerInlineQuery", found);
    }
    let query = world.queries.get_mut(&id).ok_or_else(|| Refusal::broken(Rule::KnownQuery, TOO_OLD))?;
    if query.results.is_some() {
        return Err(Refusal::broken(Rule::AnswerOnce, TOO_OLD));
    }
    query.results = Some(results.clone());
    let until = Instant::now() + Duration::from_secs(seconds.unsigned_abs());
    let cached = Cached { user: is_personal.then_some(query.user), text: query.text.clone(), until, results };
    if seconds > 0 {
        world.cache.push(cached);
    }
    Ok(json!(true))
}

fn check_button(world: &World, parameters: &Parameters) -> Result<(), Refusal> {
    let Some(button) = parameters.json("button")? else { return Ok(()) };
    if button.get("text").and_then(Value::as_str).is_none_or(str::is_empty) {
        return Err(Refusal::broken(Rule::Button, "button above the results without text"));
    }
    if let Some(start) = button.get("start_parameter").and_then(Value::as_str) {
        let url = format!("https://t.me/{}?start={start}", world.settings.username);
        return keyboard::check_url(&url, &world.settings.username);
    }
    Ok(())
}

fn read_results(world: &World, results: &Value) -> Result<Vec<InlineResult>, Refusal> {
    let wrong = |text: String| Refusal::broken(Rule::InlineResults, text);
    let results = results.as_array().ok_or_else(|| wrong("results must be an array".to_owned()))?;
    if results.len() > limit::INLINE_RESULTS {
        return Err(wrong(format!("RESULTS_TOO_MUCH ({})", results.len())));
    }
    let mut ids = BTreeSet::new();
    let mut read = Vec::with_capacity(results.len());
    for result in results {
        let result = read_result(world, result)?;
        if !ids.insert(result.id.clone()) {
            return Err(wrong(format!("RESULT_ID_DUPLICATE ({:?})", result.id)));
        }
        read.push(result);
    }
    Ok(read)
}

fn read_result(world: &World, result: &Value) -> Result<InlineResult, Refusal> {
    let wrong = |text: &str| Refusal::broken(Rule::InlineResults, format!("{text}: {result}"));
    let field = |name: &str| result.get(name).and_then(Value::as_str);
    let id = field("id").filter(|id| (1..=limit::RESULT_ID).contains(&id.len()));
    let id = id.ok_or_else(|| wrong("RESULT_ID_INVALID"))?.to_owned();
    let bot = &world.settings.username;
    let keyboard = match result.get("reply_markup") {
        Some(markup) => keyboard::read(markup, bot)?,
        None => None,
    };
    let mut content = Content { keyboard, ..Content::default() };
    let text = match (field("type"), result.get("input_message_content")) {
        (Some("article" | "photo"), Some(message)) => {
            let raw = message.get("message_text").and_then(Value::as_str);
            let raw = raw.ok_or_else(|| wrong("only message_text is known to the fake"))?;
            content::message_text(raw, message.get("parse_mode").and_then(Value::as_str))?
        }
        (Some("photo"), None) => {
            content.photo = Some(inline_photo(world, result)?);
            content::caption_of(result)?
        }
        (Some("article"), None) => return Err(wrong("input message content is not specified")),
        _ => return Err(wrong("unknown type of result")),
    };
    let Text { plain, html } = text;
    (content.text, content.html) = (plain, html);
    let title = field("title").unwrap_or_default().to_owned();
    if field("type") == Some("article") && title.is_empty() {
        return Err(wrong("article without title"));
    }
    Ok(InlineResult { id, title, description: field("description").unwrap_or_default().to_owned(), content })
}

/// Photos of results: known to the API, or a JPEG at an address, with a thumbnail.
fn inline_photo(world: &World, result: &Value) -> Result<String, Refusal> {
    let wrong = |text: &str| Refusal::broken(Rule::InlineResults, format!("{text}: {result}"));
    let field = |name: &str| result.get(name).and_then(Value::as_str);
    if let Some(id) = field("photo_file_id") {
        let id = id.strip_suffix("-s").unwrap_or(id);
        return match world.files.get(id) {
            Some(file) if file.sides.is_some() => Ok(id.to_owned()),
            _ => Err(wrong("wrong file identifier")),
        };
    }
    let url = field("photo_url").ok_or_else(|| wrong("photo without address"))?;
    let thumbnail = field("thumbnail_url").ok_or_else(|| wrong("photo without thumbnail_url"))?;
    for url in [url, thumbnail] {
        keyboard::check_url(url, &world.settings.username)?;
    }
    let path = url.split(['?', '#']).next().unwrap_or_default();
    if !(path.ends_with(".jpg") || path.ends_with(".jpeg")) {
        return Err(wrong("photos of results must be JPEG"));
    }
    Ok(url.to_owned())
}
