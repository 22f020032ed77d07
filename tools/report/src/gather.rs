//! Games in, report out.

use std::collections::{BTreeMap, HashMap};

use arena::{MatchPlan, MatchResult, Opening, PlayedGame, Schedule, Standings};
use boardgame::Color;
use stats::{
    Counts, Encounter, FinishedPairs, PairResult, Pentanomial, Rating, Sprt, Trinomial, estimate, ratings,
};

use crate::anchor::{Anchor, RatingError, names, places, scale_of};
use crate::engine_profile::ProfileSums;
use crate::match_report::{
    EndingCount, EngineRow, FaultNote, LengthBin, LlrPoint, MatchReport, MeetingRow, OpeningRow, SprtReport,
};
use crate::rating_list::{encounter, sort_by_elo};

/// Faults that are listed.
const MOST_FAULTS: usize = 50;

/// Points of the LLR that are kept.
const MOST_POINTS: usize = 400;

/// Bins of the lengths of games.
const MOST_BINS: usize = 24;

/// Builds a report from games, which may come in any order.
#[derive(Debug)]
pub struct ReportBuilder<'a> {
    plan: &'a MatchPlan,
    anchors: Vec<Anchor>,
    /// The anchors by their places in the plan.
    anchored: Vec<(usize, f64)>,
    standings: Standings,
    series: LlrSeries,
    by_color: [u64; 3],
    began: Option<i64>,
    ended: Option<i64>,
    profiles: Vec<ProfileSums>,
    openings: HashMap<Opening, OpeningSums>,
    lengths: BTreeMap<usize, [u64; 3]>,
    endings: BTreeMap<String, u64>,
    faults: Vec<FaultNote>,
    faults_in_all: u64,
}

#[derive(Debug)]
struct OpeningSums {
    /// The first number of the opening: a book that is used up begins again.
    number: u64,
    games: u64,
    white: u64,
    first: u64,
    first_games: u64,
}

impl OpeningSums {
    fn new(number: u64) -> Self {
        Self { number, games: 0, white: 0, first: 0, first_games: 0 }
    }
}

impl<'a> ReportBuilder<'a> {
    /// A report of no games yet. Without a test, that of the plan counts; a test needs a match of two engines.
    #[must_use]
    pub fn new(plan: &'a MatchPlan, sprt: Option<Sprt>) -> Self {
        let engines = plan.engines.len();
        let sprt = sprt.or_else(|| plan.sprt.and_then(|sprt| sprt.test().ok()));
        Self {
            plan,
            anchors: Vec::new(),
            anchored: Vec::new(),
            standings: Standings::new(plan),
            series: LlrSeries::new(sprt.filter(|_| engines == 2)),
            by_color: [0; 3],
            began: None,
            ended: None,
            profiles: vec![ProfileSums::default(); engines],
            openings: HashMap::new(),
            lengths: BTreeMap::new(),
            endings: BTreeMap::new(),
            faults: Vec::new(),
            faults_in_all: 0,
        }
    }

    /// Rates all engines relative to some whose Elo is given.
    ///
    /// # Errors
    ///
    /// One of them does not play, or is named twice.
    pub fn anchored(mut self, anchors: &[Anchor]) -> Result<Self, RatingError> {
        self.anchored = places(anchors, &names(self.plan))?;
        self.anchors = anchors.to_vec();
        Ok(self)
    }

    /// Adds a finished game.
    pub fn add(&mut self, game: &PlayedGame) {
        if game.engines.iter().any(|&engine| engine >= self.plan.engines.len()) {
            return;
        }
        if let Some(half_points) = self.standings.add(game) {
            self.series.add(game.pair, half_points);
        }
        let color = match game.result {
            MatchResult::WhiteWins => 0,
            MatchResult::Draw => 1,
            MatchResult::BlackWins => 2,
        };
        self.by_color[color] += 1;
        let plies = game.opening.moves.len() + game.moves.len();
        self.lengths.entry(plies).or_default()[color] += 1;
        *self.endings.entry(game.ending.to_string().replace('_', " ")).or_default() += 1;
        let ended = game.began.saturating_add_unsigned(game.millis);
        self.began = Some(self.began.map_or(game.began, |began| began.min(game.began)));
        self.ended = Some(self.ended.map_or(ended, |end| end.max(ended)));
        self.add_opening(game);
        self.add_moves(game);
        self.add_fault(game);
    }

    fn add_opening(&mut self, game: &PlayedGame) {
        let sums = self.openings.entry(game.opening.clone());
        let sums = sums.or_insert_with(|| OpeningSums::new(game.opening_number));
        sums.number = sums.number.min(game.opening_number);
        sums.games += 1;
        sums.white += u64::from(game.result.half_points(Color::White));
        if let Some(points) = game.half_points(0) {
            sums.first += u64::from(points);
            sums.first_games += 1;
        }
    }

