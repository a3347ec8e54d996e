//! Rule files as people name them, and the example files of the documents.

use std::fs;
use std::path::{Path, PathBuf};

use bouton_lab::rules::catalogue::games;
use bouton_lab::values::Outcome;
use bouton_lab::{
    FormatResult, Question, ReadError, answer, check_rules, explain, format_rules, read_game,
    read_game_as_written, rule_text, usual_start,
};

fn examples() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut games: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|ending| ending == "game")).collect();
    games.sort();
    assert!(games.len() >= 15, "only {} examples were found", games.len());
    games
}

fn outcome(game: bouton_lab::rules::Game, position: &str, engine: Option<&str>) -> Outcome {
    let start = game.position(position).unwrap();
    let engine = engine.map(str::to_owned);
    let question = Question { engine, ..Question::solve(game, start) };
    answer(&question).unwrap().solution().unwrap().outcome
}

#[test]
fn every_example_is_a_game_without_mistakes_in_the_usual_layout() {
    for path in examples() {
        let text = fs::read_to_string(&path).unwrap();
        let found = check_rules(&text);
        assert_eq!(found.diagnostics, [], "{}", path.display());
        assert_eq!(format_rules(&text), FormatResult::Unchanged, "{}", path.display());
        let stem = path.file_stem().unwrap().to_str().unwrap();
        assert_eq!(found.game.as_deref(), Some(stem), "a file is called like its game");
    }
}

/// Each file says in a comment how to try it. What was recognised and the definition of what was
/// written agree.
#[test]
fn every_example_solves_what_it_proposes() {
    for path in examples() {
        let name = path.to_str().unwrap();
        let position = proposed(name);
        let found = outcome(read_game(name).unwrap(), &position, None);
        let defined = outcome(read_game_as_written(name).unwrap(), &position, Some("oracle"));
        assert_eq!(found, defined, "{name} {position}");
    }
}

/// The families and the engines that the examples are for.
#[test]
fn the_examples_reach_the_engines_that_they_show() {
    let expected = [
        ("antonim", "heaps that differ", "completions"),
        ("chomp", "chomp", "oracle"),
        ("circular-nim", "as written", "oracle"),
        ("euclid", "euclid", "euclid-golden"),
        ("even-odd", "subtraction", "shift-register"),
        ("exact-nim", "as written", "oracle"),
        ("fast-nimrod", "pile and rate", "rate-columns"),
        ("fibonacci", "heap and limit", "zeckendorf"),
        ("kayles", "take and break", "heap-values"),
        ("knight", "lattice walk", "lattice-table"),
        ("last-loses", "subtraction", "shift-register"),
        ("mark", "one heap", "heap-values"),
        ("moore", "several heaps at once", "moore-columns"),
        ("near-wythoff", "as written", "bytecode"),
        ("nim", "nim", "nim-sum"),
        ("nimhoff", "as written", "oracle"),
        ("nimrod", "pile and rate", "nimrod-rows"),
        ("pass-nim", "as written", "bytecode"),
        ("roundabout", "as written", "oracle"),
        ("slow-nimrod", "as written", "bytecode"),
        ("stairs", "as written", "bytecode"),
        ("take", "subtraction", "heap-values"),
        ("take-a-square", "one heap", "heap-values"),
        ("tollgate", "as written", "bytecode"),
        ("two-hands", "partizan subtraction", "canonical-forms"),
        ("wythoff", "lattice walk", "wythoff-golden"),
    ];
    let examples = examples();
    assert_eq!(examples.len(), expected.len(), "an example came or went: say so here");
    for (name, family, engine) in expected {
        let path = examples.iter().find(|path| path.file_stem().is_some_and(|stem| stem == name));
        let path = path.expect(name).to_str().unwrap();
        let game = read_game(path).unwrap();
        let start = game.position(&proposed(path)).unwrap();
        let explained = explain(&game, Some(start.clone()));
        assert_eq!(explained.family.as_deref(), Some(family), "{name}");
        assert_eq!(explained.plans[0].question, format!("solve {start}"));
        assert_eq!(explained.plans[0].engine.as_deref(), Some(engine), "{name}");
        assert!(usual_start(&game).is_ok(), "{name}");
    }
}

/// The position that a file proposes in a comment.
fn proposed(path: &str) -> String {
    let text = fs::read_to_string(path).unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix("# Try: bouton solve "));
    let (_, position) = line.expect(path).split_once(' ').unwrap();
    position.to_owned()
}

