//! Texts in all encodings that old files have: told, guessed, and where no guess is sure.

use std::io::Read;

use damier_record::{Assumption, Decoded, Encoding, How, Policy, ReadOptions, read_raw_games};

/// A reader that gives few bytes at a time.
struct Drops<'a>(&'a [u8], usize);

impl Read for Drops<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.1.min(buffer.len()).min(self.0.len());
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

fn decode(bytes: &[u8], policy: Policy) -> (String, Assumption) {
    let mut decoded = Decoded::new(bytes, policy);
    let assumed = decoded.assumed();
    let mut text = Vec::new();
    decoded.read_to_end(&mut text).expect("bytes in memory");
    let mut slowly = Vec::new();
    Decoded::new(Drops(bytes, 3), policy).read_to_end(&mut slowly).expect("bytes in memory");
    assert!(text == slowly);
    (String::from_utf8_lossy(&text).into_owned(), assumed.get())
}

/// Why a text is not read by who insists on a sure guess.
fn refusal(bytes: &[u8]) -> String {
    let mut text = Vec::new();
    Decoded::new(bytes, Policy::GuessSurely).read_to_end(&mut text).expect_err("not sure").to_string()
}

fn encoding(name: &str) -> Encoding {
    name.parse().expect("the name of an encoding")
}

/// A text in an encoding of one byte a character, or two.
fn encode(text: &str, name: &str) -> Vec<u8> {
    match name {
        "utf-8" => return text.as_bytes().to_vec(),
        "utf-16le" => return text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        "utf-16be" => return text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        _ => {}
    }
    let bytes: Vec<u8> = (0x80..=0xff).collect();
    let characters: Vec<char> = decode(&bytes, Policy::Told(encoding(name))).0.chars().collect();
    let byte = |character: char| match characters.iter().position(|known| *known == character) {
        Some(index) => 0x80 + index as u8,
        None => {
            assert!(character.is_ascii(), "{name} has no {character}");
            character as u8
        }
    };
    text.chars().map(byte).collect()
}

fn game(white: &str, black: &str, comment: &str) -> String {
    format!("[Event \"?\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\n1. e4 {{{comment}}} e5 *\n\n")
}

const RUSSIAN: [&str; 2] = ["Иванов, Пётр", "Шварцман, Александр"];
const WESTERN: [&str; 2] = ["Müller, René", "Peña, François"];
const NORDIC: [&str; 2] = ["Jørgensen, Åge", "Sørensen, Bjørn"];
const CENTRAL: [&str; 2] = ["Święcicki, Radosław", "Wójcik, Łukasz"];

#[test]
fn bytes_have_their_characters() {
    for (name, bytes, text) in [
        ("windows-1251", &b"\xc8\xe2\xe0\xed\xee\xe2 \xb8\xa8\xb9\xab\xbb"[..], "Иванов ёЁ№«»"),
        ("koi8-r", b"\xe9\xd7\xc1\xce\xcf\xd7 \xa3\xb3", "Иванов ёЁ"),
        ("cp866", b"\x88\xa2\xa0\xad\xae\xa2 \xe0\xef\xf1\xf0\xfc", "Иванов ряёЁ№"),
        ("windows-1252", b"M\xfcller \x80\x96\x99\x8a\x9f", "Müller €–™ŠŸ"),
        ("windows-1250", b"\xa3\xf3d\x9f \xc8apek \xf8", "Łódź Čapek ř"),
        ("cp437", b"M\x81ller \x82\x8e\x99\x9a\xe1\xa4\xab\x9e", "Müller éÄÖÜßñ½₧"),
        ("cp850", b"M\x81ller \x82\x9b\x9d\xb5\xb7\xc6\xe1", "Müller éøØÁÀãß"),
        ("cp852", b"\x9d\xa2d\xab \xacapek \xfd", "Łódź Čapek ř"),
        ("iso-8859-2", b"\xa3\xf3d\xbc", "Łódź"),
    ] {
        let (decoded, assumption) = decode(bytes, Policy::Told(encoding(name)));
        assert_eq!(decoded, text, "{name}");
        assert_eq!((assumption.how, assumption.replaced), (How::Told, 0), "{name}");
        assert_eq!(encode(text, name), bytes, "{name}");
    }
}

