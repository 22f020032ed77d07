//! Engines of several matches on one Elo scale.

use std::collections::HashSet;
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use arena::{EngineSpec, Ledger, LedgerError, MatchPlan, Meeting, PlayedGame, Standings};
use catalog::GameId;
use serde::Serialize;
use stats::{Counts, Encounter, Pentanomial, Rating, Trinomial, number_of, ratings};

use crate::anchor::{Anchor, RatingError, places, scale_of};
use crate::text::elo_text;

/// The engines of one or more matches of a game on one Elo scale, the best first. In JSON, numbers that the games do not
/// determine are null.
#[derive(Clone, Debug, Serialize)]
pub struct RatingList {
    /// The game.
    pub game: &'static str,
    /// All games that count.
    pub games: u64,
    /// What the scale is relative to.
    pub scale: String,
    /// The engines.
    pub engines: Vec<RatingRow>,
}

/// The rating of an engine.
#[derive(Clone, Debug, Serialize)]
pub struct RatingRow {
    /// Its name.
    pub name: String,
    /// Its Elo.
    pub elo: f64,
    /// Half of its 95 % interval; 0 for an anchor.
    pub elo_error: f64,
    /// Its games.
    pub games: u64,
    /// Won games.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Lost games.
    pub losses: u64,
    /// The share of the points.
    pub score: f64,
}

impl RatingList {
    /// Reads the ledgers of matches, which may be running. Engines of one name are one engine, which must be used in the
    /// same way everywhere.
    ///
    /// # Errors
    ///
    /// A ledger cannot be read, the matches do not fit together, or an anchor is no engine of theirs.
    pub fn read(ledgers: &[PathBuf], anchors: &[Anchor]) -> Result<Self, RatingError> {
        let mut gathered = Gathered::default();
        for (index, path) in ledgers.iter().enumerate() {
            let canonical = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
            if ledgers[..index].iter().any(|other| canonical(other) == canonical(path)) {
                return Err(RatingError::SameMatch { path: path.clone() });
            }
            let (mut ledger, plan) = Ledger::read(path)?;
            let mut standings = Standings::new(&plan);
            let mut found = Vec::new();
            ledger.for_each(|game| {
                found.push((2 * game.pair + u64::from(game.game) + 1, fingerprint(&game)));
                standings.add(&game);
                Ok::<(), LedgerError>(())
            })?;
            for (game, fingerprint) in found {
                if !gathered.seen.insert(fingerprint) {
                    return Err(RatingError::SameGames { path: path.clone(), game });
                }
            }
            gathered.add(path, &plan, &standings)?;
        }
        gathered.rate(anchors)
    }

    /// The list as text for a terminal.
    #[must_use]
    pub fn to_text(&self) -> String {
        let width = self.engines.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(6);
        let mut text = String::new();
        let _ = writeln!(
            text,
            "{:>3}  {:<width$}  {:>16}  {:>6} {:>6} {:>6} {:>6}  {:>7}",
            "", "engine", "Elo", "games", "won", "drawn", "lost", "score"
        );
        for (place, row) in (1..).zip(&self.engines) {
            let RatingRow { name, elo, elo_error, games, wins, draws, losses, score } = row;
            let elo = elo_text(*elo, *elo_error);
            let score = format!("{:.1} %", 100.0 * score);
            let _ = writeln!(
                text,
                "{place:>2}.  {name:<width$}  {elo:>16}  {games:>6} {wins:>6} {draws:>6} {losses:>6}  {score:>7}"
            );
        }
        let Self { game, games, scale, .. } = self;
        let _ = writeln!(text, "{game}, {}; Elo with 95 % intervals, {scale}", number_of(*games, "game"));
        text
    }
}

