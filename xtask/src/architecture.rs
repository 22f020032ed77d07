//! The architecture test: what `ARCHITECTURE.md` promises, checked.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package};

/// The storeys, from the ground up. A crate uses its own storey and those below.
const STOREYS: &[&str] = &["rules", "records", "engines", "tools", "damier", "web", "apps"];

/// Folders with crates for work on the repository itself; they stand outside of the storeys.
const OUTSIDE: &[&str] = &["benches", "fuzz", "peers", "xtask"];

/// What each crate may use of ours, without the prefix `damier-`. A crate that is not here may not exist: adding one is
/// a decision.
const ALLOWED: &[(&str, &[&str])] = &[
    ("boardgame", &[]),
    ("chess", &["boardgame"]),
    ("draughts", &["boardgame"]),
    ("perft", &["boardgame"]),
    ("record", &["boardgame"]),
    ("diagram", &["boardgame"]),
    ("catalog", &["boardgame", "chess", "draughts"]),
    ("search", &["boardgame"]),
    ("eval", &["boardgame", "chess", "draughts", "network", "search"]),
    ("lines", &[]),
    ("network", &["boardgame", "chess", "draughts"]),
    ("protocol", &["lines"]),
    ("searchers", &["boardgame", "catalog", "eval", "search", "tables"]),
    ("tables", &["boardgame", "catalog"]),
    ("engine", &["boardgame", "catalog", "protocol", "search", "searchers", "tables"]),
    ("client", &["protocol"]),
    ("diff", &["boardgame", "catalog", "client", "protocol", "reference"]),
    (
        "arena",
        &[
            "boardgame",
            "catalog",
            "client",
            "engine",
            "files",
            "openings",
            "protocol",
            "record",
            "stats",
            "tables",
        ],
    ),
    ("files", &[]),
    ("convert", &["boardgame", "lines", "record"]),
    ("damier", &["boardgame", "chess", "draughts", "catalog", "diagram", "engine", "perft", "record"]),
    (
        "cli",
        &[
            "arena",
            "boardgame",
            "bot",
            "catalog",
            "client",
            "compliance",
            "convert",
            "damier",
            "dashboard",
            "diagram",
            "diff",
            "engine",
            "files",
            "lines",
            "perft",
            "queue",
            "record",
            "report",
            "selfplay",
            "server",
            "spsa",
            "stats",
            "store",
            "study",
            "table",
            "tables",
        ],
    ),
    ("bot", &["boardgame", "catalog", "diagram", "server", "store", "study", "table", "web"]),
    ("server", &["boardgame", "catalog", "store", "study", "table", "web"]),
    ("queue", &[]),
    ("compliance", &["boardgame", "catalog", "client", "protocol"]),
    ("store", &[]),
    (
        "study",
        &["boardgame", "catalog", "convert", "damier", "diagram", "engine", "record", "table", "tables"],
    ),
    ("table", &["boardgame", "catalog"]),
    ("web", &[]),
    ("benches", &["boardgame", "chess", "draughts", "perft"]),
    ("reference", &[]),
    ("trials", &["boardgame", "catalog", "engine", "reference"]),
    ("broken-engine", &["arena", "catalog", "client", "compliance", "diff", "protocol", "reference"]),
    ("dashboard", &["arena", "boardgame", "catalog", "stats"]),
    ("report", &["arena", "boardgame", "catalog", "stats"]),
    ("selfplay", &["boardgame", "catalog", "network", "record", "search", "searchers", "tables"]),
    ("spsa", &["arena", "boardgame", "catalog", "engine", "files"]),
    ("stats", &[]),
    ("openings", &["boardgame", "catalog", "convert", "engine", "files", "record"]),
    ("test-postgres", &[]),
    ("load", &["test-postgres"]),
    ("fake-telegram", &["boardgame", "catalog"]),
    ("xtask", &[]),
];

/// What tests and examples of every crate may use besides: the slow generators, the games, counting and drawing,
/// a PostgreSQL of their own.
const ALLOWED_IN_TESTS: &[&str] = &[
    "boardgame",
    "chess",
    "diagram",
    "draughts",
    "fake-telegram",
    "load",
    "perft",
    "reference",
    "test-postgres",
];

/// Crates that may hold unsafe code, each with the one file that does: they deny it elsewhere.
const MAY_BE_UNSAFE: &[(&str, &str)] = &[
    ("boardgame", "src/move_list.rs"),
    ("chess", "src/pext.rs"),
    ("search", "src/zeroed_memory.rs"),
    ("tables", "src/mapped_file.rs"),
];

