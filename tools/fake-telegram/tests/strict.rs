//! The fake against a client that behaves, and one that does not.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use fake_telegram::{Fake, Fault, Place, Rates, Rule, Secret, Settings, Storm, User};
use serde_json::{Value, json};

/// A bot by hand: each call on a connection of its own, or on one that is kept.
struct Bot<'a> {
    fake: &'a Fake,
}

impl Bot<'_> {
    fn call(&self, method: &str, body: &Value) -> Value {
        self.raw(method, "application/json", body.to_string().as_bytes()).expect("an answer")
    }

    fn stream(&self) -> TcpStream {
        let url = self.fake.api_url();
        let stream =
            TcpStream::connect(url.strip_prefix("http://").expect("an address")).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        stream
    }

    fn raw(&self, method: &str, kind: &str, body: &[u8]) -> Option<Value> {
        self.exchange(&mut self.stream(), method, kind, body)
    }

    fn exchange(&self, stream: &mut TcpStream, method: &str, kind: &str, body: &[u8]) -> Option<Value> {
        let path = format!("/bot{}/{method}", self.fake.token());
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).ok()?;
        stream.write_all(body).ok()?;
        let mut answer = Vec::new();
        let mut buffer = [0; 4096];
        loop {
            let count = stream.read(&mut buffer).ok().filter(|&count| count > 0)?;
            answer.extend_from_slice(&buffer[..count]);
            let Some(at) = answer.windows(4).position(|window| window == b"\r\n\r\n") else { continue };
            let head = String::from_utf8_lossy(&answer[..at]).to_lowercase();
            let length =
                head.lines().find_map(|line| line.strip_prefix("content-length: ")).expect("a length");
            let length: usize = length.parse().expect("a number");
            if answer.len() >= at + 4 + length {
                let body = &answer[at + 4..];
                return Some(serde_json::from_slice(body).unwrap_or(Value::Null));
            }
        }
    }

    fn updates(&self, offset: i64) -> Vec<Value> {
        let answer = self.call("getUpdates", &json!({ "offset": offset, "timeout": 0 }));
        answer["result"].as_array().unwrap_or_else(|| panic!("{answer}")).clone()
    }

    fn send(&self, chat: i64, text: &str) -> Place {
        let button = json!({ "text": "Go", "callback_data": "go" });
        let body =
            json!({ "chat_id": chat, "text": text, "reply_markup": { "inline_keyboard": [[button]] } });
        let answer = self.call("sendMessage", &body);
        Place::Chat(chat, answer["result"]["message_id"].as_i64().unwrap_or_else(|| panic!("{answer}")))
    }
}

fn started(fake: &Fake) -> User {
    let ann = fake.user("Ann", "en");
    ann.types(ann.chat(), "/start");
    ann
}

fn rules(fake: &Fake) -> Vec<Rule> {
    fake.violations().into_iter().map(|violation| violation.rule).collect()
}

fn png() -> Vec<u8> {
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\x40\0\0\x01\x40".to_vec();
    png.extend(b"....\0\0\0\0IEND\xaeB`\x82");
    png
}

fn form(fields: &[(&str, &str)], file: Option<(&str, &[u8])>) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, value) in fields {
        body.extend(
            format!("--B\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n").bytes(),
        );
    }
    if let Some((name, bytes)) = file {
        let head =
            format!("--B\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"a.png\"\r\n\r\n");
        body.extend(head.bytes());
        body.extend(bytes);
        body.extend(b"\r\n");
    }
    body.extend(b"--B--\r\n");
    body
}

#[test]
fn a_conversation_by_polling() {
    let fake = Fake::start(Settings::default());
    let bot = Bot { fake: &fake };
    assert_eq!(bot.call("getMe", &json!({}))["result"]["username"], "damier_test_bot");
    let ann = started(&fake);
    let updates = bot.updates(0);
    assert_eq!(updates[0]["message"]["text"], "/start");
    assert_eq!(updates[0]["message"]["from"]["language_code"], "en");
    let next = updates[0]["update_id"].as_i64().expect("a number") + 1;

    let place = bot.send(ann.chat(), "Hello");
    let view = ann.sees_keyboard(ann.chat());
    assert_eq!((view.text.as_str(), &view.place), ("Hello", &place));

    let query = ann.begins_press(&place, "go");
    let updates = bot.updates(next);
    let callback = &updates[0]["callback_query"];
    assert_eq!((&callback["id"], &callback["data"]), (&json!(query), &json!("go")));
    assert_eq!(callback["message"]["text"], "Hello");
    bot.call("answerCallbackQuery", &json!({ "callback_query_id": query, "text": "Gone" }));
    assert_eq!(ann.waits_for_answer(&query).text, "Gone");

    let Place::Chat(chat, id) = place.clone() else { panic!() };
    let edit = json!({ "chat_id": chat, "message_id": id, "text": "Bye" });
    assert_eq!(bot.call("editMessageText", &edit)["ok"], true);
    let again = bot.call("editMessageText", &edit);
    assert!(again["description"].as_str().expect("a text").contains("message is not modified"));
    assert_eq!(fake.view(&place).map(|view| (view.text, view.edits)), Some(("Bye".to_owned(), 1)));
    bot.updates(next + 1);
    assert_eq!(fake.pending_updates(), 0);
    fake.finish();
}

