//! Which of several captures must be chosen.

use super::board::Role;
use super::captures::Capture;
use super::rules::{Precedence, Rules};

/// Keeps the captures over which no other takes precedence.
pub(super) fn keep_best(rules: &Rules, mut captures: Vec<Capture>) -> Vec<Capture> {
    for &precedence in rules.precedence {
        if let Some(best) = captures.iter().map(|capture| value(precedence, capture)).max() {
            captures.retain(|capture| value(precedence, capture) == best);
        }
    }
    captures
}

/// The numbers that one criterion compares; the larger list takes precedence.
fn value(precedence: Precedence, capture: &Capture) -> Vec<i32> {
    let roles = &capture.captured_roles;
    let kings = roles.iter().filter(|role| **role == Role::King).count() as i32;
    let men = roles.len() as i32 - kings;
    match precedence {
        Precedence::Count => vec![men + kings],
        // n kings take precedence over 2n - 1 men, and 2n men over n kings.
        Precedence::FrisianValue => vec![2 * kings + men, -kings],
        Precedence::WithKing => vec![i32::from(capture.role == Role::King)],
        Precedence::KingsCaptured => vec![kings],
        Precedence::EarliestKing => roles.iter().map(|role| i32::from(*role == Role::King)).collect(),
    }
}
