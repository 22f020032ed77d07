//! Runs the dialogue at a terminal or over pipes: reads lines, shows boards, saves the game.

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use table::Seat;

use crate::engine_thread::EngineThread;
use crate::interrupt::Interrupts;
use crate::play::dialogue::{Action, Dialogue, SearchGoal, sentence};
use crate::play::line_reader::{LineReader, ReadEvent};
use crate::play::screen::Screen;
use crate::play::store::Store;
use crate::play::{engine_side, records};
use crate::terminal::shown_lines;
use crate::{commands, complain, display, exit};

/// The engine's memory, in megabytes.
const MEMORY: usize = 64;

/// A dialogue with its input, output, engine and store.
pub(crate) struct Runner<'a> {
    pub(crate) dialogue: Dialogue,
    screen: Screen,
    reader: LineReader,
    store: Store,
    engine: EngineThread,
    interrupts: Arc<Interrupts>,
    out: &'a mut dyn Write,
    /// Files saved in this game, which may be overwritten.
    saved: HashSet<PathBuf>,
    /// Whether the user was told that the game cannot be saved.
    has_complained: bool,
    has_quit: bool,
}

impl<'a> Runner<'a> {
    pub(crate) fn new(
        mut dialogue: Dialogue,
        screen: Screen,
        store: Store,
        reader: LineReader,
        interrupts: Arc<Interrupts>,
        out: &'a mut dyn Write,
    ) -> Self {
        let engine = EngineThread::new(dialogue.sitting.id(), MEMORY, 1, &interrupts);
        let saved = HashSet::new();
        dialogue.is_script = matches!(reader, LineReader::Plain);
        Self {
            dialogue,
            screen,
            reader,
            store,
            engine,
            interrupts,
            out,
            saved,
            has_complained: false,
            has_quit: false,
        }
    }

    /// Lets the engine use the endgame tables in a folder.
    pub(crate) fn with_tables(mut self, folder: Option<PathBuf>) -> Self {
        self.engine = self.engine.with_tables(folder);
        self
    }

    /// Plays until the user leaves.
    pub(crate) fn run(&mut self) -> anyhow::Result<ExitCode> {
        let title = self.dialogue.sitting.id().about().title;
        self.say(&format!("{title}: {}.\nType a move, or help.", self.players()))?;
        if !self.dialogue.is_engines_turn() || self.is_watching() {
            self.run_all(vec![Action::Show])?;
        }
        if let Some(ending) = self.dialogue.sitting.ending() {
            self.say(&format!("{ending}."))?;
        }
        let mut interrupt_count = 0;
        let mut waiting_since = None;
        while !self.has_quit {
            if self.dialogue.is_engines_turn() {
                self.let_engine_move()?;
                continue;
            }
            if self.is_watching() && self.dialogue.sitting.ending().is_some() {
                break;
            }
            self.out.flush()?;
            // Ctrl-C does not reset the time used for this move.
            let begin = *waiting_since.get_or_insert_with(Instant::now);
            let typed = self.reader.read(&self.dialogue.prompt(), self.dialogue.completions())?;
            interrupt_count = if typed == ReadEvent::Interrupt { interrupt_count + 1 } else { 0 };
            match typed {
                ReadEvent::Line(line) => {
                    waiting_since = None;
                    self.hear(&line, begin.elapsed())?;
                }
                ReadEvent::End => self.has_quit = true,
                ReadEvent::Interrupt if self.dialogue.drop_question() => {
                    interrupt_count = 0;
                    self.say("Canceled.")?;
                }
                ReadEvent::Interrupt if interrupt_count == 1 => {
                    let saved = if self.store.number().is_some() { "; the game is saved" } else { "" };
                    self.say(&format!("Press Ctrl-C again or type quit to leave{saved}."))?
                }
                ReadEvent::Interrupt => {
                    self.tell_saved()?;
                    return Ok(ExitCode::from(exit::INTERRUPTED));
                }
            }
        }
        self.tell_saved()?;
        let is_interrupted = self.is_watching() && self.interrupts.is_interrupted();
        Ok(if is_interrupted { ExitCode::from(exit::INTERRUPTED) } else { ExitCode::SUCCESS })
    }

    fn hear(&mut self, line: &str, used: Duration) -> anyhow::Result<()> {
        let actions = self.dialogue.hear(line, used);
        self.run_all(actions)
    }

