//! The networks that are built in.

use std::sync::Arc;

use crate::features::Features;
use crate::net::Net;

/// A network, and the games that it evaluates.
struct BuiltIn {
    /// The game that it was trained on.
    trained_on: &'static str,
    /// Games with the same board and similar rules, in which a match has shown that it is better than the hand-crafted
    /// evaluation; and those that differ from them in draws alone.
    also: &'static [&'static str],
    bytes: &'static [u8],
}

const NETS: &[BuiltIn] = &[
    BuiltIn { trained_on: "english", also: &["italian"], bytes: include_bytes!("../nets/english.net") },
    BuiltIn {
        trained_on: "russian",
        also: &["brazilian", "brazilian-cbd", "pool", "pool-unified"],
        bytes: include_bytes!("../nets/russian.net"),
    },
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
    use draughts::variants::{BrazilianCbd, English, International, Italian, Russian, UnifiedPool};

    use super::*;

    fn english() -> Features {
        Features::of_draughts(AnyVariant::of::<English>())
    }

    #[test]
    fn all_networks_can_be_read() {
        let built_in = |variant| built_in(&Features::of_draughts(variant)).map(|net| net.features().game);
        assert_eq!(built_in(AnyVariant::of::<English>()), Some("english"));
        assert_eq!(built_in(AnyVariant::of::<Russian>()), Some("russian"));
        assert_eq!(built_in(AnyVariant::of::<Italian>()), Some("english"));
        assert_eq!(built_in(AnyVariant::of::<BrazilianCbd>()), Some("russian"));
        assert_eq!(built_in(AnyVariant::of::<UnifiedPool>()), Some("russian"));
        assert_eq!(built_in(AnyVariant::of::<International>()), None);
        for net in NETS {
            let games = net.also.iter().map(|game| Features { game, ..english() });
            assert!(
                games.into_iter().all(|features| super::built_in(&features).is_some()),
                "{}",
                net.trained_on
            );
        }
        assert!(NETS.iter().map(|net| net.bytes.len()).sum::<usize>() < 4 << 20);
    }
}
