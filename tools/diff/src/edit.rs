//! Steps that make a position smaller.

use crate::editable_position::EditablePosition;

/// A step that makes a position smaller or plainer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Edit {
    /// Removes pieces.
    Remove(Vec<usize>),
    /// Resets everything after the piece placement.
    PlainRest,
    /// Removes a castling right.
    DropRight(char),
    /// Resets a field of a chess FEN.
    PlainField(usize),
    /// Removes a group of a draughts FEN.
    DropGroup(String),
    /// Replaces a piece with a weaker one.
    Weaken(usize, char),
    /// Moves a piece.
    Shift { from: usize, to: usize },
    /// Removes a piece and moves another: a piece may be there only as a blocker.
    RemoveAndShift { gone: usize, from: usize, to: usize },
}

/// A kind of steps, which are made until none is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    Removal,
    Rest,
    Weakening,
    Edge,
    Pairs,
}

impl Stage {
    /// The largest steps first.
    pub(crate) const ALL: [Self; 5] = [Self::Removal, Self::Rest, Self::Weakening, Self::Edge, Self::Pairs];

    /// The steps of this kind.
    pub(crate) fn edits(self, position: &EditablePosition) -> Vec<Edit> {
        match self {
            Self::Removal => removals(position),
            Self::Rest => simpler_rest(position),
            Self::Weakening => weakenings(position),
            Self::Edge => shifts(position),
            Self::Pairs => pairs(position),
        }
    }
}

impl Edit {
    /// The position after this step; `None` if it cannot be made here.
    pub(crate) fn apply(&self, position: &EditablePosition) -> Option<EditablePosition> {
        let mut next = position.clone();
        match self {
            Self::Remove(places) => {
                places.iter().for_each(|&place| next.set(place, None));
                (next.occupied().len() < position.occupied().len()).then_some(next)
            }
            Self::PlainRest => {
                next.rest = position.plain_rest();
                (next.rest != position.rest).then_some(next)
            }
            Self::DropRight(right) => {
                let rights = next.rest.first_mut()?;
                let left = rights.replace(*right, "");
                let is_less = left != *rights;
                *rights = if left.is_empty() { "-".to_owned() } else { left };
                is_less.then_some(next)
            }
            Self::PlainField(field) => {
                let plain = position.plain_rest().swap_remove(*field);
                let is_less = std::mem::replace(&mut next.rest[*field], plain) != next.rest[*field];
                is_less.then_some(next)
            }
            Self::DropGroup(group) => {
                next.rest.retain(|known| known != group);
                (next.rest.len() < position.rest.len()).then_some(next)
            }
            Self::Weaken(place, weaker) => {
                next.set(*place, Some(*weaker));
                position.weaker_pieces(*place).contains(weaker).then_some(next)
            }
            Self::Shift { from, to } => shift(next, *from, *to),
            Self::RemoveAndShift { gone, from, to } => {
                next.piece(*gone)?;
                next.set(*gone, None);
                shift(next, *from, *to)
            }
        }
    }
}

fn shift(mut position: EditablePosition, from: usize, to: usize) -> Option<EditablePosition> {
    let piece = position.piece(from)?;
    if position.piece(to).is_some() {
        return None;
    }
    position.set(from, None);
    position.set(to, Some(piece));
    Some(position)
}

/// Half of the pieces, a quarter, and so on; finally each piece alone. Chess kings stay.
fn removals(position: &EditablePosition) -> Vec<Edit> {
    let is_needed =
        |place: usize| position.game().is_chess() && matches!(position.piece(place), Some('K' | 'k'));
    let places: Vec<usize> = position.occupied().into_iter().filter(|&place| !is_needed(place)).collect();
    let mut edits = Vec::new();
    let mut size = places.len() / 2;
    while size > 1 {
        edits.extend(places.chunks(size).map(|places| Edit::Remove(places.to_vec())));
        size /= 2;
    }
    edits.extend(places.into_iter().map(|place| Edit::Remove(vec![place])));
    edits
}

/// The steps that simplify what follows the piece placement: all at once, and one by one.
pub(crate) fn simpler_rest(position: &EditablePosition) -> Vec<Edit> {
    let mut edits = vec![Edit::PlainRest];
    if position.game().is_chess() {
        let rights = position.rest.first().map_or("", String::as_str);
        edits.extend(rights.chars().filter(|&right| right != '-').map(Edit::DropRight));
        edits.extend((1..position.rest.len()).map(Edit::PlainField));
    } else {
        edits.extend(position.rest.iter().cloned().map(Edit::DropGroup));
    }
    edits
}

fn weakenings(position: &EditablePosition) -> Vec<Edit> {
    let of =
        |place: usize| position.weaker_pieces(place).iter().map(move |&weaker| Edit::Weaken(place, weaker));
    position.occupied().into_iter().flat_map(of).collect()
}

/// Steps of pieces to free squares beside them that are nearer to an edge.
fn shifts(position: &EditablePosition) -> Vec<Edit> {
    let of = |from: usize| {
        let is_nearer = move |to: &usize| {
            position.piece(*to).is_none() && position.distance_to_edge(*to) < position.distance_to_edge(from)
        };
        beside(position, from).into_iter().filter(is_nearer).map(move |to| Edit::Shift { from, to })
    };
    position.occupied().into_iter().flat_map(of).collect()
}

/// Positions with this few pieces are also changed in two places at once.
const FEW_PIECES: usize = 8;

fn pairs(position: &EditablePosition) -> Vec<Edit> {
    let occupied = position.occupied();
    if occupied.len() > FEW_PIECES {
        return Vec::new();
    }
    let mut edits = Vec::new();
    for &gone in &occupied {
        for &from in occupied.iter().filter(|&&from| from != gone) {
            let free =
                beside(position, from).into_iter().filter(|&to| position.piece(to).is_none() || to == gone);
            edits.extend(free.map(|to| Edit::RemoveAndShift { gone, from, to }));
        }
    }
    edits
}

/// The squares one step away, or two where the next is not played on.
fn beside(position: &EditablePosition, place: usize) -> Vec<usize> {
    let square = &position.squares()[place];
    let (file, rank) = (i16::from(square.file), i16::from(square.rank));
    let steps = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| (files, ranks)));
    let at = |(files, ranks): (i16, i16)| {
        position.at(file + files, rank + ranks).or_else(|| position.at(file + 2 * files, rank + 2 * ranks))
    };
    steps.filter_map(at).filter(|&to| to != place).collect()
}
