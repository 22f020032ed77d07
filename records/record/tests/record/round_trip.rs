//! Whatever was read once is written so that it is read, and written, the same again.

use boardgame::testing::Random;
use boardgame::{Color, MoveList, PositionExt, RecordNotation};
use chess::{Chess, Chess960};
use damier_record::{
    Comment, CommentPlace, Fault, Flow, GameResult, GameTree, Location, Marks, MoveText, NodeId, ReadOptions,
    Reader, Repair, RepairKind, ResultStyle, Syntax, Terminator, Visitor, WriteOptions, read_games,
    replay_games,
};
use draughts::Draughts;
use draughts::variants::{English, International, Russian};

fn options(syntax: Syntax) -> (ReadOptions, WriteOptions) {
    match syntax {
        Syntax::Pgn => (ReadOptions::pgn(), WriteOptions::pgn()),
        Syntax::Pdn => (ReadOptions::pdn().results(ResultStyle::Two), WriteOptions::pdn(ResultStyle::Two)),
    }
}

/// Reads what can be read of a text and writes it. Gives the number of games too.
fn rewrite<P: RecordNotation<Rules = ()>>(text: &[u8], syntax: Syntax) -> (String, usize) {
    let (reading, writing) = options(syntax);
    let mut written = String::new();
    let mut games = 0;
    for game in read_games::<P, _>(text, reading).flatten() {
        games += 1;
        written += &text_of(&writing, &game.tree);
    }
    (written, games)
}

/// The text of a game; what PDN cannot hold is changed once.
fn text_of<P: RecordNotation<Rules = ()>>(writing: &WriteOptions, tree: &GameTree<P>) -> String {
    let mut out = Vec::new();
    writing.write(tree, &mut out).expect("no set-ups in PGN");
    String::from_utf8(out).expect("text")
}

#[track_caller]
fn check_stable<P: RecordNotation<Rules = ()>>(text: &[u8], syntax: Syntax) -> usize {
    let (once, games) = rewrite::<P>(text, syntax);
    let (twice, again) = rewrite::<P>(once.as_bytes(), syntax);
    assert_eq!(once, twice, "from {:?}", String::from_utf8_lossy(text));
    assert_eq!(games, again, "games of {once:?}");
    let (reading, _) = options(syntax);
    check_ways::<P>(text, reading);
    check_ways::<P>(text, reading.strict());
    check_ways::<P>(once.as_bytes(), reading.exact_moves());
    // What we write needs no repair, and strict readers read it; only what tags and commands say is kept, right or wrong.
    for game in read_games::<P, _>(once.as_bytes(), reading.exact_moves()) {
        let mut repairs = game.unwrap_or_else(|error| panic!("{error} in {once}")).repairs;
        repairs.retain(|repair| !is_kept(&repair.kind));
        assert_eq!(repairs, [], "{once}");
    }
    for game in read_games::<P, _>(once.as_bytes(), reading.strict().exact_moves()) {
        match game.map_err(|broken| broken.error.fault) {
            Ok(_) | Err(Fault::WrongTag { .. } | Fault::BadTag { .. }) => {}
            Err(Fault::NotTolerated(kind)) if is_kept(&kind) => {}
            Err(fault) => panic!("{fault} in {once}"),
        }
    }
    games
}

fn is_kept(kind: &RepairKind) -> bool {
    use RepairKind::{CommandText, SmallTagName, WrongTag};
    matches!(kind, WrongTag { .. } | SmallTagName { .. } | CommandText { .. })
}

/// Every way to read finds the same games, faults and repairs, however few bytes come at a time.
#[track_caller]
fn check_ways<P: RecordNotation<Rules = ()>>(text: &[u8], options: ReadOptions) {
    let log = Log::<false>::of(text, options);
    assert_eq!(log, Log::<true>::of(text, options));
    assert_eq!(log, Log::<false>::of(Drops(text), options));
    let trees: Vec<_> = read_games::<P, _>(text, options).collect();
    // Replays do not look at commands, which may be the first fault of a game.
    let is_command = |kind: &RepairKind| matches!(kind, RepairKind::CommandText { .. });
    let is_of_command = |fault: &Fault| matches!(fault, Fault::NotTolerated(kind) if is_command(kind));
    if trees.iter().any(|tree| tree.as_ref().is_err_and(|broken| is_of_command(&broken.error.fault))) {
        return;
    }
    let replays: Vec<_> = replay_games::<P, _>(text, options).collect();
    assert_eq!(trees.len(), replays.len());
    for (tree, replay) in trees.into_iter().zip(replays) {
        match (tree, replay) {
            (Ok(mut game), Ok(replay)) => {
                game.repairs.retain(|repair| !is_command(&repair.kind));
                assert_eq!(
                    (game.number, game.place, game.repairs),
                    (replay.number, replay.place, replay.repairs)
                );
                assert_eq!((game.tree.plies() as u64, game.tree.result()), (replay.plies, replay.result));
                assert_eq!(game.tree.position(game.tree.end()), replay.position);
            }
            (Err(broken), Err(error)) => assert_eq!(broken.error, error),
            (tree, replay) => panic!("{tree:?} and {replay:?}"),
        }
    }
}

