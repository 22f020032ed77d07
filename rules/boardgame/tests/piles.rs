//! The shared traits on a game of one pile: what a game gets without doing anything, and that the checks
//! of `testing` find the mistakes a game can make.

use std::panic::catch_unwind;

use damier_boardgame::testing::{check_history, check_position, random_playout};
use damier_boardgame::{
    Claims, Color, Countable, FenError, Game, MoveError, MoveList, MoveStyle, Notation, Outcome, PlayError,
    Position, PositionExt, Reading, Reason, RecordNotation, Rule, TooComplex,
};

/// Takes this many stones; none is a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Take(u32);

/// A pile of stones. A player takes up to three or passes; who finds no stone has lost.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pile {
    stones: u32,
    turn: Color,
    flaw: Flaw,
}

/// A mistake on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flaw {
    None,
    ListsTwice,
    CountsWrong,
    KeepsTurn,
    MissesSuccessor,
    NoOutcome,
    ReadsOtherMove,
    RefusesOwnText,
    WritesOtherPile,
    ForgetsHistory,
}

/// Piles with more stones count as too complex.
const MOST: u32 = 1000;

const LOST: Reason = Reason { rule: Rule::NoLegalMoves, name: "no_stone", article: "1" };
const REPEATED: Reason = Reason { rule: Rule::Repetition, name: "repetition", article: "2" };
const REPEATED_ONCE: Reason = Reason { rule: Rule::Repetition, name: "repeated_once", article: "3" };
const LAST_STONE: Reason = Reason { rule: Rule::QuietMoves, name: "last_stone", article: "4" };

fn pile(stones: u32) -> Pile {
    Pile { stones, turn: Color::White, flaw: Flaw::None }
}

impl Position for Pile {
    type Move = Take;
    type Rules = ();

    fn rules(&self) -> Self::Rules {}

    fn start_of((): ()) -> Self {
        pile(9)
    }

    fn turn(&self) -> Color {
        self.turn
    }

    fn key(&self) -> u64 {
        // Poor on purpose: `repeats` must decide.
        0
    }

    fn repeats(&self, earlier: &Self) -> bool {
        (self.stones, self.turn) == (earlier.stones, earlier.turn)
    }

    fn legal_moves_into(&self, list: &mut MoveList<Take>) {
        list.clear();
        if self.stones == 0 {
            return;
        }
        (0..=self.stones.min(3)).for_each(|stones| list.push(Take(stones)));
        if self.flaw == Flaw::ListsTwice {
            list.push(Take(0));
        }
    }

    fn try_legal_moves_into(&self, list: &mut MoveList<Take>) -> Result<(), TooComplex> {
        if self.stones > MOST {
            return Err(TooComplex { limit: MOST as usize });
        }
        self.legal_moves_into(list);
        Ok(())
    }

    fn play_unchecked(&mut self, mv: Take) {
        self.stones -= mv.0;
        if self.flaw != Flaw::KeepsTurn {
            self.turn = !self.turn;
        }
    }

    fn outcome(&self) -> Option<(Outcome, Reason)> {
        let lost = self.stones == 0 && self.flaw != Flaw::NoOutcome;
        lost.then_some((Outcome::Win(!self.turn), LOST))
    }

    fn outcome_of_repetition(&self, times: usize) -> Option<(Outcome, Reason)> {
        (times >= 3).then_some((Outcome::Draw, REPEATED))
    }

    fn is_irreversible(&self, mv: Take) -> bool {
        mv.0 > 0 || self.flaw == Flaw::ForgetsHistory
    }
}

impl Claims for Pile {
    fn claim(&self) -> Option<Reason> {
        (self.stones <= 1).then_some(LAST_STONE)
    }

    fn can_claim_after_move(&self) -> bool {
        true
    }

    fn claim_of_repetition(&self, times: usize) -> Option<Reason> {
        (times >= 2).then_some(REPEATED_ONCE)
    }
}

impl Countable for Pile {
    fn count_legal(&self) -> usize {
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        list.len() + usize::from(self.flaw == Flaw::CountsWrong)
    }

    fn count_routes(&self, mv: Take) -> usize {
        // As if stones were taken from either end of a row.
        mv.0 as usize + 1
    }

    fn for_each_successor(&self, mut visit: impl FnMut(&Self)) {
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        for &mv in list.iter().skip(usize::from(self.flaw == Flaw::MissesSuccessor)) {
            let mut next = self.clone();
            next.play_unchecked(mv);
            visit(&next);
        }
    }
}

impl RecordNotation for Pile {}

impl Notation for Pile {
    fn read_fen((): (), fen: &str, _: Reading) -> Result<Self, FenError> {
        let bad = || FenError::BadField { field: "pile", found: fen.to_string(), expected: "W:9" };
        let (turn, stones) = fen.split_once(':').ok_or_else(bad)?;
        let turn = if turn == "W" { Color::White } else { Color::Black };
        Ok(Pile { turn, ..pile(stones.parse().map_err(|_| bad())?) })
    }

