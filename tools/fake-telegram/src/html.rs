//! Text in HTML mode, as the Bot API reads it.

use crate::refusal::{Refusal, Rule};

/// The tags that the API knows.
const TAGS: &[&str] = &[
    "b",
    "strong",
    "i",
    "em",
    "u",
    "ins",
    "s",
    "strike",
    "del",
    "span",
    "tg-spoiler",
    "a",
    "tg-emoji",
    "code",
    "pre",
    "blockquote",
];

/// What people see of a text in HTML mode.
///
/// ```
/// assert_eq!(fake_telegram::plain_text("<b>Ann</b> &amp; Bob &lt;3").unwrap(), "Ann & Bob <3");
/// assert!(fake_telegram::plain_text("Ann <3").is_err());
/// ```
///
/// # Errors
///
/// The description with which the API refuses the text.
pub fn plain_text(html: &str) -> Result<String, String> {
    read(html).map_err(|refusal| refusal.description)
}

pub(crate) fn read(html: &str) -> Result<String, Refusal> {
    let mut plain = String::with_capacity(html.len());
    let mut open: Vec<&str> = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find(['<', '&']) {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        let offset = html.len() - rest.len();
        rest = if rest.starts_with('&') {
            let (character, after) = entity(rest).ok_or_else(|| cannot_parse("unescaped &", offset))?;
            plain.push(character);
            after
        } else {
            let end = rest.find('>').ok_or_else(|| cannot_parse("unclosed start tag", offset))?;
            tag(&rest[1..end], &mut open, offset)?;
            &rest[end + 1..]
        };
    }
    plain.push_str(rest);
    match open.last() {
        Some(name) => Err(cannot_parse(
            &format!("can't find end tag corresponding to start tag \"{name}\""),
            html.len(),
        )),
        None => Ok(plain),
    }
}

fn cannot_parse(what: &str, offset: usize) -> Refusal {
    Refusal::broken(Rule::Html, format!("can't parse entities: {what} at byte offset {offset}"))
}

fn tag<'a>(inside: &'a str, open: &mut Vec<&'a str>, offset: usize) -> Result<(), Refusal> {
    if let Some(name) = inside.strip_prefix('/') {
        return match open.pop() {
            Some(expected) if expected == name => Ok(()),
            Some(expected) => Err(cannot_parse(
                &format!("unmatched end tag, expected \"</{expected}>\", found \"</{name}>\""),
                offset,
            )),
            None => Err(cannot_parse("unexpected end tag", offset)),
        };
    }
    let name = inside.split_ascii_whitespace().next().unwrap_or_default();
    if !TAGS.contains(&name) {
        return Err(cannot_parse(&format!("unsupported start tag \"{name}\""), offset));
    }
    if name == "a" && !inside.contains("href=\"") {
        return Err(cannot_parse("link without href in double quotes", offset));
    }
    if open.contains(&"code") || open.contains(&"pre") && name != "code" {
        return Err(cannot_parse("entities inside of code", offset));
    }
    open.push(name);
    Ok(())
}

/// The character of an entity, and what follows. The API leaves an `&` that begins no entity as it is; whoever wrote one
/// has not escaped a text.
fn entity(text: &str) -> Option<(char, &str)> {
    let (name, after) = text[1..].split_once(';')?;
    let character = match name {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        _ => {
            let digits = name.strip_prefix('#')?;
            let code = match digits.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => digits.parse().ok()?,
            };
            char::from_u32(code)?
        }
    };
    Some((character, after))
}

#[cfg(test)]
mod tests {
    use super::plain_text;

    #[test]
    fn html_that_the_api_reads() {
        for (html, plain) in [
            ("", ""),
            ("a > b", "a > b"),
            ("<b>x<i>y</i></b>&#33;&#x21;", "xy!!"),
            ("<a href=\"https://t.me/x\">y</a>", "y"),
            ("<pre><code class=\"language-x\">1 &lt; 2</code></pre>", "1 < 2"),
            ("<blockquote expandable>long</blockquote>", "long"),
        ] {
            assert_eq!(plain_text(html).as_deref(), Ok(plain), "{html}");
        }
    }

    #[test]
    fn html_that_the_api_refuses() {
        for html in
            ["<3", "a < b", "<b>", "</b>", "<b><i></b></i>", "<h1>x</h1>", "R&B", "<a>x</a>", "&nbsp;", "<>"]
        {
            let error = plain_text(html).expect_err(html);
            assert!(error.starts_with("Bad Request: can't parse entities: "), "{error}");
        }
    }
}
