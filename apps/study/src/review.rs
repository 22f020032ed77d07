//! Review of a game: the score of every position, and marks for mistakes.

use std::time::Duration;

use boardgame::{Color, MoveStyle, Outcome, Reading};
use catalog::{AnyGame, PositionText};
use engine::{Bound, Control, Info, Limits, Player, Score, SearchRequest};
use serde::{Serialize, Serializer};

use crate::job::{JobControl, JobFault, JobFlow, JobTask, Turn};
use crate::player_cache::PlayerCache;
use crate::score::{ScoreValue, for_white, score_text};

/// A game to review.
#[derive(Debug)]
pub struct ReviewJob {
    /// The game.
    pub game: Box<dyn AnyGame>,
    /// The size of a search, in positions: a busy machine takes longer and finds the same.
    pub nodes: u64,
    /// The longest time for a search; at most ten seconds, and less in games so long that all searches would take more than
    /// two minutes. There are two for each position: for the best move, and to compare it with the move that was played.
    pub time: Duration,
}

/// What a review says about one position of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReviewLine {
    /// The number of moves before the position, from 0.
    pub ply: usize,
    /// The score for White.
    pub score: ScoreValue,
    /// The score for White as people read it.
    pub text: String,
    /// The best move in this position, in record notation; `None` where the game is over.
    pub best: Option<String>,
    /// The mark of the move that led to this position.
    pub mark: Option<Mark>,
}

/// The end of a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ReviewDone {
    /// Always true: it tells the last line of the answer from the others.
    pub done: bool,
}

/// The mark of a bad move, by how much of its winning chance a player gave away; see [`winning_chance`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    /// `?!`: 10 percent or more.
    Inaccuracy,
    /// `?`: 20 percent or more.
    Mistake,
    /// `??`: 30 percent or more.
    Blunder,
}

impl Mark {
    /// The mark as records write it.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// The mark of a move that gave away so much winning chance.
    ///
    /// ```
    /// use damier_study::Mark;
    ///
    /// assert_eq!([0.09, 0.1, 0.25, 0.9].map(Mark::of_loss), [
    ///     None, Some(Mark::Inaccuracy), Some(Mark::Mistake), Some(Mark::Blunder)
    /// ]);
    /// ```
    #[must_use]
    pub fn of_loss(chance: f64) -> Option<Self> {
        match chance {
            _ if chance >= 0.3 => Some(Self::Blunder),
            _ if chance >= 0.2 => Some(Self::Mistake),
            _ if chance >= 0.1 => Some(Self::Inaccuracy),
            _ => None,
        }
    }
}

impl Serialize for Mark {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text())
    }
}

/// The chance to win, from 0 to 1, of a player with this score; a draw counts half.
///
/// The formula is that of ratings: ten to one for four pawns ahead in chess, and for two men in draughts, where a man
/// decides more games.
///
/// ```
/// use damier_study::winning_chance;
/// use engine::Score;
///
/// assert_eq!(winning_chance(Score::DRAW, true), 0.5);
/// assert_eq!(winning_chance(Score::mate_in(5), true), 1.0);
/// assert!(winning_chance(Score::from_centipawns(100), false) > 0.75);
/// ```
#[must_use]
pub fn winning_chance(score: Score, is_chess: bool) -> f64 {
    match score.mate_in_plies() {
        // At 0 plies the side to move has been mated.
        Some(plies) => f64::from(u8::from(plies > 0)),
        None => {
            let tenfold = if is_chess { 400.0 } else { 200.0 };
            1.0 / (1.0 + 10_f64.powf(f64::from(-score.centipawns()) / tenfold))
        }
    }
}

/// The longest time for a search.
const LONGEST: Duration = Duration::from_secs(10);

/// The shortest time for a search.
const SHORTEST: Duration = Duration::from_millis(10);

/// The longest time for a game.
const LONGEST_GAME: Duration = Duration::from_secs(120);

/// Players get the moves since the last or the second last of the positions that are this many plies apart: enough to know
/// repetitions, and no more work for long games.
const ANCHORS: usize = 32;

type OnLine = Box<dyn FnMut(ReviewLine) -> JobFlow + Send>;
type OnDone = Box<dyn FnOnce(Result<ReviewDone, JobFault>) + Send>;

pub(crate) struct ReviewTask {
    job: ReviewJob,
    replay: Option<Replay>,
    on_line: OnLine,
    on_done: Option<OnDone>,
}

/// How far the review has come.
struct Replay {
    /// The game at the position to be searched next.
    game: Box<dyn AnyGame>,
    reading: Reading,
    /// All moves of the game, in protocol and in record notation.
    moves: Vec<String>,
    texts: Vec<String>,
    /// Positions with the number of moves before them, of which players need the last two.
    anchors: Vec<(usize, String)>,
    /// The mark of the move that leads to the current position.
    mark: Option<Mark>,
}

impl ReviewTask {
    pub(crate) fn new(job: ReviewJob, on_line: OnLine, on_done: OnDone) -> Self {
        Self { job, replay: None, on_line, on_done: Some(on_done) }
    }

    fn tell(&mut self, result: Result<ReviewDone, JobFault>) {
        if let Some(on_done) = self.on_done.take() {
            on_done(result);
        }
    }

