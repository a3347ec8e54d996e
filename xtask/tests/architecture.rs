//! The import arrows of ARCHITECTURE.md, and a few habits that are easily lost.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use toml::Table;

/// Which of our crates each crate may import. What is not here may import nothing of ours.
const ARROWS: &[(&str, &[&str])] = &[
    ("bouton-values", &[]),
    ("bouton-short", &["bouton-values"]),
    ("bouton-graphs", &["bouton-values"]),
    ("bouton-lang", &["bouton-values"]),
    ("bouton-rules", &["bouton-graphs", "bouton-lang", "bouton-short", "bouton-values"]),
    ("bouton-oracle", &["bouton-rules", "bouton-values"]),
    (
        "bouton-certify",
        &["bouton-graphs", "bouton-lang", "bouton-oracle", "bouton-rules", "bouton-values"],
    ),
    (
        "bouton-engines",
        &[
            "bouton-graphs",
            "bouton-lang",
            "bouton-oracle",
            "bouton-rules",
            "bouton-short",
            "bouton-values",
        ],
    ),
    ("bouton-census", &["bouton-engines", "bouton-rules", "bouton-values"]),
    ("bouton-duels", &["bouton-engines", "bouton-oracle", "bouton-rules", "bouton-values"]),
    (
        "bouton-papers",
        &[
            "bouton-duels",
            "bouton-engines",
            "bouton-graphs",
            "bouton-oracle",
            "bouton-rules",
            "bouton-short",
            "bouton-values",
        ],
    ),
    (
        "bouton-lab",
        &[
            "bouton-census",
            "bouton-certify",
            "bouton-duels",
            "bouton-engines",
            "bouton-graphs",
            "bouton-lang",
            "bouton-oracle",
            "bouton-papers",
            "bouton-rules",
            "bouton-short",
            "bouton-values",
        ],
    ),
    ("bouton-web", &["bouton-lab"]),
    ("bouton", &["bouton-lab", "bouton-web"]),
    ("bouton-python", &["bouton-lab"]),
    (
        "bouton-bench",
        &[
            "bouton-census",
            "bouton-engines",
            "bouton-graphs",
            "bouton-lab",
            "bouton-lang",
            "bouton-rules",
            "bouton-values",
        ],
    ),
    ("bouton-differential", &["bouton-lab", "bouton-lang", "bouton-values"]),
    ("xtask", &[]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the root").to_owned()
}

fn manifests() -> Vec<Table> {
    let crates = fs::read_dir(root().join("crates")).unwrap();
    let others = ["python", "xtask"].map(|name| root().join(name));
    let folders = crates.map(|entry| entry.unwrap().path()).chain(others);
    folders
        .map(|folder| fs::read_to_string(folder.join("Cargo.toml")).unwrap().parse().unwrap())
        .collect()
}

fn ours(manifest: &Table, section: &str) -> BTreeSet<String> {
    let dependencies = manifest.get(section).and_then(|section| section.as_table());
    let names = dependencies.into_iter().flat_map(|table| table.keys());
    names.filter(|name| name.starts_with("bouton")).cloned().collect()
}

#[test]
fn crates_import_only_along_the_arrows() {
    let manifests = manifests();
    assert_eq!(manifests.len(), ARROWS.len(), "a crate came or went: say so in ARROWS");
    for manifest in manifests {
        let name = manifest["package"]["name"].as_str().unwrap();
        let (_, allowed) = ARROWS.iter().find(|(known, _)| *known == name).unwrap();
        let allowed: BTreeSet<String> = allowed.iter().map(ToString::to_string).collect();
        for section in ["dependencies", "dev-dependencies", "build-dependencies"] {
            let found = ours(&manifest, section);
            assert!(found.is_subset(&allowed), "{name} [{section}] imports {found:?}");
        }
    }
}

fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("target") {
            sources(&path, into);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            into.push(path);
        }
    }
}

/// No clock, file, thread or environment below the lab: answers depend on the question alone.
#[test]
fn nothing_below_the_lab_looks_outside() {
    const FORBIDDEN: [&str; 6] =
        ["std::fs", "std::time", "std::env", "std::thread", "std::net", "println!"];
    let mut paths = Vec::new();
    for name in [
        "values", "short", "graphs", "lang", "rules", "oracle", "certify", "engines", "census",
        "duels", "papers",
    ] {
        sources(&root().join("crates").join(name).join("src"), &mut paths);
    }
    assert!(paths.len() > 30, "only {} files were found", paths.len());
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        for word in FORBIDDEN {
            assert!(!text.contains(word), "{} mentions {word}", path.display());
        }
    }
}

/// The fronts hold no second list of games: they name none of them outside tests and examples in help texts.
#[test]
fn the_fronts_do_not_know_the_games() {
    let mut paths = Vec::new();
    for front in ["crates/cli/src", "crates/web/src", "python/src"] {
        let before = paths.len();
        sources(&root().join(front), &mut paths);
        assert!(paths.len() > before, "{front} has no sources");
    }
    for path in paths.iter().filter(|path| !path.ends_with("args.rs")) {
        let text = fs::read_to_string(path).unwrap();
        let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        let is_code = |line: &&str| !line.trim_start().starts_with("///");
        let text: String = text.lines().filter(is_code).collect::<Vec<_>>().join("\n");
        for game in ["\"nim\"", "\"antonim\"", "\"nimrod\"", "\"wythoff\"", "Spec::"] {
            assert!(!text.contains(game), "{} mentions {game}", path.display());
        }
    }
}

/// Functions that a reader can hold in the head.
#[test]
fn functions_are_short() {
    const LONGEST: usize = 80;
    let mut paths = Vec::new();
    sources(&root().join("crates"), &mut paths);
    sources(&root().join("python/src"), &mut paths);
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let mut start = None;
        for (number, line) in text.lines().enumerate() {
            let words = line.trim_start();
            let indent = line.len() - words.len();
            if indent <= 4
                && (words.starts_with("fn ") || words.contains(" fn "))
                && !words.starts_with("//")
            {
                start = Some((number, indent));
            }
            if let Some((first, depth)) = start
                && line.len() == depth + 1
                && words == "}"
            {
                let length = number - first + 1;
                assert!(length <= LONGEST, "{}:{} has {length} lines", path.display(), first + 1);
                start = None;
            }
        }
    }
}
