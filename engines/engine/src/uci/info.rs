//! What is told about a search.

use protocol::uci::{Bound, Info, Reply, Score, Value, Wdl};

use crate::player::Thought;

/// What is known after a depth.
pub(super) fn info_of(thought: &Thought, shows_wdl: bool) -> Reply {
    let milliseconds = thought.elapsed.as_millis() as u64;
    let seconds = thought.elapsed.as_secs_f64().max(1e-6);
    let value = match thought.score.plies_to_end() {
        // The winner makes the last move, the loser does not.
        Some(plies) if plies > 0 => Value::Mate((plies + 1) / 2),
        Some(plies) => Value::Mate(plies / 2),
        None => Value::Centipawns(thought.score.hundredths()),
    };
    let bound = match thought.bound {
        search::Bound::Exact => None,
        search::Bound::Lower => Some(Bound::Lower),
        search::Bound::Upper => Some(Bound::Upper),
    };
    let wdl = shows_wdl.then(|| expected_results(thought.score));
    Reply::Info(Box::new(Info {
        depth: Some(thought.depth),
        selective_depth: Some(thought.selective_depth as u32),
        multi_pv: Some(thought.line as u32),
        score: Some(Score { value, bound, wdl }),
        time: Some(milliseconds),
        nodes: Some(thought.nodes),
        nodes_per_second: Some((thought.nodes as f64 / seconds) as u64),
        hash_full: Some(thought.permille_full as u32),
        pv: thought.moves.clone(),
        ..Info::default()
    }))
}

/// What there is to say where no move is legal.
pub(super) fn info_of_end(is_mate: bool) -> Reply {
    let value = if is_mate { Value::Mate(0) } else { Value::Centipawns(0) };
    let score = Some(Score { value, bound: None, wdl: None });
    Reply::Info(Box::new(Info { depth: Some(0), score, ..Info::default() }))
}

/// Wins, draws and losses that a score promises, in thousandths: a logistic curve for each end.
fn expected_results(score: search::Score) -> Wdl {
    let share = |hundredths: f64| 1_000.0 / (1.0 + ((150.0 - hundredths) / 70.0).exp());
    let hundredths = f64::from(score.hundredths());
    let (win, loss) = (share(hundredths) as u32, share(-hundredths) as u32);
    Wdl { win, draw: 1_000 - win - loss, loss }
}
