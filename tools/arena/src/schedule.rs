//! How engines are paired, and when.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::plan::{MatchFormat, MatchPlan};

/// Two games of the same two engines from the same opening, with colors swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pair {
    /// Its number in the match, from 0.
    pub number: u64,
    /// The number of its opening, from 0. All pairs of a round have the same.
    pub opening: u64,
    /// The two engines: their places in the plan. The first one is White in the first game.
    pub engines: [usize; 2],
}

impl Pair {
    /// The engines that play White and Black in one of the two games.
    #[must_use]
    pub fn seats(&self, game: u8) -> [usize; 2] {
        let [first, second] = self.engines;
        if game == 0 { [first, second] } else { [second, first] }
    }
}

/// The pairs of a match in their order. The same plan gives the same pairs; in a Swiss tournament the pairs of a round
/// are known when all pairs before it are finished.
#[derive(Clone, Debug)]
pub struct Schedule {
    format: MatchFormat,
    engines: usize,
    rounds: u32,
    /// The meetings of one round; in a Swiss tournament none.
    meetings: Vec<[usize; 2]>,
    /// The pairs of a Swiss tournament that are known so far.
    swiss: Vec<Pair>,
    /// The half points of the first engine in the finished pairs of a Swiss tournament, from 0 to 4.
    results: BTreeMap<u64, u8>,
}

impl Schedule {
    /// The schedule of a plan.
    #[must_use]
    pub fn new(plan: &MatchPlan) -> Self {
        let engines = plan.engines.len();
        let meetings = match plan.format {
            MatchFormat::RoundRobin => {
                (0..engines).flat_map(|one| (one + 1..engines).map(move |other| [one, other])).collect()
            }
            MatchFormat::Gauntlet => (1..engines).map(|other| [0, other]).collect(),
            MatchFormat::Ladder => (1..engines).map(|next| [next - 1, next]).collect(),
            MatchFormat::Swiss => Vec::new(),
        };
        let (swiss, results) = (Vec::new(), BTreeMap::new());
        let mut schedule =
            Self { format: plan.format, engines, rounds: plan.rounds, meetings, swiss, results };
        schedule.pair_swiss_rounds();
        schedule
    }

    /// The number of pairs in the whole match.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        u64::from(self.rounds) * self.pairs_in_round()
    }

    fn pairs_in_round(&self) -> u64 {
        match self.format {
            MatchFormat::Swiss => (self.engines / 2) as u64,
            _ => self.meetings.len() as u64,
        }
    }

    /// The pair of this number; `None` if there is none, or none yet.
    #[must_use]
    pub fn pair(&self, number: u64) -> Option<Pair> {
        if self.format == MatchFormat::Swiss {
            return self.swiss.get(usize::try_from(number).ok()?).copied();
        }
        let size = self.pairs_in_round();
        let (round, place) = (number / size, number % size);
        let engines = self.meetings[place as usize];
        (round < u64::from(self.rounds)).then_some(Pair { number, opening: round, engines })
    }

    /// Takes note of a finished pair: the half points of its first engine, from 0 to 4.
    pub fn finish(&mut self, number: u64, half_points: u8) {
        if self.format == MatchFormat::Swiss {
            self.results.insert(number, half_points);
            self.pair_swiss_rounds();
        }
    }

    /// Makes the pairs of the next round when all pairs before it are finished.
    fn pair_swiss_rounds(&mut self) {
        let size = self.pairs_in_round();
        while self.format == MatchFormat::Swiss
            && (self.swiss.len() as u64) < self.pairs()
            && (0..self.swiss.len() as u64).all(|number| self.results.contains_key(&number))
        {
            let round = self.swiss.len() as u64 / size;
            let paired = self.swiss_round();
            for (place, engines) in (0..).zip(paired) {
                self.swiss.push(Pair { number: round * size + place, opening: round, engines });
            }
        }
    }

    /// The meetings of the next round: engines of about the same score, and of those the ones that met least often. With an
    /// odd number of engines, the last one of those that rested least often rests, which is worth a drawn pair.
    fn swiss_round(&self) -> Vec<[usize; 2]> {
        let mut points = vec![0; self.engines];
        let mut played = vec![0; self.engines];
        let mut met = vec![vec![0_u32; self.engines]; self.engines];
        for (pair, result) in self.swiss.iter().zip(self.results.values()) {
            let [first, second] = pair.engines;
            points[first] += u32::from(*result);
            points[second] += 4 - u32::from(*result);
            played[first] += 1;
            played[second] += 1;
            met[first][second] += 1;
            met[second][first] += 1;
        }
        let round = self.swiss.len() / (self.engines / 2).max(1);
        for (points, played) in points.iter_mut().zip(&played) {
            *points += 2 * (round - played) as u32;
        }
        let mut order: Vec<usize> = (0..self.engines).collect();
        order.sort_by_key(|&engine| (std::cmp::Reverse(points[engine]), engine));
        if !self.engines.is_multiple_of(2) {
            let most = played.iter().max();
            let resting = order.iter().rposition(|&engine| Some(&played[engine]) == most).unwrap_or(0);
            order.remove(resting);
        }
        // Somebody has met all others at least so often.
        let least_of = |one: usize| {
            let others = order.iter().filter(|&&other| other != one);
            others.map(|&other| met[one][other]).min().unwrap_or(0)
        };
        let least = order.iter().map(|&engine| least_of(engine)).max().unwrap_or(0);
        let most = met.iter().flatten().copied().max().unwrap_or(0);
        (least..=most)
            .find_map(|limit| {
                let mut attempts = MOST_ATTEMPTS;
                pair_up(&order, &|one: usize, other: usize| met[one][other] > limit, &mut attempts)
            })
            .unwrap_or_else(|| order.chunks_exact(2).map(|two| [two[0], two[1]]).collect())
    }
}

