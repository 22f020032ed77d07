//! Diagrams as their readers get them.

use boardgame::Color;
use damier_diagram::{Arrow, BoardView, Charset, Diagram, DrawError, Figure, PieceView, Point, SquareView};

fn point(column: u8, row: u8) -> Point {
    Point { column, row }
}

/// A board of 4 by 4 dark squares with numbers, a black man on 1 and a white king on 8.
fn small_board() -> BoardView {
    let points = (0..4).flat_map(|row| (0..4).map(move |column| point(column, row)));
    let squares =
        points.filter(|point| (point.column + point.row) % 2 == 1).enumerate().map(|(index, point)| {
            let piece = match index {
                0 => Some(PieceView { color: Color::Black, figure: Figure::Man }),
                7 => Some(PieceView { color: Color::White, figure: Figure::Crowned }),
                _ => None,
            };
            SquareView { point, name: (index + 1).to_string(), piece }
        });
    BoardView { columns: 4, rows: 4, is_checkered: true, squares: squares.collect() }
}

fn small() -> Diagram {
    Diagram { title: "Four <by> four".to_owned(), ..Diagram::of(small_board(), Color::Black) }
}

#[test]
fn numbers_stand_at_the_ends_of_rows() {
    let expected = "  1    b   .  2\n  3  .   .    4\n  5    .   .  6\n  7  .   W    8\n";
    assert_eq!(small().to_text(Charset::Ascii), expected);
    assert_eq!(
        small().to_text(Charset::Unicode),
        expected.replace('.', "·").replace('b', "⛂").replace('W', "⛁")
    );
}

#[test]
fn a_flipped_board_is_seen_by_black() {
    let flipped = Diagram { is_flipped: true, ..small() };
    let expected = "  8    W   .  7\n  6  .   .    5\n  4    .   .  3\n  2  .   b    1\n";
    assert_eq!(flipped.to_text(Charset::Ascii), expected);
}

#[test]
fn marked_squares_stand_in_brackets() {
    let marked = Diagram { marks: vec![point(1, 0), point(2, 0), point(0, 3)], ..small() };
    let expected = "  1   [b| ].  2\n  3  .   .    4\n  5    .   .  6\n  7 [.]  W    8\n";
    assert_eq!(marked.to_text(Charset::Ascii), expected);
}

#[test]
fn colors_come_only_where_they_are_asked_for() {
    assert!(!small().to_text(Charset::Unicode).contains('\x1b'));
    let colored = small().to_colored_text(Charset::Unicode, 80);
    assert!(colored.contains(" 1\x1b[1;38;5;16m●\x1b[22m "), "{colored}");
    assert!(colored.contains(" 8\x1b[1;38;5;231m♛\x1b[22m "), "{colored}");
    assert!(colored.lines().all(|line| line.contains("\x1b[0m")), "{colored}");
}

#[test]
fn colored_boards_have_letters_where_there_are_no_glyphs() {
    let colored = small().to_colored_text(Charset::Ascii, 80);
    assert!(colored.is_ascii(), "{colored}");
    assert!(colored.contains(" 1\x1b[1;38;5;16mb\x1b[22m "), "{colored}");
    assert!(colored.contains(" 8\x1b[1;38;5;231mW\x1b[22m "), "{colored}");
}

#[test]
fn a_narrow_board_has_its_numbers_at_the_ends_of_rows() {
    let shown = |width| {
        let text = small().to_colored_text(Charset::Ascii, width);
        let mut plain = String::new();
        let mut parts = text.split('\x1b');
        plain.push_str(parts.next().unwrap_or_default());
        parts.for_each(|part| plain.push_str(part.split_once('m').expect("a sequence").1));
        plain
    };
    assert_eq!(
        shown(20),
        "         1b      2  \n     3       4      \n         5       6  \n     7       8W     \n"
    );
    assert_eq!(shown(19), "  1   b      2\n  3          4\n  5          6\n  7     W    8\n");
}

