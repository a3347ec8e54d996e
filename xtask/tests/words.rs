//! The words of CONTRIBUTING.md: what its "never" table forbids does not occur in public documentation, messages,
//! help texts, documents and the page; and every file says in its head what it holds.

use std::fs;
use std::path::{Path, PathBuf};

use crate::assets::{Kind, parts};

/// "behind" in its usual meaning is followed by one of these.
const BEHIND: &[&str] = &["ssh", "a proxy"];

/// "worth" that is not said of a value is followed by one of these.
const WORTH: &[&str] = &["a", "another", "following", "its", "recognising", "some", "something"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in the root").to_owned()
}

/// A text that people read.
struct Text {
    /// Is it the start of a doc comment, which rustdoc shows alone?
    is_doc: bool,
    text: String,
}

/// What the table in CONTRIBUTING.md forbids.
struct Never {
    /// Phrases in lower case, between quotation marks in the table.
    phrases: Vec<Vec<String>>,
    /// Names of types, between backticks in the table.
    names: Vec<String>,
}

impl Never {
    fn read() -> Never {
        let text = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
        let lines = text.lines().skip_while(|line| !line.starts_with("| never |"));
        let cells = lines.skip(2).map_while(|line| line.strip_prefix("| ")?.split(" | ").next());
        let mut never = Never { phrases: Vec::new(), names: Vec::new() };
        for cell in cells {
            // Every second part of a split is between two marks. An X in the table stands for any word.
            let quoted = cell.split('"').skip(1).step_by(2);
            never.phrases.extend(quoted.map(|phrase| words(phrase.trim_end_matches(" X"))));
            never.names.extend(cell.split('`').skip(1).step_by(2).map(str::to_owned));
        }
        never
    }

    /// The first forbidden phrase in a text, with the words around it.
    fn find(&self, text: &Text) -> Option<String> {
        let words = words(&text.text);
        // A message may be put together from several texts: this one goes on elsewhere.
        if let Some(end) = words.last().filter(|last| ["stand", "stands"].contains(&last.as_str()))
        {
            return Some(format!("\"{end}\" at the end of \"{}\"", words.join(" ")));
        }
        (0..words.len()).find_map(|at| {
            let is_start = text.is_doc && at == 0;
            let mut phrases = self.phrases.iter();
            let phrase = phrases.find(|phrase| is_at(phrase, &words, at, is_start))?;
            let around = &words[at.saturating_sub(4)..(at + phrase.len() + 4).min(words.len())];
            Some(format!("\"{}\" in \"… {} …\"", phrase.join(" "), around.join(" ")))
        })
    }
}

/// The words of a text in lower case, with a comma for punctuation, so that no phrase extends over it.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for word in text.split_whitespace() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        words.extend((!bare.is_empty()).then(|| bare.to_lowercase()));
        words.extend(word.ends_with([',', '.', ';', ':', '?', '!']).then(|| ",".to_owned()));
    }
    words
}

/// Is the phrase here, in the sense that the table means? `is_start`: a doc comment starts here.
fn is_at(phrase: &[String], words: &[String], at: usize, is_start: bool) -> bool {
    if !words[at..].starts_with(phrase) {
        return false;
    }
    let before = if at == 0 { "" } else { words[at - 1].as_str() };
    let after = words[at + phrase.len()..].join(" ");
    match phrase.join(" ").as_str() {
        "is no" | "are no" => {
            // "The answer is no: …" says something else.
            let usual = ["longer", "more", "less", ","];
            before != "there" && !usual.iter().any(|word| after.starts_with(word))
        }
        "the same" => is_start,
        "worth" => {
            before != "not" && !WORTH.contains(&words[at + 1..].first().map_or("", |word| word))
        }
        "behind" => !BEHIND.iter().any(|usual| after.starts_with(usual)),
        _ => true,
    }
}

