//! digraph6: McKay's adjacency matrices, six bits to a printable character.
//!
//! A digraph on n vertices is `&`, then n in 1, 4 or 8 characters, then the n² bits of the matrix row
//! by row, filled up with zeros; each character is 63 plus its six bits, the first bit the highest.

use std::io::BufRead;

use bouton_values::{Limits, Refusal, to_index};

use crate::digraph::Digraph;
use crate::named::NamedDigraph;
use crate::source::{Source, excerpt};

const HEADER: &[u8] = b">>digraph6<<";

const HELP: &str = "write each digraph as & and its adjacency matrix, as nauty does";

/// The largest number of vertices that eight characters can express.
const LARGEST: u64 = (1 << 36) - 1;

/// Progress is reported once for this many characters.
const STRIDE: u64 = 1 << 20;

/// Reads the one digraph in the input; the names of its vertices are 0 to n-1.
pub fn read_digraph6(input: &mut dyn BufRead, limits: &Limits) -> Result<NamedDigraph, Refusal> {
    let mut lines = digraph6_lines(input, limits);
    let first =
        lines.next().transpose()?.ok_or_else(|| Refusal::bad("no digraph in the input", HELP))?;
    if lines.source.peek()?.is_some() {
        let problem = format!("a second digraph on line {}", lines.source.line());
        return Err(Refusal::bad(problem, "give one line of the file"));
    }
    Ok(first.into())
}

/// The digraphs of the input, one on each line; after a refusal there are no more.
///
/// ```
/// use bouton_graphs::digraph6_lines;
/// let mut input = ">>digraph6<<&AG\n&AW\n".as_bytes();
/// let limits = Default::default();
/// let edges: Result<Vec<_>, _> =
///     digraph6_lines(&mut input, &limits).map(|graph| Ok(graph?.edges())).collect();
/// assert_eq!(edges?, [1, 2]);
/// # Ok::<(), bouton_values::Refusal>(())
/// ```
pub fn digraph6_lines<'a>(input: &'a mut dyn BufRead, limits: &'a Limits) -> Digraph6Lines<'a> {
    Digraph6Lines { source: Source::new(input, limits), state: State::Fresh }
}

/// Digraphs as they are read; see [`digraph6_lines`].
pub struct Digraph6Lines<'a> {
    source: Source<'a>,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// A header may come.
    Fresh,
    Between,
    Over,
}

impl Iterator for Digraph6Lines<'_> {
    type Item = Result<Digraph, Refusal>;

    fn next(&mut self) -> Option<Result<Digraph, Refusal>> {
        if self.state == State::Over {
            return None;
        }
        let result = self.next_line().transpose();
        self.state = if matches!(result, Some(Ok(_))) { State::Between } else { State::Over };
        result
    }
}

