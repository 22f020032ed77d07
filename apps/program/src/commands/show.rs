//! `damier show`: draws a position as text or as a picture.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use damier::diagram::{self, Arrow, BoardView, Charset, Diagram};
use serde_json::json;

use crate::arguments::PLAIN_EXIT_CODES;
use crate::commands::numbers::whole;
use crate::commands::position_arguments::{PositionArguments, Takes};
use crate::display;

const EXAMPLES: &str = "Examples:
  damier show chess
  damier show chess --moves \"e4 e5 Nf3\" --flip
  damier show international W:W32:B19,27,28 --legal --output capture.svg
  damier show russian --arrows c3-d4,f6-e5 --mark d4 --output board.png --size 800
  damier show english --format speech

In text, marked squares appear in brackets, and arrows are listed below the board. The board is colored on a
terminal unless NO_COLOR is set; CLICOLOR_FORCE=1 colors it everywhere.
Pictures narrower than about 180 pixels have no labels. PNG is never written to a terminal.";

/// Draw a position as text or as a picture.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{PLAIN_EXIT_CODES}"))]
pub(crate) struct ShowArguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Draw arrows: "e2e4,g1f3", "32-28", or over several squares "32x23x14".
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    arrows: Option<String>,
    /// Mark squares: "e4,d5", "28,33".
    #[arg(long, value_name = "SQUARES")]
    mark: Option<String>,
    /// Draw an arrow for every legal move.
    #[arg(long)]
    legal: bool,
    /// Put Black at the bottom.
    #[arg(long)]
    flip: bool,
    /// The output format. The default follows the extension of --output; without a file it is text, with Unicode
    /// pieces in a UTF-8 locale and letters elsewhere.
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Write to this file: .svg, .png or .txt.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The width of pictures in pixels.
    #[arg(long, value_name = "PX", default_value_t = 400, value_parser = whole::<u32>(1..=8192))]
    size: u32,
    /// The colors of pictures.
    #[arg(long, value_enum, default_value_t = Theme::Wood)]
    theme: Theme,
    /// Print the board as one JSON object.
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

/// The output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Text with Unicode pieces.
    Unicode,
    /// Text with letters as pieces.
    Ascii,
    /// Lines for screen readers.
    Speech,
    /// A vector picture.
    Svg,
    /// A bitmap picture.
    Png,
}