/// The doc comments of a Rust file, each as one text, and its string literals that are messages; without its tests.
fn of_rust(source: &str) -> Vec<Text> {
    let source = without_tests(source);
    let mut texts = Vec::new();
    let mut doc = String::new();
    let mut rest = source;
    while !rest.is_empty() {
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        if let Some(text) = rest.strip_prefix("///").or_else(|| rest.strip_prefix("//!")) {
            doc += &text[..line.len() - 3];
            doc.push('\n');
            rest = rest[line.len()..].trim_start();
            continue;
        }
        // Between two doc comments there is code, so that none begins in the middle of this one.
        if !doc.is_empty() {
            texts.extend(of_doc(&std::mem::take(&mut doc)));
        }
        let length = if rest.starts_with("//") {
            line.len()
        } else if let Some((text, length)) = string(rest) {
            texts.extend(text.contains(' ').then(|| plain(&text.replace("\\n", " "))));
            length
        } else if rest.starts_with("'\\") || rest.starts_with("'\"'") {
            rest[2..].find('\'').map_or(rest.len(), |at| at + 3)
        } else {
            rest.chars().next().map_or(1, char::len_utf8)
        };
        rest = &rest[length..];
    }
    texts.extend(of_doc(&doc));
    texts
}

/// A Rust file up to its tests, if these are written in it: `mod tests;`, which names another file, may stand anywhere.
fn without_tests(source: &str) -> &str {
    let is_inline = |at: &usize| {
        let item = source[*at..].lines().nth(1).unwrap_or_default();
        item.starts_with("mod ") && item.ends_with('{')
    };
    let mut places = source.match_indices("#[cfg(test)]\n").map(|(at, _)| at);
    places.find(is_inline).map_or(source, |at| &source[..at])
}

/// The paragraphs of a doc comment.
fn of_doc(doc: &str) -> Vec<Text> {
    let paragraphs = without_code(doc).into_iter().enumerate();
    paragraphs.map(|(index, text)| Text { is_doc: index == 0, text }).collect()
}

fn plain(text: &str) -> Text {
    Text { is_doc: false, text: text.to_owned() }
}

/// A string literal at the beginning of this code, raw or not, and how long it is with its quotes.
fn string(code: &str) -> Option<(&str, usize)> {
    if let Some(raw) = code.strip_prefix('r').filter(|raw| raw.starts_with(['#', '"'])) {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let inner = raw[hashes..].strip_prefix('"')?;
        let end = format!("\"{}", "#".repeat(hashes));
        let length = inner.find(&end)?;
        return Some((&inner[..length], 1 + hashes + 1 + length + end.len()));
    }
    let inner = code.strip_prefix('"')?;
    let mut is_escaped = false;
    for (at, c) in inner.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return Some((&inner[..at], at + 2)),
            _ => {}
        }
    }
    None
}

/// The paragraphs of a text in Markdown, without blocks of code and without inline code.
fn without_code(text: &str) -> Vec<String> {
    let prose: Vec<&str> = text.split("```").step_by(2).collect();
    let prose = prose.join("\n\n");
    let inline = |paragraph: &str| -> String { paragraph.split('`').step_by(2).collect() };
    let blank = |line: &str| line.trim().is_empty();
    let mut paragraphs = vec![String::new()];
    for line in prose.lines() {
        match paragraphs.last_mut() {
            Some(last) if !blank(line) => *last += &format!("{line}\n"),
            _ => paragraphs.push(String::new()),
        }
    }
    paragraphs.iter().map(|paragraph| inline(paragraph)).filter(|text| !blank(text)).collect()
}

/// The texts of a file that people read, by the kind of file.
fn texts(path: &Path) -> Vec<Text> {
    let source = || fs::read_to_string(path).unwrap();
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("rs") => of_rust(&source()),
        Some("md") => without_code(&source()).iter().map(|text| plain(text)).collect(),
        Some("js") => {
            let parts = parts(&source()).into_iter();
            let read = |kind: Kind| matches!(kind, Kind::Comment | Kind::Text);
            parts.filter(|(kind, _)| read(*kind)).map(|(_, text)| plain(&text)).collect()
        }
        Some(
            "html" | "css" | "py" | "pyi" | "ipynb" | "toml" | "game" | "txt" | "v" | "sh" | "tsv",
        ) => source().split("\n\n").map(plain).collect(),
        _ => Vec::new(),
    }
}

/// All files of these folders but those in folders of tests, and the files that are named themselves.
fn files(paths: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open: Vec<PathBuf> = paths.iter().map(|path| root().join(path)).collect();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let tests = ["tests", "browser", "benches", "target"];
            let inside = fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path());
            open.extend(inside.filter(|one| !tests.iter().any(|name| one.ends_with(name))));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[test]
