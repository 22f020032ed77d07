//! The list.

use std::fmt;

use boardgame::Status;

use crate::describe::{About, Describe, DescribeError, PositionDetails};
use crate::place::{Place, PlaceError};

/// Work written once for all games; compiled once per game.
///
/// Keep what is compiled per game small, and compile it once: implement tasks in a library and hand back
/// plain data or a boxed trait object.
pub trait Task {
    /// What the work gives.
    type Output;
    /// Does the work for one game.
    fn run<P: Describe>(self) -> Self::Output;
}

/// Expands the macro of the given name with the list of all games, each as `Name, position type;`.
///
/// ```
/// macro_rules! count_games {
///     ($($id:ident, $position:ty;)*) => {
///         const GAMES: usize = [$(stringify!($id)),*].len();
///     };
/// }
/// catalog::for_all_games!(count_games);
/// assert_eq!(GAMES, catalog::GameId::ALL.len());
/// ```
#[macro_export]
macro_rules! for_all_games {
    ($expand:ident) => {
        $expand! {
            Chess, $crate::chess::Chess;
            Chess960, $crate::chess::Chess960;
            International, $crate::draughts::Draughts<$crate::draughts::variants::International>;
            Russian, $crate::draughts::Draughts<$crate::draughts::variants::Russian>;
            Brazilian, $crate::draughts::Draughts<$crate::draughts::variants::Brazilian>;
            BrazilianCbd, $crate::draughts::Draughts<$crate::draughts::variants::BrazilianCbd>;
            English, $crate::draughts::Draughts<$crate::draughts::variants::English>;
            Italian, $crate::draughts::Draughts<$crate::draughts::variants::Italian>;
            Spanish, $crate::draughts::Draughts<$crate::draughts::variants::Spanish>;
            Portuguese, $crate::draughts::Draughts<$crate::draughts::variants::Portuguese>;
            Pool, $crate::draughts::Draughts<$crate::draughts::variants::Pool>;
            UnifiedPool, $crate::draughts::Draughts<$crate::draughts::variants::UnifiedPool>;
            Czech, $crate::draughts::Draughts<$crate::draughts::variants::Czech>;
            Frisian, $crate::draughts::Draughts<$crate::draughts::variants::Frisian>;
            Frysk, $crate::draughts::Draughts<$crate::draughts::variants::Frysk>;
            Canadian, $crate::draughts::Draughts<$crate::draughts::variants::Canadian>;
            Spantsiretti, $crate::draughts::Draughts<$crate::draughts::variants::Spantsiretti>;
            Killer, $crate::draughts::Draughts<$crate::draughts::variants::Killer>;
            Breakthrough, $crate::draughts::Draughts<$crate::draughts::variants::Breakthrough>;
            Losing, $crate::draughts::Draughts<$crate::draughts::variants::Losing>;
            Poddavki, $crate::draughts::Draughts<$crate::draughts::variants::Poddavki>;
            Thai, $crate::draughts::Draughts<$crate::draughts::variants::Thai>;
            Filipino, $crate::draughts::Draughts<$crate::draughts::variants::Filipino>;
            Jamaican, $crate::draughts::Draughts<$crate::draughts::variants::Jamaican>;
            SriLankan, $crate::draughts::Draughts<$crate::draughts::variants::SriLankan>;
            Turkish, $crate::draughts::Draughts<$crate::draughts::variants::Turkish>;
            Armenian, $crate::draughts::Draughts<$crate::draughts::variants::Armenian>;
            Argentinian, $crate::draughts::Draughts<$crate::draughts::variants::Argentinian>;
            ArgentinianFree, $crate::draughts::Draughts<$crate::draughts::variants::ArgentinianFree>;
            Slovak, $crate::draughts::Draughts<$crate::draughts::variants::Slovak>;
            Modern, $crate::draughts::Draughts<$crate::draughts::variants::Modern>;
            Ghanaian, $crate::draughts::Draughts<$crate::draughts::variants::Ghanaian>;
            Nigerian, $crate::draughts::Draughts<$crate::draughts::variants::Nigerian>;
            International6x6, $crate::draughts::Draughts<$crate::draughts::variants::test_boards::International6x6>;
            International10x8, $crate::draughts::Draughts<$crate::draughts::variants::test_boards::International10x8>;
            International12x10, $crate::draughts::Draughts<$crate::draughts::variants::test_boards::International12x10>;
            International14x14, $crate::draughts::Draughts<$crate::draughts::variants::test_boards::International14x14>;
            Ktar8x10, $crate::draughts::Draughts<$crate::draughts::variants::test_boards::Ktar8x10>;
            Ktar10x11, $crate::draughts::Draughts<$crate::draughts::variants::test_boards::Ktar10x11>;
            Ktar10x12, $crate::draughts::Draughts<$crate::draughts::variants::test_boards::Ktar10x12>;
            English6x6, $crate::draughts::Draughts<$crate::draughts::variants::test_boards::English6x6>;
        }
    };
}

macro_rules! define_game_id {
    ($($id:ident, $position:ty;)*) => {
        /// A game, as a value.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum GameId { $($id),* }

        impl GameId {
            /// All games, test boards included.
            pub const ALL: &[Self] = &[$(Self::$id),*];

            /// What there is to know about the game without playing it.
            #[must_use]
            pub fn about(self) -> About {
                match self { $(Self::$id => <$position as Describe>::about()),* }
            }

            /// Does the work of a task for this game.
            pub fn run<T: Task>(self, task: T) -> T::Output {
                match self { $(Self::$id => task.run::<$position>()),* }
            }
        }
    };
}
for_all_games!(define_game_id);

impl GameId {
    /// The games people play: all but the test boards.
    pub fn playable() -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(|game| game.about().status != Status::TestBoard)
    }

    /// The name on command lines and in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.about().name
    }

    /// Describes the position of a text with its legal moves; without a text the start of the game.
    ///
    /// ```
    /// use catalog::GameId;
    ///
    /// let position = GameId::International.describe(Some("W:W32:B19,27,28"))?;
    /// assert_eq!(position.legal_moves[0].text(), "32x14");
    /// # Ok::<(), catalog::DescribeError>(())
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

    fn run<P: Describe>(self) -> Self::Output {
        Ok(PositionDetails::of(&self.0.game::<P>()?)?)
    }
}

struct DrawDiagram<'a>(&'a Place<'a>);

impl Task for DrawDiagram<'_> {
    type Output = Result<String, PlaceError>;

    fn run<P: Describe>(self) -> Self::Output {
        Ok(self.0.game::<P>()?.position().diagram())
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
