//! Bodies of the type `multipart/form-data`.

/// A part of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) name: String,
    /// Only files have one.
    pub(crate) file_name: Option<String>,
    pub(crate) bytes: Vec<u8>,
}

/// The boundary that a content type names.
pub(crate) fn boundary(content_type: &str) -> Option<&str> {
    let value = content_type.split(';').find_map(|part| part.trim().strip_prefix("boundary="))?;
    let value = value.trim_matches('"');
    (!value.is_empty() && value.len() <= 70).then_some(value)
}

/// The parts of a body; `None` if it is malformed.
pub(crate) fn parts(body: &[u8], boundary: &str) -> Option<Vec<Part>> {
    let delimiter = format!("--{boundary}");
    let mut rest = body.strip_prefix(delimiter.as_bytes())?;
    let delimiter = format!("\r\n{delimiter}");
    let mut parts = Vec::new();
    loop {
        if rest.starts_with(b"--") {
            return Some(parts);
        }
        rest = rest.strip_prefix(b"\r\n")?;
        let head_end = find(rest, b"\r\n\r\n")?;
        let head = std::str::from_utf8(&rest[..head_end]).ok()?;
        rest = &rest[head_end + 4..];
        let end = find(rest, delimiter.as_bytes())?;
        let (name, file_name) = disposition(head)?;
        parts.push(Part { name, file_name, bytes: rest[..end].to_vec() });
        rest = &rest[end + delimiter.len()..];
    }
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

fn disposition(head: &str) -> Option<(String, Option<String>)> {
    let line = head.lines().find(|line| line.to_ascii_lowercase().starts_with("content-disposition:"))?;
    let value = |wanted: &str| {
        line.split(';').find_map(|part| {
            let (name, value) = part.trim().split_once('=')?;
            (name == wanted).then(|| value.trim_matches('"').to_owned())
        })
    };
    Some((value("name")?, value("filename")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_form() {
        let body = b"--xx\r\nContent-Disposition: form-data; name=\"chat_id\"\r\n\r\n7\r\n--xx\r\n\
            Content-Disposition: form-data; name=\"photo\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\n\
            \x89\r\n--x\r\n\r\n--xx--\r\n";
        let expected = vec![
            Part { name: "chat_id".into(), file_name: None, bytes: b"7".to_vec() },
            Part {
                name: "photo".into(),
                file_name: Some("a.png".into()),
                bytes: b"\x89\r\n--x\r\n".to_vec(),
            },
        ];
        assert_eq!(boundary("multipart/form-data; boundary=xx"), Some("xx"));
        assert_eq!(parts(body, "xx"), Some(expected));
        for cut in 0..body.len() - 4 {
            assert_eq!(parts(&body[..cut], "xx"), None, "{cut}");
        }
    }
}