impl Digraph6Lines<'_> {
    fn next_line(&mut self) -> Result<Option<Digraph>, Refusal> {
        if self.state == State::Fresh {
            self.source.skip_bom()?;
            self.skip_header()?;
        }
        self.source.skip_spaces()?;
        match self.source.next()? {
            None => Ok(None),
            Some(b'&') => {
                let graph = self.graph()?;
                self.source.skip_spaces()?;
                Ok(Some(graph))
            }
            Some(b':' | b';') => Err(self.undirected("sparse6")),
            Some(63..=126) => Err(self.undirected("graph6")),
            Some(byte) => Err(self.unexpected(byte)),
        }
    }

    fn skip_header(&mut self) -> Result<(), Refusal> {
        self.source.skip_spaces()?;
        if self.source.peek()? != Some(b'>') {
            return Ok(());
        }
        for byte in HEADER {
            if !self.source.take(*byte)? {
                return Err(Refusal::bad("the header is not >>digraph6<<", HELP));
            }
        }
        Ok(())
    }

    fn graph(&mut self) -> Result<Digraph, Refusal> {
        let vertices = self.size()?;
        let what = format!("a digraph on {vertices} vertices");
        let limits = self.source.limits();
        limits.check_memory(&what, bytes(vertices, 0))?;
        let Some(vertices) = u32::try_from(vertices).ok().filter(|n| *n < u32::MAX) else {
            return Err(Refusal::bad(what, "read at most 4294967294 vertices"));
        };
        let mut rows = Rows::new(vertices, limits);
        let groups = (u64::from(vertices) * u64::from(vertices)).div_ceil(6);
        for group in 0..groups {
            if group % STRIDE == STRIDE - 1 {
                limits.progress(group, groups)?;
            }
            let Some(bits) = self.six_bits()? else {
                return Err(self.wrong_length(&format!(
                    "ends after {group} of the {groups} characters for {vertices} vertices"
                )));
            };
            if bits != 0 {
                rows.add(group, bits).map_err(|problem| self.in_group(problem))?;
            }
        }
        if self.six_bits()?.is_some() {
            return Err(self.wrong_length(&format!(
                "goes on after the {groups} characters for {vertices} vertices"
            )));
        }
        Ok(rows.finish())
    }

    /// N(n): one character up to 62, `~` and three up to 258047, `~~` and six beyond.
    fn size(&mut self) -> Result<u64, Refusal> {
        let first = self.size_bits()?;
        if first != 63 {
            return Ok(first);
        }
        let second = self.size_bits()?;
        let (mut size, more) = if second == 63 { (0, 6) } else { (second, 2) };
        for _ in 0..more {
            size = size << 6 | self.size_bits()?;
        }
        Ok(size)
    }

    fn size_bits(&mut self) -> Result<u64, Refusal> {
        match self.six_bits()? {
            Some(bits) => Ok(u64::from(bits)),
            None => Err(self.wrong_length("ends before the number of vertices does")),
        }
    }

    /// The next six bits of the line, if it has not ended.
    fn six_bits(&mut self) -> Result<Option<u8>, Refusal> {
        match self.source.peek()? {
            Some(byte @ 63..=126) => {
                self.source.next()?;
                Ok(Some(byte - 63))
            }
            None | Some(b'\n' | b'\r') => Ok(None),
            Some(byte) => Err(self.unexpected(byte)),
        }
    }

    fn in_group(&self, problem: Problem) -> Refusal {
        match problem {
            Problem::Padding => self.wrong_length("has bits after the end of the matrix"),
            Problem::Refused(refusal) => refusal,
        }
    }

    fn wrong_length(&self, what: &str) -> Refusal {
        Refusal::bad(format!("line {} {what}", self.source.line()), HELP)
    }

    fn undirected(&self, format: &str) -> Refusal {
        let problem = format!("line {}: an undirected graph in {format}", self.source.line());
        Refusal::bad(problem, "write digraph6, which begins with &")
    }

    fn unexpected(&self, byte: u8) -> Refusal {
        let sign = match byte {
            0..128 => format!("`{}`", excerpt(&char::from(byte).to_string())),
            _ => format!("byte {byte}"),
        };
        let problem = format!("line {}: {sign} is not in digraph6", self.source.line());
        Refusal::bad(problem, HELP)
    }
}

/// What a digraph costs: where the lists begin, and their members.
fn bytes(vertices: u64, edges: u64) -> u128 {
    4 * (u128::from(vertices) + 1 + u128::from(edges))
}

enum Problem {
    /// A bit is set where the matrix has ended.
    Padding,
    Refused(Refusal),
}

/// The adjacency lists while the matrix is read, row by row.
struct Rows<'a> {
    vertices: u32,
    offsets: Vec<u32>,
    targets: Vec<u32>,
    limits: &'a Limits,
}

