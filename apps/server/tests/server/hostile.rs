//! The hostile texts of `testdata/cases` through the API: answered with a reason, never with a failure.

use serde_json::{Value, json};

use crate::support::http::{Answer, post};
use crate::support::{Folder, Server};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_texts_are_refused_with_a_reason() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/cases/hostile.json");
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).expect("the cases")).expect("JSON");
    let mut tried = 0;
    for case in file["inputs"].as_array().expect("a list") {
        let Some(text) = text_of(case) else { continue };
        let (path, body) = question(case, &text);
        let answer = post(server.address, path, None, &body).await;
        tried += 1;
        check(case, &answer);
    }
    assert!(tried > 150, "{tried}");
    server.stop().await;
}

/// The request that asks about a text.
fn question(case: &Value, text: &str) -> (&'static str, Value) {
    let chess = if case["chess960"] == true { "chess960" } else { "chess" };
    match case["notation"].as_str().expect("a notation") {
        "fen_chess" => ("/api/position", json!({ "game": chess, "fen": text })),
        "fen_draughts" => ("/api/position", json!({ "game": case["variant"], "fen": text })),
        "san" | "uci" => {
            ("/api/position", json!({ "game": "chess", "fen": case["position"], "moves": [text] }))
        }
        format => ("/api/convert", json!({ "text": text, "from": format, "to": "json" })),
    }
}

fn check(case: &Value, answer: &Answer) {
    let (id, why) = (&case["id"], &case["why"]);
    assert!(
        answer.status == 200 || (400..500).contains(&answer.status),
        "{id} {why}: {} {}",
        answer.status,
        answer.text()
    );
    if answer.status != 200 {
        let body: Value = serde_json::from_slice(&answer.body).expect("JSON");
        assert!(!body["error"]["message"].as_str().expect("a message").is_empty(), "{id}");
        assert_ne!(case["expect"], "accept", "{id} {why}: {body}");
        return;
    }
    // Records are read leniently: what is wrong with a game is told in the notes. Moves have more spellings than one.
    let is_position = case["notation"].as_str().is_some_and(|notation| notation.starts_with("fen"));
    assert!(!is_position || case["expect"] == "accept", "{id} {why} was accepted: {}", answer.text());
}

/// The text of a case; `None` if JSON cannot hold it.
fn text_of(case: &Value) -> Option<String> {
    if let Some(text) = case["input"].as_str() {
        return Some(text.to_owned());
    }
    let repeat = &case["input_repeat"];
    let part = |name: &str| repeat[name].as_str().unwrap_or_default();
    let count = repeat["count"].as_u64()? as usize;
    Some([part("prefix"), &part("unit").repeat(count), part("suffix")].concat())
}