#[test]
fn every_text_of_the_catalogue_is_a_game_in_the_usual_layout() {
    let mut texts = 0;
    for entry in games() {
        let names = [entry.name, entry.example.0];
        for text in names.into_iter().filter_map(|name| rule_text(name).ok()) {
            let found = check_rules(&text);
            assert_eq!(found.diagnostics, [], "{}\n{text}", entry.name);
            assert_eq!(format_rules(&text), FormatResult::Unchanged, "{}\n{text}", entry.name);
            texts += 1;
        }
    }
    assert!(texts > 20, "only {texts} texts");
}

/// A folder of its own for the files of a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("bouton-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str, content: &[u8]) -> String {
        let path = self.0.join(name);
        fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const TAKE: &[u8] = b"game take(S = {1, 3, 4}, T = {1})\nposition n\n\
    left move s in S: n' = n - s\nright move t in T: n' = n - t\n";

#[test]
fn files_take_parameters_endings_and_stand_in_sums() {
    let folder = Folder::new("files");
    let path = folder.file("take.game", TAKE);
    for (game, title, position) in [
        (path.clone(), "take", "9"),
        (format!("{path}:1,2|2"), "take:1,2|2", "9"),
        (format!("{path}:T=2"), "take:T=2", "9"),
        (format!("{path}/misere"), "take/misere", "9"),
        (format!("{path}:1,2|2/misere"), "take:1,2|2/misere", "9"),
        (format!("{path} + nim"), "take + nim", "9;3"),
        (format!("nim + {path}:1"), "nim + take:1", "3;9"),
    ] {
        let read = read_game(&game).unwrap_or_else(|unread| panic!("{game}: {unread:?}"));
        assert_eq!(read.title(), title);
        assert!(read.position(position).is_ok(), "{game} {position}");
        // The text of a game says everything: no file is needed to read it again.
        let again = bouton_lab::rules::Game::parse(read.text()).unwrap();
        assert_eq!(again.text(), read.text());
    }
}

fn refused(game: &str) -> (String, String) {
    match read_game(game) {
        Err(ReadError::Refused(refusal)) => (refusal.to_string(), refusal.help().to_string()),
        other => panic!("{game}: {other:?}"),
    }
}

#[test]
fn files_that_are_no_rules_are_refused() {
    let folder = Folder::new("refused");
    let path = folder.file("take.game", TAKE);
    let missing = path.replace("take", "tale");
    let (problem, help) = refused(&missing);
    assert!(problem.contains("no file and no game is called"), "{problem}");
    assert!(help.contains("take.game"), "{help}");
    let latin = folder.file("latin.game", b"game t\xe4ke\n");
    assert!(refused(&latin).0.contains("UTF-8"));
    let long = folder.file("long.game", &vec![b'#'; bouton_lang::LONGEST_TEXT + 1]);
    assert!(refused(&long).0.contains("bytes"));
    let (problem, help) = refused(&format!("{path}:1|2|3"));
    assert!(problem.contains("3 values") && help.contains("S, T"), "{problem}: {help}");
    let directory = folder.0.to_str().unwrap();
    assert!(refused(directory).0.contains("is a folder, not a game or a rule file"));
    let (_, help) = refused(path.strip_suffix(".game").unwrap());
    assert_eq!(help, format!("did you mean `{path}`?"));
}

#[test]
fn all_mistakes_of_a_file_come_back_with_its_text() {
    let folder = Folder::new("mistaken");
    let text = "game take\nposition n\nmove k >= 1: n' = n + k\nend nobody\n";
    let path = folder.file("take.game", text.as_bytes());
    for game in [path.clone(), format!("{path}:3"), format!("nim + {path}"), text.to_owned()] {
        let Err(ReadError::InvalidRules(mistakes)) = read_game(&game) else { panic!("{game}") };
        assert_eq!(mistakes.source.text, text);
        let lines: Vec<usize> = mistakes
            .diagnostics
            .iter()
            .map(|one| text[..one.span.start].matches('\n').count() + 1)
            .collect();
        assert!(lines.contains(&3) && lines.contains(&4), "{:?}", mistakes.diagnostics);
    }
}

#[test]
fn a_layout_is_not_changed_twice() {
    let text = "game   take ( S={1,3} )\nposition   n # heap\nmove s∈S:n'=n−s";
    let FormatResult::Changed(new) = format_rules(text) else { panic!("{text} is not laid out") };
    assert_eq!(format_rules(&new), FormatResult::Unchanged);
    let FormatResult::InvalidRules(_) = format_rules("game take(\n") else {
        panic!("it is mistaken")
    };
}
