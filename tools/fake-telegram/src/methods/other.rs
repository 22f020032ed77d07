//! The bot itself: its name, its webhook, its commands, its files.

use serde_json::{Value, json};

use super::Outcome;
use crate::parameters::Parameters;
use crate::refusal::{Refusal, Rule};
use crate::settings::{is_base64url, limit};
use crate::webhook::Webhook;
use crate::world::World;

/// The kinds of updates that exist and that a bot for games may want.
const KINDS: &[&str] = &[
    "message",
    "edited_message",
    "channel_post",
    "edited_channel_post",
    "inline_query",
    "chosen_inline_result",
    "callback_query",
    "my_chat_member",
    "chat_member",
];

pub(super) fn get_me(world: &World) -> Outcome {
    let mut bot = world.bot_json();
    bot["can_join_groups"] = json!(true);
    bot["can_read_all_group_messages"] = json!(world.settings.reads_groups);
    bot["supports_inline_queries"] = json!(true);
    Ok(bot)
}

/// The kinds of updates that the bot asks for. Without the parameter the earlier choice stands.
pub(crate) fn allowed_updates(world: &mut World, parameters: &Parameters) -> Result<(), Refusal> {
    let Some(kinds) = parameters.json("allowed_updates")? else { return Ok(()) };
    let kinds = kinds.as_array().map(|kinds| kinds.iter().map(Value::as_str).collect::<Option<Vec<_>>>());
    let kinds = kinds.flatten();
    let kinds = kinds.ok_or_else(|| Refusal::broken(Rule::Parameters, "allowed_updates must be a list"))?;
    if let Some(unknown) = kinds.iter().find(|kind| !KINDS.contains(kind)) {
        return Err(Refusal::broken(Rule::Parameters, format!("unknown kind of update {unknown:?}")));
    }
    let owned = kinds.iter().map(|&kind| kind.to_owned()).collect::<Vec<_>>();
    world.queue.allowed = (!owned.is_empty()).then_some(owned);
    Ok(())
}

pub(super) fn set_webhook(world: &mut World, parameters: &Parameters) -> Outcome {
    parameters.accept(&["ip_address", "max_connections"]);
    let url = Parameters::required("url", parameters.text("url")?)?;
    let secret = parameters.text("secret_token")?;
    allowed_updates(world, parameters)?;
    if parameters.flag("drop_pending_updates")? {
        world.queue.clear();
    }
    if url.is_empty() {
        world.webhook = None;
        return Ok(json!(true));
    }
    let rest = url.strip_prefix("https://");
    let rest =
        rest.ok_or_else(|| Refusal::broken(Rule::Webhook, "bad webhook: an HTTPS URL must be provided"))?;
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let port = host.rsplit_once(':').map_or("443", |(_, port)| port);
    if !["443", "80", "88", "8443"].contains(&port) {
        let text = "bad webhook: webhook can be set up only on ports 80, 88, 443 or 8443";
        return Err(Refusal::broken(Rule::Webhook, text));
    }
    match &secret {
        None => world.violation(Rule::Webhook, "setWebhook", "no secret_token: anybody could send updates"),
        Some(secret) if secret.is_empty() || secret.len() > limit::SECRET || !is_base64url(secret) => {
            return Err(Refusal::broken(Rule::Webhook, "secret token contains unallowed characters"));
        }
        Some(_) => {}
    }
    world.webhook = Some(Webhook { path: format!("/{path}"), host: host.to_owned(), secret });
    Ok(json!(true))
}

pub(super) fn delete_webhook(world: &mut World, parameters: &Parameters) -> Outcome {
    if parameters.flag("drop_pending_updates")? {
        world.queue.clear();
    }
    world.webhook = None;
    Ok(json!(true))
}

pub(super) fn webhook_info(world: &World) -> Outcome {
    let url =
        world.webhook.as_ref().map_or_else(String::new, |hook| format!("https://{}{}", hook.host, hook.path));
    Ok(json!({ "url": url, "has_custom_certificate": false, "pending_update_count": world.queue.len() }))
}

pub(super) fn set_my_commands(world: &mut World, parameters: &Parameters) -> Outcome {
    let wrong = |text: String| Refusal::broken(Rule::Commands, text);
    let commands = Parameters::required("commands", parameters.json("commands")?)?;
    let commands = commands.as_array().ok_or_else(|| wrong("commands must be a list".to_owned()))?;
    if commands.len() > limit::COMMANDS {
        return Err(wrong(format!("BOT_COMMANDS_TOO_MUCH ({})", commands.len())));
    }
    let mut read = Vec::with_capacity(commands.len());
    for command in commands {
        let field = |name: &str| command.get(name).and_then(Value::as_str).unwrap_or_default();
        let (name, description) = (field("command"), field("description"));
        let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        if !(1..=32).contains(&name.len()) || !name.bytes().all(is_plain) {
            return Err(wrong(format!("BOT_COMMAND_INVALID ({name:?})")));
        }
        if !(1..=256).contains(&description.chars().count()) {
            return Err(wrong(format!("BOT_COMMAND_DESCRIPTION_INVALID ({name:?})")));
        }
        read.push((name.to_owned(), description.to_owned()));
    }
    let language = parameters.text("language_code")?.unwrap_or_default();
    if !(language.is_empty() || language.len() == 2 && language.bytes().all(|byte| byte.is_ascii_lowercase()))
    {
        return Err(wrong(format!("invalid language code {language:?}")));
    }
    let scope =
        parameters.json("scope")?.map_or_else(|| "default".to_owned(), |scope| scope["type"].to_string());
    world.commands.insert((scope, language), read);
    Ok(json!(true))
}

pub(super) fn set_text(parameters: &Parameters, name: &str, most: usize) -> Outcome {
    parameters.accept(&["language_code"]);
    let text = parameters.text(name)?.unwrap_or_default();
    if text.chars().count() > most {
        return Err(Refusal::broken(Rule::Length, format!("{name} is too long")));
    }
    Ok(json!(true))
}

pub(super) fn get_file(world: &World, parameters: &Parameters) -> Outcome {
    let id = Parameters::required("file_id", parameters.text("file_id")?)?;
    let known = id.strip_suffix("-s").unwrap_or(&id);
    let file = world.files.get(known);
    let file = file
        .ok_or_else(|| Refusal::broken(Rule::File, "wrong file_id or the file is temporarily unavailable"))?;
    Ok(json!({
        "file_id": id,
        "file_unique_id": format!("u{known}"),
        "file_size": file.size,
        "file_path": format!("photos/{known}"),
    }))
}
