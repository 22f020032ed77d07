//! Playing one game.

use std::any::Any;
use std::sync::Arc;

use boardgame::testing::Random;
use boardgame::{Color, Game, MoveList, Outcome, Position};
use catalog::draughts::AnyDraughts;
use catalog::{Describe, GameId};
use search::{Control, Limits, Score, SearchRequest};
use searchers::AnySearcher;
use tables::{Tables, Value};

use crate::adjudication::{ScoreWatch, SelfPlayEnding};
use crate::random;
use crate::self_play_game::{SelfPlayGame, numbered_starts, start_position};
use crate::settings::{HARD_LIMIT, SelfPlaySettings};

/// Knows the result of positions with few pieces.
#[derive(Clone, Debug, Default)]
pub(crate) struct Endgames(pub(crate) Option<Arc<Tables>>);

impl Endgames {
    /// The result of a position with best play, if the tables have it and no rule that counts moves may change it.
    fn outcome<P: Position>(&self, position: &P) -> Option<Outcome> {
        let tables = self.0.as_ref()?;
        // Only draughts games have tables.
        let position = (position as &dyn Any).downcast_ref::<AnyDraughts>()?;
        Some(match tables.probe_certain(position)? {
            Value::Win => Outcome::Win(position.turn()),
            Value::Draw => Outcome::Draw,
            Value::Loss => Outcome::Win(!position.turn()),
        })
    }
}

/// Plays games one after the other.
pub(crate) struct SelfPlayer<'a, P: Describe> {
    pub(crate) game: GameId,
    pub(crate) rules: P::Rules,
    pub(crate) settings: &'a SelfPlaySettings,
    pub(crate) searcher: Box<dyn AnySearcher<P>>,
    pub(crate) endgames: &'a Endgames,
    pub(crate) control: &'a Control,
}

/// After this many openings that are decided or unequal, the next one is played if it is not decided: some games have few
/// equal openings.
const FAIR_TRIES: usize = 200;

/// A game in progress.
struct Progress<P: Position> {
    played: SelfPlayGame<P>,
    game: Game<P>,
    /// The game since its last irreversible move: all that a search needs to know of it.
    recent: Game<P>,
}

impl<P: Describe> Progress<P> {
    fn play(&mut self, mv: P::Move, score: Option<i32>) {
        let is_irreversible = self.game.position().is_irreversible(mv);
        self.game.play_unchecked(mv);
        if is_irreversible {
            self.recent = Game::new(self.game.position().clone());
        } else {
            self.recent.play_unchecked(mv);
        }
        self.played.moves.push(mv);
        self.played.scores.push(score);
    }
}

