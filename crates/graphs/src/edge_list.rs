//! Edge lists: `a b` on a line is the edge from a to b, and `a` alone is a vertex.

use std::borrow::Cow;
use std::fmt::Write;
use std::io::BufRead;

use bouton_values::{Limits, Refusal};

use crate::builder::Builder;
use crate::named::NamedDigraph;
use crate::names::Names;
use crate::source::{Lines, excerpt, utf8};

/// Reads `a b`, `a,b`, `a>b` or `a -> b` for an edge and `a` for a vertex, one on each line.
///
/// A `#` at the beginning or after a space starts a comment. A name with spaces, commas, `>`, brackets, quotes, a leading
/// `#` or a dot at its end is written in quotes, where `\"`, `\\`, `\n`, `\r`, `\t` and `\u{…}` stand for one
/// character each.
///
/// Vertices are numbered as they appear, or by value if their names are 0 to n-1.
pub fn read_edge_list(input: &mut dyn BufRead, limits: &Limits) -> Result<NamedDigraph, Refusal> {
    let mut builder = Builder::new(limits);
    let mut lines = Lines::new(input, limits);
    while let Some((number, line)) = lines.next()? {
        match two_numbers(line) {
            Some([from, to]) => {
                let from = builder.number(from.value, from.digits)?;
                let to = builder.number(to.value, to.digits)?;
                builder.edge(from, to)?;
            }
            None => read_line(&mut builder, utf8(line, number)?, number)?,
        }
    }
    Ok(builder.finish())
}

/// A name that is a whole number, as most are in large files.
struct Number<'a> {
    value: i64,
    digits: &'a str,
}

/// The line if it is two numbers; everything else is left to [`read_line`].
fn two_numbers(line: &[u8]) -> Option<[Number<'_>; 2]> {
    let (from, rest) = number(line)?;
    let (to, rest) = number(separated(rest)?)?;
    let is_all = rest.iter().all(|byte| matches!(byte, b' ' | b'\t'));
    is_all.then_some([from, to])
}

/// The number at the beginning of the line, if no other text means the same number.
fn number(line: &[u8]) -> Option<(Number<'_>, &[u8])> {
    // A number of 18 digits fits.
    let mut value = 0i64;
    let mut length = 0;
    while let Some(byte @ b'0'..=b'9') = line.get(length) {
        if length == 18 {
            return None;
        }
        value = value * 10 + i64::from(byte - b'0');
        length += 1;
    }
    if length == 0 || (line[0] == b'0' && length > 1) {
        return None;
    }
    let (digits, rest) = line.split_at(length);
    let digits = std::str::from_utf8(digits).ok()?;
    Some((Number { value, digits }, rest))
}

/// What follows the spaces and at most one comma or arrow; `None` if there is no separator.
fn separated(line: &[u8]) -> Option<&[u8]> {
    let after = spaces_skipped(line);
    let after = match after {
        [b',' | b'>', rest @ ..] | [b'-', b'>', rest @ ..] => spaces_skipped(rest),
        _ => after,
    };
    (after.len() < line.len()).then_some(after)
}

fn spaces_skipped(mut line: &[u8]) -> &[u8] {
    while let [b' ' | b'\t', rest @ ..] = line {
        line = rest;
    }
    line
}

const HELP: &str = "write `a b` for an edge and `a` for a vertex, one on each line";

/// Brackets, quotes and dots are more often those of another format than part of a name.
const NOT_PLAIN: &str = "a name without quotes has brackets, quotes or a dot at its end";
const NOT_PLAIN_HELP: &str = "name the format if it is not an edge list (dot, graphml, digraph6, apx or af), \
                              or write such a name in quotes";