#[test]
fn photos_are_uploaded_and_reused() {
    let fake = Fake::start(Settings::default());
    let bot = Bot { fake: &fake };
    let ann = started(&fake);
    let chat = ann.chat().to_string();
    let body = form(&[("chat_id", &chat), ("caption", "Board")], Some(("photo", &png())));
    let answer = bot.raw("sendPhoto", "multipart/form-data; boundary=B", &body).expect("an answer");
    let photo = answer["result"]["photo"].as_array().expect("sizes").last().expect("one")["file_id"].clone();
    let id = answer["result"]["message_id"].clone();
    let again = bot.call("sendPhoto", &json!({ "chat_id": ann.chat(), "photo": photo }));
    assert_eq!(again["ok"], true);

    let media = r#"{"type":"photo","media":"attach://file","caption":"After 1. e4"}"#;
    let fields = [("chat_id", chat.as_str()), ("message_id", &id.to_string()), ("media", media)];
    let answer = bot.raw(
        "editMessageMedia",
        "multipart/form-data; boundary=B",
        &form(&fields, Some(("file", &png()))),
    );
    assert_eq!(answer.expect("an answer")["ok"], true);
    let place = Place::Chat(ann.chat(), id.as_i64().expect("a number"));
    let view = fake.view(&place).expect("a message");
    assert_eq!((view.text.as_str(), view.photo), ("After 1. e4", Some(png())));

    let file = bot.call("getFile", &json!({ "file_id": photo }));
    assert!(file["result"]["file_path"].is_string());
    fake.finish();

    // What is no picture, a text where a caption is, a file that does not exist.
    let body = form(&[("chat_id", &chat)], Some(("photo", b"GIF89a")));
    bot.raw("sendPhoto", "multipart/form-data; boundary=B", &body);
    bot.call("editMessageText", &json!({ "chat_id": ann.chat(), "message_id": id, "text": "x" }));
    bot.call("sendPhoto", &json!({ "chat_id": ann.chat(), "photo": "AgACunknown" }));
    assert_eq!(rules(&fake), [Rule::File, Rule::Editable, Rule::File]);
}

#[test]
fn inline_messages() {
    let fake = Fake::start(Settings::default());
    let bot = Bot { fake: &fake };
    let (ann, bob) = (started(&fake), fake.user("Bob", ""));
    let results = std::thread::scope(|scope| {
        let asking = scope.spawn(|| ann.asks_inline("russian"));
        let query = loop {
            let updates = bot.updates(0);
            if let Some(query) = updates.iter().find_map(|update| update.get("inline_query")) {
                break query["id"].clone();
            }
        };
        let article = |id: &str| {
            let markup = json!({ "inline_keyboard": [[{ "text": "Accept", "callback_data": "a" }]] });
            let content = json!({ "message_text": "<b>Ann</b> invites", "parse_mode": "HTML" });
            json!({ "type": "article", "id": id, "title": "Play", "input_message_content": content, "reply_markup": markup })
        };
        let twice = json!({ "inline_query_id": query, "results": [article("1"), article("1")], "is_personal": true, "cache_time": 0 });
        assert_eq!(bot.call("answerInlineQuery", &twice)["ok"], false);
        let many: Vec<Value> = (0..51).map(|id| article(&id.to_string())).collect();
        let many = json!({ "inline_query_id": query, "results": many, "is_personal": true, "cache_time": 0 });
        assert_eq!(bot.call("answerInlineQuery", &many)["ok"], false);
        let shared = json!({ "inline_query_id": query, "results": [article("1")] });
        assert_eq!(bot.call("answerInlineQuery", &shared)["ok"], true);
        assert_eq!(bot.call("answerInlineQuery", &shared)["ok"], false);
        asking.join().expect("results")
    });
    assert_eq!(
        rules(&fake),
        [Rule::InlineResults, Rule::InlineResults, Rule::InlineCache, Rule::InlineCache, Rule::AnswerOnce]
    );
    // The answer was cached for everybody: another user gets it without the bot.
    assert_eq!(bob.asks_inline("russian").len(), 1);

    let place = ann.chooses(&results[0], "russian", bob.chat());
    let Place::Inline(id) = &place else { panic!() };
    let updates = bot.updates(0);
    let chosen = updates.iter().find_map(|update| update.get("chosen_inline_result")).expect("feedback");
    assert_eq!(chosen["inline_message_id"], json!(id));
    let edit = json!({ "inline_message_id": id, "text": "Your move" });
    assert_eq!(bot.call("editMessageText", &edit)["result"], true);
    let media = r#"{"type":"photo","media":"attach://f"}"#;
    let body = form(&[("inline_message_id", id), ("media", media)], Some(("f", &png())));
    bot.raw("editMessageMedia", "multipart/form-data; boundary=B", &body);
    assert_eq!(rules(&fake).last(), Some(&Rule::InlineUpload));
    bot.call("editMessageText", &json!({ "inline_message_id": "0", "text": "x" }));
    assert_eq!(rules(&fake).last(), Some(&Rule::KnownMessage));
}

