//! The import arrows of ARCHITECTURE.md, and a few habits that are easily lost.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::assets::{Kind, parts};
use toml::Table;

/// Which of our crates each crate may import. What is not here may import nothing of ours.
const ARROWS: &[(&str, &[&str])] = &[
    ("bouton-ask", &[]),
    ("bouton-values", &[]),
    ("bouton-automata", &["bouton-values"]),
    ("bouton-prove", &["bouton-automata", "bouton-lang", "bouton-values"]),
    ("bouton-short", &["bouton-values"]),
    ("bouton-graphs", &["bouton-values"]),
    ("bouton-lang", &["bouton-values"]),
    ("bouton-definition", &["bouton-graphs", "bouton-lang", "bouton-values"]),
    (
        "bouton-rules",
        &["bouton-definition", "bouton-graphs", "bouton-lang", "bouton-short", "bouton-values"],
    ),
    ("bouton-oracle", &["bouton-definition", "bouton-values"]),
    (
        "bouton-certify",
        &["bouton-definition", "bouton-graphs", "bouton-lang", "bouton-oracle", "bouton-values"],
    ),
    ("bouton-check", &["bouton-certify", "bouton-values"]),
    ("bouton-check-graph", &["bouton-certify", "bouton-graphs", "bouton-values"]),
    (
        "bouton-engines",
        &[
            "bouton-certify",
            "bouton-graphs",
            "bouton-lang",
            "bouton-oracle",
            "bouton-prove",
            "bouton-rules",
            "bouton-short",
            "bouton-values",
        ],
    ),
    ("bouton-census", &["bouton-engines", "bouton-prove", "bouton-rules", "bouton-values"]),
    ("bouton-duels", &["bouton-engines", "bouton-oracle", "bouton-rules", "bouton-values"]),
    (
        "bouton-lab",
        &[
            "bouton-ask",
            "bouton-census",
            "bouton-certify",
            "bouton-definition",
            "bouton-duels",
            "bouton-engines",
            "bouton-graphs",
            "bouton-lang",
            "bouton-oracle",
            "bouton-prove",
            "bouton-rules",
            "bouton-short",
            "bouton-values",
        ],
    ),
    ("bouton-papers", &["bouton-ask", "bouton-lab"]),
    ("bouton-web", &["bouton-lab", "bouton-papers"]),
    ("bouton-wasm", &["bouton-lab", "bouton-web"]),
    ("bouton", &["bouton-lab", "bouton-papers", "bouton-web"]),
    ("bouton-python", &["bouton-lab", "bouton-papers"]),
    (
        "bouton-bench",
        &[
            "bouton-census",
            "bouton-engines",
            "bouton-graphs",
            "bouton-lab",
            "bouton-lang",
            "bouton-prove",
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

fn packages() -> Vec<PathBuf> {
    let crates = fs::read_dir(root().join("crates")).unwrap();
    let others = ["python", "xtask"].map(|name| root().join(name));
    crates.map(|entry| entry.unwrap().path()).chain(others).collect()
}

fn manifest(package: &Path) -> Table {
    fs::read_to_string(package.join("Cargo.toml")).unwrap().parse().unwrap()
}

fn ours(manifest: &Table, section: &str) -> BTreeSet<String> {
    let dependencies = manifest.get(section).and_then(|section| section.as_table());
    let names = dependencies.into_iter().flat_map(|table| table.keys());
    names.filter(|name| name.starts_with("bouton")).cloned().collect()
}

#[test]
fn crates_import_only_along_the_arrows() {
    let packages = packages();
    assert_eq!(packages.len(), ARROWS.len(), "a crate came or went: say so in ARROWS");
    for manifest in packages.iter().map(|package| manifest(package)) {
        let name = manifest["package"]["name"].as_str().unwrap();
        let (_, allowed) = ARROWS.iter().find(|(known, _)| *known == name).unwrap();
        let allowed: BTreeSet<String> = allowed.iter().map(ToString::to_string).collect();
        for section in ["dependencies", "dev-dependencies", "build-dependencies"] {
            let found = ours(&manifest, section);
            assert!(found.is_subset(&allowed), "{name} [{section}] imports {found:?}");
        }
    }
}

/// A file that its program does not name would never run, and one that is a program too would run twice.
#[test]
fn every_file_of_tests_is_part_of_its_program() {
    let mut named = 0;
    for folder in fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path()) {
        let Ok(program) = fs::read_to_string(folder.join("tests/main.rs")) else { continue };
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        assert!(manifest.contains("autotests = false"), "{}", folder.display());
        for path in fs::read_dir(folder.join("tests")).unwrap().map(|entry| entry.unwrap().path()) {
            let is_source = path.extension().is_some_and(|ending| ending == "rs");
            if is_source && !path.ends_with("main.rs") || path.join("main.rs").is_file() {
                let stem = path.file_stem().unwrap().to_str().unwrap();
                assert!(program.contains(&format!("mod {stem};")), "{}", path.display());
                named += 1;
            }
        }
    }
    assert!(named > 40, "{named} files");
}

#[test]
fn no_test_is_in_a_target_without_tests() {
    let is_without =
        |target: &toml::Value| target.get("test") == Some(&toml::Value::Boolean(false));
    let mut without = 0;
    for package in packages() {
        let manifest = manifest(&package);
        let programs = manifest.get("bin").and_then(toml::Value::as_array).into_iter().flatten();
        if !manifest.get("lib").into_iter().chain(programs).any(is_without) {
            continue;
        }
        without += 1;
        let mut paths = Vec::new();
        sources(&package.join("src"), &mut paths);
        for path in paths {
            let text = fs::read_to_string(&path).unwrap();
            assert!(!text.contains("#[test]"), "a test of {} would not run", path.display());
        }
    }
    assert!(without > 5, "{without} packages");
}

fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    files(folder, "rs", into);
}

fn files(folder: &Path, ending: &str, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("target") {
            files(&path, ending, into);
        } else if path.extension().is_some_and(|found| found == ending) {
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
        "values",
        "short",
        "graphs",
        "lang",
        "automata",
        "prove",
        "definition",
        "rules",
        "oracle",
        "certify",
        "engines",
        "census",
        "duels",
    ] {
        sources(&root().join("crates").join(name).join("src"), &mut paths);
    }
    // Nor do the checkers of the papers, although they stand on the lab: only what runs them does.
    for paper in ["antonim", "nim", "ending_partizan", "relations", "nimrod"] {
        sources(&root().join("crates/papers/src").join(paper), &mut paths);
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
    for front in ["crates/cli/src", "crates/web/src", "crates/wasm/src", "python/src"] {
        let before = paths.len();
        sources(&root().join(front), &mut paths);
        assert!(paths.len() > before, "{front} has no sources");
    }
    for path in paths.iter().filter(|path| !path.ends_with("args.rs")) {
        let text = fs::read_to_string(path).unwrap();
        let text = text.split("\nmod tests").next().unwrap_or_default();
        let is_code = |line: &&str| !line.trim_start().starts_with("///");
        let text: String = text.lines().filter(is_code).collect::<Vec<_>>().join("\n");
        for game in ["\"nim\"", "\"antonim\"", "\"nimrod\"", "\"wythoff\"", "Spec::"] {
            assert!(!text.contains(game), "{} mentions {game}", path.display());
        }
    }
}

/// The names of the games, as the catalogue has them.
fn games() -> Vec<String> {
    let heads = fs::read_to_string(root().join("crates/rules/src/games/heads.txt")).unwrap();
    let name = |line: &str| line.strip_prefix("# game: ").map(str::to_owned);
    let mut names: Vec<String> = heads.lines().filter_map(name).collect();
    let mut stated = Vec::new();
    files(&root().join("crates/definition/games"), "game", &mut stated);
    let stem = |path: &PathBuf| path.file_stem().unwrap().to_string_lossy().into_owned();
    stated.retain(|path| path.parent().is_some_and(|folder| folder.ends_with("games")));
    names.extend(stated.iter().map(stem));
    assert!(names.len() >= 33, "only {} games were found", names.len());
    names
}

/// The words of a text or of code as `-is-toads-and-frogs-`: hyphens and changes of case stand within a word.
fn words(text: &str) -> Vec<String> {
    let is_inner = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let runs = text.split(|c: char| !is_inner(c)).filter(|word| !word.is_empty());
    let spread = |word: &str| {
        let mut spread = String::from("-");
        let mut before = '-';
        for c in word.chars() {
            if c.is_ascii_uppercase() && before.is_ascii_lowercase() {
                spread.push('-');
            }
            spread.push(if c == '_' { '-' } else { c.to_ascii_lowercase() });
            before = c;
        }
        spread + "-"
    };
    runs.map(spread).collect()
}

/// Which game a word names. `nim-value` and `Nim-like` are words of the theory.
fn named<'a>(word: &str, games: &'a [String]) -> Option<&'a String> {
    let word = word.replace("-nim-value", "-").replace("-nim-like-", "-");
    games.iter().find(|game| word.contains(&format!("-{game}-")))
}

