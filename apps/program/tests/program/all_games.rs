//! Records of every game: whatever was read once is written so that it is read, and written, the same again.

use catalog::{GameId, GameTags};
use convert::{Format, SourceGame, read_games, write_json};
use damier::boardgame::testing::Random;
use damier::record::{
    CommentPlace, Fault, Location, Marks, RawEvent, RawGame, ReadGame, ReadOptions, RepairKind, ReplayBoard,
    ResultStyle, Syntax, Terminator, TextCheck, Texts, WriteOptions,
};

/// Whether a fault is that a tag or command says something wrong, which is kept.
fn is_kept(fault: &Fault) -> bool {
    matches!(
        fault,
        Fault::WrongTag { .. } | Fault::BadTag { .. } | Fault::NotTolerated(RepairKind::CommandText { .. })
    )
}

/// Reads and writes the records of one game.
struct Keeper {
    game: GameId,
    board: Box<dyn ReplayBoard>,
}

impl Keeper {
    fn new(game: GameId) -> Self {
        Self { game, board: damier::board(game) }
    }

    fn format(&self) -> Format {
        self.game.record_format().into()
    }

    fn options(&self) -> ReadOptions {
        ReadOptions::of(self.game.record_format())
    }

    fn write(&self, game: &ReadGame<Texts>) -> String {
        let options = match self.format().syntax() {
            Some(Syntax::Pgn) => WriteOptions::pgn(),
            _ if self.game.has_two_points() => WriteOptions::pdn(ResultStyle::Two),
            _ => WriteOptions::pdn(ResultStyle::One),
        };
        let mut out = Vec::new();
        options.write(&game.tree, &mut out).expect("no set-ups in PGN");
        String::from_utf8(out).expect("text")
    }

    fn resolve(&mut self, game: &RawGame) -> Option<ReadGame<Texts>> {
        game.resolve_on(&mut *self.board).ok()
    }

    /// Reads what can be read of a text and writes it.
    fn rewrite(&mut self, text: &[u8], format: Format) -> String {
        let mut written = String::new();
        for game in read_games(text, format, self.options()).flatten() {
            if let Some(game) = self.resolve(&game.raw) {
                written += &self.write(&game);
            }
        }
        written
    }

    fn check_strict(&mut self, text: &str) {
        let options = self.options().strict().exact_moves();
        for game in read_games(text.as_bytes(), self.format(), options) {
            let resolve = |game: SourceGame| {
                game.raw.resolve_on(&mut *self.board).map(drop).map_err(|broken| broken.error)
            };
            match game.and_then(resolve) {
                Err(error) if !is_kept(&error.fault) => panic!("{}: {error} in {text}", self.game),
                _ => {}
            }
        }
    }

    /// A random game with variations, comments, annotations and set-ups.
    fn events(&mut self, random: &mut Random) -> Vec<RawEvent> {
        let mut events = Vec::new();
        for (name, value) in [("White", "A \"B\" \\ C"), ("Site", "\u{e9}t\u{e9}"), ("Zzz", "z")] {
            if random.below(2) == 0 {
                events.push(RawEvent::Tag(name.to_owned(), value.to_owned()));
            }
        }
        self.board.begin(None).expect("a start");
        if random.below(3) == 0 {
            for _ in 0..random.below(9) {
                self.play(random);
            }
            let fen = self.board.fen();
            self.board.begin(Some(&fen)).expect("a position");
            events.push(RawEvent::Tag("FEN".to_owned(), fen));
            events.push(RawEvent::Tag("SetUp".to_owned(), "1".to_owned()));
        }
        if random.below(3) == 0 {
            events.push(RawEvent::Comment("about the game".to_owned(), CommentPlace::Game));
        }
        self.line(24, 0, random, &mut events);
        events.push(RawEvent::End(Terminator::Star));
        events
    }

