//! What is written is read back, and no input makes a reader panic or hold more than it may.

use std::fmt::Write;
use std::ops::ControlFlow;
use std::sync::Arc;

use bouton_graphs::{
    Digraph, Format, NamedDigraph, digraph6_lines, read, read_edge_list, to_digraph6, to_dot,
    to_edge_list,
};
use bouton_values::{Limits, Refusal, Watch};
use proptest::collection::{hash_set, vec};
use proptest::prelude::*;

fn read_text(text: &str, format: Format) -> Result<NamedDigraph, Refusal> {
    read(&mut text.as_bytes(), format, &Limits::default())
}

/// All vertices may be alone, and all may have loops.
fn digraphs() -> impl Strategy<Value = Digraph> {
    prop_oneof![0u32..10, 60u32..68].prop_flat_map(|n| {
        let edges = vec((0..n.max(1), 0..n.max(1)), if n == 0 { 0..1 } else { 0..150 });
        edges.prop_map(move |edges| Digraph::from_edges(n as usize, edges))
    })
}

/// A digraph whose vertices have the names, in this order unless these are 0 to n-1.
fn with_names(graph: &Digraph, names: &[String]) -> NamedDigraph {
    let mut text = String::new();
    let quoted: Vec<String> = names.iter().map(|name| quoted(name)).collect();
    for name in &quoted {
        writeln!(text, "{name}").unwrap();
    }
    for (v, w) in edges(graph) {
        writeln!(text, "{} -> {}", quoted[v as usize], quoted[w as usize]).unwrap();
    }
    read_text(&text, Format::EdgeList).unwrap()
}

fn quoted(name: &str) -> String {
    let characters = name.chars().map(|c| format!("\\u{{{:x}}}", u32::from(c)));
    format!("\"{}\"", characters.collect::<String>())
}

fn edges(graph: &Digraph) -> impl Iterator<Item = (u32, u32)> {
    let vertices = 0..graph.vertices() as u32;
    vertices.flat_map(|v| graph.successors(v).iter().map(move |w| (v, *w)))
}

/// Names of all kinds: numbers, words, keywords, and whatever characters there are.
fn names() -> impl Strategy<Value = String> {
    prop_oneof![
        (-5i64..15).prop_map(|n| n.to_string()),
        any::<i64>().prop_map(|n| n.to_string()),
        "[a-c0-2 ,>#\"\\\\-]{0,4}",
        "(?i)(node|graph|strict|subgraph)",
        "\\PC{0,6}",
        any::<String>(),
    ]
}

fn named_digraphs() -> impl Strategy<Value = (Digraph, NamedDigraph)> {
    hash_set(names(), 0..12).prop_flat_map(|names| {
        let names: Vec<String> = names.into_iter().collect();
        let n = names.len() as u32;
        let edges = vec((0..n.max(1), 0..n.max(1)), if n == 0 { 0..1 } else { 0..40 });
        edges.prop_map(move |edges| {
            let graph = Digraph::from_edges(names.len(), edges);
            let named = with_names(&graph, &names);
            (graph, named)
        })
    })
}

/// There is no GraphML to write for users, only for this test.
fn to_graphml(named: &NamedDigraph) -> String {
    let escaped = |v: u32| {
        let references = |c: char| match c {
            '<' => "&lt;".to_owned(),
            '&' => "&amp;".to_owned(),
            '\'' => "&apos;".to_owned(),
            c if c.is_control() => format!("&#{};", u32::from(c)),
            c => c.to_string(),
        };
        named.names.name(v).chars().map(references).collect::<String>()
    };
    let mut text = "<graphml><graph edgedefault='directed'>\n".to_owned();
    for v in 0..named.graph.vertices() as u32 {
        writeln!(text, "<node id='{}'/>", escaped(v)).unwrap();
    }
    for (v, w) in edges(&named.graph) {
        writeln!(text, "<edge source='{}' target='{}'/>", escaped(v), escaped(w)).unwrap();
    }
    text + "</graph></graphml>"
}

/// Whether DOT can say the name: a backslash must not meet a quote, an end of line or the end.
fn is_in_dot(named: &NamedDigraph) -> bool {
    named.names.iter().all(|name| {
        let doubled = name.replace("\\\\", "");
        !doubled.ends_with('\\') && !doubled.contains("\\\"") && !doubled.contains("\\\n")
    })
}