    /// Sides alternate, so who made the last move of the opening says who made which move.
    fn add_moves(&mut self, game: &PlayedGame) {
        let turn = match &game.opening.fen {
            None => self.plan.game.about().first,
            Some(fen) => turn_of(fen),
        };
        let before = game.opening.moves.len();
        let is_swapped = before % 2 == 1;
        for (index, mv) in game.moves.iter().enumerate() {
            let mover = if (index % 2 == 1) == is_swapped { turn } else { !turn };
            let engine = game.engines[mover as usize];
            self.profiles[engine].add((before + index) / 2, mv);
        }
    }

    fn add_fault(&mut self, game: &PlayedGame) {
        let Some(fault) = &game.fault else { return };
        self.faults_in_all += 1;
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(FaultNote {
                pair: game.pair + 1,
                game: game.game + 1,
                engine: self.plan.engines.get(fault.engine).map_or("?", |spec| &spec.name).to_owned(),
                kind: fault.kind.to_string(),
                text: fault.text.clone(),
            });
        }
    }

    /// The report of the games so far.
    #[must_use]
    pub fn finish(self) -> MatchReport {
        let plan = self.plan;
        let mut endings: Vec<EndingCount> = self
            .endings
            .iter()
            .map(|(reason, &games)| EndingCount { reason: reason.clone(), games })
            .collect();
        endings.sort_by_key(|ending| std::cmp::Reverse(ending.games));
        let share = |half_points: u64, games: u64| half_points as f64 / (2 * games.max(1)) as f64;
        let openings = self.openings.iter().map(|(opening, sums)| OpeningRow {
            number: sums.number,
            name: name_of(opening),
            games: sums.games,
            white_score: share(sums.white, sums.games),
            first_score: (sums.first_games > 0).then(|| share(sums.first, sums.first_games)),
        });
        let mut openings: Vec<OpeningRow> = openings.collect();
        openings.sort_by(|one, other| (one.number, &one.name).cmp(&(other.number, &other.name)));
        MatchReport {
            title: plan.title(),
            game: plan.game.about().title,
            time: plan.time.to_string(),
            games: self.standings.games(),
            games_planned: 2 * Schedule::new(plan).pairs(),
            pairs: self.standings.pairs(),
            by_color: self.by_color,
            began: self.began,
            ended: self.ended,
            engines: self.engine_rows(),
            scale: self.has_scale().then(|| scale_of(&self.anchors)),
            meetings: self.meeting_rows(),
            sprt: self.series.finish(),
            openings,
            lengths: length_bins(&self.lengths),
            endings,
            faults: self.faults,
            faults_in_all: self.faults_in_all,
        }
    }

    fn engine_rows(&self) -> Vec<EngineRow> {
        let standings = self.standings.engines().iter().zip(&self.plan.engines).zip(&self.profiles);
        let mut rows: Vec<EngineRow> = standings
            .enumerate()
            .map(|(number, ((standing, spec), profile))| {
                let of_games = Trinomial::new(standing.wins, standing.losses, standing.draws);
                let counts = self.of_two(number).or(of_games.ok().map(Counts::from));
                let estimate = counts.map(|counts| estimate(&counts));
                let faults = standing.faults.iter().map(|(kind, &count)| (kind.to_string(), count));
                EngineRow {
                    number,
                    name: spec.name.clone(),
                    games: standing.games(),
                    wins: standing.wins,
                    draws: standing.draws,
                    losses: standing.losses,
                    points: standing.points(),
                    score: estimate.map_or(f64::NAN, |estimate| estimate.score),
                    elo: estimate.map_or(f64::NAN, |estimate| estimate.elo),
                    elo_error: estimate.map_or(f64::NAN, |estimate| estimate.elo_error),
                    faults: faults.collect(),
                    profile: profile.finish(),
                }
            })
            .collect();
        // Those without games come last.
        let score = |row: &EngineRow| if row.score.is_nan() { -1.0 } else { row.score };
        rows.sort_by(|one, other| score(other).total_cmp(&score(one)));
        if self.has_scale() {
            self.rate(&mut rows);
        }
        rows
    }

    /// Whether the Elo of the engines is on one scale: two engines need none.
    fn has_scale(&self) -> bool {
        self.plan.engines.len() > 2 || !self.anchored.is_empty()
    }

    /// Puts all engines on one scale.
    fn rate(&self, rows: &mut [EngineRow]) {
        let encounters = self.standings.meetings();
        let encounters: Vec<Encounter> =
            encounters.filter_map(|((one, other), meeting)| encounter([one, other], meeting)).collect();
        let found = ratings(self.plan.engines.len(), &encounters, &self.anchored);
        for row in &mut *rows {
            Rating { elo: row.elo, elo_error: row.elo_error } = found[row.number];
        }
        sort_by_elo(rows, |row| row.elo);
    }

    /// The pairs of an engine in a match of two: they say more than its games. A game without its second one is left out.
    fn of_two(&self, engine: usize) -> Option<Counts> {
        if self.plan.engines.len() != 2 {
            return None;
        }
        let meeting = self.standings.meeting(engine, 1 - engine);
        Pentanomial::new(meeting.pentanomial).ok().map(Counts::from)
    }

    fn meeting_rows(&self) -> Vec<MeetingRow> {
        let rows = self.standings.meetings().filter_map(|((one, other), meeting)| {
            let games = Trinomial::new(meeting.wins, meeting.losses, meeting.draws).ok()?;
            // Pairs say more; games without their second one are left out of them.
            let pairs = Pentanomial::new(meeting.pentanomial).ok();
            let found = estimate(&pairs.map_or(Counts::from(games), Counts::from));
            let of_games = estimate(&games.into());
            Some(MeetingRow {
                engines: [one, other],
                wins: meeting.wins,
                draws: meeting.draws,
                losses: meeting.losses,
                pentanomial: meeting.pentanomial,
                score: of_games.score,
                elo: found.elo,
                elo_error: found.elo_error,
                nelo: found.nelo,
                nelo_error: found.nelo_error,
                los: found.los,
                draw_rate: of_games.draw_rate.unwrap_or(f64::NAN),
                pairs_ratio: found.pairs_ratio,
            })
        });
        rows.collect()
    }
}