impl Format {
    /// The file extension.
    fn extension(self) -> &'static str {
        match self {
            Self::Unicode | Self::Ascii | Self::Speech => "txt",
            Self::Svg => "svg",
            Self::Png => "png",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Theme {
    Wood,
    Green,
    Gray,
}

impl From<Theme> for diagram::Theme {
    fn from(theme: Theme) -> Self {
        match theme {
            Theme::Wood => Self::Wood,
            Theme::Green => Self::Green,
            Theme::Gray => Self::Gray,
        }
    }
}

pub(crate) fn run(arguments: &ShowArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let format = if arguments.json { None } else { Some(format(arguments)?) };
    let named = arguments.position.read(Takes::Nothing)?;
    let game = named.game("show")?;
    let title = game.about().title;
    let view = match arguments.legal {
        true => game.game_at(&named.place())?.view(true),
        // A position is shown even if its moves are too many to list.
        false => game.view_at(&named.place())?,
    };
    let fen = view.fen.clone();
    let mut diagram = Diagram {
        is_flipped: arguments.flip,
        theme: arguments.theme.into(),
        ..Diagram::showing(view, title)
    };
    if let Some(texts) = &arguments.arrows {
        for text in texts.split(',') {
            let arrow = read_arrow(&diagram.board, text)?;
            diagram.arrows.push(arrow);
        }
    }
    if let Some(names) = &arguments.mark {
        let places = names.split(',').map(|name| find(&diagram.board, name.trim()));
        diagram.marks = places.collect::<anyhow::Result<_>>()?;
    }
    let bytes = match format {
        None => board_json(game.name(), &fen, &diagram).into_bytes(),
        Some(Format::Unicode) => {
            as_text(&diagram, &fen, &board_text(arguments, &diagram, Charset::Unicode)).into_bytes()
        }
        Some(Format::Ascii) => {
            as_text(&diagram, &fen, &board_text(arguments, &diagram, Charset::Ascii)).into_bytes()
        }
        Some(Format::Speech) => diagram.to_speech().into_bytes(),
        Some(Format::Svg) => diagram.to_svg(arguments.size).context("--size")?.into_bytes(),
        Some(Format::Png) => diagram.to_png(arguments.size).context("--size")?,
    };
    match &arguments.output {
        Some(path) => {
            super::write_file(path, &bytes).with_context(|| format!("cannot write {}", path.display()))?
        }
        None => out.write_all(&bytes)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The format that the arguments ask for. An unknown file extension is an error, not a guess.
fn format(arguments: &ShowArguments) -> anyhow::Result<Format> {
    let format = match (arguments.format, &arguments.output) {
        (Some(format), Some(path)) => {
            let by_name = format_of(path).ok();
            if by_name.is_some_and(|by_name| by_name.extension() != format.extension()) {
                bail!(
                    "{} does not end with .{}, which --format needs: change one of them",
                    path.display(),
                    format.extension()
                );
            }
            format
        }
        (Some(format), None) => format,
        (None, None) => text_format(),
        (None, Some(path)) => format_of(path)?,
    };
    if format == Format::Png && arguments.output.is_none() && io::stdout().is_terminal() {
        bail!("cannot write PNG to a terminal; use --output FILE.png or a pipe");
    }
    Ok(format)
}

fn format_of(path: &Path) -> anyhow::Result<Format> {
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    Ok(match extension.as_str() {
        "svg" => Format::Svg,
        "png" => Format::Png,
        "txt" => text_format(),
        _ => bail!("{}: expected the extension .svg, .png or .txt, or --format", path.display()),
    })
}

/// The text format that the locale can show.
fn text_format() -> Format {
    match display::charset() {
        Charset::Unicode => Format::Unicode,
        Charset::Ascii => Format::Ascii,
    }
}

/// The board, in color if the terminal and the options allow it.
fn board_text(arguments: &ShowArguments, diagram: &Diagram, charset: Charset) -> String {
    let choice = anstream::AutoStream::choice(&io::stdout());
    let is_plain = arguments.format == Some(Format::Ascii) || arguments.output.is_some();
    if is_plain || choice == anstream::ColorChoice::Never {
        diagram.to_text(charset)
    } else {
        diagram.to_colored_text(charset, display::width().unwrap_or(usize::MAX))
    }
}

fn as_text(diagram: &Diagram, fen: &str, board: &str) -> String {
    let notes: String = diagram.notes().iter().map(|note| format!("{note}\n")).collect();
    format!("{}, {} to move\n\n{board}\n{notes}{fen}\n", diagram.title, diagram.turn)
}

fn board_json(game: &str, fen: &str, diagram: &Diagram) -> String {
    let name = |place: &diagram::Point| diagram.board.at(*place).map(|square| square.name.clone());
    let squares: Vec<_> = diagram.board.squares.iter().map(square_json).collect();
    let arrows: Vec<Vec<_>> =
        diagram.arrows.iter().map(|arrow| arrow.points.iter().filter_map(name).collect()).collect();
    let value = json!({
        "game": game,
        "fen": fen,
        "turn": diagram.turn.to_string(),
        "columns": diagram.board.columns,
        "rows": diagram.board.rows,
        "squares": squares,
        "last_move": diagram.last_move.iter().filter_map(name).collect::<Vec<_>>(),
        "marks": diagram.marks.iter().filter_map(name).collect::<Vec<_>>(),
        "arrows": arrows,
    });
    format!("{value}\n")
}

fn square_json(square: &diagram::SquareView) -> serde_json::Value {
    let piece =
        square.piece.map(|piece| json!({ "color": piece.color.to_string(), "role": piece.figure.name() }));
    json!({ "name": square.name, "column": square.point.column, "row": square.point.row, "piece": piece })
}

/// The point of the square with this name.
fn find(board: &BoardView, name: &str) -> anyhow::Result<diagram::Point> {
    let shown: String = name.chars().take(20).collect();
    let squares = &board.squares;
    let (first, last) =
        (squares.first().map(|square| &square.name), squares.last().map(|square| &square.name));
    let expected = || match (first, last) {
        (Some(first), Some(last)) => format!("no square {shown:?}, expected one of {first} to {last}"),
        _ => format!("no square {shown:?}"),
    };
    Ok(board.find(name).with_context(expected)?.point)
}

/// Reads the squares of an arrow. A letter starts a new square, and so does a number after a separator.
fn read_arrow(board: &BoardView, text: &str) -> anyhow::Result<Arrow> {
    let mut names = vec![String::new()];
    for character in text.trim().chars() {
        let is_separator = matches!(character, '-' | 'x' | ':' | ' ' | '>');
        if is_separator || character.is_ascii_alphabetic() {
            names.push(String::new());
        }
        if !is_separator && let Some(name) = names.last_mut() {
            name.push(character);
        }
    }
    names.retain(|name| !name.is_empty());
    if names.len() < 2 {
        let shown: String = text.chars().take(20).collect();
        bail!("bad arrow {shown:?}, expected at least two squares, such as e2e4 or 32-28");
    }
    let places = names.iter().map(|name| find(board, name));
    Ok(Arrow { points: places.collect::<anyhow::Result<_>>()? })
}

#[cfg(test)]
mod tests {
    use catalog::GameId;

    use super::*;

    fn arrow(game: GameId, text: &str) -> Result<usize, String> {
        let board = game.start().board();
        read_arrow(&board, text).map(|arrow| arrow.points.len()).map_err(|error| error.to_string())
    }

    #[test]
    fn arrows_are_written_like_moves() {
        for text in ["e2e4", "e2-e4", " E2 e4 ", "e2xe4"] {
            assert_eq!(arrow(GameId::Chess, text), Ok(2), "{text}");
        }
        assert_eq!(arrow(GameId::International, "32x23x14"), Ok(3));
        assert_eq!(arrow(GameId::Russian, "c3:e5:g7"), Ok(3));
    }

    #[test]
    fn bad_arrows_are_named() {
        let error = "no square \"e9\", expected one of a1 to h8".to_owned();
        assert_eq!(arrow(GameId::Chess, "e2e9"), Err(error));
        for text in ["", "e2", "-", "é"] {
            assert!(arrow(GameId::Chess, text).is_err_and(|error| error.starts_with("bad arrow")), "{text}");
        }
    }
}
