//! Taking away all that a difference does not need.

use std::time::{Duration, Instant};

use crate::descend::{Found, difference_at};
use crate::line::Line;
use crate::opponent::{Opponent, OpponentError};
use crate::scene::{Scene, is_chess};

/// How much work may be spent.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Questions to the opponent.
    pub questions: usize,
    /// Time.
    pub time: Duration,
}

impl Default for Budget {
    fn default() -> Self {
        Self { questions: 5000, time: Duration::from_secs(60) }
    }
}

/// What is left of a difference.
#[derive(Debug)]
pub struct Minimized {
    /// The smallest position that was found.
    pub found: Found,
    /// Questions to the opponent.
    pub questions: usize,
    /// Whether the budget was enough to try everything.
    pub is_complete: bool,
}

/// Makes a difference as small as it gets: fewer moves before it, fewer pieces and rights, weaker pieces, and
/// pieces nearer to the edge; the difference stays of the same kind.
///
/// An opponent that fails on the way is started again; what it failed on is passed over.
///
/// # Errors
///
/// The opponent failed and cannot be started again.
pub fn minimize(
    opponent: &mut dyn Opponent,
    found: Found,
    budget: Budget,
    stop: &dyn Fn() -> bool,
) -> Result<Minimized, OpponentError> {
    let mut shrinking = Shrinking { opponent, found, budget, begin: Instant::now(), questions: 0, stop };
    shrinking.drop_moves()?;
    while shrinking.has_budget() {
        let Some(scene) = Scene::read(shrinking.found.line.game(), &shrinking.text_to_edit()) else { break };
        let mut scenes = smaller(&scene);
        if scene.is_plausible() {
            scenes.retain(Scene::is_plausible);
        }
        if !shrinking.try_all(scenes)? {
            break;
        }
    }
    let is_complete = shrinking.has_budget();
    Ok(Minimized { found: shrinking.found, questions: shrinking.questions, is_complete })
}

struct Shrinking<'a> {
    opponent: &'a mut dyn Opponent,
    found: Found,
    budget: Budget,
    begin: Instant,
    questions: usize,
    stop: &'a dyn Fn() -> bool,
}