/// How many pairings to try before engines may meet once more.
const MOST_ATTEMPTS: usize = 10_000;

/// Pairs the first with the next that it may meet, and so on.
fn pair_up(
    order: &[usize],
    is_refused: &impl Fn(usize, usize) -> bool,
    attempts: &mut usize,
) -> Option<Vec<[usize; 2]>> {
    let Some((&first, rest)) = order.split_first() else { return Some(Vec::new()) };
    for (index, &other) in rest.iter().enumerate() {
        *attempts = attempts.checked_sub(1)?;
        if is_refused(first, other) {
            continue;
        }
        let left: Vec<usize> = [&rest[..index], &rest[index + 1..]].concat();
        if let Some(mut pairs) = pair_up(&left, is_refused, attempts) {
            pairs.insert(0, [first, other]);
            return Some(pairs);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use catalog::GameId;

    use super::*;
    use crate::engine_spec::EngineSpec;
    use crate::engine_time::EngineTime;

    fn schedule(format: MatchFormat, engines: usize, rounds: u32) -> Schedule {
        let engines = (0..engines).map(|number| EngineSpec::own(&number.to_string())).collect();
        let plan = MatchPlan::new(GameId::Chess, EngineTime::depth(1), engines);
        Schedule::new(&MatchPlan { format, rounds, ..plan })
    }

    #[test]
    fn everybody_meets_everybody_in_each_round() {
        let schedule = schedule(MatchFormat::RoundRobin, 3, 2);
        let pairs: Vec<_> = (0..).map_while(|number| schedule.pair(number)).collect();
        assert_eq!(pairs.len() as u64, schedule.pairs());
        let met: Vec<_> = pairs.iter().map(|pair| (pair.opening, pair.engines)).collect();
        assert_eq!(met, [(0, [0, 1]), (0, [0, 2]), (0, [1, 2]), (1, [0, 1]), (1, [0, 2]), (1, [1, 2])]);
        assert_eq!((pairs[1].seats(0), pairs[1].seats(1)), ([0, 2], [2, 0]));
    }

    #[test]
    fn the_first_runs_the_gauntlet() {
        let schedule = schedule(MatchFormat::Gauntlet, 4, 1);
        let met: Vec<_> = (0..3).map(|number| schedule.pair(number).expect("a pair").engines).collect();
        assert_eq!(met, [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(schedule.pair(3), None);
    }

    #[test]
    fn on_a_ladder_neighbors_meet() {
        let schedule = schedule(MatchFormat::Ladder, 4, 2);
        let met: Vec<_> = (0..6).map(|number| schedule.pair(number).expect("a pair").engines).collect();
        assert_eq!(met, [[0, 1], [1, 2], [2, 3], [0, 1], [1, 2], [2, 3]]);
        assert_eq!((schedule.pair(6), schedule.pairs()), (None, 6));
    }

    #[test]
    fn a_swiss_round_is_known_when_the_last_one_is_finished() {
        let mut schedule = schedule(MatchFormat::Swiss, 4, 3);
        let engines = |schedule: &Schedule, number| schedule.pair(number).map(|pair| pair.engines);
        assert_eq!((engines(&schedule, 0), engines(&schedule, 1)), (Some([0, 1]), Some([2, 3])));
        schedule.finish(1, 0);
        assert_eq!(engines(&schedule, 2), None);
        schedule.finish(0, 4);
        // The winners 0 and 3 meet, and the losers 1 and 2.
        assert_eq!((engines(&schedule, 2), engines(&schedule, 3)), (Some([0, 3]), Some([1, 2])));
        schedule.finish(2, 2);
        schedule.finish(3, 2);
        // Nobody meets twice.
        assert_eq!((engines(&schedule, 4), engines(&schedule, 5)), (Some([0, 2]), Some([3, 1])));
        schedule.finish(4, 2);
        schedule.finish(5, 2);
        assert_eq!((engines(&schedule, 6), schedule.pairs()), (None, 6));
    }

    #[test]
    fn in_long_swiss_matches_all_meet_equally_often() {
        let mut schedule = schedule(MatchFormat::Swiss, 4, 9);
        let mut met = [[0; 4]; 4];
        for number in 0..18 {
            let [first, second] = schedule.pair(number).expect("a pair").engines;
            met[first.min(second)][first.max(second)] += 1;
            // The one with the lower number always wins.
            schedule.finish(number, if first < second { 4 } else { 0 });
        }
        assert_eq!(met, [[0, 3, 3, 3], [0, 0, 3, 3], [0, 0, 0, 3], [0; 4]]);
    }

    #[test]
    fn one_of_an_odd_number_rests_and_all_do_in_turn() {
        let mut schedule = schedule(MatchFormat::Swiss, 5, 15);
        let mut rests = vec![0; 5];
        for round in 0..15 {
            let pairs =
                [schedule.pair(2 * round).expect("a pair"), schedule.pair(2 * round + 1).expect("a pair")];
            let plays = |engine| pairs.iter().any(|pair| pair.engines.contains(&engine));
            (0..5).filter(|&engine| !plays(engine)).for_each(|engine| rests[engine] += 1);
            pairs.iter().for_each(|pair| schedule.finish(pair.number, 3));
        }
        assert_eq!(rests, [3; 5]);
    }
}
