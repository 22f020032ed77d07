//! From a node to its position, and what the rules say there.

use boardgame::{Game, Outcome, PlayError, Reason, RecordNotation};

use super::{GameTree, NodeId, TreeStep};
use crate::result::GameResult;

/// What the rules say about the recorded result of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResultCheck {
    /// The rules decide the last position as recorded.
    Agrees(Outcome, Reason),
    /// The rules do not decide the last position: resignation, agreement, time.
    Undecided,
    /// The rules decide the last position, and the record says something else, or nothing.
    Contradicts {
        /// What is recorded.
        recorded: Option<GameResult>,
        /// What the rules say.
        outcome: Outcome,
        /// And why.
        reason: Reason,
    },
    /// The rules ended the game before its last move.
    PlayedOn {
        /// Where they did.
        node: NodeId,
        /// How.
        outcome: Outcome,
        /// And why.
        reason: Reason,
    },
}

impl<P: RecordNotation> GameTree<P> {
    /// The moves of the game itself, each with the position that it is played in.
    ///
    /// ```
    /// use boardgame::{MoveStyle, Notation};
    /// use chess::Chess;
    /// use damier_record::{ReadOptions, read_games};
    ///
    /// let mut games = read_games::<Chess, _>("1. e2-e4 e5 2. Ng1f3 *".as_bytes(), ReadOptions::pgn());
    /// let tree = games.next().unwrap()?.tree;
    /// let texts = tree.moves().map(|(position, mv)| position.write_move(mv, MoveStyle::Record));
    /// assert_eq!(texts.collect::<Vec<_>>(), ["e4", "e5", "Nf3"]);
    /// # Ok::<(), Box<damier_record::BrokenGame<Chess>>>(())
    /// ```
    pub fn moves(&self) -> impl Iterator<Item = (P, P::Move)> {
        let mut position = self.start().clone();
        self.main_line().filter_map(move |node| match self.step(node)? {
            TreeStep::Move(mv) => {
                let before = position.clone();
                position.play_noted(*mv);
                Some((before, *mv))
            }
            TreeStep::SetUp(set_up) => {
                position = (**set_up).clone();
                None
            }
        })
    }
}

impl<P: RecordNotation> GameTree<P> {
    /// The position of a node.
    #[must_use]
    pub fn position(&self, node: NodeId) -> P {
        let path = self.path(node);
        let (from, mut position) = match self.last_set_up(&path) {
            Some((index, position)) => (index + 1, position.clone()),
            None => (0, self.start.clone()),
        };
        for mv in path[from..].iter().filter_map(|&node| self.mv(node)) {
            position.play_noted(mv);
        }
        position
    }

    /// The game up to a node, since its last set-up or null move: with outcome, claims, counters and repetitions as the
    /// rules have them there.
    ///
    /// # Errors
    ///
    /// [`PlayError::TooComplex`] where the legal moves cannot be listed.
    ///
    /// ```
    /// use chess::Chess;
    /// use damier_record::{GameTree, NodeId};
    ///
    /// let mut tree = GameTree::<Chess>::default();
    /// let mut node = NodeId::ROOT;
    /// for text in ["f3", "e5", "g4", "Qh4#"] {
    ///     node = tree.add_text(node, text)?;
    /// }
    /// let (outcome, reason) = tree.game(node)?.outcome().unwrap();
    /// assert_eq!(outcome.to_string(), "black_wins");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn game(&self, node: NodeId) -> Result<Game<P>, PlayError> {
        let path = self.path(node);
        let (from, start) = match self.last_set_up(&path) {
            Some((index, position)) => (index + 1, position),
            None => (0, &self.start),
        };
        let mut game = Game::new(start.clone());
        for mv in path[from..].iter().filter_map(|&node| self.mv(node)) {
            play_on(&mut game, mv)?;
        }
        Ok(game)
    }

    /// Compares the recorded result with the rules.
    ///
    /// # Errors
    ///
    /// [`PlayError::TooComplex`] where the legal moves cannot be listed.
    pub fn check_result(&self) -> Result<ResultCheck, PlayError> {
        let mut game = Game::new(self.start.clone());
        let mut at = NodeId::ROOT;
        for node in self.main_line() {
            match self.step(node) {
                Some(TreeStep::Move(mv)) => {
                    if let Some((outcome, reason)) = game.outcome() {
                        return Ok(ResultCheck::PlayedOn { node: at, outcome, reason });
                    }
                    play_on(&mut game, *mv)?;
                }
                Some(TreeStep::SetUp(position)) => game = Game::new((**position).clone()),
                None => {}
            }
            at = node;
        }
        let recorded = self.result();
        Ok(match game.outcome() {
            None => ResultCheck::Undecided,
            Some((outcome, reason)) if recorded == Some(outcome.into()) => {
                ResultCheck::Agrees(outcome, reason)
            }
            Some((outcome, reason)) => ResultCheck::Contradicts { recorded, outcome, reason },
        })
    }
}

/// Plays a move of a record. After a null move, which no game has, another game begins with that position.
fn play_on<P: RecordNotation>(game: &mut Game<P>, mv: P::Move) -> Result<(), PlayError> {
    if game.position().null_move() != Some(mv) {
        return game.play_on(mv);
    }
    let mut next = game.position().clone();
    next.play_noted(mv);
    *game = Game::new(next);
    Ok(())
}
