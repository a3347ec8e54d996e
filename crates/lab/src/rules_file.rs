//! Reads games from the text that names them, and rule texts from files; checks and formats rule texts.
//!
//! Crates below the lab open no files: here paths become texts, and mistakes keep the text that they are in.

use std::cell::RefCell;
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use bouton_lang::syntax::{ItemKind, Many};
use bouton_lang::{Diagnostic, LONGEST_TEXT, check, parse, print};
use bouton_rules::catalogue;
use bouton_rules::{Game, Refusal, Spec};

use crate::files;

/// Reads a game: a name of the catalogue, a path to a rule file, rules, or a sum of them; see [`Game::parse_with`].
pub fn read_game(text: &str) -> Result<Game, ReadError> {
    read_by(text, Game::parse_with)
}

/// Reads a game from an untrusted text: like [`read_game`], but it never opens a file.
///
/// ```
/// use bouton_lab::read_game_text;
///
/// assert!(read_game_text("nim + kayles").is_ok());
/// assert!(read_game_text("Cargo.toml").is_err());
/// ```
pub fn read_game_text(text: &str) -> Result<Game, ReadError> {
    Game::parse(text).map_err(|refusal| {
        let typed = RuleText { name: RuleText::TYPED.to_owned(), text: text.to_owned() };
        all_mistakes(vec![typed]).map_or(ReadError::Refused(refusal), ReadError::InvalidRules)
    })
}

/// Reads a game like [`read_game`], but runs its rules as written: no family of games is recognised in them.
pub fn read_game_as_written(text: &str) -> Result<Game, ReadError> {
    read_by(text, Game::as_written_with)
}

/// Reads a game from a rule text and the arguments of its parameters, separated by `|`.
///
/// ```
/// use bouton_lab::game_of_rules;
///
/// let text = "# any numbers\ngame take(S)\nposition n\nmove s in S: n' = n - s\n";
/// assert!(game_of_rules(text, "1,3").is_ok());
/// assert!(game_of_rules(text, "").is_err(), "S has no value");
/// ```
pub fn game_of_rules(text: &str, arguments: &str) -> Result<Game, ReadError> {
    const PATH: &str = "rules.game";
    let source = RuleText::from(RuleText::TYPED, text.as_bytes())?;
    let file = |path: &str| (path == PATH).then(|| Ok(source.text.clone()));
    let named = match arguments.trim() {
        "" => PATH.to_owned(),
        arguments => format!("{PATH}:{arguments}"),
    };
    Game::parse_with(&named, &file).map_err(|refusal| {
        let found = check_rules(&source.text);
        match found.is_game() {
            true => ReadError::Refused(refusal),
            false => ReadError::InvalidRules(Mistakes { source, diagnostics: found.diagnostics }),
        }
    })
}

/// Why a text could not be read as a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The text names no game, or its parameters are wrong.
    Refused(Refusal),
    /// The rules in the text, or in the file that it names, have mistakes.
    InvalidRules(Mistakes),
}

impl From<Refusal> for ReadError {
    fn from(refusal: Refusal) -> ReadError {
        ReadError::Refused(refusal)
    }
}

/// The rules of a game as a text that can be changed and used as a rule file. A name of the catalogue alone leaves
/// the parameters open.
pub fn rule_text(game: &str) -> Result<String, ReadError> {
    let entry = catalogue::games().iter().find(|entry| entry.name == game.trim());
    if let Some(text) = entry.and_then(|entry| entry.text) {
        return Ok(text.to_owned());
    }
    let game = read_game(game)?;
    if let Some(written) = game.written() {
        return Ok(written.text());
    }
    let why = match game.finite().map(|game| &game.spec) {
        None => "its piles are real numbers, and a rule text has whole numbers only",
        Some(Spec::Board(_)) => "its positions are boards, and a rule text has numbers only",
        Some(Spec::Digraph(_)) => "its moves are a list of arrows",
        Some(Spec::Sum(_)) => "a sum has a text for each component; name one of them",
        Some(_) => "its rules are written in Rust",
    };
    Err(Refusal::unsupported(
        format!("{} has no rule text: {why}", game.title()),
        "ask for a game that has one, such as nimrod",
    )
    .into())
}

