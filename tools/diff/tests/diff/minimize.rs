//! Differences are minimized within a budget, in batches, and told as what they are.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use boardgame::MoveStyle;
use catalog::GameId;
use client::EngineError;
use damier_diff::{
    Answer, Batch, Budget, Effort, MinimizingEnd, Observer, Opponent, OpponentError, Query, Report,
    TestPosition, check,
};

type Answers = Vec<Result<Answer, OpponentError>>;

/// Leaves out the last legal move of the positions that a test chooses.
struct Forgetful<'a> {
    forgets: &'a dyn Fn(&str) -> bool,
    batch: Batch,
    /// What becomes of several answers at once.
    spoil: fn(Answers) -> Answers,
    /// The clock: every question takes a second.
    clock: Rc<Cell<u64>>,
    questions: usize,
    /// The largest batch.
    largest: usize,
}

impl<'a> Forgetful<'a> {
    fn new(forgets: &'a dyn Fn(&str) -> bool) -> Self {
        let clock = Rc::default();
        Self { forgets, batch: Batch::OneByOne, spoil: |answers| answers, clock, questions: 0, largest: 0 }
    }

    fn answer(&mut self, line: &TestPosition) -> Answer {
        self.questions += 1;
        self.clock.set(self.clock.get() + 1);
        let mut moves = line.position().legal_moves(MoveStyle::Protocol);
        if (self.forgets)(line.fen()) {
            moves.pop();
        }
        Answer::of_texts(moves)
    }
}

impl Opponent for Forgetful<'_> {
    fn name(&self) -> &str {
        "forgetful"
    }

    fn ask(&mut self, line: &TestPosition, _query: Query) -> Result<Answer, OpponentError> {
        Ok(self.answer(line))
    }

    fn ask_all(&mut self, lines: &[TestPosition], _query: Query) -> Vec<Result<Answer, OpponentError>> {
        self.largest = self.largest.max(lines.len());
        let answers = lines.iter().map(|line| Ok(self.answer(line))).collect();
        (self.spoil)(answers)
    }

    fn batch(&self) -> Batch {
        self.batch
    }
}

/// A clock that only questions move.
#[derive(Default)]
struct Clock {
    seconds: Rc<Cell<u64>>,
    seen: RefCell<Vec<Effort>>,
    stops_after: Option<u64>,
}

impl Observer for Clock {
    fn is_stopped(&self) -> bool {
        self.stops_after.is_some_and(|most| self.seconds.get() >= most)
    }

    fn now(&self) -> Duration {
        Duration::from_secs(self.seconds.get())
    }

    fn minimizing(&self, effort: &Effort) {
        self.seen.borrow_mut().push(*effort);
    }
}

const CROWD: &str = "W:W27,28,32,33,37,38:B12,13,17,18,22,23";

fn report(opponent: &mut dyn Opponent, fen: &str, budget: Option<Budget>, observer: &dyn Observer) -> Report {
    let line = TestPosition::open(GameId::International, fen).expect("a position");
    check(opponent, &line, Query::of_depth(1), budget, observer).expect("an answer").expect("a difference")
}

fn seconds(seconds: u64) -> Option<Budget> {
    Some(Budget { time: Duration::from_secs(seconds), ..Budget::default() })
}

fn pieces(fen: &str) -> usize {
    fen.split([',', ':']).filter(|item| item.contains(|c: char| c.is_ascii_digit())).count()
}