#[test]
fn without_feedback_nobody_tells_what_was_chosen() {
    let fake = Fake::start(Settings { inline_feedback: false, ..Settings::default() });
    let bot = Bot { fake: &fake };
    let ann = started(&fake);
    std::thread::scope(|scope| {
        let asking = scope.spawn(|| ann.asks_inline(""));
        let query = loop {
            if let Some(query) = bot.updates(0).iter().find_map(|update| update.get("inline_query").cloned())
            {
                break query["id"].clone();
            }
        };
        let content = json!({ "message_text": "x" });
        let article = json!({ "type": "article", "id": "1", "title": "x", "input_message_content": content });
        let answer =
            json!({ "inline_query_id": query, "results": [article], "is_personal": true, "cache_time": 0 });
        bot.call("answerInlineQuery", &answer);
        let results = asking.join().expect("results");
        ann.chooses(&results[0], "", -5);
    });
    assert!(bot.updates(0).iter().all(|update| update.get("chosen_inline_result").is_none()));
    fake.finish();
}

#[test]
fn what_a_bot_must_not_do() {
    let fake = Fake::start(Settings::default());
    let bot = Bot { fake: &fake };
    let ann = started(&fake);
    let stranger = fake.user("Eve", "");
    let chat = ann.chat();
    let cases = [
        ("sendMessage", json!({ "chat_id": chat, "text": "Ann <b>&\"", "parse_mode": "HTML" }), Rule::Html),
        ("sendMessage", json!({ "chat_id": chat, "text": "x".repeat(4097) }), Rule::Length),
        ("sendMessage", json!({ "chat_id": chat, "text": " " }), Rule::Length),
        ("sendMessage", json!({ "chat_id": chat, "text": "x", "parse-mode": "HTML" }), Rule::KnownParameters),
        ("sendMessage", json!({ "chat_id": stranger.chat(), "text": "x" }), Rule::Chat),
        ("sendMessage", json!({ "chat_id": "x", "text": "x" }), Rule::Parameters),
        ("sendMessage", json!({ "text": "x" }), Rule::Parameters),
        ("editMessageText", json!({ "chat_id": chat, "message_id": 1, "text": "x" }), Rule::KnownMessage),
        ("editMessageText", json!({ "chat_id": chat, "text": "x" }), Rule::Parameters),
        ("answerCallbackQuery", json!({ "callback_query_id": "1" }), Rule::KnownQuery),
        ("answerCallbackQuery", json!({ "callback_query_id": "1", "text": "x".repeat(201) }), Rule::Length),
        (
            "answerInlineQuery",
            json!({ "inline_query_id": "1", "results": [], "is_personal": true, "cache_time": 0 }),
            Rule::KnownQuery,
        ),
        ("setMyCommands", json!({ "commands": [{ "command": "Play", "description": "x" }] }), Rule::Commands),
        ("setMyCommands", json!({ "commands": [{ "command": "play", "description": "" }] }), Rule::Commands),
        ("setWebhook", json!({ "url": "http://example.org/hook", "secret_token": "s" }), Rule::Webhook),
        ("setWebhook", json!({ "url": "https://example.org:8080/hook", "secret_token": "s" }), Rule::Webhook),
        ("setWebhook", json!({ "url": "https://example.org/hook", "secret_token": "s.s" }), Rule::Webhook),
        ("getFile", json!({ "file_id": "1" }), Rule::File),
        ("sendDice", json!({ "chat_id": chat }), Rule::KnownMethod),
    ];
    for (method, body, rule) in cases {
        bot.call(method, &body);
        assert_eq!(rules(&fake).last(), Some(&rule), "{method} {body}");
    }
    // Messages of people cannot be edited.
    let Place::Chat(_, id) = ann.types(chat, "hello") else { panic!() };
    bot.call("editMessageText", &json!({ "chat_id": chat, "message_id": id, "text": "x" }));
    assert_eq!(rules(&fake).last(), Some(&Rule::Editable));
    let count = rules(&fake).len();
    // Nobody's fault: the user blocked the bot, deleted the message.
    let Place::Chat(_, sent) = bot.send(chat, "x") else { panic!() };
    ann.deletes(&Place::Chat(chat, sent));
    assert_eq!(
        bot.call("editMessageText", &json!({ "chat_id": chat, "message_id": sent, "text": "y" }))["error_code"],
        400
    );
    ann.blocks_bot();
    assert_eq!(bot.call("sendMessage", &json!({ "chat_id": chat, "text": "x" }))["error_code"], 403);
    assert_eq!(rules(&fake).len(), count);
    assert_eq!(bot.raw("x", "application/json", b"{").expect("an answer")["ok"], false);
}

