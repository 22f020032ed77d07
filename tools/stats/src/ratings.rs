//! Several players on one Elo scale.

use crate::counts::Counts;
use crate::distribution::Distribution;
use crate::estimate::CONFIDENCE_95;

/// The results of two players against each other, as the first one sees them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Encounter {
    /// The players, by their numbers from 0.
    pub players: [usize; 2],
    /// The results; pairs decide if there are any.
    pub counts: Counts,
}

/// The strength of a player on the scale of its field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Its Elo. Infinite if it won or lost every game that ties it to the anchors, or to the field if there are none; not
    /// a number if nothing ties it to them.
    pub elo: f64,
    /// Half the width of its 95 % interval; 0 for an anchor, infinite or not a number as the Elo is.
    pub elo_error: f64,
}

impl Rating {
    const UNKNOWN: Self = Self { elo: f64::NAN, elo_error: f64::NAN };
}

/// Rates players by the results of each two of them: the ratings under which the results are likeliest, where a player
/// who is stronger by D Elo expects 1 / (1 + 10^(-D/400)) points of a game and a draw is half a win (the model of Bradley
/// and Terry, as Ordo and BayesElo use it).
///
/// `anchors` are players whose Elo is given. Without any, the average of the rated players is 0.
///
/// The error bars come from how much the results scatter around what the ratings expect (the sandwich estimator). They
/// count a pair of games as one result, so an opening that favors one color does not make them smaller; they are relative
/// to the anchors or to the average, and take what is given as exact. Two players whose results are all the same count with
/// the largest scatter that their ratings allow.
///
/// A player who won all games, or lost all, has no finite Elo. So has a whole group of players who won every game against
/// the rest. These are left out of the scale: they get an infinite Elo, or none.
///
/// Encounters of a player with itself are ignored.
///
/// ```
/// use damier_stats::{Encounter, Trinomial, ratings};
///
/// // Player 0 makes 75 % against player 1, and that one 75 % against player 2.
/// let counts = Trinomial::new(70, 20, 10)?.into();
/// let encounters = [Encounter { players: [0, 1], counts }, Encounter { players: [1, 2], counts }];
/// let found = ratings(3, &encounters, &[(2, 1500.0)]);
/// let elo: Vec<String> = found.iter().map(|rating| format!("{:.1}", rating.elo)).collect();
/// assert_eq!(elo, ["1881.7", "1690.8", "1500.0"]);
/// # Ok::<(), damier_stats::StatsError>(())
/// ```
///
/// # Panics
///
/// A number of a player is not below `players`.
#[must_use]
pub fn ratings(players: usize, encounters: &[Encounter], anchors: &[(usize, f64)]) -> Vec<Rating> {
    let results: Vec<Results> = encounters.iter().filter_map(Results::of).collect();
    let ties = Ties::new(players, &results);
    let core: Vec<usize> = if anchors.is_empty() {
        ties.largest_group()
    } else {
        anchors.iter().map(|&(player, _)| player).collect()
    };
    let [from, to] = [ties.reached(&core, Direction::Beaten), ties.reached(&core, Direction::Beaters)];
    let is_rated: Vec<bool> = (0..players).map(|player| from[player] && to[player]).collect();
    let mut found = vec![Rating::UNKNOWN; players];
    for player in 0..players {
        // Those who take points from the field and give none are above it.
        let elo = match (from[player], to[player]) {
            (true, false) => f64::NEG_INFINITY,
            (false, true) => f64::INFINITY,
            _ => continue,
        };
        found[player] = Rating { elo, elo_error: f64::INFINITY };
    }
    let among: Vec<Results> =
        results.into_iter().filter(|result| result.players.iter().all(|&player| is_rated[player])).collect();
    Scale::new(&is_rated, anchors).rate(&among, &mut found);
    found
}

/// An encounter in numbers.
#[derive(Clone, Copy, Debug)]
struct Results {
    players: [usize; 2],
    games: f64,
    /// The share of the points of the first player.
    score: f64,
    /// The sum of the squares of what results are off their mean, each in points.
    scatter: f64,
    /// Whether all results are the same: then nothing shows how they scatter.
    is_unanimous: bool,
    /// How many results, and how many games make one.
    results: f64,
    games_each: f64,
}

impl Results {
    fn of(encounter: &Encounter) -> Option<Self> {
        let Encounter { players: [first, second], ref counts } = *encounter;
        let observed = Distribution::observed(counts);
        (first != second && observed.total > 0.0).then(|| Self {
            players: [first, second],
            games: observed.total * observed.games_each,
            score: observed.mean(),
            scatter: observed.total * observed.variance() * observed.games_each.powi(2),
            is_unanimous: observed.is_unanimous(),
            results: observed.total,
            games_each: observed.games_each,
        })
    }

