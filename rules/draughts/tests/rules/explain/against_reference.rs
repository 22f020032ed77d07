//! All pairs of squares and many routes in random positions: a move is called legal exactly when the reference
//! lists it, no reason is missing, and what a reason claims is what the reference finds.
//!
//! `DRAUGHTS_CASES=20 cargo test -p damier-draughts explain::against` makes twenty times as many positions.

use std::collections::BTreeMap;

use boardgame::testing::Random;
use boardgame::{MoveError, MoveStyle};
use damier_draughts::{Capture, Criterion, Illegal};
use reference::draughts::{Move, Role, Square, rules_of, square_numbered};

use crate::explain::case::{Case, random_position, routes};
use crate::explain::game::{Answer, all};

impl Case {
    /// Whether a named capture takes this many kings and is made by what it says.
    fn is_true_of(&self, capture: &Capture) -> bool {
        let (from, _, taken) = self.facts_of(capture);
        let is_king = |number| self.piece(number).is_some_and(|piece| piece.role == Role::King);
        let kings = taken.iter().filter(|&&number| is_king(number)).count();
        kings == capture.kings && capture.by_king == is_king(from)
    }

    /// Compares the answer to a pair of squares with the list of the reference.
    fn check_pair(&self, from: usize, to: usize, is_capture: bool, answer: &Answer) {
        let fits = |mv: &&Move| {
            (self.number(mv.from), self.number(mv.to), !mv.captured.is_empty()) == (from, to, is_capture)
        };
        let fitting: Vec<&Move> = self.legal.iter().filter(fits).collect();
        let is_right = match answer {
            Answer::Legal(..) if fitting.len() > 1 => {
                // One of them is the single jump that the text describes in full.
                fitting.iter().any(|mv| mv.captured.len() == 1)
            }
            Answer::Legal(from, to, captured) => {
                fitting.len() == 1 && self.facts(fitting[0]) == (*from, *to, captured.clone())
            }
            Answer::Text(MoveError::Ambiguous { .. }) => fitting.len() > 1,
            Answer::Text(_) => false,
            Answer::Illegal(_) => fitting.is_empty(),
        };
        let sign = if is_capture { 'x' } else { '-' };
        assert!(is_right, "{} {} {from}{sign}{to}: {answer:?}", self.rules.name, self.fen);
    }

    /// Asks the reference about what the reasons claim.
    fn check_facts(&self, text: &str, reasons: &[Illegal]) {
        for reason in reasons {
            let from =
                text.split(['-', 'x']).next().and_then(|number| number.parse().ok()).expect("a number");
            let is_true = self.is_true(from, reason);
            let words = reason.with_article(self.game.rules);
            assert!(is_true, "{} {} {text}: {words}\n{reason:?}", self.rules.name, self.fen);
            assert!(words.len() > 10 && !words.contains("  "), "{words}");
        }
    }

    /// Whether a route of a complete capture of several pieces from one square passes another.
    fn passes(&self, from: usize, square: usize) -> bool {
        let several = self.complete.iter().filter(|mv| mv.captured.len() > 1 && self.number(mv.from) == from);
        let mut routes = several.flat_map(|mv| &mv.routes);
        routes.any(|route| {
            let points = route.pdn_squares();
            points.windows(2).any(|pair| {
                let (from, to) = (pair[0], pair[1]);
                let files = to.file.cast_signed() - from.file.cast_signed();
                let ranks = to.rank.cast_signed() - from.rank.cast_signed();
                let at = |step: i8| Square {
                    file: (from.file.cast_signed() + files.signum() * step).cast_unsigned(),
                    rank: (from.rank.cast_signed() + ranks.signum() * step).cast_unsigned(),
                };
                let mut way = (1..=files.abs().max(ranks.abs())).map(at);
                way.any(|place| Some(place) == square_numbered(self.rules, square))
            })
        })
    }

