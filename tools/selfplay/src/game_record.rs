//! A stored game as PGN or PDN.

use boardgame::{Color, MoveStyle};
use catalog::{Describe, GameId, PositionText, Task};
use record::{GameResult, NodeId, ResultStyle, Termination, TextMove, TextPosition, TextTree, WriteOptions};

use crate::adjudication::SelfPlayEnding;
use crate::game_code::{EncodedGame, decode};
use crate::header::GameSource;
use crate::self_play_game::{SelfPlayGame, start_position};

/// A stored game as PGN or PDN, with an empty line at its end: each searched move with the score for White in hundredths,
/// and how the game ended. `None` if the stored game is invalid.
#[must_use]
pub fn game_record(game: GameId, source: &GameSource, stored: &EncodedGame) -> Option<String> {
    let texts = game.run(Texts { game, stored })?;
    let place = PositionText { fen: texts.fen.as_deref(), ..PositionText::default() };
    let start = game.game_at(&place).ok()?;
    let mut tree =
        TextTree::new(TextPosition { fen: start.start_fen(), is_start: start.save().fen.is_none() });
    let first = start.id().about().first;
    let (mut mover, mut node) = (start.start_turn(), NodeId::ROOT);
    let plies = texts.moves.len();
    for (text, comment) in texts.moves {
        node = tree.add_played(node, TextMove { text: text.into(), is_second: mover != first }).ok()?;
        tree.add_comment(node, &comment);
        mover = !mover;
    }
    tree.add_comment(node, &texts.ending.to_string());
    tree.set_result(Some(texts.result));
    let tags = tree.tags_mut();
    tags.set("Event", "Self-play");
    tags.set("Round", &stored.number.to_string());
    tags.set("Seed", &source.settings.seed.to_string());
    for color in [Color::White, Color::Black] {
        let (name, kind) =
            if color == Color::White { ("White", "WhiteType") } else { ("Black", "BlackType") };
        tags.set(name, "damier");
        tags.set(kind, "program");
    }
    tags.set("PlyCount", &plies.to_string());
    let is_by_rules = matches!(texts.ending, SelfPlayEnding::Rules | SelfPlayEnding::Claim);
    let termination = if is_by_rules { Termination::Normal } else { Termination::Adjudication };
    tags.set("Termination", termination.text());
    for (name, value) in game.record_tags() {
        tags.set(name, &value);
    }
    let options = match (game.is_chess(), game.has_two_points()) {
        (true, _) => WriteOptions::pgn(),
        (false, true) => WriteOptions::pdn(ResultStyle::Two),
        (false, false) => WriteOptions::pdn(ResultStyle::One),
    };
    options.to_text(&tree).ok()
}

struct Texts<'a> {
    game: GameId,
    stored: &'a EncodedGame,
}

struct GameTexts {
    /// The start, unless it is the usual one.
    fen: Option<String>,
    /// The moves, with a comment each.
    moves: Vec<(String, String)>,
    result: GameResult,
    ending: SelfPlayEnding,
}

impl Task for Texts<'_> {
    type Output = Option<GameTexts>;

    fn run<P: Describe>(self, rules: P::Rules) -> Self::Output {
        let played: SelfPlayGame<P> = decode(self.game, rules, self.stored)?;
        let start = start_position::<P>(self.game, rules, played.start)?;
        let fen = (played.start != 0).then(|| start.to_fen());
        let mut moves = Vec::new();
        played.for_each_ply(start, |position, mv, score| {
            let comment = match score {
                Some(score) => format!("{:+.2}", f64::from(score) / 100.0),
                None if moves.len() < played.opening => "random".to_owned(),
                None => "forced".to_owned(),
            };
            moves.push((position.write_move(mv, MoveStyle::Record), comment));
        });
        Some(GameTexts { fen, moves, result: played.outcome.into(), ending: played.ending })
    }
}
