//! Writes a digraph in DOT.

use std::borrow::Cow;

use bouton_values::Refusal;

use super::lexer::{is_keyword, is_word};
use crate::named::NamedDigraph;
use crate::source::excerpt;

/// The colour of a vertex as Graphviz writes it: `red` or `#ff0000`.
pub type Colour<'a> = &'a dyn Fn(u32) -> Option<Cow<'a, str>>;

/// The digraph in DOT: all vertices in order, with their colours, then all edges.
///
/// Refuses a name that DOT cannot express: there `\"` is a quote and `\\` two backslashes, so
/// nothing is a single backslash at the end of a name.
///
/// ```
/// use bouton_graphs::{Digraph, to_dot};
/// let cycle = Digraph::from_edges(2, [(0, 1), (1, 0)]).into();
/// let dot = to_dot(&cycle, Some(&|vertex| (vertex == 0).then(|| "gold".into())))?;
/// assert_eq!(dot, "digraph {\n  0 [style=filled, fillcolor=gold];\n  1;\n  0 -> 1;\n  1 -> 0;\n}\n");
/// # Ok::<(), bouton_values::Refusal>(())
/// ```
pub fn to_dot(named: &NamedDigraph, colour: Option<Colour>) -> Result<String, Refusal> {
    let mut text = "digraph {\n".to_owned();
    for (vertex, name) in named.names.iter().enumerate() {
        text.push_str("  ");
        push_id(&mut text, &name)?;
        if let Some(colour) = colour.and_then(|colour| colour(vertex as u32)) {
            text.push_str(" [style=filled, fillcolor=");
            push_id(&mut text, &colour)?;
            text.push(']');
        }
        text.push_str(";\n");
    }
    for (from, name) in named.names.iter().enumerate() {
        for to in named.graph.successors(from as u32) {
            text.push_str("  ");
            push_id(&mut text, &name)?;
            text.push_str(" -> ");
            push_id(&mut text, &named.names.name(*to))?;
            text.push_str(";\n");
        }
    }
    text.push_str("}\n");
    Ok(text)
}

/// Appends a name, in quotes where DOT needs them, or where it is not ASCII, since readers of DOT differ there.
fn push_id(text: &mut String, name: &str) -> Result<(), Refusal> {
    if name.is_ascii() && is_word(name) && !is_keyword(name) {
        text.push_str(name);
        return Ok(());
    }
    text.push('"');
    // Whether an odd number of backslashes comes right before.
    let mut is_odd = false;
    for c in name.chars() {
        if is_odd && matches!(c, '"' | '\n') {
            return Err(inexpressible(name));
        }
        is_odd = c == '\\' && !is_odd;
        if c == '"' {
            text.push('\\');
        }
        text.push(c);
    }
    text.push('"');
    if is_odd { Err(inexpressible(name)) } else { Ok(()) }
}

fn inexpressible(name: &str) -> Refusal {
    let problem = format!("the name `{}` cannot be written in DOT", excerpt(name));
    Refusal::bad(problem, "write an edge list, or rename the vertex to have no backslash")
}
