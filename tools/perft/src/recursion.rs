//! The plain recursions, for one thread.

use boardgame::{Countable, MoveList, TooComplex};

/// The number of move sequences of exactly `depth` moves, each move of the game counted once.
///
/// The last plies are counted, not played.
///
/// ```
/// use boardgame::PositionExt;
/// use draughts::{Draughts, variants::Russian};
///
/// let start = Draughts::<Russian>::start();
/// assert_eq!(damier_perft::perft(&start, 0), 1);
/// assert_eq!(damier_perft::perft(&start, 3), 302);
/// ```
#[must_use]
pub fn perft<P: Countable>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal() as u64,
        2 => position.count_legal_of_successors(),
        _ => {
            let mut nodes = 0;
            position.for_each_successor(|successor| nodes += perft(successor, depth - 1));
            nodes
        }
    }
}

/// Like [`perft`], but slower and with a limit on the work in each position: for positions that no game can
/// reach.
pub fn try_perft<P: Countable>(position: &P, depth: u32) -> Result<u64, TooComplex> {
    if depth == 0 {
        return Ok(1);
    }
    let mut list = MoveList::new();
    position.try_legal_moves_into(&mut list)?;
    if depth == 1 {
        return Ok(list.len() as u64);
    }
    list.iter().try_fold(0, |nodes, &mv| Ok(nodes + try_perft(&after(position, mv), depth - 1)?))
}

/// Like [`perft`], but a capture counts once for every route by which it can be made.
///
/// In some positions the number of routes does not fit: `u64::MAX` means that many or more.
///
/// # Errors
///
/// [`TooComplex`] if the moves of a position or the routes of a capture exceed the work limit.
///
/// ```
/// use boardgame::PositionExt;
/// use draughts::{Draughts, variants::International};
///
/// // No capture of the first moves has a second route.
/// let start = Draughts::<International>::start();
/// assert_eq!(damier_perft::perft_routes(&start, 4)?, damier_perft::perft(&start, 4));
/// # Ok::<(), boardgame::TooComplex>(())
/// ```
pub fn perft_routes<P: Countable>(position: &P, depth: u32) -> Result<u64, TooComplex> {
    if depth == 0 {
        return Ok(1);
    }
    let mut list = MoveList::new();
    position.try_legal_moves_into(&mut list)?;
    let mut work = P::ROUTE_WORK;
    list.iter().try_fold(0, |nodes: u64, &mv| {
        let routes = position.count_routes_within(mv, &mut work)?;
        let below = if depth == 1 { 1 } else { perft_routes(&after(position, mv), depth - 1)? };
        Ok(nodes.saturating_add(routes.saturating_mul(below)))
    })
}

/// The counts after each legal move; they add up to [`perft`] of the same depth.
///
/// Depth 0 has no moves and gives an empty list.
///
/// ```
/// use boardgame::PositionExt;
/// use draughts::{Draughts, variants::International};
///
/// let start = Draughts::<International>::start();
/// let counts = damier_perft::divide(&start, 4);
/// assert_eq!(counts.len(), 9);
/// assert_eq!(counts.iter().map(|&(_, nodes)| nodes).sum::<u64>(), 4_265);
/// ```
#[must_use]
pub fn divide<P: Countable>(position: &P, depth: u32) -> Vec<(P::Move, u64)> {
    let Some(below) = depth.checked_sub(1) else { return Vec::new() };
    let mut list = MoveList::new();
    position.legal_moves_into(&mut list);
    list.iter().map(|&mv| (mv, perft(&after(position, mv), below))).collect()
}

/// The position after a legal move.
pub(crate) fn after<P: Countable>(position: &P, mv: P::Move) -> P {
    let mut next = position.clone();
    next.play_unchecked(mv);
    next
}