/// Test programs beside the one that each crate has: linking takes most of the time that a test program costs. These must
/// run alone.
const TESTED_ALONE: &[(&str, &str)] = &[("engine", "latency")];

/// Lines above which a file must be split.
const LONGEST_FILE: usize = 600;

/// Something that breaks the architecture.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    UnknownCrate { name: String },
    Dependency { from: String, to: String, kind: DependencyKind },
    Upward { from: String, to: String },
    NotForbidden { root: PathBuf },
    Unsafe { path: PathBuf },
    LongFile { path: PathBuf, lines: usize },
    SecondTestProgram { path: PathBuf },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCrate { name } => write!(f, "{name}: not in the list of xtask/src/architecture.rs"),
            Self::Dependency { from, to, kind: DependencyKind::Development } => {
                write!(f, "{from}: tests may not use {to}")
            }
            Self::Upward { from, to } => {
                write!(f, "{from}: may not use {to}, which stands on a higher storey")
            }
            Self::Dependency { from, to, .. } => write!(f, "{from}: may not use {to}"),
            Self::NotForbidden { root } => write!(f, "{}: does not forbid unsafe code", root.display()),
            Self::Unsafe { path } => write!(f, "{}: may not allow unsafe code", path.display()),
            Self::LongFile { path, lines } => {
                write!(f, "{}: {lines} lines, split above {LONGEST_FILE}", path.display())
            }
            Self::SecondTestProgram { path } => {
                write!(f, "{}: a second test program; make it a module of the first", path.display())
            }
        }
    }
}

/// All faults of the workspace in this folder.
pub(crate) fn faults(root: &Path) -> anyhow::Result<Vec<Fault>> {
    let metadata = MetadataCommand::new().current_dir(root).no_deps().exec().context("cargo metadata")?;
    let mut faults = dependency_faults(&metadata);
    faults.extend(unsafe_faults(&metadata)?);
    faults.extend(metadata.workspace_packages().into_iter().flat_map(second_test_programs));
    for folder in STOREYS.iter().chain(OUTSIDE) {
        find_long_files(&root.join(folder), &mut faults)?;
    }
    Ok(faults)
}

fn dependency_faults(metadata: &Metadata) -> Vec<Fault> {
    let packages = metadata.workspace_packages();
    let find = |name: &str| packages.iter().find(|package| package.name.as_str() == name);
    let mut faults = Vec::new();
    for package in &packages {
        let from = short_name(&package.name);
        let Some((_, allowed)) = ALLOWED.iter().find(|(name, _)| *name == from) else {
            faults.push(Fault::UnknownCrate { name: from.to_owned() });
            continue;
        };
        for dependency in &package.dependencies {
            let Some(used) = find(&dependency.name) else { continue };
            let (from, to) = (from.to_owned(), short_name(&dependency.name).to_owned());
            if !may_use(allowed, &to, dependency.kind) {
                faults.push(Fault::Dependency { from, to, kind: dependency.kind });
            } else if dependency.kind != DependencyKind::Development
                && storey(metadata, package) < storey(metadata, used)
            {
                faults.push(Fault::Upward { from, to });
            }
        }
    }
    faults
}

/// The name of a package without the prefix that all published ones have.
fn short_name(name: &str) -> &str {
    name.strip_prefix("damier-").unwrap_or(name)
}

/// The storey of a package; what stands outside may use all of them.
fn storey(metadata: &Metadata, package: &Package) -> usize {
    let folder = package.manifest_path.strip_prefix(&metadata.workspace_root).ok();
    let first = folder.and_then(|path| path.iter().next());
    STOREYS.iter().position(|storey| Some(*storey) == first).unwrap_or(STOREYS.len())
}

fn may_use(allowed: &[&str], name: &str, kind: DependencyKind) -> bool {
    let in_tests = kind == DependencyKind::Development && ALLOWED_IN_TESTS.contains(&name);
    allowed.contains(&name) || in_tests
}

/// Every root file of a library or program must forbid unsafe code, or deny it where one file may hold it.
fn unsafe_faults(metadata: &Metadata) -> anyhow::Result<Vec<Fault>> {
    let mut faults = Vec::new();
    for package in metadata.workspace_packages() {
        let exception = MAY_BE_UNSAFE.iter().find(|(name, _)| *name == short_name(&package.name));
        let attribute = if exception.is_some() { DENIED } else { FORBIDDEN };
        for target in package.targets.iter().filter(|target| target.is_lib() || target.is_bin()) {
            let root = PathBuf::from(&target.src_path);
            if !has_line(&read(&root)?, attribute) {
                faults.push(Fault::NotForbidden { root });
            }
        }
        let Some(folder) = package.manifest_path.parent().filter(|_| exception.is_some()) else { continue };
        let allowed = exception.map(|(_, file)| folder.join(file).into_std_path_buf());
        for path in source_files(folder.join("src").as_std_path())? {
            if Some(&path) != allowed.as_ref() && read(&path)?.contains("allow(unsafe_code)") {
                faults.push(Fault::Unsafe { path });
            }
        }
    }
    Ok(faults)
}

