//! Calls with a file, as `multipart/form-data`.

use serde_json::Value;

use crate::api::call::{Call, File};

/// A body and its type.
pub(super) struct Body {
    pub(super) content_type: String,
    pub(super) bytes: Vec<u8>,
}

/// The body of a call: JSON, or a form if a file goes with it.
pub(super) fn body(call: &Call) -> Body {
    match &call.file {
        None => Body {
            content_type: "application/json".to_owned(),
            bytes: serde_json::to_vec(&call.parameters).unwrap_or_default(),
        },
        Some(file) => form(call, file),
    }
}

fn form(call: &Call, file: &File) -> Body {
    let boundary = boundary(file);
    let mut bytes = Vec::with_capacity(file.bytes.len() + 4096);
    let mut part = |head: String, content: &[u8]| {
        bytes.extend_from_slice(
            format!("--{boundary}\r\nContent-Disposition: form-data; {head}\r\n\r\n").as_bytes(),
        );
        bytes.extend_from_slice(content);
        bytes.extend_from_slice(b"\r\n");
    };
    for (name, value) in &call.parameters {
        let text = match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        part(format!("name=\"{name}\""), text.as_bytes());
    }
    let name = plain(&file.name);
    let head = format!("name=\"{}\"; filename=\"{name}\"\r\nContent-Type: {}", file.field, file.content_type);
    part(head, &file.bytes);
    bytes.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
    Body { content_type: format!("multipart/form-data; boundary={boundary}"), bytes }
}

/// A random boundary, which texts of strangers cannot contain.
fn boundary(file: &File) -> String {
    let mut random = [0; 16];
    if getrandom::fill(&mut random).is_err() {
        random[..8].copy_from_slice(&(file.bytes.len() as u64).to_le_bytes());
    }
    format!("damier-{:032x}", u128::from_le_bytes(random))
}

/// A name without characters that end the quotes or the line.
fn plain(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::body;
    use crate::api::call::Call;
    use crate::api::types::Keyboard;

    #[test]
    fn files_make_forms() {
        let call = Call::send_document(5, "a\"b\r\n.pgn", b"1. e4".to_vec(), "x\r\n--y");
        let body = body(&call);
        let text = String::from_utf8(body.bytes).unwrap();
        let (_, boundary) = body.content_type.split_once("boundary=").unwrap();
        assert_eq!(text.matches(boundary).count(), 5, "{text}");
        assert!(text.contains(
            "name=\"document\"; filename=\"a_b__.pgn\"\r\nContent-Type: text/plain\r\n\r\n1. e4\r\n"
        ));
        assert!(text.contains("name=\"chat_id\"\r\n\r\n5\r\n"));
    }

    #[test]
    fn other_calls_are_json() {
        let body = body(&Call::send(7, "hello", &Keyboard::default()));
        let value: serde_json::Value = serde_json::from_slice(&body.bytes).unwrap();
        let options = json!({ "is_disabled": true });
        let expected =
            json!({ "chat_id": 7, "text": "hello", "parse_mode": "HTML", "link_preview_options": options });
        assert_eq!((value, body.content_type.as_str()), (expected, "application/json"));
    }
}