/// Reads the rule text at a path, if there is one.
type Files<'a> = &'a dyn Fn(&str) -> Option<Result<String, Refusal>>;

fn read_by(
    text: &str,
    parse: fn(&str, Files<'_>) -> Result<Game, Refusal>,
) -> Result<Game, ReadError> {
    let typed = RuleText { name: RuleText::TYPED.to_owned(), text: text.to_owned() };
    let sources = RefCell::new(vec![typed]);
    let missing = RefCell::new(Vec::new());
    let file = |path: &str| {
        let path = Path::new(path);
        // A folder holds no rules; anything else, such as a pipe, is read.
        match fs::metadata(path) {
            Ok(known) if !known.is_dir() => {}
            Err(error) if error.kind() == ErrorKind::PermissionDenied => {
                let name = path.display().to_string();
                return Some(Err(unreadable(&name, &files::reason(&error))));
            }
            _ => {
                missing.borrow_mut().push(path.to_owned());
                return None;
            }
        }
        let read = RuleText::read(path).map(|source| {
            let text = source.text.clone();
            sources.borrow_mut().push(source);
            text
        });
        Some(read)
    };
    let game = parse(text, &file);
    game.map_err(|refusal| match all_mistakes(sources.into_inner()) {
        Some(mistakes) => ReadError::InvalidRules(mistakes),
        None => ReadError::Refused(with_file(refusal, &missing.into_inner())),
    })
}

/// Proposes a rule file whose name is nearly that of one of the paths, or says that a path is a folder.
fn with_file(refusal: Refusal, missing: &[PathBuf]) -> Refusal {
    let Refusal::BadInput { problem, .. } = &refusal else { return refusal };
    let is_unknown = problem.contains("no game is called");
    if let Some(folder) = missing.iter().find(|path| is_unknown && path.is_dir()) {
        let problem = format!("`{}` is a folder, not a game or a rule file", folder.display());
        return Refusal::bad(problem, "name a rule file in it");
    }
    match missing.iter().find_map(|path| near_file(path)) {
        Some(near) => Refusal::bad(problem.clone(), format!("did you mean `{}`?", near.display())),
        None => refusal,
    }
}

/// A rule file in the same folder whose name is nearly that of this path.
fn near_file(path: &Path) -> Option<PathBuf> {
    const FARTHEST: usize = 2;
    let name = path.file_name()?.to_str().filter(|name| name.len() < 256)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let ended = folder.unwrap_or(Path::new(".")).join(format!("{name}.game"));
    if ended.is_file() {
        return Some(ended);
    }
    let entries = fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let distance = |other: &String| strsim::osa_distance(name, other);
    let near = names.filter(|other| other.ends_with(".game")).min_by_key(distance)?;
    (distance(&near) <= FARTHEST).then(|| path.with_file_name(near))
}

/// All mistakes of the first of these texts that has any.
fn all_mistakes(sources: Vec<RuleText>) -> Option<Mistakes> {
    let is_rules = |source: &RuleText| {
        source.name != RuleText::TYPED || source.text.trim_start().starts_with("game ")
    };
    sources.into_iter().filter(is_rules).find_map(|source| {
        let found = check_rules(&source.text);
        let mistaken = !found.is_game();
        mistaken.then_some(Mistakes { source, diagnostics: found.diagnostics })
    })
}

/// A rule text and its name in messages: its file, or [`RuleText::TYPED`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleText {
    /// The name in messages, such as the path as it was typed.
    pub name: String,
    /// The rules as a text.
    pub text: String,
}