#[test]
fn the_bot_hears_little_in_groups() {
    let fake = Fake::start(Settings::default());
    let bot = Bot { fake: &fake };
    let ann = started(&fake);
    let group = fake.group("Club", &[&ann], true);
    let place = bot.send(group, "Board");
    for text in ["c3-d4", "/play@other_bot", "/play", "/play@damier_test_bot russian"] {
        ann.types(group, text);
    }
    ann.replies(&place, "e3-f4");
    let heard: Vec<String> = bot
        .updates(0)
        .iter()
        .filter(|update| update["message"]["chat"]["id"] == group)
        .map(|update| update["message"]["text"].as_str().expect("a text").to_owned())
        .collect();
    assert_eq!(heard, ["/play", "/play@damier_test_bot russian", "e3-f4"]);
    let elsewhere = fake.group("Other", &[&ann], false);
    assert_eq!(bot.call("sendMessage", &json!({ "chat_id": elsewhere, "text": "x" }))["error_code"], 403);
}

#[test]
fn too_fast_and_too_early() {
    let fake = Fake::start(Settings { rates: Rates::real(), ..Settings::default() });
    let bot = Bot { fake: &fake };
    let ann = started(&fake);
    let body = json!({ "chat_id": ann.chat(), "text": "x" }).to_string();
    let mut stream = bot.stream();
    let send = |stream: &mut TcpStream| {
        bot.exchange(stream, "sendMessage", "application/json", body.as_bytes()).expect("an answer")
    };
    let refused = (0..20).map(|_| send(&mut stream)).find(|answer| answer["ok"] == false).expect("a limit");
    assert_eq!((&refused["error_code"], &refused["parameters"]["retry_after"]), (&json!(429), &json!(1)));
    assert_eq!(rules(&fake), [Rule::Rate]);
    send(&mut stream);
    assert_eq!(rules(&fake), [Rule::Rate, Rule::RetryAfter]);
    // Answers to taps are not limited.
    for _ in 0..40 {
        let place = ann.types(ann.chat(), "x");
        let query = ann.begins_press(&place, "x");
        assert_eq!(bot.call("answerCallbackQuery", &json!({ "callback_query_id": query }))["ok"], true);
    }
}