/// Three names are also words for other things. Where they cannot mean the game they are let through: `col` as HTML's
/// `scope: "col"`; `coins` (which lie on a line) and `digraph` (which is drawn) unless they stand alone between quotes or
/// before parameters.
fn means_something_else(game: &str, kind: Kind, part: &str, before: &str) -> bool {
    match (game, kind) {
        ("col", Kind::Text) => part == "col" && before.trim_end().ends_with("scope:"),
        ("coins" | "digraph", Kind::Text) => part != game && !part.starts_with(&format!("{game}:")),
        ("coins" | "digraph", Kind::Code) => true,
        _ => false,
    }
}

/// What a script says of games: a name of the catalogue as a word of a text, of a regular expression or of code (not of
/// a comment), or the beginning of a name in a regular expression.
fn games_in(script: &str, games: &[String]) -> Vec<String> {
    const BEGINNING: usize = 5;
    let mut found = Vec::new();
    let mut before = String::new();
    for (kind, part) in parts(script) {
        if kind == Kind::Comment {
            continue;
        }
        for word in words(&part) {
            let bare = word.trim_matches('-');
            let begins = |game: &&String| bare.len() >= BEGINNING && game.starts_with(bare);
            let game = match kind {
                Kind::Pattern => named(&word, games).or_else(|| games.iter().find(begins)),
                _ => named(&word, games),
            };
            if let Some(game) = game
                && !means_something_else(game, kind, &part, &before)
            {
                found.push(format!("{game} in {kind:?} `{}`", part.trim()));
            }
        }
        before = part;
    }
    found
}