#[test]
fn names_of_encodings() {
    for (names, expected) in [
        (&["utf-8", "UTF8", "utf_8"][..], "UTF-8"),
        (&["utf-16le", "UTF-16", "utf-16LE"], "UTF-16LE"),
        (&["utf-16be"], "UTF-16BE"),
        (&["windows-1251", "cp1251", "CP-1251", "win1251", "Windows1251", "1251"], "Windows-1251"),
        (&["windows-1252", "latin1", "iso-8859-1", "cp1252"], "Windows-1252"),
        (&["koi8-r", "KOI8_R", "koi8"], "KOI8-R"),
        (&["cp866", "ibm866", "866"], "CP866"),
        (&["cp437", "437", "ibm437", "dos-437"], "CP437"),
        (&["cp850", "850"], "CP850"),
    ] {
        for name in names {
            assert_eq!(encoding(name).to_string(), expected, "{name}");
        }
    }
    for name in ["", "auto8", "cp9999", "windows-1260", "replacement", "x-user-defined", "иванов"] {
        let error = name.parse::<Encoding>().expect_err("no encoding").to_string();
        assert!(error.starts_with(&format!("unknown encoding {name:?}, expected utf-8, ")), "{error}");
    }
}

#[test]
fn real_names_are_guessed() {
    for (names, encodings) in [
        (RUSSIAN, &["windows-1251", "koi8-r", "cp866"][..]),
        (WESTERN, &["windows-1252", "cp437", "cp850"]),
        (NORDIC, &["windows-1252", "cp850"]),
        (CENTRAL, &["windows-1250"]),
    ] {
        let text = game(names[0], names[1], "");
        for name in encodings {
            let (decoded, assumption) = decode(&encode(&text, name), Policy::GuessSurely);
            assert_eq!(decoded, text, "{name}");
            assert_eq!(assumption.how, How::Guessed, "{name}: {assumption}");
            let read = assumption.to_string();
            // Where two encodings give the same text either name is right.
            let is_right = read == format!("read as {} (guessed)", encoding(name));
            assert!(is_right || names == WESTERN, "{name}: {read}");
            assert!(assumption.is_worth_a_word());
        }
    }
}

#[test]
fn texts_without_names_are_guessed() {
    for (text, encodings) in [
        (
            "Лучшая партия чемпионата: белые жертвуют шашку и выигрывают.",
            &["windows-1251", "koi8-r", "cp866"][..],
        ),
        ("ЧЕМПИОНАТ МОСКВЫ, ПОЛУФИНАЛ", &["windows-1251", "koi8-r", "cp866"]),
        (
            "La défense était déjà jouée à Genève: très belle pièce, la tête près du fou",
            &["windows-1252", "cp850"],
        ),
        (
            "Święcicki Radosław Wójcik Łukasz Gdańsk Łódź półfinał część źle dąb już",
            &["windows-1250", "cp852"],
        ),
        ("Dvořák Jiří Růžička Čapek Němec Šťastný Brno říjen přebor", &["windows-1250", "cp852"]),
        (
            "¿Qué pasó? ¿quién jugó así? ¡Vaya partida, señor Peña! El peón está en b5",
            &["windows-1252", "cp850"],
        ),
        ("Weiß hätte früher aufgeben müssen", &["windows-1252", "cp437", "cp850"]),
    ] {
        let text = game("A", "B", text);
        for name in encodings {
            let (decoded, assumption) = decode(&encode(&text, name), Policy::Guess);
            assert_eq!((&*decoded, assumption.how), (&*text, How::Guessed), "{name}: {assumption}");
        }
    }
}

#[test]
fn ascii_and_utf_8_pass_as_they_are() {
    for text in ["", "1. e4 *", &game(RUSSIAN[0], "Čapek", "– «½»"), &game("Её", "Ÿ", ""), "\u{feff}1. e4 *"]
    {
        let (decoded, assumption) = decode(text.as_bytes(), Policy::GuessSurely);
        assert_eq!((&*decoded, assumption), (text, Assumption::default()));
    }
}

