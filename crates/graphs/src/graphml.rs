//! Reads the vertices and edges of GraphML.
//!
//! This is not an XML library: it walks over tags, comments and CDATA, and expands only the five entities
//! of XML and numeric ones, so no input can grow while it is read.

mod xml;

use std::io::BufRead;

use bouton_values::{Limits, Refusal};

use crate::builder::Builder;
use crate::named::NamedDigraph;
use crate::source::excerpt;
use xml::{Attribute, Form, Tag, Tags};

/// Reads the `<node>`s and `<edge>`s of the one directed `<graph>`, nested graphs included.
///
/// Everything else is skipped. An edge to a vertex that no `<node>` declares is refused, as the
/// definition of GraphML demands: more often than not the name is misspelt.
pub fn read_graphml(input: &mut dyn BufRead, limits: &Limits) -> Result<NamedDigraph, Refusal> {
    let mut tags = Tags::new(input, limits)?;
    let mut reader = Reader {
        builder: Builder::new(limits),
        open: Vec::new(),
        undeclared: Vec::new(),
        graphs: 0,
        has_root: false,
    };
    while let Some(tag) = tags.next()? {
        reader.tag(&tag).map_err(|(problem, help)| {
            Refusal::bad(format!("line {}: {problem}", tag.line), help)
        })??;
    }
    reader.finish(tags.line())
}

/// How deep elements may nest; most files have four levels.
const DEEPEST: usize = 1000;

/// What the line of a vertex costs at most, while their vector doubles.
const LINE_BYTES: usize = 24;

const HELP: &str = "write <graphml><graph edgedefault=\"directed\"> with <node id=…/> and \
    <edge source=… target=…/> inside";

struct Reader<'a> {
    builder: Builder<'a>,
    /// The elements that are open, outermost first, with their full names.
    open: Vec<(Element, String)>,
    /// For each vertex the line of the edge that named it first, or 0 once it is declared.
    undeclared: Vec<u64>,
    /// How many graphs there are that are not inside another.
    graphs: u64,
    has_root: bool,
}

/// What an element means, which depends on where it is: there may be a `<node>` of another
/// language inside `<data>`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Element {
    GraphMl,
    Graph,
    Node,
    Edge,
    Other,
}

