//! Which program an engine is: two machines must play with the same one.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use arena::EngineSpec;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What identifies an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct EngineIdentity {
    /// Its name in the match.
    pub(crate) name: String,
    /// The SHA-256 of its program, and of files that its command names.
    pub(crate) hash: String,
    /// The node count of the bench, if another build of our own engine will do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) bench: Option<u64>,
    /// Whether it is our own engine.
    pub(crate) is_own: bool,
}

impl EngineIdentity {
    /// Says what is wrong if a worker has another engine than the coordinator.
    pub(crate) fn check(&self, found: &Self, hashes: &Hashes) -> Result<(), String> {
        if self.hash == found.hash {
            return Ok(());
        }
        let short = |hash: &str| hash.chars().take(12).collect::<String>();
        let differ = format!(
            "engine {:?} is another program: SHA-256 {}..., the coordinator has {}...",
            self.name,
            short(&found.hash),
            short(&self.hash)
        );
        match (self.is_own, self.bench) {
            (true, Some(bench)) => match hashes.bench() {
                Some(found) if found == bench => Ok(()),
                found => {
                    Err(format!("{differ}, and the bench differs: {} instead of {bench}", found.unwrap_or(0)))
                }
            },
            (true, None) => Err(format!(
                "{differ}; use the same build, or let the coordinator compare benches with --by-bench"
            )),
            (false, _) => {
                Err(format!("{differ}; copy the program here, or name it with --engine NAME=COMMAND"))
            }
        }
    }
}

/// Hashes of programs, each made once.
#[derive(Debug, Default)]
pub(crate) struct Hashes {
    known: Mutex<HashMap<PathBuf, String>>,
    bench: OnceLock<Option<u64>>,
}

impl Hashes {
    /// The engine on this machine.
    pub(crate) fn identity(&self, spec: &EngineSpec) -> Result<EngineIdentity, String> {
        let name = spec.name.clone();
        let failed = |error: String| format!("engine {:?}: {error}", spec.name);
        let (hash, is_own) = match &spec.command {
            None => {
                let program = std::env::current_exe().map_err(|error| failed(error.to_string()))?;
                (self.hash(&program).map_err(failed)?, true)
            }
            Some(command) => (self.hash_of_command(command, spec.folder.as_deref()).map_err(failed)?, false),
        };
        Ok(EngineIdentity { name, hash, bench: None, is_own })
    }

    /// The bench of our own engine.
    pub(crate) fn bench(&self) -> Option<u64> {
        let run = || engine::bench(&std::sync::Arc::default()).map(|bench| bench.nodes);
        *self.bench.get_or_init(run)
    }

    /// The hash of the program, and of all files that its arguments name.
    fn hash_of_command(&self, command: &str, folder: Option<&Path>) -> Result<String, String> {
        let words = shell_words::split(command).map_err(|error| error.to_string())?;
        let (program, arguments) = words.split_first().ok_or("an empty command")?;
        let path = find_program(program, folder).ok_or_else(|| format!("cannot find {program:?}"))?;
        let mut hash = self.hash(&path)?;
        for argument in arguments {
            let file = folder.map_or_else(|| PathBuf::from(argument), |folder| folder.join(argument));
            if file.is_file() {
                hash = format!("{hash}+{}", self.hash(&file)?);
            }
        }
        Ok(hash)
    }

    fn hash(&self, path: &Path) -> Result<String, String> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(hash) = known.get(path) {
            return Ok(hash.clone());
        }
        let hash = hash_file(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        known.insert(path.to_owned(), hash.clone());
        Ok(hash)
    }
}

/// Where the system would find a program.
fn find_program(program: &str, folder: Option<&Path>) -> Option<PathBuf> {
    let path = Path::new(program);
    if path.components().count() > 1 || path.is_absolute() {
        let beside = folder.map(|folder| folder.join(path)).filter(|path| path.is_file());
        return beside.or_else(|| path.is_file().then(|| path.to_owned()));
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(path)).find(|path| path.is_file())
}

fn hash_file(path: &Path) -> io::Result<String> {
    let mut hasher = Sha256::new();
    io::copy(&mut File::open(path)?, &mut hasher)?;
    Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_and_told_apart() {
        let hashes = Hashes::default();
        let engine = |command: Option<&str>| EngineSpec {
            command: command.map(str::to_owned),
            ..EngineSpec::own("an engine")
        };
        let identity = |command| hashes.identity(&engine(command));
        let (sh, cat) = (identity(Some("sh -c x")).expect("sh"), identity(Some("cat")).expect("cat"));
        assert_eq!((sh.hash.len(), sh.is_own), (64, false));
        assert!(sh.check(&sh, &hashes).is_ok());
        let refused = sh.check(&cat, &hashes).expect_err("another program");
        assert!(refused.starts_with("engine \"an engine\" is another program: SHA-256 "), "{refused}");
        let own = identity(None).expect("this program");
        assert!(own.is_own && own.check(&own, &hashes).is_ok());
        let refused = own.check(&cat, &hashes).expect_err("another build");
        assert!(refused.contains("--by-bench"), "{refused}");
        assert!(identity(Some("no-such-program-anywhere")).expect_err("missing").contains("cannot find"));
        // A file that the command names belongs to the engine.
        assert_ne!(identity(Some("sh /etc/passwd")).expect("sh").hash, sh.hash);
    }
}
