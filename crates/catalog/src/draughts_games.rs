//! Draughts positions and moves as data.

use draughts::{Draughts, Move, Route, Rules, Square, Variant};

use crate::describe::{About, Describe, DraughtsMove, MAX_ROUTES, MoveDetails, SquareName};
use crate::pdn::game_type;

impl<V: Variant> Describe for Draughts<V> {
    fn about() -> About {
        let rules = &V::RULES;
        About {
            name: rules.name,
            title: rules.title,
            columns: rules.board.columns,
            rows: rules.board.rows,
            first: rules.first,
            status: rules.status,
        }
    }

    fn pdn_game_type() -> Option<String> {
        game_type(&V::RULES)
    }

    fn describe_move(&self, mv: Move<V::Word>, text: String, states: &mut usize) -> MoveDetails {
        let rules = &V::RULES;
        let mut details = DraughtsMove {
            text,
            from: square_name(rules, mv.from()),
            to: square_name(rules, mv.to()),
            captured: Vec::new(),
            routes: Vec::new(),
            routes_count: None,
            promotes: mv.is_crowning(),
        };
        if !mv.is_capture() {
            return MoveDetails::Draughts(details);
        }
        let routes = self.routes_within(mv, MAX_ROUTES + 1, states).unwrap_or_default();
        details.captured = captured(rules, &routes, mv.captured().into_iter());
        if routes.len() > MAX_ROUTES {
            details.routes_count = self.count_routes_within(mv, states).ok();
        } else {
            let texts = routes.iter().map(|route| route_text(rules, &route.squares::<V>()));
            details.routes = texts.collect();
        }
        MoveDetails::Draughts(details)
    }
}

/// The captured squares in the order of the first route.
fn captured(rules: &Rules, routes: &[Route], unordered: impl Iterator<Item = Square>) -> Vec<SquareName> {
    match routes.first() {
        Some(route) => route.jumps.iter().map(|jump| square_name(rules, jump.captured)).collect(),
        // Beyond the work limit of routes there is none to give the order.
        None => unordered.map(|square| square_name(rules, square)).collect(),
    }
}

fn route_text(rules: &Rules, squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(|&square| rules.square_name(square)).collect();
    names.join(&rules.numbering.capture_sign.to_string())
}

fn square_name(rules: &Rules, square: Square) -> SquareName {
    if rules.numbering.algebraic {
        SquareName::Letters(rules.square_name(square))
    } else {
        SquareName::Number(rules.number(square))
    }
}
