//! What words weigh, and what they speak for.

use super::evidence::Evidence;
use super::letters::{WORST, penalty};
use super::names::Encoding;

/// What each word breaks beside having letters that are more or less frequent.
#[test]
fn penalties_of_words() {
    for (word, expected) in [
        // Capitals.
        ("иванов", 0.0),
        ("ИВАНОВ", 0.0),
        ("ИВАнов", 0.0),
        ("ивАнов", 4.0),
        ("ИВанов", 2.0),
        ("abC", 0.0),
        ("ABc", 0.0),
        ("éB", 0.2 + 4.0),
        ("aČ", 0.7 + 4.0),
        // Accents side by side; those of another word do not count.
        ("čaš", 0.4),
        ("čš", 0.4 + 1.0),
        ("čšž", 0.6 + 1.0 + 3.0 + 0.3),
        ("čbšž", 0.6 + 1.0 + 0.3 + 2.0),
        ("č’č", 0.4 + 1.0),
        ("č–č", 0.4 + 0.3),
        // Rows of vowels and of consonants, where one of them is not ASCII.
        ("aei", 0.0),
        ("aé", 0.2 + 0.7),
        ("éa", 0.2 + 0.7),
        ("aéi", 0.2 + 0.7 + 2.0),
        ("ébae", 0.2),
        ("čbc", 0.2 + 0.3),
        ("čbcd", 0.2 + 0.3 + 2.0),
        ("éčbcd", 0.4 + 1.0 + 0.3 + 2.0),
        // Letters of Russian that cannot stand there, and signs without a sound.
        ("кольт", 0.3),
        ("ьс", 6.3),
        ("ыс", 6.3),
        ("аь", 4.3),
        ("сй", 3.7),
        ("ай", 0.7),
        ("ча", 0.7),
        ("юр", 1.3),
        ("їр", 1.5),
        ("ђа", 4.0),
        // Two alphabets in one word, which counts once.
        ("кos", 10.0),
        ("кoк", 10.0),
        // Latin letters by how frequent they are.
        ("éb", 0.2),
        ("Éb", 0.7),
        ("Àb", 2.5),
        ("êb", 0.5),
        ("łb", 0.5),
        ("ýb", 1.5),
        ("ðb", 3.0),
        ("ūb", 2.0),
        ("bì", 0.5),
        ("ìb", 2.0),
        // Signs, by what stands beside them.
        ("a\u{a0}", 0.3),
        ("a–b", 0.3),
        ("d’a", 0.0),
        ("a’", 0.0),
        ("’a", 8.0),
        ("„a", 0.5),
        ("a„", 8.0),
        ("¿a", 0.5),
        ("a¿", 8.0),
        ("a”", 0.5),
        ("”a", 8.0),
        ("«a", 0.5),
        ("a»", 0.5),
        ("a«b", 8.0),
        ("½", 1.0),
        ("½½", 2.0),
        ("½a", 8.0),
        ("a½", 8.0),
        ("×", 1.0),
        ("a\u{ad}b", 3.0),
        ("÷", 5.0),
        ("╔", 5.0),
        ("╔a", 8.0),
        ("a╔", 8.0),
        ("\u{81}", 10.0),
        ("\u{fffd}", 10.0),
        ("╔╔╔", WORST),
    ] {
        let found = penalty(word.chars());
        assert!((found - expected).abs() < 1e-4, "{word:?}: {found}, and not {expected}");
    }
}

/// Different words with a letter of French in Windows-1252, which is Czech or nothing elsewhere.
fn french(count: u8) -> Vec<u8> {
    (0..count).flat_map(|index| [b'l', 0xef, b'r', b'a' + index / 26, b'a' + index % 26, b' ']).collect()
}

#[test]
fn repeated_words_count_once() {
    let russian = b"\xc8\xe2\xe0\xed\xee\xe2 \xcf\xe5\xf2\xf0\xee\xe2 ";
    let [mut once, mut twice] = [Evidence::new(), Evidence::new()];
    once.add_all(russian);
    twice.add_all(&russian.repeat(3));
    assert_eq!(format!("{:?}", once.guess()), format!("{:?}", twice.guess()));
    // One strange word more and more often does not make a guess better.
    let mut word = Evidence::new();
    word.add_all(&b"\xc8\xe2\xe0\xed\xee\xe2 ".repeat(9));
    assert!(!word.guess().is_sure);
}