#[test]
fn utf_16_is_known_by_its_mark_or_its_zeros() {
    let text = game(RUSSIAN[0], WESTERN[0], "♔ 𝄞");
    for name in ["utf-16le", "utf-16be"] {
        let plain = encode(&text, name);
        let marked = encode(&format!("\u{feff}{text}"), name);
        for bytes in [&plain, &marked] {
            let (decoded, assumption) = decode(bytes, Policy::GuessSurely);
            assert_eq!((&*decoded, assumption.how, assumption.encoding), (&*text, How::Mark, encoding(name)));
        }
        // The last character is cut in two.
        let (_, assumption) = decode(&plain[..plain.len() - 1], Policy::GuessSurely);
        assert_eq!(assumption.replaced, 1);
        let mut text = String::new();
        let told = Policy::Told(Encoding::KOI8_R);
        let error = Decoded::new(&marked[..], told).read_to_string(&mut text).expect_err("the mark");
        assert!(error.to_string().contains("its byte order mark says UTF-16"), "{error}");
    }
}

#[test]
fn a_short_text_is_not_sure() {
    for (text, name) in [
        ("Попов", "windows-1251"),
        ("Иванов", "windows-1251"),
        ("Попов", "koi8-r"),
        ("Попов", "cp866"),
        ("Čapek", "windows-1250"),
        ("Erdős", "windows-1250"),
        ("½", "cp437"),
    ] {
        let bytes = encode(&game(text, "B", ""), name);
        let (_, assumption) = decode(&bytes, Policy::Guess);
        assert_eq!(assumption.how, How::Unsure, "{text} in {name}: {assumption}");
        let why = refusal(&bytes);
        assert!(why.starts_with("the encoding is not sure, perhaps "), "{text} in {name}: {why}");
        // Nothing is wrong with it where it is told.
        let (decoded, _) = decode(&bytes, Policy::Told(encoding(name)));
        assert!(decoded.contains(text));
    }
    // One word is enough where only one encoding makes a word of it.
    let (decoded, assumption) = decode(&encode("Müller", "windows-1252"), Policy::GuessSurely);
    assert_eq!((&*decoded, assumption.how), ("Müller", How::Guessed));
}

/// A name that comes often says no more than once.
#[test]
fn many_of_the_same_words_are_not_sure() {
    let bytes = encode(&game("Попов", "B", "").repeat(30), "windows-1251");
    assert_eq!(decode(&bytes, Policy::Guess).1.how, How::Unsure);
    refusal(&bytes);
}

/// Code pages of DOS are rare, but two words are enough where they fit no other.
#[test]
fn two_words_may_be_enough() {
    for text in ["für müssen", "président général"] {
        let (decoded, assumption) = decode(&encode(&game("A", "B", text), "cp850"), Policy::Guess);
        assert!(decoded.contains(text), "{decoded}");
        assert_eq!((assumption.encoding, assumption.how), (Encoding::CP850, How::Guessed), "{text}");
    }
}

/// The last letter of a file may begin a longer one of UTF-8.
#[test]
fn a_letter_at_the_end_is_not_cut() {
    let bytes = [&encode(&game(WESTERN[0], WESTERN[1], ""), "windows-1252")[..], b"{Andr\xe9"].concat();
    let (decoded, assumption) = decode(&bytes, Policy::Guess);
    assert!(decoded.ends_with("{André"), "{decoded}");
    assert_eq!(assumption.encoding, Encoding::WINDOWS_1252);
    // One that is not complete where the sample ends is.
    let utf_8 = format!("x{}", "é".repeat(700_000));
    assert_eq!(decode(utf_8.as_bytes(), Policy::GuessSurely).1, Assumption::default());
}

#[test]
fn a_long_text_may_stay_unsure() {
    let text = game("Попов", "B", "") + &"1. e4 e5 *\n\n".repeat(200_000);
    let bytes = encode(&text, "windows-1251");
    assert_eq!(decode(&bytes, Policy::Guess).1.how, How::Unsure);
    refusal(&bytes);
}