fn read_line(builder: &mut Builder, line: &str, number: u64) -> Result<(), Refusal> {
    let refuse = |problem: &str| {
        let help = if problem == NOT_PLAIN { NOT_PLAIN_HELP } else { HELP };
        Refusal::bad(format!("{problem} on line {number}: `{}`", excerpt(line)), help)
    };
    let mut scanner = Scanner { rest: line, after_space: true };
    let mut names = [None, None];
    let mut count = 0;
    let mut is_open = false;
    while let Some(token) = scanner.next().map_err(refuse)? {
        match token {
            Token::Join if is_open || count == 0 => return Err(refuse("a name is missing")),
            Token::Join => is_open = true,
            Token::Name(name) => {
                is_open = false;
                if let Some(place) = names.get_mut(count) {
                    *place = Some(name);
                }
                count += 1;
            }
        }
    }
    if is_open {
        return Err(refuse("a name is missing"));
    }
    if count > 2 {
        let problem = format!("{count} names on line {number}: `{}`", excerpt(line));
        return Err(Refusal::bad(problem, "write `a b` for an edge"));
    }
    let [from, to] = names;
    let from = from.map(|name| builder.vertex(&name)).transpose()?;
    let to = to.map(|name| builder.vertex(&name)).transpose()?;
    match (from, to) {
        (Some(from), Some(to)) => builder.edge(from, to),
        _ => Ok(()),
    }
}

enum Token<'a> {
    Name(Cow<'a, str>),
    /// A comma, `>` or `->`.
    Join,
}

struct Scanner<'a> {
    rest: &'a str,
    /// Whether a `#` would begin a comment.
    after_space: bool,
}

impl<'a> Scanner<'a> {
    fn next(&mut self) -> Result<Option<Token<'a>>, &'static str> {
        let rest = self.rest.trim_start();
        self.after_space |= rest.len() < self.rest.len();
        if rest.is_empty() || (self.after_space && rest.starts_with('#')) {
            return Ok(None);
        }
        self.after_space = false;
        for join in [",", "->", ">"] {
            if let Some(after) = rest.strip_prefix(join) {
                self.rest = after;
                return Ok(Some(Token::Join));
            }
        }
        match rest.strip_prefix('"') {
            Some(quoted) => self.quoted(quoted),
            None => self.bare(rest),
        }
    }

    fn bare(&mut self, text: &'a str) -> Result<Option<Token<'a>>, &'static str> {
        let is_end = |(at, c): &(usize, char)| {
            c.is_whitespace() || matches!(c, ',' | '>') || text[*at..].starts_with("->")
        };
        let end = text.char_indices().find(is_end).map_or(text.len(), |(at, _)| at);
        let (name, rest) = text.split_at(end);
        if name.chars().any(char::is_control) {
            return Err("a control character");
        }
        if is_like_syntax(name) {
            return Err(NOT_PLAIN);
        }
        self.rest = rest;
        Ok(Some(Token::Name(name.into())))
    }

    /// A name whose opening quote has been taken.
    fn quoted(&mut self, text: &'a str) -> Result<Option<Token<'a>>, &'static str> {
        let end = closing_quote(text).ok_or("a quote that does not end")?;
        let (name, rest) = (&text[..end], &text[end + 1..]);
        let ends_well = |c: char| c.is_whitespace() || matches!(c, ',' | '>');
        if !rest.is_empty() && !rest.starts_with(ends_well) && !rest.starts_with("->") {
            return Err("text right after a quoted name");
        }
        if name.chars().any(char::is_control) {
            return Err("a control character");
        }
        self.rest = rest;
        let name = if name.contains('\\') { unescaped(name)?.into() } else { name.into() };
        Ok(Some(Token::Name(name)))
    }
}

/// Where the first quote is that no backslash protects.
fn closing_quote(text: &str) -> Option<usize> {
    let mut is_protected = false;
    text.bytes().position(|byte| {
        let is_end = byte == b'"' && !is_protected;
        is_protected = byte == b'\\' && !is_protected;
        is_end
    })
}

fn unescaped(name: &str) -> Result<String, &'static str> {
    const UNKNOWN: &str = "an unknown escape sequence";
    let mut text = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(at) = rest.find('\\') {
        text.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let kind = after.chars().next().ok_or(UNKNOWN)?;
        rest = &after[kind.len_utf8()..];
        text.push(match kind {
            '"' | '\\' => kind,
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let inner = rest.strip_prefix('{').and_then(|inner| inner.split_once('}'));
                let (digits, after) = inner.ok_or(UNKNOWN)?;
                rest = after;
                code_point(digits).ok_or(UNKNOWN)?
            }
            _ => return Err(UNKNOWN),
        });
    }
    text.push_str(rest);
    Ok(text)
}

fn code_point(digits: &str) -> Option<char> {
    let is_hexadecimal = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let code = u32::from_str_radix(digits, 16).ok().filter(|_| is_hexadecimal)?;
    char::from_u32(code)
}