/// The results of one meeting: its pairs if it has any, since they say more.
pub(crate) fn encounter(players: [usize; 2], meeting: &Meeting) -> Option<Encounter> {
    let games = || Trinomial::new(meeting.wins, meeting.losses, meeting.draws).ok().map(Counts::from);
    let counts = Pentanomial::new(meeting.pentanomial).ok().map(Counts::from).or_else(games)?;
    Some(Encounter { players, counts })
}

/// What the matches hold.
#[derive(Default)]
struct Gathered {
    game: Option<GameId>,
    /// The engines with the way they are used, and their games: won, drawn, lost.
    engines: Vec<(EngineSpec, [u64; 3])>,
    encounters: Vec<Encounter>,
    games: u64,
    /// What tells the games apart.
    seen: HashSet<u64>,
}

/// A number that no other game has: it began in one millisecond, and each of its moves took some microseconds.
fn fingerprint(game: &PlayedGame) -> u64 {
    let mut hasher = DefaultHasher::new();
    (game.pair, game.game, game.began, game.millis).hash(&mut hasher);
    game.moves.iter().for_each(|mv| (&mv.text, mv.micros).hash(&mut hasher));
    hasher.finish()
}

impl Gathered {
    fn add(&mut self, path: &Path, plan: &MatchPlan, standings: &Standings) -> Result<(), RatingError> {
        let expected = *self.game.get_or_insert(plan.game);
        if expected != plan.game {
            return Err(RatingError::OtherGame { path: path.to_owned(), found: plan.game, expected });
        }
        let mut places = Vec::new();
        for (index, (spec, standing)) in plan.engines.iter().zip(standings.engines()).enumerate() {
            let place = self.place_of(&EngineSpec { time: Some(plan.time_of(index)), ..spec.clone() });
            let place = place
                .ok_or_else(|| RatingError::OtherEngine { name: spec.name.clone(), path: path.to_owned() })?;
            let more = [standing.wins, standing.draws, standing.losses];
            self.engines[place].1.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
            places.push(place);
        }
        let met = standings.meetings();
        self.encounters.extend(
            met.filter_map(|((one, other), meeting)| encounter([places[one], places[other]], meeting)),
        );
        self.games += standings.games();
        Ok(())
    }

    /// The place of an engine, which is added if it is not known; `None` if another one has its name.
    fn place_of(&mut self, spec: &EngineSpec) -> Option<usize> {
        if let Some(place) = self.engines.iter().position(|(known, _)| known.name == spec.name) {
            return (self.engines[place].0 == *spec).then_some(place);
        }
        self.engines.push((spec.clone(), [0; 3]));
        Some(self.engines.len() - 1)
    }

    fn rate(self, anchors: &[Anchor]) -> Result<RatingList, RatingError> {
        let names: Vec<&str> = self.engines.iter().map(|(spec, _)| spec.name.as_str()).collect();
        let found = ratings(names.len(), &self.encounters, &places(anchors, &names)?);
        let mut engines: Vec<RatingRow> = self
            .engines
            .iter()
            .zip(found)
            .map(|((spec, [wins, draws, losses]), Rating { elo, elo_error })| {
                let games = wins + draws + losses;
                let score = (*wins as f64 + *draws as f64 / 2.0) / games as f64;
                let (name, [wins, draws, losses]) = (spec.name.clone(), [*wins, *draws, *losses]);
                RatingRow { name, elo, elo_error, games, wins, draws, losses, score }
            })
            .collect();
        sort_by_elo(&mut engines, |row| row.elo);
        let game = self.game.map_or("", |game| game.about().title);
        Ok(RatingList { game, games: self.games, scale: scale_of(anchors), engines })
    }
}

/// Sorts the best first; those without an Elo come last.
pub(crate) fn sort_by_elo<T>(rows: &mut [T], elo: impl Fn(&T) -> f64) {
    let key = |row: &T| (!elo(row).is_nan(), elo(row));
    rows.sort_by(|one, other| {
        let ((one, one_elo), (other, other_elo)) = (key(one), key(other));
        other.cmp(&one).then(other_elo.total_cmp(&one_elo))
    });
}