/// Words are looked at whole, also where a text is read in two pieces; but no word is too long to be read.
#[test]
fn words_are_whole_between_two_pieces() {
    const PIECE: usize = 1 << 16;
    let begin = "Müller René Peña François Größe Straße Bäder ";
    let word = "aujourd’hui";
    for before in 0..=word.chars().count() {
        let filler = "x".repeat(PIECE - begin.chars().count() - before - 1);
        let text = format!("{begin}{filler} {word} même très déjà *");
        let (decoded, assumption) = decode(&encode(&text, "windows-1252"), Policy::Guess);
        assert!(decoded == text, "{before}");
        assert_eq!((assumption.how, assumption.contradictions), (How::Guessed, 0), "{before}: {assumption}");
    }
    let long = format!("{begin}{}", "é".repeat(3 * PIECE));
    let bytes = encode(&long, "windows-1252");
    assert!(decode(&bytes, Policy::Told(Encoding::WINDOWS_1252)).0 == long);
}

#[test]
fn what_no_guess_knows_is_not_sure() {
    for (text, name) in [
        ("Παπαδόπουλος Γεώργιος Αθήνα πρωτάθλημα", "windows-1253"),
        ("כהן לוי ירושלים", "windows-1255"),
        ("Şahin Yıldız Gülşen Doğan İstanbul", "windows-1254"),
        ("Šadžiūtė Žemaitė Ąžuolas Bačiulytė", "windows-1257"),
    ] {
        let (_, assumption) = decode(&encode(text, name), Policy::Guess);
        assert_eq!(assumption.how, How::Unsure, "{name}: {assumption}");
    }
    // Two bytes a character, of which none is ASCII.
    let chinese = b"\xce\xa2\xd2\xd7 \xb6\xa1\xc1\xa2\xc8\xcb \xba\xee\xd2\xdd\xb7\xb2 \xd6\xd0\xb9\xfa\xc6\xe5\xd4\xba";
    assert_eq!(decode(chinese, Policy::Guess).1.how, How::Unsure);
}

#[test]
fn names_may_come_late() {
    let mut text = "1. e4 e5 *\n\n".repeat(200_000);
    text += &game(RUSSIAN[0], RUSSIAN[1], "");
    let (decoded, assumption) = decode(&encode(&text, "koi8-r"), Policy::GuessSurely);
    assert!(decoded == text);
    assert_eq!((assumption.encoding, assumption.how), (Encoding::KOI8_R, How::Guessed));
}

#[test]
fn a_later_part_that_contradicts_the_guess_is_told() {
    let filler = "1. e4 e5 *\n\n".repeat(20_000);
    let russian = encode(&game(RUSSIAN[0], RUSSIAN[1], "Чемпионат"), "windows-1251");
    for (names, name) in [(WESTERN, "windows-1252"), (WESTERN, "utf-8"), (NORDIC, "cp850")] {
        let later = encode(&game(names[0], names[1], "Über Zürich und Düsseldorf"), name);
        let bytes = [&russian[..], filler.as_bytes(), &later].concat();
        let (_, assumption) = decode(&bytes, Policy::Guess);
        assert_eq!(assumption.how, How::Unsure, "{name}: {assumption}");
        assert!(assumption.contradictions > 2, "{name}: {assumption}");
        let why = refusal(&bytes);
        assert!(
            why.starts_with("the encoding is not sure: read as Windows-1251 (a guess, not sure"),
            "{why}"
        );
        assert!(why.contains(" seems to be "), "{why}");
    }
    // One word is enough.
    let bytes = [&russian[..], b"{M\xfcller} *"].concat();
    let expected = "read as Windows-1251 (a guess, not sure), but \"Mьller\" seems to be Windows-1252";
    assert_eq!(decode(&bytes, Policy::Guess).1.to_string(), expected);
    assert_eq!(refusal(&bytes), format!("the encoding is not sure: {expected}"));
}

