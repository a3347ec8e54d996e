//! The trusted base: which of our crates the programs that check certificates contain, and how many lines of code these
//! have.
//!
//! A line of code is neither blank nor a comment nor part of a test. Modules and items of features that the program
//! does not ask for are not compiled into it, so they are not counted.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The programs, and how many lines of code each may have with all its crates.
const PROGRAMS: [(&str, usize); 2] = [("bouton-check", 12_000), ("bouton-check-graph", 4_000)];

/// Prints the crates and their lines of code.
pub(crate) fn print() -> Result<(), String> {
    let readme = read(&root().join("README.md"))?;
    let mut problems = Vec::new();
    for (program, most) in PROGRAMS {
        let lines = count(program)?;
        let total: usize = lines.values().sum();
        println!("{program}");
        for (name, count) in &lines {
            println!("{count:>7}  {name}");
        }
        println!("{total:>7}  in all; at most {most} are allowed");
        problems.extend(check(program, most, total, &readme).err());
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("; ")) }
}

/// Is the figure within the bar, and the one in the README, rounded up to a hundred?
fn check(program: &str, most: usize, total: usize, readme: &str) -> Result<(), String> {
    if total > most {
        return Err(format!("{program} is {total} lines of code, more than {most}"));
    }
    let text = readme.split_whitespace().collect::<Vec<_>>().join(" ");
    let (before, after) = (format!("`{program}` is "), " lines of code");
    let told = text.split_once(&before).and_then(|(_, rest)| rest.split_once(after));
    let told = told.map(|(figure, _)| figure.replace(' ', ""));
    let rounded = total.div_ceil(100) * 100;
    match told.and_then(|figure| figure.parse::<usize>().ok()) {
        Some(figure) if figure == rounded => Ok(()),
        _ => Err(format!("README.md does not say `{before}{rounded}{after}`")),
    }
}

/// The lines of code of each of our crates that the program contains.
fn count(program: &str) -> Result<BTreeMap<String, usize>, String> {
    let mut lines = BTreeMap::new();
    for (name, (folder, features)) in crates(program)? {
        let source = folder.join("src");
        let entry = ["lib.rs", "main.rs"].map(|file| source.join(file));
        let entry = entry.iter().find(|path| path.exists());
        let entry = entry.ok_or_else(|| format!("{name} has neither a library nor a program"))?;
        let mut total = of_module(entry, &source, &features)?;
        let build = folder.join("build.rs");
        if build.exists() {
            total += code(&read(&build)?, &features).0;
        }
        lines.insert(name, total);
    }
    Ok(lines)
}

/// What `cargo tree` says: our crates, where they are, and which of their features are asked for.
fn crates(program: &str) -> Result<BTreeMap<String, (PathBuf, BTreeSet<String>)>, String> {
    let arguments = ["tree", "--offline", "--package", program, "--edges", "normal"];
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(arguments)
        .args(["--prefix", "none", "--format", "{p}|{f}"])
        .current_dir(root())
        .output()
        .map_err(|error| format!("cargo tree could not be started: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let mut found = BTreeMap::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Some((package, features)) = line.split_once('|') else { continue };
        let Some((name, path)) = package.split_once(" v").and_then(|(name, rest)| {
            let (_, path) = rest.split_once(" (/")?;
            Some((name, PathBuf::from(format!("/{}", path.strip_suffix(')')?))))
        }) else {
            continue;
        };
        let features = features.trim_end_matches(" (*)").split(',').map(str::to_owned);
        found.insert(name.to_owned(), (path, features.collect()));
    }
    Ok(found)
}

/// The lines of code of a module and of all that are below it. `folder` is where those are looked for.
fn of_module(path: &Path, folder: &Path, features: &BTreeSet<String>) -> Result<usize, String> {
    let text = read(path)?;
    let (mut total, below) = code(&text, features);
    for name in below {
        let inner = folder.join(&name);
        let elsewhere =
            text.split_once("#[path = \"").and_then(|(_, rest)| rest.split_once("\"]\nmod "));
        let elsewhere = elsewhere.filter(|(_, rest)| rest.starts_with(&format!("{name};")));
        let elsewhere = folder.join(elsewhere.map_or("", |(place, _)| place));
        let plain = [folder.join(format!("{name}.rs")), inner.join("mod.rs")];
        let candidates = [&plain[0], &plain[1], &elsewhere];
        let file = candidates.into_iter().find(|path| path.exists());
        let file = file.ok_or_else(|| format!("{}: no file for {name}", path.display()))?;
        total += of_module(file, &inner, features)?;
    }
    Ok(total)
}

/// The number of lines of code, and the modules that are declared.
fn code(text: &str, features: &BTreeSet<String>) -> (usize, Vec<String>) {
    let (mut count, mut modules) = (0, Vec::new());
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let words = line.trim();
        if words.is_empty() || words.starts_with("//") {
            continue;
        }
        let feature =
            words.strip_prefix("#[cfg(feature = \"").and_then(|rest| rest.strip_suffix("\")]"));
        if words == "#[cfg(test)]" || feature.is_some_and(|name| !features.contains(name)) {
            skip_item(&mut lines);
            continue;
        }
        count += 1;
        let item =
            ["pub ", "pub(crate) ", "pub(super) "].iter().find_map(|it| words.strip_prefix(it));
        let declared = item.unwrap_or(words).strip_prefix("mod ");
        modules.extend(declared.and_then(|rest| rest.strip_suffix(';')).map(str::to_owned));
    }
    (count, modules)
}

