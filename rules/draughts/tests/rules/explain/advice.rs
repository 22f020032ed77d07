//! Whatever an explanation tells the player to do is, when done, legal or the beginning of something legal; and
//! the squares that it lists as ends are ends of legal moves. All pairs of squares, many routes and many moves of
//! Hub in random positions full of kings, for every game. What is legal is asked of the reference.
//!
//! `DRAUGHTS_CASES=20 cargo test -p damier-draughts explain::advice` makes twenty times as many positions.

use std::collections::{BTreeMap, BTreeSet};

use boardgame::MoveStyle;
use boardgame::testing::Random;
use damier_draughts::{Capture, Illegal, Square};
use reference::draughts::{Color, KingRun, Position, Role, Route, Rules, rules_of};

use crate::explain::case::{Case, random_position, routes};
use crate::explain::game::{Answer, all};

/// How often each reason was given.
type Seen = BTreeMap<&'static str, usize>;

/// A text that was refused, and by what squares it goes; only its ends where its route is not known.
struct Attempt<'a> {
    case: &'a Case,
    text: &'a str,
    squares: &'a [usize],
}

impl Attempt<'_> {
    fn number(&self, square: &Square) -> usize {
        self.case.game.number(*square)
    }

    /// What is wrong with the advice of a reason, if anything.
    fn wrong_advice(&self, reason: &Illegal) -> Option<&'static str> {
        let number = |square: &Square| self.number(square);
        let case = self.case;
        let of_piece = |from: usize| case.legal.iter().filter(move |mv| case.number(mv.from) == from);
        let is_right = match reason {
            Illegal::Unexplained => return Some("no reason"),
            // Captures turn.
            Illegal::NotOnALine { .. } => self.squares.len() > 2 || !self.text.contains('x'),
            Illegal::MustGoOn { at, next, .. } => {
                let is_taken = |next: &Square| {
                    self.follows(|route, jumps| {
                        let after = route.hops.get(jumps).map(|&(_, taken)| case.number(taken));
                        case.stands(route, jumps).contains(&number(at)) && after == Some(number(next))
                    })
                };
                !next.is_empty() && next.iter().all(is_taken)
            }
            Illegal::MustLandOn { squares, .. } => {
                let lands = |square: &Square| {
                    self.follows(|route, jumps| {
                        jumps < route.hops.len() && case.stands(route, jumps).contains(&number(square))
                    })
                };
                !squares.is_empty() && squares.iter().all(lands)
            }
            Illegal::LandsTooFar { target, behind, .. } | Illegal::MustLandBehind { target, behind, .. } => {
                self.follows(|route, jumps| {
                    case.number(route.hops[jumps - 1].1) == number(target)
                        && case.stands(route, jumps).contains(&number(behind))
                })
            }
            Illegal::EndsOnCrowning { at } => {
                self.follows(|route, jumps| jumps == route.hops.len() && case.number(route.to) == number(at))
            }
            Illegal::NoCaptureTo { from, ends, .. } => {
                let legal: BTreeSet<usize> = of_piece(number(from)).map(|mv| case.number(mv.to)).collect();
                let named: BTreeSet<usize> = ends.iter().map(number).collect();
                legal == named && of_piece(number(from)).all(|mv| !mv.captured.is_empty())
            }
            Illegal::CannotCapture { square, .. } => !case
                .complete
                .iter()
                .any(|mv| case.number(mv.from) == number(square) && !mv.captured.is_empty()),
            Illegal::NoLegalCapture { ours, best, .. } => {
                of_piece(number(&ours.from)).next().is_none() && self.is_legal_as_written(best)
            }
            Illegal::MustCapture { instead: capture }
            | Illegal::WrittenAsQuiet { capture }
            | Illegal::Outranked { best: capture, .. } => self.is_legal_as_written(capture),
            Illegal::WrittenAsCapture { from, to } => {
                case.is_listed(&case.legal, &(number(from), number(to), Vec::new()))
            }
            Illegal::OtherPieces { from, to, taken, .. } => {
                case.is_listed(&case.legal, &(number(from), number(to), case.game.numbers(taken)))
            }
            Illegal::KingMustWait { .. } => case.legal.iter().all(|mv| mv.captured.is_empty()),
            _ => true,
        };
        (!is_right).then_some("not legal")
    }

    /// Whether some legal capture goes along the squares of the text for a number of jumps, after which something
    /// is true of it. Where only the ends are written it may turn anywhere.
    fn follows(&self, is_true: impl Fn(&Route, usize) -> bool) -> bool {
        let case = self.case;
        let routes = case.legal.iter().filter(|mv| case.number(mv.from) == self.squares[0]);
        routes.flat_map(|mv| &mv.routes).any(|route| {
            (1..=route.hops.len()).any(|jumps| {
                let goes_along = |place: usize| case.stands(route, place).contains(&self.squares[place]);
                let is_along =
                    self.squares.len() == 2 || jumps < self.squares.len() && (1..jumps).all(goes_along);
                is_along && is_true(route, jumps)
            })
        })
    }

    /// Whether a named capture is legal, and is read as itself when it is written as the explanation writes it.
    fn is_legal_as_written(&self, capture: &Capture) -> bool {
        let case = self.case;
        let facts = case.facts_of(capture);
        let text = case.text(&capture.squares.iter().map(|square| self.number(square)).collect::<Vec<_>>());
        let answer = case.game.explain(&case.fen, &[text], MoveStyle::Record).remove(0);
        let is_read = match answer {
            Answer::Legal(from, to, taken) => (from, to, taken) == facts,
            _ => false,
        };
        is_read && case.is_listed(&case.legal, &facts)
    }

    /// Whether the words name no squares but those of the reason.
    fn names_only_its_squares(&self, reason: &Illegal) -> bool {
        let rules = self.case.game.rules;
        let squares = squares_of(reason).into_iter().map(|square| rules.square_name(square));
        let known: BTreeSet<String> = squares.chain(counts_of(reason).iter().map(usize::to_string)).collect();
        let words = reason.text(rules);
        let parts = words.split(|letter: char| !letter.is_ascii_alphanumeric() || letter == 'x');
        parts.filter(|part| rules.read_square(part).is_some()).all(|name| known.contains(name))
    }
}

