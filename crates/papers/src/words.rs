//! What the checkers say in words: texts of the papers' files, with blanks for what was computed.
//!
//! A text is found by the id of its claim and a key, such as `A5.looked`. Its blanks are `$0`, `$1`, …. The files are
//! a part of the program, so a text that is missing is a mistake of the program.

use std::fmt::Display;

use crate::claim::{Claim, Said, claims};
use crate::finding::{Known, Statement};

/// What fills the blanks of a text, in their order.
pub(crate) type Values<'a> = &'a [&'a dyn Display];

/// The words with this key.
pub(crate) fn words(key: &str, values: Values<'_>) -> String {
    let (claim, key) = split(key);
    filled(claim.words.get(key).expect("the words are in the file of the paper"), values)
}

/// What was looked at to decide this claim.
pub(crate) fn looked(id: &str, values: Values<'_>) -> String {
    filled(&split(id).0.looked, values)
}

/// Known for all cases, by the argument of this claim or because all its cases were worked out.
pub(crate) fn argued(id: &str, values: Values<'_>) -> Known {
    let claim = split(id).0;
    by(claim.exhausted.as_ref(), &claim.why, values)
}

/// Known for all cases: this many were worked out one by one, or else by an argument.
fn by(cases: Option<&String>, why: &str, values: Values<'_>) -> Known {
    let (cases, why) = (cases.map(|cases| filled(cases, values)), filled(why, values));
    match cases {
        Some(cases) => Known::exhausted(cases.parse().expect("cases are counted"), why),
        None => Known::argument(why),
    }
}

/// The statement of ours with this key, known as the file says: otherwise by the argument of the claim.
pub(crate) fn say(key: &str, values: Values<'_>) -> Statement {
    let (claim, said) = find(key);
    let known = match said {
        Said { up_to: Some(bound), .. } => Known::up_to(filled(bound, values)),
        Said { identity: Some(why), .. } => Known::identity(filled(why, values)),
        Said { by_example: true, .. } => Known::by_example(),
        Said { exhausted, why, .. } => {
            by(exhausted.as_ref(), why.as_ref().unwrap_or(&claim.why), values)
        }
    };
    say_known(key, values, known)
}

/// The statement of ours with this key, known in a way that was computed.
pub(crate) fn say_known(key: &str, values: Values<'_>, known: Known) -> Statement {
    let (_, said) = find(key);
    let made = if said.correction { Statement::correction } else { Statement::beyond };
    made(filled(&said.text, values), known)
}

/// A statement of ours that was looked at: what holds for all if it does, and what to say if not.
pub(crate) fn settled(holds: bool, key: &str, values: Values<'_>) -> Statement {
    match holds {
        true => say(key, values),
        false => Statement::beyond(filled(&find(key).1.otherwise, values), Known::by_example()),
    }
}

fn find(key: &str) -> (&'static Claim, &'static Said) {
    let (claim, key) = split(key);
    (claim, claim.says.get(key).expect("the statement is in the file of the paper"))
}

/// The claim that a key begins with, and the rest of the key.
fn split(key: &str) -> (&'static Claim, &str) {
    let (id, key) = key.split_once('.').unwrap_or((key, ""));
    let claim = claims().map(|(_, claim)| claim).find(|claim| claim.id == id);
    (claim.expect("keys begin with the id of a claim"), key)
}

/// The text with its blanks filled in.
pub(crate) fn filled(text: &str, values: Values<'_>) -> String {
    let mut parts = text.split('$');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |filled, part| {
        let (blank, rest) = part.split_at(1);
        let blank: usize = blank.parse().expect("the number of a blank follows its sign");
        format!("{filled}{}{rest}", values[blank])
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;

    #[test]
    fn blanks_are_filled_by_their_numbers() {
        assert_eq!(filled("$1 of {2..$0}, $1", &[&7, &"x"]), "x of {2..7}, x");
        assert_eq!(filled("nothing", &[]), "nothing");
    }

    /// The source of the checkers: all but this file and the tests.
    fn source(folder: &Path) -> String {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let others =
            entries.filter(|path| !path.ends_with("tests.rs") && !path.ends_with("words.rs"));
        let read = |path: PathBuf| match path.is_dir() {
            true => source(&path),
            false => fs::read_to_string(&path).unwrap(),
        };
        others.map(read).collect()
    }

    #[test]
    fn every_text_is_there_and_is_used() {
        let source = source(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
        let quoted: BTreeSet<&str> = source.split('"').collect();
        let calls: String = source.split_whitespace().collect();
        let mut written = BTreeSet::new();
        for (_, claim) in claims() {
            let keys = claim.words.keys().chain(claim.says.keys());
            written.extend(keys.map(|key| format!("{}.{key}", claim.id)));
            let mut by_default = false;
            for (key, said) in &claim.says {
                let has_bound = said.up_to.is_some() || said.identity.is_some() || said.by_example;
                let is_computed = calls.contains(&format!("say_known(\"{}.{key}\"", claim.id));
                if !has_bound && !is_computed && said.why.is_none() {
                    by_default = true;
                    assert!(!claim.why.is_empty(), "{}.{key} has no argument", claim.id);
                }
            }
            let ways = [".argued", ".finding", ".proved_or_seen", "looked"];
            let is_looked =
                ways.iter().any(|way| calls.contains(&format!("{way}(\"{}\"", claim.id)));
            assert_eq!(is_looked, !claim.looked.is_empty(), "what {} looked at", claim.id);
            let is_argued = calls.contains(&format!("argued(\"{}\"", claim.id));
            let has_argument = !claim.why.is_empty();
            assert!(!is_argued || has_argument, "{} has no argument", claim.id);
            assert!(!has_argument || is_argued || by_default, "{} is never argued", claim.id);
        }
        for key in &written {
            assert!(quoted.contains(key.as_str()), "{key} is never said");
        }
        let is_id = |id: &str| claims().any(|(_, claim)| claim.id == id);
        let is_word = |key: &str| key.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        for text in quoted {
            let is_key = text.split_once('.').is_some_and(|(id, key)| is_id(id) && is_word(key));
            assert!(!is_key || written.contains(text), "{text} is in no file");
        }
    }
}