#[test]
fn mixed_texts_are_not_sure() {
    let utf_8 = encode(&game(WESTERN[0], WESTERN[1], "Zürich"), "utf-8");
    let other = encode(&game(NORDIC[0], NORDIC[1], "Århus"), "windows-1252");
    let bytes = [&other[..], &utf_8, &other, &encode("Größe Straße Bäder", "windows-1252")].concat();
    assert_eq!(decode(&bytes, Policy::Guess).1.how, How::Unsure);
    refusal(&bytes);
}

/// The errors of a text that is taken for UTF-8.
fn errors(bytes: &[u8], policy: Policy) -> Vec<String> {
    let games = read_raw_games(Decoded::new(bytes, policy), ReadOptions::pgn());
    games.filter_map(Result::err).map(|error| error.to_string()).collect()
}

#[test]
fn damaged_utf_8_is_an_error_of_its_game() {
    let good = game(RUSSIAN[0], WESTERN[0], "«Čapek»");
    let bytes = [
        good.as_bytes(),
        b"[White \"Ren\xe9 Dupont\"]\n\n1. e4 *\n\n",
        b"1. e4 {a b\xffc} *\n\n",
        good.as_bytes(),
    ]
    .concat();
    let expected = [
        "game 2, line 7, column 1: \"Ren\u{fffd} Dupont\" is not UTF-8 at byte e9",
        "game 3, line 11, column 7: \"b\u{fffd}c\" is not UTF-8 at byte ff",
    ];
    assert_eq!(errors(&bytes, Policy::GuessSurely), expected);
    // Told, it is replaced, and counted; also after a mark.
    let marked = [b"\xef\xbb\xbf", &bytes[..]].concat();
    assert_eq!(errors(&marked, Policy::Told(Encoding::UTF_8)), Vec::<String>::new());
    assert_eq!(errors(&bytes, Policy::Told(Encoding::UTF_8)), Vec::<String>::new());
    let (text, assumption) = decode(&bytes, Policy::Told(Encoding::UTF_8));
    assert!(text.contains("Ren\u{fffd} Dupont"));
    assert_eq!(assumption.replaced, 2);
    assert_eq!(assumption.to_string(), "read as UTF-8; 2 bad byte sequences became U+FFFD");
}

#[test]
fn marks_are_no_text_but_that_of_utf_8() {
    let text = "1. e4 {é} *";
    for name in ["utf-16le", "utf-16be"] {
        let bytes = encode(&format!("\u{feff}{text}"), name);
        assert_eq!(decode(&bytes, Policy::Told(encoding(name))).0, text);
        assert_eq!(decode(&bytes, Policy::Guess).0, text);
    }
    // The reader of records passes it, and says so.
    let marked = format!("\u{feff}{text}");
    for policy in [Policy::Told(Encoding::UTF_8), Policy::Guess] {
        assert_eq!(decode(marked.as_bytes(), policy).0, marked);
    }
    // What has the mark is not guessed.
    let damaged =
        [b"\xef\xbb\xbf1. e4 {", &encode("Größe Straße Bäder", "windows-1252")[..], b"} *"].concat();
    assert_eq!(errors(&damaged, Policy::Guess).len(), 1);
    let zeros = [b"1. e4 e5 *".map(|byte| [byte, 0]).concat(), vec![0, b'*']].concat();
    assert_eq!(decode(&zeros, Policy::Guess).1.encoding, Encoding::UTF_8);
    let zeros = [b"1. e4 e5 *".map(|byte| [0, byte]).concat(), vec![b'*', 0]].concat();
    assert_eq!(decode(&zeros, Policy::Guess).1.encoding, Encoding::UTF_8);
}