#[test]
fn the_time_ends_with_the_smallest_so_far() {
    let mut opponent = Forgetful::new(&|_| true);
    let clock = Clock { seconds: Rc::clone(&opponent.clock), ..Clock::default() };
    let found = report(&mut opponent, CROWD, seconds(2), &clock);
    assert_eq!(
        (found.minimizing_end, found.is_smaller, found.is_minimal),
        (MinimizingEnd::OutOfTime, true, false)
    );
    assert_eq!(found.questions, 2);
    assert!(found.pieces < 12, "{found}");
    let text = "minimized with 2 questions, perhaps not fully: time limit reached, see --minimize-seconds";
    assert!(found.to_string().contains(text), "{found}");
    let seen = clock.seen.into_inner();
    assert_eq!(
        seen[0],
        Effort { questions: 0, time: Duration::ZERO, most_time: Duration::from_secs(2), pieces: 12 }
    );
    assert_eq!((seen[1].questions, seen[1].time), (1, Duration::from_secs(1)));

    // No batch is begun that would last longer than the time.
    let mut opponent = Forgetful { batch: Batch::Queued(16), ..Forgetful::new(&|fen| pieces(fen) == 12) };
    let clock = Clock { seconds: Rc::clone(&opponent.clock), ..Clock::default() };
    let found = report(&mut opponent, CROWD, seconds(9), &clock);
    assert_eq!((found.minimizing_end, found.questions), (MinimizingEnd::OutOfTime, 9));
}

#[test]
fn nothing_is_called_smaller_that_is_not() {
    let only_this = |fen: &str| fen == CROWD;
    let budget = |questions| Some(Budget { questions, ..Budget::default() });
    let found = report(&mut Forgetful::new(&only_this), CROWD, budget(5000), &());
    assert_eq!(
        (found.minimizing_end, found.is_smaller, found.is_minimal),
        (MinimizingEnd::Complete, false, true)
    );
    let text = format!("could not be minimized further ({} questions)", found.questions);
    assert!(found.questions > 12 && found.to_string().contains(&text), "{found}");
    assert_eq!(found.fen, CROWD);

    let found = report(&mut Forgetful::new(&only_this), CROWD, budget(3), &());
    assert_eq!((found.minimizing_end, found.is_smaller), (MinimizingEnd::OutOfQuestions, false));
    let text = "not minimized with 3 questions: question limit reached, see --minimize-questions";
    assert!(found.to_string().contains(text), "{found}");

    // Pieces on other squares are no fewer pieces.
    let found = report(&mut Forgetful::new(&|fen| pieces(fen) == 12), CROWD, budget(5000), &());
    assert_eq!((found.fen.as_str(), found.is_smaller), (CROWD, false), "{found}");

    let found = report(&mut Forgetful::new(&only_this), CROWD, None, &());
    assert_eq!((found.minimizing_end, found.questions), (MinimizingEnd::Off, 0));
    assert!(!found.to_string().contains("smaller"), "{found}");
    let value = serde_json::to_value(&found).expect("JSON");
    assert_eq!((&value["minimizing_end"], &value["is_smaller"]), (&"off".into(), &false.into()));
}

#[test]
fn an_interrupt_keeps_what_was_found() {
    let mut opponent = Forgetful::new(&|_| true);
    let seconds = Rc::clone(&opponent.clock);
    let clock = Clock { seconds, stops_after: Some(3), ..Clock::default() };
    let found = report(&mut opponent, CROWD, Some(Budget::default()), &clock);
    assert_eq!((found.minimizing_end, found.is_smaller), (MinimizingEnd::Interrupted, true), "{found}");
}

/// Fails in every position but the first, and cannot be started again.
struct Fragile {
    questions: usize,
}

impl Opponent for Fragile {
    fn name(&self) -> &str {
        "fragile"
    }

    fn ask(&mut self, line: &TestPosition, _query: Query) -> Result<Answer, OpponentError> {
        self.questions += 1;
        let failed = || EngineError::Unsupported { what: "anything else".to_owned() };
        if line.fen() == CROWD { Ok(Answer::default()) } else { Err(failed().into()) }
    }

    fn restart(&mut self) -> Result<(), OpponentError> {
        Err(EngineError::Cancelled.into())
    }
}

#[test]
fn an_engine_that_dies_on_the_way_does_not_hide_the_difference() {
    let found = report(&mut Fragile { questions: 0 }, CROWD, Some(Budget::default()), &());
    assert_eq!((found.minimizing_end, found.is_smaller), (MinimizingEnd::EngineFailed, false));
    assert_eq!(found.fen, CROWD);
}