    fn line(&mut self, plies: usize, depth: usize, random: &mut Random, events: &mut Vec<RawEvent>) {
        for _ in 0..1 + random.below(plies) {
            if random.below(12) == 0 {
                events.push(RawEvent::Comment(comment(random), CommentPlace::Before));
            }
            if self.format() == Format::Pdn && random.below(30) == 0 {
                let fen = self.board.fen();
                self.board.set_up(&fen, &mut Vec::new()).expect("a position");
                events.push(RawEvent::SetUp(fen));
            } else if let Some(text) = self.play(random) {
                events.push(RawEvent::Move(text.into()));
            } else {
                return;
            }
            annotate(random, events);
            if depth < 4 && random.below(6) == 0 {
                for _ in 0..1 + random.below(2) {
                    events.push(RawEvent::BeginVariation);
                    self.board.begin_variation();
                    let before = events.len();
                    self.line(6, depth + 1, random, events);
                    self.board.end_variation();
                    let has_move = events[before..]
                        .iter()
                        .any(|event| matches!(event, RawEvent::Move(_) | RawEvent::SetUp(_)));
                    if has_move {
                        events.push(RawEvent::EndVariation);
                    } else {
                        events.truncate(before - 1);
                    }
                }
            }
        }
    }

    /// Plays a random legal move; its text may be longer than needed.
    fn play(&mut self, random: &mut Random) -> Option<String> {
        let position = self.game.at(&self.board.fen()).ok()?.describe();
        let mv = position.legal_moves.get(random.below(position.count))?;
        self.board.play(mv.text(), TextCheck::No, &mut Vec::new()).expect("a legal move");
        Some(mv.text().to_owned())
    }
}

fn comment(random: &mut Random) -> String {
    let texts = [
        "short",
        "[%clk 0:01:02] with  two  spaces and more words than fit into one line of eighty characters % yes",
        "",
        "\u{fc}ml\u{e4}ut; (not a variation) [not a tag \"x\"] * 1-0",
        "two\nlines [%clock w0:00:10 B0:00:03][%eval #-3] [%mct 1:02:03] [%egt 0:00:01]",
        "a } brace",
    ];
    texts[random.below(texts.len())].to_owned()
}

fn annotate(random: &mut Random, events: &mut Vec<RawEvent>) {
    if random.below(8) == 0 {
        let marks = ["!", "?", "!!", "??", "!?", "?!"][random.below(6)];
        events.push(RawEvent::Marks(Marks::new(marks).expect("marks")));
    }
    if random.below(8) == 0 {
        events.push(RawEvent::Nag(7 + random.below(240) as u8));
    }
    if random.below(5) == 0 {
        events.push(RawEvent::Comment(comment(random), CommentPlace::After));
    }
}

/// A text with a few bytes changed, dropped or doubled.
fn mutated(text: &str, random: &mut Random) -> Vec<u8> {
    let mut text = text.as_bytes().to_vec();
    let signs = b"{}()[]*;%$\"\\!?./-x:01 \n\0\xe9#=ae";
    for _ in 0..1 + random.below(3) {
        let place = random.below(text.len());
        match random.below(3) {
            0 => text[place] = signs[random.below(signs.len())],
            1 => text.insert(place, signs[random.below(signs.len())]),
            _ => {
                let end = (place + random.below(30)).min(text.len());
                text.drain(place..end);
            }
        }
    }
    text
}

#[test]
fn records_of_every_game_are_stable() {
    for &game in GameId::ALL {
        let mut keeper = Keeper::new(game);
        let format = keeper.format();
        for seed in 0..6 {
            let mut random = Random::new(seed);
            let events = keeper.events(&mut random);
            let place = Location { line: 1, column: 1 };
            let events = events.into_iter().map(|event| (place, event)).collect();
            let raw = RawGame::from_events(1, place, events, keeper.options());
            let read = keeper.resolve(&raw).unwrap_or_else(|| panic!("{game}: legal moves"));
            let text = keeper.write(&read);
            assert_eq!(keeper.rewrite(text.as_bytes(), format), text, "{game}");
            keeper.check_strict(&text);
            // JSON loses nothing, not even a brace that PDN cannot hold.
            let mut json = Vec::new();
            write_json(game.name(), &read, None, &mut json).expect("memory");
            assert_eq!(keeper.rewrite(&json, Format::JsonLines), text, "{game}");
            for _ in 0..8 {
                let once = keeper.rewrite(&mutated(&text, &mut random), format);
                assert_eq!(keeper.rewrite(once.as_bytes(), format), once, "{game}: {text}");
                keeper.check_strict(&once);
            }
        }
    }
}

#[test]
fn every_game_is_told_by_what_is_written() {
    for game in GameId::ALL.iter().copied() {
        let tags = game.record_tags();
        let value = |name| tags.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str());
        let told = GameTags { game_type: value("GameType"), variant: value("Variant") }.game(None);
        assert_eq!(told, Ok((game != GameId::Chess).then_some(game)));
    }
}