#[test]
fn long_texts_are_read_in_pieces() {
    let russian = "Лучшая партия чемпионата: белые жертвуют шашку и выигрывают.\n".repeat(3_000);
    for name in ["windows-1251", "cp866"] {
        let (decoded, assumption) = decode(&encode(&russian, name), Policy::Guess);
        assert!(decoded == russian);
        assert_eq!((assumption.how, assumption.contradictions), (How::Guessed, 0));
    }
    // A letter of UTF-8 at the end of what is looked at.
    let utf_8 = format!("x{}", "é".repeat(100_000));
    assert_eq!(decode(utf_8.as_bytes(), Policy::GuessSurely).1, Assumption::default());
    // The beginning decides nothing, what follows does.
    let late = format!("Иван {} {}", "e4 ".repeat(40_000), &russian[..1_000]);
    let (decoded, assumption) = decode(&encode(&late, "windows-1251"), Policy::GuessSurely);
    assert!(decoded == late);
    assert_eq!(assumption.how, How::Guessed);
}

/// Fails now and then, as systems do while a signal comes.
struct Interrupted<'a>(&'a [u8], bool);

impl Read for Interrupted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.1 = !self.1;
        if self.1 { Err(std::io::ErrorKind::Interrupted.into()) } else { self.0.read(buffer) }
    }
}

#[test]
fn interruptions_are_no_end() {
    let text = game(RUSSIAN[0], RUSSIAN[1], "");
    let mut decoded = String::new();
    let bytes = encode(&text, "windows-1251");
    Decoded::new(Interrupted(&bytes, false), Policy::Guess).read_to_string(&mut decoded).expect("all of it");
    assert_eq!(decoded, text);
    let games = read_raw_games(Interrupted(text.as_bytes(), false), ReadOptions::pgn());
    assert!(games.map(|game| game.is_ok()).eq([true]));
}

/// Fails where the text ends, and then only says that it has ended.
struct FailsOnce<'a>(&'a [u8], bool);

impl Read for FailsOnce<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.0.is_empty() && !std::mem::replace(&mut self.1, true) {
            return Err(std::io::Error::other("the disk is gone"));
        }
        self.0.read(buffer)
    }
}

#[test]
fn a_failure_before_the_end_is_told() {
    let text = game(RUSSIAN[0], RUSSIAN[1], "");
    for bytes in [text.as_bytes(), &encode(&text, "windows-1251")] {
        let mut decoded = Vec::new();
        let error = Decoded::new(FailsOnce(bytes, false), Policy::Guess).read_to_end(&mut decoded);
        assert_eq!(error.expect_err("a failure").to_string(), "the disk is gone");
    }
}

/// A byte order mark decides, whatever follows.
#[test]
fn marks_decide() {
    let bytes =
        b"\xef\xbb\xbf[White \"Andr\xe9\"]\n[Black \"Mu\xf1oz, Jos\xe9\"]\n\n1. e4 {tr\xe8s fort} *\n";
    let (text, assumption) = decode(bytes, Policy::Guess);
    assert_eq!(assumption.encoding, Encoding::UTF_8);
    // It is left to the reader, which tells the mark and bad bytes.
    assert!(text.starts_with("\u{feff}[White"), "{text}");
    assert_eq!((assumption.how, assumption.replaced), (How::Content, 0));
}

#[test]
fn assumptions_are_told_in_words() {
    let of = |how, contradictions, replaced| Assumption {
        encoding: Encoding::WINDOWS_1251,
        how,
        rival: None,
        replaced,
        contradictions,
        contradiction: Some(("x".to_owned(), Encoding::UTF_8)).filter(|_| contradictions > 0),
    };
    for (assumption, text, is_worth_a_word) in [
        (of(How::Told, 0, 0), "read as Windows-1251", false),
        (of(How::Told, 0, 1), "read as Windows-1251; 1 bad byte sequence became U+FFFD", true),
        (of(How::Guessed, 0, 0), "read as Windows-1251 (guessed)", true),
        (
            of(How::Unsure, 1, 0),
            "read as Windows-1251 (a guess, not sure), but \"x\" seems to be UTF-8",
            true,
        ),
        (
            of(How::Unsure, 3, 0),
            "read as Windows-1251 (a guess, not sure), but \"x\" seems to be UTF-8, and so do 2 more words",
            true,
        ),
    ] {
        assert_eq!((assumption.to_string().as_str(), assumption.is_worth_a_word()), (text, is_worth_a_word));
    }
}
