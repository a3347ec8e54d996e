//! What is refused, in words for people in front of the page. The lab's refusals say what to type on the command line;
//! here nobody can, so that its options become fields, and its other commands what the page has instead.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// What the lab says, and what is said here. The first that fits a text is taken, then those after it.
const PHRASES: &[(&str, &str)] = &[
    (
        "write the path of a rule file, or a name that `bouton games` lists",
        "choose a game from the list, or write rules in the view Rules; files are not opened here",
    ),
    ("no file and no game is called", "no game is called"),
    ("`bouton games` lists them all", "the list of games has them all"),
    ("`bouton games` lists the games", "choose one from the list of games"),
    (
        "`bouton games NAME` tells about the game, --help about the other questions",
        "ask something else about this game, or choose another one",
    ),
    (
        "`bouton games show nimrod` shows one that is",
        "the view Rules has examples of games that are",
    ),
    ("`bouton rules check` shows the place", "the view Rules shows the place"),
    ("see `bouton rules check`", "the view Rules shows what is wrong"),
    (": see `bouton quotient`", ""),
    ("; `moves` lists them", ""),
    ("leave --certificate out, or ask about a smaller position", "ask about a smaller position"),
    ("leave --certificate out", "what was found can be used without a certificate"),
    ("leave --beside out", "leave the field “Beside” empty"),
    ("with --beside", "in the field “Beside”"),
    (" --row 1", " of row 1"),
    (" --of nim-value", " of nim-values"),
    (" --of value", " of values"),
    ("with --row", "in the field “Row”"),
    (
        "ask for nim-values (--of nim-value), or for CSV (--format csv)",
        "ask for nim-values, or for CSV",
    ),
    ("ask for --format csv or latex", "ask for CSV or LaTeX"),
    ("or for --format csv", "or for CSV"),
    (
        "leave --sectors out; they belong to nimrod",
        "choose the layer of outcomes; this game has no sectors",
    ),
    (
        "name a folder that can be written to with --out",
        "whoever runs the server can name another folder for censuses",
    ),
    (", or name another folder with --out", ""),
    (
        "name a new folder with --out",
        "whoever runs the server can name another folder for censuses",
    ),
];

/// A text of the lab as it is shown here.
pub(crate) fn for_the_page(text: &str) -> String {
    let mut text = text.to_owned();
    if text.starts_with("write bouton census ") {
        return "fill in the fields of the family; brackets mark those that may stay empty: "
            .to_owned()
            + &fields(&text);
    }
    for (said, shown) in PHRASES {
        text = text.replace(said, shown);
    }
    if text.contains("`bouton ") {
        text = without_commands(&text);
    }
    named(&text)
}

/// A view with all its texts as they are shown here.
pub(crate) fn view_for_the_page<V: Serialize + DeserializeOwned + Clone>(view: &V) -> V {
    fn change(value: &mut Value) {
        match value {
            Value::String(text) => *text = for_the_page(text),
            Value::Array(items) => items.iter_mut().for_each(change),
            Value::Object(fields) => fields.values_mut().for_each(change),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    let mut changed = serde_json::to_value(view).unwrap_or_default();
    change(&mut changed);
    serde_json::from_value(changed).unwrap_or_else(|_| view.clone())
}

/// `write bouton census NAME --min A [--labels LN] --out DIR` as `min A, [labels LN]`.
fn fields(usage: &str) -> String {
    let options = usage.trim_end_matches(" --out DIR").split_whitespace().skip(4);
    let words: Vec<&str> = options.collect();
    let pairs: Vec<String> =
        words.chunks(2).map(|pair| pair.join(" ").replacen("--", "", 1)).collect();
    pairs.join(", ")
}

/// Drops the parts that name a command; whoever is left with nothing is told to change the question.
fn without_commands(text: &str) -> String {
    let kept: Vec<&str> = text.split("; ").filter(|part| !part.contains("`bouton ")).collect();
    if kept.is_empty() { "change the question".to_owned() } else { kept.join("; ") }
}

/// Options by their names: `--min` becomes “min”.
fn named(text: &str) -> String {
    let mut shown = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("--") {
        let (before, after) = rest.split_at(at);
        let is_inner = |c: char| c.is_ascii_lowercase() || c == '-';
        let length = after[2..].find(|c| !is_inner(c)).unwrap_or(after.len() - 2);
        let begins = before.is_empty() || before.ends_with([' ', '(', '`', '[']);
        shown += before;
        match length > 1 && begins {
            true => shown += &format!("“{}”", &after[2..2 + length]),
            false => shown += &after[..2 + length],
        }
        rest = &after[2 + length..];
    }
    shown + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_told_to_type_a_command() {
        for (said, shown) in [
            (
                "did you mean `nim`? `bouton games` lists them all",
                "did you mean `nim`? the list of games has them all",
            ),
            ("ask for outcomes; `bouton other` tells more", "ask for outcomes"),
            ("`bouton other` tells more", "change the question"),
            ("a census of octal needs --digits", "a census of octal needs “digits”"),
            (
                "write bouton census octal --digits N [--to N] --out DIR",
                "fill in the fields of the family; brackets mark those that may stay empty: digits N, [to N]",
            ),
            ("{1||--2}", "{1||--2}"),
            ("a--b and -1", "a--b and -1"),
        ] {
            assert_eq!(for_the_page(said), shown);
        }
    }
}