/// A rule text and its mistakes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistakes {
    /// The rule text with the mistakes.
    pub source: RuleText,
    /// The mistakes and warnings, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl RuleText {
    /// The name of a rule text that was typed in place of a game's name.
    pub const TYPED: &str = "the rules";
    /// The name of a rule text that was read from standard input.
    pub const STANDARD_INPUT: &str = "standard input";

    /// Reads a rule file: text in UTF-8 that is not too long.
    pub fn read(path: &Path) -> Result<RuleText, Refusal> {
        let name = path.display().to_string();
        let opened = files::open(path);
        let (file, _) = opened.map_err(|error| unreadable(&name, &files::reason(&error)))?;
        RuleText::from(&name, file)
    }

    /// Reads a rule text from anywhere.
    pub fn from(name: &str, input: impl Read) -> Result<RuleText, Refusal> {
        let mut bytes = Vec::new();
        let most = LONGEST_TEXT as u64 + 1;
        let read = input.take(most).read_to_end(&mut bytes);
        read.map_err(|error| unreadable(name, &error.to_string()))?;
        if bytes.len() > LONGEST_TEXT {
            return Err(Refusal::bad(
                format!("{name}: longer than {LONGEST_TEXT} bytes, the limit for a rule text"),
                "shorten it; a game is usually ten lines long",
            ));
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let place = error.utf8_error().valid_up_to();
            Refusal::bad(
                format!("{name}: not a text in UTF-8 (see byte {place})"),
                "give a rule file; a text file in another encoding can be saved as UTF-8",
            )
        })?;
        Ok(RuleText { name: name.to_owned(), text })
    }
}

fn unreadable(name: &str, problem: &str) -> Refusal {
    Refusal::bad(format!("{name}: {problem}"), "check the path and its permissions")
}

/// The result of checking a rule text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesCheck {
    /// The mistakes and warnings, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The name of the game, if the text has one.
    pub game: Option<String>,
    /// The declared positions: `pile, rate` or `heaps h`.
    pub positions: Option<String>,
    /// Example values that were used for parameters without a value: `S = {1, 2}`.
    pub stand_ins: Vec<String>,
}

impl RulesCheck {
    /// Are the rules free of errors, so that the game can be played?
    #[must_use]
    pub fn is_game(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Checks a rule text. Parameters without a value get an example value for the check.
#[must_use]
pub fn check_rules(text: &str) -> RulesCheck {
    let (file, mut diagnostics) = parse(text);
    let (complete, stand_ins) = bouton_lang::with_stand_ins(&file);
    // The checker skips what the parser could not read, so the mistakes of both are reported.
    let overlaps = |one: &Diagnostic, other: &Diagnostic| {
        one.span.start < other.span.end && other.span.start < one.span.end
    };
    let readable = !diagnostics.iter().any(Diagnostic::is_error);
    let mut more = check(&complete).1;
    more.retain(|one| {
        (readable || one.is_error()) && !diagnostics.iter().any(|other| overlaps(one, other))
    });
    diagnostics.extend(more);
    diagnostics.sort_by_key(|one| one.span);
    let kinds = || file.items.iter().map(|item| &item.kind);
    let game = kinds().find_map(|kind| match kind {
        ItemKind::Game { name, .. } => Some(name.text.clone()),
        _ => None,
    });
    let positions = kinds().find_map(|kind| match kind {
        ItemKind::Position(numbers) => {
            let names: Vec<&str> = numbers.iter().map(|one| one.name.text.as_str()).collect();
            Some(names.join(", "))
        }
        ItemKind::Many(Many::Heaps, name) => Some(format!("heaps {}", name.text)),
        ItemKind::Many(Many::Coins, name) => Some(format!("coins {}", name.text)),
        ItemKind::Many(Many::Rows, name) => Some(format!("rows {}", name.text)),
        _ => None,
    });
    RulesCheck { diagnostics, game, positions, stand_ins }
}

/// The result of formatting a rule text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormatResult {
    /// The text has the standard layout already.
    Unchanged,
    /// The text in the standard layout.
    Changed(String),
    /// The text has syntax errors, so it cannot be formatted.
    InvalidRules(Vec<Diagnostic>),
}

/// Puts a rule text into the standard layout.
#[must_use]
pub fn format_rules(text: &str) -> FormatResult {
    let (file, diagnostics) = parse(text);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return FormatResult::InvalidRules(diagnostics);
    }
    let new = print(&file);
    if new == text { FormatResult::Unchanged } else { FormatResult::Changed(new) }
}