/// A source that gives seven bytes at a time.
struct Drops<'a>(&'a [u8]);

impl std::io::Read for Drops<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = buffer.len().min(7);
        self.0.read(&mut buffer[..count])
    }
}

/// Writes down what it is told. Where places are wanted everything goes token by token.
struct Log<const PLACES: bool>(Vec<String>);

impl<const PLACES: bool> Log<PLACES> {
    fn of(text: impl std::io::Read, options: ReadOptions) -> Vec<String> {
        let mut reader = Reader::new(text, options.syntax).with_mode(options.mode);
        let mut log = Self(Vec::new());
        loop {
            match reader.read_game(&mut log) {
                Ok(true) => {}
                Ok(false) => return log.0,
                Err(error) => log.0.push(error.to_string()),
            }
        }
    }
}

impl<const PLACES: bool> Visitor for Log<PLACES> {
    const WANTS_PLACES: bool = PLACES;

    fn begin_game(&mut self, number: u64, place: Location) {
        self.0.push(format!("game {number}, {place}"));
    }

    fn tag(&mut self, name: &str, value: &str, _: &mut Vec<RepairKind>) -> Result<(), Fault> {
        self.0.push(format!("{name:?} {value:?}"));
        Ok(())
    }

    fn move_number(&mut self, text: MoveText<'_>, _: &mut Vec<RepairKind>) -> Result<(), Fault> {
        self.0.push(text.as_str().to_owned());
        Ok(())
    }

    /// Refuses moves to a8, so that there are some in every kind of place.
    fn mv(&mut self, mv: MoveText<'_>, _: &mut Vec<RepairKind>) -> Result<(), Fault> {
        self.0.push(mv.as_str().to_owned());
        if mv.as_bytes().ends_with(b"a8") { Err(Fault::Refused { reason: "a8".to_owned() }) } else { Ok(()) }
    }

    fn marks(&mut self, marks: Marks) {
        self.0.push(marks.to_string());
    }

    fn comment(&mut self, text: &str, place: CommentPlace) {
        self.0.push(format!("{text:?} {place:?}"));
    }

    fn nag(&mut self, nag: u8) {
        self.0.push(format!("${nag}"));
    }

    fn begin_variation(&mut self) -> Result<Flow, Fault> {
        self.0.push("(".to_owned());
        Ok(if self.0.len().is_multiple_of(5) { Flow::Skip } else { Flow::Visit })
    }

    fn end_variation(&mut self) {
        self.0.push(")".to_owned());
    }

    fn set_up(&mut self, fen: &str, _: &mut Vec<RepairKind>) -> Result<(), Fault> {
        self.0.push(fen.to_owned());
        Ok(())
    }

    fn end_game(&mut self, terminator: Terminator, _: &mut Vec<RepairKind>) -> Result<(), Fault> {
        self.0.push(format!("{terminator:?}"));
        Ok(())
    }

    fn repair(&mut self, repair: Repair) {
        self.0.push(repair.to_string());
    }
}

fn check_trees<P: RecordNotation<Rules = ()>>(syntax: Syntax, starts: &[&str]) {
    let (_, writing) = options(syntax);
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let start = match starts.get(seed as usize % (starts.len() + 1)) {
            Some(fen) => P::from_fen(fen).expect("a position"),
            None => P::start(),
        };
        let mut tree = GameTree::<P>::new(start);
        grow(&mut tree, syntax, &mut random);
        let text = text_of(&writing, &tree);
        // A tree is read as it was written.
        assert_eq!(rewrite::<P>(text.as_bytes(), syntax), (text.clone(), 1));
        assert_eq!(check_stable::<P>(text.as_bytes(), syntax), 1);
        for _ in 0..40 {
            check_stable::<P>(&mutated(text.as_bytes(), &mut random), syntax);
        }
    }
}

/// A random game with random variations, comments and annotations.
fn grow<P: RecordNotation<Rules = ()>>(tree: &mut GameTree<P>, syntax: Syntax, random: &mut Random) {
    for (name, value) in [("White", "A \"B\" \\ C"), ("Site", "\u{e9}t\u{e9}"), ("Zzz", "z"), ("Event", "x")]
    {
        if random.below(2) == 0 {
            tree.tags_mut().set(name, value);
        }
    }
    let results = [
        None,
        Some(GameResult::BothLose),
        Some(GameResult::Draw),
        Some(GameResult::Win(Color::White)),
        Some(GameResult::Win(Color::Black)),
    ];
    tree.set_result(results[random.below(5)]);
    if random.below(3) == 0 {
        tree.add_comment(NodeId::ROOT, "about the game");
    }
    let mut ends = vec![NodeId::ROOT];
    for _ in 0..20 + random.below(100) {
        // Mostly the line goes on; sometimes another one begins somewhere.
        let index = if random.below(6) == 0 { random.below(ends.len()) } else { ends.len() - 1 };
        let node = ends[index];
        let position = tree.position(node);
        let mut list = MoveList::new();
        position.legal_moves_into(&mut list);
        if list.is_empty() {
            continue;
        }
        let child = tree.add_move(node, list[random.below(list.len())]).expect("a legal move");
        annotate(tree, child, random);
        ends.push(child);
    }
    if syntax == Syntax::Pdn && random.below(2) == 0 {
        let node = ends[random.below(ends.len())];
        let child = tree.add_set_up(node, P::start()).expect("a node");
        annotate(tree, child, random);
    }
}

