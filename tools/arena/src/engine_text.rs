//! Engines on the command line: `damier level=3`, `stockfish time=8+0.08 option.Hash=64`.

use std::path::Path;
use std::str::FromStr;

use crate::engine_spec::{EngineProtocol, EngineSpec, OptionText, Restart};
use crate::error::PlanError;

const KEYS: &str =
    "name, protocol, time, movetime, nodes, depth, ponder, address, folder, restart or option.NAME";

impl FromStr for EngineSpec {
    type Err = PlanError;

    /// Reads an engine as it is written on the command line: words that are its command, and `key=value` for everything
    /// else. `damier` is our own engine without a process; its options need no `option.` before them.
    ///
    /// ```
    /// use damier_arena::EngineSpec;
    ///
    /// let engine: EngineSpec = "./stockfish name=new time=8+0.08 option.Hash=64".parse()?;
    /// assert_eq!((engine.name.as_str(), engine.command.as_deref()), ("new", Some("./stockfish")));
    /// assert_eq!(engine.options["Hash"].0, "64");
    /// assert!("damier level=3".parse::<EngineSpec>()?.command.is_none());
    /// # Ok::<(), damier_arena::PlanError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, PlanError> {
        let bad = |reason: String| PlanError::BadEngine { text: text.to_owned(), reason };
        let words = shell_words::split(text).map_err(|_| bad("unclosed quote".to_owned()))?;
        let mut spec = Self::own("");
        let (mut command, mut times) = (Vec::new(), Vec::new());
        let mut keys: Vec<String> = Vec::new();
        let is_own = words.first().is_some_and(|word| word == "damier")
            && words[1..].iter().all(|word| word.contains('='));
        for word in words {
            // A word of the command may hold the sign too, such as --threads=4 or a path.
            let is_plain =
                |key: &str| key.starts_with(|letter: char| letter.is_alphabetic()) && !key.contains('/');
            let Some((key, value)) = word.split_once('=').filter(|(key, _)| is_plain(key)) else {
                command.push(word);
                continue;
            };
            // UCI does not tell upper case from lower case in names of options.
            let plain = if is_own { key.strip_prefix("option.").unwrap_or(key) } else { key };
            if keys.iter().any(|known| known.eq_ignore_ascii_case(plain)) {
                return Err(bad(format!("{key} is given twice, expected it once")));
            }
            keys.push(plain.to_owned());
            let wrong = |expected: &str| bad(format!("{key} is {value:?}, expected {expected}"));
            match key {
                "name" => spec.name = value.to_owned(),
                "command" => spec.command = Some(value.to_owned()),
                "protocol" => {
                    spec.protocol =
                        EngineProtocol::from_name(value).ok_or_else(|| wrong(EngineProtocol::NAMES))?;
                }
                "time" => times.push(value.to_owned()),
                "movetime" | "nodes" | "depth" => times.push(word.clone()),
                "folder" => spec.folder = Some(value.into()),
                "ponder" => spec.ponder = value.parse().map_err(|_| wrong("true or false"))?,
                "address" => spec.address = Some(value.to_owned()),
                "restart" => {
                    spec.restart = Restart::from_name(value).ok_or_else(|| wrong(Restart::NAMES))?;
                }
                _ => {
                    let option = key.strip_prefix("option.").or(is_own.then_some(key));
                    let option =
                        option.ok_or_else(|| bad(format!("unknown key {key:?}, expected {KEYS}")))?;
                    spec.options.insert(option.to_owned(), OptionText(value.to_owned()));
                }
            }
        }
        if !times.is_empty() {
            let time = times.join(",").parse();
            spec.time = Some(time.map_err(|error: crate::EngineTimeError| bad(error.to_string()))?);
        }
        if !is_own {
            spec.command = match (spec.command.take(), &command[..]) {
                (Some(whole), []) => Some(whole),
                (None, [_, ..]) => Some(shell_words::join(&command)),
                (None, []) if spec.address.is_some() => None,
                (None, []) => return Err(bad("no command".to_owned())),
                (Some(_), [word, ..]) => return Err(bad(format!("{word:?} and command= are two commands"))),
            };
            if spec.name.is_empty() {
                spec.name = spec
                    .command
                    .as_deref()
                    .map_or_else(|| spec.address.clone().unwrap_or_default(), program_name);
            }
        }
        if spec.name.is_empty() {
            spec.name = own_name(&spec);
        }
        Ok(spec)
    }
}

