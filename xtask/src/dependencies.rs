//! What we depend on, compared with the lists of `deny.toml`: licenses, banned crates, registries, versions.
//!
//! cargo-deny checks all of this and more, but takes minutes to install; this takes a second.

use std::fmt;
use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};
use cargo_metadata::{Dependency, DependencyKind, Metadata, MetadataCommand, Package};

/// The lists of `deny.toml` that are checked here.
struct Lists {
    licenses: Vec<String>,
    banned: Vec<String>,
    registries: Vec<String>,
}

/// A dependency that may not be.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    License { name: String, license: String },
    Banned { name: String },
    Source { name: String, source: String },
    AnyVersion { from: String, to: String },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::License { name, license } => {
                write!(f, "{name}: the license {license:?} is not in the list of deny.toml")
            }
            Self::Banned { name } => write!(f, "{name}: banned by deny.toml"),
            Self::Source { name, source } => write!(f, "{name}: {source} is not a registry of deny.toml"),
            Self::AnyVersion { from, to } => write!(f, "{from}: needs a version of {to}"),
        }
    }
}

/// All faults of the workspace in this folder.
pub(crate) fn faults(root: &Path) -> anyhow::Result<Vec<Fault>> {
    let path = root.join("deny.toml");
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let lists = Lists::read(&text)?;
    let locked = ["--locked".to_owned()];
    let metadata =
        MetadataCommand::new().current_dir(root).other_options(locked).exec().context("cargo metadata")?;
    Ok(metadata.packages.iter().flat_map(|package| package_faults(&metadata, package, &lists)).collect())
}

fn package_faults(metadata: &Metadata, package: &Package, lists: &Lists) -> Vec<Fault> {
    let name = package.name.to_string();
    let mut faults = Vec::new();
    let license = package.license.as_deref().unwrap_or("");
    if !is_allowed(license, &lists.licenses) {
        faults.push(Fault::License { name: name.clone(), license: license.to_owned() });
    }
    if let Some(source) = &package.source {
        let is_known = lists.registries.iter().any(|known| source.repr == format!("registry+{known}"));
        if !is_known {
            faults.push(Fault::Source { name: name.clone(), source: source.repr.clone() });
        }
        if lists.banned.contains(&name) {
            faults.push(Fault::Banned { name: name.clone() });
        }
    }
    if metadata.workspace_members.contains(&package.id) {
        let loose = package.dependencies.iter().filter(|dependency| is_loose(package, dependency));
        faults.extend(loose.map(|to| Fault::AnyVersion { from: name.clone(), to: to.name.clone() }));
    }
    faults
}

/// Whether a dependency takes any version where it must not: paths may, in tests and in crates that are not published.
fn is_loose(package: &Package, dependency: &Dependency) -> bool {
    let stays_here =
        dependency.kind == DependencyKind::Development || package.publish.as_deref() == Some(&[]);
    dependency.req.to_string() == "*" && !(dependency.path.is_some() && stays_here)
}

/// Whether a license expression can be met with licenses of the list alone. `OR` needs one side, `AND` both; the slash of
/// old manifests means `OR`.
fn is_allowed(expression: &str, allowed: &[String]) -> bool {
    let expression = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = expression.split_whitespace().collect();
    let mut rest = &words[..];
    either(&mut rest, allowed) && rest.is_empty()
}

fn either(words: &mut &[&str], allowed: &[String]) -> bool {
    let mut is_met = both(words, allowed);
    while let ["OR", rest @ ..] = *words {
        *words = rest;
        is_met |= both(words, allowed);
    }
    is_met
}

fn both(words: &mut &[&str], allowed: &[String]) -> bool {
    let mut is_met = one(words, allowed);
    while let ["AND", rest @ ..] = *words {
        *words = rest;
        is_met &= one(words, allowed);
    }
    is_met
}

fn one(words: &mut &[&str], allowed: &[String]) -> bool {
    match *words {
        ["(", rest @ ..] => {
            *words = rest;
            let is_met = either(words, allowed);
            *words = words.strip_prefix(&[")"]).unwrap_or(&["unclosed"]);
            is_met
        }
        [license, "WITH", exception, rest @ ..] => {
            *words = rest;
            allowed.contains(&format!("{license} WITH {exception}"))
        }
        [license, rest @ ..] => {
            *words = rest;
            allowed.iter().any(|known| known == license)
        }
        [] => false,
    }
}

impl Lists {
    fn read(text: &str) -> anyhow::Result<Self> {
        Ok(Self {
            licenses: list(text, "[licenses]", "allow")?,
            banned: list(text, "[bans]", "deny")?,
            registries: list(text, "[sources]", "allow-registry")?,
        })
    }
}

/// The strings of a list in a section: as much of TOML as `deny.toml` uses.
fn list(text: &str, section: &str, key: &str) -> anyhow::Result<Vec<String>> {
    let mut lines = text.lines().map(|line| line.split('#').next().unwrap_or("").trim());
    let missing = || format!("deny.toml: no list {key} in {section}");
    lines.find(|line| *line == section).with_context(missing)?;
    let start = format!("{key} = [");
    let mut inside =
        lines.take_while(|line| !line.starts_with('[')).skip_while(|line| !line.starts_with(&start));
    let mut found =
        inside.next().and_then(|line| line.strip_prefix(&start)).with_context(missing)?.to_owned();
    while !found.contains(']') {
        found.push_str(inside.next().with_context(missing)?);
    }
    let strings: Vec<String> = found.split('"').skip(1).step_by(2).map(str::to_owned).collect();
    ensure!(!strings.is_empty(), "{}", missing());
    Ok(strings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_workspace_depends_on_nothing_it_may_not() {
        let faults = faults(&crate::root()).expect("a readable workspace");
        assert!(faults.is_empty(), "{faults:#?}");
    }

    #[test]
    fn licenses_are_met_as_their_expressions_say() {
        let allowed = ["MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception"].map(str::to_owned);
        for met in [
            "MIT",
            "MIT OR GPL-3.0-only",
            "GPL-2.0/MIT",
            "(MIT OR Apache-2.0) AND MIT",
            "GPL-3.0-only AND MIT OR Apache-2.0",
            "Apache-2.0 WITH LLVM-exception OR GPL-2.0",
        ] {
            assert!(is_allowed(met, &allowed), "{met}");
        }
        for refused in [
            "",
            "GPL-3.0-or-later",
            "MIT AND GPL-3.0-only",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "(MIT",
            "MIT MIT",
            "MIT WITH LLVM-exception",
        ] {
            assert!(!is_allowed(refused, &allowed), "{refused}");
        }
    }

    #[test]
    fn lists_are_read_from_their_section() {
        let text = "[a]\nallow = [\"no\"]\n[b] # second\n# allow = [\"no\"]\nallow = [\n  \"x\", # why\n  \"y z\",\n]\n";
        assert_eq!(list(text, "[b]", "allow").expect("a list"), ["x", "y z"]);
        assert!(list(text, "[b]", "deny").is_err());
        assert!(list(text, "[c]", "allow").is_err());
    }
}