    fn to_fen(&self) -> String {
        let stones = self.stones + u32::from(self.flaw == Flaw::WritesOtherPile);
        format!("{}:{stones}", self.turn.letter())
    }

    fn read_move(&self, text: &str, style: MoveStyle) -> Result<Take, MoveError> {
        let found = text.to_string();
        let number = if style == MoveStyle::Protocol { Some(text) } else { text.strip_prefix("take ") };
        let stones = number.and_then(|number| number.parse().ok());
        let stones = stones.ok_or(MoveError::BadSyntax { found: found.clone(), expected: "take 2" })?;
        match self.flaw {
            Flaw::RefusesOwnText => Err(MoveError::Illegal { found, reason: "a flaw".to_string() }),
            Flaw::ReadsOtherMove => Ok(Take(stones + 1)),
            _ => Ok(Take(stones)),
        }
    }

    fn write_move(&self, mv: Take, style: MoveStyle) -> String {
        if style == MoveStyle::Protocol { mv.0.to_string() } else { format!("take {}", mv.0) }
    }

    fn diagram(&self) -> String {
        "o".repeat(self.stones as usize)
    }
}

/// Only what must be there: everything else is given.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Plain(Pile);

impl Position for Plain {
    type Move = Take;
    type Rules = ();

    fn rules(&self) -> Self::Rules {}

    fn start_of((): ()) -> Self {
        Plain(Pile::start())
    }