impl Shrinking<'_> {
    fn has_budget(&self) -> bool {
        self.questions < self.budget.questions && self.begin.elapsed() < self.budget.time && !(self.stop)()
    }

    /// The position before the moves. In chess as it was given, since an en passant square that does not count
    /// may matter; in draughts in the standard form.
    fn text_to_edit(&self) -> String {
        let line = &self.found.line;
        let standard = || line.replayed(line.fen(), 0).map(|line| line.position().fen());
        let text = if is_chess(line.game()) { None } else { standard() };
        text.unwrap_or_else(|| line.fen().to_owned())
    }

    /// Finds the latest position from which the moves that follow lead to the difference.
    fn drop_moves(&mut self) -> Result<(), OpponentError> {
        for moves in 0..self.found.line.plies() {
            let fen = self.found.line.fen_before(moves).to_owned();
            if let Some(line) = self.found.line.replayed(&fen, moves)
                && self.accept(line)?
            {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Takes the first of these positions that keeps the difference; tells whether there is one.
    fn try_all(&mut self, scenes: Vec<Scene>) -> Result<bool, OpponentError> {
        for scene in scenes {
            if !self.has_budget() {
                return Ok(false);
            }
            let line = self.found.line.replayed(&scene.to_fen(), self.found.line.plies());
            if let Some(line) = line
                && self.accept(line)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Goes on with this line if it keeps the difference.
    fn accept(&mut self, line: Line) -> Result<bool, OpponentError> {
        self.questions += 1;
        match difference_at(self.opponent, &line, self.found.depth, self.stop) {
            Ok(Some(difference)) if self.found.difference.is_like(&difference) => {
                self.found = Found { line, difference, depth: self.found.depth };
                Ok(true)
            }
            Ok(_) | Err(OpponentError::NotComparable { .. }) => Ok(false),
            Err(_) if (self.stop)() => Ok(false),
            Err(OpponentError::Engine(_)) => self.opponent.restart().map(|()| false),
        }
    }
}

/// Positions that are smaller by one step, the greatest steps first.
fn smaller(scene: &Scene) -> Vec<Scene> {
    let mut scenes = Vec::new();
    let occupied = scene.occupied();
    for &place in &occupied {
        with_rest(scene, |next| next.set(place, None), &mut scenes);
    }
    simpler_rest(scene, &mut scenes);
    for &place in &occupied {
        for weaker in scene.weaker_pieces(place) {
            with_rest(scene, |next| next.set(place, Some(*weaker)), &mut scenes);
        }
    }
    for &place in &occupied {
        for to in nearer_to_edge(scene, place) {
            let step = |next: &mut Scene| {
                next.set(to, next.piece(place));
                next.set(place, None);
            };
            with_rest(scene, step, &mut scenes);
        }
    }
    if occupied.len() <= FEW_PIECES {
        remove_and_move(scene, &mut scenes);
    }
    scenes
}

/// Positions with so few pieces are also changed in two places at once.
const FEW_PIECES: usize = 8;

/// One piece less and another one a step aside: a piece may be there only to stand in the way.
fn remove_and_move(scene: &Scene, scenes: &mut Vec<Scene>) {
    let occupied = scene.occupied();
    for &gone in &occupied {
        for &place in occupied.iter().filter(|&&place| place != gone) {
            for to in beside(scene, place).into_iter().filter(|&to| scene.piece(to).is_none() || to == gone) {
                let step = |next: &mut Scene| {
                    let piece = next.piece(place);
                    next.set(gone, None);
                    next.set(place, None);
                    next.set(to, piece);
                };
                with_rest(scene, step, scenes);
            }
        }
    }
}

/// An edited position, with what else its text says and without: a right may need the piece that is gone.
fn with_rest(scene: &Scene, edit: impl Fn(&mut Scene), scenes: &mut Vec<Scene>) {
    let mut edited = scene.clone();
    edit(&mut edited);
    let mut without = Vec::new();
    simpler_rest(&edited, &mut without);
    scenes.push(edited);
    scenes.append(&mut without);
}

/// The position with less behind its pieces.
fn simpler_rest(scene: &Scene, scenes: &mut Vec<Scene>) {
    let mut plain = scene.clone();
    plain.rest = scene.plain_rest();
    if plain.rest != scene.rest {
        scenes.push(plain);
    }
    // In chess: one right after the other, and the rest field by field.
    let Some(rights) = scene.rest.first().filter(|rights| !rights.starts_with(['+', 'H', 'F'])) else {
        return;
    };
    for (index, letter) in rights.char_indices().filter(|&(_, letter)| letter != '-') {
        let mut left = rights.clone();
        left.replace_range(index..index + letter.len_utf8(), "");
        let left = if left.is_empty() { "-".to_owned() } else { left };
        let mut next = scene.clone();
        next.rest[0] = left;
        scenes.push(next);
    }
    for (field, plain) in scene.plain_rest().into_iter().enumerate().skip(1) {
        if scene.rest.get(field).is_some_and(|text| *text != plain) {
            let mut next = scene.clone();
            next.rest[field] = plain;
            scenes.push(next);
        }
    }
}

/// The free squares beside a place that are nearer to an edge.
fn nearer_to_edge(scene: &Scene, place: usize) -> Vec<usize> {
    let is_nearer = |to: &usize| {
        scene.piece(*to).is_none() && scene.distance_to_edge(*to) < scene.distance_to_edge(place)
    };
    beside(scene, place).into_iter().filter(is_nearer).collect()
}

/// The squares one step away, or two where the next is not played on.
fn beside(scene: &Scene, place: usize) -> Vec<usize> {
    let square = &scene.squares()[place];
    let (file, rank) = (i16::from(square.file), i16::from(square.rank));
    let steps = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| (files, ranks)));
    let at = |(files, ranks): (i16, i16)| {
        scene.at(file + files, rank + ranks).or_else(|| scene.at(file + 2 * files, rank + 2 * ranks))
    };
    steps.filter_map(at).filter(|&to| to != place).collect()
}
