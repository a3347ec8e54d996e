//! The parts of a JavaScript file: comments, texts, regular expressions, and the code between them.

/// What a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Comment,
    /// Between quotes or backticks.
    Text,
    /// A regular expression.
    Pattern,
    Code,
}

/// The parts in their order; texts and patterns without their quotes.
pub(crate) fn parts(source: &str) -> Vec<(Kind, String)> {
    let mut parts: Vec<(Kind, String)> = Vec::new();
    let mut rest = source;
    let mut code = String::new();
    while let Some(first) = rest.chars().next() {
        let found = if rest.starts_with("//") {
            let length = rest.find('\n').unwrap_or(rest.len());
            Some((Kind::Comment, length, 2..length))
        } else if rest.starts_with("/*") {
            let length = rest.find("*/").map_or(rest.len(), |at| at + 2);
            Some((Kind::Comment, length, 2..length))
        } else if matches!(first, '"' | '\'' | '`') {
            let end = closing(rest, first);
            Some((Kind::Text, (end + 1).min(rest.len()), 1..end))
        } else if first == '/' && expects_value(&code) {
            let end = closing(rest, '/');
            Some((Kind::Pattern, (end + 1).min(rest.len()), 1..end))
        } else {
            None
        };
        match found {
            Some((kind, length, inner)) => {
                parts.push((Kind::Code, std::mem::take(&mut code)));
                parts.push((kind, rest[inner].to_owned()));
                // After a text a slash divides; after a comment it means what it meant before.
                code.push_str(if kind == Kind::Comment { "" } else { "\u{1}" });
                rest = &rest[length..];
            }
            None => {
                code.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    parts.push((Kind::Code, code));
    parts
}

/// Where what was opened by the first character ends; a backslash guards the next character, as brackets guard a slash.
fn closing(text: &str, quote: char) -> usize {
    let (mut is_guarded, mut in_brackets) = (false, false);
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_guarded => is_guarded = false,
            '\\' => is_guarded = true,
            '[' if quote == '/' => in_brackets = true,
            ']' => in_brackets = false,
            _ if c == quote && !in_brackets => return at,
            _ => {}
        }
    }
    text.len()
}

/// Does a value follow this code, so that a slash begins a regular expression?
fn expects_value(code: &str) -> bool {
    let code = code.trim_end();
    match code.chars().next_back() {
        None => true,
        Some(last) if "(,=:[!&|?{};>".contains(last) => true,
        Some(_) => code.ends_with("return"),
    }
}

#[test]
fn a_file_is_taken_apart() {
    let source = "const a = /x[/]\\/y/; // nim\nif (b / 2 > `nim ${c}`) d = \"//\";";
    let of = |kind: Kind| -> Vec<String> {
        parts(source).into_iter().filter(|part| part.0 == kind).map(|part| part.1).collect()
    };
    assert_eq!(of(Kind::Pattern), ["x[/]\\/y"]);
    assert_eq!(of(Kind::Comment), [" nim"]);
    assert_eq!(of(Kind::Text), ["nim ${c}", "//"]);
}
