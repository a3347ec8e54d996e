//! How the text of a game is cut: a sum into components, a component into a name, its parameters and an ending, or
//! into rules and an ending.

use bouton_values::{Refusal, excerpt};

use crate::source::Suffix;

/// The most games that are added.
const MOST_COMPONENTS: usize = 64;

/// The components of a sum, or a game alone.
pub fn parts(text: &str) -> Result<Vec<&str>, Refusal> {
    const LONGEST: usize = 1_000_000;
    if text.len() > LONGEST {
        return Err(Refusal::bad(
            format!("the game's text has {} bytes", text.len()),
            format!("write at most {LONGEST}"),
        ));
    }
    if is_rule_text(text.trim_start()) {
        return Ok(vec![text]);
    }
    let parts = components(text);
    if parts.len() > MOST_COMPONENTS {
        return Err(Refusal::bad(
            format!("the sum has {} components", parts.len()),
            format!("add at most {MOST_COMPONENTS}; equal ones can often be heaps of one game"),
        ));
    }
    Ok(parts)
}

/// Does the text state rules, rather than name them? Remarks may stand before them.
#[must_use]
pub fn is_rule_text(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or_default();
    let goes_on = lines.next().is_some();
    let is_head = |rest: &str| rest.starts_with(char::is_whitespace) || rest.is_empty() && goes_on;
    first.strip_prefix("game").is_some_and(is_head)
}

/// Splits at each `+` outside brackets that a component follows.
#[must_use]
pub fn components(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut depth = 0_usize;
    for (index, c) in text.char_indices() {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if c == '+' && depth == 0 && starts_component(&text[index + 1..]) {
            parts.push(&text[start..index]);
            start = index + 1;
        }
    }
    parts.push(&text[start..]);
    parts
}

/// A component is a name, two letters at least (`2+` and `4+2k` belong to subtraction sets, `x^2+x` is a function of
/// x), or rules in parentheses, or a path (in `2+/misere` an ending follows the set).
fn starts_component(after: &str) -> bool {
    let text = after.trim_start();
    let letters = text.chars().take(2).filter(|c| c.is_alphabetic()).count();
    let word = text.split(|c: char| c.is_whitespace() || c == '+').next().unwrap_or_default();
    let is_ending = ENDINGS.iter().any(|(name, ..)| word.strip_prefix('/') == Some(name));
    letters == 2
        || text.strip_prefix('(').is_some_and(|inner| is_rule_text(inner.trim_start()))
        || text.starts_with(['.', '/', '~']) && !is_ending
        || word.contains(".game")
}

/// Rules in the place of a name, in parentheses or not, perhaps followed by an ending.
#[must_use]
pub fn typed_rules(text: &str) -> Option<(&str, Option<Suffix>)> {
    // What follows a # is a comment.
    let last_line = text.lines().next_back().unwrap_or(text);
    let (rest, suffix) = match strip_suffix(text) {
        Some((rest, suffix)) if !last_line.contains('#') => (rest, Some(suffix)),
        _ => (text, None),
    };
    let inner = rest.trim().strip_prefix('(').and_then(|inner| inner.strip_suffix(')'));
    let rules = inner.unwrap_or(rest).trim_start();
    is_rule_text(rules).then_some((rules, suffix))
}

/// The endings that can be written after a game.
const ENDINGS: [(&str, Suffix); 4] = [
    ("normal", Suffix::Normal),
    ("misere", Suffix::Misere),
    ("misère", Suffix::Misere),
    ("even-odd", Suffix::EvenOdd),
];

/// A text and the ending after it.
#[must_use]
pub fn strip_suffix(text: &str) -> Option<(&str, Suffix)> {
    let (rest, suffix) = text.rsplit_once('/')?;
    let (_, suffix) = ENDINGS.iter().find(|(name, _)| *name == suffix.trim())?;
    Some((rest, *suffix))
}

/// Splits off the ending of a game of the catalogue.
pub fn split_ending(text: &str) -> Result<(&str, Option<Suffix>), Refusal> {
    if let Some((rest, suffix)) = strip_suffix(text) {
        return Ok((rest, Some(suffix)));
    }
    let Some((_, suffix)) = text.rsplit_once('/') else { return Ok((text, None)) };
    // A slash may also stand within parameters, as in real-nim:x/2.
    let in_parameters =
        text.contains(':') && !suffix.trim().starts_with(|c: char| c.is_alphabetic() && c != 'x');
    if in_parameters {
        return Ok((text, None));
    }
    Err(Refusal::bad(
        format!("`/{}` is not an ending", excerpt(suffix)),
        "write /misere (a stuck player wins) or /even-odd (what is left decides)",
    ))
}
