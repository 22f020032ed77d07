//! Any bytes are read as games of some format or refused, by the referee too; what is read goes through JSON and
//! comes back as it was.
#![no_main]

use boardgame::RecordNotation;
use chess::Chess;
use convert::{Format, PositionWriter, Which, read_games, write_json};
use draughts::Draughts;
use draughts::variants::{International, Russian};
use libfuzzer_sys::fuzz_target;
use record::{ReadOptions, Reader, Referee, ResultStyle, Syntax, WriteOptions, replay_board};

fn check<P: RecordNotation<Rules = ()>>(text: &[u8], format: Format, options: ReadOptions) {
    let mut board = replay_board::<P>();
    let writing = match options.syntax {
        Syntax::Pgn => WriteOptions::pgn(),
        Syntax::Pdn => WriteOptions::pdn(ResultStyle::One),
    };
    let mut legal = 0;
    for game in read_games(text, format, options).flatten() {
        let Ok(game) = game.raw.resolve_on(&mut *board) else { continue };
        legal += game.tree.plies() as u64;
        let mut record = Vec::new();
        let is_record = writing.write(&game.tree, &mut record).is_ok();
        let mut json = Vec::new();
        write_json("any", &game, None, &mut json).expect("memory");
        let again = read_games(&json[..], Format::JsonLines, options).next().expect("a line");
        let again = again.expect("own JSON").raw.resolve_on(&mut *board).expect("legal moves");
        let mut json_again = Vec::new();
        let again = record::ReadGame { number: game.number, repairs: game.repairs.clone(), ..again };
        write_json("any", &again, None, &mut json_again).expect("memory");
        assert_eq!(String::from_utf8_lossy(&json), String::from_utf8_lossy(&json_again));
        if is_record {
            let mut record_again = Vec::new();
            writing.write(&again.tree, &mut record_again).expect("it was written before");
            assert_eq!(String::from_utf8_lossy(&record), String::from_utf8_lossy(&record_again));
        }
        let writer = PositionWriter { which: Which::Every, has_operations: true, from_list: false };
        let mut positions = Vec::new();
        writer.write(1, &game.tree, &mut *board, &mut positions).expect("memory");
        let count = read_games(&positions[..], Format::Epd, options).flatten().count();
        assert!(count > game.tree.plies());
    }
    if let Some(syntax) = format.syntax() {
        // The referee and the builder agree on what is legal in games without errors.
        let mut reader = Reader::new(text, syntax).with_mode(options.mode);
        let mut referee = Referee::new(options, |_| Ok(replay_board::<P>()), |_| {});
        while reader.read_game(&mut referee) != Ok(false) {}
        assert!(referee.tally().moves >= legal);
    }
}

// The first byte chooses the game and the format.
fuzz_target!(|data: &[u8]| {
    let Some((first, text)) = data.split_first() else { return };
    match first % 6 {
        0 => check::<Chess>(text, Format::Pgn, ReadOptions::pgn()),
        1 => check::<Draughts<International>>(text, Format::Pdn, ReadOptions::pdn()),
        2 => check::<Draughts<Russian>>(text, Format::JsonLines, ReadOptions::pdn()),
        3 => check::<Chess>(text, Format::JsonLines, ReadOptions::pgn()),
        4 => check::<Chess>(text, Format::Epd, ReadOptions::pgn()),
        _ => check::<Draughts<International>>(text, Format::Epd, ReadOptions::pdn()),
    }
});
