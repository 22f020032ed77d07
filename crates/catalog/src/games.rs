//! The list.

use std::fmt;

use boardgame::{FenError, Reading, Status};

use crate::describe::{About, Describe, DescribeError, PositionDetails};

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
        self.describe_as(Reading::Strict, fen)
    }

    /// Like [`describe`](Self::describe), for the positions that this reading accepts.
    pub fn describe_as(self, reading: Reading, fen: Option<&str>) -> Result<PositionDetails, DescribeError> {
        self.run(DescribePosition { reading, fen })
    }

    /// Draws the position of a text; without a text the start of the game.
    pub fn diagram(self, fen: Option<&str>) -> Result<String, FenError> {
        self.diagram_as(Reading::Strict, fen)
    }

    /// Like [`diagram`](Self::diagram), for the positions that this reading accepts.
    pub fn diagram_as(self, reading: Reading, fen: Option<&str>) -> Result<String, FenError> {
        self.run(DrawDiagram { reading, fen })
    }
}

struct DescribePosition<'a> {
    reading: Reading,
    fen: Option<&'a str>,
}

impl Task for DescribePosition<'_> {
    type Output = Result<PositionDetails, DescribeError>;

    fn run<P: Describe>(self) -> Self::Output {
        Ok(PositionDetails::of(&read_or_start::<P>(self.reading, self.fen)?)?)
    }
}

struct DrawDiagram<'a> {
    reading: Reading,
    fen: Option<&'a str>,
}

impl Task for DrawDiagram<'_> {
    type Output = Result<String, FenError>;

    fn run<P: Describe>(self) -> Self::Output {
        Ok(read_or_start::<P>(self.reading, self.fen)?.diagram())
    }
}

/// The position of a text; without a text the start of the game.
fn read_or_start<P: Describe>(reading: Reading, fen: Option<&str>) -> Result<P, FenError> {
    fen.map_or_else(|| Ok(P::start()), |fen| reading.from_fen(fen))
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