    /// Reviews positions until the last one, or until it is stopped.
    fn review(
        &mut self,
        players: &mut PlayerCache,
        search: &Control,
        job: &JobControl,
    ) -> Result<Turn, JobFault> {
        let replay = match &mut self.replay {
            Some(replay) => replay,
            replay => replay.insert(Replay::new(&*self.job.game)?),
        };
        let positions = u32::try_from(replay.moves.len() + 1).unwrap_or(u32::MAX);
        // Most positions are searched twice.
        let time = self.job.time.clamp(SHORTEST, LONGEST).min(LONGEST_GAME / positions.saturating_mul(2));
        let limits = Limits { soft_nodes: Some(self.job.nodes), ..Limits::move_time(time) };
        loop {
            let (score, best) = replay.search(players, search, limits.clone())?;
            let next_mark = if job.must_stop() {
                None
            } else {
                replay.judge(players, search, limits.clone(), best.as_deref())?
            };
            if job.must_stop() {
                return Ok(Turn::Stopped);
            }
            let line = replay.line(score, best);
            replay.mark = next_mark;
            let flow = (self.on_line)(line);
            if flow == JobFlow::Stop || !replay.advance()? {
                return Ok(Turn::Done);
            }
        }
    }
}

impl JobTask for ReviewTask {
    fn work(&mut self, players: &mut PlayerCache, search: &Control, job: &JobControl) -> Turn {
        match self.review(players, search, job) {
            Ok(Turn::Stopped) => Turn::Stopped,
            ended => {
                self.tell(ended.map(|_| ReviewDone { done: true }));
                Turn::Done
            }
        }
    }

    fn fail(&mut self, fault: JobFault) {
        self.tell(Err(fault));
    }
}

fn refused(error: impl ToString) -> JobFault {
    JobFault::Refused { reason: error.to_string() }
}

impl Replay {
    fn new(game: &dyn AnyGame) -> Result<Self, JobFault> {
        let reading = if game.save().is_lenient { Reading::Lenient } else { Reading::Strict };
        let start = game.start_fen();
        let place = PositionText { reading, fen: Some(&start), moves: &[] };
        Ok(Self {
            game: game.id().game_at(&place).map_err(refused)?,
            reading,
            moves: game.moves(MoveStyle::Protocol),
            texts: game.moves(MoveStyle::Record),
            anchors: vec![(0, start)],
            mark: None,
        })
    }

    /// The player of the game, at the current position.
    fn player<'a>(&self, players: &'a mut PlayerCache) -> Result<&'a mut dyn Player, JobFault> {
        let player = players.strong(self.game.id());
        let (from, fen) = &self.anchors[0];
        let place = PositionText {
            reading: self.reading,
            fen: Some(fen),
            moves: &self.moves[*from..self.game.plies()],
        };
        player.set_position(&place).map_err(refused)?;
        player.set_notation(MoveStyle::Record);
        Ok(player)
    }

    /// The score of the current position for the side to move, and its best move.
    fn search(
        &self,
        players: &mut PlayerCache,
        search: &Control,
        limits: Limits,
    ) -> Result<(Score, Option<String>), JobFault> {
        if let Some((outcome, _)) = self.game.outcome() {
            return Ok((score_of(outcome, self.game.turn()), None));
        }
        let found = self.player(players)?.search(&limits.into(), search, &mut |_| {}).map_err(refused)?;
        Ok((found.score, found.best))
    }

    /// The mark of the move that was played in the current position.
    ///
    /// It is searched together with the best one. The scores of two positions in a row would not do: those of short
    /// searches go up and down from ply to ply, since the side to move always seems to be better off.
    fn judge(
        &self,
        players: &mut PlayerCache,
        search: &Control,
        limits: Limits,
        best: Option<&str>,
    ) -> Result<Option<Mark>, JobFault> {
        let (Some(best), Some(played)) = (best, self.texts.get(self.game.plies())) else { return Ok(None) };
        if best == played {
            return Ok(None);
        }
        let moves = vec![best.to_owned(), played.clone()];
        let request = SearchRequest { limits, moves, multi_pv: 2 };
        let is_chess = self.game.id().is_chess();
        let (mut best_found, mut played_found) = ((0, Score::DRAW), (0, Score::DRAW));
        let mut lost = 0.0;
        let mut report = |info: &Info<String>| {
            if info.bound != Bound::Exact {
                return;
            }
            let is_played = info.pv.first() == Some(played);
            *(if is_played { &mut played_found } else { &mut best_found }) = (info.depth, info.score);
            // Only scores of one depth can be compared.
            if best_found.0 == played_found.0 {
                lost = winning_chance(best_found.1, is_chess) - winning_chance(played_found.1, is_chess);
            }
        };
        self.player(players)?.search(&request, search, &mut report).map_err(refused)?;
        Ok(Mark::of_loss(lost))
    }

    /// What is said about the current position.
    fn line(&mut self, score: Score, best: Option<String>) -> ReviewLine {
        let (ply, turn) = (self.game.plies(), self.game.turn());
        ReviewLine {
            ply,
            score: for_white(score, turn),
            text: score_text(score, turn),
            best,
            mark: self.mark.take(),
        }
    }

    /// Goes to the next position; returns whether there is one.
    fn advance(&mut self) -> Result<bool, JobFault> {
        let ply = self.game.plies();
        let Some(mv) = self.moves.get(ply) else { return Ok(false) };
        let index = self.game.find_in(mv, MoveStyle::Protocol).map_err(refused)?;
        self.game.play_on(index).map_err(refused)?;
        if (ply + 1).is_multiple_of(ANCHORS) {
            self.anchors.push((ply + 1, self.game.fen()));
            if self.anchors.len() > 2 {
                self.anchors.remove(0);
            }
        }
        Ok(true)
    }
}

/// The score of a game that is over, for the side to move.
fn score_of(outcome: Outcome, turn: Color) -> Score {
    match outcome {
        Outcome::Draw => Score::DRAW,
        Outcome::Win(winner) if winner == turn => Score::mate_in(0),
        Outcome::Win(_) => Score::mated_in(0),
    }
}
