//! Draughts positions and moves as data.

use std::borrow::Cow;

use boardgame::view::{BoardView, Figure, PieceView, Point, SquareView};
use boardgame::{Color, DrawCounter, MoveRefusal, MoveStyle, Notation, RuleInWords, Syntax};
use draughts::{AnyDraughts, AnyVariant, Hop, HopResult, Illegal, Move, Piece, Role, Route, Rules, Square};

use crate::describe::{About, BoardSquare, Column, Describe, MAX_ROUTES, MoveDetails, ROUTE_STATES};
use crate::explain::{MoveAction, ReasonDetails};
use crate::hops::{HopError, Hops, NextSquare};
use crate::pdn::game_type;
use crate::routes::RoutePoints;

/// What a man becomes.
const KING: &str = "king";

impl Describe for AnyDraughts {
    fn about(variant: AnyVariant) -> About {
        let rules = variant.rules();
        About {
            name: rules.name,
            title: rules.title,
            columns: rules.board.columns,
            rows: rules.board.rows,
            first: rules.first,
            status: rules.status,
            record_format: Syntax::Pdn,
        }
    }

    fn pdn_game_type(variant: AnyVariant) -> Option<String> {
        game_type(variant.rules())
    }

    fn rules_in_words(variant: AnyVariant) -> Vec<RuleInWords> {
        variant.rules().in_words()
    }

    fn axes(variant: AnyVariant) -> Vec<&'static str> {
        variant.rules().axes()
    }

    fn in_short(variant: AnyVariant) -> Vec<&'static str> {
        variant.rules().in_short()
    }

    fn is_losing(variant: AnyVariant) -> bool {
        variant.rules().is_losing()
    }

    fn board(&self) -> BoardView {
        board(self.rules(), &|square| self.piece_at(square))
    }

    fn pieces(&self) -> Vec<(Point, PieceView)> {
        let squares = Color::ALL.into_iter().flat_map(|color| self.pieces(color));
        let seen = |square| Some((point(self.rules(), square), piece_view(self.piece_at(square)?)));
        squares.filter_map(seen).collect()
    }

    fn route_points(&self, mv: Move<u128>, most: usize, states: &mut usize) -> Vec<RoutePoints> {
        let rules = self.rules();
        let points = |squares: Vec<Square>| squares.into_iter().map(|square| point(rules, square)).collect();
        let routes = if mv.is_capture() { self.routes_within(mv, most, states) } else { None };
        match routes {
            Some(routes) if !routes.is_empty() => {
                let route = |route: Route| RoutePoints {
                    path: points(route.squares(rules)),
                    captured: points(route.jumps.iter().map(|jump| jump.captured).collect()),
                };
                routes.into_iter().map(route).collect()
            }
            _ => vec![RoutePoints {
                path: points(vec![mv.from(), mv.to()]),
                captured: points(mv.captured().into_iter().collect()),
            }],
        }
    }

    fn promotion(&self, mv: Move<u128>) -> Option<&'static str> {
        mv.is_crowning().then_some(KING)
    }

    /// The first of a capture's routes.
    fn path(&self, mv: Move<u128>, states: &mut usize) -> Vec<Point> {
        self.route_points(mv, 1, states).into_iter().next().map(|route| route.path).unwrap_or_default()
    }

    const COLUMNS: &'static [Column] = &[
        Column::sum("captures"),
        Column::sum("pieces captured"),
        Column { name: "longest capture", is_largest: true },
        Column::sum("promotions"),
        Column::sum("king moves"),
        Column::sum("final"),
    ];

    fn tally(&self, mv: Move<u128>, after: &Self, columns: &mut [u64]) {
        let captured = mv.captured().len() as u64;
        let numbers = [
            u64::from(mv.is_capture()),
            captured,
            captured,
            u64::from(mv.is_crowning()),
            u64::from(self.kings().contains(mv.from())),
            u64::from(after.outcome().is_some()),
        ];
        columns.iter_mut().zip(numbers).for_each(|(column, number)| *column = number);
    }

    fn squares(variant: AnyVariant) -> Vec<BoardSquare> {
        squares(variant.rules())
    }

    fn describe_move(&self, mv: Move<u128>, text: String, states: &mut usize) -> MoveDetails {
        let (from, to) = (mv.from(), mv.to());
        let is_capture = mv.is_capture();
        let routes = if is_capture { self.routes_within(mv, MAX_ROUTES + 1, states) } else { None };
        let routes = routes.unwrap_or_default();
        let is_long = routes.len() > MAX_ROUTES;
        let routes_count = if is_long { self.count_routes_within(mv, states).ok() } else { None };
        let squares: Vec<Vec<Square>> = routes.iter().map(|route| route.squares(self.rules())).collect();
        let captured = captured(self.rules(), &routes, mv.captured().into_iter());
        let plain = MoveDetails {
            text,
            captured: captured.into_iter().map(Cow::from).collect(),
            promotion: self.promotion(mv),
            hub: Some(self.write_move(mv, MoveStyle::Protocol)),
            routes_count,
            ..MoveDetails::default()
        };
        with_squares(self.rules(), plain, &squares, (from, to))
    }

    fn explain_move(&self, text: &str, style: MoveStyle) -> Result<Move<u128>, MoveRefusal<ReasonDetails>> {
        self.explain(text, style)
            .map_err(|refusal| refusal.map(|reason| reason_details(self.rules(), reason)))
    }

    fn move_action(&self, mv: Move<u128>) -> MoveAction {
        let route = self.routes_within(mv, 1, &mut { ROUTE_STATES }).unwrap_or_default();
        let role = self.piece_at(mv.from()).map_or(Role::Man, |piece| piece.role);
        let captured = captured(self.rules(), &route, mv.captured().into_iter());
        move_action(self.rules(), role, (mv.from(), mv.to()), captured, mv.is_crowning())
    }

    fn draw_counters(&self) -> Vec<DrawCounter> {
        self.draw_counters()
    }

    fn hops(&self, squares: &[String]) -> Result<Hops, HopError> {
        let mut partial = self.begin_move()?;
        let mut moves = Vec::new();
        for (index, name) in squares.iter().enumerate() {
            let square = self.rules().read_square(name).ok_or_else(|| HopError::no_square(name))?;
            if index == 0 {
                partial.pick(square)?;
            } else if let HopResult::Done { mv, .. } = partial.step(square)? {
                moves.push(self.write_move(mv, MoveStyle::Record));
            }
        }
        Ok(Hops {
            board: board(self.rules(), &|square| partial.piece_at(square)),
            next: next_squares(self.rules(), partial.hops()),
            jumped: partial.marked().into_iter().map(|square| self.rules().square_name(square)).collect(),
            moves,
        })
    }
}

