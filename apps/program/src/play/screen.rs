//! Draws the board and the clocks.

use boardgame::view::PositionView;
use damier::Color;
use damier::diagram::{Charset, Diagram, Point};
use table::rule_in_words;

use crate::commands::number_of;
use crate::play::clock::clock_text;
use crate::play::dialogue::Dialogue;

/// How to draw boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Screen {
    /// Whether to use terminal colors.
    pub(crate) is_colored: bool,
    pub(crate) charset: Charset,
}

impl Screen {
    /// Draws the board, any move in progress and the clocks, in at most `width` columns.
    pub(crate) fn table(self, dialogue: &Dialogue, width: Option<usize>) -> anyhow::Result<String> {
        let view = dialogue.sitting.view();
        let mut diagram = self.diagram(dialogue, view)?;
        diagram.is_flipped = dialogue.is_flipped;
        let board = if self.is_colored {
            diagram.to_colored_text(self.charset, width.unwrap_or(usize::MAX))
        } else {
            diagram.to_text(self.charset)
        };
        Ok(format!("\n{board}{}{}\n", clocks(dialogue), near_draw(dialogue)))
    }

    /// The board. During a move in progress, the piece is on its current square and its next squares are marked.
    fn diagram(self, dialogue: &Dialogue, view: PositionView) -> anyhow::Result<Diagram> {
        let mut diagram = Diagram::showing(view, "");
        if dialogue.trail().is_empty() {
            // Plain text can show the last move only with marks.
            if !self.is_colored {
                diagram.marks = std::mem::take(&mut diagram.last_move);
            }
            return Ok(diagram);
        }
        let hops = dialogue.sitting.hops(dialogue.trail())?;
        diagram.board = hops.board;
        let points = |names: &mut dyn Iterator<Item = &String>| -> Vec<Point> {
            names.filter_map(|name| diagram.board.find(name)).map(|square| square.point).collect()
        };
        let (next, trail) =
            (points(&mut hops.next.iter().map(|next| &next.name)), points(&mut dialogue.trail().iter()));
        (diagram.marks, diagram.last_move) = (next, trail);
        Ok(diagram)
    }
}

/// The clocks, if there are any.
fn clocks(dialogue: &Dialogue) -> String {
    let sitting = &dialogue.sitting;
    let [Some(white), Some(black)] = Color::ALL.map(|color| sitting.time_left(color)) else {
        return String::new();
    };
    let clock = |color: Color, left| {
        let runs = if sitting.turn() == color && sitting.ending().is_none() { '*' } else { ' ' };
        format!("{runs}{} {}", color.name(), clock_text(left))
    };
    format!("   {}  {}\n", clock(Color::White, white), clock(Color::Black, black))
}

/// Moves of each player before a draw from which on it is announced.
const NEAR: u32 = 10;

/// The nearest draw by counted moves, if it is near.
fn near_draw(dialogue: &Dialogue) -> String {
    let sitting = &dialogue.sitting;
    let counters = sitting.game().counters();
    let near = counters.iter().filter(|_| sitting.ending().is_none());
    let near = near.filter_map(|counter| Some((counter, counter.moves_left().filter(|&left| left <= NEAR)?)));
    let Some((counter, left)) = near.into_iter().next() else { return String::new() };
    let what = if counter.must_be_claimed { "A draw can be claimed" } else { "Draw" };
    let moves = number_of(left.into(), "move");
    let rule = rule_in_words(counter.reason.name, counter.reason.article);
    format!("   {what} in {moves}: {rule}\n")
}
