//! The numbers of moves: what a record writes, and what is right.

use crate::error::shortened;
use crate::repair::RepairKind;

/// What the number before the next move of a line must be, and what the record makes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    /// Of the next move: twice its number, and one more for the second player.
    next: u32,
    /// The same right after the beginning of the line or its last set-up, and before that.
    begin: u32,
    before_begin: u32,
    /// Of the move that the last number stood before, or that the line begins with.
    told: u32,
    /// How much higher than right the numbers of the record are.
    shift: u32,
    /// Whether dots that are not those of the player were reported in this line: once is enough, since a
    /// program that writes them so does it everywhere.
    has_other_dots: bool,
}

/// Higher numbers are not told apart, so that twice a number is one too.
const HIGHEST: u32 = 1 << 30;

impl Numbers {
    /// Those of a game that begins with this number.
    pub(crate) fn new(number: u32, is_second: bool) -> Self {
        let next = number.wrapping_mul(2) | u32::from(is_second);
        Self { next, begin: next, before_begin: next, told: next, shift: 0, has_other_dots: false }
    }

    /// A move was played.
    #[inline]
    pub(crate) fn play(&mut self) {
        self.next = self.next.wrapping_add(1);
    }

    /// Another position was set up: the number stays, the player may not.
    pub(crate) fn set_up(&mut self, is_second: bool) {
        self.before_begin = self.next;
        self.next = self.next & !1 | u32::from(is_second);
        (self.begin, self.told) = (self.next, self.next);
    }

    /// Those of a variation of the last move.
    pub(crate) fn variation(&self) -> Self {
        let is_begin = self.next == self.begin;
        let next = if is_begin { self.before_begin } else { self.next.wrapping_sub(1) };
        Self { next, begin: next, before_begin: next, told: next, ..*self }
    }

    /// Whether the number of the next move stands before it, or the line begins with it.
    pub(crate) fn is_told(&self) -> bool {
        self.told == self.next
    }

    /// What the record calls the first move, where its position has counters: its numbers are as much higher.
    pub(crate) fn begin_with(&mut self, number: u32) {
        self.shift = number.min(HIGHEST).wrapping_sub(self.next >> 1);
    }

    /// Compares a number of the record, with its dots, with the right one. Dots alone belong to the number
    /// before them. One dot means the first player, several the second. A wrong number is reported once: those that
    /// go on from it are as much too high.
    #[inline]
    pub(crate) fn check(&mut self, text: &str, repairs: &mut Vec<RepairKind>) {
        self.told = self.next;
        let (digits, is_second) = match text.as_bytes() {
            [digits @ .., b'.', b'.', b'.'] => (digits, 1),
            [digits @ .., b'.'] => (digits, 0),
            _ => return self.check_any(text, repairs),
        };
        let digit = |byte: u8| u32::from(byte - b'0');
        // Numbers grow slowly, so that a processor knows how long the next one is.
        let number = match *digits {
            [a @ b'0'..=b'9'] => digit(a),
            [a @ b'0'..=b'9', b @ b'0'..=b'9'] => 10 * digit(a) + digit(b),
            [a @ b'0'..=b'9', b @ b'0'..=b'9', c @ b'0'..=b'9'] => 100 * digit(a) + 10 * digit(b) + digit(c),
            _ => return self.check_any(text, repairs),
        };
        if number.wrapping_sub(self.shift).wrapping_mul(2) | is_second != self.next {
            self.check_any(text, repairs);
        }
    }

