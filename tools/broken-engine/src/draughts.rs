//! Draughts with a bug.

use reference::draughts::{
    Landing, Move, Position, Precedence, Promotion, Removal, Rules as Variant, from_fen, legal_moves,
    number_of, play, read_square, rules_of,
};

use crate::loose::{Looseness, loose_captures};
use crate::rules::Rules;

#[derive(Clone)]
pub(crate) struct BrokenDraughts {
    rules: Variant,
    change: Change,
    /// Whether every route of a capture is a move.
    routes: bool,
    position: Position,
}

/// What other values of the rules cannot say.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    None,
    /// The longest capture of each piece, not of all.
    MaximumPerPiece,
    /// Captures need not be made.
    CaptureOptional,
    /// The last route of a capture of several pieces is not seen.
    RouteLost,
    /// Captures are searched with a mistake.
    Loose(Looseness),
}

impl BrokenDraughts {
    pub(crate) fn open(game: &str, bug: Option<&str>, routes: bool, fen: &str) -> Result<Self, String> {
        let mut rules = rules_of(game).ok_or_else(|| format!("unknown game {game:?}"))?.clone();
        let mut change = bug.map_or(Ok(Change::None), |bug| plant(bug, &mut rules))?;
        if bug == Some("black-first") && fen.split(':').nth(1).is_some_and(|section| section.starts_with('B'))
        {
            change = Change::CaptureOptional;
        }
        // The counts of king moves, which some texts carry, are not kept.
        let fen: Vec<&str> = fen.split(':').filter(|section| !section.starts_with('+')).collect();
        let position = from_fen(&rules, &fen.join(":")).map_err(|error| format!("bad position: {error}"))?;
        Ok(Self { rules, change, routes, position })
    }

    fn list(&self) -> Vec<Move> {
        let mut moves = legal_moves(&self.rules, &self.position);
        match self.change {
            Change::None => {}
            Change::RouteLost => {
                for mv in moves.iter_mut().filter(|mv| mv.routes.len() > 1) {
                    mv.routes.pop();
                }
            }
            Change::MaximumPerPiece => {
                let free = Variant { precedence: &[], ..self.rules.clone() };
                moves = legal_moves(&free, &self.position);
                let all = moves.clone();
                let most = |from| all.iter().filter(|mv| mv.from == from).map(|mv| mv.captured.len()).max();
                moves.retain(|mv| Some(mv.captured.len()) == most(mv.from));
            }
            Change::CaptureOptional => {
                let quiet = Variant { man_captures: &[], king_captures: &[], ..self.rules.clone() };
                if moves.iter().any(|mv| !mv.captured.is_empty()) {
                    moves.extend(legal_moves(&quiet, &self.position));
                }
            }
            Change::Loose(looseness) => {
                let captures = loose_captures(&self.rules, &self.position, looseness);
                if !captures.is_empty() {
                    moves = captures;
                }
            }
        }
        if self.routes {
            let of = |mv: Move| {
                let routes = mv.routes.clone().into_iter();
                routes.map(move |route| Move { routes: vec![route], ..mv.clone() })
            };
            moves = moves.into_iter().flat_map(of).collect();
        }
        moves
    }

    fn text(&self, mv: &Move) -> String {
        let number = |square| number_of(&self.rules, square);
        if self.routes && !mv.captured.is_empty() {
            let numbers = mv.routes[0].pdn_squares().into_iter().map(|square| number(square).to_string());
            return numbers.collect::<Vec<_>>().join("x");
        }
        let sign = if mv.captured.is_empty() { '-' } else { 'x' };
        let mut text = format!("{}{sign}{}", number(mv.from), number(mv.to));
        let mut captured: Vec<usize> = mv.captured.iter().map(|&square| number(square)).collect();
        captured.sort_unstable();
        captured.iter().for_each(|number| text.push_str(&format!("x{number}")));
        text
    }
}

/// Plants a bug by changing the rules.
fn plant(bug: &str, rules: &mut Variant) -> Result<Change, String> {
    match bug {
        "removed-at-once" => rules.removal = Removal::Immediate,
        "crowned-in-passing" => rules.promotion = Promotion::ContinuesAsKing,
        "not-crowned-in-passing" => rules.promotion = Promotion::IfMoveEnds,
        "king-lands-behind" => rules.landing = Landing::BehindEach,
        "men-capture-backward" => rules.man_captures = rules.king_captures,
        "man-takes-king" => rules.man_takes_king = true,
        "count-for-value" => rules.precedence = &[Precedence::Count],
        "king-moves-on" => rules.king_run_limit = None,
        "route-lost" => return Ok(Change::RouteLost),
        // It depends on the text of each position.
        "black-first" => {}
        "maximum-per-piece" => return Ok(Change::MaximumPerPiece),
        "capture-optional" => return Ok(Change::CaptureOptional),
        "double-jump" => return Ok(Change::Loose(Looseness::Twice)),
        "landing-free" => return Ok(Change::Loose(Looseness::AnyLanding)),
        other => return Err(format!("draughts has no bug {other:?}")),
    }
    Ok(Change::None)
}

impl Rules for BrokenDraughts {
    fn moves(&self) -> Vec<String> {
        self.list().iter().map(|mv| self.text(mv)).collect()
    }

    fn after(&self, index: usize) -> Box<dyn Rules> {
        let position = play(&self.rules, &self.position, &self.list()[index]);
        Box::new(Self { position, ..self.clone() })
    }

    /// Reads the form of Hub, and that of PDN with or without the route.
    fn find(&self, text: &str) -> Option<usize> {
        let list = self.list();
        let as_hub = list.iter().position(|mv| self.text(mv) == text);
        let squares: Option<Vec<_>> =
            text.split(['-', 'x', ':']).map(|name| read_square(&self.rules, name)).collect();
        let squares = squares?;
        let (from, to) = (*squares.first()?, *squares.last()?);
        let is_route = |mv: &Move| mv.routes.iter().any(|route| route.pdn_squares() == squares);
        let by_route = || list.iter().position(is_route);
        let by_ends = || list.iter().position(|mv| squares.len() == 2 && (mv.from, mv.to) == (from, to));
        as_hub.or_else(by_route).or_else(by_ends)
    }
}