/// The text that [`read_edge_list`] reads back, with the vertices in the same order.
///
/// ```
/// use bouton_graphs::{Digraph, to_edge_list};
/// assert_eq!(to_edge_list(&Digraph::from_edges(3, [(1, 1), (1, 0)]).into()), "0\n1 0\n1 1\n2\n");
/// ```
#[must_use]
pub fn to_edge_list(named: &NamedDigraph) -> String {
    let mut list = List { text: String::new(), names: &named.names, named: 0 };
    for from in 0..named.graph.vertices() as u32 {
        let successors = named.graph.successors(from);
        match successors {
            [] => list.introduce(from + 1),
            _ => list.introduce(from),
        }
        for to in successors {
            list.edge(from, *to);
        }
    }
    list.text
}

/// Edges as text, where each vertex must appear for the first time after all smaller ones.
struct List<'a> {
    text: String,
    names: &'a Names,
    /// How many vertices have appeared.
    named: u32,
}

impl List<'_> {
    /// Names each vertex before this one that has not appeared yet.
    fn introduce(&mut self, end: u32) {
        while self.named < end {
            self.name(self.named);
            self.text.push('\n');
            self.named += 1;
        }
    }

    /// An edge from a vertex that has appeared, or comes next.
    fn edge(&mut self, from: u32, to: u32) {
        let named = self.named.max(from + 1);
        if to > named {
            self.introduce(to);
        }
        self.name(from);
        self.text.push(' ');
        self.name(to);
        self.text.push('\n');
        self.named = self.named.max(named).max(to + 1);
    }

    fn name(&mut self, vertex: u32) {
        let name = self.names.name(vertex);
        if is_plain(&name) {
            self.text.push_str(&name);
            return;
        }
        self.text.push('"');
        for c in name.chars() {
            match c {
                '"' | '\\' => self.text.extend(['\\', c]),
                c if c.is_control() => {
                    write!(self.text, "\\u{{{:x}}}", u32::from(c)).expect("a string takes all");
                }
                c => self.text.push(c),
            }
        }
        self.text.push('"');
    }
}

/// Whether the name needs no quotes.
fn is_plain(name: &str) -> bool {
    let is_special = |c: char| {
        // An editor may take U+FEFF at the beginning for a byte order mark.
        c.is_whitespace() || c.is_control() || matches!(c, ',' | '>' | '"' | '\u{feff}')
    };
    !name.is_empty()
        && !name.starts_with('#')
        && !name.contains(is_special)
        && !is_like_syntax(name)
}

