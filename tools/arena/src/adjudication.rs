//! Games that are decided before their end: by what the engines themselves say, or by their length.

use std::collections::VecDeque;
use std::path::PathBuf;

use boardgame::{Color, Outcome};
use catalog::AnyGame;
use serde::{Deserialize, Serialize};
use tables::{LookUp, Tables, Value};

use crate::error::PlanError;
use crate::plan_check::within;
use crate::played_game::EngineScore;

/// When a game is decided before its end. Without any of these, it is played to its end.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    /// When a game is lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign: Option<ResignRule>,
    /// When a game is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// When a game is drawn since nothing happens in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steady: Option<SteadyRule>,
    /// The moves of each side after which a game is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_moves: Option<u32>,
    /// The folder of endgame tables that decide a game as soon as they cover its position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tables: Option<PathBuf>,
}

impl Adjudication {
    /// Checks that each rule asks for at least one move.
    pub(crate) fn check(&self) -> Result<(), PlanError> {
        let most = u64::from(u32::MAX);
        let positive = |field, number: Option<u32>| match number {
            Some(number) => within(field, number.into(), 1, most),
            None => Ok(()),
        };
        positive("adjudication.resign.moves", self.resign.map(|rule| rule.moves))?;
        positive("adjudication.draw.from", self.draw.map(|rule| rule.from))?;
        positive("adjudication.draw.moves", self.draw.map(|rule| rule.moves))?;
        positive("adjudication.steady.from", self.steady.map(|rule| rule.from))?;
        positive("adjudication.steady.moves", self.steady.map(|rule| rule.moves))?;
        self.max_moves.map_or(Ok(()), |moves| within("adjudication.max_moves", moves.into(), 1, 100_000))
    }
}

/// A game is lost for a side that says so for some moves in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResignRule {
    /// How many moves in a row.
    pub moves: u32,
    /// The score in hundredths of a pawn or man that counts as lost.
    pub score: u32,
    /// Whether the word of the loser is enough; otherwise the winner must agree.
    #[serde(default)]
    pub one_sided: bool,
}

/// A game is drawn when both sides say so for some moves in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// The first move that counts.
    pub from: u32,
    /// How many moves in a row.
    pub moves: u32,
    /// The score in hundredths of a pawn or man that counts as even.
    pub score: u32,
}

/// A game is drawn when the scores of both sides repeat for some moves in a row: neither makes progress, though one may
/// believe that it stands better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SteadyRule {
    /// The first move that counts.
    pub from: u32,
    /// How many moves in a row.
    pub moves: u32,
    /// How far apart the scores of one side may be in these moves, in hundredths of a pawn or man.
    pub change: u32,
    /// The largest score of either side: above it, a game is not drawn for lack of progress.
    pub score: u32,
}

/// Follows a game and decides it when a rule says so.
#[derive(Clone, Debug)]
pub(crate) struct Adjudicator {
    rules: Adjudication,
    /// Plies so far.
    plies: u32,
    /// Moves in a row in which each side took its game for lost, or for won.
    lost: [u32; 2],
    won: [u32; 2],
    /// Plies in a row with even scores.
    even: u32,
    /// The last scores of each side, as many as the rule looks at.
    last: [VecDeque<i32>; 2],
}

/// Why a game was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ruling {
    pub(crate) outcome: Outcome,
    pub(crate) reason: &'static str,
}

impl Adjudicator {
    pub(crate) fn new(rules: Adjudication) -> Self {
        Self { rules, plies: 0, lost: [0; 2], won: [0; 2], even: 0, last: Default::default() }
    }

    /// Takes note of a move and its score as the mover sees it.
    pub(crate) fn observe(&mut self, mover: Color, score: Option<EngineScore>) -> Option<Ruling> {
        self.plies += 1;
        let value = score.map(EngineScore::centipawns);
        self.resigned(mover, value)
            .map(|winner| Ruling { outcome: Outcome::Win(winner), reason: "adjudicated by score" })
            .or_else(|| self.is_even(value).then_some(EVEN))
            .or_else(|| self.is_steady(mover, value).then_some(STEADY))
            .or_else(|| self.is_too_long().then_some(TOO_LONG))
    }

