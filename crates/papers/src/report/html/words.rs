//! Sets sentences and numbers as HTML.

use std::collections::BTreeSet;

use bouton_ask::KnownKind;
use bouton_lab::render::scene::escaped;

use super::part;
use crate::text::{grouped, words};
use crate::{Known, Verdict};

/// A number with narrow spaces that do not break.
pub(super) fn digits(number: impl ToString) -> String {
    grouped(&number.to_string()).replace(' ', "\u{202f}")
}

/// Sets sentences: `A_k` and `10^3` with small letters, `code`, and the ids of claims as links.
pub(super) struct Setter<'a> {
    ids: BTreeSet<&'a str>,
}

impl<'a> Setter<'a> {
    pub(super) fn new(ids: impl IntoIterator<Item = &'a str>) -> Setter<'a> {
        Setter { ids: ids.into_iter().collect() }
    }

    /// A text of the claim `own`, to which it does not link.
    pub(super) fn set(&self, text: &str, own: &str) -> String {
        let parts: Vec<&str> = text.split('`').collect();
        if parts.len().is_multiple_of(2) {
            return self.plain(text, own);
        }
        let parts = parts.iter().enumerate().map(|(index, part)| match index % 2 {
            0 => self.plain(part, own),
            _ => format!("<code>{}</code>", escaped(part)),
        });
        parts.collect()
    }

    fn plain(&self, text: &str, own: &str) -> String {
        let chars: Vec<char> = text.chars().collect();
        let mut html = String::new();
        let mut at = 0;
        while at < chars.len() {
            let before = at.checked_sub(1).map(|before| chars[before]);
            let (set, read) = self
                .link(&chars[at..], before, own)
                .or_else(|| lowered(&chars[at..], before))
                .or_else(|| raised(&chars[at..], before))
                .or_else(|| per_cent(&chars[at..], before))
                .unwrap_or_else(|| (escaped(&chars[at].to_string()), 1));
            html += &set;
            at += read;
        }
        html
    }

    /// `C12`, if the report has such a claim.
    fn link(&self, chars: &[char], before: Option<char>, own: &str) -> Option<(String, usize)> {
        if before.is_some_and(is_part_of_word) || !chars[0].is_ascii_uppercase() {
            return None;
        }
        let id: String = chars.iter().take_while(|c| c.is_ascii_alphanumeric()).collect();
        let ends = !chars.get(id.len()).copied().is_some_and(is_part_of_word);
        let is_other = ends && id != own && self.ids.contains(id.as_str());
        is_other.then(|| (format!("<a href=\"#{id}\">{id}</a>"), id.len()))
    }
}

fn is_part_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// `98 %` is kept together.
fn per_cent(chars: &[char], before: Option<char>) -> Option<(String, usize)> {
    let is_number = before.is_some_and(|c| c.is_ascii_digit());
    (is_number && chars.starts_with(&[' ', '%'])).then(|| ("\u{202f}%".to_owned(), 2))
}

/// `A_k`, `x_10`, `D_(k-1)`: a letter with a short index.
fn lowered(chars: &[char], before: Option<char>) -> Option<(String, usize)> {
    let [letter, '_', rest @ ..] = chars else { return None };
    let in_brackets = rest.strip_prefix(&['(']).and_then(|inner| {
        let end = inner.iter().position(|c| *c == ')').filter(|end| (1..=5).contains(end))?;
        Some((inner[..end].iter().collect(), end + 2))
    });
    let (index, read): (String, usize) = in_brackets.or_else(|| {
        let index: String = rest.iter().take_while(|c| is_part_of_word(**c)).collect();
        let length = index.chars().count();
        (matches!(length, 1 | 2) && !index.contains('_')).then_some((index, length))
    })?;
    let is_index = letter.is_alphabetic() && !before.is_some_and(is_part_of_word);
    let set = || format!("{}<sub>{}</sub>", escaped(&letter.to_string()), escaped(&index));
    is_index.then(|| (set(), 2 + read))
}

/// `^3` and `^k` after a number, a letter or a bracket.
fn raised(chars: &[char], before: Option<char>) -> Option<(String, usize)> {
    let ['^', rest @ ..] = chars else { return None };
    let power: String = rest.iter().take_while(|c| is_part_of_word(**c)).collect();
    let is_power = power.chars().all(|c| c.is_ascii_digit()) || power.chars().count() == 1;
    let has_base = before.is_some_and(|c| c.is_alphanumeric() || c == ')');
    let is_raised = has_base && !power.is_empty() && is_power;
    is_raised.then(|| (format!("<sup>{}</sup>", escaped(&power)), 1 + power.chars().count()))
}

/// A text that begins like a sentence and ends like one.
pub(super) fn sentence(text: &str) -> String {
    let text = text.trim();
    let mut words = text.split(' ');
    let is_word =
        |word: &str, least| word.len() >= least && word.chars().all(|c| c.is_ascii_lowercase());
    let first = words.next().unwrap_or_default();
    let is_article = first == "a" && words.next().is_some_and(|word| is_word(word, 3));
    let text = match is_article || is_word(first.trim_end_matches([',', ':']), 2) {
        true => capitalised(text),
        false => text.to_owned(),
    };
    if text.is_empty() || text.ends_with(['.', '!', '?', '…']) { text } else { text + "." }
}

pub(super) fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_uppercase().collect::<String>()).unwrap_or_default();
    first + chars.as_str()
}