proptest! {
    #[test]
    fn numbered_digraphs_survive_every_format(graph in digraphs()) {
        let named = NamedDigraph::from(graph.clone());
        let digraph6 = to_digraph6(&graph, &Limits::default()).unwrap();
        let texts = [
            (to_edge_list(&named), Format::EdgeList),
            (to_dot(&named, None).unwrap(), Format::Dot),
            (to_graphml(&named), Format::GraphMl),
            (digraph6, Format::Digraph6),
        ];
        for (text, format) in texts {
            prop_assert_eq!(read_text(&text, format), Ok(named.clone()), "{}", text);
            if graph.vertices() > 0 {
                prop_assert_eq!(Format::guess(text.as_bytes(), None), format);
            }
        }
    }

    #[test]
    fn named_digraphs_survive_every_format((graph, named) in named_digraphs()) {
        prop_assert_eq!(named.graph.edges(), graph.edges());
        prop_assert_eq!(read_text(&to_edge_list(&named), Format::EdgeList), Ok(named.clone()));
        // XML cannot say the character 0.
        if named.names.iter().all(|name| !name.contains('\0')) {
            prop_assert_eq!(read_text(&to_graphml(&named), Format::GraphMl), Ok(named.clone()));
        }
        match to_dot(&named, Some(&|v| (v % 2 == 0).then(|| "#00ff00".into()))) {
            Ok(dot) => prop_assert_eq!(read_text(&dot, Format::Dot), Ok(named)),
            Err(refusal) => prop_assert!(!is_in_dot(&named), "{}", refusal),
        }
    }

    #[test]
    fn every_name_is_found((_, named) in named_digraphs()) {
        for (v, name) in named.names.iter().enumerate() {
            prop_assert_eq!(named.names.find(&name), Some(v as u32));
        }
        prop_assert_eq!(named.names.find("no such name at all"), None);
    }

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in vec(any::<u8>(), 0..200)) {
        try_all(&bytes);
    }

    /// Pieces of the languages get deeper into the readers than noise does.
    #[test]
    fn no_words_make_a_reader_panic(words in vec(pieces(), 0..40), head in 0usize..4) {
        let heads = ["", "digraph {", "<graphml><graph edgedefault='directed'>", "&"];
        try_all((heads[head].to_owned() + &words.concat()).as_bytes());
    }

    #[test]
    fn a_truncated_or_damaged_text_makes_no_reader_panic(
        (_, named) in named_digraphs(), at in any::<prop::sample::Index>(), byte in any::<u8>(),
    ) {
        let dot = to_dot(&named, None).unwrap_or_default();
        for text in [to_edge_list(&named), dot, to_graphml(&named)] {
            let mut bytes = text.into_bytes();
            if !bytes.is_empty() {
                let at = at.index(bytes.len());
                try_all(&bytes[..at]);
                bytes[at] = byte;
                try_all(&bytes);
            }
        }
    }

    /// One byte at a time or all at once is the same.
    #[test]
    fn the_size_of_the_buffer_does_not_matter((_, named) in named_digraphs()) {
        let texts = [
            (to_edge_list(&named), Format::EdgeList),
            (to_dot(&named, None).unwrap_or_default(), Format::Dot),
            (to_graphml(&named), Format::GraphMl),
        ];
        for (text, format) in texts {
            let text = format!("\u{feff}{text}");
            let mut slow = std::io::BufReader::with_capacity(1, text.as_bytes());
            let slowly = read(&mut slow, format, &Limits::default());
            prop_assert_eq!(slowly, read_text(&text, format));
        }
    }
}

fn pieces() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "a",
        "b",
        "1",
        "07",
        "-",
        "->",
        "--",
        ">",
        ",",
        " ",
        "\n",
        "\r\n",
        "\t",
        "#",
        "\"",
        "\\",
        "{",
        "}",
        "[",
        "]",
        ";",
        "=",
        ":",
        "+",
        "/",
        "//",
        "/*",
        "*/",
        "<",
        "</",
        "/>",
        "<!",
        "<!--",
        "-->",
        "<![CDATA[",
        "]]>",
        "<?",
        "?>",
        "&",
        "&amp;",
        "&#65;",
        "<node id='a'>",
        "</node>",
        "node",
        "<edge source='a' target='a'/>",
        "</graph>",
        "</graphml>",
        "<graph edgedefault=",
        "'directed'",
        "subgraph",
        "digraph",
        "strict",
        "graph",
        "~",
        "?",
        "_",
        ">>digraph6<<",
        "\u{feff}",
        "é",
        "日",
    ])
}

fn try_all(bytes: &[u8]) {
    let limits = Limits { memory: 1 << 20, ..Limits::default() };
    for format in Format::ALL {
        if let Ok(named) = read(&mut &*bytes, format, &limits) {
            assert_eq!(named.graph.vertices(), named.names.len());
        }
    }
    let _ = digraph6_lines(&mut &*bytes, &limits).count();
    let _ = Format::guess(bytes, None);
}

/// A watch that stops at once.
struct Impatient;

impl Watch for Impatient {
    fn progress(&self, _: u64, _: u64) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

#[test]
fn a_watch_can_stop_a_reader() {
    let limits = Limits { watch: Arc::new(Impatient), ..Limits::default() };
    let lines = |count: usize| {
        let text = "1 2\n".repeat(count);
        read_edge_list(&mut text.as_bytes(), &limits)
    };
    assert!(lines(65_535).is_ok());
    assert_eq!(lines(65_536), Err(Refusal::Interrupted));
    let dot = format!("digraph {{{}}}", "1->2\n".repeat(70_000));
    assert_eq!(read(&mut dot.as_bytes(), Format::Dot, &limits), Err(Refusal::Interrupted));
}

/// Every digraph with at most three vertices, loops included.
#[test]
fn all_small_digraphs_survive_digraph6() {
    for n in 0..=3u32 {
        for bits in 0u32..1 << (n * n) {
            let edges = (0..n * n).filter(|bit| bits >> bit & 1 == 1).map(|bit| (bit / n, bit % n));
            let graph = Digraph::from_edges(n as usize, edges);
            let text = to_digraph6(&graph, &Limits::default()).unwrap();
            assert_eq!(read_text(&text, Format::Digraph6).unwrap().graph, graph);
        }
    }
}

#[test]
fn a_matrix_that_is_too_large_is_refused() {
    let graph = Digraph::from_edges(1_000_000, []);
    let refusal = to_digraph6(&graph, &Limits::default()).unwrap_err();
    let expected = "digraph6 of 1000000 vertices would need 155.2 GiB, allowed 2.0 GiB";
    assert_eq!(refusal.to_string(), expected);
}
