//! The networks that are built in.

use std::sync::Arc;

use crate::features::Features;
use crate::net::Net;

/// A network, and the games that it evaluates.
struct BuiltIn {
    /// The game that it was trained on.
    trained_on: &'static str,
    /// The pieces at the start of that game, which choose the outputs.
    pieces: usize,
    /// Games with the same board and similar rules, in which a match has shown that it is better than the hand-crafted
    /// evaluation; and those that differ from them in draws alone.
    also: &'static [&'static str],
    bytes: &'static [u8],
}

const NETS: &[BuiltIn] = &[
    BuiltIn {
        trained_on: "english",
        pieces: 24,
        also: &["italian"],
        bytes: include_bytes!("../nets/english.net"),
    },
    BuiltIn {
        trained_on: "russian",
        pieces: 24,
        also: &["brazilian", "brazilian-cbd", "pool", "pool-unified"],
        bytes: include_bytes!("../nets/russian.net"),
    },
    BuiltIn {
        trained_on: "international",
        pieces: 40,
        also: &["killer", "breakthrough"],
        bytes: include_bytes!("../nets/international.net"),
    },
    BuiltIn { trained_on: "chess", pieces: 32, also: &[], bytes: include_bytes!("../nets/chess.net") },
    BuiltIn { trained_on: "frisian", pieces: 40, also: &[], bytes: include_bytes!("../nets/frisian.net") },
    BuiltIn { trained_on: "canadian", pieces: 60, also: &[], bytes: include_bytes!("../nets/canadian.net") },
    BuiltIn { trained_on: "losing", pieces: 40, also: &[], bytes: include_bytes!("../nets/losing.net") },
    BuiltIn { trained_on: "poddavki", pieces: 24, also: &[], bytes: include_bytes!("../nets/poddavki.net") },
    BuiltIn { trained_on: "turkish", pieces: 32, also: &[], bytes: include_bytes!("../nets/turkish.net") },
];

/// The network that is built in for a game, if there is one.
#[must_use]
pub fn built_in(features: &Features) -> Option<Arc<Net>> {
    let game = features.game;
    let found = NETS.iter().find(|net| net.trained_on == game || net.also.contains(&game))?;
    let features = Features { game: found.trained_on, pieces: found.pieces, ..*features };
    Net::read(found.bytes, &features).ok().map(Arc::new)
}

#[cfg(test)]
mod tests {
    use chess::Chess;
    use draughts::AnyVariant;
    use draughts::variants as v;

    use super::*;
    use crate::features::Observed;

    /// Every game that a network evaluates gets it, with the features of that game.
    #[test]
    fn all_networks_can_be_read() {
        let variants = [
            ("english", AnyVariant::of::<v::English>()),
            ("english", AnyVariant::of::<v::Italian>()),
            ("russian", AnyVariant::of::<v::Russian>()),
            ("russian", AnyVariant::of::<v::Brazilian>()),
            ("russian", AnyVariant::of::<v::BrazilianCbd>()),
            ("russian", AnyVariant::of::<v::Pool>()),
            ("russian", AnyVariant::of::<v::UnifiedPool>()),
            ("international", AnyVariant::of::<v::International>()),
            ("international", AnyVariant::of::<v::Killer>()),
            ("international", AnyVariant::of::<v::Breakthrough>()),
            ("frisian", AnyVariant::of::<v::Frisian>()),
            ("canadian", AnyVariant::of::<v::Canadian>()),
            ("losing", AnyVariant::of::<v::Losing>()),
            ("poddavki", AnyVariant::of::<v::Poddavki>()),
            ("turkish", AnyVariant::of::<v::Turkish>()),
        ];
        let chess = <Chess as Observed>::features(());
        assert_eq!(built_in(&chess).map(|net| net.features().game), Some("chess"));
        let mut seen = vec!["chess"];
        for (trained_on, variant) in variants {
            let features = Features::of_draughts(variant);
            let found = built_in(&features).map(|net| net.features().game);
            assert_eq!(found, Some(trained_on), "{}", features.game);
            seen.push(features.game);
        }
        let listed = NETS.iter().flat_map(|net| net.also.iter().chain([&net.trained_on]));
        for game in listed {
            assert!(seen.contains(game), "{game}");
        }
        assert!(built_in(&Features::of_draughts(AnyVariant::of::<v::Thai>())).is_none());
        assert!(NETS.iter().map(|net| net.bytes.len()).sum::<usize>() < 4 << 20);
    }
}
