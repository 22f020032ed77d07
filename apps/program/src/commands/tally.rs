//! `damier perft --details`: what happens in the moves, as a table.

use std::io::Write;

use damier::AnyTally;
use serde_json::{Map, Value, json};

/// A line for each depth, a column for each thing that is counted.
pub(super) fn write_table(tally: &AnyTally, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut table = vec![vec!["depth".to_owned(), "nodes".to_owned()]];
    table[0].extend(tally.columns.iter().map(|column| column.name.to_owned()));
    for (index, row) in tally.rows.iter().enumerate() {
        let numbers = [index as u64 + 1, row.nodes].into_iter().chain(row.columns.iter().copied());
        table.push(numbers.map(|number| number.to_string()).collect());
    }
    let width = |column: usize| table.iter().map(|line| line[column].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..table[0].len()).map(width).collect();
    for line in &table {
        let cells: Vec<String> =
            line.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}")).collect();
        writeln!(out, "{}", cells.join("  "))?;
    }
    if !tally.complete {
        writeln!(out, "stopped: greater depths are not complete")?;
    }
    Ok(())
}

/// The rows as JSON, columns by their names.
pub(super) fn as_json(game: &str, tally: &AnyTally) -> Value {
    let rows: Vec<Value> = tally
        .rows
        .iter()
        .enumerate()
        .map(|(index, row)| {
            let mut object = Map::new();
            object.insert("depth".to_owned(), json!(index + 1));
            object.insert("nodes".to_owned(), json!(row.nodes));
            for (column, number) in tally.columns.iter().zip(&row.columns) {
                object.insert(column.name.replace(' ', "_"), json!(number));
            }
            Value::Object(object)
        })
        .collect();
    json!({ "game": game, "fen": tally.fen, "rows": rows, "seconds": tally.seconds, "complete": tally.complete })
}
