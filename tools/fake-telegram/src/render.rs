//! Messages as a page, to be looked at.

use std::path::Path;
use std::process::{Command, Stdio};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::content::escape;
use crate::view::View;

const STYLE: &str = "
body { margin: 0; padding: 8px; background: #8fb9d6; font: 15px/1.35 'DejaVu Sans', 'Noto Color Emoji', sans-serif; }
.message { background: #fff; border-radius: 12px; margin: 0 0 4px; overflow: hidden; }
.message img { display: block; width: 100%; }
.message p { margin: 0; padding: 7px 10px; white-space: pre-wrap; overflow-wrap: anywhere; }
.message .file { color: #168acd; }
.row { display: flex; gap: 3px; margin: 0 0 3px; }
.row span { flex: 1 1 0; min-width: 0; background: #5b8fb4; color: #fff; border-radius: 7px; padding: 9px 2px; text-align: center;
  overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.toast { background: #333d; color: #fff; border-radius: 8px; padding: 8px 12px; margin: 6px 24px; font-size: 14px; }
h2 { font-size: 13px; color: #123; margin: 12px 0 4px; }
";

/// A page that shows messages with their pictures and keyboards, each below its heading, about as a phone does.
/// The width in CSS pixels is that of the window; phones have 360.
#[must_use]
pub fn page(messages: &[(String, View)]) -> String {
    let mut html =
        format!("<!doctype html><meta charset=utf-8><title>Messages</title><style>{STYLE}</style>");
    for (heading, view) in messages {
        html += &format!("<h2>{}</h2><div class=message>", escape(heading));
        if let Some(photo) = &view.photo {
            let kind = if photo.starts_with(b"\x89PNG") { "png" } else { "jpeg" };
            html += &format!("<img alt='' src='data:image/{kind};base64,{}'>", STANDARD.encode(photo));
        }
        if let Some((name, bytes)) = &view.document {
            html += &format!("<p class=file>📄 {} ({} bytes)</p>", escape(name), bytes.len());
        }
        html += &format!("<p>{}</p></div>", view.html);
        for row in view.rows() {
            let buttons = row.iter().map(|button| format!("<span>{}</span>", escape(&button.text)));
            html += &format!("<div class=row>{}</div>", buttons.collect::<String>());
        }
    }
    html
}

/// Draws a page with Chromium, at the width of a phone. Returns whether there is a Chromium that could.
///
/// # Errors
///
/// When the page cannot be written.
pub fn screenshot(page: &Path, picture: &Path, height: u32) -> std::io::Result<bool> {
    let address = format!("file://{}", std::path::absolute(page)?.display());
    let status = Command::new("chromium")
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            "--force-device-scale-factor=2",
        ])
        .arg(format!("--window-size=360,{height}"))
        .arg(format!("--screenshot={}", picture.display()))
        .arg(address)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    Ok(status.is_ok_and(|status| status.success()))
}
