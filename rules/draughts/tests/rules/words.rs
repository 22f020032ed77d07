//! The rules of every variant in words: `testdata/rules/draughts.txt`, one block for each.
//!
//! When a rule or its text changes on purpose, `DRAUGHTS_WRITE_RULES=1 cargo test -p damier-draughts words` writes the
//! file again, and the difference shows what changed for which variant.

use std::fs;

use damier_draughts::{AnyVariant, Draws, Endings, Limit, RuleName, Rules, Status};

use crate::common::testdata;
use crate::variants::{
    BREAKTHROUGH, ENGLISH, FRISIAN, GHANAIAN, INTERNATIONAL, ITALIAN, LOSING, TURKISH, variants,
};

/// Title, what distinguishes the variant, and every rule with its article.
fn block(rules: &Rules) -> String {
    let mut block = format!("{}: {}\n{}\n", rules.name, rules.title, rules.axes().join(", "));
    for rule in rules.in_words() {
        let article = rule.article.map(|article| format!(" ({article})")).unwrap_or_default();
        block.push_str(&format!("{}: {}{article}\n", rule.topic, rule.text));
    }
    block
}

#[test]
fn every_rule_is_told_as_the_file_has_it() {
    let path = testdata("rules/draughts.txt");
    let blocks: Vec<String> = variants().map(|variant| block(variant.rules())).collect();
    if std::env::var_os("DRAUGHTS_WRITE_RULES").is_some() {
        fs::write(&path, blocks.join("\n")).expect("writable");
    }
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let expected: Vec<&str> = text.split_inclusive("\n\n").collect();
    assert_eq!(blocks.len(), expected.len());
    for (block, expected) in blocks.iter().zip(expected) {
        assert_eq!(block.trim(), expected.trim());
    }
}

/// What the rules say under a topic.
fn told(rules: &Rules, topic: &str) -> Vec<String> {
    rules.in_words().into_iter().filter(|rule| rule.topic == topic).map(|rule| rule.text).collect()
}

#[test]
fn repetitions_are_counted_in_words() {
    for (at, word) in [(2, "second"), (3, "third"), (4, "fourth"), (5, "fifth"), (6, "6th")] {
        let repetition = Some(Limit { at, name: "", article: "" });
        let draws = Draws { repetition, king_moves: None, endings: Endings::Unlimited };
        let text = format!("The game is drawn when the same position occurs for the {word} time.");
        assert_eq!(told(&Rules { draws, ..*INTERNATIONAL.rules() }, "Draws"), [text]);
    }
}

#[test]
fn rows_left_empty_behind_the_men_are_told() {
    let men = |back_rows| told(&Rules { back_rows, ..*INTERNATIONAL.rules() }, "Board").remove(1);
    assert_eq!(men(0), "Each player starts with 20 men on the 4 rows nearest to the player.");
    assert_eq!(men(1), "Each player starts with 20 men on the 4 rows in front of one empty row.");
    assert_eq!(men(2), "Each player starts with 20 men on the 4 rows in front of 2 empty rows.");
}

#[test]
fn a_game_with_a_test_board_says_so() {
    let status = |status| told(&Rules { status, ..*INTERNATIONAL.rules() }, "Status");
    assert!(status(Status::Proven).is_empty());
    assert_eq!(status(Status::TestBoard), ["Not a game: a board for testing the geometry."]);
}

#[test]
fn what_is_unusual_is_told_in_short() {
    let short = |variant: AnyVariant| variant.rules().in_short();
    let most = "most pieces must be taken";
    let free = "any capture may be chosen";
    assert_eq!(short(INTERNATIONAL), [most]);
    assert_eq!(short(LOSING), ["lose all pieces to win", most]);
    assert_eq!(short(BREAKTHROUGH), ["the first king wins", most]);
    assert_eq!(short(GHANAIAN), ["the last piece loses", free]);
    assert_eq!(short(TURKISH), ["straight lines, not diagonals", most]);
    let value = "the most valuable capture must be made";
    assert_eq!(short(FRISIAN), ["captures in all eight directions", value]);
    assert_eq!(short(ENGLISH), ["kings move one square", free]);
}

/// Where each criterion has its own article, that of all of them together is known too.
#[test]
fn the_article_on_precedence_covers_its_criteria() {
    assert_eq!(FRISIAN.rules().article(RuleName::Precedence), Some("FRI-2011 11, 12"));
    assert_eq!(ITALIAN.rules().article(RuleName::Precedence), Some("FID 6.6 to 6.9"));
}