/// The page learns from the server what a game is like, and names none: not in its scripts, its styles or its document.
#[test]
fn the_page_does_not_know_the_games() {
    let games = games();
    let assets = root().join("crates/web/assets");
    let mut paths = Vec::new();
    files(&assets, "js", &mut paths);
    assert!(paths.len() > 40, "only {} scripts were found", paths.len());
    for path in &paths {
        let found = games_in(&fs::read_to_string(path).unwrap(), &games);
        assert!(found.is_empty(), "{} names games: {found:#?}", path.display());
    }
    let mut others = Vec::new();
    files(&assets, "css", &mut others);
    files(&assets, "html", &mut others);
    assert!(others.len() > 2, "only {} styles and documents were found", others.len());
    for path in &others {
        let text = fs::read_to_string(path).unwrap();
        // Styles have no texts: a class is a word of the file.
        let outside = text.split("/*").map(|part| part.split("*/").last().unwrap_or_default());
        let all: Vec<String> = outside.flat_map(words).collect();
        let found: Vec<&String> = all.iter().filter_map(|word| named(word, &games)).collect();
        let found: Vec<&&String> = found.iter().filter(|game| *game != &"digraph").collect();
        assert!(found.is_empty(), "{} names games: {found:?}", path.display());
    }
}

#[test]
fn names_of_games_are_found_wherever_they_stand() {
    let games = games();
    for (script, is_found) in [
        ("const TWO = /^(nimrod|wythoff)\\b/;", true),
        ("const OLD = /^dawson/;", true),
        ("if (stem === 'nimrod') draw();", true),
        ("const KINDS = { octal: 1 };", true),
        ("this.isNimrod = true;", true),
        ("const first = `game my-wythoff`;", true),
        ("show(\"such as nim 3,4\");", true),
        ("if (game === \"digraph\") draw();", true),
        ("go(\"digraph:0>1\");", true),
        ("h(\"th\", { class: \"col\" });", true),
        ("h(\"th\", { scope: \"col\" });", false),
        ("show(\"Any digraph is a game\");", false),
        ("of = \"nim-value\"; // as in Nim", false),
        ("if (told.has_nim_values) draw();", false),
    ] {
        assert_eq!(!games_in(script, &games).is_empty(), is_found, "{script}");
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
