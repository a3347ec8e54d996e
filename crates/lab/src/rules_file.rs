//! Games by what was typed, and rule texts from files: reading, checking and laying them out.
//!
//! Below the lab nobody opens a file; here paths become texts, and mistakes keep the text they stand in.

use std::cell::RefCell;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use bouton_lang::syntax::{ItemKind, Many};
use bouton_lang::{Diagnostic, LONGEST_TEXT, check, parse, print};
use bouton_rules::catalogue::GAMES;
use bouton_rules::{Game, Refusal, Spec};

/// Reads a game: a name of the catalogue, a path to a rule file, rules, or a sum of them; see [`Game::parse_with`].
pub fn read_game(text: &str) -> Result<Game, Unread> {
    read_by(text, Game::parse_with)
}

/// The same for a text that comes from somebody else: it names a game or states its rules, and opens no file.
///
/// ```
/// use bouton_lab::read_game_text;
///
/// assert!(read_game_text("nim + kayles").is_ok());
/// assert!(read_game_text("Cargo.toml").is_err());
/// ```
pub fn read_game_text(text: &str) -> Result<Game, Unread> {
    Game::parse(text).map_err(|refusal| {
        let typed = RuleText { name: RuleText::TYPED.to_owned(), text: text.to_owned() };
        all_mistakes(vec![typed]).map_or(Unread::Refused(refusal), Unread::Mistaken)
    })
}

/// The same with the rules as they are written: no family is recognised.
pub fn read_game_as_written(text: &str) -> Result<Game, Unread> {
    read_by(text, Game::as_written_with)
}

/// A game by its rules, whatever they begin with, and the arguments for its parameters, with `|` between them.
///
/// ```
/// use bouton_lab::game_of_rules;
///
/// let text = "# any numbers\ngame take(S)\nposition n\nmove s in S: n' = n - s\n";
/// assert!(game_of_rules(text, "1,3").is_ok());
/// assert!(game_of_rules(text, "").is_err(), "S has no value");
/// ```
pub fn game_of_rules(text: &str, arguments: &str) -> Result<Game, Unread> {
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
            true => Unread::Refused(refusal),
            false => Unread::Mistaken(Mistakes { source, diagnostics: found.diagnostics }),
        }
    })
}

/// Why a text is no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// It cannot be read, or not with these parameters.
    Refused(Refusal),
    /// It leads to rules with mistakes.
    Mistaken(Mistakes),
}

impl From<Refusal> for Unread {
    fn from(refusal: Refusal) -> Unread {
        Unread::Refused(refusal)
    }
}

/// The rules of a game as a text that can be changed and used as a rule file. A name of the catalogue alone leaves
/// the parameters open.
pub fn rule_text(game: &str) -> Result<String, Unread> {
    let entry = GAMES.iter().find(|entry| entry.name == game.trim());
    if let Some(text) = entry.and_then(|entry| entry.text) {
        return Ok(text.to_owned());
    }
    let game = read_game(game)?;
    if let Some(written) = game.written() {
        return Ok(written.text());
    }
    let why = match game.finite().map(|game| &game.spec) {
        None => "its piles are real numbers, and those of a rule text are whole",
        Some(Spec::Board(_)) => "its positions are boards, and those of a rule text are numbers",
        Some(Spec::Digraph(_)) => "its moves are a list of arrows",
        Some(Spec::Sum(_)) => "a sum has a text for each component; name one of them",
        Some(_) => "its rules are written in Rust",
    };
    Err(Refusal::unsupported(
        format!("{} is not stated by a rule text: {why}", game.title()),
        "ask for the rules of one that is, such as nimrod",
    )
    .into())
}

/// Gives the rule text behind a path, if there is one.
type Files<'a> = &'a dyn Fn(&str) -> Option<Result<String, Refusal>>;

