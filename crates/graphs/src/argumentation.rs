//! Argumentation frameworks: APX, `arg(a).` and `att(a,b).`, and the format of ICCMA 2023, `p af 3` and `1 2`.
//!
//! An attack of a on b is read as the edge b→a. An argument is in a stable extension if and only if no attacker of it is,
//! so the losing states of the game structures are the stable extensions.
//!
//! # References
//! The formats of the International Competition on Computational Models of Argumentation, argumentationcompetition.org.

use std::io::BufRead;

use bouton_values::{Limits, Refusal};

use crate::builder::Builder;
use crate::named::NamedDigraph;
use crate::source::{Lines, excerpt, utf8};

const APX_HELP: &str = "write `arg(a).` for an argument and `att(a,b).` for an attack of a on b";
const AF_HELP: &str =
    "write `p af 3` for the arguments 1 to 3, then `1 2` for an attack of 1 on 2, one on each line";

/// Reads APX. A `%` starts a comment; the arguments may be named after their attacks.
pub(crate) fn read_apx(input: &mut dyn BufRead, limits: &Limits) -> Result<NamedDigraph, Refusal> {
    let mut apx = Apx { builder: Builder::new(limits), unnamed: Vec::new() };
    let mut lines = Lines::new(input, limits);
    while let Some((number, line)) = lines.next()? {
        let line = utf8(line, number)?;
        let mut rest = line.split('%').next().unwrap_or_default().trim();
        while !rest.is_empty() {
            let read = apx.statement(rest, number)?;
            rest = read.ok_or_else(|| {
                let problem = format!("line {number} is not an argument or an attack");
                Refusal::bad(format!("{problem}: `{}`", excerpt(line)), APX_HELP)
            })?;
        }
    }
    let missing = (0..).zip(&apx.unnamed).find(|(_, line)| **line > 0);
    if let Some((vertex, line)) = missing {
        let name = apx.builder.name(vertex);
        let problem = format!("`{}` on line {line} is not an argument", excerpt(&name));
        return Err(Refusal::bad(problem, "write `arg(…).` for each argument"));
    }
    Ok(apx.builder.finish())
}

struct Apx<'a> {
    builder: Builder<'a>,
    /// By vertex: the line of the first attack, as long as no `arg` names the argument, and then 0.
    unnamed: Vec<u64>,
}

impl Apx<'_> {
    /// Reads the statement at the beginning of the text, and returns what follows it; nothing if there is none.
    fn statement<'a>(&mut self, text: &'a str, line: u64) -> Result<Option<&'a str>, Refusal> {
        let Some((statement, rest)) = text.split_once(").") else { return Ok(None) };
        let Some((word, inner)) = statement.split_once('(') else { return Ok(None) };
        let names: Vec<&str> = inner.split(',').map(str::trim).collect();
        if !names.iter().all(|name| is_name(name)) {
            return Ok(None);
        }
        match (word.trim(), &names[..]) {
            ("arg", [name]) => {
                let vertex = self.argument(name, line)?;
                self.unnamed[vertex as usize] = 0;
            }
            ("att", [attacker, attacked]) => {
                let attacker = self.argument(attacker, line)?;
                let attacked = self.argument(attacked, line)?;
                self.builder.edge(attacked, attacker)?;
            }
            _ => return Ok(None),
        }
        Ok(Some(rest.trim_start()))
    }

    fn argument(&mut self, name: &str, line: u64) -> Result<u32, Refusal> {
        let vertex = self.builder.vertex(name)?;
        if vertex as usize == self.unnamed.len() {
            self.unnamed.push(line);
            self.builder.hold(2 * size_of::<u64>() * self.unnamed.len())?;
        }
        Ok(vertex)
    }
}

fn is_name(name: &str) -> bool {
    let is_other = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '(' | ')');
    !name.is_empty() && !name.contains(is_other)
}

