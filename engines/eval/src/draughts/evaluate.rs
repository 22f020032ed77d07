//! The static evaluation of draughts.

use boardgame::Color;
use draughts::{Draughts, Ruleset};
use search::Score;

use super::bits;
use super::evaluation_tables::EvaluationTables;
use super::formation::Formation;
use super::tapered::Tapered;
use super::weights::{Term, Weights};

pub(super) fn evaluate<V: Ruleset>(tables: &EvaluationTables, position: &Draughts<V>) -> Score {
    let weights = &tables.weights;
    let all = Color::ALL.map(|color| position.pieces(color));
    let kings = all.map(|pieces| pieces & position.kings());
    let men = all.map(|pieces| pieces - position.kings());
    let total = (all[0].len() + all[1].len()) as i32;
    let rules = position.rules();
    let start = rules.board.squares() as i32;

    let mut sum = Tapered::default();
    let mut free = 0;
    for color in Color::ALL {
        let us = color as usize;
        let mut side = Tapered::default();
        let mut wings = 0;
        for square in men[us] {
            let index = usize::from(square.index());
            side += tables.man[us][index];
            wings += i32::from(tables.wing[index]);
        }
        for square in kings[us] {
            side += tables.king[usize::from(square.index())];
        }
        side += weights.term(Term::Imbalance) * wings.abs();
        side += formation(tables, position, color);
        let sign = if color == Color::White { 1 } else { -1 };
        sum += side * sign;
        if total * 2 <= start {
            free += sign * runaways(tables, position, color);
        }
    }
    let mut white = sum.at(phase(start, total), FULL_PHASE) + free;
    if rules.flying_kings && !Weights::is_reversed(rules) {
        white = white * drawishness(men.map(|men| men.len()), kings.map(|kings| kings.len()), white) / 16;
    }
    if Weights::is_reversed(rules) {
        white = -white;
    }
    let own = if position.turn() == Color::White { white } else { -white };
    Score::from_centipawns(own + weights.tempo)
}

/// The game phase with all pieces on the board.
const FULL_PHASE: i32 = 32;

/// The game phase with this many pieces on a board of this many squares.
fn phase(squares: i32, pieces: i32) -> i32 {
    (pieces * FULL_PHASE / squares).min(FULL_PHASE)
}

/// The formation of the men of a color.
fn formation<V: Ruleset>(tables: &EvaluationTables, position: &Draughts<V>, color: Color) -> Tapered {
    let weights = &tables.weights;
    let Formation { steps, supports, exposed, holes } = Formation::of(position, color);
    weights.term(Term::Step) * steps as i32
        + weights.term(Term::Support) * supports as i32
        + weights.term(Term::Exposed) * exposed as i32
        + weights.term(Term::Hole) * holes as i32
}

/// Runaway men: no enemy piece can stop them.
fn runaways<V: Ruleset>(tables: &EvaluationTables, position: &Draughts<V>, color: Color) -> i32 {
    let us = color as usize;
    let enemy = position.pieces(!color);
    // A flying king reaches every man.
    if position.rules().flying_kings && !(enemy & position.kings()).is_empty() {
        return 0;
    }
    let enemy = bits(enemy);
    let men = position.pieces(color) - position.kings();
    let values = men.into_iter().filter_map(|square| {
        let index = usize::from(square.index());
        let is_free = tables.cone[us][index] & enemy == 0;
        let rows = i32::from(tables.rows_to_go[us][index]);
        is_free.then(|| (tables.weights.runaway + tables.weights.runaway_row * rows).max(0))
    });
    values.sum()
}

/// How much of an advantage counts, in sixteenths: few kings cannot win against a king.
fn drawishness(men: [usize; 2], kings: [usize; 2], sum: i32) -> i32 {
    let (strong, weak) = if sum > 0 { (0, 1) } else { (1, 0) };
    let pieces = [men[0] + kings[0], men[1] + kings[1]];
    if kings[weak] == 0 {
        return 16;
    }
    match (men[strong], pieces[strong], pieces[weak]) {
        (0, 1 | 2, _) => 1,
        (0, 3, 1..) => 3,
        (0, many, few) if many <= few + 1 => 4,
        (_, many, few) if many <= 3 && few >= 1 => 5,
        (_, many, few) if many <= few + 1 => 11,
        _ => 16,
    }
}

#[cfg(test)]
mod tests {
    use boardgame::PositionExt;
    use draughts::Variant;
    use draughts::variants::{English, International, Losing, Russian};

    use super::*;

    fn evaluated<V: Variant>(fen: &str) -> i32 {
        let position = Draughts::<V>::from_fen(fen).expect("a position");
        evaluate(&EvaluationTables::new(&V::RULES), &position).centipawns()
    }

    #[test]
    fn evaluation_is_symmetric() {
        assert_eq!(
            evaluated::<International>("W:W28,32,38,K46:B12,13,18,K5"),
            evaluated::<International>("B:B23,19,13,K5:W39,38,33,K46")
        );
        assert_eq!(evaluated::<Russian>("W:Wc3,Kd2:Bf6"), evaluated::<Russian>("B:Bf6,Ke7:Wc3"));
    }

    #[test]
    fn more_material_is_better() {
        assert!(evaluated::<International>("W:W31,32,33:B1,2") > 60);
        assert!(evaluated::<English>("B:BK10:W20,K31") < 0);
        assert!(evaluated::<Losing>("W:W31,32,33:B1,2") < -60);
        // Two kings against one do not win.
        assert!(evaluated::<International>("W:WK1,K2:BK40").abs() < 40);
    }
}