/// What is wrong and what to write instead, or a complete refusal.
type Outcome<T> = Result<Result<T, Refusal>, (String, &'static str)>;

impl Reader<'_> {
    fn tag(&mut self, tag: &Tag) -> Outcome<()> {
        if tag.form == Form::Close {
            return self.close(tag);
        }
        let element = self.element(tag)?;
        let result = match element {
            Element::Graph => self.graph(tag)?,
            Element::Node => self.node(tag)?,
            Element::Edge => self.edge(tag)?,
            Element::GraphMl | Element::Other => Ok(()),
        };
        if tag.form == Form::Open {
            if self.open.len() >= DEEPEST {
                return Err((format!("more than {DEEPEST} nested elements"), HELP));
            }
            self.open.push((element, tag.name.clone()));
        }
        Ok(result)
    }

    fn element(&mut self, tag: &Tag) -> Result<Element, (String, &'static str)> {
        let Some((parent, _)) = self.open.last() else { return self.root(tag) };
        Ok(match (parent, tag.local_name()) {
            (Element::GraphMl | Element::Node | Element::Edge, "graph") => Element::Graph,
            (Element::Graph, "node") => Element::Node,
            (Element::Graph, "edge") => Element::Edge,
            (Element::Graph, "hyperedge") => {
                return Err(("a hyperedge".to_owned(), "write an edge for each pair"));
            }
            _ => Element::Other,
        })
    }

    fn root(&mut self, tag: &Tag) -> Result<Element, (String, &'static str)> {
        if tag.local_name() != "graphml" {
            return Err((format!("<{}> where <graphml> belongs", excerpt(&tag.name)), HELP));
        }
        if std::mem::replace(&mut self.has_root, true) {
            return Err(("a second <graphml>".to_owned(), "read one file at a time"));
        }
        Ok(Element::GraphMl)
    }

    fn graph(&mut self, tag: &Tag) -> Outcome<()> {
        let write_directed = "write edgedefault=\"directed\"";
        match tag.get(Attribute::EdgeDefault) {
            Some("directed") => {}
            Some("undirected") => return Err(("an undirected graph".to_owned(), write_directed)),
            _ => {
                return Err(("a graph that is not declared directed".to_owned(), write_directed));
            }
        }
        if self.open.iter().all(|(element, _)| *element != Element::Graph) {
            self.graphs += 1;
        }
        match self.graphs {
            1 => Ok(Ok(())),
            _ => Err(("a second graph".to_owned(), "keep one <graph> in the file")),
        }
    }

    fn node(&mut self, tag: &Tag) -> Outcome<()> {
        let id = required(tag, Attribute::Id)?;
        Ok(self.declare(id, tag.line))
    }

    fn declare(&mut self, id: &str, line: u64) -> Result<(), Refusal> {
        let vertex = self.builder.vertex(id)?;
        *self.mention(vertex, line)? = 0;
        Ok(())
    }

    fn edge(&mut self, tag: &Tag) -> Outcome<()> {
        if tag.get(Attribute::Directed) == Some("false") {
            return Err(("an undirected edge".to_owned(), "write two edges instead"));
        }
        let source = required(tag, Attribute::Source)?;
        let target = required(tag, Attribute::Target)?;
        Ok(self.add_edge(source, target, tag.line))
    }

    fn add_edge(&mut self, source: &str, target: &str, line: u64) -> Result<(), Refusal> {
        let from = self.builder.vertex(source)?;
        self.mention(from, line)?;
        let to = self.builder.vertex(target)?;
        self.mention(to, line)?;
        self.builder.edge(from, to)
    }

    /// The entry of a vertex in `undeclared`; a new vertex is undeclared, mentioned first on this line.
    fn mention(&mut self, vertex: u32, line: u64) -> Result<&mut u64, Refusal> {
        let index = vertex as usize;
        if index == self.undeclared.len() {
            if index == self.undeclared.capacity() {
                self.builder.hold(LINE_BYTES * index)?;
            }
            self.undeclared.push(line);
        }
        Ok(&mut self.undeclared[index])
    }

    fn close(&mut self, tag: &Tag) -> Outcome<()> {
        match self.open.pop() {
            Some((_, name)) if name == tag.name => Ok(Ok(())),
            Some((_, name)) => {
                let [found, open] = [&tag.name, &name].map(|name| excerpt(name));
                Err((format!("</{found}> where <{open}> is open"), HELP))
            }
            None => Err((format!("</{}> closes nothing", excerpt(&tag.name)), HELP)),
        }
    }

    fn finish(self, line: u64) -> Result<NamedDigraph, Refusal> {
        if let Some((_, name)) = self.open.last() {
            let problem = format!("line {line}: <{}> does not end", excerpt(name));
            return Err(Refusal::bad(problem, HELP));
        }
        if self.graphs == 0 {
            return Err(Refusal::bad("no <graph> in the input", HELP));
        }
        if let Some(vertex) = self.undeclared.iter().position(|line| *line > 0) {
            let (line, name) = (self.undeclared[vertex], self.builder.name(vertex as u32));
            let problem = format!("line {line}: no <node> declares `{}`", excerpt(&name));
            return Err(Refusal::bad(problem, "check the spelling, or add the node"));
        }
        Ok(self.builder.finish())
    }
}