    fn let_engine_move(&mut self) -> anyhow::Result<()> {
        self.save_now();
        self.out.flush()?;
        let (thought, used) = engine_side::think(&mut self.engine, &self.dialogue, SearchGoal::Move)?;
        let actions = self.dialogue.take_thought(SearchGoal::Move, &thought, used);
        self.run_all(actions)?;
        // When the engine plays itself there is no prompt at which to leave.
        self.has_quit |= self.is_watching() && self.interrupts.is_interrupted();
        Ok(())
    }

    fn run_all(&mut self, actions: Vec<Action>) -> anyhow::Result<()> {
        let mut actions = std::collections::VecDeque::from(actions);
        while let Some(action) = actions.pop_front() {
            // Save a move before showing it.
            if action != Action::Begun && !self.has_complained {
                self.save_now();
            }
            match action {
                Action::Begun => self.store.begin(),
                Action::Say(text) => self.say(&text)?,
                Action::Print(text) => writeln!(self.out, "{}", shown_lines(&text))?,
                Action::List(list) => {
                    display::list(list.iter().map(|(word, about)| (word.as_str(), *about)), self.out)?
                }
                Action::Show => {
                    let table = self.screen.table(&self.dialogue, display::width())?;
                    self.out.write_all(table.as_bytes())?;
                }
                Action::Think(goal) => {
                    self.out.flush()?;
                    let (thought, used) = engine_side::think(&mut self.engine, &self.dialogue, goal)?;
                    actions.extend(self.dialogue.take_thought(goal, &thought, used));
                }
                Action::Save(path) => self.save(&path)?,
                Action::Load(path, number) => actions.extend(self.load(&path, number)?),
                Action::Rules => commands::rules::write_text(self.dialogue.sitting.id(), self.out)?,
                Action::Quit => self.has_quit = true,
            }
        }
        self.save_now();
        Ok(())
    }

    fn save(&mut self, path: &Path) -> anyhow::Result<()> {
        match records::save(&self.dialogue, path, self.saved.contains(path)) {
            Ok(()) => {
                self.saved.insert(path.to_owned());
                self.say(&format!("Saved to {}.", path.display()))
            }
            Err(error) => self.say(&sentence(&format!("{error:#}"))),
        }
    }

    fn load(&mut self, path: &Path, number: u64) -> anyhow::Result<Vec<Action>> {
        let by_name = convert::Format::of_path(path).is_none();
        let game = by_name.then(|| self.dialogue.sitting.id());
        match records::load(path, number, game) {
            Ok(loaded) => {
                self.say(&loaded.remark)?;
                self.engine.change_game(loaded.setup.game.id());
                Ok(self.dialogue.sit_down(loaded.setup))
            }
            Err(error) => {
                self.say(&sentence(&format!("{error:#}")))?;
                Ok(Vec::new())
            }
        }
    }

    /// Saves the game; reports a failure once.
    fn save_now(&mut self) {
        match self.store.save(&self.dialogue) {
            Ok(()) => self.has_complained = false,
            Err(error) if !self.has_complained => {
                self.has_complained = true;
                complain(&format!("cannot save the game: {error:#}"));
            }
            Err(_) => {}
        }
    }

    fn tell_saved(&mut self) -> anyhow::Result<()> {
        let Some(number) = self.store.number().filter(|_| !self.has_complained) else { return Ok(()) };
        if self.dialogue.sitting.ending().is_some() {
            self.say(&format!("The game is saved; damier games --played {number} shows it."))
        } else {
            self.say("The game is saved; damier play --resume continues it.")
        }
    }

    fn say(&mut self, text: &str) -> anyhow::Result<()> {
        display::say(text, self.out)
    }

    fn is_watching(&self) -> bool {
        !self.dialogue.has_person()
    }

    fn players(&self) -> String {
        match self.dialogue.sitting.seats() {
            [Seat::Person, Seat::Person] => "two people play".to_owned(),
            [Seat::Engine { level }, Seat::Engine { .. }] => {
                format!("the engine plays against itself at level {level}")
            }
            [Seat::Person, Seat::Engine { level }] => {
                format!("you have White, the engine plays at level {level}")
            }
            [Seat::Engine { level }, Seat::Person] => {
                format!("you have Black, the engine plays at level {level}")
            }
        }
    }
}