#[test]
fn speech_names_everything_that_is_shown() {
    let diagram = Diagram {
        marks: vec![point(1, 0)],
        last_move: vec![point(0, 1), point(1, 0)],
        arrows: vec![Arrow { points: vec![point(2, 3), point(1, 2), point(0, 1)] }],
        ..small()
    };
    let expected = "Four <by> four.\nBlack to move.\nWhite: king on 8.\nBlack: man on 1.\nLast move: 3 to 1.\n\
                    Marked: 1.\nArrows: 8 to 5 to 3.\n";
    assert_eq!(diagram.to_speech(), expected);
}

#[test]
fn pictures_say_what_they_show() -> Result<(), DrawError> {
    let svg = small().to_svg(200)?;
    assert!(svg.contains("<title>Four &lt;by&gt; four</title>"), "{svg}");
    assert!(svg.contains("White: king on 8.\nBlack: man on 1.</desc>"), "{svg}");
    assert!(svg.contains("width=\"200\" height=\"200\""), "{svg}");
    assert_eq!(svg.matches("<use href=\"#white-crowned\"").count(), 1, "{svg}");
    Ok(())
}

#[test]
fn small_pictures_have_no_labels() -> Result<(), DrawError> {
    assert!(small().to_svg(200)?.contains("square-3"));
    assert!(!small().to_svg(60)?.contains("square-3"));
    Ok(())
}

#[test]
fn sizes_have_bounds() {
    let sizes = [0, 15, 8193, u32::MAX];
    for found in sizes {
        let error = small().to_svg(found).expect_err("a size out of bounds");
        assert_eq!(error, DrawError::Size { found, smallest: 16, largest: 8192 });
    }
    let nothing = BoardView { columns: 0, rows: 0, is_checkered: true, squares: Vec::new() };
    assert!(matches!(Diagram::of(nothing, Color::White).to_svg(100), Err(DrawError::EmptyBoard { .. })));
}

/// Places outside of the board, arrows to where they start, boards of one square: nothing panics.
#[test]
fn odd_data_is_drawn_without_panic() -> Result<(), DrawError> {
    let far = point(255, 255);
    let odd = Diagram {
        marks: vec![far],
        last_move: vec![far],
        arrows: vec![
            Arrow { points: Vec::new() },
            Arrow { points: vec![far] },
            Arrow { points: vec![far, far] },
            Arrow { points: vec![far, point(0, 0)] },
        ],
        ..small()
    };
    odd.to_svg(100)?;
    assert!(!odd.to_text(Charset::Ascii).contains('['));
    let wide = BoardView { columns: 255, rows: 1, is_checkered: false, squares: Vec::new() };
    Diagram::of(wide, Color::White).to_svg(2000)?;
    Ok(())
}

#[cfg(feature = "png")]
#[test]
fn pixels_show_the_pieces() -> Result<(), DrawError> {
    for width in [16, 40, 80, 400] {
        let png = small().to_png(width)?;
        assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
        // The header of the file holds the width.
        assert_eq!(png[16..20], width.to_be_bytes());
        let empty = BoardView {
            squares: small_board()
                .squares
                .into_iter()
                .map(|square| SquareView { piece: None, ..square })
                .collect(),
            ..small_board()
        };
        assert_ne!(png, Diagram::of(empty, Color::Black).to_png(width)?);
        assert_ne!(png, Diagram { is_flipped: true, ..small() }.to_png(width)?);
    }
    Ok(())
}

#[test]
fn each_piece_has_a_picture_of_its_own() {
    let pieces =
        Figure::ALL.into_iter().flat_map(|figure| Color::ALL.map(|color| PieceView { color, figure }));
    let mut pictures: Vec<String> = pieces.map(damier_diagram::piece_to_svg).collect();
    pictures.sort();
    pictures.dedup();
    assert_eq!(pictures.len(), 16);
}
