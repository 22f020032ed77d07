//! Games whose rules are known only after their tags: texts first, trees later.

mod keep_broken;
mod show;

use boardgame::RecordNotation;

use crate::builder::TreeBuilder;
use crate::error::{Fault, Location, RecordError};
use crate::games::{BrokenGame, ReadGame, ReadOptions};
use crate::header::Header;
use crate::late_tag_checks::{Found, RESULT};
use crate::raw_event::RawEvent;
use crate::reader::ReaderMode;
use crate::repair::{Repair, RepairKind};
use crate::replay_board::ReplayBoard;
use crate::tags::Tags;
use crate::text_tree::Texts;
use crate::tree_board::TreeBoard;
use crate::typed_board::TypedBoard;
use crate::visitor::{Terminator, Visitor};
use show::{Trace, survives};

/// A game as its record writes it: tags, and then everything else in order. No move has been looked at.
///
/// ```
/// use draughts::{Draughts, variants::{International, Russian}};
/// use damier_record::{ReadOptions, read_raw_games};
///
/// let text = "[GameType \"20\"] 1. 32-28 19-23 * [GameType \"25\"] 1. c3-d4 *";
/// let mut plies = Vec::new();
/// for game in read_raw_games(text.as_bytes(), ReadOptions::pdn()) {
///     let game = game?;
///     plies.push(match game.tags().get("GameType") {
///         Some("20") => game.resolve::<Draughts<International>>().unwrap().tree.plies(),
///         Some("25") => game.resolve::<Draughts<Russian>>().unwrap().tree.plies(),
///         _ => unreachable!(),
///     });
/// }
/// assert_eq!(plies, [2, 1]);
/// # Ok::<(), damier_record::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawGame {
    pub(crate) number: u64,
    pub(crate) place: Location,
    pub(crate) tags: Tags,
    pub(crate) events: Vec<(Location, RawEvent)>,
    /// Where what follows the tags begins, which may be no event.
    pub(crate) tags_end: Option<Location>,
    pub(crate) repairs: Vec<Repair>,
    pub(crate) options: ReadOptions,
    /// Whether this was not read in a record: line ends inside comments are more than its wrapping, and no reader has
    /// looked at the texts of the moves.
    pub(crate) is_foreign: bool,
    /// The text from an error of the reader on, where it was asked for.
    pub(crate) rest: Option<String>,
}

impl RawGame {
    /// A game of events that were found elsewhere than in a record, each with its place. Line ends inside its
    /// comments are kept.
    #[must_use]
    pub fn from_events(
        number: u64,
        place: Location,
        events: Vec<(Location, RawEvent)>,
        options: ReadOptions,
    ) -> Self {
        let mut tags = Tags::default();
        for (_, event) in &events {
            if let RawEvent::Tag(name, value) = event
                && tags.get(name).is_none()
            {
                tags.set(name, value);
            }
        }
        let repairs = Vec::new();
        Self { number, place, tags, events, tags_end: None, repairs, options, is_foreign: true, rest: None }
    }

    /// The same game, with what was repaired in it before.
    #[must_use]
    pub fn with_repairs(mut self, kinds: impl IntoIterator<Item = RepairKind>) -> Self {
        let (game, place) = (self.number, self.place);
        kinds.into_iter().for_each(|kind| Repair { game, place, kind }.keep_in(&mut self.repairs));
        self
    }

    /// The same game without any result: for records that give two.
    #[must_use]
    pub fn without_result(mut self) -> Self {
        self.tags.remove(RESULT);
        self.events.retain_mut(|(_, event)| match event {
            RawEvent::Tag(name, _) => name != RESULT,
            RawEvent::End(terminator) => {
                *terminator = Terminator::Star;
                true
            }
            _ => true,
        });
        self
    }

    /// The same game, to be resolved with other options.
    #[must_use]
    pub fn with_options(mut self, options: ReadOptions) -> Self {
        self.options = options;
        self
    }

    /// With what it is resolved.
    #[must_use]
    pub fn options(&self) -> ReadOptions {
        self.options
    }

    /// The number in the file, from 1.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Where the game begins.
    #[must_use]
    pub fn place(&self) -> Location {
        self.place
    }

    /// The tags.
    #[must_use]
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// Everything in order, each with its place.
    #[must_use]
    pub fn events(&self) -> &[(Location, RawEvent)] {
        &self.events
    }

    /// Whether more than its tags was read.
    #[must_use]
    pub fn has_moves(&self) -> bool {
        self.moves_begin_at().is_some()
    }

    /// Where what is not its tags, or about them, begins.
    #[must_use]
    pub fn moves_begin_at(&self) -> Option<Location> {
        let first = || self.events.iter().find(|(_, event)| !event.is_before_moves());
        self.tags_end.or_else(|| first().map(|(place, _)| *place))
    }