/// The name of a program when it has no other: that of its file.
fn program_name(command: &str) -> String {
    let program =
        shell_words::split(command).ok().and_then(|words| words.into_iter().next()).unwrap_or_default();
    Path::new(&program).file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The name of our own engine when it has no other: with its options, so that two of them differ.
fn own_name(spec: &EngineSpec) -> String {
    let options = spec.options.iter().map(|(name, value)| format!(" {name}={}", value.0));
    let time = spec.time.map(|time| format!(" {time}"));
    std::iter::once("damier".to_owned()).chain(options).chain(time).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> EngineSpec {
        text.parse().expect(text)
    }

    #[test]
    fn commands_and_keys_are_told_apart() {
        let engine =
            read("'./my engine' -x --threads=4 protocol=hub nodes=500 depth=9 restart=each-game folder=/tmp");
        assert_eq!(engine.command.as_deref(), Some("'./my engine' -x '--threads=4'"));
        assert_eq!((engine.name.as_str(), engine.protocol), ("my engine", EngineProtocol::Hub));
        assert_eq!(engine.time.expect("a limit").to_string(), "nodes=500,depth=9");
        assert_eq!((engine.restart, engine.folder), (Restart::EachGame, Some("/tmp".into())));
        let engine = read("command='damier uci' name=x");
        assert_eq!(engine.command.as_deref(), Some("damier uci"));
        assert_eq!(read("'my engine'").command.as_deref(), Some("'my engine'"));
    }

    #[test]
    fn our_own_engine_is_named_after_its_options() {
        assert_eq!(read("damier").name, "damier");
        let engine = read("damier level=3 hash=1 nodes=100");
        assert_eq!((engine.name.as_str(), engine.command), ("damier hash=1 level=3 nodes=100", None));
        // With other words it is a program.
        assert_eq!(read("damier uci").command.as_deref(), Some("damier uci"));
    }

    #[test]
    fn errors_say_what_was_expected() {
        for (text, message) in [
            ("", "bad engine \"\": no command"),
            ("name=x", "bad engine \"name=x\": no command"),
            ("'x", "bad engine \"'x\": unclosed quote"),
            (
                "sf protocol=xboard",
                "bad engine \"sf protocol=xboard\": protocol is \"xboard\", expected uci, hub or dxp",
            ),
            (
                "sf Hash=1",
                "bad engine \"sf Hash=1\": unknown key \"Hash\", expected name, protocol, time, movetime, nodes, depth, ponder, address, folder, restart or option.NAME",
            ),
            (
                "sf nodes=1 depth=2 nodes=2",
                "bad engine \"sf nodes=1 depth=2 nodes=2\": nodes is given twice, expected it once",
            ),
            (
                "sf option.Hash=1 option.hash=2",
                "bad engine \"sf option.Hash=1 option.hash=2\": option.hash is given twice, expected it once",
            ),
            (
                "damier level=1 option.level=2",
                "bad engine \"damier level=1 option.level=2\": option.level is given twice, expected it once",
            ),
            (
                "sf restart=no",
                "bad engine \"sf restart=no\": restart is \"no\", expected after-fault, each-game or never",
            ),
        ] {
            assert_eq!(text.parse::<EngineSpec>().expect_err(text).to_string(), message);
        }
        assert!(
            "sf time=0".parse::<EngineSpec>().expect_err("no time").to_string().contains("bad time control")
        );
    }
}
