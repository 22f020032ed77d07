//! The variants: each file holds the rules of one as constants, with the article each comes from.

use std::fmt::Debug;
use std::hash::Hash;

use crate::king_runs::Extra;
use crate::machine_word::Word;
use crate::rules::{Draws, Endings, Limit, Rules};

mod argentinian;
mod argentinian_free;
mod armenian;
mod brazilian;
mod brazilian_cbd;
mod breakthrough;
mod canadian;
mod czech;
mod english;
mod filipino;
mod frisian;
mod frysk;
mod ghanaian;
mod international;
mod italian;
mod jamaican;
mod killer;
mod losing;
mod modern;
mod nigerian;
mod poddavki;
mod pool;
mod portuguese;
mod russian;
mod slovak;
mod spanish;
mod spantsiretti;
mod sri_lankan;
pub mod test_boards;
mod thai;
mod turkish;
mod unified_pool;

pub use argentinian::Argentinian;
pub use argentinian_free::ArgentinianFree;
pub use armenian::Armenian;
pub use brazilian::Brazilian;
pub use brazilian_cbd::BrazilianCbd;
pub use breakthrough::Breakthrough;
pub use canadian::Canadian;
pub use czech::Czech;
pub use english::English;
pub use filipino::Filipino;
pub use frisian::Frisian;
pub use frysk::Frysk;
pub use ghanaian::Ghanaian;
pub use international::International;
pub use italian::Italian;
pub use jamaican::Jamaican;
pub use killer::Killer;
pub use losing::Losing;
pub use modern::Modern;
pub use nigerian::Nigerian;
pub use poddavki::Poddavki;
pub use pool::Pool;
pub use portuguese::Portuguese;
pub use russian::Russian;
pub use slovak::Slovak;
pub use spanish::Spanish;
pub use spantsiretti::Spantsiretti;
pub use sri_lankan::SriLankan;
pub use thai::Thai;
pub use turkish::Turkish;
pub use unified_pool::UnifiedPool;

/// A variant fixed at compile time: tests of `V::RULES` fold away.
pub trait Variant: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The word that holds a board of this variant.
    type Word: Word;
    /// State of the position that only this variant needs.
    type Extra: Extra;
    /// The rules.
    const RULES: Rules;
}

/// FMJD Annex 1, article 6: the draws of the international game.
const FMJD_100_DRAWS: Draws = Draws {
    repetition: Some(Limit { at: 3, name: "threefold_repetition", article: "FMJD 6.1" }),
    king_moves: Some(Limit { at: 50, name: "25_move_rule", article: "FMJD 6.2" }),
    endings: Endings::International,
};

/// FMJD-64, articles 7.2.3 to 7.2.8: the draws of Russian and Brazilian draughts.
const FMJD_64_DRAWS: Draws = Draws {
    repetition: Some(Limit { at: 3, name: "threefold_repetition", article: "FMJD-64 7.2.3" }),
    king_moves: Some(Limit { at: 30, name: "15_move_rule", article: "FMJD-64 7.2.5" }),
    endings: Endings::Draughts64,
};

/// Variants for which only repetition is known to draw.
const REPETITION_ONLY: Draws = Draws {
    repetition: Some(Limit { at: 3, name: "threefold_repetition", article: "threefold, as Scan" }),
    king_moves: None,
    endings: Endings::Unlimited,
};

/// Variants that no rule draws.
const NO_DRAWS: Draws = Draws { repetition: None, king_moves: None, endings: Endings::Unlimited };