    /// The winner, when a side is taken for lost.
    fn resigned(&mut self, mover: Color, value: Option<i32>) -> Option<Color> {
        let rule = self.rules.resign?;
        let limit = i32::try_from(rule.score).unwrap_or(i32::MAX);
        let count = |counter: &mut u32, holds: bool| *counter = if holds { *counter + 1 } else { 0 };
        count(&mut self.lost[mover as usize], value.is_some_and(|value| value <= -limit));
        count(&mut self.won[mover as usize], value.is_some_and(|value| value >= limit));
        Color::ALL.into_iter().find(|&winner| {
            let says_loser = self.lost[!winner as usize] >= rule.moves;
            says_loser && (rule.one_sided || self.won[winner as usize] >= rule.moves)
        })
    }

    fn is_even(&mut self, value: Option<i32>) -> bool {
        let Some(rule) = self.rules.draw else { return false };
        let limit = i32::try_from(rule.score).unwrap_or(i32::MAX);
        self.even = if value.is_some_and(|value| value.abs() <= limit) { self.even + 1 } else { 0 };
        self.even >= rule.moves.saturating_mul(2) && self.plies >= rule.from.saturating_mul(2)
    }

    fn is_steady(&mut self, mover: Color, value: Option<i32>) -> bool {
        let Some(rule) = self.rules.steady else { return false };
        let moves = rule.moves as usize;
        let last = &mut self.last[mover as usize];
        match value {
            Some(value) => last.push_back(value),
            None => last.clear(),
        }
        if last.len() > moves {
            last.pop_front();
        }
        let holds = |last: &VecDeque<i32>| {
            let (least, most) = (last.iter().min(), last.iter().max());
            let (Some(&least), Some(&most)) = (least, most) else { return false };
            let is_near = least.unsigned_abs().max(most.unsigned_abs()) <= rule.score;
            last.len() == moves && least.abs_diff(most) <= rule.change && is_near
        };
        self.plies >= rule.from.saturating_mul(2) && self.last.iter().all(holds)
    }

    fn is_too_long(&self) -> bool {
        self.rules.max_moves.is_some_and(|moves| self.plies >= moves.saturating_mul(2))
    }
}

/// The ruling of endgame tables, unless rules that count moves may change the value that they hold.
pub(crate) fn ruling_of_tables(tables: &Tables, game: &dyn AnyGame) -> Option<Ruling> {
    let LookUp { value, is_certain, .. } = tables.look_up(game)?;
    let outcome = match value {
        Value::Win => Outcome::Win(game.turn()),
        Value::Draw => Outcome::Draw,
        Value::Loss => Outcome::Win(!game.turn()),
    };
    is_certain.then_some(Ruling { outcome, reason: "adjudicated by endgame tables" })
}

const EVEN: Ruling = Ruling { outcome: Outcome::Draw, reason: "adjudicated by even scores" };
const STEADY: Ruling = Ruling { outcome: Outcome::Draw, reason: "adjudicated by steady scores" };
const TOO_LONG: Ruling = Ruling { outcome: Outcome::Draw, reason: "adjudicated by number of moves" };

#[cfg(test)]
mod tests {
    use catalog::{GameId, PositionText};
    use tables::{BuildOptions, StopFlag, build};

    use super::*;

    /// The ply at which a list of scores, each seen by its mover, decides the game.
    fn decided(rules: &Adjudication, scores: &[i32]) -> Option<(usize, Ruling)> {
        let mut adjudicator = Adjudicator::new(rules.clone());
        scores.iter().enumerate().find_map(|(index, &score)| {
            let mover = if index % 2 == 0 { Color::White } else { Color::Black };
            let ruling = adjudicator.observe(mover, Some(EngineScore::Centipawns(score)))?;
            Some((index + 1, ruling))
        })
    }

    #[test]
    fn both_must_agree_that_a_game_is_lost() {
        let resign = ResignRule { moves: 2, score: 500, one_sided: false };
        let rules = &Adjudication { resign: Some(resign), ..Adjudication::default() };
        let won = |ply, winner| {
            Some((ply, Ruling { outcome: Outcome::Win(winner), reason: "adjudicated by score" }))
        };
        assert_eq!(decided(rules, &[600, -600, 600, -500]), won(4, Color::White));
        assert_eq!(decided(rules, &[-600, 600, -600, 600]), won(4, Color::Black));
        // The winner does not agree, or not in a row.
        assert_eq!(decided(rules, &[100, -600, 100, -600, 100, -600]), None);
        assert_eq!(decided(rules, &[600, -600, 600, -499, 600, -600]), None);
        let one_sided = ResignRule { one_sided: true, ..resign };
        let rules = &Adjudication { resign: Some(one_sided), ..Adjudication::default() };
        assert_eq!(decided(rules, &[100, -600, 100, -600]), won(4, Color::White));
    }

