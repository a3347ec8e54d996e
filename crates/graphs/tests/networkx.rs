//! Texts that other programs wrote, read here.
//!
//! NetworkX 3.6.1 with pydot 4.0.1 wrote GraphML, DOT and the edge list:
//!
//! ```python
//! G = nx.DiGraph(name='test')
//! G.add_nodes_from(['a b', 'x"y', '<tag>', '&amp;', '日本', "it's", 'new\nline', '-1', ''])
//! G.add_edge('a b', 'x"y', weight=1.5); G.add_edge('<tag>', '<tag>')
//! G.add_edge('&amp;', '日本'); G.add_edge('new\nline', "it's")
//! G.nodes['日本']['label'] = '<node id="no"/>'
//! nx.write_graphml_xml(G, file)                                  # NAMES_GRAPHML
//! H = nx.gnp_random_graph(6, .3, seed=7, directed=True); H.add_edge(5, 5)
//! H.nodes[0]['color'] = 'red'; H.edges[0, 2]['weight'] = 2
//! nx.nx_pydot.to_pydot(H).to_string()                            # RANDOM_DOT
//! '\n'.join(nx.generate_graphml(H))                              # RANDOM_GRAPHML
//! '\n'.join(nx.generate_edgelist(H, data=False))                 # RANDOM_EDGES
//! K = nx.DiGraph(); K.add_edge('alpha', 'beta', label='a -> b; [x]')
//! K.add_edge('beta', 'γάμμα'); K.add_node('two words', shape='box')
//! K.add_edge('γάμμα', 'two words')
//! nx.nx_pydot.to_pydot(K).to_string()                            # NAMES_DOT
//! '\n'.join(nx.generate_graphml(nx.path_graph(2)))               # UNDIRECTED_GRAPHML
//! ```
//!
//! NetworkX has no digraph6, so nauty 2.8.6 wrote that: `nauty-amtog -qz` from the matrices of H and
//! of the directed cycle on 63 vertices, and `nauty-geng 3 | nauty-directg` for all digraphs on three
//! vertices without loops. In the same way 400 random graphs in GraphML, 300 in DOT, 195 edge lists
//! and 10146 digraphs of nauty were compared when these readers were written.

use bouton_graphs::{
    Digraph, Format, NamedDigraph, digraph6_lines, read, to_digraph6, to_edge_list,
};
use bouton_values::Limits;

fn read_text(text: &str, format: Format) -> NamedDigraph {
    assert_eq!(Format::guess(text.as_bytes(), None), format);
    read(&mut text.as_bytes(), format, &Limits::default()).unwrap()
}

/// The edges of H.
const RANDOM: [(u32, u32); 14] = [
    (0, 2),
    (0, 4),
    (1, 2),
    (1, 4),
    (2, 0),
    (2, 1),
    (2, 5),
    (3, 0),
    (4, 1),
    (4, 3),
    (4, 5),
    (5, 0),
    (5, 3),
    (5, 5),
];

#[test]
fn a_random_digraph_is_the_same_in_all_formats() {
    let expected = NamedDigraph::from(Digraph::from_edges(6, RANDOM));
    assert_eq!(read_text(RANDOM_DOT, Format::Dot), expected);
    assert_eq!(read_text(RANDOM_GRAPHML, Format::GraphMl), expected);
    assert_eq!(read_text(RANDOM_EDGES, Format::EdgeList), expected);
    assert_eq!(read_text(RANDOM_DIGRAPH6, Format::Digraph6), expected);
    let edges = to_edge_list(&expected);
    assert_eq!(read_text(&edges, Format::EdgeList), expected);
    assert_eq!(to_digraph6(&expected.graph, &Limits::default()).unwrap(), RANDOM_DIGRAPH6);
}

#[test]
fn names_keep_their_characters() {
    let read = read_text(NAMES_GRAPHML, Format::GraphMl);
    let names = ["a b", "x\"y", "<tag>", "&amp;", "日本", "it's", "new\nline", "-1", ""];
    assert_eq!(read.names.iter().collect::<Vec<_>>(), names);
    assert_eq!(read.graph, Digraph::from_edges(9, [(0, 1), (2, 2), (3, 4), (6, 5)]));
    let read = read_text(NAMES_DOT, Format::Dot);
    let names = ["alpha", "beta", "γάμμα", "two words"];
    assert_eq!(read.names.iter().collect::<Vec<_>>(), names);
    assert_eq!(read.graph, Digraph::from_edges(4, [(0, 1), (1, 2), (2, 3)]));
}

#[test]
fn an_undirected_graph_is_refused() {
    let limits = Limits::default();
    let refusal = read(&mut UNDIRECTED_GRAPHML.as_bytes(), Format::GraphMl, &limits).unwrap_err();
    assert_eq!(refusal.to_string(), "line 2: an undirected graph");
}