/// Whether the name looks like a piece of another format, such as APX, JSON or Prolog. An apostrophe may be a prime.
fn is_like_syntax(name: &str) -> bool {
    name.contains(['(', ')', '{', '}', '[', ']', '"'])
        || name.starts_with('\'')
        || name.ends_with('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: impl AsRef<[u8]>) -> Result<NamedDigraph, Refusal> {
        read_edge_list(&mut text.as_ref(), &Limits::default())
    }

    /// The edges as they are named; a vertex without successors is not shown.
    fn edges(text: &str) -> Vec<String> {
        let read = read(text).unwrap();
        let name = |v: u32| read.names.name(v);
        let edges = |v: u32| read.graph.successors(v).iter().map(move |w| (v, *w));
        let edges = (0..read.graph.vertices() as u32).flat_map(edges);
        edges.map(|(v, w)| format!("{}→{}", name(v), name(w))).collect()
    }

    fn names(text: &str) -> Vec<String> {
        read(text).unwrap().names.iter().map(Cow::into_owned).collect()
    }

    fn problem(text: impl AsRef<[u8]>) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn an_edge_is_written_in_several_ways() {
        for line in ["a b", "a\tb", "a,b", "a , b", "a->b", "a -> b", "a>b", "\"a\" > b \r"] {
            assert_eq!(edges(line), ["a→b"], "{line}");
        }
        for line in ["1 2", "1\t2", "1,2", "1 ,2", "1->2", "1 -> 2", "1>2 ", "1 2 # c", "1 \"2\""] {
            assert_eq!(edges(line), ["1→2"], "{line}");
        }
        assert_eq!(edges("a-b->-c"), ["a-b→-c"]);
        assert_eq!(
            edges("\u{feff}начало конец\r\n\r\n# a b\r\nконец\u{3000}конец"),
            ["начало→конец", "конец→конец"]
        );
    }

    #[test]
    fn names_may_be_quoted() {
        assert_eq!(names(r#""two words" "a,b>c" # x"#), ["two words", "a,b>c"]);
        assert_eq!(names(r##"#x"##), Vec::<String>::new());
        assert_eq!(names(r##""#x" y#z"##), ["#x", "y#z"]);
        assert_eq!(names("\"\" \"\\\"\\\\\\n\\u{1F600}\""), ["", "\"\\\n😀"]);
    }

    #[test]
    fn vertices_are_numbered_as_they_appear_or_by_value() {
        assert_eq!(names("5 3\n4\n3 5"), ["5", "3", "4"]);
        assert_eq!(names("2 0\n1"), ["0", "1", "2"]);
        assert_eq!(names("2 0\n1\n01"), ["2", "0", "1", "01"]);
        assert_eq!(edges("2 0\n1"), ["2→0"]);
        assert_eq!(names(""), Vec::<String>::new());
    }

    #[test]
    fn a_bad_line_is_named() {
        assert_eq!(problem("1 2\n\n1 2 3"), "3 names on line 3: `1 2 3`");
        assert_eq!(read("a -> b -> c").unwrap_err().help().to_string(), "write `a b` for an edge");
        assert_eq!(problem("a ->"), "a name is missing on line 1: `a ->`");
        assert_eq!(problem("\n, a"), "a name is missing on line 2: `, a`");
        assert_eq!(problem("1,,2"), "a name is missing on line 1: `1,,2`");
        assert_eq!(problem("\"a b"), "a quote that does not end on line 1: `\"a b`");
        assert_eq!(problem("\"1\"2"), "text right after a quoted name on line 1: `\"1\"2`");
        assert_eq!(problem("a\u{1b}[31m b"), "a control character on line 1: `a\u{fffd}[31m b`");
        assert_eq!(problem("\"\\x\""), "an unknown escape sequence on line 1: `\"\\x\"`");
        assert_eq!(problem(b"a b\n\xff b"), "line 2 is not UTF-8");
        assert_eq!(
            problem("a ".repeat(100)),
            format!("100 names on line 1: `{}…`", &"a ".repeat(20)[..39])
        );
        assert_eq!(problem("x".repeat(1 << 21)), "line 1 is longer than 1048576 bytes");
    }

    #[test]
    fn other_formats_are_not_taken_for_names() {
        for text in ["arg(a).", "{\"a\":[\"b\"]}", "[a b]", "a 'b'", "edge a b.", "a\"b", "a {b"] {
            let problem = problem(text);
            assert_eq!(problem, format!("{NOT_PLAIN} on line 1: `{text}`"));
            assert!(read(text).unwrap_err().help().to_string().contains("apx"));
        }
        assert_eq!(names("a' \"f(x).\""), ["a'", "f(x)."]);
        let written = to_edge_list(&read("\"f(x)\" \"'b\"\n\"c.\" a'").unwrap());
        assert_eq!(names(&written), ["f(x)", "'b", "c.", "a'"]);
    }

    #[test]
    fn the_fast_path_reads_what_the_slow_path_reads() {
        for line in
            ["01 2", "1 02", "1 2x", "1", "12345678901234567890 1", "-1 2", "1 2 3", "1 -> -> 2"]
        {
            assert!(two_numbers(line.as_bytes()).is_none(), "{line}");
        }
        assert_eq!(names("7 999999999999999999"), ["7", "999999999999999999"]);
        assert_eq!(names("7 99999999999999999999"), ["7", "99999999999999999999"]);
    }

    #[test]
    fn memory_is_refused_with_the_numbers() {
        let limits = Limits { memory: 10_000, ..Limits::default() };
        let text: String = (0..1000).map(|n| format!("{n} {n}\n")).collect();
        let refusal = read_edge_list(&mut text.as_bytes(), &limits).unwrap_err();
        let Refusal::Limit { what, needed, allowed, .. } = refusal else { panic!("{refusal}") };
        assert!(what.starts_with("a graph with at least 1"), "{what}");
        assert!(needed > allowed && needed < 2 * allowed);
    }
}