    #[test]
    fn even_scores_draw_from_a_move_on() {
        let draw = DrawRule { from: 3, moves: 2, score: 10 };
        let rules = &Adjudication { draw: Some(draw), ..Adjudication::default() };
        assert_eq!(decided(rules, &[0; 9]), Some((6, EVEN)));
        assert_eq!(decided(rules, &[0, 0, 0, 11, -10, 10, 0, 0, 0]), Some((8, EVEN)));
        let rules = &Adjudication { max_moves: Some(4), ..Adjudication::default() };
        assert_eq!(decided(rules, &[50; 20]), Some((8, TOO_LONG)));
    }

    #[test]
    fn scores_that_repeat_draw_unless_they_are_high_or_move() {
        let steady = SteadyRule { from: 2, moves: 3, change: 5, score: 200 };
        let rules = Adjudication { steady: Some(steady), ..Adjudication::default() };
        // White stands better for three moves, and nothing changes.
        assert_eq!(decided(&rules, &[90, -80, 92, -82, 95, -85, 90]), Some((6, STEADY)));
        // One step more, and White makes progress.
        assert_eq!(decided(&rules, &[90, -80, 92, -80, 96, -80, 98, -80, 103, -80]), None);
        // The three moves need not be the first ones.
        assert_eq!(decided(&rules, &[0, 0, 90, -90, 91, -90, 92, -90]), Some((8, STEADY)));
        // Too much to be a draw.
        assert_eq!(decided(&rules, &[300, -300, 300, -300, 300, -300, 300, -300]), None);
        let late = SteadyRule { from: 5, ..steady };
        let rules = Adjudication { steady: Some(late), ..Adjudication::default() };
        assert_eq!(decided(&rules, &[0; 12]), Some((10, STEADY)));
        let mut adjudicator = Adjudicator::new(Adjudication { steady: Some(steady), ..rules });
        let scores = [Some(0), Some(0), None, Some(0), Some(0), Some(0), Some(0), Some(0), Some(0), Some(0)];
        let decided = scores.into_iter().enumerate().find_map(|(index, score)| {
            let mover = if index % 2 == 0 { Color::White } else { Color::Black };
            adjudicator.observe(mover, score.map(EngineScore::Centipawns)).map(|_| index + 1)
        });
        // White's three scores in a row begin after the move without one.
        assert_eq!(decided, Some(9));
    }

    #[test]
    fn tables_decide_unless_a_rule_that_counts_moves_may() {
        let folder = tempfile::tempdir().expect("a folder");
        let options = BuildOptions { pieces: 3, with_distances: true, threads: 1, memory: 100 };
        build(GameId::Russian, folder.path(), &options, &StopFlag::default(), &mut |_| ()).expect("tables");
        let tables = Tables::open(GameId::Russian, folder.path()).expect("tables");
        let ruling = |fen: &str| {
            let game = GameId::Russian.game_at(&PositionText::at(fen)).expect("a position");
            ruling_of_tables(&tables, &*game).map(|ruling| ruling.outcome)
        };
        let won = Some(Outcome::Win(Color::White));
        assert_eq!(ruling("W:WKa1,Kc1:Bh8"), won);
        assert_eq!(ruling("B:WKa1,Kc1:Bh8"), won);
        assert_eq!(ruling("B:Wa3:BKh8,Kf8"), Some(Outcome::Win(Color::Black)));
        assert_eq!(ruling("W:WKc1,Ke1:BKh8"), Some(Outcome::Draw));
        // Fifteen moves without progress draw: two plies are too few to win.
        assert_eq!(ruling("W:WKa1,Kc1:Bh8:H28:F40"), None);
        // Four pieces are not covered.
        assert_eq!(ruling("W:WKa1,Kc1:Bh8,f8"), None);
    }

    #[test]
    fn a_move_without_a_score_breaks_a_row() {
        let draw = DrawRule { from: 1, moves: 1, score: 10 };
        let mut adjudicator = Adjudicator::new(Adjudication { draw: Some(draw), ..Adjudication::default() });
        let even = Some(EngineScore::Centipawns(0));
        assert_eq!(adjudicator.observe(Color::White, even), None);
        assert_eq!(adjudicator.observe(Color::Black, None), None);
        assert_eq!(adjudicator.observe(Color::White, even), None);
        assert_eq!(adjudicator.observe(Color::Black, even), Some(EVEN));
    }
}