    #[cold]
    fn check_any(&mut self, text: &str, repairs: &mut Vec<RepairKind>) {
        let digits = text.bytes().take_while(u8::is_ascii_digit);
        let push = |number: u32, byte: u8| number.saturating_mul(10).saturating_add(u32::from(byte - b'0'));
        let (number, length) = digits.fold((0, 0), |(number, length), byte| (push(number, byte), length + 1));
        let number: u32 = number.min(HIGHEST);
        let is_for_first = self.next & 1 == 0;
        let right = self.next >> 1;
        let is_other_number = length > 0 && number.wrapping_sub(self.shift) != right;
        if length > 0 {
            self.shift = number.wrapping_sub(right);
        }
        let dots = text.len() - length;
        let is_other_player = if is_for_first { dots > 1 } else { dots == 1 };
        let are_dots_new = is_other_player && !self.has_other_dots;
        // Dots alone make good what the number before them lacks.
        self.has_other_dots = (self.has_other_dots || is_other_player) && (is_for_first || length > 0);
        // A number that is right again is not reported.
        if !are_dots_new && (!is_other_number || self.shift == 0) {
            return;
        }
        let dots = if is_for_first { "." } else { "..." };
        let (found, written) = (shortened(text.as_bytes()), format!("{right}{dots}"));
        repairs.push(RepairKind::WrongNumber { found, written });
    }
}

/// Whether a number is wrong only in that it has one dot before a move of the second player: three more after a
/// blank make it right.
pub(crate) fn lacks_dots(kind: &RepairKind) -> bool {
    match kind {
        RepairKind::WrongNumber { found, written } => written.strip_prefix(&**found) == Some(".."),
        _ => false,
    }
}

/// The number of the first move: the sixth field of a position of chess, else 1.
pub(crate) fn first_number(fen: &str) -> u32 {
    fen.split(' ').nth(5).and_then(|number| number.parse().ok()).unwrap_or(1)
}

