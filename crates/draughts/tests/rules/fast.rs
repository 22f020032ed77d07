//! The crate as the reference would put it: positions, moves, routes and games in the types of the
//! reference, so that comparing them is plain equality.
//!
//! All that is generic over variants stands here and is kept short, since it is compiled once for each.

use boardgame::{Color, Game, MoveList, Notation, Outcome, Position, Rule};
use draughts::variants::test_boards::*;
use draughts::variants::*;
use draughts::{Direction, Draughts, Move, Piece, Role, Route, Setup, Square, Variant};
use reference::draughts as slow;

use crate::common::for_every_board;

/// Moves with more routes are compared by the number of their routes only.
pub(crate) const ROUTES_LISTED: u64 = 2000;

/// One variant: the rules of the reference, and what the crate answers.
pub(crate) struct Fast {
    pub(crate) rules: &'static slow::Rules,
    /// The most pieces of one side.
    pub(crate) most_pieces: usize,
    pub(crate) start: fn() -> slow::Position,
    /// Reads a FEN.
    pub(crate) read: fn(&str) -> slow::Position,
    /// The number of a square.
    pub(crate) number: fn(slow::Square) -> usize,
    /// What the crate says of a position; nothing where it is too complex.
    pub(crate) facts: fn(&slow::Position) -> Option<Facts>,
    /// The legal moves of all successors together.
    pub(crate) count_of_successors: fn(&slow::Position) -> u64,
    /// A game that begins with this position.
    pub(crate) game: fn(&slow::Position) -> Box<dyn FastGame>,
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
pub(crate) trait FastGame {
    /// The position now.
    fn position(&self) -> slow::Position;
    /// Plays a move, also after a draw.
    fn play(&mut self, mv: &slow::Move);
    /// The winner, nobody in a draw; the rule and its name.
    fn outcome(&self) -> Option<(Option<slow::Color>, Rule, &'static str)>;
    /// Whether a move takes nothing, offers nothing, blocks nobody and leads to no earlier position.
    fn is_calm(&self, mv: &slow::Move) -> bool;
}

/// Every variant, the test boards included.
pub(crate) fn all() -> Vec<Fast> {
    macro_rules! entries {
        ($($variant:ident),*) => { vec![$(entry::<$variant>()),*] };
    }
    for_every_board!(entries)
}

/// One variant.
pub(crate) fn entry<V: Variant>() -> Fast {
    Fast {
        rules: slow::rules_of(V::RULES.name).unwrap_or_else(|| panic!("no reference for {}", V::RULES.name)),
        most_pieces: V::RULES.most_pieces(),
        start: || to_slow(&Draughts::<V>::start()),
        read: |fen| {
            let setup = Setup::<V>::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
            to_slow(&setup.position_lenient().unwrap_or_else(|error| panic!("{fen}: {error}")))
        },
        number: |square| usize::from(V::RULES.number(fast_square::<V>(square))),
        facts: |position| facts(&to_fast::<V>(position)),
        count_of_successors: |position| to_fast::<V>(position).count_legal_of_successors(),
        game: |position| Box::new(Game::new(to_fast::<V>(position))),
    }
}

fn facts<V: Variant>(position: &Draughts<V>) -> Option<Facts> {
    let mut list = MoveList::new();
    position.try_legal_moves(&mut list).ok()?;
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

fn move_facts<V: Variant>(position: &Draughts<V>, mv: Move<V::Word>) -> MoveFacts {
    let count_of_routes = position.try_count_routes(mv).unwrap_or(u64::MAX);
    let few = count_of_routes <= ROUTES_LISTED;
    let routes = if few { position.routes(mv, usize::MAX) } else { Vec::new() };
    let mut routes: Vec<_> =
        routes.iter().map(|route| (slow_route::<V>(route), squares::<V>(route))).collect();
    routes.sort();
    let (routes, squares) = routes.into_iter().unzip();
    MoveFacts {
        mv: slow::Move { routes, ..slow_move::<V>(mv) },
        squares,
        count_of_routes,
        after: to_slow(&position.after(mv)),
    }
}

impl<V: Variant> FastGame for Game<Draughts<V>> {
    fn position(&self) -> slow::Position {
        to_slow(self.position())
    }

    fn play(&mut self, mv: &slow::Move) {
        let mv = fast_move(self.position(), mv);
        self.play_on(mv).expect("a legal move");
    }

    fn outcome(&self) -> Option<(Option<slow::Color>, Rule, &'static str)> {
        self.outcome().map(|(outcome, reason)| {
            assert!(!reason.article.is_empty(), "no article for {}", reason.name);
            let winner = match outcome {
                Outcome::Win(color) => Some(slow_color(color)),
                Outcome::Draw => None,
            };
            (winner, reason.rule, reason.name)
        })
    }

    fn is_calm(&self, mv: &slow::Move) -> bool {
        let next = self.position().after(fast_move(self.position(), mv));
        mv.captured.is_empty()
            && !next.must_capture()
            && next.has_legal_move()
            && !self.positions().any(|earlier| next.repeats(earlier))
    }
}

/// The legal move that the reference means.
fn fast_move<V: Variant>(position: &Draughts<V>, wanted: &slow::Move) -> Move<V::Word> {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    let is_it = |mv: &&Move<V::Word>| {
        let mv = slow_move::<V>(**mv);
        (mv.from, mv.to, mv.crowned) == (wanted.from, wanted.to, wanted.crowned)
            && mv.captured == wanted.captured
    };
    *list.iter().find(is_it).unwrap_or_else(|| panic!("{wanted:?} is missing in {}", position.to_fen()))
}

fn to_fast<V: Variant>(position: &slow::Position) -> Draughts<V> {
    let rules = slow::rules_of(V::RULES.name).expect("known rules");
    let mut setup = Setup::<V>::empty(fast_color(position.turn));
    for color in [slow::Color::White, slow::Color::Black] {
        for (square, role) in position.board.pieces(rules, color) {
            let role = if role == slow::Role::King { Role::King } else { Role::Man };
            setup.set(fast_square::<V>(square), Some(Piece { color: fast_color(color), role }));
        }
        setup.counters.king_runs[fast_color(color) as usize] =
            position.king_run(color).map(|run| (fast_square::<V>(run.square), run.moves));
    }
    setup.position_lenient().expect("a possible position")
}

fn to_slow<V: Variant>(position: &Draughts<V>) -> slow::Position {
    let mut board = slow::Board::empty();
    for color in Color::ALL {
        for square in position.pieces(color) {
            let is_king = position.kings().contains(square);
            let role = if is_king { slow::Role::King } else { slow::Role::Man };
            board.set(slow_square::<V>(square), Some(slow::Piece { color: slow_color(color), role }));
        }
    }
    let king_runs = Setup::from(position)
        .counters
        .king_runs
        .map(|run| run.map(|(square, moves)| slow::KingRun { square: slow_square::<V>(square), moves }));
    slow::Position { turn: slow_color(position.turn()), board, king_runs }
}

fn slow_move<V: Variant>(mv: Move<V::Word>) -> slow::Move {
    let mut captured: Vec<_> = mv.captured().into_iter().map(slow_square::<V>).collect();
    captured.sort();
    slow::Move {
        from: slow_square::<V>(mv.from()),
        to: slow_square::<V>(mv.to()),
        captured,
        crowned: mv.is_crowning(),
        routes: Vec::new(),
    }
}

fn slow_route<V: Variant>(route: &Route) -> slow::Route {
    let hop = |jump: &draughts::Jump| (slow_direction::<V>(jump.direction), slow_square::<V>(jump.captured));
    slow::Route {
        from: slow_square::<V>(route.from),
        hops: route.jumps.iter().map(hop).collect(),
        to: slow_square::<V>(route.to),
    }
}

fn squares<V: Variant>(route: &Route) -> Vec<slow::Square> {
    route.squares(&V::RULES).into_iter().map(slow_square::<V>).collect()
}

fn slow_direction<V: Variant>(direction: Direction) -> slow::Direction {
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
    let step = if V::RULES.board.full || files != 0 && ranks != 0 { 1 } else { 2 };
    slow::Direction { files: files * step, ranks: ranks * step }
}

fn slow_square<V: Variant>(square: Square) -> slow::Square {
    let (file, rank) = V::RULES.board.file_and_rank(square);
    slow::Square { file, rank }
}

fn fast_square<V: Variant>(square: slow::Square) -> Square {
    V::RULES.board.square_at(square.file, square.rank).expect("a playing square")
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
