//! The list.

use std::fmt;

use chess::{Chess, Chess960};
use draughts::{AnyDraughts, AnyVariant, variants};

use crate::describe::{About, Describe, DescribeError, PositionDetails};
use crate::place::{Place, PlaceError};

/// Work written once for all games, and compiled three times: for chess, Chess960 and all of draughts.
pub trait Task {
    /// What the work gives.
    type Output;
    /// Does the work for one game.
    fn run<P: Describe>(self, rules: P::Rules) -> Self::Output;
}

/// Expands the macro of the given name with the list of all draughts games, each as `Name, variant, like;`: the name
/// of the game, its variant in [`draughts::variants`], and the variant whose generator it uses, itself or one that
/// moves alike.
///
/// For work that must be compiled for each of them, as search must. Everything else is a [`Task`].
///
/// ```
/// macro_rules! count_variants {
///     ($($id:ident, $variant:ident, $like:ident;)*) => {
///         const VARIANTS: usize = [$(stringify!($id)),*].len();
///     };
/// }
/// damier_catalog::for_all_variants!(count_variants);
/// assert_eq!(VARIANTS + 2, damier_catalog::GameId::ALL.len());
/// ```
#[macro_export]
macro_rules! for_all_variants {
    ($expand:ident) => {
        $expand! {
            International, International, International;
            Russian, Russian, Russian;
            Brazilian, Brazilian, Brazilian;
            BrazilianCbd, BrazilianCbd, Brazilian;
            English, English, English;
            Italian, Italian, Italian;
            Spanish, Spanish, Spanish;
            Portuguese, Portuguese, Spanish;
            Pool, Pool, Pool;
            UnifiedPool, UnifiedPool, Pool;
            Czech, Czech, Czech;
            Frisian, Frisian, Frisian;
            Frysk, Frysk, Frisian;
            Canadian, Canadian, Canadian;
            Spantsiretti, Spantsiretti, Spantsiretti;
            Killer, Killer, Killer;
            Breakthrough, Breakthrough, Breakthrough;
            Losing, Losing, International;
            Poddavki, Poddavki, Russian;
            Thai, Thai, Thai;
            Filipino, Filipino, Brazilian;
            Jamaican, Jamaican, Pool;
            SriLankan, SriLankan, Canadian;
            Turkish, Turkish, Turkish;
            Armenian, Armenian, Armenian;
            Argentinian, Argentinian, Argentinian;
            ArgentinianFree, ArgentinianFree, ArgentinianFree;
            Slovak, Slovak, Czech;
            Modern, Modern, Modern;
            Ghanaian, Ghanaian, Ghanaian;
            Nigerian, Nigerian, Nigerian;
        }
    };
}

macro_rules! define_game_id {
    ($($id:ident, $variant:ident, $moves:ident;)*) => {
        /// A game, as a value.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum GameId { Chess, Chess960, $($id),* }

        impl GameId {
            /// All games.
            pub const ALL: &[Self] = &[Self::Chess, Self::Chess960, $(Self::$id),*];

            /// The kind of game, with its rules. Not inlined: generators are compiled where it is.
            #[inline(never)]
            fn family(self) -> Family {
                match self {
                    Self::Chess => Family::Chess,
                    Self::Chess960 => Family::Chess960,
                    $(Self::$id => Family::Draughts(const {
                        AnyVariant::moving_like::<variants::$variant, variants::$moves>()
                    }),)*
                }
            }
        }
    };
}
for_all_variants!(define_game_id);

enum Family {
    Chess,
    Chess960,
    Draughts(AnyVariant),
}

impl GameId {
    /// Does the work of a task for this game.
    pub fn run<T: Task>(self, task: T) -> T::Output {
        match self.family() {
            Family::Chess => task.run::<Chess>(()),
            Family::Chess960 => task.run::<Chess960>(()),
            Family::Draughts(variant) => task.run::<AnyDraughts>(variant),
        }
    }

    /// What there is to know about the game without playing it.
    #[must_use]
    pub fn about(self) -> About {
        self.run(TellAbout)
    }

    /// The draughts variant, if it is one.
    #[must_use]
    pub fn variant(self) -> Option<AnyVariant> {
        match self.family() {
            Family::Draughts(variant) => Some(variant),
            _ => None,
        }
    }
}

struct TellAbout;

impl Task for TellAbout {
    type Output = About;

    fn run<P: Describe>(self, rules: P::Rules) -> About {
        P::about(rules)
    }
}

impl GameId {
    /// The name on command lines and in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.about().name
    }

    /// Describes the position of a text with its legal moves; without a text the start of the game.
    ///
    /// ```
    /// use damier_catalog::GameId;
    ///
    /// let position = GameId::International.describe(Some("W:W32:B19,27,28"))?;
    /// assert_eq!(position.legal_moves[0].text(), "32x14");
    /// # Ok::<(), damier_catalog::DescribeError>(())
    /// ```
    pub fn describe(self, fen: Option<&str>) -> Result<PositionDetails, DescribeError> {
        self.describe_at(&Place { fen, ..Place::default() })
    }

    /// Describes the position at a place in a game. What only the moves tell, repetition, counts for its
    /// outcome.
    pub fn describe_at(self, place: &Place<'_>) -> Result<PositionDetails, DescribeError> {
        self.run(DescribePlace(place))
    }

    /// Draws the position at a place in a game.
    pub fn diagram_at(self, place: &Place<'_>) -> Result<String, PlaceError> {
        self.run(DrawDiagram(place))
    }
}

struct DescribePlace<'a>(&'a Place<'a>);

impl Task for DescribePlace<'_> {
    type Output = Result<PositionDetails, DescribeError>;

    fn run<P: Describe>(self, rules: P::Rules) -> Self::Output {
        Ok(PositionDetails::of(&self.0.game::<P>(rules)?)?)
    }
}

struct DrawDiagram<'a>(&'a Place<'a>);

impl Task for DrawDiagram<'_> {
    type Output = Result<String, PlaceError>;

    fn run<P: Describe>(self, rules: P::Rules) -> Self::Output {
        Ok(self.0.game::<P>(rules)?.position().diagram())
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
