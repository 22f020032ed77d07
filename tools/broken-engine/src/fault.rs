//! Single faults of an engine that follows its protocol otherwise.

use std::io::BufRead;
use std::process::ExitCode;
use std::str::FromStr;

macro_rules! faults {
    ($($(#[doc = $what:literal])+ $fault:ident, $name:literal;)*) => {
        /// What a polite engine does wrong.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Fault {
            $($(#[doc = $what])+ $fault,)*
        }

        impl FromStr for Fault {
            type Err = String;

            fn from_str(name: &str) -> Result<Self, String> {
                match name {
                    $($name => Ok(Self::$fault),)*
                    other => Err(format!("unknown fault {other:?}")),
                }
            }
        }

        /// All names, for the help.
        pub(crate) const NAMES: &[&str] = &[$($name),*];
    };
}

faults! {
    /// Nothing.
    None, "none";
    /// It does not say that it has introduced itself.
    NoIntroduction, "no-introduction";
    /// It does not say who made it, or how it is called.
    Anonymous, "anonymous";
    /// The default of an option is beyond its limits.
    BadOption, "bad-option";
    /// It offers an option twice.
    OptionTwice, "option-twice";
    /// It ends when an option is set that it does not have.
    CrashOnOption, "crash-on-option";
    /// It ends at a command that it does not know.
    CrashOnUnknown, "crash-on-unknown";
    /// It moves when it is told to stop though it does not search.
    IdleMove, "idle-move";
    /// It tells nothing about its searches.
    NoInfo, "no-info";
    /// What it tells cannot be read.
    BadInfo, "bad-info";
    /// Its variations hold moves that are not legal.
    IllegalVariation, "illegal-variation";
    /// Its scores are beyond all bounds.
    HugeScore, "huge-score";
    /// It plays a move that is not legal.
    IllegalMove, "illegal-move";
    /// It moves twice.
    SecondMove, "second-move";
    /// It ignores the moves that it was told to choose from.
    IgnoresSearchMoves, "ignores-searchmoves";
    /// It moves before it is told to stop.
    Eager, "eager";
    /// It does not answer while it searches.
    DeafInSearch, "deaf-in-search";
    /// It goes on when the expected move was played.
    IgnoresPonderHit, "ignores-ponderhit";
    /// It says nothing when it is told to stop pondering.
    SilentAfterPonder, "silent-after-ponder";
    /// It invents a move where there is none.
    MovesAfterEnd, "moves-after-end";
    /// It forgets all moves of a list but the first hundred, or ten in draughts.
    ForgetsMoves, "forgets-moves";
    /// It gives one variation, however many it is asked for.
    OneVariation, "one-variation";
    /// It does not say that it is ready.
    NeverReady, "never-ready";
    /// It does not end when it is told to.
    IgnoresQuit, "ignores-quit";
    /// It ends with a failure.
    BadExit, "bad-exit";
    /// It does not end with its input.
    IgnoresEnd, "ignores-end";
}

impl Fault {
    /// Hears each line of the input up to its end, and ends with it unless that is the fault.
    pub(crate) fn converse(self, mut hear: impl FnMut(&str)) -> ExitCode {
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { break };
            hear(&line);
        }
        if self == Self::IgnoresEnd {
            crate::behavior::hang();
        }
        ExitCode::SUCCESS
    }

    /// Ends the program.
    pub(crate) fn exit(self) -> ! {
        if self == Self::IgnoresQuit {
            crate::behavior::hang();
        }
        std::process::exit(i32::from(self == Self::BadExit) * 3);
    }
}
