//! The formats of digraphs, and which one a text is in.

use std::fmt;
use std::io::BufRead;
use std::str::FromStr;

use bouton_values::{Limits, Refusal};

use crate::named::NamedDigraph;
use crate::{argumentation, digraph6, dot, edge_list, graphml};

/// A way to write a digraph down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// An edge list: `a b` on each line.
    EdgeList,
    /// DOT, the language of Graphviz.
    Dot,
    /// XML with `<node>` and `<edge>`.
    GraphMl,
    /// Digraph6: McKay's compact notation of adjacency matrices.
    Digraph6,
    /// APX, an argumentation framework: `arg(a).` and `att(a,b).`, which is the edge b→a.
    Apx,
    /// The argumentation frameworks of ICCMA: `p af 3`, and `1 2` for the edge 2→1.
    Af,
}

impl Format {
    /// All formats that are read.
    pub const ALL: [Format; 6] =
        [Format::EdgeList, Format::Dot, Format::GraphMl, Format::Digraph6, Format::Apx, Format::Af];

    /// The name of the format: `edges`, `dot`, `graphml`, `digraph6`, `apx` or `af`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Format::EdgeList => "edges",
            Format::Dot => "dot",
            Format::GraphMl => "graphml",
            Format::Digraph6 => "digraph6",
            Format::Apx => "apx",
            Format::Af => "af",
        }
    }

    /// The format that the name of the file suggests, or else the one that its first bytes look like; a few
    /// hundred bytes are enough. The default is an edge list.
    ///
    /// ```
    /// use bouton_graphs::Format;
    /// assert_eq!(Format::guess(b"", Some("games/kayles.gv")), Format::Dot);
    /// assert_eq!(Format::guess(b"// c\nstrict digraph G {", None), Format::Dot);
    /// assert_eq!(Format::guess(b"digraph graph", None), Format::EdgeList);
    /// ```
    #[must_use]
    pub fn guess(first_bytes: &[u8], file_name: Option<&str>) -> Format {
        file_name.and_then(by_extension).unwrap_or_else(|| by_content(first_bytes))
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = Refusal;

    fn from_str(name: &str) -> Result<Format, Refusal> {
        Format::ALL.into_iter().find(|format| format.name() == name).ok_or_else(|| {
            let names = Format::ALL.map(Format::name).join(", ");
            Refusal::bad("unknown graph format", format!("write one of {names}"))
        })
    }
}

/// Reads the digraph in a file of this format.
pub fn read(
    input: &mut dyn BufRead,
    format: Format,
    limits: &Limits,
) -> Result<NamedDigraph, Refusal> {
    match format {
        Format::EdgeList => edge_list::read_edge_list(input, limits),
        Format::Dot => dot::read_dot(input, limits),
        Format::GraphMl => graphml::read_graphml(input, limits),
        Format::Digraph6 => digraph6::read_digraph6(input, limits),
        Format::Apx => argumentation::read_apx(input, limits),
        Format::Af => argumentation::read_af(input, limits),
    }
}

/// The format that an extension suggests; `.txt` and the like suggest none.
fn by_extension(file_name: &str) -> Option<Format> {
    let (_, extension) = file_name.rsplit_once('.')?;
    match extension.to_ascii_lowercase().as_str() {
        "dot" | "gv" => Some(Format::Dot),
        "graphml" | "xml" => Some(Format::GraphMl),
        "d6" | "dg6" | "dig6" | "digraph6" => Some(Format::Digraph6),
        "apx" => Some(Format::Apx),
        "af" => Some(Format::Af),
        "edges" | "edgelist" | "el" | "csv" | "tsv" => Some(Format::EdgeList),
        _ => None,
    }
}

fn by_content(bytes: &[u8]) -> Format {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes).trim_ascii_start();
    match bytes {
        [b'<', ..] => Format::GraphMl,
        // graph6 and sparse6 have such a header too, and the reader says what is wrong with them.
        [b'>', b'>', ..] => Format::Digraph6,
        [b'&', rest @ ..] if is_printable_line(rest) => Format::Digraph6,
        _ if begins_like_apx(bytes) => Format::Apx,
        _ if first_line(bytes, b'#').starts_with(b"p af ") => Format::Af,
        _ if begins_like_dot(bytes) => Format::Dot,
        _ => Format::EdgeList,
    }
}

/// Whether the rest of the line has no character that digraph6 does not use.
fn is_printable_line(bytes: &[u8]) -> bool {
    let line = bytes.split(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
    !line.is_empty() && line.iter().all(|byte| (63..=126).contains(byte))
}

/// Whether the first statement after comments begins with `arg(` or `att(`.
fn begins_like_apx(bytes: &[u8]) -> bool {
    let line = first_line(bytes, b'%');
    let word = line.strip_prefix(b"arg").or_else(|| line.strip_prefix(b"att"));
    word.is_some_and(|rest| rest.trim_ascii_start().starts_with(b"("))
}

/// The text from the first line on that is not empty and does not begin with this mark of a comment.
fn first_line(mut bytes: &[u8], comment: u8) -> &[u8] {
    while bytes.first() == Some(&comment) {
        let end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
        bytes = bytes[end..].trim_ascii_start();
    }
    bytes
}

/// Whether it begins with `digraph {` or `graph name {`: an edge list may have a vertex `digraph`.
fn begins_like_dot(mut bytes: &[u8]) -> bool {
    let limits = Limits::default();
    let Ok(mut lexer) = dot::Lexer::new(&mut bytes, &limits) else { return false };
    let mut next = || lexer.next().unwrap_or(dot::Token::End);
    let mut token = next();
    if token.is_keyword("strict") {
        token = next();
    }
    if !token.is_keyword("digraph") && !token.is_keyword("graph") {
        return false;
    }
    token = next();
    if token.is_id() {
        token = next();
    }
    token == dot::Token::Open
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_content_tells_the_format() {
        let rows: [(&str, Format); 20] = [
            ("", Format::EdgeList),
            ("a b", Format::EdgeList),
            ("# comment\n1 2", Format::EdgeList),
            ("graph b", Format::EdgeList),
            ("digraph -> graph\n{ }", Format::EdgeList),
            ("& b", Format::EdgeList),
            ("&DI?AO?\n", Format::Digraph6),
            (">>digraph6<<&DI?AO?", Format::Digraph6),
            ("\u{feff}  <?xml version", Format::GraphMl),
            ("<graphml>", Format::GraphMl),
            ("/* a */ digraph {", Format::Dot),
            ("# a\nSTRICT DIGRAPH \"a b\"\n{", Format::Dot),
            ("graph{", Format::Dot),
            ("strict 5", Format::EdgeList),
            ("arg(a).\natt(a,a).", Format::Apx),
            ("\u{feff}\n% a\r\n%\natt (a,b).", Format::Apx),
            ("p af 3\n1 2", Format::Af),
            ("# a\n#\np af 3", Format::Af),
            ("p af", Format::EdgeList),
            ("arg b", Format::EdgeList),
        ];
        for (text, format) in rows {
            assert_eq!(Format::guess(text.as_bytes(), None), format, "{text}");
            assert_eq!(Format::guess(text.as_bytes(), Some("x.txt")), format, "{text}");
            assert_eq!(Format::guess(text.as_bytes(), Some("a.b/x.GV")), Format::Dot);
        }
    }

    #[test]
    fn every_name_is_read_back() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
        }
        assert!("gif".parse::<Format>().is_err());
    }
}