#[test]
fn injected_faults() {
    let fake = Fake::start(Settings::default());
    let bot = Bot { fake: &fake };
    let ann = started(&fake);
    let body = json!({ "chat_id": ann.chat(), "text": "x" });
    let count =
        || fake.calls().iter().filter(|call| call.method == "sendMessage" && call.code == 200).count();
    for (fault, is_sent) in [
        (Fault::Flood(3), false),
        (Fault::ServerError(500), false),
        (Fault::ServerError(502), false),
        (Fault::ResetBefore, false),
        (Fault::ResetAfter, true),
    ] {
        fake.fail_next("sendMessage", fault);
        let before = count();
        // Another chat, so that the time to wait does not matter.
        let bob = started(&fake);
        let body = json!({ "chat_id": bob.chat(), "text": "x" });
        let answer = bot.raw("sendMessage", "application/json", body.to_string().as_bytes());
        match fault {
            Fault::Flood(seconds) => {
                assert_eq!(answer.expect("an answer")["parameters"]["retry_after"], seconds);
            }
            Fault::ServerError(code) => {
                let found = answer.expect("an answer");
                assert!(found.is_null() || found["error_code"] == code, "{found}");
            }
            _ => assert_eq!(answer, None),
        }
        assert_eq!(count() - before, usize::from(is_sent), "{fault:?}");
    }
    assert_eq!(bot.call("sendMessage", &body)["ok"], true);
    assert_eq!(fake.injected(), 5);
    fake.finish();
}

#[test]
fn a_storm_loses_no_update() {
    let fake = Fake::start(Settings { seed: 7, ..Settings::default() });
    let bot = Bot { fake: &fake };
    let ann = fake.user("Ann", "");
    fake.set_storm(Storm { reset_after: 0.2, duplicate: 0.3, late: 0.3, jump: 0.3, ..Storm::default() });
    let mut seen = std::collections::BTreeMap::<i64, String>::new();
    let mut times = 0;
    let mut offset = 0;
    for round in 0..200 {
        if round < 100 {
            ann.types(ann.chat(), &format!("text {round}"));
            if round % 3 != 0 {
                continue;
            }
        }
        let body = json!({ "offset": offset, "timeout": 0 }).to_string();
        let Some(answer) = bot.raw("getUpdates", "application/json", body.as_bytes()) else { continue };
        let updates = answer["result"].as_array().expect("updates");
        offset = updates
            .iter()
            .filter_map(|update| update["update_id"].as_i64())
            .max()
            .map_or(offset, |id| id + 1);
        for update in updates {
            let id = update["update_id"].as_i64().expect("a number");
            seen.insert(id, update["message"]["text"].to_string());
            times += 1;
        }
    }
    let texts: std::collections::BTreeSet<&String> = seen.values().collect();
    assert_eq!(texts.len(), 100);
    assert!(times > 100, "nothing came twice");
}

#[test]
fn webhooks_repeat_until_they_are_taken() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let target = listener.local_addr().expect("an address");
    let fake = Fake::start(Settings { webhook_target: Some(target), ..Settings::default() });
    let bot = Bot { fake: &fake };
    let hook = json!({ "url": "https://bot.example.org/hook", "secret_token": "s3cret-A_" });
    assert_eq!(bot.call("setWebhook", &hook)["ok"], true);
    assert_eq!(bot.call("getUpdates", &json!({}))["error_code"], 409);
    assert_eq!(rules(&fake), [Rule::Webhook]);
    let server = std::thread::spawn(move || {
        let mut heads = Vec::new();
        for status in ["500 Oops", "200 OK", "200 OK", "401 No", "401 No"] {
            let (mut stream, _) = listener.accept().expect("a delivery");
            let mut text = String::new();
            let mut buffer = [0; 4096];
            while !text.ends_with('}') {
                let count = stream.read(&mut buffer).expect("a request");
                text += &String::from_utf8_lossy(&buffer[..count]);
            }
            heads.push(text);
            write!(stream, "HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                .expect("an answer");
        }
        heads
    });
    started(&fake);
    while fake.pending_updates() > 0 {
        std::thread::sleep(Duration::from_millis(5));
    }
    let update = json!({ "update_id": 1 });
    assert_eq!(fake.post_to_webhook(&update, Secret::Right), 200);
    assert_eq!(fake.post_to_webhook(&update, Secret::Wrong), 401);
    assert_eq!(fake.post_to_webhook(&update, Secret::Missing), 401);
    let heads = server.join().expect("requests");
    assert!(heads[0].starts_with("POST /hook HTTP/1.1\r\nHost: bot.example.org\r\n"), "{}", heads[0]);
    assert_eq!(heads[0], heads[1], "the same update again");
    let secrets: Vec<Option<&str>> = heads
        .iter()
        .map(|head| head.lines().find_map(|line| line.strip_prefix("X-Telegram-Bot-Api-Secret-Token: ")))
        .collect();
    assert_eq!(secrets, [Some("s3cret-A_"), Some("s3cret-A_"), Some("s3cret-A_"), Some("x3cret-A_"), None]);
    assert_eq!(bot.call("deleteWebhook", &json!({}))["ok"], true);
    assert!(bot.updates(0).is_empty());
}