#[test]
fn digraph6_of_nauty_is_read_and_written() {
    let cycle = Digraph::from_edges(63, (0..63).map(|v| (v, (v + 1) % 63)));
    assert_eq!(read_text(CYCLE_DIGRAPH6, Format::Digraph6).graph, cycle);
    assert_eq!(to_digraph6(&cycle, &Limits::default()).unwrap(), CYCLE_DIGRAPH6);

    let limits = Limits::default();
    let mut input = THREE_DIGRAPH6.as_bytes();
    let all: Vec<Digraph> = digraph6_lines(&mut input, &limits).map(Result::unwrap).collect();
    assert_eq!(all.len(), 16);
    let written = all.iter().map(|graph| to_digraph6(graph, &limits).unwrap());
    assert!(written.eq(THREE_DIGRAPH6.split_whitespace()));
}

const RANDOM_DIGRAPH6: &str = r"&EIIp_Td";

const CYCLE_DIGRAPH6: &str = "&~??~O?????????@??????????C??????????O?????????@??????????C??????????O?????????@\
    ??????????C??????????O?????????@??????????C??????????O?????????@??????????C?????\
    ?????O?????????@??????????C??????????O?????????@??????????C??????????O?????????@\
    ??????????C??????????O?????????@??????????C??????????O?????????@??????????C?????\
    ?????O?????????@??????????C??????????O?????????@??????????C??????????O?????????@\
    ??????????C??????????O?????????@??????????C??????????O?????????@??????????C?????\
    ?????O?????????@??????????C??????????O?????????@??????????C??????????O?????????@\
    ??????????C??????????O?????????@??????????C??????????O?????????@??????????C?????\
    ?????O?????????@_??????????";

const THREE_DIGRAPH6: &str = r"&B??
&BG?
&BG_
&BH?
&BGO
&B?o
&BH_
&BGo
&BHo
&BX?
&BP_
&B\?
&B[O
&BSo
&B\_
&B\o
";

const RANDOM_EDGES: &str = "\
0 2
0 4
1 2
1 4
2 0
2 1
2 5
3 0
4 1
4 3
4 5
5 0
5 3
5 5";

const RANDOM_DOT: &str = "\
digraph {
0 [color=red];
1;
2;
3;
4;
5;
0 -> 2 [weight=2];
0 -> 4;
1 -> 2;
1 -> 4;
2 -> 0;
2 -> 1;
2 -> 5;
3 -> 0;
4 -> 1;
4 -> 3;
4 -> 5;
5 -> 0;
5 -> 3;
5 -> 5;
}
";

const NAMES_DOT: &str = r#"strict digraph {
alpha;
beta;
γάμμα;
"two words" [shape=box];
alpha -> beta [label="a -> b; [x]"];
beta -> γάμμα;
γάμμα -> "two words";
}
"#;

const NAMES_GRAPHML: &str = r##"<?xml version='1.0' encoding='utf-8'?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
  <key id="d2" for="edge" attr.name="weight" attr.type="double" />
  <key id="d1" for="node" attr.name="label" attr.type="string" />
  <key id="d0" for="graph" attr.name="name" attr.type="string" />
  <graph edgedefault="directed">
    <node id="a b" />
    <node id="x&quot;y" />
    <node id="&lt;tag&gt;" />
    <node id="&amp;amp;" />
    <node id="日本">
      <data key="d1">&lt;node id="no"/&gt;</data>
    </node>
    <node id="it's" />
    <node id="new&#10;line" />
    <node id="-1" />
    <node id="" />
    <edge source="a b" target="x&quot;y">
      <data key="d2">1.5</data>
    </edge>
    <edge source="&lt;tag&gt;" target="&lt;tag&gt;" />
    <edge source="&amp;amp;" target="日本" />
    <edge source="new&#10;line" target="it's" />
    <data key="d0">test</data>
  </graph>
</graphml>
"##;

const RANDOM_GRAPHML: &str = r#"<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
  <key id="d1" for="edge" attr.name="weight" attr.type="long" />
  <key id="d0" for="node" attr.name="color" attr.type="string" />
  <graph edgedefault="directed">
    <node id="0">
      <data key="d0">red</data>
    </node>
    <node id="1" />
    <node id="2" />
    <node id="3" />
    <node id="4" />
    <node id="5" />
    <edge source="0" target="2">
      <data key="d1">2</data>
    </edge>
    <edge source="0" target="4" />
    <edge source="1" target="2" />
    <edge source="1" target="4" />
    <edge source="2" target="0" />
    <edge source="2" target="1" />
    <edge source="2" target="5" />
    <edge source="3" target="0" />
    <edge source="4" target="1" />
    <edge source="4" target="3" />
    <edge source="4" target="5" />
    <edge source="5" target="0" />
    <edge source="5" target="3" />
    <edge source="5" target="5" />
  </graph>
</graphml>
"#;

const UNDIRECTED_GRAPHML: &str = r#"<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
  <graph edgedefault="undirected">
    <node id="0" />
    <node id="1" />
    <edge source="0" target="1" />
  </graph>
</graphml>"#;