/// The title of a claim or a paper, which may be part of a link.
pub(super) fn title(text: &str) -> String {
    Setter::new([]).set(text, "")
}

/// A mark beside the word, for those who do not see the colour.
pub(super) fn badge(verdict: Verdict) -> String {
    let mark = match verdict {
        Verdict::True => "✓",
        Verdict::False => "✗",
        Verdict::Open => "?",
        Verdict::NotCheckable => "–",
    };
    part("badge", &[&verdict.name(), &mark, &words(verdict)])
}

/// How a verdict is known: what is said before the reason, and the reason.
pub(super) fn known(known: &Known) -> (String, &str) {
    let how = match (known.kind, &known.proof) {
        (KnownKind::ForAll, Some(proof)) => {
            return (format!("for all cases, {}", proof.words()), &known.text);
        }
        (KnownKind::ForAll, None) => "for all cases",
        (KnownKind::UpTo, _) => "as far as checked",
        (KnownKind::Sampled, _) => "on a sample",
        (KnownKind::ByExample, _) => "by an example",
        (KnownKind::Unsettled, _) => "not settled",
    };
    (how.to_owned(), &known.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_escapes() {
        assert_eq!(escaped("<script>&\"'\u{1}"), "&lt;script&gt;&amp;&quot;&#39;\u{fffd}");
    }

    #[test]
    fn sentences_are_set() {
        let setter = Setter::new(["A7", "C12"]);
        for (text, html) in [
            ("A_k < B_10, x_i^2", "A<sub>k</sub> &lt; B<sub>10</sub>, x<sub>i</sub><sup>2</sup>"),
            ("see A7 and C12, not C1", "see A7 and <a href=\"#C12\">C12</a>, not C1"),
            ("XC12 C12_ A_max 10^3 ^2", "XC12 C12_ A_max 10<sup>3</sup> ^2"),
            ("the `a<b` of C12", "the <code>a&lt;b</code> of <a href=\"#C12\">C12</a>"),
            ("one ` only", "one ` only"),
            ("D_(k-1), 98 % of C_k", "D<sub>k-1</sub>, 98\u{202f}% of C<sub>k</sub>"),
        ] {
            assert_eq!(setter.set(text, "A7"), html);
        }
    }

    #[test]
    fn sentences_begin_and_end() {
        for (text, expected) in [
            ("the smallest pile", "The smallest pile."),
            ("a state is lost", "A state is lost."),
            ("a ∈ W iff b ∉ W", "a ∈ W iff b ∉ W."),
            ("p = 2", "p = 2."),
            ("nim/misere: lost!", "nim/misere: lost!"),
            ("", ""),
        ] {
            assert_eq!(sentence(text), expected);
        }
    }
}