/// Every square that a reason holds.
fn squares_of(reason: &Illegal) -> Vec<Square> {
    let mut squares = reason.squares();
    let whole = |capture: &Capture| [capture.squares.clone(), capture.taken.clone()].concat();
    match reason {
        Illegal::MustCapture { instead: capture } | Illegal::WrittenAsQuiet { capture } => {
            squares.extend(whole(capture));
        }
        Illegal::Outranked { ours, best, .. } | Illegal::NoLegalCapture { ours, best, .. } => {
            squares.extend([whole(ours), whole(best)].concat());
        }
        Illegal::Blocked { from, to, .. } | Illegal::NoCaptureTo { from, to, .. } => {
            squares.extend([from, to])
        }
        Illegal::OtherPieces { from, to, given, .. } => squares.extend([&[*from, *to], &given[..]].concat()),
        Illegal::MustGoOn { at, .. } | Illegal::MustLandOn { at, .. } => squares.push(*at),
        Illegal::LandsTooFar { to, .. } | Illegal::MustLandBehind { to, .. } => squares.push(*to),
        _ => {}
    }
    squares
}

/// The numbers that the words of a reason may hold besides squares.
fn counts_of(reason: &Illegal) -> Vec<usize> {
    let of = |capture: &Capture| [capture.taken.len(), capture.kings, capture.taken.len() - capture.kings];
    match reason {
        Illegal::Outranked { ours, best, .. } | Illegal::NoLegalCapture { ours, best, .. } => {
            [of(ours), of(best)].concat()
        }
        Illegal::KingMustWait { limit, .. } => vec![usize::from(*limit)],
        Illegal::TurnsBack { .. } => vec![180],
        _ => Vec::new(),
    }
}