fn annotate<P: RecordNotation<Rules = ()>>(tree: &mut GameTree<P>, node: NodeId, random: &mut Random) {
    let texts = [
        "short",
        "[%clk 0:01:02] with  two  spaces and more words than fit into one line of eighty characters % yes",
        "",
        "\u{fc}ml\u{e4}ut; (not a variation) [not a tag \"x\"] * 1-0",
        "two\nlines",
        " blanks  before,   in and after it ",
        "one line\n\n   after many\n",
    ];
    if random.below(6) == 0 {
        tree.add_comment(node, texts[random.below(texts.len())]);
    }
    if random.below(12) == 0 {
        tree.notes_mut(node).before.push(Comment::new(texts[random.below(texts.len())]));
    }
    if random.below(40) == 0 {
        tree.add_comment(node, ["a } brace", "a { brace"][random.below(2)]);
    }
    if random.below(8) == 0 {
        tree.notes_mut(node).nags.push(7 + random.below(240) as u8);
    }
    if random.below(8) == 0 {
        let marks = ["!", "?", "!!", "??", "!?", "?!"][random.below(6)];
        tree.notes_mut(node).marks = Marks::new(marks).expect("marks");
    }
}

/// A text with a few bytes changed, dropped, doubled or moved.
fn mutated(text: &[u8], random: &mut Random) -> Vec<u8> {
    let mut text = text.to_vec();
    let signs = b"{}()[]*;%$\"\\!?./-x:01 \n\0\xe9#=ae";
    for _ in 0..1 + random.below(4) {
        let place = random.below(text.len());
        match random.below(5) {
            0 => text[place] = signs[random.below(signs.len())],
            1 => text.insert(place, signs[random.below(signs.len())]),
            2 => drop(text.remove(place)),
            3 => {
                let end = (place + random.below(30)).min(text.len());
                let part = text[place..end].to_vec();
                let to = random.below(text.len());
                text.splice(to..to, part);
            }
            _ => {
                let end = (place + random.below(30)).min(text.len());
                text.drain(place..end);
            }
        }
        if text.is_empty() {
            return b"*".to_vec();
        }
    }
    text
}

#[test]
fn trees_of_chess() {
    check_trees::<Chess>(
        Syntax::Pgn,
        &["r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 3 17"],
    );
}

#[test]
fn trees_of_chess960() {
    check_trees::<Chess960>(Syntax::Pgn, &["bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"]);
}

#[test]
fn trees_of_international_draughts() {
    check_trees::<Draughts<International>>(Syntax::Pdn, &["B:W31-50:B1-20", "W:WK47,40:B14,19,29,31,42"]);
}

#[test]
fn trees_of_russian_draughts() {
    check_trees::<Draughts<Russian>>(Syntax::Pdn, &["W:Wa1,c3,Kd4:Bh8,f6"]);
}

/// Black moves first.
#[test]
fn trees_of_english_draughts() {
    check_trees::<Draughts<English>>(Syntax::Pdn, &[]);
}

#[test]
fn texts_by_hand() {
    let texts = [
        "1. e4 (1. d4 (1. c4 {deep} (1. f4))) {after} 1... e5 {x} ({y} 1... c5) {z} *",
        "1. e4 {a} (1. d4) {b} (1. c4) {c}",
        "{only a comment} *",
        "$5 *",
        "1. e4 ($5 1. d4) *",
        "1. e4 ({nothing} ) e5 ; to the end } of line\n2. Nf3! $1 $2 Nc6!! *",
        "[Result \"0-1\"] 1. e4 *",
        "[Result \"won\"] 1. e4",
        "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"] 1. e4 *",
        "[SetUp \"1\"] 1. e4 (1. e4 e5) *",
        "[A \"\\\\\\\"\"][A \"b\"][White \"\"] 1. e4!!! *",
        "1. e4 (1. d4 d5 2. Zz9 (2. c4) x) $7 e5 *",
        "[Result \"0-0\"] 1. e4 *",
        "1. e4 ( {a} ; b } c\n 1. d4 ; e } f\n) e5 *",
    ];
    for text in texts {
        assert_eq!(check_stable::<Chess>(text.as_bytes(), Syntax::Pgn), 1, "{text}");
    }
}
