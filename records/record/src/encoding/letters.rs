//! How likely a word is under an encoding: what its letters are, and which of them stand side by side.
//!
//! The numbers are penalties, in no unit: 10 is "this does not happen", 4 "hardly ever", 1 "seldom".

/// No word weighs more than this, so that one strange word does not decide about a file.
pub(super) const WORST: f32 = 12.0;

/// Bytes that do not happen in texts: control characters and what has no character.
const NO_TEXT: f32 = 10.0;
/// Letters of two alphabets in one word.
const TWO_SCRIPTS: f32 = 10.0;
/// A symbol such as a box side by side with a letter, and one alone.
const SYMBOL_AT_LETTER: f32 = 8.0;
const SYMBOL: f32 = 5.0;
/// A capital letter after a small one, and a small one after two capitals.
const CAPITAL_INSIDE: f32 = 4.0;
const TWO_CAPITALS: f32 = 2.0;
/// The second accented Latin letter in a row, and each one after it.
const SECOND_ACCENT: f32 = 1.0;
const THIRD_ACCENT: f32 = 3.0;
/// Two vowels, three vowels, three consonants and four consonants in a row.
const TWO_VOWELS: f32 = 0.7;
const THREE_VOWELS: f32 = 2.0;
const THREE_CONSONANTS: f32 = 0.3;
const FOUR_CONSONANTS: f32 = 2.0;

