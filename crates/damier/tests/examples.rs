//! Examples that people read, run and compared: the blocks marked `console` of the README, of `docs/` and of the
//! files in `examples/`. A new command adds a file there. `TRYCMD=overwrite` writes what the program says now.

#[test]
fn examples_say_what_the_program_says() {
    let cases = trycmd::TestCases::new();
    cases
        .env("LC_ALL", "C.UTF-8")
        .case("../../README.md")
        .case("../../docs/*.md")
        .case("tests/examples/*.md");
}