    /// Whether a repair is reported for a game with an error: all that stand before it are, and since all tags are read
    /// before one of them is refused, those of all tags. What may hide other games always is, if it is not the error.
    #[must_use]
    pub fn is_told(&self, repair: &Repair, error: &RecordError) -> bool {
        // What is unusual about a move is reported once it was played. A comment without an end may be the error.
        let is_of_move = !self.is_foreign && error.fault.is_of_move() && repair.kind.is_of_move();
        let is_of_error = is_of_move || repair.kind.is_of_marks() || repair.kind == RepairKind::OpenComment;
        if is_of_error && repair.place == error.place {
            return false;
        }
        let is_of_tags = || self.moves_begin_at().is_some_and(|begin| repair.place < begin);
        repair.place <= error.place || is_of_tags() || repair.kind.may_hide_games()
    }

    /// What was repaired so far, before the moves are looked at.
    #[must_use]
    pub fn repairs(&self) -> &[Repair] {
        &self.repairs
    }

    /// An error of the whole game, for callers that do not know from the tags which game it is. It is reported at the tag
    /// that should say so; errors of a single tag go first.
    #[must_use]
    pub fn error(&self, reason: impl Into<String>) -> RecordError {
        if self.options.mode == ReaderMode::Strict
            && let Some((place, fault)) = self.first_tag_fault()
        {
            return RecordError { game: self.number, place, fault };
        }
        let fault = Fault::Refused { reason: reason.into() };
        let place = self.tag_place(fault.about(Found::AfterTags)).unwrap_or(self.place);
        RecordError { game: self.number, place, fault }
    }

    /// What was repaired in its tags, for such callers: nothing else checks them.
    #[must_use]
    pub fn repairs_of_tags(&self) -> Vec<Repair> {
        let mut repairs = self.repairs.clone();
        self.check_tags(|place, kinds, _| {
            repairs.extend(kinds.into_iter().map(|kind| Repair { game: self.number, place, kind }));
        });
        repairs.sort_by_key(|repair| repair.place);
        repairs
    }

    /// What the strict mode finds wrong with a tag for itself.
    fn first_tag_fault(&self) -> Option<(Location, Fault)> {
        let mut first = None;
        self.check_tags(|place, kinds, result| {
            let fault = kinds.into_iter().next().map(Fault::from).or(result.err());
            first = first.take().or(fault.map(|fault| (place, fault)));
        });
        first
    }

    /// Looks at each tag for itself.
    fn check_tags(&self, mut found: impl FnMut(Location, Vec<RepairKind>, Result<(), Fault>)) {
        let mut header = Header::new(self.options);
        for (place, event) in &self.events {
            let RawEvent::Tag(name, value) = event else { continue };
            let mut repairs = Vec::new();
            let is_new = header.note(name, value, &mut repairs);
            let checked = if is_new { header.check_value(name, value, &mut repairs) } else { Ok(()) };
            found(*place, repairs, checked);
        }
    }

    /// Where the tag stands that a fault is about.
    fn tag_place(&self, about: &[&str]) -> Option<Location> {
        let place = |wanted: &&str| {
            let is_it = |event: &RawEvent| matches!(event, RawEvent::Tag(name, _) if name == wanted);
            self.events.iter().find(|(_, event)| is_it(event)).map(|(place, _)| *place)
        };
        about.iter().find_map(place)
    }

    /// The tree of a game whose rules are now known.
    ///
    /// # Errors
    ///
    /// When a move or position is not legal.
    pub fn resolve<P: RecordNotation<Rules: Default>>(&self) -> Result<ReadGame<P>, Box<BrokenGame<P>>> {
        self.build(TypedBoard::<P>::new(P::Rules::default()))
    }

    /// The tree of a game on the board of its rules, with moves and positions as texts.
    ///
    /// # Errors
    ///
    /// When a move or position is not legal.
    pub fn resolve_on(&self, board: &mut dyn ReplayBoard) -> Result<ReadGame<Texts>, Box<BrokenGame<Texts>>> {
        self.build(board)
    }

    fn build<B: TreeBoard>(&self, board: B) -> Result<ReadGame<B::Content>, Box<BrokenGame<B::Content>>> {
        let mut builder = TreeBuilder::new(board, self.options);
        builder.keeps_lines = self.is_foreign;
        builder.begin_game(self.number, self.place);
        let mut trace = Trace::default();
        let result = self.feed(&mut builder, &mut trace);
        let (tree, repairs) = builder.take();
        let place = self.place;
        // The repairs of the moves go between those of the text.
        let mut all: Vec<Repair> = self
            .repairs
            .iter()
            .filter(|repair| self.is_foreign || survives(repair, &trace.cuts))
            .cloned()
            .collect();
        all.extend(repairs);
        all.sort_by_key(|repair| repair.place);
        match result {
            Ok(()) => Ok(ReadGame { number: self.number, place, tree, repairs: all }),
            Err(error) => Err(Box::new(BrokenGame { error, place, tree, repairs: all })),
        }
    }
}

impl RawGame {
    pub(crate) fn new(options: ReadOptions) -> Self {
        Self {
            number: 0,
            place: Location { line: 1, column: 1 },
            tags: Tags::default(),
            events: Vec::new(),
            tags_end: None,
            repairs: Vec::new(),
            options,
            is_foreign: false,
            rest: None,
        }
    }
}
