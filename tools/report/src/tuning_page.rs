//! The page of a tuning: the course of each number.

use std::fmt::Write;

use crate::html::{begin_page, card};
use crate::plot::{Plot, Range, escaped, short};

/// The course of a number that is tuned.
#[derive(Clone, Debug, PartialEq)]
pub struct TunedLine {
    /// The name of the option.
    pub name: String,
    /// Its least and its largest value.
    pub limits: [f64; 2],
    /// Its value by iteration.
    pub points: Vec<(f64, f64)>,
}

/// One HTML page with a plot for each number, which needs nothing from elsewhere.
///
/// ```
/// use damier_report::{TunedLine, tuning_page};
///
/// let line = TunedLine { name: "Contempt".to_owned(), limits: [0.0, 100.0], points: vec![(0.0, 20.0), (1.0, 24.0)] };
/// assert!(tuning_page("Tuning", "2 of 100 iterations", &[line]).contains("Contempt"));
/// ```
#[must_use]
pub fn tuning_page(title: &str, note: &str, lines: &[TunedLine]) -> String {
    let mut page = begin_page(title);
    let _ = writeln!(
        page,
        "<header>\n<h1>{}</h1>\n<p class=\"muted\">{}</p>\n</header>",
        escaped(title),
        escaped(note)
    );
    page.push_str("<section>\n<div class=\"scroll\"><table>\n<tr><th>Number</th><th>Start</th><th>Now</th><th>Least</th><th>Most</th></tr>\n");
    for TunedLine { name, limits: [low, high], points } in lines {
        let value =
            |point: Option<&(f64, f64)>| point.map_or_else(String::new, |point| format!("{:.2}", point.1));
        let (start, now) = (value(points.first()), value(points.last()));
        let (name, low, high) = (escaped(name), short(*low, 3), short(*high, 3));
        let _ = writeln!(
            page,
            "<tr><td>{name}</td><td>{start}</td><td>{now}</td><td>{low}</td><td>{high}</td></tr>"
        );
    }
    page.push_str("</table></div>\n</section>\n<div class=\"plots\">\n");
    for line in lines {
        card(&mut page, &line.name, &plot(line), &[], None);
    }
    page.push_str("</div>\n</body>\n</html>\n");
    page
}

fn plot(line: &TunedLine) -> String {
    let last = line.points.last().map_or(1.0, |point| point.0);
    let [low, high] = line.limits;
    let mut plot = Plot::new(
        &format!("{} by iteration", line.name),
        Range::new(0.0, last),
        Range::new(low, high),
        ["iteration", "value"],
    );
    plot.line(line.points.iter().copied(), "s0");
    if let Some(&(x, y)) = line.points.last() {
        plot.dot(x, y, "s0", &format!("{y:.2} after {x} iterations"));
    }
    plot.finish()
}