fn read_by(
    text: &str,
    parse: fn(&str, Files<'_>) -> Result<Game, Refusal>,
) -> Result<Game, Unread> {
    let typed = RuleText { name: RuleText::TYPED.to_owned(), text: text.to_owned() };
    let sources = RefCell::new(vec![typed]);
    let missing = RefCell::new(Vec::new());
    let file = |path: &str| {
        let path = Path::new(path);
        // A folder is no rules; whatever else is there, such as a pipe, is read.
        if !path.exists() || path.is_dir() {
            missing.borrow_mut().push(path.to_owned());
            return None;
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
        Some(mistakes) => Unread::Mistaken(mistakes),
        None => Unread::Refused(with_near_file(refusal, &missing.into_inner())),
    })
}

/// Proposes a rule file whose name is nearly that of one of the paths.
fn with_near_file(refusal: Refusal, missing: &[PathBuf]) -> Refusal {
    match (refusal, missing.iter().find_map(|path| near_file(path))) {
        (Refusal::BadInput { problem, .. }, Some(near)) => {
            Refusal::bad(problem, format!("did you mean `{}`?", near.display()))
        }
        (refusal, _) => refusal,
    }
}

/// A rule file beside this path that is called nearly like it.
fn near_file(path: &Path) -> Option<PathBuf> {
    const FARTHEST: usize = 2;
    let name = path.file_name()?.to_str().filter(|name| name.len() < 256)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let entries = fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let distance = |other: &String| strsim::osa_distance(name, other);
    let near = names.filter(|other| other.ends_with(".game")).min_by_key(distance)?;
    (distance(&near) <= FARTHEST).then(|| path.with_file_name(near))
}

/// All mistakes of the first of these texts that has any, instead of the first one alone.
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

/// A rule text and what it is called: its file, or [`RuleText::TYPED`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleText {
    /// The path as it was typed.
    pub name: String,
    /// The text.
    pub text: String,
}

/// A rule text with what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistakes {
    /// The text.
    pub source: RuleText,
    /// What is wrong, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl RuleText {
    /// What a text is called that was typed where a game was asked for.
    pub const TYPED: &str = "the rules";
    /// What a text is called that came in by standard input.
    pub const STANDARD_INPUT: &str = "standard input";

    /// Reads a rule file: text in UTF-8 that is not too long.
    pub fn read(path: &Path) -> Result<RuleText, Refusal> {
        let name = path.display().to_string();
        let opened = crate::files::open(path);
        let (file, _) = opened.map_err(|error| unreadable(&name, &error.to_string()))?;
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
                format!("{name}: a rule text has at most {LONGEST_TEXT} bytes"),
                "shorten it; a game is usually ten lines long",
            ));
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let place = error.utf8_error().valid_up_to();
            Refusal::bad(
                format!("{name}: byte {place} is not part of a text in UTF-8"),
                "name a rule file; a text file in another encoding can be saved as UTF-8",
            )
        })?;
        Ok(RuleText { name: name.to_owned(), text })
    }
}

fn unreadable(name: &str, problem: &str) -> Refusal {
    Refusal::bad(format!("{name}: {problem}"), "check the path and its permissions")
}

/// What was found out about a rule text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// What is wrong with it, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// What the game is called, if it says.
    pub game: Option<String>,
    /// What its positions are: `pile, rate` or `heaps h`.
    pub positions: Option<String>,
    /// Values that stood in for parameters without any: `S = {1, 2}`.
    pub stand_ins: Vec<String>,
}

impl Checked {
    /// Can the game be played?
    #[must_use]
    pub fn is_game(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// All that is wrong with a rule text. Parameters without a value get one for the time being.
#[must_use]
pub fn check_rules(text: &str) -> Checked {
    let (file, mut diagnostics) = parse(text);
    let (complete, stand_ins) = bouton_lang::with_stand_ins(&file);
    // What could not be read is passed over by the checker, so both tell their mistakes.
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
    Checked { diagnostics, game, positions, stand_ins }
}

/// What became of a rule text that was to be laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formatted {
    /// It is in the usual layout already.
    Unchanged,
    /// It should look like this.
    Changed(String),
    /// It cannot be read, so it stays as it is.
    Mistaken(Vec<Diagnostic>),
}

/// A rule text in the usual layout.
#[must_use]
pub fn format_rules(text: &str) -> Formatted {
    let (file, diagnostics) = parse(text);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Formatted::Mistaken(diagnostics);
    }
    let new = print(&file);
    if new == text { Formatted::Unchanged } else { Formatted::Changed(new) }
}