/// What a position of draughts with the counters of Lidraughts says of the number, in a group such as `F12`.
pub(crate) fn number_of_counters(fen: &str) -> Option<u32> {
    fen.split(':').find_map(|group| group.strip_prefix('F')?.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is wrong with a number.
    fn check(numbers: &mut Numbers, text: &str) -> Option<RepairKind> {
        let mut repairs = Vec::new();
        numbers.check(text, &mut repairs);
        repairs.pop()
    }

    /// What is reported of the numbers before the moves of a line; `-` is a move without number.
    fn reported(texts: &[&str]) -> Vec<String> {
        let mut numbers = Numbers::new(1, false);
        let mut reported = Vec::new();
        for &text in texts {
            if text != "-"
                && let Some(kind) = check(&mut numbers, text)
            {
                reported.push(kind.to_string());
            }
            numbers.play();
        }
        reported
    }

    fn wrong(found: &str, written: &str) -> String {
        format!(
            "wrong move number {found:?}, read as {written:?}; those that follow from it are not reported"
        )
    }

    #[test]
    fn every_jump_of_the_numbers_is_reported_once() {
        assert_eq!(reported(&["1.", "-", "2.", "2...", "3", "3..."]), [""; 0]);
        assert_eq!(reported(&["1.", "-", "7.", "7...", "8.", "-", "9."]), [wrong("7.", "2.")]);
        assert_eq!(
            reported(&["1.", "-", "7.", "-", "9.", "-", "10."]),
            [wrong("7.", "2."), wrong("9.", "3.")]
        );
        // What is right again needs no word, and may be wrong again.
        assert_eq!(reported(&["1.", "-", "7.", "-", "3.", "-", "4."]), [wrong("7.", "2.")]);
        assert_eq!(reported(&["2.", "-", "2.", "-", "4."]), [wrong("2.", "1."), wrong("4.", "3.")]);
        assert_eq!(reported(&["30.", "30...", "31."]), [wrong("30.", "1.")]);
        assert_eq!(reported(&["1.", "2..."]), [wrong("2...", "1...")]);
        // Dots alone belong to the number before them, wrong or not.
        assert_eq!(reported(&["1.", "-", "7.", "...", "8."]), [wrong("7.", "2.")]);
        assert_eq!(reported(&["99999999999999999999."]), [wrong("99999999999999999999.", "1.")]);
    }

    #[test]
    fn dots_of_the_other_player_are_reported_once_for_each_line() {
        assert_eq!(reported(&["1...", "-", "2.", "-", "3..."]), [wrong("1...", "1.")]);
        assert_eq!(reported(&["1.", "1.", "2.", "2."]), [wrong("1.", "1...")]);
        assert_eq!(reported(&["..."]), [wrong("...", "1.")]);
        assert_eq!(reported(&["1.", "..."]), [""; 0]);
        assert_eq!(reported(&["1", "1."]), [wrong("1.", "1...")]);
    }

    /// As in `1. e4 1. ... e5`.
    #[test]
    fn dots_after_a_number_make_good_what_it_lacks() {
        let mut numbers = Numbers::new(1, true);
        for number in ["1.", "2."] {
            let kind = check(&mut numbers, number).expect("one dot before a move of the second player");
            assert!(lacks_dots(&kind), "{number}");
            assert_eq!(check(&mut numbers, "..."), None);
            (0..2).for_each(|_| numbers.play());
        }
        let mut numbers = Numbers::new(1, true);
        assert!(!lacks_dots(&check(&mut numbers, "2...").expect("another number")));
        assert!(!lacks_dots(&RepairKind::FinalDot));
    }

    #[test]
    fn numbers_of_any_length_are_told_apart() {
        for right in [1, 9, 10, 11, 19, 21, 99, 100, 101, 110, 119, 210, 999, 1000] {
            for found in 0..=1_100 {
                let is_right = check(&mut Numbers::new(right, false), &format!("{found}.")).is_none();
                assert_eq!(is_right, found == right, "{found}. for {right}.");
            }
        }
    }

    #[test]
    fn counters_of_lidraughts_tell_the_first_number() {
        let mut numbers = Numbers::new(1, false);
        numbers.begin_with(number_of_counters("W:W31:B20:H3:F7").expect("a number"));
        assert_eq!(check(&mut numbers, "7."), None);
        assert!(check(&mut numbers, "1.").is_none(), "which is right again");
        assert_eq!(number_of_counters("W:W31:B20"), None);
    }

    #[test]
    fn variations_begin_where_their_move_does() {
        let mut numbers = Numbers::new(30, true);
        numbers.play();
        assert_eq!(check(&mut numbers.variation(), "30..."), None);
        assert!(check(&mut numbers.variation(), "31.").is_some());
        // What was found in the line outside is what its variations go on from.
        assert!(check(&mut numbers, "2.").is_some());
        numbers.play();
        assert_eq!(check(&mut numbers.variation(), "2."), None);
        assert_eq!(check(&mut numbers.variation(), "31."), None);
        numbers.set_up(false);
        assert_eq!(check(&mut numbers, "2."), None);
    }

    /// The first move of a line needs no number, and a variation that has no move yet begins like its own variations.
    #[test]
    fn variations_are_lines_of_their_own() {
        let mut numbers = Numbers::new(1, false);
        assert!(numbers.is_told());
        (0..2).for_each(|_| numbers.play());
        assert!(!numbers.is_told());
        let variation = numbers.variation();
        assert!(variation.is_told());
        assert_eq!(variation.variation(), variation);
    }

    /// After a set-up that changes the player to move, a variation is one of the move before the set-up.
    #[test]
    fn variations_right_after_a_set_up_count_from_before_it() {
        // (whether the second player begins, moves, whether the second player is set up, right, wrong)
        let cases = [
            (false, 2, true, "2.", "2..."),
            (false, 3, false, "2...", "2."),
            (true, 1, true, "2.", "2..."),
            (false, 2, false, "2.", "1..."),
        ];
        for (is_second, moves, is_second_set_up, right, wrong) in cases {
            let mut numbers = Numbers::new(1, is_second);
            (0..moves).for_each(|_| numbers.play());
            numbers.set_up(is_second_set_up);
            let case = format!("{moves} moves, right {right}");
            assert_eq!(check(&mut numbers.variation(), right), None, "{case}");
            assert!(check(&mut numbers.variation(), wrong).is_some(), "{case}");
            // One move later a variation replaces that move, as everywhere.
            numbers.play();
            let set_up = if is_second_set_up { "2..." } else { "2." };
            assert_eq!(check(&mut numbers.variation(), set_up), None, "{case}");
        }
    }
}
