//! Reads the vertices and edges of DOT, the language of Graphviz.

mod lexer;
mod write;

use std::io::BufRead;
use std::ops::Range;

use bouton_values::{Limits, Refusal};

use crate::builder::Builder;
use crate::named::NamedDigraph;
pub(crate) use lexer::{Lexer, Token};
pub use write::{Colour, to_dot};

/// Reads one `digraph { a -> b; }`.
///
/// Attributes and ports are skipped, and the braces of a subgraph on either side of an arrow stand
/// for all vertices in it. Names are compared as Graphviz does: in quotes only `\"` is special.
pub fn read_dot(input: &mut dyn BufRead, limits: &Limits) -> Result<NamedDigraph, Refusal> {
    let mut parser = Parser {
        lexer: Lexer::new(input, limits)?,
        builder: Builder::new(limits),
        frames: Vec::new(),
        mentions: Vec::new(),
    };
    parser.header()?;
    parser.statements()?;
    parser.end()?;
    Ok(parser.builder.finish())
}

/// How deep subgraphs may nest; people write two or three.
const DEEPEST: usize = 1000;

/// What a mention costs at most, while their vector doubles or an arrow has a copy of them.
const MENTION_BYTES: usize = 16;

struct Parser<'a> {
    lexer: Lexer<'a>,
    builder: Builder<'a>,
    /// The braces that are open, outermost first.
    frames: Vec<Frame>,
    /// The vertices mentioned in open subgraphs: those of an inner one are the end of the outer one.
    mentions: Vec<u32>,
}

/// One pair of braces.
struct Frame {
    /// Where its vertices begin in the mentions.
    start: usize,
    /// What an arrow would begin at: a vertex or a subgraph, as a range of mentions.
    last: Option<Range<usize>>,
    /// Whether an arrow waits for its other end.
    is_open: bool,
}

