//! How games end: by the rules, by a word of one side, by a clock, or by something that went wrong.

use boardgame::{Color, Outcome};
use catalog::OutcomeDetails;
use protocol::dxp::{EndReason, Message};

use crate::dxp::running::Running;
use crate::dxp::table::{Stage, Table};
use crate::dxp::{DxpError, DxpEvent, DxpGame, DxpResult, Role};

/// Why a game ends that the other side had too little time for.
const LATE: &str = "the opponent's clock ran out";

impl Table<'_> {
    /// Ends the game if it is over, which is up to the side to move; true if it was ours to end.
    pub(super) fn end_if_over(&mut self) -> Result<bool, DxpError> {
        let Some(game) = self.game.as_ref().filter(|game| game.is_our_turn()) else { return Ok(false) };
        let (color, is_late, is_at_limit) = (game.color, game.is_opponent_late(), game.is_at_limit());
        let (reason, why) = match self.outcome() {
            Some((Outcome::Win(winner), why)) if winner == color => (EndReason::Wins, why),
            Some((Outcome::Win(_), why)) => (EndReason::Resigns, why),
            Some((Outcome::Draw, why)) => (EndReason::Draw, why),
            // A game that the rules have ended is not lost on time.
            None if is_late => (EndReason::Wins, LATE.to_owned()),
            None if is_at_limit => (EndReason::Unknown, "all moves were played".to_owned()),
            None => return Ok(false),
        };
        self.report(result_of(reason, color), why);
        self.connection.send(&Message::GameEnd { reason, is_last: self.is_last() })?;
        self.enter(Stage::Ending);
        Ok(true)
    }

    /// The other side has ended the game.
    pub(super) fn they_end(&mut self, reason: EndReason, is_last: bool) -> Result<(), DxpError> {
        let Some(color) = self.game.as_ref().map(|game| game.color) else { return Ok(()) };
        self.searches += 1;
        self.session.finish();
        let answer = Message::GameEnd { reason: EndReason::Unknown, is_last: is_last || self.is_last() };
        // It may have closed the connection already.
        let _ = self.connection.send(&answer);
        let why = match reason {
            EndReason::Resigns => "the opponent gave up",
            EndReason::Draw => "the opponent ended it as a draw",
            EndReason::Wins => "the opponent says that it has won",
            EndReason::Unknown => "the opponent ended it",
        };
        let why = self.outcome().map_or_else(|| why.to_owned(), |(_, by_rules)| by_rules);
        self.report(result_of(reason, !color), why);
        self.after_game(is_last)
    }

    /// The other side should have spoken long ago. If its clock has run out meanwhile we claim the game: that is for the
    /// side to move, but it does nothing.
    pub(super) fn check_patience(&mut self) -> Result<(), DxpError> {
        let timeout = self.settings.timeout;
        let clock = match &self.game {
            Some(game) if game.is_our_turn() => return Ok(()),
            game => game.as_ref().and_then(Running::left_to_opponent),
        };
        let since = self.game.as_ref().map_or(self.since, |game| game.since);
        let waited = since.elapsed();
        if waited <= timeout.saturating_add(clock.unwrap_or_default()) {
            return Ok(());
        }
        let what = match self.stage {
            Stage::Over => return Ok(()),
            Stage::Idle => "ask for a game",
            Stage::Asked => "answer the request for a game",
            Stage::Ending if self.is_last() => {
                self.stage = Stage::Over;
                return Ok(());
            }
            Stage::Ending => "answer the end of the game",
            Stage::Playing => "move",
        };
        let error = DxpError::Silent { opponent: self.opponent.clone(), waited, what };
        if matches!(self.stage, Stage::Playing) {
            self.claim_or_leave(clock.is_some());
        }
        Err(error)
    }

    fn claim_or_leave(&mut self, has_clock: bool) {
        let is_claimed = has_clock && self.outcome().is_none();
        let reason = if is_claimed { EndReason::Wins } else { EndReason::Unknown };
        // It may be gone.
        let _ = self.connection.send(&Message::GameEnd { reason, is_last: true });
        if let Some(color) = self.game.as_ref().filter(|_| is_claimed).map(|game| game.color) {
            self.report(DxpResult::Win(color), LATE.to_owned());
        }
    }

    /// An error ends the match. The result of a game that goes on is what the rules say, or unknown.
    pub(super) fn abandon(&mut self, error: &DxpError) {
        if self.game.is_none() {
            return;
        }
        let (result, why) = match self.outcome() {
            Some((Outcome::Win(winner), why)) => (DxpResult::Win(winner), why),
            Some((Outcome::Draw, why)) => (DxpResult::Draw, why),
            None => (DxpResult::Unknown, error.reason()),
        };
        self.report(result, why);
    }

    /// The result by the rules with its reason, if there is one.
    fn outcome(&mut self) -> Option<(Outcome, String)> {
        let end = self.session.player().outcome()?;
        Some((end.0, OutcomeDetails::from(end).text()))
    }

    /// Tells about the game, which is over then.
    fn report(&mut self, result: DxpResult, reason: String) {
        let Some(game) = self.game.take() else { return };
        (self.hear)(&DxpEvent::End(DxpGame {
            number: self.games,
            opponent: self.opponent.clone(),
            color: game.color,
            result,
            reason,
            fen: game.start,
            moves: game.record,
        }));
    }

    /// Whether we want no game after this one.
    pub(super) fn is_last(&self) -> bool {
        matches!(&self.settings.role, Role::Initiator(request) if self.games >= request.games)
    }

    /// Goes on to the next game, if both want one.
    pub(super) fn after_game(&mut self, is_last: bool) -> Result<(), DxpError> {
        let settings = self.settings;
        self.enter(Stage::Idle);
        if is_last || self.is_last() {
            self.stage = Stage::Over;
        } else if let Role::Initiator(request) = &settings.role {
            self.ask(request)?;
        }
        Ok(())
    }
}

