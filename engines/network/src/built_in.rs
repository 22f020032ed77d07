//! The networks that are built in.

use std::sync::Arc;

use crate::features::Features;
use crate::net::Net;

/// The networks by the names of their games.
const NETS: &[(&str, &[u8])] = &[("english", include_bytes!("../nets/english.net"))];

/// The network that is built in for a game, if there is one.
#[must_use]
pub fn built_in(features: &Features) -> Option<Arc<Net>> {
    let (_, bytes) = NETS.iter().find(|(name, _)| *name == features.game)?;
    Net::read(bytes, features).ok().map(Arc::new)
}
