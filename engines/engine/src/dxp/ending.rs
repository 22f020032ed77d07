//! How games end: by the rules, by a player, on time, or by an error.

use boardgame::{Color, Outcome};
use catalog::OutcomeDetails;
use protocol::dxp::{DxpMessage, EndReason};

use crate::dxp::dxp_match::{DxpMatch, Stage};
use crate::dxp::running_game::RunningGame;
use crate::dxp::{DxpError, DxpEvent, DxpGame, DxpResult, DxpRole};

/// The reason of a win on time.
const LATE: &str = "the opponent's clock ran out";

impl DxpMatch<'_> {
    /// Ends the game if it is over. Only the side to move may: returns true if that was us.
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
        self.connection.send(&DxpMessage::GameEnd { reason, is_last: self.is_last() })?;
        self.enter(Stage::Ending);
        Ok(true)
    }

    /// The opponent has ended the game.
    pub(super) fn they_end(&mut self, reason: EndReason, is_last: bool) -> Result<(), DxpError> {
        let Some(color) = self.game.as_ref().map(|game| game.color) else { return Ok(()) };
        self.searches += 1;
        self.player.finish();
        let answer = DxpMessage::GameEnd { reason: EndReason::Unknown, is_last: is_last || self.is_last() };
        // It may have closed the connection already.
        let _ = self.connection.send(&answer);
        let why = match reason {
            EndReason::Resigns => "the opponent resigned",
            EndReason::Draw => "the opponent ended it as a draw",
            EndReason::Wins => "the opponent claims a win",
            EndReason::Unknown => "the opponent ended it",
        };
        let why = self.outcome().map_or_else(|| why.to_owned(), |(_, by_rules)| by_rules);
        self.report(result_of(reason, !color), why);
        self.after_game(is_last)
    }

    /// Checks whether the opponent has taken too long. If its clock has run out, we claim the game although it is not our
    /// turn.
    pub(super) fn check_patience(&mut self) -> Result<(), DxpError> {
        let timeout = self.settings.timeout;
        let clock = match &self.game {
            Some(game) if game.is_our_turn() => return Ok(()),
            game => game.as_ref().and_then(RunningGame::left_to_opponent),
        };
        let since = self.game.as_ref().map_or(self.since, |game| game.since);
        let waited = since.elapsed();
        if waited <= timeout.saturating_add(clock.unwrap_or_default()) {
            return Ok(());
        }
        let what = match self.stage {
            Stage::Over => return Ok(()),
            Stage::Idle => "request a game",
            Stage::Asked => "answer the game request",
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
        let _ = self.connection.send(&DxpMessage::GameEnd { reason, is_last: true });
        if let Some(color) = self.game.as_ref().filter(|_| is_claimed).map(|game| game.color) {
            self.report(DxpResult::Win(color), LATE.to_owned());
        }
    }

    /// Reports the game that an error has ended. Its result is what the rules say, or unknown.
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

    /// The result by the rules with its reason.
    fn outcome(&mut self) -> Option<(Outcome, String)> {
        let end = self.player.player().outcome()?;
        Some((end.0, OutcomeDetails::from(end).text()))
    }

    /// Reports the end of the game.
    fn report(&mut self, result: DxpResult, reason: String) {
        let Some(game) = self.game.take() else { return };
        (self.on_event)(&DxpEvent::End(DxpGame {
            number: self.games,
            opponent: self.opponent.clone(),
            color: game.color,
            result,
            reason,
            fen: game.start,
            moves: game.record,
        }));
    }

    /// Whether this is the last game we want.
    pub(super) fn is_last(&self) -> bool {
        matches!(&self.settings.role, DxpRole::Initiator(request) if self.games >= request.games)
    }

    /// Continues with the next game, if both sides want one.
    pub(super) fn after_game(&mut self, is_last: bool) -> Result<(), DxpError> {
        let settings = self.settings;
        self.enter(Stage::Idle);
        if is_last || self.is_last() {
            self.stage = Stage::Over;
        } else if let DxpRole::Initiator(request) = &settings.role {
            self.ask(request)?;
        }
        Ok(())
    }
}

/// The result when this color ends the game.
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
    use crate::dxp::connection::Received;
    use crate::level::Level;

    /// A game whose opponent has used 90 seconds of its minute and is to move: what it receives after `go_on`, and the
    /// games reported here.
    fn late(go_on: impl FnOnce(&mut DxpMatch<'_>) -> Result<(), DxpError>) -> (String, Vec<DxpGame>) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let mut peer = TcpStream::connect(listener.local_addr().expect("an address")).expect("a connection");
        let settings = DxpSettings {
            name: "Damier".to_owned(),
            role: DxpRole::Follower,
            megabytes: 1,
            threads: 1,
            level: Level::WEAKEST,
            move_time: None,
            tables: None,
            timeout: Duration::ZERO,
        };
        let mut games = Vec::new();
        let mut on_event = |event: &DxpEvent| {
            if let DxpEvent::End(game) = event {
                games.push(game.clone());
            }
        };
        let stream = listener.accept().expect("a connection").0;
        let mut dxp_match = DxpMatch::new(stream, &settings, &mut on_event).expect("a connection");
        dxp_match.requested(Color::Black, 1, 0, None).expect("a game");
        dxp_match.game.as_mut().expect("a game").times.push(Duration::from_secs(90));
        let result = go_on(&mut dxp_match);
        drop(dxp_match);
        assert!(matches!(result, Ok(()) | Err(DxpError::Silent { .. })), "{result:?}");
        let mut heard = String::new();
        // Unread messages may reset the connection.
        let _ = peer.read_to_string(&mut heard);
        (heard.split('\0').skip(1).collect(), games)
    }

    #[test]
    fn a_late_move_loses() {
        let (heard, games) = late(|dxp_match| {
            let mv = "M0001322800".parse().expect("a message");
            dxp_match.handle(Received::Message(mv))
        });
        assert_eq!((heard.as_str(), games.len()), ("E30", 1));
        assert_eq!((games[0].result, games[0].reason.as_str()), (DxpResult::Win(Color::Black), LATE));
        assert_eq!(games[0].moves, ["32-28"]);
    }

    #[test]
    fn silence_after_flag_fall_loses() {
        let (heard, games) = late(|dxp_match| {
            std::thread::sleep(Duration::from_millis(1));
            dxp_match.check_patience()
        });
        assert_eq!((heard.as_str(), games.len()), ("E31", 1));
        assert_eq!((games[0].result, games[0].reason.as_str()), (DxpResult::Win(Color::Black), LATE));
    }
}
