//! Every variant as a value: tests and their helpers take it as an argument, so that they are compiled once and not
//! for each type.

use damier_draughts::AnyVariant;
use damier_draughts::variants::test_boards::*;
use damier_draughts::variants::*;

/// Names values and lists them: the name, the variant, and the variant whose generator it uses, as in the catalog.
/// A generator takes more than a second to compile, so that variants that move alike share one.
macro_rules! values {
    ($list:ident: $($name:ident, $variant:ident, $like:ident;)*) => {
        $(pub(crate) const $name: AnyVariant = AnyVariant::moving_like::<$variant, $like>();)*
        const $list: &[AnyVariant] = &[$($name),*];
    };
}

values! {
    VARIANTS:
    ARGENTINIAN, Argentinian, Argentinian;
    ARGENTINIAN_FREE, ArgentinianFree, ArgentinianFree;
    ARMENIAN, Armenian, Armenian;
    BRAZILIAN, Brazilian, Brazilian;
    BRAZILIAN_CBD, BrazilianCbd, Brazilian;
    BREAKTHROUGH, Breakthrough, Breakthrough;
    CANADIAN, Canadian, Canadian;
    CZECH, Czech, Czech;
    ENGLISH, English, English;
    FILIPINO, Filipino, Brazilian;
    FRISIAN, Frisian, Frisian;
    FRYSK, Frysk, Frisian;
    GHANAIAN, Ghanaian, Ghanaian;
    INTERNATIONAL, International, International;
    ITALIAN, Italian, Italian;
    JAMAICAN, Jamaican, Pool;
    KILLER, Killer, Killer;
    LOSING, Losing, International;
    MODERN, Modern, Modern;
    NIGERIAN, Nigerian, Nigerian;
    PODDAVKI, Poddavki, Russian;
    POOL, Pool, Pool;
    PORTUGUESE, Portuguese, Spanish;
    RUSSIAN, Russian, Russian;
    SLOVAK, Slovak, Czech;
    SPANISH, Spanish, Spanish;
    SPANTSIRETTI, Spantsiretti, Spantsiretti;
    SRI_LANKAN, SriLankan, Canadian;
    THAI, Thai, Thai;
    TURKISH, Turkish, Turkish;
    UNIFIED_POOL, UnifiedPool, Pool;
}

values! {
    TEST_BOARDS:
    INTERNATIONAL_6X6, International6x6, International6x6;
    INTERNATIONAL_10X8, International10x8, International10x8;
    INTERNATIONAL_12X10, International12x10, International12x10;
    INTERNATIONAL_14X14, International14x14, International14x14;
    KTAR_8X10, Ktar8x10, Ktar8x10;
    KTAR_10X11, Ktar10x11, Ktar10x11;
    KTAR_10X12, Ktar10x12, Ktar10x12;
    ENGLISH_6X6, English6x6, English6x6;
}

/// Every variant.
pub(crate) fn variants() -> impl Iterator<Item = AnyVariant> {
    VARIANTS.iter().copied()
}

/// Every test board.
pub(crate) fn test_boards() -> impl Iterator<Item = AnyVariant> {
    TEST_BOARDS.iter().copied()
}

/// Every variant and every test board.
pub(crate) fn all_boards() -> impl Iterator<Item = AnyVariant> {
    variants().chain(test_boards())
}