fn second_test_programs(package: &Package) -> impl Iterator<Item = Fault> {
    let tests = package.targets.iter().filter(|target| target.is_test());
    let together = tests.filter(|target| !TESTED_ALONE.contains(&(short_name(&package.name), &target.name)));
    together.skip(1).map(|target| Fault::SecondTestProgram { path: PathBuf::from(&target.src_path) })
}

const FORBIDDEN: &str = "#![forbid(unsafe_code)]";
const DENIED: &str = "#![deny(unsafe_code)]";

fn has_line(source: &str, wanted: &str) -> bool {
    source.lines().any(|line| line.trim() == wanted)
}

fn find_long_files(folder: &Path, faults: &mut Vec<Fault>) -> anyhow::Result<()> {
    for path in source_files(folder)? {
        let lines = read(&path)?.lines().count();
        if lines > LONGEST_FILE {
            faults.push(Fault::LongFile { path, lines });
        }
    }
    Ok(())
}

/// All Rust files below a folder.
fn source_files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    // Not every folder exists in every state of the workspace.
    let Ok(entries) = fs::read_dir(folder) else { return Ok(files) };
    for entry in entries {
        let path = entry.with_context(|| folder.display().to_string())?.path();
        if path.is_dir() {
            if path.file_name().is_none_or(|name| name != "target") {
                files.extend(source_files(&path)?);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(files)
}

fn read(path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_workspace_has_no_faults() {
        let faults = faults(&crate::root()).expect("a readable workspace");
        assert!(faults.is_empty(), "{faults:#?}");
    }

    #[test]
    fn only_tests_and_the_comparison_use_the_reference() {
        for &(name, allowed) in ALLOWED {
            let compares = ["diff", "broken-engine", "trials"].contains(&name);
            assert!(may_use(allowed, "reference", DependencyKind::Development), "{name}");
            assert_eq!(may_use(allowed, "reference", DependencyKind::Normal), compares, "{name}");
        }
    }

    #[test]
    fn tools_know_no_game_and_games_no_tool() {
        let allowed = |name: &str| ALLOWED.iter().find(|(known, _)| *known == name).expect("listed").1;
        assert!(!may_use(allowed("perft"), "draughts", DependencyKind::Normal));
        assert!(!may_use(allowed("draughts"), "perft", DependencyKind::Normal));
        assert!(!may_use(allowed("draughts"), "catalog", DependencyKind::Development));
        assert!(!may_use(allowed("boardgame"), "draughts", DependencyKind::Normal));
    }

    #[test]
    fn protocols_know_only_lines_and_clients_no_game() {
        let allowed = |name: &str| ALLOWED.iter().find(|(known, _)| *known == name).expect("listed").1;
        assert_eq!(allowed("protocol"), ["lines"]);
        assert!(!may_use(allowed("client"), "catalog", DependencyKind::Normal));
        assert!(!may_use(allowed("diff"), "draughts", DependencyKind::Normal));
    }

    #[test]
    fn only_the_attribute_itself_forbids() {
        assert!(has_line("//! Docs.\n#![forbid(unsafe_code)]\n", FORBIDDEN));
        assert!(!has_line("// #![forbid(unsafe_code)]\n", FORBIDDEN));
        assert!(!has_line("#![deny(unsafe_code)]\n", FORBIDDEN));
    }

    #[test]
    fn long_files_are_found() {
        let folder = std::env::temp_dir().join(format!("damier-long-file-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for temporary files");
        fs::write(folder.join("long.rs"), "\n".repeat(LONGEST_FILE + 1)).expect("room for a file");
        fs::write(folder.join("short.rs"), "\n".repeat(LONGEST_FILE)).expect("room for a file");
        let mut faults = Vec::new();
        find_long_files(&folder, &mut faults).expect("a readable folder");
        fs::remove_dir_all(&folder).expect("our own folder");
        assert_eq!(faults, [Fault::LongFile { path: folder.join("long.rs"), lines: LONGEST_FILE + 1 }]);
    }
}
