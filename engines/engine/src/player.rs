//! A player of any game: positions, moves and lines are texts.

use std::time::Duration;

use boardgame::{
    Color, Countable, FenError, Game, MoveError, MoveList, MoveStyle, Notation, Outcome, Position, Reason,
};
use catalog::{GameId, Place, PlaceError};
use search::{Bound, Control, Limits, Question, Report, Score};
use searchers::{AnySearcher, Look};

use crate::level::{Candidate, Handicap, Level, limits_of};
use crate::told::Told;

/// A player of one game, whichever it is.
pub trait Player: Send {
    /// Goes to another place. The old one stays if there is an error.
    fn go_to(&mut self, place: &Place<'_>) -> Result<(), PlaceError>;

    /// The position now.
    fn fen(&self) -> String;

    /// The side to move.
    fn turn(&self) -> Color;

    /// How the game ended and why, if it has.
    fn outcome(&self) -> Option<(Outcome, Reason)>;

    /// The legal move that a text means, as the protocol of the game writes it.
    ///
    /// # Errors
    ///
    /// The text is no legal move.
    fn find(&self, text: &str) -> Result<String, MoveError>;

    /// The legal moves as the protocol of the game writes them, with the number of move sequences of
    /// `depth` moves behind each.
    fn divide(&self, depth: u32, control: &Control) -> Vec<(String, u64)>;

    /// Looks for the best move. The last exact report of the first line begins with the move of the decision.
    fn think(
        &mut self,
        task: &Thinking,
        control: &Control,
        report: &mut dyn FnMut(&Thought),
    ) -> Result<Decision, MoveError>;

    /// Changes the memory of the table, in megabytes. Gives what it has: what it had before if the system does not
    /// have that much.
    fn set_memory(&mut self, megabytes: usize) -> usize;

    /// Changes the number of threads. Gives the number it has: at most [`most_threads`](search::most_threads).
    fn set_threads(&mut self, threads: usize) -> usize;

    /// Forgets what was found out, for a new game.
    fn forget(&mut self);
}

/// What to think about.
#[derive(Clone, Debug, Default)]
pub struct Thinking {
    /// What ends it.
    pub limits: Limits,
    /// Only these moves; all if empty.
    pub moves: Vec<String>,
    /// How many of the best moves to look for.
    pub lines: usize,
    /// How strong to play; without a level as strong as the limits allow, and for as long.
    pub level: Option<Level>,
    /// What the levels below the strongest misjudge: on one thread and without limits of time the same seed
    /// gives the same game.
    pub seed: u64,
}

/// What is known after each depth.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The depth that is finished, or worked at.
    pub depth: u32,
    /// The longest line looked at.
    pub selective_depth: usize,
    /// Which of the best moves, from 1.
    pub line: usize,
    /// The score for the side to move.
    pub score: Score,
    /// What the score says: that it is at most or at least so much, while a depth is worked at.
    pub bound: Bound,
    /// The moves that both sides are expected to play.
    pub moves: Vec<String>,
    /// Positions looked at.
    pub nodes: u64,
    /// Since thinking began.
    pub elapsed: Duration,
    /// How full the table is, in thousandths.
    pub permille_full: usize,
}

/// The move to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The best move; none if there is no legal one.
    pub best: Option<String>,
    /// The answer to expect.
    pub expected: Option<String>,
    /// The score for the side to move.
    pub score: Score,
    /// Positions looked at.
    pub nodes: u64,
}

/// A player of this game.
///
/// ```
/// use catalog::{GameId, Place};
/// use damier_engine::{Thinking, player};
/// use search::{Control, Limits};
///
/// let mut player = player(GameId::International, 16, 1);
/// player.go_to(&Place::at("W:W32,33:B19,27,28"))?;
/// let task = Thinking { limits: Limits { depth: Some(5), ..Limits::default() }, ..Thinking::default() };
/// let decision = player.think(&task, &Control::default(), &mut |_| {})?;
/// assert!(decision.best.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn player(game: GameId, megabytes: usize, threads: usize) -> Box<dyn Player> {
    match (game, game.variant()) {
        (GameId::Chess960, _) => GamePlayer::boxed(game, (), searchers::chess960(megabytes, threads)),
        (_, Some(variant)) => {
            let searcher =
                searchers::draughts(game, megabytes, threads).expect("a searcher of every variant");
            GamePlayer::boxed(game, variant, searcher)
        }
        _ => GamePlayer::boxed(game, (), searchers::chess(megabytes, threads)),
    }
}

struct GamePlayer<P: Position> {
    id: GameId,
    game: Game<P>,
    searcher: Box<dyn AnySearcher<P>>,
}

impl<P: Notation + Countable> GamePlayer<P> {
    fn boxed(id: GameId, rules: P::Rules, searcher: Box<dyn AnySearcher<P>>) -> Box<dyn Player> {
        Box::new(Self { id, game: Game::new(P::start_of(rules)), searcher })
    }