/// Goes to the end of an item: its first line, if that ends it, or the line with the bracket that closes it.
fn skip_item<'a>(lines: &mut impl Iterator<Item = &'a str>) {
    let Some(first) = lines.find(|line| !line.trim_start().starts_with("#[")) else { return };
    let indent = first.len() - first.trim_start().len();
    let closes = |line: &str| line.len() > indent && line[indent..].starts_with('}');
    if !first.ends_with(';') && !first.ends_with("{}") {
        lines.find(|line| closes(line));
    }
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the root").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_trusted_base_is_small_and_the_readme_says_how_small() {
        let readme = read(&root().join("README.md")).unwrap_or_else(|problem| panic!("{problem}"));
        for (program, most) in PROGRAMS {
            let lines = count(program).unwrap_or_else(|problem| panic!("{problem}"));
            let verdict = check(program, most, lines.values().sum(), &readme);
            assert_eq!(verdict, Ok(()), "{lines:#?}");
        }
    }

    #[test]
    fn no_engine_no_recogniser_and_no_front_is_trusted() {
        let within = |program| crates(program).unwrap_or_default().into_keys().collect::<Vec<_>>();
        let named = |names: &[&str]| names.iter().map(|name| format!("bouton-{name}")).collect();
        let games: Vec<String> =
            named(&["certify", "check", "definition", "graphs", "lang", "oracle", "values"]);
        assert_eq!(within("bouton-check"), games);
        let graphs: Vec<String> = named(&["certify", "check-graph", "graphs", "values"]);
        assert_eq!(within("bouton-check-graph"), graphs);
        let lang = &crates("bouton-check").unwrap_or_default()["bouton-lang"].1;
        assert!(!lang.contains("facts") && !lang.contains("print"), "{lang:?}");
    }

    #[test]
    fn code_is_what_is_compiled() {
        let text = "\
//! A head.
mod one;
#[cfg(feature = \"more\")]
pub mod two;

#[cfg(feature = \"more\")]
fn f() {
    g();
}
/// Words.
fn g() {
    // Why.
    h(); // here
}
#[cfg(test)]
mod tests {
    use super::*;
}
";
        let (count, modules) = code(text, &BTreeSet::new());
        assert_eq!((count, modules), (4, vec!["one".to_owned()]));
        let (count, modules) = code(text, &BTreeSet::from(["more".to_owned()]));
        assert_eq!((count, modules.len()), (10, 2));
    }

    #[test]
    fn a_stale_figure_and_a_large_one_are_told() {
        let readme = "It is small: `it` is 11 500 lines\nof code.";
        assert_eq!(check("it", 12_000, 11_450, readme), Ok(()));
        assert!(check("it", 12_000, 11_550, readme).is_err());
        assert!(check("it", 12_000, 12_001, "`it` is 12 100 lines of code").is_err());
        assert!(check("it", 12_000, 100, "nothing").is_err());
    }
}