impl<'a> Rows<'a> {
    fn new(vertices: u32, limits: &'a Limits) -> Rows<'a> {
        Rows { vertices, offsets: vec![0], targets: Vec::new(), limits }
    }

    /// The set bits among the six of this group are edges.
    fn add(&mut self, group: u64, bits: u8) -> Result<(), Problem> {
        let vertices = u64::from(self.vertices);
        for bit in (0..6).filter(|bit| bits & (32 >> bit) != 0) {
            let place = group * 6 + bit;
            let (row, column) = (place / vertices, place % vertices);
            if row >= vertices {
                return Err(Problem::Padding);
            }
            self.begin(row);
            if self.targets.len() == self.targets.capacity() {
                self.grow().map_err(Problem::Refused)?;
            }
            self.targets.push(column as u32);
        }
        Ok(())
    }

    /// Ends all rows before this one.
    fn begin(&mut self, row: u64) {
        while self.offsets.len() as u64 <= row {
            self.offsets.push(self.targets.len() as u32);
        }
    }

    /// Room for twice as many edges, or as many as the budget allows and an offset can point to.
    fn grow(&mut self) -> Result<(), Refusal> {
        let edges = self.targets.len() as u64;
        let vertices = u64::from(self.vertices);
        if edges == u64::from(u32::MAX) {
            return Err(Refusal::bad("more than 4294967295 edges", "read a smaller digraph"));
        }
        let what = format!("a digraph on {vertices} vertices with more than {edges} edges");
        self.limits.check_memory(&what, bytes(vertices, edges + 1))?;
        let allowed = self.limits.memory / 4 - vertices - 1;
        let room = (2 * edges).max(64).min(allowed).min(u64::from(u32::MAX));
        self.targets.reserve_exact(to_index(room - edges));
        Ok(())
    }

    fn finish(mut self) -> Digraph {
        self.begin(u64::from(self.vertices));
        self.targets.shrink_to_fit();
        Digraph::from_rows(self.offsets, self.targets)
    }
}

/// The digraph as one line of digraph6, without header and end of line.
///
/// Its length grows with the square of the vertices, so it is refused where that is too much.
///
/// ```
/// use bouton_graphs::{Digraph, to_digraph6};
/// // The example of McKay's formats.txt.
/// let graph = Digraph::from_edges(5, [(0, 2), (0, 4), (3, 1), (3, 4)]);
/// assert_eq!(to_digraph6(&graph, &Default::default())?, "&DI?AO?");
/// # Ok::<(), bouton_values::Refusal>(())
/// ```
pub fn to_digraph6(graph: &Digraph, limits: &Limits) -> Result<String, Refusal> {
    let vertices = graph.vertices() as u64;
    let groups = (u128::from(vertices) * u128::from(vertices)).div_ceil(6);
    limits.check_memory(&format!("digraph6 of {vertices} vertices"), groups + 9)?;
    let mut text = vec![b'&'];
    push_size(&mut text, vertices);
    let start = text.len();
    text.reserve_exact(groups as usize);
    text.resize(start + groups as usize, 63);
    for from in 0..graph.vertices() as u32 {
        for to in graph.successors(from) {
            // Each edge is there once, so its bit is still 0.
            let place = u64::from(from) * vertices + u64::from(*to);
            text[start + (place / 6) as usize] += 32 >> (place % 6);
        }
    }
    Ok(String::from_utf8(text).expect("every byte is from 63 to 126, or &"))
}

fn push_size(text: &mut Vec<u8>, size: u64) {
    assert!(size <= LARGEST, "a digraph has fewer than 2^32 vertices");
    let groups = match size {
        0..=62 => 1,
        63..=258_047 => 3,
        _ => 6,
    };
    text.extend(std::iter::repeat_n(b'~', groups / 3));
    text.extend((0..groups).rev().map(|group| 63 + (size >> (6 * group) & 63) as u8));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: impl AsRef<[u8]>) -> Result<NamedDigraph, Refusal> {
        read_digraph6(&mut text.as_ref(), &Limits::default())
    }

