//! Plausible routes of a capture that is written without one.

use crate::editable_position::{DIRECTIONS, EditablePosition};

/// The most landing squares to examine.
const MOST_STEPS: usize = 5000;

/// The most routes to return.
const MOST_ROUTES: usize = 20;

/// The most jumps over pieces that were already jumped.
const MOST_REPEATS: usize = 2;

/// The squares of plausible routes on which a piece captures exactly these pieces: each jump goes along a line over one
/// more of them to any free square behind. Jumped pieces may be gone or be jumped again, since engines get that wrong.
/// Only routes with the fewest jumps are returned, those with shorter jumps first.
pub(crate) fn routes(
    position: &EditablePosition,
    from: usize,
    to: usize,
    taken: &[usize],
) -> Vec<Vec<usize>> {
    let mut search = Search { position, to, taken, steps: 0, routes: Vec::new() };
    for repeats in 0..=MOST_REPEATS {
        search.go_on(&mut vec![from], &mut Vec::new(), repeats);
        if !search.routes.is_empty() {
            break;
        }
    }
    search.routes
}

struct Search<'a> {
    position: &'a EditablePosition,
    to: usize,
    taken: &'a [usize],
    steps: usize,
    routes: Vec<Vec<usize>>,
}

/// Where a jump ends, and what it jumps for the first time.
struct Landing {
    at: usize,
    victim: Option<usize>,
}

impl Search<'_> {
    /// Tries all jumps from the end of a route; exactly `repeats` of them jump a piece again.
    fn go_on(&mut self, route: &mut Vec<usize>, jumped: &mut Vec<usize>, repeats: usize) {
        let Some(&at) = route.last() else { return };
        if at == self.to && jumped.len() == self.taken.len() && repeats == 0 {
            self.routes.push(route.clone());
            return;
        }
        for direction in DIRECTIONS {
            for landing in self.landings(route[0], at, direction, jumped) {
                let Some(left) = repeats.checked_sub(usize::from(landing.victim.is_none())) else { continue };
                self.steps += 1;
                if self.steps > MOST_STEPS || self.routes.len() >= MOST_ROUTES {
                    return;
                }
                route.push(landing.at);
                jumped.extend(landing.victim);
                self.go_on(route, jumped, left);
                jumped.truncate(jumped.len() - usize::from(landing.victim.is_some()));
                route.pop();
            }
        }
    }

    fn landings(&self, from: usize, at: usize, direction: (i16, i16), jumped: &[usize]) -> Vec<Landing> {
        let (mut victim, mut is_behind) = (None, false);
        let mut landings = Vec::new();
        for place in self.position.ray(at, direction) {
            let is_free = place == from || self.position.piece(place).is_none();
            let was_jumped = jumped.contains(&place);
            // Where a piece is gone, another one can land.
            if is_behind && (is_free || was_jumped && victim.is_some()) {
                landings.push(Landing { at: place, victim });
            }
            if was_jumped {
                is_behind = true;
            } else if self.taken.contains(&place) && victim.is_none() && !is_free {
                (victim, is_behind) = (Some(place), true);
            } else if !is_free {
                break;
            }
        }
        landings
    }
}

#[cfg(test)]
mod tests {
    use catalog::GameId;

    use super::*;

    /// The routes as names of squares.
    fn named(game: GameId, fen: &str, from: &str, to: &str, taken: &[&str]) -> Vec<String> {
        let position = EditablePosition::read(game, fen).expect("a position");
        let place = |name: &str| position.place_of(name).expect("a square");
        let taken: Vec<usize> = taken.iter().map(|name| place(name)).collect();
        let name = |route: Vec<usize>| {
            let names: Vec<&str> =
                route.iter().map(|&place| position.squares()[place].name.as_str()).collect();
            names.join("x")
        };
        routes(&position, place(from), place(to), &taken).into_iter().map(name).collect()
    }

    #[test]
    fn routes_of_engines_that_have_a_rule_wrong() {
        let crowned = named(GameId::International, "B:W31,33,43:B28", "28", "26", &["31", "33", "43"]);
        assert_eq!(crowned, ["28x39x48x26", "28x44x42x26"]);
        let removed = named(GameId::International, "B:W8,30:BK13", "13", "2", &["8", "30"]);
        assert_eq!(removed, ["13x35x2"]);
        let again = named(GameId::Russian, "B:Wc7,e7,f2:BKg1", "g1", "e1", &["c7", "e7", "f2"]);
        assert_eq!(again, ["g1xb6xd8xh4xe1"]);
    }

    #[test]
    fn crowded_boards_end() {
        let pieces: Vec<String> = (7..=44).filter(|number| number % 2 == 0).map(|n| n.to_string()).collect();
        let fen = format!("W:WK46:B{}", pieces.join(","));
        let taken: Vec<&str> = pieces.iter().map(String::as_str).collect();
        assert!(named(GameId::International, &fen, "46", "5", &taken).len() <= MOST_ROUTES);
    }
}