    fn turn(&self) -> Color {
        self.0.turn
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn repeats(&self, earlier: &Self) -> bool {
        self.0.repeats(&earlier.0)
    }

    fn legal_moves_into(&self, list: &mut MoveList<Take>) {
        self.0.legal_moves_into(list);
    }

    fn play_unchecked(&mut self, mv: Take) {
        self.0.play_unchecked(mv);
    }

    fn outcome(&self) -> Option<(Outcome, Reason)> {
        self.0.outcome()
    }

    fn outcome_of_repetition(&self, times: usize) -> Option<(Outcome, Reason)> {
        self.0.outcome_of_repetition(times)
    }

    fn is_irreversible(&self, mv: Take) -> bool {
        self.0.is_irreversible(mv)
    }
}

impl Claims for Plain {}

impl Countable for Plain {}

#[test]
fn counting_and_successors_are_given() {
    let plain = Plain(pile(2));
    let mut list = MoveList::new();
    assert_eq!(plain.try_legal_moves_into(&mut list), Ok(()));
    assert_eq!((list.len(), plain.count_legal(), plain.count_routes(Take(1))), (3, 3, 1));
    // Two stones, one stone and none: three, two and no moves.
    assert_eq!(plain.count_legal_of_successors(), 5);
    let mut left = Vec::new();
    plain.for_each_successor(|next| left.push(next.0.stones));
    assert_eq!(left, [2, 1, 0]);
    assert_eq!((plain.claim(), plain.claim_of_repetition(9)), (None, None));
    assert!(!plain.can_claim_after_move());
}

#[test]
fn routes_are_counted_within_a_limit_by_those_counted_without() {
    let mut work = Pile::ROUTE_WORK;
    let counted = [0, 1, 3].map(|stones| pile(9).count_routes_within(Take(stones), &mut work));
    assert_eq!(counted, [Ok(1), Ok(2), Ok(4)]);
}

#[test]
fn standard_text_is_the_one_written_and_has_no_mark_of_check() {
    let pile = pile(9);
    let standard = ["take 2", "2", "take 3"].map(|text| pile.is_standard_text(Take(2), text));
    assert_eq!(standard, [true, false, false]);
    assert_eq!(pile.check_mark(), "");
}

#[test]
fn random_games_keep_the_invariants() {
    for seed in 0..50 {
        let mut positions = 0;
        random_playout::<Pile>(seed, 100, |pile| {
            check_position(pile);
            positions += 1;
        });
        assert!(positions > 3);
    }
    check_position(&pile(MOST + 1));
}

#[test]
fn checks_find_every_flaw() {
    let flaws = [
        (9, Flaw::ListsTwice, "listed twice"),
        (9, Flaw::CountsWrong, "counted and listed"),
        (9, Flaw::KeepsTurn, "turn does not pass"),
        (9, Flaw::MissesSuccessor, "are missing"),
        (0, Flaw::NoOutcome, "no legal move and no outcome"),
        (9, Flaw::ReadsOtherMove, "another move"),
        (9, Flaw::RefusesOwnText, "is refused"),
        (9, Flaw::WritesOtherPile, "another position after reading"),
    ];
    for (stones, flaw, message) in flaws {
        let found = catch_unwind(|| check_position(&Pile { flaw, ..pile(stones) })).expect_err("a flaw");
        let found = found.downcast_ref::<String>().expect("a message");
        assert!(found.contains(message), "{flaw:?}: {found}");
    }
}

#[test]
fn a_repetition_that_the_game_misses_is_found() {
    let mut game = Game::new(Pile { flaw: Flaw::ForgetsHistory, ..pile(9) });
    check_history(&game);
    (0..2).for_each(|_| game.play(Take(0)).expect("a pass"));
    let found = catch_unwind(|| check_history(&game)).expect_err("a repetition is missed");
    assert!(found.downcast_ref::<String>().expect("a message").contains("occurrences of"));
}

#[test]
fn draws_are_claimed_now_or_with_a_move() {
    let mut game = Game::new(pile(3));
    assert_eq!(game.claims(), []);
    assert_eq!(game.claims_with(Take(2)), Ok(vec![LAST_STONE]));
    assert_eq!(game.claims_with(Take(4)), Err(PlayError::Illegal));
    assert_eq!(game.claims_with(Take(3)), Ok(vec![]), "the game is won: nothing to claim");
    game.play(Take(2)).expect("two stones");
    (0..2).for_each(|_| game.play(Take(0)).expect("a pass"));
    assert_eq!(game.claims(), [REPEATED_ONCE, LAST_STONE]);
    assert_eq!(game.outcome(), None, "an unclaimed draw does not end the game");
}

#[test]
fn a_repetition_is_claimed_with_the_move_that_repeats() {
    let mut game = Game::new(pile(9));
    game.play(Take(0)).expect("a pass");
    assert_eq!(game.claims(), []);
    assert_eq!(
        game.claims_with(Take(0)),
        Ok(vec![REPEATED_ONCE]),
        "the pile of the start, for the second time"
    );
    assert_eq!(game.claims_with(Take(1)), Ok(vec![]), "a pile that has not been there");
}

#[test]
fn counters_tell_the_next_claim_and_the_next_end() {
    let mut game = Game::new(pile(9));
    let told = |game: &Game<Pile>| -> Vec<_> {
        let counters = game.repetition_counters();
        counters.iter().map(|it| (it.reason, it.count, it.limit, it.must_be_claimed)).collect()
    };
    for count in [1, 2] {
        assert_eq!(told(&game), [(REPEATED_ONCE, count, 2, true), (REPEATED, count, 3, false)]);
        (0..2).for_each(|_| game.play(Take(0)).expect("a pass"));
    }
    // The counters of a repetition that ended the game are still there.
    assert_eq!(told(&game), [(REPEATED_ONCE, 3, 3, true), (REPEATED, 3, 3, false)]);
}

#[test]
fn moves_are_kept_and_taken_back() {
    let mut game = Game::new(pile(9));
    game.play_unchecked(Take(2));
    game.play(Take(3)).expect("three stones");
    assert_eq!((game.moves(), game.position().stones), (&[Take(2), Take(3)][..], 4));
    assert_eq!([game.undo(), game.undo(), game.undo()], [Some(Take(3)), Some(Take(2)), None]);
    assert_eq!((game.moves(), game.position()), (&[][..], &pile(9)));
}

#[test]
fn a_position_plays_its_moves() {
    let mut pile = pile(2);
    assert_eq!(&*pile.legal_moves(), [Take(0), Take(1), Take(2)]);
    assert!(catch_unwind(|| pile.clone().play(Take(3))).is_err(), "three of two stones");
    pile.play(Take(1));
    pile.play_noted(Take(1));
    assert_eq!(pile.outcome_with_moves(), Some((Outcome::Win(Color::Black), LOST)));
}

#[test]
fn games_repeat_and_end() {
    let mut game = Game::<Pile>::default();
    for _ in 0..4 {
        assert_eq!(game.outcome(), None);
        game.play(Take(0)).expect("a pass");
        check_history(&game);
    }
    assert_eq!((game.occurrences(), game.outcome()), (3, Some((Outcome::Draw, REPEATED))));
    assert!(matches!(game.play(Take(1)), Err(PlayError::Over { .. })));
    game.play_on(Take(1)).expect("analysis goes on");
    assert_eq!((game.occurrences(), game.outcome()), (1, None));
    assert_eq!(game.play(Take(4)), Err(PlayError::Illegal));
}

#[test]
fn games_say_what_is_too_complex() {
    let error = TooComplex { limit: MOST as usize };
    let mut game = Game::new(pile(MOST + 1));
    assert_eq!(game.play(Take(1)), Err(PlayError::TooComplex(error)));
    assert_eq!(MoveError::from_play(PlayError::TooComplex(error), "take 1"), MoveError::TooComplex(error));
    assert!(error.to_string().starts_with("too complex: more than 1000"));
    assert_eq!(FenError::from(error).to_string(), error.to_string());
}