/// What an opening is called: its name, its moves or its position.
fn name_of(opening: &Opening) -> String {
    let moves = || Some(opening.moves.join(" ")).filter(|moves| !moves.is_empty());
    let name = opening.name.clone().or_else(moves).or_else(|| opening.fen.clone());
    name.unwrap_or_else(|| "the usual start".to_owned())
}

/// The side to move by the text of a position: the first field of draughts, the second of chess.
fn turn_of(fen: &str) -> Color {
    let field = if fen.contains('/') { fen.split_whitespace().nth(1) } else { fen.split(':').next() };
    if field.is_some_and(|field| field.trim().eq_ignore_ascii_case("b")) {
        Color::Black
    } else {
        Color::White
    }
}

/// The course of the LLR, pair by pair.
#[derive(Debug)]
struct LlrSeries {
    sprt: Option<Sprt>,
    finished: FinishedPairs,
    points: Vec<LlrPoint>,
}

impl LlrSeries {
    fn new(sprt: Option<Sprt>) -> Self {
        Self { sprt, finished: FinishedPairs::new(sprt), points: vec![LlrPoint { pairs: 0, llr: 0.0 }] }
    }

    fn add(&mut self, pair: u64, half_points: u8) {
        let Some(result) = PairResult::from_half_points(half_points).filter(|_| self.sprt.is_some()) else {
            return;
        };
        let before = self.finished.len();
        // A ledger has each game once.
        let _ = self.finished.record(pair, result);
        if self.finished.len() > before {
            self.points.push(LlrPoint { pairs: self.finished.len(), llr: self.finished.llr() });
        }
    }

    fn finish(&self) -> Option<SprtReport> {
        let sprt = self.sprt?;
        let step = self.points.len().div_ceil(MOST_POINTS).max(1);
        let is_kept = |index: usize| index.is_multiple_of(step) || index + 1 == self.points.len();
        let points = self.points.iter().enumerate().filter(|(index, _)| is_kept(*index));
        Some(SprtReport {
            model: sprt.model().name(),
            elo0: sprt.elo0(),
            elo1: sprt.elo1(),
            alpha: sprt.alpha(),
            beta: sprt.beta(),
            llr_lower: sprt.lower(),
            llr_upper: sprt.upper(),
            llr: self.finished.llr(),
            pairs: self.finished.len(),
            verdict: self.finished.decision().map(|decision| decision.verdict.name()),
            decided_after: self.finished.decision().map(|decision| decision.pairs),
            series: points.map(|(_, point)| *point).collect(),
        })
    }
}

/// Bins of equal width, a round number of plies.
fn length_bins(lengths: &BTreeMap<usize, [u64; 3]>) -> Vec<LengthBin> {
    let (Some((&shortest, _)), Some((&longest, _))) = (lengths.first_key_value(), lengths.last_key_value())
    else {
        return Vec::new();
    };
    let widths = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
    let count = |width: usize| longest / width - shortest / width + 1;
    let width = widths.into_iter().find(|&width| count(width) <= MOST_BINS).unwrap_or(longest);
    let first = shortest / width;
    let mut bins: Vec<LengthBin> = (first..=longest / width)
        .map(|index| LengthBin {
            from: index * width,
            to: index * width + width - 1,
            white: 0,
            draws: 0,
            black: 0,
        })
        .collect();
    for (plies, [white, draws, black]) in lengths {
        let bin = &mut bins[plies / width - first];
        bin.white += white;
        bin.draws += draws;
        bin.black += black;
    }
    bins
}
