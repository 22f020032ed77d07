//! The crate as the reference would put it: positions, moves, routes and games in the types of the
//! reference, so that comparing them is plain equality.

use boardgame::{Color, Countable, Game, MoveList, Notation, Outcome, Position, Reading, Rule};
use damier_draughts::{AnyDraughts, AnyVariant, Direction, Move, Piece, Role, Route, Rules, Setup, Square};
use reference::draughts as slow;

use crate::common::AnySetup;
use crate::variants::all_boards;

/// Moves with more routes are compared by the number of their routes only.
pub(crate) const ROUTES_LISTED: u64 = 2000;

/// One variant: the rules of the reference, and what the crate answers.
#[derive(Clone, Copy)]
pub(crate) struct Fast {
    pub(crate) rules: &'static slow::Rules,
    pub(crate) variant: AnyVariant,
}

/// What the crate says of a position.
pub(crate) struct Facts {
    /// Sorted as the reference sorts them.
    pub(crate) moves: Vec<MoveFacts>,
    pub(crate) count: usize,
    pub(crate) must_capture: bool,
    pub(crate) has_legal_move: bool,
    /// The positions after each move, made without moves.
    pub(crate) successors: Vec<slow::Position>,
}

/// What the crate says of a move.
pub(crate) struct MoveFacts {
    /// With its routes, unless there are more than [`ROUTES_LISTED`].
    pub(crate) mv: slow::Move,
    /// The squares of each route as PDN writes them.
    pub(crate) squares: Vec<Vec<slow::Square>>,
    pub(crate) count_of_routes: u64,
    pub(crate) after: slow::Position,
}

/// A game of the crate.
pub(crate) struct FastGame(Game<AnyDraughts>);

/// Every variant, the test boards included.
pub(crate) fn all() -> Vec<Fast> {
    all_boards().map(Fast::new).collect()
}

impl Fast {
    pub(crate) fn new(variant: AnyVariant) -> Self {
        let name = variant.rules().name;
        Self { rules: slow::rules_of(name).unwrap_or_else(|| panic!("no reference for {name}")), variant }
    }

    /// The most pieces of one side.
    pub(crate) fn most_pieces(&self) -> usize {
        self.variant.rules().most_pieces()
    }

    pub(crate) fn start(&self) -> slow::Position {
        to_slow(&AnyDraughts::start_of(self.variant))
    }

    /// Reads a FEN.
    pub(crate) fn read(&self, fen: &str) -> slow::Position {
        let position = AnyDraughts::read_fen(self.variant, fen, Reading::Lenient);
        to_slow(&position.unwrap_or_else(|error| panic!("{fen}: {error}")))
    }

    /// The number of a square.
    pub(crate) fn number(&self, square: slow::Square) -> usize {
        let rules = self.variant.rules();
        usize::from(rules.number(fast_square(rules, square)))
    }

    /// What the crate says of a position; nothing where it is too complex.
    pub(crate) fn facts(&self, position: &slow::Position) -> Option<Facts> {
        let position = &self.to_fast(position);
        let mut list = MoveList::new();
        position.try_legal_moves_into(&mut list).ok()?;
        let mut moves: Vec<MoveFacts> = list.iter().map(|&mv| move_facts(position, mv)).collect();
        moves.sort_by(|one, other| one.mv.cmp(&other.mv));
        let mut successors = Vec::new();
        position.for_each_successor(|next| successors.push(to_slow(next)));
        Some(Facts {
            moves,
            count: position.count_legal(),
            must_capture: position.must_capture(),
            has_legal_move: position.has_legal_move(),
            successors,
        })
    }

    /// The legal moves of all successors together.
    pub(crate) fn count_of_successors(&self, position: &slow::Position) -> u64 {
        self.to_fast(position).count_legal_of_successors()
    }

    /// A game that begins with this position.
    pub(crate) fn game(&self, position: &slow::Position) -> FastGame {
        FastGame(Game::new(self.to_fast(position)))
    }

    fn to_fast(self, position: &slow::Position) -> AnyDraughts {
        let rules = self.variant.rules();
        let mut setup = AnySetup::empty_of(self.variant, fast_color(position.turn));
        for color in [slow::Color::White, slow::Color::Black] {
            for (square, role) in position.board.pieces(self.rules, color) {
                let role = if role == slow::Role::King { Role::King } else { Role::Man };
                setup.set(fast_square(rules, square), Some(Piece { color: fast_color(color), role }));
            }
            setup.counters.king_runs[fast_color(color) as usize] =
                position.king_run(color).map(|run| (fast_square(rules, run.square), run.moves));
        }
        setup.position_lenient().expect("a possible position")
    }
}

impl FastGame {
    /// The position now.
    pub(crate) fn position(&self) -> slow::Position {
        to_slow(self.0.position())
    }

    /// Plays a move, also after a draw.
    pub(crate) fn play(&mut self, mv: &slow::Move) {
        let mv = fast_move(self.0.position(), mv);
        self.0.play_on(mv).expect("a legal move");
    }