fn required(tag: &Tag, attribute: Attribute) -> Result<&str, (String, &'static str)> {
    let missing = || (format!("<{}> without {}", excerpt(&tag.name), attribute.name()), HELP);
    tag.get(attribute).ok_or_else(missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: impl AsRef<[u8]>) -> Result<NamedDigraph, Refusal> {
        read_graphml(&mut text.as_ref(), &Limits::default())
    }

    /// A directed graph with this inside, which begins on line 2.
    fn wrapped(inside: &str) -> String {
        format!("<graphml><graph edgedefault='directed'>\n{inside}</graph></graphml>")
    }

    fn names(inside: &str) -> Vec<String> {
        read(wrapped(inside)).unwrap().names.iter().map(|name| name.into_owned()).collect()
    }

    fn problem(text: impl AsRef<[u8]>) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn nodes_and_edges_are_read_and_the_rest_is_skipped() {
        let text = r#"<?xml version="1.0" encoding="utf-8"?>
            <!DOCTYPE graphml [<!ENTITY lol "lol>'"> <!-- " --> <?x > ?> <!ENTITY l2 "&lol;&lol;">]>
            <g:graphml xmlns:g="http://graphml.graphdrawing.org/xmlns" a='>'>
            <g:key id="d0" for="node"/> <!-- <node id="no"/> -- >-->
            <g:graph id="G" edgedefault="directed">
              <g:edge id="e" source="a" target="b" sourceport="p"/>
              <g:node id="b"><g:data key="d0"><![CDATA[<node id="no"/>]]> ]] > &amp; "
                <node id="no"/><graph><node id="no"/></graph></g:data>
                <g:graph edgedefault="directed"><g:node id="b::c"></g:node></g:graph></g:node>
              <g:node id = 'a' />
              <g:edge source='b' target="b" directed="true"></g:edge>
            </g:graph></g:graphml>
            <!-- end -->"#;
        let read = read(text).unwrap();
        assert_eq!(read.names.iter().collect::<Vec<_>>(), ["a", "b", "b::c"]);
        assert_eq!(read.graph, crate::Digraph::from_edges(3, [(0, 1), (1, 1)]));
    }

    #[test]
    fn entities_are_unfolded_in_names() {
        let inside = "<node id='&amp;&lt;&gt;&quot;&apos;&#65;&#x1F600;'/><node id='a\nb&#10;c'/>";
        assert_eq!(names(inside), ["&<>\"'A😀", "a b\nc"]);
        assert_eq!(names("<node id='2'/><node id='0'/><node id='1'/>"), ["0", "1", "2"]);
        assert_eq!(names(""), Vec::<String>::new());
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let inside = |text: &str| problem(wrapped(text));
        assert_eq!(inside("<node/>"), "line 2: <node> without id");
        assert_eq!(inside("<edge source='a'/>"), "line 2: <edge> without target");
        assert_eq!(
            inside("<node id='a'/>\n<edge source='a' target='b'/>"),
            "line 3: no <node> declares `b`"
        );
        assert_eq!(inside("<node id='&lol;'/>"), "line 2: unknown entity &lol;");
        assert_eq!(inside("<node id='&#0;'/>"), "line 2: unknown entity &#0;");
        assert_eq!(inside("<node id='&#xD800;'/>"), "line 2: unknown entity &#xD800;");
        assert_eq!(inside("<node id='&amp'/>"), "line 2: an & without its ;");
        assert_eq!(inside("<node id='a' id='b'/>"), "line 2: id twice in <node>");
        assert_eq!(inside("<node id=a/>"), "line 2: id without a value in quotes");
        assert_eq!(inside("<node id='<'/>"), "line 2: `<` in a value");
        assert_eq!(inside("<node id='a'b='c'/>"), "line 2: <node> is malformed");
        assert_eq!(inside("<>"), "line 2: a tag without a name");
        assert_eq!(inside("</node>"), "line 2: </node> where <graph> is open");
        assert_eq!(inside("<hyperedge/>"), "line 2: a hyperedge");
        assert_eq!(inside("<edge directed='false'/>"), "line 2: an undirected edge");
        assert_eq!(inside("<!-- "), "line 2: a comment that does not end");
        assert_eq!(inside("<![CDATA[ "), "line 2: CDATA that does not end");
        assert_eq!(inside("<?"), "line 2: `<?` that does not end");
        assert_eq!(inside("<!x '"), "line 2: `<!` that does not end");
        assert_eq!(inside("<node id='"), "line 2: `<` in a value");
        assert_eq!(
            problem("<graphml><graph edgedefault='undirected'/>"),
            "line 1: an undirected graph"
        );
        assert_eq!(problem("<graphml><graph/>"), "line 1: a graph that is not declared directed");
        assert_eq!(problem("<graphml>"), "line 1: <graphml> does not end");
        assert_eq!(problem("<graphml/>"), "no <graph> in the input");
        assert_eq!(problem(""), "no <graph> in the input");
        assert_eq!(problem("<html>"), "line 1: <html> where <graphml> belongs");
        assert_eq!(problem("</html>"), "line 1: </html> closes nothing");
        assert_eq!(problem("<graphml/>\n<graphml/>"), "line 2: a second <graphml>");
        assert_eq!(
            problem("<graphml>".to_owned() + &"<a>".repeat(5000)),
            "line 1: more than 1000 nested elements"
        );
        assert_eq!(
            problem(b"<graphml><graph edgedefault='directed'>\n<node id='\xff'/>"),
            "line 2 is not UTF-8"
        );
        let twice = "<graphml><graph edgedefault='directed'/>\n<graph edgedefault='directed'/>";
        assert_eq!(problem(twice), "line 2: a second graph");
        assert_eq!(
            problem("<".to_owned() + &"a".repeat(5000)),
            "line 1: a name of more than 1000 bytes"
        );
    }
}