/// Reads `p af N` and the attacks, `A B` on each line. A line that begins with `#` is a comment.
pub(crate) fn read_af(input: &mut dyn BufRead, limits: &Limits) -> Result<NamedDigraph, Refusal> {
    let mut builder = Builder::new(limits);
    let mut lines = Lines::new(input, limits);
    let mut arguments = None;
    while let Some((number, line)) = lines.next()? {
        let line = utf8(line, number)?;
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let refuse = |problem: &str| {
            Refusal::bad(format!("{problem} on line {number}: `{}`", excerpt(line)), AF_HELP)
        };
        let words: Vec<&str> = line.split_whitespace().take(4).collect();
        match (arguments, &words[..]) {
            (None, ["p", "af", count]) => {
                let count =
                    count.parse().ok().filter(|count| (0..=i64::from(u32::MAX)).contains(count));
                let count = count.ok_or_else(|| refuse("no number of arguments"))?;
                for argument in 1..=count {
                    builder.number(argument, &argument.to_string())?;
                }
                arguments = Some(count);
            }
            (None, _) => return Err(refuse("no `p af`")),
            (Some(count), [attacker, attacked]) => {
                let argument = |text: &str| {
                    let argument = text.parse().ok().filter(|one| (1..=count).contains(one));
                    argument.ok_or_else(|| refuse(&format!("no argument from 1 to {count}")))
                };
                let [attacker, attacked] = [argument(attacker)?, argument(attacked)?];
                let attacker = builder.number(attacker, &attacker.to_string())?;
                let attacked = builder.number(attacked, &attacked.to_string())?;
                builder.edge(attacked, attacker)?;
            }
            (Some(_), _) => return Err(refuse("no attack")),
        }
    }
    match arguments {
        Some(_) => Ok(builder.finish()),
        None => Err(Refusal::bad("the file has no line `p af`", AF_HELP)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Reader = fn(&mut dyn BufRead, &Limits) -> Result<NamedDigraph, Refusal>;

    /// The edges as they are named, after the names.
    fn shown(read: Reader, text: &str) -> String {
        let read = read(&mut text.as_bytes(), &Limits::default()).unwrap();
        let names: Vec<_> = read.names.iter().collect();
        let edges = (0..read.graph.vertices() as u32).flat_map(|from| {
            let to = read.graph.successors(from).iter();
            to.map(move |to| (from as usize, *to as usize))
        });
        let edges = edges.map(|(from, to)| format!(" {}→{}", names[from], names[to]));
        names.join(" ") + ":" + &edges.collect::<String>()
    }

    fn problem(read: Reader, text: &str) -> String {
        read(&mut text.as_bytes(), &Limits::default()).unwrap_err().to_string()
    }

    #[test]
    fn an_attack_is_an_edge_to_the_attacker() {
        let chain = "arg(a).\narg(b).\narg(c).\natt(a,b).\natt(b,c).\n";
        assert_eq!(shown(read_apx, chain), "a b c: b→a c→b");
        assert_eq!(shown(read_apx, "att( a , b ). % c\r\n\narg(a). arg(b)."), "a b: b→a");
        assert_eq!(shown(read_apx, "% nothing"), ":");
        assert_eq!(shown(read_af, "# c\np af 3\n1 2\n2 3\n"), "1 2 3: 2→1 3→2");
        assert_eq!(shown(read_af, "p af 2"), "1 2:");
    }

    #[test]
    fn a_bad_line_is_named() {
        for bad in ["arg(a)", "arg(a,b).", "att(a).", "arg().", "foo(a).", "arg(a). x", "arg a."] {
            let told = problem(read_apx, &format!("arg(c).\n{bad}"));
            assert_eq!(told, format!("line 2 is not an argument or an attack: `{bad}`"));
        }
        assert_eq!(problem(read_apx, "arg(a).\natt(a,b)."), "`b` on line 2 is not an argument");
        assert_eq!(problem(read_af, "1 2"), "no `p af` on line 1: `1 2`");
        assert_eq!(problem(read_af, "p af x"), "no number of arguments on line 1: `p af x`");
        assert_eq!(problem(read_af, "p af 2\n\n1 3"), "no argument from 1 to 2 on line 3: `1 3`");
        assert_eq!(problem(read_af, "p af 2\n1 2 1"), "no attack on line 2: `1 2 1`");
        assert_eq!(problem(read_af, "\n"), "the file has no line `p af`");
        let limits = Limits { memory: 1 << 20, ..Limits::default() };
        let refusal = read_af(&mut &b"p af 4000000000"[..], &limits).unwrap_err();
        assert!(matches!(refusal, Refusal::Limit { .. }), "{refusal}");
    }
}