    /// The winner, nobody in a draw; the rule and its name.
    pub(crate) fn outcome(&self) -> Option<(Option<slow::Color>, Rule, &'static str)> {
        self.0.outcome().map(|(outcome, reason)| {
            assert!(!reason.article.is_empty(), "no article for {}", reason.name);
            let winner = match outcome {
                Outcome::Win(color) => Some(slow_color(color)),
                Outcome::Draw => None,
            };
            (winner, reason.rule, reason.name)
        })
    }

    /// Whether a move takes nothing, offers nothing, blocks nobody and leads to no earlier position.
    pub(crate) fn is_calm(&self, mv: &slow::Move) -> bool {
        let next = self.0.position().after(fast_move(self.0.position(), mv));
        mv.captured.is_empty()
            && !next.must_capture()
            && next.has_legal_move()
            && !self.0.positions().any(|earlier| next.repeats(earlier))
    }
}

fn move_facts(position: &AnyDraughts, mv: Move<u128>) -> MoveFacts {
    let rules = position.rules();
    let count_of_routes = position.try_count_routes(mv).unwrap_or(u64::MAX);
    let few = count_of_routes <= ROUTES_LISTED;
    let routes = if few { position.routes(mv, usize::MAX) } else { Vec::new() };
    let mut routes: Vec<_> =
        routes.iter().map(|route| (slow_route(rules, route), squares(rules, route))).collect();
    routes.sort();
    let (routes, squares) = routes.into_iter().unzip();
    MoveFacts {
        mv: slow::Move { routes, ..slow_move(rules, mv) },
        squares,
        count_of_routes,
        after: to_slow(&position.after(mv)),
    }
}

/// The legal move that the reference means.
fn fast_move(position: &AnyDraughts, wanted: &slow::Move) -> Move<u128> {
    let mut list = MoveList::new();
    position.legal_moves_into(&mut list);
    let is_it = |mv: &&Move<u128>| {
        let mv = slow_move(position.rules(), **mv);
        (mv.from, mv.to, mv.crowned) == (wanted.from, wanted.to, wanted.crowned)
            && mv.captured == wanted.captured
    };
    *list.iter().find(is_it).unwrap_or_else(|| panic!("{wanted:?} is missing in {}", position.to_fen()))
}

fn to_slow(position: &AnyDraughts) -> slow::Position {
    let rules = position.rules();
    let stray = position.kings() & position.empty_squares();
    assert!(stray.is_empty(), "{} {}: kings without pieces on {stray:?}", rules.name, position.to_fen());
    let mut board = slow::Board::empty();
    for color in Color::ALL {
        for square in position.pieces(color) {
            let is_king = position.kings().contains(square);
            let role = if is_king { slow::Role::King } else { slow::Role::Man };
            board.set(slow_square(rules, square), Some(slow::Piece { color: slow_color(color), role }));
        }
    }
    let king_runs = Setup::from(position)
        .counters
        .king_runs
        .map(|run| run.map(|(square, moves)| slow::KingRun { square: slow_square(rules, square), moves }));
    slow::Position { turn: slow_color(position.turn()), board, king_runs }
}

fn slow_move(rules: &Rules, mv: Move<u128>) -> slow::Move {
    let mut captured: Vec<_> = mv.captured().into_iter().map(|square| slow_square(rules, square)).collect();
    captured.sort();
    slow::Move {
        from: slow_square(rules, mv.from()),
        to: slow_square(rules, mv.to()),
        captured,
        crowned: mv.is_crowning(),
        routes: Vec::new(),
    }
}

fn slow_route(rules: &Rules, route: &Route) -> slow::Route {
    let hop = |jump: &damier_draughts::Jump| {
        (slow_direction(rules, jump.direction), slow_square(rules, jump.captured))
    };
    slow::Route {
        from: slow_square(rules, route.from),
        hops: route.jumps.iter().map(hop).collect(),
        to: slow_square(rules, route.to),
    }
}

fn squares(rules: &Rules, route: &Route) -> Vec<slow::Square> {
    route.squares(rules).into_iter().map(|square| slow_square(rules, square)).collect()
}

fn slow_direction(rules: &Rules, direction: Direction) -> slow::Direction {
    let (files, ranks) = match direction {
        Direction::North => (0, 1),
        Direction::NorthEast => (1, 1),
        Direction::East => (1, 0),
        Direction::SouthEast => (1, -1),
        Direction::South => (0, -1),
        Direction::SouthWest => (-1, -1),
        Direction::West => (-1, 0),
        Direction::NorthWest => (-1, 1),
    };
    // On boards of one color of squares a straight step goes over a square that is not played on.
    let step = if rules.board.full || files != 0 && ranks != 0 { 1 } else { 2 };
    slow::Direction { files: files * step, ranks: ranks * step }
}

fn slow_square(rules: &Rules, square: Square) -> slow::Square {
    let (file, rank) = rules.board.file_and_rank(square);
    slow::Square { file, rank }
}

fn fast_square(rules: &Rules, square: slow::Square) -> Square {
    rules.board.square_at(square.file, square.rank).expect("a playing square")
}

fn slow_color(color: Color) -> slow::Color {
    match color {
        Color::White => slow::Color::White,
        Color::Black => slow::Color::Black,
    }
}

fn fast_color(color: slow::Color) -> Color {
    match color {
        slow::Color::White => Color::White,
        slow::Color::Black => Color::Black,
    }
}
