//! A position as the reference knows it, and texts to ask about.

use boardgame::testing::Random;
use damier_draughts::Capture;
use reference::draughts::{
    Color, Direction, Move, Piece, Position, Role, Route, Rules, Square, is_promotion_square,
    legal_moves_within, number_of, playing_squares, square_numbered, step, to_fen,
};

use crate::explain::game::Game;

/// Jumps that the reference tries in one position.
const JUMPS: usize = 20_000;

/// A position as the reference knows it.
pub(crate) struct Case {
    pub(crate) game: Game,
    pub(crate) rules: &'static Rules,
    pub(crate) position: Position,
    pub(crate) fen: String,
    /// The legal moves.
    pub(crate) legal: Vec<Move>,
    /// All complete captures, whatever goes before others; quiet moves where there are none.
    pub(crate) complete: Vec<Move>,
}

impl Case {
    pub(crate) fn new(game: Game, rules: &'static Rules, position: Position) -> Option<Self> {
        let free = Rules { precedence: &[], ..*rules };
        let legal = legal_moves_within(rules, &position, JUMPS)?;
        let complete = legal_moves_within(&free, &position, JUMPS)?;
        let run = |color: Color| match position.king_run(color) {
            Some(run) => format!("{}{:02}", run.moves, number_of(rules, run.square)),
            None => "0".to_owned(),
        };
        let mut fen = to_fen(rules, &position);
        if rules.king_run_limit.is_some() {
            fen += &format!(":+{}+{}", run(Color::Black), run(Color::White));
        }
        Some(Self { game, rules, position, fen, legal, complete })
    }

    pub(crate) fn number(&self, square: Square) -> usize {
        number_of(self.rules, square)
    }

    /// How many squares the board has.
    pub(crate) fn squares(&self) -> usize {
        playing_squares(self.rules).len()
    }

    pub(crate) fn facts(&self, mv: &Move) -> (usize, usize, Vec<usize>) {
        let mut captured: Vec<usize> = mv.captured.iter().map(|&square| self.number(square)).collect();
        captured.sort_unstable();
        (self.number(mv.from), self.number(mv.to), captured)
    }

    pub(crate) fn facts_of(&self, capture: &Capture) -> (usize, usize, Vec<usize>) {
        let (from, to) = (self.game.number(capture.from), self.game.number(capture.to));
        (from, to, self.game.numbers(&capture.taken))
    }

    pub(crate) fn is_listed(&self, moves: &[Move], facts: &(usize, usize, Vec<usize>)) -> bool {
        moves.iter().any(|mv| self.facts(mv) == *facts)
    }

    pub(crate) fn piece(&self, number: usize) -> Option<Piece> {
        self.position.board.piece_on(square_numbered(self.rules, number)?)
    }

    /// A capture along these squares as text.
    pub(crate) fn text(&self, squares: &[usize]) -> String {
        squares.iter().map(usize::to_string).collect::<Vec<_>>().join("x")
    }

    /// All pairs of squares; `own` leaves out those that do not start on a piece of the side to move.
    pub(crate) fn pairs(&self, own: bool) -> Vec<(usize, usize)> {
        let count = self.squares();
        let is_own = |from: usize| self.piece(from).is_some_and(|piece| piece.color == self.position.turn);
        let starts = (1..=count).filter(|&from| !own || is_own(from));
        starts.flat_map(|from| (1..=count).map(move |to| (from, to))).collect()
    }

    /// Where a piece may stand after this many jumps of a route, one or more.
    pub(crate) fn stands(&self, route: &Route, jumps: usize) -> Vec<usize> {
        let (direction, target) = route.hops[jumps - 1];
        let Some(&(turn, next)) = route.hops.get(jumps) else { return vec![self.number(route.to)] };
        let is_straight = turn == direction || turn == direction.opposite();
        if !is_straight {
            return vec![self.number(route.pdn_squares()[jumps])];
        }
        let taken: Vec<Square> = route.hops[..jumps].iter().map(|&(_, square)| square).collect();
        let mut squares = vec![self.number(route.pdn_squares()[jumps])];
        let is_king = self.position.board.piece_on(route.from).is_some_and(|piece| piece.role == Role::King);
        let flies = self.rules.flying_kings && (is_king || self.crowns_on_the_way(route, jumps));
        if flies && self.rules.landing != reference::draughts::Landing::BehindEach {
            squares.extend(self.free_behind(route.from, target, direction, &taken, next));
        }
        squares
    }

    /// The free squares behind a piece that is jumped, as far as the next one.
    fn free_behind(
        &self,
        from: Square,
        target: Square,
        direction: Direction,
        taken: &[Square],
        next: Square,
    ) -> Vec<usize> {
        let is_gone = |square: Square| {
            square == from
                || self.rules.removal == reference::draughts::Removal::Immediate && taken.contains(&square)
        };
        let is_free = |square: &Square| {
            *square != next && (self.position.board.piece_on(*square).is_none() || is_gone(*square))
        };
        let line = std::iter::successors(step(self.rules, target, direction), |&square| {
            step(self.rules, square, direction)
        });
        line.take_while(is_free).map(|square| self.number(square)).collect()
    }

    /// Whether a man has become a king after this many jumps.
    fn crowns_on_the_way(&self, route: &Route, jumps: usize) -> bool {
        let squares = route.pdn_squares();
        self.rules.promotion == reference::draughts::Promotion::ContinuesAsKing
            && squares[1..=jumps]
                .iter()
                .any(|&square| is_promotion_square(self.rules, self.position.turn, square))
    }
}

/// A random position with this many pieces, the more the less the density is, and this many kings among ten.
pub(crate) fn random_position(
    rules: &Rules,
    density: usize,
    kings_in_ten: usize,
    random: &mut Random,
) -> Position {
    let mut position = Position::start(rules);
    let mut squares = playing_squares(rules);
    squares.iter().for_each(|&square| position.board.set(square, None));
    position.turn = if random.below(2) == 0 { Color::White } else { Color::Black };
    for color in [Color::White, Color::Black] {
        let pieces = 1 + random.below(squares.len() / density);
        for _ in 0..pieces {
            if squares.len() < 4 {
                break;
            }
            let square = squares.swap_remove(random.below(squares.len()));
            let may_be_man = !is_promotion_square(rules, color, square);
            let role = if may_be_man && random.below(10) >= kings_in_ten { Role::Man } else { Role::King };
            position.board.set(square, Some(Piece { color, role }));
        }
    }
    position
}

/// Texts of routes that are nearly legal: the routes of complete captures, shortened, lengthened and bent.
pub(crate) fn routes(case: &Case, random: &mut Random) -> Vec<Vec<usize>> {
    let mut texts = Vec::new();
    let count = case.squares();
    let mut add = |squares: Vec<usize>| {
        if squares.len() >= 3 {
            texts.push(squares);
        }
    };
    for route in case.complete.iter().flat_map(|mv| mv.routes.iter().take(3)).take(40) {
        let squares: Vec<usize> = route.pdn_squares().into_iter().map(|square| case.number(square)).collect();
        if route.hops.is_empty() {
            continue;
        }
        add(squares.clone());
        add(squares[..squares.len() - 1].to_vec());
        for _ in 0..6 {
            let any = 1 + random.below(count);
            let mut longer = squares.clone();
            longer.push(any);
            add(longer);
            let mut bent = squares.clone();
            let place = random.below(bent.len());
            bent[place] = any;
            add(bent);
        }
        let there_and_back: Vec<usize> =
            squares.iter().chain(squares.iter().rev().skip(1)).copied().collect();
        add(there_and_back);
    }
    texts
}