impl<P: Describe> SelfPlayer<'_, P> {
    /// Plays the game with this number; `None` if it was stopped.
    pub(crate) fn play(&mut self, number: u64) -> Option<SelfPlayGame<P>> {
        let mut random = random::of_game(self.settings.seed, number);
        let request = self.request(&mut random);
        for attempt in 0.. {
            // Nothing that was searched before may change the game.
            self.searcher.clear();
            let Some(mut progress) = self.open(number, &mut random) else { continue };
            let is_fair = |score: Score| {
                !score.is_decisive()
                    && (attempt >= FAIR_TRIES || score.centipawns().abs() <= self.settings.opening_limit)
            };
            let mut is_first = true;
            let mut watch = ScoreWatch::default();
            loop {
                if let Some((outcome, ending)) = self.ended(&progress) {
                    (progress.played.outcome, progress.played.ending) = (outcome, ending);
                    break;
                }
                let mut list = MoveList::new();
                progress.game.position().legal_moves_into(&mut list);
                if let [forced] = list[..] {
                    progress.play(forced, None);
                    continue;
                }
                let found = self.searcher.search(&progress.recent, &request, self.control, &mut |_| {});
                if self.control.is_stopped() {
                    return None;
                }
                if is_first && !is_fair(found.score) {
                    break;
                }
                is_first = false;
                let best = found.best.expect("there are legal moves");
                let position = progress.game.position().clone();
                let score = found.score.centipawns();
                progress.play(best, Some(if position.turn() == Color::White { score } else { -score }));
                if let Some((outcome, ending)) = watch.judge(self.settings, &position, found.score) {
                    let by_rules = self.ended_by_rules(&progress);
                    (progress.played.outcome, progress.played.ending) = by_rules.unwrap_or((outcome, ending));
                    return Some(progress.played);
                }
            }
            if !is_first {
                return Some(progress.played);
            }
        }
        None
    }

    /// What to search in each move of a game.
    fn request(&self, random: &mut Random) -> SearchRequest<P::Move> {
        let &SelfPlaySettings { nodes, vary, .. } = self.settings;
        let percent = 100 - u64::from(vary) + random.below(2 * vary as usize + 1) as u64;
        let soft = (nodes * percent / 100).max(1);
        Limits { soft_nodes: Some(soft), ..Limits::nodes(soft * HARD_LIMIT) }.into()
    }

    /// A game after random moves; `None` if it has ended.
    fn open(&self, number: u64, random: &mut Random) -> Option<Progress<P>> {
        let &SelfPlaySettings { least_opening, most_opening, .. } = self.settings;
        let starts = numbered_starts(self.game);
        let number_of_start = if starts == 0 { 0 } else { 1 + random.below(starts as usize) as u32 };
        let start = start_position::<P>(self.game, self.rules, number_of_start)?;
        let plies = least_opening as usize + random.below((most_opening - least_opening) as usize + 1);
        let played = SelfPlayGame {
            number,
            start: number_of_start,
            opening: plies,
            moves: Vec::new(),
            scores: Vec::new(),
            outcome: Outcome::Draw,
            ending: SelfPlayEnding::Rules,
        };
        let (game, recent) = (Game::new(start.clone()), Game::new(start));
        let mut progress = Progress { played, game, recent };
        for _ in 0..plies {
            if progress.game.position().outcome().is_some() {
                return None;
            }
            let mut list = MoveList::new();
            progress.game.position().legal_moves_into(&mut list);
            progress.play(list[random.below(list.len())], None);
        }
        self.ended(&progress).is_none().then_some(progress)
    }

    /// How the game ended, if it has.
    fn ended(&self, progress: &Progress<P>) -> Option<(Outcome, SelfPlayEnding)> {
        let by_rules = self.ended_by_rules(progress);
        if by_rules.is_some() {
            return by_rules;
        }
        if let Some(outcome) = self.endgames.outcome(progress.game.position()) {
            return Some((outcome, SelfPlayEnding::Tables));
        }
        let &SelfPlaySettings { quiet_plies, most_plies, .. } = self.settings;
        if quiet_plies > 0 && progress.recent.moves().len() >= quiet_plies as usize {
            return Some((Outcome::Draw, SelfPlayEnding::Quiet));
        }
        let is_long = progress.game.moves().len() >= most_plies as usize + progress.played.opening;
        is_long.then_some((Outcome::Draw, SelfPlayEnding::Length))
    }

    fn ended_by_rules(&self, progress: &Progress<P>) -> Option<(Outcome, SelfPlayEnding)> {
        let by_rules = progress.game.outcome().map(|(outcome, _)| (outcome, SelfPlayEnding::Rules));
        let claim = || (!progress.game.claims().is_empty()).then_some((Outcome::Draw, SelfPlayEnding::Claim));
        by_rules.or_else(claim)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use boardgame::{Color, Notation, Outcome, Reading};
    use catalog::GameId;
    use catalog::draughts::AnyDraughts;
    use tables::{BuildOptions, StopFlag, Tables, build};

    use super::Endgames;

    /// Frisian draughts limits how often a king may move in a row beside other pieces; Russian draughts limits how long
    /// three kings may try to win. Tables know neither rule.
    #[test]
    fn tables_end_no_game_that_a_rule_on_moves_may_decide() {
        let folder = tempfile::tempdir().expect("a folder");
        let cases = [
            (GameId::Frisian, 3, "W:WK50,32:BK1", None),
            (GameId::Frisian, 3, "W:WK50,K32:BK1", Some(Outcome::Win(Color::White))),
            (GameId::Russian, 4, "W:WKc1,Kd2,Kc3:BKh4", Some(Outcome::Win(Color::White))),
            (GameId::Russian, 4, "W:WKc1,Kd2,Kc3:BKh4:H28:F40", None),
        ];
        for (game, pieces, fen, expected) in cases {
            let options = BuildOptions { pieces, with_distances: true, threads: 1, memory: 1_000 };
            build(game, folder.path(), &options, &StopFlag::default(), &mut |_| ()).expect("tables");
            let endgames = Endgames(Some(Arc::new(Tables::open(game, folder.path()).expect("tables"))));
            let variant = game.variant().expect("a draughts game");
            let position = AnyDraughts::read_fen(variant, fen, Reading::Strict).expect("a position");
            assert_eq!(endgames.outcome(&position), expected, "{game:?} {fen}");
        }
    }
}