    /// What a level needs to know of a move with this score, in order to choose.
    fn candidate(&self, score: Score, mv: P::Move, handicap: &Handicap) -> Candidate {
        let position = self.game.position();
        let Look { key, prize } = self.searcher.look(position, mv);
        let at_first_sight = match handicap.is_short_sighted() {
            true => {
                let mut after = position.clone();
                after.play_unchecked(mv);
                -self.searcher.evaluate(&after).hundredths()
            }
            false => score.hundredths(),
        };
        Candidate { score, key, prize, at_first_sight }
    }
}

impl<P: Notation + Countable> Player for GamePlayer<P> {
    fn go_to(&mut self, place: &Place<'_>) -> Result<(), PlaceError> {
        let game: Game<P> = place.game_of_protocol(self.game.start().rules())?;
        // What cannot be listed cannot be searched either.
        game.position().try_legal_moves_into(&mut MoveList::new()).map_err(FenError::from)?;
        self.game = game;
        Ok(())
    }

    fn fen(&self) -> String {
        self.game.position().to_fen()
    }

    fn turn(&self) -> Color {
        self.game.position().turn()
    }

    fn outcome(&self) -> Option<(Outcome, Reason)> {
        self.game.outcome()
    }

    fn find(&self, text: &str) -> Result<String, MoveError> {
        let position = self.game.position();
        let mv = position.read_move(text, MoveStyle::Protocol)?;
        Ok(position.write_move(mv, MoveStyle::Protocol))
    }

    fn divide(&self, depth: u32, control: &Control) -> Vec<(String, u64)> {
        let position = self.game.position();
        let mut list = MoveList::new();
        position.legal_moves_into(&mut list);
        let texts = position.write_moves(&list, MoveStyle::Protocol).into_iter();
        let counts = list.iter().map(|&mv| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            count(&next, depth.saturating_sub(1), control)
        });
        texts.zip(counts).collect()
    }

    fn think(
        &mut self,
        task: &Thinking,
        control: &Control,
        report: &mut dyn FnMut(&Thought),
    ) -> Result<Decision, MoveError> {
        let position = self.game.position().clone();
        let read = |text: &String| position.read_move(text, MoveStyle::Protocol);
        let moves = task.moves.iter().map(read).collect::<Result<_, _>>()?;
        let handicap = task.level.and_then(|level| level.handicap(self.id));
        let question = question_of(task, handicap, moves);
        let mut known = Vec::new();
        let mut told = Told::new(report);
        let answer = self.searcher.search(&self.game, &question, control, &mut |found| {
            if found.line <= task.lines.max(1) {
                told.tell(thought(&position, found));
            }
            if handicap.is_some() && found.bound == Bound::Exact {
                known.truncate(found.line - 1);
                known.push((found.score, found.moves.to_vec()));
            }
        });
        let mut score = answer.score;
        let mut line: Vec<_> = answer.best.into_iter().chain(answer.expected).collect();
        if let Some(handicap) = handicap.filter(|_| !answer.score.is_decided()) {
            let candidates: Vec<_> = known
                .iter()
                .filter_map(|(score, line): &(Score, Vec<P::Move>)| {
                    Some(self.candidate(*score, *line.first()?, &handicap))
                })
                .collect();
            let chosen = handicap.choose(&candidates, task.seed);
            // The best one was perhaps looked at once more, deeper, when a limit ended the search.
            if chosen > 0 {
                (score, line) = known.swap_remove(chosen);
            }
        }
        let texts = written(&position, &line);
        told.conclude(&texts, score, answer.nodes);
        let mut texts = texts.into_iter();
        Ok(Decision { best: texts.next(), expected: texts.next(), score, nodes: answer.nodes })
    }

    fn set_memory(&mut self, megabytes: usize) -> usize {
        self.searcher.resize_table(megabytes)
    }

    fn set_threads(&mut self, threads: usize) -> usize {
        self.searcher.set_threads(threads)
    }

    fn forget(&mut self) {
        self.searcher.clear();
    }
}

/// What to search so that a task can be decided with a handicap.
fn question_of<M>(task: &Thinking, handicap: Option<Handicap>, moves: Vec<M>) -> Question<M> {
    let limits = match task.level {
        Some(_) => limits_of(handicap, &task.limits),
        None => task.limits.clone(),
    };
    let lines = handicap.map_or(1, |handicap| handicap.lines).max(task.lines);
    Question { limits, moves, lines }
}

fn thought<P: Notation>(position: &P, found: &Report<'_, P::Move>) -> Thought {
    Thought {
        depth: found.depth,
        selective_depth: found.selective_depth,
        line: found.line,
        score: found.score,
        bound: found.bound,
        moves: written(position, found.moves),
        nodes: found.nodes,
        elapsed: found.elapsed,
        permille_full: found.permille_full,
    }
}

/// The moves of a line, each written in its position.
fn written<P: Notation>(position: &P, line: &[P::Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::with_capacity(line.len());
    for &mv in line {
        texts.push(position.write_move(mv, MoveStyle::Protocol));
        position.play_unchecked(mv);
    }
    texts
}

/// Move sequences, until it is told to stop.
fn count<P: Countable>(position: &P, depth: u32, control: &Control) -> u64 {
    match depth {
        _ if control.is_stopped() => 0,
        0 => 1,
        1 => position.count_legal() as u64,
        _ => {
            let mut sum = 0;
            position.for_each_successor(|next| sum += count(next, depth - 1, control));
            sum
        }
    }
}