fn next_squares(rules: &Rules, hops: &[Hop]) -> Vec<NextSquare> {
    hops.iter().map(|hop| NextSquare { name: rules.square_name(hop.to), ends: hop.ends }).collect()
}

fn reason_details(rules: &Rules, reason: &Illegal) -> ReasonDetails {
    ReasonDetails {
        code: reason.code(),
        article: reason.article(rules),
        text: reason.text(rules),
        squares: reason.squares().into_iter().map(|square| rules.square_name(square)).collect(),
    }
}

/// What a move does, in words.
fn move_action(
    rules: &Rules,
    role: Role,
    (from, to): (Square, Square),
    captured: Vec<String>,
    crowned: bool,
) -> MoveAction {
    let (from, to) = (rules.square_name(from), rules.square_name(to));
    let mut text = format!("the {} on {from} goes to {to}", role.name());
    match &captured[..] {
        [] => {}
        [one] => text.push_str(&format!(" and takes {one}")),
        [first @ .., last] => text.push_str(&format!(" and takes {} and {last}", first.join(", "))),
    }
    if crowned {
        text.push_str(", becoming a king");
    }
    MoveAction { text, captured, becomes: crowned.then_some(KING) }
}

fn squares(rules: &Rules) -> Vec<BoardSquare> {
    let numbers = 1..=u32::from(rules.board.squares());
    let squares = numbers.filter_map(|number| rules.square_of_number(number));
    let place = |square| {
        let (file, rank) = rules.board.file_and_rank(square);
        BoardSquare { name: rules.square_name(square), number: rules.number(square), file, rank }
    };
    squares.map(place).collect()
}

/// A move with its squares, and its routes unless they are too many.
fn with_squares(
    rules: &Rules,
    details: MoveDetails,
    routes: &[Vec<Square>],
    (from, to): (Square, Square),
) -> MoveDetails {
    let is_listed = routes.len() <= MAX_ROUTES;
    let texts = routes.iter().filter(|_| is_listed).map(|route| route_text(rules, route));
    let ends = [from, to];
    let path = routes.first().map_or(&ends[..], Vec::as_slice);
    MoveDetails {
        from: rules.square_name(from).into(),
        to: rules.square_name(to).into(),
        path: path.iter().map(|&square| rules.square_name(square).into()).collect(),
        routes: texts.collect(),
        ..details
    }
}

/// The captured squares in the order of the first route.
fn captured(rules: &Rules, routes: &[Route], unordered: impl Iterator<Item = Square>) -> Vec<String> {
    match routes.first() {
        Some(route) => route.jumps.iter().map(|jump| rules.square_name(jump.captured)).collect(),
        // Above the work limit there is no route to give the order.
        None => unordered.map(|square| rules.square_name(square)).collect(),
    }
}

fn route_text(rules: &Rules, squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(|&square| rules.square_name(square)).collect();
    names.join(&rules.numbering.capture_sign.to_string())
}

fn point(rules: &Rules, square: Square) -> Point {
    let (file, rank) = rules.board.file_and_rank(square);
    Point { column: file, row: rules.board.rows - 1 - rank }
}

/// The playable squares in the order of their numbers or, if they have letters, from a1 row by row.
fn board(rules: &Rules, piece_at: &dyn Fn(Square) -> Option<Piece>) -> BoardView {
    let draughts::Board { columns, rows, full, .. } = rules.board;
    let places = (0..rows).flat_map(|rank| (0..columns).map(move |file| (file, rank)));
    let mut squares: Vec<Square> =
        places.filter_map(|(file, rank)| rules.board.square_at(file, rank)).collect();
    squares.sort_by_key(|&square| {
        let (file, rank) = rules.file_and_rank_named(square);
        if rules.numbering.algebraic { (rank, file) } else { (rules.number(square), 0) }
    });
    let squares = squares.into_iter().map(|square| SquareView {
        point: point(rules, square),
        name: rules.square_name(square),
        piece: piece_at(square).map(piece_view),
    });
    BoardView { columns, rows, is_checkered: !full, squares: squares.collect() }
}

fn piece_view(piece: Piece) -> PieceView {
    PieceView { color: piece.color, figure: figure(piece.role) }
}

fn figure(role: Role) -> Figure {
    match role {
        Role::Man => Figure::Man,
        Role::King => Figure::Crowned,
    }
}
