//! The networks that are built in.

use std::sync::Arc;

use crate::features::Features;
use crate::net::Net;

/// A network, and the games that it evaluates.
struct BuiltIn {
    /// The game that it was trained on.
    trained_on: &'static str,
    /// Games with the same board and nearly the same rules, in which a match has shown that it is better than the
    /// hand-crafted evaluation.
    also: &'static [&'static str],
    bytes: &'static [u8],
}

const NETS: &[BuiltIn] = &[
    BuiltIn { trained_on: "english", also: &[], bytes: include_bytes!("../nets/english.net") },
    BuiltIn { trained_on: "russian", also: &["brazilian"], bytes: include_bytes!("../nets/russian.net") },
];

/// The network that is built in for a game, if there is one.
#[must_use]
pub fn built_in(features: &Features) -> Option<Arc<Net>> {
    let game = features.game;
    let found = NETS.iter().find(|net| net.trained_on == game || net.also.contains(&game))?;
    let features = Features { game: found.trained_on, ..*features };
    Net::read(found.bytes, &features).ok().map(Arc::new)
}

#[cfg(test)]
mod tests {
    use draughts::AnyVariant;
    use draughts::variants::{Brazilian, English, International, Russian};

    use super::*;

    #[test]
    fn all_networks_can_be_read() {
        let built_in = |variant| built_in(&Features::of_draughts(variant)).map(|net| net.features().game);
        assert_eq!(built_in(AnyVariant::of::<English>()), Some("english"));
        assert_eq!(built_in(AnyVariant::of::<Russian>()), Some("russian"));
        assert_eq!(built_in(AnyVariant::of::<Brazilian>()), Some("russian"));
        assert_eq!(built_in(AnyVariant::of::<International>()), None);
        assert!(NETS.iter().map(|net| net.bytes.len()).sum::<usize>() < 4 << 20);
    }
}