fn the_words_of_the_table_are_not_used() {
    let never = Never::read();
    let documents = ["README.md", "ARCHITECTURE.md", "SECURITY.md", "CHANGELOG.md"];
    let folders = ["crates", "docs", "python", "xtask", "suite", "fuzz", "bench-peers", "rocq"];
    let places = [&documents[..], &folders].concat();
    let mut found = Vec::new();
    let mut seen = 0;
    for path in files(&places).into_iter().filter(|path| !path.ends_with("tests.rs")) {
        let name = path.strip_prefix(root()).unwrap().to_owned();
        for text in texts(&path) {
            seen += 1;
            found.extend(never.find(&text).map(|what| format!("{}: {what}", name.display())));
        }
    }
    assert!(seen > 3000, "only {seen} texts were looked at");
    assert!(found.is_empty(), "{} places:\n{}", found.len(), found.join("\n"));
}

#[test]
fn every_file_has_a_head() {
    let mut found = Vec::new();
    let mut seen = 0;
    for path in files(&["crates", "python/src", "xtask/src"]) {
        let name = path.strip_prefix(root()).unwrap().to_owned();
        let is_source = path.extension().is_some_and(|ending| ending == "rs");
        if !is_source {
            continue;
        }
        seen += 1;
        if !fs::read_to_string(&path).unwrap().starts_with("//! ") {
            found.push(name.display().to_string());
        }
    }
    assert!(seen > 200, "only {seen} files were looked at");
    assert!(found.is_empty(), "without a head: {}", found.join(", "));
}

#[test]
fn types_have_names_that_can_be_searched_for() {
    let never = Never::read();
    let mut found = Vec::new();
    for path in files(&["crates", "python/src"]) {
        let name = path.strip_prefix(root()).unwrap().to_owned();
        let is_source = path.extension().is_some_and(|ending| ending == "rs");
        if !is_source {
            continue;
        }
        for line in fs::read_to_string(&path).unwrap().lines() {
            let Some(item) = line.trim().strip_prefix("pub ") else { continue };
            let mut words = item.split(|c: char| !c.is_alphanumeric());
            let is_type = matches!(words.next(), Some("struct" | "enum" | "type" | "trait"));
            if is_type && words.next().is_some_and(|word| never.names.iter().any(|n| n == word)) {
                found.push(format!("{}: {line}", name.display()));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_table_is_read_and_its_phrases_are_found() {
    let never = Never::read();
    assert!(never.phrases.len() >= 12, "{:?}", never.phrases);
    assert!(never.names.contains(&"Unread".to_owned()), "{:?}", never.names);
    for bad in [
        "Up to so many games are added.",
        "It is told on standard\nerror.",
        "This is no game.",
        "The same for files.",
        "the server shall stop",
        "a value stands behind `=`",
        "the answer broke off",
        "two digits behind the point",
        "They are no games.",
        "a heap of 3 is worth 2",
        "different endings stand",
        "the visit breaks off",
    ] {
        let text = Text { is_doc: true, text: bad.to_owned() };
        assert!(never.find(&text).is_some(), "{bad}");
    }
    for good in [
        "There is no such game.",
        "It is no longer used.",
        "The answer is no.",
        "Both have the same moves.",
        "machines behind SSH",
        "a shallow search, marshalled",
        "the moves so far, as a list",
        "The same sentence may start a message.",
        "There are no such games.",
        "not worth the time",
        "It is worth a try.",
        "As it stands, both stand.",
    ] {
        assert_eq!(never.find(&plain(good)), None, "{good}");
    }
}

#[test]
fn texts_of_rust_are_its_documentation_and_its_messages() {
    let source = "//! Head, first\n//! paragraph.\n\nuse a;\n\n/// Says `shall`.\n///\n/// ```\n/// shall();\n/// ```\n\
                  fn f() {\n    // shall\n    let quote = '\"';\n    bad(\"it \\\"shall\\\" be\", r#\"a \"raw\" text\"#);\n}\n\n\
                  #[cfg(test)]\nmod tests {\n    const A: &str = \"no message\";\n}\n";
    let texts: Vec<String> = of_rust(source)
        .iter()
        .map(|one| words(&one.text).join(" "))
        .filter(|t| !t.is_empty())
        .collect();
    assert_eq!(texts, ["head , first paragraph ,", "says ,", "it shall be", "a raw text"]);
    let texts = of_rust("//! Head.\n\n#[cfg(test)]\nmod tests;\n\n/// The rest.\nfn f() {}\n");
    assert_eq!(texts.len(), 2, "tests in another file hide nothing of this one");
}
