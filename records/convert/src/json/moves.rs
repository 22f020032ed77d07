//! The moves of a JSON game: events at once, so that a line takes no more memory than its game.

use std::fmt;

use record::{CommentPlace, Fault, LARGEST_GAME, LONGEST_COMMENT, LONGEST_MOVE, Location, Marks, RawEvent};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// The events of a game, whose place is known later.
#[derive(Default)]
pub(super) struct Events {
    list: Vec<(Location, RawEvent)>,
    /// The memory that they take, about.
    size: usize,
}

const NOWHERE: Location = Location { line: 1, column: 1 };

impl Events {
    pub(super) fn push<E: Error>(&mut self, event: RawEvent) -> Result<(), E> {
        self.count(&event)?;
        self.list.push((NOWHERE, event));
        Ok(())
    }

    /// Counts an event that stands elsewhere for now.
    pub(super) fn count<E: Error>(&mut self, event: &RawEvent) -> Result<(), E> {
        self.size = self.size.saturating_add(event.memory());
        match self.size > LARGEST_GAME {
            true => {
                Err(E::custom(Fault::TooMany { what: "bytes of memory for the game", limit: LARGEST_GAME }))
            }
            false => Ok(()),
        }
    }

    /// All of them with others before them, which were counted, at their place.
    pub(super) fn at(mut self, place: Location, before: Vec<RawEvent>) -> Vec<(Location, RawEvent)> {
        self.list.splice(0..0, before.into_iter().map(|event| (NOWHERE, event)));
        self.list.iter_mut().for_each(|(at, _)| *at = place);
        self.list
    }
}

/// A list of moves: that of the game.
#[derive(Default)]
pub(super) struct MovesJson(pub(super) Events);

impl<'de> Deserialize<'de> for MovesJson {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut events = Events::default();
        Moves(&mut events).deserialize(deserializer)?;
        Ok(Self(events))
    }
}

/// Reads a line of moves; returns how many there are.
struct Moves<'a>(&'a mut Events);

/// Reads one move.
struct Move<'a>(&'a mut Events);

/// Reads the variations of a move.
struct Variations<'a>(&'a mut Events);

impl<'de> DeserializeSeed<'de> for Moves<'_> {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> DeserializeSeed<'de> for Move<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> DeserializeSeed<'de> for Variations<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Moves<'_> {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of moves")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<usize, A::Error> {
        let mut count = 0;
        while list.next_element_seed(Move(self.0))?.is_some() {
            count += 1;
        }
        Ok(count)
    }
}

impl<'de> Visitor<'de> for Variations<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of variations")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        loop {
            let begin = self.0.list.len();
            self.0.push(RawEvent::BeginVariation)?;
            match list.next_element_seed(Moves(self.0))? {
                None => {
                    self.0.list.truncate(begin);
                    return Ok(());
                }
                Some(0) => return Err(Error::custom("a variation without moves")),
                Some(_) => self.0.push(RawEvent::EndVariation)?,
            }
        }
    }
}

/// The names of what a move holds.
#[derive(Clone, Copy, Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum Field {
    Move,
    Fen,
    Before,
    Marks,
    Nags,
    Comments,
    Closing,
    Commands,
    Variations,
}

impl<'de> Visitor<'de> for Move<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the object of a move")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let events = self.0;
        let begin = events.list.len();
        let mut parts = Parts::default();
        // Where the variations begin, once they were read.
        let mut variations = None;
        while let Some(field) = map.next_key::<Field>()? {
            parts.note(field)?;
            match field {
                Field::Commands => drop(map.next_value::<IgnoredAny>()?),
                Field::Closing => parts.closing = map.next_value::<CommentsJson>()?.0,
                Field::Variations => {
                    parts.write_head(events);
                    variations = Some(events.list.len());
                    map.next_value_seed(Variations(events))?;
                }
                _ => parts.read(field, &mut map, events)?,
            }
        }
        if parts.steps != 1 {
            return Err(Error::custom(
                "an element of \"moves\" with not exactly one of \"move\" and \"fen\"",
            ));
        }
        match variations {
            None => parts.write_head(events),
            // Other fields followed the variations.
            Some(end) if !parts.head.is_empty() => {
                let mut head: Vec<RawEvent> = events.list.drain(begin..end).map(|(_, event)| event).collect();
                head.append(&mut parts.head);
                head.sort_by_key(rank);
                events.list.splice(begin..begin, head.into_iter().map(|event| (NOWHERE, event)));
            }
            Some(_) => {}
        }
        parts.closing.into_iter().try_for_each(|text| events.push(comment(text, CommentPlace::Before)?))
    }
}

