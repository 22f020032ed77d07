//! The list of games.

use std::fmt;

use boardgame::{RuleInWords, Syntax};
use chess::{Chess, Chess960};
use draughts::{AnyDraughts, AnyVariant, variants};

use crate::describe::{About, BoardSquare, Describe};

/// Work written once for all games, and compiled three times: for chess, Chess960 and all of draughts.
pub trait Task {
    /// The result of the work.
    type Output;
    /// Does the work for one game.
    fn run<P: Describe>(self, rules: P::Rules) -> Self::Output;
}

/// Expands the macro of the given name with the list of all draughts games, each as `Name, variant, like;`: the name
/// of the game, its variant in [`draughts::variants`], and the variant whose generator it uses, itself or one that
/// moves alike.
///
/// Use it for code that must be compiled for each variant, such as search. Everything else is a [`Task`].
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

            /// The type of its positions, with its rules. Not inlined: generators are compiled where it is.
            #[inline(never)]
            #[must_use]
            pub fn family(self) -> Family {
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

/// The type of the positions of a game, for crates that compile something for each type, as `searchers` does. All other
/// work is a [`Task`].
#[derive(Clone, Copy, Debug)]
pub enum Family {
    /// [`Chess`].
    Chess,
    /// [`Chess960`].
    Chess960,
    /// [`AnyDraughts`] with these rules.
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

    /// Basic facts about the game.
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

    /// The format of its records: PGN for chess, PDN for draughts.
    ///
    /// ```
    /// use damier_catalog::GameId;
    ///
    /// assert_eq!(GameId::Chess960.record_format().name(), "pgn");
    /// assert_eq!(GameId::Russian.record_format().name(), "pdn");
    /// ```
    #[must_use]
    pub fn record_format(self) -> Syntax {
        self.about().record_format
    }

    /// The playing squares in the order of their numbers.
    ///
    /// ```
    /// use damier_catalog::GameId;
    ///
    /// assert_eq!(GameId::Chess.squares()[28].name, "e4");
    /// let squares = GameId::International.squares();
    /// assert_eq!((squares.len(), squares[0].file, squares[0].rank), (50, 1, 9));
    /// ```
    #[must_use]
    pub fn squares(self) -> Vec<BoardSquare> {
        self.run(Squares)
    }

    /// The rules in words, with the articles they come from.
    #[must_use]
    pub fn rules_in_words(self) -> Vec<RuleInWords> {
        self.run(Words)
    }

    /// What distinguishes the game from its relatives, in a few words each.
    #[must_use]
    pub fn axes(self) -> Vec<&'static str> {
        self.run(Axes)
    }

    /// What a newcomer must know, in a few plain words each.
    #[must_use]
    pub fn in_short(self) -> Vec<&'static str> {
        self.run(InShort)
    }

    /// Whether a player who has no move or piece left wins.
    #[must_use]
    pub fn is_losing(self) -> bool {
        self.run(IsLosing)
    }
}

struct Squares;

impl Task for Squares {
    type Output = Vec<BoardSquare>;

    fn run<P: Describe>(self, rules: P::Rules) -> Self::Output {
        P::squares(rules)
    }
}

struct Words;

impl Task for Words {
    type Output = Vec<RuleInWords>;

    fn run<P: Describe>(self, rules: P::Rules) -> Self::Output {
        P::rules_in_words(rules)
    }
}

struct Axes;

impl Task for Axes {
    type Output = Vec<&'static str>;

    fn run<P: Describe>(self, rules: P::Rules) -> Self::Output {
        P::axes(rules)
    }
}

struct InShort;

impl Task for InShort {
    type Output = Vec<&'static str>;

    fn run<P: Describe>(self, rules: P::Rules) -> Self::Output {
        P::in_short(rules)
    }
}

struct IsLosing;

impl Task for IsLosing {
    type Output = bool;

    fn run<P: Describe>(self, rules: P::Rules) -> bool {
        P::is_losing(rules)
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