/// A random position in which most pieces are kings, where the game goes on with kings; in games with a limit on
/// the moves of a king, one king has often used it up.
fn king_heavy_position(rules: &Rules, random: &mut Random) -> Position {
    let kings_in_ten = if rules.first_king_wins { 0 } else { 5 + random.below(5) };
    let density = 3 + random.below(5);
    let mut position = random_position(rules, density, kings_in_ten, random);
    let color = position.turn;
    let pieces = position.board.pieces(rules, color);
    let king = pieces.iter().find(|(_, role)| *role == Role::King);
    let has_man = pieces.iter().any(|(_, role)| *role == Role::Man);
    if let (Some(limit), Some(&(square, _)), true) = (rules.king_run_limit, king, has_man) {
        position.king_runs[usize::from(color == Color::Black)] = Some(KingRun { square, moves: limit });
    }
    position
}

/// Moves of Hub that are nearly legal: complete captures with what they take, and with less, more or something else.
fn hub_moves(case: &Case, random: &mut Random) -> Vec<(String, [usize; 2])> {
    let mut moves = Vec::new();
    let count = case.squares();
    for mv in case.complete.iter().filter(|mv| !mv.captured.is_empty()).take(30) {
        let (from, to, taken) = case.facts(mv);
        let any = 1 + random.below(count);
        let mut more = taken.clone();
        more.push(any);
        let sets = [taken.clone(), taken[1..].to_vec(), more, vec![any]];
        for (to, set) in sets.into_iter().flat_map(|set| [(to, set.clone()), (any, set)]) {
            let squares: Vec<usize> = [from, to].into_iter().chain(set).collect();
            moves.push((squares.iter().map(usize::to_string).collect::<Vec<_>>().join("x"), [from, to]));
        }
    }
    moves
}

/// Asks about many moves of a position and returns what is wrong with the advice.
fn check(case: &Case, random: &mut Random, seen: &mut Seen) -> Vec<String> {
    let pairs = case.pairs(true);
    let ends =
        |sign: char| pairs.iter().map(move |(from, to)| (format!("{from}{sign}{to}"), vec![*from, *to]));
    let along = routes(case, random).into_iter().map(|route| (case.text(&route), route));
    let records: Vec<_> = ends('x').chain(ends('-')).chain(along).collect();
    let hub: Vec<_> = hub_moves(case, random).into_iter().map(|(text, ends)| (text, ends.to_vec())).collect();
    let mut wrong = Vec::new();
    for (style, texts) in [(MoveStyle::Record, records), (MoveStyle::Protocol, hub)] {
        let asked: Vec<String> = texts.iter().map(|(text, _)| text.clone()).collect();
        let answers = case.game.explain(&case.fen, &asked, style);
        for ((text, squares), answer) in texts.iter().zip(answers) {
            let Answer::Illegal(reasons) = answer else { continue };
            let attempt = Attempt { case, text, squares };
            for reason in &reasons {
                *seen.entry(reason.code()).or_default() += 1;
                let names = || (!attempt.names_only_its_squares(reason)).then_some("names other squares");
                if let Some(what) = attempt.wrong_advice(reason).or_else(names) {
                    let words = reason.text(case.game.rules);
                    wrong.push(format!(
                        "{} {} {}: {} {what}: {words}",
                        case.rules.name,
                        case.fen,
                        attempt.text,
                        reason.code()
                    ));
                }
            }
        }
    }
    wrong
}

#[test]
fn advice_is_legal() {
    let factor = std::env::var("DRAUGHTS_CASES").map_or(1, |text| text.parse().expect("a number"));
    let mut seen = Seen::new();
    let mut wrong = Vec::new();
    let mut positions = 0;
    for game in all() {
        let rules = rules_of(game.rules.name).expect("every game has a reference");
        let mut random = Random::new(4);
        for _ in 0..16 * factor {
            let position = king_heavy_position(rules, &mut random);
            let Some(case) = Case::new(game, rules, position) else { continue };
            wrong.extend(check(&case, &mut random, &mut seen));
            positions += 1;
        }
    }
    println!("{positions} positions: {seen:#?}");
    let shown: Vec<&str> = wrong.iter().take(20).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} wrong, as\n{}", wrong.len(), shown.join("\n"));
    for code in [
        "must_go_on",
        "must_land_on",
        "must_land_behind",
        "lands_too_far",
        "ends_on_crowning",
        "no_capture_to",
        "no_legal_capture",
        "cannot_capture",
        "king_must_wait",
    ] {
        assert!(seen.contains_key(code), "{code} was never given: {seen:?}");
    }
}