/// What was read of a move.
#[derive(Default)]
struct Parts {
    /// Everything up to the variations, unless it is among the events.
    head: Vec<RawEvent>,
    closing: Vec<String>,
    /// How many moves and set-ups there are.
    steps: usize,
    /// Which fields were there, a bit for each.
    seen: u16,
}

impl Parts {
    fn note<E: Error>(&mut self, field: Field) -> Result<(), E> {
        let bit = 1 << field as u16;
        if self.seen & bit != 0 {
            return Err(E::custom("a field of a move given twice"));
        }
        self.seen |= bit;
        Ok(())
    }

    /// Reads a field that stands before the variations.
    fn read<'de, A: MapAccess<'de>>(
        &mut self,
        field: Field,
        map: &mut A,
        events: &mut Events,
    ) -> Result<(), A::Error> {
        let mut keep = |event: RawEvent| {
            events.count(&event)?;
            self.steps += usize::from(matches!(event, RawEvent::Move(_) | RawEvent::SetUp(_)));
            self.head.push(event);
            Ok(())
        };
        match field {
            Field::Move => map.next_value::<Option<String>>()?.map_or(Ok(()), |text| keep(step(text)?)),
            Field::Fen => {
                map.next_value::<Option<String>>()?.map_or(Ok(()), |fen| keep(RawEvent::SetUp(fen)))
            }
            Field::Marks => map.next_value::<Option<String>>()?.map_or(Ok(()), |text| keep(marks(text)?)),
            Field::Nags => {
                map.next_value::<Vec<u8>>()?.into_iter().try_for_each(|nag| keep(RawEvent::Nag(nag)))
            }
            Field::Before | Field::Comments => {
                let is_before = matches!(field, Field::Before);
                let place = if is_before { CommentPlace::Before } else { CommentPlace::After };
                let texts = map.next_value::<CommentsJson>()?.0;
                texts.into_iter().try_for_each(|text| keep(comment(text, place)?))
            }
            Field::Closing | Field::Commands | Field::Variations => Ok(()),
        }
    }

    /// Puts what was read so far into its order, and among the events, where it was counted.
    fn write_head(&mut self, events: &mut Events) {
        self.head.sort_by_key(rank);
        events.list.extend(self.head.drain(..).map(|event| (NOWHERE, event)));
    }
}

/// The order of what stands before the variations of a move.
fn rank(event: &RawEvent) -> u8 {
    match event {
        RawEvent::Comment(_, CommentPlace::Before) => 0,
        RawEvent::Move(_) | RawEvent::SetUp(_) => 1,
        RawEvent::Marks(_) => 2,
        RawEvent::Nag(_) => 3,
        _ => 4,
    }
}

fn step<E: Error>(text: String) -> Result<RawEvent, E> {
    match text.len() > LONGEST_MOVE {
        true => Err(E::custom(format!("a move longer than {LONGEST_MOVE} bytes"))),
        false => Ok(RawEvent::Move(text.into())),
    }
}

fn marks<E: Error>(text: String) -> Result<RawEvent, E> {
    let marks = Marks::new(&text);
    marks.map(RawEvent::Marks).ok_or_else(|| E::custom(format!("bad marks {text:?}: expected ! and ?")))
}

/// Texts, not more of them than a game may have.
#[derive(Default)]
pub(super) struct CommentsJson(pub(super) Vec<String>);

impl<'de> Deserialize<'de> for CommentsJson {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(CommentsVisitor)
    }
}

struct CommentsVisitor;

impl<'de> Visitor<'de> for CommentsVisitor {
    type Value = CommentsJson;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of texts")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<CommentsJson, A::Error> {
        let empty = RawEvent::Comment(String::new(), CommentPlace::Game);
        let (mut texts, mut events) = (Vec::new(), Events::default());
        while let Some(text) = list.next_element()? {
            events.count(&empty)?;
            texts.push(text);
        }
        Ok(CommentsJson(texts))
    }
}

/// A comment that is not too long.
pub(super) fn comment<E: Error>(text: String, place: CommentPlace) -> Result<RawEvent, E> {
    match text.len() > LONGEST_COMMENT {
        true => Err(E::custom(format!("a comment longer than {LONGEST_COMMENT} bytes"))),
        false => Ok(RawEvent::Comment(text, place)),
    }
}