/// The penalty of a word.
pub(super) fn penalty(word: impl Iterator<Item = char>) -> f32 {
    let mut state = State::default();
    let mut total = 0.0;
    let mut word = word.peekable();
    while let Some(character) = word.next() {
        total += state.step(character, word.peek().copied());
    }
    total.min(WORST)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Script {
    Latin,
    Cyrillic,
}

/// The word so far.
#[derive(Default)]
struct State {
    previous: Option<char>,
    script: Option<Script>,
    is_mixed: bool,
    capitals: u32,
    accents: u32,
    vowels: u32,
    consonants: u32,
    /// Whether the row of vowels or consonants has a letter that is not ASCII.
    is_foreign_row: bool,
}

impl State {
    fn step(&mut self, character: char, next: Option<char>) -> f32 {
        let penalty = match script(character) {
            Some(script) => self.letter(character, script, next),
            None => self.other(character, next),
        };
        self.previous = Some(character);
        penalty
    }

    fn letter(&mut self, letter: char, script: Script, next: Option<char>) -> f32 {
        let is_first = !self.previous.is_some_and(is_letter);
        let mut penalty = match script {
            Script::Cyrillic => cyrillic(letter, is_first, self.previous),
            Script::Latin => latin(letter, next),
        };
        if self.script.replace(script).is_some_and(|before| before != script) && !self.is_mixed {
            self.is_mixed = true;
            penalty += TWO_SCRIPTS;
        }
        if let Some(previous) = self.previous.filter(|previous| is_letter(*previous)) {
            let is_plain = previous.is_ascii() && letter.is_ascii();
            if !is_plain && previous.is_lowercase() && letter.is_uppercase() {
                penalty += CAPITAL_INSIDE;
            }
            if !is_plain && self.capitals == 2 && letter.is_lowercase() {
                penalty += TWO_CAPITALS;
            }
        }
        self.capitals = if letter.is_uppercase() { self.capitals + 1 } else { 0 };
        self.accents = if script == Script::Latin && !letter.is_ascii() { self.accents + 1 } else { 0 };
        penalty += match self.accents {
            0 | 1 => 0.0,
            2 => SECOND_ACCENT,
            _ => THIRD_ACCENT,
        };
        penalty + self.row(letter)
    }

    /// Vowels and consonants take turns, in all languages.
    fn row(&mut self, letter: char) -> f32 {
        if is_sign(letter) {
            return 0.0;
        }
        let is_vowel = is_vowel(letter);
        if is_vowel && self.vowels == 0 || !is_vowel && self.consonants == 0 {
            self.is_foreign_row = false;
        }
        self.is_foreign_row |= !letter.is_ascii();
        (self.vowels, self.consonants) =
            if is_vowel { (self.vowels + 1, 0) } else { (0, self.consonants + 1) };
        match (self.vowels, self.consonants) {
            _ if !self.is_foreign_row => 0.0,
            (2, _) => TWO_VOWELS,
            (3.., _) => THREE_VOWELS,
            (_, 3) => THREE_CONSONANTS,
            (_, 4..) => FOUR_CONSONANTS,
            _ => 0.0,
        }
    }

    fn other(&mut self, character: char, next: Option<char>) -> f32 {
        let after_letter = self.previous.is_some_and(is_letter);
        let before_letter = next.is_some_and(is_letter);
        if character != '’' {
            *self = Self::default();
        }
        match character {
            '\u{a0}' => 0.3,
            '–' | '—' | '…' => 0.3,
            '’' if after_letter => 0.0,
            '‘' | '“' | '„' | '‚' | '‹' if !after_letter => 0.5,
            '¿' | '¡' if !after_letter => 0.5,
            '”' | '“' | '’' | '›' if !before_letter => 0.5,
            '«' | '»' if !(after_letter && before_letter) => 0.5,
            '½' | '¼' | '¾' | '°' | '№' | '§' | '€' | '£' | '±' | '²' | '³' | '™' | '©' | '®' | '•' | '×'
                if !after_letter && !before_letter =>
            {
                1.0
            }
            '\u{ad}' => 3.0,
            control if control.is_control() || control == char::REPLACEMENT_CHARACTER => NO_TEXT,
            _ if after_letter || before_letter => SYMBOL_AT_LETTER,
            _ => SYMBOL,
        }
    }
}

fn script(character: char) -> Option<Script> {
    match character {
        'a'..='z' | 'A'..='Z' => Some(Script::Latin),
        // Signs that Unicode calls letters.
        'ª' | 'º' | 'µ' | 'ƒ' | '×' | '÷' => None,
        '\u{c0}'..='\u{24f}' => Some(Script::Latin),
        '\u{400}'..='\u{4ff}' => Some(Script::Cyrillic),
        _ => None,
    }
}

fn is_letter(character: char) -> bool {
    script(character).is_some()
}

fn is_vowel(letter: char) -> bool {
    let small = letter.to_lowercase().next().unwrap_or(letter);
    "aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýÿœāăąēėęěīįıōőūůűųаеёиоуыэюяіїє".contains(small)
}

/// Letters without a sound, which are neither.
fn is_sign(letter: char) -> bool {
    matches!(letter, 'ь' | 'ъ' | 'Ь' | 'Ъ')
}

/// A Cyrillic letter: how frequent it is in Russian, and what it cannot follow.
fn cyrillic(letter: char, is_first: bool, previous: Option<char>) -> f32 {
    let small = letter.to_lowercase().next().unwrap_or(letter);
    let follows_consonant = previous.is_some_and(|previous| is_letter(previous) && !is_vowel(previous));
    let place = match small {
        'ь' | 'ъ' | 'ы' if is_first => 6.0,
        'ь' | 'ъ' if !follows_consonant => 4.0,
        'й' if follows_consonant => 3.0,
        _ => 0.0,
    };
    place
        + match small {
            'о' | 'е' | 'а' | 'и' | 'н' | 'т' | 'с' | 'р' | 'в' | 'л' | 'к' => 0.0,
            'м' | 'д' | 'п' | 'у' | 'я' | 'ы' | 'ь' | 'г' | 'з' | 'б' => 0.3,
            'ч' | 'й' | 'х' | 'ж' | 'ш' => 0.7,
            'ю' | 'ц' | 'щ' | 'э' | 'ф' | 'ъ' | 'ё' => 1.3,
            'і' | 'ї' | 'є' | 'ґ' | 'ў' => 1.5,
            _ => 4.0,
        }
}

/// A Latin letter: how frequent it is in the languages that have it.
fn latin(letter: char, next: Option<char>) -> f32 {
    if letter.is_ascii() {
        return 0.0;
    }
    let is_last = !next.is_some_and(is_letter);
    let capital = match letter {
        'À' | 'È' | 'Ê' | 'Ë' | 'Ì' | 'Î' | 'Ï' | 'Ò' | 'Ù' | 'Û' => 2.0,
        _ if letter.is_uppercase() => 0.5,
        _ => 0.0,
    };
    let small = letter.to_lowercase().next().unwrap_or(letter);
    capital
        + match small {
            'é' | 'è' | 'á' | 'ä' | 'ö' | 'ü' | 'í' | 'ó' | 'å' | 'ø' | 'ç' | 'ñ' | 'š' | 'ž' | 'č' => {
                0.2
            }
            'ê' | 'ë' | 'à' | 'â' | 'ã' | 'ï' | 'î' | 'ô' | 'õ' | 'ú' | 'û' | 'ß' | 'æ' => 0.5,
            'ł' | 'ż' | 'ą' | 'ę' | 'ś' | 'ć' | 'ń' | 'ź' | 'ř' | 'ě' | 'ů' | 'ő' | 'ű' => 0.5,
            'ì' | 'ò' | 'ù' if is_last => 0.5,
            'ý' | 'œ' | 'đ' | 'ş' | 'ţ' | 'ă' | 'ň' | 'ď' | 'ť' | 'ľ' => 1.5,
            'ð' | 'þ' | 'ÿ' | 'ĺ' | 'ŕ' => 3.0,
            _ => 2.0,
        }
}
