//! `damier stats`.

use crate::common::damier;
use serde_json::Value;

fn json(arguments: &[&str]) -> Value {
    let run = damier(&[&["stats", "--json"], arguments].concat());
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{arguments:?}");
    assert_eq!(run.stdout.lines().count(), 1);
    serde_json::from_str(&run.stdout).expect("JSON")
}

fn rounded(value: &Value, field: &str) -> String {
    format!("{:.2}", value[field].as_f64().unwrap_or_else(|| panic!("{field}: {value}")))
}

#[test]
fn pairs_give_the_published_numbers() {
    let found = json(&["--pentanomial", "39,11353,31686,11822,33", "--sprt", "0.5,2.5"]);
    let expected = [
        ("llr", "2.96"),
        ("elo", "1.45"),
        ("elo_error", "0.95"),
        ("nelo", "3.13"),
        ("los", "1.00"),
        ("pairs_ratio", "1.04"),
        ("llr_upper", "2.94"),
    ];
    for (field, printed) in expected {
        assert_eq!(rounded(&found, field), printed, "{field}");
    }
    assert_eq!((&found["verdict"], &found["model"]), (&"h1".into(), &"normalized".into()));
    assert_eq!((&found["games"], &found["pairs"]), (&109_866.into(), &54_933.into()));
    assert!(found.get("draw_rate").is_none() && found.get("trinomial").is_none());
}

#[test]
fn the_model_and_the_error_rates_are_options() {
    let pairs = "7,9004,61085,9425,7";
    let logistic = json(&["--pentanomial", pairs, "--sprt", "0.2,0.9", "--model", "logistic"]);
    assert_eq!(rounded(&logistic, "llr"), "2.93");
    let strict = json(&["--pentanomial", pairs, "--sprt", "0.2,0.9", "--alpha", "0.01", "--beta", "0.1"]);
    assert_eq!(
        (rounded(&strict, "llr_lower"), rounded(&strict, "llr_upper")),
        ("-2.29".into(), "4.50".into())
    );
    assert!(strict["verdict"].is_null());
    let negative = json(&["--pentanomial", "7,7001,27083,7145,4", "--sprt", "-1.75,0.25"]);
    assert_eq!(rounded(&negative, "llr"), "2.94");
}

#[test]
fn games_alone_are_enough() {
    let found = json(&["--trinomial", "36433,36027,68692", "--sprt", "0,2"]);
    assert_eq!(rounded(&found, "llr"), "0.92");
    assert_eq!(rounded(&found, "draw_rate"), "0.49");
    assert!(found.get("pairs_ratio").is_none());
    let both = json(&["--pentanomial", "39,11353,31686,11822,33", "--trinomial", "28697,28240,52929"]);
    assert_eq!((rounded(&both, "draw_rate"), rounded(&both, "pairs_ratio")), ("0.48".into(), "1.04".into()));
    assert!(both.get("llr").is_none());
}

#[test]
fn undetermined_numbers_are_null() {
    let found = json(&["--trinomial", "3,0,0"]);
    assert!(found["elo"].is_null() && found["elo_error"].is_null() && found["nelo"].is_null());
    assert_eq!(found["los"], 0.9375);
    let run = damier(&["stats", "--trinomial", "3,0,0"]);
    assert!(run.stdout.starts_with("Elo         ∞ ± ? (95 %: ? to ?)\n"), "{}", run.stdout);
}

#[test]
fn people_get_a_table() {
    let run = damier(&["stats", "--pentanomial", "20,1334,3810,1569,35", "--sprt", "0,2"]);
    assert_eq!(run.code, Some(0));
    assert!(run.stdout.starts_with("Elo         6.80 ± "), "{}", run.stdout);
    assert!(run.stdout.ends_with("LLR         2.95 (-2.94 to 2.94), normalized Elo 0 to 2: H1 accepted\n"));
}

#[test]
fn bad_input_is_one_line() {
    let cases: &[(&[&str], &str)] = &[
        (&[], "--pentanomial"),
        (&["--pentanomial", "1,2,3"], "pentanomial has 3 counts; expected 5"),
        (&["--pentanomial", "1,2,3,4,5,6"], "pentanomial has 6 counts; expected 5"),
        (&["--pentanomial", "-1,2,3,4,5"], "\"-1\" is not a count"),
        (&["--trinomial", "0,0,0"], "all counts are 0"),
        (&["--trinomial", "1,2,x"], "\"x\" is not a count"),
        (
            &["--trinomial", "1,2,3", "--sprt", "2,0"],
            "the SPRT limits are 2 and 0; expected the smaller one first",
        ),
        (&["--trinomial", "1,2,3", "--sprt", "2"], "expected two numbers such as 0,2"),
        (&["--trinomial", "1,2,3", "--sprt", "nan,2"], "expected two numbers such as 0,2"),
        (&["--trinomial", "1,2,3", "--sprt", "0,2", "--alpha", "0"], "alpha is 0 and beta is 0.05"),
        (&["--trinomial", "1,2,3", "--sprt", "0,2", "--model", "bayes"], "expected normalized or logistic"),
        (&["--trinomial", "1,2,3", "--alpha", "0.1"], "--sprt"),
        (&["--trinomial", "1,2,3", "--pentanomial", "1,0,0,0,0"], "expected the same match"),
    ];
    for (arguments, message) in cases {
        let run = damier(&[&["stats"], *arguments].concat());
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(
            run.stderr.contains(message) && run.stderr.lines().count() == 1,
            "{arguments:?}: {}",
            run.stderr
        );
    }
}