#[test]
fn a_word_contradicts_what_it_cannot_be() {
    // "d’a", which has a block between the letters in KOI8-R: just as bad as it takes.
    let found = Evidence::new().add(b"d\x92a", Some(Encoding::KOI8_R)).map(|found| found.encoding);
    assert_eq!(found, Some(Encoding::WINDOWS_1252));
    assert_eq!(Evidence::new().add(b"d\x92a", Some(Encoding::WINDOWS_1252)), None);
    assert_eq!(Evidence::new().add(b"d\x92a", None), None);
    let found = Evidence::new().add("Größe".as_bytes(), Some(Encoding::KOI8_R)).map(|found| found.encoding);
    assert_eq!(found, Some(Encoding::UTF_8));
}

/// Two words of UTF-8 among fewer than 38 others: the text is of two encodings.
#[test]
fn texts_of_two_encodings_are_not_sure() {
    for (others, utf_8, is_one) in
        [(10, 1, true), (10, 2, false), (38, 2, false), (39, 2, true), (59, 3, true)]
    {
        let mut evidence = Evidence::new();
        evidence.add_all(&french(others));
        for word in &["Größe", "Bäder", "Züge"][..utf_8] {
            evidence.add_all(word.as_bytes());
        }
        let guess = evidence.guess();
        assert_eq!(guess.encoding, Encoding::WINDOWS_1252);
        assert_eq!(guess.rival == Some(Encoding::UTF_8), !is_one, "{others} and {utf_8}: {guess:?}");
        assert_eq!(guess.is_sure, is_one, "{others} and {utf_8}: {guess:?}");
    }
}

#[test]
fn other_detectors_have_a_veto() {
    let (greek, ..) = encoding_rs::WINDOWS_1253.encode("Ελληνική παρτίδα, ο λευκός κερδίζει το παιχνίδι");
    let mut evidence = Evidence::new();
    evidence.add_all(&greek);
    evidence.ask(&greek);
    let guess = evidence.guess();
    assert_eq!((guess.is_sure, guess.rival), (false, Some(Encoding::of_web(encoding_rs::WINDOWS_1253))));
}

#[test]
fn all_words_may_speak_for_another_encoding() {
    let (russian, ..) = encoding_rs::WINDOWS_1251.encode("Лучшая партия чемпионата: белые жертвуют шашку");
    let mut evidence = Evidence::new();
    evidence.add_all(&russian);
    evidence.ask(&russian);
    assert_eq!(evidence.guess().rival, None);
    assert_eq!(evidence.other_guess(Encoding::WINDOWS_1252), Some(Encoding::WINDOWS_1251));
    assert_eq!(evidence.other_guess(Encoding::WINDOWS_1251), None);
    // One word may be of several, and the nearest is named.
    let mut evidence = Evidence::new();
    evidence.add_all(b"l\xefr");
    let guess = evidence.guess();
    assert!(!guess.is_sure && guess.rival.is_some(), "{guess:?}");
    assert_eq!(evidence.other_guess(Encoding::KOI8_R), None);
}

#[test]
fn tables_of_characters() {
    assert_eq!(Encoding::WINDOWS_1251.characters().map(|table| (table[0x40], table[0x7f])), Some(('А', 'я')));
    assert_eq!(Encoding::CP866.characters().map(|table| (table[0], table[0x6f])), Some(('А', 'я')));
    assert_eq!(Encoding::UTF_8.characters(), None);
}

#[test]
fn words_are_looked_at_once() {
    let mut evidence = Evidence::new();
    let words = [&b"M\xfcller"[..], b"Ren\xe9", b"M\xfcller", b"Ren\xe9"];
    let told = words.map(|word| evidence.add(word, Some(Encoding::WINDOWS_1251)).is_some());
    assert_eq!(told, [true, true, false, false]);
}

/// A capital letter inside of a word is unusual; one of two words may have it, not both.
#[test]
fn words_may_be_bad_on_average() {
    for (text, is_sure) in [
        ("ивАнов Шварцман", true),
        ("КарПов Ботвинник", true),
        ("ивАнов петРов", false),
        ("КасПаров КарПов", false),
    ] {
        for web in [encoding_rs::WINDOWS_1251, encoding_rs::KOI8_R, encoding_rs::IBM866] {
            let (bytes, ..) = web.encode(text);
            let mut evidence = Evidence::new();
            evidence.add_all(&bytes);
            let guess = evidence.guess();
            assert_eq!((guess.encoding, guess.is_sure), (Encoding::of_web(web), is_sure), "{text}");
        }
    }
}