/// Some man of White and one of Black on squares of their own.
fn needs_two(fen: &str) -> bool {
    fen.contains("27") && fen.contains("13")
}

#[test]
fn batches_change_nothing_but_the_number_of_waits() {
    let alone = report(&mut Forgetful::new(&needs_two), CROWD, Some(Budget::default()), &());
    assert_eq!((alone.pieces, alone.is_minimal), (2, true), "{alone}");
    for batch in [Batch::Queued(8), Batch::Parallel(8)] {
        let mut opponent = Forgetful { batch, ..Forgetful::new(&needs_two) };
        let found = report(&mut opponent, CROWD, Some(Budget::default()), &());
        assert_eq!((&found.fen, found.is_minimal), (&alone.fen, true), "{batch:?}");
        assert_eq!(opponent.largest, 8);
        // One question found it.
        assert_eq!(found.questions + 1, opponent.questions);
    }
}

#[test]
fn engines_that_do_not_bear_queues_are_asked_one_by_one() {
    let alone = report(&mut Forgetful::new(&needs_two), CROWD, Some(Budget::default()), &());
    let mixed_up = |mut answers: Answers| {
        answers.reverse();
        answers
    };
    let missing = |mut answers: Answers| {
        answers.truncate(1);
        answers.push(Err(EngineError::Unsupported { what: "queues".to_owned() }.into()));
        answers
    };
    let nothing = |_: Answers| vec![Err(EngineError::Unsupported { what: "queues".to_owned() }.into())];
    for spoil in [mixed_up, missing, nothing] {
        let mut opponent = Forgetful { batch: Batch::Queued(8), spoil, ..Forgetful::new(&needs_two) };
        let found = report(&mut opponent, CROWD, Some(Budget::default()), &());
        assert_eq!((&found.fen, found.is_minimal), (&alone.fen, true), "{found}");
    }
}

/// Whether a text names Black's pieces first.
fn is_black_first(fen: &str) -> bool {
    fen.split(':').nth(1).is_some_and(|section| section.starts_with('B'))
}

#[test]
fn the_order_of_colors_is_kept() {
    for (fen, is_kept) in [
        ("B:B12,13,17,18,22,23:W27,28,32,33,37,38", true),
        ("W:B12,13,17,18,22,23:W27,28,32,33,37,38", true),
        ("W:B12,13,17,18,22,23:W27,28,32,33,37,38:H0:F1", true),
    ] {
        let found = report(&mut Forgetful::new(&is_black_first), fen, Some(Budget::default()), &());
        assert_eq!((found.is_smaller, found.is_minimal), (true, is_kept), "{found}");
        assert!(found.pieces <= 2, "{found}");
        assert!(is_black_first(&found.fen) && is_black_first(&found.epd), "{found}");
        assert_eq!(found.found_from, fen);
        let value = serde_json::to_value(&found).expect("JSON");
        assert!(value["case"]["fen"].as_str().is_some_and(is_black_first), "{value}");
    }
    // Also where moves before the difference are left out.
    let line = TestPosition::open(GameId::International, "W:B12,13,18,19:W28,32,33,37").expect("a position");
    let line = line.play(0).expect("a simple position");
    let mut opponent = Forgetful::new(&is_black_first);
    let found = check(&mut opponent, &line, Query::of_depth(1), Some(Budget::default()), &());
    let found = found.expect("an answer").expect("a difference");
    assert!(found.moves.is_empty() && is_black_first(&found.fen) && is_black_first(&found.epd), "{found}");
}

#[test]
fn the_fields_of_chess_are_kept() {
    let short = "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - -";
    let has_four = |fen: &str| fen.split_whitespace().count() == 4;
    let mut opponent = Forgetful::new(&has_four);
    let line = TestPosition::open(GameId::Chess, short).expect("a position");
    let found = check(&mut opponent, &line, Query::of_depth(1), Some(Budget::default()), &());
    let found = found.expect("an answer").expect("a difference");
    assert_eq!((found.pieces, has_four(&found.fen)), (2, true), "{found}");
}