    fn is_true(&self, start: usize, reason: &Illegal) -> bool {
        let number = |square: &damier_draughts::Square| self.game.number(*square);
        let color = self.position.turn;
        match reason {
            Illegal::Unexplained => false,
            Illegal::GameOver { .. } => self.legal.is_empty(),
            Illegal::NoPiece { square } => self.piece(number(square)).is_none(),
            Illegal::NotYours { square, .. } => {
                self.piece(number(square)).is_some_and(|piece| piece.color != color)
            }
            Illegal::Occupied { square, piece } | Illegal::Blocked { by: square, piece, .. } => {
                let is_king = piece.role == damier_draughts::Role::King;
                self.piece(number(square)).is_some_and(|found| (found.role == Role::King) == is_king)
            }
            Illegal::MustCapture { instead: capture } | Illegal::WrittenAsQuiet { capture } => {
                self.is_listed(&self.legal, &self.facts_of(capture))
            }
            Illegal::Outranked { criterion, ours, best, .. }
            | Illegal::NoLegalCapture { criterion, ours, best, .. } => {
                let counts = |capture: &Capture| (capture.taken.len(), capture.kings, capture.by_king);
                let ((our_count, our_kings, _), (count, kings, by_king)) = (counts(ours), counts(best));
                let is_less = match criterion {
                    Criterion::MostPieces => our_count < count,
                    Criterion::HighestValue => {
                        (2 * our_kings + (our_count - our_kings)) <= (2 * kings + (count - kings))
                    }
                    Criterion::WithKing => by_king && !ours.by_king,
                    Criterion::MostKings => our_count == count && our_kings < kings,
                    Criterion::KingsFirst => our_count == count && our_kings == kings,
                };
                is_less
                    && [ours, best].into_iter().all(|capture| self.is_true_of(capture))
                    && self.is_listed(&self.complete, &self.facts_of(ours))
                    && self.is_listed(&self.legal, &self.facts_of(best))
            }
            Illegal::OwnPieceInTheWay { square, .. } => {
                self.piece(number(square)).is_some_and(|piece| piece.color == color)
            }
            Illegal::AlreadyJumped { square }
            | Illegal::AlreadyRemoved { square }
            | Illegal::ManTakesKing { square } => {
                self.piece(number(square)).is_some_and(|piece| piece.color != color)
            }
            Illegal::TwoPieces { first, second, .. } => {
                [first, second].into_iter().all(|square| self.piece(number(square)).is_some())
            }
            // Every piece named is taken by some complete capture of the piece.
            Illegal::MustGoOn { next, .. } => next.iter().all(|square| {
                let next = number(square);
                let is_own = |mv: &&Move| self.number(mv.from) == start;
                self.complete.iter().filter(is_own).any(|mv| self.facts(mv).2.contains(&next))
            }),
            Illegal::MustLandOn { squares, .. } => {
                squares.iter().all(|square| self.passes(start, number(square)))
            }
            Illegal::MustLandBehind { target, .. } => {
                self.piece(number(target)).is_some_and(|piece| piece.color != color)
            }
            Illegal::NoCaptureTo { from, ends, .. } => ends.iter().all(|end| {
                let ends = (number(from), number(end));
                self.complete.iter().any(|mv| (self.number(mv.from), self.number(mv.to)) == ends)
            }),
            _ => true,
        }
    }
}

fn check_case(
    case: &Case,
    own: bool,
    random: &mut Random,
    seen: &mut BTreeMap<&'static str, usize>,
) -> usize {
    let pairs = case.pairs(own);
    let mut explained = 0;
    let mut note = |text: &str, answer: &Answer| {
        if let Answer::Illegal(reasons) = answer {
            explained += 1;
            case.check_facts(text, reasons);
            reasons.iter().for_each(|reason| *seen.entry(reason.code()).or_default() += 1);
        }
    };
    for is_capture in [false, true] {
        let sign = if is_capture { 'x' } else { '-' };
        let texts: Vec<String> = pairs.iter().map(|(from, to)| format!("{from}{sign}{to}")).collect();
        let answers = case.game.explain(&case.fen, &texts, MoveStyle::Record);
        for ((&(from, to), text), answer) in pairs.iter().zip(&texts).zip(&answers) {
            case.check_pair(from, to, is_capture, answer);
            note(text, answer);
        }
    }
    let routes = routes(case, random);
    let texts: Vec<String> = routes.iter().map(|squares| case.text(squares)).collect();
    for (squares, (text, answer)) in
        routes.iter().zip(texts.iter().zip(case.game.explain(&case.fen, &texts, MoveStyle::Record)))
    {
        let numbers = |mv: &Move| -> Vec<Vec<usize>> {
            mv.routes
                .iter()
                .map(|route| route.pdn_squares().into_iter().map(|square| case.number(square)).collect())
                .collect()
        };
        let is_route = case.legal.iter().any(|mv| numbers(mv).contains(squares));
        match &answer {
            Answer::Legal(from, to, captured) => {
                assert!(case.is_listed(&case.legal, &(*from, *to, captured.clone())), "{} {text}", case.fen);
            }
            Answer::Illegal(_) => assert!(!is_route, "{} {} {text}: {answer:?}", case.rules.name, case.fen),
            Answer::Text(error) => panic!("{} {text}: {error}", case.fen),
        }
        note(text, &answer);
    }
    explained
}

#[test]
fn every_refusal_is_right_and_has_a_reason() {
    let factor = std::env::var("DRAUGHTS_CASES").map_or(1, |text| text.parse().expect("a number"));
    let mut seen = BTreeMap::new();
    let (mut positions, mut explained) = (0, 0);
    for game in all() {
        let rules =
            rules_of(game.rules.name).unwrap_or_else(|| panic!("no reference for {}", game.rules.name));
        let mut random = Random::new(game.rules.name.len() as u64);
        for round in 0..14 * factor {
            let (density, kings_in_ten) = (2 + random.below(6), random.below(8));
            let position = random_position(rules, density, kings_in_ten, &mut random);
            let Some(case) = Case::new(game, rules, position) else { continue };
            explained += check_case(&case, round % 8 > 0, &mut random, &mut seen);
            positions += 1;
        }
    }
    println!("{explained} refusals in {positions} positions: {seen:#?}");
    assert!(positions > 400 * factor && explained > 300_000 * factor, "{explained} in {positions}");
    assert!(!seen.contains_key("unexplained"));
}