    /// The sum of the squares of what results are off an expected score, each in points.
    fn scatter_around(&self, expected: f64) -> f64 {
        let square = self.games_each.powi(2) * self.results;
        let observed = self.scatter + square * (self.score - expected).powi(2);
        // The most that the expected score allows.
        if self.is_unanimous { observed.max(square * expected * (1.0 - expected)) } else { observed }
    }
}

#[derive(Clone, Copy)]
enum Direction {
    /// From a player to those who gave it points.
    Beaten,
    /// From a player to those who took points from it.
    Beaters,
}

/// Who took points from whom.
struct Ties {
    /// For each player, those who gave it points, and those who took points from it.
    beaten: Vec<Vec<usize>>,
    beaters: Vec<Vec<usize>>,
}

impl Ties {
    fn new(players: usize, results: &[Results]) -> Self {
        let mut ties = Self { beaten: vec![Vec::new(); players], beaters: vec![Vec::new(); players] };
        for &Results { players: [first, second], score, .. } in results {
            if score > 0.0 {
                ties.beaten[first].push(second);
                ties.beaters[second].push(first);
            }
            if score < 1.0 {
                ties.beaten[second].push(first);
                ties.beaters[first].push(second);
            }
        }
        ties
    }

    /// Everyone whom a walk from these players reaches, themselves included.
    fn reached(&self, from: &[usize], direction: Direction) -> Vec<bool> {
        let next = match direction {
            Direction::Beaten => &self.beaten,
            Direction::Beaters => &self.beaters,
        };
        let mut is_reached = vec![false; next.len()];
        let mut open = from.to_vec();
        while let Some(player) = open.pop() {
            if !std::mem::replace(&mut is_reached[player], true) {
                open.extend(&next[player]);
            }
        }
        is_reached
    }

    /// The largest group of players who can be rated together; the first of equals.
    fn largest_group(&self) -> Vec<usize> {
        let mut is_seen = vec![false; self.beaten.len()];
        let mut largest = Vec::new();
        for player in 0..self.beaten.len() {
            if is_seen[player] {
                continue;
            }
            let [from, to] =
                [Direction::Beaten, Direction::Beaters].map(|direction| self.reached(&[player], direction));
            let group: Vec<usize> =
                (0..self.beaten.len()).filter(|&other| from[other] && to[other]).collect();
            group.iter().for_each(|&other| is_seen[other] = true);
            if group.len() > largest.len() {
                largest = group;
            }
        }
        largest
    }
}

/// Elo for one unit of the logistic function: 400 / ln 10.
const ELO_PER_UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Steps of Newton's method; a few are enough, and more change nothing.
const MOST_STEPS: usize = 200;

/// The longest step, in logistic units (about 350 Elo), so that far starts do not overshoot.
const LONGEST_STEP: f64 = 2.0;

/// The rated players and their unknowns.
struct Scale {
    /// The ratings in logistic units; NaN for those who are not rated.
    values: Vec<f64>,
    /// The place of each player among the unknowns; none for anchors and those who are not rated.
    places: Vec<Option<usize>>,
    unknowns: usize,
    has_anchors: bool,
}

impl Scale {
    fn new(is_rated: &[bool], anchors: &[(usize, f64)]) -> Self {
        let mut values: Vec<f64> =
            is_rated.iter().map(|&is_rated| if is_rated { 0.0 } else { f64::NAN }).collect();
        let mut is_known = vec![false; values.len()];
        for &(player, elo) in anchors {
            values[player] = elo / ELO_PER_UNIT;
            is_known[player] = true;
        }
        if anchors.is_empty() {
            // One player is held; the average moves to 0 in the end.
            is_rated
                .iter()
                .position(|&is_rated| is_rated)
                .into_iter()
                .for_each(|first| is_known[first] = true);
        } else {
            // Begin where the anchors are.
            let start = anchors.iter().map(|&(_, elo)| elo).sum::<f64>() / anchors.len() as f64;
            for (player, value) in values.iter_mut().enumerate().filter(|(_, value)| !value.is_nan()) {
                if !is_known[player] {
                    *value = start / ELO_PER_UNIT;
                }
            }
        }
        let mut unknowns = 0;
        let places = (0..values.len()).map(|player| {
            let is_unknown = !values[player].is_nan() && !is_known[player];
            is_unknown.then(|| {
                unknowns += 1;
                unknowns - 1
            })
        });
        let places = places.collect();
        Self { values, places, unknowns, has_anchors: !anchors.is_empty() }
    }