/// The result when this color ends a game for this reason.
fn result_of(reason: EndReason, color: Color) -> DxpResult {
    match reason {
        EndReason::Wins => DxpResult::Win(color),
        EndReason::Resigns => DxpResult::Win(!color),
        EndReason::Draw => DxpResult::Draw,
        EndReason::Unknown => DxpResult::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::net::{TcpListener, TcpStream};
    use std::time::Duration;

    use super::*;
    use crate::dxp::DxpSettings;
    use crate::dxp::connection::Heard;
    use crate::level::Level;

    /// A game in which the other side has used a minute and a half of its minute and is to move: what it hears after
    /// `go_on`, and what is told here.
    fn late(go_on: impl FnOnce(&mut Table<'_>) -> Result<(), DxpError>) -> (String, Vec<DxpGame>) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let mut peer = TcpStream::connect(listener.local_addr().expect("an address")).expect("a connection");
        let settings = DxpSettings {
            name: "Damier".to_owned(),
            role: Role::Follower,
            megabytes: 1,
            threads: 1,
            level: Level::WEAKEST,
            move_time: None,
            timeout: Duration::ZERO,
        };
        let mut games = Vec::new();
        let mut hear = |event: &DxpEvent| {
            if let DxpEvent::End(game) = event {
                games.push(game.clone());
            }
        };
        let stream = listener.accept().expect("a connection").0;
        let mut table = Table::new(stream, &settings, &mut hear).expect("a connection");
        table.requested(Color::Black, 1, 0, None).expect("a game");
        table.game.as_mut().expect("a game").times.push(Duration::from_secs(90));
        let result = go_on(&mut table);
        drop(table);
        assert!(matches!(result, Ok(()) | Err(DxpError::Silent { .. })), "{result:?}");
        let mut heard = String::new();
        // What it sent us is not read any more, which may reset the connection.
        let _ = peer.read_to_string(&mut heard);
        (heard.split('\0').skip(1).collect(), games)
    }

    #[test]
    fn a_move_after_the_time_loses() {
        let (heard, games) = late(|table| {
            let mv = "M0001322800".parse().expect("a message");
            table.heard(Heard::Message(mv))
        });
        assert_eq!((heard.as_str(), games.len()), ("E30", 1));
        assert_eq!((games[0].result, games[0].reason.as_str()), (DxpResult::Win(Color::Black), LATE));
        assert_eq!(games[0].moves, ["32-28"]);
    }

    #[test]
    fn silence_after_the_time_loses() {
        let (heard, games) = late(|table| {
            std::thread::sleep(Duration::from_millis(1));
            table.check_patience()
        });
        assert_eq!((heard.as_str(), games.len()), ("E31", 1));
        assert_eq!((games[0].result, games[0].reason.as_str()), (DxpResult::Win(Color::Black), LATE));
    }
}