impl Parser<'_> {
    fn header(&mut self) -> Result<(), Refusal> {
        let mut token = self.lexer.next()?;
        if token.is_keyword("strict") {
            token = self.lexer.next()?;
        }
        if token.is_keyword("graph") {
            return Err(self.undirected());
        }
        if !token.is_keyword("digraph") {
            return Err(self.expected("digraph", &token));
        }
        let mut token = self.lexer.next()?;
        if token.is_id() {
            token = self.lexer.next()?;
        }
        match token {
            Token::Open => self.open(),
            token => Err(self.expected("`{`", &token)),
        }
    }

    fn statements(&mut self) -> Result<(), Refusal> {
        while !self.frames.is_empty() {
            match self.lexer.next()? {
                Token::Open => self.open()?,
                Token::Close => self.close()?,
                Token::Arrow => self.arrow()?,
                Token::Line => return Err(self.undirected()),
                Token::Bracket => {
                    self.end_statement()?;
                    self.skip_attributes()?;
                }
                Token::Semicolon => self.end_statement()?,
                token @ Token::Bare(_) if token.is_keyword("subgraph") => self.subgraph()?,
                token @ Token::Bare(_) if token.is_default() => self.end_statement()?,
                Token::Bare(name) | Token::Quoted(name) => self.id(&name)?,
                token => return Err(self.expected("a name", &token)),
            }
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), Refusal> {
        match self.lexer.next()? {
            Token::End => Ok(()),
            token => Err(self.expected("the end after the last `}`", &token)),
        }
    }

    fn open(&mut self) -> Result<(), Refusal> {
        if self.frames.len() > DEEPEST {
            let problem = format!("line {}: more than {DEEPEST} nested subgraphs", self.line());
            return Err(Refusal::bad(problem, "write the edges without nesting"));
        }
        self.forget();
        self.frames.push(Frame { start: self.mentions.len(), last: None, is_open: false });
        Ok(())
    }

    fn close(&mut self) -> Result<(), Refusal> {
        self.end_statement()?;
        let frame = self.frames.pop().expect("statements are read while braces are open");
        if self.frames.is_empty() {
            return Ok(());
        }
        self.endpoint(frame.start..self.mentions.len())
    }

    fn subgraph(&mut self) -> Result<(), Refusal> {
        let mut token = self.lexer.next()?;
        if token.is_id() {
            token = self.lexer.next()?;
        }
        match token {
            Token::Open => self.open(),
            token => Err(self.expected("`{` after subgraph", &token)),
        }
    }

    /// A name, which is a vertex unless `=` follows.
    fn id(&mut self, name: &str) -> Result<(), Refusal> {
        if self.lexer.take(b'=')? {
            self.end_statement()?;
            let token = self.lexer.next()?;
            return if token.is_id() { Ok(()) } else { Err(self.expected("a value", &token)) };
        }
        self.forget();
        let vertex = self.builder.vertex(name)?;
        let start = self.mentions.len();
        if start == self.mentions.capacity() {
            self.builder.hold(MENTION_BYTES * start)?;
        }
        self.mentions.push(vertex);
        self.skip_port()?;
        self.endpoint(start..start + 1)
    }

    /// `:port` and `:port:compass` say where on the picture of a vertex an arrow ends.
    fn skip_port(&mut self) -> Result<(), Refusal> {
        while self.lexer.take(b':')? {
            let token = self.lexer.next()?;
            if !token.is_id() {
                return Err(self.expected("a port", &token));
            }
        }
        Ok(())
    }

    /// Drops the vertices mentioned before the current statement, which on the outermost level nothing refers to.
    fn forget(&mut self) {
        if let [frame] = self.frames.as_mut_slice()
            && !frame.is_open
        {
            frame.last = None;
            self.mentions.clear();
        }
    }

    fn endpoint(&mut self, ends: Range<usize>) -> Result<(), Refusal> {
        let frame = self.frames.last_mut().expect("an endpoint is inside braces");
        let starts = frame.last.replace(ends.clone());
        match (std::mem::take(&mut frame.is_open), starts) {
            (true, Some(starts)) => self.connect(starts, ends),
            _ => Ok(()),
        }
    }

    /// Every vertex on the left has an edge to every vertex on the right.
    fn connect(&mut self, starts: Range<usize>, ends: Range<usize>) -> Result<(), Refusal> {
        if let (1, 1) = (starts.len(), ends.len()) {
            return self.builder.edge(self.mentions[starts.start], self.mentions[ends.start]);
        }
        let [starts, ends] = [starts, ends].map(|range| {
            let mut vertices = self.mentions[range].to_vec();
            vertices.sort_unstable();
            vertices.dedup();
            vertices
        });
        for from in &starts {
            for to in &ends {
                self.builder.edge(*from, *to)?;
            }
            self.lexer.pause()?;
        }
        Ok(())
    }

    fn arrow(&mut self) -> Result<(), Refusal> {
        let line = self.line();
        let frame = self.frames.last_mut().expect("statements are read while braces are open");
        if frame.is_open || frame.last.is_none() {
            let problem = format!("line {line}: an arrow from nowhere");
            return Err(Refusal::bad(problem, "write a vertex before each ->"));
        }
        frame.is_open = true;
        Ok(())
    }

    fn end_statement(&mut self) -> Result<(), Refusal> {
        let line = self.line();
        let frame = self.frames.last_mut().expect("statements are read while braces are open");
        if frame.is_open {
            let problem = format!("line {line}: an arrow to nowhere");
            return Err(Refusal::bad(problem, "write a vertex after each ->"));
        }
        frame.last = None;
        Ok(())
    }

    /// Everything up to the closing bracket; a bracket inside quotes is part of a value.
    fn skip_attributes(&mut self) -> Result<(), Refusal> {
        loop {
            match self.lexer.next()? {
                Token::Unbracket => return Ok(()),
                token @ (Token::End | Token::Open | Token::Close | Token::Bracket) => {
                    return Err(self.expected("`]`", &token));
                }
                _ => {}
            }
        }
    }

    fn line(&self) -> u64 {
        self.lexer.line()
    }

    fn undirected(&self) -> Refusal {
        let problem = format!("line {}: an undirected graph", self.line());
        Refusal::bad(problem, "write digraph and ->")
    }

    fn expected(&self, what: &str, found: &Token) -> Refusal {
        let problem = format!("line {}: expected {what}, found {}", self.line(), found.shown());
        Refusal::bad(problem, "write digraph { a -> b; c; }, with other names in quotes")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: impl AsRef<[u8]>) -> Result<NamedDigraph, Refusal> {
        read_dot(&mut text.as_ref(), &Limits::default())
    }

    /// All vertices, and all edges.
    fn shown(text: &str) -> String {
        let read = read(text).unwrap();
        let name = |v: u32| read.names.name(v);
        let edges = |v: u32| read.graph.successors(v).iter().map(move |w| (v, *w));
        let edges = (0..read.graph.vertices() as u32).flat_map(edges);
        let edges = edges.map(|(v, w)| format!("{}→{}", name(v), name(w)));
        let names = read.names.iter().collect::<Vec<_>>().join(" ");
        format!("{names}: {}", edges.collect::<Vec<_>>().join(" "))
    }

    fn problem(text: impl AsRef<[u8]>) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn chains_sets_and_lone_vertices() {
        assert_eq!(shown("digraph G { a -> b -> c; d }"), "a b c d: a→b b→c");
        assert_eq!(shown("DiGraph{a->{b c}->d e}"), "a b c d e: a→b a→c b→d c→d");
        assert_eq!(shown("strict digraph \"x y\" {a b a->a}"), "a b: a→a");
        assert_eq!(
            shown("digraph {{a b} -> subgraph s {c; d -> e}}"),
            "a b c d e: a→c a→d a→e b→c b→d b→e d→e"
        );
        assert_eq!(
            shown("digraph {subgraph {a {b {c}}} -> d -> {} e -> f}"),
            "a b c d e f: a→d b→d c→d e→f"
        );
        assert_eq!(shown("digraph {}"), ": ");
        assert_eq!(shown("digraph {2->0 1}"), "0 1 2: 2→0");
    }

    #[test]
    fn what_only_the_picture_needs_is_skipped() {
        let text = "\u{feff}# by hand\ndigraph \"g\" { // c\n rankdir=LR; node [shape=box, label=\"a ] b\"] edge[color=red];\n\
            graph [x=\"1\"]; a [label=<<b>x</b> ]>] [y=1]; /* a -> z * / */ a:n -> \"b\":p:sw [w=.5; v=-1.]; \n\
            subgraph cluster_0 { label = \"-> q\"; c -> a } \"node\" }\n// end";
        assert_eq!(shown(text), "a b c node: a→b c→a");
    }

    #[test]
    fn names_are_what_graphviz_makes_of_them() {
        assert_eq!(
            shown(r#"digraph {"a\"b" "a\nb" "\\" "x" + "y" <i> ""}"#),
            r#"a"b a\nb \\ xy <i> : "#
        );
        assert_eq!(
            shown("digraph {\"a\\\nb\" -5 .5 1. 007 日本 _x1}"),
            "ab -5 .5 1. 007 日本 _x1: "
        );
        assert_eq!(shown("digraph {a->b\na->b;a->b}"), "a b: a→b");
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        assert_eq!(problem("graph {a -- b}"), "line 1: an undirected graph");
        assert_eq!(
            read("digraph {a\n -- b}").unwrap_err().help().to_string(),
            "write digraph and ->"
        );
        assert_eq!(problem("digraph {\na ->\n}"), "line 3: an arrow to nowhere");
        assert_eq!(problem("digraph {\n-> a}"), "line 2: an arrow from nowhere");
        assert_eq!(problem("digraph {a; -> b}"), "line 1: an arrow from nowhere");
        assert_eq!(problem("digraph {a"), "line 1: expected a name, found the end");
        assert_eq!(problem("digraph {a [b"), "line 1: expected `]`, found the end");
        assert_eq!(
            problem("digraph {} x"),
            "line 1: expected the end after the last `}`, found `x`"
        );
        assert_eq!(problem("hello"), "line 1: expected digraph, found `hello`");
        assert_eq!(problem(""), "line 1: expected digraph, found the end");
        assert_eq!(problem("digraph {\n\"a\n\n"), "line 2: a quote that does not end");
        assert_eq!(problem("digraph {\n/* a"), "line 2: a comment that does not end");
        assert_eq!(problem("digraph {\n<a<b>"), "line 2: `<` that does not end");
        assert_eq!(problem("digraph {\n1a}"), "line 2: `1a` is neither a number nor a name");
        assert_eq!(problem("digraph {a.b}"), "line 1: `.b` is neither a number nor a name");
        assert_eq!(problem("digraph {a-b}"), "line 1: `-b` is neither a number nor a name");
        assert_eq!(problem("digraph {a\n@}"), "line 2: `@` does not belong here");
        assert_eq!(problem(b"digraph {\n\"\xff\"}"), "line 2 is not UTF-8");
        assert_eq!(problem(b"digraph {\n\xff}"), "line 2 is not UTF-8");
        assert_eq!(
            problem("digraph {".to_owned() + &"{".repeat(5000)),
            "line 1: more than 1000 nested subgraphs"
        );
    }

    #[test]
    fn mentions_stay_within_the_budget() {
        let limits = Limits { memory: 1 << 20, ..Limits::default() };
        let text = format!("digraph {{{{{}}}}}", "a ".repeat(100_000));
        let refusal = read_dot(&mut text.as_bytes(), &limits).unwrap_err();
        assert!(matches!(refusal, Refusal::Limit { needed: 1_048_577.., .. }), "{refusal}");
        // On the outermost level they are forgotten.
        let text = format!("digraph {{{}}}", "a ".repeat(100_000));
        assert!(read_dot(&mut text.as_bytes(), &limits).is_ok());
    }

    #[test]
    fn a_product_of_sets_stays_within_the_budget() {
        let set: String = (0..100_000).map(|n| format!("{n} ")).collect();
        let limits = Limits { memory: 50 << 20, ..Limits::default() };
        let text = format!("digraph {{ {{{set}}} -> {{{set}}} }}");
        let refusal = read_dot(&mut text.as_bytes(), &limits).unwrap_err();
        assert!(matches!(refusal, Refusal::Limit { allowed: 0x320_0000, .. }), "{refusal}");
    }
}