    fn expected(&self, [first, second]: [usize; 2]) -> f64 {
        1.0 / (1.0 + (self.values[second] - self.values[first]).exp())
    }

    /// The players of an encounter that are unknown, each with its sign.
    fn signed(&self, [first, second]: [usize; 2]) -> impl Iterator<Item = (usize, f64)> + Clone {
        [(self.places[first], 1.0), (self.places[second], -1.0)]
            .into_iter()
            .filter_map(|(place, sign)| Some((place?, sign)))
    }

    /// A matrix of the unknowns, summed over encounters with these weights.
    fn matrix(&self, results: &[Results], weight: impl Fn(&Results, f64) -> f64) -> Vec<Vec<f64>> {
        let mut sum = vec![vec![0.0; self.unknowns]; self.unknowns];
        for result in results {
            let weight = weight(result, self.expected(result.players));
            let signed = self.signed(result.players);
            for (row, one) in signed.clone() {
                for (column, other) in signed.clone() {
                    sum[row][column] += weight * one * other;
                }
            }
        }
        sum
    }

    fn rate(mut self, results: &[Results], found: &mut [Rating]) {
        let information = |result: &Results, expected: f64| result.games * expected * (1.0 - expected);
        for _ in 0..MOST_STEPS {
            let mut gradient = vec![0.0; self.unknowns];
            for result in results {
                let surplus = result.games * (result.score - self.expected(result.players));
                self.signed(result.players).for_each(|(place, sign)| gradient[place] += sign * surplus);
            }
            let step = solve(self.matrix(results, information), gradient);
            let longest = step.iter().fold(0.0_f64, |longest, part| longest.max(part.abs()));
            let factor = (LONGEST_STEP / longest).min(1.0);
            for (value, place) in self.values.iter_mut().zip(&self.places) {
                *value += place.map_or(0.0, |place| factor * step[place]);
            }
            if longest < 1e-12 {
                break;
            }
        }
        let covariance = self.covariance(results);
        let rated: Vec<usize> =
            (0..self.values.len()).filter(|&player| !self.values[player].is_nan()).collect();
        // Relative to the anchors, or to the average of all.
        let share = if self.has_anchors || rated.is_empty() { 0.0 } else { 1.0 / rated.len() as f64 };
        let between = |one: usize, other: usize| match (self.places[one], self.places[other]) {
            (Some(one), Some(other)) => covariance[one][other],
            _ => 0.0,
        };
        let average: f64 = share * rated.iter().map(|&player| self.values[player]).sum::<f64>();
        let of_average: f64 = share
            * share
            * rated
                .iter()
                .flat_map(|&one| rated.iter().map(move |&other| (one, other)))
                .map(|(one, other)| between(one, other))
                .sum::<f64>();
        for &player in &rated {
            let with_average: f64 = share * rated.iter().map(|&other| between(player, other)).sum::<f64>();
            let variance = (between(player, player) - 2.0 * with_average + of_average).max(0.0);
            found[player] = Rating {
                elo: ELO_PER_UNIT * (self.values[player] - average),
                elo_error: CONFIDENCE_95 * ELO_PER_UNIT * variance.sqrt(),
            };
        }
    }

    /// How the unknowns vary: the inverse information on both sides of the observed scatter.
    fn covariance(&self, results: &[Results]) -> Vec<Vec<f64>> {
        let information = self.matrix(results, |result, expected| result.games * expected * (1.0 - expected));
        let scatter = self.matrix(results, Results::scatter_around);
        let columns = scatter.iter().map(|row| solve(information.clone(), row.clone()));
        // Row i is now the i-th row of scatter × inverse; one more solution for each column gives the product.
        let half: Vec<Vec<f64>> = columns.collect();
        let column = |index: usize| half.iter().map(|row| row[index]).collect::<Vec<f64>>();
        (0..self.unknowns).map(|index| solve(information.clone(), column(index))).collect()
    }
}

/// Solves a symmetric positive definite system by elimination.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    for pivot in 0..right.len() {
        let (solved, below) = matrix.split_at_mut(pivot + 1);
        let above = &solved[pivot];
        for (row, values) in (pivot + 1..).zip(below) {
            let factor = values[pivot] / above[pivot];
            for (value, subtracted) in values.iter_mut().zip(above).skip(pivot) {
                *value -= factor * subtracted;
            }
            right[row] -= factor * right[pivot];
        }
    }
    for row in (0..right.len()).rev() {
        let known: f64 = (row + 1..right.len()).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}