    fn problem(text: impl AsRef<[u8]>) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn sizes_have_one_four_or_eight_characters() {
        let sizes: [(u64, &[u8]); 8] = [
            (0, b"?"),
            (62, b"}"),
            (63, b"~??~"),
            (64, b"~?@?"),
            // The two examples of formats.txt are 12345 and 460175067.
            (12345, &[126, 66, 63, 120]),
            (258_047, b"~}~~"),
            (258_048, b"~~???~??"),
            (460_175_067, &[126, 126, 63, 90, 90, 90, 90, 90]),
        ];
        for (size, expected) in sizes {
            let mut text = Vec::new();
            push_size(&mut text, size);
            assert_eq!(text, expected, "{size}");
            let limits = Limits::default();
            assert_eq!(digraph6_lines(&mut text.as_slice(), &limits).size(), Ok(size));
        }
        let limits = Limits::default();
        assert_eq!(digraph6_lines(&mut b"~~~~~~~~".as_slice(), &limits).size(), Ok(LARGEST));
    }

    #[test]
    fn a_large_claim_is_refused_with_its_number() {
        // 2^35 vertices.
        let refusal = read("&~~_?????").unwrap_err();
        assert_eq!(
            refusal.to_string(),
            "a digraph on 34359738368 vertices would need 128.0 GiB, allowed 2.0 GiB"
        );
        let limits = Limits { memory: u64::MAX, ..Limits::default() };
        let refusal = read_digraph6(&mut b"&~~_?????".as_slice(), &limits).unwrap_err();
        assert_eq!(refusal.to_string(), "a digraph on 34359738368 vertices");
    }

    #[test]
    fn a_claim_within_the_budget_costs_nothing_until_it_is_kept() {
        let expected =
            "line 1 ends after 0 of the 1666666666666667 characters for 100000000 vertices";
        let mut text = vec![b'&'];
        push_size(&mut text, 100_000_000);
        assert_eq!(problem(text), expected);
    }

    #[test]
    fn edges_are_counted_against_the_budget() {
        let complete = (0..100).flat_map(|v| (0..100).map(move |w| (v, w)));
        let text = to_digraph6(&Digraph::from_edges(100, complete), &Limits::default()).unwrap();
        let read = |memory| {
            let limits = Limits { memory, ..Limits::default() };
            read_digraph6(&mut text.as_bytes(), &limits)
        };
        assert!(read(40_404).is_ok());
        let refusal = read(40_403).unwrap_err().to_string();
        assert_eq!(
            refusal,
            "a digraph on 100 vertices with more than 9999 edges would need more than the allowed 39.4 KiB"
        );
    }

    #[test]
    fn lines_of_digraphs() {
        let text = "\u{feff}>>digraph6<<\n&?\r\n\n&@_\r\n&DI?AO?";
        let limits = Limits::default();
        let read: Vec<_> =
            digraph6_lines(&mut text.as_bytes(), &limits).map(Result::unwrap).collect();
        let sizes: Vec<_> = read.iter().map(|g| (g.vertices(), g.edges())).collect();
        assert_eq!(sizes, [(0, 0), (1, 1), (5, 4)]);
        assert_eq!(problem(text), "a second digraph on line 4");
        let mut lines = b"&AG\n&A\n&AG".as_slice();
        let mut lines = digraph6_lines(&mut lines, &limits);
        assert!(lines.next().unwrap().is_ok() && lines.next().unwrap().is_err());
        assert!(lines.next().is_none());
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        assert_eq!(problem(""), "no digraph in the input");
        assert_eq!(problem("DQc"), "line 1: an undirected graph in graph6");
        assert_eq!(problem("\n:Fa@x^"), "line 2: an undirected graph in sparse6");
        assert_eq!(problem(">>graph6<<D"), "the header is not >>digraph6<<");
        assert_eq!(problem("&"), "line 1 ends before the number of vertices does");
        assert_eq!(problem("&DI?A"), "line 1 ends after 3 of the 5 characters for 5 vertices");
        assert_eq!(problem("&DI?AO??"), "line 1 goes on after the 5 characters for 5 vertices");
        assert_eq!(problem("&DI?AO@"), "line 1 has bits after the end of the matrix");
        assert_eq!(problem("&DI?\0O?"), "line 1: `\u{fffd}` is not in digraph6");
        assert_eq!(problem(b"&DI\xff"), "line 1: byte 255 is not in digraph6");
    }
}
