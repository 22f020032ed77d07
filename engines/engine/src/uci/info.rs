//! The `info` lines of a search.

use protocol::uci::{UciBound, UciInfo, UciReply, UciScore, UciScoreValue, WinDrawLoss};
use search::{Bound, Info, Score, ScoreKind};

/// The `info` line of a principal variation.
pub(super) fn uci_info(info: &Info<String>, shows_wdl: bool) -> UciReply {
    let value = match info.score.kind() {
        ScoreKind::Centipawns(number) => UciScoreValue::Centipawns(number),
        ScoreKind::Mate(moves) => UciScoreValue::Mate(moves),
    };
    let bound = match info.bound {
        Bound::Exact => None,
        Bound::Lower => Some(UciBound::Lower),
        Bound::Upper => Some(UciBound::Upper),
    };
    let wdl = shows_wdl.then(|| expected_results(info.score));
    UciReply::Info(Box::new(UciInfo {
        depth: Some(info.depth),
        selective_depth: Some(info.selective_depth as u32),
        multi_pv: Some(info.multi_pv as u32),
        score: Some(UciScore { value, bound, wdl }),
        time: Some(info.elapsed.as_millis() as u64),
        nodes: Some(info.nodes),
        nodes_per_second: Some(info.nodes_per_second() as u64),
        hash_full: Some(info.hashfull as u32),
        pv: info.pv.clone(),
        ..UciInfo::default()
    }))
}

/// The `info` line of a position without legal moves.
pub(super) fn uci_info_of_end(is_mate: bool) -> UciReply {
    let value = if is_mate { UciScoreValue::Mate(0) } else { UciScoreValue::Centipawns(0) };
    let score = Some(UciScore { value, bound: None, wdl: None });
    UciReply::Info(Box::new(UciInfo { depth: Some(0), score, ..UciInfo::default() }))
}

/// The expected wins, draws and losses, in permille: a logistic curve each for wins and losses.
fn expected_results(score: Score) -> WinDrawLoss {
    let share = |centipawns: f64| 1_000.0 / (1.0 + ((150.0 - centipawns) / 70.0).exp());
    let centipawns = f64::from(score.centipawns());
    let (win, loss) = (share(centipawns) as u32, share(-centipawns) as u32);
    WinDrawLoss { win, draw: 1_000 - win - loss, loss }
}
